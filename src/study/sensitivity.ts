/** How much each factor matters: means by level, the share of the variance that it explains, and the rank correlation. */
import { meanOf } from "./statistics.js";

/** What a factor may be set to. */
export type FactorValue = number | string | boolean;

/** The runs at one level of a factor, or within one fifth of its values where there are many. */
export interface LevelMean {
  /** The level, or the range of values. */
  readonly level: string;
  readonly count: number;
  readonly mean: number;
}

/** One factor's influence on one measure. */
export interface Sensitivity {
  readonly factor: string;
  readonly levels: readonly LevelMean[];
  /** Greatest mean by level less the least. */
  readonly effect: number;
  /** Variance between the levels as a share of all, 0 to 1 (eta squared). */
  readonly share: number;
  /** Spearman's rank correlation of a factor in numbers, -1 to 1; null for words, and where all are equal. */
  readonly rank: number | null;
}

/** Levels beyond which values are gathered in fifths. */
const MANY_LEVELS = 8;
const BINS = 5;

/** Ranks from 1 on; equal values share the mean of theirs. */
export function ranksOf(values: readonly number[]): number[] {
  const order = values.map((value, i) => ({ value, i })).sort((a, b) => a.value - b.value);
  const ranks = new Array<number>(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to + 1 < order.length && order[to + 1].value === order[from].value) to++;
    for (let k = from; k <= to; k++) ranks[order[k].i] = (from + to) / 2 + 1;
    from = to + 1;
  }
  return ranks;
}

/** Pearson's correlation; null where one side does not vary. */
export function correlationOf(x: readonly number[], y: readonly number[]): number | null {
  const [mx, my] = [meanOf(x) ?? 0, meanOf(y) ?? 0];
  let [xy, xx, yy] = [0, 0, 0];
  x.forEach((value, i) => {
    xy += (value - mx) * (y[i] - my);
    xx += (value - mx) ** 2;
    yy += (y[i] - my) ** 2;
  });
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : null;
}

/** Which level each run belongs to, in order, with their names. */
function levelsOf(values: readonly FactorValue[]): { readonly names: string[]; readonly of: number[] } {
  const distinct = [...new Set(values)];
  const isNumeric = values.every((value) => typeof value === "number");
  if (isNumeric) distinct.sort((a, b) => (a as number) - (b as number));
  if (!isNumeric || distinct.length <= MANY_LEVELS) {
    return { names: distinct.map(String), of: values.map((value) => distinct.indexOf(value)) };
  }
  const ranks = ranksOf(values as number[]);
  const of = ranks.map((rank) => Math.min(BINS - 1, Math.floor((BINS * (rank - 1)) / values.length)));
  const names = Array.from({ length: BINS }, (_, bin) => {
    const inside = (values as number[]).filter((_value, i) => of[i] === bin);
    const ends = [
      inside.reduce((a, b) => Math.min(a, b), Infinity),
      inside.reduce((a, b) => Math.max(a, b), -Infinity),
    ].map((end) => Number(end.toPrecision(4)));
    return `${ends[0]} to ${ends[1]}`;
  });
  return { names, of };
}

/** The influence of factors on a measure, greatest share first. Runs without a value do not count. */
export function sensitivityOf(
  runs: readonly { readonly factors: Readonly<Record<string, FactorValue>>; readonly value: number | null }[],
): Sensitivity[] {
  const counted = runs.filter((run): run is typeof run & { value: number } => run.value !== null);
  const factors = [...new Set(counted.flatMap((run) => Object.keys(run.factors)))];
  const results = factors.map((factor) => {
    const mine = counted.filter((run) => factor in run.factors);
    return influence(
      factor,
      mine.map((run) => run.factors[factor]),
      mine.map(({ value }) => value),
    );
  });
  return results.sort((a, b) => b.share - a.share);
}

function influence(factor: string, settings: readonly FactorValue[], values: readonly number[]): Sensitivity {
  const { names, of } = levelsOf(settings);
  const all = meanOf(values) ?? 0;
  const total = values.reduce((sum, value) => sum + (value - all) ** 2, 0);
  let between = 0;
  const levels = names.flatMap((level, k): LevelMean[] => {
    const mine = values.filter((_, i) => of[i] === k);
    const mean = meanOf(mine);
    if (mean === null) return [];
    between += mine.length * (mean - all) ** 2;
    return [{ level, count: mine.length, mean }];
  });
  const means = levels.map(({ mean }) => mean);
  const isNumeric = settings.every((setting) => typeof setting === "number");
  return {
    factor,
    levels,
    effect:
      means.length > 0
        ? means.reduce((a, b) => Math.max(a, b), -Infinity) - means.reduce((a, b) => Math.min(a, b), Infinity)
        : 0,
    share: total > 0 ? Math.min(1, between / total) : 0,
    rank: isNumeric ? correlationOf(ranksOf(settings as number[]), ranksOf(values)) : null,
  };
}
