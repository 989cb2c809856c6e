export {
  BatchRelaxer,
  gradientOf,
  type MapBatch,
  mapBatch,
  relaxPlain,
  setBend,
} from "./batch.js";
export {
  type Around,
  awayFrom,
  type Behaviour,
  constant,
  doubleSine,
  drawn,
  either,
  harmonic,
  keepTo,
  keepToWall,
  orthogonal,
  random,
  type Self,
  sinusoid,
  type Target,
  together,
  toSeen,
  towards,
  type WaveOptions,
  wallAhead,
  whenAhead,
  whenSeen,
} from "./behaviours.js";
export { BEND_LIMIT, type Bend, checkBend, HARMONIC, printedBend } from "./equation.js";
export { Explorer, type ExplorerOptions } from "./explore.js";
export { PotentialField, type PotentialFieldOptions, SOLVERS, type Solver } from "./field.js";
export type { Looker, PeopleColumns } from "./gpu-attributes.js";
export { GpuLocalMaps, type LocalMapOrder } from "./gpu-maps.js";
export { FREE, GOAL, Grid, IMAGE, WALL } from "./grid.js";
export type { Ground } from "./ground.js";
export { type Disc, LOCAL_MAP, LocalMap, type LocalMapOptions, type Sight } from "./local-map.js";
export {
  alongGradient,
  inertialMotion,
  type Motion,
  meanMotion,
  SPEED_TABLE,
  type SpeedRow,
  type Stride,
  slowedBelow,
  weightedMotion,
} from "./motion.js";
export { Relaxation, type RelaxationOptions, type Relaxing } from "./relax.js";
export { type Solution, solve, type Walls } from "./solve.js";
export { type SubgoalOptions, SubgoalStack, type SubgoalStage } from "./subgoals.js";
export { BatchTeam, type Port, serveBatches } from "./team.js";
export { staticMap, WallCells } from "./wall-cells.js";
