/**
 * A ride: a camera that keeps to its way to the point, in the plan or in space, as on surfaces.
 *
 * Speed grows and falls within the limits of a pace, bends are taken slowly enough, and the ride ends with a stop where the way
 * ends. Another way may be taken at any time: the camera keeps the speed that it has along it, and where the way turns back, or
 * ends before the camera could stop, it slows down on the old one first.
 */
import { checkNumber } from "../options.js";
import { brakingDistance, checkPace, type Pace, speedToStop } from "./pace.js";
import { CameraWay, type Coordinates } from "./way.js";

/** Where ways lead from a place: its points, that place first; null where there is none. */
export type WayFrom<P extends Coordinates> = (from: P) => readonly P[] | null;

/** Seconds that a step of the motion takes, at most. */
export const STEP = 1 / 120;

/** Metres left at which a stopped camera is there, as a share of its braking distance. */
const THERE = 1e-3;

/** A camera on a way. */
export class CameraRide<P extends Coordinates = Coordinates> {
  readonly pace: Pace;
  /** Metres per second along the way. */
  speed = 0;
  /** Metres from the beginning of the way. */
  private arc = 0;
  private way: CameraWay;
  private waiting: WayFrom<P> | null = null;

  /** @param at where the camera is */
  constructor(at: P, pace?: Partial<Pace>) {
    this.pace = checkPace(pace);
    this.way = new CameraWay([at], this.pace);
  }

  /** Where the camera is. */
  get position(): P {
    return this.way.at(this.arc) as unknown as P;
  }

  /** Metres left, until the camera has to stop at least. */
  get left(): number {
    return this.way.length - this.arc;
  }

  /** Whether it stands, with nowhere to go. */
  get done(): boolean {
    return this.speed === 0 && this.left <= 0 && this.waiting === null;
  }

  /** Whether it slows down to take a way that leads back. */
  get isTurning(): boolean {
    return this.waiting !== null;
  }

  /** The place so many metres ahead on the way; its end where that is nearer. */
  ahead(metres: number): P {
    return this.way.at(Math.min(this.way.length, this.arc + metres)) as unknown as P;
  }

  /**
   * Takes another way, from where the camera is.
   *
   * @param wayFrom asked now, and once more from where the camera has stopped if it has to turn back
   * @returns whether there is a way; without one, nothing changes
   */
  take(wayFrom: WayFrom<P>): boolean {
    const points = wayFrom(this.position);
    if (!points || points.length === 0) return false;
    const next = new CameraWay(points, this.pace);
    const along = this.agreement(next);
    const stop = brakingDistance(this.pace, this.speed * along);
    if (this.speed > 0 && (along <= 0 || next.length < stop)) {
      this.waiting = wayFrom;
      return true;
    }
    this.waiting = null;
    this.way = next;
    this.arc = 0;
    this.speed *= along;
    return true;
  }

  /** The cosine between the way and another that begins here; 1 for a camera that stands. */
  private agreement(next: CameraWay): number {
    if (this.speed === 0) return 1;
    const near = Math.max(1e-9, brakingDistance(this.pace, this.speed) / 4);
    const here = this.position;
    const [a, b] = [this.ahead(near), next.at(Math.min(near, next.length))];
    let [dot, aa, bb] = [0, 0, 0];
    for (let k = 0; k < here.length; k++) {
      dot += (a[k] - here[k]) * (b[k] - here[k]);
      aa += (a[k] - here[k]) ** 2;
      bb += (b[k] - here[k]) ** 2;
    }
    return aa > 0 && bb > 0 ? dot / Math.sqrt(aa * bb) : 1;
  }

  /** Goes on for some seconds, >= 0. */
  advance(seconds: number): void {
    checkNumber(seconds, "seconds", { of: "seconds", least: 0 });
    const steps = Math.ceil(seconds / STEP);
    for (let i = 0; i < steps; i++) this.step(seconds / steps);
  }

  private step(h: number): void {
    const { pace, way } = this;
    if (this.waiting && this.speed === 0) {
      const wayFrom = this.waiting;
      this.waiting = null;
      if (!this.take(wayFrom)) this.way = new CameraWay([this.position], pace);
      return;
    }
    const allowed = this.waiting ? 0 : Math.min(way.speedAt(this.arc), speedToStop(pace, this.left, h));
    const least = Math.max(0, this.speed - pace.deceleration * h);
    this.speed = Math.min(Math.max(allowed, least), this.speed + pace.acceleration * h);
    this.arc = Math.min(way.length, this.arc + this.speed * h);
    if (!this.waiting && this.left <= THERE * brakingDistance(pace, pace.speed)) this.arc = way.length;
    if (this.left <= 0) this.speed = 0;
  }
}
