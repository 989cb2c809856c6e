/** The thesis's answer to closed meshes without obstacles (section 4.3), kept to compare with. */
import type { PathAnswer } from "./field.js";
import { SurfaceGround } from "./ground.js";
import type { GroundOptions } from "./ground-mesh.js";
import type { SurfaceMesh } from "./mesh.js";
import { type Place, resolveRegion, type SurfaceRegion } from "./region.js";

/**
 * A path away from an artificial obstacle at its own start: the start's cell is tagged as occupied, so that the potential
 * has somewhere to fall from. It is another field for every start, and where in the cell the start is decides
 * which way the path leaves (figure 4.6); a `SurfaceGround` alone has one field for all starts.
 */
export function pathWithStartObstacle(
  mesh: SurfaceMesh,
  from: Place,
  goals: readonly SurfaceRegion[],
  options: GroundOptions = {},
): PathAnswer {
  const { place, vertices } = resolveRegion(mesh, from, "from");
  const obstacles: SurfaceRegion[] = [...(options.obstacles ?? []), { vertices }];
  const field = new SurfaceGround(mesh, { leak: 0, ...options, obstacles }).field(goals);
  return place!.kind === "vertex"
    ? field.followFrom(place!, { vertex: place!.vertex })
    : field.follow(place!);
}
