/** A member of a group as its followers know it, and what it looks at. */
import type { World } from "../world/index.js";
import type { Ground } from "./ground.js";
import type { GroupMap, Mapped } from "./group-map.js";
import type { Spine } from "./spine.js";

/** A member. Numbers alone, so that a snapshot is a list of them. */
export interface Follower {
  id: number;
  /** The number of its place. */
  place: number;
  /** What it walks to, its place, the spine or its own way, and where that is; of its own way, the direction. */
  to: number;
  x: number;
  y: number;
  /** The descent of the map at its place, of length 1 or 0, and how much that counts. */
  gx: number;
  gy: number;
  weight: number;
  /** Metres to its place. */
  lag: number;
  /** Seconds without headway; below 0, those for which it does not heed the map. */
  stuck: number;
  /** Share of its speed that it takes: less than 1 where it lets somebody go first. */
  share: number;
}

/** What followers look at. */
export interface Look {
  readonly world: World;
  readonly ground: Ground;
  /** Where the places are, `SPOT` numbers each. */
  readonly spots: Float64Array;
  readonly spine: Spine;
  readonly map: GroupMap;
  readonly mapped: readonly Mapped[];
  /** Metres around members within which others feel the map. */
  readonly region: number;
  /** The greatest radius of a member. */
  readonly widest: number;
  /** Whether all places are as drawn: else some are behind each other that were beside each other. */
  readonly isDrawn: boolean;
}
