import { describe, expect, test } from "vitest";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { type SceneInput, World } from "../world/index.js";
import { PathMap } from "./pathmap.js";

const room: [number, number][] = [
  [0, 0],
  [20, 0],
  [20, 20],
  [0, 20],
];

/** Least clearance along a path, but for its last step to a goal on a wall. */
function clearance(world: World, path: readonly Point[], skipLast: boolean): number {
  let least = Infinity;
  for (let i = 1; i < path.length - (skipLast ? 1 : 0); i++) {
    for (let k = 0; k <= 50; k++) {
      const t = k / 50;
      const [a, b] = [path[i - 1], path[i]];
      least = Math.min(least, world.clearance([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]));
    }
  }
  return least;
}

/** Metres from a point to the nearest edge of a ring. */
function toRing([x, y]: Point, ring: readonly Point[]): number {
  let least = Infinity;
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length];
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  }
  return least;
}

/** Whether a ring winds around a point: by the sum of the angles under which its edges are seen. */
function windsAround([x, y]: Point, ring: readonly Point[]): boolean {
  let angle = 0;
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length];
    angle += Math.atan2((ax - x) * (by - y) - (ay - y) * (bx - x), (ax - x) * (bx - x) + (ay - y) * (by - y));
  }
  return Math.abs(angle) > Math.PI;
}

describe("those who have a radius", () => {
  test("around the end of a wall: tangents, two arcs and the straight between them (closed form)", () => {
    const r = 1;
    const world = new World({
      boundary: room,
      obstacles: [
        {
          polygon: [
            [0, 9],
            [10, 9],
            [10, 11],
            [0, 11],
          ],
        },
      ],
    });
    const map = new PathMap(world, { goals: [{ point: [8, 15] }], radius: r });
    // Symmetric around y = 10: from (8, 5) to (8, 15) past the two corners (10, 9) and (10, 11).
    const start: Point = [8, 5];
    const reach = Math.hypot(2, 4);
    const tangent = Math.sqrt(reach * reach - r * r);
    const straight = 2; // along x = 11 from y = 9 to y = 11
    // Angle at each corner from the tangent point to the direction of x: the arc between the two tangents.
    const toStart = Math.atan2(5 - 9, 8 - 10);
    const touch = toStart + Math.acos(r / reach);
    const arc = Math.abs(touch) * r;
    const exact = 2 * (tangent + arc) + straight;
    const given = map.distance(start)!;
    expect(given).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
    expect(given).toBeLessThan(exact * (1 + 1 / 250));
  });

  test("paths keep the radius from everything in random rooms, and are no shorter than without it (seed 9)", () => {
    const random = new Random(9);
    let asked = 0;
    for (let round = 0; round < 25; round++) {
      const spot = (): [number, number] => [random.between(1, 19), random.between(1, 19)];
      const world = new World({
        boundary: room,
        obstacles: Array.from({ length: 8 }, () => {
          const [x, y] = spot();
          if (random.below(3) === 0) return { point: [x, y] as [number, number] };
          if (random.below(2)) return { segment: [[x, y], spot()] as [[number, number], [number, number]] };
          return {
            polygon: [
              [x, y],
              [x + 2, y + 0.5],
              [x + 1, y + 2],
            ] as [number, number][],
          };
        }),
      });
      const radius = random.between(0.1, 0.8);
      const goal = spot();
      if (world.clearance(goal) < radius * 1.01) continue;
      const map = new PathMap(world, { goals: [{ point: goal }], radius });
      const plain = new PathMap(world, { goals: [{ point: goal }] });
      for (let i = 0; i < 20; i++) {
        const p = spot();
        const path = map.pathFrom(p);
        if (path === null) continue;
        expect(clearance(world, path, false)).toBeGreaterThanOrEqual(radius * (1 - 1e-9));
        expect(map.distance(p)!).toBeGreaterThanOrEqual(plain.distance(p)! * (1 - 1e-12));
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(100);
  });

  test("around obstacles that cross themselves, discs stand where they touch nothing, and nowhere else (seeds 0 to 59)", () => {
    const r = 0.6;
    let [standing, barred] = [0, 0];
    for (let seed = 0; seed < 60; seed++) {
      const random = new Random(seed);
      const polygon = Array.from({ length: 4 + random.below(5) }, (): [number, number] => [
        4 + random.below(13),
        4 + random.below(13),
      ]);
      let world: World;
      let map: PathMap;
      try {
        world = new World({ boundary: room, obstacles: [{ polygon }] });
        map = new PathMap(world, { goals: [{ point: [1, 1] }], radius: r });
      } catch (error) {
        // A ring without an area, or with a point twice in a row.
        expect(error).toBeInstanceOf(InputError);
        continue;
      }
      for (let k = 0; k < 60; k++) {
        const p: Point = [random.between(0, 20), random.between(0, 20)];
        const distance = Math.min(p[0], p[1], 20 - p[0], 20 - p[1], toRing(p, polygon));
        const label = `seed ${seed}, ${p}: ${distance} m from walls`;
        if (windsAround(p, polygon) || distance < r * (1 - 1e-9)) {
          expect(map.distance(p), label).toBeNull();
          barred++;
        } else if (distance > r * 1.01 && map.distance(p) === null) {
          // Room to stand, and no way to the goal: others who stand there have none either.
          expect(map.reason(p), label).not.toContain("does not fit");
        } else standing++;
      }
    }
    expect(standing).toBeGreaterThan(500);
    expect(barred).toBeGreaterThan(500);
  });

  test("an exit in the wall is reached by a last straight step", () => {
    const world = new World({ boundary: room });
    const map = new PathMap(world, {
      goals: [
        {
          segment: [
            [20, 8],
            [20, 12],
          ],
        },
      ],
      radius: 0.5,
    });
    expect(map.distance([10, 10])).toBeCloseTo(10, 9);
    const path = map.pathFrom([10, 10])!;
    expect(path.at(-1)).toEqual([20, 10]);
    expect(clearance(world, path, true)).toBeGreaterThanOrEqual(0.5);
    expect(map.sourceOf([10, 10])).toBe(0);
    const corner = new PathMap(world, { goals: [{ point: [0, 0] }], radius: 0.5 });
    expect(corner.pathFrom([5, 5])!.at(-1)).toEqual([0, 0]);
    expect(corner.distance([5, 5])).toBeCloseTo(Math.hypot(5, 5), 2);
  });

  test("a gap that is too narrow is no way; one that is wide enough is", () => {
    const world = new World({
      boundary: room,
      obstacles: [
        {
          segment: [
            [0, 10],
            [9.5, 10],
          ],
        },
        {
          segment: [
            [10.5, 10],
            [20, 10],
          ],
        },
      ],
    });
    const goals = [{ point: [10, 18] as Point }];
    expect(new PathMap(world, { goals, radius: 0.49 }).distance([10, 2])).toBeCloseTo(16, 9);
    expect(new PathMap(world, { goals, radius: 0.51 }).distance([10, 2])).toBeNull();
  });

  test("bad input", () => {
    const world = new World({ boundary: room });
    const goals = [{ point: [1, 1] as Point }];
    expect(() => new PathMap(world, { goals, radius: -1 })).toThrow(InputError);
    expect(() => new PathMap(world, { goals, radius: Number.NaN })).toThrow(/radius/);
    expect(() => new PathMap(world, { goals, radius: 50 })).toThrow(/not on free ground/);
  });
});

describe("plans of so many corners that two bends stand for an arc", () => {
  type Obstacles = NonNullable<SceneInput["obstacles"]>;

  /** Blocks, walls and posts in turn on a grid of 4 m, drawn from a seed; the first `side` x `side` of `all` x `all`. */
  function city(side: number, all: number, seed: number): World {
    const random = new Random(seed);
    const obstacles: Obstacles = [];
    for (let k = 0; k < all * all; k++) {
      const [i, j] = [k % all, Math.floor(k / all)];
      const [x, y, angle] = [4 * i + 2, 4 * j + 2, random.between(0, Math.PI)];
      const kind = random.below(3);
      if (i >= side || j >= side) continue;
      const [c, s] = [0.9 * Math.cos(angle), 0.9 * Math.sin(angle)];
      const ring: [number, number][] = [
        [x + c, y + s],
        [x - s, y + c],
        [x - c, y - s],
        [x + s, y - c],
      ];
      if (kind === 0) obstacles.push({ polygon: ring });
      else if (kind === 1) obstacles.push({ segment: [ring[0], ring[2]] });
      else obstacles.push({ point: [x, y] });
    }
    const width = 4 * side;
    const boundary: [number, number][] = [
      [0, 0],
      [width, 0],
      [width, width],
      [0, width],
    ];
    return new World({ boundary, obstacles });
  }

  test("keep the radius, and are at most 1 % longer than with round corners (seed 5)", () => {
    // The same blocks around the goal, once alone, once in a city that goes on for 96 of them each way.
    const [few, many] = [city(12, 96, 5), city(96, 96, 5)];
    expect(many.plan.obstacles!.length).toBe(96 * 96);
    const goals = [{ point: [0.4, 0.4] as const }];
    const radius = 0.3;
    const [round, coarse] = [few, many].map((world) => new PathMap(world, { goals, radius }));
    const [bends, corners] = [round, coarse].map((map) => map.space.triangulation.mesh.vertexCount);
    expect(corners / (96 * 96)).toBeLessThan(0.3 * (bends / (12 * 12)));
    const random = new Random(5);
    let compared = 0;
    while (compared < 200) {
      const p: Point = [random.between(0.4, 32), random.between(0.4, 32)];
      const [exact, path] = [round.distance(p), coarse.pathFrom(p)];
      if (exact === null || path === null) continue;
      compared++;
      expect(coarse.distance(p)!).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
      expect(coarse.distance(p)!).toBeLessThan(exact * 1.01 + 0.01);
      expect(clearance(few, path, false)).toBeGreaterThanOrEqual(radius);
    }
  });

  test("a gap between walls is as wide as with round corners", () => {
    // More posts far away than are rounded.
    const posts: Obstacles = Array.from({ length: 20_001 }, (_, k) => ({
      point: [30 + 3 * (k % 200), 2 + 3 * Math.floor(k / 200)],
    }));
    const boundary: [number, number][] = [
      [0, 0],
      [640, 0],
      [640, 310],
      [0, 310],
    ];
    // A lane of 1 m between two long walls: the only way between left and right.
    const walls: Obstacles = [
      {
        segment: [
          [10, 0],
          [10, 50],
        ],
      },
      {
        segment: [
          [10, 50],
          [20, 50],
        ],
      },
      {
        segment: [
          [10, 51],
          [20, 51],
        ],
      },
      {
        segment: [
          [10, 51],
          [10, 310],
        ],
      },
    ];
    const world = new World({ boundary, obstacles: [...walls, ...posts] });
    const goals = [{ point: [2, 50.5] as const }];
    expect(new PathMap(world, { goals, radius: 0.499 }).distance([25, 50.5])).toBeCloseTo(23, 9);
    expect(new PathMap(world, { goals, radius: 0.501 }).distance([25, 50.5])).toBeNull();
  });
});
