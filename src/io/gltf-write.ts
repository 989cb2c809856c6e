/** Binary glTF 2.0 out: a mesh, and paths over it as line strips. */
import type { MeshInput, Point3 } from "../surface/index.js";

/** What goes into a GLB file. */
export interface GlbContent {
  readonly mesh?: MeshInput;
  readonly paths?: readonly (readonly Point3[])[];
}

const FLOAT = 5126;
const UNSIGNED_INT = 5125;
const LINE_STRIP = 3;

/** Buffer views and accessors, each one array after the other. */
class Buffers {
  readonly bufferViews: object[] = [];
  readonly accessors: object[] = [];
  readonly parts: Uint8Array[] = [];
  length = 0;

  /** Points in single precision, as the format wants them, with their box, which it wants too. */
  points(numbers: ArrayLike<number>): number {
    const array = Float32Array.from(numbers);
    const min = [Infinity, Infinity, Infinity];
    const max = [-Infinity, -Infinity, -Infinity];
    array.forEach((value, i) => {
      min[i % 3] = Math.min(min[i % 3], value);
      max[i % 3] = Math.max(max[i % 3], value);
    });
    return this.add(array, { componentType: FLOAT, type: "VEC3", count: array.length / 3, min, max });
  }

  indices(numbers: ArrayLike<number>): number {
    const array = Uint32Array.from(numbers);
    return this.add(array, { componentType: UNSIGNED_INT, type: "SCALAR", count: array.length });
  }

  private add(array: Float32Array | Uint32Array, accessor: object): number {
    this.bufferViews.push({ buffer: 0, byteOffset: this.length, byteLength: array.byteLength });
    this.parts.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    this.length += array.byteLength;
    return this.accessors.push({ bufferView: this.bufferViews.length - 1, ...accessor }) - 1;
  }
}

/** A mesh and paths over it, each path of two points or more a line strip of its own, as a binary glTF file. */
export async function writeGlb({ mesh, paths = [] }: GlbContent): Promise<Uint8Array> {
  const buffers = new Buffers();
  const meshes: { name: string; primitives: object[] }[] = [];
  if (mesh && mesh.positions.length > 0) {
    const attributes = { POSITION: buffers.points(flat(mesh.positions)) };
    const indices = mesh.faces.length > 0 ? { indices: buffers.indices(flat(mesh.faces)) } : {};
    meshes.push({ name: "surface", primitives: [{ attributes, ...indices }] });
  }
  paths.forEach((path, i) => {
    if (path.length === 0) return;
    const attributes = { POSITION: buffers.points(path.flat()) };
    meshes.push({ name: `path-${i + 1}`, primitives: [{ mode: LINE_STRIP, attributes }] });
  });
  const nodes = meshes.map(({ name }, i) => ({ name, mesh: i }));
  const { accessors, bufferViews, length } = buffers;
  const json = {
    asset: { version: "2.0", generator: "Wayfield" },
    scene: 0,
    scenes: [{ name: "Wayfield", ...(nodes.length > 0 ? { nodes: nodes.map((_, i) => i) } : {}) }],
    ...(nodes.length > 0 ? { nodes, meshes, accessors, bufferViews, buffers: [{ byteLength: length }] } : {}),
  };
  return glbOf(new TextEncoder().encode(JSON.stringify(json)), buffers);
}

function flat(list: readonly (readonly number[])[] | ArrayLike<number>): ArrayLike<number> {
  return typeof list[0] === "number"
    ? (list as ArrayLike<number>)
    : (list as readonly (readonly number[])[]).flat();
}

/** The container: a head, the JSON padded with spaces, and the bytes, which are whole words already. */
function glbOf(json: Uint8Array, { parts, length }: Buffers): Uint8Array {
  const jsonLength = Math.ceil(json.length / 4) * 4;
  const total = 12 + 8 + jsonLength + (length > 0 ? 8 + length : 0);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  const words = (at: number, ...values: number[]): void => {
    values.forEach((value, i) => {
      view.setUint32(at + 4 * i, value, true);
    });
  };
  words(0, 0x46546c67, 2, total, jsonLength, 0x4e4f534a);
  bytes.fill(0x20, 20, 20 + jsonLength);
  bytes.set(json, 20);
  if (length === 0) return bytes;
  words(20 + jsonLength, length, 0x004e4942);
  let at = 28 + jsonLength;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
