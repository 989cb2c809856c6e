/**
 * Losses where sides meet, by a simple rule: whoever has k enemies within reach falls in a step of t seconds with a chance of
 * 1 - (1 - loss t)^k. In the open, where everybody reaches everybody, that is Lanchester's square law (1916).
 */
import { Crowding } from "../crowd/index.js";
import { type DirectedCrowd, scrambled } from "../crowd/internal.js";
import type { Point } from "../geometry/index.js";
import type { Scene } from "../world/index.js";
import type { Grouping } from "./grouping.js";

/** How sides fight. */
export type BattleSpec = NonNullable<NonNullable<Scene["simulation"]>["battle"]>;

/** Somebody who has fallen: when, where, and on which side. */
export interface Fall {
  readonly id: number;
  readonly side: string;
  /** Seconds since the start. */
  readonly time: number;
  readonly position: Point;
}

/** A side in numbers: who belongs to it, and who has fallen. */
export interface SideSummary {
  readonly side: string;
  readonly people: number;
  readonly fallen: number;
}

/** The stream of random numbers of a person from which its fall is drawn. */
const ROUND = 0x5f000000;

export class Battle {
  /** Those who have fallen, in the order in which they did. */
  readonly falls: Fall[] = [];

  constructor(
    private readonly spec: BattleSpec,
    private readonly crowd: DirectedCrowd,
    private readonly seed: number,
    private readonly grouping: Grouping,
  ) {}

  /** The sides, and how many of each have fallen. */
  get sides(): SideSummary[] {
    return [...this.grouping.strengths()].map(([side, people]) => {
      return { side, people, fallen: this.falls.filter((fall) => fall.side === side).length };
    });
  }

  /** Takes away who falls in a step, all at once: both of two may. */
  fight(step: number, seconds: number): void {
    const { crowd, spec, seed } = this;
    const sides = this.grouping.sides();
    const { id, x, y, radius } = crowd.columns;
    const people = new Crowding(crowd.size, x, y, radius);
    const falling: number[] = [];
    for (let i = 0; i < crowd.size; i++) {
      const side = sides.get(id[i]);
      if (side === undefined) continue;
      let stands = 1;
      people.each([x[i], y[i]], spec.reach, i, (k) => {
        const other = sides.get(id[k]);
        if (other !== undefined && other !== side) stands *= Math.max(0, 1 - spec.loss * seconds);
      });
      if (stands < 1 && scrambled(seed, id[i], ROUND + step) / 4294967296 >= stands) falling.push(id[i]);
    }
    for (const one of falling) {
      const side = sides.get(one)!;
      this.falls.push({ id: one, side, time: crowd.time, position: crowd.agent(one)!.position });
      crowd.fell(one);
    }
  }

  /** Those who have fallen, as plain data. */
  get state(): readonly Fall[] {
    return this.falls.map((fall) => ({ ...fall }));
  }

  set state(state: readonly Fall[]) {
    this.falls.length = 0;
    for (const fall of state) this.falls.push({ ...fall });
  }
}
