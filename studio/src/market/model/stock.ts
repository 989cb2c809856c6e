/**
 * What stands in the shelves: products in layers, each of a shelf with its outward direction (Fischer et al. 2011, III and VI).
 *
 * 40 shelves of 60 products: four boards, five columns, three layers one behind the other. Kinds differ by shape, size and colour.
 */
import { Random } from "wayfield/numerics";
import { MARKET, type ShelfPlan } from "wayfield/scenes";
import type { Box3 } from "./boxes.js";
import type { Vector } from "./space.js";

export type Shape = "box" | "bottle" | "can";

/** A product in its shelf. */
export interface Product extends Box3 {
  readonly id: number;
  readonly shelf: number;
  /** Layer from the front, 0 to 2; column and board from the left and from below. */
  readonly layer: number;
  readonly column: number;
  readonly board: number;
  readonly shape: Shape;
  /** Which of the kinds it is: products of one kind are alike. */
  readonly kind: number;
  /** Red, green and blue, 0 to 1. */
  readonly colour: Vector;
}

const BOARDS = 4;
const COLUMNS = 5;
const LAYERS = 3;
/** Heights of the boards in metres. */
export const BOARD_AT: readonly number[] = [0.12, 0.62, 1.12, 1.62];
export const BOARD_THICKNESS = 0.03;
/** Metres that a shelf's front edge keeps from its products. */
const EDGE = 0.01;

const KINDS = 320;

interface Kind {
  readonly shape: Shape;
  readonly half: Vector;
  readonly colour: Vector;
}

/** Colours of packages: any hue but those that mean something here (purple table, green arrow, target orange). */
function packageColour(random: Random): Vector {
  const hues = [0.0, 0.02, 0.12, 0.15, 0.5, 0.55, 0.58, 0.62, 0.95];
  const hue = hues[random.below(hues.length)] + random.between(-0.015, 0.015);
  return hsl(hue, random.between(0.35, 0.75), random.between(0.35, 0.78));
}

/** What targets look like. */
export const TARGET_COLOUR: Vector = [1, 0.42, 0.02];

function hsl(h: number, s: number, l: number): Vector {
  const a = s * Math.min(l, 1 - l);
  const channel = (n: number): number => {
    const k = (((n + h * 12) % 12) + 12) % 12;
    return l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [channel(0), channel(8), channel(4)];
}

function kindsOf(random: Random): Kind[] {
  const shapes: readonly Shape[] = ["box", "box", "box", "bottle", "can"];
  return Array.from({ length: KINDS }, () => {
    const shape = shapes[random.below(shapes.length)];
    const width = shape === "box" ? random.between(0.13, 0.185) : random.between(0.05, 0.075);
    const height = shape === "can" ? random.between(0.06, 0.09) : random.between(0.13, 0.2);
    const depth = shape === "box" ? random.between(0.035, 0.068) : Math.min(width, 0.068);
    return {
      shape,
      half: [shape === "box" ? width : depth, depth, height] as Vector,
      colour: packageColour(random),
    };
  });
}

/** A place in a shelf: its number, board, column and layer. */
export type ShelfPlace = readonly [shelf: number, board: number, column: number, layer: number];

/** Where what is searched for stands: three for the search, three for the selection, all behind cartons, one layer deep. */
export const HIDDEN: readonly ShelfPlace[] = [
  [6, 1, 2, 1],
  [21, 1, 3, 1],
  [35, 1, 2, 1],
];
export const SELECTED: readonly ShelfPlace[] = [
  [11, 1, 3, 1],
  [18, 1, 2, 1],
  [28, 1, 1, 1],
];

/** A carton that fills its place but for a crack, and what is hidden behind it. */
const CARTON: Pick<Kind, "shape" | "half"> = { shape: "box", half: [0.196, 0.07, 0.21] };
const SOUGHT: Pick<Kind, "shape" | "half"> = { shape: "box", half: [0.13, 0.06, 0.19] };

/** What stands at a place instead of its column's kind; null for almost all. */
function standIn([shelf, board, column, layer]: ShelfPlace): Pick<Kind, "shape" | "half"> | null {
  for (const [s, b, c, l] of [...HIDDEN, ...SELECTED]) {
    if (s !== shelf || b !== board) continue;
    if (c === column && l === layer) return SOUGHT;
    if (layer < l && Math.abs(column - c) <= 1) return CARTON;
  }
  return null;
}

/** Where a place of a shelf is: metres along the front from its left end, into the shelf, and up. */
export function inShelf({ from, to, out }: ShelfPlan, along: number, deep: number, up: number): Vector {
  const length = MARKET.shelfWidth;
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  return [from[0] + ux * along - out[0] * deep, from[1] + uy * along - out[1] * deep, up];
}

/** The stock of all shelves; the same for the same seed. */
export function stockOf(shelves: readonly ShelfPlan[], seed = 1): Product[] {
  const random = new Random(seed);
  const kinds = kindsOf(random);
  const products: Product[] = [];
  const wide = MARKET.shelfWidth / COLUMNS;
  const deep = MARKET.shelfDepth / LAYERS;
  shelves.forEach((plan, shelf) => {
    for (let board = 0; board < BOARDS; board++) {
      for (let column = 0; column < COLUMNS; column++) {
        // A column is one kind: what is behind is like what is before, as in a shop.
        const kind = random.below(KINDS);
        for (let layer = 0; layer < LAYERS; layer++) {
          const { shape, half, colour } = { ...kinds[kind], ...standIn([shelf, board, column, layer]) };
          const up = BOARD_AT[board] + half[2];
          const middle = inShelf(plan, (column + 0.5) * wide, EDGE + (layer + 0.5) * deep, up);
          const across: Vector = plan.out[0] !== 0 ? [half[1], half[0], half[2]] : half;
          products.push({
            id: products.length,
            shelf,
            layer,
            column,
            board,
            shape,
            kind,
            colour,
            middle,
            half: across,
          });
        }
      }
    }
  });
  return products;
}

/** The number of a product by where it stands. */
export function productAt(shelf: number, board: number, column: number, layer: number): number {
  return ((shelf * BOARDS + board) * COLUMNS + column) * LAYERS + layer;
}
