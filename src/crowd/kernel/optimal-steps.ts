/**
 * Model `steps`: optimal steps (Seitz and Köster 2012, "Natural discretization of pedestrian movement in continuous space"; the
 * potentials of von Sivers and Köster 2015). People set foot after foot; the next foothold is where the way to go, the space that
 * others claim and walls together cost least.
 *
 * A step takes its length over the free speed; in between one walks evenly towards the foothold. Everyone starts in a phase of
 * their own. The original updates one after another, so that the order decides; here all read the frozen generation, and others
 * count where their step leads. The original chooses on a circle; here shorter steps are possible too, so that people move up
 * in a queue. Two who leave each other room wait for ever in the original; here, of two of one stream, the one who has the other
 * less in front goes first, and minds its body alone.
 */
import type { Neighbours } from "./grid.js";
import { HABIT, MODEL, MOST_NEIGHBOURS, NUMBER, WALLS } from "./layout.js";
import type { AgentColumns, SortedColumns, WallColumns } from "./memory.js";
import { decay } from "./speed.js";
import { CHOICE, type MovementModel, type Surroundings } from "./surroundings.js";
import { crosses, type NearWalls, wallDistance2 } from "./walls.js";

/** Parameters; the potentials are in metres of way. */
export const OPTIMAL_STEPS = Object.freeze({
  /** Length of a step: metres, and seconds times the free speed. */
  stepLength: 0.4625,
  stepSlope: 0.2345,
  /** Metres around a body that others feel, and that they avoid; and how much. */
  personalSpace: 1.2,
  intimateSpace: 0.45,
  height: 50,
  intimateFactor: 1.2,
  /** How much bodies cost that overlap. */
  bodyHeight: 1000,
  /** Metres from a wall that are avoided, and how much. */
  wallSpace: 0.8,
  wallHeight: 6,
});

/** Directions, from straight ahead to the sides and back: the cosines and sines of multiples of 15 degrees. */
const COS = Object.freeze([
  1,
  0.9659258262890683,
  0.8660254037844386,
  Math.SQRT1_2,
  0.5,
  0.25881904510252074,
  0,
  -0.25881904510252074,
  -0.5,
  -Math.SQRT1_2,
  -0.8660254037844386,
  -0.9659258262890683,
  -1,
]);
const SIN = Object.freeze([
  0,
  0.25881904510252074,
  0.5,
  Math.SQRT1_2,
  0.8660254037844386,
  0.9659258262890683,
  1,
  0.9659258262890683,
  0.8660254037844386,
  Math.SQRT1_2,
  0.5,
  0.25881904510252074,
  0,
]);

/** Shares of a full step that a step may have. */
const SHARES = Object.freeze([1, 0.75, 0.5, 0.25]);

/** A foothold has to be better by so many metres than one that was looked at before: ahead, long and right come first. */
const BETTER = 1e-9;

/** Cosine between the wish and a wall's normal, from which on the wall is ahead. */
const AHEAD = 0.7;

/** What a foothold in a wall or behind one costs, more than anything else. */
const IN_A_WALL = 1e5;

/** Places in `best`: offset of the foothold, and what it costs. */
const BEST = Object.freeze({ x: 0, y: 1, cost: 2, size: 3 });

export class OptimalSteps implements MovementModel {
  private readonly agents: AgentColumns;
  private readonly sorted: SortedColumns;
  private readonly habits: Float64Array;
  private readonly numbers: Float64Array;
  private readonly neighbours: Neighbours;
  private readonly choice: Float64Array;
  private readonly near: NearWalls;
  private readonly walls: WallColumns;
  private readonly best = new Float64Array(BEST.size);
  /** Unit vector of the wish. */
  private readonly wish = new Float64Array(2);
  /** Where the steps of the neighbours lead, and 1 for those who have to wait. */
  private readonly footX = new Float64Array(MOST_NEIGHBOURS);
  private readonly footY = new Float64Array(MOST_NEIGHBOURS);
  private readonly waits = new Uint8Array(MOST_NEIGHBOURS);

  constructor(around: Surroundings) {
    this.agents = around.memory.agents;
    this.sorted = around.memory.sorted;
    this.habits = around.memory.habits;
    this.numbers = around.memory.numbers;
    this.neighbours = around.neighbours;
    this.choice = around.choice;
    this.near = around.walls;
    this.walls = around.memory.walls;
  }

  choose(s: number): void {
    const { choice, wish } = this;
    const { stepLength, stepSlope } = OPTIMAL_STEPS;
    const step = this.numbers[NUMBER.step];
    const wx = choice[CHOICE.vx];
    const wy = choice[CHOICE.vy];
    const speed = Math.sqrt(wx * wx + wy * wy);
    if (speed === 0) {
      choice[CHOICE.stateX] = choice[CHOICE.stateY] = choice[CHOICE.clock] = 0;
      return;
    }
    const length = stepLength + stepSlope * speed;
    const time = length / speed;
    const isNew = choice[CHOICE.clock] === 0 && choice[CHOICE.stateX] === 0 && choice[CHOICE.stateY] === 0;
    // The first step begins as if in the midst of one.
    if (isNew) choice[CHOICE.clock] = time * this.phaseOf(s);
    // What is left of the last step is walked in the next, so that steps take their time whatever the crowd's step is.
    if (choice[CHOICE.clock] <= step / 2) {
      wish[0] = wx / speed;
      wish[1] = wy / speed;
      this.findFoothold(s, length);
      choice[CHOICE.stateX] = this.best[BEST.x] / time;
      choice[CHOICE.stateY] = this.best[BEST.y] / time;
      choice[CHOICE.clock] += time;
    }
    choice[CHOICE.clock] -= step;
    choice[CHOICE.vx] = choice[CHOICE.stateX];
    choice[CHOICE.vy] = choice[CHOICE.stateY];
  }

  /** A share of a step of agent s's own, from 0 to 1: the fractional part of its number times the golden ratio. */
  private phaseOf(s: number): number {
    const turns = (this.agents.id[this.sorted.slot[s]] + 1) * 0.6180339887498949;
    return turns - Math.floor(turns);
  }

  /** The foothold of agent s that costs least, into `best`; the place where it stands is one. */
  private findFoothold(s: number, length: number): void {
    const { best, wish } = this;
    this.foresee(s);
    best[BEST.x] = best[BEST.y] = 0;
    best[BEST.cost] = this.costAt(s, 0, 0);
    for (let share = 0; share < SHARES.length; share++) {
      const far = length * SHARES[share];
      for (let turn = 0; turn < COS.length; turn++) {
        const ahead = far * COS[turn];
        const aside = far * SIN[turn];
        // The right side first; straight ahead and back there is one.
        this.tryAt(s, wish[0] * ahead + wish[1] * aside, wish[1] * ahead - wish[0] * aside);
        if (aside > 0) this.tryAt(s, wish[0] * ahead - wish[1] * aside, wish[1] * ahead + wish[0] * aside);
      }
    }
  }

  /** Where the neighbours of agent s will be, and whether they wait for it. */
  private foresee(s: number): void {
    const { neighbours, footX, footY, waits } = this;
    const { x, y, clock, stateX, stateY } = this.sorted;
    for (let k = 0; k < neighbours.count; k++) {
      const j = neighbours.agent[k];
      const left = this.isStepper(j) ? Math.max(0, clock[j]) : 0;
      footX[k] = x[j] + left * stateX[j];
      footY[k] = y[j] + left * stateY[j];
      waits[k] = this.goesFirst(s, j) ? 1 : 0;
    }
  }

  /** Whether agent s goes before j: both have the other in front and walk the same way, and s has j less so. */
  private goesFirst(s: number, j: number): boolean {
    const { wish } = this;
    const { x, y, wishX, wishY, slot } = this.sorted;
    const hx = wishX[j];
    const hy = wishY[j];
    if (hx * wish[0] + hy * wish[1] <= 0) return false;
    const dx = x[j] - x[s];
    const dy = y[j] - y[s];
    const mine = dx * wish[0] + dy * wish[1];
    const theirs = -(dx * hx + dy * hy) / Math.sqrt(hx * hx + hy * hy);
    if (mine <= 0 || theirs <= 0) return false;
    return mine < theirs || (mine === theirs && slot[s] < slot[j]);
  }

  private tryAt(s: number, dx: number, dy: number): void {
    const { best, wish } = this;
    // Others and walls cost nothing or more.
    if (-(dx * wish[0] + dy * wish[1]) >= best[BEST.cost] - BETTER) return;
    const cost = this.costAt(s, dx, dy);
    if (cost >= best[BEST.cost] - BETTER) return;
    best[BEST.x] = dx;
    best[BEST.y] = dy;
    best[BEST.cost] = cost;
  }

  /** What a foothold at an offset costs: way left, space of others, walls. */
  private costAt(s: number, dx: number, dy: number): number {
    const { wish, neighbours, footX, footY, waits } = this;
    const { x, y, radius } = this.sorted;
    const px = x[s] + dx;
    const py = y[s] + dy;
    let cost = -(dx * wish[0] + dy * wish[1]);
    for (let k = 0; k < neighbours.count; k++) {
      const ex = px - footX[k];
      const ey = py - footY[k];
      const touch = radius[s] + radius[neighbours.agent[k]];
      const d = Math.sqrt(ex * ex + ey * ey);
      cost += waits[k] ? bodyCost(d, touch) : spaceCost(d, touch) + bodyCost(d, touch);
    }
    return cost + this.wallCostAt(s, px, py);
  }

  /** What the nearest wall costs at a foothold; more than anything else where a wall is in between. */
  private wallCostAt(s: number, px: number, py: number): number {
    const { near, walls } = this;
    const { x, y, radius, closing, walls: rows } = this.sorted;
    let least = Infinity;
    for (let k = 0; k < near.count; k++) {
      const w = rows[WALLS * s + k];
      // Who is about to reach a goal does not shy away from the wall that it may be in.
      if (closing[s] && this.isAhead(w)) continue;
      if (crosses(walls, x[s], y[s], px, py, w)) return IN_A_WALL;
      least = Math.min(least, wallDistance2(walls, px, py, w));
    }
    return wallCost(Math.sqrt(least), radius[s]);
  }

  /** Whether the wish leads into the line of wall w rather than along it. */
  private isAhead(w: number): boolean {
    const { ux, uy } = this.walls;
    return this.wish[1] * ux[w] - this.wish[0] * uy[w] > AHEAD;
  }

  private isStepper(j: number): boolean {
    return this.habits[HABIT.size * this.sorted.habit[j] + HABIT.model] === MODEL.steps;
  }
}

/** A bump of some width: e^(-p / (1 - q^2)) at the share q of it, 0 outside. */
function bump(distance: number, width: number, power: number): number {
  const q2 = (distance / width) * (distance / width);
  return q2 < 1 ? decay(power / (1 - q2)) : 0;
}

/** What it costs to overlap with somebody; bodies touch at `touch`. */
function bodyCost(distance: number, touch: number): number {
  return distance < touch ? OPTIMAL_STEPS.bodyHeight * bump(distance, touch, 1) : 0;
}

/** What it costs to be in the space of somebody. */
function spaceCost(distance: number, touch: number): number {
  const { personalSpace, intimateSpace, height, intimateFactor } = OPTIMAL_STEPS;
  if (distance >= touch + personalSpace) return 0;
  let cost = height * bump(distance, touch + personalSpace, 4);
  if (distance < touch + intimateSpace) {
    cost += (height / intimateFactor) * bump(distance, touch + intimateSpace, 4);
  }
  return cost;
}

/** What it costs to be so many metres from a wall. */
function wallCost(distance: number, radius: number): number {
  const { wallSpace, wallHeight } = OPTIMAL_STEPS;
  if (distance >= Math.max(wallSpace, radius)) return 0;
  const cost = wallHeight * bump(distance, wallSpace, 2);
  return distance < radius ? cost + IN_A_WALL * bump(distance, radius, 1) : cost;
}
