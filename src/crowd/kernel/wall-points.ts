/** Walls as models of forces see them: the nearest point of each, every corner once. */
import { WALLS } from "./layout.js";
import type { SortedColumns, WallColumns } from "./memory.js";
import type { Surroundings } from "./surroundings.js";
import { isFacing, type NearWalls } from "./walls.js";

/** Who is about to reach a goal in a wall does not shy away from walls within this cosine of straight ahead. */
const AHEAD = 0.7;

/** Wall points of the agent at hand: the first `count` entries. */
export class WallPoints {
  count = 0;
  /** Unit vectors from the points to the agent. */
  readonly nx = new Float64Array(WALLS);
  readonly ny = new Float64Array(WALLS);
  /** Metres from the agent's centre. */
  readonly distance = new Float64Array(WALLS);

  private readonly near: NearWalls;
  private readonly walls: WallColumns;
  private readonly sorted: SortedColumns;

  constructor({ memory, walls }: Surroundings) {
    this.near = walls;
    this.walls = memory.walls;
    this.sorted = memory.sorted;
  }

  /** Finds the points of agent s, nearest first, of the walls that were found for it. */
  find(s: number): void {
    const { near, sorted } = this;
    this.count = 0;
    for (let k = 0; k < near.count; k++) {
      const w = sorted.walls[WALLS * s + k];
      if (isFacing(this.walls, sorted.x[s], sorted.y[s], w)) this.take(s, w);
    }
  }

  private take(s: number, w: number): void {
    const { sorted, nx, ny, distance, count } = this;
    const { ax, ay, bx, by, ux, uy, length, prev } = this.walls;
    const x = sorted.x[s];
    const y = sorted.y[s];
    const along = (x - ax[w]) * ux[w] + (y - ay[w]) * uy[w];
    // A corner is the end of one wall and the beginning of the next: it counts with the former.
    if (along <= 0 && this.endsAtCorner(x, y, prev[w])) return;
    const dx = along <= 0 ? x - ax[w] : along >= length[w] ? x - bx[w] : x - ax[w] - along * ux[w];
    const dy = along <= 0 ? y - ay[w] : along >= length[w] ? y - by[w] : y - ay[w] - along * uy[w];
    const d = Math.sqrt(dx * dx + dy * dy);
    nx[count] = d > 0 ? dx / d : uy[w];
    ny[count] = d > 0 ? dy / d : -ux[w];
    if (sorted.closing[s] && this.isAhead(s)) return;
    distance[count] = d;
    this.count++;
  }

  /** Whether the corner at the end of wall w is its point nearest to (x, y). */
  private endsAtCorner(x: number, y: number, w: number): boolean {
    const { ax, ay, ux, uy, length } = this.walls;
    const along = (x - ax[w]) * ux[w] + (y - ay[w]) * uy[w];
    return along >= length[w] && isFacing(this.walls, x, y, w);
  }

  /** Whether the point at hand is straight ahead of agent s. */
  private isAhead(s: number): boolean {
    const { nx, ny, count } = this;
    const { wishX, wishY } = this.sorted;
    const wish = Math.sqrt(wishX[s] * wishX[s] + wishY[s] * wishY[s]);
    return -(nx[count] * wishX[s] + ny[count] * wishY[s]) > AHEAD * wish;
  }
}
