/**
 * What can be seen and selected in a scene, as one list: every part has a name of its own, a shape, and places in the scene
 * where its shape stands and where it can be taken out.
 */
import type { Point } from "wayfield";
import { type AnyScene, isBuilding } from "wayfield/world";
import { footprintOf, joinedBy } from "./connections.js";
import { floorPath, onLevel } from "./levels.js";
import { distance, distanceToSegment, insideRing } from "./planar.js";

/** What a part is; the rail has a tool for each. */
type PartKind =
  | "boundary"
  | "block"
  | "wall"
  | "post"
  | "goal"
  | "door"
  | "stairs"
  | "lift"
  | "spawn"
  | "source"
  | "sink"
  | "barrier"
  | "weight"
  | "zone"
  | "route"
  | "queue"
  | "waiting"
  | "area"
  | "line";

/** How the points of a part hang together. */
type Shape = "ring" | "chain" | "point" | "places";

export type Path = readonly (string | number)[];

export interface Part {
  /** The path to its shape, as text: stable while nothing before it is deleted. */
  readonly id: string;
  readonly kind: PartKind;
  /** What a reader calls it, such as "goal exit" or "block 4". */
  readonly label: string;
  readonly shape: Shape;
  readonly points: readonly Point[];
  /** Where its shape stands in the scene. */
  readonly path: Path;
  /** What goes when it is deleted. */
  readonly owner: Path;
}

type Json = unknown;

/** The value at a path; undefined where there is none. */
export function valueAt(root: Json, path: Path): Json {
  let value = root;
  for (const key of path) value = (value as Record<string | number, Json> | undefined)?.[key];
  return value;
}

/** The same with another value at a path; everything beside the path is shared. `undefined` takes the key out. */
export function withValueAt<T>(root: T, path: Path, value: Json): T {
  if (path.length === 0) return value as T;
  const [key, ...rest] = path;
  const inner = withValueAt((root as Record<string | number, Json> | undefined)?.[key], rest, value);
  if (Array.isArray(root)) {
    if (inner === undefined) return root.filter((_, i) => i !== key) as T;
    const copy = [...root];
    copy[key as number] = inner;
    return copy as T;
  }
  const { [key]: _, ...others } = (root ?? {}) as Record<string, Json>;
  if (inner === undefined) return others as T;
  // A key keeps its place in the file.
  if (root && Object.hasOwn(root as object, key))
    return Object.fromEntries(
      Object.entries(root as object).map(([k, v]) => (k === String(key) ? [k, inner] : [k, v])),
    ) as T;
  return { ...others, [key]: inner } as T;
}

function part(
  kind: PartKind,
  label: string,
  shape: Shape,
  points: readonly Point[],
  path: Path,
  owner = path,
): Part {
  return { id: path.join("/"), kind, label, shape, points, path, owner };
}

type Obstacles = readonly {
  readonly polygon?: readonly Point[] | undefined;
  readonly segment?: readonly Point[] | undefined;
  readonly point?: Point | undefined;
}[];

function* obstacles(scene: AnyScene, level: number): Generator<Part> {
  const path = [...floorPath(scene, level), "obstacles"];
  for (const [i, { polygon, segment, point }] of ((valueAt(scene, path) ?? []) as Obstacles).entries()) {
    const owner = [...path, i];
    if (polygon) yield part("block", `block ${i}`, "ring", polygon, [...owner, "polygon"], owner);
    else if (segment) yield part("wall", `wall ${i}`, "chain", segment, [...owner, "segment"], owner);
    else if (point) yield part("post", `post ${i}`, "point", [point], [...owner, "point"], owner);
  }
}

/** Says whether something is on the level whose parts are listed. */
type Here = (one: object) => boolean;

function* goals(scene: AnyScene, here: Here): Generator<Part> {
  for (const [name, goal] of Object.entries(scene.goals ?? {})) {
    if (!here(goal)) continue;
    const { points = [], segments = [] } = goal;
    const label = `goal ${name}`;
    for (const [i, point] of points.entries())
      yield part("goal", label, "point", [point], ["goals", name, "points", i]);
    for (const [i, segment] of segments.entries())
      yield part("goal", label, "chain", segment, ["goals", name, "segments", i]);
  }
}

function* crowd(scene: AnyScene, here: Here): Generator<Part> {
  for (const [i, spawn] of (scene.spawns ?? []).entries()) {
    if (!here(spawn)) continue;
    const { polygon, segment, places } = spawn;
    const owner = ["spawns", i];
    const label = `people ${i}`;
    if (polygon) yield part("spawn", label, "ring", polygon, [...owner, "polygon"], owner);
    else if (segment) yield part("spawn", label, "chain", segment, [...owner, "segment"], owner);
    else if (places) yield part("spawn", label, "places", places, [...owner, "places"], owner);
  }
  for (const [name, queue] of Object.entries(scene.queues ?? {}))
    if (here(queue))
      yield part("queue", `queue ${name}`, "chain", queue.line, ["queues", name, "line"], ["queues", name]);
  for (const [name, place] of Object.entries(scene.waiting ?? {})) {
    if (!here(place)) continue;
    const { polygon, points } = place;
    const owner = ["waiting", name];
    if (polygon) yield part("waiting", `waiting ${name}`, "ring", polygon, [...owner, "polygon"], owner);
    else if (points) yield part("waiting", `waiting ${name}`, "places", points, [...owner, "points"], owner);
  }
}

function* openings(scene: AnyScene, here: Here): Generator<Part> {
  for (const [i, door] of (scene.doors ?? []).entries())
    if (here(door))
      yield part("door", `door ${i}`, "chain", door.segment, ["doors", i, "segment"], ["doors", i]);
  for (const side of ["source", "sink"] as const)
    for (const [i, piece] of (scene.flow?.[side] ?? []).entries()) {
      if (!here(piece)) continue;
      const owner = ["flow", side, i];
      // In a building a piece of a flow is a segment with its level.
      if (Array.isArray(piece)) yield part(side, `${side} ${i}`, "chain", piece, owner);
      else yield part(side, `${side} ${i}`, "chain", piece.segment, [...owner, "segment"], owner);
    }
  for (const [i, one] of (scene.barriers ?? []).entries())
    if (here(one))
      yield part(
        "barrier",
        `barrier ${i}`,
        "chain",
        one.segment,
        ["barriers", i, "segment"],
        ["barriers", i],
      );
  for (const [i, one] of (scene.weights ?? []).entries())
    if (here(one))
      yield part("weight", `weight ${i}`, "point", [one.vertex], ["weights", i, "vertex"], ["weights", i]);
}

function* measurements(scene: AnyScene, here: Here): Generator<Part> {
  for (const [name, one] of Object.entries(scene.measurements ?? {})) {
    if (!here(one)) continue;
    const { polygon, segment } = one;
    const owner = ["measurements", name];
    if (polygon) yield part("area", `area ${name}`, "ring", polygon, [...owner, "polygon"], owner);
    else if (segment) yield part("line", `line ${name}`, "chain", segment, [...owner, "segment"], owner);
  }
}

function* terrain(scene: AnyScene, here: Here): Generator<Part> {
  for (const [i, zone] of (scene.zones ?? []).entries())
    if (here(zone))
      yield part("zone", `zone ${i}`, "ring", zone.polygon, ["zones", i, "polygon"], ["zones", i]);
}

function* routes(scene: AnyScene, here: Here): Generator<Part> {
  for (const [i, route] of (scene.routes ?? []).entries()) {
    if (!here(route)) continue;
    for (const [k, stroke] of route.strokes.entries())
      yield part("route", `route ${route.name}`, stroke.length > 1 ? "chain" : "places", stroke, [
        "routes",
        i,
        "strokes",
        k,
      ]);
  }
}

/** Stairs that begin or end on a level, and doors of lifts. A connection has one id, on whichever level it is seen. */
function* connections(scene: AnyScene, level: number): Generator<Part> {
  if (!isBuilding(scene)) return;
  const { name } = scene.levels[level];
  for (const [i, connection] of (scene.connections ?? []).entries()) {
    if (!joinedBy(connection).includes(name)) continue;
    const owner = ["connections", i];
    const label = connection.name ?? `${connection.kind} ${i}`;
    const found =
      connection.kind === "lift"
        ? part("lift", label, "chain", connection.at[name], [...owner, "at", name], owner)
        : part("stairs", label, "ring", footprintOf(connection), owner);
    yield { ...found, id: owner.join("/") };
  }
}

/** The outline of a level, or of the plan. */
export function outlineOf(scene: AnyScene, level: number): readonly Point[] {
  return valueAt(scene, [...floorPath(scene, level), "boundary"]) as readonly Point[];
}

/** Every part of a scene, or of one level of a building, the lowest first. */
export function partsOf(scene: AnyScene, level = 0): Part[] {
  const here = onLevel(scene, level);
  return [
    part("boundary", "outline", "ring", outlineOf(scene, level), [...floorPath(scene, level), "boundary"]),
    ...terrain(scene, here),
    ...measurements(scene, here),
    ...crowd(scene, here),
    ...obstacles(scene, level),
    ...connections(scene, level),
    ...openings(scene, here),
    ...goals(scene, here),
    ...routes(scene, here),
  ];
}

/** How far a point is from a part, in metres: 0 inside an area that one can grab anywhere. */
export function distanceToPart({ shape, points, kind }: Part, p: Point): number {
  if (shape === "point" || shape === "places")
    return points.reduce((least, q) => Math.min(least, distance(p, q)), Infinity);
  // The outline is grabbed by its edge: everything lies inside it.
  if (shape === "ring" && kind !== "boundary" && insideRing(points, p)) return 0;
  let least = Infinity;
  const count = shape === "ring" ? points.length : points.length - 1;
  for (let i = 0; i < count; i++)
    least = Math.min(least, distanceToSegment(p, points[i], points[(i + 1) % points.length]));
  return least;
}

/** The part under a point: the smallest of those within reach, so that what lies inside another can be had. */
export function partAt(parts: readonly Part[], p: Point, reach: number): Part | null {
  let best: Part | null = null;
  let rank = Infinity;
  for (const candidate of parts) {
    const away = distanceToPart(candidate, p);
    if (away > reach) continue;
    const score = (candidate.shape === "ring" ? 1e6 + extentOf(candidate.points) : 0) + away;
    if (score <= rank) [best, rank] = [candidate, score];
  }
  return best;
}

function extentOf(points: readonly Point[]): number {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return Math.min(maxX - minX + maxY - minY, 1e5);
}

/** The part that a finding speaks of: `obstacles[3].polygon[2]` is of `obstacles/3/polygon`. */
export function partOfFinding(parts: readonly Part[], where: string): Part | null {
  const keys = [...where.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g)].map(
    ([, quoted, index, plain]) => quoted ?? index ?? plain,
  );
  const starts = (path: Path): boolean =>
    keys.length > 0 && path.slice(0, keys.length).join("/") === keys.slice(0, path.length).join("/");
  return parts.find(({ path }) => starts(path)) ?? parts.find(({ owner }) => starts(owner)) ?? null;
}
