export { type Bend, checkBend, HARMONIC } from "./equation.js";
export {
  PotentialField,
  type PotentialFieldOptions,
  SOLVERS,
  type Solver,
} from "./field.js";
export type { FieldGoal } from "./goals.js";
export { FREE, GOAL, Grid, WALL } from "./grid.js";
export { Relaxation, type RelaxationOptions, type Relaxing } from "./relax.js";
export { type Solution, solve, type Walls } from "./solve.js";
