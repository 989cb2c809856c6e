/** What a calibration asks for: factors between two ends, and targets, checked. */
import { InputError } from "../errors.js";
import { shown } from "../options.js";
import { checkMeasures } from "./measures.js";
import type { StudyFile } from "./study-compiled.js";

/** A factor that is sought. */
interface SoughtFactor {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** One target in one variant: a value, or a curve over another measure. */
export interface Target {
  readonly variant: string;
  readonly measure: string;
  readonly weight: number;
  readonly value: number | null;
  /** Of a curve: the measure it is drawn over. */
  readonly by: string | null;
  readonly curve: readonly (readonly [number, number])[];
  /** Where the study says so. */
  readonly where: string;
}

/** A calibration, checked. */
export interface CheckedCalibration {
  readonly factors: readonly SoughtFactor[];
  readonly targets: readonly Target[];
  readonly evaluations: number;
}

/** Points that are tried where a study does not say how many. */
const EVALUATIONS = 60;

/**
 * Reads what a study's `calibrate` asks for.
 *
 * @throws InputError for the first thing that cannot be sought
 */
export function checkCalibration(study: StudyFile): CheckedCalibration {
  const { calibrate, factors = {} } = study;
  if (!calibrate) throw new InputError("is missing; a calibration needs it", "calibrate");
  for (const key of ["design", "stop"] as const)
    if (study[key] !== undefined) throw new InputError("is no part of a calibration; leave it out", key);
  const sought = Object.entries(factors).map(([name, factor]) => soughtFactor(name, factor));
  if (sought.length === 0) throw new InputError("nothing to seek: at least one is needed", "factors");
  const named = Object.keys(study.variants ?? {});
  const variants = named.length > 0 ? named : [""];
  return {
    factors: sought,
    targets: calibrate.targets.flatMap((target, k) => targetsOf(target, `calibrate.targets[${k}]`, variants)),
    evaluations: calibrate.evaluations ?? EVALUATIONS,
  };
}

function soughtFactor(name: string, { range }: NonNullable<StudyFile["factors"]>[string]): SoughtFactor {
  const where = `factors[${JSON.stringify(name)}]`;
  if (!range || range.steps !== undefined || range.whole)
    throw new InputError("is sought between two ends: give range { from, to } and nothing else", where);
  const { from, to } = range;
  if (!(from < to))
    throw new InputError(`holds no values: from < to is needed; given: ${from} and ${to}`, `${where}.range`);
  return { name, from, to };
}

type FileTarget = NonNullable<StudyFile["calibrate"]>["targets"][number];

/** A target of a file; one that names no variant is one for each. */
function targetsOf(target: FileTarget, where: string, variants: readonly string[]): Target[] {
  const { variant, measure, value, by, curve = [], weight = 1 } = target;
  if (variant !== undefined && !variants.includes(variant))
    throw new InputError(
      `${variants.filter((name) => name !== "").join(", ") || "none"} are variants; given: ${shown(variant)}`,
      `${where}.variant`,
    );
  if ((by === undefined) !== (curve.length === 0))
    throw new InputError("curve and by belong together: what the curve is drawn over", where);
  checkNames([measure, ...(by === undefined ? [] : [by])], where);
  if (value === 0 || curve.some(([, y]) => y === 0))
    throw new InputError("errors are shares of what is given, which cannot be 0", where);
  for (let k = 1; k < curve.length; k++)
    if (!(curve[k][0] > curve[k - 1][0]))
      throw new InputError("each point must lie to the right of the one before", `${where}.curve[${k}]`);
  return (variant === undefined ? variants : [variant]).map((name) => ({
    variant: name,
    ...{ measure, weight, where, value: value ?? null, by: by ?? null, curve },
  }));
}

function checkNames(names: readonly string[], where: string): void {
  try {
    checkMeasures(names);
  } catch (error) {
    throw error instanceof InputError ? new InputError(error.message, where) : error;
  }
}
