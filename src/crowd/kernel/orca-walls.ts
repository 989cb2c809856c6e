/**
 * Half-planes of walls, as in section 5 of van den Berg et al. (2011) and in RVO2: a wall is swept towards the agent over its
 * horizon, and velocities into what it shadows are forbidden. In velocities, seen from the agent:
 *
 * ```text
 *      left leg                       right leg
 *          \                           /
 *           \   forbidden velocities  /
 *            \                       /
 *             (P)===================(Q)      the wall's ends over the horizon: the cut-off line, with round ends
 *
 *                       o  velocity 0
 * ```
 *
 * The half-plane touches the shadow at the point nearest to the agent's velocity: on the cut-off line, on a round end or on
 * a leg.
 */
import type { HalfPlanes } from "./half-planes.js";
import { WALLS } from "./layout.js";
import type { SortedColumns, WallColumns } from "./memory.js";
import { CHOICE, type Surroundings } from "./surroundings.js";
import { crosses, isFacing, type NearWalls } from "./walls.js";

/** How deep in a half-plane a wall has to be, for the half-plane to cover it. */
const EPSILON = 1e-5;

/** Places in `legs`: unit directions of the shadow's legs. */
const LEG = Object.freeze({ leftU: 0, leftV: 1, rightU: 2, rightV: 3, size: 4 });

export class WallPlanes {
  private readonly sorted: SortedColumns;
  private readonly walls: WallColumns;
  private readonly near: NearWalls;
  private readonly choice: Float64Array;

  // The shadow of the wall at hand: its legs, the walls that start at its ends (one and the same where only an end is seen), and
  // whether a leg is a neighbouring wall's business.
  private readonly legs = new Float64Array(LEG.size);
  private one = 0;
  private two = 0;
  private leftForeign = false;
  private rightForeign = false;

  constructor(
    { memory, walls, choice }: Surroundings,
    private readonly planes: HalfPlanes,
  ) {
    this.sorted = memory.sorted;
    this.walls = memory.walls;
    this.near = walls;
    this.choice = choice;
  }

  /** Adds those of the walls of agent s. */
  add(s: number): void {
    const { sorted, near, walls } = this;
    const x = sorted.x[s];
    const y = sorted.y[s];
    const reach = sorted.radius[s] + sorted.top[s] * this.choice[CHOICE.obstacleHorizon];
    const reach2 = reach * reach;
    for (let k = 0; k < near.count && near.distance2[k] <= reach2; k++) {
      const w = sorted.walls[WALLS * s + k];
      if (!isFacing(walls, x, y, w) || this.isCovered(s, w) || this.isHidden(s, k)) continue;
      if (!this.addContact(s, w) && this.findShadow(s, w)) this.addTangent(s, w);
    }
  }

  /** Whether the half-planes so far already keep agent s away from all of wall w. */
  private isCovered(s: number, w: number): boolean {
    const { sorted, walls, planes } = this;
    const { count, x, y, u: planeU, v: planeV } = planes;
    const inv = 1 / this.choice[CHOICE.obstacleHorizon];
    const r = inv * sorted.radius[s];
    const px = inv * (walls.ax[w] - sorted.x[s]);
    const py = inv * (walls.ay[w] - sorted.y[s]);
    const qx = inv * (walls.bx[w] - sorted.x[s]);
    const qy = inv * (walls.by[w] - sorted.y[s]);
    for (let k = 0; k < count; k++) {
      const u = planeU[k];
      const v = planeV[k];
      if (
        (px - x[k]) * v - (py - y[k]) * u - r >= -EPSILON &&
        (qx - x[k]) * v - (qy - y[k]) * u - r >= -EPSILON
      )
        return true;
    }
    return false;
  }

  /** Whether the nearest point of the k-th wall lies behind a nearer wall. */
  private isHidden(s: number, k: number): boolean {
    const { sorted, walls } = this;
    const { ax, ay, ux, uy, length } = walls;
    const base = WALLS * s;
    const x = sorted.x[s];
    const y = sorted.y[s];
    const w = sorted.walls[base + k];
    const along = Math.max(0, Math.min(length[w], (x - ax[w]) * ux[w] + (y - ay[w]) * uy[w]));
    // A hair off the wall, so that the walls that meet it do not count.
    const px = ax[w] + along * ux[w] + 1e-6 * (x - ax[w] - along * ux[w]);
    const py = ay[w] + along * uy[w] + 1e-6 * (y - ay[w] - along * uy[w]);
    for (let j = 0; j < k; j++) if (crosses(walls, x, y, px, py, sorted.walls[base + j])) return true;
    return false;
  }

  /** Already in contact: only velocities that do not go deeper. False where agent s does not touch wall w. */
  private addContact(s: number, w: number): boolean {
    const { sorted, planes } = this;
    const { ax, ay, bx, by, ux, uy, length, next } = this.walls;
    const two = next[w];
    const r = sorted.radius[s];
    const r2 = r * r;
    const px = ax[w] - sorted.x[s];
    const py = ay[w] - sorted.y[s];
    const qx = bx[w] - sorted.x[s];
    const qy = by[w] - sorted.y[s];
    const p2 = px * px + py * py;
    const q2 = qx * qx + qy * qy;
    const along = -(px * ux[w] + py * uy[w]) / length[w];
    const across = px * uy[w] - py * ux[w];
    if (along < 0 && p2 <= r2) {
      if (this.isCorner(s, w)) {
        const d = Math.sqrt(p2) || 1;
        planes.add(0, 0, -py / d, px / d);
      }
      return true;
    }
    if (along > 1 && q2 <= r2) {
      const isOurs = this.near.isOpen(s, two) || qx * uy[two] - qy * ux[two] >= 0;
      if (isOurs && this.isCorner(s, two)) {
        const d = Math.sqrt(q2) || 1;
        planes.add(0, 0, -qy / d, qx / d);
      }
      return true;
    }
    if (along >= 0 && along <= 1 && across * across <= r2) {
      planes.add(0, 0, -ux[w], -uy[w]);
      return true;
    }
    return false;
  }

  /** Whether agent s has to go around the start of wall w: the obstacle is convex there, or a wall ends at an opening. */
  private isCorner(s: number, w: number): boolean {
    const { convex, prev } = this.walls;
    return convex[w] === 1 || this.near.isOpen(s, w) || this.near.isOpen(s, prev[w]);
  }

  /** Finds the legs of the shadow of wall w; false where the walls beside it cast all of it. */
  private findShadow(s: number, w: number): boolean {
    const { sorted, legs } = this;
    const { ax, ay, bx, by, ux, uy, length, next } = this.walls;
    const r = sorted.radius[s];
    const px = ax[w] - sorted.x[s];
    const py = ay[w] - sorted.y[s];
    const qx = bx[w] - sorted.x[s];
    const qy = by[w] - sorted.y[s];
    const along = -(px * ux[w] + py * uy[w]) / length[w];
    const across = px * uy[w] - py * ux[w];
    this.one = w;
    this.two = next[w];
    if (across * across <= r * r && (along < 0 || along > 1)) {
      // Seen from an end: that vertex alone.
      const end = along < 0 ? this.one : this.two;
      if (!this.isCorner(s, end)) return false;
      this.one = this.two = end;
      this.leftLeg(along < 0 ? px : qx, along < 0 ? py : qy, r);
      this.rightLeg(along < 0 ? px : qx, along < 0 ? py : qy, r);
    } else {
      if (this.isCorner(s, this.one)) this.leftLeg(px, py, r);
      else {
        legs[LEG.leftU] = -ux[w];
        legs[LEG.leftV] = -uy[w];
      }
      if (this.isCorner(s, this.two)) this.rightLeg(qx, qy, r);
      else {
        legs[LEG.rightU] = ux[w];
        legs[LEG.rightV] = uy[w];
      }
    }
    this.cutLegs(s);
    return true;
  }

  /** The left tangent from the agent to a disc of radius r around (x, y), seen from the agent. */
  private leftLeg(x: number, y: number, r: number): void {
    const d2 = x * x + y * y;
    const leg = Math.sqrt(d2 - r * r);
    this.legs[LEG.leftU] = (x * leg - y * r) / d2;
    this.legs[LEG.leftV] = (x * r + y * leg) / d2;
  }

  /** The right one. */
  private rightLeg(x: number, y: number, r: number): void {
    const d2 = x * x + y * y;
    const leg = Math.sqrt(d2 - r * r);
    this.legs[LEG.rightU] = (x * leg + y * r) / d2;
    this.legs[LEG.rightV] = (-x * r + y * leg) / d2;
  }

  /** A leg that points into the neighbouring wall is that wall's business. */
  private cutLegs(s: number): void {
    const { legs, one, two, near } = this;
    const { ux, uy, prev, convex } = this.walls;
    const before = prev[one];
    this.leftForeign =
      convex[one] === 1 &&
      !near.isOpen(s, before) &&
      legs[LEG.leftU] * -uy[before] + legs[LEG.leftV] * ux[before] >= 0;
    if (this.leftForeign) {
      legs[LEG.leftU] = -ux[before];
      legs[LEG.leftV] = -uy[before];
    }
    this.rightForeign =
      convex[two] === 1 &&
      !near.isOpen(s, two) &&
      legs[LEG.rightU] * uy[two] - legs[LEG.rightV] * ux[two] <= 0;
    if (this.rightForeign) {
      legs[LEG.rightU] = ux[two];
      legs[LEG.rightV] = uy[two];
    }
  }

  /** The half-plane that touches the shadow where it is nearest to the velocity of agent s. */
  private addTangent(s: number, w: number): void {
    const { sorted, planes, legs, one, two } = this;
    const { ax, ay, bx, by, ux, uy } = this.walls;
    const single = one === two;
    const leftU = legs[LEG.leftU];
    const leftV = legs[LEG.leftV];
    const rightU = legs[LEG.rightU];
    const rightV = legs[LEG.rightV];
    const inv = 1 / this.choice[CHOICE.obstacleHorizon];
    const r = sorted.radius[s];
    const cutPX = inv * (ax[one] - sorted.x[s]);
    const cutPY = inv * (ay[one] - sorted.y[s]);
    const cutQX = single ? cutPX : inv * (bx[w] - sorted.x[s]);
    const cutQY = single ? cutPY : inv * (by[w] - sorted.y[s]);
    const cutU = cutQX - cutPX;
    const cutV = cutQY - cutPY;
    const vpx = sorted.vx[s] - cutPX;
    const vpy = sorted.vy[s] - cutPY;
    const vqx = sorted.vx[s] - cutQX;
    const vqy = sorted.vy[s] - cutQY;
    const t = single ? 0.5 : (vpx * cutU + vpy * cutV) / (cutU * cutU + cutV * cutV);
    const tLeft = vpx * leftU + vpy * leftV;
    const tRight = vqx * rightU + vqy * rightV;
    if ((t < 0 && tLeft < 0) || (single && tLeft < 0 && tRight < 0)) {
      const d = Math.sqrt(vpx * vpx + vpy * vpy) || 1;
      planes.add(cutPX + (r * inv * vpx) / d, cutPY + (r * inv * vpy) / d, vpy / d, -vpx / d);
      return;
    }
    if (t > 1 && tRight < 0) {
      const d = Math.sqrt(vqx * vqx + vqy * vqy) || 1;
      planes.add(cutQX + (r * inv * vqx) / d, cutQY + (r * inv * vqy) / d, vqy / d, -vqx / d);
      return;
    }
    const onCut = !(t < 0 || t > 1 || single);
    const cut2 = onCut ? length2(vpx - t * cutU, vpy - t * cutV) : Infinity;
    const left2 = tLeft >= 0 ? length2(vpx - tLeft * leftU, vpy - tLeft * leftV) : Infinity;
    const right2 = tRight >= 0 ? length2(vqx - tRight * rightU, vqy - tRight * rightV) : Infinity;
    if (cut2 <= left2 && cut2 <= right2) {
      planes.add(cutPX + r * inv * uy[w], cutPY - r * inv * ux[w], -ux[w], -uy[w]);
    } else if (left2 <= right2) {
      if (!this.leftForeign) planes.add(cutPX - r * inv * leftV, cutPY + r * inv * leftU, leftU, leftV);
    } else if (!this.rightForeign) {
      planes.add(cutQX + r * inv * rightV, cutQY - r * inv * rightU, -rightU, -rightV);
    }
  }
}

function length2(x: number, y: number): number {
  return x * x + y * y;
}
