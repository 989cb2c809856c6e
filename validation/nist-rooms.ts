/** Two of NIST's scenes: somebody slow before the others, and an exit that closes. */
import type { Scene } from "../src/world/index.js";
import { type Case, runs } from "./case.js";
import type { Naming } from "./common.js";
import { peopleFigure, waysFigure } from "./figures.js";
import { type Panel, withSpeeds } from "./panels.js";
import { block, box, plan, rectangle } from "./plans.js";
import { across } from "./scenes.js";
import { timeToEmpty } from "./trajectories.js";

/** Two rooms of 5 by 5 m, joined by a passage of 1.5 m that is 2 m long: 24 people behind one who is at its mouth. */
function slowScene(name: string, first: Panel): Scene {
  const others = withSpeeds("others", 1.25);
  return plan({
    name,
    duration: 300,
    people: others,
    others: [first],
    boundary: rectangle(box(0, 0, 14, 5)),
    obstacles: [
      block(5, 0, 7, 1.75),
      block(5, 3.25, 7, 5),
      // The exit of 1 m at the end of the second room.
      block(12, 0, 12.2, 2),
      block(12, 3, 12.2, 5),
    ],
    goals: { out: { segments: [across(13.5, 0, 5)] } },
    spawns: [
      { polygon: rectangle(box(0, 0, 3.5, 5)), count: 24, goals: ["out"] },
      { polygon: rectangle(box(3.8, 2, 4.6, 3)), count: 1, goals: ["out"], profile: first.name },
    ],
  });
}

/** Somebody slow and wide makes all of them slower. */
export function slowPerson(naming: Naming): Case {
  return runs({
    ...naming,
    about:
      "24 people of 1.25 m/s behind one at the mouth of a passage of 1.5 m between two rooms, which leads to an exit of 1 m. Once that one walks at 0.8 m/s and is 0.8 m wide, once " +
      "like the others: with the slow one the last leaves later. The note has a ramp, or a corridor where a model has none: a level passage here.",
    criteria: [{ id: "", title: "seconds more with the slow one", unit: "s", low: 0.1, high: null }],
    run(bench) {
      const slow: Panel = { ...withSpeeds("slow", 0.8), profile: { radius: 0.4, speed: 0.8 } };
      const times = [slow, withSpeeds("like the others", 1.25)].map((first) => {
        const run = bench.simulate(slowScene(naming.title, first));
        if (first === slow) bench.show(() => peopleFigure(run, 4, "The others behind the slow one."));
        return timeToEmpty(run);
      });
      return { "": times[0] === null || times[1] === null ? null : times[0] - times[1] };
    },
  });
}

/** Seconds after which the nearer exit closes. */
const CLOSES = 1;

/** One person in a room of 10 by 15 m with two exits of 1 m; the nearer one closes after a second. */
function closingScene(name: string): Scene {
  return plan({
    name,
    duration: 120,
    people: withSpeeds("walker", 1),
    boundary: rectangle(box(0, 0, 10, 15)),
    goals: {
      one: {
        segments: [across(0.5, 11, 12)],
        schedule: [
          { time: 0, open: true },
          { time: CLOSES, open: false },
        ],
      },
      two: { segments: [across(9.5, 11, 12)] },
    },
    spawns: [{ polygon: rectangle(box(4, 1, 4.6, 1.6)), count: 1, goals: [["one", "two"]] }],
  });
}

/** Somebody turns to the other exit when the first one closes. */
export function closingExit(naming: Naming): Case {
  return runs({
    ...naming,
    about: `One person of 1 m/s in a room of 10 by 15 m sets out for the nearer of two exits of 1 m. It closes after ${CLOSES} s, and the person leaves by the other one.`,
    criteria: [
      { id: "", title: "people who leave by the open exit", unit: "%", low: 100, high: 100, over: "least" },
    ],
    run(bench) {
      const run = bench.simulate(closingScene(naming.title));
      bench.show(() => waysFigure(run, "The way from the exit that closes to the other one."));
      const [{ left, x }] = run.tracks;
      return { "": left !== null && x[x.length - 1] > 5 ? 100 : 0 };
    },
  });
}
