/**
 * Model `anticipation`: the anticipation velocity model (Xu, Chraibi and Seyfried 2021, "Anticipation in a velocity-based model
 * for pedestrian dynamics"). Others count by where they will be, push at right angles to the wish, and the direction follows
 * with a reaction time; the speed is that of the collision-free speed model.
 *
 * The authors' code lets those who are stuck creep at random, which hides deadlocks; here nobody does.
 */
import type { Neighbours } from "./grid.js";
import { Headway } from "./headway.js";
import { PATIENCE } from "./jam.js";
import { NUMBER } from "./layout.js";
import type { SortedColumns } from "./memory.js";
import { decay } from "./speed.js";
import { CHOICE, type MovementModel, type Surroundings } from "./surroundings.js";
import { WallPoints } from "./wall-points.js";

/** Parameters as the authors' code has them; T is everybody's own `headway`. */
export const ANTICIPATION = Object.freeze({
  /** k: how much others count, beside the wish that counts 1. */
  repulsion: 8,
  /** D: metres in which that falls to 1/e. */
  repulsionRange: 0.1,
  /** t_a: seconds ahead. */
  anticipationTime: 1,
  /** t_r: seconds in which the direction follows. */
  reactionTime: 0.3,
  /** Metres between body and wall in which nobody walks towards the wall. */
  wallBuffer: 0.1,
  /** How much a wall counts that touches, beside the wish that counts 1. */
  wallPush: 0.3,
  /** Metres beyond which others do not count. */
  range: 3,
});

export class Anticipation implements MovementModel {
  private readonly sorted: SortedColumns;
  private readonly numbers: Float64Array;
  private readonly neighbours: Neighbours;
  private readonly choice: Float64Array;
  private readonly headway: Headway;
  private readonly points: WallPoints;
  /** Unit vector of the wish. */
  private readonly wish = new Float64Array(2);

  constructor(around: Surroundings) {
    this.sorted = around.memory.sorted;
    this.numbers = around.memory.numbers;
    this.neighbours = around.neighbours;
    this.choice = around.choice;
    this.headway = new Headway(around);
    this.points = new WallPoints(around);
  }

  choose(s: number): void {
    const { choice, headway, points, wish } = this;
    const wishX = choice[CHOICE.vx];
    const wishY = choice[CHOICE.vy];
    const speed = Math.sqrt(wishX * wishX + wishY * wishY);
    if (speed === 0) {
      choice[CHOICE.stateX] = choice[CHOICE.stateY] = 0;
      return;
    }
    wish[0] = wishX / speed;
    wish[1] = wishY / speed;
    points.find(s);
    this.pushAside(s);
    this.keepFromWalls(s);
    this.follow();
    if (this.sorted.stuck[s] > PATIENCE) {
      headway.way[0] = wish[0];
      headway.way[1] = wish[1];
    }
    headway.choose(s);
    headway.slide(s, points);
  }

  /** e* = N (e_0 + sum R_ij n_ij): the direction that it would like to have. */
  private pushAside(s: number): void {
    const { neighbours, wish, choice } = this;
    const { x, y, vx, vy, radius, wishX, wishY } = this.sorted;
    const { repulsion, repulsionRange, anticipationTime, range } = ANTICIPATION;
    const { way } = this.headway;
    let aside = 0;
    for (let k = 0; k < neighbours.count && neighbours.distance2[k] <= range * range; k++) {
      const j = neighbours.agent[k];
      const d = Math.sqrt(neighbours.distance2[k]);
      if (d === 0) continue;
      const ux = (x[j] - x[s]) / d;
      const uy = (y[j] - y[s]) / d;
      // Who is neither before the wish nor before the direction of the last step is not seen.
      const isSeen =
        ux * wish[0] + uy * wish[1] > 0 || ux * choice[CHOICE.stateX] + uy * choice[CHOICE.stateY] > 0;
      if (!isSeen) continue;
      // The gap as it will be: max(0, gap - (v_i - v_j) . e_ij t_a).
      const closing = (vx[s] - vx[j]) * ux + (vy[s] - vy[j]) * uy;
      const gap = Math.max(0, d - radius[s] - radius[j] - closing * anticipationTime);
      // Those who come towards one count up to twice as much: 1 + (1 - e_0i . e_j) / 2.
      const h = Math.sqrt(wishX[j] * wishX[j] + wishY[j] * wishY[j]);
      const facing = h > 0 ? (wish[0] * wishX[j] + wish[1] * wishY[j]) / h : 0;
      const strength = repulsion * (1 + (1 - facing) / 2) * decay(gap / repulsionRange);
      // Pushed away from its side; whoever is right ahead is passed on the right.
      aside += ux * -wish[1] + uy * wish[0] >= 0 ? -strength : strength;
    }
    const length = Math.sqrt(1 + aside * aside);
    way[0] = (wish[0] - aside * wish[1]) / length;
    way[1] = (wish[1] + aside * wish[0]) / length;
  }

  /** Nobody walks towards a wall that is nearer than the buffer, and who is well within it walks away. */
  private keepFromWalls(s: number): void {
    const { points } = this;
    const { way } = this.headway;
    const { wallBuffer, wallPush } = ANTICIPATION;
    const r = this.sorted.radius[s];
    for (let k = 0; k < points.count; k++) {
      const share = 1 - (points.distance[k] - r) / wallBuffer;
      if (share <= 0) continue;
      const nx = points.nx[k];
      const ny = points.ny[k];
      const out = Math.min(0, way[0] * nx + way[1] * ny) - wallPush * Math.min(1, share);
      way[0] -= out * nx;
      way[1] -= out * ny;
    }
  }

  /** de/dt = (e* - e) / t_r, over the step; kept for the next one. */
  private follow(): void {
    const { choice, wish } = this;
    const { way } = this.headway;
    const isNew = choice[CHOICE.stateX] === 0 && choice[CHOICE.stateY] === 0;
    const beforeX = isNew ? wish[0] : choice[CHOICE.stateX];
    const beforeY = isNew ? wish[1] : choice[CHOICE.stateY];
    const share = 1 - decay(this.numbers[NUMBER.step] / ANTICIPATION.reactionTime);
    let ex = beforeX + share * (way[0] - beforeX);
    let ey = beforeY + share * (way[1] - beforeY);
    const length = Math.sqrt(ex * ex + ey * ey);
    ex = length > 0 ? ex / length : wish[0];
    ey = length > 0 ? ey / length : wish[1];
    way[0] = choice[CHOICE.stateX] = ex;
    way[1] = choice[CHOICE.stateY] = ey;
  }
}
