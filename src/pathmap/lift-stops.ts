/** Doors of lifts on the ground of a path map: where the centre of a disc gets in and out. */
import { distance, type Point } from "../geometry/index.js";
import { type Carrier, Carriers } from "../unfold/internal.js";
import { ARC_TOLERANCE, type FreeSpace, type World } from "../world/index.js";

/** Metres that the middle of a door may be off the border of free space by rounding. */
const ROUNDED = 1e-6;

/** A door, and the place nearest to it where the centre of a disc can be. */
export interface LiftStop {
  readonly door: Point;
  readonly near: Point;
}

/** A stop on the ground: its constraint, and the metres from there to the door. */
interface Drawn extends LiftStop {
  readonly id: number;
  readonly away: number;
}

export class LiftStops {
  /** Per lift: the stops that such a disc can reach. */
  readonly stops: readonly (readonly Drawn[])[];
  /** Constraints that were drawn. */
  readonly ids: readonly number[];
  /** Per lift: which of its doors the stops are. */
  private readonly numbers: readonly (readonly number[])[];

  /** Draws the stops into the triangulation of a space. */
  constructor(
    private readonly space: FreeSpace,
    private readonly lifts: World["lifts"],
    radius: number,
  ) {
    const numbers: number[][] = [];
    this.stops = lifts.map(({ doors }, lift) => {
      numbers.push([]);
      return doors.flatMap((door, k): Drawn[] => {
        const near = space.nearestFree(door, ROUNDED + 1.5 * radius * (1 + ARC_TOLERANCE));
        if (!near) return [];
        numbers[lift].push(k);
        const id = space.triangulation.insertOpen({ point: near });
        return [{ door, near, away: distance(door, near), id }];
      });
    });
    this.numbers = numbers;
    this.ids = this.stops.flatMap((stops) => stops.map(({ id }) => id));
  }

  /** The lifts as those who spread distances take them, once everything is drawn; null for none. */
  carriers(): Carriers | null {
    const { triangulation } = this.space;
    if (this.ids.length === 0) return null;
    const list = this.stops.map((stops, lift): Carrier => {
      const numbers = this.numbers[lift];
      return {
        doors: stops.map(({ id, away }) => ({ vertex: triangulation.verticesOf(id)[0], away })),
        cost: (from, to) => this.lifts[lift].cost(numbers[from], numbers[to]),
      };
    });
    return new Carriers(list);
  }
}
