/** The shortest ways from sources to sinks for somebody without a size: over corners that see each other. */
import { distance, nearestOnSegment, type Point } from "../geometry/index.js";
import type { FlowPlan } from "./plan.js";

/** With more corners than this, ways are taken for straight, which makes them no longer than they are. */
const MOST_CORNERS = 80;

/** Distances from the sources and to the sinks of a plan. */
export class ShortestWays {
  /** Where ways can bend; none where they are taken for straight. */
  readonly corners: readonly Point[];
  /** Whether there are too many corners, and ways are taken for straight. */
  readonly isPlain: boolean;
  private readonly fromSources: Float64Array;
  private readonly toSinks: Float64Array;

  constructor(private readonly map: FlowPlan) {
    const { ends, origin } = map.gates.pieces;
    const seen = new Map<string, Point>();
    for (let i = 0; i < ends.length; i += 2) {
      const p: Point = [ends[i] + origin[0], ends[i + 1] + origin[1]];
      seen.set(String(p), p);
    }
    this.isPlain = seen.size > MOST_CORNERS;
    this.corners = this.isPlain ? [] : [...seen.values()];
    const sight = this.corners.map((p, i) => this.corners.map((q, j) => j > i && this.sees(p, q)));
    this.fromSources = this.spread("source", sight);
    this.toSinks = this.spread("sink", sight);
  }

  /** The shortest way from a source to a sink. */
  get shortest(): number {
    let least = Infinity;
    for (const { kind, points } of this.map.outline.openings) {
      if (kind !== "source") continue;
      for (const p of points) least = Math.min(least, this.distanceTo(p, "sink", this.toSinks));
      // Between two of its points, an opening's nearest place to a sink sees it, or a corner, straight ahead.
      for (let i = 1; i < points.length; i++)
        for (const q of this.lookouts()) {
          const p = nearestOnSegment(q, points[i - 1], points[i]);
          least = Math.min(least, this.distanceTo(p, "sink", this.toSinks));
        }
    }
    return least;
  }

  /** The shortest way from a source over a point to a sink. */
  over(p: Point): number {
    return this.distanceTo(p, "source", this.fromSources) + this.distanceTo(p, "sink", this.toSinks);
  }

  /** Corners, and the ends of openings. */
  private lookouts(): Point[] {
    return [...this.corners, ...this.map.outline.openings.flatMap(({ points }) => points)];
  }

  private spread(kind: "source" | "sink", sight: readonly boolean[][]): Float64Array {
    const { corners } = this;
    const value = Float64Array.from(corners, (p) => this.straight(p, kind));
    const open = new Set(corners.keys());
    while (open.size > 0) {
      let next = -1;
      for (const i of open) if (next < 0 || value[i] < value[next]) next = i;
      open.delete(next);
      for (const i of open) {
        const reached = value[next] + distance(corners[next], corners[i]);
        if (reached < value[i] && (sight[next][i] || sight[i][next])) value[i] = reached;
      }
    }
    return value;
  }

  private distanceTo(p: Point, kind: "source" | "sink", values: Float64Array): number {
    let least = this.straight(p, kind);
    this.corners.forEach((corner, i) => {
      const reached = values[i] + distance(p, corner);
      if (reached < least && this.sees(p, corner)) least = reached;
    });
    return least;
  }

  /** The straight way to the nearest opening of a kind whose foot is in sight. */
  private straight(p: Point, kind: "source" | "sink"): number {
    let least = Infinity;
    for (const opening of this.map.outline.openings) {
      if (opening.kind !== kind) continue;
      for (let i = 1; i < opening.points.length; i++) {
        const foot = nearestOnSegment(p, opening.points[i - 1], opening.points[i]);
        const length = distance(p, foot);
        if (length < least && (this.isPlain || this.sees(p, foot))) least = length;
      }
    }
    return least;
  }

  /** Whether nothing lies between two points; in doubt it does not, which makes no way longer. */
  sees(p: Point, q: Point): boolean {
    const { ends, origin, count } = this.map.gates.pieces;
    const [px, py, qx, qy] = [p[0] - origin[0], p[1] - origin[1], q[0] - origin[0], q[1] - origin[1]];
    const near = 1e-9 * (Math.abs(px) + Math.abs(py) + Math.abs(qx) + Math.abs(qy));
    const length = distance(p, q);
    if (length <= near) return true;
    const [mx, my] = [(px + qx) / 2, (py + qy) / 2];
    let onPiece = false;
    for (let i = 0; i < 4 * count; i += 4) {
      const [ax, ay, bx, by] = [ends[i], ends[i + 1], ends[i + 2], ends[i + 3]];
      const size = Math.hypot(bx - ax, by - ay);
      if (size === 0) continue;
      const height = (x: number, y: number): number => ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / size;
      const beside = (x: number, y: number): number => ((qx - px) * (y - py) - (qy - py) * (x - px)) / length;
      const [hp, hq, ha, hb] = [height(px, py), height(qx, qy), beside(ax, ay), beside(bx, by)];
      const isAcross = Math.min(Math.abs(hp), Math.abs(hq)) > near && hp > 0 !== hq > 0;
      const isBetween = Math.min(Math.abs(ha), Math.abs(hb)) > near && ha > 0 !== hb > 0;
      if (isAcross && isBetween) return false;
      onPiece ||= Math.abs(height(mx, my)) <= near;
    }
    return onPiece || this.map.world.contains([mx + origin[0], my + origin[1]]);
  }
}
