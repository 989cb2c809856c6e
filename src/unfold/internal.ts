/** The engine of path maps, single paths and geodesics; the package does not export it. */
export { type Carrier, Carriers, type Ride } from "./carriers.js";
export { Columns } from "./columns.js";
export { CLEARLY, NONE, Unfolding } from "./engine.js";
export { Ground, type GroundSource } from "./ground.js";
export { type Place, PointSearch } from "./point-search.js";
export { Rooms } from "./rooms.js";
export { shareBefore, shareOfCrossing, shiftOf } from "./seams.js";
export { Propagation } from "./windows.js";
