/**
 * Model `speed`: the collision-free speed model (Tordeux, Chraibi and Seyfried 2016, "Collision-free speed model for pedestrian
 * dynamics"), of first order: a direction that others and walls push aside, and a speed that who is in front limits.
 */
import type { Neighbours } from "./grid.js";
import { Headway } from "./headway.js";
import type { SortedColumns } from "./memory.js";
import { decay } from "./speed.js";
import { CHOICE, type MovementModel, type Surroundings } from "./surroundings.js";
import { WallPoints } from "./wall-points.js";

/** Parameters as the authors' code has them; T is everybody's own `headway`. */
export const COLLISION_FREE = Object.freeze({
  /** a: how much others count, beside the wish that counts 1. */
  repulsion: 8,
  /** D: metres in which that falls to 1/e. */
  repulsionRange: 0.1,
  /** The same of walls. */
  wallRepulsion: 5,
  wallRepulsionRange: 0.02,
  /** Metres beyond which others do not count. */
  range: 3,
});

export class CollisionFree implements MovementModel {
  private readonly sorted: SortedColumns;
  private readonly neighbours: Neighbours;
  private readonly choice: Float64Array;
  private readonly headway: Headway;
  private readonly points: WallPoints;

  constructor(around: Surroundings) {
    this.sorted = around.memory.sorted;
    this.neighbours = around.neighbours;
    this.choice = around.choice;
    this.headway = new Headway(around);
    this.points = new WallPoints(around);
  }

  choose(s: number): void {
    const { choice, headway, points } = this;
    const wishX = choice[CHOICE.vx];
    const wishY = choice[CHOICE.vy];
    const wish = Math.sqrt(wishX * wishX + wishY * wishY);
    if (wish === 0) return;
    headway.way[0] = wishX / wish;
    headway.way[1] = wishY / wish;
    points.find(s);
    this.pushAside(s);
    headway.choose(s);
    headway.slide(s, points);
  }

  /** e_i = N (e_0 + sum R(s_ij) e_ij + walls), R(s) = a exp((l - s) / D): eq. 4. */
  private pushAside(s: number): void {
    const { neighbours, points } = this;
    const { x, y, radius } = this.sorted;
    const { way } = this.headway;
    const { repulsion, repulsionRange, wallRepulsion, wallRepulsionRange, range } = COLLISION_FREE;
    let ex = way[0];
    let ey = way[1];
    for (let k = 0; k < neighbours.count && neighbours.distance2[k] <= range * range; k++) {
      const j = neighbours.agent[k];
      const d = Math.sqrt(neighbours.distance2[k]);
      if (d === 0) continue;
      // Who overlaps counts as who touches: contacts are the kernel's.
      const gap = Math.max(0, d - radius[s] - radius[j]);
      const strength = (repulsion * decay(gap / repulsionRange)) / d;
      ex += strength * (x[s] - x[j]);
      ey += strength * (y[s] - y[j]);
    }
    for (let k = 0; k < points.count; k++) {
      const gap = Math.max(0, points.distance[k] - radius[s]);
      const strength = wallRepulsion * decay(gap / wallRepulsionRange);
      ex += strength * points.nx[k];
      ey += strength * points.ny[k];
    }
    const length = Math.sqrt(ex * ex + ey * ey);
    if (length === 0) return;
    way[0] = ex / length;
    way[1] = ey / length;
  }
}
