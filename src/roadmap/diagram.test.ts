import { describe, expect, test } from "vitest";
import { randomPlan } from "../../test/support/random-plans.js";
import {
  bordersOf,
  checkDiagram,
  checkEdges,
  partsOf,
  signature,
} from "../../test/support/voronoi-oracle.js";
import type { Constraint, Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { Roadmap } from "./roadmap.js";

const room = (size: number, at = 0): Point[] => [
  [at, at],
  [at + size, at],
  [at + size, at + size],
  [at, at + size],
];

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}

test.each([
  ["0", 0, 1e-9],
  ["5,000,000", 5e6, 2e-8],
])(
  "plans full of touching, collinear and co-circular walls around %s: built, and in any order (seeds 0 to 150)",
  (_, offset, tolerance) => {
    for (let seed = 0; seed < 150; seed++) {
      const random = new Random(seed);
      const { boundary, obstacles } = randomPlan(random, 9, offset);
      const built = new Roadmap({ boundary, obstacles });
      checkDiagram(built, boundary, obstacles, tolerance);
      expect(partsOf(built)).toBe(built.space.componentAreas.length);
      const grown = new Roadmap({ boundary });
      const passers: number[] = [];
      for (const obstacle of shuffled(obstacles, random)) {
        const [x, y] = [random.between(0.1, 8.9), random.between(0.1, 8.9)];
        passers.push(grown.insert({ point: [offset + x, offset + y] }));
        grown.insert(obstacle);
      }
      grown.removeMany(passers);
      checkDiagram(grown, boundary, obstacles, tolerance);
      expect(signature(grown)).toEqual(signature(built));
    }
  },
);

/** A plan turned by an angle, every point of which is then moved by up to `noise`: what touched does so no more. */
function turnedPlan(seed: number, noise: number): Record<"plain" | "turned", Plan> {
  const random = new Random(seed);
  const plain = randomPlan(random, 9);
  const [c, s] = [Math.cos(0.1 + 0.37 * seed), Math.sin(0.1 + 0.37 * seed)];
  const turn = ([x, y]: Point): Point => [
    c * x - s * y + random.between(-noise, noise),
    s * x + c * y + random.between(-noise, noise),
  ];
  const obstacles = plain.obstacles.map((site): Constraint => {
    if ("polygon" in site) return { polygon: site.polygon.map(turn) };
    return "segment" in site
      ? { segment: [turn(site.segment[0]), turn(site.segment[1])] }
      : { point: turn(site.point) };
  });
  return { plain, turned: { boundary: plain.boundary.map(turn), obstacles } };
}

interface Plan {
  readonly boundary: readonly Point[];
  readonly obstacles: readonly Constraint[];
}

test.each([0, 1e-16, 1e-14, 1e-12, 1e-10])(
  "walls that miss each other by rounding or by %d m touch: built, and in any order (seeds 0 to 100)",
  (noise) => {
    for (let seed = 0; seed < 100; seed++) {
      const { plain, turned } = turnedPlan(seed, noise);
      const built = new Roadmap(turned);
      const grown = new Roadmap({ boundary: turned.boundary });
      for (const site of shuffled(turned.obstacles, new Random(seed))) grown.insert(site);
      // The free parts are those of the plan in which everything touches exactly.
      const parts = new Roadmap(plain).space.componentAreas.length;
      for (const roadmap of [built, grown]) {
        expect([seed, roadmap.defects]).toEqual([seed, 0]);
        checkEdges(roadmap, turned.boundary, turned.obstacles, noise > 1e-13 ? 1e-5 : 1e-9);
        expect([seed, partsOf(roadmap)]).toEqual([seed, parts]);
      }
    }
  },
);

test("walls that cross at random come and go; the diagram left is what brute force says of those that stand (seeds 0 to 40)", () => {
  for (let seed = 0; seed < 40; seed++) {
    const random = new Random(seed);
    const boundary = room(9);
    const spot = (): Point => [random.between(0.1, 8.9), random.between(0.1, 8.9)];
    const roadmap = new Roadmap({ boundary });
    const standing = new Map<number, Constraint>();
    const shape = (): Constraint =>
      random.below(3) ? { segment: [spot(), spot()] } : { polygon: [spot(), spot(), spot()] };
    for (let i = 0; i < 30; i++) {
      const ids = [...standing.keys()];
      const id = ids[random.below(ids.length || 1)];
      const choice = random.below(9);
      if (ids.length > 8 || (ids.length > 0 && choice < 3)) {
        roadmap.remove(id);
        standing.delete(id);
      } else if (ids.length > 0 && choice < 5) {
        const to = shape();
        roadmap.move(id, to);
        standing.set(id, to);
      } else {
        const site = shape();
        standing.set(roadmap.insert(site), site);
      }
    }
    // A crossing leaves a vertex a rounding error beside its walls, so lengths agree only as well as that.
    checkDiagram(roadmap, boundary, [...standing.values()], 1e-7);
    expect(partsOf(roadmap)).toBe(roadmap.space.componentAreas.length);
  }
});

/** Scattered, on a grid, on circles around one centre, in clusters with needles between them. */
const SWARMS: [string, (random: Random, i: number) => Point][] = [
  ["at random", (random) => [random.between(0.1, 19.9), random.between(0.1, 19.9)]],
  ["on a grid", (_, i) => [1.5 + (i % 12), 1.5 + Math.floor(i / 12)]],
  [
    "on circles",
    (_, i) => [
      10 + (3 + Math.floor(i / 40)) * Math.cos(i * 0.157),
      10 + (3 + Math.floor(i / 40)) * Math.sin(i * 0.157),
    ],
  ],
  [
    "in clusters",
    (random, i) => [
      3 + 5 * (i % 4) + 1e-3 * random.between(-1, 1),
      4 + 6 * (i % 3) + 1e-4 * random.between(-1, 1),
    ],
  ],
  ["in lines", (random, i) => [2 + (i % 3) * 7, 1 + Math.round(900 * random.between(0, 1)) / 50]],
];

describe.each(SWARMS)("many points %s", (_, place) => {
  test.each([
    ["0", 0, 5e-9],
    ["5,000,000", 5e6, 5e-7],
  ])("around %s: built at once as one by one, among walls or not (seeds 0 to 6)", (__, offset, tolerance) => {
    for (let seed = 0; seed < 6; seed++) {
      const random = new Random(seed);
      const boundary = room(20, offset);
      const points = Array.from({ length: 66 + 10 * seed }, (___, i): Constraint => {
        const [x, y] = place(random, i);
        return { point: [offset + x, offset + y] };
      });
      const wall: Constraint = { polygon: room(3, offset + 7.25) };
      const obstacles = seed % 2 ? [...points, wall] : points;
      const built = new Roadmap({ boundary, obstacles });
      checkDiagram(built, boundary, obstacles, tolerance);
      const grown = new Roadmap({ boundary });
      for (const site of shuffled(obstacles, random)) grown.insert(site);
      // Shorter ones are ties, which rounding decides.
      const [at, by] = [built, grown].map((map) => bordersOf(map, 100 * tolerance));
      expect([...at.keys()]).toEqual([...by.keys()]);
      for (const [key, length] of at) expect(Math.abs(length - by.get(key)!)).toBeLessThan(1e3 * tolerance);
    }
  });
});

test("after every move there are as many cells, edges and vertices as Euler says (seeds 0 to 4)", () => {
  for (let seed = 0; seed < 4; seed++) {
    const random = new Random(seed);
    const spot = (): Point => [random.between(0.01, 9.99), random.between(0.01, 9.99)];
    const sites = Array.from({ length: 100 }, () => ({ point: spot() }));
    const roadmap = new Roadmap({ boundary: room(10), obstacles: sites });
    for (let i = 0; i < 3000; i++) {
      roadmap.move(random.below(sites.length), { point: spot() });
      expect(sites.length + 1 - roadmap.edges + roadmap.vertices).toBe(2);
    }
    expect(roadmap.defects).toBe(0);
  }
});

test("moveMany is one update and equals single moves", () => {
  const boundary = room(20);
  const places = (seed: number): Point[] => {
    const random = new Random(seed);
    return Array.from({ length: 30 }, () => [random.between(1, 19), random.between(1, 19)]);
  };
  const obstacles = places(1).map((point) => ({ point }));
  const [one, many] = [new Roadmap({ boundary, obstacles }), new Roadmap({ boundary, obstacles })];
  const before = many.diagram.halfEdges.version;
  many.moveMany(places(2).map((point, id) => ({ id, to: { point } })));
  expect(many.diagram.halfEdges.version).toBe(before + 1);
  for (const [id, point] of places(2).entries()) one.move(id, { point });
  expect(signature(many)).toEqual(signature(one));
});

describe("named cases", () => {
  const cases: [string, Constraint[]][] = [
    ["nothing", []],
    [
      "co-circular corners: four posts",
      [{ point: [4, 4] }, { point: [6, 4] }, { point: [6, 6] }, { point: [4, 6] }],
    ],
    [
      "many segments in one point",
      Array.from({ length: 9 }, (_, i) => ({
        segment: [
          [5, 5],
          [1 + i, i % 2 ? 2 : 8],
        ] as [Point, Point],
      })),
    ],
    [
      "parallel equidistant walls",
      [2, 4, 6, 8].map((y) => ({
        segment: [
          [2, y],
          [8, y],
        ] as [Point, Point],
      })),
    ],
    [
      "collinear segments that touch and overlap",
      [
        {
          segment: [
            [1, 5],
            [5, 5],
          ],
        },
        {
          segment: [
            [4, 5],
            [9, 5],
          ],
        },
      ],
    ],
    [
      "the same segment twice, and reversed",
      [
        {
          segment: [
            [2, 2],
            [8, 7],
          ],
        },
        {
          segment: [
            [8, 7],
            [2, 2],
          ],
        },
      ],
    ],
    [
      "a self-crossing polygon",
      [
        {
          polygon: [
            [2, 2],
            [8, 8],
            [8, 2],
            [2, 8],
          ],
        },
      ],
    ],
    [
      "overlapping polygons",
      [
        {
          polygon: [
            [2, 2],
            [6, 2],
            [6, 6],
            [2, 6],
          ],
        },
        {
          polygon: [
            [4, 4],
            [8, 4],
            [8, 8],
            [4, 8],
          ],
        },
      ],
    ],
    [
      "a polygon and a post inside it",
      [
        {
          polygon: [
            [2, 2],
            [8, 2],
            [8, 8],
            [2, 8],
          ],
        },
        { point: [5, 5] },
      ],
    ],
    [
      "a segment without length",
      [
        {
          segment: [
            [5, 5],
            [5, 5],
          ],
        },
      ],
    ],
    ["two posts at one place", [{ point: [5, 5] }, { point: [5, 5] }]],
    [
      "a post on a wall",
      [
        {
          segment: [
            [2, 5],
            [8, 5],
          ],
        },
        { point: [5, 5] },
      ],
    ],
    [
      "a wall from side to side",
      [
        {
          segment: [
            [0, 5],
            [10, 5],
          ],
        },
      ],
    ],
  ];
  test.each(cases)("%s", (_, obstacles) => {
    const boundary = room(10);
    const built = new Roadmap({ boundary, obstacles });
    checkDiagram(built, boundary, obstacles);
    expect(partsOf(built)).toBe(built.space.componentAreas.length);
    const grown = new Roadmap({ boundary });
    const ids = obstacles.map((site) => grown.insert(site));
    expect(signature(grown)).toEqual(signature(built));
    for (const id of ids) grown.remove(id);
    expect(signature(grown)).toEqual(signature(new Roadmap({ boundary })));
  });

  test("a buried post comes to light when its polygon leaves, unless it was refused", () => {
    const boundary = room(10);
    const polygon: Point[] = [
      [2, 2],
      [8, 2],
      [8, 8],
      [2, 8],
    ];
    const roadmap = new Roadmap({ boundary, obstacles: [{ polygon }] });
    const post = roadmap.insert({ point: [5, 5] });
    expect(roadmap.isBuried(post)).toBe(true);
    roadmap.remove(0);
    expect(roadmap.isBuried(post)).toBe(false);
    expect(signature(roadmap)).toEqual(signature(new Roadmap({ boundary, obstacles: [{ point: [5, 5] }] })));
    const strict = new Roadmap({ boundary, obstacles: [{ polygon }] }, { buried: "refuse" });
    expect(() => strict.insert({ point: [5, 5] })).toThrow("[5, 5] lies in the midst of an obstacle");
    expect(() => strict.insert({ point: [15, 5] })).toThrow("lies outside the world");
  });

  test("a world without a boundary ends at a frame", () => {
    const roadmap = new Roadmap(
      {
        obstacles: [
          {
            segment: [
              [0, 0],
              [4, 0],
            ],
          },
        ],
      },
      { reach: 50 },
    );
    expect(roadmap.unbounded).toBe(true);
    expect(roadmap.bounds).toEqual({ minX: -50, minY: -52, maxX: 54, maxY: 52 });
    expect(roadmap.clearance([2, 3])).toBe(3);
  });

  test("bad input is refused in one line", () => {
    const roadmap = new Roadmap({ boundary: room(10) });
    expect(() => roadmap.insert({ point: [Number.NaN, 1] })).toThrow("site.point: a point is [x, y]");
    expect(() => roadmap.insert({ segment: [[1, 1]] } as never)).toThrow("a segment has 2 points; given: 1");
    expect(() =>
      roadmap.insert({
        polygon: [
          [1, 1],
          [2, 2],
        ],
      }),
    ).toThrow("at least 3 points; given: 2");
    expect(() => roadmap.insert({ circle: 3 } as never)).toThrow(
      "a site is { polygon }, { segment } or { point }",
    );
    expect(() => roadmap.remove(7)).toThrow("there is no site 7");
    expect(() => roadmap.move(7, { point: [1, 1] })).toThrow("there is no site 7");
    expect(() => new Roadmap({}, { reach: -1 })).toThrow(
      "reach: a finite number of metres > 0 is needed; given: -1",
    );
    expect(() => new Roadmap({}, { beyond: 1 } as never)).toThrow('unknown option "beyond"');
    expect(() =>
      roadmap.insert({
        segment: [
          [1, 1],
          [900, 1],
        ],
      }),
    ).toThrow("lies outside the world");
  });
});

test("an edge between a post and a wall has its smallest circle at its waist, half-way between the two", () => {
  const boundary = room(10);
  const { diagram } = new Roadmap({ boundary, obstacles: [{ point: [5, 3] }] });
  const { elements, cell, other } = diagram.halfEdges;
  const waists = new Set<number>();
  for (let h = 0; h < diagram.halfEdges.count; h++) {
    if (cell[h] < 0 || elements.kind[cell[h]] === elements.kind[other[h]]) continue;
    if (
      diagram.halfEdges.clearance[h] <
      Math.min(diagram.halfEdges.r[h], diagram.halfEdges.r[diagram.halfEdges.twin[h]])
    ) {
      waists.add(Number(diagram.halfEdges.clearance[h].toFixed(12)));
    }
  }
  // The post is 3 m from the wall below it, 5 m from those beside it and 7 m from the one above.
  expect([...waists].sort((a, b) => a - b)).toEqual([1.5, 2.5, 3.5]);
});
