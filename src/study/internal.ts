/** For the command line and pages of the repository: `index.ts` is the public door. */
export { answerText } from "./answer.js";
export { calibrationPlan } from "./calibrate.js";
export { outcomesText } from "./results.js";
export { MOST_RUNS } from "./study.js";
export { csvOf, type TableColumn, tableOf } from "./table.js";
