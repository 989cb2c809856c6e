/**
 * Exact contours of a field: the frontier of the places above a level, as lines and arcs.
 *
 * The places up to a level are the pieces grown by what the level leaves them: strips along pieces, discs around their
 * ends. A contour is followed from primitive to primitive with the grown side on the right: a line ends at its piece's
 * end, an arc where the next piece's strip begins, and either ends earlier where it runs into another strip or disc.
 */
import type { Point } from "../geometry/index.js";
import type { Field, Sample } from "./field.js";
import { lengthOf, onCircle, type Stretch } from "./stretch.js";

/** Slopes flatter than this do not enter a strip or disc: two grown shapes that only touch let a contour pass. */
const GRAZING = 1e-7;
/** How far behind the current place, as a share of the step, a crossing may be that rounding has put there. */
const BEHIND = 1e-9;
/** Normals within this angle are the same. */
const PARALLEL = 1e-6;
/** A piece this near to a corner, as a share of the plan's size, passes through it. */
const TOUCHING = 1e-12;
const WHOLE = 2 * Math.PI;

/** An end of a piece, with the pieces that leave it: number and direction, and what it starts with. */
interface Corner {
  readonly x: number;
  readonly y: number;
  readonly value: number;
  readonly leaving: { readonly piece: number; readonly dx: number; readonly dy: number }[];
}

/** Where a contour is: beside a piece, walking in the direction (dx, dy), or on the disc around a corner. */
type Place =
  | { readonly piece: number; readonly corner: null; readonly dx: number; readonly dy: number }
  | { readonly piece: -1; readonly corner: Corner };

/** The nearest change found so far on the current primitive. */
interface Change {
  /** Length along it. */
  at: number;
  place: Place | null;
}

/** Follows contours of one field. */
export class Tracer {
  private readonly corners = new Map<string, Corner>();
  private readonly startOf: Corner[] = [];
  private readonly endOf: Corner[] = [];
  private readonly sample: Sample = { value: 0, piece: -1 };
  private readonly stack: number[] = [];
  /** Radius of the disc that rolls along the contour. */
  private ball = 0;

  constructor(
    readonly field: Field,
    /** About how far to look ahead at once, in metres: what is near matters. */
    private readonly stride: number,
  ) {
    const { ends, values } = field;
    for (let i = 0; i < values.length; i++) {
      const p = 4 * i;
      const a = this.corner(ends[p], ends[p + 1], values[i]);
      const b = this.corner(ends[p + 2], ends[p + 3], values[i]);
      this.startOf.push(a);
      this.endOf.push(b);
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      if (length === 0) continue;
      const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
      a.leaving.push({ piece: i, dx, dy });
      if (i >= field.oneSided) b.leaving.push({ piece: i, dx: -dx, dy: -dy });
    }
    for (const corner of this.corners.values()) this.addThrough(corner);
  }

  /** Pieces of the same value that pass through a corner, such as a wall that another one stands on, leave it both ways. */
  private addThrough(corner: Corner): void {
    const { tree, values, oneSided } = this.field;
    const { x, y } = corner;
    const near = TOUCHING * (Math.abs(tree.boxes[0]) + Math.abs(tree.boxes[1]));
    const stack = [0];
    while (stack.length > 0) {
      const box = stack.pop()!;
      if (tree.distance2ToBox(box, x, y, x, y) > near * near) continue;
      if (!tree.isLeaf(box)) {
        stack.push(2 * box + 1, 2 * box + 2);
        continue;
      }
      for (let k = tree.first[box]; k < tree.last[box]; k++) {
        const piece = tree.order[k];
        const [a, b] = [this.startOf[piece], this.endOf[piece]];
        if (values[piece] !== corner.value || a === corner || b === corner) continue;
        if (!(tree.distance2(piece, x, y) <= near * near)) continue;
        const length = Math.hypot(b.x - a.x, b.y - a.y);
        const along = ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / length;
        if (!(along > near && along < length - near)) continue;
        const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
        corner.leaving.push({ piece, dx, dy });
        if (piece >= oneSided) corner.leaving.push({ piece, dx: -dx, dy: -dy });
      }
    }
  }

  private corner(x: number, y: number, value: number): Corner {
    const key = `${x},${y},${value}`;
    let corner = this.corners.get(key);
    if (!corner) {
      corner = { x, y, value, leaving: [] };
      this.corners.set(key, corner);
    }
    return corner;
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
    const most = 1000 + 40 * this.startOf.length;
    const curve: Stretch[] = [];
    this.ball = ball;
    const centre = level + ball;
    let place = this.placeAt(x, y, level);
    if (!place) return null;
    let normal = this.normalAt(place, x, y);
    let [px, py] = [x + ball * normal[0], y + ball * normal[1]];
    let idle = 0;
    for (let step = 0; step < most; step++) {
      const { stretch, change } = this.advance(place, px, py, centre, level);
      const found: Stretch[] = change.at > 0 ? [beneath(stretch, ball)] : [];
      [px, py] = endOf(stretch, px, py, change.at);
      const before = change.at > 0 ? this.normalAt(place, px, py) : normal;
      place = change.place ?? place;
      normal = this.normalAt(place, px, py);
      if (ball > 0 && change.place) found.push(...filletOf([px, py], ball, before, normal));
      for (const part of found) {
        const end = stop(part);
        curve.push(end === null ? part : cut(part, end));
        if (end !== null) return joined(curve);
      }
      // Corners where many shapes meet change places without moving; a whole turn on the spot means a closed pocket.
      idle = change.at > 1e-12 * centre ? 0 : idle + 1;
      if (idle > 50) return null;
    }
    return null;
  }

  /** The direction away from the piece or corner that holds a point. */
  private normalAt(place: Place, x: number, y: number): Point {
    if (!place.corner) return [-place.dy, place.dx];
    const [nx, ny] = [x - place.corner.x, y - place.corner.y];
    const length = Math.hypot(nx, ny);
    return [nx / length, ny / length];
  }

  /** The primitive that a point lies on. */
  private placeAt(x: number, y: number, ceiling: number): Place | null {
    const { field } = this;
    const { piece } = field.at(x, y, this.sample, -1, ceiling);
    if (piece < 0) return null;
    const [fx, fy] = field.foot(piece, x, y);
    const [a, b] = [this.startOf[piece], this.endOf[piece]];
    if (fx === a.x && fy === a.y) return { piece: -1, corner: a };
    if (fx === b.x && fy === b.y) return { piece: -1, corner: b };
    return this.beside(piece, x - fx, y - fy);
  }

  /** The line beside a piece on the side of (nx, ny), walked with the piece on the right. */
  private beside(piece: number, nx: number, ny: number): Place {
    const [a, b] = [this.startOf[piece], this.endOf[piece]];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    // The left normal of the direction of travel points away from the piece.
    const sign = -dy * nx + dx * ny > 0 ? 1 : -1;
    return { piece, corner: null, dx: sign * dx, dy: sign * dy };
  }

  /** The stretch from a point to the next change, at most a stride. */
  private advance(
    place: Place,
    px: number,
    py: number,
    level: number,
    ceiling: number,
  ): { stretch: Stretch; change: Change } {
    return place.corner
      ? this.advanceArc(place.corner, px, py, level, ceiling)
      : this.advanceLine(place as Extract<Place, { corner: null }>, px, py, level, ceiling);
  }

  private advanceLine(
    { piece, dx, dy }: Extract<Place, { corner: null }>,
    px: number,
    py: number,
    level: number,
    ceiling: number,
  ): { stretch: Stretch; change: Change } {
    const [a, b] = [this.startOf[piece], this.endOf[piece]];
    const target = (b.x - a.x) * dx + (b.y - a.y) * dy > 0 ? b : a;
    const whole = Math.max(0, (target.x - px) * dx + (target.y - py) * dy);
    const change: Change =
      whole <= this.stride
        ? { at: whole, place: { piece: -1, corner: target } }
        : { at: this.stride, place: null };
    this.visit(px, py, change.at, level, ceiling, (other) => {
      if (other === piece) return;
      const radius = level - this.field.values[other];
      this.lineIntoStrip(other, radius, px, py, dx, dy, change);
      for (const corner of [this.startOf[other], this.endOf[other]]) {
        if (corner !== a && corner !== b) this.lineIntoDisc(corner, radius, px, py, dx, dy, change);
      }
    });
    const stretch: Stretch = { kind: "line", a: [px, py], b: [px + change.at * dx, py + change.at * dy] };
    return { stretch, change };
  }

  private lineIntoStrip(
    other: number,
    radius: number,
    px: number,
    py: number,
    dx: number,
    dy: number,
    change: Change,
  ): void {
    const [a, b] = [this.startOf[other], this.endOf[other]];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length === 0) return;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const slope = -dx * uy + dy * ux;
    if (Math.abs(slope) < GRAZING) return;
    // Towards the strip from its left side where the slope falls, from its right side where it rises.
    const side = slope < 0 ? 1 : -1;
    if (side < 0 && other < this.field.oneSided) return;
    const height = -(px - a.x) * uy + (py - a.y) * ux;
    const t = (side * radius - height) / slope;
    if (!(t >= -BEHIND * this.stride && t < change.at)) return;
    const along = (px + t * dx - a.x) * ux + (py + t * dy - a.y) * uy;
    if (along < 0 || along > length) return;
    const [x, y] = [px + t * dx, py + t * dy];
    if (this.isHidden(x, y, other)) return;
    change.at = Math.max(0, t);
    change.place = { piece: other, corner: null, dx: side * ux, dy: side * uy };
  }

  private lineIntoDisc(
    corner: Corner,
    radius: number,
    px: number,
    py: number,
    dx: number,
    dy: number,
    change: Change,
  ): void {
    const [qx, qy] = [px - corner.x, py - corner.y];
    const along = qx * dx + qy * dy;
    const across = qx * dy - qy * dx;
    const inside = radius * radius - across * across;
    if (!(inside > 0)) return;
    const half = Math.sqrt(inside);
    if (half < GRAZING * radius) return;
    const t = -along - half;
    if (!(t >= -BEHIND * this.stride && t < change.at)) return;
    if (this.isHiddenFrom(px + t * dx, py + t * dy, corner.x, corner.y)) return;
    change.at = Math.max(0, t);
    change.place = { piece: -1, corner };
  }

  private advanceArc(
    corner: Corner,
    px: number,
    py: number,
    level: number,
    ceiling: number,
  ): { stretch: Stretch; change: Change } {
    const radius = level - corner.value;
    const from = Math.atan2(py - corner.y, px - corner.x);
    const flatter = this.flatter(corner, radius, px, py, level, ceiling);
    if (flatter) {
      const stretch: Stretch = { kind: "arc", centre: [corner.x, corner.y], radius, from, turn: 0 };
      return { stretch, change: { at: 0, place: flatter } };
    }
    const back = BEHIND + (BEHIND * this.stride) / radius;
    const change: Change = { at: Math.min(this.stride, WHOLE * radius), place: null };
    const offer = (angle: number, place: Place): void => {
      let turn = (((from - angle) % WHOLE) + WHOLE) % WHOLE;
      if (turn > WHOLE - back) turn = 0;
      if (turn * radius < change.at) {
        change.at = turn * radius;
        change.place = place;
      }
    };
    // Each piece that leaves the corner begins its strip where its left normal points.
    for (const { piece, dx, dy } of corner.leaving) {
      let turn = (((from - Math.atan2(dx, -dy)) % WHOLE) + WHOLE) % WHOLE;
      // Nearly straight corners may be passed by a rounding error.
      if (turn > WHOLE - 1e-6) turn = 0;
      if (turn * radius <= change.at) {
        change.at = turn * radius;
        change.place = { piece, corner: null, dx, dy };
      }
    }
    this.visit(px, py, change.at, level, ceiling, (other) => {
      const otherRadius = level - this.field.values[other];
      const [a, b] = [this.startOf[other], this.endOf[other]];
      if (a !== corner && b !== corner) this.arcIntoStrip(corner, radius, other, otherRadius, offer);
      if (a !== corner) this.arcIntoDisc(corner, radius, a, otherRadius, offer);
      if (b !== corner && b !== a) this.arcIntoDisc(corner, radius, b, otherRadius, offer);
    });
    const turn = -change.at / radius;
    return { stretch: { kind: "arc", centre: [corner.x, corner.y], radius, from, turn }, change };
  }

  /** A shape that touches a disc from outside at a point of it and bends less: the disc goes on within that shape. */
  private flatter(
    corner: Corner,
    radius: number,
    px: number,
    py: number,
    level: number,
    ceiling: number,
  ): Place | null {
    const near = BEHIND * this.stride;
    const [nx, ny] = [(px - corner.x) / radius, (py - corner.y) / radius];
    let [best, widest]: [Place | null, number] = [null, radius * (1 + 1e-9)];
    this.visit(px, py, near, level, ceiling, (other) => {
      const otherRadius = level - this.field.values[other];
      const [a, b] = [this.startOf[other], this.endOf[other]];
      if (otherRadius > widest) {
        for (const c of [a, b]) {
          const [qx, qy] = [px - c.x, py - c.y];
          if (Math.abs(Math.hypot(qx, qy) - otherRadius) > near) continue;
          if (Math.abs(nx * qy - ny * qx) > PARALLEL * otherRadius || nx * qx + ny * qy < 0) continue;
          if (this.isHiddenFrom(px, py, c.x, c.y)) continue;
          [best, widest] = [{ piece: -1, corner: c }, otherRadius];
        }
      }
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      if (length === 0) return;
      const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
      const side = -nx * uy + ny * ux > 0 ? 1 : -1;
      if (side < 0 && other < this.field.oneSided) return;
      if (Math.abs(nx * ux + ny * uy) > PARALLEL) return;
      if (Math.abs(side * (-(px - a.x) * uy + (py - a.y) * ux) - otherRadius) > near) return;
      const along = (px - a.x) * ux + (py - a.y) * uy;
      // There must be some way to go along the strip, clockwise around the disc.
      const room = side > 0 ? length - along : along;
      if (along < -near || along > length + near || room <= near || this.isHidden(px, py, other)) return;
      [best, widest] = [{ piece: other, corner: null, dx: side * ux, dy: side * uy }, Infinity];
    });
    return best;
  }

  private arcIntoStrip(
    { x, y }: Corner,
    radius: number,
    other: number,
    otherRadius: number,
    offer: (angle: number, place: Place) => void,
  ): void {
    const [a, b] = [this.startOf[other], this.endOf[other]];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length === 0) return;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const height = -(x - a.x) * uy + (y - a.y) * ux;
    const normal = Math.atan2(ux, -uy);
    for (const side of other < this.field.oneSided ? [1] : [1, -1]) {
      const cosine = (side * otherRadius - height) / radius;
      // The strip's edge may touch the disc from outside, where it is flatter: from there on it goes farther out.
      const touches = Math.abs(side * cosine - 1) <= GRAZING * GRAZING;
      if (!touches && !(Math.abs(cosine) < 1)) continue;
      const half = touches ? (side > 0 ? 0 : Math.PI) : Math.acos(cosine);
      // Walking clockwise, the height falls after the normal and rises before it.
      const angle = side > 0 ? normal - half : normal + half;
      if (!touches && Math.sin(half) < GRAZING) continue;
      const [qx, qy] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      const along = (qx - a.x) * ux + (qy - a.y) * uy;
      const margin = touches ? BEHIND * this.stride : 0;
      const room = side > 0 ? length - along : along;
      if (along < -margin || along > length + margin || this.isHidden(qx, qy, other)) continue;
      if (touches && room <= margin) continue;
      offer(angle, { piece: other, corner: null, dx: side * ux, dy: side * uy });
    }
  }

  private arcIntoDisc(
    { x, y }: Corner,
    radius: number,
    other: Corner,
    otherRadius: number,
    offer: (angle: number, place: Place) => void,
  ): void {
    const gap = Math.hypot(other.x - x, other.y - y);
    const cosine = (radius * radius + gap * gap - otherRadius * otherRadius) / (2 * radius * gap);
    if (!(Math.abs(cosine) < 1)) return;
    const half = Math.acos(cosine);
    if (Math.sin(half) < GRAZING) return;
    // Clockwise, the other disc is entered at the counterclockwise end of the arc that it covers.
    const angle = Math.atan2(other.y - y, other.x - x) + half;
    const [qx, qy] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    if (this.isHiddenFrom(qx, qy, other.x, other.y)) return;
    offer(angle, { piece: -1, corner: other });
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

  /** Calls back with every piece whose grown shape can reach the next `ahead` metres from a point on the contour. */
  private visit(
    px: number,
    py: number,
    ahead: number,
    level: number,
    ceiling: number,
    act: (piece: number) => void,
  ): void {
    const { tree, least, values } = this.field;
    const { stack } = this;
    const slack = level + ahead * (1 + BEHIND) + BEHIND * this.stride;
    stack.push(0);
    while (stack.length > 0) {
      const box = stack.pop()!;
      if (!(least[box] < ceiling)) continue;
      if (least[box] + Math.sqrt(tree.distance2ToBox(box, px, py, px, py)) > slack) continue;
      if (!tree.isLeaf(box)) {
        stack.push(2 * box + 1, 2 * box + 2);
        continue;
      }
      for (let k = tree.first[box]; k < tree.last[box]; k++) {
        const piece = tree.order[k];
        if (values[piece] < ceiling && values[piece] + Math.sqrt(tree.distance2(piece, px, py)) <= slack)
          act(piece);
      }
    }
  }
}

function endOf(stretch: Stretch, px: number, py: number, at: number): Point {
  if (at === 0) return [px, py];
  return stretch.kind === "line"
    ? stretch.b
    : onCircle(stretch.centre, stretch.radius, stretch.from + stretch.turn);
}

/** What a disc's lower side draws while its centre follows a stretch, the grown shapes on its right. */
function beneath(stretch: Stretch, ball: number): Stretch {
  if (ball === 0) return stretch;
  if (stretch.kind === "arc") return { ...stretch, radius: stretch.radius - ball };
  const { a, b } = stretch;
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [nx, ny] = [(ball * (b[1] - a[1])) / length, (-ball * (b[0] - a[0])) / length];
  return { kind: "line", a: [a[0] + nx, a[1] + ny], b: [b[0] + nx, b[1] + ny] };
}

/** The arc between the places where a disc touches two shapes at once. */
function filletOf(centre: Point, radius: number, before: Point, after: Point): Stretch[] {
  const turn = Math.atan2(
    before[0] * after[1] - before[1] * after[0],
    before[0] * after[0] + before[1] * after[1],
  );
  if (!(turn > 1e-9)) return [];
  return [{ kind: "arc", centre, radius, from: Math.atan2(-before[1], -before[0]), turn }];
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
