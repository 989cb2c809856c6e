/**
 * The thesis's own way out of flat regions (Dapper 2007, 4.2): a stack of sub-goals. Where the gradient of p is nothing,
 * the border of the region that still has one becomes a goal, the map is relaxed again, and so on until the agent feels
 * something; it then walks from sub-goal to sub-goal. `PotentialField` has no flat regions and needs none of this.
 */
import type { Point } from "../geometry/index.js";
import { descend } from "./descend.js";
import { type Bend, HARMONIC } from "./equation.js";
import { FREE, GOAL, type Grid } from "./grid.js";
import { Relaxation } from "./relax.js";

/** The numbers of the thesis. */
export interface SubgoalOptions {
  /** Relaxations of every field; the thesis takes 100 for a sub-goal's. Default 100. */
  readonly relaxations?: number;
  /** p of the cells that become a sub-goal: at most 1 less this; default 1e-5. */
  readonly margin?: number;
  /** Gradients of p shorter than this count as none; default 1e-8. */
  readonly flat?: number;
  /** Most sub-goals; default 10,000. */
  readonly most?: number;
}

/** One field of the stack: the grid with its (sub-)goals, and u per entry. */
export interface SubgoalStage {
  readonly grid: Grid;
  readonly u: Float64Array;
}

/** A field that is relaxed a little, and the sub-goals that someone needs to get out of its flat parts. */
export class SubgoalStack {
  private readonly stages: SubgoalStage[] = [];
  private readonly margin: number;
  private readonly flat: number;
  private readonly relaxations: number;
  private readonly most: number;

  constructor(
    readonly grid: Grid,
    private readonly bend: Bend = HARMONIC,
    options: SubgoalOptions = {},
  ) {
    const { relaxations = 100, margin = 1e-5, flat = 1e-8, most = 10_000 } = options;
    this.relaxations = relaxations;
    this.margin = margin;
    this.flat = flat;
    this.most = most;
    this.push(grid);
  }

  /** Number of sub-goals so far. */
  get height(): number {
    return this.stages.length - 1;
  }

  /** The fields so far: that of the goal first, then one per sub-goal. */
  get fields(): readonly SubgoalStage[] {
    return this.stages;
  }

  private push(grid: Grid): void {
    const relaxation = new Relaxation(grid, this.bend).run(this.relaxations);
    this.stages.push({ grid, u: relaxation.u });
  }

  /** Length of the gradient of p at a cell of a stage. */
  private steepness({ u, grid }: SubgoalStage, i: number): number {
    return Math.hypot(u[i + 1] - u[i - 1], u[i + grid.stride] - u[i - grid.stride]) / 2;
  }

  /** Adds sub-goals until the cell feels a gradient; false where none can be added any more. */
  private reach(entry: number): boolean {
    for (;;) {
      const stage = this.stages[this.stages.length - 1];
      if (stage.grid.kinds[entry] === GOAL || this.steepness(stage, entry) >= this.flat) return true;
      if (this.stages.length > this.most) return false;
      const grid = stage.grid.clone();
      let added = 0;
      for (let i = 0; i < grid.kinds.length; i++) {
        if (grid.kinds[i] !== FREE || stage.u[i] < this.margin) continue;
        grid.kinds[i] = GOAL;
        added++;
      }
      if (added === 0) return false;
      this.push(grid);
    }
  }

  /** From a point over all sub-goals to a goal cell; null where there is no way. */
  pathFrom(p: Point): Point[] | null {
    const legs = this.legsFrom(p);
    return legs && [p, ...legs.flatMap((leg) => leg.slice(1))];
  }

  /**
   * The same in legs: the first by the field of the sub-goal on top, the last by that of the goal. A leg of one point is that
   * of a sub-goal that was reached before. Null where there is no way.
   */
  legsFrom(p: Point): Point[][] | null {
    const entry = this.grid.at(p[0], p[1]);
    if (entry < 0 || this.grid.kinds[entry] !== FREE || !this.reach(entry)) return null;
    const legs: Point[][] = [];
    let end = p;
    // The sub-goals nearest to the agent are on top; each one that is reached is taken off.
    for (let k = this.stages.length - 1; k >= 0; k--) {
      const { grid, u } = this.stages[k];
      const leg = [end];
      if (grid.kinds[grid.at(end[0], end[1])] !== GOAL) {
        const level = u.map((value) => (value > 0 ? Math.log(value) : -Infinity));
        const [, ...further] = descend({ grid, level, reflect: false }, end);
        for (const q of further) leg.push(q);
      }
      legs.push(leg);
      end = leg[leg.length - 1];
    }
    return this.grid.kinds[this.grid.at(end[0], end[1])] === GOAL ? legs : null;
  }
}
