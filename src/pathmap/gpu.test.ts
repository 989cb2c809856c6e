/**
 * The path map on a software adapter, in Node and in Chromium, against brute force in double precision.
 *
 * The oracle shares nothing with the map but the scene and the geometry's turns and distances: sight by cutting the line at every wall and asking for each
 * piece whether its middle is free, Dijkstra over all vertices, source segments by all their critical points.
 */
import { chromium } from "playwright-core";
import { build, type Rolldown } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { nodeGpu } from "../../cli/gpu.js";
import { findBrowser } from "../../scripts/find-browser.js";
import { findSoftwareVulkan } from "../../scripts/find-vulkan.js";
import { distance, nearestOnSegment, type Point, type Ring, type Segment, turn } from "../geometry/index.js";
import { type Gpu, openGpu } from "../gpu/index.js";
import { Random } from "../numerics/index.js";
import { builtinScene, cityScene, profilingScene } from "../scenes/index.js";
import { type SceneInput, World } from "../world/index.js";
import {
  type GpuPathMap,
  type GpuPathMapInput,
  type GpuSource,
  type GpuWalls,
  gpuPathMap,
  gpuWalls,
} from "./gpu.js";
import { PathMap } from "./pathmap.js";
import { RasterMap } from "./raster.js";

/** Allowed error as a share of the scene's greatest side, or of the distance where that is greater. */
const TOLERANCE = 1e-6;

const box = (x1: number, y1: number, x2: number, y2: number): Ring => [
  [x1, y1],
  [x2, y1],
  [x2, y2],
  [x1, y2],
];

const line = (x1: number, y1: number, x2: number, y2: number): Segment => [
  [x1, y1],
  [x2, y2],
];

/** A ring about the origin, turned and put elsewhere. */
const turned = (ring: Ring, angle: number, x: number, y: number): Ring =>
  ring.map(([u, v]) => [
    x + u * Math.cos(angle) - v * Math.sin(angle),
    y + u * Math.sin(angle) + v * Math.cos(angle),
  ]);

/** A ring with every side in so many parts. */
const pieces = (ring: Ring, count: number): Ring =>
  ring.flatMap(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length];
    return Array.from(
      { length: count },
      (_, k): Point => [ax + (k / count) * (bx - ax), ay + (k / count) * (by - ay)],
    );
  });

interface Case {
  readonly scene: SceneInput;
  readonly sources: readonly GpuSource[];
  /** Cells along the longer side. */
  readonly size: number;
}

function scene(boundary: Ring, ...obstacles: (Ring | Segment)[]): SceneInput {
  const shapes = obstacles.map((shape) =>
    shape.length === 2 ? { segment: shape as Segment } : { polygon: shape },
  );
  return { format: "wayfield-scene", version: 1, boundary, obstacles: shapes } as SceneInput;
}

/** The same scene and sources elsewhere. */
function moved({ scene: given, sources, size }: Case, dx: number, dy: number): Case {
  const point = ([x, y]: Point): Point => [x + dx, y + dy];
  return {
    size,
    scene: {
      ...given,
      goals: {},
      spawns: [],
      boundary: given.boundary.map(point),
      obstacles: given.obstacles!.map(({ polygon, segment }) =>
        polygon ? { polygon: polygon.map(point) } : { segment: segment!.map(point) },
      ),
    } as unknown as SceneInput,
    sources: sources.map(({ a, b, start }) => ({ a: point(a), ...(b && { b: point(b) }), start })),
  };
}

/** The input of a case: cells over the boundary's box, free where the world says so. */
function inputOf({ scene: given, sources, size }: Case): GpuPathMapInput {
  const world = new World(given);
  const { minX, minY, maxX, maxY } = world.bounds;
  const cell = Math.max(maxX - minX, maxY - minY) / size;
  const width = Math.round((maxX - minX) / cell);
  const height = Math.round((maxY - minY) / cell);
  const blocked = new Uint8Array(width * height);
  for (let i = 0; i < blocked.length; i++) {
    const centre: Point = [minX + ((i % width) + 0.5) * cell, minY + (Math.floor(i / width) + 0.5) * cell];
    blocked[i] = world.contains(centre) ? 0 : 1;
  }
  return { ...gpuWalls(world.space), width, height, originX: minX, originY: minY, cell, blocked, sources };
}

/** Brute force over a scene. */
class Oracle {
  private readonly rings: readonly Ring[];
  private readonly thin: readonly Segment[];
  private readonly sides: readonly Segment[];
  readonly vertices: readonly Point[];
  /** Shortest distance of every vertex. */
  readonly distances: readonly number[];

  constructor(
    private readonly given: SceneInput,
    private readonly sources: readonly GpuSource[],
  ) {
    const obstacles = given.obstacles ?? [];
    this.rings = obstacles.flatMap(({ polygon }) => (polygon ? [polygon as Ring] : []));
    this.thin = obstacles.flatMap(({ segment }) => (segment ? [segment as unknown as Segment] : []));
    const all = [given.boundary as Ring, ...this.rings];
    this.sides = all.flatMap((ring) => ring.map((p, i): Segment => [p, ring[(i + 1) % ring.length]]));
    this.vertices = [...all.flat(), ...this.thin.flat()];
    this.distances = this.dijkstra();
  }

  /** Whether a point lies inside by the even-odd rule; null when it is on the ring up to rounding. */
  private static inside([x, y]: Point, ring: Ring): boolean | null {
    let odd = false;
    for (let i = 0; i < ring.length; i++) {
      const [a, b] = [ring[i], ring[(i + 1) % ring.length]];
      if (distance([x, y], nearestOnSegment([x, y], a, b)) < 1e-8) return null;
      if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0])) odd = !odd;
    }
    return odd;
  }

  sees(a: Point, b: Point): boolean {
    const cuts = [0, 1];
    for (const [p, q] of this.thin) {
      if (turn(a, b, p) * turn(a, b, q) < 0 && turn(p, q, a) * turn(p, q, b) < 0) return false;
    }
    for (const [p, q] of this.sides) {
      const [s, t] = [turn(p, q, a), turn(p, q, b)];
      if (s * t < 0 && turn(a, b, p) * turn(a, b, q) <= 0) cuts.push(s / (s - t));
      else if (s === 0 && t === 0) cuts.push(...[p, q].map((r) => distance(a, r) / distance(a, b)));
    }
    cuts.sort((s, t) => s - t);
    for (let i = 1; i < cuts.length; i++) {
      if (cuts[i] > 1 || cuts[i] - cuts[i - 1] < 1e-11) continue;
      const t = (cuts[i] + cuts[i - 1]) / 2;
      const middle: Point = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
      if (Oracle.inside(middle, this.given.boundary as Ring) === false) return false;
      if (this.rings.some((ring) => Oracle.inside(middle, ring) === true)) return false;
    }
    return true;
  }

  /** Length of the straight way to the nearest visible point of a source, its start included. */
  private straight(p: Point, { a, b, start = 0 }: GpuSource): number {
    if (!b) return this.sees(p, a) ? start + distance(p, a) : Infinity;
    const ends: Point[] = [a, b, nearestOnSegment(p, a, b)];
    // Where a side crosses the source, and where the shadow of a vertex begins on it.
    const lines = [...this.sides, ...this.thin, ...this.vertices.map((v): Segment => [p, v])];
    for (const [q, r] of lines) {
      const [s, t] = [turn(q, r, a), turn(q, r, b)];
      if (s * t >= 0) continue;
      // Rounded, the crossing may lie on either side of a wall: a little before it and a little after.
      for (const at of [s / (s - t) - 1e-9, s / (s - t) + 1e-9])
        ends.push([a[0] + at * (b[0] - a[0]), a[1] + at * (b[1] - a[1])]);
    }
    ends.sort((q, r) => distance(p, q) - distance(p, r));
    const end = ends.find((q) => this.sees(p, q));
    return end ? start + distance(p, end) : Infinity;
  }

  private dijkstra(): number[] {
    const best = this.vertices.map((v) => Math.min(...this.sources.map((s) => this.straight(v, s))));
    const open = new Set(best.keys());
    while (open.size > 0) {
      const next = [...open].reduce((i, j) => (best[j] < best[i] ? j : i));
      open.delete(next);
      for (const i of open) {
        const offer = best[next] + distance(this.vertices[next], this.vertices[i]);
        if (offer < best[i] && this.sees(this.vertices[next], this.vertices[i])) best[i] = offer;
      }
    }
    return best;
  }

  /** Shortest distance of a point. */
  distance(p: Point): number {
    const offers = this.vertices.map((v, i) => ({ v, d: this.distances[i] + distance(p, v) }));
    offers.sort((q, r) => q.d - r.d);
    const direct = this.direct(p).reduce((least, d) => Math.min(least, d), Infinity);
    const best = offers.find(({ v, d }) => d < direct && this.sees(p, v));
    return Math.min(direct, best?.d ?? Infinity);
  }

  /** Straight way to every source. */
  direct(p: Point): number[] {
    return this.sources.map((source) => this.straight(p, source));
  }
}

/** Compares a map with the oracle, cell by cell. */
function compare(given: Case, input: GpuPathMapInput, map: GpuPathMap): void {
  const oracle = new Oracle(given.scene, given.sources);
  const { width, height, cell, originX, originY, blocked, vertices } = input;
  expect([map.width, map.height, map.distance.length]).toEqual([width, height, width * height]);
  const known = new Map(oracle.vertices.map((v, i) => [`${v}`, oracle.distances[i]]));
  const wrong: string[] = [];
  let reached = 0;
  for (let i = 0; i < blocked.length; i++) {
    const p: Point = [originX + ((i % width) + 0.5) * cell, originY + (Math.floor(i / width) + 0.5) * cell];
    const found = map.distance[i];
    if (blocked[i]) {
      if (!Number.isNaN(found) || map.parent[i] !== -1 || map.source[i] !== -1) wrong.push(`${p}: not free`);
      continue;
    }
    const expected = oracle.distance(p);
    if (expected === Infinity || found === Infinity) {
      if (expected !== found || map.source[i] !== -1) wrong.push(`${p}: ${found}, not ${expected}`);
      continue;
    }
    const allowed = TOLERANCE * Math.max(width * cell, height * cell, expected);
    const error = Math.abs(found - expected) / allowed;
    reached++;
    // Another parent is right where it offers as much.
    const v = map.parent[i];
    const corner: Point = [vertices[2 * v], vertices[2 * v + 1]];
    const offer = v < 0 ? oracle.direct(p)[map.source[i]] : known.get(`${corner}`)! + distance(p, corner);
    if (!(error <= 1)) wrong.push(`${p}: ${found}, not ${expected}`);
    else if (!(offer <= expected + allowed)) wrong.push(`${p}: parent ${v} offers ${offer}, not ${expected}`);
  }
  expect(wrong).toEqual([]);
  expect(reached).toBeGreaterThan(0);
}

const room = box(0, 0, 12, 9);
const block = scene(room, box(4, 3, 7, 6));
const U: Ring = [
  [3, 2],
  [9, 2],
  [9, 7],
  [8, 7],
  [8, 3],
  [4, 3],
  [4, 7],
  [3, 7],
];
const SPIRAL: Ring = [
  [2, 2],
  [14, 2],
  [14, 12],
  [4, 12],
  [4, 5],
  [11, 5],
  [11, 9],
  [7, 9],
  [7, 8],
  [10, 8],
  [10, 6],
  [5, 6],
  [5, 11],
  [13, 11],
  [13, 3],
  [2, 3],
];

/** Rotated rectangles side by side, with walls and posts of no thickness between; no two share a point. */
function randomScene(seed: number): Case {
  const random = new Random(seed);
  const obstacles: (Ring | Segment)[] = [];
  for (let i = 0; i < 9; i++) {
    const [x, y] = [
      (i % 3) * 10 + 5 + random.between(-1, 1),
      Math.floor(i / 3) * 10 + 5 + random.between(-1, 1),
    ];
    const angle = random.between(0, Math.PI);
    const [w, h] = [random.between(0.5, 3), random.between(0.3, 2)];
    const shape = i % 4 === 3 ? line(-w, 0, w, 0) : box(-w, -h, w, h);
    obstacles.push(turned(shape, angle, x, y));
  }
  const edge = (): Point => [random.between(0.1, 0.9), random.between(0.1, 29.9)];
  return {
    scene: scene(box(0, 0, 30, 30), ...obstacles),
    sources: [
      { a: edge(), b: edge() },
      { a: [29.5, random.between(1, 29)], start: random.between(0, 20) },
    ],
    size: 48,
  };
}

function slantedBlocks(): Case {
  const blocks = Array.from({ length: 16 }, (_, i) => {
    const [x, y] = [(i % 4) * 8 - 14, Math.floor(i / 4) * 8 - 14];
    return turned(box(x, y, x + 4, y + 4), 0.5, 25, 25);
  });
  return {
    scene: scene(box(0, 0, 50, 50), ...blocks),
    sources: [{ a: turned([[-10, -18]], 0.5, 25, 25)[0] as Point }],
    size: 56,
  };
}

const SEEDS = [1, 2, 3, 4];

const profiling = (k: number, size: number): Case => ({
  scene: profilingScene(k),
  sources: [{ a: [1, 1] }],
  size,
});

const CASES: Record<string, Case> = {
  "an empty room": { scene: scene(room), sources: [{ a: [3.1, 4.2] }], size: 48 },
  "an empty room, the source in a corner": { scene: scene(room), sources: [{ a: [0, 0] }], size: 32 },
  "one block": { scene: block, sources: [{ a: [2, 4.5] }], size: 64 },
  "one block, the source at its corner": { scene: block, sources: [{ a: [4, 3] }], size: 48 },
  "one block, the source on its side": { scene: block, sources: [{ a: [4, 4.5] }], size: 48 },
  "a U, from inside": { scene: scene(room, U), sources: [{ a: [6, 4] }], size: 72 },
  "a U, from below": { scene: scene(room, U), sources: [{ a: [6, 1] }], size: 48 },
  "a spiral": { scene: scene(box(0, 0, 16, 14), SPIRAL), sources: [{ a: [8, 7] }], size: 64 },
  "two sources with start distances": {
    scene: block,
    sources: [
      { a: [1, 1], start: 2 },
      { a: [11, 8], start: 0.5 },
    ],
    size: 60,
  },
  "a source too far ahead to win anywhere": {
    scene: block,
    sources: [{ a: [1, 1] }, { a: [11, 8], start: 100 }],
    size: 32,
  },
  "a segment along the boundary": {
    scene: block,
    sources: [{ a: [12, 1], b: [12, 8] }],
    size: 48,
  },
  "segments partly hidden, with start distances": {
    scene: scene(room, box(4, 3, 7, 6), box(9, 1, 10, 5)),
    sources: [
      { a: [1, 0.5], b: [8, 2.5], start: 0.25 },
      { a: [8, 8.5], b: [11.5, 1], start: 1 },
    ],
    size: 64,
  },
  "a segment through a block and across a wall": {
    scene: scene(room, box(4, 3, 7, 6), [
      [8, 2],
      [10, 7.3],
    ]),
    sources: [{ a: [2, 4.03], b: [11, 4.97] }],
    size: 60,
  },
  "walls of no thickness": {
    scene: scene(room, line(3, 0.5, 3.1, 6), line(6, 8.6, 5.9, 2), line(8, 3.03, 11, 3.03)),
    sources: [{ a: [1, 1] }],
    size: 64,
  },
  "a slanted wall in twelve pieces": {
    scene: scene(box(0, 0, 30, 30), turned(pieces(box(-12, -1, 12, 1), 12), 0.7, 15, 15)),
    sources: [{ a: [14, 21] }, { a: [28, 3], start: 5 }],
    size: 48,
  },
  "blocks in slanted rows, corners collinear up to rounding": slantedBlocks(),
  "profiling 2 x 2": profiling(2, 64),
  "profiling 4 x 4": profiling(4, 72),
  "profiling 4 x 4, the source on a line of corners": {
    ...profiling(4, 50),
    sources: [{ a: [2.5, 0] }, { a: [40, 37.5], start: 3 }],
  },
  "a jittered city": { scene: cityScene(3, { jittered: true }), sources: [{ a: [2.5, 2.5] }], size: 56 },
  "an unreachable closet": {
    scene: scene(room, box(6, 3, 10, 3.5), box(6, 6, 10, 6.5), box(6, 3, 6.5, 6.5), box(9.5, 3, 10, 6.5)),
    sources: [{ a: [1, 1] }],
    size: 48,
  },
};
for (const seed of SEEDS) CASES[`random obstacles, seed ${seed}`] = randomScene(seed);
for (const name of [
  "one block",
  "profiling 4 x 4",
  "segments partly hidden, with start distances",
  "a slanted wall in twelve pieces",
  "blocks in slanted rows, corners collinear up to rounding",
]) {
  CASES[`${name}, near 5e6`] = moved(CASES[name], 5_000_000.25, 5_200_000.5);
}

let gpu: Gpu;

beforeAll(async () => {
  process.env.VK_ICD_FILENAMES ??= findSoftwareVulkan() ?? "";
  const opened = await openGpu(await nodeGpu());
  if (!opened) throw new Error("no WebGPU adapter: run node scripts/ensure-browser.js");
  gpu = opened;
});

describe("the path map on WebGPU in Node", () => {
  it.each(Object.entries(CASES))("%s", async (_, given) => {
    const input = inputOf(given);
    compare(given, input, await gpuPathMap(gpu.device, input));
  });

  it("lets nobody pass where two obstacles touch", async () => {
    // Tip to tip across the room, with more than half a turn free above the point and less below.
    const given: Case = {
      scene: scene(
        room,
        [
          [0, 5],
          [6, 5],
          [0, 2],
        ],
        [
          [6, 5],
          [12, 5.5],
          [12, 2],
        ],
      ),
      sources: [{ a: [6, 8] }],
      size: 48,
    };
    const input = inputOf(given);
    const { distance: found } = await gpuPathMap(gpu.device, input);
    const at = (x: number, y: number): number => found[Math.floor(y * 4) * 48 + Math.floor(x * 4)];
    expect(at(6.1, 1.1)).toBe(Infinity);
    expect(at(5.9, 4.4)).toBe(Infinity);
    expect(at(11.9, 8.9)).toBeCloseTo(Math.hypot(5.875, 0.875), 5);
  });

  it("lets nobody pass where walls touch each other or the boundary", async () => {
    const given: Case = {
      scene: scene(room, line(3, 0, 3, 6), line(3, 6, 6, 6), line(6, 6, 7, 9)),
      sources: [{ a: [1.125, 1.125] }],
      size: 48,
    };
    const { distance: found } = await gpuPathMap(gpu.device, inputOf(given));
    const at = (x: number, y: number): number => found[Math.floor(y * 4) * 48 + Math.floor(x * 4)];
    expect(at(2.9, 0.1)).toBeCloseTo(Math.hypot(1.75, 1), 5);
    expect(at(5.1, 8.1)).toBeCloseTo(Math.hypot(1.875, 4.875) + Math.hypot(2.125, 2.125), 5);
    for (const [x, y] of [
      [3.1, 0.1],
      [3.1, 5.9],
      [5.9, 5.9],
      [6.3, 6.1],
      [11.9, 8.9],
    ])
      expect(at(x, y)).toBe(Infinity);
  });

  it.each(SEEDS)("random walls on a lattice, which touch and cross, seed %i", async (seed) => {
    const random = new Random(seed);
    const side = 6;
    const walls = Array.from({ length: 26 }, (): Segment => {
      const [x, y] = [Math.floor(random.between(0, side)), Math.floor(random.between(0, side))];
      const slant = random.between(0, 1) < 0.2;
      if (slant) return line(x, y, x + 1, y + 1);
      return random.between(0, 1) < 0.5 ? line(x, y, Math.min(x + 2, side), y) : line(x, y, x, y + 1);
    });
    const outline = box(0, 0, side, side);
    // Every third cell's centre is on a line of the lattice.
    const given: Case = { scene: scene(outline, ...walls), sources: [{ a: [0.3, 0.4] }], size: 27 };
    const input = inputOf(given);
    const map = await gpuPathMap(gpu.device, input);
    const world = new World(given.scene);
    const home = world.componentOf([0.3, 0.4]);
    // The oracle lets ways pass where walls only touch: it gets them a hair thick, so that they overlap.
    const hair = 1e-5;
    const thick = walls.map(([[ax, ay], [bx, by]]): Ring => {
      const length = Math.hypot(bx - ax, by - ay);
      return turned(box(-hair, -hair, length + hair, hair), Math.atan2(by - ay, bx - ax), ax, ay);
    });
    const oracle = new Oracle(scene(outline, ...thick), given.sources);
    const wrong: string[] = [];
    for (let i = 0; i < map.distance.length; i++) {
      const p: Point = [((i % 27) + 0.5) * input.cell, (Math.floor(i / 27) + 0.5) * input.cell];
      const parts = world.space.componentsAt(p);
      const found = map.distance[i];
      const onWall = walls.some(([a, b]) => distance(p, nearestOnSegment(p, a, b)) < 1e-3);
      // A centre on a wall belongs to both sides, though rounding may have put it on one.
      if (parts.includes(home) ? found === Infinity : found < Infinity && !onWall)
        wrong.push(`${p}: ${found}, in parts ${parts}`);
      if (onWall) continue;
      const expected = oracle.distance(p);
      if (found !== expected && !(Math.abs(found - expected) < 1e-3))
        wrong.push(`${p}: ${found}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ["office", 64],
    ["park", 48],
    ["profiling-6", 48],
    ["city-4-jittered", 48],
  ])("is the exact map's raster: %s", async (name, size) => {
    const world = new World(builtinScene(name));
    const map = new PathMap(world, { goals: world.goalNames });
    const { distances, width, height, cell, origin } = new RasterMap(map, size);
    const { distance: found, source } = await gpuPathMap(gpu.device, {
      ...gpuWalls(world.space),
      width,
      height,
      cell,
      originX: origin[0],
      originY: origin[1],
      blocked: Uint8Array.from(distances, (d) => (Number.isNaN(d) ? 1 : 0)),
      sources: map.sources.map((given) =>
        "point" in given
          ? { a: given.point, ...given }
          : { a: given.segment[0], b: given.segment[1], ...given },
      ),
    });
    const wrong = [...distances].flatMap((expected, i) => {
      const allowed = TOLERANCE * Math.max(width * cell, height * cell, expected);
      const right = Object.is(found[i], expected) || Math.abs(found[i] - expected) <= allowed;
      return right && found[i] < Infinity === source[i] >= 0
        ? []
        : [`cell ${i}: ${found[i]}, not ${expected}`];
    });
    expect(wrong).toEqual([]);
  });

  it("answers without sources, and without walls", async () => {
    const nothing: GpuWalls = { vertices: new Float64Array(0), walls: new Uint32Array(0) };
    const bare: GpuPathMapInput = {
      ...nothing,
      width: 3,
      height: 2,
      originX: 0,
      originY: 0,
      cell: 1,
      blocked: new Uint8Array(6),
      sources: [],
    };
    const none = await gpuPathMap(gpu.device, bare);
    expect([...none.distance]).toEqual(Array(6).fill(Infinity));
    const one = await gpuPathMap(gpu.device, { ...bare, sources: [{ a: [0.5, 0.5], start: 1 }] });
    expect([...one.distance.slice(0, 3)]).toEqual([1, 2, 3]);
    expect([...one.source, ...one.parent]).toEqual([0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1]);
  });

  it("computes several maps at once", async () => {
    const inputs = ["one block", "profiling 2 x 2"].map((name) => inputOf(CASES[name]));
    const together = await Promise.all(inputs.map((input) => gpuPathMap(gpu.device, input)));
    for (const [i, input] of inputs.entries())
      expect((await gpuPathMap(gpu.device, input)).distance).toEqual(together[i].distance);
  });

  it.each([
    ["a cell of no size", { cell: 0 }, /^cell: .*given: 0$/],
    ["no columns", { width: 0 }, /^width: .*given: 0$/],
    ["a mask of another size", { blocked: new Uint8Array(5) }, /^blocked: 6 cells .*given: 5$/],
    ["a wall of no vertex", { walls: Uint32Array.of(0, 9) }, /^walls\[1\]: .*given: 9$/],
    ["half a wall", { walls: Uint32Array.of(0, 1, 2) }, /^walls\[2\]/],
    ["a source at NaN", { sources: [{ a: [Number.NaN, 0] }] }, /^sources\[0\]/],
    ["a negative start", { sources: [{ a: [0, 0], start: -1 }] }, /^sources\[0\]\.start: .*given: -1$/],
  ])("refuses %s", async (_name, change, message) => {
    const input = {
      ...inputOf(CASES["an empty room"]),
      width: 3,
      height: 2,
      blocked: new Uint8Array(6),
      ...change,
    };
    await expect(gpuPathMap(gpu.device, input as GpuPathMapInput)).rejects.toThrow(message);
  });

  it("refuses what the device cannot hold, with the numbers", async () => {
    const limits = {
      maxStorageBufferBindingSize: 1000,
      maxBufferSize: 2000,
      maxComputeWorkgroupsPerDimension: 5,
    };
    const small = { limits } as unknown as GPUDevice;
    const input = { ...inputOf(CASES["an empty room"]), width: 20, height: 10, blocked: new Uint8Array(200) };
    await expect(gpuPathMap(small, input)).rejects.toThrow(
      "20 x 10 cells take 1600 bytes; the GPU's limit is 1000",
    );
    const wide = { ...input, width: 100, height: 1, blocked: new Uint8Array(100) };
    await expect(gpuPathMap(small, wide)).rejects.toThrow(
      "need 13 workgroups in a row; the GPU's limit is 5",
    );
  });
});

describe("the adapter", () => {
  it("is known to be a software one", () => {
    expect(gpu.software).toBe(true);
    expect(gpu.name).toMatch(/swiftshader/i);
  });

  it("is null where there is no WebGPU", async () => {
    expect(await openGpu(null)).toBeNull();
    expect(await openGpu({ requestAdapter: async () => null } as unknown as GPU)).toBeNull();
  });
});

/** What the page offers. */
interface Offered {
  map(plain: Record<string, unknown>): Promise<{ software: boolean; cells: [number[], number[], number[]] }>;
}

describe("the path map on WebGPU in Chromium", () => {
  it("is the same module with the same answers", async () => {
    const given = CASES["segments partly hidden, with start distances"];
    const input = inputOf(given);
    const executablePath = findBrowser();
    if (!executablePath) throw new Error("no Chromium: run node scripts/ensure-browser.js");
    const browser = await chromium.launch({
      executablePath,
      args: ["--headless", "--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"],
    });
    try {
      const page = await browser.newPage();
      const script = await bundle();
      // WebGPU wants a secure context, and localhost is one; nothing is served.
      await page.route("**/*", (route) =>
        route.request().url().endsWith(".js")
          ? route.fulfill({ contentType: "text/javascript", body: script })
          : route.fulfill({
              contentType: "text/html",
              body: '<!doctype html><script type="module" src="/main.js"></script>',
            }),
      );
      await page.goto("http://localhost/", { waitUntil: "load" });
      const plain = {
        ...input,
        vertices: [...input.vertices],
        walls: [...input.walls],
        blocked: [...input.blocked],
      };
      const { software, cells } = await page.evaluate(
        (given) => (globalThis as unknown as Offered).map(given),
        plain as Record<string, unknown>,
      );
      expect(software).toBe(true);
      const { width, height } = input;
      compare(given, input, {
        width,
        height,
        distance: Float32Array.from(cells[0]),
        parent: Int32Array.from(cells[1]),
        source: Int32Array.from(cells[2]),
        probes: new Float32Array(0),
      });
    } finally {
      await browser.close();
    }
  });
});

/** The library's own modules and a door for the test, as one script for a page. */
async function bundle(): Promise<string> {
  const entry = "\0page";
  const from = (path: string): string => JSON.stringify(new URL(path, import.meta.url).pathname);
  const code = `import { openGpu } from ${from("../gpu/index.ts")};
    import { gpuPathMap } from ${from("./gpu.ts")};
    globalThis.map = async (plain) => {
      const opened = await openGpu();
      if (!opened) throw new Error("no WebGPU adapter in this Chromium");
      const map = await gpuPathMap(opened.device, {
        ...plain,
        vertices: Float64Array.from(plain.vertices),
        walls: Uint32Array.from(plain.walls),
        blocked: Uint8Array.from(plain.blocked),
      });
      return { software: opened.software, cells: [[...map.distance], [...map.parent], [...map.source]] };
    };`;
  const output = (await build({
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === "page" ? entry : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
    build: { write: false, rollupOptions: { input: "page" } },
  })) as Rolldown.RolldownOutput;
  return output.output[0].code;
}
