/** Planning on triangle meshes (Fischer 2011): the same potentials on any surface. */

export { type Agent, type SurfaceAgentOptions, SurfaceAgents } from "./agents.js";
export { pathWithStartObstacle } from "./artificial.js";
export { type Up, vertexNormals } from "./body.js";
export { type PathAnswer, SurfaceField } from "./field.js";
export { GeodesicMap, geodesicPath } from "./geodesic.js";
export { SurfaceGround } from "./ground.js";
export { GROUND_DEFAULTS, GroundMesh, type GroundOptions, type WeightsName } from "./ground-mesh.js";
export {
  type MovingObstacle,
  type SurfaceBend,
  SurfaceLocalMap,
  type SurfaceLocalMapOptions,
} from "./local.js";
export { type MeshInput, type MeshOptions, type MeshReport, type Nearest, SurfaceMesh } from "./mesh.js";
export { lengthOf, type PathOptions, placeAlong, type SurfacePath } from "./path.js";
export type { EdgePoint, FacePoint, SurfacePoint, VertexPoint } from "./point.js";
export type { Place, SurfaceGoal, SurfaceRegion } from "./region.js";
export type { Relaxed, RelaxOptions, RelaxOrder } from "./relaxation.js";
export { TAGS } from "./tags.js";
export type { Point3 } from "./vector.js";
export { scatterAgents, type Walked, type WalkFrame, type WalkOptions, walkAgents } from "./walk-agents.js";
export type { InfluenceTerms } from "./weights.js";
