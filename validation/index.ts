/** The validation cases: the one list, by suite. */
import { InputError } from "../src/errors.js";
import { type Case, SUITES, type Suite } from "./case.js";
import { IMO } from "./imo.js";
import { NIST } from "./nist.js";
import { PHENOMENA } from "./phenomena/index.js";
import { RIMEA } from "./rimea.js";

/** All cases, suite by suite. */
export const CASES: readonly Case[] = Object.freeze([...RIMEA, ...IMO, ...NIST, ...PHENOMENA]);

/** Whether a case is meant by a name: its own, or the part of it before a slash. */
function isNamed({ id }: Case, name: string): boolean {
  return id === name || id.startsWith(`${name}/`);
}

/** The cases of a suite; of all of them for `all`. @throws InputError for another word */
export function casesOf(suite: string, names: readonly string[] = []): readonly Case[] {
  if (suite !== "all" && !SUITES.includes(suite as Suite)) {
    throw new InputError(`is no suite; there are ${SUITES.join(", ")} and all`, suite);
  }
  const inSuite = CASES.filter((one) => suite === "all" || one.suite === suite);
  for (const name of names) {
    if (inSuite.some((one) => isNamed(one, name))) continue;
    throw new InputError(`is no case${suite === "all" ? "" : ` of ${suite}`}; --list prints them`, name);
  }
  return names.length === 0 ? inSuite : inSuite.filter((one) => names.some((name) => isNamed(one, name)));
}

export { type Case, type CaseFigure, SEEDS, SUITES, seedsOf } from "./case.js";
export { compare, comparisonTable, LEGEND } from "./comparison.js";
export { judge } from "./judge.js";
export { pageOf } from "./page.js";
export { csvOf, type Results, resultsOf, summaryLine, tableOf } from "./results.js";
export { type Outcome, runCase } from "./runner.js";
