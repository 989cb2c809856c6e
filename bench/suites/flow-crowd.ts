/**
 * Crowds on lanes (Farias 2020, table 4.1): people come through the source whenever there is room, on shortest paths (S),
 * lanes (L) and lanes pulled taut (O); those who reach the sink in 60 s are counted.
 */

import { FlowMap, type LaneSystem, optimizeLanes } from "../../src/flow/index.js";
import { builtinScene } from "../../src/scenes/index.js";
import { type LaneKind, type LaneSpacing, Simulation } from "../../src/simulation/index.js";
import { type Scene, World } from "../../src/world/index.js";
import type { Case, Suite } from "../harness.js";

/** Arrivals that the paper prints. */
const PAPER = Object.freeze({
  "flow-1": { paths: 453, contours: 1053, optimized: 1165 },
  "flow-2": { paths: 214, contours: 553, optimized: 611 },
  "flow-3": { paths: 441, contours: 766, optimized: 843 },
});

type Name = keyof typeof PAPER;

const SPEED = 1.34;

/** Metres before a sink at which a body has arrived. */
const REACH = 0.05;

interface Outcome {
  readonly arrived: number;
  readonly inside: number;
  readonly deepest: number;
}

function simulate(simulation: Simulation): Outcome {
  let deepest = 0;
  while (!simulation.done) {
    simulation.advance();
    deepest = Math.max(deepest, simulation.crowd.touches.deepest);
  }
  const { arrived, size, spawned } = simulation.crowd;
  if (arrived + size !== spawned) throw new Error(`${spawned} came, ${arrived} arrived, ${size} are inside`);
  return { arrived, inside: size, deepest };
}

/** The most that lanes can bring to the sink: one person per spacing, less the first walk along each lane. */
function mostOn({ lanes, radius }: LaneSystem, seconds: number, spacing: LaneSpacing): number {
  return lanes.reduce((sum, lane) => {
    const walk = lane.length - 2 * radius - REACH;
    const gap = spacing === "lane" ? 2 * radius : lane.spacing;
    return sum + Math.max(0, SPEED * seconds - walk) / gap;
  }, 0);
}

function scenarioCases(name: Name, quick: boolean): Case[] {
  // Wide people are few: quick runs ask only whether everything works.
  const [radius, duration] = quick ? [0.9, 20] : [0.25, 60];
  const scene: Scene = { ...builtinScene(name), profiles: { adult: { radius, speed: SPEED } } };
  const world = new World(scene);
  const paper = PAPER[name];
  let shortest = 0;
  const paths: Case<Outcome> = {
    input: name,
    name: "shortest paths (S)",
    role: "baseline",
    run: () =>
      simulate(new Simulation(world, { planner: "pathmap", duration, model: "orca", arrival: "touch" })),
    check({ arrived }) {
      if (!quick && arrived === 0) throw new Error("nobody arrived");
      shortest = arrived;
    },
    remark: ({ arrived }) => `${arrived} arrived in ${duration} s (paper: ${paper.paths})`,
  };
  const onLanes = (title: string, lanes: LaneKind, spacing: LaneSpacing): Case<Outcome> => {
    let system: LaneSystem;
    return {
      input: name,
      name: title,
      setup() {
        const plain = new FlowMap(world).lanes(radius);
        system = lanes === "optimized" ? optimizeLanes(plain) : plain;
      },
      run: () =>
        simulate(
          new Simulation(world, {
            planner: "flow",
            lanes,
            spacing,
            duration,
            model: "orca",
            arrival: "touch",
          }),
        ),
      check({ arrived, deepest }) {
        const most = mostOn(system, duration, spacing);
        // Per lane, one more may be about to arrive.
        if (arrived + system.lanes.length < most)
          throw new Error(`${arrived} arrived of ${most.toFixed(0)} that could`);
        if (spacing === "bodies" && deepest > 1e-6) throw new Error(`bodies overlap by ${deepest} m`);
      },
      remark({ arrived, deepest }) {
        const share = (100 * arrived) / mostOn(system, duration, "lane");
        const ratio = shortest > 0 ? `, ${(arrived / shortest).toFixed(2)} x S` : "";
        const theirs = (paper[lanes] / paper.paths).toFixed(2);
        return `${arrived} arrived in ${duration} s${ratio}, ${share.toFixed(1)} % of lanes x speed / 2 r; deepest overlap ${(1000 * deepest).toFixed(1)} mm (paper: ${paper[lanes]}, ${theirs} x S)`;
      },
    };
  };
  const cases = [
    paths,
    onLanes("lanes (L)", "contours", "bodies"),
    onLanes("optimized lanes (O)", "optimized", "bodies"),
  ];
  if (!quick) {
    cases.push(onLanes("lanes, 2 r along them", "contours", "lane"));
    cases.push(onLanes("optimized lanes, 2 r along them", "optimized", "lane"));
  }
  return cases.map((c) => c as Case);
}

/** The suite that `npm run bench -- flow-crowd` runs. */
export const flowCrowd: Suite = {
  name: "flow-crowd",
  title: "Crowds on lanes",
  cases: (quick) =>
    (quick ? (["flow-3"] as const) : (Object.keys(PAPER) as Name[])).flatMap((name) =>
      scenarioCases(name, quick),
    ),
};
