/**
 * Faster ways to travel that stand at obstacle corners (Farias 2020, 3.5 and figure 3.13): whoever passes such a corner takes what
 * stands there and is faster from then on, max(w, current) times as fast; nobody else can take it any more.
 */

import type { Crowd } from "../crowd/index.js";
import { distance, type Point } from "../geometry/index.js";
import type { Weight } from "../pathmap/index.js";

/** Metres between a disc and a corner at which it is passed: people are pushed off the line that touches it. */
const REACH = 0.3;

/** Somebody took what stood at a corner: the agent's number, the corner's by the scene's list, and the agent's group. */
export type Ride = readonly [agent: number, weight: number, group: number];

/** What stands where, and who has taken what. */
export class Transport {
  /** In the order in which they were taken. */
  rides: Ride[] = [];
  private readonly factors = new Map<number, number>();

  constructor(private readonly weights: readonly Weight[]) {}

  /** How many times as fast as on foot someone is. */
  factorOf(agent: number): number {
    return this.factors.get(agent) ?? 1;
  }

  /** Corners that are worth a detour to someone who is so much faster already, in terms of that speed. */
  worthFor(factor: number): Weight[] {
    const taken = new Set(this.rides.map(([, index]) => index));
    return this.weights.flatMap(({ vertex, speed }, i) =>
      taken.has(i) || speed <= factor ? [] : { vertex, speed: speed / factor },
    );
  }

  /** Who passes what now; each corner once, the first in the order of agents. */
  passing(crowd: Pick<Crowd, "columns" | "size">, mayRide: (group: number) => boolean): Ride[] {
    const { id, x, y, radius, group } = crowd.columns;
    const taken = new Set(this.rides.map(([, index]) => index));
    const found: Ride[] = [];
    for (let i = 0; i < crowd.size; i++) {
      if (!mayRide(group[i])) continue;
      const at: Point = [x[i], y[i]];
      this.weights.forEach(({ vertex, speed }, index) => {
        const isNear = distance(at, vertex) <= radius[i] + REACH;
        if (taken.has(index) || !isNear || speed <= this.factorOf(id[i])) return;
        taken.add(index);
        found.push([id[i], index, group[i]]);
      });
    }
    return found;
  }

  /** Takes note of a ride; returns how many times as fast as before the agent is. */
  take(ride: Ride): number {
    const [agent, index] = ride;
    const before = this.factorOf(agent);
    const { speed } = this.weights[index];
    this.rides.push(ride);
    this.factors.set(agent, Math.max(before, speed));
    return Math.max(before, speed) / before;
  }

  /** Forgets everything. */
  reset(): void {
    this.rides = [];
    this.factors.clear();
  }
}
