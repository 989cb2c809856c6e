/** International Maritime Organization, MSC.1/Circ.1533 (2016), annex 3: verification tests 1 to 12. */
import { queueBeforeStair, STEADY, setSpeedOnStairs } from "./buildings.js";
import { allocation } from "./cabins.js";
import type { Case } from "./case.js";
import { corner, counterflow, exitFlow, type Naming, publicRoom, setSpeed } from "./common.js";
import { evenly, settingOut, speedDistribution } from "./demographics.js";
import { flowFalls } from "./densities.js";
import { IMO_GROUPS, MALES_30_TO_50 } from "./panels.js";
import { SMALL_ROOM_DOOR } from "./scenes.js";
import { uniformShare } from "./statistics.js";

const named = (number: number, title: string): Naming => ({
  id: `imo-${number}`,
  suite: "imo",
  title,
  source: `IMO MSC.1/Circ.1533, annex 3, test ${number}`,
});

/** All of them, in their order. */
export const IMO: readonly Case[] = [
  setSpeed(named(1, "Set speed in a corridor"), {
    speed: 1,
    low: 38,
    high: 42,
    words: "40 s are right; the circular names no tolerance, 5 % are allowed here.",
  }),
  setSpeedOnStairs(named(2, "Set speed up a stair"), { panel: STEADY, isUp: true, speed: 1 }),
  setSpeedOnStairs(named(3, "Set speed down a stair"), { panel: STEADY, isUp: false, speed: 1 }),
  exitFlow(named(4, "Flow through an exit"), {
    panel: IMO_GROUPS,
    low: 1,
    high: 1.33,
    scene: (plain) => ({ ...plain, doors: [{ segment: SMALL_ROOM_DOOR }] }),
    words:
      "The door has the circular's greatest flow, 1.33 per second and metre, by the population's rules. At most that is right; below 1 per second a door of 1 m " +
      "would be clogged.",
  }),
  settingOut(named(5, "Time before setting out"), [evenly("")]),
  corner(named(6, "Round a corner"), MALES_30_TO_50),
  speedDistribution(named(7, "Speeds of a group"), {
    panel: MALES_30_TO_50,
    count: 50,
    share: uniformShare(0.97, 1.62),
    words: MALES_30_TO_50.words,
  }),
  counterflow({ ...named(8, "Counterflow"), seeds: 10 }, MALES_30_TO_50),
  publicRoom(named(9, "A crowd leaves a large room"), {
    panel: MALES_30_TO_50,
    four: { low: null, high: null },
    twice: { low: 1.8, high: 2.2 },
    words:
      "The circular expects that closing half of the doors about doubles the time: 1.8 to 2.2 times here.",
  }),
  allocation(named(10, "Everybody takes the exit that they were told"), MALES_30_TO_50),
  queueBeforeStair(named(11, "A queue before a stair"), MALES_30_TO_50),
  flowFalls(named(12, "Flow falls at high density")),
];
