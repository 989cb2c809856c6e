/**
 * What carries people from one place of the ground to another: lifts. A carrier stops at doors, each of them a vertex of the
 * ground; from any of them one gets to any other for a price. To a map, which grows from its goal, a door whose distance is
 * known makes sources of all others.
 */

import type { Ground, GroundSource } from "./ground.js";
import type { Roots } from "./roots.js";

/** What spreads distances over the ground. */
interface Search {
  readonly ground: Ground;
  readonly roots: Roots;
  add(source: GroundSource): void;
}

/** One carrier. */
export interface Carrier {
  /** Per door: its vertex, and the metres from there to the door itself. */
  readonly doors: readonly { readonly vertex: number; readonly away: number }[];
  /** What a ride from one door to another counts as, in metres, > 0. */
  cost(from: number, to: number): number;
}

/** A ride: people go in at door `from`, come out at door `to`, and go on over a root. */
export interface Ride {
  readonly carrier: number;
  readonly from: number;
  readonly to: number;
  readonly root: number;
}

/** A door from which a ride leads on: its vertex, and what is counted from there until one has come out. */
interface Boarding {
  readonly carrier: number;
  readonly from: number;
  readonly to: number;
  readonly vertex: number;
  readonly price: number;
}

export class Carriers {
  /** Rides that ways take, in the order in which they were found. */
  readonly rides: Ride[] = [];
  /** Per vertex with doors: the rides that end there. */
  private readonly boardings = new Map<number, Boarding[]>();

  constructor(list: readonly Carrier[]) {
    list.forEach(({ doors, cost }, carrier) => {
      doors.forEach((end, to) => {
        const known = this.boardings.get(end.vertex) ?? [];
        this.boardings.set(end.vertex, known);
        doors.forEach(({ vertex, away }, from) => {
          if (from === to) return;
          known.push({ carrier, from, to, vertex, price: away + cost(from, to) + end.away });
        });
      });
    });
  }

  /**
   * The way from a node of a search is known, over a root and at a distance: by the rides that end there, it is known from other
   * doors as well.
   */
  alight(search: Search, node: number, root: number, distance: number): void {
    const { ground, roots } = search;
    for (const { vertex, price, ...ride } of this.boardings.get(ground.vertexOf[node]) ?? []) {
      const first = roots.size;
      search.add({ source: roots.index.source[root], start: distance + price, vertex });
      roots.index.ride.fill(this.rides.length, first, roots.size);
      this.rides.push({ ...ride, root });
    }
  }
}
