/** What the folders above need of a simulation and no user does: `index.ts` is the public door. */
export { modelFaults } from "./models.js";
export { OwnPlannerError } from "./own-guide.js";
export { placesAt } from "./schedule.js";
export { SIMULATION_OPTIONS } from "./simulation.js";
export { PlannerTable } from "./table.js";
