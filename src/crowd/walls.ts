/**
 * Walls as the kernel wants them: directed edges with the free side to the right, chained around obstacles.
 *
 * They are the edges of the free space itself, so obstacles that overlap or touch have no walls inside each other. A post
 * becomes a diamond of a few millimetres, so that it has sides.
 */
import { faceOf, nextEdge, type Point, prevEdge, type Ring, signedArea } from "../geometry/index.js";
import type { FreeSpace } from "../world/index.js";
import { FRAME } from "./kernel/layout.js";
import type { Allocator, WallColumns, WallGrid } from "./kernel/memory.js";

/** Half the width of a post, in metres. */
const POST = 2e-3;

/** Walls while they are gathered: chains of points, and what each edge follows. */
export interface WallList {
  readonly a: Point[];
  readonly b: Point[];
  readonly next: number[];
  readonly prev: number[];
  /** The opening that each is a piece of; 0 for a plain wall, and all are where it is absent. */
  readonly opening?: readonly number[];
  /** The door that each is, counted from 1; 0 for a plain wall, and all are where it is absent. */
  readonly door?: number[];
  /** The kind of people whose wall each is, counted from 0; walls are everybody's where it is absent. */
  readonly kind?: readonly number[];
}

/** Walls with openings, and who may pass which: see `Engine.setOpenings`. */
export interface OpenWalls {
  readonly walls: WallList;
  readonly passes: Uint8Array;
  readonly columns: number;
  /** How many kinds of people there are. */
  readonly kinds: number;
}

/** No walls. */
export function noWalls(): WallList {
  return { a: [], b: [], next: [], prev: [] };
}

/** All walls of a free space. */
export function wallsOf(space: FreeSpace): WallList {
  const { triangulation } = space;
  const { mesh } = triangulation;
  const { triangles, twins, marks, coords, vertexEdge } = mesh;
  const list = noWalls();
  const number = new Map<number, number>();
  const at = (v: number): Point => [coords[2 * v], coords[2 * v + 1]];
  for (let e = 0; e < 3 * mesh.faceCount; e++) {
    if (triangles[e] < 0 || marks[e] === 0 || !space.isFree(faceOf(e))) continue;
    number.set(e, list.a.length);
    // The mesh has the free face on the left: reversed, it is on the right.
    list.a.push(at(triangles[nextEdge(e)]));
    list.b.push(at(triangles[e]));
    list.next.push(-1);
    list.prev.push(-1);
  }
  for (const [e, w] of number) {
    let f = nextEdge(e);
    while (marks[f] === 0) f = nextEdge(twins[f]);
    list.prev[w] = number.get(f)!;
    list.next[number.get(f)!] = w;
  }
  for (let v = 4; v < mesh.vertexCount; v++) {
    if (vertexEdge[v] < 0 || !triangulation.isGiven(v) || !isLonely(mesh, v)) continue;
    if (space.isFree(faceOf(vertexEdge[v]))) addPost(list, at(v));
  }
  return list;
}

/** Whether no wall ends at a vertex. */
function isLonely({ twins, marks, vertexEdge }: FreeSpace["triangulation"]["mesh"], v: number): boolean {
  let e = vertexEdge[v];
  do {
    if (marks[e] !== 0) return false;
    e = twins[prevEdge(e)];
  } while (e >= 0 && e !== vertexEdge[v]);
  return true;
}

function addPost(list: WallList, [x, y]: Point): void {
  addRing(list, [
    [x - POST, y],
    [x, y - POST],
    [x + POST, y],
    [x, y + POST],
  ]);
}

/** The sides of an obstacle by itself: a polygon, a segment with two sides, a post. */
export function addObstacle(list: WallList, shape: { polygon?: Ring; segment?: Ring; point?: Point }): void {
  if (shape.polygon) addRing(list, shape.polygon);
  else if (shape.segment) addRing(list, shape.segment);
  else if (shape.point) addPost(list, shape.point);
}

function addRing(list: WallList, ring: Ring): void {
  const points = ring.length > 2 && signedArea(ring) < 0 ? [...ring].reverse() : ring;
  const first = list.a.length;
  const n = points.length;
  for (let i = 0; i < n; i++) {
    list.a.push(points[i]);
    list.b.push(points[(i + 1) % n]);
    list.next.push(first + ((i + 1) % n));
    list.prev.push(first + ((i + n - 1) % n));
  }
}

/** Walls as columns, with room for `room` of them. */
export function wallColumns(make: Allocator, list: WallList, room = list.a.length): WallColumns {
  const column = (): Float64Array => make.float64(room);
  const columns: WallColumns = {
    ax: column(),
    ay: column(),
    bx: column(),
    by: column(),
    ux: column(),
    uy: column(),
    length: column(),
    next: make.int32(room),
    prev: make.int32(room),
    convex: make.uint8(room),
    opening: make.uint16(room),
    door: make.uint16(room),
  };
  writeWalls(columns, list, 0);
  return columns;
}

/** Writes walls into columns from a place on. */
export function writeWalls(columns: WallColumns, list: WallList, from: number): void {
  list.a.forEach(([ax, ay], i) => {
    const [bx, by] = list.b[i];
    const w = from + i;
    const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
    columns.ax[w] = ax;
    columns.ay[w] = ay;
    columns.bx[w] = bx;
    columns.by[w] = by;
    columns.ux[w] = (bx - ax) / length;
    columns.uy[w] = (by - ay) / length;
    columns.length[w] = length;
    columns.next[w] = from + list.next[i];
    columns.prev[w] = from + list.prev[i];
    columns.opening[w] = list.opening?.[i] ?? 0;
    columns.door[w] = list.door?.[i] ?? 0;
    const [px, py] = list.a[list.prev[i]];
    columns.convex[w] = (ax - px) * (by - py) - (ay - py) * (bx - px) >= 0 ? 1 : 0;
  });
}

/** Cells of a wall grid: more would cost more memory than they save. */
const MOST_CELLS = 1 << 20;

/** Files walls under every cell that they are within reach of. */
export function wallGrid(
  make: Allocator,
  { ax, ay, bx, by }: WallColumns,
  count: number,
  reach: number,
): WallGrid {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let w = 0; w < count; w++) {
    minX = Math.min(minX, ax[w]);
    minY = Math.min(minY, ay[w]);
    maxX = Math.max(maxX, ax[w]);
    maxY = Math.max(maxY, ay[w]);
  }
  const frame = make.float64(FRAME.size);
  if (count === 0) return { frame, start: make.int32(1), items: make.int32(0) };
  const area = (maxX - minX + reach) * (maxY - minY + reach);
  const cell = Math.max(0.5, reach / 2, Math.sqrt(area / MOST_CELLS));
  const columns = Math.floor((maxX - minX) / cell) + 1;
  const rows = Math.floor((maxY - minY) / cell) + 1;
  frame[FRAME.minX] = minX;
  frame[FRAME.minY] = minY;
  frame[FRAME.cell] = cell;
  frame[FRAME.columns] = columns;
  frame[FRAME.rows] = rows;
  const start = make.int32(columns * rows + 1);
  const visit = (w: number, take: (c: number) => void): void => {
    const far = reach + cell * 0.7072;
    const column = (x: number): number => Math.max(0, Math.min(columns - 1, Math.floor((x - minX) / cell)));
    const row = (y: number): number => Math.max(0, Math.min(rows - 1, Math.floor((y - minY) / cell)));
    const [c0, c1] = [column(Math.min(ax[w], bx[w]) - reach), column(Math.max(ax[w], bx[w]) + reach)];
    const [r0, r1] = [row(Math.min(ay[w], by[w]) - reach), row(Math.max(ay[w], by[w]) + reach)];
    const dx = bx[w] - ax[w];
    const dy = by[w] - ay[w];
    const d2 = dx * dx + dy * dy;
    for (let r = r0; r <= r1; r++) {
      for (let c = c0; c <= c1; c++) {
        const x = minX + (c + 0.5) * cell - ax[w];
        const y = minY + (r + 0.5) * cell - ay[w];
        const t = Math.max(0, Math.min(1, (x * dx + y * dy) / d2));
        const ex = x - t * dx;
        const ey = y - t * dy;
        if (ex * ex + ey * ey <= far * far) take(r * columns + c);
      }
    }
  };
  for (let w = 0; w < count; w++) visit(w, (c) => start[c + 1]++);
  for (let c = 0; c < columns * rows; c++) start[c + 1] += start[c];
  const items = make.int32(start[columns * rows]);
  const place = start.slice();
  for (let w = 0; w < count; w++) visit(w, (c) => (items[place[c]++] = w));
  return { frame, start, items };
}
