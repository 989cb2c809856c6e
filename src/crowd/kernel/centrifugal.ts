/**
 * Model `centrifugal`: the generalised centrifugal force model (Chraibi, Seyfried and Schadschneider 2010). Bodies are ellipses,
 * longer the faster one walks and wider the slower; the force grows with the speed at which two close in, and falls with the
 * distance between the ellipses.
 *
 * The original oscillates and overlaps. Here the drive is integrated exactly, nobody is driven backwards, forces have caps, and
 * the kernel keeps the cores of bodies apart.
 */
import type { Neighbours } from "./grid.js";
import { NUMBER } from "./layout.js";
import type { SortedColumns } from "./memory.js";
import { decay } from "./speed.js";
import { CHOICE, type MovementModel, type Surroundings } from "./surroundings.js";
import { WallPoints } from "./wall-points.js";

/** Parameters of the paper, and caps and ranges of the authors' code; lengths of the body are for a radius of 0.25 m. */
export const CENTRIFUGAL = Object.freeze({
  /** tau: seconds in which the wished velocity is taken up. */
  relaxation: 0.5,
  /** eta: share of the wished speed that counts as closing in, of others and of walls. */
  strength: 0.3,
  wallStrength: 0.2,
  /** Greatest accelerations in m/s2. */
  cap: 9,
  wallCap: 3,
  /** Metres between ellipses beyond which nothing counts, and over which the force fades in and out. */
  range: 2,
  fade: 0.1,
  /** a = length + lengthening v: half the length, in metres, and seconds. */
  length: 0.18,
  lengthening: 0.53,
  /** b: half the width in metres, standing and at full speed. */
  width: 0.25,
  narrowest: 0.2,
  /** Seconds of a step of the equations, at most. */
  longestStep: 0.01,
});

/** The radius that the lengths are for. */
const RADIUS = 0.25;

/** Speed in m/s below which somebody faces the wish rather than the motion. */
const STANDING = 0.01;

/** Places in `face`: the unit vector that an agent faces. */
const FACE = Object.freeze({ x: 0, y: 1, size: 2 });

export class Centrifugal implements MovementModel {
  private readonly sorted: SortedColumns;
  private readonly numbers: Float64Array;
  private readonly neighbours: Neighbours;
  private readonly choice: Float64Array;
  private readonly points: WallPoints;
  private readonly face = new Float64Array(FACE.size);
  private readonly force = new Float64Array(2);

  constructor(around: Surroundings) {
    this.sorted = around.memory.sorted;
    this.numbers = around.memory.numbers;
    this.neighbours = around.neighbours;
    this.choice = around.choice;
    this.points = new WallPoints(around);
  }

  choose(s: number): void {
    const { choice, force, points } = this;
    const { vx, vy } = this.sorted;
    const step = this.numbers[NUMBER.step];
    const wx = choice[CHOICE.vx];
    const wy = choice[CHOICE.vy];
    const wish = Math.sqrt(wx * wx + wy * wy);
    if (wish === 0) return;
    force.fill(0);
    this.addOthers(s, wish);
    points.find(s);
    this.addWalls(s, wish);
    const left = decay(step / CENTRIFUGAL.relaxation);
    let x = wx + left * (vx[s] - wx) + step * force[0];
    let y = wy + left * (vy[s] - wy) + step * force[1];
    const back = Math.min(0, (x * wx + y * wy) / (wish * wish));
    x -= back * wx;
    y -= back * wy;
    const speed = Math.sqrt(x * x + y * y);
    const scale = speed > choice[CHOICE.top] ? choice[CHOICE.top] / speed : 1;
    choice[CHOICE.vx] = scale * x;
    choice[CHOICE.vy] = scale * y;
  }

  /** F_ij = -k_ij (eta v0 + v_ij)^2 / dist_ij e_ij: eqs. 4 to 8. */
  private addOthers(s: number, wish: number): void {
    const { neighbours, force } = this;
    const { x, y, vx, vy } = this.sorted;
    for (let k = 0; k < neighbours.count; k++) {
      const j = neighbours.agent[k];
      const d = Math.sqrt(neighbours.distance2[k]);
      if (d === 0) continue;
      const ex = (x[j] - x[s]) / d;
      const ey = (y[j] - y[s]) / d;
      this.lookAlong(s);
      const seen = Math.max(0, this.face[FACE.x] * ex + this.face[FACE.y] * ey);
      if (seen === 0) continue;
      const closing = Math.max(0, (vx[s] - vx[j]) * ex + (vy[s] - vy[j]) * ey);
      const own = this.reachAlong(s, ex, ey);
      this.lookAlong(j);
      const gap = d - own - this.reachAlong(j, ex, ey);
      const drive = CENTRIFUGAL.strength * wish + closing;
      const f = seen * faded(drive * drive, gap, CENTRIFUGAL.cap);
      force[0] -= f * ex;
      force[1] -= f * ey;
    }
  }

  /** The same with walls, which stand. */
  private addWalls(s: number, wish: number): void {
    const { points, force } = this;
    const { vx, vy } = this.sorted;
    this.lookAlong(s);
    for (let k = 0; k < points.count; k++) {
      const ex = -points.nx[k];
      const ey = -points.ny[k];
      const seen = Math.max(0, this.face[FACE.x] * ex + this.face[FACE.y] * ey);
      if (seen === 0) continue;
      const closing = Math.max(0, vx[s] * ex + vy[s] * ey);
      const gap = points.distance[k] - this.reachAlong(s, ex, ey);
      const drive = CENTRIFUGAL.wallStrength * wish + closing;
      const f = seen * faded(drive * drive, gap, CENTRIFUGAL.wallCap);
      force[0] -= f * ex;
      force[1] -= f * ey;
    }
  }

  /** Sets `face` to where agent i faces: along its motion, or its wish where it stands. */
  private lookAlong(i: number): void {
    const { face } = this;
    const { vx, vy, wishX, wishY } = this.sorted;
    const speed = Math.sqrt(vx[i] * vx[i] + vy[i] * vy[i]);
    const wish = Math.sqrt(wishX[i] * wishX[i] + wishY[i] * wishY[i]);
    const isWalking = speed > STANDING;
    face[FACE.x] = isWalking ? vx[i] / speed : wish > 0 ? wishX[i] / wish : 1;
    face[FACE.y] = isWalking ? vy[i] / speed : wish > 0 ? wishY[i] / wish : 0;
  }

  /** Metres from the centre of agent i, who faces `face`, to the rim of its ellipse along a unit vector: eqs. 9 and 10. */
  private reachAlong(i: number, ex: number, ey: number): number {
    const { face } = this;
    const { vx, vy, top, radius } = this.sorted;
    const { length, lengthening, width, narrowest } = CENTRIFUGAL;
    const scale = radius[i] / RADIUS;
    const speed = Math.sqrt(vx[i] * vx[i] + vy[i] * vy[i]);
    const a = scale * (length + lengthening * speed);
    const b = scale * (width - (width - narrowest) * Math.min(1, speed / top[i]));
    const cos = face[FACE.x] * ex + face[FACE.y] * ey;
    const sin2 = Math.max(0, 1 - cos * cos);
    return scale === 0 ? 0 : (a * b) / Math.sqrt(b * b * cos * cos + a * a * sin2);
  }
}

/** K / gap up to a cap, faded out before the range, and faded in to the cap where ellipses touch. */
function faded(strength: number, gap: number, cap: number): number {
  const { range, fade } = CENTRIFUGAL;
  if (gap >= range) return 0;
  if (gap >= range - fade) return (strength / gap) * ((range - gap) / fade);
  const f = Math.min(cap, strength / Math.max(gap, fade));
  return gap >= fade ? f : cap + (f - cap) * Math.max(0, gap / fade);
}
