/**
 * Wayfield plans where people go.
 *
 * The root holds what most programs need; every folder is also an export of its own, such as
 * `wayfield/geometry` and `wayfield/io`.
 */
import { Building } from "./world/index.js";
import { takeBuildings } from "./world/internal.js";

export {
  type AgentOptions,
  type AgentState,
  Crowd,
  type CrowdOptions,
  type CrowdSnapshot,
  type ModelValue,
} from "./crowd/index.js";
export { InputError } from "./errors.js";
export { FlowMap, type FlowMapOptions, Lane, type LaneSystem } from "./flow/index.js";
export type { Box, Point, Ring, Segment } from "./geometry/index.js";
export type {
  Guide,
  GuidePlace,
  HeadingFunction,
  Track,
  TrackGuide,
  TrackPlace,
  TrackStarts,
} from "./guide.js";
export { maxMemory, setMaxMemory } from "./limits.js";
export { type Measured, Measures, type RecordedFrame, Replay, type Run } from "./measure/index.js";
export type { Model, OwnModel } from "./models/index.js";
export {
  type Barrier,
  PathFinder,
  PathMap,
  type PathMapOptions,
  RasterMap,
  type ShortestPath,
  shortestPath,
  type Weight,
  WeightedPathMap,
  type WeightedPathMapOptions,
} from "./pathmap/index.js";
export { PotentialField, type PotentialFieldOptions } from "./potential/index.js";
export { Roadmap, RoadmapGuide, type RoadmapOptions, RouteFinder } from "./roadmap/index.js";
export {
  type RunCheckpoint,
  type RunOptions,
  type RunProgress,
  type RunResult,
  replayScene,
  runScene,
} from "./run/index.js";
export { Simulation, type SimulationOptions } from "./simulation/index.js";
export {
  SurfaceField,
  SurfaceGround,
  SurfaceMesh,
  type SurfacePath,
  type SurfacePoint,
} from "./surface/index.js";
export {
  Building,
  type BuildingInput,
  type BuildingPlace,
  type BuildingWay,
  type Goal,
  type GoalPlace,
  type Goals,
  type Obstacle,
  type Scene,
  type SceneInput,
  sceneAt,
  World,
  worldFrom,
} from "./world/index.js";

takeBuildings((scene) => new Building(scene));
