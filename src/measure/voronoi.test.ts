import { describe, expect, it } from "vitest";
import { type Point, type Ring, sideOfRing } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { World } from "../world/index.js";
import { floorOf, PersonalGround, Zone } from "./voronoi.js";

const square = (x: number, y: number, side: number): [number, number][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];

/** A room with a block, a thin wall and a wall that parts it nearly in two. */
const ROOM = new World({
  boundary: square(0, 0, 6),
  obstacles: [
    { polygon: square(1, 3.5, 1.25) },
    {
      segment: [
        [3, 0],
        [3, 3.25],
      ],
    },
    {
      segment: [
        [4, 4],
        [6, 4.5],
      ],
    },
  ],
});

/** Whether the straight way between neighbours on the grid is cut by a thin wall, by orientation alone. */
function isCut([px, py]: Point, [qx, qy]: Point, walls: readonly (readonly [Point, Point])[]): boolean {
  const side = (a: Point, b: Point, x: number, y: number): number =>
    (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
  return walls.some(
    ([a, b]) =>
      side(a, b, px, py) > 0 !== side(a, b, qx, qy) > 0 &&
      side([px, py], [qx, qy], ...a) > 0 !== side([px, py], [qx, qy], ...b) > 0,
  );
}

/**
 * Cells by brute force on a fine grid: every sample that is nearest to a person, within the cut-off, on the floor and connected
 * with the person through such samples.
 */
function gridCell(
  who: number,
  people: readonly Point[],
  { boundary, obstacles }: World,
  zone: Ring,
  step: number,
): { area: number; within: number } {
  const walls = obstacles.flatMap(({ segment }) => (segment ? [segment] : []));
  const [x, y] = people[who];
  const n = Math.ceil(1 / step);
  // Samples around the person, none exactly on a wall.
  const at = (i: number, j: number): Point => [x + (i + 0.137) * step, y + (j + 0.211) * step];
  const isOwn = (i: number, j: number): boolean => {
    const [qx, qy] = at(i, j);
    const d2 = (qx - x) ** 2 + (qy - y) ** 2;
    return (
      d2 <= 1 &&
      sideOfRing([qx, qy], boundary) > 0 &&
      obstacles.every(({ polygon }) => !polygon || sideOfRing([qx, qy], polygon) < 0) &&
      people.every(([ox, oy], k) => k === who || d2 <= (qx - ox) ** 2 + (qy - oy) ** 2)
    );
  };
  const seen = new Set<number>();
  const key = (i: number, j: number): number => (i + n + 1) * (2 * n + 3) + j + n + 1;
  const pending: [number, number][] = [[0, 0]];
  seen.add(key(0, 0));
  let [area, within] = [0, 0];
  while (pending.length > 0) {
    const [i, j] = pending.pop()!;
    if (!isOwn(i, j)) continue;
    area += step * step;
    if (sideOfRing(at(i, j), zone) > 0) within += step * step;
    for (const [k, l] of [
      [i + 1, j],
      [i - 1, j],
      [i, j + 1],
      [i, j - 1],
    ]) {
      if (seen.has(key(k, l)) || isCut(at(i, j), at(k, l), walls)) continue;
      seen.add(key(k, l));
      pending.push([k, l]);
    }
  }
  return { area, within };
}

const columns = (people: readonly Point[]): [number, Float64Array, Float64Array] => [
  people.length,
  Float64Array.from(people, ([x]) => x),
  Float64Array.from(people, ([, y]) => y),
];

describe("ground of single people", () => {
  /** Not convex, over the block and over both walls. */
  const ring: Ring = [
    [0.5, 0.5],
    [5.5, 1],
    [5.5, 5.5],
    [3.4, 3.6],
    [0.7, 5.6],
  ];

  it("is what a fine grid finds, between walls and neighbours, seeds 1 to 4", () => {
    for (let seed = 1; seed <= 4; seed++) {
      const random = new Random(seed);
      const people: Point[] = [];
      while (people.length < 40) {
        const p: Point = [random.between(0.05, 5.95), random.between(0.05, 5.95)];
        if (ROOM.clearance(p) > 0.02) people.push(p);
      }
      const floor = floorOf(ROOM);
      const ground = new PersonalGround(floor, 1);
      const zone = new Zone(floor, ring);
      ground.place(...columns(people));
      for (let i = 0; i < people.length; i += 3) {
        const area = ground.take(i);
        const within = ground.within(zone);
        const grid = gridCell(i, people, ROOM, ring, 0.01);
        // The grid is off by a strip along the cell's outline; the polygon lacks 0.6 % of a whole circle.
        expect(Math.abs(area - grid.area)).toBeLessThan(0.025);
        expect(Math.abs(within - grid.within)).toBeLessThan(0.025);
        const pieces = ground.pieces().map((piece) => areaOfRing(piece));
        expect(pieces.reduce((sum, part) => sum + part, 0)).toBeCloseTo(area, 9);
      }
    }
  });

  it("adds up to the floor where the cut-off is far away", () => {
    const random = new Random(7);
    const hall = new World({ boundary: square(-3, 2, 10), obstacles: [{ polygon: square(1, 5, 2) }] });
    const people: Point[] = [];
    while (people.length < 60) {
      const p: Point = [random.between(-3, 7), random.between(2, 12)];
      if (hall.contains(p)) people.push(p);
    }
    // Every part of the floor is somebody's; what a block cuts off from its person is nobody's, so there is a little less.
    const ground = new PersonalGround(floorOf(hall), 40);
    ground.place(...columns(people));
    const sum = people.reduce((total, _, i) => total + ground.take(i), 0);
    expect(sum).toBeLessThanOrEqual(96 + 1e-9);
    expect(sum).toBeGreaterThan(0.98 * 96);
  });

  it("of one alone is the polygon in the circle, of one in a corner a quarter of it", () => {
    const ground = new PersonalGround(floorOf(new World({ boundary: square(0, 0, 6) })), 1);
    const whole = 16 * Math.sin(Math.PI / 16);
    ground.place(2, Float64Array.of(3, 0), Float64Array.of(3, 0));
    expect(ground.take(0)).toBeCloseTo(whole, 12);
    expect(ground.take(1)).toBeCloseTo(whole / 4, 12);
    expect(ground.whole).toBeCloseTo(whole, 12);
  });

  it("two at the same place share it, and nobody has any off the floor", () => {
    const ground = new PersonalGround(floorOf(new World({ boundary: square(0, 0, 6) })), 1);
    ground.place(3, Float64Array.of(3, 3, 9), Float64Array.of(3, 3, 3));
    expect(ground.take(0)).toBeCloseTo(ground.whole, 12);
    expect(ground.take(1)).toBeCloseTo(ground.whole, 12);
    expect(ground.take(2)).toBe(0);
  });

  it("ends at a thin wall, whoever is behind it, and goes on around its end", () => {
    const wall = new World({
      boundary: square(0, 0, 6),
      obstacles: [
        {
          segment: [
            [3, 0],
            [3, 3],
          ],
        },
      ],
    });
    const ground = new PersonalGround(floorOf(wall), 1);
    const half = ground.whole / 2;
    ground.place(1, Float64Array.of(3 - 1e-9), Float64Array.of(1.5));
    expect(ground.take(0)).toBeCloseTo(half, 6);
    ground.place(1, Float64Array.of(3 - 1e-9), Float64Array.of(3.5));
    expect(ground.take(0)).toBeGreaterThan(1.5 * half);
  });

  it("an area is measured where it is free, whatever its shape and however many triangles the floor has", () => {
    const floor = floorOf(ROOM);
    const zone = new Zone(floor, ring);
    let inside = 0;
    const step = 0.01;
    for (let x = step / 2; x < 6; x += step) {
      for (let y = step / 2; y < 6; y += step) {
        if (sideOfRing([x, y], ring) <= 0 || !ROOM.contains([x, y])) continue;
        inside++;
        if (inside % 97 === 0) expect(zone.holds(x, y, floor)).toBe(true);
      }
    }
    expect(zone.area).toBeCloseTo(inside * step * step, 1);
    expect(zone.holds(1.5, 4, floor)).toBe(false);
    expect(zone.holds(0.2, 0.2, floor)).toBe(false);
  });
});

function areaOfRing(ring: readonly Point[]): number {
  return ring.reduce((sum, [x, y], k) => {
    const [u, v] = ring[(k + 1) % ring.length];
    return sum + (x * v - y * u) / 2;
  }, 0);
}
