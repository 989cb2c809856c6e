/**
 * A plan that goes on for ever: who crosses one line goes on at another, and those near either are seen, and felt, across it.
 * So a corridor of finite length measures as an endless one, or a ring without bends.
 *
 * Before a step, everybody near a line has an image on the other side: a body with the same velocity, wish and state, which
 * everyone avoids and which is gone after the step. Movement models need not know.
 */
import { InputError } from "../errors.js";
import type { Point, Segment } from "../geometry/index.js";
import { checkKeys } from "../options.js";
import type { World } from "../world/index.js";
import type { Engine } from "./engine.js";
import type { People } from "./people.js";

/** Where a plan is glued to itself. */
export interface Periodic {
  /** Who walks out over this line comes in at `to`. */
  readonly from: Segment;
  /** `from`, moved along: the two are parallel and of equal length. */
  readonly to: Segment;
}

/** Metres for which the plan has to go on beyond both lines, so that nobody sees its end. */
const BEYOND = 6;

/** Metres farther than anybody looks within which people have images: what is at the edge of the images is pushed wrongly. */
const MARGIN = 1;

/** The shift from one line to the other, if it is one; places that differ by less than a nanometre per metre are the same. */
function shiftOf({ from, to }: Periodic, size: number): Point | null {
  const [a, b] = from;
  for (const [c, d] of [to, [to[1], to[0]]]) {
    const shift: Point = [c[0] - a[0], c[1] - a[1]];
    const off = Math.max(Math.abs(d[0] - b[0] - shift[0]), Math.abs(d[1] - b[1] - shift[1]));
    if (off <= 1e-9 * size) return shift;
  }
  return null;
}

/** Whether a value is a segment of finite numbers. */
function isSegment(value: unknown): value is Segment {
  const isPoint = (p: unknown): boolean => Array.isArray(p) && p.length === 2 && p.every(Number.isFinite);
  return Array.isArray(value) && value.length === 2 && value.every(isPoint);
}

/** A plan that is glued to itself: `new Crowd(world, { periodic: new PeriodicPlan(world, { from, to }) })`. */
export class PeriodicPlan {
  /** From one line to the other. */
  readonly shift: Point;
  /** Metres between the lines. */
  readonly length: number;
  /** Across the lines, from the first to the second. */
  private readonly across: Point;
  private readonly start: Point;

  /** @throws InputError for lines that do not fit each other, or a plan that ends at them */
  constructor(world: World, given: Periodic) {
    checkKeys(given, ["from", "to"], "periodic", "key");
    for (const key of ["from", "to"] as const) {
      if (!isSegment(given[key]))
        throw new InputError("a segment [[x, y], [x, y]] is needed", `periodic.${key}`);
    }
    const [a, b] = given.from;
    const { minX, minY, maxX, maxY } = world.bounds;
    const shift = shiftOf(given, Math.max(1, ...[minX, minY, maxX, maxY].map(Math.abs)));
    if (!shift)
      throw new InputError("has to be `from`, moved along: parallel and of equal length", "periodic.to");
    const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
    const width = Math.sqrt(ux * ux + uy * uy);
    const along = width > 0 ? (ux * shift[1] - uy * shift[0]) / width : 0;
    if (Math.abs(along) < 1) {
      throw new InputError(
        `the lines have to be at least 1 m apart; given: ${Math.abs(along)} m`,
        "periodic",
      );
    }
    const sign = along > 0 ? 1 : -1;
    this.shift = shift;
    this.length = Math.abs(along);
    this.across = [(-sign * uy) / width, (sign * ux) / width];
    this.start = a;
    this.checkRoom(world, given);
  }

  /** The plan has to go on beyond both lines. */
  private checkRoom(world: World, { from, to }: Periodic): void {
    const [nx, ny] = this.across;
    for (const [key, [a, b], sign] of [
      ["from", from, -1],
      ["to", to, 1],
    ] as const) {
      const middle: Point = [a[0] + (b[0] - a[0]) / 2, a[1] + (b[1] - a[1]) / 2];
      const far: Point = [middle[0] + sign * BEYOND * nx, middle[1] + sign * BEYOND * ny];
      if (world.contains(middle) && world.contains(far) && world.visible(middle, far)) continue;
      throw new InputError(
        `the plan has to go on for ${BEYOND} m beyond this line, as it does before the other`,
        `periodic.${key}`,
      );
    }
  }

  /** Metres from the first line to a place, across it. */
  private along(x: number, y: number): number {
    return (x - this.start[0]) * this.across[0] + (y - this.start[1]) * this.across[1];
  }

  /**
   * Calls back with the places at which somebody within `reach` metres of a line is seen besides its own.
   *
   * @internal
   */
  images(x: number, y: number, reach: number, image: (x: number, y: number) => void): void {
    const { shift, length } = this;
    const s = this.along(x, y);
    for (let k = 1; s + k * length < length + reach; k++) image(x + k * shift[0], y + k * shift[1]);
    for (let k = 1; s - k * length > -reach; k++) image(x - k * shift[0], y - k * shift[1]);
  }

  /**
   * Gives everybody near a line an image; `sight` is how far anybody looks, in metres.
   *
   * @internal
   */
  reflect(engine: Engine, sight: number): void {
    const { count } = engine;
    for (let i = 0; i < count; i++) {
      const { x, y } = engine.agents;
      this.images(x[i], y[i], sight + MARGIN, (atX, atY) => engine.addImage(i, atX, atY));
    }
  }

  /**
   * Takes everybody who has crossed a line to the other one.
   *
   * @internal
   */
  wrap({ engine, own }: People): void {
    const { x, y } = engine.agents;
    const { shift, length } = this;
    for (let i = 0; i < engine.count; i++) {
      const turns = Math.floor(this.along(x[i], y[i]) / length);
      if (turns === 0) continue;
      x[i] -= turns * shift[0];
      y[i] -= turns * shift[1];
      own.due[i] = 0;
    }
  }
}
