/** International Maritime Organization, MSC.1/Circ.1533 (2016), annex 3: verification tests 1 to 12. */
import type { Case } from "./case.js";
import { corner, counterflow, exitFlow, publicRoom, setSpeed } from "./common.js";
import { IMO_GROUPS, MALES_30_TO_50 } from "./panels.js";

const named = (number: number, title: string): Pick<Case, "id" | "suite" | "title" | "source"> => ({
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
  exitFlow(named(4, "Flow through an exit"), {
    panel: IMO_GROUPS,
    low: 1,
    high: 1.33,
    words: "At most 1.33 per second are right; below 1 per second a door of 1 m would be clogged.",
  }),
  corner(named(6, "Round a corner"), MALES_30_TO_50),
  counterflow(named(8, "Counterflow"), MALES_30_TO_50),
  publicRoom(
    named(9, "A crowd leaves a large room"),
    MALES_30_TO_50,
    { low: null, high: null },
    { low: 1.8, high: 2.2 },
    "The circular expects that closing half of the doors about doubles the time: 1.8 to 2.2 times here.",
  ),
];
