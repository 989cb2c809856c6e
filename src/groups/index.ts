/** People who walk together: formations, and groups that keep them. */
export { FORMATIONS, type Formation, type FormationName, formationPlaces } from "./formation.js";
export { Group, type GroupLag, type GroupMode, type GroupOptions } from "./group.js";
export {
  GroupMap,
  type GroupMapOptions,
  type GroupMapView,
  joined,
  type Mapped,
  weightAt,
} from "./group-map.js";
export { Groups, type NewGroup } from "./groups.js";
export { fitsOnWay } from "./room.js";
