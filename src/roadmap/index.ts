export {
  goalFocus,
  leadingCircle,
  type Neighbour,
  negotiation,
  neighboursOf,
  pushFrom,
  wander,
} from "./behaviours.js";
export { type Circle, channelOf, shortestInChannel } from "./channel.js";
export { SmoothCurve, smoothPath } from "./curve.js";
export {
  edgesOf,
  type GeoPosition,
  type RoadmapEdge,
  type RoadmapGeoJson,
  roadmapGeoJson,
} from "./export.js";
export { RoadmapGuide } from "./guide.js";
export {
  type Move,
  type NearestSite,
  Roadmap,
  type RoadmapInput,
  type RoadmapOptions,
} from "./roadmap.js";
export type { NoRoute, Route, RouteEdge, RouteGate } from "./route.js";
export { RouteFinder, type RouteOptions } from "./search.js";
export { type RoadmapGuideOptions, SharedSearch } from "./shared-search.js";
export type { Site } from "./sites.js";
export { BlockStream, type BlockStreamOptions } from "./stream.js";
