/** What queues and waiting places have in common: people come, stay, and are sent on. */
import type { Point } from "../geometry/index.js";
import type { Random } from "../numerics/index.js";
import type { World } from "../world/index.js";

/** Somebody's stay at a queue or a waiting place that is over. Times in seconds from the start. */
export interface Visit {
  /** The name of the queue or waiting place. */
  readonly place: string;
  readonly kind: "queue" | "waiting";
  /** The agent's number. */
  readonly id: number;
  /** When it joined the line, or stood at its spot. */
  readonly joined: number;
  /** When its turn came, and when it was served from; `joined` at a waiting place. */
  readonly called: number;
  readonly started: number;
  /** When it went on. */
  readonly left: number;
  /** Seconds that were drawn for it: to be served, or to stay at least. */
  readonly seconds: number;
}

/** Somebody who is on the way to a place. */
export interface Coming {
  readonly id: number;
  readonly radius: number;
  readonly position: Point;
  /** The plan as it finds it now: with zones that it may not enter. */
  readonly world: World;
  /** Numbers of its own for this stay, always the same ones of a round. */
  readonly random: (round: number) => Random;
}

/** The people of a simulation, as a place directs them. */
export interface Floor {
  /** The plan as it is now. */
  readonly world: World;
  /** Where somebody is; null for who has left. */
  where(id: number): Point | null;
  /** Lets somebody follow its guide. */
  keep(id: number): void;
  /** Sends somebody straight to a spot, to stand there. */
  post(id: number, spot: Point): void;
  /** Sends somebody on to its next goal, at the end of the step. */
  release(id: number): void;
  note(visit: Visit): void;
  warn(line: string): void;
}

/** A queue or a waiting place. */
export interface StayPlace {
  readonly kind: Visit["kind"];
  readonly name: string;
  /** How many have been taken in and have not gone on. */
  readonly inside: number;
  /** Whether somebody has been taken in. */
  has(id: number): boolean;
  /** Takes note of who has gone on by now. */
  settle(now: number): void;
  /** Takes in those who have come near, and shows the others the way. */
  receive(coming: readonly Coming[], now: number): void;
  /** Tells those who are in where to stand, and sends those on whose time is over by the end of the step. */
  attend(now: number, step: number): void;
  /** Why nobody of a radius can stay here, in the world as they find it; null where they can. */
  tightFor(radius: number, world: World): string | null;
}
