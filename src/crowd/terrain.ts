/**
 * Terrain of a crowd: where its people are slower or faster, and walls that only those meet who may not enter a zone.
 *
 * Those who may enter the same zones are of one kind. Every kind has the walls of its own free space, in which the zones that it
 * may not enter are obstacles; they are all in one list, and each is open to people of other kinds.
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import type { World } from "../world/index.js";
import type { People } from "./people.js";
import { noWalls, type WallList, wallsOf } from "./walls.js";

/** Zones for a crowd: given to it when it is made, `new Crowd(world, { terrain: new Terrain() })`. */
export class Terrain {
  /** The profiles of the scene, and null for those without one, by number. */
  private profiles: readonly (string | null)[] = [null];
  /** By profile: its kind, and whether any zone changes its speed. */
  private kinds: readonly number[] = [0];
  private changes: readonly boolean[] = [false];
  private world: World | null = null;

  /** How many kinds of people there are. */
  get size(): number {
    return new Set(this.kinds).size;
  }

  /**
   * Begins to serve a crowd in a world; returns the walls of all kinds.
   *
   * @internal
   */
  serve(world: World): WallList {
    if (this.world) throw new InputError("a terrain serves one crowd; make another one", "terrain");
    const { zones } = world;
    this.world = world;
    this.profiles = zones.profiles;
    const sets = zones.profiles.map((profile) => zones.forbiddenTo(profile).join());
    const different = [...new Set(sets)];
    this.kinds = sets.map((set) => different.indexOf(set));
    this.changes = zones.profiles.map((profile) => zones.changesSpeedOf(profile));
    const walls = { ...noWalls(), kind: [] as number[] };
    different.forEach((set, kind) => {
      const own = wallsOf(world.for(zones.profiles[sets.indexOf(set)]).space);
      const from = walls.a.length;
      own.a.forEach((a, w) => {
        walls.a.push(a);
        walls.b.push(own.b[w]);
        walls.next.push(from + own.next[w]);
        walls.prev.push(from + own.prev[w]);
        walls.kind.push(kind);
      });
    });
    return walls;
  }

  /**
   * The number of a profile; undefined for people without one.
   *
   * @internal
   * @throws InputError for a name that is no profile of the scene
   */
  numberOf(profile: string | undefined): number {
    const number = this.profiles.indexOf(profile ?? null);
    if (number >= 0) return number;
    // Which says what there is.
    this.world!.for(String(profile));
    return -1;
  }

  /**
   * The kind of those with the profile of a number.
   *
   * @internal
   */
  kindOf(number: number): number {
    return this.kinds[number];
  }

  /**
   * A world as those with the profile of a number find it.
   *
   * @internal
   */
  worldFor(number: number, world: World): World {
    return this.size > 1 ? world.for(this.profiles[number]) : world;
  }

  /**
   * Sets everybody's top speed for a step: their own, times the factor of the zone that their centre is in.
   *
   * @internal
   */
  pace({ engine, own }: People): void {
    const { changes, profiles } = this;
    if (!changes.includes(true)) return;
    const { zones } = this.world!;
    const { x, y, top } = engine.agents;
    for (let i = 0; i < engine.count; i++) {
      const number = own.profile[i];
      if (!changes[number]) continue;
      const here: Point = [x[i], y[i]];
      top[i] = own.pace[i] * zones.factorAt(here, profiles[number]);
    }
  }
}
