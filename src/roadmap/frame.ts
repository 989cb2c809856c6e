/**
 * The frame of one element, and the function by which any other element bounds its cell there.
 *
 * In the frame of a segment's side (see `elements.ts`), a point site (a, b) bounds the cell by the parabola
 * y = ((t - a)^2 + b^2) / 2b, another side by a line. Around a point, 1/r is linear in the direction e for both:
 * 2 q.e / |q|^2 for a point q, (1 - n.e) / c for a side with normal n at distance c. A side bounds the cell only where the
 * foot of the bisector falls on it: an interval, the domain of its function.
 */
import { orient } from "../geometry/index.js";
import { type Elements, POINT, pseudoAngle, TURN } from "./elements.js";
import { C0, C1, C2, STRIDE } from "./pieces.js";

/** Below this share of the distance, the sign of a height is left to the exact predicate. */
const NEARLY = 1e-10;

/** Sides are on each other up to rounding where they differ by less than this, as a share of their coordinates. */
const SAME_LINE = 1e-13;

/** 1 - n.m of unit normals that are all but opposite. */
const OPPOSITE = 2 - 1e-6;

/** One frame at a time. */
export class Frame {
  /** The element whose cell is looked at. */
  element = -1;
  /** Where a border point lies, and its distance from the element: the results of `put`. */
  x = 0;
  y = 0;
  r = 0;

  isPoint = false;
  ox = 0;
  oy = 0;
  ux = 1;
  uy = 0;
  length = 0;

  /** The parameter that `put` looks at: a field, since fractions that are passed cost time, see `pieces.ts`. */
  t = 0;
  private readonly single = new Float64Array(STRIDE);

  // The results of `bound`.
  f0 = 0;
  f1 = 0;
  f2 = 0;
  /** Intervals in which the function is defined: at most two, where one passes over the start of a full turn. */
  readonly domain = new Float64Array(4);
  domains = 0;

  /**
   * @param tolerance no ground lies between walls nearer to each other than this, in metres: where one seems to be in
   *   front of another by less, they stand back to back
   */
  constructor(
    private readonly elements: Elements,
    private readonly tolerance: number,
  ) {}

  /** Looks at the cell of an element. */
  lookAt(element: number): void {
    const { elements } = this;
    this.element = element;
    this.isPoint = elements.kind[element] === POINT;
    this.ox = elements.ax[element];
    this.oy = elements.ay[element];
    this.ux = elements.ux[element];
    this.uy = elements.uy[element];
    this.length = elements.length[element];
  }

  /**
   * Works out the function by which an element bounds the cell; false if it never does. For a segment's cell:
   * f0 = 0: the line f1 + f2 t; f0 = 1: the parabola of the point (f1, f2). For a point's cell 1/r = f0 + f1 x + f2 y.
   */
  bound(other: number): boolean {
    const { kind } = this.elements;
    if (this.isPoint)
      return kind[other] === POINT ? this.pointAroundPoint(other) : this.sideAroundPoint(other);
    return kind[other] === POINT ? this.pointOverSide(other) : this.sideOverSide(other);
  }

  private pointOverSide(q: number): boolean {
    const { elements, element } = this;
    const qx = elements.ax[q];
    const qy = elements.ay[q];
    if (elements.endsAt(element, qx, qy)) return false;
    const dx = qx - this.ox;
    const dy = qy - this.oy;
    const b = this.inFront(element, qx, qy);
    if (b <= 0) return false;
    const a = dx * this.ux + dy * this.uy;
    // On the side up to rounding: see `sideAroundPoint`.
    if (b <= this.tolerance && a > 0 && a < this.length) return false;
    this.f0 = 1;
    this.f1 = a;
    this.f2 = b;
    this.domains = 1;
    this.domain[0] = 0;
    this.domain[1] = this.length;
    return true;
  }

  private sideOverSide(s: number): boolean {
    const { elements, element, length, ux, uy } = this;
    const { ax, ay, bx, by } = elements;
    const vx = elements.ux[s];
    const vy = elements.uy[s];
    // How far our ends lie in front of the other side; exactly 0 where they are its own ends.
    const d0 = this.inFront(s, this.ox, this.oy);
    const d1 = this.inFront(s, bx[element], by[element]);
    if (d0 <= 0 && d1 <= 0) return false;
    // 1 - n.m of the two unit normals, without cancellation.
    const facing = ((vx - ux) * (vx - ux) + (vy - uy) * (vy - uy)) / 2;
    if (facing < 1e-14) return false;
    if (facing > OPPOSITE && d0 <= this.tolerance && d1 <= this.tolerance) return false;
    const f1 = d0 / facing;
    const f2 = (d1 - d0) / length / facing;
    // Along the other side, the foot of (t, f(t)) is e + t (u.v + f2 (n_u.v)) + f1 (n_u.v).
    const along = ux * vx + uy * vy;
    const across = ux * vy - uy * vx;
    const far = elements.length[s];
    // Counted from the other's nearer end, so that shared ends are exactly 0.
    const e0 = (this.ox - ax[s]) * vx + (this.oy - ay[s]) * vy + f1 * across;
    const e1 = (this.ox - bx[s]) * vx + (this.oy - by[s]) * vy + f1 * across;
    const slope = along + f2 * across;
    let low = 0;
    let high = length;
    // 0 <= e0 + slope t and e1 + slope t <= 0.
    if (slope > 0) {
      low = Math.max(low, -e0 / slope);
      high = Math.min(high, -e1 / slope);
    } else if (slope < 0) {
      high = Math.min(high, -e0 / slope);
      low = Math.max(low, -e1 / slope);
    } else if (e0 < 0 || e1 > 0 || far <= 0) return false;
    if (f2 > 0) low = Math.max(low, -f1 / f2);
    else if (f2 < 0) high = Math.min(high, -f1 / f2);
    if (!(low < high)) return false;
    this.f0 = 0;
    this.f1 = f1;
    this.f2 = f2;
    this.domains = 1;
    this.domain[0] = low;
    this.domain[1] = high;
    return true;
  }

  /** How far (x, y) lies in front of a side, exactly 0 at its ends; the sign is exact, as the walls' own order is. */
  private inFront(s: number, x: number, y: number): number {
    const { ax, ay, bx, by, ux, uy, length } = this.elements;
    const dx = x - ax[s];
    const dy = y - ay[s];
    const h = dy * ux[s] - dx * uy[s];
    if (Math.abs(h) > NEARLY * (Math.abs(dx) + Math.abs(dy))) return h;
    if (this.elements.endsAt(s, x, y)) return 0;
    return orient(ax[s], ay[s], bx[s], by[s], x, y) / length[s];
  }

  private pointAroundPoint(q: number): boolean {
    const { elements, ux, uy } = this;
    const dx = elements.ax[q] - this.ox;
    const dy = elements.ay[q] - this.oy;
    const square = dx * dx + dy * dy;
    if (square === 0) return false;
    this.f0 = 0;
    this.f1 = (2 * (dx * ux + dy * uy)) / square;
    this.f2 = (2 * (dx * uy - dy * ux)) / square;
    this.domains = 1;
    this.domain[0] = 0;
    this.domain[1] = this.length;
    return true;
  }

  private sideAroundPoint(s: number): boolean {
    const { elements, ox, oy, ux, uy } = this;
    const c = this.inFront(s, ox, oy);
    if (c <= 0) return false;
    // In line with the side, as far as rounding can tell: their bisector is out of this world.
    const along = (ox - elements.ax[s]) * elements.ux[s] + (oy - elements.ay[s]) * elements.uy[s];
    if (c <= 1e-12 * Math.max(-along, along - elements.length[s])) return false;
    if (c <= this.tolerance && along > 0 && along < elements.length[s]) {
      // On the side up to rounding: what is ours between the side and its normal has no width.
      this.f0 = 1 / c;
      this.f1 = this.f2 = 0;
      return this.setDomain(0, this.length);
    }
    const nx = -elements.uy[s];
    const ny = elements.ux[s];
    this.f0 = 1 / c;
    this.f1 = -(nx * ux + ny * uy) / c;
    this.f2 = -(nx * uy - ny * ux) / c;
    // Clockwise around us, the bisector's foot runs from the side's end to its beginning, past the foot of our own.
    const low = this.angleOverEnd(elements.bx[s] - ox, elements.by[s] - oy, nx, ny, c);
    const high = this.angleOverEnd(elements.ax[s] - ox, elements.ay[s] - oy, nx, ny, c);
    if (along > 0 && along < elements.length[s]) {
      const foot = pseudoAngle(-(nx * ux + ny * uy), -(nx * uy - ny * ux));
      const has = low <= high ? low <= foot && foot <= high : foot <= high || low <= foot;
      // Nearly on the side, both ends are seen in the direction of its normal, in an order that rounding chooses.
      const apart = Math.abs(low - high);
      if (!has && Math.min(apart, TURN - apart) < 1e-6) return this.setDomain(0, this.length);
    }
    return this.setDomain(low, high);
  }

  /** The direction of the bisector's point above the end (dx, dy) of a side. */
  private angleOverEnd(dx: number, dy: number, nx: number, ny: number, c: number): number {
    const height = (dx * dx + dy * dy) / (2 * c);
    const ex = dx + nx * height;
    const ey = dy + ny * height;
    return pseudoAngle(ex * this.ux + ey * this.uy, ex * this.uy - ey * this.ux);
  }

  /** Directions from low on to high, perhaps past the start of the turn. */
  private setDomain(low: number, high: number): boolean {
    const { domain, length } = this;
    this.domains = 0;
    if (low > high) {
      if (high > 0) {
        domain[0] = 0;
        domain[1] = Math.min(high, length);
        this.domains = 1;
      }
      if (low < length) {
        domain[2 * this.domains] = low;
        domain[2 * this.domains + 1] = length;
        this.domains++;
      }
    } else if (low < Math.min(high, length)) {
      domain[0] = low;
      domain[1] = Math.min(high, length);
      this.domains = 1;
    }
    return this.domains > 0;
  }

  /** Puts the point at parameter `t` of the function at `at` (see `pieces.ts`) into x, y, r. */
  put(data: Float64Array, at: number): void {
    const { ox, oy, ux, uy, t } = this;
    const c0 = data[at + C0];
    const c1 = data[at + C1];
    const c2 = data[at + C2];
    if (!this.isPoint) {
      const s = t - c1;
      const r = c0 === 0 ? c1 + c2 * t : (s * s + c2 * c2) / (2 * c2);
      this.r = r;
      this.x = ox + t * ux - r * uy;
      this.y = oy + t * uy + r * ux;
      return;
    }
    // The direction of a pseudo-angle.
    const ex = t <= 2 ? 1 - t : t - 3;
    const ey = t <= 1 ? t : t <= 3 ? 2 - t : t - TURN;
    const norm = Math.sqrt(ex * ex + ey * ey);
    const r = norm / (c0 * norm + c1 * ex + c2 * ey);
    this.r = r;
    this.x = ox + (r * (ex * ux + ey * uy)) / norm;
    this.y = oy + (r * (ex * uy - ey * ux)) / norm;
  }

  /** Puts the point at parameter t of the border between two cells, seen from the first, into x, y, r. */
  between(element: number, other: number, t: number): void {
    this.lookAt(element);
    if (!this.bound(other)) {
      this.x = this.y = this.r = Number.NaN;
      return;
    }
    const { single } = this;
    single[C0] = this.f0;
    single[C1] = this.f1;
    single[C2] = this.f2;
    this.t = t;
    this.put(single, 0);
  }

  /** The parameter of the ground at (x, y) in an element's frame. */
  parameter(element: number, x: number, y: number): number {
    this.lookAt(element);
    const dx = x - this.ox;
    const dy = y - this.oy;
    const along = dx * this.ux + dy * this.uy;
    return this.isPoint ? pseudoAngle(along, dx * this.uy - dy * this.ux) : along;
  }

  /**
   * Of two sides that lie on each other up to rounding, the one in front hides the other, and rounding must not decide: 1 where
   * that is t, -1 where it is s, 0 where they are apart.
   */
  inOrder(s: number, t: number): number {
    const { ax, ay, bx, by, ux, uy } = this.elements;
    const dx = ux[s] - ux[t];
    const dy = uy[s] - uy[t];
    if (dx * dx + dy * dy > SAME_LINE * SAME_LINE) return 0;
    const reach =
      SAME_LINE * (Math.abs(ax[s] - ax[t]) + Math.abs(ay[s] - ay[t]) + Math.abs(ax[s]) + Math.abs(ay[s]));
    const a = this.inFront(s, ax[t], ay[t]);
    if (Math.abs(a) > reach) return 0;
    const b = this.inFront(s, bx[t], by[t]);
    if (Math.abs(b) > reach || a * b < 0) return 0;
    return Math.sign(a + b);
  }
}
