/** Scenes that run: spawns, goal queues, timetables, planners and bottlenecks over a crowd. */

export type { MeterState } from "./adaptive-barriers.js";
export type { Fall, SideSummary } from "./battle.js";
export {
  type Bottleneck,
  type BottleneckOptions,
  type BottleneckState,
  Bottlenecks,
  type Passing,
  type Standing,
  type Watched,
} from "./bottleneck.js";
export type { Candidate } from "./corridors.js";
export type { FlowTimes, TimetableSummary } from "./crossing-flows.js";
export type { Itinerary, RouteStretch, Stops } from "./destinations.js";
export { type Distribution, draw, type LogNormal, quantile } from "./distributions.js";
export { type EmptyCircleManner, EmptyCircleWalking } from "./empty-circles.js";
export type { Chooser } from "./exit-choice.js";
export {
  type CrowdBehaviour,
  type CrowdSelf,
  type LocalMapManner,
  type LocalMapView,
  LocalMapWalking,
} from "./local-maps.js";
export type { ModelParameters } from "./models.js";
export type { OneWayDoor } from "./one-way.js";
export {
  type BuiltInPlanner,
  type GuideOrder,
  LANE_KINDS,
  LANE_SPACINGS,
  type LaneKind,
  type LaneSpacing,
  PLANNERS,
  type PlannedGuide,
  type Planner,
} from "./planners.js";
export {
  POPULATION_NAMES,
  POPULATIONS,
  type Population,
  type PopulationGroup,
  type PopulationName,
  populationGroup,
  populationNamed,
  speedAtAge,
  type Traits,
} from "./populations.js";
export type { Member, QueueState } from "./queue.js";
export type { RouteWalker } from "./route-ways.js";
export { Simulation } from "./simulation.js";
export type { SimulationOptions, SimulationSnapshot } from "./simulation-options.js";
export type { SiteFigures, SiteOptions } from "./sites.js";
export {
  type RouteFollower,
  type RouteSpec,
  type RouteState,
  type RouteSummary,
  type RoutesState,
  SketchedRoutes,
} from "./sketched-routes.js";
export type { SpawnSpec } from "./specs.js";
export type { Visit } from "./stay-place.js";
export type { StaySummary, StaysState, Visitor } from "./stays.js";
export type { Ride } from "./transport.js";
export type { Guest, WaitingState } from "./waiting-place.js";
