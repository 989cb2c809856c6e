/**
 * Terrain: the zones of a scene, in which people are slower or faster, and which not everybody may enter.
 *
 * A zone is closed for its speed and open for its permission: on the border of one that may not be entered people may walk, as
 * along a wall. Who has no profile is `null`, and is on no list.
 */
import {
  boxOf,
  crossing,
  distance,
  distanceToSegment,
  meet,
  onSegment,
  type Point,
  type Ring,
  sideOfRing,
} from "../geometry/index.js";
import type { Scene } from "./scene.js";

/** One entry of a scene's `zones`. */
export type SceneZone = NonNullable<Scene["zones"]>[number];

/** Share of a zone's size by which rounding may take a way along its border inside. */
const ON_BORDER = 1e-9;

/** Whether those with a profile may enter a zone. */
export function mayEnter({ allow }: SceneZone, profile: string | null): boolean {
  return allow === undefined || (profile !== null && allow.includes(profile));
}

/** The factor that a zone names for a profile; null where it says nothing of it. */
export function factorFor({ speed }: SceneZone, profile: string | null): number | null {
  if (speed === undefined || typeof speed === "number") return speed ?? null;
  return profile !== null && Object.hasOwn(speed, profile) ? speed[profile] : null;
}

/** The zones of a scene, for another one with the same people: with the names of its profiles, and nothing else of them. */
export function terrainOf({ zones, profiles }: Scene): Pick<Scene, "zones" | "profiles"> {
  const names = Object.keys(profiles ?? {}).map((name) => [name, {}]);
  return { ...(zones && { zones }), ...(profiles && { profiles: Object.fromEntries(names) }) };
}

/** Why some do not go on: `profile tank may not enter zones[0]`. */
export function mayNotEnter(profiles: readonly (string | null)[], zone: number): string {
  const named = profiles.filter((name) => name !== null);
  const who =
    named.length === 0
      ? "people without a profile"
      : `${named.length > 1 ? "profiles" : "profile"} ${named.join(", ")}`;
  return `${who} may not enter zones[${zone}]`;
}

/** The zones of a scene, and what they mean for whom. */
export class Zones {
  readonly list: readonly SceneZone[];
  /** The profiles of the scene, and null for people without one. */
  readonly profiles: readonly (string | null)[];
  /** Per zone minX, minY, maxX, maxY. */
  private readonly boxes: Float64Array;

  constructor({ zones = [], profiles = {} }: Pick<Scene, "zones" | "profiles">) {
    this.list = zones;
    this.profiles = [...Object.keys(profiles), null];
    this.boxes = new Float64Array(4 * zones.length);
    zones.forEach(({ polygon }, i) => {
      const { minX, minY, maxX, maxY } = boxOf(polygon);
      this.boxes.set([minX, minY, maxX, maxY], 4 * i);
    });
  }

  /** Numbers of the zones that those with a profile may not enter. */
  forbiddenTo(profile: string | null): number[] {
    return this.list.flatMap((zone, i) => (mayEnter(zone, profile) ? [] : [i]));
  }

  /** The factor of each zone for a profile; 1 where it names none, and where it may not enter. */
  factorsOf(profile: string | null): number[] {
    return this.list.map((zone) => (mayEnter(zone, profile) ? (factorFor(zone, profile) ?? 1) : 1));
  }

  /** The profiles that may enter the same zones as this one, itself included. */
  alike(profile: string | null): (string | null)[] {
    const own = this.forbiddenTo(profile).join();
    return this.profiles.filter((other) => this.forbiddenTo(other).join() === own);
  }

  /** Whether speeds of those with a profile differ anywhere from those on plain ground. */
  changesSpeedOf(profile: string | null): boolean {
    return this.factorsOf(profile).some((factor) => factor !== 1);
  }

  /** What the free speed of those with a profile is times at p: 1 on plain ground. Zones include their border; the first one counts. */
  factorAt(p: Point, profile: string | null): number {
    for (let i = 0; i < this.list.length; i++) {
      if (!this.isNear(i, p, 0)) continue;
      const factor = factorFor(this.list[i], profile);
      if (factor !== null && sideOfRing(p, this.list[i].polygon) >= 0) return factor;
    }
    return 1;
  }

  /**
   * The number of a zone that somebody with a profile would be in at p, though it may not; -1 where it may stand there.
   *
   * @param radius of the body, in metres, >= 0; default 0. Touching the border is allowed.
   */
  enteredAt(p: Point, profile: string | null, radius = 0): number {
    return this.list.findIndex((zone, i) => {
      if (mayEnter(zone, profile) || !this.isNear(i, p, radius)) return false;
      return sideOfRing(p, zone.polygon) > 0 || distanceToRing(p, zone.polygon) < radius;
    });
  }

  /**
   * The number of a zone that somebody with a profile would enter along a line of points, though it may not; -1 where it may
   * walk all of it.
   *
   * @param radius as for `enteredAt`
   */
  enteredAlong(line: readonly Point[], profile: string | null, radius = 0): number {
    if (line.length === 1) return this.enteredAt(line[0], profile, radius);
    return this.list.findIndex((zone, i) => {
      if (mayEnter(zone, profile)) return false;
      return line.some((a, k) => k > 0 && this.isEntered(i, line[k - 1], a, radius));
    });
  }

  /** Whether somebody with a profile may stand at p; see `enteredAt`. */
  mayStand(p: Point, profile: string | null, radius = 0): boolean {
    return this.enteredAt(p, profile, radius) < 0;
  }

  /** Whether somebody with a profile may walk along a line of points; see `enteredAlong`. */
  mayWalk(line: readonly Point[], profile: string | null, radius = 0): boolean {
    return this.enteredAlong(line, profile, radius) < 0;
  }

  /** Whether p is within some metres of a zone's box. */
  private isNear(i: number, [x, y]: Point, metres: number): boolean {
    const { boxes } = this;
    return (
      x >= boxes[4 * i] - metres &&
      y >= boxes[4 * i + 1] - metres &&
      x <= boxes[4 * i + 2] + metres &&
      y <= boxes[4 * i + 3] + metres
    );
  }

  /** Whether a disc that moves from a to b comes into zone i. */
  private isEntered(i: number, a: Point, b: Point, radius: number): boolean {
    const { boxes } = this;
    if (Math.max(a[0], b[0]) < boxes[4 * i] - radius || Math.min(a[0], b[0]) > boxes[4 * i + 2] + radius)
      return false;
    if (Math.max(a[1], b[1]) < boxes[4 * i + 1] - radius || Math.min(a[1], b[1]) > boxes[4 * i + 3] + radius)
      return false;
    const { polygon } = this.list[i];
    if (
      radius > 0 &&
      polygon.some((p, k) => comesNear([a, b], [p, polygon[(k + 1) % polygon.length]], radius))
    )
      return true;
    return partsInside(a, b, polygon).length > 0;
  }
}

/** The parts of a segment that lie inside a ring, deeper than rounding goes, by their ends as shares of its length. */
export function partsInside(a: Point, b: Point, ring: Ring): [number, number][] {
  const length = distance(a, b);
  const { minX, minY, maxX, maxY } = boxOf(ring);
  const tolerance = ON_BORDER * (maxX - minX + maxY - minY);
  const at = (t: number): Point => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
  const cuts = length > 0 ? cutsOf(a, b, ring, length) : [0, 1];
  return cuts.flatMap((to, k): [number, number][] => {
    if (k === 0) return [];
    const middle = at((cuts[k - 1] + to) / 2);
    const isInside = sideOfRing(middle, ring) > 0 && distanceToRing(middle, ring) > tolerance;
    return isInside ? [[cuts[k - 1], to]] : [];
  });
}

/** Where a segment meets the edges of a ring, as shares of its length, with 0 and 1. */
function cutsOf(a: Point, b: Point, ring: Ring, length: number): number[] {
  const cuts = [0, 1];
  ring.forEach((c, k) => {
    const d = ring[(k + 1) % ring.length];
    if (meet(a, b, c, d) === "cross") cuts.push(distance(a, crossing(a, b, c, d)) / length);
    else if (onSegment(c, a, b)) cuts.push(distance(a, c) / length);
  });
  return cuts.sort((p, q) => p - q);
}

/** Whether two segments are nearer to each other than so many metres. */
function comesNear(
  [a, b]: readonly [Point, Point],
  [c, d]: readonly [Point, Point],
  metres: number,
): boolean {
  return (
    distanceToSegment(a, c, d) < metres ||
    distanceToSegment(b, c, d) < metres ||
    distanceToSegment(c, a, b) < metres ||
    distanceToSegment(d, a, b) < metres ||
    meet(a, b, c, d) === "cross"
  );
}

/** Metres from p to the outline of a ring. */
function distanceToRing(p: Point, ring: Ring): number {
  let least = Infinity;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    least = Math.min(least, distanceToSegment(p, ring[j], ring[i]));
  }
  return least;
}
