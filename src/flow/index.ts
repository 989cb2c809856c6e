export { type Rehearsal, rehearse, type Timetable, timetable } from "./crossing.js";
export {
  FlowMap,
  type FlowMapOptions,
  type Gate,
  LANE_METHODS,
  type LaneMethod,
  type LaneOptions,
} from "./flowmap.js";
export { LaneGuide, type LaneGuideOptions } from "./guide.js";
export { Lane } from "./lane.js";
export { type LaneSystem, verify } from "./lanes.js";
export { CELL, type FlowRaster } from "./raster.js";
export { type ShortenOptions, shorten } from "./shorten.js";
export type { Stretch } from "./stretch.js";
export type { Certificate } from "./verify.js";
