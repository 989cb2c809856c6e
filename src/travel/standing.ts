/**
 * Where to stand to reach what is pointed at (Fischer et al. 2011, V and figure 3).
 *
 * The article: from the point p that the pointer's ray hits and the normal n there, t = the foot on the ground of p + d n; a
 * point of the ground is t itself. That t may be inside a shelf, behind a wall, or nowhere, as over a shelf's top. Then it is
 * the place nearest to t where a body fits, from which p is seen and within reach; and where there is none, there is no target.
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { checkKeys, checkNumber } from "../options.js";
import type { Point3 } from "../surface/index.js";
import { checkWorld, type FreeSpace, grownSpace, type World } from "../world/index.js";
import { type SightOf, sightOver } from "./sight.js";

/** What a pointer's ray meets first. */
export interface Hit {
  readonly point: Point3;
  /** Out of what was hit, of any length but 0. */
  readonly normal: Point3;
  /** The ray's direction, if known: a face that is seen from behind is taken to face the eye. */
  readonly direction?: Point3;
}

/** Who stands. */
export interface StandingOptions {
  /** Radius of the body in metres, >= 0; default 0.3. */
  readonly radius?: number;
  /** Metres in the plan from a place to what can be taken from there, > 0; default 1.2. */
  readonly reach?: number;
  /** Metres to stay away from what is pointed at, from 0 to below the reach; default 0.8. */
  readonly standOff?: number;
  /** Height of the eyes in metres, > 0; default 1.6. */
  readonly eye?: number;
  /** Heights of the world's obstacles in metres, in their order; Infinity where absent. */
  readonly heights?: readonly number[];
  /** What is seen from where; default: over obstacles of those heights. */
  readonly sight?: SightOf;
}

/** Defaults of `StandingOptions`. */
export const STANDING = Object.freeze({ radius: 0.3, reach: 1.2, standOff: 0.8, eye: 1.6 });

/** Metres between the places that are tried; the nearest one is found to within that. */
const GRAIN = 0.05;

/** Places to stand at in a world. */
export class StandingPlaces {
  readonly radius: number;
  readonly reach: number;
  readonly standOff: number;
  readonly eye: number;
  private readonly space: FreeSpace;
  private readonly sight: SightOf;
  /** Steps from a place to those around it, the nearest first. */
  private readonly around: Float64Array;

  /** @throws InputError for values out of range */
  constructor(world: World, options: StandingOptions = {}) {
    checkWorld(world);
    checkKeys(options, ["radius", "reach", "standOff", "eye", "heights", "sight"]);
    const { radius, reach, standOff, eye } = { ...STANDING, ...options };
    this.radius = checkNumber(radius, "radius", { of: "metres", least: 0 });
    this.reach = checkNumber(reach, "reach", { of: "metres", above: 0, most: 100 });
    this.standOff = checkNumber(standOff, "standOff", { of: "metres", least: 0, below: reach });
    this.eye = checkNumber(eye, "eye", { of: "metres", above: 0 });
    const { heights = [] } = options;
    for (const [i, height] of heights.entries()) {
      checkNumber(height, `heights[${i}]`, { least: 0, infinite: true });
    }
    this.space = grownSpace(world.plan, radius);
    this.sight = options.sight ?? sightOver(world, heights, reach);
    this.around = stepsWithin(reach + standOff);
  }

  /**
   * The place to stand at for what a pointer hits; null where there is none.
   *
   * @param from where one is: places that cannot be walked to from there do not count
   * @throws InputError for a hit that is no place with a normal
   */
  placeFor(hit: Hit, from?: Point): Point | null {
    const [nx, ny] = facing(hit);
    const [x, y] = checkPlace(hit.point, "point");
    // Over the ground the normal leads straight up, and one goes where one points.
    const wanted: Point = [x + nx * this.standOff, y + ny * this.standOff];
    const isFit = this.judge(hit.point, from);
    if (isFit(wanted)) return wanted;
    const free = this.space.nearestFree(wanted, this.reach + this.standOff);
    if (free && isFit(free)) return free;
    const { around } = this;
    for (let i = 0; i < around.length; i += 2) {
      const place: Point = [wanted[0] + around[i], wanted[1] + around[i + 1]];
      if (isFit(place)) return place;
    }
    return null;
  }

  /** Whether a place in space can be taken by somebody who stands at a point. */
  reaches(at: Point, [x, y]: Point3): boolean {
    return Math.hypot(x - at[0], y - at[1]) <= this.reach;
  }

  /** What makes a place fit: it is free, can be walked to, is in reach of p, and p is seen from it. */
  private judge(p: Point3, from: Point | undefined): (place: Point) => boolean {
    const { space, eye } = this;
    const start = from && (space.contains(from) ? from : space.nearestFree(from));
    const part = start ? space.componentOf(start) : -1;
    const seen = this.sight(p);
    return (place) => {
      if (!this.reaches(place, p) || !space.contains(place)) return false;
      if (start && space.componentOf(place) !== part) return false;
      return seen([place[0], place[1], eye]);
    };
  }
}

function checkPlace(value: Point3, where: string): Point3 {
  if (Array.isArray(value) && value.length === 3 && value.every((v) => Number.isFinite(v))) return value;
  throw new InputError(`three finite numbers are needed; given: ${JSON.stringify(value)}`, where);
}

/** The normal as a unit vector, towards where the ray came from. */
function facing({ normal, direction }: Hit): Point3 {
  const [x, y, z] = checkPlace(normal, "normal");
  const length = Math.hypot(x, y, z);
  if (!(length > 0)) throw new InputError("a normal has a length > 0", "normal");
  const isBehind = direction !== undefined && dot(checkPlace(direction, "direction"), normal) > 0;
  const scale = (isBehind ? -1 : 1) / length;
  return [x * scale, y * scale, z * scale];
}

const dot = (a: Point3, b: Point3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Steps of a square lattice up to a length, as x, y, x, y, ..., the shortest first, equals in a fixed order. */
function stepsWithin(length: number): Float64Array {
  const grain = Math.max(GRAIN, length / 60);
  const most = Math.ceil(length / grain);
  const steps: [number, number][] = [];
  for (let i = -most; i <= most; i++) {
    for (let j = -most; j <= most; j++) {
      if (i * i + j * j <= most * most) steps.push([i * grain, j * grain]);
    }
  }
  steps.sort(([a, b], [c, d]) => a * a + b * b - (c * c + d * d));
  return Float64Array.from(steps.flat());
}
