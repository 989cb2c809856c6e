/**
 * The scene file, version 1: its schema, its type, and reading it from unknown data.
 *
 * The schema is the only place that knows which keys exist and what they may hold; the TypeScript type and the
 * published `schema/scene.json` are derived from it. What the numbers mean together (does the boundary cross
 * itself, does a goal lie in a wall) is decided in `check.ts`.
 */
import { z } from "zod";
import { InputError } from "../errors.js";

/** Coordinates are 0 or of a magnitude within these; products of four stay exact to the predicates. */
export const COORDINATE_RANGE = Object.freeze({ least: 1e-50, greatest: 1e12 });

const coordinate = z
  .number()
  .refine(
    (v) => v === 0 || (Math.abs(v) >= COORDINATE_RANGE.least && Math.abs(v) <= COORDINATE_RANGE.greatest),
    { error: "a coordinate is 0 or has a magnitude from 1e-50 to 1e12" },
  )
  .meta({ description: "A coordinate in metres; y points up." });
const point = z.tuple([coordinate, coordinate]).meta({ description: "A point [x, y]." });
const segment = z.tuple([point, point]).meta({ description: "A segment [[x, y], [x, y]]." });
const ring = z.array(point).min(3).meta({ description: "A closed ring; the first point is not repeated." });

const positive = z.number().positive();
const notNegative = z.number().nonnegative();
const label = z.string().min(1).max(200);

const obstacleKeyframe = z.strictObject({
  time: notNegative.meta({ description: "Seconds from the start." }),
  offset: point.optional().meta({ description: "Displacement from the drawn place; linear between frames." }),
  present: z.boolean().optional().meta({ description: "Whether the obstacle stands from this frame on." }),
});

const goalKeyframe = z.strictObject({
  time: notNegative.meta({ description: "Seconds from the start." }),
  offset: point.optional().meta({ description: "Displacement from the drawn place; linear between frames." }),
  points: z.array(point).optional().meta({ description: "The goal's points at this frame." }),
  segments: z.array(segment).optional().meta({ description: "The goal's segments at this frame." }),
  open: z.boolean().optional().meta({ description: "Whether the goal takes agents from this frame on." }),
});

const inOrder = (frames: readonly { time: number }[]): boolean =>
  frames.every((frame, i) => i === 0 || frames[i - 1].time < frame.time);
const ORDER = { error: "the times of a schedule must increase" };

/** One of several keys, exactly: said in the error and in the JSON Schema alike. */
function exactlyOne<T extends z.ZodObject>(schema: T, keys: readonly string[]): T {
  const list = keys.join(", ");
  return schema
    .refine(
      (value) => keys.filter((key) => (value as Record<string, unknown>)[key] !== undefined).length === 1,
      {
        error: `exactly one of these keys is needed: ${list}`,
      },
    )
    .meta({ oneOf: keys.map((key) => ({ required: [key] })) }) as unknown as T;
}

const obstacle = exactlyOne(
  z.strictObject({
    polygon: ring.optional(),
    segment: segment.optional(),
    point: point.optional(),
    schedule: z.array(obstacleKeyframe).min(1).refine(inOrder, ORDER).optional(),
  }),
  ["polygon", "segment", "point"],
);

const goal = z
  .strictObject({
    points: z.array(point).optional(),
    segments: z.array(segment).optional(),
    start: notNegative.optional().meta({ description: "Distance already counted at the goal, in metres." }),
    schedule: z.array(goalKeyframe).min(1).refine(inOrder, ORDER).optional(),
  })
  .refine((g) => (g.points?.length ?? 0) + (g.segments?.length ?? 0) > 0, {
    error: "a goal needs at least one point or segment",
  });

const weight = z.strictObject({
  vertex: point,
  speed: z.number().min(1).meta({ description: "Speed factor from this vertex on; at least 1." }),
});

const barrier = z.strictObject({
  segment,
  weight: z.number().min(1).meta({ description: "Cost factor beyond the barrier; at least 1." }),
  side: z
    .enum(["left", "right"])
    .optional()
    .meta({ description: "The weighted side of the directed segment." }),
});

const speed = z.union([
  positive,
  z
    .strictObject({ mean: positive, deviation: notNegative, min: positive, max: positive })
    .refine((s) => s.min <= s.mean && s.mean <= s.max, { error: "min <= mean <= max is required" }),
  z
    .strictObject({ min: positive, max: positive })
    .refine((s) => s.min <= s.max, { error: "min <= max is required" }),
]);

const planner = z.enum(["pathmap", "potential", "roadmap", "flow"]);

const behaviour = z.strictObject({
  type: z.enum([
    "constant",
    "harmonic",
    "sinusoid",
    "double-sine",
    "towards",
    "away",
    "orthogonal",
    "keep-right",
    "keep-to-wall",
    "random",
    "curve",
    "empty-circle",
    "random-point",
  ]),
  epsilon: z.number().optional().meta({ description: "How much v counts; |epsilon| max(|x|, |y|) < 2." }),
  vector: z
    .union([z.tuple([z.number(), z.number()]), z.literal("random")])
    .optional()
    .meta({ description: "v of `constant`; `random` gives everyone one of their own." }),
  amplitude: z.number().optional(),
  period: positive.optional().meta({ description: "Seconds." }),
  target: z
    .union([point, label])
    .optional()
    .meta({ description: "A place or a goal's name; where absent, the nearest person in sight." }),
  sight: positive.optional().meta({ description: "Metres within which others ahead are noticed." }),
  curve: z.array(point).min(2).optional(),
  threshold: notNegative
    .optional()
    .meta({ description: "Metres between surfaces at which space is negotiated; 0 for never." }),
  goalFocus: z.boolean().optional().meta({ description: "Whether to head for the goal where no way leads." }),
});

const localMap = z.strictObject({
  size: z.int().min(5).max(255).optional(),
  cell: positive.optional(),
  relaxations: z.int().min(1).max(100000).optional(),
  mapping: z.enum(["full", "cone"]).optional(),
});

const motion = z.strictObject({
  rule: z.enum(["gradient", "mean", "mass", "inertia"]),
  mass: notNegative.optional(),
  eta: z.number().min(0).max(1).optional(),
  speedTable: z.boolean().optional(),
});

const avoidance = z.strictObject({
  method: z.enum(["orca", "none"]),
  horizon: positive.optional(),
  obstacleHorizon: positive.optional(),
  neighbours: z.int().min(0).optional(),
  range: positive.optional(),
});

const profile = z.strictObject({
  radius: notNegative.max(1000),
  speed: speed.meta({
    description:
      "Free walking speed in m/s; with mean and deviation a truncated normal distribution, with min and max alone a uniform one.",
  }),
  acceleration: positive.optional(),
  reaction: notNegative.optional().meta({ description: "Seconds before the first step." }),
  behaviour: behaviour.optional(),
  localMap: localMap.optional(),
  motion: motion.optional(),
  avoidance: avoidance.optional(),
});

const spawn = exactlyOne(
  z.strictObject({
    segment: segment.optional(),
    polygon: ring.optional(),
    count: z.int().min(1).max(10_000_000),
    rate: positive.optional().meta({ description: "Agents per second; all at once where absent." }),
    start: notNegative.optional().meta({ description: "Seconds before the first one." }),
    profile: label.optional(),
    planner: planner.optional().meta({ description: "What guides this group; else `simulation.planner`." }),
    goals: z
      .array(z.union([label, z.array(label).min(1)]))
      .min(1)
      .meta({ description: "Visited in this order; an inner array means the nearest of these." }),
  }),
  ["segment", "polygon"],
);

const schema = z
  .strictObject({
    $schema: z.string().optional(),
    format: z.literal("wayfield-scene"),
    version: z.literal(1),
    name: z.string().max(1000).optional(),
    boundary: ring.meta({ description: "A simple polygon, any orientation: the walkable outline." }),
    obstacles: z.array(obstacle).optional(),
    goals: z.record(label, goal).optional(),
    weights: z.array(weight).optional(),
    barriers: z.array(barrier).optional(),
    flow: z
      .strictObject({
        source: z.array(segment).min(1),
        sink: z.array(segment).min(1),
        lanes: z
          .enum(["taut", "contours"])
          .optional()
          .meta({ description: "For crowds on lanes: pulled taut, as by default, or as the flow runs." }),
        spacing: z.enum(["bodies", "lane"]).optional().meta({
          description:
            "How near people follow each other on a lane: so that bodies never touch, as by default, or 2 radii along the lane.",
        }),
      })
      .optional(),
    profiles: z.record(label, profile).optional(),
    spawns: z.array(spawn).optional(),
    simulation: z
      .strictObject({
        planner: planner.optional(),
        step: positive.max(10).optional(),
        duration: positive.optional(),
        seed: z.int().min(0).max(4294967295).optional(),
      })
      .optional(),
    bottleneck: z
      .strictObject({
        weight: z.number().min(1).optional(),
        threshold: z.int().min(1).optional(),
        interval: positive.optional(),
        adaptive: z.boolean().optional(),
      })
      .optional(),
    groups: z.unknown().optional().meta({ description: "Reserved." }),
    routes: z.unknown().optional().meta({ description: "Reserved." }),
    terrain: z.unknown().optional().meta({ description: "Reserved." }),
    levels: z.unknown().optional().meta({ description: "Reserved." }),
  })
  .meta({
    id: "wayfield-scene",
    title: "Wayfield scene, version 1",
    description:
      "A plan with obstacles, goals, flow pieces and a crowd. Units are metres and seconds; y points up.",
  });

/**
 * Everything a scene file may hold. Units are metres, seconds and m/s; y points up.
 *
 * @useDeclaredType
 */
export type Scene = z.infer<typeof schema>;

/** A scene as it is written in code: `format` and `version` may be left out. */
export type SceneInput = Omit<Scene, "format" | "version"> & Partial<Pick<Scene, "format" | "version">>;

/** One obstacle: a polygon, a segment or a point. */
export type Obstacle = NonNullable<Scene["obstacles"]>[number];

/** One named goal: points, segments, or both. */
export type Goal = NonNullable<Scene["goals"]>[string];

/** What the schema finds wrong, at most this many findings. */
const MOST_PROBLEMS = 100;

/** One thing the schema finds wrong. */
export interface SceneProblem {
  readonly where: string;
  readonly what: string;
}

/** `["obstacles", 2, "polygon", 0]` as `obstacles[2].polygon[0]`. */
function placeOf(path: readonly PropertyKey[]): string {
  let place = "";
  for (const key of path) {
    if (typeof key === "number") place += `[${key}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(String(key))) place += place ? `.${String(key)}` : String(key);
    else place += `[${JSON.stringify(key)}]`;
  }
  return place;
}

/** A value as an error shows it: short, on one line. */
function shown(value: unknown): string {
  if (typeof value === "number" || value === undefined) return String(value);
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return value;
}

function explain(data: unknown, issue: z.core.$ZodIssue): SceneProblem {
  const given = valueAt(data, issue.path);
  const where = placeOf(issue.path);
  if (issue.code === "unrecognized_keys") {
    const keys = issue.keys.map((key) => JSON.stringify(key)).join(", ");
    return { where, what: `unknown ${issue.keys.length > 1 ? "keys" : "key"} ${keys}` };
  }
  if (given === undefined && issue.path.length > 0) return { where, what: "is missing" };
  if (where === "version") return { where, what: `only version 1 can be read; given: ${shown(given)}` };
  const message = issue.message.replace(/^Invalid input: /, "").replace(/^Invalid (option|key): /, "");
  return { where, what: `${message}; given: ${shown(given)}` };
}

/** Everything the schema finds wrong with `data`; empty for a well-formed scene. */
export function sceneProblems(data: unknown): SceneProblem[] {
  const result = schema.safeParse(data);
  if (result.success) return [];
  if (isEmpty(data)) return [{ where: "", what: EMPTY }];
  return result.error.issues.slice(0, MOST_PROBLEMS).map((issue) => explain(data, issue));
}

const EMPTY = "the scene is empty; format, version and boundary are needed";

/** Whether it is `{}`: one fault, not one for each key that is missing. */
function isEmpty(data: unknown): boolean {
  return typeof data === "object" && data !== null && !Array.isArray(data) && Object.keys(data).length === 0;
}

/**
 * Reads a scene from parsed JSON.
 *
 * @throws InputError naming the first thing that does not fit the schema.
 */
export function parseScene(data: unknown): Scene {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const { where, what } = sceneProblems(data)[0];
  const more = isEmpty(data) ? 0 : result.error.issues.length - 1;
  throw new InputError(more > 0 ? `${what} (and ${more} more)` : what, where);
}

/** Reads a scene written in code, where `format` and `version` may be left out. */
export function completeScene(input: SceneInput): Scene {
  return parseScene({ format: "wayfield-scene", version: 1, ...input });
}

/** The JSON Schema of scene files, as published in `schema/scene.json`. */
export function sceneJsonSchema(): object {
  return z.toJSONSchema(schema, { target: "draft-2020-12", io: "input" });
}
