/** Random plans on a small whole-number grid: touching, collinear and co-circular obstacles at every step. */
import { type Constraint, meet, type Point, type Ring } from "../../src/geometry/index.js";
import type { Random } from "../../src/numerics/index.js";

/** A plan without crossing edges, on which nothing has to be rounded. */
export interface RandomPlan {
  readonly boundary: Ring;
  readonly obstacles: Constraint[];
  readonly edges: [Point, Point][];
  /** A random grid point of the room. */
  point(): Point;
}

/** Obstacles that may touch, overlap along edges and lie on the boundary, but cross nothing. */
export function randomPlan(random: Random, size: number, offset = 0): RandomPlan {
  const at = (): number => offset + random.below(size + 1);
  const point = (): Point => [at(), at()];
  const [low, high] = [offset, offset + size];
  const boundary: Ring = [
    [low, low],
    [high, low],
    [high, high],
    [low, high],
  ];
  const ring = (points: Ring): [Point, Point][] => points.map((p, i) => [p, points[(i + 1) % points.length]]);
  const walls = ring(boundary);
  const edges: [Point, Point][] = [];
  const obstacles: Constraint[] = [];
  const count = 1 + random.below(6);
  for (let i = 0; i < count; i++) {
    const obstacle = randomObstacle(random, point);
    const own =
      "polygon" in obstacle ? ring(obstacle.polygon) : "segment" in obstacle ? [obstacle.segment] : [];
    const all = [...edges, ...walls];
    if (own.some(([a, b]) => all.some(([c, d]) => meet(a, b, c, d) === "cross"))) continue;
    for (const [a, b] of own) edges.push([a, b]);
    obstacles.push(obstacle);
  }
  return { boundary, obstacles, edges, point };
}

function randomObstacle(random: Random, point: () => Point): Constraint {
  switch (random.below(4)) {
    case 0:
      return { segment: [point(), point()] };
    case 1:
      return { point: point() };
    case 2:
      return { polygon: [point(), point(), point()] };
    default: {
      const [x, y] = point();
      const [w, h] = [1 + random.below(3), 1 + random.below(3)];
      return {
        polygon: [
          [x, y],
          [x + w, y],
          [x + w, y + h],
          [x, y + h],
        ],
      };
    }
  }
}
