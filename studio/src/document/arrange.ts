/** Arranging what is selected: turned, stretched, lined up, spread, copied. Functions from a scene to a scene. */
import type { Box, Point, Scene } from "wayfield";
import { freeName, reshaped, withDrawn } from "./edits.js";
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

const chosen = (scene: Scene, ids: readonly string[]): Part[] =>
  partsOf(scene).filter(({ id, kind }) => ids.includes(id) && kind !== "boundary");

/** Lines parts up along an edge or the middle of their common box. */
export function aligned(scene: Scene, ids: readonly string[], edge: Edge): Scene {
  const parts = chosen(scene, ids);
  const all = boxOf(parts.flatMap(({ points }) => points));
  let next = scene;
  for (const part of parts)
    next = reshaped(next, part, part.points.map(shifted(shiftTo(edge, boxOf(part.points), all))));
  return next;
}

/** Leaves the same gaps between parts, along x or y; the outermost two stay. */
export function spread(scene: Scene, ids: readonly string[], axis: 0 | 1): Scene {
  const low = (part: Part): number => (axis === 0 ? boxOf(part.points).minX : boxOf(part.points).minY);
  const high = (part: Part): number => (axis === 0 ? boxOf(part.points).maxX : boxOf(part.points).maxY);
  const parts = chosen(scene, ids).sort((a, b) => low(a) - low(b));
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
function placeFor(scene: Scene, owner: Path): Path {
  const table = owner.slice(0, -1);
  const siblings = valueAt(scene, table);
  if (Array.isArray(siblings)) return [...table, siblings.length];
  return [...table, freeName(String(owner[owner.length - 1]).replace(/ \d+$/, ""), siblings as object)];
}

/** One part more, as it was when it was copied. */
export interface Copied {
  readonly part: Part;
  readonly value: unknown;
}

/** What is selected, to be pasted here or into another plan. The outline is not copied. */
export function copied(scene: Scene, ids: readonly string[]): Copied[] {
  return chosen(scene, ids).map((part) => {
    // A goal's place is copied with the rest of its goal, under a new name.
    const owner = part.kind === "goal" ? part.path.slice(0, 2) : part.owner;
    return { part: { ...part, owner }, value: valueAt(scene, owner) };
  });
}

/** The scene with copies some metres off, and their ids. */
export function pasted(scene: Scene, copies: readonly Copied[], by: Point): { scene: Scene; ids: string[] } {
  let next = scene;
  const ids: string[] = [];
  const done = new Map<string, Path>();
  for (const { part, value } of copies) {
    // Strokes and ends of a flow belong to a whole, which another plan may not have yet: they are drawn anew.
    if (part.kind === "route" || part.kind === "source" || part.kind === "sink") {
      const made = withDrawn(next, { kind: part.kind, points: part.points.map(shifted(by)) });
      if (!made) continue;
      next = made.scene;
      ids.push(made.id);
      continue;
    }
    const key = part.owner.join("/");
    let place = done.get(key);
    if (!place) {
      next = withTable(next, part.owner);
      place = placeFor(next, part.owner);
      done.set(key, place);
      next = withValueAt(next, place, structuredClone(value));
    }
    const path = [...place, ...part.path.slice(part.owner.length)];
    ids.push(path.join("/"));
    next = reshaped(next, { ...part, path }, part.points.map(shifted(by)));
  }
  return { scene: next, ids };
}

/** A plan into which something is pasted may have no such table yet. */
function withTable(scene: Scene, owner: Path): Scene {
  const table = owner.slice(0, -1);
  if (valueAt(scene, table) !== undefined) return scene;
  return withValueAt(scene, table, typeof owner[owner.length - 1] === "number" ? [] : {});
}
