/** RiMEA, Richtlinie für Mikroskopische Entfluchtungsanalysen 4.1: test cases 1 to 16. */
import { choiceOfWay, parameters, setSpeedOnStairs, speedsOnStairs } from "./buildings.js";
import { allocation } from "./cabins.js";
import type { Case } from "./case.js";
import { corner, type Naming, publicRoom, setSpeed } from "./common.js";
import { type AgeGroup, evenly, settingOut, speedsByAge } from "./demographics.js";
import { fundamentalDiagram } from "./densities.js";
import { ADULTS, ofAge } from "./panels.js";
import { choiceOfExit, crowdAtCorner, NARROW_PLACES } from "./rimea-bottlenecks.js";
import { singleFile } from "./single-file.js";

const named = (number: number, title: string): Naming => ({
  id: `rimea-${number}`,
  suite: "rimea",
  title,
  source: `RiMEA 4.1, test ${number}`,
});

/** Ages in years with least and greatest speed in m/s: Weidmann's figure as the guideline reads it. */
const AGES: readonly (readonly [age: number, min: number, max: number])[] = [
  [20, 1.6, 1.64],
  [30, 1.52, 1.56],
  [40, 1.46, 1.5],
  [50, 1.39, 1.43],
  [60, 1.27, 1.27],
  [70, 1.07, 1.07],
];

/** 50 people: nine of the first two ages, eight of the others. */
const AGE_GROUPS: readonly AgeGroup[] = AGES.map(([age, min, max], k) => ({
  panel: ofAge(age),
  count: k < 2 ? 9 : 8,
  min,
  max,
}));

/** All of them, in their order. */
export const RIMEA: readonly Case[] = [
  setSpeed(named(1, "Set speed in a corridor"), {
    speed: 1.33,
    low: 26,
    high: 34,
    words: "26 to 34 s are right.",
  }),
  setSpeedOnStairs(named(2, "Set speed up a stair"), { panel: ofAge(40), isUp: true, speed: 0.5 }),
  setSpeedOnStairs(named(3, "Set speed down a stair"), { panel: ofAge(40), isUp: false, speed: 0.65 }),
  fundamentalDiagram(named(4, "Speed and flow by density")),
  settingOut(named(5, "Time before setting out"), [evenly("")]),
  corner(named(6, "Round a corner"), ADULTS),
  speedsByAge(named(7, "Speeds of ages"), AGE_GROUPS),
  parameters(named(8, "Parameters and the time to empty a building")),
  publicRoom(named(9, "A crowd leaves a large room"), {
    panel: ADULTS,
    four: { low: 108, high: 192 },
    twice: { low: 1.8, high: 2.2 },
    words:
      "108 to 192 s are right: 1,000 people through 4 m at 1.3 to 1.9 per metre and second, with the way there. Half of the doors take about twice the time: 1.8 to 2.2 times.",
  }),
  allocation(named(10, "Everybody takes the exit that they were told"), ADULTS),
  choiceOfExit,
  ...NARROW_PLACES,
  speedsOnStairs(named(13, "Speed and flow by density on stairs")),
  choiceOfWay(named(14, "Choice of the way")),
  crowdAtCorner,
  singleFile(named(16, "Single file")),
];
