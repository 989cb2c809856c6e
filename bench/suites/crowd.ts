/**
 * Crowds: avoidance alone, on the workloads that RVO2 is measured with, beside a straightforward ORCA in TypeScript; and the
 * memory of people who come and go. Whole simulations are in `crowd-whole`.
 *
 * RVO2 itself cannot be fetched here. Its figures of the same disc, 0.54 million agent-steps per second on one core and
 * a least distance of 0.21 m, were measured elsewhere on this kind of machine, and are no row here.
 */

import { Threads } from "../../src/crowd/index.js";
import { allModels, DEFAULT, Engine, type Habit, ORCA } from "../../src/crowd/internal.js";
import { Simulation } from "../../src/simulation/index.js";
import { type PlainAgent, plainStep } from "../../test/support/plain-orca.js";
import type { Case, Suite } from "../harness.js";
import { hall } from "./crowd-whole.js";

const STEP = 0.1;
const BODY = { radius: 0.25, top: 1.3, habit: ORCA };

type Place = readonly [number, number];

/** Everyone stands on a circle and goes to the other side. */
function circle(count: number): Place[] {
  // A gap of 1 m between neighbours: the circle grows with the crowd.
  const radius = count / (2 * Math.PI);
  return Array.from({ length: count }, (_, i): Place => {
    const angle = (2 * Math.PI * i) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** A disc of people 1 m apart, each to the opposite place. */
function disc(radius: number): Place[] {
  const places: Place[] = [];
  for (let x = -radius; x <= radius; x++) {
    for (let y = -radius; y <= radius; y++) if (x * x + y * y <= radius * radius) places.push([x, y]);
  }
  return places;
}

/** What a run of avoidance came to. */
interface Crossing {
  readonly steps: number;
  readonly arrived: number;
  /** Least distance between two centres, in metres. */
  readonly least: number;
}

/** Wishes of everyone: to the opposite place at full speed, less for the last step; how many are there. */
function wishes(engine: Engine, places: readonly Place[]): number {
  const { x, y, wishX, wishY } = engine.agents;
  let there = 0;
  for (let i = 0; i < engine.count; i++) {
    const dx = -places[i][0] - x[i];
    const dy = -places[i][1] - y[i];
    const d = Math.sqrt(dx * dx + dy * dy);
    if (d < 0.3) there++;
    const scale = d > BODY.top * STEP ? BODY.top / d : 1 / STEP;
    wishX[i] = dx * scale;
    wishY[i] = dy * scale;
  }
  return there;
}

/** Until everyone has crossed, or so many steps; `watch` sees the crowd before each. */
function cross(
  engine: Engine,
  places: readonly Place[],
  most: number,
  watch: (step: number) => void = () => {},
): Crossing {
  const { x, y, vx, vy, stuck } = engine.agents;
  places.forEach(([px, py], i) => {
    x[i] = px;
    y[i] = py;
    vx[i] = vy[i] = stuck[i] = 0;
  });
  let deepest = 0;
  for (let steps = 0; ; steps++) {
    const arrived = wishes(engine, places);
    if (arrived === places.length || steps === most)
      return { steps, arrived, least: 2 * BODY.radius - deepest };
    watch(steps);
    engine.step(STEP, steps * STEP);
    deepest = Math.max(deepest, engine.touches.deepest);
  }
}

/** An engine with everyone in it. */
function crowdOf(places: readonly Place[], threads: number, habit: Habit = ORCA): Engine {
  const engine = new Engine({ threads: new Threads(threads), models: allModels() });
  places.forEach(([x, y], i) => {
    engine.add(i, { x, y, ...BODY, habit });
  });
  return engine;
}

function oursCase(input: string, places: readonly Place[], threads: number, most: number): Case<Crossing> {
  let engine: Engine;
  let last: Crossing = { steps: 0, arrived: 0, least: 0 };
  return {
    input,
    name: `Wayfield, ${threads} thread${threads > 1 ? "s" : ""}`,
    setup() {
      engine = crowdOf(places, threads);
    },
    run() {
      const began = performance.now();
      last = cross(engine, places, most);
      elapsed = performance.now() - began;
      return last;
    },
    check({ steps, arrived, least }) {
      if (steps < most && arrived < places.length)
        throw new Error(`${places.length - arrived} did not arrive`);
      if (least < 0.45) throw new Error(`two came to ${least.toFixed(3)} m of each other`);
    },
    ownTimes: ({ steps }) => [elapsed / (steps * places.length)],
    remark({ steps, arrived, least }) {
      const rate = (steps * places.length) / elapsed / 1000;
      return `${rate.toFixed(2)} M agent-steps/s; ${arrived} of ${places.length} across in ${steps} steps, never nearer than ${least.toFixed(3)} m`;
    },
  };
}
let elapsed = 0;

/** People of the default model for so many steps: they keep a headway, and take far longer to cross. */
function defaultCase(input: string, places: readonly Place[], steps: number): Case<Crossing> {
  let engine: Engine;
  return {
    input,
    name: `Wayfield, 1 thread, model default, ${steps} steps`,
    setup() {
      engine = crowdOf(places, 1, DEFAULT);
    },
    run() {
      const began = performance.now();
      const last = cross(engine, places, steps);
      elapsed = performance.now() - began;
      return last;
    },
    check({ least }) {
      if (!(least > 0)) throw new Error("two stand in one place");
    },
    ownTimes: ({ steps: walked }) => [elapsed / (walked * places.length)],
    remark({ steps: walked }) {
      return `${((walked * places.length) / elapsed / 1000).toFixed(2)} M agent-steps/s`;
    },
  };
}

/** Moments of a crossing that the baseline walks through: each costs it about as long as a second of ours. */
const MOMENTS = 8;

/** A crossing's crowd at moments spread evenly over it. */
function momentsOf(places: readonly Place[], most: number): PlainAgent[][] {
  const engine = crowdOf(places, 1);
  let moments: PlainAgent[][] = [];
  let every = 1;
  cross(engine, places, most, (step) => {
    if (step % every !== 0) return;
    const { x, y, vx, vy, wishX, wishY } = engine.agents;
    moments.push(
      places.map((_, i) => ({
        position: { x: x[i], y: y[i] },
        velocity: { x: vx[i], y: vy[i] },
        wish: { x: wishX[i], y: wishY[i] },
        radius: BODY.radius,
        top: BODY.top,
      })),
    );
    if (moments.length < 2 * MOMENTS) return;
    moments = moments.filter((_, k) => k % 2 === 0);
    every *= 2;
  });
  return moments;
}

/** The oracle: one step from each of a few moments of the same crossing, as dense as it is then. */
function plainCase(input: string, places: readonly Place[], most: number): Case<readonly PlainAgent[][]> {
  const { horizon, neighbours, range } = ORCA;
  let moments: PlainAgent[][] = [];
  let spent = 0;
  return {
    input,
    name: "straightforward ORCA",
    role: "baseline",
    setup() {
      moments = momentsOf(places, most);
    },
    run() {
      const crowds = moments.map((agents) => agents.map((agent) => ({ ...agent })));
      const began = performance.now();
      for (const agents of crowds) plainStep(agents, STEP, { horizon, neighbours, range, overlapTime: STEP });
      spent = performance.now() - began;
      return crowds;
    },
    check(crowds) {
      const isSomewhere = ({ position: { x, y } }: PlainAgent): boolean => Number.isFinite(x + y);
      if (!crowds.every((agents) => agents.every(isSomewhere))) throw new Error("not a number");
    },
    ownTimes: () => [spent / (moments.length * places.length)],
    remark: () => `one step from each of ${moments.length} moments of the crossing`,
  };
}

/** People coming and going for a long time: memory must not grow. Megabytes after each quarter. */
function hourCase(seconds: number): Case<{ quarters: number[]; arrived: number }> {
  return {
    input: `${seconds} s of coming and going`,
    name: "simulation by path maps",
    run() {
      const scene = hall(100);
      const [spawn] = scene.spawns!;
      const simulation = new Simulation(
        { ...scene, spawns: [{ ...spawn, count: 10_000_000, rate: 5 }] },
        { step: STEP, duration: seconds, model: "orca", arrival: "touch" },
      );
      const used = (): number => {
        globalThis.gc?.();
        const { heapUsed, arrayBuffers } = process.memoryUsage();
        return (heapUsed + arrayBuffers) / 2 ** 20;
      };
      const quarters: number[] = [];
      for (let quarter = 1; quarter <= 4; quarter++) {
        while (simulation.time < (quarter * seconds) / 4 - 1e-9) simulation.advance();
        quarters.push(used());
      }
      return { quarters, arrived: simulation.crowd.arrived };
    },
    check({ quarters, arrived }) {
      if (arrived < 3 * seconds) throw new Error(`only ${arrived} arrived`);
      const [first, , , last] = quarters;
      // Without a forced collection the heap swings by some megabytes.
      if (last > first + 24) throw new Error(`memory grew from ${first.toFixed(0)} to ${last.toFixed(0)} MB`);
    },
    remark: ({ quarters, arrived }) =>
      `${arrived} arrived; ${quarters.map((mb) => mb.toFixed(1)).join(", ")} MB after each quarter`,
  };
}

/** All benchmarks of crowds. */
export const crowd: Suite = {
  name: "crowd",
  title: "Crowds: avoidance alone, and memory over an hour",
  cases(quick) {
    const circles = quick ? [40] : [250, 1000, 5000];
    const radius = quick ? 5 : 18;
    const dense = disc(radius);
    const denseName = `dense disc of ${dense.length}`;
    return [
      ...circles.flatMap((count) => {
        const input = `circle of ${count}`;
        const places = circle(count);
        // A circle of 5,000 takes 20 minutes to cross: its first 300 steps.
        const steps = quick ? 20 : count > 1000 ? 300 : 20_000;
        return [
          plainCase(input, places, steps),
          ...[1, 2].map((threads) => oursCase(input, places, threads, steps)),
        ];
      }),
      plainCase(denseName, dense, quick ? 30 : 20_000),
      ...[1, 2].map((threads) => oursCase(denseName, dense, threads, quick ? 30 : 20_000)),
      defaultCase(denseName, dense, quick ? 30 : 300),
      hourCase(quick ? 20 : 3600),
    ] as Case[];
  },
};
