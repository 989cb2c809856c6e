/**
 * One step of a crowd, for a range of agents: neighbours, movement clipped at walls, contacts pushed apart.
 *
 * What ORCA leaves open is closed here: a motion is swept against the walls, so nobody walks through one however long the step, and
 * agents that touch are pushed apart.
 *
 * Every phase reads what earlier phases wrote and writes columns of its own. So a phase, or a part of it, can be done again
 * where the thread that had it is gone; and since only + - * / and square roots are used, which every engine rounds alike, the
 * result does not depend on the number of threads.
 */
import { Contacts } from "./contacts.js";
import { sortIntoGrid } from "./grid.js";
import type { Memory } from "./memory.js";
import type { ModelTable } from "./models.js";
import { Movement } from "./movement.js";
import { Surroundings } from "./surroundings.js";

/** Phases of a step over sorted agents. */
export class Kernel {
  private readonly memory: Memory;
  private readonly movement: Movement;
  private readonly contacts: Contacts;

  /** @param models the code of everybody's model; those of a program run on its own thread alone */
  constructor(memory: Memory, models: ModelTable) {
    const around = new Surroundings(memory);
    this.memory = memory;
    this.movement = new Movement(around, models);
    this.contacts = new Contacts(around);
  }

  /** Sorts agents into the grid; whole, on one thread. */
  sort(): void {
    sortIntoGrid(this.memory);
  }

  /** Chooses velocities and moves, clipped at walls. */
  avoid(from: number, to: number): void {
    this.movement.run(from, to);
  }

  /** Pushes agents in contact apart; the first round is over all agents, the others over those that `press` has listed. */
  push(from: number, to: number, round: number): void {
    this.contacts.push(from, to, round);
  }

  /** After the first round: lists whom others or walls may push; returns how many. Whole, on one thread. */
  press(): number {
    return this.contacts.press();
  }

  /** Takes over where the step led, and measures overlaps. */
  settle(from: number, to: number): void {
    this.contacts.settle(from, to);
  }
}
