/**
 * The registry of mesh formats, found by a file's ending. None touches the disk, so all of them run in browsers, where
 * the code of a format is loaded when a file of it is read.
 */
import { InputError } from "../errors.js";
import type { Resources } from "./gltf-container.js";
import type { ImportedMesh } from "./mesh-builder.js";

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
   * @param resources gives files that this one refers to, by the names it uses
   */
  read(bytes: Uint8Array, resources?: Resources): Promise<ImportedMesh>;
}

/** All mesh formats, in the order in which help lists them. */
export const MESH_FORMATS: readonly MeshFormat[] = [
  {
    id: "obj",
    title: "Wavefront OBJ",
    extensions: [".obj"],
    read: async (bytes) => (await import("./obj.js")).readObj(new TextDecoder().decode(bytes)),
  },
  {
    id: "ply",
    title: "PLY, text or binary",
    extensions: [".ply"],
    read: async (bytes) => (await import("./ply.js")).readPly(bytes),
  },
  {
    id: "stl",
    title: "STL, text or binary",
    extensions: [".stl"],
    read: async (bytes) => (await import("./stl.js")).readStl(bytes),
  },
  {
    id: "gltf",
    title: "glTF 2.0",
    extensions: [".glb", ".gltf"],
    read: async (bytes, resources) => (await import("./gltf.js")).readGltf(bytes, resources),
  },
];

/** The mesh format of a file by its ending. */
export function meshFormatOf(fileName: string): MeshFormat {
  const lower = fileName.toLowerCase();
  const format = MESH_FORMATS.find(({ extensions }) => extensions.some((ending) => lower.endsWith(ending)));
  if (format) return format;
  const known = MESH_FORMATS.flatMap(({ extensions }) => extensions).join(", ");
  throw new InputError(`the ending names no known mesh format; known: ${known}`, fileName);
}
