/** The purple table: copies of what is searched for, what was put beside them, and how well it stands (III and VII). */
import type { TablePlan } from "wayfield/scenes";
import type { Box3 } from "./boxes.js";
import {
  type Axes,
  after,
  angleBetween,
  apart,
  type Orientation,
  turnAbout,
  turned,
  UPRIGHT,
  type Vector,
} from "./space.js";
import type { Product } from "./stock.js";

/** Something on the table. */
export interface Placed {
  readonly product: Product;
  at: Vector;
  turn: Orientation;
}

/** A copy, and where its like belongs: beside it, in the same orientation. */
export interface Copy extends Placed {
  readonly beside: Vector;
}

/** How near to right a product stands. */
export interface Score {
  /** The product's number. */
  readonly product: number;
  /** Metres from beside its copy. */
  readonly metres: number;
  /** Degrees between its orientation and its copy's. */
  readonly degrees: number;
}

/** Metres from a copy to where its like belongs. */
const BESIDE = 0.32;

/** The box around a product that is turned. */
export function boxAround({ product, at, turn }: Placed): Box3 {
  const { half } = product;
  const ends = [0, 1, 2].map((k) =>
    turned(turn, [k === 0 ? half[0] : 0, k === 1 ? half[1] : 0, k === 2 ? half[2] : 0]),
  );
  const extent = (k: number): number => Math.abs(ends[0][k]) + Math.abs(ends[1][k]) + Math.abs(ends[2][k]);
  return { middle: at, half: [extent(0), extent(1), extent(2)] };
}

/** The table and what stands on it. */
export class Table {
  readonly placed: Placed[] = [];
  readonly copies: readonly Copy[];
  held: Placed | null = null;

  /** @param targets what is searched for; their copies stand on the table, each turned its own way */
  constructor(
    readonly plan: TablePlan,
    targets: readonly Product[],
  ) {
    const { min, max, height } = plan;
    const width = max[0] - min[0];
    this.copies = targets.map((product, i) => {
      const x = min[0] + (width * (i + 0.5)) / targets.length - BESIDE / 2;
      const y = (min[1] + max[1]) / 2;
      const turn = turnAbout([0, 0, 1], [0.7, -0.9, 2.2][i % 3]);
      const at: Vector = [x, y, height + product.half[2]];
      return { product, turn, at, beside: [x + BESIDE, y, at[2]] };
    });
  }

  /** Puts a product exactly where somebody points, and holds it. */
  put(product: Product, [x, y]: Vector): void {
    this.held = { product, at: [x, y, this.plan.height + product.half[2]], turn: UPRIGHT };
    this.placed.push(this.held);
  }

  /**
   * Turns what is held about the camera's axes: Y is up, Z the view, X = Y x Z.
   *
   * @param about radians about X, Y and Z
   */
  turnHeld(about: Vector, { up, forward, right }: Axes): void {
    const { held } = this;
    if (!held) return;
    // Up cross view is the camera's left.
    const x: Vector = [-right[0], -right[1], -right[2]];
    const turns = [turnAbout(x, about[0]), turnAbout(up, about[1]), turnAbout(forward, about[2])];
    held.turn = turns.reduce((turn, more) => after(more, turn), held.turn);
    held.at = [held.at[0], held.at[1], this.plan.height + boxAround(held).half[2]];
  }

  release(): void {
    this.held = null;
  }

  /** How every target that is on the table stands. */
  scores(): Score[] {
    return this.copies.flatMap(({ product, turn, beside }) => {
      const mine = this.placed.find((placed) => placed.product.id === product.id);
      if (!mine) return [];
      const level: Vector = [mine.at[0], mine.at[1], beside[2]];
      return [
        {
          product: product.id,
          metres: apart(level, beside),
          degrees: (angleBetween(mine.turn, turn) * 180) / Math.PI,
        },
      ];
    });
  }
}
