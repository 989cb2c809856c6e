/** Random plans with walls of every kind, for crowds to run against. */
import type { Point } from "../../src/geometry/index.js";
import type { Random } from "../../src/numerics/index.js";
import { type Obstacle, World } from "../../src/world/index.js";

const SIDE = 12;

/** A square with polygons, thin walls, posts and obstacles that touch or overlap. */
export function randomPlan(random: Random): World {
  const obstacles: Obstacle[] = [];
  const at = (): [number, number] => [random.between(1, SIDE - 1), random.between(1, SIDE - 1)];
  for (let i = 0; i < 4 + random.below(5); i++) {
    const [x, y] = at();
    const [w, h] = [random.between(0.05, 2), random.between(0.05, 2)];
    const kind = random.below(5);
    if (kind === 0) obstacles.push({ segment: [[x, y], at()] });
    else if (kind === 1) obstacles.push({ point: [x, y] });
    else if (kind === 2)
      obstacles.push({
        polygon: [
          [x, y],
          [x + w, y],
          [x + w, y + h],
          [x, y + h],
        ],
      });
    // A wedge that ends on the boundary, and a sharp triangle.
    else if (kind === 3)
      obstacles.push({
        polygon: [
          [0, y],
          [x, y + 0.3],
          [0, y + 0.4],
        ],
      });
    else
      obstacles.push({
        polygon: [
          [x, y],
          [x + w, y + 0.01],
          [x + w / 2, y + h],
        ],
      });
  }
  return new World({
    boundary: [
      [0, 0],
      [SIDE, 0],
      [SIDE + 1, SIDE],
      [0, SIDE],
    ],
    obstacles,
  });
}

/** A random free point, on no wall. */
export function freeSample(world: World, random: Random): Point {
  for (;;) {
    const p: Point = [random.between(0, SIDE), random.between(0, SIDE)];
    if (world.contains(p) && world.clearance(p) > 0.002) return p;
  }
}
