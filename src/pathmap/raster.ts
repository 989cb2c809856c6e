/**
 * A path map baked into cells: constant-time look-up, and the field that pictures and other programs want.
 *
 * Each cell holds the exact distance at its centre and the root that gives it. A look-up between centres uses that
 * root's own coordinates where the cell and its neighbours agree on it and no wall passes; anywhere else the map itself
 * settles the matter (Farias 2020, 3.6.2). So look-ups are exact except in regions thinner than a cell, where they are
 * off by less than 1.5 cells: both the distance and the way over the root change by no more than one walks.
 */
import { InputError } from "../errors.js";
import { type Box, nextEdge, orient, type Point, type Segment } from "../geometry/index.js";
import { BorderCells, NOTHING } from "./border-cells.js";
import { regionBorders } from "./borders.js";
import type { PathMap } from "./pathmap.js";
import { rasterFrame } from "./raster-frame.js";
import type { Regions } from "./regions.js";

/**
 * Look-up entries of cells that nobody has looked into yet, and of those whose root is a segment or has barriers around
 * it. Lower ones are the business of `BorderCells`.
 */
const UNKNOWN = -2;
const SPECIAL = -3;
/** In place of an entry, for points that are in no cell. */
const OFF_CELLS = -4;

/** Points that `lookUpMany` takes at a time, their cells, and what stands there. */
const BATCH = 256;
const cells = new Int32Array(BATCH);
const found = new Int32Array(BATCH);

/** Region of a cell that nobody can be in, and of one from which there is no way. */
const BLOCKED = -2;
const NO_WAY = -1;

/** A path map in cells. */
export class RasterMap {
  /** Number of columns and rows; row 0 has the lowest y. */
  readonly width: number;
  readonly height: number;
  /** Lower left corner of cell (0, 0), and the side of a cell, in metres. */
  readonly origin: Point;
  readonly cell: number;
  /** Distance at each cell's centre, row by row: NaN where it is not free, Infinity where there is no way. */
  readonly distances: Float32Array;
  /** Region of each cell: the root of its shortest path; -1 without a way, -2 where it is not free. */
  readonly regions: Int32Array;
  readonly map: PathMap;
  /**
   * All that most look-ups read, since their time is spent waiting for memory: the root where the neighbours agree on it,
   * NOTHING where they agree that there is none, UNKNOWN elsewhere. The first look-up in such a cell finds out what meets
   * there; often one root wins in all of it.
   */
  private readonly entries: Int32Array;
  /** Per root x, y and what its paths start with, side by side, which saves misses in the cache. */
  private readonly spots: Float64Array;
  private readonly roots: Regions;
  private readonly borderCells: BorderCells;
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
  private readonly bounds: Box;
  private readonly left: number;
  private readonly bottom: number;
  /** Cells per metre. */
  private readonly scale: number;

  /** @param size number of cells along the longer side of the world's box, 1 or more */
  constructor(map: PathMap, size: number) {
    this.bounds = map.world.bounds;
    const frame = rasterFrame(this.bounds, size);
    const { width, height, cell, origin } = frame;
    this.map = map;
    this.width = width;
    this.height = height;
    this.cell = cell;
    this.origin = origin;
    [this.left, this.bottom] = origin;
    this.scale = 1 / cell;
    this.distances = new Float32Array(this.width * this.height).fill(Number.NaN);
    this.regions = new Int32Array(this.width * this.height).fill(BLOCKED);
    this.roots = map.regions;
    this.entries = new Int32Array(this.width * this.height).fill(UNKNOWN);
    this.spots = new Float64Array(4 * map.regions.rootCount);
    for (let root = 0; root < map.regions.rootCount; root++) {
      this.spots.set([this.roots.x[root], this.roots.y[root], this.roots.start[root]], 4 * root);
    }
    this.borderCells = new BorderCells(map, frame);
    this.rowDistances = new Float64Array(width);
    this.rowRoots = new Int32Array(width);
    this.bake();
    this.markPlain();
    this.markWalls();
  }

  /** The box that the cells cover, in metres. */
  get box(): Box {
    const [minX, minY] = this.origin;
    return { minX, minY, maxX: minX + this.width * this.cell, maxY: minY + this.height * this.cell };
  }

  /** Share of the free cells from which there is a way. */
  get reachable(): number {
    let free = 0;
    let reached = 0;
    for (const region of this.regions) {
      if (region === BLOCKED) continue;
      free++;
      if (region !== NO_WAY) reached++;
    }
    return free > 0 ? reached / free : 0;
  }

  /** The greatest finite distance; 0 when there is none. */
  get maxDistance(): number {
    let most = 0;
    for (const distance of this.distances) if (distance > most && distance < Infinity) most = distance;
    return most;
  }

  /** Distance from p in constant time nearly everywhere; null without a way. */
  distance(p: Point): number | null {
    const distance = this.lookUp(p[0], p[1]);
    return distance < Infinity ? distance : null;
  }

  /** The same without allocation: Infinity without a way. Short, so that engines inline it into loops. */
  lookUp(x: number, y: number): number {
    const column = (x - this.left) * this.scale;
    const row = (y - this.bottom) * this.scale;
    if (!(column >= 0 && column < this.width && row >= 0 && row < this.height)) return this.onRim(x, y);
    const i = (row | 0) * this.width + (column | 0);
    const root = this.entries[i];
    if (root < 0) return this.settle(i, x, y);
    const dx = x - this.spots[4 * root];
    const dy = y - this.spots[4 * root + 1];
    return this.spots[4 * root + 2] + Math.sqrt(dx * dx + dy * dy);
  }

  /**
   * The same for many points at once (x, y, x, y, …), which is faster than one by one: all cells of a batch are read before
   * any is looked at, so that their ways from memory overlap.
   */
  lookUpMany(
    points: ArrayLike<number>,
    into: Float64Array = new Float64Array(points.length >> 1),
  ): Float64Array {
    if (points.length % 2 !== 0 || into.length < points.length / 2) {
      throw new InputError(
        `pairs of coordinates and room for each answer are needed; given: ${points.length} and ${into.length} numbers`,
      );
    }
    const { entries, spots } = this;
    for (let first = 0; first < points.length / 2; first += BATCH) {
      const count = Math.min(BATCH, points.length / 2 - first);
      for (let k = 0; k < count; k++) {
        const column = (points[2 * (first + k)] - this.left) * this.scale;
        const row = (points[2 * (first + k) + 1] - this.bottom) * this.scale;
        const isInside = column >= 0 && column < this.width && row >= 0 && row < this.height;
        cells[k] = isInside ? (row | 0) * this.width + (column | 0) : -1;
        found[k] = isInside ? entries[cells[k]] : OFF_CELLS;
      }
      for (let k = 0; k < count; k++) {
        const x = points[2 * (first + k)];
        const y = points[2 * (first + k) + 1];
        const root = found[k];
        if (root >= 0) {
          const dx = x - spots[4 * root];
          const dy = y - spots[4 * root + 1];
          into[first + k] = spots[4 * root + 2] + Math.sqrt(dx * dx + dy * dy);
        } else into[first + k] = root === NOTHING ? Infinity : this.settle(cells[k], x, y);
      }
    }
    return into;
  }

  /** Everything but a point root where the neighbours agree. */
  private settle(i: number, x: number, y: number): number {
    if (i < 0) return this.onRim(x, y);
    if (this.entries[i] === UNKNOWN) this.entries[i] = this.borderCells.examine(i);
    const entry = this.entries[i];
    if (entry >= 0) return this.roots.distanceVia(entry, x, y);
    if (entry === NOTHING) return Infinity;
    if (entry === SPECIAL) return this.roots.distanceVia(this.regions[i], x, y);
    return this.borderCells.cost(entry, x, y);
  }

  /** Off all cells there is nothing but the upper and the right rim of the plan itself, which no cell includes. */
  private onRim(x: number, y: number): number {
    const { minX, minY, maxX, maxY } = this.bounds;
    if (!(x >= minX && x <= maxX && y >= minY && y <= maxY)) return Infinity;
    return this.map.cost([x, y]) ?? Infinity;
  }

  /** The borders between regions, as short segments. */
  borders(): Segment[] {
    return regionBorders(this);
  }

  /** Cost at (x, y) of the way over a region's root, whether or not it is in sight. */
  costVia(region: number, x: number, y: number): number {
    return this.roots.distanceVia(region, x, y);
  }

  /** Region of any point, exact; -1 without a way, also in obstacles. */
  regionAt(x: number, y: number): number {
    return this.map.regionAt([x, y]);
  }

  /** The point that cells of a region head for, seen from p. */
  parentIn(region: number, p: Point): Point {
    return this.map.regions.next(region, p);
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

  /** Cells that a wall passes are borders too: the root of their centre may be hidden from the rest of them. */
  private markWalls(): void {
    const { mesh } = this.map.space.triangulation;
    const { coords, triangles, marks, twins } = mesh;
    for (let e = 0; e < 3 * mesh.faceCount; e++) {
      if (triangles[e] < 0 || marks[e] === 0 || e > twins[e]) continue;
      const a = 2 * triangles[e];
      const b = 2 * triangles[nextEdge(e)];
      this.markWall(
        (coords[a] - this.left) * this.scale,
        (coords[a + 1] - this.bottom) * this.scale,
        (coords[b] - this.left) * this.scale,
        (coords[b + 1] - this.bottom) * this.scale,
      );
    }
  }

  /** Marks every cell that the segment touches, row by row; coordinates in cells. */
  private markWall(ax: number, ay: number, bx: number, by: number): void {
    const { width, height, entries } = this;
    const slack = 1e-6;
    const low = Math.min(ay, by);
    const high = Math.max(ay, by);
    const last = Math.min(height - 1, Math.floor(high + slack));
    for (let row = Math.max(0, Math.floor(low - slack)); row <= last; row++) {
      // The part of the segment within this row.
      const from = high > low ? Math.min(1, Math.max(0, (row - slack - ay) / (by - ay))) : 0;
      const to = high > low ? Math.min(1, Math.max(0, (row + 1 + slack - ay) / (by - ay))) : 1;
      const x0 = ax + from * (bx - ax);
      const x1 = ax + to * (bx - ax);
      const end = Math.min(width - 1, Math.floor(Math.max(x0, x1) + slack));
      for (let column = Math.max(0, Math.floor(Math.min(x0, x1) - slack)); column <= end; column++) {
        entries[row * width + column] = UNKNOWN;
      }
    }
  }

  /** Cells whose neighbours all have their region are plain; blocked neighbours have no say, since walls are marked too. */
  private markPlain(): void {
    const { width, height, regions, entries } = this;
    const { special } = this.roots;
    for (let row = 1; row + 1 < height; row++) {
      for (let column = 1; column + 1 < width; column++) {
        const i = row * width + column;
        const region = regions[i];
        const differs =
          isOther(regions[i - 1], region) ||
          isOther(regions[i + 1], region) ||
          isOther(regions[i - width], region) ||
          isOther(regions[i + width], region) ||
          isOther(regions[i - width - 1], region) ||
          isOther(regions[i - width + 1], region) ||
          isOther(regions[i + width - 1], region) ||
          isOther(regions[i + width + 1], region);
        if (differs) continue;
        if (region < 0) entries[i] = NOTHING;
        else entries[i] = special[region] === 0 ? region : SPECIAL;
      }
    }
  }
}

function isOther(neighbour: number, region: number): boolean {
  return neighbour !== region && neighbour !== BLOCKED;
}
