/**
 * Seams: where grounds are glued. A seam is one side of a portal, taken in the direction in which people cross it: seam 2i
 * leads from a to b of portal i, seam 2i + 1 back. Crossing it is a translation, so what lies on its near side is seen from
 * the far side as an *image*, shifted.
 *
 * Straight paths run through vertices, so vertices get images too: a vertex of the seam has its partner for one, others get
 * coordinates of their own, numbered after all vertices of the mesh.
 */
import { chainOf, type DrawnPortal, openPairs, type Point, type Triangulation } from "../geometry/index.js";
import { grown } from "../growth.js";

/** Two half-edges that are one edge, each with its free ground to the left; and which way windows cross it: from the first, from the second. */
export interface SeamPair {
  readonly edges: readonly [number, number];
  readonly leads: readonly [there: boolean, back: boolean];
}

export class Seams {
  /** Per half-edge: the seam through which one leaves its face there; -1 for none. */
  readonly of: Int32Array;
  readonly pairs: SeamPair[] = [];
  /** x and y of vertex v at 2v and 2v + 1, images included. */
  coords: Float64Array;

  readonly portals: readonly DrawnPortal[];
  /** How many vertices there are, and how many of them are no images. */
  private count: number;
  private readonly own: number;
  /** Per seam: what each vertex that was asked for becomes beyond it. */
  private readonly images: Map<number, number>[];

  constructor(triangulation: Triangulation, portals: readonly DrawnPortal[]) {
    const { mesh } = triangulation;
    this.portals = portals;
    this.of = new Int32Array(3 * mesh.faceCount).fill(-1);
    this.own = mesh.vertexCount;
    this.count = this.own;
    this.coords = mesh.coords.slice(0, 2 * this.own);
    this.images = portals.flatMap(() => [new Map<number, number>(), new Map<number, number>()]);
    for (let i = 0; i < portals.length; i++) this.match(triangulation, i);
  }

  /** How many seams there are. */
  get size(): number {
    return this.images.length;
  }

  private match(triangulation: Triangulation, portal: number): void {
    const [a, b] = this.portals[portal].ids.map((id) => chainOf(triangulation, id));
    if (a.length !== b.length) throw new Error("the two sides of a portal are cut at different places");
    a.forEach((v, i) => {
      this.images[2 * portal].set(v, b[i]);
      this.images[2 * portal + 1].set(b[i], v);
    });
    const { entry } = this.portals[portal];
    // Windows come from the goal: they cross against the way that people go.
    const leads = [entry !== "a", entry !== "b"] as const;
    for (const edges of openPairs(triangulation, this.portals[portal])) {
      this.pairs.push({ edges, leads });
      if (leads[0]) this.of[edges[0]] = 2 * portal;
      if (leads[1]) this.of[edges[1]] = 2 * portal + 1;
    }
  }

  /** What is added to a place when a seam is crossed. */
  shift(seam: number): Point {
    return shiftOf(this.portals[seam >> 1], seam);
  }

  /** The vertex as which v is seen from beyond a seam. */
  image(v: number, seam: number): number {
    const known = this.images[seam].get(v);
    if (known !== undefined) return known;
    const image = this.count++;
    if (2 * image >= this.coords.length) this.coords = grown(this.coords, 4 * image);
    const [dx, dy] = this.shift(seam);
    this.coords[2 * image] = this.coords[2 * v] + dx;
    this.coords[2 * image + 1] = this.coords[2 * v + 1] + dy;
    this.images[seam].set(v, image);
    return image;
  }

  /** Whether a vertex lies on a seam, so that its image is a vertex of the mesh. */
  holds(v: number, seam: number): boolean {
    const image = this.images[seam].get(v);
    return image !== undefined && image < this.own;
  }

  /** Forgets the images, so that a search that starts again does not pile them up. */
  reset(): void {
    if (this.count === this.own) return;
    this.count = this.own;
    for (const map of this.images) for (const [v, image] of map) if (image >= this.own) map.delete(v);
  }
}

/** What is added to a place when a seam of a portal is crossed. */
export function shiftOf({ a, b }: DrawnPortal, seam: number): Point {
  const sign = seam & 1 ? -1 : 1;
  return [sign * (b[0][0] - a[0][0]), sign * (b[0][1] - a[0][1])];
}

/** How much of the leg from (px, py) to (qx, qy) lies before a seam: 0 for nothing, 1 for all; one of them lies beyond the seam. */
export function shareBefore(
  { a, b }: DrawnPortal,
  seam: number,
  px: number,
  py: number,
  qx: number,
  qy: number,
): number {
  // Beyond seam 2i lies side b, beyond seam 2i + 1 side a.
  const [o, e] = seam & 1 ? a : b;
  const ux = e[0] - o[0];
  const uy = e[1] - o[1];
  const from = ux * (py - o[1]) - uy * (px - o[0]);
  const to = ux * (qy - o[1]) - uy * (qx - o[0]);
  return from === to ? 0 : Math.min(Math.max(from / (from - to), 0), 1);
}

/** Where the leg from p to q crosses a seam, as a share of it from its first end; p lies beyond the seam. */
export function shareOfCrossing(portal: DrawnPortal, seam: number, p: Point, q: Point): number {
  const [o, e] = seam & 1 ? portal.a : portal.b;
  const ux = e[0] - o[0];
  const uy = e[1] - o[1];
  const s = shareBefore(portal, seam, p[0], p[1], q[0], q[1]);
  const x = p[0] + s * (q[0] - p[0]) - o[0];
  const y = p[1] + s * (q[1] - p[1]) - o[1];
  return Math.min(Math.max((x * ux + y * uy) / (ux * ux + uy * uy), 0), 1);
}
