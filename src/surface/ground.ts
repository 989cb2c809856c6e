/** SurfaceGround: a mesh with its obstacles that makes potentials around goals. */
import { SurfaceField } from "./field.js";
import { GroundMesh } from "./ground-mesh.js";

<<<<<<< HEAD

import type { SurfaceRegion } from "./region.js";

=======

import type { SurfaceGoal } from "./region.js";

>>>>>>> main

import { type Relaxed, type RelaxOptions, relax } from "./relaxation.js";

/** A mesh with obstacles, ready for goals. */
export class SurfaceGround extends GroundMesh {
  /** The potential around goals. The work on the mesh is done once and serves all of them. */
<<<<<<< HEAD
  field(goals: readonly SurfaceRegion[] | SurfaceRegion): SurfaceField {
=======
  field(goals: readonly SurfaceGoal[] | SurfaceGoal): SurfaceField 
>>>>>>> main
    return new SurfaceField(this, isList(goals) ? goals : [goals]);

  /** The same potential by the thesis's relaxation, with what it took. */
<<<<<<< HEAD
  relax(goals: readonly SurfaceRegion[] | SurfaceRegion, options: RelaxOptions = ): Relaxed 
=======
  relax(goals: readonly SurfaceGoal[] | SurfaceGoal, options: RelaxOptions = ): Relaxed 
>>>>>>> main
    return relax(this, isList(goals) ? goals : [goals], options);

<<<<<<< HEAD
function isList(goals: readonly SurfaceRegion[] | SurfaceRegion): goals is readonly SurfaceRegion[] {
=======
function isList(goals: readonly SurfaceGoal[] | SurfaceGoal): goals is readonly SurfaceGoal[] {
>>>>>>> main
  return Array.isArray(goals) && typeof goals[0] !== "number";
}
