/** The registry of mesh formats, found by a file's ending. None touches the disk, so all of them run in browsers. */
import { InputError } from "../errors.js";
import { readGltf } from "./gltf.js";
import type { ImportedMesh } from "./mesh-builder.js";
import { readObj } from "./obj.js";
import { readPly } from "./ply.js";
import { readStl } from "./stl.js";

/** One format of triangle meshes. */
export interface MeshFormat {
  /** The field's short name, such as `obj`. */
  readonly id: string;
  readonly title: string;
  /** Endings with the dot, lower case. */
  readonly extensions: readonly string[];
  /**
   * Reads a mesh.
   *
   * @param resources gives files that this one refers to, by name
   */
  read(bytes: Uint8Array, resources?: (uri: string) => Uint8Array): ImportedMesh | Promise<ImportedMesh>;
}

/** All mesh formats, in the order in which help lists them. */
export const MESH_FORMATS: readonly MeshFormat[] = [
  {
    id: "obj",
    title: "Wavefront OBJ",
    extensions: [".obj"],
    read: (bytes) => readObj(new TextDecoder().decode(bytes)),
  },
  { id: "ply", title: "PLY, text or binary", extensions: [".ply"], read: (bytes) => readPly(bytes) },
  { id: "stl", title: "STL, text or binary", extensions: [".stl"], read: (bytes) => readStl(bytes) },
  { id: "gltf", title: "glTF 2.0", extensions: [".glb", ".gltf"], read: readGltf },
];

/** The mesh format of a file by its ending. */
export function meshFormatOf(fileName: string): MeshFormat {
  const lower = fileName.toLowerCase();
  const format = MESH_FORMATS.find(({ extensions }) => extensions.some((ending) => lower.endsWith(ending)));
  if (format) return format;
  const known = MESH_FORMATS.flatMap(({ extensions }) => extensions).join(", ");
  throw new InputError(`the ending names no known mesh format; known: ${known}`, fileName);
}
