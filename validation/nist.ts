/** Ronchi, Kuligowski, Reneke, Peacock and Nilsson (2013), NIST Technical Note 1822: verification tests. */
import type { Distribution } from "../src/simulation/index.js";
import { oneInLift, queueBeforeStair, setSpeedBothWays } from "./buildings.js";
import { allocation } from "./cabins.js";
import { type Case, notYet } from "./case.js";
import { corner, counterflow, exitFlow, type Naming, setSpeed } from "./common.js";
import { evenly, type SettingOut, settingOut, speedDistribution } from "./demographics.js";
import { familiarExit } from "./familiar.js";
import { closingExit, slowPerson } from "./nist-rooms.js";
import { ADULTS, withReaction, withSpeeds } from "./panels.js";
import {
  gammaShare,
  logNormalShare,
  normalShare,
  quantileOf,
  quantilesOf,
  weibullShare,
} from "./statistics.js";

const named = (number: string, title: string): Naming => ({
  id: `nist-${number}`,
  suite: "nist",
  title,
  source: `NIST TN 1822 (2013), Verif.${number}`,
});

/** The share of people who set out before the long tails are cut. */
const NEARLY_ALL = 0.9999;

/** A distribution without an upper bound, cut where nearly all have set out: by its closed form, and as a scene has it. */
function late(
  id: string,
  words: string,
  uncut: (value: number) => number,
  asGiven: (max: number) => Distribution = (greatest) => ({
    quantiles: quantilesOf(uncut, { greatest, count: 400 }),
  }),
): SettingOut {
  const max = quantileOf(uncut, NEARLY_ALL);
  const share = (value: number): number => Math.min(1, uncut(value) / NEARLY_ALL);
  return { id, words, panel: withReaction(asGiven(max)), share, min: 0, max };
}

/** Mean and deviation of the logarithms of seconds. */
const [MU, SIGMA] = [4.586, 0.967];

/** All of them, in their order. */
export const NIST: readonly Case[] = [
  settingOut(named("1.1", "Times before setting out"), [
    evenly("uniform"),
    late("gamma", "a gamma distribution of shape 1.291 and scale 103.9 s", gammaShare(1.291, 103.901)),
    late(
      "lognormal",
      `a log-normal distribution of mu ${MU} and sigma ${SIGMA}`,
      logNormalShare(MU, SIGMA),
      (max) => ({ lognormal: { mu: MU, sigma: SIGMA, max } }),
    ),
    late("weibull", "a Weibull distribution of scale 139.3 s and shape 1.195", weibullShare(139.285, 1.195)),
  ]),
  setSpeed(named("2.1", "Set speed in a corridor"), {
    speed: 1,
    low: 38,
    high: 42,
    words: "40 s are right; the note names no tolerance, 5 % are allowed here.",
  }),
  setSpeedBothWays(named("2.2", "Set speed on stairs")),
  corner(named("2.3", "Round a corner"), ADULTS),
  speedDistribution(named("2.4", "Speeds of a group"), {
    panel: withSpeeds("normal", { mean: 1.2, deviation: 0.2, min: 0.4, max: 2 }),
    count: 100,
    share: normalShare(1.2, 0.2),
    words: "with normal speeds of 1.2 ± 0.2 m/s, cut at four deviations",
  }),
  notYet({
    ...named("2.5", "Speed in smoke"),
    about: "One person in a corridor of 100 m full of smoke walks as slowly as the chosen correlation says.",
    lacks: "needs smoke",
  }),
  notYet({
    ...named("2.6", "Incapacitation"),
    about: "One person in a room with toxic gases falls when the dose says so.",
    lacks: "needs toxic gases",
  }),
  oneInLift(named("2.7", "Lifts")),
  counterflow(named("2.8", "Counterflow"), withSpeeds("everybody", 1.25)),
  notYet({
    ...named("2.9", "Groups"),
    about: "Four fast people and a slow one who belong together arrive within 10 s of each other.",
    lacks: "needs groups",
  }),
  slowPerson(named("2.10", "Somebody slow and wide in the way")),
  allocation(named("3.1", "Everybody takes the exit that they were told"), withSpeeds("everybody", 1)),
  notYet({
    ...named("3.2", "Following others to an exit"),
    about: "Two people between two exits take one more often when somebody else takes it.",
    lacks: "needs social influence on the choice of an exit",
  }),
  familiarExit(named("3.3", "Familiar exits")),
  closingExit(named("4.1", "An exit closes on the way")),
  queueBeforeStair(named("5.1", "Queues at a room's exit and a stair's foot"), ADULTS),
  exitFlow(named("5.2", "Greatest flow through an exit"), {
    panel: ADULTS,
    low: null,
    high: 1.33,
    words: "The flow emerges and is compared with the code's: at most 1.33 per second are right.",
  }),
];
