export { parseAnyScene, sceneProblems } from "./any-scene.js";
export { Building, type BuildingWay } from "./building/building.js";
export { levelScene } from "./building/level-plan.js";
export type { LiftRide } from "./building/lifts.js";
export type { OpenSheet, PortalSide } from "./building/open.js";
export { type FlightSpeeds, STAIR_SPEEDS, type WalkingPace } from "./building/pace.js";
export type { BuildingPlace } from "./building/places.js";
export { halfEdgeBetween } from "./building/portals.js";
export type { RecordedHeight } from "./building/recorded.js";
export {
  type CarPatch,
  type FlightPatch,
  type LevelPatch,
  type Lift,
  type LiftDoor,
  type Patch,
  type Portal,
  patchAt,
  QUANTUM,
  type Sheet,
} from "./building/sheet.js";
export { keyed } from "./check/goals.js";
export { refuseMeasurements } from "./check/measurements.js";
export { refuseRoutes } from "./check/routes.js";
export { refuseStays } from "./check/stays.js";
export type { Finding, FindingCode, Severity } from "./check.js";
export { diagnose, refuseCovered, refuseFlow, refuseZones, unitFindings } from "./diagnose.js";
export { closedParts, type Door, doorObstacles, isDoorOpen, leafOf, withoutParts } from "./doors.js";
export { FreeSpace } from "./freespace.js";
export {
  freePlaces,
  type GoalGround,
  type GoalPlace,
  type Goals,
  goalLabel,
  goalPlaces,
  nearestOfGoals,
  placesOfGoal,
  refuseStart,
  straightTo,
} from "./goals.js";
export { ARC_TOLERANCE, grownSpace } from "./grow.js";
export { checkOneFloor, checkWorld } from "./is-world.js";
export { NoWay, type NoWayOptions, offGround, tooNarrow } from "./no-way.js";
export { groundTolerance, ontoGround } from "./onto.js";
export { type Narrow, WidestWays } from "./passages.js";
export { type Repaired, type RepairedBuilding, repair, repairBuilding } from "./repair.js";
export { scaleScene } from "./scale.js";
export {
  type AnyScene,
  type BuildingInput,
  type BuildingScene,
  COORDINATE_RANGE,
  completeScene,
  type Goal,
  isBuilding,
  type Obstacle,
  parseScene,
  planOnly,
  type Scene,
  type SceneInput,
  type SceneProblem,
} from "./scene.js";
export { goalAt, obstacleAt, sceneAt } from "./schedule.js";
export { spansOnRing } from "./spans.js";
export { spawnCount } from "./spawn-count.js";
export { profileLabel, spawnProfiles } from "./spawns.js";
export { World } from "./world.js";
export { worldFrom } from "./world-from.js";
export { enteredAlong, enteredAt, mayStand, mayWalk } from "./zone-ways.js";
export { mayNotEnter, type SceneZone, terrainOf, Zones } from "./zones.js";
