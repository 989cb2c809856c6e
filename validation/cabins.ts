/** The corridor with twelve rooms in which everybody goes to the exit that they were told: RiMEA 10, IMO 10, NIST 3.1. */
import type { Scene } from "../src/world/index.js";
import { type Case, runs } from "./case.js";
import type { Naming } from "./common.js";
import { waysFigure } from "./figures.js";
import type { Panel } from "./panels.js";
import { block, box, type Place, plan, rectangle } from "./plans.js";
import { across, along } from "./scenes.js";

/** Metres: rooms, the corridor and its doors, walls. */
const [WIDE, DEEP, CORRIDOR, DOOR, WALL] = [3, 4, 1.2, 0.9, 0.1];

/** How wide the passage to the main exit is; it lies after the second room of the upper row. */
const PASSAGE = 1.2;

/** Rooms 1 to 6 above the corridor, 7 to 12 below; from these the way is to the main exit. */
const TO_MAIN = [1, 2, 3, 4, 7, 8, 9, 10];

/** Where a room begins along the corridor: the upper row makes room for the passage. */
function leftOf(room: number): number {
  const column = (room - 1) % 6;
  return column * (WIDE + WALL) + (room <= 6 && column >= 2 ? PASSAGE + WALL : 0);
}

/** The walls of a room that leave its door open: two sides and the front with a gap in the middle. */
function wallsOf(room: number): { polygon: Place[] }[] {
  const left = leftOf(room);
  const [x0, x1] = [left, left + WIDE];
  const gap = (WIDE - DOOR) / 2;
  const above = room <= 6;
  const front = above ? CORRIDOR : -WALL;
  const [y0, y1] = above ? [CORRIDOR, CORRIDOR + WALL + DEEP] : [-WALL - DEEP, 0];
  return [
    block(x1, y0, x1 + WALL, y1),
    block(x0, front, x0 + gap, front + WALL),
    block(x1 - gap, front, x1, front + WALL),
  ];
}

/** Length of the corridor: the six rooms above, the passage, and 2 m to the exit at its end. */
const END = 6 * (WIDE + WALL) + PASSAGE + WALL + 2;

function cabinsScene(name: string, panel: Panel): Scene {
  const rooms = Array.from({ length: 12 }, (_, k) => k + 1);
  const passage = leftOf(2) + WIDE + WALL;
  const top = CORRIDOR + WALL + DEEP + 1.5;
  return plan({
    name,
    duration: 180,
    people: panel,
    boundary: rectangle(box(0, -WALL - DEEP, END, top)),
    obstacles: [
      ...rooms.flatMap(wallsOf),
      // Solid ground above the rooms but for the passage, beside the passage, and at the corridor's end.
      block(0, top - 1.5, passage, top),
      block(passage + PASSAGE, top - 1.5, END, top),
      block(passage + PASSAGE, CORRIDOR, passage + PASSAGE + WALL, top),
      block(leftOf(6) + WIDE, CORRIDOR, END, top - 1.5),
      block(leftOf(12) + WIDE, -WALL - DEEP, END, 0),
    ],
    goals: {
      main: { segments: [along(top - 0.5, passage, passage + PASSAGE)] },
      secondary: { segments: [across(END - 0.5, 0, CORRIDOR)] },
    },
    spawns: rooms.map((room) => {
      const y = room <= 6 ? CORRIDOR + WALL : -WALL - DEEP;
      return {
        polygon: rectangle(box(leftOf(room) + 0.3, y + 0.3, leftOf(room) + WIDE - 0.3, y + DEEP - 0.3)),
        // 23 people in 12 rooms: two in each but the last.
        count: room === 12 ? 1 : 2,
        goals: [TO_MAIN.includes(room) ? "main" : "secondary"],
      };
    }),
  });
}

/** Everybody leaves by the exit that they were told. */
export function allocation(naming: Naming, panel: Panel): Case {
  return runs({
    ...naming,
    about:
      `23 people, ${panel.words}, in 12 rooms at a corridor of ${CORRIDOR} m: those of rooms 1 to 4 and 7 to 10 are told to take the main exit, the others ` +
      "the secondary one at the corridor's end. All do. The rooms are drawn with 3 by 4 m.",
    criteria: [
      { id: "", title: "people who leave by their exit", unit: "%", low: 100, high: 100, over: "least" },
    ],
    run(bench) {
      const run = bench.simulate(cabinsScene(naming.title, panel));
      bench.show(() => waysFigure(run, "Ways from the rooms to the two exits."));
      const right = run.tracks.filter(({ group, left, x, y }) => {
        const [endX, endY] = [x[x.length - 1], y[y.length - 1]];
        const byMain = endY > CORRIDOR + 1;
        const bySecondary = endX > END - 2 && endY <= CORRIDOR;
        return left !== null && (TO_MAIN.includes(group + 1) ? byMain : bySecondary);
      });
      return { "": (100 * right.length) / run.people };
    },
  });
}
