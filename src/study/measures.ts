/** What is kept of every run: one number per measure, by name. */
import { InputError } from "../errors.js";
import type { Measured, MeasureGrid } from "../measure/index.js";
import { didYouMean, shown } from "../options.js";
import type { Summary } from "../report/index.js";
import { quantileOf } from "./statistics.js";

/** One measure. */
export interface MeasureSpec {
  readonly label: string;
  readonly unit: string;
  /** Whether it means something only of runs that emptied. */
  readonly whole: boolean;
  /** Reads it of a run; null where it means nothing. */
  readonly of: (summary: Summary, measured: Measured) => number | null;
}

/** Share of the time above which a place is congested, and the area that must be so (IMO MSC.1/Circ.1533). */
export const CONGESTED_SHARE = 0.1;

/** The area of a grid's cells whose value is above a threshold, in m2. */
export function areaAbove({ values, cell }: MeasureGrid, threshold: number): number {
  let cells = 0;
  for (const value of values) if (value > threshold) cells++;
  return cells * cell * cell;
}

/** Measures that every run has. Times in seconds, lengths in metres. */
export const MEASURES: Readonly<Record<string, MeasureSpec>> = {
  time: {
    label: "until the last one arrived",
    unit: "s",
    whole: true,
    of: ({ time }) => time,
  },
  time95: {
    label: "until 95 % had arrived",
    unit: "s",
    whole: true,
    of: (_, { arrivalTimes }) => quantileOf(arrivalTimes, 0.95),
  },
  meanTravelTime: {
    label: "mean travel time",
    unit: "s",
    whole: true,
    of: ({ meanTravelTime }) => meanTravelTime,
  },
  maxTravelTime: {
    label: "longest travel time",
    unit: "s",
    whole: true,
    of: ({ maxTravelTime }) => maxTravelTime,
  },
  meanWalkingTime: {
    label: "mean time on the way",
    unit: "s",
    whole: true,
    of: ({ meanWalkingTime }) => meanWalkingTime,
  },
  meanDetour: {
    label: "way walked over way planned",
    unit: "",
    whole: true,
    of: ({ meanDetour }) => meanDetour,
  },
  arrived: { label: "people who arrived", unit: "", whole: false, of: ({ arrived }) => arrived },
  peakFlow: { label: "peak flow, over 10 s", unit: "/s", whole: false, of: ({ peakFlow }) => peakFlow },
  maxDensity: { label: "greatest density", unit: "/m²", whole: false, of: ({ maxDensity }) => maxDensity },
  congestedArea: {
    label: "area above 4 /m² for more than a tenth of the time",
    unit: "m²",
    whole: false,
    of: (_, { congestion }) => areaAbove(congestion, CONGESTED_SHARE),
  },
  delay: {
    label: "person-seconds lost at narrow places",
    unit: "s",
    whole: false,
    of: ({ bottlenecks }) => bottlenecks.reduce((sum, { delay }) => sum + delay, 0),
  },
  overlaps: { label: "overlaps (pairs × steps)", unit: "", whole: false, of: ({ overlaps }) => overlaps },
};

/** What scenes name by themselves: `flow.exit`, `density.A`. */
const NAMED = /^(flow|count|density|speed|specificFlow)\.(.+)$/;

/** The goal or measurement that a measure is of; null of those that every run has. */
export const placeOfMeasure = (name: string): string | null =>
  Object.hasOwn(MEASURES, name) ? null : (NAMED.exec(name)?.[2] ?? null);

/** Units of what scenes name. */
const NAMED_UNITS: Readonly<Record<string, string>> = {
  flow: "/s",
  count: "",
  density: "/m²",
  speed: "m/s",
  specificFlow: "/(m s)",
};

/** A measure in words, with its unit. */
export function measureLabel(name: string): { readonly label: string; readonly unit: string } {
  const known = MEASURES[name];
  if (known) return known;
  const [, kind = "", of = ""] = NAMED.exec(name) ?? [];
  return { label: `${kind} at ${of}`, unit: NAMED_UNITS[kind] ?? "" };
}

/**
 * The measures that a study keeps.
 *
 * @throws InputError naming one that does not exist
 */
export function checkMeasures(names: readonly string[] | undefined, more?: string): string[] {
  const known = Object.keys(MEASURES);
  const all = [...new Set(["time", ...(names ?? known), ...(more === undefined ? [] : [more])])];
  for (const name of all) {
    if (Object.hasOwn(MEASURES, name) || NAMED.test(name)) continue;
    const meant = didYouMean(name, known).trim();
    throw new InputError(
      `${known.join(", ")}, or flow.NAME, count.NAME, density.NAME, speed.NAME and specificFlow.NAME of the scene's measurements and goals are measures; given: ${shown(name)}${meant === "" ? "" : `; ${meant}`}`,
      "measures",
    );
  }
  return all;
}

/** What was measured at the scene's goals, lines and areas. */
function namedMeasures(
  { lines }: Summary,
  { measurements }: Measured,
  times: Measured["lines"],
): Record<string, number | null> {
  const values: Record<string, number | null> = {};
  for (const { name, count } of lines) {
    const passed = times.find((line) => line.name === name)?.times ?? [];
    const span = passed.length > 1 ? passed[passed.length - 1] - passed[0] : 0;
    values[`count.${name}`] = count;
    values[`flow.${name}`] = span > 0 ? (passed.length - 1) / span : null;
  }
  for (const result of measurements) {
    if (result.kind === "line") {
      const { count, flow, specificFlow, steady } = result.both;
      values[`count.${result.name}`] = count;
      values[`flow.${result.name}`] = steady?.flow ?? flow;
      values[`specificFlow.${result.name}`] = steady?.specificFlow ?? specificFlow;
    } else {
      const means = result.steady ?? result.whole;
      values[`density.${result.name}`] = means?.density ?? null;
      values[`speed.${result.name}`] = means?.speed ?? null;
      values[`specificFlow.${result.name}`] = means?.specificFlow ?? null;
      values[`flow.${result.name}`] = means?.flow ?? null;
    }
  }
  return values;
}

const rounded = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : Number(value.toPrecision(10));

/** All measures of a run; null where one means nothing. */
export function measuresOf(summary: Summary, measured: Measured): Record<string, number | null> {
  const values: Record<string, number | null> = {};
  for (const [name, { whole, of }] of Object.entries(MEASURES)) {
    values[name] = whole && !summary.complete ? null : rounded(of(summary, measured));
  }
  for (const [name, value] of Object.entries(namedMeasures(summary, measured, measured.lines))) {
    values[name] = rounded(value);
  }
  return values;
}
