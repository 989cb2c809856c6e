/** Runs as one call: simulated or replayed, measured, recorded and reported. */
export { type ReplaySceneOptions, replayScene } from "./replay.js";
export {
  type LocalMapAsked,
  type RunCheckpoint,
  type RunOptions,
  type RunProgress,
  type RunResult,
  runScene,
} from "./run.js";
