import { describe, expect, test } from "vitest";
import type { Point } from "../../src/geometry/index.js";
import { Random } from "../../src/numerics/index.js";
import { profilingScene } from "../../src/scenes/index.js";
import { FreeSpace } from "../../src/world/index.js";
import type { PlanInput } from "./plan.js";
import { VisibilityOracle } from "./visibility.js";

/** Points on a tiny circle around a corner, to see which of the directions there belong together. */
const SAMPLES = 180;
const TINY = 1e-4;

/** The samples around v in groups that are connected near v: several where obstacles touch. */
function groupsAround(space: FreeSpace, [x, y]: Point): Point[][] {
  const samples = Array.from({ length: SAMPLES }, (_, i): Point => {
    const angle = ((i + 0.37) * 2 * Math.PI) / SAMPLES;
    return [x + TINY * Math.cos(angle), y + TINY * Math.sin(angle)];
  });
  const groups: Point[][] = [];
  samples.forEach((sample, i) => {
    if (!space.contains(sample)) return;
    if (i > 0 && space.visible(samples[i - 1], sample)) groups.at(-1)!.push(sample);
    else groups.push([sample]);
  });
  if (groups.length > 1 && space.visible(samples[SAMPLES - 1], samples[0])) groups[0].push(...groups.pop()!);
  return groups;
}

/** The definition, by brute force: Bellman and Ford over all pairs of vertices that see each other. */
function bruteForce(scene: PlanInput, a: Point, b: Point): number | null {
  const space = FreeSpace.of(scene);
  const corners = [
    scene.boundary,
    ...(scene.obstacles ?? []).map((o) => o.polygon ?? o.segment ?? []),
  ].flat();
  // Where obstacles touch, a corner is a node per group of directions, and is met only through that group.
  const nodes: { at: Point; group: Point[] | null }[] = [
    { at: a, group: null },
    { at: b, group: null },
  ];
  for (const at of corners as Point[]) {
    const groups = groupsAround(space, at);
    if (groups.length < 2) nodes.push({ at, group: null });
    else for (const group of groups) nodes.push({ at, group });
  }
  const meets = (p: Point, group: Point[] | null): boolean =>
    group?.some((sample) => space.visible(p, sample)) ?? true;
  const lengths = nodes.map((p, i) =>
    nodes.map((q, j) => {
      if (i === j || !space.visible(p.at, q.at)) return Infinity;
      const length = Math.hypot(p.at[0] - q.at[0], p.at[1] - q.at[1]);
      if (length === 0) return i < 2 || j < 2 ? 0 : Infinity;
      return meets(p.at, q.group) && meets(q.at, p.group) ? length : Infinity;
    }),
  );
  const distances = nodes.map((_, i) => (i === 0 ? 0 : Infinity));
  for (let round = 0; round < nodes.length; round++) {
    for (let i = 0; i < nodes.length; i++) {
      for (let j = 0; j < nodes.length; j++) {
        distances[j] = Math.min(distances[j], distances[i] + lengths[i][j]);
      }
    }
  }
  return distances[1] < Infinity ? distances[1] : null;
}

const box = (x: number, y: number, width: number, height: number): [number, number][] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

/** Boxes on a lattice, one in some of its cells: some touch, none overlap. */
function latticeScene(random: Random): PlanInput {
  const obstacles: NonNullable<PlanInput["obstacles"]> = [];
  for (let x = 0; x < 4; x++) {
    for (let y = 0; y < 4; y++) {
      const [left, low] = [2 + 4 * x, 2 + 4 * y];
      const kind = random.below(5);
      if (kind === 0) obstacles.push({ polygon: box(left, low, 4, 2 + random.below(2)) });
      if (kind === 1) obstacles.push({ polygon: box(left + 1, low + 1, 2, 1 + random.below(2)) });
      if (kind === 2) {
        obstacles.push({
          segment: [
            [left + 1, low + 1],
            [left + 1 + random.below(3), low + 3],
          ],
        });
      }
      if (kind === 3) {
        obstacles.push({
          polygon: [
            [left + random.below(2), low],
            [left + 3, low + 1],
            [left + 2, low + 3 + random.below(2)],
          ],
        });
      }
    }
  }
  return { boundary: box(0, 0, 20, 20), obstacles };
}

/** A place on the lattice, often on a wall or a corner, or anywhere. */
function place(random: Random, whole: boolean): Point {
  return whole ? [random.below(21), random.below(21)] : [random.between(0, 20), random.between(0, 20)];
}

describe("the visibility oracle", () => {
  test.each(Array.from({ length: 40 }, (_, seed) => seed))("agrees with brute force, seed %i", (seed) => {
    const random = new Random(seed);
    const scene = latticeScene(random);
    const oracle = new VisibilityOracle(scene);
    const space = FreeSpace.of(scene);
    for (let i = 0; i < 6; i++) {
      const [a, b] = [place(random, i % 2 === 0), place(random, i % 3 !== 1)];
      expect([oracle.contains(a), oracle.contains(b)]).toEqual([space.contains(a), space.contains(b)]);
      if (!space.contains(a) || !space.contains(b)) continue;
      const expected = bruteForce(scene, a, b);
      const path = oracle.shortest(a, b);
      const field = oracle.distancesFrom(a).distance(b);
      const where = `${a} to ${b}`;
      if (expected === null) expect([path, field], where).toEqual([null, null]);
      else {
        expect(path?.distance, where).toBeCloseTo(expected, 11);
        expect(field, where).toBeCloseTo(expected, 11);
        const { points } = path!;
        for (let k = 1; k < points.length; k++) expect(space.visible(points[k - 1], points[k])).toBe(true);
      }
    }
  });

  test("agrees with brute force where many corners are in line", () => {
    const scene = profilingScene(4);
    const oracle = new VisibilityOracle(scene);
    for (const [a, b] of [
      [
        [1, 1],
        [39, 39],
      ],
      [
        [2.5, 0],
        [2.5, 40],
      ],
      [
        [7.5, 7.5],
        [32.5, 32.5],
      ],
      [
        [10, 0.5],
        [33, 31],
      ],
    ] as const) {
      expect(oracle.shortest(a, b)?.distance).toBeCloseTo(bruteForce(scene, a, b)!, 11);
    }
  });

  test("knows what can be walked straight", () => {
    const oracle = new VisibilityOracle(profilingScene(2));
    expect(oracle.canWalk([0, 2.5], [20, 2.5])).toBe(true);
    expect(oracle.canWalk([0, 2.6], [20, 2.6])).toBe(false);
    expect(oracle.contains([5, 5])).toBe(false);
  });

  test("a path does not pass where two obstacles touch", () => {
    const corner = {
      boundary: box(0, 0, 10, 10),
      obstacles: [{ polygon: box(0, 0, 5, 5) }, { polygon: box(5, 5, 5, 5) }],
    };
    const oracle = new VisibilityOracle(corner);
    expect(oracle.shortest([1, 9], [9, 1])).toBeNull();
    expect(oracle.distancesFrom([1, 9]).distance([9, 1])).toBeNull();
    expect(oracle.shortest([1, 9], [5, 5])?.distance).toBeCloseTo(Math.hypot(4, 4), 12);
  });
});
