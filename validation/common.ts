/** Cases that several suites have in common, made from their own numbers. */
import { type Scene, World } from "../src/world/index.js";
import type { Bench, Case, Criterion, Values } from "./case.js";
import { runs } from "./case.js";
import { peopleFigure, waysFigure } from "./figures.js";
import { crossings, firstCrossing, flowOf, ratio } from "./measures.js";
import type { Panel } from "./panels.js";
import {
  across,
  COUNTERFLOW_ENTRY,
  cornerScene,
  corridorScene,
  counterflowScene,
  publicRoomScene,
  SMALL_ROOM_DOOR,
  smallRoomScene,
} from "./scenes.js";
import { percentLeft, type Trajectories, timeToEmpty } from "./trajectories.js";

/** Name, place and suite of a case. */
export type Naming = Pick<Case, "id" | "suite" | "title" | "source" | "seeds">;

/** One person keeps the set speed in a straight corridor. */
export function setSpeed(
  naming: Naming,
  { speed, low, high, words }: { speed: number; low: number; high: number; words: string },
): Case {
  return runs({
    ...naming,
    about: `One person with a free speed of ${speed} m/s in a corridor of 2 m; the time between two lines 40 m apart. ${words}`,
    criteria: [{ id: "", title: naming.title, unit: "s", low, high }],
    run(bench) {
      const run = bench.simulate(corridorScene(naming.title, speed));
      bench.show(() => waysFigure(run, "The way of one person along the corridor."));
      const [track] = run.tracks;
      const from = firstCrossing(track, run.times, across(0, 0, 2));
      const to = firstCrossing(track, run.times, across(40, 0, 2));
      return { "": from === null || to === null ? null : to - from };
    },
  });
}

/** Places of people that are not on free ground, of all frames. */
function placesOutside({ scene, tracks }: Trajectories): number {
  const world = new World(scene);
  let outside = 0;
  for (const { x, y } of tracks) {
    for (let k = 0; k < x.length; k++) if (!world.contains([x[k], y[k]])) outside++;
  }
  return outside;
}

/** Twenty people round a corner. */
export function corner(naming: Naming, panel: Panel): Case {
  return runs({
    ...naming,
    about:
      `20 people, ${panel.words}, in the first 6 m of a corridor of 2 m with a corner to the left. All get round it, and ` +
      "nobody's middle is ever off the free ground.",
    criteria: [
      {
        id: "arrived",
        title: "people who get round the corner",
        unit: "%",
        low: 100,
        high: 100,
        over: "least",
      },
      { id: "outside", title: "places in walls", unit: "", low: 0, high: 0, over: "greatest" },
    ],
    run(bench) {
      const run = bench.simulate(cornerScene(naming.title, panel));
      bench.show(() => waysFigure(run, "Ways round the corner."));
      return { arrived: percentLeft(run), outside: placesOutside(run) };
    },
  });
}

/** 1,000 people leave a room by four doors, then by two. */
export function publicRoom(
  naming: Naming,
  options: {
    panel: Panel;
    /** What is right with four doors; null for no limits. */
    four: Pick<Criterion, "low" | "high">;
    /** What is right for the ratio. */
    twice: Pick<Criterion, "low" | "high">;
    words: string;
  },
): Case {
  const { panel, four, twice, words } = options;
  return runs({
    ...naming,
    about:
      `1,000 people, ${panel.words}, evenly in a room of 30 by 20 m with four doors of 1 m, two in each long wall, 5 m ` +
      `from the corners; then with those of one wall closed. Everybody takes the nearest door. ${words}`,
    criteria: [
      {
        id: "4",
        title: "time with 4 exits",
        unit: "s",
        ...four,
        recorded: () => four.low === null && four.high === null,
      },
      {
        id: "2",
        title: "time with 2 exits",
        unit: "s",
        low: null,
        high: null,
        recorded: () => true,
      },
      {
        id: "ratio",
        title: "time with 2 exits over time with 4",
        unit: "",
        ...twice,
        from: ({ 2: two, 4: one }) => ratio(two, one),
      },
    ],
    run(bench) {
      const times = ([4, 2] as const).map((exits) => {
        const run = bench.simulate(publicRoomScene(naming.title, exits, panel), { interval: 0.5 });
        if (exits === 4) bench.show(() => peopleFigure(run, 30, "The room while it empties."));
        return timeToEmpty(run);
      });
      return { 4: times[0], 2: times[1] };
    },
  });
}

/** 100 people leave a small room by a door of 1 m: the flow over the whole time. */
export function exitFlow(
  naming: Naming,
  {
    panel,
    scene,
    low,
    high,
    words,
  }: { panel: Panel; scene?: (plain: Scene) => Scene; low: number | null; high: number; words: string },
): Case {
  return runs({
    ...naming,
    about:
      `100 people, ${panel.words}, in a room of 8 by 5 m with a door of 1 m in the middle of a short wall. ${words} The flow is ` +
      "all people over the time from the first to the last.",
    criteria: [
      { id: "", title: "flow through the door", unit: "1/s", low, high },
      {
        id: "middle",
        title: "flow between the 20th and the 80th",
        unit: "1/s",
        low: null,
        high: null,
        recorded: () => true,
      },
    ],
    run(bench) {
      const plain = smallRoomScene(naming.title, 100, panel);
      const run = bench.simulate(scene ? scene(plain) : plain);
      bench.show(() => peopleFigure(run, 20, "The room while it empties."));
      const times = crossings(run, SMALL_ROOM_DOOR);
      return {
        "": times.length === run.people ? flowOf(times, 0, 1) : null,
        middle: times.length === run.people ? flowOf(times) : null,
      };
    },
  });
}

const AGAINST = [0, 10, 50, 100] as const;

/** Two groups through one corridor, against each other. */
export function counterflow(naming: Naming, panel: Panel): Case {
  return runs({
    ...naming,
    about:
      `Two rooms of 10 by 10 m, joined by a corridor of 2 m that is 10 m long. 100 people, ${panel.words}, stand at the far wall of the ` +
      "left-hand room and walk to that of the right-hand one; none, 10, 50 or 100 like them walk the other way at the same time. " +
      "The time is that of the last one from the left who comes into the right-hand room. The more come against them, the " +
      `longer it takes, and everybody arrives${naming.seeds === undefined ? "" : `, in all of ${naming.seeds} seeds`}.`,
    criteria: [
      {
        id: "arrived",
        title: "people who arrive, of the worst run",
        unit: "%",
        low: 100,
        high: 100,
        over: "least",
      },
      {
        id: "rises",
        title: "times that are longer than with fewer against, of 3",
        unit: "",
        low: 3,
        high: 3,
        from: (values) => {
          const times = AGAINST.map((against) => values[against]);
          if (times.some((time) => time === null)) return null;
          return times.filter((time, k) => k > 0 && (time ?? 0) > (times[k - 1] ?? 0)).length;
        },
      },
      ...AGAINST.map(
        (against): Criterion => ({
          id: String(against),
          title: `time against ${against}`,
          unit: "s",
          low: null,
          high: null,
          recorded: () => true,
        }),
      ),
    ],
    run: (bench) => counterflowValues(naming.title, bench, panel),
  });
}

function counterflowValues(title: string, bench: Bench, panel: Panel): Values {
  const values: Record<string, number | null> = {};
  let arrived = 100;
  for (const against of AGAINST) {
    const run = bench.simulate(counterflowScene(title, against, panel));
    if (against === 100) bench.show(() => peopleFigure(run, 25, "100 against 100."));
    arrived = Math.min(arrived, percentLeft(run));
    const entered = run.tracks
      .filter(({ group }) => group === 0)
      .map((track) => firstCrossing(track, run.times, COUNTERFLOW_ENTRY));
    values[against] =
      entered.length === 100 && entered.every((time) => time !== null)
        ? entered.reduce((last: number, time) => Math.max(last, time ?? 0), 0)
        : null;
  }
  return { ...values, arrived };
}
