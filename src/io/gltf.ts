/** glTF 2.0, as JSON and binary, through @gltf-transform/core: meshes of all nodes in, meshes and paths out. */
import { Document, Primitive, WebIO } from "@gltf-transform/core";
import { InputError } from "../errors.js";
import type { MeshInput, Point3 } from "../surface/index.js";
import { type ImportedMesh, MeshBuilder } from "./mesh-builder.js";

/** Reads all triangles of the default scene, or of all nodes where there is none, in world coordinates. */
export async function readGltf(
  bytes: Uint8Array,
  resources: (uri: string) => Uint8Array = missing,
): Promise<ImportedMesh> {
  const document = await open(bytes, resources);
  const builder = new MeshBuilder();
  const root = document.getRoot();
  let skipped = 0;
  for (const node of root.listNodes()) {
    const matrix = node.getWorldMatrix();
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      if (primitive.getMode() === Primitive.Mode.TRIANGLES) addPrimitive(builder, primitive, matrix);
      else skipped++;
    }
  }
  const notes = skipped > 0 ? [`${skipped} parts that are not lists of triangles were left out`] : [];
  return { mesh: builder.mesh(), notes };
}

function missing(uri: string): Uint8Array {
  throw new InputError(`the file refers to ${uri}, which is not at hand`);
}

async function open(bytes: Uint8Array, resources: (uri: string) => Uint8Array): Promise<Document> {
  const io = new WebIO();
  try {
    if (bytes[0] === 0x67 && bytes[1] === 0x6c && bytes[2] === 0x54 && bytes[3] === 0x46) {
      return await io.readBinary(bytes as Uint8Array<ArrayBuffer>);
    }
    const json = JSON.parse(new TextDecoder().decode(bytes));
    const files: Record<string, Uint8Array<ArrayBuffer>> = {};
    for (const { uri } of json.buffers ?? []) {
      if (typeof uri === "string" && !uri.startsWith("data:"))
        files[uri] = resources(uri) as Uint8Array<ArrayBuffer>;
    }
    // Pictures are not needed, and may not be at hand.
    const meshes = json.meshes?.map((mesh: { primitives?: object[] }) => ({
      ...mesh,
      primitives: mesh.primitives?.map((primitive) => ({ ...primitive, material: undefined })),
    }));
    const bare = { ...json, meshes, images: [], textures: [], materials: [] };
    return await io.readJSON({ json: bare, resources: files });
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`not a glTF file that can be read: ${(error as Error).message}`);
  }
}

function addPrimitive(builder: MeshBuilder, primitive: Primitive, m: readonly number[]): void {
  const positions = primitive.getAttribute("POSITION");
  if (!positions) return;
  const first = builder.vertexCount;
  const p: number[] = [0, 0, 0];
  for (let i = 0; i < positions.getCount(); i++) {
    const [x, y, z] = positions.getElement(i, p);
    builder.vertex(
      m[0] * x + m[4] * y + m[8] * z + m[12],
      m[1] * x + m[5] * y + m[9] * z + m[13],
      m[2] * x + m[6] * y + m[10] * z + m[14],
    );
  }
  const indices = primitive.getIndices();
  const count = indices ? indices.getCount() : positions.getCount();
  const at = (i: number): number => first + (indices ? indices.getScalar(i) : i);
  for (let i = 0; i + 2 < count; i += 3) builder.face(at(i), at(i + 1), at(i + 2));
}

/** What goes into a GLB file. */
export interface GlbContent {
  readonly mesh?: MeshInput;
  readonly paths?: readonly (readonly Point3[])[];
}

/** A mesh and paths over it, each path a line strip of its own, as a binary glTF file. */
export async function writeGlb({ mesh, paths = [] }: GlbContent): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene("Wayfield");
  const accessor = (name: string, array: Float32Array<ArrayBuffer>): ReturnType<Document["createAccessor"]> =>
    document.createAccessor(name).setType("VEC3").setArray(array).setBuffer(buffer);
  if (mesh) {
    const positions = Float32Array.from(mesh.positions as ArrayLike<number>);
    const primitive = document
      .createPrimitive()
      .setAttribute("POSITION", accessor("vertices", positions))
      .setIndices(
        document
          .createAccessor("faces")
          .setArray(Uint32Array.from(mesh.faces as ArrayLike<number>))
          .setBuffer(buffer),
      );
    scene.addChild(
      document.createNode("surface").setMesh(document.createMesh("surface").addPrimitive(primitive)),
    );
  }
  paths.forEach((path, i) => {
    const name = `path-${i + 1}`;
    const points = Float32Array.from(path.flat());
    const primitive = document
      .createPrimitive()
      .setMode(Primitive.Mode.LINE_STRIP)
      .setAttribute("POSITION", accessor(name, points));
    scene.addChild(document.createNode(name).setMesh(document.createMesh(name).addPrimitive(primitive)));
  });
  return new WebIO().writeBinary(document);
}
