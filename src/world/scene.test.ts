import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { Random } from "../numerics/index.js";
import { parseAnyScene, sceneProblems } from "./any-scene.js";
import { type BuildingScene, completeScene, parseScene, type Scene } from "./scene.js";
import { BUILDING_SHAPE, SCENE_SHAPE } from "./scene-compiled.js";
import { buildingSchema, sceneSchema } from "./scene-schema.js";
import { validate } from "./validate.js";

type Json = Record<string, unknown>;

/** JSON Schema of scenes as zod writes it: it shares nothing with the table of the validator. */
const published = (schema: z.ZodType, id: string): Json =>
  (z.toJSONSchema(schema, { io: "input" }).$defs as Json)[id] as Json;

/** Plans of one floor and buildings: their schema, their table, and their JSON Schema. */
const KINDS = [
  { kind: "plans", schema: sceneSchema, shape: SCENE_SHAPE, json: published(sceneSchema, "wayfield-scene") },
  {
    kind: "buildings",
    schema: buildingSchema,
    shape: BUILDING_SHAPE,
    json: published(buildingSchema, "wayfield-building"),
  },
];

/** A random value that a JSON Schema describes; rules beyond it (times that increase) are broken now and then. */
function someValue(schema: Json, random: Random): unknown {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum as unknown[]);
  if (schema.anyOf) return someValue(pick(schema.anyOf as Json[]), random);
  switch (schema.type) {
    case "string":
      return pick(["a", "exit", "north door", "Größe"]);
    case "boolean":
      return random.unit() < 0.5;
    case "integer":
      return Math.max(Number(schema.minimum ?? 0), 1) + random.below(4);
    case "number":
      return Math.max(Number(schema.minimum ?? 0.5), 0.5) + random.below(3) / 2;
    case "array": {
      if (schema.prefixItems) return (schema.prefixItems as Json[]).map((item) => someValue(item, random));
      const length = Number(schema.minItems ?? 0) + random.below(3);
      const list = Array.from({ length }, () => someValue(schema.items as Json, random)) as {
        time?: number;
      }[];
      // Times stand in order, but now and then two are the same.
      return list.sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
    }
  }
  if (schema.additionalProperties) {
    const names = ["a", "exit", "x y"].slice(random.below(3));
    return Object.fromEntries(
      names.map((key) => [key, someValue(schema.additionalProperties as Json, random)]),
    );
  }
  const properties = schema.properties as Record<string, Json>;
  const needed = new Set(schema.required as string[]);
  const choice = schema.oneOf ? pick(schema.oneOf as { required: string[] }[]).required[0] : "";
  const alternatives = new Set(
    (schema.oneOf as { required: string[] }[] | undefined)?.map((o) => o.required[0]),
  );
  const kept = Object.keys(properties).filter((key) =>
    alternatives.has(key) ? key === choice : needed.has(key) || random.unit() < 0.7,
  );
  const needs = (schema.dependentRequired ?? {}) as Record<string, string[]>;
  const whole = kept.filter((key) => (needs[key] ?? []).every((other) => kept.includes(other)));
  return Object.fromEntries(whole.map((key) => [key, someValue(properties[key], random)]));
}

const STRANGE = [
  null,
  undefined,
  true,
  0,
  -1,
  0.5,
  2,
  1e13,
  1e-60,
  2 ** 60,
  Number.NaN,
  Infinity,
  "",
  "x",
  "pathmap",
  "a".repeat(2000),
  [],
  [1, 2],
  [1, 2, 3],
  [[0, 0]],
  ["a", 1],
  {},
  { x: 1 },
  { min: 2, max: 1 },
  { mean: 1 },
];

/** Puts something strange somewhere. */
function mutate(data: unknown, random: Random): unknown {
  const isLeaf = typeof data !== "object" || data === null || Object.keys(data).length === 0;
  if (isLeaf || random.unit() < 0.06) return STRANGE[random.below(STRANGE.length)];
  if (Array.isArray(data)) {
    const copy = [...data];
    const at = random.below(copy.length);
    const what = random.unit();
    if (what < 0.06) copy.splice(at, 1);
    else if (what < 0.12) copy.push(copy[at]);
    else if (what < 0.18) copy.reverse();
    else copy[at] = mutate(copy[at], random);
    return copy;
  }
  const copy: Json = { ...data };
  const keys = Object.keys(copy);
  const key = keys[random.below(keys.length)];
  const what = random.unit();
  if (what < 0.06) delete copy[key];
  else if (what < 0.12) copy[`${key}s`] = copy[key];
  else if (what < 0.16) copy.polygon = copy[key];
  else if (what < 0.2) copy[""] = copy[key];
  else copy[key] = mutate(copy[key], random);
  return copy;
}

type Path = readonly PropertyKey[];

/**
 * A place, up to the first value that may be one of several things: zod complains of such a value as a whole, and we of
 * what is wrong with the thing that was probably meant.
 */
function placeOf(path: Path, json: Json): string {
  let schema: Json | undefined = json;
  const place: PropertyKey[] = [];
  for (const key of path) {
    if (!schema || schema.anyOf) break;
    place.push(key);
    const inside: unknown =
      (schema.properties as Json | undefined)?.[key as string] ??
      (schema.prefixItems as Json[] | undefined)?.[key as number] ??
      schema.items ??
      schema.additionalProperties;
    schema = inside as Json | undefined;
  }
  return place.map(String).join("/");
}

/** The places that a check complains of, in a fixed order. */
const placesOf = (problems: readonly { readonly path: Path }[], json: Json): string[] =>
  [...new Set(problems.map(({ path }) => placeOf(path, json)))].sort();

describe("the compiled validator", () => {
  it.each(KINDS)(
    "says what zod says of 4,000 random $kind, most of them mutated, seed 14",
    ({ schema, shape, json }) => {
      const random = new Random(14);
      const verdicts = { accepted: 0, refused: 0 };
      for (let i = 0; i < 4000; i++) {
        let data = someValue(json, random);
        for (let n = random.below(4); n > 0; n--) data = mutate(data, random);
        const zod = schema.safeParse(data);
        const ours = validate(shape, data, Infinity);
        expect(placesOf(ours.problems, json), JSON.stringify(data)).toEqual(
          placesOf(zod.error?.issues ?? [], json),
        );
        expect(ours.count).toBe(ours.problems.length);
        if (zod.success) expect(ours.value).toEqual(zod.data);
        verdicts[zod.success ? "accepted" : "refused"]++;
      }
      // Few that are put together at random obey every rule: shares that sum to 1, one of several keys.
      expect(verdicts.accepted).toBeGreaterThan(10);
      expect(verdicts.refused).toBeGreaterThan(2000);
    },
  );

  it("has the type that zod infers", () => {
    expectTypeOf<Scene>().toEqualTypeOf<z.infer<typeof sceneSchema>>();
    expectTypeOf<BuildingScene>().toEqualTypeOf<z.infer<typeof buildingSchema>>();
  });

  it("copies what it accepts", () => {
    const scene = completeScene({
      boundary: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
      name: undefined,
    });
    expect(Object.keys(scene)).toEqual(["format", "version", "boundary"]);
    const again = parseScene(scene);
    again.boundary[0][0] = 5;
    expect(scene.boundary[0]).toEqual([0, 0]);
  });

  it("counts every problem of a large scene and lists 100", () => {
    const data = {
      format: "wayfield-scene",
      version: 1,
      boundary: Array.from({ length: 50_000 }, () => [0, "x"]),
    };
    expect(sceneProblems(data)).toHaveLength(100);
    expect(() => parseScene(data)).toThrow('boundary[0][1]: expected number; given: "x" (and 49999 more)');
  });
});

describe("a scene is refused in words", () => {
  const base = {
    format: "wayfield-scene",
    version: 1,
    boundary: [
      [0, 0],
      [9, 0],
      [9, 9],
    ],
  };
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  const profiles = (profile: object): object => ({
    ...base,
    profiles: { p: { radius: 0.2, speed: 1, ...profile } },
  });
  const spawns = (spawn: object): object => ({
    ...base,
    spawns: [
      {
        segment: [
          [0, 0],
          [1, 0],
        ],
        count: 1,
        goals: ["a"],
        ...spawn,
      },
    ],
  });

  it.each<[object, string]>([
    [{ ...base, obstacels: [] }, 'unknown key "obstacels" (did you mean "obstacles"?)'],
    [{ ...base, colour: 1, Goals: {} }, 'unknown keys "colour", "Goals" (did you mean "goals"?)'],
    [spawns({ cuont: 2 }), 'spawns[0]: unknown key "cuont" (did you mean "count"?)'],
    [spawns({ count: 0 }), "spawns[0].count: expected whole number from 1 to 10000000; given: 0"],
    [
      profiles({ avoidance: { method: "orcas" } }),
      'profiles.p.avoidance.method: expected "orca" or "none"; given: "orcas" (did you mean "orca"?)',
    ],
    [
      spawns({ goals: [1] }),
      "spawns[0].goals[0]: expected string of 1 to 200 characters or array of at least 1; given: 1",
    ],
    [spawns({ goals: [[]] }), "spawns[0].goals[0]: expected array of at least 1; given: 0 of them"],
    [
      profiles({ speed: "fast" }),
      'profiles.p.speed: expected number > 0, object {mean, deviation, min, max}, object {min, max}, object {lognormal}, object {exponential}, object {values, weights} or object {quantiles}; given: "fast"',
    ],
    [
      profiles({ speed: { mean: 1, deviaton: 1, min: 1, max: 2 } }),
      "profiles.p.speed.deviation: is missing (and 1 more)",
    ],
    [
      profiles({ speed: { min: 2, max: 1 } }),
      'profiles.p.speed: min <= max is required; given: {"min":2,"max":1}',
    ],
    [profiles({ speed: -1 }), "profiles.p.speed: expected number > 0; given: -1"],
    [
      profiles({ localMap: { size: 6.5 } }),
      "profiles.p.localMap.size: expected whole number from 7 to 129; given: 6.5",
    ],
    [
      { ...base, boundary: [[0, 0], { x: 1, y: 1 }, [1, 1]] },
      'boundary[1]: expected point [x, y]; given: {"x":1,"y":1}',
    ],
    [
      {
        ...base,
        boundary: [
          [0, 0],
          [1, 0],
        ],
      },
      "boundary: expected array of at least 3; given: 2 of them",
    ],
    [
      { ...base, boundary: cyclic },
      `boundary[0]: expected point [x, y]; given: ${"[".repeat(57)}... (and 1 more)`,
    ],
    [{ ...base, name: cyclic }, `name: expected string of 0 to 1000 characters; given: ${"[".repeat(57)}...`],
    [
      { ...base, goals: { "": { points: [[1, 1]] } } },
      'goals[""]: cannot be a name; allowed: string of 1 to 200 characters',
    ],
    [
      JSON.parse(
        '{"format":"wayfield-scene","version":1,"boundary":[[0,0],[1,0],[1,1]],"goals":{"__proto__":{}}}',
      ),
      "goals.__proto__: cannot be a name; allowed: string of 1 to 200 characters",
    ],
    [{ ...base, version: "1" }, 'version: only version 1 can be read; given: "1"'],
  ])("%j", (data, message) => {
    let said = "";
    try {
      parseScene(data);
    } catch (error) {
      said = (error as Error).message;
    }
    expect(said).toContain(message);
  });

  it("levels and a boundary are two scenes", () => {
    const levels = [{ name: "a", elevation: 0, boundary: base.boundary }];
    expect(sceneProblems({ ...base, levels })).toEqual([
      { where: "", what: expect.stringContaining('unknown key "boundary"') },
    ]);
    expect(sceneProblems({ ...base, connections: [] })).toEqual([
      { where: "", what: 'unknown key "connections"' },
    ]);
    const { boundary: _, ...rest } = base;
    expect(parseAnyScene({ ...rest, levels })).toEqual({ ...rest, levels });
    expect(() => parseScene({ ...rest, levels })).toThrow(
      "levels: the scene is a building, and a plan of one floor is needed here",
    );
  });

  it("of a connection, what its kind lacks", () => {
    const { boundary, ...rest } = base;
    const levels = [{ name: "a", elevation: 0, boundary }];
    const stairs = {
      kind: "stairs",
      from: {
        level: "a",
        segment: [
          [0, 0],
          [1, 0],
        ],
      },
      capacity: 3,
    };
    expect(sceneProblems({ ...rest, levels, connections: [stairs] })).toEqual([
      { where: "connections[0].to", what: "is missing" },
      { where: "connections[0]", what: 'unknown key "capacity"' },
    ]);
  });

  it("terrain is an unknown key", () => {
    expect(sceneProblems({ ...base, terrain: {} })).toEqual([{ where: "", what: 'unknown key "terrain"' }]);
  });
});
