/** The engine of path maps and of single paths; the package does not export it. */
export { type Carrier, Carriers, type Ride } from "./carriers.js";
export { Columns } from "./columns.js";
export { Ground, type GroundSource } from "./ground.js";
export { type Place, PointSearch } from "./point-search.js";
export { Rooms } from "./rooms.js";
export { shareBefore, shareOfCrossing, shiftOf } from "./seams.js";
export { Propagation } from "./windows.js";
