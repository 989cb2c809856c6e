/** Halls with boxes, as cameras walk in them, and plain geometry that shares no code with the library. */
import type { Point, Ring } from "../../src/geometry/index.js";
import { Random } from "../../src/numerics/index.js";
import { World } from "../../src/world/index.js";

/** A hall of 12 m x 9 m with boxes of any direction, some of them overlapping, each with a height. */
export interface Hall {
  readonly world: World;
  readonly boxes: readonly Ring[];
  readonly heights: readonly number[];
}

export function hallOf(seed: number): Hall {
  const random = new Random(seed);
  const between = (low: number, high: number): number => low + random.unit() * (high - low);
  const boxes: Ring[] = [];
  const heights: number[] = [];
  for (let i = 0; i < 7; i++) {
    const [x, y, angle] = [between(1.5, 10.5), between(1.5, 7.5), between(0, Math.PI)];
    const [a, b] = [between(0.2, 1.6), between(0.2, 0.6)];
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    boxes.push(
      [[-a, -b] as const, [a, -b] as const, [a, b] as const, [-a, b] as const].map(
        ([u, v]): Point => [x + u * c - v * s, y + u * s + v * c],
      ),
    );
    heights.push([0.5, 0.9, 1.4, 2, Infinity][Math.floor(between(0, 5))]);
  }
  const world = new World({
    boundary: [
      [0, 0],
      [12, 0],
      [12, 9],
      [0, 9],
    ],
    obstacles: boxes.map((box) => ({ polygon: box.map(([x, y]): [number, number] => [x, y]) })),
  });
  return { world, boxes, heights };
}

/** Whether a point is inside a convex ring that runs counterclockwise, farther than `deep` from its border. */
export function isInBox([x, y]: Point, ring: Ring, deep = 0): boolean {
  return ring.every(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length];
    return ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay) > deep;
  });
}

/** Metres from a point to the border of a ring. */
function metresTo([x, y]: Point, ring: Ring): number {
  const each = ring.map(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length];
    const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
    const t = Math.min(1, Math.max(0, along));
    return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay));
  });
  return Math.min(...each);
}

/** Metres from a point of the plan to the nearest box or wall; 0 inside of boxes and outside of the hall. */
export function roomAt(p: Point, { boxes }: Hall): number {
  if (boxes.some((box) => isInBox(p, box))) return 0;
  const wall = Math.min(p[0], p[1], 12 - p[0], 9 - p[1]);
  return Math.max(0, Math.min(wall, ...boxes.map((box) => metresTo(p, box))));
}
