/**
 * Portals: pairs of equal parallel segments in one triangulation that are one line in truth. Who crosses one of them comes
 * out of the other and goes on straight, as at the foot and the head of a flight of stairs.
 *
 *      ground of a  | a         b |  ground of b        b = a + shift: the ground of a lies to the left of a,
 *        .----------^             ^----------.          that of b to the right of b.
 *                   |             |
 *
 * Both become edges of the triangulation. Where something cuts one of them, the other one is cut at the same place, so
 * that edge stands against edge.
 */
import type { Point, Segment } from "../types.js";
import { faceOf, next } from "./mesh.js";
import type { Triangulation } from "./triangulation.js";

/**
 * Two segments of one direction, b = a + shift, with the ground of a to the left of a, and that of b to the right of b.
 * All coordinates of the plane should be whole multiples of one power of two, as those of a sheet are: then a shift rounds
 * nothing, and exact decisions on both sides agree.
 */
export interface PortalSides {
  readonly a: Segment;
  readonly b: Segment;
  /** The only side by which people go in, as at the ends of an escalator; by default both. */
  readonly entry?: "a" | "b";
}

/** A portal in a triangulation: the constraints that its two sides became. */
export interface DrawnPortal extends PortalSides {
  readonly ids: readonly [a: number, b: number];
}

/** Places on the two sides are the same within this share of the greatest coordinate: a few roundings. */
const SAME = 2 ** -44;

/** Draws portals into a triangulation. */
export function drawPortals(triangulation: Triangulation, portals: readonly PortalSides[]): DrawnPortal[] {
  const drawn = portals.map(({ a, b, entry }): DrawnPortal => {
    const ids = [a, b].map((segment) => triangulation.insertOpen({ segment }));
    return { a, b, ...(entry && { entry }), ids: [ids[0], ids[1]] };
  });
  matchPortals(triangulation, drawn);
  return drawn;
}

/** Cuts each side of the portals where the other one is cut; returns the constraints that this took. */
export function matchPortals(triangulation: Triangulation, portals: readonly DrawnPortal[]): number[] {
  const added: number[] = [];
  // A segment may be a side of several portals: what cuts one of them then has to go round.
  for (let before = -1; added.length > before; ) {
    before = added.length;
    for (const { a, b, ids } of portals) {
      const shift: Point = [b[0][0] - a[0][0], b[0][1] - a[0][1]];
      for (const id of copyCuts(triangulation, ids[0], ids[1], shift)) added.push(id);
      for (const id of copyCuts(triangulation, ids[1], ids[0], [-shift[0], -shift[1]])) added.push(id);
    }
  }
  return added;
}

/** Cuts constraint `to` where constraint `from` is cut, `shift` away. */
function copyCuts(triangulation: Triangulation, from: number, to: number, [dx, dy]: Point): number[] {
  const { mesh } = triangulation;
  const { minX, minY, maxX, maxY } = mesh.box;
  const slack = SAME * Math.max(Math.abs(minX), Math.abs(minY), Math.abs(maxX), Math.abs(maxY));
  const at = (v: number): Point => [mesh.coords[2 * v], mesh.coords[2 * v + 1]];
  const cuts = chainOf(triangulation, from).slice(1, -1).map(at);
  const added: number[] = [];
  for (const [cx, cy] of cuts) {
    const [x, y] = [cx + dx, cy + dy];
    const [ox, oy] = at(triangulation.verticesOf(to)[0]);
    const away = Math.hypot(x - ox, y - oy);
    const farther = (v: number): number => Math.hypot(at(v)[0] - ox, at(v)[1] - oy) - away;
    const chain = chainOf(triangulation, to);
    const after = chain.findIndex((v) => farther(v) >= -slack);
    if (after <= 0) throw new Error("a portal is cut beyond its end");
    if (farther(chain[after]) <= slack) continue;
    added.push(triangulation.insertOnto(triangulation.edgesOf(to)[after - 1], [x, y]));
  }
  return added;
}

/**
 * The edges by which one passes a portal, from a to b, as pairs of half-edges with free ground on their left: where nothing is
 * free, or a wall that is a segment runs along the portal, it is closed.
 */
export function openPairs(triangulation: Triangulation, { ids }: DrawnPortal): (readonly [number, number])[] {
  const { twins, cover } = triangulation.mesh;
  const far = triangulation.edgesOf(ids[1]);
  return triangulation
    .edgesOf(ids[0])
    .map((e, i) => [e, twins[far[i]]] as const)
    .filter((pair) => pair.every((e) => cover[faceOf(e)] < 0 && !triangulation.hasSegmentAlong(e)));
}

/** The vertices along a segment, both ends included. */
export function chainOf(triangulation: Triangulation, id: number): number[] {
  const { triangles } = triangulation.mesh;
  const edges = triangulation.edgesOf(id);
  return [triangulation.verticesOf(id)[0], ...edges.map((e) => triangles[next(e)])];
}
