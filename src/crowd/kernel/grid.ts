/** The grid of agents: a counting sort into its cells, and the nearest neighbours of one agent. */
import { HABIT, MOST_NEIGHBOURS, NUMBER } from "./layout.js";
import type { Memory } from "./memory.js";

/** Sorts agents by cells and copies what a step reads into that order: the frozen generation. Whole, on one thread. */
export function sortIntoGrid({ agents, sorted, cellStart, habits, numbers }: Memory): void {
  const count = numbers[NUMBER.count];
  sortSlots(agents.x, agents.y, { sorted, cellStart, numbers });
  const { slot } = sorted;
  for (let s = 0; s < count; s++) {
    const i = slot[s];
    sorted.x[s] = agents.x[i];
    sorted.y[s] = agents.y[i];
    sorted.vx[s] = agents.vx[i];
    sorted.vy[s] = agents.vy[i];
    sorted.wishX[s] = agents.wishX[i];
    sorted.wishY[s] = agents.wishY[i];
    sorted.radius[s] = agents.radius[i];
    sorted.top[s] = agents.top[i];
    sorted.headway[s] = agents.headway[i];
    sorted.stateX[s] = agents.stateX[i];
    sorted.stateY[s] = agents.stateY[i];
    sorted.clock[s] = agents.clock[i];
    sorted.stuck[s] = agents.stuck[i];
    sorted.habit[s] = agents.habit[i];
    sorted.onTrack[s] = agents.onTrack[i];
    sorted.closing[s] = agents.closing[i];
    sorted.gone[s] = agents.gone[i];
    sorted.exit[s] = agents.exit[i];
    sorted.pass[s] = agents.pass[i];
    const row = HABIT.size * agents.habit[i];
    const r = agents.radius[i];
    sorted.core[s] = r * habits[row + HABIT.core];
    sorted.body[s] = r * habits[row + HABIT.body];
    sorted.wallBody[s] = r * habits[row + HABIT.wallBody];
  }
}

/** Fills `slot` with slots by cells, and `cellStart`. */
function sortSlots(
  x: Float64Array,
  y: Float64Array,
  { sorted, cellStart, numbers }: Pick<Memory, "sorted" | "cellStart" | "numbers">,
): void {
  // The cell of each agent is kept in `contacts`, which the step has not filled yet.
  const { slot, contacts: cellOf } = sorted;
  const count = numbers[NUMBER.count];
  const minX = numbers[NUMBER.minX];
  const minY = numbers[NUMBER.minY];
  const cell = numbers[NUMBER.cell];
  const columns = numbers[NUMBER.columns];
  const rows = numbers[NUMBER.rows];
  const cells = columns * rows;
  cellStart.fill(0, 0, cells + 1);
  for (let i = 0; i < count; i++) {
    const column = Math.min(columns - 1, Math.floor((x[i] - minX) / cell));
    const row = Math.min(rows - 1, Math.floor((y[i] - minY) / cell));
    const c = row * columns + column;
    cellOf[i] = c;
    cellStart[c + 1]++;
  }
  for (let c = 0; c < cells; c++) cellStart[c + 1] += cellStart[c];
  for (let i = count - 1; i >= 0; i--) slot[--cellStart[cellOf[i] + 1]] = i;
  // Every start has moved one cell up: cellStart[c + 1] is now where c starts.
  for (let c = 0; c < cells; c++) cellStart[c] = cellStart[c + 1];
  cellStart[cells] = count;
}

/** Places in `ahead`. */
export const AHEAD = Object.freeze({ x: 0, y: 1, all2: 2, size: 3 });

/** Places in `offset`. */
const X = 0;
const Y = 1;

/** Neighbours of the agent at hand, nearest first: the first `count` entries of `agent` and `distance2`. */
export class Neighbours {
  count = 0;
  /** Sorted numbers. */
  readonly agent = new Int32Array(MOST_NEIGHBOURS);
  readonly distance2 = new Float64Array(MOST_NEIGHBOURS);
  /**
   * Squared distance within which neighbours are still looked for. Numbers that functions hand each other stand in arrays:
   * engines box a double that is an argument or in a captured variable.
   */
  readonly reach2 = new Float64Array(1);
  /** Where `isAhead`, only those ahead are looked for: the direction, and the squared distance within which all are. */
  readonly ahead = new Float64Array(AHEAD.size);
  isAhead = false;
  /** Where the agent stands in its cell. */
  private readonly offset = new Float64Array(2);

  private readonly x: Float64Array;
  private readonly y: Float64Array;
  private readonly slot: Int32Array;
  private readonly cellStart: Int32Array;
  private readonly numbers: Float64Array;

  constructor({ sorted, cellStart, numbers }: Memory) {
    this.x = sorted.x;
    this.y = sorted.y;
    this.slot = sorted.slot;
    this.cellStart = cellStart;
    this.numbers = numbers;
  }

  /** The `most` agents nearest to s within the distance in `reach2`, by rings of cells until the next ring is too far. */
  find(s: number, most: number): void {
    const { numbers, cellStart, reach2, offset } = this;
    this.count = 0;
    const cell = numbers[NUMBER.cell];
    const columns = numbers[NUMBER.columns] | 0;
    const rows = numbers[NUMBER.rows] | 0;
    const x = this.x[s] - numbers[NUMBER.minX];
    const y = this.y[s] - numbers[NUMBER.minY];
    const column = Math.min(columns - 1, Math.floor(x / cell));
    const row = Math.min(rows - 1, Math.floor(y / cell));
    const offX = x - column * cell;
    const offY = y - row * cell;
    offset[X] = offX;
    offset[Y] = offY;
    // The block of nine cells: the agent's own row first, which tends to hold the nearest.
    const left = Math.max(0, column - 1);
    const right = Math.min(columns - 1, column + 1) + 1;
    const own = row * columns;
    this.scan(s, cellStart[own + left], cellStart[own + right], most);
    if (row > 0 && offY * offY <= reach2[0]) {
      const base = own - columns;
      this.scan(s, cellStart[base + left], cellStart[base + right], most);
    }
    if (row < rows - 1 && (cell - offY) * (cell - offY) <= reach2[0]) {
      const base = own + columns;
      this.scan(s, cellStart[base + left], cellStart[base + right], most);
    }
    const inner = Math.min(offX, cell - offX, offY, cell - offY);
    for (let ring = 2; ; ring++) {
      const seen = inner + (ring - 1) * cell;
      if (seen * seen >= reach2[0]) return;
      if (column < ring && column + ring > columns && row < ring && row + ring > rows) return;
      this.scanRing(s, column, row, ring, most);
    }
  }

  /** Cells at `ring` cells from the agent's own, side by side, each side only where it is near enough. */
  private scanRing(s: number, column: number, row: number, ring: number, most: number): void {
    const { numbers, cellStart, reach2, offset } = this;
    const offX = offset[X];
    const offY = offset[Y];
    const cell = numbers[NUMBER.cell];
    const columns = numbers[NUMBER.columns] | 0;
    const rows = numbers[NUMBER.rows] | 0;
    const left = Math.max(0, column - ring);
    const right = Math.min(columns - 1, column + ring) + 1;
    const below = offY + (ring - 1) * cell;
    if (row >= ring && below * below <= reach2[0]) {
      const base = (row - ring) * columns;
      this.scan(s, cellStart[base + left], cellStart[base + right], most);
    }
    const above = ring * cell - offY;
    if (row + ring < rows && above * above <= reach2[0]) {
      const base = (row + ring) * columns;
      this.scan(s, cellStart[base + left], cellStart[base + right], most);
    }
    const west = offX + (ring - 1) * cell;
    const east = ring * cell - offX;
    const first = Math.max(0, row - ring + 1);
    const last = Math.min(rows - 1, row + ring - 1);
    for (let r = first; r <= last; r++) {
      const base = r * columns + column;
      if (column >= ring && west * west <= reach2[0]) {
        this.scan(s, cellStart[base - ring], cellStart[base - ring + 1], most);
      }
      if (column + ring < columns && east * east <= reach2[0]) {
        this.scan(s, cellStart[base + ring], cellStart[base + ring + 1], most);
      }
    }
  }

  /** Takes agents [from, to) of the sorted order in among the `most` nearest that are nearer than the last one. */
  private scan(s: number, from: number, to: number, most: number): void {
    const { x: X, y: Y, slot, agent, distance2, reach2, isAhead, ahead } = this;
    const x = X[s];
    const y = Y[s];
    let count = this.count;
    let worst = reach2[0];
    for (let j = from; j < to; j++) {
      const dx = X[j] - x;
      const dy = Y[j] - y;
      const d2 = dx * dx + dy * dy;
      if (d2 > worst || j === s) continue;
      if (isAhead && d2 > ahead[AHEAD.all2] && dx * ahead[AHEAD.x] + dy * ahead[AHEAD.y] < 0) continue;
      // Ties go to the older agent, so that the answer does not depend on the grid.
      if (d2 === worst && count === most && slot[j] > slot[agent[most - 1]]) continue;
      let k = count < most ? count++ : most - 1;
      while (k > 0 && (distance2[k - 1] > d2 || (distance2[k - 1] === d2 && slot[agent[k - 1]] > slot[j]))) {
        distance2[k] = distance2[k - 1];
        agent[k] = agent[k - 1];
        k--;
      }
      distance2[k] = d2;
      agent[k] = j;
      if (count === most) worst = distance2[most - 1];
    }
    this.count = count;
    reach2[0] = worst;
  }
}
