/**
 * Where the function of a frame is less than another: a quadratic equation over a side, around a point a circle cut with a
 * line. At most two intervals, before and after they are clipped by pieces and domains.
 */
import { pseudoAngle } from "./elements.js";
import type { Frame } from "./frame.js";
import { C0, C1, C2 } from "./pieces.js";

/** One contest at a time. */
export class Contest {
  /** The intervals in which the frame's function wins: where each begins and ends. */
  readonly ends = new Float64Array(8);
  count = 0;
  /** Where the piece that is looked at begins and ends: here, since fractions that are passed cost time. */
  readonly piece = new Float64Array(2);

  constructor(private readonly frame: Frame) {}

  /** Whether the function is defined somewhere in the piece. */
  isOn(): boolean {
    const { domain, domains } = this.frame;
    const from = this.piece[0];
    const end = this.piece[1];
    if (domain[0] < end && from < domain[1]) return true;
    return domains > 1 && domain[2] < end && from < domain[3];
  }

  /** It wins wherever it is defined. */
  all(): boolean {
    this.ends[0] = 0;
    this.ends[1] = this.frame.length;
    this.count = 1;
    return true;
  }

  /** Over a side, against the function at `at`: lines and parabolas. False for nowhere. */
  over(data: Float64Array, at: number): boolean {
    const { ends } = this;
    const { f0, f1, f2, length } = this.frame;
    const c0 = data[at + C0];
    const c1 = data[at + C1];
    const c2 = data[at + C2];
    // It wins where A s^2 + 2 B s + C < 0, with t = s + origin.
    let A = 0;
    let B = 0;
    let C = 0;
    let origin = f1;
    if (f0 === 0 && c0 === 0) {
      origin = 0;
      B = (f2 - c2) / 2;
      C = f1 - c1;
    } else if (f0 === 1 && c0 === 1) {
      // c2 ((s)^2 + b^2) - b ((s + a - c1)^2 + c2^2) < 0, s = t - a
      const shift = f1 - c1;
      A = c2 - f2;
      B = -f2 * shift;
      C = c2 * f2 * f2 - f2 * (shift * shift + c2 * c2);
    } else if (f0 === 1) {
      // s^2 + b^2 - 2 b (c1 + c2 (a + s)) < 0
      A = 1;
      B = -f2 * c2;
      C = f2 * f2 - 2 * f2 * (c1 + c2 * f1);
    } else {
      // The line is lower: 2 c2 (f1 + f2 (c1 + s)) - s^2 - c2^2 < 0, s = t - c1
      origin = c1;
      A = -1;
      B = c2 * f2;
      C = 2 * c2 * (f1 + f2 * c1) - c2 * c2;
    }
    const discriminant = B * B - A * C;
    if (A === 0 && B !== 0) {
      const root = origin - C / (2 * B);
      ends[0] = B > 0 ? 0 : root;
      ends[1] = B > 0 ? root : length;
      this.count = 1;
      return true;
    }
    if (A === 0 || discriminant <= 0) return (A === 0 ? C < 0 : A < 0) && this.all();
    const q = -(B + (B >= 0 ? Math.sqrt(discriminant) : -Math.sqrt(discriminant)));
    const r0 = q / A;
    const r1 = C / q;
    const low = origin + Math.min(r0, r1);
    const high = origin + Math.max(r0, r1);
    if (A > 0) {
      ends[0] = low;
      ends[1] = high;
      this.count = 1;
      return true;
    }
    ends[0] = 0;
    ends[1] = low;
    ends[2] = high;
    ends[3] = length;
    this.count = 2;
    return true;
  }

  /** Around a point, against the function at `at`: where the difference of 1/r, linear in the direction, is positive. */
  around(data: Float64Array, at: number): boolean {
    const { ends, frame } = this;
    const { length } = frame;
    const a = frame.f0 - data[at + C0];
    const bx = frame.f1 - data[at + C1];
    const by = frame.f2 - data[at + C2];
    const rest = bx * bx + by * by - a * a;
    if (rest <= 0) return a > 0 && this.all();
    const root = Math.sqrt(rest);
    const low = pseudoAngle(-a * bx + by * root, -a * by - bx * root);
    const high = pseudoAngle(-a * bx - by * root, -a * by + bx * root);
    if (low <= high) {
      ends[0] = low;
      ends[1] = high;
      this.count = 1;
      return true;
    }
    ends[0] = 0;
    ends[1] = high;
    ends[2] = low;
    ends[3] = length;
    this.count = 2;
    return true;
  }

  /** Leaves what lies within the domain and the piece, in order. */
  clip(): void {
    const { ends } = this;
    const from = this.piece[0];
    const end = this.piece[1];
    const { domain, domains } = this.frame;
    let count = 0;
    const given = this.count;
    const w0 = ends[0];
    const w1 = ends[1];
    const w2 = ends[2];
    const w3 = ends[3];
    for (let d = 0; d < domains; d++) {
      const low = Math.max(from, domain[2 * d]);
      const high = Math.min(end, domain[2 * d + 1]);
      for (let k = 0; k < given; k++) {
        const a = Math.max(low, k === 0 ? w0 : w2);
        const b = Math.min(high, k === 0 ? w1 : w3);
        if (!(a < b)) continue;
        ends[2 * count] = a;
        ends[2 * count + 1] = b;
        count++;
      }
    }
    this.count = count;
  }
}
