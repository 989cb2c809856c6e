/**
 * Whole simulations: guides, behaviours, spawns, avoidance and arrivals together, with each planner, for crowds from 100 to
 * 10,000; and the largest crowd that each keeps in real time at 20 steps a second.
 */
import { Simulation } from "../../src/simulation/index.js";
import type { Scene, SceneInput } from "../../src/world/index.js";
import type { Case, Suite } from "../harness.js";

/** Seconds per step: 20 steps a second. */
const STEP = 0.05;

type Profile = NonNullable<Scene["profiles"]>[string];

/** Ways to walk: a planner, and a behaviour or none. */
const WAYS: readonly { name: string; planner: string; profile?: Partial<Profile> }[] = [
  { name: "path maps", planner: "pathmap" },
  { name: "potentials", planner: "potential" },
  { name: "roadmap", planner: "roadmap" },
  { name: "lanes", planner: "flow" },
  { name: "potentials and local maps", planner: "potential", profile: { behaviour: { type: "keep-right" } } },
  { name: "roadmap and empty circles", planner: "roadmap", profile: { behaviour: { type: "empty-circle" } } },
];
type Way = (typeof WAYS)[number];

/** A hall with four columns and two exits, large enough for the crowd at 1 person per 2 m2. */
export function hall(count: number): SceneInput {
  const side = Math.ceil(Math.sqrt(2 * count)) + 4;
  const column = (x: number, y: number): { polygon: [number, number][] } => ({
    polygon: [
      [x - 1, y - 1],
      [x + 1, y - 1],
      [x + 1, y + 1],
      [x - 1, y + 1],
    ],
  });
  const [a, b] = [side / 3, (2 * side) / 3];
  return {
    boundary: [
      [0, 0],
      [side, 0],
      [side, side],
      [0, side],
    ],
    obstacles: [column(a, a), column(b, a), column(a, b), column(b, b)],
    goals: {
      exit: {
        segments: [
          [
            [side, a],
            [side, b],
          ],
          [
            [0, a],
            [0, b],
          ],
        ],
      },
    },
    // Lanes lead through the middle, between the columns.
    flow: {
      source: [
        [
          [0, side / 2 - 2],
          [0, side / 2 + 2],
        ],
      ],
      sink: [
        [
          [side, side / 2 - 2],
          [side, side / 2 + 2],
        ],
      ],
    },
    profiles: { adult: { radius: 0.2, speed: 1.34 } },
    spawns: [
      {
        polygon: [
          [1, 1],
          [side - 1, 1],
          [side - 1, side - 1],
          [1, side - 1],
        ],
        count,
        profile: "adult",
        goals: ["exit"],
      },
    ],
  };
}

/** A simulation of a hall in which everyone has come. */
function filled(count: number, { planner, profile = {} }: Way): Simulation {
  const scene = hall(count);
  const simulation = new Simulation(
    { ...scene, profiles: { adult: { ...scene.profiles!.adult, ...profile } } },
    { step: STEP, planner, model: "orca", arrival: "touch" },
  );
  simulation.advance();
  return simulation;
}

function checkCrowd({ crowd }: Simulation, count: number): void {
  const { spawned, size, arrived } = crowd;
  if (spawned !== size + arrived) throw new Error("somebody is lost");
  if (spawned < 0.9 * count) throw new Error(`only ${spawned} of ${count} found room`);
}

/** Milliseconds of some steps, and how many steps of single people that were. */
function timed(simulation: Simulation, steps: number): { done: number; ms: number } {
  let done = 0;
  const began = performance.now();
  for (let k = 0; k < steps; k++) {
    done += simulation.crowd.size;
    simulation.advance();
  }
  return { done, ms: performance.now() - began };
}

/** Steps of a whole simulation. */
function wholeCase(count: number, steps: number, way: Way): Case<{ done: number; ms: number }> {
  let simulation: Simulation;
  let start: ReturnType<Simulation["snapshot"]>;
  return {
    input: `hall of ${count}`,
    name: `by ${way.name}`,
    setup() {
      simulation = filled(count, way);
      start = simulation.snapshot();
    },
    run() {
      // Every turn walks the same steps: later ones would find fewer and fewer people.
      simulation.restore(start);
      return timed(simulation, steps);
    },
    check({ done }) {
      checkCrowd(simulation, count);
      if (done < 0.5 * count * steps) throw new Error(`${done} steps of people in ${steps} of ${count}`);
    },
    ownTimes: ({ done, ms }) => [ms / done],
    remark: ({ done, ms }) =>
      `${((1000 * ms) / done).toFixed(1)} µs per agent and step; ${((20 * ms) / steps / 1000).toFixed(3)} s per second at 20 steps/s`,
  };
}

/**
 * Doubles the crowd until a step takes longer than it simulates; between the last two, in proportion. Crowds are filled once:
 * later turns start from the same moment again.
 */
function realTimeCase(
  least: number,
  most: number,
  steps: number,
  way: Way,
): Case<{ count: number; ms: number[] }> {
  const crowds = new Map<number, { simulation: Simulation; start: ReturnType<Simulation["snapshot"]> }>();
  let simulation: Simulation;
  let last = least;
  const crowdOf = (count: number): Simulation => {
    let crowd = crowds.get(count);
    if (!crowd) {
      const fresh = filled(count, way);
      crowd = { simulation: fresh, start: fresh.snapshot() };
      crowds.set(count, crowd);
    }
    crowd.simulation.restore(crowd.start);
    return crowd.simulation;
  };
  return {
    input: "largest crowd in real time at 20 steps/s",
    name: `by ${way.name}`,
    run() {
      const ms: number[] = [];
      for (let count = least; count <= most; count *= 2) {
        last = count;
        simulation = crowdOf(count);
        timed(simulation, 3);
        ms.push(timed(simulation, steps).ms / steps);
        const now = ms[ms.length - 1];
        if (now <= 1000 * STEP) continue;
        const before = ms[ms.length - 2] ?? 0;
        const share = before === 0 ? 0 : (1000 * STEP - before) / (now - before);
        return {
          count:
            before === 0 ? Math.round((count * 1000 * STEP) / now) : Math.round((count / 2) * (1 + share)),
          ms,
        };
      }
      return { count: last, ms };
    },
    check: () => checkCrowd(simulation, last),
    ownTimes: ({ ms }) => [ms[ms.length - 1]],
    remark: ({ count, ms }) =>
      `${ms[ms.length - 1] <= 1000 * STEP ? "at least " : ""}${count} people; ms per step ${ms.map((t) => t.toFixed(1)).join(", ")} from ${least} on, doubling`,
  };
}

/** Whole simulations. */
export const crowdWhole: Suite = {
  name: "crowd-whole",
  title: "Whole simulations with each planner, and the largest crowd in real time",
  cases(quick) {
    const counts = quick ? [20] : [100, 1000, 10_000];
    const steps = (count: number): number => (quick ? 5 : count > 5000 ? 20 : 40);
    return [
      ...counts.flatMap((count) => WAYS.map((way) => wholeCase(count, steps(count), way))),
      ...WAYS.map((way) => realTimeCase(quick ? 20 : 500, quick ? 20 : 64_000, quick ? 2 : 10, way)),
    ] as Case[];
  },
};
