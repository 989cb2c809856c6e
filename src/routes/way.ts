/**
 * A drawn way as a body of some radius can walk it.
 *
 * Points that are free for it are kept as they were drawn. One that is too near to a wall, or a little way into it, moves to the
 * nearest place that is free, as long as it can be seen from the one before: a hand that slips does not send people round a
 * building. A stretch that leads deeper through walls is left out, and a planner leads from one side to the other. The last
 * point is kept wherever it is.
 */
import { type Point, samePoint } from "../geometry/index.js";
import type { FreeSpace } from "../world/index.js";
import { apart, between } from "./stroke.js";

/** Metres from a point in a wall to the place that it moves to, at most, besides two radii. */
const SLIP = 0.5;

/** Points nearer to the one before than this, in metres, are left out: nobody can tell them apart. */
const LEAST_STEP = 0.2;

/** The ground that a way is for. */
export interface WayGround {
  /** Free space for the centres of bodies of the radius. */
  readonly space: FreeSpace;
  /** Free space for points. */
  readonly bare: FreeSpace;
  /** Of the bodies, in metres. */
  readonly radius: number;
}

/** A way that can be walked. */
export interface WalkableWay {
  readonly points: readonly Point[];
  /** Metres from the start to each of the points, along the way as it was drawn. */
  readonly arcs: readonly number[];
}

/** What is wrong with a way: all of it is in walls, it is too narrow at a place, or no way leads to its end. */
export interface WayFault {
  readonly fault: "walls" | "narrow" | "apart";
  readonly at: Point;
}

/** Metres from the first of some points to each of them. */
export function arcsOf(points: readonly Point[]): number[] {
  let arc = 0;
  return points.map((p, i) => {
    arc += i === 0 ? 0 : apart(points[i - 1], p);
    return arc;
  });
}

/** A drawn way as those of a radius walk it, or why they cannot. */
export function walkableWay(drawn: readonly Point[], ground: WayGround): WalkableWay | WayFault {
  const { space, bare, radius } = ground;
  const reach = 2 * radius + SLIP;
  const part = commonPart(drawn, space, reach);
  if (part < 0) {
    const isFree = drawn.find((p) => bare.contains(p));
    return isFree ? { fault: "narrow", at: isFree } : { fault: "walls", at: drawn[0] };
  }
  const barePart = commonPart(drawn, bare, reach);
  const arcs = arcsOf(drawn);
  const kept: { point: Point; arc: number }[] = [];
  for (let i = 0; i < drawn.length; i++) {
    const point = drawn[i];
    const last = kept[kept.length - 1]?.point;
    const isEnd = i === drawn.length - 1;
    if (space.componentsAt(point).includes(part)) {
      kept.push({ point, arc: arcs[i] });
      continue;
    }
    const isOpen = bare.componentsAt(point).includes(barePart);
    const near = nearestIn(space, point, part, isEnd && !isOpen ? Infinity : reach);
    if (!near && isOpen) return { fault: "narrow", at: point };
    if (!near && isEnd) return { fault: "apart", at: point };
    if (near && (isEnd || !last || space.visible(last, near))) kept.push({ point: near, arc: arcs[i] });
  }
  return thinned(kept);
}

/** The part of the free space in which most of some points lie, or have their nearest place, of equals the first; -1 where none is near. */
function commonPart(points: readonly Point[], space: FreeSpace, reach: number): number {
  const many = new Map<number, number>();
  for (const p of points) {
    const place = space.nearestFree(p, reach);
    for (const part of place ? space.componentsAt(place) : []) many.set(part, (many.get(part) ?? 0) + 1);
  }
  let best = -1;
  for (const [part, count] of many) if (count > (many.get(best) ?? 0)) best = part;
  return best;
}

/** Metres beyond a border at which its part of the free space is looked up: a foot point is rounded to either side. */
const BEYOND = 1e-6;

/** The place of a part of the free space nearest to p, within some metres. */
function nearestIn(space: FreeSpace, p: Point, part: number, within: number): Point | null {
  // In another part, nothing else is near.
  if (space.contains(p)) return null;
  const isInPart = (place: Point): boolean => {
    const share = 1 + BEYOND / apart(p, place);
    return space.componentsAt(between(p, place, share)).includes(part);
  };
  return space.nearestFree(p, within, isInPart);
}

/** Without points that are hardly apart; the last one stays. */
function thinned(kept: readonly { readonly point: Point; readonly arc: number }[]): WalkableWay {
  const end = kept[kept.length - 1];
  const some = kept.filter(({ point }, i) => {
    if (i === 0 || i === kept.length - 1) return true;
    return apart(kept[i - 1].point, point) >= LEAST_STEP && apart(point, end.point) >= LEAST_STEP;
  });
  const isTwice = some.length > 1 && samePoint(some[0].point, end.point) && some.length === 2;
  const list = isTwice ? [end] : some;
  return { points: list.map(({ point }) => point), arcs: list.map(({ arc }) => arc) };
}

/**
 * Per point of a way the direction in which it is passed, a unit vector: between those of the pieces before and after it; the one
 * before where the way turns back, and [0, 0] where it is one point alone.
 */
export function directionsOf(points: readonly Point[]): Point[] {
  const pieces = points.slice(1).map((p, i) => unit(p[0] - points[i][0], p[1] - points[i][1]));
  return points.map((_, i): Point => {
    const before = pieces[i - 1] ?? pieces[i] ?? [0, 0];
    const after = pieces[i] ?? before;
    const sum: Point = [before[0] + after[0], before[1] + after[1]];
    return sum[0] * sum[0] + sum[1] * sum[1] < 1e-6 ? before : unit(sum[0], sum[1]);
  });
}

function unit(x: number, y: number): Point {
  const length = Math.sqrt(x * x + y * y);
  return length > 0 ? [x / length, y / length] : [0, 0];
}
