/**
 * Shortest paths over a mesh by brute force: every sequence of faces is unfolded from every node (two places and all
 * vertices) while some ray passes through all of its edges; the shortest chain of such straight ways is the answer.
 */
import type { FacePoint, SurfaceMesh } from "../../src/surface/index.js";

type Flat = readonly [number, number];

/** Rays that pass within so much of a corner pass through it. */
const EPSILON = 1e-12;

const next = (h: number): number => (h % 3 === 2 ? h - 2 : h + 1);
const cross = (p: Flat, q: Flat): number => p[0] * q[1] - p[1] * q[0];
const length = (p: Flat): number => Math.sqrt(p[0] * p[0] + p[1] * p[1]);
const mix = (weights: readonly number[], corners: readonly Flat[]): Flat => [
  weights[0] * corners[0][0] + weights[1] * corners[1][0] + weights[2] * corners[2][0],
  weights[0] * corners[0][1] + weights[1] * corners[1][1] + weights[2] * corners[2][1],
];

/** The third corner of a triangle on the left of p q, its distances to p and q given. */
function third(p: Flat, q: Flat, toP: number, toQ: number): Flat {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const l2 = dx * dx + dy * dy;
  const s = (l2 + toP * toP - toQ * toQ) / (2 * l2);
  const t = Math.sqrt(Math.max(0, (toP * toP) / l2 - s * s));
  return [p[0] + s * dx - t * dy, p[1] + s * dy + t * dx];
}

/** Distance from the origin to the segment p q. */
function reach(p: Flat, q: Flat): number {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const t = Math.min(Math.max(-(p[0] * dx + p[1] * dy) / (dx * dx + dy * dy), 0), 1);
  return length([p[0] + t * dx, p[1] + t * dy]);
}

/** The length of the shortest path between two places, if it is at most `limit`; Infinity otherwise. */
export function shortestByUnfolding(mesh: SurfaceMesh, a: FacePoint, b: FacePoint, limit: number): number {
  const { corners, twin, vertexCount } = mesh;
  const places = [a, b];
  const ways = Array.from({ length: vertexCount + 2 }, () => new Map<number, number>());
  const side = (h: number): number => {
    const [p, q] = [mesh.vertex(corners[h]), mesh.vertex(corners[next(h)])];
    return Math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2);
  };
  const note = (from: number, to: number, metres: number): void => {
    if (metres <= limit && metres < (ways[from].get(to) ?? Infinity)) ways[from].set(to, metres);
  };
  /** Notes what rays between directions r and l see in the face of h, laid out with these corners from h's tail on. */
  const see = (from: number, h: number, flat: readonly Flat[], r: Flat, l: Flat): void => {
    const isSeen = (p: Flat): boolean => cross(r, p) >= -EPSILON && cross(p, l) >= -EPSILON;
    if (isSeen(flat[2])) note(from, corners[next(next(h))], length(flat[2]));
    places.forEach((place, k) => {
      if (place.face !== Math.floor(h / 3)) return;
      const at = mix([place.weights[h % 3], place.weights[(h + 1) % 3], place.weights[(h + 2) % 3]], flat);
      if (isSeen(at)) note(from, vertexCount + k, length(at));
    });
  };
  /** Rays between r and l enter the face of h, whose tail p is to their left and whose head q to their right. */
  const unfold = (from: number, h: number, p: Flat, q: Flat, r: Flat, l: Flat): void => {
    const apex = third(p, q, side(next(next(h))), side(next(h)));
    see(from, h, [p, q, apex], r, l);
    leave(from, next(h), q, apex, r, l);
    leave(from, next(next(h)), apex, p, r, l);
  };
  /** Rays leave by half-edge g, from u at their right to v at their left. */
  const leave = (from: number, g: number, u: Flat, v: Flat, r: Flat, l: Flat): void => {
    const right = cross(r, u) > 0 ? u : r;
    const left = cross(v, l) > 0 ? v : l;
    if (twin[g] < 0 || cross(right, left) <= 0 || reach(u, v) > limit) return;
    unfold(from, twin[g], v, u, right, left);
  };
  for (let h = 0; h < corners.length; h++) {
    const v = corners[h];
    const head: Flat = [side(h), 0];
    const apex = third([0, 0], head, side(next(next(h))), side(next(h)));
    note(v, corners[next(h)], side(h));
    note(v, corners[next(next(h))], side(next(next(h))));
    see(v, h, [[0, 0], head, apex], head, apex);
    leave(v, next(h), head, apex, head, apex);
  }
  places.forEach(({ face, weights }, k) => {
    const h = 3 * face;
    const laid: Flat[] = [
      [0, 0],
      [side(h), 0],
    ];
    laid.push(third(laid[0], laid[1], side(h + 2), side(h + 1)));
    const at = mix(weights, laid);
    const flat = laid.map(([x, y]): Flat => [x - at[0], y - at[1]]);
    const other = places[1 - k];
    if (other.face === face) note(vertexCount + k, vertexCount + 1 - k, length(mix(other.weights, flat)));
    for (let i = 0; i < 3; i++) {
      note(vertexCount + k, corners[h + i], length(flat[i]));
      note(corners[h + i], vertexCount + k, length(flat[i]));
      const [u, v] = [flat[i], flat[(i + 1) % 3]];
      leave(vertexCount + k, h + i, u, v, u, v);
    }
  });
  return shortestChain(ways, vertexCount, vertexCount + 1);
}

/** Dijkstra without a heap. */
function shortestChain(ways: readonly ReadonlyMap<number, number>[], start: number, end: number): number {
  const known = new Float64Array(ways.length).fill(Infinity);
  const isDone = new Uint8Array(ways.length);
  known[start] = 0;
  for (;;) {
    let at = -1;
    for (let v = 0; v < known.length; v++) if (!isDone[v] && (at < 0 || known[v] < known[at])) at = v;
    if (at < 0 || at === end || known[at] === Infinity) return known[end];
    isDone[at] = 1;
    for (const [to, metres] of ways[at]) known[to] = Math.min(known[to], known[at] + metres);
  }
}
