/** Cases about who people are: how fast they walk when nobody is in their way, and when they set out. */
import type { Scene } from "../src/world/index.js";
import { type Case, runs } from "./case.js";
import type { Naming } from "./common.js";
import { waysFigure } from "./figures.js";
import { firstCrossing, setOut } from "./measures.js";
import { type Panel, withReaction } from "./panels.js";
import { box, plan, rectangle } from "./plans.js";
import { along, smallRoomScene } from "./scenes.js";
import { ksDistance, ksLimit, uniformShare } from "./statistics.js";
import type { Trajectories } from "./trajectories.js";

/** Metres of hall per person, so that nobody is in another's way, and metres that are walked between two lines. */
const APART = 3;
const LONG = 10;

/** People abreast in a wide hall, each walking to the far side, one spawn each so that they begin apart. */
function abreastScene(name: string, panels: readonly Panel[]): Scene {
  const wide = APART * panels.length;
  return plan({
    name,
    duration: 60,
    people: panels[0],
    others: panels.slice(1),
    boundary: rectangle(box(0, -4, wide, LONG + 3)),
    goals: { far: { segments: [along(LONG + 2, 0, wide)] } },
    spawns: panels.map((panel, k) => {
      const x = APART * (k + 0.5);
      return {
        polygon: rectangle(box(x - 0.4, -3.4, x + 0.4, -2.6)),
        count: 1,
        goals: ["far"],
        profile: panel.name,
      };
    }),
  });
}

/** Everybody's speed between the two lines, in m/s, in the order of the spawns; null for who did not get there. */
function freeSpeeds(run: Trajectories): (number | null)[] {
  const wide = run.scene.boundary[1][0];
  return [...run.tracks]
    .sort((a, b) => a.group - b.group)
    .map((track) => {
      const from = firstCrossing(track, run.times, along(0, 0, wide));
      const to = firstCrossing(track, run.times, along(LONG, 0, wide));
      return from === null || to === null ? null : LONG / (to - from);
    });
}

/** People of one kind: their walking speeds are of the distribution that they were given. */
export function speedDistribution(
  naming: Naming,
  options: { panel: Panel; count: number; share: (value: number) => number; words: string },
): Case {
  const { panel, count, share, words } = options;
  return runs({
    ...naming,
    about:
      `${count} people, ${words}, ${APART} m apart from each other, so that nobody is in another's way. Their speeds over ${LONG} m ` +
      `are of the given distribution: Kolmogorov and Smirnov's distance is at most ${ksLimit(count)}, which one sample in twenty exceeds by chance.`,
    criteria: [
      { id: "", title: "distance of the speeds' distribution", unit: "", low: null, high: ksLimit(count) },
    ],
    run(bench) {
      const run = bench.simulate(abreastScene(naming.title, new Array<Panel>(count).fill(panel)));
      bench.show(() => waysFigure(run, "People abreast."));
      const speeds = freeSpeeds(run).filter((speed) => speed !== null);
      return { "": speeds.length === count ? ksDistance(speeds, share) : null };
    },
  });
}

/** One age and what is right for it. */
export interface AgeGroup {
  readonly panel: Panel;
  readonly count: number;
  readonly min: number;
  readonly max: number;
}

/** Metres per second that a measured speed may be off the table's range: half a step over the measured way. */
const SPEED_TOLERANCE = 0.03;

/** People of several ages: everybody walks as fast as the table has it for the age. */
export function speedsByAge(naming: Naming, ages: readonly AgeGroup[]): Case {
  const everybody = ages.flatMap((age) => new Array<AgeGroup>(age.count).fill(age));
  return runs({
    ...naming,
    about:
      `${everybody.length} people of 20 to 70 years, ${APART} m apart from each other. The speed of each over ${LONG} m is within the range of ` +
      `Weidmann's figure for the age, but for ${SPEED_TOLERANCE} m/s, and the mean speed falls from age to age.`,
    criteria: [
      {
        id: "inside",
        title: "people with the speed of their age",
        unit: "%",
        low: 100,
        high: 100,
        over: "least",
      },
      {
        id: "falls",
        title: "mean speeds that fall with age, of 5",
        unit: "",
        low: 5,
        high: 5,
        over: "least",
      },
    ],
    run(bench) {
      const run = bench.simulate(
        abreastScene(
          naming.title,
          everybody.map(({ panel }) => panel),
        ),
      );
      bench.show(() => waysFigure(run, "People abreast, from 20 to 70 years."));
      const speeds = freeSpeeds(run);
      if (speeds.length !== everybody.length || speeds.some((speed) => speed === null))
        return { inside: null, falls: null };
      const inside = everybody.filter(
        ({ min, max }, k) => speeds[k]! >= min - SPEED_TOLERANCE && speeds[k]! <= max + SPEED_TOLERANCE,
      );
      const means = ages.map((age) => {
        const mine = speeds.filter((_, k) => everybody[k] === age);
        return mine.reduce((sum: number, speed) => sum + speed!, 0) / mine.length;
      });
      return {
        inside: (100 * inside.length) / everybody.length,
        falls: means.filter((mean, k) => k > 0 && mean < means[k - 1]).length,
      };
    },
  });
}

/** When people set out. */
export interface SettingOut {
  /** Follows the case's id. */
  readonly id: string;
  readonly words: string;
  /** Who wait as they should. */
  readonly panel: Panel;
  /** The share of reaction times below a number of seconds, in closed form; all of them between `min` and `max`. */
  readonly share: (value: number) => number;
  /** Seconds within which everybody sets out: the distribution's own bounds. */
  readonly min: number;
  readonly max: number;
}

/** Seconds that anybody needs to be out of the room after the last one has set out. */
const WAY_OUT = 60;

/** From 10 to 100 s, evenly: what three of the suites ask for. */
export function evenly(id: string): SettingOut {
  const [min, max] = [10, 100];
  const panel = withReaction({ min, max });
  return { id, words: "10 to 100 s, evenly", panel, share: uniformShare(min, max), min, max };
}

/** People in a room: how many, and in how many rooms, since a room of ten says little of a distribution. */
const ROOM_PEOPLE = 10;

/** Ten people in a room who set out at their time. */
export function settingOut(naming: Naming, kinds: readonly SettingOut[]): Case {
  const title = (words: string): string => (kinds.length > 1 ? `, ${words}` : "");
  const id = (kind: SettingOut, name: string): string => (kind.id === "" ? name : `${kind.id}-${name}`);
  return runs({
    ...naming,
    about:
      `${ROOM_PEOPLE} people in a room of 8 by 5 m with a door of 1 m. They set out after ${kinds.map(({ words }) => words).join("; ")}. ` +
      "The moment when somebody is 5 cm from where they stood is looked at: all are within the given times, and they are of the given " +
      `distribution: Kolmogorov and Smirnov's distance is at most ${ksLimit(ROOM_PEOPLE)}, which one sample in twenty exceeds by chance.` +
      (kinds.some(({ id }) => id === "lognormal")
        ? " A distribution without an upper bound is cut where 9,999 of 10,000 have set out, and so is the closed form that it is compared with."
        : ""),
    criteria: kinds.flatMap((kind) => [
      {
        id: id(kind, "inside"),
        title: `people who set out in time${title(kind.words)}`,
        unit: "%",
        low: 100,
        high: 100,
        over: "least" as const,
      },
      {
        id: id(kind, "distance"),
        title: `distance of the times' distribution${title(kind.words)}`,
        unit: "",
        low: null,
        high: ksLimit(ROOM_PEOPLE),
      },
    ]),
    run(bench) {
      const values: Record<string, number | null> = {};
      for (const kind of kinds) {
        // Until the last of them is out, however long nobody moves in between.
        const duration = Math.ceil(kind.max + WAY_OUT);
        const scene = smallRoomScene(naming.title, ROOM_PEOPLE, kind.panel, duration);
        const run = bench.simulate(scene, { patience: duration });
        if (kind === kinds[0]) bench.show(() => waysFigure(run, "Ways out of the room."));
        const times = run.tracks.map((track) => setOut(track, run.times));
        const known = times.filter((time) => time !== null);
        const inTime = known.filter((time) => time >= kind.min && time <= kind.max + 1);
        values[id(kind, "inside")] = (100 * inTime.length) / run.people;
        values[id(kind, "distance")] = known.length === run.people ? ksDistance(known, kind.share) : null;
      }
      return values;
    },
  });
}
