/** The wish as ORCA takes it up: in a jam it is turned, and it may be slower the denser it is. */
import type { Neighbours } from "./grid.js";
import { breakSymmetry, PATIENCE } from "./jam.js";
import { HABIT, NUMBER } from "./layout.js";
import type { AgentColumns, SortedColumns } from "./memory.js";
import { weidmann } from "./speed.js";
import { CHOICE, type MovementModel, type Surroundings } from "./surroundings.js";

/** Keeps to the wish and avoids nobody. */
export class Impatience implements MovementModel {
  private readonly agents: AgentColumns;
  private readonly sorted: SortedColumns;
  private readonly habits: Float64Array;
  private readonly numbers: Float64Array;
  private readonly neighbours: Neighbours;
  private readonly choice: Float64Array;

  constructor({ memory, neighbours, choice }: Surroundings) {
    this.agents = memory.agents;
    this.sorted = memory.sorted;
    this.habits = memory.habits;
    this.numbers = memory.numbers;
    this.neighbours = neighbours;
    this.choice = choice;
  }

  choose(s: number): void {
    const { sorted, habits } = this;
    if (sorted.stuck[s] > PATIENCE) this.veer(s);
    const slows = habits[HABIT.size * sorted.habit[s] + HABIT.weidmann] > 0;
    if (slows && this.neighbours.count > 0) this.slowDown(s);
  }

  /** In a jam: turns the wish. */
  private veer(s: number): void {
    const { numbers, sorted, agents } = this;
    const key = agents.id[sorted.slot[s]] + numbers[NUMBER.seed];
    breakSymmetry(this.choice, sorted.stuck[s], key, numbers[NUMBER.second]);
  }

  /** As fast as density allows, by Weidmann's curve. */
  private slowDown(s: number): void {
    const { choice } = this;
    const { count, distance2 } = this.neighbours;
    const speed = this.sorted.top[s] * Math.max(0.05, weidmann(count / (Math.PI * distance2[count - 1])));
    const vx = choice[CHOICE.vx];
    const vy = choice[CHOICE.vy];
    const wished = Math.sqrt(vx * vx + vy * vy);
    if (wished > speed) {
      choice[CHOICE.vx] = vx * (speed / wished);
      choice[CHOICE.vy] = vy * (speed / wished);
    }
    choice[CHOICE.top] = speed;
  }
}
