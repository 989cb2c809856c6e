/** Planning on triangle meshes (Fischer 2011): the same potentials on any surface. */
export { type Up, vertexNormals } from "./body.js";
export { type PathAnswer, SurfaceField } from "./field.js";
export { geodesicPath } from "./geodesic.js";
export { GROUND_DEFAULTS, type GroundOptions, SurfaceGround, TAGS, type WeightsName } from "./ground.js";
export { type MeshInput, type MeshOptions, type MeshReport, type Nearest, SurfaceMesh } from "./mesh.js";
export { lengthOf, type PathOptions, type SurfacePath } from "./path.js";
export type { EdgePoint, FacePoint, SurfacePoint, VertexPoint } from "./point.js";
export type { Place, Region } from "./region.js";
export type { Point3 } from "./vector.js";
export type { InfluenceTerms } from "./weights.js";
