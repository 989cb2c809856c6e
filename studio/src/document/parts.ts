/**
 * What can be seen and selected in a scene, as one list: every part has a name of its own, a shape, and places in the scene
 * where its shape stands and where it can be taken out.
 */
import type { Point, Scene } from "wayfield";
import { distance, distanceToSegment, insideRing } from "./planar.js";

/** What a part is; the rail has a tool for each. */
type PartKind =
  | "boundary"
  | "block"
  | "wall"
  | "post"
  | "goal"
  | "door"
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

function* obstacles(scene: Scene): Generator<Part> {
  for (const [i, obstacle] of (scene.obstacles ?? []).entries()) {
    const owner = ["obstacles", i];
    const { polygon, segment, point } = obstacle;
    if (polygon) yield part("block", `block ${i}`, "ring", polygon, [...owner, "polygon"], owner);
    else if (segment) yield part("wall", `wall ${i}`, "chain", segment, [...owner, "segment"], owner);
    else if (point) yield part("post", `post ${i}`, "point", [point], [...owner, "point"], owner);
  }
}

function* goals(scene: Scene): Generator<Part> {
  for (const [name, { points = [], segments = [] }] of Object.entries(scene.goals ?? {})) {
    const label = `goal ${name}`;
    for (const [i, point] of points.entries())
      yield part("goal", label, "point", [point], ["goals", name, "points", i]);
    for (const [i, segment] of segments.entries())
      yield part("goal", label, "chain", segment, ["goals", name, "segments", i]);
  }
}

function* crowd(scene: Scene): Generator<Part> {
  for (const [i, { polygon, segment, places }] of (scene.spawns ?? []).entries()) {
    const owner = ["spawns", i];
    const label = `people ${i}`;
    if (polygon) yield part("spawn", label, "ring", polygon, [...owner, "polygon"], owner);
    else if (segment) yield part("spawn", label, "chain", segment, [...owner, "segment"], owner);
    else if (places) yield part("spawn", label, "places", places, [...owner, "places"], owner);
  }
  for (const [name, { line }] of Object.entries(scene.queues ?? {}))
    yield part("queue", `queue ${name}`, "chain", line, ["queues", name, "line"], ["queues", name]);
  for (const [name, { polygon, points }] of Object.entries(scene.waiting ?? {})) {
    const owner = ["waiting", name];
    if (polygon) yield part("waiting", `waiting ${name}`, "ring", polygon, [...owner, "polygon"], owner);
    else if (points) yield part("waiting", `waiting ${name}`, "places", points, [...owner, "points"], owner);
  }
}

function* openings(scene: Scene): Generator<Part> {
  for (const [i, { segment }] of (scene.doors ?? []).entries())
    yield part("door", `door ${i}`, "chain", segment, ["doors", i, "segment"], ["doors", i]);
  for (const side of ["source", "sink"] as const)
    for (const [i, segment] of (scene.flow?.[side] ?? []).entries())
      yield part(side, `${side} ${i}`, "chain", segment, ["flow", side, i]);
  for (const [i, { segment }] of (scene.barriers ?? []).entries())
    yield part("barrier", `barrier ${i}`, "chain", segment, ["barriers", i, "segment"], ["barriers", i]);
  for (const [i, { vertex }] of (scene.weights ?? []).entries())
    yield part("weight", `weight ${i}`, "point", [vertex], ["weights", i, "vertex"], ["weights", i]);
}

function* measurements(scene: Scene): Generator<Part> {
  for (const [name, { polygon, segment }] of Object.entries(scene.measurements ?? {})) {
    const owner = ["measurements", name];
    if (polygon) yield part("area", `area ${name}`, "ring", polygon, [...owner, "polygon"], owner);
    else if (segment) yield part("line", `line ${name}`, "chain", segment, [...owner, "segment"], owner);
  }
}

function* terrain(scene: Scene): Generator<Part> {
  for (const [i, { polygon }] of (scene.zones ?? []).entries())
    yield part("zone", `zone ${i}`, "ring", polygon, ["zones", i, "polygon"], ["zones", i]);
}

function* routes(scene: Scene): Generator<Part> {
  for (const [i, { name, strokes }] of (scene.routes ?? []).entries())
    for (const [k, stroke] of strokes.entries())
      yield part("route", `route ${name}`, stroke.length > 1 ? "chain" : "places", stroke, [
        "routes",
        i,
        "strokes",
        k,
      ]);
}

/** Every part of a scene, the lowest first. */
export function partsOf(scene: Scene): Part[] {
  return [
    part("boundary", "outline", "ring", scene.boundary, ["boundary"]),
    ...terrain(scene),
    ...measurements(scene),
    ...crowd(scene),
    ...obstacles(scene),
    ...openings(scene),
    ...goals(scene),
    ...routes(scene),
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
