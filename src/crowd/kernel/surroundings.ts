/** What a movement model sees of the agent at hand, and where it says how the agent moves. */
import { Neighbours } from "./grid.js";
import type { Memory } from "./memory.js";
import { NearWalls } from "./walls.js";

/**
 * Places in `choice`: the velocity, the greatest speed in m/s, seconds ahead for which walls matter to ORCA, and what the model
 * keeps for its next choice.
 */
export const CHOICE = Object.freeze({
  vx: 0,
  vy: 1,
  top: 2,
  obstacleHorizon: 3,
  stateX: 4,
  stateY: 5,
  clock: 6,
  size: 7,
});

/**
 * All about one agent of the frozen generation. Others and walls are those it can see: nearest first, neighbours behind walls
 * left out. `memory.sorted` is for reading: positions, velocities, wishes, radii, top speeds, headways and habits of agents in the
 * order of the grid.
 */
export class Surroundings {
  readonly memory: Memory;
  readonly neighbours: Neighbours;
  readonly walls: NearWalls;
  /** In: the velocity it wishes for, with what else is at the places of `CHOICE`. Out: the velocity that a model
   * chooses, and what it keeps. */
  readonly choice = new Float64Array(CHOICE.size);

  constructor(memory: Memory) {
    this.memory = memory;
    this.neighbours = new Neighbours(memory);
    this.walls = new NearWalls(memory);
  }
}

/** One way of choosing velocities; models.ts lists them. */
export interface MovementModel {
  /** Chooses the velocity of agent s: reads the surroundings it was made with, writes their `choice`. */
  choose(s: number): void;
}
