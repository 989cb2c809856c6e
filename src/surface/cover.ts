/**
 * The base of the intrinsic triangulation: the mesh itself, or, where limits are free, its two-sided cover (Sharp and
 * Crane 2020): a second copy of every face, glued to the first along the limits, so that edges there can be flipped too
 * and obtuse angles at the rim do no harm. Back faces are those of the mesh seen from behind.
 */
import type { Triangles } from "./intrinsic.js";
import type { SurfaceMesh } from "./mesh.js";
import type { SurfacePoint } from "./point.js";
import { next } from "./topology.js";

/** A base with the way back to the mesh. */
export class Cover implements Triangles {
  readonly corners: Int32Array;
  readonly twin: Int32Array;
  /** Lengths of the half-edges, mollified. */
  readonly lengths: Float64Array;
  private readonly halves: number;

  constructor(mesh: SurfaceMesh, twoSided: boolean) {
    const count = mesh.corners.length;
    this.halves = count;
    const lengths = new Float64Array(twoSided ? 2 * count : count);
    for (let h = 0; h < count; h++) {
      const t = mesh.twin[h];
      lengths[h] = t >= 0 && t < h ? lengths[t] : mesh.edgeLength(h);
    }
    if (!twoSided) {
      this.corners = mesh.corners;
      this.twin = mesh.twin;
    } else {
      this.corners = new Int32Array(2 * count);
      this.twin = new Int32Array(2 * count);
      this.corners.set(mesh.corners);
      for (let h = 0; h < count; h++) {
        const back = this.mirror(h);
        const t = mesh.twin[h];
        this.corners[back] = mesh.corners[next(h)];
        lengths[back] = lengths[h];
        this.twin[h] = t < 0 ? back : t;
        this.twin[back] = t < 0 ? h : this.mirror(t);
      }
    }
    this.lengths = mollified(lengths);
  }

  /** The same side of a face, seen from the other side of the surface. */
  private mirror(h: number): number {
    const k = h % 3;
    return (h < this.halves ? h + this.halves : h - this.halves) - k + (2 - k);
  }

  /** A place on the cover as a place on the mesh. */
  toMesh(p: SurfacePoint): SurfacePoint {
    if (p.kind === "edge" && p.halfedge >= this.halves) {
      return { kind: "edge", halfedge: this.mirror(p.halfedge), t: 1 - p.t };
    }
    if (p.kind === "face" && 3 * p.face >= this.halves) {
      const [a, b, c] = p.weights;
      return { kind: "face", face: p.face - this.halves / 3, weights: [a, c, b] };
    }
    return p;
  }
}

/** How much longer two sides are than the third, at least, as a share of the mean length. */
const SLACK = 1e-9;

/** Lengths, all of them raised by the little that faces without area need to have some (Sharp and Crane 2020, 4.5). */
function mollified(lengths: Float64Array): Float64Array {
  let mean = 0;
  for (const l of lengths) mean += l / lengths.length;
  const slack = SLACK * mean;
  let raise = 0;
  for (let f = 0; f < lengths.length; f += 3) {
    const [a, b, c] = [lengths[f], lengths[f + 1], lengths[f + 2]];
    raise = Math.max(raise, slack + a - b - c, slack + b - c - a, slack + c - a - b);
  }
  return raise > 0 ? lengths.map((l) => l + raise) : lengths;
}
