/** SurfaceGround: a mesh with its obstacles that makes potentials around goals. */
import { SurfaceField } from "./field.js";
import { GroundMesh } from "./ground-mesh.js";
import type { SurfaceRegion } from "./region.js";
import { type Relaxed, type RelaxOptions, relax } from "./relaxation.js";

/** A mesh with obstacles, ready for goals. */
export class SurfaceGround extends GroundMesh {
  /** The potential around goals. The work on the mesh is done once and serves all of them. */
  field(goals: readonly SurfaceRegion[] | SurfaceRegion): SurfaceField {
    return new SurfaceField(this, isList(goals) ? goals : [goals]);
  }

  /** The same potential by the thesis's relaxation, with what it took. */
  relax(goals: readonly SurfaceRegion[] | SurfaceRegion, options: RelaxOptions = {}): Relaxed {
    return relax(this, isList(goals) ? goals : [goals], options);
  }
}

function isList(goals: readonly SurfaceRegion[] | SurfaceRegion): goals is readonly SurfaceRegion[] {
  return Array.isArray(goals) && typeof goals[0] !== "number";
}
