/** Built-in buildings: offices and stair towers of any height, a theatre with a balcony, a station with escalators, a clinic with a refuge. */
import clinic from "../../scenes/clinic.json" with { type: "json" };
import office from "../../scenes/office.json" with { type: "json" };
import station from "../../scenes/station.json" with { type: "json" };
import theatre from "../../scenes/theatre-balcony.json" with { type: "json" };
import { InputError } from "../errors.js";
import { type BuildingScene, parseAnyScene } from "../world/index.js";
import { type SceneConnection, type SceneLevel, stairBetween, type Well } from "./stairwell.js";

/** Storeys that a generated building may have. */
export const STOREYS_RANGE = Object.freeze({ least: 1, greatest: 200 });

/** One line of the list of built-in buildings. */
export interface BuiltinBuilding {
  /** The name to give, or a pattern with N for a number. */
  readonly name: string;
  readonly description: string;
  /** A name that can be opened. */
  readonly example: string;
}

const range = `${STOREYS_RANGE.least} to ${STOREYS_RANGE.greatest}`;

/** All built-in buildings, in the order in which lists show them. */
export const BUILTIN_BUILDINGS: readonly BuiltinBuilding[] = Object.freeze([
  building(
    "two-storey-office",
    "two storeys of the office with a staircase at each end; 242 people leave it",
  ),
  {
    name: "office-tower-N",
    example: "office-tower-10",
    description: `N storeys of the office with two staircases; N from ${range}`,
  },
  {
    name: "stair-tower-N",
    example: "stair-tower-10",
    description: `N storeys around one staircase, 12 people on each above the ground; N from ${range}`,
  },
  building("theatre-balcony", "a theatre whose balcony has a stair on either side; 150 people leave it"),
  building(
    "station",
    "a platform and a concourse, joined by a stair, two escalators and a lift for wheelchairs; 133 people",
  ),
  building(
    "clinic",
    "two storeys whose lift is out of service; 46 people leave, and 4 in wheelchairs wait in a refuge",
  ),
]);

function building(name: string, description: string): BuiltinBuilding {
  return { name, description, example: name };
}

const GENERATED =
  /^(?:two-storey-office|theatre-balcony|station|clinic|(?<kind>office|stair)-tower-(?<storeys>[^./\\]*))$/;

/** Whether a name is a built-in building's, be its number in range or not. */
export function isBuiltinBuilding(name: string): boolean {
  return GENERATED.test(name);
}

/**
 * A built-in building by name, such as `two-storey-office` or `stair-tower-10`.
 *
 * @throws InputError for a name that is none, and for a number out of range.
 */
export function builtinBuilding(name: string): BuildingScene {
  const match = GENERATED.exec(name);
  if (!match) {
    const names = BUILTIN_BUILDINGS.map((one) => one.name).join(", ");
    throw new InputError(`is no built-in building; there are ${names}`, name);
  }
  if (name === "theatre-balcony") return parseAnyScene(theatre) as BuildingScene;
  if (name === "clinic") return parseAnyScene(clinic) as BuildingScene;
  if (name === "station") return parseAnyScene(station) as BuildingScene;
  const { kind = "office", storeys = "2" } = match.groups ?? {};
  const count = /^\d+$/.test(storeys) ? Number(storeys) : Number.NaN;
  if (!(count >= STOREYS_RANGE.least && count <= STOREYS_RANGE.greatest)) {
    throw new InputError(
      `storeys are a whole number from ${range}, as in ${kind}-tower-10; given: ${JSON.stringify(storeys)}`,
      name,
    );
  }
  return kind === "stair" ? stairTowerScene(count) : officeTowerScene(count);
}

/** Metres from floor to floor. */
const STOREY = 3.4;

function storeyName(i: number, storeys: number): string {
  if (i === 0) return "ground";
  return storeys === 2 ? "first" : `storey ${i}`;
}

/** Levels one above the other, with stairs between them. */
function stacked(
  storeys: number,
  plan: (i: number) => Pick<SceneLevel, "boundary" | "obstacles">,
  wells: readonly Well[],
): { levels: SceneLevel[]; connections: SceneConnection[] } {
  const floors = Array.from({ length: storeys }, (_, i): SceneLevel => {
    const elevation = Math.round(i * STOREY * 1e4) / 1e4;
    return { name: storeyName(i, storeys), elevation, ...plan(i) };
  });
  const stairs = floors
    .slice(1)
    .flatMap((upper, i) => wells.map((well) => stairBetween(well, floors[i], upper)));
  return {
    levels: [...floors, ...stairs.map(({ level }) => level)],
    connections: stairs.flatMap(({ connections }) => connections),
  };
}

type Ring = [number, number][];

/** Storeys of the office, with a lobby and a staircase at each end of its corridor. */
export function officeTowerScene(storeys: number): BuildingScene {
  const lobby = (x: number, side: number, order: 1 | -1): Ring => {
    const ring: Ring = [
      [x, 8.5],
      [x + 0.2 * side, 8.5],
      [x + 0.2 * side, 7.2],
      [x + 3.4 * side, 7.2],
      [x + 3.4 * side, 11],
      [x + 0.2 * side, 11],
      [x + 0.2 * side, 9.7],
      [x, 9.7],
    ];
    return order > 0 ? ring : ring.reverse();
  };
  const boundary: Ring = [[0, 0], [44, 0], ...lobby(44, 1, 1), [44, 18], [0, 18], ...lobby(0, -1, -1)];
  const wells: Well[] = [
    { name: "east", x: 47.4, side: 1, y: 9.1, width: 1.4 },
    { name: "west", x: -3.4, side: -1, y: 9.1, width: 1.4 },
  ];
  const obstacles = office.obstacles as NonNullable<SceneLevel["obstacles"]>;
  const { levels, connections } = stacked(storeys, () => ({ boundary, obstacles }), wells);
  const goals = ["main exit", "east exit", "west exit"];
  const floors = levels.slice(0, storeys);
  return parsed({
    name: storeys === 2 ? "Two-storey office" : `Office, ${storeys} storeys`,
    levels,
    connections,
    goals: {
      "main exit": {
        level: "ground",
        segments: [
          [
            [3.2, 0],
            [5, 0],
          ],
        ],
      },
      "east exit": {
        level: "ground",
        segments: [
          [
            [45, 7.2],
            [46.6, 7.2],
          ],
        ],
      },
      "west exit": {
        level: "ground",
        segments: [
          [
            [-2.6, 7.2],
            [-1, 7.2],
          ],
        ],
      },
    },
    profiles: office.profiles as BuildingScene["profiles"],
    spawns: floors.flatMap(({ name }) =>
      office.spawns.map((spawn) => ({
        ...spawn,
        polygon: spawn.polygon as Ring,
        level: name,
        goals: [goals],
      })),
    ),
    simulation: { planner: "pathmap", step: 0.05, duration: 60 + 120 * storeys, seed: 1 },
  });
}

/** Where people of a stair tower start: around the two tables. */
const AROUND_TABLES: Ring = [
  [0.4, 0.4],
  [5.6, 0.4],
  [5.6, 7.6],
  [0.4, 7.6],
  [0.4, 6],
  [3.5, 6],
  [3.5, 5],
  [0.4, 5],
  [0.4, 3],
  [3.5, 3],
  [3.5, 2],
  [0.4, 2],
];

/** Small storeys around one staircase. */
export function stairTowerScene(storeys: number): BuildingScene {
  const well: Well = { name: "main", x: 10, side: 1, y: 4, width: 1.2 };
  const boundary: Ring = [
    [0, 0],
    [10, 0],
    [10, 8],
    [0, 8],
  ];
  const obstacles: NonNullable<SceneLevel["obstacles"]> = [
    {
      polygon: [
        [6, 0],
        [6.2, 0],
        [6.2, 3.4],
        [6, 3.4],
      ],
    },
    {
      polygon: [
        [6, 4.6],
        [6.2, 4.6],
        [6.2, 8],
        [6, 8],
      ],
    },
    {
      polygon: [
        [1.5, 2],
        [3.5, 2],
        [3.5, 3],
        [1.5, 3],
      ],
    },
    {
      polygon: [
        [1.5, 5],
        [3.5, 5],
        [3.5, 6],
        [1.5, 6],
      ],
    },
  ];
  const { levels, connections } = stacked(storeys, () => ({ boundary, obstacles }), [well]);
  return parsed({
    name: `Stair tower, ${storeys} storeys`,
    levels,
    connections,
    goals: {
      exit: {
        level: "ground",
        segments: [
          [
            [7.4, 0],
            [9, 0],
          ],
        ],
      },
    },
    spawns: levels.slice(Math.min(1, storeys - 1), storeys).map(({ name }) => ({
      level: name,
      polygon: AROUND_TABLES,
      count: 12,
      goals: ["exit"],
    })),
    simulation: { planner: "pathmap", step: 0.05, duration: 60 + 60 * storeys, seed: 1 },
  });
}

function parsed(scene: Omit<BuildingScene, "format" | "version">): BuildingScene {
  return parseAnyScene({ format: "wayfield-scene", version: 1, ...scene }) as BuildingScene;
}
