/**
 * Which places are free: inside the boundary and in no obstacle.
 *
 * Exits lie on walls, and on a slanted wall no pair of doubles lies exactly. So a place counts as blocked only when it
 * is farther off the free ground than `groundTolerance`, within which planners put it onto the wall. Where the boundary
 * leaves no ground to speak of, a share of the plan's size, `ON_BORDER`, stands in for it.
 */
import {
  crossing,
  distance,
  distanceToSegment,
  meet,
  nearestOnSegment,
  type Point,
} from "../../geometry/index.js";
import type { FreeSpace } from "../freespace.js";
import { ontoGround } from "../onto.js";
import { ON_BORDER, type Shapes } from "./shapes.js";

/** Directions in which a point on several borders is probed: a free wedge of 6 degrees is not missed. */
const PROBES = 64;

/** A part of a segment, by its ends, with what holds it blocked: `boundary` or an obstacle's place. */
export interface Part {
  readonly from: Point;
  readonly to: Point;
  readonly blockedBy: string | null;
}

/** Answers whether places are free, and what blocks them. */
export class FreePlaces {
  private readonly tolerance: number;

  /** @param ground the free space without what moves, and how far off it things may lie; null where there is none */
  constructor(
    private readonly shapes: Shapes,
    private readonly ground: { readonly space: FreeSpace; readonly tolerance: number } | null = null,
  ) {
    this.tolerance = ON_BORDER * shapes.size;
  }

  /** What blocks a point: `outside the boundary`, `inside obstacles[3].polygon`, or `null` when it is free. */
  blockerOf(p: Point): string | null {
    const { ground } = this;
    if (ground) {
      if (ontoGround(ground.space, p, ground.tolerance)) return null;
      const around = this.shapeAround(p, new Set());
      if (around >= 0) return this.nameOf(around);
    }
    const borders = this.bordersAt(p);
    const blocker = this.shapeAround(p, borders);
    if (blocker >= 0) return this.nameOf(blocker);
    if (borders.size < 2) return null;
    // On two borders at once there may be no free side left, as on the boundary behind an obstacle.
    const nothing = new Set<number>();
    let first = -1;
    for (let k = 0; k < PROBES; k++) {
      const angle = (2 * Math.PI * (k + 0.5)) / PROBES;
      const r = 3 * this.tolerance;
      first = this.shapeAround([p[0] + r * Math.cos(angle), p[1] + r * Math.sin(angle)], nothing);
      if (first < 0) return null;
    }
    let last = first;
    for (const border of borders) last = Math.max(last, border);
    return this.nameOf(last);
  }

  private nameOf(s: number): string {
    return s === 0 ? "outside the boundary" : `inside ${this.shapes.list[s].where}`;
  }

  /** A shape that p may not be in (0: the boundary, when p is outside), except those ignored; -1 for none. */
  private shapeAround(p: Point, ignored: ReadonlySet<number>): number {
    const { edges, shapeOf, list } = this.shapes;
    const windings = new Map<number, number>([[0, 0]]);
    edges.aroundPoint(p, (edge, winding) => {
      const s = shapeOf[edge];
      if (list[s].kind === "area" && !list[s].moves) windings.set(s, (windings.get(s) ?? 0) + winding);
    });
    for (const [s, winding] of windings) if ((s === 0) === (winding === 0) && !ignored.has(s)) return s;
    return -1;
  }

  /** The segment ab in parts, each either free or blocked as a whole; free parts that meet are joined. */
  partsOf(a: Point, b: Point): Part[] {
    const ts = this.cutsOf(a, b);
    const at = (t: number): Point =>
      t === 0 ? a : t === 1 ? b : [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
    const parts: Part[] = [];
    for (let i = 1; i < ts.length; i++) {
      const blockedBy = this.blockerOf(at((ts[i - 1] + ts[i]) / 2));
      const last = parts[parts.length - 1];
      if (last && last.blockedBy === blockedBy) parts[parts.length - 1] = { ...last, to: at(ts[i]) };
      else parts.push({ from: at(ts[i - 1]), to: at(ts[i]), blockedBy });
    }
    return parts;
  }

  /** The areas on whose border p lies, to the tolerance. */
  private bordersAt(p: Point): Set<number> {
    const { edges, shapeOf, list } = this.shapes;
    const r = this.tolerance;
    const found = new Set<number>();
    edges.inBox(p[0] - r, p[1] - r, p[0] + r, p[1] + r, (edge) => {
      const s = shapeOf[edge];
      if (list[s].kind !== "area" || list[s].moves) return;
      if (distanceToSegment(p, edges.start(edge), edges.end(edge)) <= r) found.add(s);
    });
    return found;
  }

  /** Where ab meets edges, as shares of its length, with 0 and 1; nearer ones than the tolerance are merged. */
  private cutsOf(a: Point, b: Point): number[] {
    const { edges } = this.shapes;
    const length = distance(a, b);
    if (length <= this.tolerance) return [0, 1];
    const ts: number[] = [];
    const add = (p: Point): void => {
      ts.push(distance(a, p) / length);
    };
    edges.along(a, b, (edge) => {
      const c = edges.start(edge);
      const d = edges.end(edge);
      const how = meet(a, b, c, d);
      if (how === "cross") add(crossing(a, b, c, d));
      // Ends that come close without meeting matter as much: the segment may run along a slanted edge.
      for (const p of [c, d]) {
        const foot = nearestOnSegment(p, a, b);
        if (distance(p, foot) <= this.tolerance) add(foot);
      }
    });
    ts.sort((x, y) => x - y);
    const least = (2 * this.tolerance) / length;
    const kept = [0];
    for (const t of ts) if (t - kept[kept.length - 1] > least && 1 - t > least) kept.push(t);
    kept.push(1);
    return kept;
  }
}
