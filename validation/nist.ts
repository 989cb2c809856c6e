/** Ronchi, Kuligowski, Reneke, Peacock and Nilsson (2013), NIST Technical Note 1822: verification tests. */
import type { Case } from "./case.js";
import { setSpeed } from "./common.js";

const named = (number: string, title: string): Pick<Case, "id" | "suite" | "title" | "source"> => ({
  id: `nist-${number}`,
  suite: "nist",
  title,
  source: `NIST TN 1822 (2013), Verif.${number}`,
});

/** All of them, in their order. */
export const NIST: readonly Case[] = [
  setSpeed(named("2.1", "Set speed in a corridor"), {
    speed: 1,
    low: 38,
    high: 42,
    words: "40 s are right; the note names no tolerance, 5 % are allowed here.",
  }),
];
