/** Speed and density. */

/** e^-x for x >= 0, by squaring a series: the same bits in every engine. */
export function decay(x: number): number {
  if (x > 700) return 0;
  const y = x / 1024;
  let e = 1 - y * (1 - (y / 2) * (1 - (y / 3) * (1 - (y / 4) * (1 - y / 5))));
  for (let k = 0; k < 10; k++) e *= e;
  return e;
}

/** The share of the free speed at a density per m2 (Weidmann 1993): 1 - exp(-1.913 (1/rho - 1/5.4)). */
export function weidmann(density: number): number {
  if (density <= 0) return 1;
  const exponent = 1.913 * (1 / density - 1 / 5.4);
  return exponent <= 0 ? 0 : 1 - decay(exponent);
}
