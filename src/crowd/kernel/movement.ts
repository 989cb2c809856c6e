/** The first phase of a step: every agent looks around, chooses a velocity and moves, clipped at walls. */
import { AHEAD } from "./grid.js";
import { CONTACTS, HABIT, LEAST_NEIGHBOURS, NUMBER, WALLS } from "./layout.js";
import type { Memory, SortedColumns } from "./memory.js";
import type { ModelTable } from "./models.js";
import { CHOICE, type MovementModel, type Surroundings } from "./surroundings.js";
import { crosses, MOTION } from "./walls.js";

export class Movement {
  private readonly memory: Memory;
  private readonly sorted: SortedColumns;
  private readonly habits: Float64Array;
  private readonly numbers: Float64Array;
  private readonly models: readonly MovementModel[];
  /** How near others may come in this step, in metres between centres of agents of equal radius. */
  private readonly touch = new Float64Array(1);

  constructor(
    private readonly around: Surroundings,
    models: ModelTable,
  ) {
    const { memory } = around;
    this.memory = memory;
    this.sorted = memory.sorted;
    this.habits = memory.habits;
    this.numbers = memory.numbers;
    this.models = models.map((make) => make(around));
  }

  /** Moves sorted agents [from, to): into the first of `toX` and `toY`. Reads nothing that it writes. */
  run(from: number, to: number): void {
    const { onTrack } = this.sorted;
    for (let s = from; s < to; s++) {
      if (onTrack[s]) this.follow(s);
      else this.move(s);
    }
  }

  /** On a track: nothing to choose. Walls and neighbours are looked for only to be measured. */
  private follow(s: number): void {
    const { x, y, wishX, wishY, radius, toX, toY } = this.sorted;
    const { stateX, stateY, clock, nextX, nextY, nextClock } = this.sorted;
    const { neighbours, walls } = this.around;
    const step = this.numbers[NUMBER.step];
    const touch = this.touching(s, step);
    walls.reach[0] = 2 * radius[s];
    neighbours.isAhead = false;
    neighbours.reach2[0] = touch * touch;
    this.look(s, LEAST_NEIGHBOURS);
    toX[0][s] = x[s] + wishX[s] * step;
    toY[0][s] = y[s] + wishY[s] * step;
    nextX[s] = stateX[s];
    nextY[s] = stateY[s];
    nextClock[s] = clock[s];
  }

  private move(s: number): void {
    const { sorted, habits } = this;
    const { choice, neighbours, walls } = this.around;
    const step = this.numbers[NUMBER.step];
    const row = HABIT.size * sorted.habit[s];
    const top = sorted.top[s];
    const r = sorted.radius[s];
    const usual = habits[row + HABIT.obstacleHorizon];
    const obstacleHorizon = sorted.closing[s] ? Math.min(usual, step) : usual;
    // A step at full speed, and as much again for pushes.
    const ahead = Math.max(r + top * obstacleHorizon, habits[row + HABIT.wallRange]);
    walls.reach[0] = Math.max(ahead, 2 * r + 2 * top * step);
    const touch = this.touching(s, step);
    const far = Math.max(habits[row + HABIT.range], touch);
    neighbours.isAhead = habits[row + HABIT.ahead] > 0;
    neighbours.ahead[AHEAD.x] = sorted.wishX[s];
    neighbours.ahead[AHEAD.y] = sorted.wishY[s];
    neighbours.ahead[AHEAD.all2] = touch * touch;
    neighbours.reach2[0] = far * far;
    this.look(s, Math.max(habits[row + HABIT.neighbours], LEAST_NEIGHBOURS) | 0);
    choice[CHOICE.vx] = sorted.wishX[s];
    choice[CHOICE.vy] = sorted.wishY[s];
    choice[CHOICE.top] = top;
    choice[CHOICE.obstacleHorizon] = obstacleHorizon;
    choice[CHOICE.stateX] = sorted.stateX[s];
    choice[CHOICE.stateY] = sorted.stateY[s];
    choice[CHOICE.clock] = sorted.clock[s];
    this.models[habits[row + HABIT.model]].choose(s);
    sorted.nextX[s] = choice[CHOICE.stateX];
    sorted.nextY[s] = choice[CHOICE.stateY];
    sorted.nextClock[s] = choice[CHOICE.clock];
    const acceleration = habits[row + HABIT.acceleration];
    if (acceleration > 0) this.limitChange(s, acceleration * step);
    this.carryOut(s, step);
  }

  /** Sets `touch` for agent s. */
  private touching(s: number, step: number): number {
    const { radius, top } = this.sorted;
    return (this.touch[0] = 2 * radius[s] + 2 * top[s] * step + 0.1);
  }

  /** Finds walls and neighbours of agent s, as far as their reaches say, and keeps those that it may touch. */
  private look(s: number, most: number): void {
    const { neighbours, walls } = this.around;
    walls.find(s);
    neighbours.find(s, most);
    if (walls.count > 0) this.dropHidden(s);
    if (this.numbers[NUMBER.gone] > 0) this.dropGone(s);
    if (this.numbers[NUMBER.parts] > 0) this.dropOwn(s);
    this.keepContacts(s);
  }

  /** Forgets neighbours on the other side of a wall. */
  private dropHidden(s: number): void {
    const { neighbours, walls } = this.around;
    const { x, y, walls: near } = this.sorted;
    const { agent, distance2, count } = neighbours;
    let kept = 0;
    for (let k = 0; k < count; k++) {
      const j = agent[k];
      let hidden = false;
      for (let i = 0; i < walls.count && !hidden; i++) {
        if (walls.distance2[i] >= distance2[k]) break;
        hidden = crosses(this.memory.walls, x[s], y[s], x[j], y[j], near[WALLS * s + i]);
      }
      if (hidden) continue;
      distance2[kept] = distance2[k];
      agent[kept] = j;
      kept++;
    }
    neighbours.count = kept;
  }

  /** Forgets those who have left and walk another way: they matter only to those behind them. */
  private dropGone(s: number): void {
    const { agent, distance2, count } = this.around.neighbours;
    const { gone, wishX, wishY } = this.sorted;
    let kept = 0;
    for (let k = 0; k < count; k++) {
      const j = agent[k];
      const isEither = gone[s] === 1 || gone[j] === 1;
      if (isEither && wishX[s] * wishX[j] + wishY[s] * wishY[j] <= 0) continue;
      distance2[kept] = distance2[k];
      agent[kept] = j;
      kept++;
    }
    this.around.neighbours.count = kept;
  }

  /** Forgets the other parts of one's own body: they have its number. */
  private dropOwn(s: number): void {
    const { neighbours } = this.around;
    const { agent, distance2, count } = neighbours;
    const { id } = this.memory.agents;
    const { slot } = this.sorted;
    const own = id[slot[s]];
    let kept = 0;
    for (let k = 0; k < count; k++) {
      if (id[slot[agent[k]]] === own) continue;
      distance2[kept] = distance2[k];
      agent[kept] = agent[k];
      kept++;
    }
    neighbours.count = kept;
  }

  private keepContacts(s: number): void {
    const { agent, distance2, count } = this.around.neighbours;
    const { radius, contacts, contactCount } = this.sorted;
    const touch = this.touch[0];
    let kept = 0;
    for (let k = 0; k < count && kept < CONTACTS; k++) {
      const reach = touch - radius[s] + radius[agent[k]];
      if (distance2[k] < reach * reach) contacts[CONTACTS * s + kept++] = agent[k];
    }
    contactCount[s] = kept;
  }

  /** Lets the velocity of agent s change by so many m/s at most. */
  private limitChange(s: number, allowed: number): void {
    const { choice } = this.around;
    const vx = this.sorted.vx[s];
    const vy = this.sorted.vy[s];
    const dx = choice[CHOICE.vx] - vx;
    const dy = choice[CHOICE.vy] - vy;
    const d = Math.sqrt(dx * dx + dy * dy);
    if (d > allowed) {
      choice[CHOICE.vx] = vx + (dx * allowed) / d;
      choice[CHOICE.vy] = vy + (dy * allowed) / d;
    }
  }

  /** Moves agent s by its choice, as far as walls allow. */
  private carryOut(s: number, step: number): void {
    const { choice, walls } = this.around;
    const { x, y, toX, toY } = this.sorted;
    const { motion } = walls;
    if (walls.count === 0) {
      toX[0][s] = x[s] + choice[CHOICE.vx] * step;
      toY[0][s] = y[s] + choice[CHOICE.vy] * step;
      return;
    }
    motion[MOTION.x] = x[s];
    motion[MOTION.y] = y[s];
    motion[MOTION.dx] = choice[CHOICE.vx] * step;
    motion[MOTION.dy] = choice[CHOICE.vy] * step;
    walls.sweep(s);
    toX[0][s] = motion[MOTION.x];
    toY[0][s] = motion[MOTION.y];
  }
}
