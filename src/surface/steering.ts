/** How somebody on a surface keeps clear of others: which headings to try, the best first. */
import { cross, type Point3, sub } from "./vector.js";

/** Somebody, or something, to keep clear of. */
export interface Mover {
  readonly position: Point3;
  /** Metres per second in space. */
  readonly velocity: Point3;
  /** Metres. */
  readonly radius: number;
}

/** A heading to try. */
export interface Trial {
  /** Radians to the left of the way; 0 is the way itself. */
  readonly angle: number;
  /** Share of the speed, above 0. */
  readonly share: number;
  readonly direction: Point3;
}

const ANGLES = [0, 10, 20, 30, 45, 60, 80].flatMap((a) => (a === 0 ? [0] : [-a, a]));
const SHARES = [1, 0.5, 0.25];
/** What a radian aside, standing still, and a collision right now cost; and left rather than right. */
const COST = Object.freeze({ aside: 0.6, slow: 0.8, collision: 2.5, left: 0.02 });

/** Seconds until two come nearer than the sum of their radii, at the speeds they have; Infinity where they do not. */
export function timeToCollision(apart: Point3, approach: Point3, least: number): number {
  return timeUntil(apart[0], apart[1], apart[2], approach[0], approach[1], approach[2], least);
}

function timeUntil(
  x: number,
  y: number,
  z: number,
  vx: number,
  vy: number,
  vz: number,
  least: number,
): number {
  const b = x * vx + y * vy + z * vz;
  const c = x * x + y * y + z * z - least * least;
  // Who overlaps already is to walk apart.
  if (c <= 0) return b < 0 ? 0 : Infinity;
  if (!(b < 0)) return Infinity;
  const root = b * b - (vx * vx + vy * vy + vz * vz) * c;
  return root > 0 ? c / (-b + Math.sqrt(root)) : Infinity;
}

/** Numbers per mover: how far apart, its velocity, and the sum of radii. */
const STRIDE = 7;

/**
 * Headings and speeds by what they cost: leaving the way, walking slowly, and meeting somebody soon, if all others walk on as
 * they do.
 *
 * @param horizon seconds; later collisions do not count
 */
export function trials(
  self: { readonly position: Point3; readonly radius: number; readonly speed: number },
  forward: Point3,
  normal: Point3,
  others: readonly Mover[],
  horizon: number,
): Trial[] {
  const side = cross(normal, forward);
  // In one table, since every heading at every speed looks at all of them.
  const near = new Float64Array(STRIDE * others.length);
  others.forEach(({ position, velocity, radius }, i) => {
    near.set(sub(position, self.position), STRIDE * i);
    near.set(velocity, STRIDE * i + 3);
    near[STRIDE * i + 6] = self.radius + radius;
  });
  const found: (Trial & { readonly cost: number })[] = [];
  for (const degrees of ANGLES) {
    const angle = (degrees * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const direction: Point3 = [
      cos * forward[0] + sin * side[0],
      cos * forward[1] + sin * side[1],
      cos * forward[2] + sin * side[2],
    ];
    for (const share of SHARES) {
      const soonest = soonestOf(near, direction, share * self.speed, horizon);
      const cost =
        COST.aside * Math.abs(angle) +
        (angle > 0 ? COST.left : 0) +
        COST.slow * (1 - share) +
        COST.collision * (1 - soonest / horizon);
      found.push({ angle, share, direction, cost });
    }
  }
  return found.sort((a, b) => a.cost - b.cost);
}

/** Seconds until somebody is met in a direction at a speed, at most the horizon. */
function soonestOf(near: Float64Array, direction: Point3, speed: number, horizon: number): number {
  const [vx, vy, vz] = [speed * direction[0], speed * direction[1], speed * direction[2]];
  let soonest = horizon;
  for (let i = 0; i < near.length; i += STRIDE) {
    const time = timeUntil(
      near[i],
      near[i + 1],
      near[i + 2],
      near[i + 3] - vx,
      near[i + 4] - vy,
      near[i + 5] - vz,
      near[i + 6],
    );
    if (time < soonest) soonest = time;
  }
  return soonest;
}
