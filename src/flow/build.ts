/**
 * Lanes of radius r as contours.
 *
 * With every gate counted in whole lanes, D(p) = min_i ( D_i + dist(p, O_i) ) takes multiples of 2 r on all bodies, and
 * its contours at odd multiples of r are the lanes. D is 1-Lipschitz, so two lanes keep 2 r apart. A lane at level L
 * keeps r from every body: suppose it came nearer to O_i, with D_i > L, at a point whose value O_j gives. Then the gate
 * between them is shorter than L - D_j + r, a multiple of 2 r; so it holds fewer lanes than that, and D_i <= L - r.
 * Their number is the integer min cut. A lane is the frontier of that part of the places above L which holds a wall.
 */
import type { Point } from "../geometry/index.js";
import { Tracer } from "./contour.js";
import type { Field, Sample } from "./field.js";
import type { Outline } from "./openings.js";
import { lengthOf, partOf, pointAt, type Stretch } from "./stretch.js";

/** A way along an opening, counterclockwise, in coordinates relative to the plan's middle. */
export interface Sill {
  readonly kind: "source" | "sink";
  readonly points: readonly Point[];
  readonly length: number;
}

/** The openings relative to an origin. */
export function sillsOf(outline: Outline, origin: Point): Sill[] {
  return outline.openings.map(({ kind, points }) => {
    const local = points.map((p): Point => [p[0] - origin[0], p[1] - origin[1]]);
    let length = 0;
    for (let i = 1; i < local.length; i++)
      length += Math.hypot(local[i][0] - local[i - 1][0], local[i][1] - local[i - 1][1]);
    return { kind, points: local, length };
  });
}

/** The point of a sill at a length. */
export function onSill({ points }: Sill, s: number): Point {
  let rest = s;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (rest <= length || i === points.length - 1) {
      const t = Math.min(1, rest / length);
      return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
    }
    rest -= length;
  }
  return points[0];
}

/** Where a curve left the plan. */
interface Exit {
  sill: number;
  at: number;
}

/** Follows contours from opening to opening. */
export class Frontier {
  private readonly tracer: Tracer;
  private readonly sample: Sample = { value: 0, piece: -1 };
  private readonly exit: Exit = { sill: -1, at: 0 };

  constructor(
    readonly field: Field,
    private readonly sills: readonly Sill[],
    stride: number,
  ) {
    this.tracer = new Tracer(field, stride);
  }

  /**
   * The lane of a level that starts on a source, whose wall before it lies above the level and whose wall after it lies
   * below. Null where the contour is lost.
   *
   * @param ball a disc of this radius rolls along the lane, so that it bends no sharper
   */
  lane(source: number, level: number, ball: number): Stretch[] | null {
    let sill = source;
    let s = 0;
    // The frontier may come back to a source: then it starts there anew.
    for (let round = 0; round < 64; round++) {
      const start = this.descend(sill, s, level);
      if (start === null) return null;
      const [x, y] = onSill(this.sills[sill], start);
      const curve = this.roll(x, y, level, ball) ?? this.plain(x, y, level);
      if (!curve) return null;
      sill = this.exit.sill;
      s = this.exit.at;
      if (this.sills[sill].kind === "sink") return curve;
      s += 1e-6 * level;
    }
    return null;
  }

  /** The contour through a point of a source, where it leads to a sink; a disc rolls along it as along a lane. */
  from(x: number, y: number, level: number, ball: number): Stretch[] | null {
    return this.roll(x, y, level, ball) ?? this.toSink(this.plain(x, y, level));
  }

  private plain(x: number, y: number, level: number): Stretch[] | null {
    return this.tracer.follow(x, y, level, (stretch) => this.leaving(stretch));
  }

  /** The contour of a rolling disc; the plain one up to where the disc first fits. Null where it leads nowhere. */
  private roll(x: number, y: number, level: number, ball: number): Stretch[] | null {
    if (ball === 0) return null;
    const stop = (stretch: Stretch): number | null => this.leaving(stretch);
    if (this.hasRoom(x, y, level, ball)) return this.toSink(this.tracer.follow(x, y, level, stop, ball));
    const plain = this.plain(x, y, level);
    if (!plain || this.sills[this.exit.sill].kind !== "sink") return null;
    for (let i = 0; i < plain.length; i++) {
      const steps = Math.max(1, Math.ceil((8 * lengthOf(plain[i])) / ball));
      for (let k = 1; k <= steps; k++) {
        const [px, py] = pointAt(plain[i], k / steps);
        if (!this.hasRoom(px, py, level, ball)) continue;
        const rest = this.toSink(this.tracer.follow(px, py, level, stop, ball));
        if (rest) return [...plain.slice(0, i), partOf(plain[i], 0, k / steps), ...rest];
      }
    }
    return null;
  }

  private toSink(curve: Stretch[] | null): Stretch[] | null {
    return curve && this.sills[this.exit.sill].kind === "sink" ? curve : null;
  }

  /** Whether a disc on the higher side fits at a point of the contour. */
  private hasRoom(x: number, y: number, level: number, ball: number): boolean {
    const { field, sample } = this;
    const { piece } = field.at(x, y, sample, -1, level);
    if (piece < 0) return false;
    const [fx, fy] = field.foot(piece, x, y);
    const length = Math.hypot(x - fx, y - fy);
    const [cx, cy] = [x + (ball * (x - fx)) / length, y + (ball * (y - fy)) / length];
    return field.at(cx, cy, sample, piece, level).value >= level + ball * (1 - 1e-9);
  }

  /** Walks along a sill from `s` on until the field falls to the level; null where it does not. */
  private descend(sill: number, s: number, level: number): number | null {
    const way = this.sills[sill];
    const enough = 1e-13 * (level + way.length);
    for (let steps = 0; s <= way.length && steps < 100_000; steps++) {
      const [x, y] = onSill(way, s);
      const above = this.field.at(x, y, this.sample, this.sample.piece).value - level;
      if (above <= enough) return s;
      // The field changes no faster than one walks.
      s += above;
    }
    return null;
  }

  /** At what share a stretch leaves the plan through an opening; notes where. */
  private leaving(stretch: Stretch): number | null {
    let least = Infinity;
    this.sills.forEach((sill, k) => {
      let passed = 0;
      for (let i = 1; i < sill.points.length; i++) {
        const [a, b] = [sill.points[i - 1], sill.points[i]];
        const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
        for (const t of exitsOver(stretch, a, b, length)) {
          if (t >= least) continue;
          const p = pointAt(stretch, t);
          const along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length;
          if (along < 0 || along > length) continue;
          least = t;
          this.exit.sill = k;
          this.exit.at = passed + along;
        }
        passed += length;
      }
    });
    return least <= 1 ? least : null;
  }
}

/** Shares at which a stretch crosses the line through a and b from its left to its right. */
function exitsOver(stretch: Stretch, a: Point, b: Point, length: number): number[] {
  const normal: Point = [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
  const height = (p: Point): number => (p[0] - a[0]) * normal[0] + (p[1] - a[1]) * normal[1];
  if (stretch.kind === "line") {
    const [h0, h1] = [height(stretch.a), height(stretch.b)];
    const far = lengthOf(stretch);
    if (!(h1 > h0 && h1 >= 0) || h1 - h0 < 1e-12 * far) return [];
    const t = -h0 / (h1 - h0);
    // A lane starts on its source: rounding may put it a little outside, from where it walks in, not out.
    return t >= -1e-9 && t <= 1 ? [Math.max(0, t)] : [];
  }
  const { centre, radius, from, turn } = stretch;
  const cosine = -height(centre) / radius;
  if (!(Math.abs(cosine) < 1)) return [];
  const middle = Math.atan2(normal[1], normal[0]);
  const half = Math.acos(cosine);
  // The height rises towards the normal: counterclockwise it is left at middle - half, clockwise at middle + half.
  const angle = turn > 0 ? middle - half : middle + half;
  const whole = 2 * Math.PI;
  let along = ((((angle - from) * Math.sign(turn)) % whole) + whole) % whole;
  if (along > whole - 1e-9) along = 0;
  return along <= Math.abs(turn) ? [along / Math.abs(turn)] : [];
}
