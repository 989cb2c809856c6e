/**
 * Terrain: the zones of a scene, in which people are slower or faster, and which not everybody may enter.
 *
 * A zone is closed for its speed and open for its permission: on the border of one that may not be entered people may walk, as
 * along a wall. Who has no profile is `null`, and is on no list.
 */
import { boxOf, type Point, sideOfRing } from "../geometry/index.js";
import type { Scene } from "./scene.js";

/** One entry of a scene's `zones`. */
export type SceneZone = NonNullable<Scene["zones"]>[number];

/** Whether those with a profile may enter a zone, or use what not everybody may. */
export function mayEnter(
  { allow }: { readonly allow?: readonly string[] | undefined },
  profile: string | null,
): boolean {
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

  /** Whether speeds of those with a profile differ anywhere from those on plain ground. */
  changesSpeedOf(profile: string | null): boolean {
    return this.factorsOf(profile).some((factor) => factor !== 1);
  }

  /** What the free speed of those with a profile is times at p: 1 on plain ground. Zones include their border; the first one counts. */
  factorAt(p: Point, profile: string | null): number {
    for (let i = 0; i < this.list.length; i++) {
      if (!this.isNear(i, p)) continue;
      const factor = factorFor(this.list[i], profile);
      if (factor !== null && sideOfRing(p, this.list[i].polygon) >= 0) return factor;
    }
    return 1;
  }

  /** Whether p is in a zone's box. */
  private isNear(i: number, [x, y]: Point): boolean {
    const { boxes } = this;
    return x >= boxes[4 * i] && y >= boxes[4 * i + 1] && x <= boxes[4 * i + 2] && y <= boxes[4 * i + 3];
  }
}
