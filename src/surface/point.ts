/** A place on a mesh: at a vertex, on an edge, or in a face. */

/** At a vertex. */
export interface VertexPoint {
  readonly kind: "vertex";
  readonly vertex: number;
}

/** On an edge, between its ends. */
export interface EdgePoint {
  readonly kind: "edge";
  /** Half-edge 3 f + k: the side of face f from its corner k to the next. */
  readonly halfedge: number;
  /** 0 at the half-edge's tail, 1 at its head; strictly between. */
  readonly t: number;
}

/** Inside a face. */
export interface FacePoint {
  readonly kind: "face";
  readonly face: number;
  /** Weights of the three corners; they add up to 1. */
  readonly weights: readonly [number, number, number];
}

/** A place on a mesh. */
export type SurfacePoint = VertexPoint | EdgePoint | FacePoint;

/** The simplest place with the given weights in a face: weights of 0 put it on an edge or at a vertex. */
export function pointInFace(
  corners: Int32Array,
  face: number,
  weights: readonly [number, number, number],
): SurfacePoint {
  const positive = [0, 1, 2].filter((k) => weights[k] > 0);
  if (positive.length === 1) return { kind: "vertex", vertex: corners[3 * face + positive[0]] };
  if (positive.length === 2) {
    const k = weights[0] <= 0 ? 1 : weights[1] <= 0 ? 2 : 0;
    const t = weights[(k + 1) % 3];
    return { kind: "edge", halfedge: 3 * face + k, t: t / (t + weights[k]) };
  }
  return { kind: "face", face, weights };
}
