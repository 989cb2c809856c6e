/** Goals, spawns and weights after the plan itself was repaired. */
import {
  areaOf,
  boxOf,
  distance,
  isCounterclockwise,
  type Point,
  type Ring,
  signedArea,
} from "../../geometry/index.js";
import { FreePlaces } from "../check/free.js";
import { coverageOf, freePartOf, keyed } from "../check/goals.js";
import { NEAR, type Shapes, shapesOf, sizeOf } from "../check/shapes.js";
import { FreeSpace } from "../freespace.js";
import { groundTolerance } from "../onto.js";
import type { Goal, Scene } from "../scene.js";
import { type Draft, toPoint, toPoints } from "./draft.js";

/** Drops the blocked parts of goals and spawns where a free part remains. */
export function repairPlaces(draft: Draft): void {
  const shapes = shapesOf(draft.scene);
  if (shapes.list[0].kind !== "area") return;
  const obstacles = draft.scene.obstacles?.filter((obstacle) => !obstacle.schedule);
  const space = FreeSpace.of({ ...draft.scene, obstacles });
  const free = new FreePlaces(shapes, { space, tolerance: groundTolerance(boxOf(draft.scene.boundary)) });
  for (const [name, goal] of Object.entries(draft.scene.goals ?? {})) repairGoal(draft, name, goal, free);
  draft.scene.spawns?.forEach((spawn, i) => {
    const where = `spawns[${i}]`;
    if (spawn.segment) {
      const parts = free.partsOf(spawn.segment[0], spawn.segment[1]);
      const open = parts.filter((part) => part.blockedBy === null);
      if (open.length === 0 || open.length === parts.length) return;
      const longest = open.reduce((a, b) => (distance(b.from, b.to) > distance(a.from, a.to) ? b : a));
      spawn.segment = [toPoint(longest.from), toPoint(longest.to)];
      draft.note(where, `cut to its ${open.length > 1 ? "longest " : ""}free part`);
    } else if (spawn.polygon) {
      const ring = freeRingOf(spawn.polygon, shapes, free);
      if (!ring) return;
      spawn.polygon = toPoints(ring);
      draft.note(where, "cut to its free part");
    }
  });
}

function repairGoal(draft: Draft, name: string, goal: Goal, free: FreePlaces): void {
  // What a moving goal covers depends on the time.
  if (goal.schedule) return;
  const points = goal.points?.filter((p) => free.blockerOf(p) === null);
  const parts = goal.segments?.map(([a, b]) => free.partsOf(a, b));
  const open = parts?.flatMap((list) => list.filter((part) => part.blockedBy === null));
  const isAnyFree = (points?.length ?? 0) + (open?.length ?? 0) > 0;
  const isAnyBlocked = points?.length !== goal.points?.length || open?.length !== parts?.flat().length;
  if (!isAnyFree || !isAnyBlocked) return;
  if (points) goal.points = points;
  if (open) goal.segments = open.map(({ from, to }) => [toPoint(from), toPoint(to)]);
  draft.note(keyed("goals", name), "dropped the parts that are not free");
}

/** The free part of a spawn's area when it is one ring, smaller than before; otherwise `null`. */
function freeRingOf(ring: Ring, shapes: Shapes, free: FreePlaces): Ring | null {
  if (coverageOf(ring, shapes, free) !== "partly") return null;
  const region = freePartOf(ring, shapes);
  const outers = region.filter(isCounterclockwise);
  // Several parts or holes cannot be written as one ring; people are placed on the free part anyway.
  if (outers.length !== 1 || region.length !== 1) return null;
  return areaOf(region) < Math.abs(signedArea(ring)) * (1 - 1e-9) ? outers[0] : null;
}

/** Moves weights along with their vertices, and drops those whose vertex is gone. */
export function repairWeights(draft: Draft, given: Scene): void {
  if (!draft.scene.weights) return;
  const had = verticesOf(given);
  const has = verticesOf(draft.scene);
  const tolerance = NEAR * sizeOf(given);
  draft.scene.weights = draft.scene.weights.flatMap((weight, i) => {
    if (has.has(String(weight.vertex)) || !had.has(String(weight.vertex))) return [weight];
    const near = [...has.values()].find((p) => distance(p, weight.vertex) <= tolerance);
    draft.note(
      `weights[${i}]`,
      near ? "moved to the vertex that its own was merged with" : "dropped, its vertex is gone",
    );
    return near ? [{ ...weight, vertex: toPoint(near) }] : [];
  });
}

function verticesOf(scene: Scene): Map<string, Point> {
  const rings: Ring[] = [
    scene.boundary,
    ...(scene.obstacles ?? []).map((o) => o.polygon ?? o.segment ?? (o.point ? [o.point] : [])),
  ];
  return new Map(rings.flat().map((p) => [String(p), p]));
}
