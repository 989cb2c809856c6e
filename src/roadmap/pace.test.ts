/** Travel times along edges against numeric integration, and ways of least time against Bellman and Ford over such sums. */
import { describe, expect, test } from "vitest";
import { distance, type Point, type Ring } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { mayWalk, type SceneInput, World } from "../world/index.js";
import { traceEdge } from "./edges.js";
import { RoadmapGuide } from "./guide.js";
import { Pace } from "./pace.js";
import { Roadmap } from "./roadmap.js";

/** Whether a point lies in a ring, by the even-odd rule with plain floating point. */
function isIn([x, y]: Point, ring: Ring): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[j], ring[i]];
    if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0])) inside = !inside;
  }
  return inside;
}

/** A ring around a centre. */
function star(random: Random, [x, y]: Point, most: number): [number, number][] {
  const n = 3 + random.below(6);
  return Array.from({ length: n }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * (i + 0.8 * random.unit())) / n;
    const r = most * random.between(0.3, 1);
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
}

/** Blocks, posts and zones in a square of 20 m; zones do not overlap. */
function randomScene(random: Random): SceneInput {
  const obstacles = Array.from({ length: 8 }, () => {
    const at: Point = [random.between(1, 19), random.between(1, 19)];
    return random.unit() < 0.4
      ? { point: [at[0], at[1]] as [number, number] }
      : { polygon: star(random, at, 1.2) };
  });
  const zones = [
    [5, 5],
    [15, 5],
    [5, 15],
    [15, 15],
  ].map(([x, y]) => ({ polygon: star(random, [x, y], 4.9), speed: random.between(0.1, 4) }));
  const boundary: [number, number][] = [
    [0, 0],
    [20, 0],
    [20, 20],
    [0, 20],
  ];
  return { boundary, obstacles, zones };
}

/** The integral of 1 / c along a polyline, by small steps. */
function numeric({ zones = [] }: SceneInput, points: readonly Point[], step: number): number {
  let sum = 0;
  for (let k = 1; k < points.length; k++) {
    const [a, b] = [points[k - 1], points[k]];
    const length = distance(a, b);
    const parts = Math.max(1, Math.ceil(length / step));
    for (let i = 0; i < parts; i++) {
      const t = (i + 0.5) / parts;
      const p: Point = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
      const zone = zones.find(({ polygon }) => isIn(p, polygon));
      sum += length / parts / ((zone?.speed as number | undefined) ?? 1);
    }
  }
  return sum;
}

describe.each([1, 2, 3, 4, 5])("a random scene, seed %i", (seed) => {
  const random = new Random(seed);
  const scene = randomScene(random);
  const world = new World(scene);
  const roadmap = new Roadmap(world);
  const { halfEdges: edges } = roadmap.diagram;
  const pace = new Pace(edges, world, null);
  const pieces = Array.from({ length: edges.count }, (_, h) => h).filter((h) => edges.cell[h] >= 0);
  const sums = new Map<number, number>();
  for (const h of pieces) {
    if (h > edges.twin[h]) continue;
    const k = edges.twin[h];
    const points = [edges.x[h], edges.y[h]];
    const { elements, cell, other, x, y } = edges;
    traceEdge(elements, cell[h], other[h], x[h], y[h], x[k], y[k], 1e-7, points);
    const line = Array.from(
      { length: points.length / 2 },
      (_, i): Point => [points[2 * i], points[2 * i + 1]],
    );
    const sum = numeric(scene, line, 0.002);
    sums.set(h, sum);
    sums.set(k, sum);
  }

  test("every edge takes what small steps along it take", () => {
    let slowed = 0;
    for (const h of pieces) {
      expect(Math.abs(pace.ofPiece(h) - sums.get(h)!)).toBeLessThan(0.02 + 2e-4 * sums.get(h)!);
      expect(pace.ofPiece(h)).toBe(pace.ofPiece(edges.twin[h]));
      if (Math.abs(pace.ofPiece(h) - edges.length[h]) > 0.01) slowed++;
    }
    expect(slowed).toBeGreaterThan(10);
  });

  test("ways are those of least time", () => {
    const goal = pieces.find((h) => edges.vertex[h] === h && edges.r[h] > 0.5)!;
    const at: Point = [edges.x[goal], edges.y[goal]];
    const guide = new RoadmapGuide(roadmap, { goals: [{ point: at }], profile: null });
    const plain = new RoadmapGuide(roadmap, { goals: [{ point: at }] });
    // From the goal's vertex outward, over and over until nothing changes.
    const best = new Map<number, number>([[edges.vertex[goal], 0]]);
    for (let changed = true; changed; ) {
      changed = false;
      for (const h of pieces) {
        const [from, to] = [edges.vertex[h], edges.vertex[edges.twin[h]]];
        const offer = (best.get(from) ?? Infinity) + sums.get(h)!;
        if (offer < (best.get(to) ?? Infinity) - 1e-9) {
          best.set(to, offer);
          changed = true;
        }
      }
    }
    let compared = 0;
    for (const [v, cost] of best) {
      if (edges.r[v] < 0.2 || cost === 0) continue;
      const found = guide.cost([edges.x[v], edges.y[v]]);
      if (found === null) continue;
      // A goal within the place's own empty circle may be walked to straight, which no edge does.
      expect(found).toBeLessThan(cost + 0.05 + 1e-3 * cost);
      const straight = numeric(scene, [[edges.x[v], edges.y[v]], at], 0.002);
      const isDirect = distance([edges.x[v], edges.y[v]], at) <= edges.r[v] * (1 + 1e-9);
      expect(found).toBeGreaterThan(Math.min(cost, isDirect ? straight : Infinity) * (1 - 1e-3) - 0.05);
      compared++;
    }
    expect(compared).toBeGreaterThan(10);
    // From anywhere: what the way takes is its cost, and no more than the shortest way takes.
    for (let k = 0; k < 20; k++) {
      const p: Point = [random.between(0, 20), random.between(0, 20)];
      const path = guide.pathFrom(p);
      const other = plain.pathFrom(p);
      if (!path || !other) continue;
      const takes = numeric(scene, path, 0.002);
      expect(Math.abs(guide.cost(p)! / takes - 1)).toBeLessThan(0.02);
      expect(takes).toBeLessThan(numeric(scene, other, 0.002) * 1.02 + 0.02);
    }
  });

  test("stays right while obstacles come and go", () => {
    const changing = new Roadmap(world);
    const goal: Point = world.nearestFree([10, 10])!;
    const guide = new RoadmapGuide(changing, { goals: [{ point: goal }], profile: null });
    const places = Array.from({ length: 10 }, (): Point => [random.between(0, 20), random.between(0, 20)]);
    const ids: number[] = [];
    for (let round = 0; round < 6; round++) {
      if (round < 3) ids.push(changing.insert({ point: [random.between(2, 18), random.between(2, 18)] }));
      else changing.remove(ids.pop()!);
      const fresh = new RoadmapGuide(changing, { goals: [{ point: goal }], profile: null });
      for (const p of places) {
        const [one, two] = [guide.cost(p), fresh.cost(p)];
        expect(one === null).toBe(two === null);
        if (one !== null) expect(Math.abs(one - two!)).toBeLessThan(1e-9 * (1 + one));
      }
      fresh.dispose();
    }
  });
});

test("a profile needs a world, and the roadmap of its own", () => {
  const scene: SceneInput = {
    boundary: [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ],
    profiles: { tank: {} },
    zones: [
      {
        polygon: [
          [4, 4],
          [6, 4],
          [6, 6],
          [4, 6],
        ],
        allow: [],
      },
    ],
  };
  const world = new World(scene);
  const goals = [{ point: [1, 1] as const }];
  const own = new RoadmapGuide(new Roadmap(world.for("tank")), { goals, profile: "tank" });
  expect(mayWalk(world.zones, own.pathFrom([9, 9])!, "tank", 0.5)).toBe(true);
  expect(own.reason([5, 5])).toContain("may not enter zones[0]");
  expect(() => new RoadmapGuide(new Roadmap(world), { goals, profile: "tank" })).toThrow(
    "profile: profile tank may not enter all zones: make the roadmap of world.for(profile)",
  );
  expect(
    () => new RoadmapGuide(new Roadmap({ boundary: scene.boundary }), { goals, profile: "tank" }),
  ).toThrow("profile: zones are those of a world");
});
