/**
 * Movement models of a program: an object with `choose`, or that function alone. It sees one agent and what is around it, and
 * says with which velocity it goes on; walls, contacts, snapshots and recordings are the crowd's, as for the built-in models.
 */
import { InputError } from "../errors.js";
import { checkKeys, checkNumber } from "../options.js";
import { HARD_DISCS } from "./habits.js";
import { MODEL, MOST_NEIGHBOURS, NUMBER, WALLS } from "./kernel/layout.js";
import { CHOICE, type MovementModel, type Surroundings } from "./kernel/surroundings.js";
import { ModelValue } from "./models.js";

/** Others as columns, nearest first: the first `count` entries of each count. */
export interface OthersView {
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  /** Where they wish to go: their direction times their free speed, [0, 0] for those who stand. */
  readonly wishX: Float64Array;
  readonly wishY: Float64Array;
  readonly radius: Float64Array;
  /** Free walking speed in m/s. */
  readonly speed: Float64Array;
  /** Seconds kept to who is in front. */
  readonly headway: Float64Array;
  /** Metres between the centres. */
  readonly distance: Float64Array;
}

/** Walls as columns, nearest first: the point of each that is nearest. */
export interface WallsView {
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Metres from the agent's centre. */
  readonly distance: Float64Array;
}

/**
 * What a model sees of one agent: the state before the step, in metres and seconds. One object for all agents, valid during the
 * call; it is for reading, but for `state`.
 */
export interface AgentView {
  /** Its number, never used twice. */
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Velocity of the last step. */
  readonly vx: number;
  readonly vy: number;
  /** Where it wishes to go: its direction times its free speed; [0, 0] for one that stands. */
  readonly wishX: number;
  readonly wishY: number;
  readonly radius: number;
  /** Free walking speed in m/s. */
  readonly speed: number;
  /** Seconds kept to who is in front. */
  readonly headway: number;
  /** Seconds of this step, and the seed of the crowd. */
  readonly step: number;
  readonly seed: number;
  readonly others: OthersView;
  readonly walls: WallsView;
  /** Three numbers of the model's own, 0 at first, kept from step to step and in snapshots. */
  readonly state: Float64Array;
}

/** Chooses a velocity in m/s: `velocity` holds the wish, and is changed in place. */
export type ChooseVelocity = (agent: AgentView, velocity: Float64Array) => void;

/** A movement model of your own. It must depend on what it sees alone, for equal crowds to stay equal. */
export interface OwnModelOptions {
  readonly choose: ChooseVelocity;
  /** What results call it; default `own model`. */
  readonly name?: string;
  /** Metres within which others are seen, > 0; default 4. */
  readonly range?: number;
  /** Others seen at most, 0 to 64; default 24. */
  readonly neighbours?: number;
  /** Metres within which walls are seen, > 0; default 2. At most 32 walls are. */
  readonly wallRange?: number;
  /** Numbers that results show beside the name; default none. */
  readonly parameters?: Readonly<Record<string, number>>;
}

/** A movement model of your own: an object, or `choose` alone. `ownModel` makes it a value. */
export type OwnModel = OwnModelOptions | ChooseVelocity;

const KEYS = ["choose", "name", "range", "neighbours", "wallRange", "parameters"];

/**
 * A movement model of your own as a value, for crowds. Its bodies are hard discs.
 *
 * @throws InputError for what is no model
 */
export function ownModel(model: OwnModel): ModelValue {
  return ownModelAt(model, "model");
}

/** The same, with where the model was given. */
export function ownModelAt(model: OwnModel, where: string): ModelValue {
  const options = typeof model === "function" ? { choose: model, name: model.name } : model;
  checkKeys(options, KEYS, where);
  const { choose, range = 4, neighbours = 24, wallRange = 2, parameters = {} } = options;
  if (typeof choose !== "function") {
    throw new InputError("a model needs choose, a function (agent, velocity)", where);
  }
  checkNumber(range, `${where}.range`, { of: "metres", above: 0 });
  checkNumber(wallRange, `${where}.wallRange`, { of: "metres", above: 0 });
  checkNumber(neighbours, `${where}.neighbours`, { whole: true, least: 0, most: MOST_NEIGHBOURS });
  const habit = { ...HARD_DISCS, model: MODEL.own, neighbours, range, wallRange };
  const sight = { range, neighbours, wallRange };
  const make = (around: Surroundings): MovementModel => new OwnRunner(around, options, sight);
  const name = options.name || "own model";
  return new ModelValue(name, { habit, parameters }, { [MODEL.own]: make }, undefined, choose);
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Shows a model of a program what it may see, and takes over what it says. */
class OwnRunner implements MovementModel {
  private readonly others: Writable<OthersView> = {
    count: 0,
    ...columnsOf(["x", "y", "vx", "vy", "wishX", "wishY", "radius", "speed", "headway", "distance"]),
  };
  private readonly walls: Writable<WallsView> = { count: 0, ...columnsOf(["x", "y", "distance"]) };
  private readonly velocity = new Float64Array(2);
  private readonly agent: Writable<AgentView> = {
    id: 0,
    x: 0,
    y: 0,
    vx: 0,
    vy: 0,
    wishX: 0,
    wishY: 0,
    radius: 0,
    speed: 0,
    headway: 0,
    step: 0,
    seed: 0,
    others: this.others,
    walls: this.walls,
    state: new Float64Array(3),
  };

  private readonly range2: number;
  private readonly most: number;
  private readonly wallRange: number;

  constructor(
    private readonly around: Surroundings,
    private readonly model: OwnModelOptions,
    { range, neighbours, wallRange }: Required<Pick<OwnModelOptions, "range" | "neighbours" | "wallRange">>,
  ) {
    this.range2 = range * range;
    this.most = neighbours;
    this.wallRange = wallRange;
  }

  choose(s: number): void {
    const { agent, velocity, around } = this;
    const { choice } = around;
    this.showAgent(s);
    this.showOthers();
    this.showWalls(s);
    velocity[0] = choice[CHOICE.vx];
    velocity[1] = choice[CHOICE.vy];
    this.model.choose(agent, velocity);
    if (!Number.isFinite(velocity[0] + velocity[1])) {
      throw new InputError(
        `a velocity is two finite numbers; agent ${agent.id} was given ${velocity.join(", ")}`,
        `model ${this.model.name || "of your own"}`,
      );
    }
    choice[CHOICE.vx] = velocity[0];
    choice[CHOICE.vy] = velocity[1];
    for (let k = 0; k < 3; k++) choice[CHOICE.stateX + k] = agent.state[k];
  }

  private showAgent(s: number): void {
    const { agent, around } = this;
    const { sorted, numbers, agents } = around.memory;
    agent.id = agents.id[sorted.slot[s]];
    agent.x = sorted.x[s];
    agent.y = sorted.y[s];
    agent.vx = sorted.vx[s];
    agent.vy = sorted.vy[s];
    agent.wishX = sorted.wishX[s];
    agent.wishY = sorted.wishY[s];
    agent.radius = sorted.radius[s];
    agent.speed = sorted.top[s];
    agent.headway = sorted.headway[s];
    agent.step = numbers[NUMBER.step];
    agent.seed = numbers[NUMBER.seed];
    for (let k = 0; k < 3; k++) agent.state[k] = around.choice[CHOICE.stateX + k];
  }

  private showOthers(): void {
    const { others, around, range2, most } = this;
    const { sorted } = around.memory;
    const { agent, distance2, count } = around.neighbours;
    others.count = 0;
    for (let k = 0; k < count && k < most && distance2[k] <= range2; k++) {
      const j = agent[k];
      others.x[k] = sorted.x[j];
      others.y[k] = sorted.y[j];
      others.vx[k] = sorted.vx[j];
      others.vy[k] = sorted.vy[j];
      others.wishX[k] = sorted.wishX[j];
      others.wishY[k] = sorted.wishY[j];
      others.radius[k] = sorted.radius[j];
      others.speed[k] = sorted.top[j];
      others.headway[k] = sorted.headway[j];
      others.distance[k] = Math.sqrt(distance2[k]);
      others.count = k + 1;
    }
  }

  private showWalls(s: number): void {
    const { walls, around } = this;
    const { sorted, walls: all } = around.memory;
    const { count, distance2 } = around.walls;
    walls.count = 0;
    for (let k = 0; k < count && distance2[k] <= this.wallRange * this.wallRange; k++) {
      const w = sorted.walls[WALLS * s + k];
      const dx = sorted.x[s] - all.ax[w];
      const dy = sorted.y[s] - all.ay[w];
      const along = Math.max(0, Math.min(all.length[w], dx * all.ux[w] + dy * all.uy[w]));
      walls.x[k] = all.ax[w] + along * all.ux[w];
      walls.y[k] = all.ay[w] + along * all.uy[w];
      walls.distance[k] = Math.sqrt(distance2[k]);
      walls.count = k + 1;
    }
  }
}

function columnsOf<Name extends string>(names: readonly Name[]): Record<Name, Float64Array> {
  const size = Math.max(MOST_NEIGHBOURS, WALLS);
  return Object.fromEntries(names.map((name) => [name, new Float64Array(size)])) as Record<
    Name,
    Float64Array
  >;
}
