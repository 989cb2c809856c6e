/** Routes that somebody sketched: strokes on the ground, and the tree that several of them make. */
export { isClick, resample, SPACING, type Stroke } from "./stroke.js";
export {
  type RouteLink,
  type RouteNode,
  RouteTree,
  type RouteTreeOptions,
  type TreePlace,
} from "./tree.js";
export { arcsOf, directionsOf, type WalkableWay, type WayFault, type WayGround, walkableWay } from "./way.js";
