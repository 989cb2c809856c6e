import { describe, expect, test } from "vitest";
import { PlanOracle } from "../../test/support/plan-oracle.js";
import { type Constraint, distanceToSegment, meet, type Point, type Ring } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { FreeSpace } from "./freespace.js";

const SIZE = 8;
const ROOM: Ring = [
  [0, 0],
  [SIZE, 0],
  [SIZE, SIZE],
  [0, SIZE],
];

/** Obstacles on a whole-number grid: touching, collinear and overlapping ones abound, and some leave the room. */
function randomObstacles(random: Random): Constraint[] {
  const at = (): number => random.below(SIZE + 3) - 1;
  const point = (): Point => [at(), at()];
  return Array.from({ length: random.below(7) }, (): Constraint => {
    switch (random.below(5)) {
      case 0:
        return { point: point() };
      case 1:
      case 2:
        return { segment: [point(), point()] };
      case 3: {
        const [x, y] = point();
        const [w, h] = [1 + random.below(2), 1 + random.below(2)];
        return {
          polygon: [
            [x, y],
            [x + w, y],
            [x + w, y + h],
            [x, y + h],
          ],
        };
      }
      default:
        return { polygon: Array.from({ length: 3 + random.below(3) }, point) };
    }
  });
}

function boundaryOf(random: Random): Ring {
  if (random.below(3) > 0) return random.below(2) ? ROOM : [...ROOM].reverse();
  return [
    [0, 0],
    [SIZE, 0],
    [SIZE, SIZE],
    [4, SIZE],
    [4, 4],
    [0, 4],
  ];
}

/** Runs a check on many scenes and names the one that fails. */
function scenes(
  from: number,
  to: number,
  check: (space: FreeSpace, scene: Scene, random: Random) => void,
): void {
  for (let seed = from; seed < to; seed++) {
    const random = new Random(seed);
    const scene = { boundary: boundaryOf(random), obstacles: randomObstacles(random) };
    try {
      check(new FreeSpace(scene.boundary, scene.obstacles), scene, random);
    } catch (error) {
      throw new Error(`seed ${seed}: ${JSON.stringify(scene)}`, { cause: error });
    }
  }
}

interface Scene {
  readonly boundary: Ring;
  readonly obstacles: Constraint[];
}

/** A scene without its obstacles that cross others: then nothing is rounded, and every answer must be exact. */
function withoutCrossings({ boundary, obstacles }: Scene): Scene {
  const kept: Constraint[] = [];
  for (const obstacle of obstacles) {
    const edges = edgesOf({ boundary, obstacles: [...kept, obstacle] });
    const crossing = edges.some(([a, b], i) =>
      edges.slice(0, i).some(([c, d]) => meet(a, b, c, d) === "cross"),
    );
    if (!crossing) kept.push(obstacle);
  }
  return { boundary, obstacles: kept };
}

/** The scene 4096 times as large, where points off the coarse grid lie on none of its lines. */
const FINE = 4096;
function magnified({ boundary, obstacles }: Scene): Scene {
  const larger = ([x, y]: Point): Point => [FINE * x, FINE * y];
  return {
    boundary: boundary.map(larger),
    obstacles: obstacles.map((o): Constraint => {
      if ("polygon" in o) return { polygon: o.polygon.map(larger) };
      return "segment" in o
        ? { segment: [larger(o.segment[0]), larger(o.segment[1])] }
        : { point: larger(o.point) };
    }),
  };
}

function compareSight(space: FreeSpace, oracle: PlanOracle, a: Point, b: Point): void {
  const expected = oracle.visible(a, b);
  expect([a, b, space.visible(a, b)]).toEqual([a, b, expected]);
  expect([b, a, space.visible(b, a)]).toEqual([b, a, expected]);
}

describe("against the definition in exact arithmetic", () => {
  test("on the grid: every point, and 100 lines of sight both ways, in each of 300 scenes without crossings", () => {
    scenes(0, 300, (_, scene, random) => {
      const { boundary, obstacles } = withoutCrossings(scene);
      const space = new FreeSpace(boundary, obstacles);
      const oracle = new PlanOracle(boundary, obstacles);
      for (let x = -1; x <= SIZE + 1; x++) {
        for (let y = -1; y <= SIZE + 1; y++) {
          expect([x, y, space.contains([x, y])]).toEqual([x, y, oracle.contains([x, y])]);
        }
      }
      const at = (): Point => [random.below(SIZE + 1), random.below(SIZE + 1)];
      for (let i = 0; i < 100; i++) compareSight(space, oracle, at(), at());
    });
  });

  test("off the grid: points and lines of sight in each of 300 scenes with crossings", () => {
    scenes(300, 600, (_, scene, random) => {
      const { boundary, obstacles } = magnified(scene);
      const space = new FreeSpace(boundary, obstacles);
      const oracle = new PlanOracle(boundary, obstacles);
      const at = (): Point => [FINE * random.below(SIZE + 1) + 1, FINE * random.below(SIZE + 1) + 64];
      for (let i = 0; i < 50; i++) {
        const [p, q] = [at(), at()];
        expect([p, space.contains(p)]).toEqual([p, oracle.contains(p)]);
        compareSight(space, oracle, p, q);
      }
    });
  });
});

function edgesOf({ boundary, obstacles }: Scene): [Point, Point][] {
  const ringEdges = (ring: Ring): [Point, Point][] => ring.map((a, i) => [a, ring[(i + 1) % ring.length]]);
  return [
    ...ringEdges(boundary),
    ...obstacles.flatMap((o): [Point, Point][] => {
      if ("polygon" in o) return ringEdges(o.polygon);
      return "segment" in o ? [[o.segment[0], o.segment[1]]] : [[o.point, o.point]];
    }),
  ];
}

describe("against brute force", () => {
  test("clearance is the distance to the nearest of all edges and posts", () => {
    scenes(600, 800, (space, scene, random) => {
      const edges = edgesOf(scene);
      for (let i = 0; i < 50; i++) {
        const p: Point = [random.between(-1, SIZE + 1), random.between(-1, SIZE + 1)];
        const expected = space.contains(p)
          ? Math.min(...edges.map(([a, b]) => distanceToSegment(p, a, b)))
          : 0;
        expect(space.clearance(p)).toBeCloseTo(expected, 12);
      }
    });
  });

  test("nearestFree is free, and no free sample is nearer", () => {
    scenes(800, 950, (space, _, random) => {
      const samples: Point[] = [];
      for (let x = 0; x <= SIZE; x += 0.25) {
        for (let y = 0; y <= SIZE; y += 0.25) if (space.contains([x, y])) samples.push([x, y]);
      }
      for (let i = 0; i < 30; i++) {
        const p: Point = [random.between(-SIZE, 2 * SIZE), random.between(-SIZE, 2 * SIZE)];
        const q = space.nearestFree(p);
        if (q === null) {
          expect(samples).toEqual([]);
          continue;
        }
        expect(space.contains(q)).toBe(true);
        const nearest = Math.min(...samples.map((s) => Math.hypot(s[0] - p[0], s[1] - p[1])));
        expect(Math.hypot(q[0] - p[0], q[1] - p[1])).toBeLessThanOrEqual(nearest + 1e-12);
        if (space.contains(p)) expect(q).toEqual(p);
      }
    });
  });

  test("area: free triangles against a count of sample points", () => {
    scenes(950, 1000, (space, scene) => {
      const { boundary, obstacles } = magnified(scene);
      const oracle = new PlanOracle(boundary, obstacles);
      let inside = 0;
      for (let x = FINE / 16; x < FINE * SIZE; x += FINE / 8) {
        for (let y = FINE / 16 + 1; y < FINE * SIZE; y += FINE / 8) if (oracle.contains([x, y])) inside++;
      }
      expect(Math.abs(space.area - inside / 64)).toBeLessThan(2.5);
    });
  });
});

describe("touching obstacles", () => {
  const wall = (a: Point, b: Point): Constraint => ({ segment: [a, b] });

  test("nobody passes where two walls meet in a point, from any side", () => {
    const space = new FreeSpace(ROOM, [wall([0, 4], [4, 4]), wall([4, 4], [8, 4])]);
    expect(space.visible([4, 1], [4, 7])).toBe(false);
    expect(space.visible([1, 1], [7, 7])).toBe(false);
    expect(space.visible([0, 4], [8, 4])).toBe(true);
    expect(space.componentAreas).toEqual([32, 32]);
    expect(space.componentOf([1, 1])).not.toBe(space.componentOf([1, 7]));
  });

  test("a corner may be grazed, and a wall slid along", () => {
    const square: Constraint = {
      polygon: [
        [3, 3],
        [5, 3],
        [5, 5],
        [3, 5],
      ],
    };
    const space = new FreeSpace(ROOM, [square]);
    expect(space.visible([1, 5], [7, 5])).toBe(true);
    expect(space.visible([1, 7], [7, 1])).toBe(false);
    expect(space.visible([2, 4], [4, 6])).toBe(true);
    expect(space.visible([3, 3], [5, 3])).toBe(true);
    expect(space.visible([3, 3], [5, 5])).toBe(false);
  });

  test("two squares that share a corner close the diagonal, and two that share an edge the gap", () => {
    const square = (x: number, y: number): Constraint => ({
      polygon: [
        [x, y],
        [x + 2, y],
        [x + 2, y + 2],
        [x, y + 2],
      ],
    });
    const diagonal = new FreeSpace(ROOM, [square(2, 2), square(4, 4)]);
    expect(diagonal.visible([3, 5], [5, 3])).toBe(false);
    expect(diagonal.visible([3, 5], [4, 4])).toBe(true);
    const beside = new FreeSpace(ROOM, [square(2, 2), square(4, 2)]);
    expect(beside.visible([4, 1], [4, 6])).toBe(false);
    expect(beside.visible([4, 1], [4, 2])).toBe(true);
    expect(beside.contains([4, 3])).toBe(false);
    expect(beside.contains([4, 4])).toBe(true);
  });

  test("a post stops nobody, but has no clearance", () => {
    const space = new FreeSpace(ROOM, [{ point: [4, 4] }]);
    expect(space.visible([0, 0], [8, 8])).toBe(true);
    expect(space.clearance([4, 4])).toBe(0);
    expect(space.clearance([4, 5])).toBe(1);
  });
});

describe("moving obstacles", () => {
  test("an obstacle may make the vertices outgrow their arrays while the faces still fit", () => {
    const space = new FreeSpace(ROOM, []);
    const flat = space.add({
      polygon: [
        [3, 2],
        [3, 3],
        [3, 0],
      ],
    });
    expect(space.area).toBe(64);
    space.remove(flat);
    expect(space.triangulation.mesh.liveVertices).toBe(8);
  });

  test("adding and removing keeps every answer equal to a fresh space's", () => {
    scenes(1000, 1100, (space, scene, random) => {
      const extra = randomObstacles(random);
      const ids = extra.map((o) => space.add(o));
      const full = new FreeSpace(scene.boundary, [...scene.obstacles, ...extra]);
      expect(space.area).toBeCloseTo(full.area, 9);
      expect(space.componentAreas.length).toBe(full.componentAreas.length);
      for (const id of ids) space.remove(id);
      const fresh = new FreeSpace(scene.boundary, scene.obstacles);
      expect(space.area).toBeCloseTo(fresh.area, 9);
      for (let i = 0; i < 30; i++) {
        const a: Point = [random.between(0, SIZE), random.between(0, SIZE)];
        const b: Point = [random.between(0, SIZE), random.between(0, SIZE)];
        expect(space.visible(a, b)).toBe(fresh.visible(a, b));
        expect(space.contains(a)).toBe(fresh.contains(a));
        expect(space.clearance(a)).toBeCloseTo(fresh.clearance(a), 12);
      }
    });
  });
});
