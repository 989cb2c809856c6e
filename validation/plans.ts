/** The plans that cases are made of: rooms, doors in walls, corridors. Metres; y points up. */
import type { Scene } from "../src/world/index.js";
import type { Area } from "./measures.js";
import type { Panel } from "./panels.js";

/** A point, a line and a ring as scenes have them. */
export type Place = [x: number, y: number];
export type Line = [from: Place, to: Place];
export type Ring = Place[];

/** A rectangle as a ring. */
export function rectangle({ minX, minY, maxX, maxY }: Area): Ring {
  return [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ];
}

/** A box by its corners. */
export function box(minX: number, minY: number, maxX: number, maxY: number): Area {
  return { minX, minY, maxX, maxY };
}

/** A solid block. */
export function block(minX: number, minY: number, maxX: number, maxY: number): { polygon: Ring } {
  return { polygon: rectangle(box(minX, minY, maxX, maxY)) };
}

/** What a scene of a case says; the rest is the same for all. */
export interface PlanParts extends Pick<Scene, "boundary" | "obstacles" | "goals" | "spawns"> {
  readonly name: string;
  /** Seconds after which the run ends. */
  readonly duration: number;
  /** Who comes out of spawns that name no profile of their own. */
  readonly people: Panel;
  /** Further panels of the same population, by whose names spawns may call their profile. */
  readonly others?: readonly Panel[];
}

/** A scene. */
export function plan({ duration, people, others = [], spawns = [], ...parts }: PlanParts): Scene {
  const profiles = [people, ...others].flatMap(({ name, profile }) => (profile ? [[name, profile]] : []));
  const own = people.profile ? { profile: people.name } : {};
  return {
    format: "wayfield-scene",
    version: 1,
    ...parts,
    profiles: Object.fromEntries(profiles),
    spawns: spawns.map((spawn) => ({ ...own, ...spawn })),
    simulation: { duration, population: people.population },
  };
}

/** A hall that empties through one door in a straight wall. */
export interface DoorPlan {
  /** Width of the door in metres. */
  readonly width: number;
  readonly people: number;
  readonly panel: Panel;
  /** Metres of wall on either side of the door; default 3. */
  readonly margin?: number;
  /** Depth of the wall in metres; default 0.2. */
  readonly depth?: number;
  /** Persons per m2 at the start; default 2. */
  readonly density?: number;
  readonly duration?: number;
}

/** Metres behind the door before people are taken out: far enough that nobody waits for those in front. */
const BEHIND = 3;

/** Metres between the door and the first of those who wait. */
const AHEAD = 1;

/** The hall: the door's line is y = 0, people come from above and leave 3 m below. */
export function hallWithDoor(options: DoorPlan): Scene {
  const { width, people, panel, margin = 3, depth = 0.2, density = 2, duration = 600 } = options;
  const half = width / 2 + margin;
  const long = people / density / (2 * half - 0.6);
  const top = AHEAD + long + 1;
  return plan({
    name: `A door of ${width} m`,
    duration,
    people: panel,
    boundary: rectangle(box(-half, -depth - BEHIND - 1, half, top)),
    obstacles: [block(-half, -depth, -width / 2, 0), block(width / 2, -depth, half, 0)],
    goals: {
      out: {
        segments: [
          [
            [-half, -depth - BEHIND],
            [half, -depth - BEHIND],
          ],
        ],
      },
    },
    spawns: [
      {
        polygon: rectangle(box(-half + 0.3, AHEAD, half - 0.3, AHEAD + long)),
        count: people,
        goals: ["out"],
      },
    ],
  });
}

/** The line at which those who pass the door of `hallWithDoor` are counted: its inner edge. */
export function doorLine(width: number): Line {
  return [
    [-width / 2, 0],
    [width / 2, 0],
  ];
}
