/** A tree of boxes over the faces of a mesh: the nearest face to a point, and the faces that a segment meets. */
import { cross, dot, type Point3, sub } from "./vector.js";

/** The nearest place of a mesh, in terms of one face. */
interface NearestInFace {
  face: number;
  weights: [number, number, number];
  distance: number;
}

const LEAF = 4;

/** A binary tree of axis-aligned boxes, split at the median of the longest side, in flat arrays. */
export class FaceTree {
  /** Faces in the order of the leaves. */
  private readonly faces: Int32Array;
  /** minX, minY, minZ, maxX, maxY, maxZ of node n; the children of n are 2n + 1 and 2n + 2. */
  private readonly boxes: Float64Array;
  private readonly depth: number;

  constructor(
    private readonly positions: Float64Array,
    private readonly corners: Int32Array,
  ) {
    const count = corners.length / 3;
    this.faces = Int32Array.from({ length: count }, (_, f) => f);
    this.depth = Math.max(0, Math.ceil(Math.log2(count / LEAF)));
    this.boxes = new Float64Array(6 * (2 ** (this.depth + 1) - 1));
    this.split(0, 0, count, this.depth);
  }

  private split(node: number, from: number, to: number, depth: number): void {
    const { boxes, faces, corners, positions } = this;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = from; i < to; i++) {
        for (let c = 3 * faces[i]; c < 3 * faces[i] + 3; c++) {
          const x = positions[3 * corners[c] + k];
          if (x < low) low = x;
          if (x > high) high = x;
        }
      }
      boxes[6 * node + k] = low;
      boxes[6 * node + 3 + k] = high;
    }
    if (depth === 0) return;
    const size = (k: number): number => boxes[6 * node + 3 + k] - boxes[6 * node + k];
    const axis = size(0) >= size(1) && size(0) >= size(2) ? 0 : size(1) >= size(2) ? 1 : 2;
    const centre = (f: number): number =>
      positions[3 * corners[3 * f] + axis] +
      positions[3 * corners[3 * f + 1] + axis] +
      positions[3 * corners[3 * f + 2] + axis];
    faces.subarray(from, to).sort((f, g) => centre(f) - centre(g) || f - g);
    const middle = (from + to) >> 1;
    this.split(2 * node + 1, from, middle, depth - 1);
    this.split(2 * node + 2, middle, to, depth - 1);
  }

  private at(v: number): Point3 {
    return [this.positions[3 * v], this.positions[3 * v + 1], this.positions[3 * v + 2]];
  }

  private corner(face: number): [Point3, Point3, Point3] {
    const { corners } = this;
    return [this.at(corners[3 * face]), this.at(corners[3 * face + 1]), this.at(corners[3 * face + 2])];
  }

  private boxDistance2(node: number, p: Point3): number {
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const d = Math.max(this.boxes[6 * node + k] - p[k], 0, p[k] - this.boxes[6 * node + 3 + k]);
      sum += d * d;
    }
    return sum;
  }

  /** The nearest place to a point. */
  nearest(p: Point3): NearestInFace {
    const best: NearestInFace = { face: -1, weights: [1, 0, 0], distance: Infinity };
    const visit = (node: number, from: number, to: number, depth: number): void => {
      if (this.boxDistance2(node, p) >= best.distance ** 2) return;
      if (depth === 0) {
        for (let i = from; i < to; i++) {
          const weights = nearestWeights(p, ...this.corner(this.faces[i]));
          const distance = distanceTo(p, weights, this.corner(this.faces[i]));
          if (distance < best.distance) Object.assign(best, { face: this.faces[i], weights, distance });
        }
        return;
      }
      const middle = (from + to) >> 1;
      const [a, b] = [2 * node + 1, 2 * node + 2];
      if (this.boxDistance2(a, p) <= this.boxDistance2(b, p)) {
        visit(a, from, middle, depth - 1);
        visit(b, middle, to, depth - 1);
      } else {
        visit(b, middle, to, depth - 1);
        visit(a, from, middle, depth - 1);
      }
    };
    visit(0, 0, this.faces.length, this.depth);
    return best;
  }

  /** Calls back with the faces whose boxes may come within `reach` of the box around two points. */
  near(a: Point3, b: Point3, reach: number, found: (face: number) => void): void {
    this.some(a, b, reach, (face) => {
      found(face);
      return false;
    });
  }

  /** Whether something holds for one of the faces whose boxes may come within `reach` of the box around two points. */
  some(a: Point3, b: Point3, reach: number, test: (face: number) => boolean): boolean {
    const low = a.map((x, k) => Math.min(x, b[k]) - reach);
    const high = a.map((x, k) => Math.max(x, b[k]) + reach);
    const visit = (node: number, from: number, to: number, depth: number): boolean => {
      for (let k = 0; k < 3; k++) {
        if (this.boxes[6 * node + k] > high[k] || this.boxes[6 * node + 3 + k] < low[k]) return false;
      }
      if (depth === 0) {
        for (let i = from; i < to; i++) if (test(this.faces[i])) return true;
        return false;
      }
      const middle = (from + to) >> 1;
      return visit(2 * node + 1, from, middle, depth - 1) || visit(2 * node + 2, middle, to, depth - 1);
    };
    return visit(0, 0, this.faces.length, this.depth);
  }
}

/** Distance from a point to a triangle; with two equal corners, to a segment. */
export function distanceToTriangle(p: Point3, a: Point3, b: Point3, c: Point3): number {
  return distanceTo(p, nearestWeights(p, a, b, c), [a, b, c]);
}

function distanceTo(p: Point3, w: readonly number[], [a, b, c]: [Point3, Point3, Point3]): number {
  return Math.hypot(...[0, 1, 2].map((k) => w[0] * a[k] + w[1] * b[k] + w[2] * c[k] - p[k]));
}

/** Weights of the point of a triangle nearest to p (Ericson 2005, section 5.1.5). */
export function nearestWeights(p: Point3, a: Point3, b: Point3, c: Point3): [number, number, number] {
  const [ab, ac, ap] = [sub(b, a), sub(c, a), sub(p, a)];
  const [d1, d2] = [dot(ab, ap), dot(ac, ap)];
  if (d1 <= 0 && d2 <= 0) return [1, 0, 0];
  const bp = sub(p, b);
  const [d3, d4] = [dot(ab, bp), dot(ac, bp)];
  if (d3 >= 0 && d4 <= d3) return [0, 1, 0];
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return [d3 / (d3 - d1), d1 / (d1 - d3), 0];
  const cp = sub(p, c);
  const [d5, d6] = [dot(ab, cp), dot(ac, cp)];
  if (d6 >= 0 && d5 <= d6) return [0, 0, 1];
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return [d6 / (d6 - d2), 0, d2 / (d2 - d6)];
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const t = (d4 - d3) / (d4 - d3 + (d5 - d6));
    return [0, 1 - t, t];
  }
  const total = va + vb + vc;
  if (!(total > 0)) return [1, 0, 0];
  return [va / total, vb / total, vc / total];
}

/** How far along the segment from p to q it meets a triangle, 0 to 1; null where it does not (Moeller and Trumbore 1997). */
export function segmentHit(p: Point3, q: Point3, a: Point3, b: Point3, c: Point3): number | null {
  const along = sub(q, p);
  const [ab, ac] = [sub(b, a), sub(c, a)];
  const h = cross(along, ac);
  const determinant = dot(ab, h);
  if (determinant === 0) return null;
  const s = sub(p, a);
  const u = dot(s, h) / determinant;
  const k = cross(s, ab);
  const v = dot(along, k) / determinant;
  const t = dot(ac, k) / determinant;
  return u >= 0 && v >= 0 && u + v <= 1 && t >= 0 && t <= 1 ? t : null;
}
