/**
 * What is between patches: solid ground, as obstacles.
 *
 * A cell less its patch is a rectangle with a hole. Cut above the highest and below the lowest corner of the patch it is
 * two polygons, left and right of it, without a hole:
 *
 *      +-----+-------+
 *      |     |       |
 *      |   +---+     |
 *      |   |   |     |
 *      |   +---+     |
 *      |   |         |
 *      +---+---------+
 */
import type { Box, Point, Ring } from "../../geometry/index.js";

/** Two polygons that fill a cell around an outline, which is counterclockwise and inside the cell. */
export function solidsAround(outline: Ring, { minX, minY, maxX, maxY }: Box): [Point[], Point[]] {
  const n = outline.length;
  let top = 0;
  let bottom = 0;
  outline.forEach(([, y], i) => {
    if (y > outline[top][1]) top = i;
    if (y < outline[bottom][1]) bottom = i;
  });
  const chain = (from: number, to: number): Point[] => {
    const points = [outline[from]];
    for (let i = from; i !== to; ) {
      i = (i + 1) % n;
      points.push(outline[i]);
    }
    return points;
  };
  const above: Point = [outline[top][0], maxY];
  const below: Point = [outline[bottom][0], minY];
  // Counterclockwise, the outline goes down on its left and up on its right.
  return [
    [above, [minX, maxY], [minX, minY], below, ...chain(top, bottom).reverse()],
    [below, [maxX, minY], [maxX, maxY], above, ...chain(bottom, top).reverse()],
  ];
}
