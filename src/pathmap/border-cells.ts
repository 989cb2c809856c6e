/**
 * The cells of a raster where regions meet or walls pass: which triangles they overlap, and which roots can win there.
 *
 * A cell is looked into when it is asked about for the first time. Then a question is one or a few cheap tests for the
 * triangle and a minimum over two or three roots, instead of point location and the triangle's whole list; where all of
 * those roots see all of the cell, it is the minimum alone.
 */
import { faceOf, OUTSIDE, type Spot } from "../geometry/index.js";
import { firstCapacity, grown } from "../growth.js";
import type { PathMap } from "./pathmap.js";
import type { RasterFrame } from "./raster-frame.js";
import type { Regions } from "./regions.js";

/** Nobody can be in the cell, or there is no way from anywhere in it. */
export const NOTHING = -1;
/** Too much meets in the cell: only the map itself can tell. */
export const CROWDED = -4;
/** Where the first record begins: -5, and record k at -5 - k. */
const FIRST_RECORD = -5;

/** At most this many triangles and roots per triangle are kept for a cell. */
const MOST_FACES = 8;
const MOST_ROOTS = 12;

export class BorderCells {
  private readonly map: PathMap;
  private readonly regions: Regions;
  private readonly frame: RasterFrame;
  /**
   * Records begin with the number of triangles; then comes for each its number, how many entries of `regions` can win
   * there, and which. A cell that lies within one triangle has the number of triangles 0, and the triangle's own number is
   * left out, since nothing needs to be tested. Where the same n roots can win all over a cell and see all of it, the record
   * is -n and the roots.
   */
  private records = new Int32Array(firstCapacity(1024));
  private end = 0;
  private readonly found = new Int32Array(MOST_ROOTS);
  private readonly faces: number[] = [];
  /** Whether the cell at hand overlaps nothing but free triangles. */
  private isOpen = false;
  private readonly spot: Spot = { place: OUTSIDE, edge: -1 };

  constructor(map: PathMap, frame: RasterFrame) {
    this.map = map;
    this.regions = map.regions;
    this.frame = frame;
  }

  /** The cost at (x, y) in a cell that is `known` by what `examine` returned, and is no single root. */
  cost(known: number, x: number, y: number): number {
    this.look(known, x, y);
    return this.regions.distance;
  }

  /** The root that is best there; -1 for none. */
  root(known: number, x: number, y: number): number {
    this.look(known, x, y);
    return this.regions.root;
  }

  /** Leaves the best root at (x, y) in `regions`. */
  private look(known: number, x: number, y: number): void {
    const { records, regions } = this;
    regions.begin(x, y);
    let at = known === CROWDED ? -1 : FIRST_RECORD - known;
    let faces = at < 0 ? 0 : records[at++];
    if (at > 0 && faces < 0) regions.lookAtRoots(records, at, -faces);
    else if (at > 0 && faces === 0) regions.lookAmong(records, at + 1, records[at]);
    else {
      while (faces > 0 && !this.isWellInside(records[at], x, y)) {
        at += 2 + records[at + 1];
        faces--;
      }
      if (faces > 0) regions.lookAmong(records, at + 2, records[at + 1]);
      else this.map.regionAt([x, y]);
    }
  }

  /** Looks into cell i. Returns the root that wins in all of it, NOTHING, or how `cost` will know it: CROWDED or less. */
  examine(i: number): number {
    const { width, cell, origin } = this.frame;
    const x = origin[0] + (i % width) * cell;
    const y = origin[1] + Math.floor(i / width) * cell;
    const begin = this.end;
    if (!this.findFaces(x, y)) return CROWDED;
    const { faces } = this;
    if (faces.length === 0) return NOTHING;
    this.reserve(1 + faces.length * (2 + MOST_ROOTS));
    const isInside = faces.length === 1 && this.holdsSquare(faces[0], x, y);
    this.records[this.end++] = isInside ? 0 : faces.length;
    let isShared = this.isOpen;
    for (const f of faces) {
      const count = this.regions.candidates(f, x, y, cell, this.found);
      if (count < 0) {
        this.end = begin;
        return CROWDED;
      }
      if (!isInside) this.records[this.end++] = f;
      this.records[this.end++] = count;
      for (let k = 0; k < count; k++) this.records[this.end++] = this.found[k];
      isShared = isShared && this.regions.seeAll(this.found, count, x, y, cell);
    }
    return isShared ? this.share(begin, isInside ? 1 : faces.length) : FIRST_RECORD - begin;
  }

  /** Shortens the record at `begin`, where all roots see all of the cell, if the same can win in each of its triangles. */
  private share(begin: number, faces: number): number {
    const { records } = this;
    const { roots } = this.regions;
    // Within one triangle its number was left out.
    const skip = records[begin] === 0 ? 0 : 1;
    const count = records[begin + 1 + skip];
    const first = new Set<number>();
    for (let k = 0; k < count; k++) first.add(roots[records[begin + 2 + skip + k]]);
    let at = begin + 1;
    for (let face = 0; face < faces; face++) {
      const here = new Set<number>();
      for (let k = 0; k < records[at + skip]; k++) here.add(roots[records[at + skip + 1 + k]]);
      if (here.size !== first.size || ![...here].every((root) => first.has(root)))
        return FIRST_RECORD - begin;
      at += skip + 1 + records[at + skip];
    }
    this.end = begin;
    if (first.size === 0) return NOTHING;
    const [only] = first;
    if (first.size === 1) return only;
    records[this.end++] = -first.size;
    for (const root of first) records[this.end++] = root;
    return FIRST_RECORD - begin;
  }

  private reserve(count: number): void {
    if (this.end + count <= this.records.length) return;
    this.records = grown(this.records, Math.max(2 * this.records.length, this.end + count));
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
    this.isOpen = this.faces.length === seen.length;
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
