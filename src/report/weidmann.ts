/** Weidmann's speed at a density, for a free speed (Weidmann 1993, eq. for the fundamental diagram). */
export function weidmannSpeed(density: number, free = 1.34): number {
  return density <= 0 ? free : Math.max(0, free * (1 - Math.exp(-1.913 * (1 / density - 1 / 5.4))));
}
