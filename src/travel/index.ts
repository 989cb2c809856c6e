/** Cameras that walk: where to stand for what is pointed at, and how to get there (Fischer et al. 2011, "Finding hidden objects"). */
export { PACE, type Pace } from "./pace.js";
export { CameraRide, type WayFrom } from "./ride.js";
export type { SightOf } from "./sight.js";
export { type Hit, STANDING, type StandingOptions, StandingPlaces } from "./standing.js";
export { potentialGuides, Traveller, type TravellerOptions, type TravelState } from "./traveller.js";
export { CameraWay, type Coordinates } from "./way.js";
