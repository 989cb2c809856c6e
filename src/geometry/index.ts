export {
  boxOf,
  crossing,
  distance,
  distance2ToSegment,
  distanceToSegment,
  nearestOnSegment,
  signedArea,
} from "./measure.js";
export { cutIntoPieces } from "./pieces.js";
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
export {
  AT_VERTEX,
  type Constraint,
  faceOf,
  IN_FACE,
  nextEdge,
  ON_EDGE,
  OUTSIDE,
  prevEdge,
  roomFor,
  type Spot,
  type TriangleMesh,
  Triangulation,
} from "./triangulation/index.js";
export type { Box, Point, Ring, Segment } from "./types.js";
