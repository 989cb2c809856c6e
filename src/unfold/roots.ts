/**
 * Roots: where straight paths begin. Beyond a seam a root goes on as its *image*, another row of the table, shifted as the
 * seam says: what it can see there, it sees from where it then seems to stand.
 */
import { along, orient } from "../geometry/index.js";
import { Columns } from "./columns.js";
import type { Ground } from "./ground.js";

/** A cone's border that is the straight continuation of the path into its root. */
export const STRAIGHT = -1;

/** Relative error of a sum of two products of differences, generously. */
const ROUNDING = 1e-15;

/** Parent of a root that is the image of another one's parent, and looks at nothing itself. */
const NOT_MADE = -2;

/**
 * Where roots are, what they start with, what a metre from them costs, which way is straight on at a bend; `original` is the
 * root that an image shows, -1 for one that is none, and `seam` the seam that it is seen through; `ride` is the ride by which
 * people go on from a root that is a door of a lift, -1 for none.
 */
export function rootTable() {
  return new Columns(
    ["x", "y", "endX", "endY", "start", "factor", "aheadX", "aheadY"],
    ["vertex", "segment", "parent", "source", "original", "seam", "ride"],
    256,
  );
}

export type Roots = ReturnType<typeof rootTable>;

/** A root at vertex v. */
export function addRoot(
  roots: Roots,
  ground: Ground,
  v: number,
  start: number,
  parent: number,
  source: number,
): number {
  const root = roots.add();
  const { number, index } = roots;
  number.x[root] = ground.x(v);
  number.y[root] = ground.y(v);
  number.start[root] = start;
  number.factor[root] = 1;
  index.vertex[root] = v;
  index.segment[root] = 0;
  index.parent[root] = parent;
  index.source[root] = source;
  index.original[root] = -1;
  index.ride[root] = -1;
  return root;
}

/** > 0 when (x, y) lies to the left of a root's ray through vertex `limit`, or of its straight continuation. */
export function sideOfRay(
  roots: Roots,
  ground: Ground,
  root: number,
  limit: number,
  x: number,
  y: number,
): number {
  const { number, index } = roots;
  const ax = number.x[root];
  const ay = number.y[root];
  if (index.segment[root]) return leftOfNormal(roots, root, ground.x(limit), ground.y(limit), x, y);
  if (limit !== STRAIGHT) return orient(ax, ay, ground.x(limit), ground.y(limit), x, y);
  const parent = index.parent[root];
  if (index.segment[parent]) return leftOfNormal(roots, parent, ax, ay, x, y);
  return orient(number.x[parent], number.y[parent], ax, ay, x, y);
}

/** > 0 when (x, y) lies to the left of the ray that leaves a segment at right angles and passes (px, py). */
function leftOfNormal(roots: Roots, root: number, px: number, py: number, x: number, y: number): number {
  const { number } = roots;
  // Seen along its rays, a segment's first end lies to the left.
  return along(number.endX[root], number.endY[root], number.x[root], number.y[root], px, py, x, y);
}

/** Where a root's border ray crosses the edge of e, from 0 at its origin to 1 at its end, rounded as in `crossingAlong`. */
export function crossingOf(
  roots: Roots,
  ground: Ground,
  root: number,
  limit: number,
  e: number,
  sense: 1 | -1,
): number {
  const p = ground.mesh.triangles[e];
  const q = ground.end(e);
  if (limit === p) return 0;
  if (limit === q) return 1;
  const px = ground.x(p);
  const py = ground.y(p);
  let throughX = roots.number.x[root];
  let throughY = roots.number.y[root];
  let dx: number;
  let dy: number;
  if (roots.index.segment[root]) {
    // Along the normal through the limiting vertex.
    dx = throughY - roots.number.endY[root];
    dy = roots.number.endX[root] - throughX;
    throughX = ground.x(limit);
    throughY = ground.y(limit);
  } else if (limit === STRAIGHT) {
    dx = roots.number.aheadX[root];
    dy = roots.number.aheadY[root];
  } else {
    dx = ground.x(limit) - throughX;
    dy = ground.y(limit) - throughY;
  }
  const ex = ground.x(q) - px;
  const ey = ground.y(q) - py;
  return crossingAlong(px - throughX, py - throughY, ex, ey, dx, dy, sense);
}

/**
 * Where a ray from the origin along d crosses the edge along e from p: from 0 at its origin to 1 at its end, rounded outward,
 * to the left (`sense` -1) or to the right (1), by what the quotient can be off. A ray along the edge says nothing: then all of
 * it is taken.
 */
export function crossingAlong(
  px: number,
  py: number,
  ex: number,
  ey: number,
  dx: number,
  dy: number,
  sense: 1 | -1,
): number {
  const first = py * dx;
  const second = px * dy;
  const plus = ex * dy;
  const minus = ey * dx;
  const across = plus - minus;
  const at = (first - second) / across;
  const size = Math.abs(first) + Math.abs(second) + Math.abs(at) * (Math.abs(plus) + Math.abs(minus));
  const t = at + (sense * ROUNDING * size) / Math.abs(across);
  if (sense < 0) return t > 0 ? (t < 1 ? t : 1) : 0;
  return t < 1 ? (t > 0 ? t : 0) : 1;
}

/** The images of roots beyond seams, each made once. */
export class RootImages {
  private readonly known = new Map<number, number>();

  constructor(
    private readonly ground: Ground,
    private readonly roots: Roots,
  ) {}

  /** A root as it is seen from beyond a seam. */
  of(root: number, seam: number): number {
    const image = this.row(root, seam);
    if (this.roots.index.parent[image] === NOT_MADE) {
      // Straight on is where its parent's image says.
      const parent = this.roots.index.parent[root];
      const made = parent < 0 ? -1 : this.row(parent, seam);
      this.roots.index.parent[image] = made;
    }
    return image;
  }

  /** The row of an image, which knows no parent of its own yet. */
  private row(root: number, seam: number): number {
    const { ground, roots, known } = this;
    const seams = ground.seams!;
    // Back through the seam that it came by, an image is what it shows.
    if (roots.index.original[root] >= 0 && roots.index.seam[root] === (seam ^ 1))
      return roots.index.original[root];
    const key = root * seams.size + seam;
    const found = known.get(key);
    if (found !== undefined) return found;
    const v = ground.image(roots.index.vertex[root], seam);
    const image = addRoot(roots, ground, v, roots.number.start[root], NOT_MADE, roots.index.source[root]);
    const { number, index } = roots;
    const [dx, dy] = seams.shift(seam);
    number.endX[image] = number.endX[root] + dx;
    number.endY[image] = number.endY[root] + dy;
    number.factor[image] = number.factor[root];
    number.aheadX[image] = number.aheadX[root];
    number.aheadY[image] = number.aheadY[root];
    index.segment[image] = index.segment[root];
    index.original[image] = root;
    index.seam[image] = seam;
    known.set(key, image);
    return image;
  }
}
