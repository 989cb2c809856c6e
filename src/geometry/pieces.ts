/**
 * An area with holes, cut into simple polygons.
 *
 * Obstacles of a scene have no holes. The area is triangulated between its own vertices, so no coordinate is new,
 * and triangles are merged again as long as the result stays a simple polygon. Neighbouring pieces share whole
 * edges: nobody can pass between them.
 */
import {
  faceOf,
  nextEdge as next,
  prevEdge as prev,
  type TriangleMesh,
  Triangulation,
} from "./triangulation/index.js";
import type { Point, Ring } from "./types.js";

/**
 * Cuts an area into simple counterclockwise polygons. A place belongs to it when an odd number of rings winds around
 * it; rings may touch, in vertices and along edges. A single ring that visits no vertex twice is its own piece.
 */
export function cutIntoPieces(rings: readonly Ring[]): Ring[] {
  if (rings.length === 1 && new Set(rings[0].map(String)).size === rings[0].length) return [rings[0]];
  const { mesh } = Triangulation.of(rings.map((polygon) => ({ polygon })));
  const open = Uint8Array.from(mesh.cover.subarray(0, mesh.faceCount), (cover) => cover & 1);
  const pieces: Ring[] = [];
  for (let f = 0; f < open.length; f++) if (open[f]) pieces.push(growPiece(mesh, f, open));
  return pieces;
}

/**
 * Grows one piece from a face. A neighbour joins when its far corner is new to the piece: then the two meet in one
 * edge only, and the ring stays simple.
 */
function growPiece({ triangles, twins, coords }: TriangleMesh, seed: number, open: Uint8Array): Ring {
  const after = new Map<number, number>();
  const frontier = [3 * seed, 3 * seed + 1, 3 * seed + 2];
  for (const e of frontier) after.set(triangles[e], triangles[next(e)]);
  open[seed] = 0;
  // First in, first out: pieces grow round instead of long.
  for (let at = 0; at < frontier.length; at++) {
    const twin = twins[frontier[at]];
    const apex = triangles[prev(twin)];
    if (!open[faceOf(twin)] || after.has(apex)) continue;
    open[faceOf(twin)] = 0;
    // The twin runs against the ring, whose edge goes from the twin's end to its start.
    after.set(triangles[next(twin)], apex).set(apex, triangles[twin]);
    frontier.push(next(twin), prev(twin));
  }
  const ring: Point[] = [];
  const start = triangles[3 * seed];
  let v = start;
  do {
    ring.push([coords[2 * v], coords[2 * v + 1]]);
    v = after.get(v)!;
  } while (v !== start);
  return ring;
}
