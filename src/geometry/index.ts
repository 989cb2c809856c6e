export {
  areaOf,
  difference,
  gridStep,
  intersection,
  type OffsetOptions,
  offset,
  type Region,
  union,
} from "./clip.js";
export { boxOf, crossing, distance, distanceToSegment, nearestOnSegment, signedArea } from "./measure.js";
export {
  inCircle,
  type Meeting,
  meet,
  onSegment,
  orient,
  samePoint,
  sideOfRing,
  turn,
} from "./predicates.js";
export type { Box, Point, Ring, Segment } from "./types.js";
