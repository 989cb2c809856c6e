/** What the folders above need of a simulation and no user does: `index.ts` is the public door. */
export { modelFaults } from "./models.js";
export { placesAt } from "./schedule.js";
export { PlannerTable } from "./table.js";
