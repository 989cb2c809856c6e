/** Scenes that several suites share: RiMEA, the IMO's circular and NIST's note have many cases in common. */
import type { Scene } from "../src/world/index.js";
import { type Panel, withSpeeds } from "./panels.js";
import { block, box, type Line, plan, type Ring, rectangle } from "./plans.js";

/** Somebody's speed, in a corridor of 2 m that is 40 m long between two lines, with 2 m before and after them. */
export function corridorScene(name: string, speed: number): Scene {
  return plan({
    name,
    duration: 120,
    people: withSpeeds("walker", speed),
    boundary: rectangle(box(-2, 0, 43, 2)),
    goals: { end: { segments: [across(42, 0, 2)] } },
    spawns: [{ polygon: rectangle(box(-1.4, 0.6, -0.6, 1.4)), count: 1, goals: ["end"] }],
  });
}

/** A line across a corridor along x. */
export function across(x: number, minY: number, maxY: number): Line {
  return [
    [x, minY],
    [x, maxY],
  ];
}

/** Twenty people in a corridor of 2 m, 12 m long with its corner to the left, and 10 m after it. */
export function cornerScene(name: string, panel: Panel): Scene {
  const boundary: Ring = [
    [0, 0],
    [12, 0],
    [12, 12],
    [10, 12],
    [10, 2],
    [0, 2],
  ];
  return plan({
    name,
    duration: 180,
    people: panel,
    boundary,
    goals: {
      end: {
        segments: [
          [
            [10, 11.5],
            [12, 11.5],
          ],
        ],
      },
    },
    spawns: [{ polygon: rectangle(box(0, 0, 6, 2)), count: 20, goals: ["end"] }],
  });
}

/** Metres behind the doors of a room where people are taken out. */
const BEHIND = 2;

/** Depth of walls with doors. */
const WALL = 0.2;

/** Doors of 1 m in the long walls of the room for 1,000: 5 m from the corners, two above and two below. */
const PUBLIC_DOORS = { above: [5, 25], below: [5, 25] };

/** 1,000 people in a room of 30 by 20 m, with doors of 1 m: four, or the two below alone. */
export function publicRoomScene(name: string, exits: 4 | 2, panel: Panel): Scene {
  const above = exits === 4 ? PUBLIC_DOORS.above : [];
  return plan({
    name: `${name}, ${exits} exits`,
    duration: 1200,
    people: panel,
    boundary: rectangle(box(0, -BEHIND - WALL - 1, 30, 20 + WALL + BEHIND + 1)),
    obstacles: [...wallWithDoors(0, 30, -WALL, PUBLIC_DOORS.below), ...wallWithDoors(0, 30, 20, above)],
    goals: {
      below: { segments: [along(-WALL - BEHIND, 0, 30)] },
      ...(exits === 4 ? { above: { segments: [along(20 + WALL + BEHIND, 0, 30)] } } : {}),
    },
    spawns: [
      {
        polygon: rectangle(box(0, 0, 30, 20)),
        count: 1000,
        goals: [exits === 4 ? ["below", "above"] : ["below"]],
      },
    ],
  });
}

/** A line along x. */
export function along(y: number, minX: number, maxX: number): Line {
  return [
    [minX, y],
    [maxX, y],
  ];
}

/** A wall along x with doors of 1 m, as solid blocks; `at` are the doors' middles. */
export function wallWithDoors(
  minX: number,
  maxX: number,
  y: number,
  at: readonly number[],
  width = 1,
): { polygon: Ring }[] {
  const edges = [minX, ...at.flatMap((x) => [x - width / 2, x + width / 2]), maxX];
  const blocks: { polygon: Ring }[] = [];
  for (let k = 0; k < edges.length; k += 2) blocks.push(block(edges[k], y, edges[k + 1], y + WALL));
  return blocks;
}

/** 100 people in a room of 8 by 5 m with a door of 1 m in the middle of a short wall, which is x = 8. */
export function smallRoomScene(name: string, people: number, panel: Panel, duration = 600): Scene {
  return plan({
    name,
    duration,
    people: panel,
    boundary: rectangle(box(0, 0, 8 + WALL + BEHIND + 1, 5)),
    obstacles: [block(8, 0, 8 + WALL, 2), block(8, 3, 8 + WALL, 5)],
    goals: { out: { segments: [across(8 + WALL + BEHIND, 0, 5)] } },
    // Nobody begins in the doorway, beyond the line that is counted at.
    spawns: [{ polygon: rectangle(box(0, 0, 7.5, 5)), count: people, goals: ["out"] }],
  });
}

/** The inner edge of the door of `smallRoomScene`. */
export const SMALL_ROOM_DOOR: Line = across(8, 2, 3);

/** Two rooms of 10 by 10 m, joined by a corridor of 2 m that is 10 m long: 100 people from the left, some from the right. */
export function counterflowScene(name: string, against: number, panel: Panel): Scene {
  return plan({
    name: `${name}, 100 against ${against}`,
    duration: 600,
    people: panel,
    boundary: [
      [0, 0],
      [10, 0],
      [10, 4],
      [20, 4],
      [20, 0],
      [30, 0],
      [30, 10],
      [20, 10],
      [20, 6],
      [10, 6],
      [10, 10],
      [0, 10],
    ],
    goals: { right: { segments: [across(29, 0, 10)] }, left: { segments: [across(1, 0, 10)] } },
    spawns: [
      { polygon: rectangle(box(0, 0, 4.5, 10)), count: 100, goals: ["right"] },
      ...(against > 0 ? [{ polygon: rectangle(box(25.5, 0, 30, 10)), count: against, goals: ["left"] }] : []),
    ],
  });
}

/** Where the corridor of `counterflowScene` meets the right-hand room. */
export const COUNTERFLOW_ENTRY: Line = across(20, 4, 6);
