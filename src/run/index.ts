/** Runs as one call: simulated or replayed, measured, recorded and reported. */
export type { GroupMapAsked, LocalMapAsked } from "./map-shots.js";
export { type ReplaySceneOptions, replayScene } from "./replay.js";
export {
  type RunCheckpoint,
  type RunOptions,
  type RunProgress,
  type RunResult,
  runScene,
} from "./run.js";
