/** Places of goals, stays and spawns at which checks ask for the part of the free space that they are in. */
import { distance, type Point } from "../../geometry/index.js";
import type { Goal, Scene } from "../scene.js";

/** Where people of a goal or spawn can stand: the points to ask for their component. */
export function placesOf(goal: Goal): Point[] {
  const middles = (goal.segments ?? []).flatMap(([a, b]): Point[] => [
    a,
    b,
    [a[0] + (b[0] - a[0]) / 2, a[1] + (b[1] - a[1]) / 2],
  ]);
  return [...(goal.points ?? []), ...middles];
}

/** Points of queues and waiting places to ask for their component, by name. */
export function stayPlaces({ queues = {}, waiting = {} }: Scene): [string, readonly Point[]][] {
  return [
    ...Object.entries(queues).map(([name, { line }]): [string, readonly Point[]] => [name, line]),
    ...Object.entries(waiting).map(([name, { polygon, points = [] }]): [string, readonly Point[]] => {
      return [name, polygon ? samplesOf(polygon) : points];
    }),
  ];
}

/** Corners, edge middles and the centre of a spawn. */
export function samplesOf(ring: readonly Point[]): Point[] {
  const middle = (a: Point, b: Point): Point => [a[0] + (b[0] - a[0]) / 2, a[1] + (b[1] - a[1]) / 2];
  const samples = ring.flatMap((p, i) => {
    const next = ring[(i + 1) % ring.length];
    return distance(p, next) > 0 ? [p, middle(p, next)] : [p];
  });
  return ring.length > 3 ? [...samples, middle(ring[0], ring[ring.length >> 1])] : samples;
}
