/** How rings meet themselves, decided exactly. */
import { crossing, EdgeIndex, meet, onSegment, type Point, samePoint } from "../../geometry/index.js";
import type { Shape } from "./shapes.js";

/** How a shape's ring meets itself. */
export interface SelfMeeting {
  readonly how: "cross" | "touch" | "spike";
  /** The first of the edges, or the vertex of the spike, counted along the shape's points. */
  readonly local: number;
  readonly other: number;
  readonly at: Point;
}

/** Where one ring meets itself. */
export function selfMeetings(shape: Shape): SelfMeeting[] {
  const { points } = shape;
  const edges = new EdgeIndex(points, [...points.slice(1), points[0]]);
  const found = spikesOf(shape);
  edges.pairs((e, f) => {
    const how = meet(edges.start(e), edges.end(e), edges.start(f), edges.end(f));
    if (how === "apart") return;
    for (const meeting of meetingsOf(shape, edges, 0, [e, f], how === "cross")) found.push(meeting);
  });
  return found;
}

/** Vertices where a ring turns back on itself. */
export function spikesOf({ kind, points }: Shape): SelfMeeting[] {
  if (kind !== "area") return [];
  return points.flatMap((at, i): SelfMeeting[] => {
    const a = points[(i + points.length - 1) % points.length];
    const c = points[(i + 1) % points.length];
    return meet(a, at, at, c) === "overlap" ? [{ how: "spike", local: i, other: i, at }] : [];
  });
}

/**
 * What two edges of one ring that meet have in common.
 *
 * @param first number of the ring's first edge in the index
 */
export function meetingsOf(
  shape: Shape,
  edges: EdgeIndex,
  first: number,
  [e, f]: readonly [number, number],
  crosses: boolean,
): SelfMeeting[] {
  const local = e - first;
  const other = f - first;
  const gap = Math.abs(other - local);
  // Neighbours share their vertex; where they share more, it is a spike and already listed.
  if (shape.kind !== "area" || gap === 1 || gap === shape.edgeCount - 1) return [];
  const [a, b, c, d] = [edges.start(e), edges.end(e), edges.start(f), edges.end(f)];
  if (crosses) return [{ how: "cross", local, other, at: crossing(a, b, c, d) }];
  // A vertex belongs to the edge it starts, so that a contact is listed once, not by every edge that ends there.
  return (
    [
      [a, c, d, local, other],
      [c, a, b, other, local],
    ] as const
  ).flatMap(([p, from, to, at, of]): SelfMeeting[] => {
    if (!onSegment(p, from, to) || samePoint(p, to) || (samePoint(p, from) && at > of)) return [];
    return [{ how: "touch", local: at, other: of, at: p }];
  });
}
