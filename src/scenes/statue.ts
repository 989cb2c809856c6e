/**
 * A figure with many holes, in the spirit of the thesis's Mother and Child (figure 5.4): a smooth blend of limbs, cut
 * out of space.
 */
import type { Point3 } from "../surface/index.js";
import { blended, bodySurface, capsule, EVEN_ROUNDS } from "./implicit.js";
import type { MeshLists } from "./mesh-lists.js";

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
  { a: [-0.85, 0.38, 0], b: [0.9, 0.38, 0], radius: 0.1 },
  { a: [-0.85, -0.38, 0], b: [0.9, -0.38, 0], radius: 0.1 },
  { a: [-0.85, -0.38, 0], b: [-0.85, 0.38, 0], radius: 0.1 },
  { a: [0.9, -0.38, 0], b: [0.9, 0.38, 0], radius: 0.1 },
  { a: [-0.42, -0.38, 0], b: [-0.42, 0.38, 0], radius: 0.1 },
  { a: [0.46, -0.38, 0], b: [0.46, 0.38, 0], radius: 0.1 },
];

/** Limbs flow into each other over a several centimetres. */
const FIGURE = blended(
  LIMBS.map(({ a, b, radius }) => capsule(a, b, radius)),
  25,
);

/**
 * The figure as a closed mesh, about 10,000 faces by default.
 *
 * @param cell edge of the cubes it is cut from, metres > 0
 * @param rounds how often the mesh is evened; 0 leaves the slivers and the stairs of marching tetrahedra
 */
export function statueSurface(cell = 0.0855, rounds = EVEN_ROUNDS): MeshLists {
  return bodySurface(FIGURE, { low: [-1.05, -0.6, -0.3], high: [1.1, 0.6, 2], cell }, rounds);
}
