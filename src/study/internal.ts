/** For the command line and pages of the repository: `index.ts` is the public door. */

export { outcomesText } from "./results.js";
export { MOST_RUNS } from "./study.js";
