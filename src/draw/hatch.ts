/** Hatching as plain lines, so that every renderer shows it alike. */
import { boxOf, type Point, type Ring, type Segment } from "../geometry/index.js";

/** More lines than this say no more: the spacing is widened. */
const MOST_LINES = 400;

/**
 * The pieces inside a ring of parallel lines that rise by 45 degrees. Crossing rings are even-odd.
 *
 * @param spacing distance between lines, in the ring's unit
 */
export function hatch(ring: Ring, spacing: number): Segment[] {
  const box = boxOf(ring);
  // Along such a line y - x is constant; call it c. Lines are multiples of the spacing, so neighbours line up.
  const low = box.minY - box.maxX;
  const high = box.maxY - box.minX;
  const step = Math.max(spacing * Math.SQRT2, (high - low) / MOST_LINES);
  const pieces: Segment[] = [];
  for (let i = Math.ceil(low / step); i * step < high; i++) {
    const xs = crossings(ring, i * step);
    for (let k = 0; k + 1 < xs.length; k += 2) {
      const c = i * step;
      pieces.push([
        [xs[k], xs[k] + c],
        [xs[k + 1], xs[k + 1] + c],
      ]);
    }
  }
  return pieces;
}

/** Where the line y = x + c crosses the ring, by x. */
function crossings(ring: Ring, c: number): number[] {
  const xs: number[] = [];
  const height = ([x, y]: Point): number => y - x - c;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = height(ring[j]);
    const b = height(ring[i]);
    // Half-open, so that a line through a corner counts once per side.
    if (a > 0 !== b > 0) xs.push(ring[j][0] + ((ring[i][0] - ring[j][0]) * a) / (a - b));
  }
  return xs.sort((a, b) => a - b);
}
