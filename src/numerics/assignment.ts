/**
 * Who goes where, so that all together walk least: the linear assignment problem, by shortest augmenting paths with prices
 * (Jonker and Volgenant 1987, the part after their reductions), in O(rows^2 columns).
 *
 * Rows are taken in one after another. For each, Dijkstra's search over the columns finds the cheapest chain "I take your place,
 * you take the next one" that ends at a free column; prices keep all reduced costs at 0 or above, so that the search is right.
 */
import { InputError } from "../errors.js";
import { checkNumber } from "../options.js";

/** A row that has no column yet, and a column that has no row. */
const NONE = -1;

/** An assignment: the column of every row, and what they cost together. */
export interface Assignment {
  readonly columns: Int32Array;
  readonly cost: number;
}

/**
 * One column of its own for every row, with the least sum of costs. Equal input gives equal output; of several best ones it is
 * not said which.
 *
 * @param costs row by row, finite, `rows` times `columns`
 * @throws InputError for more rows than columns, and for costs that are no finite numbers
 */
export function leastAssignment(costs: Float64Array, rows: number, columns: number): Assignment {
  checkNumber(columns, "columns", { whole: true, least: 0 });
  checkNumber(rows, "rows", { whole: true, least: 0, most: columns });
  if (costs.length !== rows * columns) {
    throw new InputError(`${rows * columns} numbers are needed; given: ${costs.length}`, "costs");
  }
  const bad = costs.findIndex((cost) => !Number.isFinite(cost));
  if (bad >= 0) throw new InputError(`a finite number is needed; given: ${costs[bad]}`, `costs[${bad}]`);
  const rowOf = new Int32Array(columns).fill(NONE);
  const search = new Search(costs, columns, rowOf);
  for (let row = 0; row < rows; row++) search.takeIn(row);
  const chosen = new Int32Array(rows);
  let cost = 0;
  for (let column = 0; column < columns; column++) if (rowOf[column] >= 0) chosen[rowOf[column]] = column;
  for (let row = 0; row < rows; row++) cost += costs[row * columns + chosen[row]];
  return { columns: chosen, cost };
}

/** Searches for the cheapest chain of one row after another. */
class Search {
  private readonly priceOfRow: Float64Array;
  private readonly priceOfColumn: Float64Array;
  /** Per column: the cheapest chain to it so far, the column before it on the chain, and whether that is settled. */
  private readonly least: Float64Array;
  private readonly before: Int32Array;
  private readonly settled: Uint8Array;
  private readonly order: Int32Array;

  constructor(
    private readonly costs: Float64Array,
    private readonly columns: number,
    private readonly rowOf: Int32Array,
  ) {
    this.priceOfRow = new Float64Array(columns + 1);
    this.priceOfColumn = new Float64Array(columns);
    this.least = new Float64Array(columns);
    this.before = new Int32Array(columns);
    this.settled = new Uint8Array(columns);
    this.order = new Int32Array(columns);
  }

  /** Gives a row a column; others may change theirs. */
  takeIn(first: number): void {
    const { rowOf, least, before, settled, order, priceOfRow, priceOfColumn } = this;
    least.fill(Infinity);
    settled.fill(0);
    let row = first;
    let from = NONE;
    let length = 0;
    let count = 0;
    let end = NONE;
    while (end === NONE) {
      const column = this.relax(row, from, length);
      length = least[column];
      settled[column] = 1;
      order[count++] = column;
      if (rowOf[column] === NONE) end = column;
      else {
        row = rowOf[column];
        from = column;
      }
    }
    // Prices rise by what each settled column was cheaper than the end.
    priceOfRow[first] += length;
    for (let k = 0; k < count - 1; k++) {
      const column = order[k];
      priceOfRow[rowOf[column]] += length - least[column];
      priceOfColumn[column] -= length - least[column];
    }
    for (let column = end; column !== NONE; column = before[column]) {
      rowOf[column] = before[column] === NONE ? first : rowOf[before[column]];
    }
  }

  /** Chains that go on from a row; returns the nearest column that is not settled. */
  private relax(row: number, from: number, length: number): number {
    const { costs, columns, least, before, settled, priceOfColumn } = this;
    const base = row * columns;
    const paid = length - this.priceOfRow[row];
    let nearest = NONE;
    let shortest = Infinity;
    for (let column = 0; column < columns; column++) {
      if (settled[column]) continue;
      const cost = paid + costs[base + column] - priceOfColumn[column];
      if (cost < least[column]) {
        least[column] = cost;
        before[column] = from;
      }
      if (least[column] < shortest) {
        shortest = least[column];
        nearest = column;
      }
    }
    return nearest;
  }
}
