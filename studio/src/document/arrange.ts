/** Arranging what is selected: turned, stretched, lined up, spread, copied. Functions from a scene to a scene. */
import type { Box, Point } from "wayfield";
import { type AnyScene, isBuilding } from "wayfield/world";
import { type Connection, nextLevel } from "./connections.js";
import { freeName, reshaped, withDrawn } from "./edits.js";
import { shaftOf, withConnection } from "./flights.js";
import { floorPath, putOn } from "./levels.js";
import { type Part, type Path, partsOf, valueAt, withValueAt } from "./parts.js";

export function boxOf(points: readonly Point[]): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const [x, y] of points) {
    box.minX = Math.min(box.minX, x);
    box.minY = Math.min(box.minY, y);
    box.maxX = Math.max(box.maxX, x);
    box.maxY = Math.max(box.maxY, y);
  }
  return box;
}

const middleOf = (points: readonly Point[]): Point => {
  const { minX, minY, maxX, maxY } = boxOf(points);
  return [(minX + maxX) / 2, (minY + maxY) / 2];
};

/** Turns points about the middle of their box, counterclockwise. */
export function turning(points: readonly Point[], degrees: number): (p: Point) => Point {
  const [cx, cy] = middleOf(points);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return ([x, y]) => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
}

/** Makes the box of points as wide and as high as wanted, about its middle; a side of no length stays. */
export function stretching(points: readonly Point[], width: number, height: number): (p: Point) => Point {
  const { minX, minY, maxX, maxY } = boxOf(points);
  const [cx, cy] = middleOf(points);
  const fx = maxX > minX ? width / (maxX - minX) : 1;
  const fy = maxY > minY ? height / (maxY - minY) : 1;
  return ([x, y]) => [cx + (x - cx) * fx, cy + (y - cy) * fy];
}

export const EDGES = ["left", "centre", "right", "top", "middle", "bottom"] as const;
export type Edge = (typeof EDGES)[number];

/** How far a part moves so that its edge lies where that of the whole selection does. */
function shiftTo(edge: Edge, own: Box, all: Box): Point {
  switch (edge) {
    case "left":
      return [all.minX - own.minX, 0];
    case "right":
      return [all.maxX - own.maxX, 0];
    case "centre":
      return [(all.minX + all.maxX - own.minX - own.maxX) / 2, 0];
    case "top":
      return [0, all.maxY - own.maxY];
    case "bottom":
      return [0, all.minY - own.minY];
    case "middle":
      return [0, (all.minY + all.maxY - own.minY - own.maxY) / 2];
  }
}

const shifted =
  ([dx, dy]: Point) =>
  ([x, y]: Point): Point => [x + dx, y + dy];

const chosen = (scene: AnyScene, ids: readonly string[], level: number): Part[] =>
  partsOf(scene, level).filter(({ id, kind }) => ids.includes(id) && kind !== "boundary");

/** Lines parts up along an edge or the middle of their common box. */
export function aligned<S extends AnyScene>(scene: S, ids: readonly string[], edge: Edge, level = 0): S {
  const parts = chosen(scene, ids, level);
  const all = boxOf(parts.flatMap(({ points }) => points));
  let next = scene;
  for (const part of parts)
    next = reshaped(next, part, part.points.map(shifted(shiftTo(edge, boxOf(part.points), all))));
  return next;
}

/** Leaves the same gaps between parts, along x or y; the outermost two stay. */
export function spread<S extends AnyScene>(scene: S, ids: readonly string[], axis: 0 | 1, level = 0): S {
  const low = (part: Part): number => (axis === 0 ? boxOf(part.points).minX : boxOf(part.points).minY);
  const high = (part: Part): number => (axis === 0 ? boxOf(part.points).maxX : boxOf(part.points).maxY);
  const parts = chosen(scene, ids, level).sort((a, b) => low(a) - low(b));
  if (parts.length < 3) return scene;
  const room = high(parts[parts.length - 1]) - low(parts[0]);
  const taken = parts.reduce((sum, part) => sum + high(part) - low(part), 0);
  const gap = (room - taken) / (parts.length - 1);
  let at = low(parts[0]);
  let next = scene;
  for (const part of parts) {
    const by = at - low(part);
    next = reshaped(next, part, part.points.map(shifted(axis === 0 ? [by, 0] : [0, by])));
    at += high(part) - low(part) + gap;
  }
  return next;
}

/** Where the copy of an owner goes: after the last of its list, or under a name that is free. */
function placeFor(scene: AnyScene, owner: Path): Path {
  const table = owner.slice(0, -1);
  const siblings = valueAt(scene, table);
  if (Array.isArray(siblings)) return [...table, siblings.length];
  return [...table, freeName(String(owner[owner.length - 1]).replace(/ \d+$/, ""), siblings as object)];
}

/** One part more, as it was when it was copied; its paths are those of a plan of one floor. */
export interface Copied {
  readonly part: Part;
  readonly value: unknown;
}

/** What is selected, to be pasted here, onto another level or into another plan. The outline is not copied. */
export function copied(scene: AnyScene, ids: readonly string[], level = 0): Copied[] {
  return chosen(scene, ids, level).map((part) => {
    // A goal's place is copied with the rest of its goal, under a new name.
    const owner = part.kind === "goal" ? part.path.slice(0, 2) : part.owner;
    const skip = owner[0] === "levels" ? 2 : 0;
    const points = part.kind === "lift" ? shaftOf(scene, part) : part.points;
    const bare = { ...part, points, owner: owner.slice(skip), path: part.path.slice(skip) };
    return { part: bare, value: valueAt(scene, owner) };
  });
}

/** The scene with copies on a level, some metres off, and their ids. */
export function pasted<S extends AnyScene>(
  scene: S,
  copies: readonly Copied[],
  by: Point,
  level = 0,
): { scene: S; ids: string[] } {
  let next = scene;
  const ids: string[] = [];
  const done = new Map<string, Path>();
  for (const { part, value } of copies) {
    // Strokes and ends of a flow belong to a whole, which another plan may not have yet: they are drawn anew.
    if (part.kind === "route" || part.kind === "source" || part.kind === "sink") {
      const made = withDrawn(next, { kind: part.kind, points: part.points.map(shifted(by)) }, level);
      if (!made) continue;
      next = made.scene;
      ids.push(made.id);
      continue;
    }
    if (part.kind === "stairs" || part.kind === "lift") {
      const made = pastedConnection(next, { part, value }, by, level);
      if (!made) continue;
      next = made.scene;
      ids.push(made.id);
      continue;
    }
    const isFloor = part.owner[0] === "obstacles";
    const owner = isFloor ? [...floorPath(scene, level), ...part.owner] : part.owner;
    const key = owner.join("/");
    let place = done.get(key);
    if (!place) {
      next = withTable(next, owner);
      place = placeFor(next, owner);
      done.set(key, place);
      const copy = structuredClone(value) as object;
      next = withValueAt(next, place, isFloor ? copy : putOn(next, level, copy));
    }
    const path = [...place, ...part.path.slice(part.owner.length)];
    ids.push(path.join("/"));
    next = reshaped(next, { ...part, path }, part.points.map(shifted(by)));
  }
  return { scene: next, ids };
}

/** Stairs and lifts are drawn anew from the level that is shown; what they are is kept. */
function pastedConnection<S extends AnyScene>(
  scene: S,
  { part, value }: Copied,
  by: Point,
  level: number,
): { scene: S; id: string } | null {
  if (!isBuilding(scene)) return null;
  const given = value as Connection;
  const points = part.points.map(shifted(by));
  const made = withConnection(scene, level, { kind: given.kind, points, to: nextLevel(scene, level) });
  if (!made) return null;
  const place = ["connections", made.scene.connections!.length - 1];
  const { start: _, ...rest } = given as { start?: string };
  const whole = { ...rest, ...(valueAt(made.scene, place) as object) };
  return { scene: withValueAt(made.scene, place, whole) as S, id: made.id };
}

/** A plan into which something is pasted may have no such table yet. */
function withTable<S extends AnyScene>(scene: S, owner: Path): S {
  const table = owner.slice(0, -1);
  if (valueAt(scene, table) !== undefined) return scene;
  return withValueAt(scene, table, typeof owner[owner.length - 1] === "number" ? [] : {});
}
