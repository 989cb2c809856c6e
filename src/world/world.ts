/**
 * The world: a validated scene and its free space.
 *
 * A world never changes. What moves (a door, a train, a person) is the business of those who plan and simulate, on a
 * `FreeSpace` of their own.
 */
import { InputError } from "../errors.js";
import { type Box, boxOf, type Point, type Ring } from "../geometry/index.js";

import { didYouMean, isPlace } from "../options.js";
import type { Building, BuildingWay } from "./building/building.js";
import type { GrownSheet } from "./building/grow.js";
import type { LiftRide } from "./building/lifts.js";
import type { WalkingPace } from "./building/pace.js";
import type { PacedSheet } from "./building/paced-sheet.js";
import type { BuildingPlace } from "./building/places.js";
import { keyed } from "./check/goals.js";
import { examine, refuse } from "./check.js";

import { planOf } from "./doors.js";
import { FreeSpace } from "./freespace.js";
import { frozen } from "./frozen.js";
import { grownSpace } from "./grow.js";
import { groundTolerance } from "./onto.js";
import {
  type BuildingInput,
  completeScene,
  type Goal,
  isBuilding,
  isObject,
  type Obstacle,
  type Scene,
  type SceneInput,
} from "./scene.js";
import { mayNotEnter, Zones } from "./zones.js";

/** What to say of a name that a scene does not have. */
function noSuch(what: string, name: string, known: readonly string[]): string {
  const list = known.join(", ") || "none";
  return `there is no ${what} ${JSON.stringify(name)}; ${didYouMean(name, known)}the scene has: ${list}`;
}

/** Radii whose sheets are kept. */
const KEPT = 4;

/** What a world is made of. */
interface Made {
  readonly scene: Scene;
  readonly space: FreeSpace;
  readonly building: Building | null;
}

/** What makes a building of a scene with levels; null in programs that were bundled without. */
let makeBuilding: ((input: BuildingInput) => Building) | null = null;

/**
 * Lets worlds take scenes with levels as they are. The package's root does so; bundlers leave that out of programs that name no
 * `Building`, which load nothing of stairs and lifts.
 */
export function takeBuildings(make: (input: BuildingInput) => Building): void {
  makeBuilding = make;
}

/** What a world is made from, as a building or as a plan of one floor, examined. */
function madeOf(input: SceneInput | BuildingInput | Building): Made {
  if (isMade(input)) return { ...input.flat, building: input };
  if (!isObject(input) || !isBuilding(input)) return examined(input as SceneInput);
  if (makeBuilding) return madeOf(makeBuilding(input as BuildingInput));
  const message =
    "a scene with levels is a building: new World(new Building(scene)), with Building of wayfield";
  throw new InputError(message, "levels");
}

/** A plan of one floor, examined. */
function examined(input: SceneInput): Made {
  const scene = frozen(completeScene(structuredClone(input)));
  const { findings, space } = examine(scene);
  refuse(findings);
  return { scene, space: space!, building: null };
}

/** Whether what a world is made from is a building: told by what it has, since most programs carry none. */
function isMade(input: SceneInput | BuildingInput | Building): input is Building {
  return isObject(input) && "flat" in input && "sheet" in input;
}

/** A validated scene and its free space. */
export class World {
  /** The scene, complete and frozen: as it was given, or on its sheet where it is a building. */
  readonly scene: Scene;
  /** The building and its sheet, on which all places of this world are; null for the plan of one floor. */
  readonly building: Building | null;
  /** The scene as planners see it: leaves of doors, and doors that are closed at the start, are obstacles. */
  readonly plan: Scene;
  /** Free space as triangles, shared by all planners of this world. */
  readonly space: FreeSpace;
  /** Terrain: where people are slower or faster, and who may enter where. */
  readonly zones: Zones;
  /** The zones that are obstacles here, since those whom the world is for may not enter them. */
  private readonly closed: readonly number[] = [];
  /** Lifts, by the numbers of their connections, that those whom the world is for may not use. */
  private readonly barred: readonly number[] = [];
  /** Whom the world is for; empty for everybody. */
  private readonly profiles: readonly (string | null)[] = [];
  /** Worlds for some, by the zones and lifts that are closed to them. */
  private readonly others = new Map<string, World>();
  /** What is left of the sheet of a building by radius. */
  private readonly grown = new Map<number, GrownSheet>();
  /** The world whose building this one has unfolded in time, and how; null for a world in metres. */
  private readonly paced: {
    readonly base: World;
    readonly sheet: PacedSheet;
    readonly pace: Required<WalkingPace>;
  } | null = null;

  /**
   * @param input a scene, which is copied, never changed; or a building that is made
   * @throws InputError naming the first thing that makes the scene unusable; `diagnose` lists all
   */
  constructor(input: SceneInput | BuildingInput | Building) {
    const { scene, space, building } = madeOf(input);
    this.scene = scene;
    this.building = building;
    this.plan = frozen(planOf(this.scene, groundTolerance(boxOf(this.scene.boundary))));
    this.space = this.joined(this.plan === this.scene ? space : FreeSpace.of(this.plan));
    this.zones = new Zones(this.scene);
  }

  /**
   * The world as those with a profile find it: zones that they may not enter are obstacles, and lifts that they may not use are
   * none. Planners of it honour that, for any radius. All who may do the same share one.
   *
   * @param profile a profile of the scene, or null for people without one
   * @throws InputError for a name that is no profile
   */
  for(profile: string | null): World {
    const { zones, scene } = this;
    if (!zones.profiles.includes(profile)) {
      throw new InputError(noSuch("profile", String(profile), Object.keys(scene.profiles ?? {})), "profile");
    }
    const rights = this.rightsOf(profile);
    if (rights.key === `${this.closed.join()}/${this.barred.join()}`) return this;
    if (this.closed.length + this.barred.length > 0)
      throw new InputError("this world is one for a profile already", "profile");
    const alike = zones.profiles.filter((other) => this.rightsOf(other).key === rights.key);
    return this.closing(rights.closed, alike, rights.barred);
  }

  /** The world without lifts, for those who walk. */
  withoutLifts(): World {
    const all = this.building?.sheet.lifts.map(({ connection }) => connection) ?? [];
    return this.closing([], this.profiles, all);
  }

  /**
   * What those with a profile may not enter or use: zones and lifts.
   *
   * @internal
   */
  rightsOf(profile: string | null): { closed: number[]; barred: number[]; key: string } {
    const closed = this.zones.forbiddenTo(profile);
    const barred = this.building?.barredTo(profile) ?? [];
    return { closed, barred, key: `${closed.join()}/${barred.join()}` };
  }

  /**
   * The world in which some more zones are obstacles.
   *
   * @param numbers of the zones
   * @param profiles whom it is for, as reasons name them; default whom this one is for
   * @param barred lifts that they may not use; default those of this one
   * @internal
   */
  closing(numbers: readonly number[], profiles = this.profiles, barred = this.barred): World {
    const { zones, plan, others } = this;
    const more = numbers.filter((i) => !this.closed.includes(i));
    if (more.length === 0 && barred.length === this.barred.length) return this;
    const key = `${more.join()}/${barred.join()}`;
    const known = others.get(key);
    if (known) return known;
    const standing = more.map((i): Obstacle => ({ polygon: zones.list[i].polygon }));
    const narrower = { ...plan, obstacles: [...this.obstacles, ...standing] };
    const made: World = Object.assign(Object.create(World.prototype) as World, this, {
      plan: frozen(narrower),
      space: this.joined(FreeSpace.of(narrower)),
      closed: [...this.closed, ...more],
      barred,
      profiles,
      others: new Map(),
      grown: new Map(),
    });
    others.set(key, made);
    return made;
  }

  /**
   * The world of a scene that is this one's with other obstacles, doors or goals: on the same sheet, where it is a building.
   *
   * @internal
   */
  altered(scene: SceneInput): World {
    const made = new World(scene);
    const { building, barred, profiles } = this;
    if (!building) return made;
    made.space.join(building.sheet.portals);
    return Object.assign(made, { building, barred, profiles });
  }

  /**
   * The world in time, for those who walk at a pace: a metre takes as long as a metre on the flat. Places on levels are where
   * they are in this one; those on flights are found by `sheet.onto` and `sheet.back`. A plan of one floor is itself.
   *
   * @internal
   */
  inTime(pace: Required<WalkingPace>): { readonly world: World; readonly sheet: PacedSheet | null } {
    if (!this.building) return { world: this, sheet: null };
    const { building, paced: sheet } = this.building.inTime(pace);
    const plan = frozen(sheet.planOf(this.plan));
    const world: World = Object.assign(Object.create(World.prototype) as World, this, {
      plan,
      scene: frozen({ ...this.scene, boundary: plan.boundary }),
      building,
      paced: { base: this, sheet, pace },
      others: new Map(),
      grown: new Map(),
    });
    return { world: Object.assign(world, { space: world.joined(FreeSpace.of(plan)) }), sheet };
  }

  /** The lifts that those whom the world is for may use, with what a ride counts as, in metres or in those of the time. */
  get lifts(): readonly LiftRide[] {
    return this.building?.rides(this.barred, this.paced?.pace ?? null) ?? [];
  }

  /**
   * Whether all zones that those with a profile may not enter are obstacles here.
   *
   * @internal
   */
  isFor(profile: string | null): boolean {
    const { closed, barred } = this.rightsOf(profile);
    return closed.every((i) => this.closed.includes(i)) && barred.every((i) => this.barred.includes(i));
  }

  /** An obstacle as reasons name it: `obstacles[3]`, or the zone that is one for whom the world is for. */
  nameOf(obstacle: number): string {
    const zone = this.zoneOf(obstacle);
    if (zone !== undefined) return this.building?.zoneName(zone) ?? `zones[${zone}]`;
    return this.building?.obstacleName(obstacle) ?? `obstacles[${obstacle}]`;
  }

  /** Why an obstacle is in the way: `: profile tank may not enter zones[0]`; empty for one that stands there for everybody. */
  whyClosed(obstacle: number): string {
    const zone = this.zoneOf(obstacle);
    if (zone === undefined) return "";
    const why = mayNotEnter(this.profiles, zone);
    return `: ${this.building ? why.replace(`zones[${zone}]`, this.building.zoneName(zone)) : why}`;
  }

  /** All that whom the world is for may not enter: `; profile tank may not enter zones[0], zones[2]`; empty for nothing. */
  whatIsClosed(): string {
    const { closed, building } = this;
    if (closed.length === 0) return "";
    const others = closed.slice(1).map((zone) => `, ${building?.zoneName(zone) ?? `zones[${zone}]`}`);
    return `;${this.whyClosed(this.obstacles.length - closed.length).slice(1)}${others.join("")}`;
  }

  /** The zone that an obstacle is; undefined for one that is none. */
  private zoneOf(obstacle: number): number | undefined {
    return this.closed[obstacle - this.obstacles.length + this.closed.length];
  }

  /** The walkable outline. */
  get boundary(): Ring {
    return this.scene.boundary;
  }

  /** Obstacles in the order of the scene; then leaves of doors, and doors that are closed. */
  get obstacles(): readonly Obstacle[] {
    return this.plan.obstacles ?? [];
  }

  /** Names of the goals in the order of the scene. */
  get goalNames(): string[] {
    return Object.keys(this.scene.goals ?? {});
  }

  /** The goal of that name. */
  goal(name: string): Goal {
    const { goals } = this.plan;
    if (goals && Object.hasOwn(goals, name)) return goals[name];
    if (Object.hasOwn(this.scene.goals ?? {}, name)) {
      throw new InputError("the door on it is closed", keyed("goals", name));
    }
    throw new InputError(noSuch("goal", name, this.goalNames), "goals");
  }

  /** The box around the boundary. */
  get bounds(): Box {
    return boxOf(this.boundary);
  }

  /** Area of the free space in square metres. */
  get area(): number {
    return this.space.area;
  }

  /**
   * A place of a level, where planners and crowds take it: on the sheet of the building.
   *
   * @throws InputError for a name that is no level, and for a world that is no building
   */
  at(level: string, p: Point): Point {
    return this.asBuilding().at(level, p);
  }

  /** The level or flight at a place of the sheet, with the height; null between them, and in the plan of one floor. */
  where(p: Point): BuildingPlace | null {
    return this.building?.where(p) ?? null;
  }

  /**
   * A path on the sheet as a way through the building.
   *
   * @throws InputError for a world that is no building
   */
  way(path: readonly Point[]): BuildingWay {
    return this.asBuilding().way(path);
  }

  /**
   * The free space for the centres of discs of a radius in metres, >= 0: the world's own for 0, another one for each question
   * for more. Where it is empty, nobody of that size fits anywhere.
   */
  spaceFor(radius: number): FreeSpace {
    if (radius === 0) return this.space;
    return this.building
      ? this.building.spaceOf(this.grownSheet(radius), this.boundary)
      : grownSpace(this.plan, radius);
  }

  /** What is left of the sheet of the building for discs of a radius. */
  private grownSheet(radius: number): GrownSheet {
    if (this.paced) return this.paced.sheet.grown(this.paced.base.grownSheet(radius));
    const known = this.grown.get(radius);
    const sheet = known ?? this.building!.grown(this.boundary, this.obstacles, radius);
    this.grown.delete(radius);
    // The last few: where everybody has a radius of their own, nobody asks again for one of long ago.
    if (this.grown.size === KEPT) this.grown.delete(this.grown.keys().next().value!);
    this.grown.set(radius, sheet);
    return sheet;
  }

  /** A space of this world with the portals of its building open. */
  private joined(space: FreeSpace): FreeSpace {
    return this.building && space.portals.length === 0 ? space.join(this.building.sheet.portals) : space;
  }

  private asBuilding(): Building {
    if (this.building) return this.building;
    throw new InputError("the scene has one floor, and no levels", "levels");
  }

  /** Whether a point belongs to the free space, walls included. */
  contains(p: Point): boolean {
    return isPlace(p) && this.space.contains(p);
  }

  /** Distance to the nearest wall, corner or post, in metres; 0 on them and outside the free space. */
  clearance(p: Point): number {
    return isPlace(p) ? this.space.clearance(p) : 0;
  }

  /** Whether the straight way from a to b can be walked: sliding along walls, but between no two that touch. */
  visible(a: Point, b: Point): boolean {
    return isPlace(a) && isPlace(b) && this.space.visible(a, b);
  }

  /** The free point nearest to p, p itself where it is free; null when nothing is free. */
  nearestFree(p: Point): Point | null {
    return isPlace(p) ? this.space.nearestFree(p) : null;
  }

  /** Number of the connected part of the free space that holds p, the largest being 0; -1 outside. */
  componentOf(p: Point): number {
    return isPlace(p) ? this.space.componentOf(p) : -1;
  }
}
