import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastAssignment, Random } from "./index.js";

/** All orders of some columns, tried one by one: the least sum. */
function bruteForce(costs: Float64Array, rows: number, columns: number): number {
  let best = Infinity;
  const isTaken = new Uint8Array(columns);
  const go = (row: number, sum: number): void => {
    if (row === rows) {
      best = Math.min(best, sum);
      return;
    }
    for (let column = 0; column < columns; column++) {
      if (isTaken[column]) continue;
      isTaken[column] = 1;
      go(row + 1, sum + costs[row * columns + column]);
      isTaken[column] = 0;
    }
  };
  go(0, 0);
  return best;
}

/** Bertsekas's auction with whole costs: bids of less than 1 / rows above the second best make it exact. */
function auction(costs: Float64Array, n: number): number {
  const prices = new Float64Array(n);
  const rowOf = new Int32Array(n).fill(-1);
  const queue = Array.from({ length: n }, (_, row) => row);
  const bid = 1 / (n + 1);
  while (queue.length > 0) {
    const row = queue.pop()!;
    let [best, first, second] = [-1, -Infinity, -Infinity];
    for (let column = 0; column < n; column++) {
      const worth = -costs[row * n + column] - prices[column];
      if (worth > first) [best, first, second] = [column, worth, first];
      else if (worth > second) second = worth;
    }
    prices[best] += (second === -Infinity ? 0 : first - second) + bid;
    if (rowOf[best] >= 0) queue.push(rowOf[best]);
    rowOf[best] = row;
  }
  return rowOf.reduce((sum, row, column) => sum + costs[row * n + column], 0);
}

const isPermutation = (columns: Int32Array): boolean => new Set(columns).size === columns.length;

describe("least assignment", () => {
  it("costs as little as the best of all orders, up to 8 rows, with ties and with spare columns", () => {
    const numbers = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.double({ min: -1e3, max: 1e3, noNaN: true }),
    );
    const problem = fc
      .tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 2 }))
      .chain(([rows, more]) =>
        fc.tuple(
          fc.constant(rows),
          fc.constant(Math.min(8, rows + more)),
          fc.array(numbers, {
            minLength: rows * Math.min(8, rows + more),
            maxLength: rows * Math.min(8, rows + more),
          }),
        ),
      );
    fc.assert(
      fc.property(problem, ([rows, columns, given]) => {
        const costs = Float64Array.from(given);
        const answer = leastAssignment(costs, rows, columns);
        const best = bruteForce(costs, rows, columns);
        return isPermutation(answer.columns) && Math.abs(answer.cost - best) <= 1e-9 * (1 + Math.abs(best));
      }),
      { seed: 19, numRuns: 300 },
    );
  });

  it.each([1, 2, 3, 4, 5])("costs as little as an auction finds, up to 120 rows, seed %i", (seed) => {
    const random = new Random(seed);
    const n = 20 + random.below(101);
    // Few different costs make many ties; whole ones make the auction exact.
    const costs = Float64Array.from({ length: n * n }, () => random.below(seed === 1 ? 4 : 1000));
    const answer = leastAssignment(costs, n, n);
    expect(isPermutation(answer.columns)).toBe(true);
    expect(answer.cost).toBe(auction(costs, n));
  });

  it("gives places on a line in their order, which is the least sum of squares", () => {
    const random = new Random(7);
    const n = 300;
    const from = Float64Array.from({ length: n }, () => random.between(-50, 50));
    const to = Float64Array.from({ length: n }, () => random.between(-50, 50));
    const costs = Float64Array.from({ length: n * n }, (_, k) => (from[Math.floor(k / n)] - to[k % n]) ** 2);
    const answer = leastAssignment(costs, n, n);
    const sorted = (list: Float64Array): Float64Array => list.slice().sort();
    const best = sorted(from).reduce((sum, x, k) => sum + (x - sorted(to)[k]) ** 2, 0);
    expect(answer.cost).toBeCloseTo(best, 6);
  });

  it("refuses more rows than columns, lists of a wrong length and costs that are no numbers", () => {
    expect(() => leastAssignment(new Float64Array(2), 2, 1)).toThrow(/rows: a whole number from 0 to 1/);
    expect(() => leastAssignment(new Float64Array(3), 2, 2)).toThrow(/costs: 4 numbers are needed; given: 3/);
    expect(() => leastAssignment(Float64Array.of(1, Number.NaN), 1, 2)).toThrow(
      /costs\[1\]: a finite number/,
    );
  });
});
