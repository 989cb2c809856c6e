import { describe, expect, test } from "vitest";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import type { FindingCode } from "./check.js";
import { diagnose } from "./diagnose.js";
import { completeScene, type Scene, type SceneInput } from "./scene.js";

const ROOM: [number, number][] = [
  [0, 0],
  [20, 0],
  [20, 10],
  [0, 10],
];
type Polygon = [number, number][];
const box = (x: number, y: number, w: number, h = w): Polygon => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
const scene = (rest: Partial<SceneInput>): Scene => completeScene({ boundary: ROOM, ...rest });
const codes = (s: Scene): string[] => [...new Set(diagnose(s).map((f) => f.code))].sort();
const polygons = (...rings: Polygon[]): Scene => scene({ obstacles: rings.map((polygon) => ({ polygon })) });

describe("one defect each", () => {
  const spawn = { count: 1, goals: ["exit"] };
  const goals = { exit: { points: [[1, 1]] as Polygon } };
  const cases: [FindingCode, Scene, Scene][] = [
    [
      "boundary-crosses-itself",
      scene({
        boundary: [
          [0, 0],
          [9, 9],
          [9, 0],
          [0, 9],
        ],
      }),
      scene({}),
    ],
    [
      "boundary-touches-itself",
      scene({
        boundary: [
          [0, 0],
          [9, 0],
          [9, 9],
          [4, 0],
          [0, 9],
        ],
      }),
      scene({}),
    ],
    [
      "boundary-touches-itself",
      scene({
        boundary: [
          [0, 0],
          [2, 2],
          [4, 0],
          [4, 4],
          [2, 2],
          [0, 4],
        ],
      }),
      scene({}),
    ],
    [
      "boundary-spike",
      scene({ boundary: [...ROOM, [0, 5], [-3, 5], [0, 5]] }),
      scene({ boundary: [...ROOM, [0, 5]] }),
    ],
    [
      "boundary-zero-area",
      scene({
        boundary: [
          [0, 0],
          [5, 5],
          [9, 9],
        ],
      }),
      scene({}),
    ],
    ["no-free-space", polygons(box(0, 0, 11, 10), box(10, 0, 10, 10)), polygons(box(0, 0, 10, 10))],
    ["goal-blocked", scene({ goals: { exit: { points: [[25, 5]] } } }), scene({ goals })],
    [
      "goal-partly-blocked",
      scene({
        goals: {
          exit: {
            points: [
              [25, 5],
              [1, 1],
            ],
          },
        },
      }),
      scene({ goals }),
    ],
    [
      "goal-partly-blocked",
      scene({
        goals: {
          exit: {
            segments: [
              [
                [15, 5],
                [25, 5],
              ],
            ],
          },
        },
      }),
      scene({
        goals: {
          exit: {
            segments: [
              [
                [20, 4],
                [20, 6],
              ],
            ],
          },
        },
      }),
    ],
    [
      "goal-blocked",
      scene({
        obstacles: [{ polygon: box(4, 4, 4) }],
        goals: {
          exit: {
            segments: [
              [
                [5, 5],
                [7, 7],
              ],
            ],
          },
        },
      }),
      scene({
        obstacles: [{ polygon: box(4, 4, 4) }],
        goals: {
          exit: {
            segments: [
              [
                [4, 5],
                [4, 7],
              ],
            ],
          },
        },
      }),
    ],
    [
      "spawn-blocked",
      scene({ goals, spawns: [{ ...spawn, polygon: box(30, 0, 2) }] }),
      scene({ goals, spawns: [{ ...spawn, polygon: box(3, 3, 2) }] }),
    ],
    [
      "spawn-blocked",
      scene({
        goals,
        spawns: [
          {
            ...spawn,
            segment: [
              [30, 0],
              [30, 5],
            ],
          },
        ],
      }),
      scene({
        goals,
        spawns: [
          {
            ...spawn,
            segment: [
              [3, 0],
              [3, 5],
            ],
          },
        ],
      }),
    ],
    [
      "spawn-partly-blocked",
      scene({ goals, spawns: [{ ...spawn, polygon: box(18, 3, 4) }] }),
      scene({ goals, spawns: [{ ...spawn, polygon: box(16, 3, 4) }] }),
    ],
    [
      "spawn-partly-blocked",
      scene({ goals, obstacles: [{ polygon: box(5, 5, 1) }], spawns: [{ ...spawn, polygon: box(4, 4, 3) }] }),
      scene({ goals, obstacles: [{ polygon: box(5, 5, 1) }], spawns: [{ ...spawn, polygon: box(6, 5, 1) }] }),
    ],
    [
      "unknown-goal",
      scene({
        spawns: [
          {
            ...spawn,
            segment: [
              [1, 1],
              [2, 2],
            ],
          },
        ],
      }),
      scene({ goals }),
    ],
    [
      "unknown-profile",
      scene({
        goals,
        spawns: [
          {
            ...spawn,
            profile: "adult",
            segment: [
              [1, 1],
              [2, 2],
            ],
          },
        ],
      }),
      scene({
        goals,
        profiles: { adult: { radius: 0.2, speed: 1 } },
        spawns: [
          {
            ...spawn,
            profile: "adult",
            segment: [
              [1, 1],
              [2, 2],
            ],
          },
        ],
      }),
    ],
    [
      "weight-off-vertex",
      scene({ weights: [{ vertex: [1, 1], speed: 2 }] }),
      scene({ weights: [{ vertex: [20, 10], speed: 2 }] }),
    ],
    [
      "flow-off-boundary",
      scene({
        flow: {
          source: [
            [
              [0, 1],
              [1, 2],
            ],
          ],
          sink: [
            [
              [20, 1],
              [20, 2],
            ],
          ],
        },
      }),
      scene({
        flow: {
          source: [
            [
              [0, 1],
              [0, 2],
            ],
          ],
          sink: [
            [
              [20, 1],
              [20, 2],
            ],
          ],
        },
      }),
    ],
    [
      "flow-overlap",
      scene({
        flow: {
          source: [
            [
              [0, 1],
              [0, 5],
            ],
          ],
          sink: [
            [
              [0, 7],
              [0, 4],
            ],
          ],
        },
      }),
      scene({
        flow: {
          source: [
            [
              [0, 1],
              [0, 4],
            ],
          ],
          sink: [
            [
              [0, 7],
              [0, 4],
            ],
          ],
        },
      }),
    ],
    [
      "flow-zero-length",
      scene({
        flow: {
          source: [
            [
              [0, 1],
              [0, 1],
            ],
          ],
          sink: [
            [
              [20, 1],
              [20, 2],
            ],
          ],
        },
      }),
      scene({
        flow: {
          source: [
            [
              [0, 1],
              [0, 2],
            ],
          ],
          sink: [
            [
              [20, 1],
              [20, 2],
            ],
          ],
        },
      }),
    ],
    ["repeated-point", scene({ boundary: [...ROOM, [0, 0]] }), scene({})],
    ["near-point", scene({ boundary: [...ROOM, [0, 1e-7]] }), scene({ boundary: [...ROOM, [0, 1e-4]] })],
    [
      "zero-length-segment",
      scene({
        obstacles: [
          {
            segment: [
              [1, 1],
              [1, 1],
            ],
          },
        ],
      }),
      scene({ obstacles: [{ point: [1, 1] }] }),
    ],
    ["clockwise", scene({ boundary: [...ROOM].reverse() }), scene({})],
    [
      "obstacle-crosses-itself",
      polygons([
        [2, 2],
        [6, 6],
        [6, 2],
        [2, 6],
      ]),
      polygons(box(2, 2, 4)),
    ],
    [
      "obstacle-touches-itself",
      polygons([
        [2, 2],
        [4, 4],
        [6, 2],
        [6, 6],
        [4, 4],
        [2, 6],
      ]),
      polygons(box(2, 2, 4)),
    ],
    [
      "obstacle-spike",
      polygons([
        [2, 2],
        [6, 2],
        [9, 2],
        [6, 2],
        [6, 6],
      ]),
      polygons([
        [2, 2],
        [6, 2],
        [6, 6],
      ]),
    ],
    [
      "obstacle-zero-area",
      polygons([
        [2, 2],
        [4, 4],
        [3, 3],
      ]),
      polygons([
        [2, 2],
        [4, 4],
        [3, 4],
      ]),
    ],
    ["obstacles-overlap", polygons(box(2, 2, 2), box(3, 3, 2)), polygons(box(2, 2, 2), box(5, 3, 2))],
    ["obstacles-touch", polygons(box(2, 2, 2), box(4, 4, 2)), polygons(box(2, 2, 2), box(4.001, 4, 2))],
    ["obstacle-nested", polygons(box(2, 2, 4), box(3, 3, 1)), polygons(box(2, 2, 4), box(7, 3, 1))],
    ["obstacle-nested", polygons(box(2, 2, 4), box(2, 2, 1)), polygons(box(2, 2, 4), box(7, 3, 1))],
    ["obstacle-repeated", polygons(box(2, 2, 4), box(2, 2, 4)), polygons(box(2, 2, 4))],
    ["obstacle-crosses-boundary", polygons(box(18, 2, 4)), polygons(box(15, 2, 4))],
    ["obstacle-touches-boundary", polygons(box(16, 2, 4)), polygons(box(15, 2, 4))],
    ["obstacle-outside", polygons(box(20, 2, 4)), polygons(box(15, 2, 4))],
    ["obstacle-outside", polygons(box(25, 2, 4)), polygons(box(15, 2, 4))],
    [
      "barrier-outside",
      scene({
        barriers: [
          {
            segment: [
              [30, 1],
              [30, 2],
            ],
            weight: 2,
          },
        ],
      }),
      scene({
        barriers: [
          {
            segment: [
              [3, 1],
              [30, 2],
            ],
            weight: 2,
          },
        ],
      }),
    ],
  ];
  test.each(cases)("%s", (code, broken, sound) => {
    expect(codes(broken)).toContain(code);
    expect(codes(sound)).not.toContain(code);
  });

  test("a sound scene has no findings", () => {
    expect(diagnose(polygons(box(2, 2, 2), box(6, 2, 2)))).toEqual([]);
  });

  test("names the place, in the scene's own numbering", () => {
    const [finding] = diagnose(
      scene({
        obstacles: [
          { point: [1, 1] },
          {
            polygon: [
              [5, 5],
              [7, 5],
              [7, 5],
              [7, 7],
            ],
          },
        ],
      }),
    );
    expect(finding).toMatchObject({ code: "repeated-point", where: "obstacles[1].polygon[2]", at: [7, 5] });
  });

  test("an exit on a slanted wall is free although rounding puts it beside the wall", () => {
    const boundary: Polygon = [
      [0, 0],
      [10, 3],
      [7, 13],
      [-3, 10],
    ];
    const on = (t: number): [number, number] => [10 - 3 * t, 3 + 10 * t];
    for (const t of [0.1, 0.3, 0.7]) {
      expect(codes(scene({ boundary, goals: { exit: { segments: [[on(t), on(t + 0.2)]] } } }))).toEqual([]);
    }
  });

  test("the boundary behind an obstacle is not free", () => {
    const goals = {
      exit: {
        segments: [
          [
            [20, 2],
            [20, 9],
          ] as [[number, number], [number, number]],
        ],
      },
    };
    expect(codes(scene({ obstacles: [{ polygon: box(16, 4, 4) }], goals }))).toContain("goal-partly-blocked");
    expect(codes(scene({ obstacles: [{ polygon: box(16, 2, 4, 7) }], goals }))).toContain("goal-blocked");
  });

  test("moving obstacles are checked for themselves only", () => {
    const schedule = [{ time: 0, present: true }];
    const s = scene({ obstacles: [{ polygon: box(2, 2, 2), schedule }, { polygon: box(3, 3, 2) }] });
    expect(codes(s)).toEqual([]);
  });

  test("lists at most 1,000 findings of a code and counts the rest", () => {
    const blocks = Array.from({ length: 40 * 40 }, (_, i) => ({
      polygon: box((i % 40) * 2, Math.floor(i / 40) * 2, 2),
    }));
    const findings = diagnose(scene({ boundary: box(-1, -1, 90), obstacles: blocks })).filter(
      (f) => f.code === "obstacles-touch",
    );
    expect(findings).toHaveLength(1001);
    // Each inner block touches 4 by an edge and 4 by a corner, each pair once.
    expect(findings[1000].more).toBe(2 * 40 * 39 + 2 * 39 * 39 - 1000);
  });
});

describe("what can be reached", () => {
  // A room of 20 m, cut in two at x = 12.
  const wall = {
    segment: [
      [12, 0],
      [12, 20],
    ] as [[number, number], [number, number]],
  };
  const base = {
    boundary: box(0, 0, 20),
    goals: { near: { points: [[1, 1]] as Polygon }, far: { points: [[15, 1]] as Polygon } },
  };
  const from = (x: number, goals: string[]) => ({
    segment: [
      [x, 1],
      [x, 2],
    ] as [[number, number], [number, number]],
    count: 1,
    goals,
  });
  const unreachable = (s: Scene): string[] =>
    diagnose(s)
      .filter((f) => f.code.endsWith("-unreachable"))
      .map((f) => `${f.code} ${f.where}`);

  test("goals in smaller parts and spawns without a way are found", () => {
    const s = scene({
      ...base,
      obstacles: [wall],
      spawns: [from(1, ["far"]), from(1, ["near"]), from(15, ["far"]), from(15, ["near", "far"])],
    });
    expect(unreachable(s)).toEqual(["goal-unreachable goals.far", "spawn-unreachable spawns[0]"]);
  });

  test("one part is no reason to complain, nor is a wall that moves, nor a goal on the wall itself", () => {
    expect(unreachable(scene({ ...base, spawns: [from(1, ["far"])] }))).toEqual([]);
    const door = { ...wall, schedule: [{ time: 10, present: false }] };
    expect(unreachable(scene({ ...base, obstacles: [door], spawns: [from(1, ["far"])] }))).toEqual([]);
    const shared = { ...base, goals: { both: { points: [[12, 5]] as Polygon } }, obstacles: [wall] };
    expect(unreachable(scene({ ...shared, spawns: [from(1, ["both"]), from(15, ["both"])] }))).toEqual([]);
  });
});

/** A polygon with its own triangulation: all that the oracle below needs. */
interface Shape {
  readonly ring: Polygon;
  readonly triangles: readonly Polygon[];
}

const cross = (a: Point, b: Point, c: Point): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
const ccw = (t: Polygon): Polygon => (cross(t[0], t[1], t[2]) > 0 ? t : [t[0], t[2], t[1]]);

/** Random triangles and simple, often reflex, quadrilaterals on a small lattice. */
function randomShape(random: Random, size: number): Shape {
  for (;;) {
    const p = (): [number, number] => [random.below(size), random.below(size)];
    const [a, b, c, d] = [p(), p(), p(), p()];
    const isTriangle = random.below(3) === 0;
    if (isTriangle && cross(a, b, c) !== 0) return { ring: [a, b, c], triangles: [ccw([a, b, c])] };
    if (isTriangle || cross(a, b, c) * cross(a, c, d) <= 0) continue;
    return { ring: [a, b, c, d], triangles: [ccw([a, b, c]), ccw([a, c, d])] };
  }
}

/** The area common to two counterclockwise triangles, by clipping one with each side of the other. */
function commonArea(s: Polygon, t: Polygon): number {
  let ring: Polygon = s;
  for (let i = 0; i < 3; i++) {
    const [a, b] = [t[i], t[(i + 1) % 3]];
    const next: Polygon = [];
    ring.forEach((p, k) => {
      const q = ring[(k + 1) % ring.length];
      const [u, v] = [cross(a, b, p), cross(a, b, q)];
      if (u >= 0) next.push(p);
      if (u * v < 0) next.push([p[0] + ((q[0] - p[0]) * u) / (u - v), p[1] + ((q[1] - p[1]) * u) / (u - v)]);
    });
    ring = next;
  }
  return (
    ring.reduce(
      (sum, p, k) => sum + p[0] * ring[(k + 1) % ring.length][1] - p[1] * ring[(k + 1) % ring.length][0],
      0,
    ) / 2
  );
}

/** Whether two closed lattice segments share a point, in integer arithmetic. */
function segmentsMeet(a: Point, b: Point, c: Point, d: Point): boolean {
  const on = (p: Point, q: Point, r: Point): boolean =>
    cross(p, q, r) === 0 && (r[0] - p[0]) * (r[0] - q[0]) <= 0 && (r[1] - p[1]) * (r[1] - q[1]) <= 0;
  if (on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b)) return true;
  return cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;
}

const areaOfAll = (s: Shape): number => s.triangles.reduce((sum, t) => sum + cross(t[0], t[1], t[2]) / 2, 0);
const sharedArea = (s: Shape, t: Shape): number =>
  s.triangles.reduce((sum, p) => t.triangles.reduce((inner, q) => inner + commonArea(p, q), sum), 0);
const ringsMeet = (s: Polygon, t: Polygon): boolean =>
  s.some((a, i) => t.some((c, k) => segmentsMeet(a, s[(i + 1) % s.length], c, t[(k + 1) % t.length])));

/** What the oracle says of two obstacles. */
function pairCode(s: Shape, t: Shape): string {
  const common = sharedArea(s, t);
  if (common < 1e-9) return ringsMeet(s.ring, t.ring) ? "obstacles-touch" : "";
  const inT = common > areaOfAll(s) - 1e-9;
  const inS = common > areaOfAll(t) - 1e-9;
  return inT && inS ? "obstacle-repeated" : inT || inS ? "obstacle-nested" : "obstacles-overlap";
}

/** What the oracle says of an obstacle in a boundary. */
function boundaryCode(s: Shape, boundary: Shape): string {
  const common = sharedArea(s, boundary);
  if (common < 1e-9) return "obstacle-outside";
  if (common < areaOfAll(s) - 1e-9) return "obstacle-crosses-boundary";
  return ringsMeet(s.ring, boundary.ring) ? "obstacle-touches-boundary" : "";
}

describe.each([
  ["as drawn", 1, 0],
  ["scaled by 2^-10", 2 ** -10, 0],
  ["near 5,000,000", 1, 5_000_000],
])("against a brute-force oracle, %s", (_name, scale, shift) => {
  const place = (ring: Polygon): Polygon => ring.map(([x, y]) => [x * scale + shift, y * scale - shift]);

  test("seed 21: pairs of obstacles", () => {
    const random = new Random(21);
    const seen = new Map<string, number>();
    for (let round = 0; round < 4000; round++) {
      const [s, t] = [randomShape(random, 7), randomShape(random, 7)];
      const boundary = place(box(-1, -1, 9));
      const found = diagnose(
        scene({ boundary, obstacles: [{ polygon: place(s.ring) }, { polygon: place(t.ring) }] }),
      )
        .map((f) => f.code)
        .filter((code) => code !== "clockwise");
      const expected = pairCode(s, t);
      seen.set(expected, (seen.get(expected) ?? 0) + 1);
      expect(found, JSON.stringify([s.ring, t.ring])).toEqual(expected ? [expected] : []);
    }
    for (const code of ["", "obstacles-touch", "obstacle-nested", "obstacles-overlap"]) {
      expect(seen.get(code) ?? 0, code).toBeGreaterThan(50);
    }
  });

  test("seed 22: an obstacle and a boundary", () => {
    const random = new Random(22);
    for (let round = 0; round < 3000; round++) {
      const [s, b] = [randomShape(random, 7), randomShape(random, 8)];
      const found = diagnose(scene({ boundary: place(b.ring), obstacles: [{ polygon: place(s.ring) }] }))
        .map((f) => f.code)
        .filter((code) => code !== "clockwise" && code !== "no-free-space");
      const expected = boundaryCode(s, b);
      expect(found, JSON.stringify([s.ring, b.ring])).toEqual(expected ? [expected] : []);
    }
  });

  test("seed 23: rings that meet themselves", () => {
    const random = new Random(23);
    for (let round = 0; round < 3000; round++) {
      const n = 4 + random.below(5);
      const ring: Polygon = Array.from({ length: n }, () => [random.below(6), random.below(6)]);
      if (ring.every((p) => cross(ring[0], ring[1], p) === 0)) continue;
      const found = new Set(diagnose(scene({ boundary: place(ring) })).map((f) => f.code));
      const isBad =
        found.has("boundary-crosses-itself") ||
        found.has("boundary-touches-itself") ||
        found.has("boundary-spike");
      expect(isBad, JSON.stringify(ring)).toBe(!isSimpleRing(ring));
      expect(found.has("boundary-crosses-itself"), JSON.stringify(ring)).toBe(crossesProperly(ring));
    }
  });
});

/** Ignores repeats of the point before. */
function edgesOf(ring: Polygon): [Point, Point][] {
  const kept = ring.filter((p, i) => String(p) !== String(ring[(i + ring.length - 1) % ring.length]));
  return kept.map((p, i) => [p, kept[(i + 1) % kept.length]]);
}

function crossesProperly(ring: Polygon): boolean {
  const edges = edgesOf(ring);
  return edges.some(([a, b]) =>
    edges.some(([c, d]) => cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0),
  );
}

function isSimpleRing(ring: Polygon): boolean {
  const edges = edgesOf(ring);
  const n = edges.length;
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const [[a, b], [c, d]] = [edges[i], edges[j]];
      const isNext = j === i + 1;
      if (!isNext && !(i === 0 && j === n - 1)) {
        if (segmentsMeet(a, b, c, d)) return false;
      } else {
        const [p, q, r] = isNext ? [a, b, d] : [c, d, b];
        if (cross(p, q, r) === 0 && (p[0] - q[0]) * (r[0] - q[0]) + (p[1] - q[1]) * (r[1] - q[1]) > 0)
          return false;
      }
    }
  }
  return true;
}
