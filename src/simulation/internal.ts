/** What the folders above need of a simulation and no user does: `index.ts` is the public door. */
export { destinationFaults } from "./destinations.js";
export { massFault } from "./distributions.js";
export { modelFaults } from "./models.js";
export { oneWayFaults } from "./one-way.js";
export { OwnPlannerError } from "./own-guide.js";
export { refuseOneFloor } from "./preparation.js";
export { leastRadius, paceOfProfile, profileFaults } from "./roster.js";
export { routeFaults } from "./route-ways.js";
export { runFaults } from "./run-faults.js";
export { placesAt } from "./schedule.js";
export { SIMULATION_OPTIONS } from "./simulation-options.js";
export { stayFaults } from "./stays.js";
export { PlannerTable } from "./table.js";
export { heedsSpeed } from "./terrain.js";
