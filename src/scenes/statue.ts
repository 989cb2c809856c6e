/**
 * A figure with many holes, in the spirit of the thesis's Mother and Child (figure 5.4): a smooth blend of limbs, cut
 * out of space by marching tetrahedra (Doi and Koide 1991), which never leaves a gap.
 */
import type { MeshLists } from "./mesh-lists.js";

type Point3 = readonly [number, number, number];

/** A limb: a capsule from a to b, metres. */
interface Limb {
  readonly a: Point3;
  readonly b: Point3;
  readonly radius: number;
}

/** Two figures, embracing: bodies, heads, and arms that leave openings between them. */
const LIMBS: readonly Limb[] = [
  // The taller figure: body, neck, head.
  { a: [-0.42, 0, 0.05], b: [-0.38, 0, 1.1], radius: 0.22 },
  { a: [-0.38, 0, 1.1], b: [-0.36, 0, 1.5], radius: 0.1 },
  { a: [-0.35, 0, 1.62], b: [-0.33, 0, 1.68], radius: 0.19 },
  // The smaller one.
  { a: [0.46, 0, 0.05], b: [0.44, 0, 0.66], radius: 0.18 },
  { a: [0.44, 0, 0.66], b: [0.42, 0, 0.95], radius: 0.08 },
  { a: [0.42, 0, 1.03], b: [0.42, 0, 1.08], radius: 0.15 },
  // Arms around it, and its own arms up to the other's shoulders: holes between them.
  { a: [-0.38, 0.2, 1.08], b: [0.02, 0.42, 0.74], radius: 0.085 },
  { a: [0.02, 0.42, 0.74], b: [0.44, 0.14, 0.5], radius: 0.08 },
  { a: [-0.38, -0.2, 1.08], b: [0.02, -0.42, 0.8], radius: 0.085 },
  { a: [0.02, -0.42, 0.8], b: [0.44, -0.14, 0.56], radius: 0.08 },
  { a: [0.42, 0.1, 0.74], b: [-0.3, 0.08, 1.28], radius: 0.07 },
  // The base, a frame.
  { a: [-0.7, 0.38, 0], b: [0.72, 0.38, 0], radius: 0.1 },
  { a: [-0.7, -0.38, 0], b: [0.72, -0.38, 0], radius: 0.1 },
  { a: [-0.7, -0.38, 0], b: [-0.7, 0.38, 0], radius: 0.1 },
  { a: [0.72, -0.38, 0], b: [0.72, 0.38, 0], radius: 0.1 },
  { a: [-0.42, -0.38, 0], b: [-0.42, 0.38, 0], radius: 0.1 },
  { a: [0.46, -0.38, 0], b: [0.46, 0.38, 0], radius: 0.1 },
];

function capsule([x, y, z]: Point3, { a, b, radius }: Limb): number {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const length2 = dx * dx + dy * dy + dz * dz;
  const t = length2 > 0 ? ((x - a[0]) * dx + (y - a[1]) * dy + (z - a[2]) * dz) / length2 : 0;
  const s = Math.min(Math.max(t, 0), 1);
  return Math.hypot(x - a[0] - s * dx, y - a[1] - s * dy, z - a[2] - s * dz) - radius;
}

/** Below 0 inside; limbs flow into each other over a few centimetres. */
function figure(p: Point3): number {
  const blend = 45;
  let sum = 0;
  for (const limb of LIMBS) sum += Math.exp(-blend * capsule(p, limb));
  return -Math.log(sum) / blend;
}

/** The six tetrahedra of a cube, by its corners (x + 2 y + 4 z), all around the diagonal from 0 to 7. */
const TETRAHEDRA: readonly (readonly [number, number, number, number])[] = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
];

/** The figure as a closed mesh; `cell` is the edge of the cubes, metres. About 10,000 faces by default. */
export function statueSurface(cell = 0.0812): MeshLists {
  const low: Point3 = [-0.9, -0.6, -0.3];
  const high: Point3 = [0.95, 0.6, 2];
  const [nx, ny, nz] = [0, 1, 2].map((k) => Math.ceil((high[k] - low[k]) / cell) + 1);
  const index = (i: number, j: number, k: number): number => (k * ny + j) * nx + i;
  const at = (n: number): Point3 => {
    const i = n % nx;
    const j = Math.floor(n / nx) % ny;
    const k = Math.floor(n / (nx * ny));
    return [low[0] + i * cell, low[1] + j * cell, low[2] + k * cell];
  };
  const values = Float64Array.from({ length: nx * ny * nz }, (_, n) => figure(at(n)));
  const positions: Point3[] = [];
  const faces: [number, number, number][] = [];
  const cuts = new Map<number, number>();
  const cut = (a: number, b: number): number => {
    const [p, q] = a < b ? [a, b] : [b, a];
    const key = p * values.length + q;
    const known = cuts.get(key);
    if (known !== undefined) return known;
    // Kept off the corners of the grid, so that no face is without area.
    const t = Math.min(Math.max(values[p] / (values[p] - values[q]), 0.05), 0.95);
    const [u, v] = [at(p), at(q)];
    positions.push([u[0] + t * (v[0] - u[0]), u[1] + t * (v[1] - u[1]), u[2] + t * (v[2] - u[2])]);
    cuts.set(key, positions.length - 1);
    return positions.length - 1;
  };
  for (let k = 0; k + 1 < nz; k++)
    for (let j = 0; j + 1 < ny; j++)
      for (let i = 0; i + 1 < nx; i++) {
        const corner = (c: number): number => index(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2));
        for (const tetrahedron of TETRAHEDRA) marchTetrahedron(tetrahedron.map(corner), values, cut, faces);
      }
  return { positions, faces };
}

/** The faces that cut one tetrahedron, oriented outward. */
function marchTetrahedron(
  corners: readonly number[],
  values: Float64Array,
  cut: (a: number, b: number) => number,
  faces: [number, number, number][],
): void {
  const inside = corners.filter((n) => values[n] < 0);
  const outside = corners.filter((n) => values[n] >= 0);
  if (inside.length === 0 || outside.length === 0) return;
  // An even permutation of the corners keeps the orientation: inside first, then outside.
  const [a, b, c, d] = [...inside, ...outside];
  const even = isEven([a, b, c, d].map((n) => corners.indexOf(n)));
  const add = (x: number, y: number, z: number): void => {
    faces.push(even ? [x, y, z] : [x, z, y]);
  };
  if (inside.length === 1) add(cut(a, b), cut(a, c), cut(a, d));
  else if (inside.length === 3) add(cut(d, a), cut(d, b), cut(d, c));
  else {
    add(cut(a, c), cut(a, d), cut(b, d));
    add(cut(a, c), cut(b, d), cut(b, c));
  }
}

function isEven(permutation: readonly number[]): boolean {
  let even = true;
  for (let i = 0; i < 4; i++)
    for (let j = i + 1; j < 4; j++) if (permutation[i] > permutation[j]) even = !even;
  return even;
}
