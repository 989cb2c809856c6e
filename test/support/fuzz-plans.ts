/**
 * Plans with many corners for fuzzing, with what oracles need of them.
 *
 * Nearly all are drawn on a grid whose vertices are then moved as one: turned, rounded, shifted, jittered. Obstacles that
 * touch on the grid share vertices and go on to touch, so what is free ground does not depend on rounding, while corners that
 * stood in line or at right angles now do so up to the last bits. That is where planners go wrong.
 */
import type { Random } from "../../src/numerics/index.js";
import type { SceneInput } from "../../src/world/index.js";
import type { OracleEdge, Spot } from "./sight-oracle.js";

export const FAMILIES = ["maze", "walls", "caves", "city", "rectangles", "squares", "overlapping"] as const;
export const STYLES = [
  "plain",
  "turned",
  "turned, rounded",
  "turned, far away",
  "jittered",
  "jittered, far away",
  "far away",
] as const;
export type Family = (typeof FAMILIES)[number];
export type Style = (typeof STYLES)[number];

type Corner = [number, number];

export interface FuzzPlan {
  readonly scene: SceneInput;
  /** The walls; null where obstacles overlap, so that they have to be taken from the triangulation. */
  readonly edges: OracleEdge[] | null;
  /** A place between grid vertices, given in cells, as it lies in the plan. */
  at(x: number, y: number): Spot;
  /** The grid's size in cells. */
  readonly columns: number;
  readonly rows: number;
  /** Walls that stand on the plan's outline or on obstacles, from vertex to vertex: where exits are. */
  readonly sides: readonly (readonly [Spot, Spot])[];
}

/** How grid vertices become places of the plan. */
function placement(random: Random, style: Style): (x: number, y: number) => Spot {
  const cell = [1, 0.5, 0.37, 2.25][random.below(4)];
  const isFar = style.endsWith("far away");
  // Whole metres, but for plans that are parallel to the axes, where those would hide what rounding does.
  const unit = style === "far away" ? 1e-3 : 1;
  const far = (low: number, high: number): number => Math.round(random.between(low, high) / unit) * unit;
  const [east, north] = isFar ? [far(3e5, 7e5), far(4.9e6, 5.6e6)] : [0, 0];
  const angle = random.below(4) === 0 ? Math.atan2(3, 4) : random.between(0, 2 * Math.PI);
  const [c, s] = style.startsWith("turned") ? [Math.cos(angle), Math.sin(angle)] : [1, 0];
  const isRounded = ["turned, rounded", "turned, far away", "far away"].includes(style);
  const tiny = random.below(3) === 0 ? 1e-12 : 1e-9;
  const known = new Map<string, Spot>();
  return (x, y) => {
    const key = `${x},${y}`;
    const before = known.get(key);
    if (before) return before;
    let [px, py] = [cell * (c * x - s * y), cell * (s * x + c * y)];
    if (style.startsWith("jittered")) {
      px += random.between(-tiny, tiny);
      py += random.between(-tiny, tiny);
    }
    if (isRounded) [px, py] = [Math.round(px * 1e3) / 1e3, Math.round(py * 1e3) / 1e3];
    const spot: Spot = [px + east, py + north];
    // Far away, millimetres are rounded again as a file would give them.
    const placed: Spot =
      isRounded && isFar ? [Math.round(spot[0] * 1e3) / 1e3, Math.round(spot[1] * 1e3) / 1e3] : spot;
    known.set(key, placed);
    return placed;
  };
}

/** What stands on a grid: solid cells, and walls along grid lines. */
class Cells {
  private readonly solid: Uint8Array;
  /** Walls from (x, y) to the right and upward. */
  private readonly across: Uint8Array;
  private readonly up: Uint8Array;

  constructor(
    readonly columns: number,
    readonly rows: number,
  ) {
    this.solid = new Uint8Array(columns * rows);
    this.across = new Uint8Array((columns + 1) * (rows + 1));
    this.up = new Uint8Array((columns + 1) * (rows + 1));
  }

  isSolid(x: number, y: number): boolean {
    return x < 0 || y < 0 || x >= this.columns || y >= this.rows || this.solid[y * this.columns + x] === 1;
  }

  fill(x: number, y: number, value: 0 | 1 = 1): void {
    if (x >= 0 && y >= 0 && x < this.columns && y < this.rows) this.solid[y * this.columns + x] = value;
  }

  /** Puts a wall, or takes it, from (x, y) to the right or upward. */
  setWall(x: number, y: number, isUp: boolean, value: 0 | 1 = 1): void {
    (isUp ? this.up : this.across)[y * (this.columns + 1) + x] = value;
  }

  /** Whether an edge from (x, y) to the right or upward parts anything: the border of solid cells, or a wall. */
  hasEdge(x: number, y: number, isUp: boolean): boolean {
    if (x < 0 || y < 0 || x > this.columns || y > this.rows) return false;
    if (isUp ? y === this.rows : x === this.columns) return false;
    const [one, other] = isUp
      ? [this.isSolid(x - 1, y), this.isSolid(x, y)]
      : [this.isSolid(x, y - 1), this.isSolid(x, y)];
    if (one !== other) return true;
    return !one && (isUp ? this.up : this.across)[y * (this.columns + 1) + x] === 1;
  }

  /** Whether something ends or turns at a grid vertex, or a strip of solid cells has a corner there. */
  isNeeded(x: number, y: number): boolean {
    if (this.isSolid(x - 1, y) !== this.isSolid(x, y)) return true;
    if (this.isSolid(x - 1, y - 1) !== this.isSolid(x, y - 1)) return true;
    const right = this.hasEdge(x, y, false);
    const left = this.hasEdge(x - 1, y, false);
    const above = this.hasEdge(x, y, true);
    const below = this.hasEdge(x, y - 1, true);
    return !(right === left && above === below && right !== above);
  }
}

function maze(random: Random, cells: Cells): void {
  const { columns, rows } = cells;
  for (let y = 0; y <= rows; y++)
    for (let x = 0; x <= columns; x++) {
      if (x < columns && y > 0 && y < rows) cells.setWall(x, y, false);
      if (y < rows && x > 0 && x < columns) cells.setWall(x, y, true);
    }
  // A random tree of open walls, and some more.
  const seen = new Uint8Array(columns * rows);
  const stack = [random.below(columns * rows)];
  seen[stack[0]] = 1;
  while (stack.length > 0) {
    const at = stack[stack.length - 1];
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const ways = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ].filter(([dx, dy]) => {
      const [nx, ny] = [x + dx, y + dy];
      return nx >= 0 && ny >= 0 && nx < columns && ny < rows && !seen[ny * columns + nx];
    });
    if (ways.length === 0) {
      stack.pop();
      continue;
    }
    const [dx, dy] = ways[random.below(ways.length)];
    cells.setWall(x + Math.max(dx, 0), y + Math.max(dy, 0), dx !== 0, 0);
    seen[(y + dy) * columns + x + dx] = 1;
    stack.push((y + dy) * columns + x + dx);
  }
  const more = random.below(Math.ceil((columns * rows) / 3));
  for (let i = 0; i < more; i++)
    cells.setWall(1 + random.below(columns - 1), 1 + random.below(rows - 1), random.below(2) === 1, 0);
}

function walls(random: Random, cells: Cells): void {
  const share = random.between(0.1, 0.45);
  for (let y = 0; y <= cells.rows; y++)
    for (let x = 0; x <= cells.columns; x++) {
      if (x < cells.columns && y > 0 && y < cells.rows && random.unit() < share) cells.setWall(x, y, false);
      if (y < cells.rows && x > 0 && x < cells.columns && random.unit() < share) cells.setWall(x, y, true);
    }
}

function caves(random: Random, cells: Cells): void {
  const { columns, rows } = cells;
  const share = random.between(0.35, 0.48);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) if (random.unit() < share) cells.fill(x, y);
  for (let round = random.below(4); round > 0; round--) {
    const next: (readonly [number, number, 0 | 1])[] = [];
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < columns; x++) {
        let around = 0;
        for (let dy = -1; dy <= 1; dy++)
          for (let dx = -1; dx <= 1; dx++) if (cells.isSolid(x + dx, y + dy)) around++;
        next.push([x, y, around >= 5 ? 1 : 0]);
      }
    for (const [x, y, value] of next) cells.fill(x, y, value);
  }
}

function city(random: Random, cells: Cells): void {
  const [block, street] = [1 + random.below(3), 1 + random.below(2)];
  const margin = random.below(2) * street;
  for (let y = margin; y + block <= cells.rows; y += block + street)
    for (let x = margin; x + block <= cells.columns; x += block + street)
      for (let k = 0; k < block * block; k++) cells.fill(x + (k % block), y + Math.floor(k / block));
}

function rectangles(random: Random, cells: Cells): void {
  const count = Math.ceil((cells.columns * cells.rows) / random.between(6, 30));
  for (let i = 0; i < count; i++) {
    const [x, y] = [random.below(cells.columns), random.below(cells.rows)];
    const [w, h] = [1 + random.below(4), 1 + random.below(4)];
    for (let k = 0; k < w * h; k++) cells.fill(x + (k % w), y + Math.floor(k / w));
  }
}

const DRAW: Partial<Record<Family, (random: Random, cells: Cells) => void>> = {
  maze,
  walls,
  caves,
  city,
  rectangles,
};

/** A plan with about as many corners as asked for, or fewer. */
export function fuzzPlan(random: Random, family: Family, style: Style, corners: number): FuzzPlan {
  const place = placement(random, style);
  const draw = DRAW[family];
  if (!draw) return loosePlan(random, family === "overlapping", place, corners);
  const columns = Math.max(3, Math.round(Math.sqrt(corners) * random.between(0.6, 1)));
  const rows = Math.max(3, Math.round(Math.sqrt(corners) * random.between(0.6, 1)));
  const cells = new Cells(columns, rows);
  draw(random, cells);
  // Vertices in the middle of a straight wall may stay: turned and rounded they bend it a little.
  const keeps = new Map<string, boolean>();
  const share = [0, 0, 0.3, 1][random.below(4)];
  const isKept = (x: number, y: number): boolean => {
    const key = `${x},${y}`;
    const known = keeps.get(key) ?? (cells.isNeeded(x, y) || random.unit() < share);
    keeps.set(key, known);
    return known;
  };
  return gridPlan(cells, isKept, place);
}

function gridPlan(
  cells: Cells,
  isKept: (x: number, y: number) => boolean,
  place: (x: number, y: number) => Spot,
): FuzzPlan {
  const { columns, rows } = cells;
  const edges: OracleEdge[] = [];
  const obstacles: NonNullable<SceneInput["obstacles"]> = [];
  const sides: (readonly [Spot, Spot])[] = [];
  const open = (p: Spot): Corner => [p[0], p[1]];
  /** Straight runs of edges between kept vertices. */
  const runs = (isUp: boolean): void => {
    const [lines, length] = isUp ? [columns, rows] : [rows, columns];
    for (let line = 0; line <= lines; line++) {
      let from = -1;
      for (let k = 0; k <= length; k++) {
        const [x, y] = isUp ? [line, k] : [k, line];
        if (from >= 0 && (isKept(x, y) || !cells.hasEdge(x, y, isUp))) {
          const a = isUp ? place(line, from) : place(from, line);
          const b = place(x, y);
          // The cells beside the run's last edge, to its left and to its right.
          const left = isUp ? cells.isSolid(x - 1, y - 1) : cells.isSolid(x - 1, y);
          const right = isUp ? cells.isSolid(x, y - 1) : cells.isSolid(x - 1, y - 1);
          edges.push({ a, b, freeLeft: !left, freeRight: !right });
          if (left === right) obstacles.push({ segment: [open(a), open(b)] });
          else sides.push([a, b]);
          from = -1;
        }
        if (from < 0 && cells.hasEdge(x, y, isUp)) from = k;
      }
    }
  };
  runs(false);
  runs(true);
  // Solid cells as strips of a row: neighbours share edges, and corners where they touch.
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (!cells.isSolid(x, y)) continue;
      const from = x;
      while (x + 1 < columns && cells.isSolid(x + 1, y)) x++;
      obstacles.push({ polygon: outline(from, y, x + 1, y + 1, cells, isKept, place) });
    }
  }
  const boundary = outline(0, 0, columns, rows, cells, isKept, place);
  return { scene: { boundary, obstacles }, edges, at: between(place), columns, rows, sides };
}

/** A rectangle of the grid with the vertices that others may share: the kept ones, and all between solid cells. */
function outline(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  cells: Cells,
  isKept: (x: number, y: number) => boolean,
  place: (x: number, y: number) => Spot,
): Corner[] {
  const ring: Corner[] = [];
  const add = (x: number, y: number): void => {
    const isCorner = (x === x0 || x === x1) && (y === y0 || y === y1);
    // Inside solid ground, and along the outline of the plan where cells touch it, all vertices are taken.
    const isFreeSide = cells.isNeeded(x, y) || cells.hasEdge(x, y, false) || cells.hasEdge(x, y, true);
    if (isCorner || !isFreeSide || isKept(x, y)) ring.push([...place(x, y)]);
  };
  for (let x = x0; x < x1; x++) add(x, y0);
  for (let y = y0; y < y1; y++) add(x1, y);
  for (let x = x1; x > x0; x--) add(x, y1);
  for (let y = y1; y > y0; y--) add(x0, y);
  return ring;
}

/** Places between grid vertices, by the images of the vertices around them. */
function between(place: (x: number, y: number) => Spot): (x: number, y: number) => Spot {
  return (x, y) => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [ax, ay] = place(column, row);
    const [bx, by] = place(column + 1, row);
    const [cx, cy] = place(column, row + 1);
    const [u, v] = [x - column, y - row];
    return [ax + u * (bx - ax) + v * (cx - ax), ay + u * (by - ay) + v * (cy - ay)];
  };
}

/** Squares that are turned one by one, apart from each other or overlapping, on nobody's grid. */
function loosePlan(
  random: Random,
  isOverlapping: boolean,
  place: (x: number, y: number) => Spot,
  corners: number,
): FuzzPlan {
  const side = Math.max(2, Math.round(Math.sqrt(corners / 4)));
  const at = between(place);
  const obstacles: NonNullable<SceneInput["obstacles"]> = [];
  const edges: OracleEdge[] = [];
  const sides: (readonly [Spot, Spot])[] = [];
  const ring = (points: readonly Spot[], freeLeft: boolean): void => {
    points.forEach((a, i) => {
      const b = points[(i + 1) % points.length];
      edges.push({ a, b, freeLeft, freeRight: !freeLeft });
      sides.push([a, b]);
    });
  };
  for (let i = 0; i < side * side; i++) {
    const reach = isOverlapping ? random.between(0.2, 0.7) : 0.42;
    const [x, y] = isOverlapping
      ? [random.between(0.75, side - 0.75), random.between(0.75, side - 0.75)]
      : [(i % side) + 0.5, Math.floor(i / side) + 0.5];
    const angle = random.between(0, 2 * Math.PI);
    const polygon = [0, 1, 2, 3].map((k): Corner => {
      const direction = angle + (k * Math.PI) / 2;
      return [...at(x + reach * Math.cos(direction), y + reach * Math.sin(direction))];
    });
    obstacles.push({ polygon });
    ring(polygon, false);
  }
  const boundary = [place(0, 0), place(side, 0), place(side, side), place(0, side)].map(
    (p): Corner => [...p],
  );
  ring(boundary, true);
  return {
    scene: { boundary, obstacles },
    edges: isOverlapping ? null : edges,
    at,
    columns: side,
    rows: side,
    sides: isOverlapping ? [] : sides,
  };
}
