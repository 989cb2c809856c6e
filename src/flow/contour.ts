/**
 * Exact contours of a field: the frontier of the places above a level, as lines and arcs.
 *
 * The places up to a level are the pieces grown by what the level leaves them: strips along pieces, discs around their
 * ends. A contour is followed from primitive to primitive with the grown side on the right: a line ends at its piece's
 * end, an arc where the next piece's strip begins, and either ends earlier where it runs into another strip or disc.
 */
import type { Point } from "../geometry/index.js";
import { Corners } from "./corners.js";
import type { Field, Sample } from "./field.js";
import { lengthOf, onCircle, type Stretch } from "./stretch.js";

/** Slopes flatter than this do not enter a strip or disc: two grown shapes that only touch let a contour pass. */
const GRAZING = 1e-7;
/** How far behind the current place, as a share of the step, a crossing may be that rounding has put there. */
const BEHIND = 1e-9;
/** Whether a strip is in sight is asked this share of its length, or of the distance, from its end. */
const BESIDE = 1e-4;
/** Normals within this angle are the same. */
const PARALLEL = 1e-6;
const WHOLE = 2 * Math.PI;

/** What a contour runs along: beside a piece in the direction (dx, dy), or, with piece -1, on the disc around a corner. */
interface Place {
  piece: number;
  corner: number;
  dx: number;
  dy: number;
}

/** Follows contours of one field. */
export class Tracer {
  private readonly corners: Corners;
  private readonly sample: Sample = { value: 0, piece: -1 };
  private readonly stack = new Int32Array(128);
  /** Where the contour is, and where it goes on after `at` metres, if `isChanged`. */
  private readonly place: Place = { piece: -1, corner: -1, dx: 0, dy: 0 };
  private readonly next: Place = { piece: -1, corner: -1, dx: 0, dy: 0 };
  private at = 0;
  private isChanged = false;
  /** The level that is followed, that of the disc's centre; pieces count that start with less than the ceiling. */
  private level = 0;
  private ceiling = 0;
  /** Radius of the disc that rolls along the contour. */
  private ball = 0;
  /** Pieces near the current place, with how far their grown shapes are from it, the nearest first. */
  private readonly near: number[] = [];
  private readonly gaps: number[] = [];
  private found = 0;
  /** The last step in which each corner was looked at: most of them end two pieces. */
  private readonly seen: Int32Array;
  private step = 0;

  constructor(
    readonly field: Field,
    /** About how far to look ahead at once, in metres: what is near matters. */
    private readonly stride: number,
  ) {
    this.corners = new Corners(field);
    this.seen = new Int32Array(this.corners.x.length);
  }

  /**
   * Follows the contour of a level from a point on it, the higher side on the left, until `stop` says at what share of a
   * stretch it ends. Null where that never happens.
   *
   * With a `ball`, the contour is that of a disc of this radius which rolls along it on the higher side: corners that
   * turn towards that side become arcs, and gaps that the disc does not pass stay closed.
   */
  follow(
    x: number,
    y: number,
    level: number,
    stop: (stretch: Stretch) => number | null,
    ball = 0,
  ): Stretch[] | null {
    const most = 1000 + 40 * this.field.values.length;
    const curve: Stretch[] = [];
    this.ball = ball;
    this.level = level + ball;
    this.ceiling = level;
    if (!this.start(x, y)) return null;
    let normal = this.normalAt(x, y);
    let [px, py] = [x + ball * normal[0], y + ball * normal[1]];
    let idle = 0;
    const add = (part: Stretch): boolean => {
      const end = stop(part);
      curve.push(end === null ? part : cut(part, end));
      return end !== null;
    };
    for (let step = 0; step < most; step++) {
      const stretch = this.place.piece < 0 ? this.alongArc(px, py) : this.alongLine(px, py);
      [px, py] = endOf(stretch, px, py, this.at);
      if (this.at > 0) {
        normal = this.normalAt(px, py);
        if (add(this.beneath(stretch))) return joined(curve);
      }
      if (this.isChanged) {
        Object.assign(this.place, this.next);
        const after = this.normalAt(px, py);
        const fillet = ball > 0 ? filletOf([px, py], ball, normal, after) : null;
        normal = after;
        if (fillet && add(fillet)) return joined(curve);
      }
      // Corners where many shapes meet change places without moving; a whole turn on the spot means a closed pocket.
      idle = this.at > 1e-12 * this.level ? 0 : idle + 1;
      if (idle > 50) return null;
    }
    return null;
  }

  /** What a disc's lower side draws while its centre follows a stretch, the grown shapes on its right. */
  private beneath(stretch: Stretch): Stretch {
    const { ball } = this;
    if (ball === 0) return stretch;
    if (stretch.kind === "arc") {
      const { centre, radius, from, turn } = stretch;
      return { kind: "arc", centre, radius: radius - ball, from, turn };
    }
    // Its own ends do not tell the direction of a line as short as rounding.
    const [nx, ny] = [ball * this.place.dy, -ball * this.place.dx];
    const { a, b } = stretch;
    return { kind: "line", a: [a[0] + nx, a[1] + ny], b: [b[0] + nx, b[1] + ny] };
  }

  /** The direction away from the piece or corner that holds a point. */
  private normalAt(x: number, y: number): Point {
    const { piece, corner, dx, dy } = this.place;
    if (piece >= 0) return [-dy, dx];
    const [nx, ny] = [x - this.corners.x[corner], y - this.corners.y[corner]];
    const length = Math.hypot(nx, ny);
    return [nx / length, ny / length];
  }

  /** Finds the primitive that a point lies on. */
  private start(x: number, y: number): boolean {
    const { field, place } = this;
    const { startOf, endOf, x: cx, y: cy, ux, uy } = this.corners;
    const { piece } = field.at(x, y, this.sample, -1, this.ceiling);
    if (piece < 0) return false;
    const [fx, fy] = field.foot(piece, x, y);
    for (const corner of [startOf[piece], endOf[piece]]) {
      if (fx !== cx[corner] || fy !== cy[corner]) continue;
      place.piece = -1;
      place.corner = corner;
      return true;
    }
    // The left normal of the direction of travel points away from the piece.
    const side = -uy[piece] * (x - fx) + ux[piece] * (y - fy) > 0 ? 1 : -1;
    place.piece = piece;
    place.dx = side * ux[piece];
    place.dy = side * uy[piece];
    return true;
  }

  private changeToPiece(at: number, piece: number, side: number): void {
    const { ux, uy } = this.corners;
    this.at = at;
    this.isChanged = true;
    this.next.piece = piece;
    this.next.corner = -1;
    this.next.dx = side * ux[piece];
    this.next.dy = side * uy[piece];
  }

  private changeToCorner(at: number, corner: number): void {
    this.at = at;
    this.isChanged = true;
    this.next.piece = -1;
    this.next.corner = corner;
  }

  /** Whether a shape that far away can still come before the next change. */
  private isAhead(gap: number): boolean {
    return gap <= this.at * (1 + BEHIND) + BEHIND * this.stride;
  }

  /** The line from a point to the next change, at most a stride. */
  private alongLine(px: number, py: number): Stretch {
    const { piece, dx, dy } = this.place;
    const { startOf, endOf, x, y, ux, uy } = this.corners;
    const [a, b] = [startOf[piece], endOf[piece]];
    const target = ux[piece] * dx + uy[piece] * dy > 0 ? b : a;
    const whole = Math.max(0, (x[target] - px) * dx + (y[target] - py) * dy);
    this.at = this.stride;
    this.isChanged = false;
    if (whole <= this.stride) this.changeToCorner(whole, target);
    this.gather(px, py);
    this.step++;
    this.seen[a] = this.seen[b] = this.step;
    for (let k = 0; k < this.found && this.isAhead(this.gaps[k]); k++) {
      const other = this.near[k];
      if (other === piece) continue;
      this.lineIntoStrip(other, px, py, dx, dy);
      this.lineIntoDisc(startOf[other], px, py, dx, dy);
      this.lineIntoDisc(endOf[other], px, py, dx, dy);
    }
    return { kind: "line", a: [px, py], b: [px + this.at * dx, py + this.at * dy] };
  }

  private lineIntoStrip(other: number, px: number, py: number, dx: number, dy: number): void {
    const { startOf, x, y, length } = this.corners;
    const [ux, uy] = [this.corners.ux[other], this.corners.uy[other]];
    const slope = -dx * uy + dy * ux;
    // Pieces without length have no direction, and so no slope.
    if (Math.abs(slope) < GRAZING) return;
    // Towards the strip from its left side where the slope falls, from its right side where it rises.
    const side = slope < 0 ? 1 : -1;
    if (side < 0 && other < this.field.oneSided) return;
    const [qx, qy] = [px - x[startOf[other]], py - y[startOf[other]]];
    const radius = this.level - this.field.values[other];
    const t = (side * radius + qx * uy - qy * ux) / slope;
    if (!(t >= -BEHIND * this.stride && t < this.at)) return;
    const along = (qx + t * dx) * ux + (qy + t * dy) * uy;
    if (along < 0 || along > length[other] || this.isHidden(px + t * dx, py + t * dy, other)) return;
    this.changeToPiece(Math.max(0, t), other, side);
  }

  private lineIntoDisc(corner: number, px: number, py: number, dx: number, dy: number): void {
    if (this.seen[corner] === this.step) return;
    this.seen[corner] = this.step;
    const { x, y, value } = this.corners;
    const radius = this.level - value[corner];
    const [qx, qy] = [px - x[corner], py - y[corner]];
    const across = qx * dy - qy * dx;
    const inside = radius * radius - across * across;
    if (!(inside > 0)) return;
    const half = Math.sqrt(inside);
    if (half < GRAZING * radius) return;
    const t = -(qx * dx + qy * dy) - half;
    if (!(t >= -BEHIND * this.stride && t < this.at)) return;
    if (this.isHiddenFrom(px + t * dx, py + t * dy, x[corner], y[corner])) return;
    this.changeToCorner(Math.max(0, t), corner);
  }

  /** The arc from a point, clockwise around its corner, to the next change, at most a stride. */
  private alongArc(px: number, py: number): Stretch {
    const { corner } = this.place;
    const { x, y, value, startOf, endOf, first, leaving, sense, ux, uy } = this.corners;
    const radius = this.level - value[corner];
    const centre: Point = [x[corner], y[corner]];
    const from = Math.atan2(py - y[corner], px - x[corner]);
    this.isChanged = false;
    this.at = Math.min(this.stride, WHOLE * radius);
    this.gather(px, py);
    if (this.goesOnWithin(corner, radius, px, py)) return { kind: "arc", centre, radius, from, turn: 0 };
    // Each piece that leaves the corner begins its strip where its left normal points.
    for (let k = first[corner]; k < first[corner + 1]; k++) {
      const [dx, dy] = [sense[k] * ux[leaving[k]], sense[k] * uy[leaving[k]]];
      let turn = positive(from - Math.atan2(dx, -dy));
      // Nearly straight corners may be passed by a rounding error.
      if (turn > WHOLE - 1e-6) turn = 0;
      if (turn * radius > this.at || this.isHiddenBehind(corner, radius, leaving[k], dx, dy)) continue;
      this.changeToPiece(turn * radius, leaving[k], sense[k]);
    }
    this.step++;
    this.seen[corner] = this.step;
    for (let k = 0; k < this.found && this.isAhead(this.gaps[k]); k++) {
      const other = this.near[k];
      const [a, b] = [startOf[other], endOf[other]];
      if (a !== corner && b !== corner) this.arcIntoStrip(corner, radius, from, other);
      this.arcIntoDisc(corner, radius, from, a);
      this.arcIntoDisc(corner, radius, from, b);
    }
    return { kind: "arc", centre, radius, from, turn: -this.at / radius };
  }

  /**
   * Changes at once to a shape that touches a disc from outside at a point of it and bends less: the disc goes on within
   * that shape. False where there is none.
   */
  private goesOnWithin(corner: number, radius: number, px: number, py: number): boolean {
    const { x, y, startOf, endOf, length } = this.corners;
    const near = BEHIND * this.stride;
    const [nx, ny] = [(px - x[corner]) / radius, (py - y[corner]) / radius];
    let widest = radius * (1 + 1e-9);
    for (let k = 0; k < this.found && this.gaps[k] <= 2 * near; k++) {
      const other = this.near[k];
      const otherRadius = this.level - this.field.values[other];
      if (otherRadius > widest) {
        for (const c of [startOf[other], endOf[other]]) {
          const [qx, qy] = [px - x[c], py - y[c]];
          if (Math.abs(Math.hypot(qx, qy) - otherRadius) > near) continue;
          if (Math.abs(nx * qy - ny * qx) > PARALLEL * otherRadius || nx * qx + ny * qy < 0) continue;
          if (this.isHiddenFrom(px, py, x[c], y[c])) continue;
          this.changeToCorner(0, c);
          widest = otherRadius;
        }
      }
      if (length[other] === 0) continue;
      const [ux, uy] = [this.corners.ux[other], this.corners.uy[other]];
      const side = -nx * uy + ny * ux > 0 ? 1 : -1;
      if (side < 0 && other < this.field.oneSided) continue;
      if (Math.abs(nx * ux + ny * uy) > PARALLEL) continue;
      const [qx, qy] = [px - x[startOf[other]], py - y[startOf[other]]];
      if (Math.abs(side * (-qx * uy + qy * ux) - otherRadius) > near) continue;
      const along = qx * ux + qy * uy;
      // There must be some way to go along the strip, clockwise around the disc.
      const room = side > 0 ? length[other] - along : along;
      if (along < -near || along > length[other] + near || room <= near || this.isHidden(px, py, other))
        continue;
      this.changeToPiece(0, other, side);
      widest = Infinity;
    }
    return this.isChanged;
  }

  private arcIntoStrip(corner: number, radius: number, from: number, other: number): void {
    const { x, y, startOf, length } = this.corners;
    if (length[other] === 0) return;
    const [ux, uy] = [this.corners.ux[other], this.corners.uy[other]];
    const [ax, ay] = [x[startOf[other]], y[startOf[other]]];
    const height = -(x[corner] - ax) * uy + (y[corner] - ay) * ux;
    const otherRadius = this.level - this.field.values[other];
    for (let side = 1; side >= (other < this.field.oneSided ? 1 : -1); side -= 2) {
      const cosine = (side * otherRadius - height) / radius;
      // The strip's edge may touch the disc from outside, where it is flatter: from there on it goes farther out.
      const touches = Math.abs(side * cosine - 1) <= GRAZING * GRAZING;
      if (!touches && !(Math.abs(cosine) < 1)) continue;
      const half = touches ? (side > 0 ? 0 : Math.PI) : Math.acos(cosine);
      if (!touches && Math.sin(half) < GRAZING) continue;
      // Walking clockwise, the height falls after the normal and rises before it.
      const angle = Math.atan2(ux, -uy) - side * half;
      const turn = this.turnTo(angle, from, radius);
      if (!(turn * radius < this.at)) continue;
      const [qx, qy] = [x[corner] + radius * Math.cos(angle), y[corner] + radius * Math.sin(angle)];
      const along = (qx - ax) * ux + (qy - ay) * uy;
      const margin = touches ? BEHIND * this.stride : 0;
      const room = side > 0 ? length[other] - along : along;
      if (along < -margin || along > length[other] + margin || (touches && room <= margin)) continue;
      if (this.isHidden(qx, qy, other)) continue;
      this.changeToPiece(turn * radius, other, side);
    }
  }

  private arcIntoDisc(corner: number, radius: number, from: number, other: number): void {
    if (this.seen[other] === this.step) return;
    this.seen[other] = this.step;
    const { x, y, value } = this.corners;
    const [dx, dy] = [x[other] - x[corner], y[other] - y[corner]];
    const gap = Math.hypot(dx, dy);
    const otherRadius = this.level - value[other];
    const cosine = (radius * radius + gap * gap - otherRadius * otherRadius) / (2 * radius * gap);
    if (!(Math.abs(cosine) < 1)) return;
    const half = Math.acos(cosine);
    if (Math.sin(half) < GRAZING) return;
    // Clockwise, the other disc is entered at the counterclockwise end of the arc that it covers.
    const angle = Math.atan2(dy, dx) + half;
    const turn = this.turnTo(angle, from, radius);
    if (!(turn * radius < this.at)) return;
    const [qx, qy] = [x[corner] + radius * Math.cos(angle), y[corner] + radius * Math.sin(angle)];
    if (this.isHiddenFrom(qx, qy, x[other], y[other])) return;
    this.changeToCorner(turn * radius, other);
  }

  /** How far to turn clockwise to an angle; 0 where rounding has put it a little behind. */
  private turnTo(angle: number, from: number, radius: number): number {
    const turn = positive(from - angle);
    return turn > WHOLE - BEHIND - (BEHIND * this.stride) / radius ? 0 : turn;
  }

  /** Whether the strip of a piece that leaves a corner in a direction begins beyond an opening, and is not in sight. */
  private isHiddenBehind(corner: number, radius: number, piece: number, dx: number, dy: number): boolean {
    if (!this.field.enclosure) return false;
    const { x, y, length } = this.corners;
    const along = BESIDE * Math.min(length[piece], radius);
    const [fx, fy] = [x[corner] + along * dx, y[corner] + along * dy];
    return this.isHiddenFrom(fx - radius * dy, fy + radius * dx, fx, fy);
  }

  private isHidden(x: number, y: number, piece: number): boolean {
    if (!this.field.enclosure) return false;
    const [fx, fy] = this.field.foot(piece, x, y);
    return this.isHiddenFrom(x, y, fx, fy);
  }

  /** Whether the way from where the disc at (x, y) touches to a foot leaves the boundary; its centre may be outside. */
  private isHiddenFrom(x: number, y: number, fx: number, fy: number): boolean {
    const { enclosure } = this.field;
    if (!enclosure) return false;
    const share = this.ball / Math.hypot(x - fx, y - fy);
    return enclosure.isHidden(x + share * (fx - x), y + share * (fy - y), fx, fy);
  }

  /** Collects the pieces whose grown shapes can come before the next change, by how far they are from a point. */
  private gather(px: number, py: number): void {
    const { tree, least, values } = this.field;
    const { stack, near, gaps, level, ceiling } = this;
    const { boxes, first, last, order } = tree;
    const leaves = (first.length - 1) >> 1;
    const slack = level + this.at * (1 + BEHIND) + BEHIND * this.stride;
    let found = 0;
    let depth = 1;
    stack[0] = 0;
    while (depth > 0) {
      const box = stack[--depth];
      // What a box would need to reach the point; squares are compared, for roots are slow.
      const room = slack - least[box];
      if (room < 0 || !(least[box] < ceiling)) continue;
      const dx = Math.max(0, boxes[4 * box] - px, px - boxes[4 * box + 2]);
      const dy = Math.max(0, boxes[4 * box + 1] - py, py - boxes[4 * box + 3]);
      if (dx * dx + dy * dy > room * room) continue;
      if (box < leaves) {
        stack[depth++] = 2 * box + 1;
        stack[depth++] = 2 * box + 2;
        continue;
      }
      for (let i = first[box]; i < last[box]; i++) {
        const piece = order[i];
        const rest = slack - values[piece];
        if (rest < 0 || !(values[piece] < ceiling)) continue;
        const distance2 = tree.distance2(piece, px, py);
        if (distance2 > rest * rest) continue;
        const gap = values[piece] + Math.sqrt(distance2) - level;
        let k = found++;
        for (; k > 0 && gaps[k - 1] > gap; k--) {
          gaps[k] = gaps[k - 1];
          near[k] = near[k - 1];
        }
        gaps[k] = gap;
        near[k] = piece;
      }
    }
    this.found = found;
  }
}

/** An angle as a turn from 0 to a whole one. */
function positive(angle: number): number {
  return angle - WHOLE * Math.floor(angle / WHOLE);
}

function endOf(stretch: Stretch, px: number, py: number, at: number): Point {
  if (at === 0) return [px, py];
  return stretch.kind === "line"
    ? stretch.b
    : onCircle(stretch.centre, stretch.radius, stretch.from + stretch.turn);
}

/** The arc between the places where a disc touches two shapes at once. */
function filletOf(centre: Point, radius: number, before: Point, after: Point): Stretch | null {
  const turn = Math.atan2(
    before[0] * after[1] - before[1] * after[0],
    before[0] * after[0] + before[1] * after[1],
  );
  if (!(turn > 1e-9)) return null;
  return { kind: "arc", centre, radius, from: Math.atan2(-before[1], -before[0]), turn };
}

function cut(stretch: Stretch, t: number): Stretch {
  if (stretch.kind === "arc") return { ...stretch, turn: stretch.turn * t };
  const { a, b } = stretch;
  return { kind: "line", a, b: [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])] };
}

/** The curve with stretches that continue each other made one. */
function joined(curve: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const stretch of curve) {
    if (lengthOf(stretch) === 0) continue;
    const last = result.at(-1);
    if (last?.kind === "arc" && stretch.kind === "arc" && isSame(last.centre, stretch.centre)) {
      if (last.radius === stretch.radius) {
        result[result.length - 1] = { ...last, turn: last.turn + stretch.turn };
        continue;
      }
    }
    if (last?.kind === "line" && stretch.kind === "line") {
      const [ux, uy] = [last.b[0] - last.a[0], last.b[1] - last.a[1]];
      const [vx, vy] = [stretch.b[0] - stretch.a[0], stretch.b[1] - stretch.a[1]];
      const size = Math.hypot(ux, uy) * Math.hypot(vx, vy);
      if (Math.abs(ux * vy - uy * vx) <= 1e-12 * size && ux * vx + uy * vy > 0) {
        result[result.length - 1] = { kind: "line", a: last.a, b: stretch.b };
        continue;
      }
    }
    result.push(stretch);
  }
  return result;
}

function isSame(a: Point, b: Point): boolean {
  return a[0] === b[0] && a[1] === b[1];
}
