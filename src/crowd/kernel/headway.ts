/**
 * Headway, as the collision-free speed model has it (Tordeux, Chraibi and Seyfried 2016): v = min(v0, max(0, s / T)), s the free
 * distance to the nearest in front.
 *
 * Two of one stream who have each other in front stand for ever in the original, as the arches of its clogged doors do. Here the
 * one who has the other less in front goes first, and of equals the one who came first.
 */
import type { Neighbours } from "./grid.js";
import type { SortedColumns } from "./memory.js";
import { CHOICE, type Surroundings } from "./surroundings.js";
import type { WallPoints } from "./wall-points.js";

/** Walls limit the speed towards them, which the original does not: to what is left over so many seconds. */
const WALL_TIME = 0.2;

/** Rounds of that: between two walls a velocity that one of them allows may not suit the other. */
const ROUNDS = 2;

export class Headway {
  /** Unit direction in which the agent at hand walks, x and y. */
  readonly way = new Float64Array(2);

  private readonly sorted: SortedColumns;
  private readonly neighbours: Neighbours;
  private readonly choice: Float64Array;

  constructor({ memory, neighbours, choice }: Surroundings) {
    this.sorted = memory.sorted;
    this.neighbours = neighbours;
    this.choice = choice;
  }

  /** Agent s walks along `way`, as fast as who is in front allows. */
  choose(s: number): void {
    const { sorted, neighbours, choice, way } = this;
    const { x, y, radius } = sorted;
    const ex = way[0];
    const ey = way[1];
    let free = Infinity;
    for (let k = 0; k < neighbours.count; k++) {
      const j = neighbours.agent[k];
      const width = radius[s] + radius[j];
      const d = Math.sqrt(neighbours.distance2[k]);
      if (d - width >= free) continue;
      const dx = x[j] - x[s];
      const dy = y[j] - y[s];
      // In front, and within the width of both: eq. 6.
      if (dx * ex + dy * ey <= 0 || Math.abs(dx * ey - dy * ex) > width) continue;
      if (!this.goesFirst(s, j)) free = d - width;
    }
    // V(s) = min(v0, max(0, s / T)): eq. 3.
    const vx = sorted.wishX[s];
    const vy = sorted.wishY[s];
    const v = Math.min(Math.sqrt(vx * vx + vy * vy), Math.max(0, free / sorted.headway[s]));
    choice[CHOICE.vx] = v * ex;
    choice[CHOICE.vy] = v * ey;
  }

  /** Whether agent s, who has j in front, need not wait: j walks the same way, has s in front, and more so. */
  private goesFirst(s: number, j: number): boolean {
    const { x, y, wishX, wishY, radius, slot } = this.sorted;
    const { way } = this;
    const hx = wishX[j];
    const hy = wishY[j];
    const along = hx * way[0] + hy * way[1];
    if (along <= 0) return false;
    const dx = x[j] - x[s];
    const dy = y[j] - y[s];
    const h = Math.sqrt(hx * hx + hy * hy);
    const mine = dx * way[0] + dy * way[1];
    const theirs = -(dx * hx + dy * hy) / h;
    if (theirs <= 0 || Math.abs(dx * hy - dy * hx) > h * (radius[s] + radius[j])) return false;
    return mine < theirs || (mine === theirs && slot[s] < slot[j]);
  }

  /** Takes off the part of the velocity that leads into walls faster than the gap allows: people slide along. */
  slide(s: number, points: WallPoints): void {
    const { choice } = this;
    const r = this.sorted.wallBody[s];
    for (let round = 0; round < ROUNDS; round++) {
      for (let k = 0; k < points.count; k++) {
        const nx = points.nx[k];
        const ny = points.ny[k];
        const into = -(choice[CHOICE.vx] * nx + choice[CHOICE.vy] * ny);
        const excess = into - Math.max(0, points.distance[k] - r) / WALL_TIME;
        if (into <= 0 || excess <= 0) continue;
        choice[CHOICE.vx] += excess * nx;
        choice[CHOICE.vy] += excess * ny;
      }
    }
  }
}
