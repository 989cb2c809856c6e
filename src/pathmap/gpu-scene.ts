/**
 * A scene made ready for the path map's kernels: local float32 coordinates, generators, and walls in bins.
 *
 * Everything is moved by the corner of the scene's box in double precision before it is rounded, so that float32
 * suffices for a plan anywhere on a map. Decisions that need to know which side of a wall is solid are made here.
 */
import { InputError } from "../errors.js";
import type { Box, Point } from "../geometry/index.js";
import { checkPoint } from "../options.js";
import type { FreeSpace } from "../world/index.js";
import { type Barrier, checkBarriers } from "./barriers.js";

/** Walls as the kernels need them. */
export interface GpuWalls {
  /** x and y of every vertex, in metres. */
  readonly vertices: Float64Array;
  /**
   * Pairs of vertex numbers, each with free space on its left; a wall that is free on both sides stands in both
   * directions. Walls meet at common vertices only: they neither cross nor overlap.
   */
  readonly walls: Uint32Array;
  /** Vertices that are obstacles of no size: paths can bend at them where there are barriers. None by default. */
  readonly posts?: Uint32Array;
}

/**
 * A point, or a segment from `a` to `b`, that distances count from. With barriers, ways leave a segment at right angles, or
 * from its ends where no right angle reaches: ends from which they are to leave in all directions are points as well.
 */
export interface GpuSource {
  readonly a: readonly [x: number, y: number];
  /** The other end of a segment. Its parts inside obstacles are of no account. */
  readonly b?: readonly [x: number, y: number];
  /** Distance at the source itself, in metres, finite and at least 0; default 0. */
  readonly start?: number;
}

/** What a path map is computed from. */
export interface GpuPathMapInput extends GpuWalls {
  /** Cells in x and y, at least 1. */
  readonly width: number;
  readonly height: number;
  /** Lower left corner of cell (0, 0), in metres; row 0 has the lowest y. */
  readonly originX: number;
  readonly originY: number;
  /** Side of a cell in metres, greater than 0; the sample is at its centre. */
  readonly cell: number;
  /** Per cell, row by row: not 0 where its centre is not free. */
  readonly blocked: Uint8Array;
  readonly sources: readonly GpuSource[];
  /** Segments that make what lies behind them dearer; none by default. Distances are then costs. */
  readonly barriers?: readonly Barrier[];
  /** More places to answer for; none by default. They have to be free. */
  readonly probes?: readonly Point[];
}

/** What goes into the device's buffers, and what its answers mean. */
export interface PreparedScene {
  /** Moved by this corner, in metres. */
  readonly cornerX: number;
  readonly cornerY: number;
  /** Points nearer to a wall than this, in metres, are taken to be on it. */
  readonly tolerance: number;
  /** Four numbers a wall. */
  readonly walls: Float32Array<ArrayBuffer>;
  readonly bins: Bins;
  /** Eight numbers a generator: its ends, and the far ends of the two walls of its sector; sources first. */
  readonly generators: Float32Array<ArrayBuffer>;
  /** How many of the generators are sources or pieces of them. */
  readonly sourceCount: number;
  /** Per generator: number of its source, and of its vertex; -1 for none. */
  readonly sourceOf: Int32Array;
  readonly vertexOf: Int32Array;
  /** The barriers, eight numbers each, and the probes, four each. */
  readonly extras: Float32Array<ArrayBuffer>;
}

/** A uniform grid over the scene with the walls that touch each of its bins, or nearly do. */
interface Bins {
  readonly columns: number;
  readonly rows: number;
  readonly size: number;
  /** Where each bin's walls begin in `items`, and one more. */
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly items: Uint32Array<ArrayBuffer>;
}

/** Tolerance as a share of the scene's greatest side: eight steps of a float32 of that size. */
const TOLERANCE = 2 ** -20;
/** How far outside a bin a wall still counts, as a share of the bin: far more than the walk can be off. */
const BIN_MARGIN = 0.01;
/** More bins than this along a side make the walk longer than the lists it saves. */
const MOST_BINS = 512;

/** The walls of a free space: its constrained edges as they are seen from the free side. */
export function gpuWalls(space: FreeSpace): GpuWalls {
  const { coords, triangles, marks, faceCount, vertexCount, vertexEdge } = space.triangulation.mesh;
  const walls: number[] = [];
  for (let f = 0; f < faceCount; f++) {
    if (triangles[3 * f] < 0 || !space.isFree(f)) continue;
    for (let k = 0; k < 3; k++) {
      if (marks[3 * f + k] !== 0) walls.push(triangles[3 * f + k], triangles[3 * f + ((k + 1) % 3)]);
    }
  }
  const isWall = new Uint8Array(vertexCount);
  for (const v of walls) isWall[v] = 1;
  const posts: number[] = [];
  for (let v = 0; v < vertexCount; v++) {
    const isPost =
      isWall[v] === 0 && vertexEdge[v] >= 0 && space.contains([coords[2 * v], coords[2 * v + 1]]);
    if (isPost) posts.push(v);
  }
  return {
    vertices: coords.slice(0, 2 * vertexCount),
    walls: Uint32Array.from(walls),
    posts: Uint32Array.from(posts),
  };
}

/** Checks the input at the door. */
export function checkInput(input: GpuPathMapInput): void {
  const { width, height, cell, blocked, vertices, walls, sources } = input;
  for (const [name, value] of Object.entries({ width, height })) {
    if (!Number.isInteger(value) || value < 1)
      throw new InputError(`cells are a whole number from 1; given: ${value}`, name);
  }
  if (!(cell > 0 && cell < Infinity))
    throw new InputError(`a cell's side is greater than 0; given: ${cell}`, "cell");
  if (!Number.isFinite(input.originX + input.originY))
    throw new InputError(`not finite: ${input.originX}, ${input.originY}`, "origin");
  if (blocked.length !== width * height)
    throw new InputError(`${width * height} cells need as many entries; given: ${blocked.length}`, "blocked");
  const count = vertices.length / 2;
  const wrong = walls.length % 2 === 1 ? walls.length - 1 : walls.findIndex((v) => v >= count);
  if (wrong >= 0)
    throw new InputError(
      `walls are pairs of vertices 0 to ${count - 1}; given: ${walls[wrong]}`,
      `walls[${wrong}]`,
    );
  checkBarriers(input.barriers ?? []);
  (input.probes ?? []).forEach((p, i) => {
    checkPoint(p, `probes[${i}]`);
  });
  sources.forEach(({ a, b = a, start = 0 }, i) => {
    if (![...a, ...b].every(Number.isFinite)) throw new InputError(`not finite: ${a}, ${b}`, `sources[${i}]`);
    if (!(start >= 0 && start < Infinity))
      throw new InputError(`a start distance is at least 0; given: ${start}`, `sources[${i}].start`);
  });
}

/** Moves, rounds, cuts and sorts: all that the kernels rely on. */
export function prepareScene(input: GpuPathMapInput): PreparedScene {
  const { minX, minY, maxX, maxY } = sceneBox(input);
  const span = Math.max(maxX - minX, maxY - minY);
  const tolerance = span * TOLERANCE;
  // Rounded once: the sectors must be those of the corners that the kernels see.
  const points = new Float32Array(input.vertices.length);
  for (let i = 0; i < points.length; i += 2) {
    points[i] = input.vertices[i] - minX;
    points[i + 1] = input.vertices[i + 1] - minY;
  }
  const walls = distinctWalls(input.walls, points);
  const list = new GeneratorList();
  addSources(list, input.sources, minX, minY, walls);
  const sourceCount = list.vertexOf.length;
  const hasBarriers = (input.barriers?.length ?? 0) > 0;
  addCorners(list, input.walls, points, hasBarriers ? Infinity : tolerance);
  if (hasBarriers) for (const v of input.posts ?? []) list.addPoint(points[2 * v], points[2 * v + 1], -1, v);
  return {
    cornerX: minX,
    cornerY: minY,
    tolerance,
    walls,
    bins: binWalls(walls, maxX - minX, maxY - minY, tolerance),
    generators: Float32Array.from(list.numbers),
    sourceCount,
    sourceOf: Int32Array.from(list.sourceOf),
    vertexOf: Int32Array.from(list.vertexOf),
    extras: extrasOf(input, minX, minY),
  };
}

/** Barriers and probes as the kernels read them. */
function extrasOf(
  { barriers = [], probes = [] }: GpuPathMapInput,
  cornerX: number,
  cornerY: number,
): Float32Array<ArrayBuffer> {
  const numbers = barriers.flatMap(({ segment: [a, b], weight, side, carries }) => [
    ...[a[0] - cornerX, a[1] - cornerY, b[0] - cornerX, b[1] - cornerY],
    ...[weight, side === "left" ? 1 : side === "right" ? 2 : 0, carries ? 1 : 0, 0],
  ]);
  for (const [x, y] of probes) numbers.push(x - cornerX, y - cornerY, 0, 0);
  return Float32Array.from(numbers);
}

/** The box around cells, walls and sources. */
function sceneBox(input: GpuPathMapInput): Box {
  const { originX, originY, width, height, cell, vertices, walls, sources, probes = [] } = input;
  let [minX, minY, maxX, maxY] = [originX, originY, originX + width * cell, originY + height * cell];
  const include = (x: number, y: number): void => {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  };
  for (const v of walls) include(vertices[2 * v], vertices[2 * v + 1]);
  for (const { a, b = a } of sources) {
    include(...a);
    include(...b);
  }
  for (const [x, y] of probes) include(x, y);
  return { minX, minY, maxX, maxY };
}

/** Every wall once, whatever its direction, as four coordinates. */
function distinctWalls(walls: Uint32Array, points: Float32Array): Float32Array<ArrayBuffer> {
  const known = new Set<number>();
  const numbers: number[] = [];
  const count = points.length / 2;
  for (let i = 0; i < walls.length; i += 2) {
    const [a, b] = walls[i] < walls[i + 1] ? [walls[i], walls[i + 1]] : [walls[i + 1], walls[i]];
    if (a === b || known.has(a * count + b)) continue;
    known.add(a * count + b);
    numbers.push(points[2 * a], points[2 * a + 1], points[2 * b], points[2 * b + 1]);
  }
  return Float32Array.from(numbers);
}

/** Generators as they are found. */
class GeneratorList {
  readonly numbers: number[] = [];
  readonly sourceOf: number[] = [];
  readonly vertexOf: number[] = [];

  add(numbers: readonly number[], source: number, vertex: number): void {
    for (const value of numbers) this.numbers.push(value);
    this.sourceOf.push(source);
    this.vertexOf.push(vertex);
  }

  /** One that sees in every direction. */
  addPoint(x: number, y: number, source: number, vertex: number): void {
    this.add([x, y, x, y, x, y, x, y], source, vertex);
  }
}

/** Source points, and source segments cut where walls meet them: beyond a wall, the nearest point is the cut. */
function addSources(
  list: GeneratorList,
  sources: readonly GpuSource[],
  cornerX: number,
  cornerY: number,
  walls: Float32Array,
): void {
  sources.forEach(({ a, b = a }, i) => {
    const [ax, ay, bx, by] = [a[0] - cornerX, a[1] - cornerY, b[0] - cornerX, b[1] - cornerY];
    const cuts = [0, ...cutsOf(ax, ay, bx, by, walls), 1];
    for (let k = 1; k < cuts.length; k++) {
      const at = (t: number): number[] => (t === 1 ? [bx, by] : [ax + t * (bx - ax), ay + t * (by - ay)]);
      list.add([...at(cuts[k - 1]), ...at(cuts[k]), ...at(cuts[k]), ...at(cuts[k])], i, -1);
    }
  });
}

/** Where walls cross the inside of a segment, as rising shares of it. */
function cutsOf(ax: number, ay: number, bx: number, by: number, walls: Float32Array): number[] {
  const [dx, dy] = [bx - ax, by - ay];
  const found = new Set<number>();
  if (dx === 0 && dy === 0) return [];
  for (let i = 0; i < walls.length; i += 4) {
    const p = dx * (walls[i + 1] - ay) - dy * (walls[i] - ax);
    const q = dx * (walls[i + 3] - ay) - dy * (walls[i + 2] - ax);
    // A wall along the segment cuts nothing.
    if (p === q || p * q > 0) continue;
    const s = p / (p - q);
    const x = walls[i] + s * (walls[i + 2] - walls[i]);
    const y = walls[i + 1] + s * (walls[i + 3] - walls[i + 1]);
    const t = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
    if (t > 0 && t < 1) found.add(t);
  }
  return [...found].sort((s, t) => s - t);
}

/**
 * Corners that a shortest path can turn at: one generator for every free sector of half a turn or more. Sectors a
 * little smaller count too, as far as rounding may have bent a straight wall; with an infinite tolerance, all do.
 */
function addCorners(list: GeneratorList, walls: Uint32Array, points: Float32Array, tolerance: number): void {
  const { starts, rays } = raysOf(walls, points.length / 2);
  for (let v = 0; v + 1 < starts.length; v++) {
    const [x, y] = [points[2 * v], points[2 * v + 1]];
    const around = Array.from(rays.subarray(starts[v], starts[v + 1]), (ray) => {
      const to = ray >>> 1;
      const [toX, toY] = [points[2 * to], points[2 * to + 1]];
      const angle = Math.atan2(toY - y, toX - x);
      return { to, x: toX, y: toY, opens: (ray & 1) === 1, angle, length: Math.hypot(toX - x, toY - y) };
    }).filter(({ length }) => length > 0);
    around.sort((p, q) => p.angle - q.angle);
    around.forEach((ray, i) => {
      if (!ray.opens) return;
      // The next ray to another vertex; for a wall that ends here, that wall again.
      let k = (i + 1) % around.length;
      while (k !== i && around[k].to === ray.to) k = (k + 1) % around.length;
      const other = around[k];
      const turn =
        k === i || other.to === ray.to
          ? 2 * Math.PI
          : (other.angle - ray.angle + 2 * Math.PI) % (2 * Math.PI);
      const bent = Math.min(0.3, (8 * tolerance) / Math.min(ray.length, other.length));
      if (turn < Math.PI - bent && tolerance < Infinity) return;
      list.add([x, y, x, y, ray.x, ray.y, other.x, other.y], -1, v);
    });
  }
}

/** Per vertex, the walls at it: twice the vertex at the other end, plus 1 where free space is to the left of the ray. */
function raysOf(walls: Uint32Array, count: number): { starts: Uint32Array; rays: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (const v of walls) starts[v + 1]++;
  for (let v = 0; v < count; v++) starts[v + 1] += starts[v];
  const rays = new Uint32Array(walls.length);
  const next = starts.slice();
  for (let i = 0; i < walls.length; i += 2) {
    rays[next[walls[i]]++] = 2 * walls[i + 1] + 1;
    rays[next[walls[i + 1]]++] = 2 * walls[i];
  }
  return { starts, rays };
}

/** Sorts walls into bins, about two bins a wall. */
function binWalls(walls: Float32Array, width: number, height: number, tolerance: number): Bins {
  const wanted = Math.max(1, walls.length / 2);
  const size = Math.max(
    Math.sqrt((width * height) / wanted),
    Math.max(width, height) / Math.min(MOST_BINS, wanted),
  );
  const columns = Math.max(1, Math.ceil(width / size));
  const rows = Math.max(1, Math.ceil(height / size));
  const margin = BIN_MARGIN * size + tolerance;
  const starts = new Uint32Array(columns * rows + 1);
  visitBins(walls, columns, rows, size, margin, (bin) => starts[bin + 1]++);
  for (let bin = 0; bin < columns * rows; bin++) starts[bin + 1] += starts[bin];
  const items = new Uint32Array(starts[columns * rows]);
  const next = starts.slice();
  visitBins(walls, columns, rows, size, margin, (bin, wall) => {
    items[next[bin]++] = wall;
  });
  return { columns, rows, size, starts, items };
}

/** Calls back for every wall and every bin within `margin` of it. */
function visitBins(
  walls: Float32Array,
  columns: number,
  rows: number,
  size: number,
  margin: number,
  visit: (bin: number, wall: number) => void,
): void {
  const bin = (value: number, most: number): number =>
    Math.min(Math.max(Math.floor(value / size), 0), most - 1);
  for (let wall = 0; 4 * wall < walls.length; wall++) {
    let [ax, ay, bx, by] = walls.subarray(4 * wall, 4 * wall + 4);
    if (ay > by) [ax, ay, bx, by] = [bx, by, ax, ay];
    const lastRow = bin(by + margin, rows);
    for (let row = bin(ay - margin, rows); row <= lastRow; row++) {
      // The part of the wall in this row, margin included, and the columns that it spans.
      const share = (y: number): number => (by > ay ? Math.min(Math.max((y - ay) / (by - ay), 0), 1) : 0);
      const low = share(row * size - margin);
      const high = by > ay ? share((row + 1) * size + margin) : 1;
      const x1 = ax + low * (bx - ax);
      const x2 = ax + high * (bx - ax);
      const lastColumn = bin(Math.max(x1, x2) + margin, columns);
      for (let column = bin(Math.min(x1, x2) - margin, columns); column <= lastColumn; column++) {
        visit(row * columns + column, wall);
      }
    }
  }
}
