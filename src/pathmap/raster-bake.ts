/** Fills the cells of a raster: triangle by triangle, row by row, each centre exactly. */
import { nextEdge, orient } from "../geometry/index.js";
import type { PathMap } from "./pathmap.js";
import type { RasterFrame } from "./raster-frame.js";
import { BLOCKED } from "./raster-marks.js";
import type { Regions } from "./regions.js";

/** Cells that are being filled, and then are. */
export class Baker {
  /** Cost at each cell's centre: NaN where it is not free, Infinity where there is no way. */
  readonly distances: Float32Array;
  /** The root of each cell's path; -1 without a way, BLOCKED where it is not free. */
  readonly regions: Int32Array;
  private readonly roots: Regions;
  /** One row at a time, in full precision. */
  private readonly rowDistances: Float64Array;
  private readonly rowRoots: Int32Array;
  /** The triangle at hand, in cells, and where a row meets it. */
  private readonly xs = new Float64Array(3);
  private readonly ys = new Float64Array(3);
  private leastLeft = 0;
  private mostLeft = 0;
  private leastRight = 0;
  private mostRight = 0;
  private readonly left: number;
  private readonly bottom: number;
  private readonly cell: number;
  private readonly width: number;
  private readonly height: number;

  constructor(
    private readonly map: PathMap,
    { width, height, cell, origin }: RasterFrame,
  ) {
    this.roots = map.regions;
    this.width = width;
    this.height = height;
    this.cell = cell;
    [this.left, this.bottom] = origin;
    this.distances = new Float32Array(width * height).fill(Number.NaN);
    this.regions = new Int32Array(width * height).fill(BLOCKED);
    this.rowDistances = new Float64Array(width);
    this.rowRoots = new Int32Array(width);
    this.bake();
  }

  /** Fills the cells triangle by triangle: each one has its own short list of roots. */
  private bake(): void {
    const { mesh } = this.map.space.triangulation;
    for (let f = 0; f < mesh.faceCount; f++) {
      if (mesh.triangles[3 * f] >= 0 && this.map.space.isFree(f)) this.bakeFace(f);
    }
  }

  private bakeFace(f: number): void {
    const { coords, triangles } = this.map.space.triangulation.mesh;
    const { cell, width, height, xs, ys } = this;
    // Corners in cells, relative to the centre of cell (0, 0).
    for (let i = 0; i < 3; i++) {
      xs[i] = (coords[2 * triangles[3 * f + i]] - this.left) / cell - 0.5;
      ys[i] = (coords[2 * triangles[3 * f + i] + 1] - this.bottom) / cell - 0.5;
    }
    const low = Math.min(ys[0], ys[1], ys[2]);
    const high = Math.max(ys[0], ys[1], ys[2]);
    // Whatever is this close to the triangle's border is looked at one by one.
    const slack = 1e-9 * Math.max(width, height);
    const last = Math.min(height - 1, Math.floor(high + slack));
    for (let row = Math.max(0, Math.ceil(low - slack)); row <= last; row++) {
      this.measureRow(row, slack);
      const start = Math.max(0, Math.ceil(this.leastLeft));
      const end = Math.min(width - 1, Math.floor(this.mostRight));
      const isClose = row - low <= slack || high - row <= slack;
      // Columns from `from` to before `to` are inside for certain.
      const from = isClose ? end + 1 : Math.max(start, Math.floor(this.mostLeft) + 1);
      const to = Math.max(from, Math.min(end + 1, Math.ceil(this.leastRight)));
      for (let column = start; column < from; column++) this.bakeCell(f, column, row);
      this.bakeRow(f, row, from, to);
      for (let column = to; column <= end; column++) this.bakeCell(f, column, row);
    }
  }

  /** Where a row meets the triangle at hand, in columns: its left and right end, each between a least and a most. */
  private measureRow(row: number, slack: number): void {
    const { xs, ys } = this;
    this.leastLeft = this.mostLeft = Infinity;
    this.leastRight = this.mostRight = -Infinity;
    for (let i = 0, j = 2; i < 3; j = i++) {
      const rise = ys[i] - ys[j];
      if (row < Math.min(ys[i], ys[j]) - slack || row > Math.max(ys[i], ys[j]) + slack) continue;
      if (Math.abs(rise) <= slack) {
        // Level with the row: both ends count.
        this.widen(xs[i], slack);
        this.widen(xs[j], slack);
        continue;
      }
      const slope = (xs[i] - xs[j]) / rise;
      const t = Math.min(1, Math.max(0, (row - ys[j]) / rise));
      this.widen(xs[j] + t * (xs[i] - xs[j]), slack * (1 + Math.abs(slope)));
    }
  }

  private widen(x: number, slack: number): void {
    if (x - slack < this.leastLeft) this.leastLeft = x - slack;
    if (x + slack < this.mostLeft) this.mostLeft = x + slack;
    if (x - slack > this.leastRight) this.leastRight = x - slack;
    if (x + slack > this.mostRight) this.mostRight = x + slack;
  }

  /** Cells from column `from` to before `to` that lie inside face f for certain. */
  private bakeRow(f: number, row: number, from: number, to: number): void {
    if (from >= to) return;
    const { cell, rowDistances, rowRoots, distances, regions } = this;
    const y = this.bottom + (row + 0.5) * cell;
    this.roots.fillRow(f, y, this.left, cell, from, to, rowDistances, rowRoots);
    const first = row * this.width + from;
    for (let k = 0; k < to - from; k++) {
      distances[first + k] = rowDistances[k];
      regions[first + k] = rowRoots[k];
    }
  }

  /** A cell at the border of face f, if its centre does belong to it. */
  private bakeCell(f: number, column: number, row: number): void {
    const { roots } = this;
    const i = row * this.width + column;
    const x = this.left + (column + 0.5) * this.cell;
    const y = this.bottom + (row + 0.5) * this.cell;
    if (this.isBehindWall(f, x, y)) return;
    roots.begin(x, y);
    roots.look(f);
    if (this.regions[i] >= 0 && !(roots.distance < this.distances[i])) return;
    this.distances[i] = roots.distance;
    this.regions[i] = roots.root;
  }

  /**
   * Whether a point within rounding of face f lies beyond one of its walls, exactly. Beyond an edge that is none, it does
   * not matter which of two faces answers.
   */
  private isBehindWall(f: number, x: number, y: number): boolean {
    const { coords, triangles, marks } = this.map.space.triangulation.mesh;
    for (let e = 3 * f; e < 3 * f + 3; e++) {
      if (marks[e] === 0) continue;
      const p = 2 * triangles[e];
      const q = 2 * triangles[nextEdge(e)];
      if (orient(coords[p], coords[p + 1], coords[q], coords[q + 1], x, y) < 0) return true;
    }
    return false;
  }
}
