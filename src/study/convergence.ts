/**
 * Whether more runs would change the picture: convergence in the manner of Ronchi, Reneke and Peacock, A Method for the Analysis of
 * Behavioural Uncertainty in Evacuation Modelling, Fire Technology 50 (2014).
 *
 * After every run the averages are compared with those before it: the mean of the total evacuation times (TET) and their deviation (SD)
 * by their relative change; the average curve, the mean time at which the first, second, … person has arrived, by three measures
 * of functional analysis: the Euclidean relative difference (ERD, 0 for equal curves), the Euclidean projection coefficient (EPC, 1
 * for equal sizes) and the secant cosine (SC, 1 for equal shapes). Here a measure is how far each of the three is from its ideal.
 */
import { InputError } from "../errors.js";
import { checkKeys, checkNumber } from "../options.js";

/** How far apart two averages are, in five ways; each 0 where nothing changes. */
export interface ConvergenceMeasures {
  readonly tet: number;
  readonly sd: number;
  readonly erd: number;
  readonly epc: number;
  readonly sc: number;
}

/** When averages count as settled. */
export interface ConvergenceRule extends ConvergenceMeasures {
  /** Runs in a row after which all five are within their thresholds, >= 1. */
  readonly consecutive: number;
  /** Persons that a secant spans, as a share of all, 0 < span < 1. */
  readonly span: number;
}

/** Thresholds of ours: the method leaves them to whoever asks for the study. */
export const CONVERGENCE_DEFAULTS: ConvergenceRule = Object.freeze({
  tet: 0.01,
  sd: 0.05,
  erd: 0.01,
  epc: 0.01,
  sc: 0.01,
  consecutive: 10,
  span: 0.05,
});

/** How averages settled. */
export interface Convergence {
  /** The measures after the second run, the third and so on. */
  readonly steps: readonly ConvergenceMeasures[];
  /** Runs after which all had been within their thresholds for long enough; null where they never were. */
  readonly after: number | null;
  readonly rule: ConvergenceRule;
}

/** A rule with defaults for what is left out. */
export function convergenceRule(given: Partial<ConvergenceRule> = {}): ConvergenceRule {
  checkKeys(given, Object.keys(CONVERGENCE_DEFAULTS));
  const rule = { ...CONVERGENCE_DEFAULTS, ...given };
  for (const key of ["tet", "sd", "erd", "epc", "sc"] as const) checkNumber(rule[key], key, { above: 0 });
  checkNumber(rule.consecutive, "consecutive", { whole: true, least: 1 });
  checkNumber(rule.span, "span", { above: 0, below: 1 });
  return rule;
}

/**
 * ERD, EPC and SC of a curve `m` against another, `E`, as functional analysis has them (Peacock, Reneke, Davis and Jones, Quantifying
 * Fire Model Evaluation Using Functional Analysis, Fire Safety Journal 33, 1999). Values are one step t apart, which cancels in SC.
 *
 * @param s steps that a secant spans
 */
export function curveMeasures(
  E: ArrayLike<number>,
  m: ArrayLike<number>,
  s: number,
): { readonly erd: number; readonly epc: number; readonly sc: number } {
  const n = E.length;
  if (m.length !== n) throw new InputError(`curves of one length are needed; given: ${n} and ${m.length}`);
  let [difference2, product, E2, m2] = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    difference2 += (E[i] - m[i]) ** 2;
    product += E[i] * m[i];
    E2 += E[i] ** 2;
    m2 += m[i] ** 2;
  }
  // The same of the secants, E(i) - E(i - s) and m(i) - m(i - s).
  let [across, rises2, others2] = [0, 0, 0];
  for (let i = s; i < n; i++) {
    const [a, b] = [E[i] - E[i - s], m[i] - m[i - s]];
    across += a * b;
    rises2 += a * a;
    others2 += b * b;
  }
  const isFlat = rises2 === 0 && others2 === 0;
  return {
    // |E - m| / |E|
    erd: E2 > 0 ? Math.sqrt(difference2 / E2) : difference2 > 0 ? Infinity : 0,
    // <E, m> / <m, m>
    epc: m2 > 0 ? product / m2 : E2 > 0 ? Infinity : 1,
    // The cosine of the angle between the secants.
    sc: isFlat ? 1 : rises2 > 0 && others2 > 0 ? across / Math.sqrt(rises2 * others2) : 0,
  };
}

const change = (now: number, before: number): number =>
  now === before ? 0 : now === 0 ? Infinity : Math.abs((now - before) / now);

/**
 * Follows the averages over runs in their order.
 *
 * @param curves the arrival times of each run, rising; where runs differ in people, as many as the smallest has count
 */
export function convergenceOf(
  curves: readonly (readonly number[])[],
  given: Partial<ConvergenceRule> = {},
): Convergence {
  const rule = convergenceRule(given);
  const people = curves.reduce((least, { length }) => Math.min(least, length), Infinity);
  if (curves.length < 2 || people === 0) return { steps: [], after: null, rule };
  const span = Math.max(1, Math.min(people - 1, Math.round(rule.span * people)));
  const average = new Float64Array(people);
  const before = new Float64Array(people);
  const steps: ConvergenceMeasures[] = [];
  // Welford's sums of the total times.
  let [mean, squares, row, sd] = [0, 0, 0, 0];
  let after: number | null = null;
  curves.forEach((curve, j) => {
    before.set(average);
    for (let i = 0; i < people; i++) average[i] += (curve[i] - average[i]) / (j + 1);
    const total = curve[curve.length - 1];
    const [meanBefore, sdBefore] = [mean, sd];
    mean += (total - mean) / (j + 1);
    squares += (total - meanBefore) * (total - mean);
    sd = j > 0 ? Math.sqrt(squares / j) : 0;
    if (j === 0) return;
    const { erd, epc, sc } = curveMeasures(before, average, span);
    const step = {
      tet: change(mean, meanBefore),
      sd: j > 1 ? change(sd, sdBefore) : Infinity,
      erd,
      epc: Math.abs(1 - epc),
      sc: Math.abs(1 - sc),
    };
    steps.push(step);
    const isWithin = (["tet", "sd", "erd", "epc", "sc"] as const).every((key) => step[key] <= rule[key]);
    row = isWithin ? row + 1 : 0;
    if (row >= rule.consecutive) after ??= j + 1;
  });
  return { steps, after, rule };
}
