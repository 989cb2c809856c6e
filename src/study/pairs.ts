/** Two variants on common seeds: what differs, by how much, and how sure that is. */
import { checkNumber } from "../options.js";
import { deviationOf, meanInterval, meanOf, quantileOf } from "./statistics.js";

/** B minus A, over the seeds that both have a value for. */
export interface PairedDifference {
  /** Pairs with a value on both sides. */
  readonly pairs: number;
  /** Seeds of which one side or both has none. */
  readonly left: number;
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly sd: number | null;
  readonly median: number | null;
  /** Pairs in which B is less than A, and in which it is more. */
  readonly less: number;
  readonly more: number;
  /** The mean difference as a share of A's mean. */
  readonly share: number | null;
  readonly confidence: number;
  /** What the interval says: B is less, B is more, or it holds 0; null where there is no interval. */
  readonly verdict: "less" | "more" | "open" | null;
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(12));

/**
 * Compares two variants run by run.
 *
 * @param a values of one variant by what pairs them, such as the seed; null where a run has none
 */
export function pairedDifference<Key>(
  a: ReadonlyMap<Key, number | null>,
  b: ReadonlyMap<Key, number | null>,
  confidence = 0.95,
): PairedDifference {
  checkNumber(confidence, "confidence", { above: 0, below: 1 });
  const seeds = [...new Set([...a.keys(), ...b.keys()])];
  const pairs = seeds.flatMap((seed) => {
    const [one, other] = [a.get(seed) ?? null, b.get(seed) ?? null];
    return one === null || other === null ? [] : [{ of: one, by: other - one }];
  });
  const values = pairs.map(({ by }) => by);
  const { low, high } = meanInterval(values, confidence);
  const [mean, base] = [meanOf(values), meanOf(pairs.map(({ of }) => of))];
  return {
    pairs: pairs.length,
    left: seeds.length - pairs.length,
    mean: rounded(mean),
    low: rounded(low),
    high: rounded(high),
    sd: rounded(deviationOf(values)),
    median: rounded(quantileOf(values, 0.5)),
    less: values.filter((by) => by < 0).length,
    more: values.filter((by) => by > 0).length,
    share: mean !== null && base ? rounded(mean / base) : null,
    confidence,
    verdict: low === null || high === null ? null : high < 0 ? "less" : low > 0 ? "more" : "open",
  };
}
