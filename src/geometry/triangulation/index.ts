export { hilbertOrder } from "./insert.js";
export { AT_VERTEX, IN_FACE, ON_EDGE, OUTSIDE, type Spot } from "./locate.js";
export { faceOf, next as nextEdge, prev as prevEdge, type TriangleMesh } from "./mesh.js";
export {
  chainOf,
  type DrawnPortal,
  drawPortals,
  matchPortals,
  openPairs,
  type PortalSides,
} from "./portals.js";
export { type Constraint, roomFor, Triangulation } from "./triangulation.js";
