/**
 * What most look-ups of a raster read: one entry per cell.
 *
 * A cell is *plain* when its neighbours agree on its root and nothing passes it that could hide that root from a part of it:
 * no edge of a triangle, so that it lies within one of them, and no border of a cone in that triangle. Its root is then in
 * sight from all of it, since cones are convex. Every other cell is looked into when somebody asks about it.
 */
import { nextEdge } from "../geometry/index.js";
import { CROWDED, NOTHING } from "./border-cells.js";
import type { PathMap } from "./pathmap.js";
import type { RasterFrame } from "./raster-frame.js";

/** Entries of cells that nobody has looked into yet, and of plain ones whose root is a segment. */
export const UNKNOWN = -2;
export const SPECIAL = -3;

/** Region of a cell that nobody can be in. */
export const BLOCKED = -2;

/** Cells beside a line count as touched by it, up to this share of a cell. */
const SLACK = 1e-6;

/** Per cell the root of a plain one, NOTHING where there is none, SPECIAL, CROWDED or UNKNOWN. */
export function cellEntries(map: PathMap, frame: RasterFrame, regions: Int32Array): Int32Array {
  const entries = new Int32Array(regions.length).fill(UNKNOWN);
  markPlain(map, frame, regions, entries);
  new Marker(map, frame, entries).mark();
  return entries;
}

/** Cells whose neighbours all have their region; blocked neighbours have no say, since walls are marked too. */
function markPlain(
  { regions: { special, hasBarriers } }: PathMap,
  { width, height }: RasterFrame,
  regions: Int32Array,
  entries: Int32Array,
): void {
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
      // Past the end of a barrier costs jump: only the map itself can tell on which side of that line a point is.
      else if (hasBarriers) entries[i] = CROWDED;
      else entries[i] = special[region] === 0 ? region : SPECIAL;
    }
  }
}

function isOther(neighbour: number, region: number): boolean {
  return neighbour !== region && neighbour !== BLOCKED;
}

/** Takes back the entries of cells that something passes. */
class Marker {
  private readonly scale: number;
  private readonly left: number;
  private readonly bottom: number;

  constructor(
    private readonly map: PathMap,
    private readonly frame: RasterFrame,
    private readonly entries: Int32Array,
  ) {
    this.scale = 1 / frame.cell;
    [this.left, this.bottom] = frame.origin;
  }

  mark(): void {
    const { space, regions } = this.map;
    const { mesh } = space.triangulation;
    const { triangles, coords, twins, faceCount } = mesh;
    for (let f = 0; f < faceCount; f++) {
      if (triangles[3 * f] < 0 || !space.isFree(f)) continue;
      for (let e = 3 * f; e < 3 * f + 3; e++) {
        // Once for both sides, unless the other one is not free.
        if (e < twins[e] && space.isFree(Math.floor(twins[e] / 3))) continue;
        const a = 2 * triangles[e];
        const b = 2 * triangles[nextEdge(e)];
        this.line(coords[a], coords[a + 1], coords[b], coords[b + 1]);
      }
      for (let i = regions.first[f]; i < regions.first[f + 1]; i++) this.cone(f, i);
    }
  }

  /** Both borders of the cone of entry i, within its triangle f. */
  private cone(f: number, i: number): void {
    const { coords, triangles } = this.map.space.triangulation.mesh;
    for (const side of [0, 1] as const) {
      let [ax, ay, bx, by] = [0, 0, 0, 0];
      let found = 0;
      for (let k = 0; k < 3; k++) {
        const p = 2 * triangles[3 * f + k];
        const q = 2 * triangles[3 * f + ((k + 1) % 3)];
        const s = this.map.regions.leftOfBorder(i, side, coords[p], coords[p + 1]);
        const t = this.map.regions.leftOfBorder(i, side, coords[q], coords[q + 1]);
        if (!(s <= 0 ? t > 0 : t <= 0)) continue;
        const share = s / (s - t);
        const x = coords[p] + share * (coords[q] - coords[p]);
        const y = coords[p + 1] + share * (coords[q + 1] - coords[p + 1]);
        if (found++ === 0) [ax, ay] = [x, y];
        else [bx, by] = [x, y];
      }
      // A border that only touches the triangle lies on an edge or at a vertex, which are marked.
      if (found === 2) this.line(ax, ay, bx, by);
    }
  }

  /** Every cell that the segment touches, row by row. */
  private line(fromX: number, fromY: number, toX: number, toY: number): void {
    const { entries } = this;
    const { width, height } = this.frame;
    const ax = (fromX - this.left) * this.scale;
    const ay = (fromY - this.bottom) * this.scale;
    const bx = (toX - this.left) * this.scale;
    const by = (toY - this.bottom) * this.scale;
    const low = Math.min(ay, by);
    const high = Math.max(ay, by);
    const last = Math.min(height - 1, Math.floor(high + SLACK));
    for (let row = Math.max(0, Math.floor(low - SLACK)); row <= last; row++) {
      // The part of the segment within this row.
      const from = high > low ? Math.min(1, Math.max(0, (row - SLACK - ay) / (by - ay))) : 0;
      const to = high > low ? Math.min(1, Math.max(0, (row + 1 + SLACK - ay) / (by - ay))) : 1;
      const x0 = ax + from * (bx - ax);
      const x1 = ax + to * (bx - ax);
      const end = Math.min(width - 1, Math.floor(Math.max(x0, x1) + SLACK));
      for (let column = Math.max(0, Math.floor(Math.min(x0, x1) - SLACK)); column <= end; column++) {
        entries[row * width + column] = UNKNOWN;
      }
    }
  }
}
