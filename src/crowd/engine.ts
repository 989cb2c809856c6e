/**
 * Agents as columns, and one step of all of them: the part of a crowd that knows neither guides nor scenes.
 *
 * A step is a list of phases over a frozen generation: sort into the grid, choose velocities and move, push contacts
 * apart, settle.
 */
import type { Point } from "../geometry/index.js";
import { firstCapacity } from "../growth.js";
import { type Habit, Habits } from "./habits.js";
import { Kernel } from "./kernel/index.js";
import { HABIT, MODEL, NUMBER } from "./kernel/layout.js";
import {
  type AgentColumns,
  Allocator,
  agentColumns,
  copyMemory,
  type Memory,
  sortedColumns,
} from "./kernel/memory.js";
import type { ModelTable } from "./kernel/models.js";
import type { Phase } from "./kernel/shares.js";
import { weidmann } from "./kernel/speed.js";
import { type Stander, standOff } from "./stand-off.js";
import type { Threads } from "./threads.js";
import { noWalls, type OpenWalls, type WallList, wallColumns, wallGrid, writeWalls } from "./walls.js";

/** One agent for the engine. */
export interface Body {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly top: number;
  /** Seconds kept to who is in front; default 1. */
  readonly headway?: number;
  readonly habit: Habit;
}

/** What a step did to bodies. */
export interface Touches {
  /** Pairs that overlap by more than a tenth of the sum of their radii. */
  overlaps: number;
  /** Deepest overlap of two agents, in metres. */
  deepest: number;
  /** Agents nearer to a wall than their radius by more than a tenth of it, and those whom a moving obstacle covers. */
  wallHits: number;
  /** Deepest of these, in metres. */
  wallDepth: number;
}

/** Rounds of pushing apart per step, at most, and where bodies are still deep in each other. */
const ROUNDS = 8;
const MOST_ROUNDS = 32;

/** Agents per cell that the grid aims at. */
const PER_CELL = 2;

/** Moving obstacles may have this many sides before the columns grow. */
const MOVING_ROOM = 64;

/** How an engine runs. */
export interface EngineOptions {
  /** Seed of what agents do in a jam, a whole number; default 0. */
  readonly seed?: number;
  /** The code of the models that agents walk by; default none. */
  readonly models?: ModelTable;
  /** Further threads; default none. */
  readonly threads?: Threads | undefined;
}

/** Bodies that avoid each other and walls; what a crowd is built on, and a program of its own may be. */
export class Engine {
  /** Agents now, in slots 0 to count - 1, in the order in which they came. */
  count = 0;
  /** Those who have left and walk on for a moment, in the slots after them: bodies to those behind, and nothing else. */
  gone = 0;
  agents: AgentColumns;
  readonly touches: Touches = { overlaps: 0, deepest: 0, wallHits: 0, wallDepth: 0 };

  /** Images, in the last slots of all: bodies that are seen and felt for one step. */
  private images = 0;
  private readonly make: Allocator;
  private readonly others: Threads | undefined;
  private models: ModelTable;
  private kernel!: Kernel;
  private memory!: Memory;
  private room = 0;
  private stale = true;
  /** How agents move, by the numbers in their column. */
  readonly habits: Habits;
  private numbers: Float64Array;
  private still: WallList = noWalls();
  private moving: WallList = noWalls();
  /** Which openings are open to whom: a row of `openings` numbers per `exit`. */
  private passes: Uint8Array = new Uint8Array(1);
  private openings = 1;
  private kinds = 1;
  /** How far walls have to be seen; the grid of walls is built for it. */
  private reach = 0;
  private wallReach = -1;
  private cell = 1.5;

  constructor({ seed = 0, models = [], threads }: EngineOptions = {}) {
    threads?.serve(() => this.renew());
    this.models = models;
    // One alone has nobody to share with.
    this.others = threads && threads.size > 1 ? threads : undefined;
    this.make = new Allocator(this.others !== undefined);
    this.habits = new Habits(this.make);
    this.numbers = this.make.float64(NUMBER.size);
    this.numbers[NUMBER.seed] = seed;
    this.agents = agentColumns(this.make, 0);
  }

  /** Threads at work, this one included. */
  get threads(): number {
    return this.others?.size ?? 1;
  }

  /** Why threads were lost, one line each. Nothing else is: their work is done by those that are left, to the same bits. */
  get threadFaults(): readonly string[] {
    return this.others?.faults ?? [];
  }

  /** How many shares of work other threads have done so far. */
  get helped(): number {
    return this.others?.helped ?? 0;
  }

  /** The code of the models that agents walk by; those of a program count from `MODEL.own` on. */
  setModels(models: ModelTable): void {
    this.models = models;
    this.stale = true;
  }

  /** Walls that stand still, and the box that they are in. */
  setWalls(walls: WallList, extent: number): void {
    this.still = walls;
    this.wallReach = -1;
    // A millimetre, or what rounding needs in worlds far from the origin.
    this.numbers[NUMBER.skin] = Math.max(1e-3, 1e-9 * extent);
    this.stale = true;
  }

  /**
   * Walls that stand still, with openings, and which of these are open to whom: 1 in the row of an agent's `exit` and the
   * column of a wall's `opening`, with `columns` in a row; the first of both are plain walls and people without an exit. Where
   * there are several kinds of people, each with walls of its own, there is a row for each kind of each exit.
   */
  setOpenings({ walls, passes, columns, kinds }: OpenWalls): void {
    this.still = walls;
    this.wallReach = -1;
    this.passes = passes;
    this.openings = columns;
    this.kinds = kinds;
    this.stale = true;
  }

  /** Walls of obstacles that move; taken anew before every step. */
  setMovingWalls(walls: WallList): void {
    this.moving = walls;
    const { memory } = this;
    const from = this.still.a.length;
    const fits = !this.stale && memory && from + walls.a.length <= memory.walls.ax.length;
    if (!fits) this.stale = true;
    else {
      writeWalls(memory.walls, walls, from);
      this.numbers[NUMBER.wallCount] = from + walls.a.length;
    }
  }

  /** Adds an agent; its slot is `count - 1`. */
  add(id: number, body: Body): void {
    if (this.total === this.room) this.grow();
    if (this.gone > 0) this.copySlot(this.count, this.total);
    const i = this.count++;
    const { agents } = this;
    agents.x[i] = body.x;
    agents.y[i] = body.y;
    agents.vx[i] = agents.vy[i] = agents.wishX[i] = agents.wishY[i] = agents.stuck[i] = 0;
    agents.stateX[i] = agents.stateY[i] = agents.clock[i] = 0;
    agents.radius[i] = body.radius;
    agents.top[i] = body.top;
    agents.headway[i] = body.headway ?? 1;
    agents.habit[i] = this.habits.numberOf(body.habit);
    agents.id[i] = id;
    agents.closing[i] = agents.onTrack[i] = agents.gone[i] = agents.exit[i] = agents.pass[i] = 0;
  }

  /** All bodies, those who walk on and images included. */
  get total(): number {
    return this.count + this.gone + this.images;
  }

  private copySlot(from: number, to: number): void {
    for (const column of Object.values(this.agents) as Float64Array[]) column[to] = column[from];
  }

  /** Adds an image of an agent at another place, for the next step; images come after all agents. */
  addImage(of: number, x: number, y: number): void {
    if (this.total === this.room) this.grow();
    const i = this.total;
    this.copySlot(of, i);
    this.agents.x[i] = x;
    this.agents.y[i] = y;
    this.images++;
  }

  /** Adds a part of an agent's body at another place, for the next step: it moves as the agent did, and makes way for nobody. */
  addPart(of: number, x: number, y: number): void {
    const i = this.total;
    this.addImage(of, x, y);
    const { agents } = this;
    agents.wishX[i] = agents.vx[of];
    agents.wishY[i] = agents.vy[of];
    agents.onTrack[i] = 1;
    this.numbers[NUMBER.parts]++;
  }

  /** Takes all images away. */
  dropImages(): void {
    this.images = 0;
    this.numbers[NUMBER.parts] = 0;
  }

  /** How far anybody looks for others, in metres. */
  get sight(): number {
    const { agents, count } = this;
    const { rows } = this.habits;
    let most = 0;
    for (let i = 0; i < count; i++) most = Math.max(most, rows[HABIT.size * agents.habit[i] + HABIT.range]);
    return most;
  }

  private grow(): void {
    const room = Math.max(firstCapacity(64), 2 * this.room);
    const grown = agentColumns(this.make, room);
    for (const name of Object.keys(grown) as (keyof AgentColumns)[]) {
      (grown[name] as Float64Array).set(this.agents[name] as Float64Array);
    }
    this.agents = grown;
    this.room = room;
    this.stale = true;
  }

  /**
   * Takes away bodies for which `gone` holds, those who walk on included; the others keep their order. `moved` is told where
   * each one goes.
   */
  compact(gone: (slot: number) => boolean, moved: (from: number, to: number) => void): void {
    let kept = 0;
    let people = 0;
    const { total } = this;
    for (let i = 0; i < total; i++) {
      if (gone(i)) continue;
      if (kept !== i) {
        this.copySlot(i, kept);
        moved(i, kept);
      }
      kept++;
      if (i < this.count) people = kept;
    }
    this.count = people;
    this.gone = kept - people;
  }

  /** Lets an agent walk on along (x, y) although it has left, from a slot of its own; its old one is the caller's to take away. */
  walkOn(slot: number, x: number, y: number): void {
    if (this.total === this.room) this.grow();
    const i = this.total;
    this.copySlot(slot, i);
    const { agents } = this;
    agents.wishX[i] = x * agents.top[i];
    agents.wishY[i] = y * agents.top[i];
    agents.gone[i] = 1;
    agents.closing[i] = agents.onTrack[i] = 0;
    this.gone++;
  }

  /** Room for as many agents and as many who walk on, all of which will be written. */
  resize(count: number, gone = 0): void {
    while (this.room < count + gone) this.grow();
    this.count = count;
    this.gone = gone;
  }

  /** The place near p where a disc is clear of the walls that are none to who stands there: see `standOff`. Null before the first step. */
  standOff(p: Point, radius: number, who: Stander = {}): Point | null {
    return this.memory ? standOff(this.memory, p, radius, who) : null;
  }

  /** The kind of an agent, see `setOpenings`. */
  kindOf(slot: number): number {
    return this.agents.exit[slot] % this.kinds;
  }

  /** Greatest change of an agent's velocity in m/s2; 0 for none. */
  accelerationOf(slot: number): number {
    return this.habits.get(this.agents.habit[slot], "acceleration");
  }

  /** Metres that walls keep away from an agent's centre. */
  wallBodyOf(slot: number): number {
    return this.agents.radius[slot] * this.habits.get(this.agents.habit[slot], "wallBody");
  }

  /** Weidmann's share of the free speed at a density per m2; 1 where the agent's speed does not fall with density. */
  speedShare(slot: number, density: number): number {
    const falls = this.habits.get(this.agents.habit[slot], "weidmann") > 0;
    return falls ? weidmann(density) : 1;
  }

  /** Squared distance from p to the nearest wall that moves; Infinity where none does. */
  movingWallDistance2(x: number, y: number): number {
    const { a, b } = this.moving;
    let least = Infinity;
    for (let w = 0; w < a.length; w++) {
      const [ux, uy] = [b[w][0] - a[w][0], b[w][1] - a[w][1]];
      const length2 = ux * ux + uy * uy;
      const t = length2 > 0 ? ((x - a[w][0]) * ux + (y - a[w][1]) * uy) / length2 : 0;
      const share = Math.max(0, Math.min(1, t));
      const dx = x - a[w][0] - share * ux;
      const dy = y - a[w][1] - share * uy;
      least = Math.min(least, dx * dx + dy * dy);
    }
    return least;
  }

  /** Makes memory, grid and threads fit what there is. */
  private prepare(step: number): void {
    const { numbers, agents, total } = this;
    const { rows } = this.habits;
    for (let i = 0; i < total; i++) {
      const row = HABIT.size * agents.habit[i];
      const ahead = Math.max(rows[row + HABIT.obstacleHorizon], 2 * step);
      const reach = Math.max(2 * agents.radius[i] + agents.top[i] * ahead, rows[row + HABIT.wallRange]);
      if (reach > this.reach) this.reach = reach;
    }
    if (this.reach > this.wallReach) this.stale = true;
    const cells = this.frameGrid();
    if (!this.stale && cells + 1 <= this.memory.cellStart.length) return;
    this.wallReach = this.reach * 1.25;
    const { make, still, moving } = this;
    const walls = wallColumns(make, still, still.a.length + Math.max(MOVING_ROOM, 2 * moving.a.length));
    this.memory = {
      agents,
      sorted: sortedColumns(make, this.room),
      cellStart: make.int32(2 * cells + 1),
      habits: rows,
      numbers,
      walls,
      wallGrid: wallGrid(make, walls, still.a.length, this.wallReach),
      passes: make.copy(this.passes),
    };
    writeWalls(walls, moving, still.a.length);
    numbers[NUMBER.movingFrom] = still.a.length;
    numbers[NUMBER.wallCount] = still.a.length + moving.a.length;
    numbers[NUMBER.openings] = this.openings;
    this.bind();
    this.stale = false;
  }

  /** Lets all threads work on the memory. */
  private bind(): void {
    const { memory, models } = this;
    this.kernel = new Kernel(memory, models);
    this.others?.bind(memory, this.kernel, models.length > MODEL.own);
  }

  /** Runs a phase over as many bodies. */
  private run(phase: Phase, count: number, round = 0): void {
    if (this.others) this.others.run(phase, count, round);
    else this.kernel[phase](0, count, round);
  }

  /** Goes on with a copy of the memory: a thread that was given up may still write into the old one. */
  private renew(): void {
    this.memory = copyMemory(this.make, this.memory);
    this.agents = this.memory.agents;
    this.numbers = this.memory.numbers;
    this.bind();
  }

  /** Lays the grid over all agents; returns the number of its cells. */
  private frameGrid(): number {
    const { numbers, total: count } = this;
    const { x, y } = this.agents;
    let [minX, minY, maxX, maxY] = [x[0], y[0], x[0], y[0]];
    for (let i = 1; i < count; i++) {
      if (x[i] < minX) minX = x[i];
      else if (x[i] > maxX) maxX = x[i];
      if (y[i] < minY) minY = y[i];
      else if (y[i] > maxY) maxY = y[i];
    }
    const area = (maxX - minX + 1) * (maxY - minY + 1);
    const cell = Math.max(this.cell, Math.sqrt(area / (16 * count + 1024)));
    const columns = Math.floor((maxX - minX) / cell) + 1;
    const rows = Math.floor((maxY - minY) / cell) + 1;
    numbers[NUMBER.count] = count;
    numbers[NUMBER.gone] = this.gone;
    numbers[NUMBER.minX] = minX;
    numbers[NUMBER.minY] = minY;
    numbers[NUMBER.cell] = cell;
    numbers[NUMBER.columns] = columns;
    numbers[NUMBER.rows] = rows;
    return columns * rows;
  }

  /** Aims at `PER_CELL` agents in a cell that holds any. Answers do not depend on it, only the time they take. */
  private adaptCell(): void {
    const { numbers, memory, total: count } = this;
    const cells = numbers[NUMBER.columns] * numbers[NUMBER.rows];
    let used = 0;
    for (let c = 0; c < cells; c++) if (memory.cellStart[c + 1] > memory.cellStart[c]) used++;
    const wanted = numbers[NUMBER.cell] * Math.sqrt((PER_CELL * used) / count);
    this.cell = Math.max(0.3, Math.min(20, 0.8 * this.cell + 0.2 * wanted));
  }

  /** Makes everything ready for a step of as many seconds; `step` does it too. */
  ready(step: number): void {
    if (this.total > 0) this.prepare(step);
  }

  /**
   * Moves everyone by `step` seconds along their wishes, as far as others and walls allow.
   *
   * @param time seconds since the start; in a jam agents change their minds every second
   */
  step(step: number, time = 0): void {
    const { total: count, others, touches } = this;
    touches.overlaps = touches.wallHits = 0;
    touches.deepest = touches.wallDepth = 0;
    if (count === 0) return;
    others?.begin();
    const parts = Math.max(1, Math.ceil(step / this.longestStep() - 1e-9));
    for (let k = 0; k < parts; k++) this.move(step / parts, time);
    this.gather();
    this.adaptCell();
    others?.end();
  }

  /** Seconds of the longest step that everybody's model can take. */
  private longestStep(): number {
    const { agents, total } = this;
    const { rows } = this.habits;
    let least = Infinity;
    for (let i = 0; i < total; i++) {
      least = Math.min(least, rows[HABIT.size * agents.habit[i] + HABIT.longestStep]);
    }
    return least;
  }

  /** One step of all phases. */
  private move(step: number, time: number): void {
    const { total: count } = this;
    this.prepare(step);
    this.numbers[NUMBER.step] = step;
    this.numbers[NUMBER.second] = Math.floor(time);
    this.numbers[NUMBER.time] = time;
    this.kernel.sort();
    this.run("avoid", count);
    this.pushApart();
    this.run("settle", count);
  }

  /** Rounds of pushing apart, until nobody is deep in another or there were enough. */
  private pushApart(): void {
    const { total: count } = this;
    // `numbers` is looked up anew after every phase: it may have been renewed.
    const push = (agents: number, round: number): void => {
      this.numbers[NUMBER.restless] = this.numbers[NUMBER.deep] = 0;
      this.run("push", agents, round);
    };
    push(count, 0);
    const pressed = this.kernel.press();
    let round = 1;
    while (this.numbers[NUMBER.restless] > 0) {
      if (round >= (this.numbers[NUMBER.deep] > 0 ? MOST_ROUNDS : ROUNDS)) break;
      push(pressed, round++);
    }
    this.numbers[NUMBER.pushing] = round;
  }

  private gather(): void {
    const { touches, total, count } = this;
    const { overlap, overlaps, wallDepth, radius, slot } = this.memory.sorted;
    for (let s = 0; s < total; s++) {
      // Images, and those who have left, are not counted themselves.
      if (slot[s] >= count) continue;
      if (overlap[s] > touches.deepest) touches.deepest = overlap[s];
      touches.overlaps += overlaps[s];
      if (wallDepth[s] > touches.wallDepth) touches.wallDepth = wallDepth[s];
      if (wallDepth[s] > 0.1 * radius[s]) touches.wallHits++;
    }
  }

  /** Ends the threads. */
  close(): void {
    this.others?.close();
  }
}
