/** Density: on a grid, by a bell around every person, and per person, by the ground that is nearer to it than to others. */

import { wallsOf } from "../crowd/internal.js";
import { type Box, EdgeIndex, nearestOnSegment, type Point } from "../geometry/index.js";
import type { World } from "../world/index.js";

/** Values on the cells of a grid, row 0 lowest. */
export interface MeasureGrid {
  readonly width: number;
  readonly height: number;
  /** Lower left corner of cell (0, 0). */
  readonly origin: Point;
  /** Side of a cell in metres. */
  readonly cell: number;
  readonly box: Box;
  readonly values: Float32Array;
}

/** Reach of a person's bell, in metres: its ground is 3.1 m2, about what one sees as crowded or not. */
const BELL = 1;

/** Cells that a grid may have. */
const MOST_CELLS = 1_000_000;

/** A grid of zeros over a box. */
export function gridOver(box: Box, wanted: number): MeasureGrid {
  const area = (box.maxX - box.minX) * (box.maxY - box.minY);
  const cell = Math.max(wanted, Math.sqrt(area / MOST_CELLS));
  const width = Math.max(1, Math.ceil((box.maxX - box.minX) / cell - 1e-9));
  const height = Math.max(1, Math.ceil((box.maxY - box.minY) / cell - 1e-9));
  return {
    width,
    height,
    cell,
    origin: [box.minX, box.minY],
    box: { minX: box.minX, minY: box.minY, maxX: box.minX + width * cell, maxY: box.minY + height * cell },
    values: new Float32Array(width * height),
  };
}

/** The cell of a point; -1 outside. */
export function cellAt({ width, height, origin, cell }: MeasureGrid, x: number, y: number): number {
  const column = Math.floor((x - origin[0]) / cell);
  const row = Math.floor((y - origin[1]) / cell);
  return column < 0 || row < 0 || column >= width || row >= height ? -1 : row * width + column;
}

/** Adds a person's bell, 3 (1 - d2)^2 / pi, whose sum over the plane is one person. */
export function addBell(grid: MeasureGrid, x: number, y: number): void {
  const { width, height, origin, cell, values } = grid;
  const clamp = (v: number, most: number): number => Math.max(0, Math.min(most, v));
  const left = clamp(Math.floor((x - BELL - origin[0]) / cell), width - 1);
  const right = clamp(Math.floor((x + BELL - origin[0]) / cell), width - 1);
  const low = clamp(Math.floor((y - BELL - origin[1]) / cell), height - 1);
  const high = clamp(Math.floor((y + BELL - origin[1]) / cell), height - 1);
  for (let row = low; row <= high; row++) {
    const dy = origin[1] + (row + 0.5) * cell - y;
    for (let column = left; column <= right; column++) {
      const dx = origin[0] + (column + 0.5) * cell - x;
      const d2 = (dx * dx + dy * dy) / (BELL * BELL);
      if (d2 < 1) values[row * width + column] += (3 * (1 - d2) * (1 - d2)) / (Math.PI * BELL * BELL);
    }
  }
}

/** Farthest that a person's own ground reaches, in metres; PedPy's examples cut off at about the same. */
const CUT_OFF = 1;
const SIDES = 16;

/** Area in m2 of ground that nobody and no wall cuts. */
export const WHOLE_GROUND = (SIDES / 2) * Math.sin((2 * Math.PI) / SIDES) * CUT_OFF * CUT_OFF;

/** Ground of single people: Voronoi cells, cut off at 1 m and at walls. */
export class PersonalGround {
  private readonly walls: EdgeIndex;

  constructor(world: World) {
    const list = wallsOf(world.space);
    this.walls = new EdgeIndex(list.a, list.b);
  }

  /** Area in m2 of the ground nearer to person i than to anybody else. */
  areaOf(i: number, count: number, x: Float64Array, y: Float64Array, near: readonly number[]): number {
    let ring: Point[] = CIRCLE.map(([u, v]): Point => [CUT_OFF * u, CUT_OFF * v]);
    for (const j of near) {
      if (j === i || j >= count) continue;
      const [dx, dy] = [x[j] - x[i], y[j] - y[i]];
      ring = cutBy(ring, dx, dy, (dx * dx + dy * dy) / 2);
    }
    const p: Point = [x[i], y[i]];
    this.walls.inBox(p[0] - CUT_OFF, p[1] - CUT_OFF, p[0] + CUT_OFF, p[1] + CUT_OFF, (w) => {
      const foot = nearestOnSegment(p, this.walls.start(w), this.walls.end(w));
      const [dx, dy] = [foot[0] - p[0], foot[1] - p[1]];
      const d2 = dx * dx + dy * dy;
      if (d2 > 0) ring = cutBy(ring, dx, dy, d2);
    });
    let area = 0;
    for (let k = 0; k < ring.length; k++) {
      const [a, b] = [ring[k], ring[(k + 1) % ring.length]];
      area += a[0] * b[1] - a[1] * b[0];
    }
    return area / 2;
  }
}

const CIRCLE: readonly Point[] = Array.from({ length: SIDES }, (_, k): Point => {
  const angle = (2 * Math.PI * k) / SIDES;
  return [Math.cos(angle), Math.sin(angle)];
});

/** The part of a convex ring where dx x + dy y <= most. */
function cutBy(ring: readonly Point[], dx: number, dy: number, most: number): Point[] {
  const kept: Point[] = [];
  for (let k = 0; k < ring.length; k++) {
    const [a, b] = [ring[k], ring[(k + 1) % ring.length]];
    const [va, vb] = [dx * a[0] + dy * a[1] - most, dx * b[0] + dy * b[1] - most];
    if (va <= 0) kept.push(a);
    if (va < 0 !== vb < 0 && va !== vb) {
      const t = va / (va - vb);
      kept.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
    }
  }
  return kept;
}

/** Pairs of people nearer than twice the cut-off, per person, by sorting along x. */
export function closePeople(count: number, x: Float64Array, y: Float64Array): number[][] {
  const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => x[a] - x[b]);
  const near: number[][] = Array.from({ length: count }, () => []);
  for (let a = 0; a < count; a++) {
    const i = order[a];
    for (let b = a + 1; b < count; b++) {
      const j = order[b];
      const dx = x[j] - x[i];
      if (dx > 2 * CUT_OFF) break;
      const dy = y[j] - y[i];
      if (dx * dx + dy * dy > 4 * CUT_OFF * CUT_OFF) continue;
      near[i].push(j);
      near[j].push(i);
    }
  }
  return near;
}
