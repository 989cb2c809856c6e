/**
 * What GeoJSON, DXF and SVG share: a drawing of shapes with roles. `scene-of-drawing.ts` turns one into a scene;
 * `drawingOf` is the way back.
 */
import type { Area, Point, Ring } from "../geometry/index.js";
import type { Obstacle, Scene } from "../world/index.js";

/** Which part of a scene a shape is. */
export type Role =
  | "boundary"
  | "obstacle"
  | "goal"
  | "source"
  | "sink"
  | "barrier"
  | "weight"
  | "spawn"
  | "ignore";

/** The geometry of a shape. */
export type Geometry =
  | { readonly kind: "area"; readonly areas: readonly Area[] }
  | { readonly kind: "line"; readonly points: readonly Point[] }
  | { readonly kind: "point"; readonly point: Point };

/** One thing drawn. */
export interface Shape {
  readonly role: Role | null;
  readonly geometry: Geometry;
  /** Everything else the scene keeps of it: `name`, `count`, `schedule` and so on. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Its place in the file, for errors. */
  readonly where: string;
}

/** A drawing: its shapes, and the parts of a scene that have no place (`name`, `profiles`, `simulation`…). */
export interface Drawing {
  readonly shapes: readonly Shape[];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The words for roles in layer names, classes and ids. */
const ROLE_WORDS: Readonly<Record<string, Role>> = {
  boundary: "boundary",
  walkable: "boundary",
  outline: "boundary",
  obstacle: "obstacle",
  wall: "obstacle",
  goal: "goal",
  exit: "goal",
  source: "source",
  sink: "sink",
  barrier: "barrier",
  weight: "weight",
  spawn: "spawn",
  ignore: "ignore",
};

/** Scene keys that are shapes; all others are settings. */
const SHAPE_KEYS: ReadonlySet<string> = new Set([
  "format",
  "version",
  "boundary",
  "obstacles",
  "goals",
  "weights",
  "barriers",
  "flow",
  "spawns",
]);

/** A label such as `GOALS-north` or `wall` as a role and the name after it; null when it names no role. */
export function roleOf(label: string): { role: Role; name: string } | null {
  const match = /^([a-z]+?)s?(?:[-_ .:]+(.+))?$/i.exec(label.trim());
  const word = match?.[1].toLowerCase() ?? "";
  if (!match || !Object.hasOwn(ROLE_WORDS, word)) return null;
  return { role: ROLE_WORDS[word], name: match[2] ?? "" };
}

/** Values from a shape's properties, only those that are there. */
export function pick(
  properties: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    keys
      .filter((key) => properties[key] !== undefined && properties[key] !== null)
      .map((key) => [key, properties[key]]),
  );
}

const area = (ring: Ring): Geometry => ({ kind: "area", areas: [{ outer: ring, holes: [] }] });
const line = (segment: readonly [Point, Point]): Geometry => ({ kind: "line", points: segment });
const dot = (point: Point): Geometry => ({ kind: "point", point });

function obstacleGeometry(obstacle: Obstacle): Geometry {
  if (obstacle.polygon) return area(obstacle.polygon);
  return obstacle.segment ? line(obstacle.segment) : dot(obstacle.point!);
}

/** A scene as a drawing: every part of it is a shape or a setting. */
export function drawingOf(scene: Scene): Drawing {
  const shapes: Shape[] = [];
  const add = (role: Role, geometry: Geometry, properties: Record<string, unknown> = {}): void => {
    shapes.push({ role, geometry, properties, where: "" });
  };
  add("boundary", area(scene.boundary));
  for (const obstacle of scene.obstacles ?? []) {
    add("obstacle", obstacleGeometry(obstacle), pick(obstacle, ["schedule"]));
  }
  for (const [name, goal] of Object.entries(scene.goals ?? {})) {
    // What belongs to the whole goal travels with its first shape.
    let more = pick(goal, ["start", "schedule"]);
    for (const geometry of [...(goal.points ?? []).map(dot), ...(goal.segments ?? []).map(line)]) {
      add("goal", geometry, { name, ...more });
      more = {};
    }
  }
  for (const { vertex, ...more } of scene.weights ?? []) add("weight", dot(vertex), more);
  for (const { segment, ...more } of scene.barriers ?? []) add("barrier", line(segment), more);
  for (const segment of scene.flow?.source ?? []) add("source", line(segment));
  for (const segment of scene.flow?.sink ?? []) add("sink", line(segment));
  for (const { polygon, segment, ...more } of scene.spawns ?? []) {
    add("spawn", polygon ? area(polygon) : line(segment!), more);
  }
  const settings = Object.fromEntries(
    Object.entries(scene).filter(([key, value]) => !SHAPE_KEYS.has(key) && value !== undefined),
  );
  return { shapes, settings };
}
