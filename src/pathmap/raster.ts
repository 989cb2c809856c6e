/**
 * A path map baked into cells: constant-time look-up, and the field that pictures and other programs want.
 *
 * Each cell holds the exact cost at its centre and the root that gives it. A look-up between centres uses that root's
 * own coordinates where the cell and its neighbours agree on it and it is in sight from all of the cell; anywhere else the
 * map itself settles the matter (Farias 2020, 3.6.2). So answers are exact except in regions thinner than a cell. There the
 * path is one that can be walked, but it may be longer than the shortest by less than 1.5 cells: both the shortest
 * distance and the way over the root change by no more than one walks, half a cell's diagonal.
 */
import { InputError } from "../errors.js";
import { type Box, type Point, pathLength, type Segment } from "../geometry/index.js";
import { type Guide, headingOf } from "../guide.js";
import { isPlace } from "../options.js";
import { checkOneFloor, type GoalPlace } from "../world/index.js";
import { BorderCells, NOTHING } from "./border-cells.js";
import { regionBorders } from "./borders.js";
import { Chains } from "./chains.js";
import type { PathMap } from "./pathmap.js";
import { Baker } from "./raster-bake.js";
import { rasterFrame } from "./raster-frame.js";
import { BLOCKED, cellEntries, SPECIAL, UNKNOWN } from "./raster-marks.js";
import type { Regions } from "./regions.js";

/** In place of an entry, for points that are in no cell. */
const OFF_CELLS = -4;

/** Points that are looked up at a time. */
const BATCH = 256;

/** Region of a cell from which there is no way. */
const NO_WAY = -1;

/** Many paths in two arrays. */
export interface Paths {
  /** Where each path's points begin, counted in points, and one more: path i has first[i + 1] - first[i] of them. */
  readonly first: Uint32Array;
  /** x, y of all points, path after path. */
  readonly coords: Float64Array;
}

/** A path map in cells, as the map was when it was baked. */
export class RasterMap implements Guide {
  /** Number of columns and rows; row 0 has the lowest y. */
  readonly width: number;
  readonly height: number;
  /** Lower left corner of cell (0, 0), and the side of a cell, in metres. */
  readonly origin: Point;
  readonly cell: number;
  /** Cost at each cell's centre, row by row: NaN where it is not free, Infinity where there is no way. */
  readonly distances: Float32Array;
  /** Region of each cell: the root of its shortest path; -1 without a way, -2 where it is not free. */
  readonly regions: Int32Array;
  readonly map: PathMap;
  /** All that most look-ups read, since their time is spent waiting for memory; what stands there is in raster-marks.ts. */
  private readonly entries: Int32Array;
  private readonly chains: Chains;
  /** The nodes of the chains, one step nearer: per root x, y, what its paths start with, and the next node. */
  private readonly spots: Float64Array;
  private readonly roots: Regions;
  private readonly borderCells: BorderCells;
  private readonly bounds: Box;
  private readonly left: number;
  private readonly bottom: number;
  /** Cells per metre. */
  private readonly scale: number;
  /** The cells of a batch of points, and what stands there. */
  private readonly batchCells = new Int32Array(BATCH);
  private readonly batchEntries = new Int32Array(BATCH);

  /** @param size number of cells along the longer side of the world's box, 1 or more */
  constructor(map: PathMap, size: number) {
    checkOneFloor(map.world, "a raster");
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
    this.roots = map.regions;
    const { distances, regions } = new Baker(map, frame);
    this.distances = distances;
    this.regions = regions;
    this.entries = cellEntries(map, frame, regions);
    this.chains = new Chains(map);
    this.spots = this.chains.nodes;
    this.borderCells = new BorderCells(map, frame);
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

  /** What the best path costs, in constant time nearly everywhere; null without a way. */
  cost(p: Point): number | null {
    const cost = isPlace(p) ? this.lookUp(p[0], p[1]) : Infinity;
    return cost < Infinity ? cost : null;
  }

  /** Length of `pathFrom(p)` in metres: the cost, unless the goal has a `start` or there are barriers; null without a way. */
  distance(p: Point): number | null {
    if (this.isPlain) return this.cost(p);
    const path = this.pathFrom(p);
    return path && pathLength(path);
  }

  /** Whether costs are lengths: no barriers, and no goal with a `start`. */
  private get isPlain(): boolean {
    return !this.roots.hasBarriers && this.map.sources.every(({ start = 0 }) => start === 0);
  }

  /** The direction of the path at p, a unit vector; [0, 0] on a source, null without a way. */
  heading(p: Point): Point | null {
    const path = this.pathFrom(p);
    return path && headingOf(path);
  }

  /**
   * The path from p to a source, with all its bends: a single point on a source, null without a way. It can be walked; it
   * costs what `cost(p)` says, which is the least but in regions thinner than a cell, where it is less than 1.5 cells more.
   */
  pathFrom(p: Point): Point[] | null {
    const root = isPlace(p) ? this.rootAt(p[0], p[1]) : -1;
    if (root < 0) return null;
    if (this.roots.isSegment(root)) return this.map.pathVia(p, root);
    const { spots } = this;
    const path: Point[] = [p];
    let node = root;
    if (spots[4 * node] === p[0] && spots[4 * node + 1] === p[1]) node = spots[4 * node + 3];
    for (; node >= 0; node = spots[4 * node + 3]) path.push([spots[4 * node], spots[4 * node + 1]]);
    return path;
  }

  /**
   * The paths from many points at once (x, y, x, y, …), which is faster than one by one. No points where there is no way.
   *
   * @param room where the coordinates are written, if they fit; a new array is as good, but takes time to get
   */
  pathsFrom(points: ArrayLike<number>, room?: Float64Array): Paths {
    const count = checkPairs(points, Infinity);
    const { spots, map, roots: regions } = this;
    const { roots, most } = this.rootsOf(points, count);
    const coords = room && room.length >= 2 * most ? room : new Float64Array(2 * most);
    const first = new Uint32Array(count + 1);
    let end = 0;
    for (let k = 0; k < count; k++) {
      let node = roots[k];
      const x = points[2 * k];
      const y = points[2 * k + 1];
      if (node >= 0 && regions.isSegment(node)) {
        for (const p of map.pathVia([x, y], node)) {
          coords[end++] = p[0];
          coords[end++] = p[1];
        }
      } else if (node >= 0) {
        coords[end++] = x;
        coords[end++] = y;
        if (spots[4 * node] === x && spots[4 * node + 1] === y) node = spots[4 * node + 3];
        for (; node >= 0; node = spots[4 * node + 3]) {
          coords[end++] = spots[4 * node];
          coords[end++] = spots[4 * node + 1];
        }
      }
      first[k + 1] = end / 2;
    }
    return { first, coords: coords.subarray(0, end) };
  }

  /** The root that each path begins with (-1 for none), and how many points they can have together at most. */
  private rootsOf(points: ArrayLike<number>, count: number): { roots: Int32Array; most: number } {
    const { batchCells, batchEntries, roots: regions } = this;
    const { counts } = this.chains;
    const roots = new Int32Array(count);
    let most = 0;
    for (let first = 0; first < count; first += BATCH) {
      const size = this.readBatch(points, first);
      for (let k = 0; k < size; k++) {
        const entry = batchEntries[k];
        const isKnown = entry >= 0 || entry === NOTHING;
        const x = points[2 * (first + k)];
        const y = points[2 * (first + k) + 1];
        const root = isKnown ? entry : this.settleRoot(batchCells[k], x, y);
        roots[first + k] = root;
        // To a segment: the start, its foot, the last step of a disc.
        if (root >= 0) most += regions.isSegment(root) ? 3 : 1 + counts[root];
      }
    }
    return { roots, most };
  }

  /** Why there is no way from p, with the place; null where there is one. */
  reason(p: Point): string | null {
    return this.map.reason(p);
  }

  /** Where ways end. */
  get places(): readonly GoalPlace[] {
    return this.map.places;
  }

  /** The point of the sources nearest to p, as the crow flies. */
  nearestGoal(p: Point): Point {
    return this.map.nearestGoal(p);
  }

  /** `cost` without allocation: Infinity without a way. Short, so that engines inline it into loops. */
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

  /** The same for many points at once (x, y, x, y, …), which is faster than one by one. */
  lookUpMany(
    points: ArrayLike<number>,
    into: Float64Array = new Float64Array(points.length >> 1),
  ): Float64Array {
    checkPairs(points, into.length);
    const { spots, batchCells, batchEntries } = this;
    for (let first = 0; first < points.length / 2; first += BATCH) {
      const count = this.readBatch(points, first);
      for (let k = 0; k < count; k++) {
        const x = points[2 * (first + k)];
        const y = points[2 * (first + k) + 1];
        const root = batchEntries[k];
        if (root >= 0) {
          const dx = x - spots[4 * root];
          const dy = y - spots[4 * root + 1];
          into[first + k] = spots[4 * root + 2] + Math.sqrt(dx * dx + dy * dy);
        } else into[first + k] = root === NOTHING ? Infinity : this.settle(batchCells[k], x, y);
      }
    }
    return into;
  }

  /**
   * Reads the cells and entries of a batch of points (-1 and OFF_CELLS for none); returns how many they are. All are read
   * before any is looked at, so that their ways from memory overlap.
   */
  private readBatch(points: ArrayLike<number>, first: number): number {
    const { entries, batchCells, batchEntries, left, bottom, scale, width, height } = this;
    const count = Math.min(BATCH, points.length / 2 - first);
    for (let k = 0; k < count; k++) {
      const column = (points[2 * (first + k)] - left) * scale;
      const row = (points[2 * (first + k) + 1] - bottom) * scale;
      const isInside = column >= 0 && column < width && row >= 0 && row < height;
      batchCells[k] = isInside ? (row | 0) * width + (column | 0) : -1;
      batchEntries[k] = isInside ? entries[batchCells[k]] : OFF_CELLS;
    }
    return count;
  }

  /** The entry of cell i, looked into by now. */
  private known(i: number): number {
    if (this.entries[i] === UNKNOWN) this.entries[i] = this.borderCells.examine(i);
    return this.entries[i];
  }

  /** Costs everywhere but at a point root of a plain cell. */
  private settle(i: number, x: number, y: number): number {
    if (i < 0) return this.onRim(x, y);
    const entry = this.known(i);
    if (entry >= 0) return this.roots.distanceVia(entry, x, y);
    if (entry === NOTHING) return Infinity;
    if (entry === SPECIAL) return this.roots.distanceVia(this.regions[i], x, y);
    return this.borderCells.cost(entry, x, y);
  }

  /** The root that a path from (x, y) begins with; -1 without a way. */
  private rootAt(x: number, y: number): number {
    const column = (x - this.left) * this.scale;
    const row = (y - this.bottom) * this.scale;
    if (!(column >= 0 && column < this.width && row >= 0 && row < this.height))
      return this.settleRoot(-1, x, y);
    const i = (row | 0) * this.width + (column | 0);
    const root = this.entries[i];
    return root >= 0 ? root : this.settleRoot(i, x, y);
  }

  private settleRoot(i: number, x: number, y: number): number {
    if (i < 0) return this.onRim(x, y) < Infinity ? this.map.regionAt([x, y]) : -1;
    const entry = this.known(i);
    if (entry >= 0) return entry;
    if (entry === NOTHING) return -1;
    return entry === SPECIAL ? this.regions[i] : this.borderCells.root(entry, x, y);
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
}

/** How many pairs there are. */
function checkPairs(points: ArrayLike<number>, room: number): number {
  if (points.length % 2 !== 0 || room < points.length / 2) {
    throw new InputError(
      `pairs of coordinates and room for each answer are needed; given: ${points.length} and ${room} numbers`,
    );
  }
  return points.length / 2;
}
