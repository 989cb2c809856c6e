/** The points of a study: which combinations of factors are run. */
import { InputError } from "../errors.js";
import { Random } from "../numerics/index.js";
import { type Distribution, quantile } from "../simulation/index.js";
import { massFault } from "../simulation/internal.js";
import { twoLevelDesign } from "./fractional.js";
import type { FactorValue } from "./sensitivity.js";
import type { StudyFile } from "./study-compiled.js";

/** A factor as a study file spells it. */
export type StudyFactor = NonNullable<StudyFile["factors"]>[string];

/** How factors are combined. */
export type Design = NonNullable<StudyFile["design"]>;

/** One combination: the value of every factor. */
export type DesignPoint = Readonly<Record<string, FactorValue>>;

/** The points of a design, and what there is to say about them. */
export interface DesignPoints {
  readonly points: readonly DesignPoint[];
  /** Of a fractional design; null of others. */
  readonly resolution: number | null;
  /** Whether points are drawn, so that each is one of many and not a case by itself. */
  readonly isDrawn: boolean;
}

/** Points that are made at once. */
const MOST_POINTS = 1_000_000;

const whereOf = (name: string): string => `factors[${JSON.stringify(name)}]`;

/** Levels of a factor for designs of combinations. */
export function levelsOf(name: string, { values, range, distribution }: StudyFactor): readonly FactorValue[] {
  if (values) {
    if (values.length === 0)
      throw new InputError("at least one value is needed; given: none", `${whereOf(name)}.values`);
    if (new Set(values).size < values.length)
      throw new InputError("every level is needed once", `${whereOf(name)}.values`);
    return values;
  }
  if (distribution) {
    throw new InputError(
      "a distribution has no levels; give values or a range, or the design latin or random",
      whereOf(name),
    );
  }
  const { from, to, steps = 2, whole = false } = checkedRange(name, range!);
  const levels = Array.from({ length: steps }, (_, k) => from + ((to - from) * k) / (steps - 1));
  // What is rounded stays within the range.
  const rounded = (level: number): number =>
    Math.max(Math.ceil(from), Math.min(Math.floor(to), Math.round(level)));
  return [...new Set(levels.map((level) => (whole ? rounded(level) : Number(level.toPrecision(12)))))];
}

function checkedRange(
  name: string,
  range: NonNullable<StudyFactor["range"]>,
): NonNullable<StudyFactor["range"]> {
  const { from, to, steps = 2, whole = false } = range;
  const where = `${whereOf(name)}.range`;
  if (!(from < to))
    throw new InputError(`holds no values: from < to is needed; given: ${from} and ${to}`, where);
  if (whole && Math.floor(to) < Math.ceil(from))
    throw new InputError(`holds no whole number; given: ${from} and ${to}`, where);
  if (steps < 2) throw new InputError(`holds no values: at least 2 steps are needed; given: ${steps}`, where);
  return range;
}

/** How many points a design has, told without making them. */
export function countPoints(factors: Readonly<Record<string, StudyFactor>>, design: Design): number {
  const names = Object.keys(factors);
  if (names.length === 0) return 1;
  if (design.kind === "latin" || design.kind === "random") return samplesOf(design);
  if (design.kind === "fractional") return runsOf(factors, design);
  // Where there are a great many steps, they are counted without making the levels.
  return names.reduce((product, name) => {
    const { range } = factors[name];
    const steps = range ? (checkedRange(name, range).steps ?? 2) : 0;
    return product * (steps > MOST_POINTS ? steps : levelsOf(name, factors[name]).length);
  }, 1);
}

function samplesOf({ kind, samples }: Design): number {
  if (samples === undefined)
    throw new InputError(`is missing; the design ${kind} needs it`, "design.samples");
  return samples;
}

function runsOf(factors: Readonly<Record<string, StudyFactor>>, { runs, generators }: Design): number {
  if (runs !== undefined) return runs;
  if (generators) return 2 ** (Object.keys(factors).length - Object.keys(generators).length);
  throw new InputError("is missing; the design fractional needs it, or generators", "design.runs");
}

/** What a kind of design does not heed is refused, not ignored. */
function checkDesign(design: Design): void {
  const heeds: Record<Design["kind"], readonly (keyof Design)[]> = {
    full: [],
    fractional: ["runs", "generators"],
    latin: ["samples", "seed"],
    random: ["samples", "seed"],
  };
  for (const key of ["runs", "generators", "samples", "seed"] as const) {
    if (design[key] === undefined || heeds[design.kind].includes(key)) continue;
    throw new InputError(`is no part of the design ${design.kind}; leave it out`, `design.${key}`);
  }
}

/**
 * Makes the points of a design.
 *
 * @throws InputError where a factor has no values, or the design cannot be made of them
 */
export function designPoints(factors: Readonly<Record<string, StudyFactor>>, design: Design): DesignPoints {
  checkDesign(design);
  const names = Object.keys(factors);
  if (names.length === 0) {
    if (design.kind !== "full") throw new InputError(`${design.kind} needs factors to combine`, "design");
    return { points: [{}], resolution: null, isDrawn: false };
  }
  const count = countPoints(factors, design);
  if (count > MOST_POINTS)
    throw new InputError(
      `${count.toLocaleString("en-US")} combinations are more than ${MOST_POINTS.toLocaleString("en-US")}`,
      "factors",
    );
  switch (design.kind) {
    case "full":
      return { points: combinations(factors), resolution: null, isDrawn: false };
    case "fractional":
      return fraction(factors, design);
    default:
      return { points: drawn(factors, design), resolution: null, isDrawn: true };
  }
}

function combinations(factors: Readonly<Record<string, StudyFactor>>): DesignPoint[] {
  let points: DesignPoint[] = [{}];
  for (const [name, factor] of Object.entries(factors)) {
    const levels = levelsOf(name, factor);
    points = points.flatMap((point) => levels.map((level) => ({ ...point, [name]: level })));
  }
  return points;
}

function fraction(factors: Readonly<Record<string, StudyFactor>>, design: Design): DesignPoints {
  const names = Object.keys(factors);
  const levels = names.map((name) => {
    const mine = levelsOf(name, factors[name]);
    if (mine.length !== 2)
      throw new InputError(
        `two levels are needed in a fractional design; given: ${mine.length}`,
        whereOf(name),
      );
    return mine;
  });
  const { points, resolution } = twoLevelDesign(
    names.length,
    runsOf(factors, design),
    generatorsOf(names, design),
  );
  return {
    points: points.map((signs) =>
      Object.fromEntries(names.map((name, k) => [name, levels[k][signs[k] < 0 ? 0 : 1]])),
    ),
    resolution: Number.isFinite(resolution) ? resolution : null,
    isDrawn: false,
  };
}

function generatorsOf(
  names: readonly string[],
  { generators, runs }: Design,
): ReadonlyMap<number, readonly number[]> | undefined {
  if (!generators) return undefined;
  const made = Object.keys(generators);
  const numberOf = (name: string, where: string): number => {
    const k = names.indexOf(name);
    if (k < 0) throw new InputError(`is no factor: ${JSON.stringify(name)}`, where);
    return k;
  };
  const entries = made.map((name) => {
    const where = `design.generators[${JSON.stringify(name)}]`;
    const of = generators[name].map((other) => {
      if (made.includes(other))
        throw new InputError(`${JSON.stringify(other)} is made of others itself`, where);
      return numberOf(other, where);
    });
    if (new Set(of).size < of.length) throw new InputError("every factor is needed once", where);
    return [numberOf(name, where), of] as const;
  });
  if (runs !== undefined && runs !== 2 ** (names.length - made.length))
    throw new InputError(
      `with these generators there are ${2 ** (names.length - made.length)}; given: ${runs}`,
      "design.runs",
    );
  return new Map(entries);
}

/** A factor's value at a share of its distribution, 0 < p < 1. */
function valueAt(name: string, factor: StudyFactor, p: number): FactorValue {
  const { values, range, distribution } = factor;
  if (values) return values[Math.min(values.length - 1, Math.floor(p * levelsOf(name, factor).length))];
  if (distribution) {
    const fault = massFault(distribution as Distribution);
    if (fault) throw new InputError(fault, `${whereOf(name)}.distribution`);
    return Number(quantile(distribution as Distribution, p).toPrecision(12));
  }
  const { from, to, whole = false } = checkedRange(name, range!);
  // Whole numbers are equally likely, both ends too.
  if (whole)
    return Math.min(Math.floor(to), Math.ceil(from) + Math.floor(p * (Math.floor(to) - Math.ceil(from) + 1)));
  return Number((from + (to - from) * p).toPrecision(12));
}

/** Points drawn at random: independent ones, or one per stratum of every factor (McKay, Beckman and Conover 1979). */
function drawn(factors: Readonly<Record<string, StudyFactor>>, design: Design): DesignPoint[] {
  const count = samplesOf(design);
  const random = new Random(design.seed ?? 1);
  const shares = Object.keys(factors).map(() => {
    if (design.kind === "random") return Array.from({ length: count }, () => random.unit());
    const strata = Array.from({ length: count }, (_, k) => k);
    for (let k = count - 1; k > 0; k--) {
      const other = random.below(k + 1);
      [strata[k], strata[other]] = [strata[other], strata[k]];
    }
    return strata.map((stratum) => (stratum + random.unit()) / count);
  });
  // The middle of one of 2^32 parts: never 0, where a distribution may have no value.
  const inside = (p: number): number => Math.min(1 - 2 ** -33, p + 2 ** -33);
  return Array.from({ length: count }, (_, k) =>
    Object.fromEntries(
      Object.entries(factors).map(([name, factor], f) => [name, valueAt(name, factor, inside(shares[f][k]))]),
    ),
  );
}
