/** Triangles by their side lengths alone. */

/**
 * Area from three sides, stable for slivers (Kahan 2014, "Miscalculating Area and Angles of a Needle-like Triangle");
 * 0 where they break the triangle inequality.
 */
export function areaOf(x: number, y: number, z: number): number {
  const a = Math.max(x, y, z);
  const c = Math.min(x, y, z);
  const b = Math.max(Math.min(x, y), Math.min(Math.max(x, y), z));
  const product = (a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c));
  return product > 0 ? Math.sqrt(product) / 4 : 0;
}

/** Cotangent of the angle opposite to side `a`; a triangle without area counts as one of a hair's breadth. */
export function cotangent(a: number, b: number, c: number): number {
  const area = Math.max(areaOf(a, b, c), 1e-300);
  // b^2 + c^2 - a^2, without squaring first.
  return (b * b + (c - a) * (c + a)) / (4 * area);
}

/** The third corner of a triangle on the left of the segment from (ax, ay) to (bx, by). */
export function placeApex(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  ab: number,
  bc: number,
  ca: number,
): [number, number] {
  if (ab === 0) return [ax + ca, ay];
  const along = (ab * ab + (ca - bc) * (ca + bc)) / (2 * ab);
  const height = (2 * areaOf(ab, bc, ca)) / ab;
  const [ex, ey] = [(bx - ax) / ab, (by - ay) / ab];
  return [ax + along * ex - height * ey, ay + along * ey + height * ex];
}
