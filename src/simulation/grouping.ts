/** The groups of a scene that runs: who is in which, by what its middle walks, and what its timetable says. */
import { type DirectedCrowd, scrambled } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { fitsOnWay, formationPlaces, type Group, type Groups } from "../groups/index.js";
import { Random } from "../numerics/index.js";
import type { Bend } from "../potential/index.js";
import type { Scene } from "../world/index.js";
import type { Itinerary } from "./destinations.js";
import { draw, massFault } from "./distributions.js";
import { LocalMapWalking } from "./local-maps.js";
import type { PlannedGuide } from "./planners.js";
import type { SketchedRoutes } from "./sketched-routes.js";
import { clearPlace, type Spawner } from "./spawn.js";
import { isStay } from "./stays.js";

/** One entry of a scene's `groups`. */
export type GroupSpec = NonNullable<Scene["groups"]>[number];

/** The stream of random numbers of a spawn from which sizes of groups are drawn, beside those of its roster and stays. */
const ROUND = 4;

/** Most groups that one entry may be divided into. */
const MOST_GROUPS = 100_000;

/** What is wrong with the groups of a scene, with where. */
export function groupFaults(scene: Scene): { readonly where: string; readonly message: string }[] {
  const { groups = [], spawns = [], routes = [] } = scene;
  const names = new Set<string>();
  if (scene.periodic && groups.length > 0)
    return [{ where: "groups", message: "groups do not walk across the lines of a periodic plan" }];
  return groups.flatMap((group, i) => {
    const { name, spawn, size } = group;
    const fault = (key: string, message: string): { where: string; message: string }[] => [
      { where: `groups[${i}].${key}`, message },
    ];
    if (names.has(name)) return fault("name", `there are two groups ${JSON.stringify(name)}`);
    names.add(name);
    if (!(spawn in spawns)) {
      const known = spawns.length === 0 ? "none" : `0 to ${spawns.length - 1}`;
      return fault("spawn", `there is no spawn ${spawn}; the scene has: ${known}`);
    }
    const own = routes.find(({ spawns: some }) => some === undefined || some.includes(spawn));
    if (own) {
      const name = JSON.stringify(own.name);
      return fault(
        "spawn",
        `its people follow route ${name} each; give that "spawns": [] and the group "route": ${name}`,
      );
    }
    if (group.route !== undefined && !routes.some((one) => one.name === group.route)) {
      const known = routes.map((one) => one.name).join(", ") || "none";
      return fault("route", `there is no route ${JSON.stringify(group.route)}; the scene has: ${known}`);
    }
    const massless = size === undefined ? null : massFault(size);
    if (massless !== null) return fault("size", massless);
    const { shares, choice, goals } = spawns[spawn];
    if (shares || choice)
      return fault("spawn", `its people part by ${shares ? "shares" : "choice"}, and a group stays together`);
    const stay = goals.flat().find((stop) => isStay(scene, stop));
    return stay === undefined
      ? []
      : fault("spawn", `its people queue or wait at ${stay}, and a group does not`);
  });
}

/** What grouping needs of a simulation. */
export interface GroupingOptions {
  readonly scene: Scene;
  readonly groups: Groups;
  readonly crowd: DirectedCrowd;
  readonly spawners: readonly Spawner[];
  readonly plannerOf: (spawner: Spawner) => string;
  readonly itinerary: (plan: Itinerary) => PlannedGuide[];
  readonly routes: SketchedRoutes;
  readonly seed: number;
}

/** A group, and the entry that it is of. */
interface Muster {
  readonly group: Group;
  readonly spec: GroupSpec;
  /** How many are in it when all have come. */
  readonly people: number;
}

export class Grouping {
  private readonly musters: Muster[] = [];
  /** How many people of each spawn are in a group; and the group of each, by its number there. */
  private readonly taken: number[];
  private readonly groupOf: (Group | undefined)[][];
  /** When timetables were last looked at. */
  private followed = -1;

  constructor(private readonly options: GroupingOptions) {
    const { scene, spawners } = options;
    this.taken = spawners.map(() => 0);
    this.groupOf = spawners.map(() => []);
    (scene.groups ?? []).forEach((spec, i) => {
      try {
        this.muster(spec, i);
      } catch (error) {
        if (!(error instanceof InputError) || error.where.startsWith("groups")) throw error;
        throw new InputError(error.message, `groups[${i}]`);
      }
    });
  }

  /** Puts the groups of an entry together, with nobody in them yet. */
  private muster(spec: GroupSpec, i: number): void {
    const { spawners } = this.options;
    const { spawn, count, size, name } = spec;
    const spawner = spawners[spawn];
    const left = spawner.people - this.taken[spawn];
    const wanted = count ?? left;
    if (!(wanted >= 1 && wanted <= left) || wanted === Infinity) {
      const given = count === undefined ? "all that are left" : String(count);
      throw new InputError(
        `from 1 to ${left} of the people of spawn ${spawn} are in no group; given: ${given}`,
        `groups[${i}].count`,
      );
    }
    const sizes = size === undefined ? [wanted] : this.sizesOf(spec, i, wanted);
    let from = this.taken[spawn];
    sizes.forEach((members, k) => {
      // Who is alone walks alone.
      if (size === undefined || members > 1) {
        const group = this.add(spec, spawner, size === undefined ? name : `${name} ${k + 1}`, members);
        this.musters.push({ group, spec, people: members });
        for (let index = from; index < from + members; index++) this.groupOf[spawn][index] = group;
      }
      from += members;
    });
    this.taken[spawn] = from;
  }

  private sizesOf({ size, spawn }: GroupSpec, i: number, people: number): number[] {
    const random = new Random(scrambled(scrambled(this.options.seed, spawn, ROUND), i, 0));
    const sizes: number[] = [];
    for (let left = people; left > 0; left -= sizes[sizes.length - 1]) {
      sizes.push(Math.min(left, Math.max(1, Math.round(draw(size!, random)))));
      if (sizes.length > MOST_GROUPS)
        throw new InputError(`more than ${MOST_GROUPS} groups`, `groups[${i}].size`);
    }
    return sizes;
  }

  private add(spec: GroupSpec, spawner: Spawner, name: string, members: number): Group {
    const { groups, itinerary, plannerOf } = this.options;
    const classes = spawner.roster.kinds.flatMap((kind) => kind.classes);
    const radius = classes.reduce((most, one) => Math.max(most, one), 0);
    const planner = spec.planner ?? plannerOf(spawner);
    const { formation, spacing, map, free, atGoal, schedule = [] } = spec;
    const { goals: stops } = spawner.spec;
    const plain = { stops, radius, planner, factor: 1, profile: this.strictest(spawner) };
    const guide = itinerary(spec.route === undefined ? plain : this.alongRoute(spec.route, plain, name));
    const group = groups.add({
      name,
      formation,
      expected: members,
      guide,
      ...(spec.route !== undefined && { before: guide.length - stops.length }),
      bendOf: (id) => this.bendOf(id),
      ...(spacing !== undefined && { spacing }),
      ...(map !== undefined && { map }),
      ...(free !== undefined && { free }),
      ...(atGoal !== undefined && { atGoal }),
    });
    for (const frame of schedule) if (frame.formation) group.know(frame.formation);
    // Small groups walk behind each other wherever they have to.
    if (spec.size === undefined) this.checkRoom(spec, spawner, members, plain);
    return group;
  }

  /** Refuses a formation that fits nowhere on the way. */
  private checkRoom(
    { formation, spacing, name }: GroupSpec,
    { spec }: Spawner,
    members: number,
    plan: Itinerary,
  ): void {
    const { itinerary, crowd } = this.options;
    const world = crowd.world.for(plan.profile);
    const { segment, polygon, places: given } = spec;
    const region = given ?? polygon ?? segment!;
    const middle: Point = [
      region.reduce((sum, p) => sum + p[0], 0) / region.length,
      region.reduce((sum, p) => sum + p[1], 0) / region.length,
    ];
    const start = clearPlace(world, middle, plan.radius) ?? middle;
    const way: Point[] = [start];
    for (const guide of itinerary(plan)) {
      const path = guide.pathFrom(way[way.length - 1]);
      // What nobody gets to now may open later.
      if (!path) return;
      for (const p of path.slice(1)) way.push(p);
    }
    const places = formationPlaces(formation, members, spacing);
    if (way.length < 2 || fitsOnWay(world, way, places, plan.radius)) return;
    const extent = (axis: 0 | 1): string => {
      const least = places.reduce((low, p) => Math.min(low, p[axis]), Infinity);
      const most = places.reduce((high, p) => Math.max(high, p[axis]), -Infinity);
      return (most - least + 2 * plan.radius).toFixed(1);
    };
    throw new InputError(
      `its formation, ${extent(1)} m wide and ${extent(0)} m deep, fits nowhere on the way; less spacing, fewer members or another shape is needed`,
      `groups.${name}`,
    );
  }

  /** The way of a group's middle along a route, then to its goals. */
  private alongRoute(route: string, plan: Itinerary, name: string): Itinerary {
    const { routes } = this.options;
    const who = { radius: plan.radius, profile: plan.profile, plan };
    routes.expect(route, who, `groups.${name}.route`);
    const chosen = routes.next(route, who);
    // Members know their goals themselves, and go there when the group has let them go.
    return chosen.plan.stops.length === 0 ? { ...chosen.plan, stops: plan.stops } : chosen.plan;
  }

  /** Of the profiles of a spawn, the one that may enter the fewest zones: a group goes where all may go. */
  private strictest({ roster }: Spawner): string | null {
    const { zones } = this.options.crowd.world;
    const profiles = roster.kinds.map(({ name }) => name);
    return profiles.reduce((best, name) =>
      zones.forbiddenTo(name).length > zones.forbiddenTo(best).length ? name : best,
    );
  }

  /** v and epsilon of somebody whose profile has a behaviour. */
  private bendOf(id: number): Bend | null {
    const sight = this.options.crowd.sightOf(id);
    if (!(sight?.manner instanceof LocalMapWalking)) return null;
    return sight.manner.bendFor(sight.thinker, sight.scenery);
  }

  /** Somebody comes: of a spawn, with a number there. */
  welcome(id: number, spawn: number, index: number): void {
    const group = this.groupOf[spawn][index];
    if (group) this.options.groups.join(group, id);
  }

  /** Does what timetables say at a time. */
  follow(time: number): void {
    for (const { group, spec } of this.musters) {
      for (const frame of spec.schedule ?? []) {
        if (frame.time <= this.followed || frame.time > time + 1e-9) continue;
        if (frame.formation ?? frame.spacing) group.take(frame.formation ?? group.formation, frame.spacing);
        if (frame.free !== undefined) {
          if (frame.free) group.setFree();
          else group.form();
        }
      }
    }
    this.followed = time + 1e-9;
  }

  /** Timetables up to a time have been followed already. */
  goTo(time: number): void {
    this.followed = time + 1e-9;
  }

  /** Everybody on a side, by number. */
  sides(): Map<number, string> {
    const sides = new Map<number, string>();
    for (const { group, spec } of this.musters) {
      if (spec.side !== undefined) for (const id of group.members) sides.set(id, spec.side);
    }
    return sides;
  }

  /** How many people each side has, when all have come. */
  strengths(): Map<string, number> {
    const strengths = new Map<string, number>();
    for (const { spec, people } of this.musters) {
      if (spec.side !== undefined) strengths.set(spec.side, (strengths.get(spec.side) ?? 0) + people);
    }
    return strengths;
  }
}
