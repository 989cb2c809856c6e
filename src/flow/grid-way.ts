/** A rough shortest way from the sources to the sinks on a grid: a first guess that may pass obstacles on either side. */
import type { Point } from "../geometry/index.js";
import { MinHeap } from "../numerics/index.js";
import { onSill } from "./build.js";
import type { FlowPlan } from "./plan.js";
import type { Surroundings } from "./surroundings.js";

const MOST_CELLS = 120_000;

/** Points of a way whose cells all keep their distances, straightened a little; null where the grid has none. */
export function gridWay(map: FlowPlan, radius: number, around: Surroundings): Point[] | null {
  const grid = new Grid(map, radius, around);
  const heap = new MinHeap(1024);
  const distance = new Float64Array(grid.count).fill(Infinity);
  const from = new Int32Array(grid.count).fill(-1);
  for (const i of grid.cellsAt("source")) {
    distance[i] = 0;
    heap.push(0, i);
  }
  const goals = new Set(grid.cellsAt("sink"));
  while (heap.size > 0) {
    const key = heap.key;
    const i = heap.pop();
    if (key > distance[i]) continue;
    if (goals.has(i)) return grid.way(i, from);
    for (const j of grid.neighbours(i)) {
      const reached = key + grid.between(i, j);
      if (reached < distance[j] && grid.isFree(j)) {
        distance[j] = reached;
        from[j] = i;
        heap.push(reached, j);
      }
    }
  }
  return null;
}

/** Cells no wider than a radius where that is affordable. */
class Grid {
  readonly count: number;
  private readonly width: number;
  private readonly height: number;
  private readonly cell: number;
  private readonly minX: number;
  private readonly minY: number;
  private readonly known: Int8Array;

  constructor(
    private readonly map: FlowPlan,
    private readonly radius: number,
    private readonly around: Surroundings,
  ) {
    const { origin } = map.gates.pieces;
    const { minX, minY, maxX, maxY } = map.world.bounds;
    const area = (maxX - minX) * (maxY - minY);
    this.cell = Math.max(radius / 2, Math.sqrt(area / MOST_CELLS));
    this.minX = minX - origin[0];
    this.minY = minY - origin[1];
    this.width = Math.ceil((maxX - minX) / this.cell) + 1;
    this.height = Math.ceil((maxY - minY) / this.cell) + 1;
    this.count = this.width * this.height;
    this.known = new Int8Array(this.count);
    const { walls } = around;
    if (walls.cells.length !== this.count) walls.cells = new Int8Array(this.count);
  }

  private at(i: number): Point {
    return [this.minX + (i % this.width) * this.cell, this.minY + Math.floor(i / this.width) * this.cell];
  }

  /** Whether a lane may pass through a cell's point. */
  isFree(i: number): boolean {
    if (this.known[i] === 0) {
      const p = this.at(i);
      const { walls } = this.around;
      // What walls say of it holds for every lane.
      if (walls.cells[i] === 0) walls.cells[i] = walls.isFree(p) ? 1 : -1;
      this.known[i] = walls.cells[i] > 0 && this.around.isOffLanes(p) ? 1 : -1;
    }
    return this.known[i] > 0;
  }

  /** Free cells within a radius of an opening. */
  cellsAt(kind: "source" | "sink"): number[] {
    const found = new Set<number>();
    const reach = Math.ceil(this.radius / this.cell) + 1;
    for (const sill of this.map.sills) {
      if (sill.kind !== kind) continue;
      const steps = Math.max(1, Math.ceil(sill.length / this.cell));
      for (let s = 0; s <= steps; s++) {
        const [x, y] = onSill(sill, (sill.length * s) / steps);
        if (this.around.slack(x, y) < 0) continue;
        const column = Math.round((x - this.minX) / this.cell);
        const row = Math.round((y - this.minY) / this.cell);
        for (let dy = -reach; dy <= reach; dy++) {
          for (let dx = -reach; dx <= reach; dx++) {
            const [c, r] = [column + dx, row + dy];
            if (c < 0 || r < 0 || c >= this.width || r >= this.height) continue;
            const i = r * this.width + c;
            if (this.isFree(i) && this.around.isClear(this.at(i), [x, y])) found.add(i);
          }
        }
      }
    }
    return [...found];
  }

  *neighbours(i: number): Generator<number> {
    const column = i % this.width;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        if (dx === 0 && dy === 0) continue;
        const j = i + dy * this.width + dx;
        if (column + dx >= 0 && column + dx < this.width && j >= 0 && j < this.count) yield j;
      }
    }
  }

  between(i: number, j: number): number {
    const [a, b] = [this.at(i), this.at(j)];
    return Math.hypot(b[0] - a[0], b[1] - a[1]);
  }

  /** The way to a cell, with ends on the openings. */
  way(goal: number, from: Int32Array): Point[] | null {
    const cells: Point[] = [];
    for (let i = goal; i >= 0; i = from[i]) cells.push(this.at(i));
    cells.reverse();
    const start = this.landing(cells[0], "source");
    const end = this.landing(cells[cells.length - 1], "sink");
    if (!start || !end) return null;
    const points = [start, ...cells, end];
    // Straighten greedily: fewer points, the same clearances.
    const way = [points[0]];
    for (let i = 0; i < points.length - 1; ) {
      let j = Math.min(points.length - 1, i + 64);
      while (j > i + 1 && !this.around.isClear(points[i], points[j])) j--;
      way.push(points[j]);
      i = j;
    }
    return way;
  }

  /** The nearest point of an opening from which a cell is reached clearly. */
  private landing(p: Point, kind: "source" | "sink"): Point | null {
    let best: Point | null = null;
    let nearest = Infinity;
    for (const sill of this.map.sills) {
      if (sill.kind !== kind) continue;
      const steps = Math.max(1, Math.ceil((4 * sill.length) / this.cell));
      for (let s = 0; s <= steps; s++) {
        const q = onSill(sill, (sill.length * s) / steps);
        const gap = Math.hypot(q[0] - p[0], q[1] - p[1]);
        if (gap >= nearest || gap > 3 * this.radius + 3 * this.cell || !this.around.isClear(q, p)) continue;
        nearest = gap;
        best = q;
      }
    }
    return best;
  }
}
