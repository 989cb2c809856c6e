/**
 * The scene file, version 1: its type, and reading it from unknown data.
 *
 * Which keys exist and what they may hold is said in `scene-schema.ts` alone, from which the type and the validator's
 * table are made. What the numbers mean together (does the boundary cross itself, does a goal lie in a wall) is decided
 * in `check.ts`. Plans of one floor are read here; `any-scene.ts` knows buildings too.
 */
import { InputError } from "../errors.js";
import { type BuildingScene, SCENE_SHAPE, type Scene } from "./scene-compiled.js";
import { type Problem, type Shape, validate } from "./validate.js";

export type { BuildingScene, Scene } from "./scene-compiled.js";
export { COORDINATE_RANGE } from "./scene-rules.js";

/** A scene as it is written in code: `format` and `version` may be left out. */
export type SceneInput = Omit<Scene, "format" | "version"> & Partial<Pick<Scene, "format" | "version">>;

/** A building as it is written in code: `format` and `version` may be left out. */
export type BuildingInput = Omit<BuildingScene, "format" | "version"> &
  Partial<Pick<BuildingScene, "format" | "version">>;

/** What a scene file holds: the plan of one floor, or a building. */
export type AnyScene = Scene | BuildingScene;

/** One obstacle: a polygon, a segment or a point. */
export type Obstacle = NonNullable<Scene["obstacles"]>[number];

/** One named goal: points, segments, or both. */
export type Goal = NonNullable<Scene["goals"]>[string];

/** What the schema finds wrong, at most this many findings. */
const MOST_PROBLEMS = 100;

/** One thing the schema finds wrong. */
export interface SceneProblem {
  /** The place, such as `obstacles[3].polygon[0]`; empty when the whole scene is meant. */
  readonly where: string;
  /** What is expected there, and what was given. */
  readonly what: string;
}

/** `["obstacles", 2, "polygon", 0]` as `obstacles[2].polygon[0]`. */
export function placeOf(path: Problem["path"]): string {
  let place = "";
  for (const key of path) {
    if (typeof key === "number") place += `[${key}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(key)) place += place ? `.${key}` : key;
    else place += `[${JSON.stringify(key)}]`;
  }
  return place;
}

function explain({ path, what }: Problem): SceneProblem {
  const where = placeOf(path);
  return {
    where,
    what: where === "version" ? what.replace("expected 1", "only version 1 can be read") : what,
  };
}

/** Whether a scene, or what is to become one, has levels. */
export function isBuilding(scene: object): scene is BuildingScene {
  return "levels" in scene && scene.levels !== undefined;
}

/** The scene, or everything the schema finds wrong with `data` and how much that is. */
export interface Read {
  readonly scene: AnyScene | null;
  readonly problems: SceneProblem[];
  readonly count: number;
}

/** Reads data as a shape has it. */
export function readAs(shape: Shape, data: unknown): Read {
  if (isObject(data) && Object.keys(data).length === 0) {
    const what = "the scene is empty; format, version and boundary, or levels, are needed";
    return { scene: null, problems: [{ where: "", what }], count: 1 };
  }
  const { value, problems, count } = validate(shape, data, MOST_PROBLEMS);
  return { scene: count === 0 ? (value as AnyScene) : null, problems: problems.map(explain), count };
}

/** Whether something is an object with keys. */
export function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/**
 * The scene that was read.
 *
 * @throws InputError naming the first thing that does not fit the schema.
 */
export function sceneOf({ scene, problems, count }: Read): AnyScene {
  if (scene) return scene;
  const { where, what } = problems[0];
  throw new InputError(count > 1 ? `${what} (and ${count - 1} more)` : what, where);
}

/**
 * Reads a plan of one floor from parsed JSON; the result is a copy.
 *
 * @throws InputError naming the first thing that does not fit the schema, and for a building.
 */
export function parseScene(data: unknown): Scene {
  if (isObject(data)) planOnly(data as AnyScene);
  return sceneOf(readAs(SCENE_SHAPE, data)) as Scene;
}

/**
 * A scene that is the plan of one floor.
 *
 * @throws InputError for a building
 */
export function planOnly(scene: AnyScene): Scene {
  if (isBuilding(scene))
    throw new InputError("the scene is a building, and a plan of one floor is needed here", "levels");
  return scene;
}

/** Reads a scene written in code, where `format` and `version` may be left out. */
export function completeScene(input: SceneInput): Scene {
  return parseScene({ format: "wayfield-scene", version: 1, ...input });
}
