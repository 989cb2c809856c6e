/**
 * Max-flow maps and lanes: three scenes like the paper's scenarios 1 to 3 (Farias 2020, table 4.1), and growth with the
 * number of obstacles.
 */

import { type Certificate, FlowMap, type LaneSystem, optimizeLanes, verify } from "../../src/flow/index.js";
import type { Point } from "../../src/geometry/index.js";
import { PathMap } from "../../src/pathmap/index.js";
import { builtinScene, scatterScene } from "../../src/scenes/index.js";
import { World } from "../../src/world/index.js";
import type { Case, Suite } from "../harness.js";
import { stadium } from "../stadium.js";
import { exponentOf, formatTime, processorTime } from "../statistics.js";

const RADIUS = 0.25;

/** Lengths that the paper prints, in its own unit: lanes (L) and optimised lanes (O), mean, and how much shorter. */
const PAPER = Object.freeze({
  "flow-1": "paper: S 1.99, L 3.06, O 2.39 on average, O 22 % shorter than L",
  "flow-2": "paper: S 2.26, L 3.89, O 3.09 on average, O 21 % shorter than L",
  "flow-3": "paper: S 2.00, L 3.20, O 2.40 on average, O 25 % shorter than L",
});

interface Lengths {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
}

function lengthsOf(list: readonly number[]): Lengths {
  const mean = list.reduce((sum, length) => sum + length, 0) / list.length;
  return { min: Math.min(...list), max: Math.max(...list), mean };
}

const shown = ({ min, max, mean }: Lengths): string =>
  `${min.toFixed(2)} to ${max.toFixed(2)}, mean ${mean.toFixed(2)} m`;

/** Shortest paths from as many places along the source as there are lanes. */
function shortestFrom(world: World, radius: number, count: number): Lengths {
  const { source, sink } = world.scene.flow!;
  const map = new PathMap(world, { goals: sink.map((segment) => ({ segment })), radius });
  const [[a, b]] = source;
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  // A disc fits a little more than its radius inside.
  const off = 1.01 * radius;
  const distances = Array.from({ length: count }, (_, i) => {
    const t = (radius + off + ((length - 2 * radius - 2 * off) * (i + 0.5)) / count) / length;
    const [x, y] = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
    const [nx, ny] = [((a[1] - b[1]) / length) * off, ((b[0] - a[0]) / length) * off];
    const p: Point = world.contains([x + nx, y + ny]) ? [x + nx, y + ny] : [x - nx, y - ny];
    const distance = map.distance(p);
    if (distance === null) throw new Error(`no path from ${p}`);
    return distance + off;
  });
  return lengthsOf(distances);
}

function checkLanes(system: LaneSystem): void {
  const certificate = verify(system);
  if (!certificate.holds) throw new Error(`the certificate does not hold: ${JSON.stringify(certificate)}`);
}

function scenarioCases(name: keyof typeof PAPER, quick: boolean): Case[] {
  // Wide lanes are few: quick runs ask only whether everything works.
  const radius = quick ? 0.9 : RADIUS;
  const rounds = 1;
  let world: World;
  let map: FlowMap;
  let plain: LaneSystem;
  const setup = (): void => {
    world = new World(builtinScene(name));
    map = new FlowMap(world);
    plain = map.lanes(radius);
  };
  const lanesCase: Case<LaneSystem> = {
    input: name,
    name: "lanes (L)",
    setup,
    run: () => map.lanes(radius),
    check: checkLanes,
    remark: (system) =>
      `${system.lanes.length} lanes, ${shown(lengthsOf(system.lanes.map((lane) => lane.length)))}; shortest paths (S) ${shown(shortestFrom(world, radius, system.lanes.length))}`,
  };
  const shorter = (title: string, method: "taut" | "random"): Case<LaneSystem> => ({
    input: name,
    name: title,
    setup,
    run: () => optimizeLanes(plain, quick ? { method, rounds } : { method }),
    check(system) {
      checkLanes(system);
      if (system.lanes.length !== plain.lanes.length) throw new Error("a lane was lost");
    },
    remark(system) {
      const lengths = lengthsOf(system.lanes.map((lane) => lane.length));
      const before = lengthsOf(plain.lanes.map((lane) => lane.length)).mean;
      const share = 100 * (1 - lengths.mean / before);
      return `${shown(lengths)}: ${share.toFixed(1)} % shorter than L (${PAPER[name]})`;
    },
  });
  return [lanesCase, shorter("optimized, taut (O)", "taut"), shorter("optimized, random", "random")].map(
    (c) => c as Case,
  );
}

/** Certificates and shorter lanes on an outline that is not convex. */
function stadiumCases(quick: boolean): Case[] {
  const obstacles = quick ? 20 : 250;
  const radius = quick ? 1.2 : 0.4;
  const input = `stadium, ${obstacles} obstacles`;
  let plain: LaneSystem;
  const setup = (): void => {
    plain = new FlowMap(new World(stadium(obstacles))).lanes(radius);
  };
  let spent = 0;
  const timed = <T>(work: () => T): T => {
    const before = processorTime();
    const answer = work();
    spent = processorTime() - before;
    return answer;
  };
  const ofProcessor = (): string => `${formatTime(spent)} of processor time in the last turn`;
  const certificate: Case<Certificate> = {
    input,
    name: "verify",
    setup,
    run: () => timed(() => verify(plain)),
    check({ holds }) {
      if (!holds) throw new Error("the certificate does not hold");
    },
    remark: ({ built }) => `${built} lanes; ${ofProcessor()}`,
  };
  const taut: Case<LaneSystem> = {
    input,
    name: "optimized, taut (O)",
    setup,
    run: () => timed(() => optimizeLanes(plain, { rounds: quick ? 1 : 6 })),
    check: checkLanes,
    remark: ({ lanes }) => `${shown(lengthsOf(lanes.map(({ length }) => length)))}; ${ofProcessor()}`,
  };
  return [certificate, taut].map((c) => c as Case);
}

/** Times of one plan. */
interface Measured {
  readonly n: number;
  readonly graph: number;
  readonly lanes: number;
  readonly map: number;
}

const SIZES = Object.freeze({ full: [10, 100, 1000, 5000], quick: [10, 30] });

function growthCases(n: number, quick: boolean): Case[] {
  const input = `${n} obstacles`;
  let world: World;
  let map: FlowMap;
  const setup = (): void => {
    world = new World(scatterScene(n));
    map = new FlowMap(world);
  };
  const cells = quick ? 100 : 1000;
  const graph: Case<FlowMap> = {
    input,
    name: "critical graph, value, min cut",
    setup,
    run() {
      const built = new FlowMap(world);
      // Distances over the graph are computed when they are first asked for.
      if (!(built.value > 0)) throw new Error("nothing can pass");
      return built;
    },
    check({ value, minCut }) {
      const sum = minCut.reduce((total, { length }) => total + length, 0);
      if (Math.abs(sum - value) > 1e-9 * value)
        throw new Error(`the cut is ${sum} m long, the flow ${value} m`);
    },
    remark: ({ value, minCut, gates }) =>
      `${gates.pieces.bodies} bodies, flow ${value.toFixed(2)} m over ${minCut.length} gates`,
  };
  const lanes: Case<LaneSystem> = {
    input,
    name: `lanes of radius ${RADIUS} m`,
    setup,
    run: () => map.lanes(RADIUS),
    check: checkLanes,
    remark: (system) => {
      const total = system.lanes.reduce((sum, { length }) => sum + length, 0);
      return `${system.lanes.length} lanes, ${(total / 1000).toFixed(2)} km`;
    },
  };
  const raster: Case<ReturnType<FlowMap["raster"]>> = {
    input,
    name: `map, ${cells} x ${cells} cells`,
    setup,
    run: () => map.raster(cells),
    check({ values, width, height, kinds }) {
      if (values.length !== width * height) throw new Error("cells are missing");
      if (!kinds.some((kind) => kind === 3)) throw new Error("nothing is useful");
    },
    remark: ({ usefulShare }) => `${(100 * usefulShare).toFixed(0)} % of the free cells are useful`,
  };
  return [graph, lanes, raster].map((c) => c as Case);
}

/** All sizes in one run, for the exponents. */
function fitCase(sizes: readonly number[], cells: number): Case {
  return {
    input: `growth over ${sizes.join(", ")} obstacles`,
    name: "graph, lanes and map, processor time",
    run: () =>
      sizes.map((n): Measured => {
        const world = new World(scatterScene(n));
        const times = [processorTime()];
        const map = new FlowMap(world);
        const { value } = map;
        times.push(processorTime());
        const system = map.lanes(RADIUS);
        times.push(processorTime());
        const raster = map.raster(cells);
        times.push(processorTime());
        const cut = map.minCut.reduce((sum, { length }) => sum + length, 0);
        if (Math.abs(cut - value) > 1e-9 * value || system.lanes.length !== system.bound)
          throw new Error("a wrong answer");
        if (!(raster.usefulShare > 0)) throw new Error("nothing is useful");
        return { n, graph: times[1] - times[0], lanes: times[2] - times[1], map: times[3] - times[2] };
      }),
    check(measured) {
      if (!(measured as Measured[]).every(({ graph, lanes, map }) => graph > 0 && lanes > 0 && map > 0))
        throw new Error("something took no time");
    },
    remark(measured) {
      const rows = measured as Measured[];
      const exponent = (pick: (m: Measured) => number): string =>
        exponentOf(rows.map((m) => [m.n, pick(m)])).toFixed(2);
      const times = rows.map(
        ({ n, graph, lanes, map }) =>
          `${n}: ${formatTime(graph)} + ${formatTime(lanes)} + ${formatTime(map)}`,
      );
      return `graph grows as n^${exponent((m) => m.graph)}, lanes as n^${exponent((m) => m.lanes)}, map as n^${exponent((m) => m.map)} (${times.join(", ")})`;
    },
  };
}

/** The suite that `npm run bench -- flow` runs. */
export const flow: Suite = {
  name: "flow",
  title: "Max-flow maps and lanes",
  cases(quick) {
    const sizes = SIZES[quick ? "quick" : "full"];
    const scenarios = (Object.keys(PAPER) as (keyof typeof PAPER)[]).slice(0, quick ? 1 : 3);
    return [
      ...scenarios.flatMap((name) => scenarioCases(name, quick)),
      ...stadiumCases(quick),
      ...sizes.flatMap((n) => growthCases(n, quick)),
      fitCase(sizes, quick ? 100 : 1000),
    ];
  },
};
