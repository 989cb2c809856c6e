export { FlowMap, type FlowMapOptions, type Gate } from "./flowmap.js";
export { Lane } from "./lane.js";
export { exactLanes, type LaneSystem, verify } from "./lanes.js";
export type { FlowPieces } from "./openings.js";
export { CELL, type FlowRaster } from "./raster.js";
export type { Stretch } from "./stretch.js";
export type { Certificate } from "./verify.js";
