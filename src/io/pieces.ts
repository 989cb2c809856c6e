/**
 * A blocked area that encloses free space, cut into simple polygons.
 *
 * Obstacles of a scene have no holes. The area is triangulated between its own vertices, so no coordinate is
 * new, and triangles are merged again as long as the result stays a simple polygon. Neighbouring pieces share
 * whole edges: nobody can pass between them.
 */
import Constrainautor from "@kninnug/constrainautor";
import Delaunator from "delaunator";
import { InputError } from "../errors.js";
import type { Point, Ring } from "../geometry/index.js";

interface Indexed {
  readonly points: Point[];
  readonly edges: [number, number][];
}

/** All rings over one list of points, in which rings that touch share the index of the common point. */
function indexed(rings: readonly Ring[]): Indexed {
  const points: Point[] = [];
  const indexOf = new Map<string, number>();
  const edges: [number, number][] = [];
  for (const ring of rings) {
    const indices = ring.map((point) => {
      const key = `${point[0]},${point[1]}`;
      let index = indexOf.get(key);
      if (index === undefined) {
        index = points.push(point) - 1;
        indexOf.set(key, index);
      }
      return index;
    });
    indices.forEach((a, i) => {
      const b = indices[(i + 1) % indices.length];
      if (a !== b) edges.push([a, b]);
    });
  }
  return { points, edges };
}

/** Which triangles lie inside: an odd number of rings is crossed on the way from outside. */
function insideOf(mesh: Delaunator<ArrayLike<number>>, constraints: Constrainautor): Uint8Array {
  const { halfedges } = mesh;
  const depth = new Int8Array(halfedges.length / 3).fill(-1);
  const queue: number[] = [];
  const visit = (triangle: number, parity: number): void => {
    if (depth[triangle] >= 0) return;
    depth[triangle] = parity;
    queue.push(triangle);
  };
  for (let e = 0; e < halfedges.length; e++) {
    if (halfedges[e] < 0) visit(Math.floor(e / 3), constraints.isConstrained(e) ? 1 : 0);
  }
  while (queue.length > 0) {
    const triangle = queue.pop()!;
    for (let e = 3 * triangle; e < 3 * triangle + 3; e++) {
      if (halfedges[e] < 0) continue;
      const crossed = constraints.isConstrained(e) ? 1 : 0;
      visit(Math.floor(halfedges[e] / 3), depth[triangle] ^ crossed);
    }
  }
  return Uint8Array.from(depth, (d) => (d === 1 ? 1 : 0));
}

/**
 * Grows one piece from a triangle. A neighbour joins when its far corner is new to the piece: then the two meet
 * in one edge only, and the ring stays simple.
 */
function growPiece(mesh: Delaunator<ArrayLike<number>>, seed: number, free: Uint8Array): number[] {
  const { triangles, halfedges } = mesh;
  const next = new Map<number, number>();
  const frontier: number[] = [];
  const [a, b, c] = triangles.subarray(3 * seed, 3 * seed + 3);
  next.set(a, b).set(b, c).set(c, a);
  frontier.push(3 * seed, 3 * seed + 1, 3 * seed + 2);
  free[seed] = 0;
  // First in, first out: pieces grow round instead of long.
  for (let at = 0; at < frontier.length; at++) {
    const twin = halfedges[frontier[at]];
    if (twin < 0) continue;
    const triangle = Math.floor(twin / 3);
    const apex = triangles[3 * triangle + ((twin + 2) % 3)];
    if (!free[triangle] || next.has(apex)) continue;
    free[triangle] = 0;
    // The twin runs against the ring: the ring's edge goes from its end to its start.
    const end = triangles[twin];
    const start = triangles[3 * triangle + ((twin + 1) % 3)];
    next.set(start, apex).set(apex, end);
    frontier.push(3 * triangle + ((twin + 1) % 3), 3 * triangle + ((twin + 2) % 3));
  }
  const ring = [a];
  for (let v = next.get(a)!; v !== a; v = next.get(v)!) ring.push(v);
  return ring;
}

/**
 * Cuts the area between `outer` and `holes` into simple polygons. Rings may touch in vertices; they may not
 * cross or share edges.
 *
 * @throws InputError where they do.
 */
export function cutIntoPieces(outer: Ring, holes: readonly Ring[]): Ring[] {
  if (holes.length === 0) return [outer];
  const { points, edges } = indexed([outer, ...holes]);
  try {
    const mesh = Delaunator.from(points);
    const constraints = new Constrainautor(mesh);
    for (const [a, b] of edges) constraints.constrainOne(a, b);
    const free = insideOf(mesh, constraints);
    const pieces: Ring[] = [];
    for (let t = 0; t < free.length; t++) {
      // Delaunator turns clockwise in a plane whose y points up; pieces are handed out counterclockwise.
      if (free[t])
        pieces.push(
          growPiece(mesh, t, free)
            .map((i) => points[i])
            .reverse(),
        );
    }
    return pieces;
  } catch {
    throw new InputError("the holes of a polygon cross each other or its outline");
  }
}
