/**
 * The best velocity that half-planes and a greatest speed allow: linear programs in two and three dimensions, as in section 5
 * of van den Berg, Guy, Lin and Manocha (2011), after de Berg et al., "Computational Geometry", chapter 4.
 */
import { HalfPlanes } from "./half-planes.js";

/** Places in `aim`: a velocity to come near to, or a unit direction to go far along; and the greatest speed. */
export const AIM = Object.freeze({ x: 0, y: 1, top: 2, size: 3 });

/** Below this sine two lines are parallel. */
const EPSILON = 1e-5;

/** Solves for one agent at a time. */
export class LinearProgram {
  readonly planes = new HalfPlanes();
  readonly aim = new Float64Array(AIM.size);
  /** The velocity found: x and y. */
  readonly found = new Float64Array(2);
  /** The half-planes as they were given, while `giveIn` works with others. */
  private readonly given = new HalfPlanes();

  /**
   * Finds the velocity nearest to `aim` that satisfies all half-planes. Where none does, gives in to all equally, but not
   * to the first `hard` of them.
   */
  solve(hard: number): void {
    const failed = this.optimize(false);
    if (failed < this.planes.count) this.giveIn(hard, failed);
  }

  /** The velocity nearest to the aim, or farthest along it, that satisfies the half-planes; the first that cannot be. */
  private optimize(asDirection: boolean): number {
    const { aim, found } = this;
    const { count, x, y, u, v } = this.planes;
    const aimX = aim[AIM.x];
    const aimY = aim[AIM.y];
    const top = aim[AIM.top];
    const a2 = aimX * aimX + aimY * aimY;
    if (asDirection) {
      found[0] = aimX * top;
      found[1] = aimY * top;
    } else if (a2 > top * top) {
      const scale = top / Math.sqrt(a2);
      found[0] = aimX * scale;
      found[1] = aimY * scale;
    } else {
      found[0] = aimX;
      found[1] = aimY;
    }
    for (let k = 0; k < count; k++) {
      if (u[k] * (y[k] - found[1]) - v[k] * (x[k] - found[0]) <= 0) continue;
      // Where there is none on the line, `found` stays as it was.
      if (!this.optimizeOn(k, asDirection)) return k;
    }
    return count;
  }

  /** The best velocity on the line of half-plane k that satisfies those before it; false when there is none. */
  private optimizeOn(k: number, asDirection: boolean): boolean {
    const { aim, found } = this;
    const { x: lineX, y: lineY, u: lineU, v: lineV } = this.planes;
    const top = aim[AIM.top];
    const px = lineX[k];
    const py = lineY[k];
    const u = lineU[k];
    const v = lineV[k];
    const dot = px * u + py * v;
    const root = dot * dot + top * top - (px * px + py * py);
    if (root < 0) return false;
    const half = Math.sqrt(root);
    let low = -dot - half;
    let high = -dot + half;
    for (let i = 0; i < k; i++) {
      const denominator = u * lineV[i] - v * lineU[i];
      const numerator = lineU[i] * (py - lineY[i]) - lineV[i] * (px - lineX[i]);
      if (denominator <= EPSILON && denominator >= -EPSILON) {
        if (numerator < 0) return false;
        continue;
      }
      const t = numerator / denominator;
      if (denominator >= 0) {
        if (t < high) high = t;
      } else if (t > low) low = t;
      if (low > high) return false;
    }
    let t: number;
    if (asDirection) t = aim[AIM.x] * u + aim[AIM.y] * v > 0 ? high : low;
    else {
      t = u * (aim[AIM.x] - px) + v * (aim[AIM.y] - py);
      if (t < low) t = low;
      else if (t > high) t = high;
    }
    found[0] = px + t * u;
    found[1] = py + t * v;
    return true;
  }

  /** Too dense: the velocity whose worst violation is least, walls aside (the half-planes before `hard`). */
  private giveIn(hard: number, from: number): void {
    const { planes, given, aim, found } = this;
    const { x, y, u, v } = given;
    given.copy(planes);
    const all = given.count;
    let depth = 0;
    for (let k = from; k < all; k++) {
      if (u[k] * (y[k] - found[1]) - v[k] * (x[k] - found[0]) <= depth) continue;
      planes.count = hard;
      for (let i = hard; i < k; i++) this.addBisector(k, i);
      const beforeX = found[0];
      const beforeY = found[1];
      aim[AIM.x] = -v[k];
      aim[AIM.y] = u[k];
      if (this.optimize(true) < planes.count) {
        found[0] = beforeX;
        found[1] = beforeY;
      }
      depth = u[k] * (y[k] - found[1]) - v[k] * (x[k] - found[0]);
    }
  }

  /** The half-plane in which given half-plane i is violated less than k; none where both point the same way. */
  private addBisector(k: number, i: number): void {
    const { x, y, u, v } = this.given;
    const det = u[k] * v[i] - v[k] * u[i];
    let px: number;
    let py: number;
    if (det <= EPSILON && det >= -EPSILON) {
      if (u[k] * u[i] + v[k] * v[i] > 0) return;
      px = 0.5 * (x[k] + x[i]);
      py = 0.5 * (y[k] + y[i]);
    } else {
      const t = (u[i] * (y[k] - y[i]) - v[i] * (x[k] - x[i])) / det;
      px = x[k] + t * u[k];
      py = y[k] + t * v[k];
    }
    const du = u[i] - u[k];
    const dv = v[i] - v[k];
    const d = Math.sqrt(du * du + dv * dv);
    this.planes.add(px, py, du / d, dv / d);
  }
}
