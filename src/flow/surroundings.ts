/** What a lane must keep from: walls and obstacles by r, other lanes by 2 r; asked about points and straight ways. */
import { distance2ToSegment, type Point } from "../geometry/index.js";
import { PartIndex, partsOf } from "./near.js";
import { NearField } from "./near-field.js";
import type { FlowPlan } from "./plan.js";
import { distanceBetween, lengthOf, pointAt, polylineOf, type Stretch } from "./stretch.js";
import { Walls } from "./walls.js";

/** Quick looks take arcs for chords within this share of the radius. */
export const ROUGH = 0.04;

/** Exact checks forgive this share of the radius. */
const TOLERANCE = 1e-9;

/** Places that were too near are kept, so many of them: ways that pass there need no further look. */
const MOST_BLOCKS = 32;

/** Everything around one lane, in coordinates relative to the plan's middle. */
export class Surroundings {
  private readonly field: NearField;
  private readonly lanes: PartIndex;
  /** Discs in which everything is too near, x, y and radius each, the last one that blocked a way first. */
  private readonly blocks = new Float64Array(3 * MOST_BLOCKS);
  private blocked = 0;

  constructor(
    private readonly map: FlowPlan,
    private readonly radius: number,
    others: readonly (readonly Stretch[])[],
    readonly walls = new Walls(map, radius),
  ) {
    const chords = others.flatMap((curve) => {
      const points = polylineOf(curve, radius * ROUGH);
      return points.slice(1).flatMap((p, i) => [...points[i], ...p]);
    });
    // Lanes need twice the distance: they count as a radius nearer.
    this.field = new NearField(Float64Array.from(chords), -radius, walls.box, radius);
    this.lanes = new PartIndex(partsOf(others, 4 * radius));
  }

  /** How much nearer everything could come to a point, in metres; < 0 where it is too near. Lanes count by chords. */
  slack(x: number, y: number): number {
    return Math.min(this.walls.field.at(x, y), this.field.at(x, y)) - this.radius;
  }

  /** Whether a place keeps its distance from other lanes. */
  isOffLanes([x, y]: Point): boolean {
    return this.field.roughly(x, y, this.radius) >= this.radius;
  }

  /** Slack, as far as it matters whether it is below some metres: no more than it is where it is not. */
  private slackFrom(x: number, y: number, low: number): number {
    const { radius, walls, field } = this;
    const fromWalls = walls.field.roughly(x, y, low + radius) - radius;
    return fromWalls < low ? fromWalls : Math.min(fromWalls, field.roughly(x, y, low + radius) - radius);
  }

  /** Whether a straight way keeps its distances and stays inside. */
  isClear(a: Point, b: Point): boolean {
    const stretch: Stretch = { kind: "line", a, b };
    return this.seemsClear(a, b) && !this.leaves(a, b) && this.keeps(stretch);
  }

  /** Whether a stretch keeps its distances, exactly. */
  keeps(stretch: Stretch): boolean {
    const { radius } = this;
    const fromWalls = radius * (1 - TOLERANCE);
    const fromLanes = 2 * fromWalls;
    // A long way's box would meet everything.
    for (const { stretch: part } of partsOf([[stretch]], 16 * radius)) {
      for (const i of this.walls.parts.near(part, fromWalls))
        if (distanceBetween(part, this.walls.parts.parts[i].stretch) < fromWalls) return false;
      for (const i of this.lanes.near(part, fromLanes))
        if (distanceBetween(part, this.lanes.parts[i].stretch) < fromLanes) return false;
    }
    return true;
  }

  /** A quick look at places that blocked other ways, then at points along this one, the middle first. */
  private seemsClear(a: Point, b: Point): boolean {
    const { blocks } = this;
    for (let k = 0; k < this.blocked; k++) {
      const [x, y, size] = [blocks[3 * k], blocks[3 * k + 1], blocks[3 * k + 2]];
      if (distance2ToSegment(x, y, a[0], a[1], b[0], b[1]) >= size * size) continue;
      if (k > 0) this.block(x, y, size, k);
      return false;
    }
    return this.looksClear(a, b, Math.hypot(b[0] - a[0], b[1] - a[1]), 0, 1);
  }

  private looksClear(a: Point, b: Point, length: number, t0: number, t1: number): boolean {
    const t = (t0 + t1) / 2;
    const [x, y] = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
    const { radius } = this;
    const least = -2 * ROUGH * radius;
    const half = ((t1 - t0) * length) / 2;
    const slack = this.slackFrom(x, y, least);
    if (slack < least) {
      // Slack changes no faster than one walks.
      if (this.blocked < MOST_BLOCKS) this.blocked++;
      this.block(x, y, least - slack, this.blocked - 1);
      return false;
    }
    // What is this far from everything is clear half-way to both sides.
    if (slack >= half || half < radius) return true;
    return this.looksClear(a, b, length, t0, t) && this.looksClear(a, b, length, t, t1);
  }

  /** Puts a disc first, in place of number k. */
  private block(x: number, y: number, size: number, k: number): void {
    this.blocks.copyWithin(3, 0, 3 * k);
    this.blocks[0] = x;
    this.blocks[1] = y;
    this.blocks[2] = size;
  }

  /** Whether a straight way leaves the boundary through an opening. */
  private leaves(a: Point, b: Point): boolean {
    return this.map.enclosure?.isLeft(a[0], a[1], b[0], b[1]) ?? false;
  }
}

/** Points along a curve: all ends of stretches, and some between. */
export interface Stop {
  readonly p: Point;
  readonly stretch: number;
  /** Share of the stretch. */
  readonly t: number;
  /** Length along the curve. */
  readonly s: number;
}

/** Stops on a curve, about `step` metres from each other and at every turn of 0.2. */
export function stopsOn(curve: readonly Stretch[], step: number): Stop[] {
  const stops: Stop[] = [];
  let s = 0;
  curve.forEach((stretch, index) => {
    const length = lengthOf(stretch);
    const turns = stretch.kind === "arc" ? Math.abs(stretch.turn) / 0.2 : 1;
    const count = Math.max(1, Math.ceil(length / step), Math.ceil(turns));
    for (let i = index === 0 ? 0 : 1; i <= count; i++) {
      const t = i / count;
      stops.push({ p: pointAt(stretch, t), stretch: index, t, s: s + t * length });
    }
    s += length;
  });
  return stops;
}
