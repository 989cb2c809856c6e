/**
 * The cells of a raster where regions meet or walls pass: which triangles they overlap, and which roots can win there.
 *
 * A cell is looked into when it is asked about for the first time. Then a question is one or a few cheap tests for the
 * triangle and a minimum over two or three roots, instead of point location and the triangle's whole list.
 */
import { faceOf, OUTSIDE, type Spot } from "../geometry/index.js";
import type { PathMap } from "./pathmap.js";
import type { RasterFrame } from "./raster.js";
import type { Regions } from "./regions.js";

/** Nobody has looked into the cell yet. */
const UNKNOWN = -1;
/** Too much meets in the cell: only the map itself can tell. */
const CROWDED = -2;

/** At most this many triangles and roots per triangle are kept for a cell. */
const MOST_FACES = 8;
const MOST_ROOTS = 12;

export class BorderCells {
  private readonly map: PathMap;
  private readonly regions: Regions;
  private readonly frame: RasterFrame;
  /** Per cell: where its record begins, UNKNOWN or CROWDED. */
  private readonly place: Int32Array;
  /**
   * Records: the number of triangles, then for each its number, how many entries of `regions` can win there, and which.
   * A cell that lies within one triangle has the number of triangles 0, since nothing needs to be tested.
   */
  private records = new Int32Array(1024);
  private end = 0;
  private readonly found = new Int32Array(MOST_ROOTS);
  private readonly faces: number[] = [];
  private readonly spot: Spot = { place: OUTSIDE, edge: -1 };

  constructor(map: PathMap, frame: RasterFrame) {
    this.map = map;
    this.regions = map.regions;
    this.frame = frame;
    this.place = new Int32Array(frame.width * frame.height).fill(UNKNOWN);
  }

  /** The cost at (x, y) in cell i; Infinity without a way. */
  cost(i: number, x: number, y: number): number {
    if (this.place[i] === UNKNOWN) this.examine(i);
    let at = this.place[i];
    if (at === CROWDED) return this.exactCost(x, y);
    const { records, regions } = this;
    const faces = records[at++];
    regions.begin(x, y);
    if (faces === 0) {
      regions.lookAmong(records, at + 1, records[at]);
      return regions.distance;
    }
    for (let k = 0; k < faces; k++, at += 2 + records[at + 1]) {
      if (!this.isWellInside(records[at], x, y)) continue;
      regions.lookAmong(records, at + 2, records[at + 1]);
      return regions.distance;
    }
    return this.exactCost(x, y);
  }

  /** The root that wins in all of cell i; -1 when there are several. */
  onlyRoot(i: number): number {
    if (this.place[i] === UNKNOWN) this.examine(i);
    const at = this.place[i];
    return at >= 0 && this.records[at] === 0 && this.records[at + 1] === 1
      ? this.regions.roots[this.records[at + 2]]
      : -1;
  }

  private exactCost(x: number, y: number): number {
    return this.map.cost([x, y]) ?? Infinity;
  }

  /** Makes the record of cell i. */
  private examine(i: number): void {
    const { width, cell, origin } = this.frame;
    const x = origin[0] + (i % width) * cell;
    const y = origin[1] + Math.floor(i / width) * cell;
    const begin = this.end;
    this.place[i] = CROWDED;
    if (!this.findFaces(x, y)) return;
    const { faces } = this;
    this.reserve(1 + faces.length * (2 + MOST_ROOTS));
    const isInside = faces.length === 1 && this.holdsSquare(faces[0], x, y);
    this.records[this.end++] = isInside ? 0 : faces.length;
    for (const f of faces) {
      const count = this.regions.candidates(f, x, y, cell, this.found);
      if (count < 0) {
        this.end = begin;
        return;
      }
      if (!isInside) this.records[this.end++] = f;
      this.records[this.end++] = count;
      for (let k = 0; k < count; k++) this.records[this.end++] = this.found[k];
    }
    this.place[i] = begin;
  }

  private reserve(count: number): void {
    if (this.end + count <= this.records.length) return;
    const larger = new Int32Array(2 * this.records.length + count);
    larger.set(this.records);
    this.records = larger;
  }

  /** Collects the free triangles that overlap the square at (x, y) into `faces`; false when there are too many. */
  private findFaces(x: number, y: number): boolean {
    const { cell } = this.frame;
    const { space } = this.map;
    const { twins } = space.triangulation.mesh;
    const { place, edge } = space.triangulation.locate(x + cell / 2, y + cell / 2, this.spot);
    if (place === OUTSIDE) return false;
    const seen = [faceOf(edge)];
    for (let k = 0; k < seen.length; k++) {
      for (let e = 3 * seen[k]; e < 3 * seen[k] + 3; e++) {
        const f = twins[e] < 0 ? -1 : faceOf(twins[e]);
        if (f < 0 || seen.includes(f) || !this.overlaps(f, x, y)) continue;
        if (seen.length === 2 * MOST_FACES) return false;
        seen.push(f);
      }
    }
    this.faces.length = 0;
    for (const f of seen) if (space.isFree(f)) this.faces.push(f);
    return this.faces.length <= MOST_FACES;
  }

  /** Whether a triangle may overlap the square: no edge of either keeps them apart. */
  private overlaps(f: number, x: number, y: number): boolean {
    const { coords, triangles } = this.map.space.triangulation.mesh;
    const { cell } = this.frame;
    const slack = 1e-6 * cell;
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < 3; i++) {
      const p = 2 * triangles[3 * f + i];
      const q = 2 * triangles[3 * f + ((i + 1) % 3)];
      minX = Math.min(minX, coords[p]);
      maxX = Math.max(maxX, coords[p]);
      minY = Math.min(minY, coords[p + 1]);
      maxY = Math.max(maxY, coords[p + 1]);
      // The corner of the square that is farthest to the inside of this edge.
      const dx = coords[q] - coords[p];
      const dy = coords[q + 1] - coords[p + 1];
      const cx = x + (dy < 0 ? cell + slack : -slack) - coords[p];
      const cy = y + (dx > 0 ? cell + slack : -slack) - coords[p + 1];
      if (dx * cy - dy * cx < 0) return false;
    }
    return minX <= x + cell + slack && maxX >= x - slack && minY <= y + cell + slack && maxY >= y - slack;
  }

  private holdsSquare(f: number, x: number, y: number): boolean {
    const { cell } = this.frame;
    return (
      this.isWellInside(f, x, y) &&
      this.isWellInside(f, x + cell, y) &&
      this.isWellInside(f, x, y + cell) &&
      this.isWellInside(f, x + cell, y + cell)
    );
  }

  /** Whether a point lies in a triangle so clearly that rounding does not matter. */
  private isWellInside(f: number, x: number, y: number): boolean {
    const { coords, triangles } = this.map.space.triangulation.mesh;
    const a = 2 * triangles[3 * f];
    const b = 2 * triangles[3 * f + 1];
    const c = 2 * triangles[3 * f + 2];
    const ax = coords[a] - x;
    const ay = coords[a + 1] - y;
    const bx = coords[b] - x;
    const by = coords[b + 1] - y;
    const cx = coords[c] - x;
    const cy = coords[c + 1] - y;
    const least = 1e-9 * this.frame.cell * this.frame.cell;
    return ax * by - ay * bx > least && bx * cy - by * cx > least && cx * ay - cy * ax > least;
  }
}
