/**
 * Fractional factorial designs of two levels (Box, Hunter and Hunter, Statistics for Experimenters, 2005, chapter 6): some factors take all
 * combinations, and each of the others the product of their signs, so that a few runs tell the main effects of many factors.
 */
import { InputError } from "../errors.js";

/** A design of two levels: signs -1 and 1 per point and factor. */
export interface TwoLevelDesign {
  readonly points: readonly (readonly (-1 | 1)[])[];
  /** Factors whose signs are products of others, by number. */
  readonly generators: ReadonlyMap<number, readonly number[]>;
  /** The shortest word of the defining relation: 3 mixes main effects with interactions of two, 5 keeps both clear; Infinity in full. */
  readonly resolution: number;
}

/** Factors are bits of a word. */
const MOST_FACTORS = 24;
const MOST_EXTRA = 14;

const bits = (word: number): number => {
  let count = 0;
  for (let left = word; left > 0; left &= left - 1) count++;
  return count;
};

/** The length of the shortest word that the generators' words multiply to. */
export function resolutionOf(words: readonly number[]): number {
  let least = Infinity;
  for (let subset = 1; subset < 2 ** words.length; subset++) {
    let product = 0;
    for (let k = 0; k < words.length; k++) if ((subset >> k) & 1) product ^= words[k];
    least = Math.min(least, bits(product));
  }
  return least;
}

/** Sets of words that are tried for one resolution before the next lower one is. */
const MOST_TRIES = 20_000;

/** Words of at least a resolution for the factors beyond the base, by trying; null where none were found. */
function wordsOf(base: number, factors: number, resolution: number): number[] | null {
  const candidates = Array.from({ length: 2 ** base - 1 }, (_, k) => k + 1)
    .filter((product) => bits(product) >= resolution - 1)
    .sort((a, b) => bits(a) - bits(b) || a - b);
  const words: number[] = [];
  let tries = 0;
  // `products`: all that the words so far multiply to.
  const extend = (from: number, products: readonly number[]): boolean => {
    const factor = base + words.length;
    if (factor === factors) return true;
    for (let k = from; k < candidates.length && tries < MOST_TRIES; k++) {
      tries++;
      const word = candidates[k] | (1 << factor);
      const more = products.map((product) => product ^ word);
      if (more.some((product) => bits(product) < resolution)) continue;
      words.push(word);
      if (extend(k + 1, [...products, ...more, word])) return true;
      words.pop();
    }
    return false;
  };
  return extend(0, []) ? words : null;
}

/** Words for the factors beyond the base, of the greatest resolution that is found. */
function chosenWords(base: number, factors: number): number[] {
  for (let resolution = base + 1; resolution > 3; resolution--) {
    const words = wordsOf(base, factors, resolution);
    if (words) return words;
  }
  return wordsOf(base, factors, 3) ?? [];
}

/**
 * A design of so many points, a power of two.
 *
 * @param generators which factors are products of which; chosen where absent
 * @throws InputError where there is none
 */
export function twoLevelDesign(
  factors: number,
  runs: number,
  generators?: ReadonlyMap<number, readonly number[]>,
): TwoLevelDesign {
  if (factors > MOST_FACTORS)
    throw new InputError(`up to ${MOST_FACTORS} factors are possible; given: ${factors}`, "factors");
  const base = Math.log2(runs);
  const isPossible = Number.isInteger(base) && factors < runs && base <= factors;
  if (!isPossible) {
    const least = 2 ** Math.ceil(Math.log2(factors + 1));
    throw new InputError(
      `a power of two from ${least} to ${2 ** factors} is needed for ${factors} factors; given: ${runs}`,
      "design.runs",
    );
  }
  if (factors - base > MOST_EXTRA)
    throw new InputError(
      `at least ${2 ** (factors - MOST_EXTRA)} points are needed; given: ${runs}`,
      "design.runs",
    );
  const extra = generators
    ? [...generators.keys()].sort((a, b) => a - b)
    : Array.from({ length: factors - base }, (_, k) => base + k);
  const basic = Array.from({ length: factors }, (_, k) => k).filter((k) => !extra.includes(k));
  // In words of the chosen generators the base comes first; here factors stay where they are.
  const words = generators
    ? extra.map((k) => generators.get(k)!.reduce((word, of) => word ^ (1 << of), 1 << k))
    : chosenWords(base, factors);
  const products = new Map(extra.map((k, i) => [k, basic.filter((of) => (words[i] >> of) & 1)] as const));
  const points = Array.from({ length: runs }, (_, run) => {
    const signs = new Array<-1 | 1>(factors);
    basic.forEach((k, i) => {
      signs[k] = (run >> i) & 1 ? 1 : -1;
    });
    for (const [k, of] of products) {
      signs[k] = of.reduce<-1 | 1>((sign, other) => (sign * signs[other]) as -1 | 1, 1);
    }
    return signs;
  });
  return { points, generators: products, resolution: resolutionOf(words) };
}
