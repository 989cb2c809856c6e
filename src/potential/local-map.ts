/**
 * Local maps (Dapper 2007, 5.1.2 to 5.1.4): a small field around one agent, centred on it, in which other agents and
 * whatever else moves is an obstacle, and which the agent's own behaviour bends.
 *
 *     b b b b G G b b b      b  border: walls, except the intermediate goal G, where the global way leaves the map
 *     b f f f f f f f b      f  free: always free, so that the goal is heard whatever stands before it
 *     b f u u u u u f b      u  update: walls and other agents are mapped in here
 *     b f u u A u u f b      A  the agent
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { checkKeys, checkNumber } from "../options.js";
import { type Bend, checkBend } from "./equation.js";
import { FREE, GOAL, WALL } from "./grid.js";
import { relaxScalar } from "./kernel.js";

/** A disc that stands in the way. */
export interface Disc {
  readonly position: Point;
  readonly radius: number;
}

/** What an agent can know about the place it is in. */
export interface Sight {
  /** Whether a wall is at a point, for someone of the agent's size. */
  isWall(x: number, y: number): boolean;
  /** Other agents and moving obstacles. */
  readonly others: readonly Disc[];
  /** Direction of the global way at the agent's position; null where there is none, [0, 0] at the goal. */
  readonly way: Point | null;
  /** The goal itself, where it is a place that can be mapped. */
  readonly goal?: Point | null;
  /** Metres from the goal that count as being there; default 0. */
  readonly reach?: number;
}

/** How a local map is laid out. Everything may be changed while it is in use. */
export interface LocalMapOptions {
  /** Cells along a side, 7 to 129; default 15. An even map reaches one cell farther to the right and up. */
  size?: number;
  /** Side of a cell in metres, > 0; default 0.5. */
  cell?: number;
  /** Relaxations per step, 1 to 10,000; default 30, which the thesis found enough up to 17 x 17. */
  relaxations?: number;
  /** What is mapped: everything (thesis), or what a cone of this aperture in radians holds (articles). Default "full". */
  view?: "full" | number;
  /** Whether the intermediate goal is projected even when the goal lies in the map (002); false is 004's rule. */
  project?: boolean;
}

/** A local map's layout where nothing else is said. */
export const LOCAL_MAP: Readonly<Required<LocalMapOptions>> = Object.freeze({
  size: 15,
  cell: 0.5,
  relaxations: 30,
  view: "full",
  project: true,
});

/** Column and row of the agent's cell: number ceil(size / 2), counted from one (Fischer, Silveira and Nedel 2009, IV-C). */
export function ownCell(size: number): number {
  return (size - 1) >> 1;
}

/** Sizes of local maps. */
export const LOCAL_SIZE = Object.freeze({ least: 7, greatest: 129 });

/** Fills in defaults; refuses what is out of range or unknown. */
function checkedLayout(options: LocalMapOptions): Required<LocalMapOptions> {
  checkKeys(options, Object.keys(LOCAL_MAP), "localMap");
  const layout = { ...LOCAL_MAP, ...options };
  const { size, cell, relaxations, view } = layout;
  const { least, greatest } = LOCAL_SIZE;
  checkNumber(size, "localMap.size", { whole: true, least, most: greatest });
  checkNumber(cell, "localMap.cell", { of: "metres", above: 0 });
  checkNumber(relaxations, "localMap.relaxations", { whole: true, least: 1, most: 10_000 });
  if (view !== "full" && !(typeof view === "number" && view > 0 && view <= 2 * Math.PI)) {
    throw new InputError(`"full" or an angle in (0, 2 pi] is needed; given: ${view}`, "localMap.view");
  }
  return layout;
}

/** A cell that somebody's body covers, while a map is drawn; a wall afterwards. */
const BODY = 3;

/** To the nearest whole number, halves away from 0: the same on both sides of the agent, as `Math.round` is not. */
function rounded(x: number): number {
  return Math.sign(x) * Math.round(Math.abs(x));
}

/** The map of one agent. */
export class LocalMap {
  /** FREE, WALL or GOAL per cell, row by row, row 0 lowest. */
  kinds = new Uint8Array(0);
  /** u = 1 - p per cell. */
  u = new Float32Array(0);
  private layout: Required<LocalMapOptions>;

  constructor(options: LocalMapOptions = {}) {
    this.layout = checkedLayout(options);
    this.allocate();
  }

  /** The layout as it is now. */
  get options(): Readonly<Required<LocalMapOptions>> {
    return this.layout;
  }

  /** Changes size, cell or anything else; the next `look` uses it. */
  change(options: LocalMapOptions): void {
    this.layout = checkedLayout({ ...this.layout, ...options });
    this.allocate();
  }

  private allocate(): void {
    const count = this.layout.size ** 2;
    if (this.kinds.length === count) return;
    this.kinds = new Uint8Array(count);
    this.u = new Float32Array(count);
  }

  /** Maps what is around an agent at a position, facing a direction, with its radius in metres. */
  look(position: Point, facing: Point, radius: number, sight: Sight): void {
    const { size } = this.layout;
    this.kinds.fill(WALL);
    for (let row = 1; row < size - 1; row++) this.kinds.fill(FREE, row * size + 1, (row + 1) * size - 1);
    this.mapWalls(position, facing, sight);
    for (const other of sight.others) this.mapDisc(position, facing, radius, other);
    // Obstacles before goals (Fischer, Silveira and Nedel 2009, V): where both are in one cell, the agent would have no goal.
    const isInside = sight.goal
      ? this.mapGoal(position, facing, radius, sight.goal, sight.reach ?? 0)
      : false;
    for (let i = 0; i < this.kinds.length; i++) if (this.kinds[i] === BODY) this.kinds[i] = WALL;
    this.kinds[ownCell(size) * (size + 1)] = FREE;
    if (sight.way && (this.layout.project || !isInside)) this.project(sight.way);
  }

  private mapWalls([x, y]: Point, facing: Point, sight: Sight): void {
    const { size, cell } = this.layout;
    const half = ownCell(size);
    for (let row = 2; row < size - 2; row++) {
      for (let column = 2; column < size - 2; column++) {
        const dx = (column - half) * cell;
        const dy = (row - half) * cell;
        if (sight.isWall(x + dx, y + dy) && this.isSeen(dx, dy, facing))
          this.kinds[row * size + column] = WALL;
      }
    }
  }

  /** Blocks the cells of the update zone whose centre the disc, grown by the agent's own radius, covers; one at least. */
  private mapDisc([x, y]: Point, facing: Point, radius: number, other: Disc): void {
    const { size, cell } = this.layout;
    const half = ownCell(size);
    const reach = other.radius + radius;
    const cx = (other.position[0] - x) / cell + half;
    const cy = (other.position[1] - y) / cell + half;
    const most = reach / cell + 0.5;
    const left = Math.max(2, Math.ceil(cx - most));
    const right = Math.min(size - 3, Math.floor(cx + most));
    const bottom = Math.max(2, Math.ceil(cy - most));
    const top = Math.min(size - 3, Math.floor(cy + most));
    for (let row = bottom; row <= top; row++) {
      for (let column = left; column <= right; column++) {
        const dx = Math.abs(column - cx);
        const dy = Math.abs(row - cy);
        const isWithin = Math.hypot(dx, dy) * cell <= reach;
        if (!isWithin && Math.max(dx, dy) > 0.5) continue;
        const i = row * size + column;
        if (this.kinds[i] === FREE && this.isSeen((column - half) * cell, (row - half) * cell, facing))
          this.kinds[i] = BODY;
      }
    }
  }

  private isSeen(dx: number, dy: number, [fx, fy]: Point): boolean {
    const { view } = this.layout;
    if (view === "full") return true;
    const length = Math.hypot(dx, dy) * Math.hypot(fx, fy);
    return length === 0 || dx * fx + dy * fy >= Math.cos(view / 2) * length;
  }

  /**
   * Marks the cells within reach of the goal, one at least, where it lies within the border and is seen. Where a wall, or
   * somebody who stands on the goal, keeps the walker's centre off it, the cells before it are goals too, so that it is heard.
   */
  private mapGoal([x, y]: Point, facing: Point, radius: number, goal: Point, reach: number): boolean {
    const { size, cell } = this.layout;
    const half = ownCell(size);
    const dx = goal[0] - x;
    const dy = goal[1] - y;
    const cx = dx / cell + half;
    const cy = dy / cell + half;
    const isInside = Math.min(cx, cy) > 0.5 && Math.max(cx, cy) < size - 1.5;
    if (!isInside || !this.isSeen(dx, dy, facing)) return false;
    const [ownColumn, ownRow] = [half + rounded(dx / cell), half + rounded(dy / cell)];
    const isTaken = this.kinds[ownRow * size + ownColumn] === BODY;
    const through = radius + cell;
    const most = Math.ceil(Math.max(reach, through) / cell);
    const low = (c: number): number => Math.max(1, c - most);
    const high = (c: number): number => Math.min(size - 2, c + most);
    for (let row = low(ownRow); row <= high(ownRow); row++) {
      for (let column = low(ownColumn); column <= high(ownColumn); column++) {
        const i = row * size + column;
        const gap = Math.hypot(column - cx, row - cy) * cell;
        const isNearest = row === ownRow && column === ownColumn;
        const isCovered = this.kinds[i] === WALL || (isTaken && this.kinds[i] === BODY);
        const isGoal = isNearest || gap <= reach || (isCovered && gap <= through);
        if (isGoal && (row !== half || column !== half)) this.kinds[i] = GOAL;
      }
    }
    return true;
  }

  /** Opens the border where the way leaves the map: that cell and the ones beside it. */
  private project([wx, wy]: Point): void {
    const { size } = this.layout;
    const half = ownCell(size);
    if (!(Math.max(Math.abs(wx), Math.abs(wy)) > 0)) return;
    // Cells to the border that the way leads to, which is one farther up and to the right in an even map.
    const across = wx > 0 ? size - 1 - half : half;
    const along = wy > 0 ? size - 1 - half : half;
    const isSide = along * Math.abs(wx) > across * Math.abs(wy);
    const column = half + (isSide ? Math.sign(wx) * across : rounded((along * wx) / Math.abs(wy)));
    const row = half + (isSide ? rounded((across * wy) / Math.abs(wx)) : Math.sign(wy) * along);
    for (let y = row - 1; y <= row + 1; y++) {
      for (let x = column - 1; x <= column + 1; x++) {
        const isBorder = x === 0 || y === 0 || x === size - 1 || y === size - 1;
        if (isBorder && x >= 0 && y >= 0 && x < size && y < size) this.kinds[y * size + x] = GOAL;
      }
    }
  }

  /** Relaxes the map from nothing, by Gauss-Seidel in the order of a chessboard (eq. 5.1). */
  relax(bend: Bend, unsafe = false): void {
    checkBend(bend, unsafe);
    const { kinds, u } = this;
    for (let i = 0; i < u.length; i++) u[i] = kinds[i] === GOAL ? 1 : 0;
    relaxScalar(u, kinds, this.layout.size, bend, this.layout.relaxations);
  }

  /** The descent at the agent's place (eq. 5.3 with the sign that descends); [0, 0] for someone boxed in. */
  gradient(): Point {
    const { size } = this.layout;
    const { u } = this;
    const i = ownCell(size) * (size + 1);
    return [(u[i + 1] - u[i - 1]) / 2, (u[i + size] - u[i - size]) / 2];
  }
}
