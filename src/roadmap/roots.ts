/** Roots of quadratics: where parabolas cross lines. */

/** Real roots of a x^2 + b x + c, without cancellation. */
export function roots(a: number, b: number, c: number): number[] {
  if (a === 0) return b === 0 ? [] : [-c / b];
  const under = b * b - 4 * a * c;
  if (under < 0) return [];
  const q = -(b + (b < 0 ? -1 : 1) * Math.sqrt(under)) / 2;
  return q === 0 ? [0] : [q / a, c / q];
}
