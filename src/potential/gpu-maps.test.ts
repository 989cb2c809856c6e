/** The whole step on a device against one map at a time on the CPU, and against closed forms. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { nodeGpu } from "../../cli/gpu.js";
import { findSoftwareVulkan } from "../../scripts/find-vulkan.js";
import type { Point } from "../geometry/index.js";
import { type Gpu, openGpu } from "../gpu/index.js";
import { Random } from "../numerics/index.js";
import { World } from "../world/index.js";
import { HARMONIC } from "./equation.js";
import type { Looker, PeopleColumns } from "./gpu-attributes.js";
import { GpuLocalMaps, type LocalMapOrder } from "./gpu-maps.js";
import { LocalMap, type LocalMapOptions } from "./local-map.js";
import { staticMap } from "./wall-cells.js";

let gpu: Gpu;

beforeAll(async () => {
  process.env.VK_ICD_FILENAMES ??= findSoftwareVulkan() ?? "";
  const opened = await openGpu(await nodeGpu());
  expect(opened, "a WebGPU adapter is needed: Debian's packages chromium and libvulkan1").not.toBeNull();
  gpu = opened!;
});

/** The same step on the CPU: `LocalMap` for one after the other. */
function onCpu({ world, people, lookers, layout }: LocalMapOrder): number[] {
  const map = new LocalMap(layout);
  return lookers.flatMap(({ slot, facing, way, goal, reach, bend }) => {
    const radius = people.radius[slot];
    const cells = staticMap(world, radius);
    const others = Array.from({ length: people.count }, (_, j) => j)
      .filter((j) => j !== slot)
      .map((j) => ({ position: [people.x[j], people.y[j]] as Point, radius: people.radius[j] }));
    map.look([people.x[slot], people.y[slot]], facing, radius, {
      isWall: (x, y) => cells.isWall(x, y),
      others,
      way,
      goal,
      reach,
    });
    map.relax(bend);
    return map.gradient();
  });
}

/** A hall far from the origin, with blocks. */
function hall(random: Random, side: number, blocks: number): World {
  const [x, y] = [random.between(-900, 900), random.between(-900, 900)];
  const obstacles = Array.from({ length: blocks }, () => {
    const [left, low] = [x + random.between(1, side - 4), y + random.between(1, side - 4)];
    const [w, h] = [random.between(0.3, 3), random.between(0.3, 3)];
    return {
      polygon: [
        [left, low],
        [left + w, low],
        [left + w, low + h],
        [left, low + h],
      ] as [number, number][],
    };
  });
  const boundary: [number, number][] = [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ];
  return new World({ boundary, obstacles });
}

const unit = (angle: number): Point => [Math.cos(angle), Math.sin(angle)];

/** A step with everything random: who looks, where to, whose goals are near, far, underfoot or none. */
function randomOrder(seed: number, count: number, lookers: number, layout: LocalMapOptions): LocalMapOrder {
  const random = new Random(seed);
  const side = Math.max(12, Math.sqrt(3 * count));
  const world = hall(random, side, Math.ceil(side / 3));
  const { minX, minY, maxX, maxY } = world.bounds;
  const radii = [0.2, 0.25, 0.3];
  const people: PeopleColumns = {
    count,
    x: Float64Array.from({ length: count }, () => random.between(minX, maxX)),
    y: Float64Array.from({ length: count }, () => random.between(minY, maxY)),
    radius: Float64Array.from({ length: count }, () => radii[random.below(3)]),
  };
  const angle = (): number => random.between(-Math.PI, Math.PI);
  const looker = (): Looker => {
    const slot = random.below(count);
    const goals: (Point | null)[] = [
      null,
      [people.x[slot] + random.between(-3, 3), people.y[slot] + random.between(-3, 3)],
      [random.between(minX, maxX), random.between(minY, maxY)],
      [people.x[slot], people.y[slot]],
      // Where somebody else stands, if there is anybody.
      [people.x[(slot + 1) % count], people.y[(slot + 1) % count]],
    ];
    return {
      slot,
      facing: unit(angle()),
      way: random.below(5) === 0 ? null : unit(angle()),
      goal: goals[random.below(goals.length)],
      reach: random.below(2) === 0 ? 0 : 0.4,
      bend: { epsilon: random.between(0, 0.9), vector: [random.between(-1, 1), random.between(-1, 1)] },
    };
  };
  return {
    world,
    people,
    lookers: Array.from({ length: lookers }, looker),
    layout: new LocalMap(layout).options,
  };
}

/** u is at most 1, and a relaxation averages. */
const ROUNDING = 2e-6;

/** Every gradient is that of the CPU within rounding, and points the same way within a thousandth of a radian. */
function expectSame(given: Float32Array, order: LocalMapOrder): void {
  const exact = onCpu(order);
  expect(given.length).toBe(exact.length);
  for (let i = 0; i < exact.length; i += 2) {
    const apart = Math.hypot(given[i] - exact[i], given[i + 1] - exact[i + 1]);
    const most = Math.min(ROUNDING, 1e-9 + 1e-3 * Math.hypot(exact[i], exact[i + 1]));
    if (!(apart <= most)) expect([given[i], given[i + 1]]).toEqual([exact[i], exact[i + 1]]);
  }
}

describe("a step on the device is the CPU's, within the rounding of single precision", () => {
  test.each([
    [1, 8, 1, 1],
    [2, 8, 1000, 200],
    [3, 9, 20, 20],
    [4, 11, 60, 40],
    [5, 15, 200, 60],
    [6, 16, 200, 60],
    [7, 21, 100, 20],
    [8, 32, 60, 10],
    [9, 47, 40, 4],
    [10, 64, 40, 4],
  ])("seed %i, %i cells along a side, %i people, %i of them look", async (seed, size, count, lookers) => {
    const maps = new GpuLocalMaps(gpu);
    for (const view of ["full", (2 * Math.PI) / 3] as const) {
      const layout = { size, cell: 0.4, relaxations: 3 * size, view, project: view === "full" };
      const order = randomOrder(seed, count, lookers, layout);
      expectSame(await maps.ask(order), order);
    }
    maps.close();
  });

  test.each([8, 15])(
    "with the field in the workgroup's memory, as real adapters have it: %i cells",
    async (size) => {
      const maps = new GpuLocalMaps({ ...gpu, software: false });
      const order = randomOrder(size, 40, 20, { size, relaxations: 40 });
      expectSame(await maps.ask(order), order);
      maps.close();
    },
  );
});

/** An empty hall of 40 x 40 m, with people at some places. */
function inHall(places: readonly Point[], looker: Partial<Looker>, layout: LocalMapOptions): LocalMapOrder {
  const boundary: [number, number][] = [
    [0, 0],
    [40, 0],
    [40, 40],
    [0, 40],
  ];
  return {
    world: new World({ boundary }),
    people: {
      count: places.length,
      x: Float64Array.from(places, ([x]) => x),
      y: Float64Array.from(places, ([, y]) => y),
      radius: new Float64Array(places.length).fill(0.25),
    },
    lookers: [{ slot: 0, facing: [1, 0], way: null, goal: null, reach: 0, bend: HARMONIC, ...looker }],
    layout: new LocalMap(layout).options,
  };
}

describe("single maps", () => {
  let maps: GpuLocalMaps;
  beforeAll(() => {
    maps = new GpuLocalMaps(gpu);
  });

  test.each([9, 15, 16, 21])(
    "%i cells, nobody near: the closed form of a square with one open door",
    async (size) => {
      // Discrete Laplace equation on m x m cells, 1 on three cells of the right border: a sum of sines.
      const m = size - 2;
      const own = (size - 1) >> 1;
      const u = (x: number, y: number): number => {
        let sum = 0;
        for (let k = 1; k <= m; k++) {
          const angle = (k * Math.PI) / (m + 1);
          const grows = Math.acosh(2 - Math.cos(angle));
          const share = Math.sinh(grows * x) / Math.sinh(grows * (m + 1));
          for (const row of [own - 1, own, own + 1]) {
            sum += (2 / (m + 1)) * Math.sin(angle * row) * Math.sin(angle * y) * share;
          }
        }
        return sum;
      };
      const order = inHall([[20, 20]], { way: [1, 0] }, { size, cell: 0.5, relaxations: 2000 });
      const [gx, gy] = await maps.ask(order);
      expect(gx).toBeCloseTo((u(own + 1, own) - u(own - 1, own)) / 2, 5);
      expect(gy).toBeCloseTo((u(own, own + 1) - u(own, own - 1)) / 2, 5);
      if (size % 2 === 1) expect(Math.abs(gy)).toBeLessThan(1e-7);
    },
  );

  test("somebody who stands on the goal does not wipe it out: obstacles come before goals", async () => {
    const order = inHall(
      [
        [20, 20],
        [22, 20],
      ],
      { goal: [22, 20] },
      { relaxations: 200 },
    );
    const [gx, gy] = await maps.ask(order);
    expect(gx).toBeGreaterThan(1e-3);
    expect(Math.abs(gy)).toBeLessThan(1e-6);
  });

  test("on the goal itself, the way decides; without one, nothing does", async () => {
    const here = inHall([[20, 20]], { goal: [20, 20], way: [0, 1] }, { relaxations: 200 });
    const [gx, gy] = await maps.ask(here);
    expect(gy).toBeGreaterThan(1e-3);
    expect(Math.abs(gx)).toBeLessThan(1e-6);
    expect([...(await maps.ask(inHall([[20, 20]], { goal: [20, 20] }, {})))]).toEqual([0, 0]);
  });

  test("boxed in by everybody: no gradient at all", async () => {
    const ring = Array.from({ length: 40 }, (_, k): Point => {
      const [x, y] = unit((2 * Math.PI * k) / 40);
      return [20 + 1.5 * x, 20 + 1.5 * y];
    });
    const order = inHall([[20, 20], ...ring], { way: [1, 0] }, { relaxations: 300 });
    expect([...(await maps.ask(order))]).toEqual([0, 0]);
  });
});

describe("what goes to the device and back", () => {
  /** Counts calls of a device while something runs. */
  async function counted(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const { device } = gpu;
    const spies = {
      compiled: vi.spyOn(device, "createComputePipelineAsync"),
      written: vi.spyOn(device.queue, "writeBuffer"),
      submitted: vi.spyOn(device.queue, "submit"),
      made: vi.spyOn(device, "createBuffer"),
    };
    await work();
    const counts = Object.entries(spies).map(([name, spy]) => [name, spy.mock.calls.length]);
    for (const spy of Object.values(spies)) spy.mockRestore();
    return Object.fromEntries(counts);
  }

  test("orders of one step, of several sizes: attributes once, one submission; the static map stays", async () => {
    const maps = new GpuLocalMaps(gpu);
    const one = randomOrder(11, 30, 10, { size: 11 });
    const other: LocalMapOrder = { ...one, layout: new LocalMap({ size: 16, cell: 0.3 }).options };
    const both = async (): Promise<void> => {
      const [a, b] = await Promise.all([maps.ask(one), maps.ask(other)]);
      expectSame(a, one);
      expectSame(b, other);
    };
    const first = await counted(both);
    const radii = new Set(one.lookers.map(({ slot }) => one.people.radius[slot])).size;
    // The static map of each radius, the attributes and the parameters of the dispatches.
    expect(first).toMatchObject({ written: radii + 2, submitted: 1 });
    const second = await counted(both);
    expect(second).toEqual({ compiled: 0, written: 2, submitted: 1, made: 0 });
    maps.close();
  });

  test("another world takes the place of the one before, also while a step is under way", async () => {
    const maps = new GpuLocalMaps(gpu);
    const orders = [12, 13, 12].map((seed) => randomOrder(seed, 20, 10, { size: 9 }));
    const results = await Promise.all(orders.map((order) => maps.ask(order)));
    results.forEach((result, k) => {
      expectSame(result, orders[k]);
    });
    expect([...results[2]]).toEqual([...results[0]]);
    expect(await maps.ask({ ...orders[0], lookers: [] })).toHaveLength(0);
    maps.close();
  });

  test("a device that is lost is one line, not a wait for ever", async () => {
    const own = (await openGpu(await nodeGpu()))!;
    const maps = new GpuLocalMaps(own);
    own.device.destroy();
    await own.device.lost;
    await expect(maps.ask(randomOrder(14, 3, 1, { size: 8 }))).rejects.toThrow(
      /^WebGPU: the device was lost/,
    );
  });
});
