/**
 * The whole step of local maps, on the CPU and on a graphics adapter: figure 9 of Fischer, Silveira and Nedel (2009), agents over
 * time for maps of 11, 16 and 21 cells. Everybody looks around at once: maps are drawn, relaxed 30 times, and turned into a step.
 */
import { Crowding, type Scenery, type Thinker, type Thought } from "../../src/crowd/index.js";
import type { Point } from "../../src/geometry/index.js";
import { type Gpu, openGpu } from "../../src/gpu/index.js";
import type { Guide } from "../../src/guide.js";
import { Random } from "../../src/numerics/index.js";
import { GpuLocalMaps } from "../../src/potential/index.js";
import { LocalMapWalking } from "../../src/simulation/index.js";
import { World } from "../../src/world/index.js";
import { type Case, type Suite, Unavailable } from "../harness.js";

/** Timed steps on the adapter, after one that compiles. */
const STEPS = 5;

/** A crowd in a hall with pillars, half a person per m2, all heading east. */
interface Scene {
  readonly people: readonly Thinker[];
  readonly scenery: Scenery;
}

function sceneOf(count: number): Scene {
  const random = new Random(count);
  const side = Math.max(20, Math.sqrt(2 * count));
  const pillars: Point[] = [];
  for (let x = 4; x < side - 4; x += 6) for (let y = 4; y < side - 4; y += 6) pillars.push([x, y]);
  const square = (x: number, y: number, width: number): [number, number][] => [
    [x, y],
    [x + width, y],
    [x + width, y + width],
    [x, y + width],
  ];
  const world = new World({
    boundary: square(0, 0, side),
    obstacles: pillars.map(([x, y]) => ({ polygon: square(x, y, 1) })),
  });
  const along = (): Float64Array => Float64Array.from({ length: count }, () => random.between(1, side - 1));
  const [x, y] = [along(), along()];
  // Nobody asks for it: the way is known.
  const guide = null as unknown as Guide;
  const people = Array.from(
    x,
    (_, slot): Thinker => ({
      id: slot,
      slot,
      position: [x[slot], y[slot]],
      facing: [1, 0],
      radius: 0.25,
      age: 1,
      world,
      guide,
      way: [1, 0],
      goal: [side, y[slot]],
    }),
  );
  const crowding = new Crowding(count, x, y, new Float64Array(count).fill(0.25));
  return { people, scenery: { world, seed: 1, people: crowding } };
}

/** The adapter's steps, and how long each took. */
interface OnAdapter {
  readonly thoughts: readonly Thought[];
  readonly times: readonly number[];
  readonly adapter: string;
}

/** The adapter of the development package, if it loads on this system and finds one. */
async function adapter(): Promise<Gpu> {
  const dawn = await import("webgpu").then(
    ({ create }) => create([]),
    () => null,
  );
  const gpu = await openGpu(dawn);
  if (!gpu) throw new Unavailable("no WebGPU adapter");
  return gpu;
}

async function onAdapter({ people, scenery }: Scene, size: number): Promise<OnAdapter> {
  const gpu = await adapter();
  const maps = new GpuLocalMaps(gpu);
  const manner = new LocalMapWalking({ localMap: { size }, gpu: maps });
  try {
    let thoughts = await manner.thinkAsync(people, scenery);
    const times: number[] = [];
    for (let k = 0; k < STEPS; k++) {
      const started = performance.now();
      thoughts = await manner.thinkAsync(people, scenery);
      times.push(performance.now() - started);
    }
    return { thoughts, times, adapter: gpu.name };
  } finally {
    maps.close();
    // An open device keeps the process alive.
    gpu.device.destroy();
  }
}

function casesOf(size: number, count: number): Case[] {
  const input = `${size} x ${size}, ${count} agents`;
  // Made when first wanted: listings call this, too.
  let made: Scene | undefined;
  const scene = (): Scene => (made ??= sceneOf(count));
  const onCpu = (): Thought[] => {
    const { people, scenery } = scene();
    return new LocalMapWalking({ localMap: { size } }).think(people, scenery);
  };
  let known: Thought[] | undefined;
  const check = (thoughts: readonly Thought[]): void => {
    known ??= onCpu();
    const off = thoughts.findIndex(
      ({ facing: [x, y] }, k) => !(Math.hypot(x - known![k].facing[0], y - known![k].facing[1]) < 1e-3),
    );
    if (off >= 0)
      throw new Error(`agent ${off} heads ${thoughts[off].facing} instead of ${known[off].facing}`);
  };
  const cpu: Case<Thought[]> = {
    input,
    name: "CPU, vectors on one core",
    role: "baseline",
    run: onCpu,
    check(thoughts) {
      if (thoughts.length !== count) throw new Error(`${thoughts.length} thoughts of ${count} agents`);
    },
  };
  const gpu: Case<OnAdapter> = {
    input,
    name: "graphics adapter",
    once: true,
    run: () => onAdapter(scene(), size),
    ownTimes: ({ times }) => times,
    check: ({ thoughts }) => check(thoughts),
    remark: ({ adapter: name }) => `on ${name}`,
  };
  return [cpu, gpu] as Case[];
}

/** The suite. */
export const potentialGpu: Suite = {
  name: "potential-gpu",
  title: "Local maps on the CPU and on a graphics adapter: time per step (figure 9)",
  cases: (quick) =>
    (quick ? [11] : [11, 16, 21]).flatMap((size) =>
      (quick ? [10] : [10, 50, 100, 250, 500]).flatMap((count) => casesOf(size, count)),
    ),
};
