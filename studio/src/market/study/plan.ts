/** The study's ten runs, in an order of chance within each task (VIII-B), its forms, and what the article found. */
import { Random } from "wayfield/numerics";
import type { Conditions, Device } from "../model/tasks.js";
import type { Observation } from "./anova.js";
import type { RunLog, StudyLog } from "./log.js";

const DEVICES: readonly Device[] = ["mouse", "pointer"];

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const left = [...list];
  return list.map(() => left.splice(random.below(left.length), 1)[0]);
}

/** Ten runs: waypoints by device and technique, selection by device and explosion, search by device. */
export function runsOf(seed: number): Conditions[] {
  const random = new Random(seed);
  const base = { scene: "supermarket", technique: "point", explosion: true } as const;
  const first = DEVICES.flatMap((device) =>
    (["point", "keys"] as const).map(
      (technique): Conditions => ({ ...base, task: "waypoints", device, technique }),
    ),
  );
  const second = DEVICES.flatMap((device) =>
    [true, false].map((explosion): Conditions => ({ ...base, task: "selection", device, explosion })),
  );
  const third = DEVICES.map((device): Conditions => ({ ...base, task: "search", device }));
  return [first, second, third].flatMap((runs) => shuffled(runs, random));
}

/** A question: on a scale from 1 to 5, or with choices. */
export interface Question {
  readonly key: string;
  readonly text: string;
  readonly choices: readonly string[] | "scale" | "text";
}

export const PRE_TEST: readonly Question[] = [
  { key: "age", text: "Your age", choices: "text" },
  { key: "games", text: "Experience with computer games", choices: "scale" },
  { key: "worlds", text: "Experience with 3D virtual environments", choices: "scale" },
  { key: "fps", text: "Experience with first-person shooters", choices: "scale" },
  { key: "pointer", text: "Experience with pens, touch screens and gamepads", choices: "scale" },
];

const NAVIGATION = ["point-and-click, free pointer", "point-and-click, mouse", "keys and mouse"];
const SELECTION = ["free pointer", "mouse"];

export const POST_TEST: readonly Question[] = [
  { key: "navigation-efficient", text: "Most efficient for walking", choices: NAVIGATION },
  {
    key: "navigation-intuitive",
    text: "Most intuitive and easiest to learn for walking",
    choices: NAVIGATION,
  },
  { key: "navigation-fun", text: "Most fun for walking", choices: NAVIGATION },
  { key: "selection-efficient", text: "Most efficient for taking things", choices: SELECTION },
  {
    key: "selection-intuitive",
    text: "Most intuitive and easiest to learn for taking things",
    choices: SELECTION,
  },
  { key: "selection-fun", text: "Most fun for taking things", choices: SELECTION },
  { key: "comments", text: "Anything else", choices: "text" },
];

/** A comparison of the article: what it compared, and what it found. */
export interface Comparison {
  readonly title: string;
  readonly task: RunLog["task"];
  readonly factors: readonly ("device" | "technique" | "explosion")[];
  /** By factor: the article's F, its p, and in words. */
  readonly article: Readonly<
    Record<string, { readonly f: number; readonly p: string; readonly found: string }>
  >;
  /** Degrees of freedom of the error that the article's p belong to. */
  readonly errorFreedom: number;
}

export const COMPARISONS: readonly Comparison[] = [
  {
    title: "Task 1, waypoints",
    task: "waypoints",
    factors: ["device", "technique"],
    article: {
      device: { f: 12.414, p: "< 0.0005", found: "mouse faster than Wii Remote" },
      technique: { f: 25.0174, p: "< 0.0000016", found: "keys faster than point-and-click" },
    },
    errorFreedom: 148,
  },
  {
    title: "Task 2, selection",
    task: "selection",
    factors: ["device", "explosion"],
    article: {
      explosion: { f: 1.6421, p: "< 0.202", found: "explosion has the best mean, not significant" },
    },
    errorFreedom: 148,
  },
  {
    title: "Task 3, search",
    task: "search",
    factors: ["device"],
    article: { device: { f: 8.7025, p: "< 0.0042", found: "mouse faster than Wii Remote" } },
    errorFreedom: 74,
  },
];

/** Who took part in the article's study. */
export const ARTICLE = Object.freeze({
  people: 38,
  runs: 380,
  age: { mean: 22.8, deviation: 3.9 },
  pre: { games: [4.1, 0.83], worlds: [3.42, 1.0], fps: [3.78, 1.04], pointer: [2.02, 1.26] } as Readonly<
    Record<string, readonly [number, number]>
  >,
  intuitiveMouse: 0.76,
  funPointer: 0.86,
});

/** Times of the finished runs of a task, as an analysis takes them. */
export function timesOf(logs: readonly StudyLog[], task: RunLog["task"]): Observation[] {
  return logs.flatMap(({ participant, runs }) =>
    runs
      .filter((run) => run.task === task && run.finished && run.scene === "supermarket")
      .map(({ device, technique, explosion, seconds }) => ({
        subject: participant,
        levels: { device, technique, explosion: explosion ? "on" : "off" },
        value: seconds,
      })),
  );
}
