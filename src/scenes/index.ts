/** Built-in scenes by name: drawn ones from `scenes/*.json`, generated ones such as `profiling-20`. */

import campus from "../../scenes/campus.json" with { type: "json" };
import corridor from "../../scenes/corridor.json" with { type: "json" };
import evacuation from "../../scenes/evacuation.json" with { type: "json" };
import office from "../../scenes/office.json" with { type: "json" };
import park from "../../scenes/park.json" with { type: "json" };
import subway from "../../scenes/subway.json" with { type: "json" };
import twoRooms from "../../scenes/two-rooms.json" with { type: "json" };
import { InputError } from "../errors.js";
import { parseScene, type Scene } from "../world/index.js";
import { BLOCKS_RANGE, cityScene, profilingScene } from "./blocks.js";

export { BLOCKS_RANGE, type CityOptions, cityScene, profilingScene } from "./blocks.js";

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
  ["evacuation", evacuation],
  ["campus", campus],
]);

const range = `${BLOCKS_RANGE.least} to ${BLOCKS_RANGE.greatest}`;

/** All built-in scenes, in the order in which lists show them. */
export const BUILTIN_SCENES: readonly BuiltinScene[] = Object.freeze([
  drawn("corridor", "a straight corridor, 30 m x 4 m, with people walking both ways"),
  drawn("two-rooms", "two rooms joined by a door of 1 m; 40 people leave through it"),
  drawn("park", "a park with five gates, a lake and a popcorn cart; five walkers of different temper"),
  drawn("subway", "an island platform between two trains whose doors open and close"),
  drawn("office", "an office storey: 13 rooms, a corridor, desks and two exits; 121 people"),
  drawn("evacuation", "a hall with a narrow passage and two wide detours; 180 people"),
  drawn("campus", "a university campus, 162 m x 162 m: halls, a library, lawns and lamps; 20 students"),
  generated("profiling-K", "profiling-20", `K x K square blocks of 5 m in cells of 10 m; K from ${range}`),
  generated(
    "city-N",
    "city-98",
    `N x N blocks of 15 m with 5 m streets; N from ${range}; city alone is city-98`,
  ),
  generated("city-N-jittered", "city-98-jittered", "the same, every block shifted and turned a little"),
]);

function drawn(name: string, description: string): BuiltinScene {
  return { name, description, example: name };
}

function generated(name: string, example: string, description: string): BuiltinScene {
  return { name, description, example };
}

/** Names of generated scenes; numbers out of range belong here too, so that they are told the range. */
const GENERATED = /^(?:profiling-(?<k>[^./\\]*)|city(?:-(?<n>[^./\\]*?)(?<jittered>-jittered)?)?)$/;

/** Whether a name is a built-in scene's, be its number in range or not. */
export function isBuiltinName(name: string): boolean {
  return DRAWN.has(name) || GENERATED.test(name);
}

/** `20` from "20"; NaN from anything that is not plain digits. */
function wholeNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * A built-in scene by name, such as `office`, `profiling-20`, `city`, `city-98` or `city-98-jittered`.
 *
 * @throws InputError for a name that is none, and for a number out of range.
 */
export function builtinScene(name: string): Scene {
  const data = DRAWN.get(name);
  if (data !== undefined) return parseScene(data);
  const match = GENERATED.exec(name);
  if (!match?.groups) {
    const names = BUILTIN_SCENES.map((scene) => scene.name).join(", ");
    throw new InputError(`is no built-in scene; there are ${names}`, name);
  }
  const { k, n, jittered } = match.groups as Record<string, string | undefined>;
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
