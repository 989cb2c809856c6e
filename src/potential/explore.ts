/**
 * Exploration of an unknown world (Dapper 2007, 6.3.3; second article, 6.4). What nobody has seen yet attracts, what has been
 * seen is mapped, and the potential leads to the nearest unknown region. Several agents may share one map. A hidden goal
 * attracts from the moment that somebody sees it.
 *
 * The articles relax the map 30 times per step, which leaves it flat far from the unknown; `relaxations` does that.
 * By default it is solved anew whenever it has changed, so that nobody is ever lost.
 */
import { distance, type Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import { type FreeSpace, grownSpace, type World } from "../world/index.js";
import { bestNeighbour, descend, type LevelField, Sampler } from "./descend.js";
import { HARMONIC } from "./equation.js";
import { FREE, GOAL, Grid, gridSize, rasterise, WALL } from "./grid.js";
import { Relaxation } from "./relax.js";
import { solve } from "./solve.js";

/** How a world is explored. */
export interface ExplorerOptions {
  /** Side of a cell of the map in metres; default 0.5. */
  readonly cell?: number;
  /** How far one sees, in metres; default 5. */
  readonly range?: number;
  /** Radius of those who explore, in metres; default 0.25. */
  readonly radius?: number;
  /** Hidden goal. */
  readonly goal?: Point;
  /** The articles' way: so many relaxations per look; default: solve. */
  readonly relaxations?: number;
}

const UNKNOWN = 255;

/** A map that fills in as agents see the world. */
export class Explorer implements Guide {
  /** What is known; unknown cells count as goals while the hidden goal has not been seen. */
  readonly grid: Grid;
  /** Whether the hidden goal has been seen. */
  found = false;

  private readonly truth: Grid;
  private readonly space: FreeSpace;
  private readonly seen: Uint8Array;
  private readonly range: number;
  private goal: Point | null;
  private readonly relaxation: Relaxation | null;
  private readonly relaxations: number;
  private field: LevelField;
  private isStale = true;

  constructor(
    readonly world: World,
    options: ExplorerOptions = {},
  ) {
    const { cell = 0.5, range = 5, radius = 0.25, goal = null, relaxations = 0 } = options;
    this.space = grownSpace(world.plan, radius);
    this.truth = rasterise(this.space, [], world.bounds, cell);
    const [width, height] = gridSize(world.bounds, cell);
    this.grid = new Grid(width, height, cell, this.truth.origin);
    for (let row = 1; row <= height; row++) {
      this.grid.kinds.fill(GOAL, row * this.grid.stride + 1, row * this.grid.stride + 1 + width);
    }
    this.seen = new Uint8Array(this.grid.kinds.length).fill(UNKNOWN);
    this.range = range;
    this.goal = goal;
    this.relaxations = relaxations;
    this.relaxation = relaxations > 0 ? new Relaxation(this.grid, HARMONIC) : null;
    this.field = { grid: this.grid, level: new Float64Array(this.seen.length), reflect: false };
  }

  /** Share of the free cells that somebody has seen. */
  get known(): number {
    let [free, known] = [0, 0];
    this.truth.kinds.forEach((kind, i) => {
      if (kind !== FREE) return;
      free++;
      if (this.seen[i] !== UNKNOWN) known++;
    });
    return known / Math.max(1, free);
  }

  /** Somebody stands at p and looks around: what lies within the range and in sight is known from now on. */
  look(p: Point): void {
    const { truth, range, world } = this;
    const reach = Math.ceil(range / truth.cell);
    const [column, row] = [
      Math.floor((p[0] - truth.origin[0]) / truth.cell),
      Math.floor((p[1] - truth.origin[1]) / truth.cell),
    ];
    const from = world.contains(p) ? p : (world.nearestFree(p) ?? p);
    for (let y = Math.max(0, row - reach); y <= Math.min(truth.height - 1, row + reach); y++) {
      for (let x = Math.max(0, column - reach); x <= Math.min(truth.width - 1, column + reach); x++) {
        const i = (y + 1) * truth.stride + x + 1;
        if (this.seen[i] !== UNKNOWN) continue;
        const centre = truth.centre(i);
        if (Math.hypot(centre[0] - p[0], centre[1] - p[1]) > range) continue;
        if (truth.kinds[i] === FREE && !world.visible(from, centre)) continue;
        if (truth.kinds[i] === WALL && !this.seesWall(from, centre)) continue;
        this.learn(i);
      }
    }
    const { goal } = this;
    const isSeen = goal && Math.hypot(goal[0] - p[0], goal[1] - p[1]) <= range && world.visible(from, goal);
    if (isSeen && !this.found) this.reveal();
    if (this.relaxation) this.relax();
  }

  /** A wall is seen where the ray comes within a cell of it. */
  private seesWall(from: Point, centre: Point): boolean {
    const length = Math.hypot(centre[0] - from[0], centre[1] - from[1]);
    const t = Math.max(0, 1 - (1.5 * this.truth.cell) / Math.max(length, 1e-9));
    return this.world.visible(from, [
      from[0] + t * (centre[0] - from[0]),
      from[1] + t * (centre[1] - from[1]),
    ]);
  }

  private learn(i: number): void {
    const kind = this.truth.kinds[i];
    this.seen[i] = kind;
    this.grid.kinds[i] = kind;
    this.isStale = true;
    if (this.relaxation) this.relaxation.u[i] = 0;
    if (this.found && kind === FREE && i === this.goalEntry()) this.grid.kinds[i] = GOAL;
  }

  /** From now on only the goal attracts; what is unknown counts as free until it is seen. */
  private reveal(): void {
    const { grid } = this;
    this.found = true;
    this.isStale = true;
    for (let i = 0; i < grid.kinds.length; i++) if (grid.kinds[i] === GOAL) grid.kinds[i] = FREE;
    const i = this.goalEntry();
    if (i >= 0) grid.kinds[i] = GOAL;
    if (!this.relaxation) return;
    for (let k = 0; k < grid.kinds.length; k++) this.relaxation.u[k] = grid.kinds[k] === GOAL ? 1 : 0;
  }

  /** Says where the hidden goal is now: somebody who is sought may walk. Once it has been seen, people know. */
  moveGoal(goal: Point): void {
    this.goal = goal;
    if (this.found) this.reveal();
  }

  private goalEntry(): number {
    return this.goal ? this.grid.at(this.goal[0], this.goal[1]) : -1;
  }

  private relax(): void {
    this.relaxation!.run(this.relaxations);
    this.field = { grid: this.grid, level: this.relaxation!.level(), reflect: false };
  }

  private current(): LevelField {
    if (!this.relaxation && this.isStale) {
      this.field = { grid: this.grid, level: solve(this.grid, HARMONIC).level, reflect: false };
      this.isStale = false;
    }
    return this.field;
  }

  private entryAt(p: Point): number {
    const { level } = this.current();
    const own = this.grid.at(p[0], p[1]);
    if (own >= 0 && level[own] > -Infinity) return own;
    // In a cell that a wall passes: the best one around.
    let best = -1;
    const { stride } = this.grid;
    for (const step of own < 0
      ? []
      : [-1, 1, -stride, stride, -stride - 1, -stride + 1, stride - 1, stride + 1]) {
      const j = own + step;
      if (level[j] > -Infinity && (best < 0 || level[j] > level[best])) best = j;
    }
    return best;
  }

  heading(p: Point): Point | null {
    const field = this.current();
    const entry = this.entryAt(p);
    if (entry < 0) return null;
    const toCentre = (i: number): Point => {
      const [x, y] = this.grid.centre(i);
      const length = Math.hypot(x - p[0], y - p[1]);
      return length > 0 ? [(x - p[0]) / length, (y - p[1]) / length] : [0, 0];
    };
    if (entry !== this.grid.at(p[0], p[1]) || this.grid.kinds[entry] === GOAL) return toCentre(entry);
    const sampler = new Sampler(field);
    sampler.sample(p[0], p[1]);
    const length = Math.hypot(sampler.smoothX, sampler.smoothY);
    if (length > 0) return [sampler.smoothX / length, sampler.smoothY / length];
    const next = bestNeighbour(field, entry);
    return next < 0 ? null : toCentre(next);
  }

  cost(p: Point): number | null {
    const entry = this.entryAt(p);
    return entry < 0 ? null : -this.current().level[entry];
  }

  distance(p: Point): number | null {
    const path = this.pathFrom(p);
    if (path === null) return null;
    return path.reduce((sum, q, i) => (i > 0 ? sum + distance(path[i - 1], q) : 0), 0);
  }

  /** The way to the nearest unknown region, or to the goal once it has been seen, over what is known. */
  pathFrom(p: Point): Point[] | null {
    const entry = this.entryAt(p);
    if (entry < 0) return null;
    return entry === this.grid.at(p[0], p[1])
      ? descend(this.current(), p)
      : [p, ...descend(this.current(), this.grid.centre(entry))];
  }

  /** Whether there is nothing left to see that one could get to, or the goal has been seen. */
  get isDone(): boolean {
    if (this.found) return true;
    const { level } = this.current();
    return !this.grid.kinds.some((kind, i) => kind === FREE && level[i] > -Infinity);
  }
}
