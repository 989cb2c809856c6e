import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Point } from "../geometry/index.js";
import type { FindingCode } from "./check.js";
import { diagnose } from "./diagnose.js";
import { repair } from "./repair.js";
import { completeScene, type Scene, type SceneInput } from "./scene.js";

type Polygon = [number, number][];
const ROOM: Polygon = [
  [0, 0],
  [20, 0],
  [20, 10],
  [0, 10],
];
const box = (x: number, y: number, w: number, h = w): Polygon => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
const scene = (rest: Partial<SceneInput>): Scene => completeScene({ boundary: ROOM, ...rest });
const codes = (s: Scene): string[] => [...new Set(diagnose(s).map((f) => f.code))].sort();

describe("one repair each", () => {
  test("a sound scene comes back as it was", () => {
    const given = scene({
      obstacles: [
        { polygon: box(0.1, 0.2, 0.7) },
        {
          segment: [
            [5, 5],
            [6, 7],
          ],
        },
      ],
    });
    expect(repair(given)).toEqual({ scene: given, done: [] });
  });

  test("repeated points, spikes, orientation", () => {
    const boundary: Polygon = [
      [0, 0],
      [0, 10],
      [20, 10],
      [20, 10],
      [20, 0],
      [25, 0],
      [20, 0],
      [0, 0],
    ];
    const { scene: fixed, done } = repair(scene({ boundary }));
    expect(fixed.boundary).toHaveLength(4);
    expect(diagnose(fixed)).toEqual([]);
    expect(done).toHaveLength(2);
  });

  test("polygons without area become walls, walls without length points", () => {
    const { scene: fixed } = repair(
      scene({
        obstacles: [
          {
            polygon: [
              [2, 2],
              [4, 4],
              [3, 3],
            ],
          },
          {
            segment: [
              [9, 9],
              [9, 9],
            ],
          },
        ],
      }),
    );
    expect(fixed.obstacles).toEqual([
      {
        segment: [
          [2, 2],
          [4, 4],
        ],
      },
      { point: [9, 9] },
    ]);
  });

  test("overlapping obstacles are joined, the others keep their coordinates", () => {
    const other = { polygon: box(10.1, 3.3, 1.7) };
    const { scene: fixed } = repair(
      scene({ obstacles: [{ polygon: box(2, 2, 2) }, other, { polygon: box(3, 3, 2) }] }),
    );
    expect(fixed.obstacles).toHaveLength(2);
    expect(fixed.obstacles?.[0].polygon).toHaveLength(8);
    expect(fixed.obstacles?.[1]).toEqual(other);
  });

  test("nested and repeated obstacles are dropped", () => {
    const obstacles = [box(2, 2, 4), box(3, 3, 1), box(2, 2, 4), box(2, 2, 1)].map((polygon) => ({
      polygon,
    }));
    const { scene: fixed, done } = repair(scene({ obstacles: [...obstacles, { point: [4, 4] }] }));
    expect(fixed.obstacles).toEqual([obstacles[0]]);
    expect(done).toHaveLength(4);
  });

  test("walls around a courtyard keep it", () => {
    const walls = [box(2, 2, 6, 1), box(2, 7, 6, 1), box(2, 2, 1, 6), box(7, 2, 1, 6)];
    const { scene: fixed } = repair(scene({ obstacles: walls.map((polygon) => ({ polygon })) }));
    const rings = fixed.obstacles?.map((o) => o.polygon ?? []) ?? [];
    expect(rings.length).toBeGreaterThan(1);
    expect(rings.some((ring) => winds([5, 5], ring))).toBe(false);
    expect(rings.some((ring) => winds([2.5, 5], ring))).toBe(true);
    expect(codes(fixed)).toEqual(["obstacles-touch"]);
  });

  test("obstacles are cut off at a slanted boundary without leaving a gap", () => {
    const boundary: Polygon = [
      [0, 0],
      [20, 3],
      [17, 13],
      [-3, 10],
    ];
    const { scene: fixed } = repair(
      scene({ boundary, obstacles: [{ polygon: box(15, 5, 9, 2) }, { polygon: box(40, 0, 1) }] }),
    );
    expect(fixed.obstacles).toHaveLength(1);
    expect(codes(fixed)).toEqual(["obstacle-touches-boundary"]);
    // The cut shares its vertices with the boundary.
    const shared = fixed.obstacles?.[0].polygon?.filter((p) =>
      fixed.boundary.some((q) => String(p) === String(q)),
    );
    expect(shared).toHaveLength(2);
  });

  test("a crossing boundary becomes its largest part", () => {
    const { scene: fixed, done } = repair(
      scene({
        boundary: [
          [0, 0],
          [6, 6],
          [6, 0],
          [0, 10],
        ],
      }),
    );
    expect(diagnose(fixed)).toEqual([]);
    expect(done.join()).toContain("largest of 2 parts");
    expect(winds([1, 5], fixed.boundary)).toBe(true);
    expect(winds([5, 3], fixed.boundary)).toBe(false);
  });

  test("goals and spawns lose what is not free", () => {
    const given = scene({
      obstacles: [{ polygon: box(8, 0, 4, 10) }],
      goals: {
        a: {
          points: [
            [9, 5],
            [1, 1],
          ],
        },
        b: {
          segments: [
            [
              [5, 5],
              [15, 5],
            ],
          ],
        },
        c: { points: [[10, 5]] },
      },
      spawns: [
        {
          segment: [
            [5, 1],
            [15, 1],
          ],
          count: 1,
          goals: ["a"],
        },
        { polygon: box(6, 6, 3, 2), count: 1, goals: ["a"] },
      ],
    });
    const { scene: fixed } = repair(given);
    expect(fixed.goals?.a.points).toEqual([[1, 1]]);
    expect(fixed.goals?.b.segments).toEqual([
      [
        [5, 5],
        [8, 5],
      ],
      [
        [12, 5],
        [15, 5],
      ],
    ]);
    // Nothing of c is free: no sensible repair.
    expect(fixed.goals?.c).toEqual({ points: [[10, 5]] });
    expect(fixed.spawns?.[0].segment).toEqual([
      [5, 1],
      [8, 1],
    ]);
    expect(
      diagnose(fixed)
        .map((f) => f.code)
        .sort(),
    ).toEqual(["goal-blocked", "obstacle-touches-boundary"]);
  });

  test("weights go with their vertices", () => {
    const given = scene({
      obstacles: [{ polygon: box(2, 2, 2) }, { polygon: box(3, 3, 2) }],
      weights: [
        { vertex: [2, 2], speed: 2 },
        { vertex: [3, 3], speed: 2 },
      ],
    });
    const { scene: fixed, done } = repair(given);
    expect(fixed.weights).toEqual([{ vertex: [2, 2], speed: 2 }]);
    expect(done.at(-1)).toBe("weights[1]: dropped, its vertex is gone");
  });

  test("moving obstacles are left alone", () => {
    const schedule = [{ time: 0, present: false }];
    const given = scene({
      obstacles: [
        { polygon: box(2, 2, 2) },
        { polygon: box(3, 3, 2), schedule },
        { point: [99, 9], schedule },
      ],
    });
    expect(repair(given).done).toEqual([]);
  });
});

/** Whether a ring winds around a point, by adding up angles: nothing in common with the code under test. */
function winds(p: Point, ring: readonly Point[]): boolean {
  let sum = 0;
  ring.forEach(([x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length];
    const [ax, ay, bx, by] = [x - p[0], y - p[1], u - p[0], v - p[1]];
    sum += Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
  });
  return Math.abs(sum) > Math.PI;
}

const isFree = (p: Point, s: Scene): boolean =>
  winds(p, s.boundary) && !(s.obstacles ?? []).some((o) => o.polygon && winds(p, o.polygon));

function distanceToEdges(p: Point, s: Scene): number {
  const rings = [s.boundary, ...(s.obstacles ?? []).map((o) => o.polygon ?? [])];
  return Math.min(
    ...rings.flatMap((ring) =>
      ring.map(([x, y], i) => {
        const [u, v] = ring[(i + 1) % ring.length];
        const length2 = (u - x) ** 2 + (v - y) ** 2;
        const t = length2 === 0 ? 0 : ((p[0] - x) * (u - x) + (p[1] - y) * (v - y)) / length2;
        const k = Math.min(1, Math.max(0, t));
        return Math.hypot(p[0] - x - k * (u - x), p[1] - y - k * (v - y));
      }),
    ),
  );
}

const REPAIRED: readonly FindingCode[] = [
  "repeated-point",
  "near-point",
  "zero-length-segment",
  "clockwise",
  "obstacle-crosses-itself",
  "obstacle-touches-itself",
  "obstacle-spike",
  "obstacle-zero-area",
  "obstacle-nested",
  "obstacle-repeated",
  "obstacle-outside",
  "goal-partly-blocked",
];

/** Scenes with everything wrong that lattice or arbitrary coordinates can have. */
function brokenScene(
  coordinate: fc.Arbitrary<number>,
  boundaries: fc.Arbitrary<Polygon>,
  shift: number,
): fc.Arbitrary<Scene> {
  const point = fc.tuple(coordinate, coordinate);
  const ring = fc.array(point, { minLength: 3, maxLength: 7 });
  const obstacle = fc.oneof(
    { weight: 6, arbitrary: ring.map((polygon) => ({ polygon })) },
    { weight: 1, arbitrary: fc.tuple(point, point).map((segment) => ({ segment })) },
    { weight: 1, arbitrary: point.map((p) => ({ point: p })) },
  );
  const move = ([x, y]: [number, number]): [number, number] => [x + shift, y + shift];
  return fc
    .record({
      boundary: boundaries,
      obstacles: fc.array(obstacle, { maxLength: 7 }),
      points: fc.array(point, { minLength: 1, maxLength: 3 }),
      segment: fc.tuple(point, point),
    })
    .map(({ boundary, obstacles, points, segment }) =>
      completeScene({
        boundary: boundary.map(move),
        obstacles: obstacles.map((o) =>
          "polygon" in o
            ? { polygon: o.polygon.map(move) }
            : "segment" in o
              ? { segment: [move(o.segment[0]), move(o.segment[1])] }
              : { point: move(o.point) },
        ),
        goals: { exit: { points: points.map(move), segments: [[move(segment[0]), move(segment[1])]] } },
      }),
    );
}

const lattice = fc.integer({ min: -1, max: 11 });
const anywhere = fc.double({ min: -1, max: 11, noNaN: true }).map((v) => Math.fround(v * 4096) / 4096);
const sound = fc.constantFrom<Polygon>(box(0, 0, 10), [
  [0, 0],
  [10, 1],
  [11, 9],
  [5, 10.5],
  [1, 9],
]);
const anyRing = fc.array(fc.tuple(lattice, lattice), { minLength: 3, maxLength: 8 });

describe.each([
  ["lattice coordinates", lattice, sound, 0],
  ["slanted coordinates", anywhere, sound, 0],
  ["coordinates near 5,000,000", anywhere, sound, 5_000_000],
  ["broken boundaries", lattice, anyRing, 0],
] as const)("seed 31: random broken scenes, %s", (name, coordinate, boundaries, shift) => {
  const scenes = brokenScene(coordinate, boundaries, shift);

  test("repairing twice changes nothing more, and the input stays as it was", () => {
    fc.assert(
      fc.property(scenes, (given) => {
        const copy = structuredClone(given);
        const { scene: fixed, done } = repair(given);
        expect(given).toEqual(copy);
        expect(repair(fixed), JSON.stringify(done)).toEqual({ scene: fixed, done: [] });
      }),
      { seed: 31, numRuns: 400 },
    );
  });

  test("no errors are left but those without a sensible meaning, and no repaired warning", () => {
    fc.assert(
      fc.property(scenes, (given) => {
        const { scene: fixed } = repair(given);
        const left = diagnose(fixed);
        const allowed = ["goal-blocked", "no-free-space", "boundary-zero-area"];
        expect(left.filter((f) => f.severity === "error" && !allowed.includes(f.code))).toEqual([]);
        if (left.some((f) => f.code === "boundary-zero-area" || f.code === "no-free-space")) return;
        expect(left.filter((f) => REPAIRED.includes(f.code))).toEqual([]);
        // Walls may still reach into areas and out of the boundary: cutting them could open a gap.
        const areas = left.filter(
          (f) => f.code === "obstacles-overlap" || f.code === "obstacle-crosses-boundary",
        );
        for (const { where, message } of areas) expect(where + message).toMatch(/segment/);
      }),
      { seed: 32, numRuns: 400 },
    );
  });

  // Of a broken boundary only the largest part remains.
  if (name === "broken boundaries") return;

  test("the free space stays the same", () => {
    const unit = fc.double({ min: -1, max: 12, noNaN: true });
    const samples = fc.array(fc.tuple(unit, unit), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(scenes, samples, (given, points) => {
        const { scene: fixed } = repair(given);
        for (const [x, y] of points) {
          const p: Point = [x + shift, y + shift];
          if (distanceToEdges(p, given) < 1e-4 || distanceToEdges(p, fixed) < 1e-4) continue;
          expect(isFree(p, fixed), String(p)).toBe(isFree(p, given));
        }
      }),
      { seed: 33, numRuns: 400 },
    );
  });
});
