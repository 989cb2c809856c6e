/** Whole people in given shares. */
import { InputError } from "../errors.js";
import type { Random } from "../numerics/index.js";

/**
 * Parts a number of people by shares: everybody gets the whole part of what is due, and those left over go to the largest
 * remainders, the first named where remainders are equal (Hamilton's method). So each part is within one person of its share.
 */
export function apportion(shares: readonly number[], people: number): number[] {
  const sum = shares.reduce((a, b) => a + b, 0);
  const due = shares.map((share) => (share / sum) * people);
  const parts = due.map((value) => Math.floor(value + 1e-9));
  const order = due
    .map((value, i) => ({ i, rest: value - parts[i] }))
    .sort((a, b) => (Math.abs(a.rest - b.rest) > 1e-9 ? b.rest - a.rest : a.i - b.i));
  let left = people - parts.reduce((a, b) => a + b, 0);
  for (let k = 0; left > 0; k++, left--) parts[order[k].i]++;
  return parts;
}

/** Numbers of parts, each as often as the part is large, in a random order. */
function dealt(parts: readonly number[], random: Random): Uint16Array {
  const deck = new Uint16Array(parts.reduce((a, b) => a + b, 0));
  let from = 0;
  parts.forEach((size, part) => {
    deck.fill(part, from, from + size);
    from += size;
  });
  for (let i = deck.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const card = deck[i];
    deck[i] = deck[j];
    deck[j] = card;
  }
  return deck;
}

/** Who gets which of several things, by number: parts of a known number of people, drawn one by one where people never end. */
export class Deal {
  private readonly deck: Uint16Array | null;

  constructor(
    private readonly shares: readonly number[],
    people: number,
    random: Random,
  ) {
    if (shares.length > 65_535) throw new InputError(`at most 65,535 parts; given: ${shares.length}`);
    const isOne = shares.length === 1;
    this.deck = isOne || people === Infinity ? null : dealt(apportion(shares, people), random);
  }

  /** What the person of a number gets; `random` is that person's own. */
  of(index: number, random: Random): number {
    const { deck, shares } = this;
    if (deck) return deck[index];
    if (shares.length === 1) return 0;
    let left = random.unit() * shares.reduce((a, b) => a + b, 0);
    for (let part = 0; part < shares.length - 1; part++) {
      if (left < shares[part]) return part;
      left -= shares[part];
    }
    return shares.length - 1;
  }
}
