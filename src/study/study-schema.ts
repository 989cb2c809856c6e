/**
 * The schema of study files, version 1: the only place that knows which keys exist and what they may hold.
 *
 * Like that of scene files it is read at build time alone: `scripts/build-schema.js` makes of it `study-compiled.ts` and the published
 * `schema/study.json`.
 */
import { z } from "zod";
import { RULES, type RuleName } from "../world/internal.js";

function obeys<T extends z.ZodType>(schema: T, rule: RuleName, keys: readonly string[] = []): T {
  const { holds, says } = RULES[rule];
  return schema.refine((value) => holds(value as never, keys), {
    error: says(keys),
    params: { rule, keys },
  }) as T;
}

/** One of several keys, exactly: said in the error and in the JSON Schema alike. */
function exactlyOne<T extends z.ZodType>(schema: T, keys: readonly string[]): T {
  return obeys(schema, "exactlyOne", keys).meta({ oneOf: keys.map((key) => ({ required: [key] })) });
}

const label = z.string().min(1).max(200);
const positive = z.number().positive();
const share = z.number().positive().max(1);
const seed = z.int().min(0).max(4294967295);
const value = z
  .union([z.number(), z.string(), z.boolean()])
  .meta({ description: "What a value of the scene is set to." });
const bounds = { min: z.number().optional(), max: z.number().optional() };

const distribution = z.union([
  z.strictObject({ mean: z.number(), deviation: z.number().nonnegative(), ...bounds }),
  z.strictObject({ min: z.number(), max: z.number() }),
  z.strictObject({
    lognormal: z.union([
      z.strictObject({ mean: positive, deviation: z.number().nonnegative(), ...bounds }),
      z.strictObject({ mu: z.number().max(100), sigma: z.number().nonnegative().max(10), ...bounds }),
    ]),
  }),
  z.strictObject({ exponential: z.strictObject({ mean: positive, ...bounds }) }),
]);

const factor = exactlyOne(
  z.strictObject({
    values: z.array(value).optional().meta({ description: "The levels themselves." }),
    range: z
      .strictObject({
        from: z.number(),
        to: z.number(),
        steps: z.int().optional().meta({ description: "Levels, both ends among them, >= 2; default 2." }),
        whole: z.boolean().optional().meta({ description: "Whether values are rounded to whole numbers." }),
      })
      .optional()
      .meta({ description: "Levels at equal steps; drawn from evenly by the designs latin and random." }),
    distribution: distribution
      .optional()
      .meta({ description: "Drawn from by the designs latin and random." }),
  }),
  ["values", "range", "distribution"],
);

const design = z.strictObject({
  kind: z.enum(["full", "fractional", "latin", "random"]).meta({
    description: "All combinations, a fraction of two levels each, a Latin hypercube, or drawn at random.",
  }),
  samples: z.int().min(1).optional().meta({ description: "Points of the designs latin and random." }),
  runs: z.int().min(2).optional().meta({ description: "Points of a fractional design: a power of two." }),
  generators: z
    .record(label, z.array(label).min(2))
    .optional()
    .meta({ description: "Of a fractional design: factors whose level is the product of others'." }),
  seed: seed.optional().meta({ description: "Of the designs latin and random; default 1." }),
});

const stop = z.strictObject({
  measure: label.optional().meta({ description: "Whose percentile; default time." }),
  percentile: z.number().positive().optional().meta({ description: "Above 0 and below 1; default 0.95." }),
  within: positive
    .optional()
    .meta({ description: "Half the width of the interval at most, in the measure's unit." }),
  share: share
    .optional()
    .meta({ description: "The same as a share of the percentile itself; default 0.05." }),
  least: z.int().min(1).optional().meta({ description: "Runs at least." }),
  most: z.int().min(1).optional().meta({ description: "Runs at most; default 1000." }),
  every: z.int().min(1).optional().meta({ description: "Runs between two looks; default 20." }),
  converged: z
    .boolean()
    .optional()
    .meta({ description: "Whether the convergence measures must have settled too; default false." }),
});

const target = exactlyOne(
  z.strictObject({
    variant: label.optional().meta({ description: "Of which variant; of all where absent." }),
    measure: label.meta({ description: "What is compared: its mean over the seeds." }),
    value: z.number().optional().meta({ description: "What it should be." }),
    curve: z
      .array(z.tuple([z.number(), z.number()]))
      .min(2)
      .optional()
      .meta({ description: "What it should be over the measure `by`: points from left to right." }),
    by: label.optional().meta({ description: "The measure that the curve is drawn over." }),
    weight: positive.optional().meta({ description: "How much its squared error counts; default 1." }),
  }),
  ["value", "curve"],
);

const calibrate = z.strictObject({
  targets: z.array(target).min(1).meta({ description: "The data." }),
  evaluations: z
    .int()
    .min(1)
    .max(1000)
    .optional()
    .meta({ description: "Points that are tried; default 60." }),
});

const settings = z.record(label, value);

/** The schema of study files. */
export const studySchema = z
  .strictObject({
    $schema: z.string().optional(),
    format: z.literal("wayfield-study"),
    version: z.literal(1),
    name: label.optional(),
    scene: label.meta({
      description: "A scene file, relative to the study file, or the name of a built-in scene.",
    }),
    parameters: z.record(label, z.number()).optional().meta({
      description: "Named numbers that several values of the scene follow, with what they are by default.",
    }),
    bindings: z
      .array(
        z.strictObject({
          path: label.meta({ description: "The value of the scene." }),
          constant: z.number().optional().meta({ description: "Default 0." }),
          times: z.record(label, z.number()).meta({ description: "By how much each parameter counts." }),
        }),
      )
      .optional()
      .meta({ description: "Values of the scene that are a constant and multiples of parameters." }),
    set: settings.optional().meta({ description: "Values of the scene or parameters, for all variants." }),
    factors: z.record(label, factor).optional().meta({
      description: "What is varied: values of the scene by their path, or parameters by their name.",
    }),
    design: design.optional().meta({ description: "How factors are combined; default all combinations." }),
    variants: z
      .record(
        label,
        z.strictObject({
          scene: label.optional(),
          set: settings.optional(),
          note: z.string().max(2000).optional(),
        }),
      )
      .optional()
      .meta({
        description:
          "Plans to compare on the same seeds, by name; the first is what others are compared with.",
      }),
    seeds: z
      .union([
        z.int().min(1).max(1_000_000),
        z.array(seed).min(1),
        z.strictObject({ from: seed, count: z.int().min(1).max(1_000_000) }),
      ])
      .optional()
      .meta({
        description:
          "How many seeds, from 1 on, or which; default 50, or as many as the stopping rule asks for.",
      }),
    stop: stop
      .optional()
      .meta({ description: "Runs until a percentile is known well enough, instead of a number of seeds." }),
    calibrate: calibrate.optional().meta({
      description: "Seeks the factors, each of a range, at which measures come nearest to given data.",
    }),
    measures: z
      .array(label)
      .min(1)
      .optional()
      .meta({ description: "What is kept of every run; default all there is." }),
    confidence: z
      .number()
      .positive()
      .optional()
      .meta({ description: "Of intervals, above 0 and below 1; default 0.95." }),
    convergence: z
      .strictObject({
        tet: positive.optional(),
        sd: positive.optional(),
        erd: positive.optional(),
        epc: positive.optional(),
        sc: positive.optional(),
        consecutive: z.int().min(1).optional(),
        span: positive.optional(),
      })
      .optional()
      .meta({ description: "Thresholds of the convergence measures." }),
  })
  .meta({
    id: "wayfield-study",
    title: "Wayfield study, version 1",
    description: "Many runs of a scene: what is varied, how often it is run, and what is kept.",
  });
