/**
 * Model `social-force` (Helbing, Farkas and Vicsek 2000, "Simulating dynamical features of escape panic", eqs. 1 to 3): a drive to
 * the wished velocity, repulsion by others and walls, and where bodies touch a body force and sliding friction.
 *
 * The equations are stiff: the kernel makes several steps of a longer one (`longestStep`). The drive is integrated exactly;
 * friction is taken at the end of the step, where it draws velocities together and never beyond, so that it slows and never
 * pushes, however deep bodies are pressed.
 */
import type { Neighbours } from "./grid.js";
import { NUMBER } from "./layout.js";
import type { SortedColumns } from "./memory.js";
import { decay } from "./speed.js";
import { CHOICE, type MovementModel, type Surroundings } from "./surroundings.js";
import { WallPoints } from "./wall-points.js";

/** Parameters as in the paper. */
export const SOCIAL_FORCE = Object.freeze({
  /** m: kilograms. */
  mass: 80,
  /** tau: seconds in which the wished velocity is taken up. */
  relaxation: 0.5,
  /** A: newtons, and B: metres in which that falls to 1/e. */
  repulsion: 2000,
  repulsionRange: 0.08,
  /** k: body force in kg/s2. */
  stiffness: 1.2e5,
  /** kappa: friction in kg/(m s). */
  friction: 2.4e5,
  /** Metres beyond which others and walls do not count: e^-16 of A is left. */
  range: 2,
  /** Seconds of a step of the equations, at most. */
  longestStep: 0.005,
});

/** Places in `sums`: the force over the mass, and the friction's matrix and right side over the mass. */
const SUM = Object.freeze({ x: 0, y: 1, xx: 2, xy: 3, yy: 4, rightX: 5, rightY: 6, size: 7 });

export class SocialForce implements MovementModel {
  private readonly sorted: SortedColumns;
  private readonly numbers: Float64Array;
  private readonly neighbours: Neighbours;
  private readonly choice: Float64Array;
  private readonly points: WallPoints;
  private readonly sums = new Float64Array(SUM.size);

  constructor(around: Surroundings) {
    this.sorted = around.memory.sorted;
    this.numbers = around.memory.numbers;
    this.neighbours = around.neighbours;
    this.choice = around.choice;
    this.points = new WallPoints(around);
  }

  choose(s: number): void {
    const { choice, sums, points, numbers } = this;
    const { vx, vy } = this.sorted;
    const step = numbers[NUMBER.step];
    sums.fill(0);
    this.addOthers(s);
    points.find(s);
    this.addWalls(s);
    // m dv/dt = m (v0 e0 - v) / tau: towards the wish, exactly; then the other forces.
    const left = decay(step / SOCIAL_FORCE.relaxation);
    const wx = choice[CHOICE.vx];
    const wy = choice[CHOICE.vy];
    const x = wx + left * (vx[s] - wx) + step * (sums[SUM.x] + sums[SUM.rightX]);
    const y = wy + left * (vy[s] - wy) + step * (sums[SUM.y] + sums[SUM.rightY]);
    // (1 + dt F) v = x, F the friction's matrix: symmetric and never negative, so v is never longer than what it is drawn to.
    const xx = 1 + step * sums[SUM.xx];
    const xy = step * sums[SUM.xy];
    const yy = 1 + step * sums[SUM.yy];
    const det = xx * yy - xy * xy;
    choice[CHOICE.vx] = (yy * x - xy * y) / det;
    choice[CHOICE.vy] = (xx * y - xy * x) / det;
  }

  /** (A exp((r - d) / B) + k g(r - d)) n + kappa g(r - d) dv_t t: eq. 2, over the mass. */
  private addOthers(s: number): void {
    const { neighbours, sums } = this;
    const { x, y, vx, vy, radius, slot } = this.sorted;
    const { mass, range } = SOCIAL_FORCE;
    for (let k = 0; k < neighbours.count && neighbours.distance2[k] <= range * range; k++) {
      const j = neighbours.agent[k];
      const d = Math.sqrt(neighbours.distance2[k]);
      // Two in one place part along x, the older one to the left.
      const nx = d > 0 ? (x[s] - x[j]) / d : slot[s] < slot[j] ? -1 : 1;
      const ny = d > 0 ? (y[s] - y[j]) / d : 0;
      const depth = radius[s] + radius[j] - d;
      const push = pushOf(depth) / mass;
      sums[SUM.x] += push * nx;
      sums[SUM.y] += push * ny;
      if (depth > 0) this.rub(nx, ny, depth, vx[j] * -ny + vy[j] * nx);
    }
  }

  /** The same with walls, which stand: eq. 3. */
  private addWalls(s: number): void {
    const { points, sums } = this;
    const r = this.sorted.radius[s];
    for (let k = 0; k < points.count && points.distance[k] <= SOCIAL_FORCE.range; k++) {
      const depth = r - points.distance[k];
      const push = pushOf(depth) / SOCIAL_FORCE.mass;
      sums[SUM.x] += push * points.nx[k];
      sums[SUM.y] += push * points.ny[k];
      if (depth > 0) this.rub(points.nx[k], points.ny[k], depth, 0);
    }
  }

  /** Friction along t = (-n_y, n_x) towards the velocity `along` of the other side. */
  private rub(nx: number, ny: number, depth: number, along: number): void {
    const { sums } = this;
    const strength = (SOCIAL_FORCE.friction * depth) / SOCIAL_FORCE.mass;
    sums[SUM.xx] += strength * ny * ny;
    sums[SUM.xy] -= strength * nx * ny;
    sums[SUM.yy] += strength * nx * nx;
    sums[SUM.rightX] -= strength * along * ny;
    sums[SUM.rightY] += strength * along * nx;
  }
}

/** A exp(depth / B) + k g(depth), in newtons. Deeper than half a metre the exponential grows no more, so that it stays finite. */
function pushOf(depth: number): number {
  const { repulsion, repulsionRange, stiffness } = SOCIAL_FORCE;
  if (depth <= 0) return repulsion * decay(-depth / repulsionRange);
  return repulsion / decay(Math.min(depth, 0.5) / repulsionRange) + stiffness * depth;
}
