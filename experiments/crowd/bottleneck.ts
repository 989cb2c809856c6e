/** Barriers against bottlenecks (Farias 2020, section 5.6), and what each reading of the chapter is worth. */
import type { Experiment } from "../experiment.js";
import { type Condition, type Emptying, emptyingRow, emptyings, meanText } from "../seeds.js";

const NONE: Condition = {
  title: "without barriers",
  scene: "bottleneck",
  options: { bottleneck: false },
};

const BARRIERS: readonly Condition[] = [
  NONE,
  { title: "weight 1.5", scene: "bottleneck" },
  { title: "adaptive weights", scene: "bottleneck", options: { bottleneck: { adaptive: true } } },
];

/** From what we did first to what we do now. */
const READINGS: readonly Condition[] = [
  NONE,
  ...[0.5, 1].flatMap((headway) =>
    [true, false].flatMap((replaces) =>
      [false, true].map(
        (carries): Condition => ({
          title: `headway ${headway}, barriers ${replaces ? "replaced" : "added up"}, ${carries ? "carried on" : "one leg"}`,
          scene: "bottleneck",
          options: { bottleneck: { headway, replaces, carries } },
        }),
      ),
    ),
  ),
];

/** By how much a mean is less than that of the first. */
const gainOf = (result: Emptying, [first]: readonly Emptying[]): number => 1 - result.mean / first.mean;

function bottleneckExperiment(
  name: string,
  title: string,
  conditions: readonly Condition[],
): Experiment<readonly Emptying[]> {
  return {
    name,
    title,
    paper: "Farias 2020",
    place: "section 5.6",
    seeded: true,
    run: (options) => emptyings(conditions, options),
    rows: (results) => results.map((result) => ({ ...emptyingRow(result), gain: gainOf(result, results) })),
    lines: (results) =>
      results.map((result, k) => {
        const gain = k === 0 ? "" : ` (${(100 * gainOf(result, results)).toFixed(1)} % less)`;
        return `${result.title}: ${meanText(result)} s${gain}`;
      }),
  };
}

/** The section, and its readings. */
export const BOTTLENECKS: readonly Experiment<readonly Emptying[]>[] = [
  bottleneckExperiment("5.6", "A hall with a narrow passage, and barriers before it", BARRIERS),
  bottleneckExperiment("5.6-readings", "The same with weight 1.5, as the chapter can be read", READINGS),
];
