/**
 * Rasters of whole scenes on a software adapter: a radius, barriers and weights, against the exact maps on the CPU, which
 * share no code with the kernels, and against closed forms.
 */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { nodeGpu } from "../../cli/gpu.js";
import { findSoftwareVulkan } from "../../scripts/find-vulkan.js";
import { randomPlan } from "../../test/support/random-plans.js";
import { worldOf } from "../../test/support/worlds.js";
import { InputError } from "../errors.js";
import type { Point, Segment } from "../geometry/index.js";
import type { Gpu } from "../gpu/index.js";
import { openGpu } from "../gpu/index.js";
import { Random } from "../numerics/index.js";
import { builtinScene } from "../scenes/index.js";
import { World } from "../world/index.js";
import type { Barrier } from "./barriers.js";
import { type GpuRasterOptions, gpuRaster } from "./gpu-raster.js";
import { PathMap } from "./pathmap.js";
import { WeightedPathMap } from "./weighted.js";

let gpu: Gpu;
beforeAll(async () => {
  const driver = findSoftwareVulkan();
  if (driver) Object.assign(process.env, { VK_ICD_FILENAMES: driver, VK_DRIVER_FILES: driver });
  const opened = await openGpu(await nodeGpu());
  if (!opened) throw new Error("no WebGPU adapter: Debian's package chromium is needed");
  gpu = opened;
});

/** Allowed error as a share of the scene's greatest side, or of the cost where that is greater. */
const TOLERANCE = 1e-6;
/** Nearer than this share of that side to a line at which costs jump, either side of it may be right. */
const ON_LINE = 2 ** -19;

/** Holds every cell against the exact map; returns how many are reached. */
async function check(world: World, options: GpuRasterOptions): Promise<number> {
  const { goals, radius, barriers, weights = world.scene.weights ?? [] } = options;
  const raster = await gpuRaster(gpu.device, world, options);
  const map =
    weights.length > 0
      ? new WeightedPathMap(world, { goals, radius, barriers, weights })
      : new PathMap(world, { goals, radius, barriers });
  const { width, height, cell, origin, distances } = raster;
  const side = Math.max(width, height) * cell;
  // A rounding of a barrier's place costs as much as its weight makes of it.
  const most = (barriers ?? world.scene.barriers ?? []).reduce((product, { weight }) => product * weight, 1);
  const wrong: string[] = [];
  let reached = 0;
  for (let i = 0; i < distances.length; i++) {
    const p: Point = [
      origin[0] + ((i % width) + 0.5) * cell,
      origin[1] + (Math.floor(i / width) + 0.5) * cell,
    ];
    const space = map instanceof PathMap ? map.space : null;
    const found = distances[i];
    if (Number.isNaN(found)) {
      if (space ? space.contains(p) : map.cost(p) !== null) wrong.push(`${p}: not free`);
      continue;
    }
    const isRight = (q: Point): boolean => {
      const exact = map.cost(q) ?? Infinity;
      return found === exact || Math.abs(found - exact) <= TOLERANCE * most * Math.max(side, exact);
    };
    const h = ON_LINE * side;
    const around: Point[] = [
      [p[0] + h, p[1]],
      [p[0] - h, p[1]],
      [p[0], p[1] + h],
      [p[0], p[1] - h],
    ];
    if (!isRight(p) && !(most > 1 && around.some(isRight))) wrong.push(`${p}: ${found}, not ${map.cost(p)}`);
    if (found < Infinity) reached++;
  }
  expect(wrong).toEqual([]);
  expect(raster.reachable).toBeCloseTo(reached / distances.filter((d) => !Number.isNaN(d)).length, 12);
  return reached;
}

const box = (x1: number, y1: number, x2: number, y2: number): [number, number][] => [
  [x1, y1],
  [x2, y1],
  [x2, y2],
  [x1, y2],
];
const hall = new World({
  boundary: box(0, 0, 40, 20),
  obstacles: [{ polygon: box(15, 0, 25, 8) }, { polygon: box(15, 10, 25, 17) }, { point: [9, 9] }],
  goals: {
    exit: {
      segments: [
        [
          [40, 8],
          [40, 10],
        ],
      ],
    },
    middle: { points: [[30, 3]] },
  },
});
const across: Barrier = {
  segment: [
    [20, 8],
    [20, 10],
  ],
  weight: 1.5,
};

describe("closed forms", () => {
  const room = new World({
    boundary: box(0, 0, 12, 8),
    obstacles: [
      {
        segment: [
          [6, 0],
          [6, 5],
        ],
      },
    ],
  });
  const at = (distances: Float32Array, width: number, column: number, row: number): number =>
    distances[row * width + column];

  test("a barrier: the part of a leg past it costs its weight", async () => {
    const open = new World({ boundary: box(0, 0, 12, 8) });
    const barriers = [
      {
        segment: [
          [6, 0],
          [6, 8],
        ] as Segment,
        weight: 3,
      },
    ];
    const { distances, width } = await gpuRaster(gpu.device, open, {
      goals: [{ point: [0.5, 4.5] }],
      size: 12,
      barriers,
    });
    // Level with the goal: 5.5 m before the barrier, and three times what lies past it, or less by way of a corner.
    expect(at(distances, width, 4, 4)).toBeCloseTo(4, 5);
    expect(at(distances, width, 9, 4)).toBeCloseTo(5.5 + 3 * 3.5, 4);
  });

  test("a radius: around the end of a wall, two tangents and an arc, up to 1/500 of the radius", async () => {
    const r = 1;
    const { distances, width } = await gpuRaster(gpu.device, room, {
      goals: [{ point: [3.5, 2.5] }],
      size: 12,
      radius: r,
    });
    // Symmetric about the wall: from (3.5, 2.5) over a circle about (6, 5) to (8.5, 2.5).
    const away = Math.hypot(2.5, 2.5);
    const tangent = Math.sqrt(away * away - r * r);
    const arc = 2 * Math.PI - Math.PI / 2 - 2 * Math.acos(r / away);
    const exact = 2 * tangent + r * arc;
    expect(at(distances, width, 8, 2)).toBeGreaterThan(exact - 1e-4);
    expect(at(distances, width, 8, 2)).toBeLessThan(exact * 1.003);
    // Nearer to a wall than the radius, nobody's centre is.
    expect(at(distances, width, 0, 2)).toBeNaN();
  });

  test("a weight: on foot to the vertex, and faster from there on", async () => {
    const weights = [{ vertex: [6, 5] as Point, speed: 4 }];
    const { distances, width, weighted } = await gpuRaster(gpu.device, room, {
      goals: [{ point: [11.5, 2.5] }],
      size: 12,
      weights,
    });
    const ride = Math.hypot(5.5, 2.5) / 4;
    expect(at(distances, width, 1, 2)).toBeCloseTo(Math.hypot(4.5, 2.5) + ride, 5);
    expect(weighted![2 * width + 1]).toBe(1);
    // Beside the goal nobody walks back for it.
    expect(at(distances, width, 10, 2)).toBeCloseTo(1, 5);
    expect(weighted![2 * width + 10]).toBe(0);
  });
});

describe("every cell is the exact map's", () => {
  test.each<[string, Partial<GpuRasterOptions>]>([
    ["a radius", { radius: 0.4 }],
    ["a radius that closes the passage", { radius: 1.1 }],
    ["a barrier across the passage", { barriers: [across] }],
    ["a barrier that carries", { barriers: [{ ...across, carries: true }] }],
    ["a barrier with its dearer side to the left", { barriers: [{ ...across, side: "left" }] }],
    ["a barrier with its dearer side to the right", { barriers: [{ ...across, side: "right" }] }],
    [
      "barriers one behind the other, crossing, with ends in the open",
      {
        barriers: [
          across,
          {
            segment: [
              [16, 8],
              [16, 10],
            ],
            weight: 2,
            carries: true,
          },
          {
            segment: [
              [30, 2],
              [34, 15],
            ],
            weight: 1.25,
          },
          {
            segment: [
              [28, 12],
              [37, 6],
            ],
            weight: 3,
            carries: true,
          },
        ],
      },
    ],
    ["a radius and a barrier", { radius: 0.5, barriers: [across] }],
    [
      "weights",
      {
        weights: [
          { vertex: [25, 17], speed: 2 },
          { vertex: [15, 8], speed: 3 },
        ],
      },
    ],
    [
      "weights, a radius and a barrier",
      {
        radius: 0.3,
        weights: [
          { vertex: [25, 17], speed: 2 },
          { vertex: [15, 8], speed: 3 },
        ],
        barriers: [{ ...across, carries: true }],
      },
    ],
  ])("%s", async (_, more) => {
    expect(await check(hall, { goals: ["exit"], size: 60, ...more })).toBeGreaterThan(300);
    expect(
      await check(hall, {
        goals: [
          "middle",
          {
            segment: [
              [2, 2],
              [5, 9],
            ],
          },
        ],
        size: 41,
        ...more,
      }),
    ).toBeGreaterThan(200);
  });

  test.each([
    ["evacuation", 80, 0.25],
    ["bottleneck", 50, 0.2],
    ["transport", 60, 0],
    ["transport", 60, 0.3],
  ])("of the built-in %s, %i cells, radius %f", async (name, size, radius) => {
    const world = new World(builtinScene(name));
    expect(await check(world, { goals: [world.goalNames[0]], size, radius })).toBeGreaterThan(500);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    "of random plans full of touching walls, with barriers and weights, seed %i",
    async (seed) => {
      const random = new Random(100 + seed);
      let compared = 0;
      for (let k = 0; k < 6; k++) {
        const plan = randomPlan(random, 8);
        const world = worldOf(plan);
        const goal = plan.point();
        const barriers = Array.from(
          { length: 1 + random.below(3) },
          (): Barrier => ({
            segment: [plan.point(), plan.point()],
            weight: 1 + random.below(4) / 2,
            ...(random.below(3) === 0 && { side: random.below(2) ? ("left" as const) : ("right" as const) }),
            carries: random.below(2) === 0,
          }),
        ).filter(({ segment: [a, b] }) => String(a) !== String(b));
        const vertex = plan.point();
        if (!world?.contains(goal) || world.space.sectorsAt(vertex) !== 1) continue;
        const weights = random.below(2) ? [{ vertex, speed: 1 + random.below(3) }] : [];
        compared += await check(world, { goals: [{ point: goal }], size: 19, barriers, weights });
      }
      expect(compared).toBeGreaterThan(200);
    },
  );
});

test("many barriers that carry need more ways per corner than there is room for at first", async () => {
  const scopes = vi.spyOn(gpu.device, "pushErrorScope");
  // Gates in a row, each with a dear way and a cheap one round it: a way for every set of gates passed.
  const obstacles = Array.from({ length: 6 }, (_, i) => ({ polygon: box(4 + 5 * i, 2, 5 + 5 * i, 8) }));
  const world = new World({ boundary: box(0, 0, 36, 10), obstacles });
  const barriers = obstacles.map(
    (_, i): Barrier => ({
      segment: [
        [4.5 + 5 * i, 8],
        [4.5 + 5 * i, 10],
      ],
      weight: 1 + 0.01 * (i + 1),
      carries: true,
    }),
  );
  expect(await check(world, { goals: [{ point: [1, 9.5] }], size: 36, barriers })).toBeGreaterThan(200);
  // Two scopes per try.
  expect(scopes.mock.calls.length).toBeGreaterThan(2);
  scopes.mockRestore();
});

test("what the exact maps refuse is refused in the same words", async () => {
  const refusal = async (options: Partial<GpuRasterOptions>): Promise<string> => {
    const error = await gpuRaster(gpu.device, hall, { goals: ["exit"], size: 10, ...options }).catch(
      (e) => e,
    );
    expect(error).toBeInstanceOf(InputError);
    const { message } = error as Error;
    const { size: _, ...rest } = { goals: ["exit"], ...options };
    const isKnown = Object.keys(rest).every((key) =>
      ["goals", "radius", "barriers", "weights"].includes(key),
    );
    if (!isKnown || options.size !== undefined) return message;
    const exact = () => (options.weights ? new WeightedPathMap(hall, rest) : new PathMap(hall, rest));
    expect(exact).toThrow(InputError);
    try {
      exact();
    } catch (refused) {
      expect(message).toBe((refused as Error).message);
    }
    return message;
  };
  expect(await refusal({ radius: -1 })).toMatch(/^radius: /);
  expect(await refusal({ size: 0 })).toMatch(/^size: /);
  expect(await refusal({ radius: 12 })).toMatch(/radius 12 m/);
  expect(await refusal({ barriers: [{ ...across, weight: 0.5 }] })).toMatch(/^barriers\[0\]\.weight: .*0\.5/);
  expect(await refusal({ weights: [{ vertex: [20, 5], speed: 2 }] })).toMatch(
    /^weights\[0\]\.vertex: .*not on free ground/,
  );
  expect(await refusal({ sizes: 3 } as never)).toMatch(/did you mean "size"/);
});
