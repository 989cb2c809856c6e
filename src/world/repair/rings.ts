/** Rings and walls for themselves: repeated points, spikes, orientation, shapes without area or length. */
import {
  before,
  distance,
  distanceToSegment,
  isCounterclockwise,
  isFlat,
  meet,
  type Point,
  type Ring,
} from "../../geometry/index.js";
import { NEAR, sizeOf } from "../check/shapes.js";
import type { Obstacle } from "../scene.js";
import { type Draft, toPoint, toPoints } from "./draft.js";

/** Cleans every ring and wall of the draft. */
export function repairRings(draft: Draft): void {
  const tolerance = NEAR * sizeOf(draft.scene);
  repairBoundary(draft, tolerance);
  const replaced = new Map<number, Obstacle[]>();
  draft.obstacles.forEach((obstacle, i) => {
    const where = `obstacles[${i}]`;
    const { polygon, segment } = obstacle;
    const next = polygon
      ? repairPolygon(draft, where, polygon, tolerance)
      : segment
        ? repairSegment(draft, where, segment[0], segment[1], tolerance)
        : null;
    if (!next) return;
    const { schedule } = obstacle;
    replaced.set(i, schedule ? next.map((part) => ({ ...part, schedule })) : next);
  });
  draft.replaceObstacles(replaced);
  draft.scene.spawns?.forEach((spawn, i) => {
    if (!spawn.polygon) return;
    const ring = cleanRing(spawn.polygon, tolerance);
    if (ring.length === spawn.polygon.length || ring.length < 3 || isFlat(ring)) return;
    draft.note(`spawns[${i}].polygon`, removed(spawn.polygon.length - ring.length));
    spawn.polygon = toPoints(ring);
  });
}

function removed(count: number): string {
  return `removed ${count} ${count > 1 ? "points that repeat or double back" : "point that repeats or doubles back"}`;
}

function repairBoundary(draft: Draft, tolerance: number): void {
  const given = draft.scene.boundary;
  const ring = cleanRing(given, tolerance);
  // A boundary without area has no sensible meaning: it stays, and stays an error.
  if (ring.length < 3 || isFlat(ring)) return;
  if (ring.length < given.length) draft.note("boundary", removed(given.length - ring.length));
  const isTurned = !isCounterclockwise(ring);
  if (isTurned) draft.note("boundary", "turned counterclockwise");
  if (isTurned || ring.length < given.length)
    draft.scene.boundary = toPoints(isTurned ? reversed(ring) : ring);
}

function repairPolygon(draft: Draft, where: string, given: Ring, tolerance: number): Obstacle[] | null {
  const ring = cleanRing(given, tolerance);
  if (ring.length < 3 || isFlat(ring)) {
    const walls = wallsOf(given, tolerance);
    const what = walls.length > 1 ? `${walls.length} segments` : walls[0].segment ? "a segment" : "a point";
    draft.note(where, `a polygon without area became ${what}`);
    return walls;
  }
  if (ring.length < given.length) draft.note(where, removed(given.length - ring.length));
  const isTurned = !isCounterclockwise(ring);
  if (isTurned) draft.note(where, "turned counterclockwise");
  if (!isTurned && ring.length === given.length) return null;
  return [{ polygon: toPoints(isTurned ? reversed(ring) : ring) }];
}

function repairSegment(
  draft: Draft,
  where: string,
  a: Point,
  b: Point,
  tolerance: number,
): Obstacle[] | null {
  if (distance(a, b) > tolerance) return null;
  draft.note(where, "a segment without length became a point");
  return [{ point: toPoint(a) }];
}

/** What a polygon without area acts as: one wall when it is straight, else a wall per edge. */
function wallsOf(given: Ring, tolerance: number): Obstacle[] {
  const low = given.reduce((a, b) => (before(b, a) ? b : a));
  const high = given.reduce((a, b) => (before(a, b) ? b : a));
  if (distance(low, high) <= tolerance) return [{ point: toPoint(low) }];
  if (given.every((p) => distanceToSegment(p, low, high) <= tolerance)) return [wall(low, high)];
  const walls = new Map<string, Obstacle>();
  given.forEach((p, i) => {
    const next = given[(i + 1) % given.length];
    const [a, b] = before(p, next) ? [p, next] : [next, p];
    if (distance(a, b) > tolerance) walls.set(`${a} ${b}`, wall(a, b));
  });
  return walls.size > 0 ? [...walls.values()] : [{ point: toPoint(low) }];
}

function wall(a: Point, b: Point): Obstacle {
  return { segment: [toPoint(a), toPoint(b)] };
}

function reversed(ring: Ring): Ring {
  return [ring[0], ...ring.slice(1).reverse()];
}

/** A ring without points nearer than the tolerance to the one before, and without spikes. */
export function cleanRing(given: Ring, tolerance: number): Ring {
  let ring: Point[] = [...given];
  for (;;) {
    const next = cleanOnce(ring, tolerance);
    if (next.length === ring.length) return next;
    ring = next;
  }
}

/** One round along the ring; a stack takes whole nested spikes away at once. */
function cleanOnce(ring: readonly Point[], tolerance: number): Point[] {
  const kept: Point[] = [];
  for (const p of ring) {
    while (kept.length > 1 && isSpike(kept[kept.length - 2], kept[kept.length - 1], p)) kept.pop();
    if (kept.length === 0 || distance(kept[kept.length - 1], p) > tolerance) kept.push(p);
  }
  // The same across the seam between the last point and the first.
  while (kept.length > 1 && distance(kept[kept.length - 1], kept[0]) <= tolerance) kept.pop();
  while (kept.length > 2 && isSpike(kept[kept.length - 2], kept[kept.length - 1], kept[0])) kept.pop();
  while (kept.length > 2 && isSpike(kept[kept.length - 1], kept[0], kept[1])) kept.shift();
  return kept;
}

function isSpike(a: Point, b: Point, c: Point): boolean {
  return meet(a, b, b, c) === "overlap";
}
