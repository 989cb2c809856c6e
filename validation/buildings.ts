/** Cases with stairs, storeys and lifts: RiMEA 2, 3, 8, 13 and 14, IMO 2, 3 and 11, NIST 2.2, 2.7 and 5.1. */
import type { BuildingInput } from "../src/world/index.js";
import { type Bench, type Case, type Criterion, runs, type Values } from "./case.js";
import type { Naming } from "./common.js";
import { crossings, flowOf, meanDensity, middleOf, ratio } from "./measures.js";
import { ADULTS, ofAge, type Panel, withReaction, withSpeeds } from "./panels.js";
import { block, box, type Line, rectangle } from "./plans.js";
import { onFlight, SLOPE, stairScene, stepsOnto, storeys, timeOnFlight } from "./stairs.js";
import { percentLeft, type Trajectories, timeToEmpty } from "./trajectories.js";

/** Frames as close as steps: what is timed is a few seconds long. */
const FINE = { interval: 0.05 };

/** Somebody who walks as fast on stairs as on the flat, in m/s. */
const steady = (speed: number): Panel => ({
  name: "steady",
  words: `with ${speed} m/s on the flat and on stairs`,
  population: "adults",
  profile: { speed, stairs: { up: 1, down: 1 } },
});

/** Seconds of one person on a stair. */
function timeOfOne(bench: Bench, name: string, panel: Panel, isUp: boolean): number | null {
  const run = bench.simulate(stairScene({ name, width: 2, isUp, count: 1, panel }), FINE);
  return timeOnFlight(run, run.tracks[0]);
}

/** One person keeps the set speed on a stair. */
export function setSpeedOnStairs(
  naming: Naming,
  { panel, isUp, speed }: { panel: Panel; isUp: boolean; speed: number },
): Case {
  const right = SLOPE / speed;
  return runs({
    ...naming,
    about:
      `One person, ${panel.words}, ${isUp ? "up" : "down"} a stair of 2 m that is 10 m long along its slope: ` +
      `${right.toFixed(1)} s from the first step to the last at ${speed} m/s. The source names no tolerance; 5 % are allowed here.`,
    criteria: [{ id: "", title: naming.title, unit: "s", low: 0.95 * right, high: 1.05 * right }],
    run: (bench) => ({ "": timeOfOne(bench, naming.title, panel, isUp) }),
  });
}

/** NIST 2.2: up and down. */
export function setSpeedBothWays(naming: Naming): Case {
  const panel = steady(1);
  const row = (id: string): Criterion => ({
    id,
    title: `time ${id}`,
    unit: "s",
    low: 0.95 * SLOPE,
    high: 1.05 * SLOPE,
  });
  return runs({
    ...naming,
    about: `One person, ${panel.words}, up and down a stair of 2 m that is 10 m long along its slope (100 m in the note): 10 s. 5 % are allowed here.`,
    criteria: [row("up"), row("down")],
    run: (bench) => ({
      up: timeOfOne(bench, naming.title, panel, true),
      down: timeOfOne(bench, naming.title, panel, false),
    }),
  });
}

/** The steady person of the cases that set a speed of 1 m/s. */
export const STEADY = steady(1);

/** Three storeys of 20 by 10 m, each joined with the next by a stair of 1.5 m; the exit is on the lowest. */
function threeStoreys(name: string, panel: Panel): BuildingInput {
  const levels = [0, 1, 2].map((k) => ({
    name: `storey ${k}`,
    elevation: 3.2 * k,
    boundary: rectangle(box(0, 0, 20, 10)),
    // The stair to the next one, and the one from below, each with its footprint on both levels.
    obstacles: [
      ...(k < 2 ? [block(6, k === 0 ? 0 : 8.5, 12, k === 0 ? 1.5 : 10)] : []),
      ...(k > 0 ? [block(6, k === 1 ? 0 : 8.5, 12, k === 1 ? 1.5 : 10)] : []),
    ],
  }));
  const flight = (k: number): NonNullable<BuildingInput["connections"]>[number] => {
    const [low, high] = k === 0 ? [0, 1.5] : [8.5, 10];
    const [foot, head]: [Line, Line] = [
      [
        [6, low],
        [6, high],
      ],
      [
        [12, low],
        [12, high],
      ],
    ];
    return {
      kind: "stairs",
      from: { level: `storey ${k}`, segment: foot },
      to: { level: `storey ${k + 1}`, segment: head },
    };
  };
  const exit: Line = [
    [0, 4],
    [0, 6],
  ];
  return storeys(panel, 900, {
    name,
    levels,
    connections: [flight(0), flight(1)],
    goals: { out: { level: "storey 0", segments: [exit] } },
    spawns: levels.map(({ name: level }) => ({
      level,
      polygon: rectangle(box(1, 2.5, 19, 7.5)),
      count: 12,
      goals: ["out"],
    })),
  });
}

const SPEEDS = [0.8, 1.1, 1.4] as const;
const REACTIONS = [0, 30, 60] as const;

/** RiMEA 8: the time to empty a building follows the parameters. */
export function parameters(naming: Naming): Case {
  const follows =
    (keys: readonly string[], sign: 1 | -1) =>
    (values: Values): number | null => {
      const times = keys.map((key) => values[key]);
      if (times.some((time) => time === null)) return null;
      return times.filter((time, k) => k > 0 && sign * (time! - times[k - 1]!) > 0).length;
    };
  const recorded = (id: string, title: string): Criterion => ({
    id,
    title,
    unit: "s",
    low: null,
    high: null,
    recorded: () => true,
  });
  const speeds = SPEEDS.map((speed) => `speed-${speed}`);
  const reactions = REACTIONS.map((reaction) => `reaction-${reaction}`);
  return runs({
    ...naming,
    about:
      "36 people on three storeys of 20 by 10 m, 3.2 m above each other, leave by two stairs of 1.5 m and one exit on the lowest. The faster " +
      "they are (0.8, 1.1, 1.4 m/s), the sooner the building is empty; the later they set out (0, 30, 60 s), the later. The guideline leaves " +
      "parameters and building to the tester.",
    criteria: [
      {
        id: "faster",
        title: "times that fall with speed, of 2",
        unit: "",
        low: 2,
        high: 2,
        from: follows(speeds, -1),
      },
      {
        id: "later",
        title: "times that rise with the time before, of 2",
        unit: "",
        low: 2,
        high: 2,
        from: follows(reactions, 1),
      },
      ...SPEEDS.map((speed) => recorded(`speed-${speed}`, `time to empty at ${speed} m/s`)),
      ...REACTIONS.map((time) => recorded(`reaction-${time}`, `time to empty after ${time} s`)),
    ],
    run(bench) {
      const empty = (panel: Panel): number | null =>
        timeToEmpty(bench.simulate(threeStoreys(naming.title, panel), { interval: 0.5 }));
      return Object.fromEntries([
        ...SPEEDS.map((speed) => [`speed-${speed}`, empty(withSpeeds("everybody", speed))]),
        ...REACTIONS.map((time) => [`reaction-${time}`, empty(withReaction(time))]),
      ]);
    },
  });
}

/** Ages in years with Fruin's speeds up and down stairs inside, in m/s, as the guideline has them. */
const FRUIN: readonly (readonly [age: number, up: number, down: number])[] = [
  [25, 0.55, 0.76],
  [40, 0.5, 0.65],
  [60, 0.42, 0.55],
];

/** Greatest flows in persons per second and metre. */
const GREATEST = { up: 0.88, down: 1.1 } as const;

const WIDTH = 2;

/** People whose speeds differ by the crowd alone. */
const ALIKE = withSpeeds("everybody", 1.34);

/** RiMEA 13: speeds on stairs by age and direction, and what a crowd makes of them. */
export function speedsOnStairs(naming: Naming): Case {
  const ways = ["up", "down"] as const;
  return runs({
    ...naming,
    about:
      "One person of 25, 40 and 60 years up and down a stair of 2 m: Fruin's speeds inside, 5 % are allowed. Then 100 people, population adults, " +
      "over the same stair: the flow of the middle three fifths of them is at most 0.88 up and 1.1 down per second and metre, greater down than up. " +
      "100 people with one free speed, 1.34 m/s, are slower on it than one of them alone.",
    criteria: [
      ...FRUIN.flatMap(([age, up, down]) =>
        ways.map((way): Criterion => {
          const right = way === "up" ? up : down;
          return {
            id: `${way}-${age}`,
            title: `speed ${way}, ${age} years`,
            unit: "m/s",
            low: 0.95 * right,
            high: 1.05 * right,
          };
        }),
      ),
      ...ways.map(
        (way): Criterion => ({
          id: `flow-${way}`,
          title: `flow ${way}, per metre`,
          unit: "1/(m s)",
          low: null,
          high: GREATEST[way],
        }),
      ),
      ...ways.map(
        (way): Criterion => ({
          id: `crowd-${way}`,
          title: `speed ${way} in the crowd over that alone`,
          unit: "",
          low: null,
          high: 0.95,
        }),
      ),
      {
        id: "down-over-up",
        title: "flow down over flow up",
        unit: "",
        low: 1,
        high: null,
        from: (values) => ratio(values["flow-down"], values["flow-up"]),
      },
    ],
    run(bench) {
      const speedOf = (panel: Panel, isUp: boolean): number | null =>
        ratio(SLOPE, timeOfOne(bench, naming.title, panel, isUp));
      const free = FRUIN.flatMap(([age]) =>
        ways.map((way): [string, number | null] => [`${way}-${age}`, speedOf(ofAge(age), way === "up")]),
      );
      const crowds = ways.flatMap((way): [string, number | null][] => {
        const isUp = way === "up";
        const crowd = (panel: Panel): Trajectories =>
          bench.simulate(stairScene({ name: naming.title, width: WIDTH, isUp, count: 100, panel }));
        const run = crowd(ADULTS);
        const onto = stepsOnto(run);
        const flow = onto.length === run.people ? flowOf(onto) : null;
        return [
          [`flow-${way}`, flow === null ? null : flow / WIDTH],
          [`crowd-${way}`, ratio(speedInCrowd(crowd(ALIKE)), speedOf(ALIKE, isUp))],
        ];
      });
      return Object.fromEntries([...free, ...crowds]);
    },
  });
}

/** Mean speed in m/s over all who walked the whole flight. */
function speedInCrowd(run: Trajectories): number | null {
  const times = run.tracks.map((track) => timeOnFlight(run, track)).filter((time) => time !== null);
  return times.length === 0 ? null : SLOPE / (times.reduce((sum, time) => sum + time, 0) / times.length);
}

/** RiMEA 14: a short way over two stairs, or a long one on the floor. */
export function choiceOfWay(naming: Naming): Case {
  const at = (x: number): Line => [
    [x, 4],
    [x, 6],
  ];
  const scene = storeys(ADULTS, 600, {
    name: naming.title,
    levels: [
      {
        name: "floor",
        elevation: 0,
        boundary: rectangle(box(0, 0, 40, 40)),
        // A wall through the room, open at its far end; the stairs lead over it.
        obstacles: [block(14, 4, 26, 6), block(19.5, 0, 20.5, 4), block(19.5, 6, 20.5, 36)],
      },
      { name: "bridge", elevation: 3, boundary: rectangle(box(18, 4, 22, 6)) },
    ],
    connections: [
      {
        kind: "stairs",
        name: "up",
        from: { level: "floor", segment: at(14) },
        to: { level: "bridge", segment: at(18) },
      },
      {
        kind: "stairs",
        name: "down",
        from: { level: "floor", segment: at(26) },
        to: { level: "bridge", segment: at(22) },
      },
    ],
    goals: { out: { level: "floor", segments: [at(40)] } },
    spawns: [{ level: "floor", polygon: rectangle(box(2, 2, 10, 8)), count: 40, goals: ["out"] }],
  });
  return runs({
    ...naming,
    about:
      "40 people, population adults, beside a wall of 36 m: over it by two stairs of 5 m along their slope, or around it on the floor. " +
      "Everybody arrives; which way they take is written down, as the guideline asks. People take the way that is quickest for one alone.",
    criteria: [
      { id: "arrived", title: "people who arrive", unit: "%", low: 100, high: 100, over: "least" },
      {
        id: "stairs",
        title: "people who take the stairs",
        unit: "%",
        low: null,
        high: null,
        recorded: () => true,
      },
    ],
    run(bench) {
      const run = bench.simulate(scene);
      const over = run.tracks.filter((track) => onFlight(run, track) !== null).length;
      return { arrived: percentLeft(run), stairs: (100 * over) / run.people };
    },
  });
}

/** A room of 5 by 8 m that opens into a corridor of 2 by 12 m, and a stair as wide as it at its end. */
function roomBeforeStair(name: string, panel: Panel): BuildingInput {
  const across = (x: number, from: number, to: number): Line => [
    [x, from],
    [x, to],
  ];
  return storeys(panel, 600, {
    name,
    levels: [
      {
        name: "lower",
        elevation: 0,
        boundary: rectangle(box(0, 0, 17, 8)),
        obstacles: [block(5, 0, 17, 3), block(5, 5, 17, 8)],
      },
      { name: "upper", elevation: 3, boundary: rectangle(box(21, 0, 31, 8)) },
    ],
    connections: [
      {
        kind: "stairs",
        from: { level: "lower", segment: across(17, 3, 5) },
        to: { level: "upper", segment: across(21, 3, 5) },
      },
    ],
    goals: { out: { level: "upper", segments: [across(29, 0, 8)] } },
    spawns: [{ level: "lower", polygon: rectangle(box(0.3, 0.3, 4.7, 7.7)), count: 150, goals: ["out"] }],
  });
}

/** IMO 11, NIST 5.1: 150 people leave a room by a corridor to a stair. */
export function queueBeforeStair(naming: Naming, panel: Panel): Case {
  return runs({
    ...naming,
    about:
      `150 people, ${panel.words}, in a room of 5 by 8 m leave into a corridor of 2 by 12 m, and up a stair as wide as it. ` +
      "The source expects a crowd before the corridor, a steady stream in it, and a queue that forms at the foot of the stair. Densities are " +
      "means while the second and third tenth of the people step onto the stair, before the queue has grown back to the room: in the 2 m " +
      "before the corridor, in its first 2 m, and in its last 2 m. A queue is denser than the stream by half, and grows where at least 5 % more " +
      "people come than step onto the stair: both are limits of ours. The plan is the one that JuPedSim's test of the same case has.",
    criteria: [
      { id: "arrived", title: "people who arrive", unit: "%", low: 100, high: 100, over: "least" },
      {
        id: "door",
        title: "density before the corridor over that in the stream",
        unit: "",
        low: 1.5,
        high: null,
      },
      {
        id: "stair",
        title: "density before the stair over that in the stream",
        unit: "",
        low: 1.5,
        high: null,
      },
      {
        id: "grows",
        title: "flow into the corridor over that onto the stair",
        unit: "",
        low: 1.05,
        high: null,
      },
    ],
    run(bench) {
      const run = bench.simulate(roomBeforeStair(naming.title, panel));
      const onto = stepsOnto(run);
      const span = middleOf(onto, 0.1, 0.3);
      const [dx, dy] = run.building!.level("lower").offset;
      const density = (minX: number, maxX: number): number | null =>
        span && meanDensity(run, box(minX + dx, 3 + dy, maxX + dx, 5 + dy), span);
      const stream = density(5, 7);
      const entry: Line = [
        [5 + dx, 3 + dy],
        [5 + dx, 5 + dy],
      ];
      return {
        arrived: percentLeft(run),
        door: ratio(density(3, 5), stream),
        stair: ratio(density(15, 17), stream),
        grows: ratio(flowOf(crossings(run, entry)), flowOf(onto)),
      };
    },
  });
}

/** NIST 2.7: one person takes the lift. */
export function oneInLift(naming: Naming): Case {
  const door: Line = [
    [20, 2],
    [20, 3],
  ];
  const hall = rectangle(box(0, 0, 20, 5));
  const panel = withSpeeds("somebody", 1);
  const scene = storeys(panel, 300, {
    name: naming.title,
    levels: [
      { name: "lower", elevation: 0, boundary: hall },
      { name: "upper", elevation: 3.5, boundary: hall },
    ],
    connections: [{ kind: "lift", at: { lower: door, upper: door }, start: "upper" }],
    goals: {
      out: {
        level: "lower",
        segments: [
          [
            [10, 0],
            [10, 5],
          ],
        ],
      },
    },
    spawns: [
      {
        level: "upper",
        segment: [
          [10, 2.5],
          [10, 2.6],
        ],
        count: 1,
        goals: ["out"],
      },
    ],
  });
  return runs({
    ...naming,
    about:
      "One person of 1 m/s walks 10 m to a lift that waits on the same storey, rides 3.5 m down at 1 m/s and walks 10 m. By hand: it is called " +
      "4 m before the door, opens in 2 s, stays open for 4 s, closes in 2 s, rides for 3.5 s, opens in 2 s: 6 + 2 + 4 + 2 + 3.5 + 2 + 10 = 29.5 s. " +
      "10 % are allowed for steps in and out.",
    criteria: [{ id: "", title: naming.title, unit: "s", low: 26.5, high: 32.5 }],
    run: (bench) => ({ "": timeToEmpty(bench.simulate(scene, FINE)) }),
  });
}
