/** Who is near whom: people in square buckets, sorted by counting. */

/** Buckets per person, at most: a crowd that is spread over kilometres has larger ones. */
const MOST_BUCKETS = 4;

/** People within a range of each other. */
export class Neighbours {
  private x: Float64Array = new Float64Array(0);
  private y: Float64Array = new Float64Array(0);
  private side = 1;
  private columns = 0;
  private rows = 0;
  private minX = 0;
  private minY = 0;
  /** Where each bucket begins in `order`, with one more at the end. */
  private starts = new Int32Array(1);
  private order = new Int32Array(0);

  /** @param range metres within which people are near */
  constructor(private readonly range: number) {}

  /** Takes where people are; the arrays are read until the next call. */
  place(count: number, x: Float64Array, y: Float64Array): void {
    this.x = x;
    this.y = y;
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < count; i++) {
      minX = Math.min(minX, x[i]);
      maxX = Math.max(maxX, x[i]);
      minY = Math.min(minY, y[i]);
      maxY = Math.max(maxY, y[i]);
    }
    this.minX = minX;
    this.minY = minY;
    this.side = this.range;
    const columns = (): number => Math.floor((maxX - minX) / this.side) + 1;
    const rows = (): number => Math.floor((maxY - minY) / this.side) + 1;
    while (count > 0 && columns() * rows() > Math.max(64, MOST_BUCKETS * count)) this.side *= 2;
    this.columns = count > 0 ? columns() : 0;
    this.rows = count > 0 ? rows() : 0;
    this.sort(count);
  }

  private sort(count: number): void {
    const buckets = this.columns * this.rows;
    if (this.starts.length < buckets + 1) this.starts = new Int32Array(buckets + 1);
    if (this.order.length < count) this.order = new Int32Array(2 * count);
    const { starts, order } = this;
    starts.fill(0, 0, buckets + 1);
    for (let i = 0; i < count; i++) starts[this.bucketOf(i)]++;
    for (let b = 0, sum = 0; b <= buckets; b++) {
      sum += starts[b];
      starts[b] = sum;
    }
    // From the back, so that each bucket ends up with its first number, and with people in their order.
    for (let i = count - 1; i >= 0; i--) order[--starts[this.bucketOf(i)]] = i;
  }

  private columnOf(x: number): number {
    return Math.floor((x - this.minX) / this.side);
  }

  private rowOf(y: number): number {
    return Math.floor((y - this.minY) / this.side);
  }

  private bucketOf(i: number): number {
    return this.rowOf(this.y[i]) * this.columns + this.columnOf(this.x[i]);
  }

  /** Calls back for everybody nearer than the range to person i, itself included. */
  near(i: number, visit: (j: number) => void): void {
    const { x, y, order, starts, columns, rows, range } = this;
    const left = Math.max(0, this.columnOf(x[i] - range));
    const right = Math.min(columns - 1, this.columnOf(x[i] + range));
    const low = Math.max(0, this.rowOf(y[i] - range));
    const high = Math.min(rows - 1, this.rowOf(y[i] + range));
    for (let row = low; row <= high; row++) {
      // Buckets of a row lie one after the other.
      const end = starts[row * columns + right + 1];
      for (let k = starts[row * columns + left]; k < end; k++) {
        const j = order[k];
        const dx = x[j] - x[i];
        const dy = y[j] - y[i];
        if (dx * dx + dy * dy < range * range) visit(j);
      }
    }
  }
}
