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
export { type Constraint, roomFor, Triangulation } from "./triangulation/index.js";
export type { Box, Point, Ring, Segment } from "./types.js";
