// Generated from src/study/study-schema.ts by scripts/build-schema.js; not to be edited. npm run build writes it.
import type { Shape } from "../world/internal.js";

/** Many runs of a scene: what is varied, how often it is run, and what is kept. */
export type StudyFile = {
  $schema?: string | undefined;
  format: "wayfield-study";
  version: 1;
  name?: string | undefined;
  /** A scene file, relative to the study file, or the name of a built-in scene. */
  scene: string;
  /** Named numbers that several values of the scene follow, with what they are by default. */
  parameters?: Record<string, number> | undefined;
  /** Values of the scene that are a constant and multiples of parameters. */
  bindings?: {
    /** The value of the scene. */
    path: string;
    /** Default 0. */
    constant?: number | undefined;
    /** By how much each parameter counts. */
    times: Record<string, number>;
  }[] | undefined;
  /** Values of the scene or parameters, for all variants. */
  set?: Record<string, number | string | boolean> | undefined;
  /** What is varied: values of the scene by their path, or parameters by their name. */
  factors?: Record<string, {
    /** The levels themselves. */
    values?: (number | string | boolean)[] | undefined;
    /** Levels at equal steps; drawn from evenly by the designs latin and random. */
    range?: {
      from: number;
      to: number;
      /** Levels, both ends among them, >= 2; default 2. */
      steps?: number | undefined;
      /** Whether values are rounded to whole numbers. */
      whole?: boolean | undefined;
    } | undefined;
    /** Drawn from by the designs latin and random. */
    distribution?: {
      mean: number;
      deviation: number;
      min?: number | undefined;
      max?: number | undefined;
    } | {
      min: number;
      max: number;
    } | {
      lognormal: {
        mean: number;
        deviation: number;
        min?: number | undefined;
        max?: number | undefined;
      } | {
        mu: number;
        sigma: number;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | {
      exponential: {
        mean: number;
        min?: number | undefined;
        max?: number | undefined;
      };
    } | undefined;
  }> | undefined;
  /** How factors are combined; default all combinations. */
  design?: {
    /** All combinations, a fraction of two levels each, a Latin hypercube, or drawn at random. */
    kind: "full" | "fractional" | "latin" | "random";
    /** Points of the designs latin and random. */
    samples?: number | undefined;
    /** Points of a fractional design: a power of two. */
    runs?: number | undefined;
    /** Of a fractional design: factors whose level is the product of others'. */
    generators?: Record<string, string[]> | undefined;
    /** Of the designs latin and random; default 1. */
    seed?: number | undefined;
  } | undefined;
  /** Plans to compare on the same seeds, by name; the first is what others are compared with. */
  variants?: Record<string, {
    scene?: string | undefined;
    set?: Record<string, number | string | boolean> | undefined;
    note?: string | undefined;
  }> | undefined;
  /** How many seeds, from 1 on, or which; default 50, or as many as the stopping rule asks for. */
  seeds?: number | number[] | {
    from: number;
    count: number;
  } | undefined;
  /** Runs until a percentile is known well enough, instead of a number of seeds. */
  stop?: {
    /** Whose percentile; default time. */
    measure?: string | undefined;
    /** Above 0 and below 1; default 0.95. */
    percentile?: number | undefined;
    /** Half the width of the interval at most, in the measure's unit. */
    within?: number | undefined;
    /** The same as a share of the percentile itself; default 0.05. */
    share?: number | undefined;
    /** Runs at least. */
    least?: number | undefined;
    /** Runs at most; default 1000. */
    most?: number | undefined;
    /** Runs between two looks; default 20. */
    every?: number | undefined;
    /** Whether the convergence measures must have settled too; default false. */
    converged?: boolean | undefined;
  } | undefined;
  /** Seeks the factors, each of a range, at which measures come nearest to given data. */
  calibrate?: {
    /** The data. */
    targets: {
      /** Of which variant; of all where absent. */
      variant?: string | undefined;
      /** What is compared: its mean over the seeds. */
      measure: string;
      /** What it should be. */
      value?: number | undefined;
      /** What it should be over the measure `by`: points from left to right. */
      curve?: [number, number][] | undefined;
      /** The measure that the curve is drawn over. */
      by?: string | undefined;
      /** How much its squared error counts; default 1. */
      weight?: number | undefined;
    }[];
    /** Points that are tried; default 60. */
    evaluations?: number | undefined;
  } | undefined;
  /** What is kept of every run; default all there is. */
  measures?: string[] | undefined;
  /** Of intervals, above 0 and below 1; default 0.95. */
  confidence?: number | undefined;
  /** Thresholds of the convergence measures. */
  convergence?: {
    tet?: number | undefined;
    sd?: number | undefined;
    erd?: number | undefined;
    epc?: number | undefined;
    sc?: number | undefined;
    consecutive?: number | undefined;
    span?: number | undefined;
  } | undefined;
};

const S1: Shape = { kind: "string" };
const S2: Shape = { kind: "string", least: 1, most: 200 };
const S3: Shape = { kind: "number" };
const S4: Shape = { kind: "names", key: S2, of: S3 };
const S5: Shape = { kind: "boolean" };
const S6: Shape = { kind: "either", of: [S3, S1, S5] };
const S7: Shape = { kind: "names", key: S2, of: S6 };
const S8: Shape = { kind: "number", least: 0 };
const S9: Shape = { kind: "number", above: 0 };
const S10: Shape = { kind: "number", whole: true, least: 1 };
const S11: Shape = { kind: "number", whole: true, least: 0, most: 4294967295 };
const S12: Shape = { kind: "number", whole: true, least: 1, most: 1000000 };

/** What a study may hold, for `validate`. */
export const STUDY_SHAPE: Shape = {
  kind: "object",
  needs: ["format", "version", "scene"],
  keys: {
    $schema: S1,
    format: { kind: "word", words: ["wayfield-study"] },
    version: { kind: "word", words: [1] },
    name: S2,
    scene: S2,
    parameters: S4,
    bindings: { kind: "list", of: { kind: "object", keys: { path: S2, constant: S3, times: S4 }, needs: ["path", "times"] } },
    set: S7,
    factors: { kind: "names", key: S2, of: { kind: "object", keys: { values: { kind: "list", of: S6 }, range: { kind: "object", keys: { from: S3, to: S3, steps: { kind: "number", whole: true }, whole: S5 }, needs: ["from", "to"] }, distribution: { kind: "either", of: [{ kind: "object", keys: { mean: S3, deviation: S8, min: S3, max: S3 }, needs: ["mean", "deviation"] }, { kind: "object", keys: { min: S3, max: S3 }, needs: ["min", "max"] }, { kind: "object", keys: { lognormal: { kind: "either", of: [{ kind: "object", keys: { mean: S9, deviation: S8, min: S3, max: S3 }, needs: ["mean", "deviation"] }, { kind: "object", keys: { mu: { kind: "number", most: 100 }, sigma: { kind: "number", least: 0, most: 10 }, min: S3, max: S3 }, needs: ["mu", "sigma"] }] } }, needs: ["lognormal"] }, { kind: "object", keys: { exponential: { kind: "object", keys: { mean: S9, min: S3, max: S3 }, needs: ["mean"] } }, needs: ["exponential"] }] } }, needs: [], rules: [{ name: "exactlyOne", keys: ["values", "range", "distribution"] }] } },
    design: { kind: "object", keys: { kind: { kind: "word", words: ["full", "fractional", "latin", "random"] }, samples: S10, runs: { kind: "number", whole: true, least: 2 }, generators: { kind: "names", key: S2, of: { kind: "list", of: S2, least: 2 } }, seed: S11 }, needs: ["kind"] },
    variants: { kind: "names", key: S2, of: { kind: "object", keys: { scene: S2, set: S7, note: { kind: "string", most: 2000 } }, needs: [] } },
    seeds: { kind: "either", of: [S12, { kind: "list", of: S11, least: 1 }, { kind: "object", keys: { from: S11, count: S12 }, needs: ["from", "count"] }] },
    stop: { kind: "object", keys: { measure: S2, percentile: S9, within: S9, share: { kind: "number", above: 0, most: 1 }, least: S10, most: S10, every: S10, converged: S5 }, needs: [] },
    calibrate: { kind: "object", keys: { targets: { kind: "list", of: { kind: "object", keys: { variant: S2, measure: S2, value: S3, curve: { kind: "list", of: { kind: "tuple", of: [S3, S3] }, least: 2 }, by: S2, weight: S9 }, needs: ["measure"], rules: [{ name: "exactlyOne", keys: ["value", "curve"] }] }, least: 1 }, evaluations: { kind: "number", whole: true, least: 1, most: 1000 } }, needs: ["targets"] },
    measures: { kind: "list", of: S2, least: 1 },
    confidence: S9,
    convergence: { kind: "object", keys: { tet: S9, sd: S9, erd: S9, epc: S9, sc: S9, consecutive: S10, span: S9 }, needs: [] },
  },
};
