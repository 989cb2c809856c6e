/** Somebody between two exits of which one is familiar: NIST 3.3. */
import type { Scene } from "../src/world/index.js";
import { type Bench, type Case, type Criterion, runs } from "./case.js";
import type { Naming } from "./common.js";
import { waysFigure } from "./figures.js";
import { type Panel, withSpeeds } from "./panels.js";
import { block, box, type Line, plan, rectangle } from "./plans.js";
import { across } from "./scenes.js";
import { percentLeft } from "./trajectories.js";

type Known = NonNullable<NonNullable<Scene["spawns"]>[number]["known"]>;

/** Rooms one above the other, one person in each: as many trials. */
const ROOMS = 100;

/** Metres: length and width of a room, width of its doors, depth of walls. */
const [LONG, WIDE, DOOR, WALL] = [15, 5, 1, 0.2];

/** Metres behind the doors where people are taken out, and to the end of the plan. */
const [BEHIND, BEYOND] = [1, 2];

const WALKER: Panel = withSpeeds("walker", 1);

/** Walls of one room: at both short ends with a door in the middle, and below it over the whole length of the plan. */
function wallsOf(y: number): ReturnType<typeof block>[] {
  const [low, high] = [y + (WIDE - DOOR) / 2, y + (WIDE + DOOR) / 2];
  const ends = [-WALL, LONG].flatMap((x) => [block(x, y, x + WALL, low), block(x, high, x + WALL, y + WIDE)]);
  return y === 0 ? ends : [block(-BEYOND, y - WALL, LONG + BEYOND, y), ...ends];
}

/** The rooms, with somebody around the middle of each: as often nearer to one exit as to the other. */
function roomsScene(name: string, known: Known | undefined): Scene {
  const floors = Array.from({ length: ROOMS }, (_, k) => k * (WIDE + WALL));
  const lines = (x: number): Line[] => floors.map((y) => across(x, y, y + WIDE));
  return plan({
    name,
    duration: 120,
    people: WALKER,
    boundary: rectangle(box(-BEYOND, 0, LONG + BEYOND, ROOMS * (WIDE + WALL) - WALL)),
    obstacles: floors.flatMap(wallsOf),
    goals: {
      familiar: { segments: lines(-WALL - BEHIND) },
      other: { segments: lines(LONG + WALL + BEHIND) },
    },
    spawns: floors.map((y) => ({
      polygon: rectangle(box(LONG / 2 - 1, y + 1.5, LONG / 2 + 1, y + WIDE - 1.5)),
      count: 1,
      goals: [["familiar", "other"]],
      ...(known ? { known } : {}),
    })),
  });
}

/** How likely the second exit is known, in the trial between both. */
const LIKELY = 0.5;

/** What is known in each trial, and the share in percent who then take the familiar exit. */
const TRIALS: readonly { id: string; words: string; known: Known | undefined; right: number }[] = [
  { id: "neither", words: "with both exits alike", known: undefined, right: 50 },
  // Who knows one alone takes it; the others take the nearer one.
  {
    id: "likely",
    words: "with the other exit known to half",
    known: { familiar: 1, other: LIKELY },
    right: 100 * (1 - LIKELY + LIKELY / 2),
  },
  { id: "only", words: "with the other exit known to nobody", known: ["familiar"], right: 100 },
];

/** Three deviations of a share in percent of as many as there are rooms, which one run in 370 exceeds by chance. */
const margin = (right: number): number => Number((3 * Math.sqrt((right * (100 - right)) / ROOMS)).toFixed(1));

function percentFamiliar(bench: Bench, title: string, known: Known | undefined): number | null {
  const run = bench.simulate(roomsScene(title, known));
  if (known && !Array.isArray(known))
    bench.show(() => waysFigure(run, "Ways to the familiar exits, left, and to the others."));
  if (percentLeft(run) < 100) return null;
  const familiar = run.tracks.filter(({ x }) => x[x.length - 1] < 0);
  return (100 * familiar.length) / run.people;
}

/** Somebody takes the familiar exit more often. */
export function familiarExit(naming: Naming): Case {
  return runs({
    ...naming,
    about:
      `Somebody of 1 m/s stands around the middle of a room of ${LONG} by ${WIDE} m with a door of ${DOOR} m at either end: ${ROOMS} such rooms in a run. Where both exits are alike, half take each; ` +
      "where one is familiar and the other known to every second person, three quarters take the familiar one, and all where nobody knows the other. " +
      "The note asks that the familiar one is taken more often and names no share; three deviations of the binomial distribution are allowed here.",
    criteria: [
      {
        id: "more",
        title: "steps of familiarity with which more take the familiar exit, of 2",
        unit: "",
        low: 2,
        high: 2,
        from: ({ neither, likely, only }) =>
          neither === null || likely === null || only === null
            ? null
            : Number(likely > neither) + Number(only > likely),
      },
      ...TRIALS.map(
        ({ id, words, right }): Criterion => ({
          id,
          title: `people who take the familiar exit, ${words}`,
          unit: "%",
          low: right - margin(right),
          high: right + margin(right),
        }),
      ),
    ],
    run: (bench) =>
      Object.fromEntries(TRIALS.map(({ id, known }) => [id, percentFamiliar(bench, naming.title, known)])),
  });
}
