export {
  areaOf,
  type Clipped,
  clipToAreas,
  difference,
  gridStep,
  intersection,
  type OffsetOptions,
  offset,
  outlined,
  union,
} from "./clip.js";
export { type Cone, type ConeRelation, relateCones, sideOfCone } from "./cone.js";
export { EdgeIndex } from "./edge-index.js";
export {
  boxOf,
  crossing,
  distance,
  distance2ToSegment,
  distanceToSegment,
  nearestOnSegment,
  pathLength,
  signedArea,
} from "./measure.js";
export { cutIntoPieces } from "./pieces.js";
export {
  along,
  inCircle,
  type Meeting,
  meet,
  onSegment,
  orient,
  samePoint,
  sideOfRing,
  turn,
} from "./predicates.js";
export { before, isCounterclockwise, isFlat, windingNumber, windingOf } from "./rings.js";
export { splitAtVertices } from "./split.js";
export {
  AT_VERTEX,
  type Constraint,
  chainOf,
  type DrawnPortal,
  drawPortals,
  faceOf,
  hilbertOrder,
  IN_FACE,
  matchPortals,
  nextEdge,
  ON_EDGE,
  OUTSIDE,
  openPairs,
  type PortalSides,
  prevEdge,
  roomFor,
  type Spot,
  type TriangleMesh,
  Triangulation,
} from "./triangulation/index.js";
export type { Area, Box, Point, Region, Ring, Segment } from "./types.js";
export { weld } from "./weld.js";
