/** Study files: reading them, and what they come to: variants, points of a design, seeds. */
import { InputError } from "../errors.js";
import { goalLines } from "../measure/index.js";
import { checkNumber, shown } from "../options.js";
import { type AnyScene, isBuilding, parseAnyScene } from "../world/index.js";
import { placeOf, validate } from "../world/internal.js";
import { type ConvergenceRule, convergenceRule } from "./convergence.js";
import { countPoints, type Design, type DesignPoint, designPoints, levelsOf } from "./design.js";
import { checkMeasures, placeOfMeasure } from "./measures.js";
import { parsePath, withValue } from "./path.js";
import type { FactorValue } from "./sensitivity.js";
import { runsNeeded } from "./statistics.js";
import { STUDY_SHAPE, type StudyFile } from "./study-compiled.js";
import { checkCalibration } from "./targets.js";

/** Values of a scene by path, and parameters by name. */
type Settings = Readonly<Record<string, FactorValue>>;

/** One plan to compare, by name. */
export interface Variant {
  readonly name: string;
  readonly note: string;
  /** Its scene, with everything set that the study sets for all points. */
  readonly scene: AnyScene;
}

/** A variant with the factors at one point of the design. */
export interface StudySetting {
  readonly variant: string;
  /** Which point of the design. */
  readonly point: number;
  readonly factors: DesignPoint;
}

/** When a study ends by itself. */
export interface StoppingRule {
  readonly measure: string;
  readonly percentile: number;
  /** Half the width of the interval at most: in the measure's unit, or as a share of the percentile. */
  readonly within: number | null;
  readonly share: number;
  readonly least: number;
  readonly most: number;
  readonly every: number;
  readonly converged: boolean;
}

/** A study, checked and laid out. */
export interface StudyPlan {
  readonly study: StudyFile;
  readonly name: string;
  readonly variants: readonly Variant[];
  readonly points: readonly DesignPoint[];
  /** Of a fractional design; null of others. */
  readonly resolution: number | null;
  /** Whether points are drawn from distributions: then all runs of a variant are one sample. */
  readonly isDrawn: boolean;
  /** Variants times points. */
  readonly settings: readonly StudySetting[];
  /** The seeds that every setting is run with; with a stopping rule the most that there may be. */
  readonly seeds: readonly number[];
  readonly stop: StoppingRule | null;
  readonly measures: readonly string[];
  readonly confidence: number;
  readonly convergence: ConvergenceRule;
  /** The scene of a setting. */
  sceneOf(setting: StudySetting): AnyScene;
}

/** Settings whose scenes are checked before anything runs. */
const MOST_CHECKED = 200;
/** Runs that one study may hold. */
export const MOST_RUNS = 1_000_000;
/** The greatest seed. */
const MOST_SEED = 2 ** 32 - 1;

/**
 * Reads a study from parsed JSON; the result is a copy.
 *
 * @throws InputError naming the first thing that does not fit
 */
export function parseStudy(data: unknown): StudyFile {
  const { value, problems, count } = validate(STUDY_SHAPE, data, 1);
  if (count === 0) return value as StudyFile;
  const [{ path, what }] = problems;
  throw new InputError(count > 1 ? `${what} (and ${count - 1} more)` : what, placeOf(path));
}

/** The design of a study; all combinations where it names none. */
const designOf = ({ design }: StudyFile): Design => design ?? { kind: "full" };

/** How many runs a study asks for, told without making its points. With a stopping rule, the most. */
export function countRuns(study: StudyFile): number {
  const variants = Math.max(1, Object.keys(study.variants ?? {}).length);
  const points = study.calibrate
    ? checkCalibration(study).evaluations
    : countPoints(study.factors ?? {}, designOf(study));
  return variants * points * countSeeds(study);
}

function countSeeds({ seeds, stop }: StudyFile): number {
  const given =
    seeds === undefined
      ? undefined
      : typeof seeds === "number"
        ? seeds
        : Array.isArray(seeds)
          ? seeds.length
          : seeds.count;
  if (!stop) return given ?? 50;
  if (given !== undefined && stop.most !== undefined && given !== stop.most)
    throw new InputError(`give one of seeds and stop.most; given: ${given} and ${stop.most}`, "stop.most");
  return stop.most ?? given ?? 1000;
}

function seedsOf(study: StudyFile): number[] {
  const { seeds, stop } = study;
  if (Array.isArray(seeds)) {
    if (stop)
      throw new InputError(
        "a stopping rule takes seeds as they come; give a number, or { from, count }",
        "seeds",
      );
    if (new Set(seeds).size < seeds.length) throw new InputError("every seed is needed once", "seeds");
    return seeds;
  }
  const from = typeof seeds === "object" ? seeds.from : 1;
  const count = countSeeds(study);
  if (from + count - 1 > MOST_SEED)
    throw new InputError(`seeds go up to ${MOST_SEED}; given: ${count} from ${from} on`, "seeds");
  return Array.from({ length: count }, (_, k) => from + k);
}

function stopOf(study: StudyFile, confidence: number): StoppingRule | null {
  const { stop } = study;
  if (!stop) return null;
  const { measure = "time", percentile = 0.95, within, share = 0.05, every = 20 } = stop;
  const most = countSeeds(study);
  checkNumber(percentile, "stop.percentile", { above: 0, below: 1 });
  if (within !== undefined && stop.share !== undefined)
    throw new InputError("give one of within and share", "stop");
  const needed = inside("stop", () => runsNeeded(percentile, confidence));
  const least = stop.least ?? needed;
  const fewest = Math.max(least, needed);
  if (most < fewest) {
    const why = least > needed ? "by stop.least" : "for an interval of this percentile";
    throw new InputError(`at least ${fewest} runs are needed ${why}; given: ${most}`, "stop.most");
  }
  const converged = stop.converged ?? false;
  return { measure, percentile, within: within ?? null, share, least, most, every, converged };
}

/** What a key of `set`, of a factor or of a variant means: a parameter, or a path. */
class Keys {
  constructor(private readonly study: StudyFile) {
    for (const [k, { path, times }] of (study.bindings ?? []).entries()) {
      const where = `bindings[${k}]`;
      if (!parsePath(path))
        throw new InputError(
          `a path such as obstacles[0].polygon[1][0] is needed; given: ${shown(path)}`,
          `${where}.path`,
        );
      for (const name of Object.keys(times)) {
        if (!this.isParameter(name))
          throw new InputError(`${this.known} are parameters; given: ${shown(name)}`, `${where}.times`);
      }
    }
    for (const name of Object.keys(study.parameters ?? {})) {
      const isUsed = (study.bindings ?? []).some(({ times }) => name in times);
      if (!isUsed)
        throw new InputError(
          "nothing follows it; name it in a binding",
          `parameters[${JSON.stringify(name)}]`,
        );
    }
  }

  private get known(): string {
    return Object.keys(this.study.parameters ?? {}).join(", ") || "none";
  }

  isParameter(name: string): boolean {
    return Object.hasOwn(this.study.parameters ?? {}, name);
  }

  /** Refuses a key that is neither. */
  check(key: string, where: string): void {
    if (this.isParameter(key) || parsePath(key)) return;
    throw new InputError(
      `names nothing: a path such as spawns[0].count is needed, or a parameter (${this.known})`,
      where,
    );
  }

  /** A scene with values set; parameters first, so that what follows them is there before it is set otherwise. */
  apply(scene: AnyScene, settings: Settings, where: (key: string) => string): AnyScene {
    const parameters: Record<string, FactorValue> = { ...this.study.parameters };
    const paths: [string, FactorValue][] = [];
    for (const [key, value] of Object.entries(settings)) {
      this.check(key, where(key));
      if (!this.isParameter(key)) paths.push([key, value]);
      else if (typeof value === "number") parameters[key] = value;
      else throw new InputError(`a number is needed; given: ${shown(value)}`, where(key));
    }
    let changed: unknown = scene;
    for (const [k, { path, constant = 0, times }] of (this.study.bindings ?? []).entries()) {
      const sum = Object.entries(times).reduce(
        (all, [name, by]) => all + by * (parameters[name] as number),
        constant,
      );
      changed = set(changed, path, Number(sum.toPrecision(12)), `bindings[${k}].path`);
    }
    const bound = changed;
    for (const [path, value] of paths) changed = set(changed, path, value, where(path));
    try {
      return parseAnyScene(changed);
    } catch (error) {
      throw error instanceof InputError ? blamed(error, bound, paths, where) : error;
    }
  }
}

/** What the schema says against a scene; null where it is sound. */
function faultOf(scene: unknown): InputError | null {
  try {
    parseAnyScene(scene);
    return null;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

/** The error of a scene, said of the first key that brings one about by itself, where one does. */
function blamed(
  error: InputError,
  scene: unknown,
  paths: readonly (readonly [string, FactorValue])[],
  where: (key: string) => string,
): InputError {
  if (faultOf(scene)) return error;
  for (const [path, value] of paths) {
    const fault = faultOf(set(scene, path, value, where(path)));
    if (fault) return new InputError(`names nothing that can be so: ${fault.message}`, where(path));
  }
  return error;
}

function set(data: unknown, path: string, value: FactorValue, where: string): unknown {
  try {
    return withValue(data, parsePath(path)!, value);
  } catch (error) {
    throw error instanceof InputError ? new InputError(`names nothing: ${error.message}`, where) : error;
  }
}

/** Says of which part of a study something is wrong. */
function inside<T>(part: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof InputError ? new InputError(error.message, part) : error;
  }
}

const inQuotes = (where: string, key: string): string => `${where}[${JSON.stringify(key)}]`;

/**
 * Lays a study out: reads its scenes, checks that everything it names is there, and makes its points.
 *
 * @param sceneNamed gives the scene of a name, as the study spells it
 * @throws InputError in one line for everything that cannot be run
 */
export function planStudy(study: StudyFile, sceneNamed: (name: string) => AnyScene): StudyPlan {
  if (study.calibrate) throw new InputError("seeks points itself; calibrateStudy runs it", "calibrate");
  const confidence = study.confidence ?? 0.95;
  checkNumber(confidence, "confidence", { above: 0, below: 1 });
  const keys = new Keys(study);
  const { factors = {} } = study;
  for (const key of Object.keys(factors)) keys.check(key, inQuotes("factors", key));
  const { points, resolution, isDrawn } = designPoints(factors, designOf(study));
  const count = countRuns(study);
  if (count > MOST_RUNS)
    throw new InputError(
      `${count.toLocaleString("en-US")} runs are more than ${MOST_RUNS.toLocaleString("en-US")}`,
    );
  const drawings = variantsOf(study, sceneNamed);
  const settingsOf = (name: string): Settings => ({ ...study.set, ...study.variants?.[name]?.set });
  const whereOf = (name: string) => (key: string) =>
    Object.hasOwn(factors, key)
      ? inQuotes("factors", key)
      : Object.hasOwn(study.variants?.[name]?.set ?? {}, key)
        ? inQuotes(`variants[${JSON.stringify(name)}].set`, key)
        : inQuotes("set", key);
  const sceneAt = (name: string, point: DesignPoint): AnyScene =>
    keys.apply(drawings.get(name)!.scene, { ...settingsOf(name), ...point }, whereOf(name));
  const variants = [...drawings].map(([name, { note }]) => ({ name, note, scene: sceneAt(name, {}) }));
  const settings = variants.flatMap(({ name }) =>
    points.map((point, k) => ({ variant: name, point: k, factors: point })),
  );
  for (const { variant, factors: point } of settings.slice(0, MOST_CHECKED)) sceneAt(variant, point);
  checkLevels(factors, designOf(study));
  return {
    study,
    name: study.name ?? study.scene,
    variants,
    points,
    resolution,
    isDrawn,
    settings,
    seeds: seedsOf(study),
    stop: stopOf(study, confidence),
    measures: checkedMeasures(study, variants),
    confidence,
    convergence: inside("convergence", () => convergenceRule(withoutUndefined(study.convergence ?? {}))),
    sceneOf: ({ variant, factors: point }) => sceneAt(variant, point),
  };
}

/** The measures of a study; one that names a place is of a goal or a measurement that some variant has. */
function checkedMeasures(study: StudyFile, variants: readonly Variant[]): string[] {
  const measures = checkMeasures(study.measures, study.stop?.measure);
  // What a building's lines are called is known when it is laid out.
  const plans = variants.flatMap(({ scene }) => (isBuilding(scene) ? [] : [scene]));
  if (plans.length < variants.length) return measures;
  const places = [
    ...new Set(
      plans.flatMap((scene) => [
        ...goalLines({ scene }).map(({ name }) => name),
        ...Object.keys(scene.measurements ?? {}),
      ]),
    ),
  ];
  for (const measure of measures) {
    const place = placeOfMeasure(measure);
    if (place === null || places.includes(place)) continue;
    throw new InputError(
      `${measure} names nothing: ${places.join(", ") || "none"} are lines of goals and measurements of the scene`,
      measure === study.stop?.measure ? "stop.measure" : "measures",
    );
  }
  return measures;
}

/** Levels of designs that draw are checked too: a list without values has none to draw. */
function checkLevels(factors: NonNullable<StudyFile["factors"]>, { kind }: Design): void {
  if (kind === "full" || kind === "fractional") return;
  for (const [name, factor] of Object.entries(factors)) if (factor.values) levelsOf(name, factor);
}

function withoutUndefined<T extends object>(given: T): Partial<ConvergenceRule> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** The drawings of the variants, by name; one without a name where the study has none. */
function variantsOf(
  { scene, variants = {} }: StudyFile,
  sceneNamed: (name: string) => AnyScene,
): Map<string, { readonly scene: AnyScene; readonly note: string }> {
  const names = Object.keys(variants);
  if (names.length === 0) return new Map([["", { scene: sceneNamed(scene), note: "" }]]);
  return new Map(
    names.map((name) => {
      const { scene: own, note = "" } = variants[name];
      return [name, { scene: sceneNamed(own ?? scene), note }];
    }),
  );
}
