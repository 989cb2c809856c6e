/**
 * Cells across the portals of a building.
 *
 * On the sheet a portal is a pair of walls, far apart, that are one line in truth. Beyond each of them the cells go on, as *images*
 * of cells on the other side, and cells that the line passes are free where nothing but the line is in their way:
 *
 *      level            |  images               shift        images  |            flight
 *      +---+---+---+---+|--+- - +- - +      ------------>   + - -+ --|+---+---+---+---+
 *      |   |   |   | i ||  |  k      |                            i' || j |   |   |   |
 *      +---+---+---+---+|--+- - +- - +                      + - -+ --|+---+---+---+---+
 *
 * The neighbour of i across the line is the cell j that its image k shows: the nearest to where k is beyond the shift. So a field
 * goes on across portals, whatever their direction and wherever cells begin; each cell is still a mean of its neighbours, and
 * so none but a goal is a maximum.
 */
import type { Seam } from "./seams.js";

/** The images of a grid. */
export class Images {
  /** The cell that an image shows. */
  readonly shown = new Map<number, number>();
  /** The seam that an image lies beyond, or that passes a free cell. */
  readonly seams = new Map<number, Seam>();
  /** Per cell, those that have it for a neighbour by an image. */
  readonly hearers = new Map<number, number[]>();

  /** The cells that have neighbours by images, or are such neighbours. */
  *linked(): Generator<number> {
    for (const [shown, hearers] of this.hearers) {
      yield shown;
      yield* hearers;
    }
  }

  /** Makes a cell one that has another for a neighbour by an image. */
  hear(cell: number, shown: number): void {
    const list = this.hearers.get(shown);
    if (list) list.push(cell);
    else this.hearers.set(shown, [cell]);
  }
}
