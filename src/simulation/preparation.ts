/** What a simulation does before it runs: it refuses what it cannot run, and makes the crowd. */
import {
  type ArrivalRule,
  type Doors,
  LongBodies,
  type ModelValue,
  PeriodicPlan,
  Storeys,
  Terrain,
  Threads,
  Tracks,
} from "../crowd/index.js";
import { DirectedCrowd } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import type { Groups } from "../groups/index.js";
import { ALL_MODELS } from "../models/internal.js";
import { checkNumber } from "../options.js";
import {
  Building,
  type BuildingInput,
  doorObstacles,
  isBuilding,
  refuseFlow,
  refuseZones,
  type Scene,
  type SceneInput,
  World,
} from "../world/index.js";
import { destinationFaults } from "./destinations.js";
import { groupFaults } from "./grouping.js";
import { oneWayFaults } from "./one-way.js";
import type { Population } from "./populations.js";
import { profileFaults, uniformBody } from "./roster.js";
import { routeFaults } from "./route-ways.js";
import type { spawnsOf } from "./scene-spawns.js";
import type { SimulationOptions } from "./simulation-options.js";
import { stayFaults } from "./stays.js";
import type { PlannerTable } from "./table.js";

/**
 * Refuses what is wrong with a scene. What it says of all is not heeded where an option says it.
 *
 * @param planner the planner that an option names for those whose spawn names none
 */
export function refuseFaults(
  scene: Scene,
  table: PlannerTable,
  planner: string | undefined,
  areSites: boolean,
  building: Building | null,
): void {
  const [fault] = [
    ...table.faultsOf(scene).filter(({ where }) => where !== "simulation.planner"),
    ...oneWayFaults(scene, planner),
    ...profileFaults(scene),
    ...destinationFaults(scene),
    ...stayFaults(scene),
    ...groupFaults(scene),
    ...routeFaults(scene, areSites),
  ];
  if (fault) throw new InputError(fault.message, fault.where);
  // Pieces of a building's flow are looked at level by level, as its world is made.
  if (!building) refuseFlow(scene);
  refuseZones(scene);
}

/** Longer steps are allowed, but warned about: in half a second people close a gap of 1.3 m unseen. */
const LONGEST_SENSIBLE_STEP = 0.25;

/**
 * Warnings: of long steps. Who is a site of the diagram looks at every step, however long it is.
 *
 * @throws InputError for a seed, a step or a duration that no run has
 */
export function checkTimes(
  { step, duration, seed }: { readonly step: number; readonly duration: number; readonly seed: number },
  areSites: boolean,
): string[] {
  checkNumber(seed, "seed", { whole: true, least: 0, most: 4294967295 });
  checkNumber(step, "step", { of: "seconds", least: 1e-4, most: 10 });
  checkNumber(duration, "duration", { of: "seconds", above: 0 });
  if (step <= LONGEST_SENSIBLE_STEP || areSites) return [];
  return [`step: ${step} s is long; beyond ${LONGEST_SENSIBLE_STEP} s people hardly see each other coming`];
}

/** Planners that know buildings. */
const OVER_STAIRS: readonly string[] = ["pathmap", "potential", "roadmap"];

/** Refuses a planner of one floor for a building. */
export function refuseOneFloor(planner: string, where: string): void {
  if (OVER_STAIRS.includes(planner)) return;
  const known = `${OVER_STAIRS.slice(0, -1).join(", ")} and ${OVER_STAIRS.at(-1)}`;
  throw new InputError(`${planner} plans no ways over stairs; ${known} do`, where);
}

/** What does not run in a building, with why. */
export function refuseInBuilding(
  { scene }: Building,
  planners: readonly string[],
  options: SimulationOptions,
): void {
  const refuse = (what: string, where: string): never => {
    throw new InputError(`${what} in a building`, where);
  };
  for (const planner of planners) refuseOneFloor(planner, "planner");
  if (scene.groups?.length) refuse("groups do not walk", "groups");
  if (scene.routes?.length) refuse("sketched routes are not followed", "routes");
  if (scene.flows) refuse("flows have no timetable", "flows");
  if (options.sites ?? scene.simulation?.sites)
    refuse("people are no sites of a roadmap", "simulation.sites");
  if (options.bottleneck || scene.bottleneck) refuse("bottlenecks are not looked for", "bottleneck");
  if (scene.weights?.length) refuse("weights of vertices are not heeded", "weights");
}

/** The bodies of those who keep to a timetable; null for a scene that has none. */
export function timedBody({
  scene,
  spawns,
  population,
  options: { spacing, speedDensity },
  moves,
}: {
  readonly scene: Scene;
  readonly spawns: ReturnType<typeof spawnsOf>;
  readonly population: Population | null;
  readonly options: SimulationOptions;
  /** Whether anything has a timetable of its own. */
  readonly moves: boolean;
}): ReturnType<typeof uniformBody> | null {
  if (!scene.flows) return null;
  const refuse = (what: string, where: string): never => {
    throw new InputError(`the timetable of flows ${what}`, where);
  };
  if (moves) refuse("needs walls, doors and obstacles that stand still", "obstacles");
  if (scene.zones?.length) refuse("has one speed everywhere", "zones");
  if (spacing !== undefined) refuse("spaces people itself", "spacing");
  if ((speedDensity ?? "none") !== "none") refuse("has one speed at any density", "speedDensity");
  return uniformBody(scene, spawns, population);
}

/** A crowd that knows every model, tracks, doors and long bodies. */
export function directedCrowd(
  base: World,
  options: SimulationOptions,
  given: {
    readonly scene: Scene;
    readonly seed: number;
    readonly arrival: ArrivalRule;
    readonly model: ModelValue;
    readonly doors: Doors;
    readonly groups: Groups;
  },
): DirectedCrowd {
  const { scene, seed, arrival, model, doors, groups } = given;
  const crowd = new DirectedCrowd(base, {
    seed: seed | 0,
    threads: new Threads(options.threads ?? 1, { createWorker: options.createWorker }),
    speedDensity: options.speedDensity ?? "none",
    arrival,
    model,
    tracks: new Tracks(),
    longBodies: new LongBodies(),
    doors,
    terrain: scene.zones && new Terrain(),
    ...(base.building && { storeys: new Storeys() }),
    ...(scene.periodic ? { periodic: new PeriodicPlan(base, scene.periodic) } : { groups }),
  });
  crowd.carryAll(ALL_MODELS);
  return crowd;
}

/** A scene whose doors are obstacles with a timetable. */
export function withoutDoors(scene: Scene): Scene {
  if (!scene.doors?.length) return scene;
  // The whole is checked as it was drawn.
  new World(scene);
  const { doors: _, ...plan } = scene;
  return { ...plan, obstacles: [...(scene.obstacles ?? []), ...doorObstacles(scene)] };
}

/** The world that a simulation was given, and that of a building; null for a plan, whose doors and obstacles may move. */
export function worldOf(input: SceneInput | BuildingInput | World): World | null {
  if (input instanceof World) return input;
  return isBuilding(input) ? new World(new Building(input)) : null;
}

/** The world of a changed scene, on the sheet of the world that it was. */
export function worldLike(world: World | null, scene: SceneInput): World {
  return world ? world.altered(scene) : new World(scene);
}
