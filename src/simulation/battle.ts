/**
 * Losses where sides meet, by a simple rule: whoever has k enemies within reach falls in a step of t seconds with a chance of
 * 1 - (1 - loss t)^k. In the open, where everybody reaches everybody, that is Lanchester's square law (1916).
 */
import { Crowding } from "../crowd/index.js";
import { type DirectedCrowd, scrambled } from "../crowd/internal.js";
import type { Scene } from "../world/index.js";

/** How sides fight. */
export type BattleSpec = NonNullable<NonNullable<Scene["simulation"]>["battle"]>;

/** The stream of random numbers of a person from which its fall is drawn. */
const ROUND = 0x5f000000;

export class Battle {
  /** Those who have fallen, by side. */
  readonly fallen = new Map<string, number>();

  constructor(
    private readonly spec: BattleSpec,
    private readonly crowd: DirectedCrowd,
    private readonly seed: number,
    private readonly sides: () => ReadonlyMap<number, string>,
  ) {}

  /** Those who have fallen in all. */
  get losses(): number {
    return [...this.fallen.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Takes away who falls in a step, all at once: both of two may. */
  fight(step: number, seconds: number): void {
    const { crowd, spec, seed } = this;
    const sides = this.sides();
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
      this.fallen.set(side, (this.fallen.get(side) ?? 0) + 1);
      crowd.fell(one);
    }
  }

  /** Those who have fallen, by side, as plain data. */
  get state(): readonly (readonly [side: string, fallen: number])[] {
    return [...this.fallen];
  }

  set state(state: readonly (readonly [side: string, fallen: number])[]) {
    this.fallen.clear();
    for (const [side, fallen] of state) this.fallen.set(side, fallen);
  }
}
