/** Built-in scenes by name: drawn ones from `scenes/*.json`, generated ones such as `profiling-20`. */

import bottleneck from "../../scenes/bottleneck.json" with { type: "json" };
import campus from "../../scenes/campus.json" with { type: "json" };
import centre1 from "../../scenes/centre-1.json" with { type: "json" };
import centre3 from "../../scenes/centre-3.json" with { type: "json" };
import corridor from "../../scenes/corridor.json" with { type: "json" };
import crossing from "../../scenes/crossing.json" with { type: "json" };
import evacuation from "../../scenes/evacuation.json" with { type: "json" };
import flow1 from "../../scenes/flow-1.json" with { type: "json" };
import flow2 from "../../scenes/flow-2.json" with { type: "json" };
import flow3 from "../../scenes/flow-3.json" with { type: "json" };
import flow48 from "../../scenes/flow-4-8.json" with { type: "json" };
import flow412 from "../../scenes/flow-4-12.json" with { type: "json" };
import flow413 from "../../scenes/flow-4-13.json" with { type: "json" };
import flowImplied1 from "../../scenes/flow-implied-1.json" with { type: "json" };
import flowImplied2 from "../../scenes/flow-implied-2.json" with { type: "json" };
import flowImplied3 from "../../scenes/flow-implied-3.json" with { type: "json" };
import office from "../../scenes/office.json" with { type: "json" };
import parade from "../../scenes/parade.json" with { type: "json" };
import park from "../../scenes/park.json" with { type: "json" };
import plaza from "../../scenes/plaza.json" with { type: "json" };
import pocket from "../../scenes/pocket.json" with { type: "json" };
import pockets4 from "../../scenes/pockets-4.json" with { type: "json" };
import subway from "../../scenes/subway.json" with { type: "json" };
import swamp from "../../scenes/swamp.json" with { type: "json" };
import theatre from "../../scenes/theatre.json" with { type: "json" };
import ticketHall from "../../scenes/ticket-hall.json" with { type: "json" };
import trains from "../../scenes/trains.json" with { type: "json" };
import transport from "../../scenes/transport.json" with { type: "json" };
import twoArmies from "../../scenes/two-armies.json" with { type: "json" };
import twoRooms from "../../scenes/two-rooms.json" with { type: "json" };
import { InputError } from "../errors.js";
import { parseScene, type Scene } from "../world/index.js";
import { BLOCKS_RANGE, cityScene, profilingScene } from "./blocks.js";
import { SCATTER_RANGE, scatterScene } from "./flow.js";
import { openAirPlan, supermarketPlan } from "./market.js";
import { citizensScene, fieldScene, parkCrowd, WALKERS_RANGE } from "./walkers.js";

export { BLOCKS_RANGE, type CityOptions, cityScene, profilingScene } from "./blocks.js";
export {
  BUILTIN_BUILDINGS,
  type BuiltinBuilding,
  builtinBuilding,
  isBuiltinBuilding,
  officeTowerScene,
  STOREYS_RANGE,
  stairTowerScene,
} from "./buildings.js";
export { SCATTER_RANGE, scatterScene } from "./flow.js";
export {
  MARKET,
  openAirPlan,
  type ShelfPlan,
  supermarketPlan,
  type TablePlan,
  type WalkPlan,
} from "./market.js";
export type { MeshLists } from "./mesh-lists.js";
export {
  BUILTIN_SURFACES,
  type BuiltinSurface,
  builtinSurface,
  carSurface,
  costaSurface,
  cylinderSurface,
  hallwaySurface,
  isBuiltinSurface,
  planeSurface,
  sliverSurface,
  sphereSurface,
  statueSurface,
  torusSurface,
  trapSurface,
} from "./surfaces.js";
export { type CitizensOptions, citizensScene, fieldScene, WALKERS_RANGE } from "./walkers.js";

/** One line of the list of built-in scenes. */
export interface BuiltinScene {
  /** The name to give, or a pattern with K or N for a number. */
  readonly name: string;
  readonly description: string;
  /** A name that can be opened: the same for a drawn scene, an instance for a generated one. */
  readonly example: string;
}

/** The drawn scenes, as parsed JSON that nothing has checked yet. */
const DRAWN: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["corridor", corridor],
  ["two-rooms", twoRooms],
  ["park", park],
  ["subway", subway],
  ["office", office],
  ["theatre", theatre],
  ["evacuation", evacuation],
  ["bottleneck", bottleneck],
  ["pocket", pocket],
  ["pockets-4", pockets4],
  ["centre-1", centre1],
  ["centre-3", centre3],
  ["swamp", swamp],
  ["ticket-hall", ticketHall],
  ["trains", trains],
  ["transport", transport],
  ["plaza", plaza],
  ["parade", parade],
  ["two-armies", twoArmies],
  ["park-100", park],
  ["flow-1", flow1],
  ["flow-2", flow2],
  ["flow-3", flow3],
  ["crossing", crossing],
  ["flow-4-8", flow48],
  ["flow-4-12", flow412],
  ["flow-4-13", flow413],
  ["flow-implied-1", flowImplied1],
  ["flow-implied-2", flowImplied2],
  ["flow-implied-3", flowImplied3],
  ["campus", campus],
  ["supermarket", supermarketPlan().scene],
  ["open-air", openAirPlan().scene],
]);

const walkers = `${WALKERS_RANGE.least} to ${WALKERS_RANGE.greatest}`;
const scatters = `${SCATTER_RANGE.least} to ${SCATTER_RANGE.greatest}`;
const range = `${BLOCKS_RANGE.least} to ${BLOCKS_RANGE.greatest}`;

/** All built-in scenes, in the order in which lists show them. */
export const BUILTIN_SCENES: readonly BuiltinScene[] = Object.freeze([
  drawn("corridor", "a straight corridor, 30 m x 4 m, with people walking both ways"),
  drawn("two-rooms", "two rooms joined by a door of 1 m; 40 people leave through it"),
  drawn("park", "a park with five gates, a lake and a popcorn cart; five walkers of different temper"),
  drawn("subway", "an island platform between two trains whose doors open and close"),
  drawn("office", "an office storey: 13 rooms, a corridor, desks and two exits; 121 people"),
  drawn(
    "theatre",
    "a theatre with three exits that guests, elderly, students and wheelchairs know; 130 people",
  ),
  drawn("ticket-hall", "a ticket hall with four queues, a lounge and seats; 55 people"),
  drawn("swamp", "an army on a sketched route that divides at a swamp: 40 soldiers through, 6 tanks around"),
  drawn("evacuation", "a hall with a narrow passage and two wide detours; 180 people"),
  drawn("bottleneck", "the hall with a passage of 0.9 m and all 180 people at once (Farias 2020, 5.6)"),
  drawn("pocket", "a wall like a cup between 24 people and their goal (Farias 2020, figure 3.14)"),
  drawn("pockets-4", "four groups that cross between four cups (Farias 2020, figure 3.15)"),
  drawn("centre-1", "a walled town centre with one passage, and three ways out of town; 60 people"),
  drawn("centre-3", "the same town centre with three passages"),
  drawn("trains", "two trains that cross at the platforms of a hall, goals that move; 20 people"),
  drawn("transport", "town blocks with a faster way to travel at three corners; four travellers"),
  drawn(
    "plaza",
    "a square that six groups cross by four planners, each with a behaviour of its own; 114 people",
  ),
  drawn("parade", "doors and pillars on the way of a company of 30 in formation and of families; 54 people"),
  drawn("two-armies", "two sides of 150 in six formations fight for a hill, by potentials"),
  drawn("flow-1", "lanes from top to bottom between scattered blocks, like the paper's scenario 1"),
  drawn("flow-2", "lanes past staggered walls, like the paper's scenario 2"),
  drawn("flow-3", "lanes past a narrow middle, like the paper's scenario 3"),
  drawn("crossing", "three flows that cross, each with lanes of its own and one timetable for all"),
  drawn("flow-4-8", "where lanes that just follow the flow close a corridor, after the paper's figure 4.8"),
  drawn("flow-4-12", "where scanning the source misses one lane, after figure 4.12"),
  drawn("flow-4-13", "where scanning the source misses two lanes, after figure 4.13"),
  drawn("flow-implied-1", "twelve lanes, four of them short, as table 4.1 implies for scenario 1"),
  drawn("flow-implied-2", "six lanes, two of them short, as table 4.1 implies for scenario 2"),
  drawn("flow-implied-3", "eight lanes, four of them short, as table 4.1 implies for scenario 3"),
  generated(
    "scatter-N",
    "scatter-100",
    `N scattered blocks, with a flow from left to right; N from ${scatters}`,
  ),
  drawn("campus", "a university campus, 162 m x 162 m: halls, a library, lawns and lamps; 20 students"),
  drawn("supermarket", "aisles of 2 m between shelves, a table, and eight stars to find one after another"),
  drawn("open-air", "a park of hedges, kiosks and trees, with eight stars far from each other"),
  generated("profiling-K", "profiling-20", `K x K square blocks of 5 m in cells of 10 m; K from ${range}`),
  generated(
    "city-N",
    "city-98",
    `N x N blocks of 15 m with 5 m streets; N from ${range}; city alone is city-98`,
  ),
  drawn("park-100", "the park with a hundred walkers anywhere, each of a temper and a pace of their own"),
  generated(
    "field-N",
    "field-20",
    `N walkers in two lines that change sides in an open field; N from ${walkers}`,
  ),
  generated("citizens-N", "citizens-10", `N walkers around the middle of city-98; N from ${walkers}`),
  generated("citizens-N-far", "citizens-10-far", "the same, from anywhere to anywhere"),
  generated("city-N-jittered", "city-98-jittered", "the same, every block shifted and turned a little"),
]);

function drawn(name: string, description: string): BuiltinScene {
  return { name, description, example: name };
}

function generated(name: string, example: string, description: string): BuiltinScene {
  return { name, description, example };
}

/** Names of generated scenes; numbers out of range belong here too, so that they are told the range. */
const GENERATED =
  /^(?:profiling-(?<k>[^./\\]*)|scatter-(?<blocks>[^./\\]*)|(?<crowd>field|citizens)-(?<people>[^./\\]*?)(?<far>-far)?|city(?:-(?<n>[^./\\]*?)(?<jittered>-jittered)?)?)$/;

/** Whether a name is a built-in scene's, be its number in range or not. */
export function isBuiltinName(name: string): boolean {
  return DRAWN.has(name) || GENERATED.test(name);
}

/** `20` from "20"; NaN from anything that is not plain digits. */
function wholeNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** `field-20`, `citizens-10` or `citizens-10-far`. */
function crowdScene(name: string, crowd: string, people: string, far: boolean): Scene {
  const count = wholeNumber(people);
  if (Number.isNaN(count) || (crowd === "field" && far)) {
    const given = JSON.stringify(people);
    throw new InputError(
      `walkers are a whole number from ${walkers}, as in ${crowd}-20; given: ${given}`,
      name,
    );
  }
  return crowd === "field" ? fieldScene(count) : citizensScene(count, far ? { reach: Infinity } : {});
}

/**
 * A built-in scene by name, such as `office`, `profiling-20`, `city`, `city-98` or `city-98-jittered`.
 *
 * @throws InputError for a name that is none, and for a number out of range.
 */
export function builtinScene(name: string): Scene {
  const data = DRAWN.get(name);
  if (name === "park-100") return parseScene(parkCrowd(builtinScene("park")));
  if (data !== undefined) return parseScene(data);
  const match = GENERATED.exec(name);
  if (!match?.groups) {
    const names = BUILTIN_SCENES.map((scene) => scene.name).join(", ");
    throw new InputError(`is no built-in scene; there are ${names}`, name);
  }
  const { k, n, jittered, blocks, crowd, people, far } = match.groups as Record<string, string | undefined>;
  if (crowd !== undefined) return crowdScene(name, crowd, people ?? "", far !== undefined);
  if (blocks !== undefined) {
    if (!Number.isNaN(wholeNumber(blocks))) return scatterScene(wholeNumber(blocks));
    const given = JSON.stringify(blocks);
    throw new InputError(
      `blocks are a whole number from ${scatters}, as in scatter-100; given: ${given}`,
      name,
    );
  }
  const number = wholeNumber(k ?? n ?? "98");
  if (Number.isNaN(number)) {
    const given = JSON.stringify(k ?? n);
    throw new InputError(
      `blocks along a side are a whole number from ${range}, as in ${k === undefined ? "city-98" : "profiling-20"}; given: ${given}`,
      name,
    );
  }
  return k === undefined ? cityScene(number, { jittered: jittered !== undefined }) : profilingScene(number);
}
