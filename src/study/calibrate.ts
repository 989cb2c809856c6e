/**
 * Calibration: factors are sought at which what runs measure comes nearest to given data, such as flows by the width of a door, or
 * speeds at the densities of a fundamental diagram.
 *
 * At every point that the optimiser asks for, all variants are run with all seeds, the same ones each time, so that points differ by
 * their factors and not by chance. The distance is the root of the weighted mean of squared relative errors of the targets.
 */
import { version } from "../../package.json" with { type: "json" };
import { InputError } from "../errors.js";
import { checkFunction, checkKeys } from "../options.js";
import type { AnyScene } from "../world/index.js";
import type { DesignPoint } from "./design.js";
import type { StudyRow } from "./gather.js";
import { minimise, type Optimiser } from "./minimise.js";
import { measuredIn } from "./results.js";
import { runStudy, type StudyOptions } from "./run-study.js";
import { meanOf } from "./statistics.js";
import { planStudy, type StudyPlan } from "./study.js";
import type { StudyFile } from "./study-compiled.js";
import { type CheckedCalibration, checkCalibration, type Target } from "./targets.js";

/** How near a target came. */
export interface TargetFigures {
  readonly variant: string;
  readonly measure: string;
  readonly weight: number;
  /** Mean of the measure over the runs that have it; null where none has. */
  readonly found: number | null;
  /** The data: of a curve, its value where the runs were; null where they were beyond its ends. */
  readonly given: number | null;
  /** Of a curve: the mean of what it is drawn over. */
  readonly at: number | null;
  /** found / given - 1; null where either is missing. */
  readonly error: number | null;
}

/** One point that was tried. */
export interface Evaluation {
  readonly factors: DesignPoint;
  readonly distance: number;
  readonly targets: readonly TargetFigures[];
}

/** What a calibration came to. */
export interface Calibration {
  readonly format: "wayfield-calibration";
  readonly version: 1;
  readonly engine: string;
  readonly name: string;
  /** Whether it was stopped before its end. */
  readonly interrupted: boolean;
  readonly runs: number;
  readonly seeds: readonly number[];
  /** The nearest of all points; null where none was finished. */
  readonly best: Evaluation | null;
  /** Of every factor, the least and greatest value among points whose distance is at most a tenth above the best. */
  readonly near: Readonly<Record<string, readonly [number, number]>>;
  /** All points in the order in which they were tried. */
  readonly evaluations: readonly Evaluation[];
}

/** How a calibration is run: as a study, and by which optimiser. */
export interface CalibrationOptions extends StudyOptions {
  /** A derivative-free optimiser within bounds: the default export of the package ml-direct fits as it is. */
  readonly optimiser: Optimiser;
}

/** The error that a target counts with where nothing was measured: ten times the value itself. */
const MISSED = 10;
/** How much worse than the best a point may be to count as near. */
const NEAR = 1.1;

/**
 * The plan of one point of a calibration.
 *
 * @param at shares of the way from each factor's `from` to its `to`; the middle where absent
 */
export function calibrationPlan(
  study: StudyFile,
  sceneNamed: (name: string) => AnyScene,
  at?: readonly number[],
): StudyPlan {
  const { factors } = checkCalibration(study);
  const { calibrate: _, ...rest } = study;
  const values = factors.map(({ name, from, to }, k) => {
    const value = from + (to - from) * (at?.[k] ?? 0.5);
    return [name, { values: [Number(value.toPrecision(9))] }];
  });
  return planStudy({ ...rest, factors: Object.fromEntries(values) }, sceneNamed);
}

/**
 * Seeks the factors of a study's `calibrate`.
 *
 * @param sceneNamed gives the scene of a name, as the study spells it
 * @throws InputError for what cannot be sought, and for a target that nothing measures
 */
export async function calibrateStudy(
  study: StudyFile,
  sceneNamed: (name: string) => AnyScene,
  options: CalibrationOptions,
): Promise<Calibration> {
  const { optimiser, ...how } = options;
  checkKeys(how, ["execute", "identify", "progress", "signal"]);
  checkFunction(optimiser, "optimiser");
  const asked = checkCalibration(study);
  const perPoint = calibrationPlan(study, sceneNamed);
  const each = perPoint.settings.length * perPoint.seeds.length;
  const evaluations: Evaluation[] = [];
  let interrupted = false;
  await minimise(
    optimiser,
    async (at) => {
      const plan = calibrationPlan(study, sceneNamed, at);
      const outcome = await runStudy(plan, {
        ...how,
        progress: ({ done }) =>
          how.progress?.({ done: evaluations.length * each + done, total: asked.evaluations * each }),
      });
      interrupted = outcome.interrupted;
      if (interrupted) return null;
      if (evaluations.length === 0) checkMeasured(asked, outcome.rows);
      const evaluation = evaluate(plan.points[0], asked, outcome.rows);
      evaluations.push(evaluation);
      return evaluation.distance;
    },
    asked.factors.length,
    asked.evaluations,
  );
  const best = evaluations.reduce<Evaluation | null>(
    (least, one) => (least && least.distance <= one.distance ? least : one),
    null,
  );
  return {
    format: "wayfield-calibration",
    version: 1,
    engine: version,
    name: perPoint.name,
    interrupted,
    runs: evaluations.length * each,
    seeds: perPoint.seeds,
    best,
    near: nearOf(best, evaluations),
    evaluations,
  };
}

function nearOf(best: Evaluation | null, evaluations: readonly Evaluation[]): Calibration["near"] {
  if (!best) return {};
  const near = evaluations.filter(({ distance }) => distance <= NEAR * best.distance);
  return Object.fromEntries(
    Object.keys(best.factors).map((name) => {
      const values = near.map(({ factors }) => factors[name] as number).sort((a, b) => a - b);
      return [name, [values[0], values[values.length - 1]]];
    }),
  );
}

const meanIn = (rows: readonly StudyRow[], measure: string): number | null =>
  meanOf(rows.flatMap((row) => measuredIn(row, measure) ?? []));

/** The value of a curve, straight between its points; null beyond its ends. */
export function valueOn(curve: readonly (readonly [number, number])[], x: number): number | null {
  for (let k = 1; k < curve.length; k++) {
    const [[x0, y0], [x1, y1]] = [curve[k - 1], curve[k]];
    if (x >= x0 && x <= x1) return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  }
  return null;
}

function figuresOf({ variant, measure, weight, value, by, curve }: Target, all: readonly StudyRow[]) {
  const rows = all.filter((row) => row.variant === variant);
  const found = meanIn(rows, measure);
  const at = by === null ? null : meanIn(rows, by);
  const given = value ?? (at === null ? null : valueOn(curve, at));
  const error = found === null || given === null ? null : found / given - 1;
  return { variant, measure, weight, found, given, at, error };
}

/** How far one point is from the data. */
function evaluate(factors: DesignPoint, asked: CheckedCalibration, rows: readonly StudyRow[]): Evaluation {
  const targets = asked.targets.map((target) => figuresOf(target, rows));
  const weights = targets.reduce((sum, { weight }) => sum + weight, 0);
  const squares = targets.reduce((sum, { error, weight }) => sum + weight * (error ?? MISSED) ** 2, 0);
  return { factors, distance: Math.sqrt(squares / weights), targets };
}

/** A name that no run knows is told after the first point, not after the last. */
function checkMeasured({ targets }: CheckedCalibration, rows: readonly StudyRow[]): void {
  for (const { variant, measure, by, where } of targets) {
    const mine = rows.filter((row) => row.variant === variant && row.outcome !== "failed");
    for (const name of [measure, ...(by === null ? [] : [by])]) {
      if (mine.length === 0 || mine.some((row) => Object.hasOwn(row.measures, name))) continue;
      const named = Object.keys(mine[0].measures).filter((key) => key.includes("."));
      throw new InputError(
        `${JSON.stringify(name)} is measured in no run${variant === "" ? "" : ` of ${JSON.stringify(variant)}`}; its scene names ${named.join(", ") || "nothing to measure"}`,
        where,
      );
    }
  }
}
