export { CURVE_TOLERANCE } from "./curves.js";
export type { Format, Imported, Written } from "./format.js";
export { FORMATS, formatNamed, formatOf } from "./formats.js";
export { readGltf } from "./gltf.js";
export type { Resources } from "./gltf-container.js";
export { type GlbContent, writeGlb } from "./gltf-write.js";
export type { ImportedMesh } from "./mesh-builder.js";
export { writeNpy } from "./npy.js";
export { readObj, writePathsObj } from "./obj.js";
export { readPly } from "./ply.js";
export { formatScene, parseJson } from "./scene-json.js";
export { readStl } from "./stl.js";
export { MESH_FORMATS, type MeshFormat, meshFormatOf } from "./surface-formats.js";
export {
  csvTrajectories,
  pedpyTrajectories,
  type TrajectoryColumns,
  type TrajectoryHead,
  type TrajectoryWriter,
} from "./trajectories.js";
export {
  type PedpyOptions,
  type Recording,
  type RecordingFrame,
  type RecordingRow,
  readCsvTrajectories,
  readPedpyTrajectories,
} from "./trajectories-read.js";
export {
  readSqliteTrajectories,
  sqliteTrajectories,
  type TrajectoryDatabase,
  type TrajectoryStatement,
} from "./trajectories-sqlite.js";
export { walkableWkt } from "./walkable-wkt.js";
