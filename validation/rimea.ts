/** RiMEA, Richtlinie für Mikroskopische Entfluchtungsanalysen 4.1: test cases 1 to 16. */
import type { Case } from "./case.js";
import { corner, publicRoom, setSpeed } from "./common.js";
import { ADULTS } from "./panels.js";

const source = (number: number): string => `RiMEA 4.1, test ${number}`;
const named = (number: number, title: string): Pick<Case, "id" | "suite" | "title" | "source"> => ({
  id: `rimea-${number}`,
  suite: "rimea",
  title,
  source: source(number),
});

/** All of them, in their order. */
export const RIMEA: readonly Case[] = [
  setSpeed(named(1, "Set speed in a corridor"), {
    speed: 1.33,
    low: 26,
    high: 34,
    words: "26 to 34 s are right.",
  }),
  corner(named(6, "Round a corner"), ADULTS),
  publicRoom(
    named(9, "A crowd leaves a large room"),
    ADULTS,
    { low: 108, high: 192 },
    { low: 1.8, high: 2.2 },
    "108 to 192 s are right: 1,000 people through 4 m at 1.3 to 1.9 per metre and second, with the way there. Half of the doors take twice the time.",
  ),
];
