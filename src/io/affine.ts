/** Affine maps of the plane, as SVG writes them: x' = a x + c y + e, y' = b x + d y + f. */
import type { Point } from "../geometry/index.js";

export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Affine = [1, 0, 0, 1, 0, 0];

/** The map that applies `inner` first and `outer` then. */
export function compose(outer: Affine, inner: Affine): Affine {
  const [a, b, c, d] = outer;
  const [x, y] = [apply(outer, [inner[4], inner[5]]), inner];
  return [a * y[0] + c * y[1], b * y[0] + d * y[1], a * y[2] + c * y[3], b * y[2] + d * y[3], x[0], x[1]];
}

/** A point's image; adding 0 turns -0 into 0. */
export function apply([a, b, c, d, e, f]: Affine, [x, y]: Point): Point {
  return [a * x + c * y + e + 0, b * x + d * y + f + 0];
}

/** A direction's image: without the translation. */
export function applyVector([a, b, c, d]: Affine, [x, y]: Point): Point {
  return [a * x + c * y, b * x + d * y];
}

export const translation = (x: number, y: number): Affine => [1, 0, 0, 1, x, y];
export const scaling = (x: number, y: number): Affine => [x, 0, 0, y, 0, 0];

/** A turn by an angle in degrees; quarter turns are exact. */
export function rotation(degrees: number): Affine {
  const quarter = ((degrees % 360) + 360) % 360;
  const radians = (degrees * Math.PI) / 180;
  const [c, s] =
    quarter % 90 === 0
      ? (
          [
            [1, 0],
            [0, 1],
            [-1, 0],
            [0, -1],
          ] as const
        )[quarter / 90]
      : [Math.cos(radians), Math.sin(radians)];
  return [c, s, -s, c, 0, 0];
}
