/** RiMEA 11, 12 and 15: which exit people take, what narrow places do, a crowd round a corner. */
import type { Scene } from "../src/world/index.js";
import { type Case, runs } from "./case.js";
import { peopleFigure, waysFigure } from "./figures.js";
import { type Area, crossings, flowOf, headsIn } from "./measures.js";
import { ADULTS } from "./panels.js";
import { block, box, plan, type Ring, rectangle } from "./plans.js";
import { across, along, wallWithDoors } from "./scenes.js";
import { type Trajectories, timeToEmpty } from "./trajectories.js";

/** 1,000 people in the left part of a room of 30 by 20 m; both doors are to the right, 21.5 and 27.5 m along the lower wall. */
function choiceScene(): Scene {
  return plan({
    name: "Choice of the exit",
    duration: 1200,
    people: ADULTS,
    boundary: rectangle(box(0, -3.2, 30, 20)),
    obstacles: wallWithDoors(0, 30, -0.2, [21.5, 27.5]),
    // In the doors: who chooses by time reckons with an exit as wide as it is drawn.
    goals: { near: { segments: [along(-0.2, 21, 22)] }, far: { segments: [along(-0.2, 27, 28)] } },
    spawns: [
      { polygon: rectangle(box(0, 0, 18, 20)), count: 1000, goals: [["near", "far"]], choice: "time" },
    ],
  });
}

/** Which exit people take. */
export const choiceOfExit: Case = runs({
  id: "rimea-11",
  suite: "rimea",
  title: "Choice of the exit",
  source: "RiMEA 4.1, test 11",
  about:
    "1,000 adults in the left part of a room of 30 by 20 m, whose two doors of 1 m are to the right, one behind the other. More people take " +
    "the nearer one, but some take the farther one because of the queue. The guideline names no share: at least 5 % and less than half are asked for here.",
  criteria: [{ id: "", title: "people who take the farther exit", unit: "%", low: 5, high: 50 }],
  run(bench) {
    const run = bench.simulate(choiceScene(), { interval: 0.5 });
    bench.show(() => peopleFigure(run, 60, "The room while it empties."));
    const far = run.tracks.filter(({ left, x }) => left !== null && x[x.length - 1] > 24.5);
    return { "": timeToEmpty(run) === null ? null : (100 * far.length) / run.people };
  },
});

/** Two rooms of 10 by 10 m and what joins them: `long` metres of passage that is `wide`; the goal `behind` it. */
function twoRooms(
  name: string,
  { wide, long, behind }: { wide: number; long: number; behind: number },
): Scene {
  const [low, high] = [5 - wide / 2, 5 + wide / 2];
  const door = behind === 0;
  return plan({
    name,
    duration: 900,
    people: ADULTS,
    boundary: rectangle(box(0, 0, 20 + long, 10)),
    obstacles: [block(10, 0, 10 + long, low), block(10, high, 10 + long, 10)],
    goals: { end: { segments: [across(10 + long + behind, door ? low : 0, door ? high : 10)] } },
    spawns: [{ polygon: rectangle(box(0, 0, 9.5, 10)), count: 150, goals: ["end"] }],
  });
}

/** The mouth of the passage of `twoRooms`. */
const mouth = (wide: number): ReturnType<typeof across> => across(10, 5 - wide / 2, 5 + wide / 2);

const goalPosition: Case = runs({
  id: "rimea-12a",
  suite: "rimea",
  title: "Where the goal is drawn behind a bottleneck",
  source: "RiMEA 4.1, test 12a",
  about:
    "150 adults in a room of 10 by 10 m go through a door of 1 m, 0.2 m deep, into a second room. The goal is drawn in the door's outer edge, " +
    "1 m and 8 m behind it. The nearer the goal, the sooner the last one is there; how many pass the door per second does not depend on it: " +
    "the flow between the 20th and the 80th percent with the goal in the door is within 5 % of that with the goal 1 m behind.",
  criteria: [
    {
      id: "rises",
      title: "times that grow with the goal's distance, of 2",
      unit: "",
      low: 2,
      high: 2,
      from: ({ t0, t1, t8 }) =>
        t0 === null || t1 === null || t8 === null ? null : Number(t1 > t0) + Number(t8 > t1),
    },
    {
      id: "flow",
      title: "flow with the goal in the door over that with it 1 m behind",
      unit: "",
      low: 0.95,
      high: 1.05,
    },
    ...(["t0", "t1", "t8"] as const).map((id) => ({
      id,
      title: `time with the goal ${id.slice(1)} m behind`,
      unit: "s",
      low: null,
      high: null,
      recorded: () => true,
    })),
  ],
  run(bench) {
    const runsOf = [0, 1, 8].map((behind) =>
      bench.simulate(twoRooms(`Goal ${behind} m behind the door`, { wide: 1, long: 0.2, behind })),
    );
    bench.show(() => peopleFigure(runsOf[1], 30, "The goal 1 m behind the door."));
    const flows = runsOf.map((run) => flowOf(crossings(run, mouth(1))));
    const [t0, t1, t8] = runsOf.map(timeToEmpty);
    return { t0, t1, t8, flow: flows[0] === null || flows[1] === null ? null : flows[0] / flows[1] };
  },
});

const bottleneckLength: Case = runs({
  id: "rimea-12b",
  suite: "rimea",
  title: "How long a bottleneck is",
  source: "RiMEA 4.1, test 12b",
  about:
    "150 adults go from a room of 10 by 10 m through a passage of 1 m into a second one, whose far wall they walk to. With a passage of 5 m they take longer " +
    "than with one of 0.2 m.",
  criteria: [{ id: "", title: "seconds more with the long passage", unit: "s", low: 0.1, high: null }],
  run(bench) {
    const times = [0.2, 5].map((long) => {
      const run = bench.simulate(twoRooms(`A passage of ${long} m`, { wide: 1, long, behind: 9 }));
      if (long === 5) bench.show(() => peopleFigure(run, 30, "The long passage."));
      return timeToEmpty(run);
    });
    return { "": times[0] === null || times[1] === null ? null : times[1] - times[0] };
  },
});

/** Three rooms in a row, joined by two doors of 1 m alike. */
function threeRooms(): Scene {
  const wall = (x: number) => [block(x, 0, x + 0.2, 4.5), block(x, 5.5, x + 0.2, 10)];
  return plan({
    name: "Two bottlenecks in a row",
    duration: 900,
    people: ADULTS,
    boundary: rectangle(box(0, 0, 26.4, 10)),
    obstacles: [...wall(10), ...wall(20.2)],
    goals: { end: { segments: [across(25.4, 0, 10)] } },
    spawns: [{ polygon: rectangle(box(0, 0, 9.5, 10)), count: 150, goals: ["end"] }],
  });
}

/** The most people in a box, in any frame. */
function mostIn(run: Trajectories, area: Area): number {
  let most = 0;
  for (let frame = 0; frame < run.times.length; frame++) most = Math.max(most, headsIn(run, area, frame));
  return most;
}

const congestion: Case = runs({
  id: "rimea-12c",
  suite: "rimea",
  title: "Two bottlenecks in a row",
  source: "RiMEA 4.1, test 12c",
  about:
    "150 adults go through three rooms that are joined by two doors of 1 m. There is a queue before the first door and none before the second, since no more come there than " +
    "pass: in the 2 by 3 m before it there are never as many as half of those before the first.",
  criteria: [{ id: "", title: "most people before door 2 over door 1", unit: "", low: null, high: 0.5 }],
  run(bench) {
    const run = bench.simulate(threeRooms(), { interval: 0.5 });
    bench.show(() => peopleFigure(run, 40, "Before both doors."));
    if (timeToEmpty(run) === null) return { "": null };
    return { "": mostIn(run, box(18.2, 3.5, 20.2, 6.5)) / Math.max(1, mostIn(run, box(8, 3.5, 10, 6.5))) };
  },
});

const WIDTHS = [0.8, 1, 1.2];

const flowByWidth: Case = runs({
  id: "rimea-12d",
  suite: "rimea",
  title: "How wide a bottleneck is",
  source: "RiMEA 4.1, test 12d",
  about:
    "150 adults go from a room of 10 by 10 m through a passage of 0.8, 1.0 or 1.2 m, 5 m long, into a second one. The flow at its mouth, between the 20th and the 80th percent, " +
    "grows with the width.",
  criteria: [
    {
      id: "rises",
      title: "flows that grow with the width, of 2",
      unit: "",
      low: 2,
      high: 2,
      from: (values) => {
        const flows = WIDTHS.map((wide) => values[wide]);
        if (flows.some((flow) => flow === null)) return null;
        return flows.filter((flow, k) => k > 0 && flow! > flows[k - 1]!).length;
      },
    },
    ...WIDTHS.map((wide) => ({
      id: String(wide),
      title: `flow at ${wide} m`,
      unit: "1/s",
      low: null,
      high: null,
      recorded: () => true,
    })),
  ],
  run(bench) {
    return Object.fromEntries(
      WIDTHS.map((wide) => {
        const run = bench.simulate(twoRooms(`A passage of ${wide} m`, { wide, long: 5, behind: 9 }));
        if (wide === 1.2) bench.show(() => peopleFigure(run, 30, "The passage of 1.2 m."));
        return [wide, timeToEmpty(run) === null ? null : flowOf(crossings(run, mouth(wide)))];
      }),
    );
  },
});

/** RiMEA 12, part by part. */
export const NARROW_PLACES: readonly Case[] = [goalPosition, bottleneckLength, congestion, flowByWidth];

/** Metres before and after the corner along its inner side, and the corridor's width. */
const [BEFORE, AFTER, WIDE] = [20, 34, 6];

/** 500 people: a rectangle of 24 m that is as wide as the corridor. */
const CROWD = 500;
const STARTS = 24;

function straightScene(long: number): Scene {
  return plan({
    name: `A straight corridor of ${long} m`,
    duration: 600,
    people: ADULTS,
    boundary: rectangle(box(-STARTS, 0, long + 1, WIDE)),
    goals: { end: { segments: [across(long, 0, WIDE)] } },
    spawns: [{ polygon: rectangle(box(-STARTS, 0, -2, WIDE)), count: CROWD, goals: ["end"] }],
  });
}

function bentScene(): Scene {
  const boundary: Ring = [
    [-STARTS, 0],
    [BEFORE, 0],
    [BEFORE, -AFTER - 1],
    [BEFORE + WIDE, -AFTER - 1],
    [BEFORE + WIDE, WIDE],
    [-STARTS, WIDE],
  ];
  return plan({
    name: "A corner",
    duration: 600,
    people: ADULTS,
    boundary,
    goals: { end: { segments: [along(-AFTER, BEFORE, BEFORE + WIDE)] } },
    spawns: [{ polygon: rectangle(box(-STARTS, 0, -2, WIDE)), count: CROWD, goals: ["end"] }],
  });
}

/** A crowd round a corner. */
export const crowdAtCorner: Case = runs({
  id: "rimea-15",
  suite: "rimea",
  title: "A large crowd round a corner",
  source: "RiMEA 4.1, test 15",
  about:
    `500 adults in a corridor of 6 m with a corner: ${BEFORE} m before and ${AFTER} m after it along the inner side. The last one takes longer than in a straight corridor as long as the inner ` +
    `side (${BEFORE + AFTER} m) and less than in one as long as the outer side (${BEFORE + AFTER + 2 * WIDE} m).`,
  criteria: [
    {
      id: "",
      title: "where the time lies from the inner (0) to the outer length (1)",
      unit: "",
      low: 0,
      high: 1,
      from: ({ inner, corner, outer }) =>
        inner === null || corner === null || outer === null ? null : (corner - inner) / (outer - inner),
    },
    ...(["inner", "corner", "outer"] as const).map((id) => ({
      id,
      title: `time, ${id}`,
      unit: "s",
      low: null,
      high: null,
      recorded: () => true,
    })),
  ],
  run(bench) {
    const scenes = {
      inner: straightScene(BEFORE + AFTER),
      corner: bentScene(),
      outer: straightScene(BEFORE + AFTER + 2 * WIDE),
    };
    return Object.fromEntries(
      Object.entries(scenes).map(([name, scene]) => {
        const run = bench.simulate(scene, { interval: 0.5 });
        if (name === "corner") bench.show(() => waysFigure(run, "The crowd round the corner."));
        return [name, timeToEmpty(run)];
      }),
    );
  },
});
