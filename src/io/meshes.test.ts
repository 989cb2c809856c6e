import { describe, expect, test } from "vitest";
import { hasSharedFile, sharedFile } from "../../test/shared-data.js";
import { InputError } from "../errors.js";
import { Random } from "../numerics/index.js";
import { type MeshInput, SurfaceMesh } from "../surface/index.js";
import {
  MESH_FORMATS,
  meshFormatOf,
  readGltf,
  readObj,
  readPly,
  readStl,
  writeGlb,
  writePathsObj,
} from "./index.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A tetrahedron, in every format. */
const CORNERS = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]; // biome-ignore format: a table
const FACES = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]; // biome-ignore format: a table

const OBJ = `# a comment\nmtllib x.mtl\n${CORNERS.map((p) => `v ${p.join(" ")}`).join("\n")}\nvn 0 0 1\ns off\n${FACES.map((f) => `f ${f.map((v) => `${v + 1}/1/1`).join(" ")}`).join("\n")}\n`;
const STL = `solid t\n${FACES.map((f) => `facet normal 0 0 0\nouter loop\n${f.map((v) => `vertex ${CORNERS[v].join(" ")}`).join("\n")}\nendloop\nendfacet`).join("\n")}\nendsolid t\n`;
const PLY_HEAD = (format: string): string =>
  `ply\nformat ${format} 1.0\ncomment made by hand\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n`;
const PLY = `${PLY_HEAD("ascii")}${CORNERS.map((p) => `${p.join(" ")} 7`).join("\n")}\n${FACES.map((f) => `3 ${f.join(" ")}`).join("\n")}\n`;

function binaryStl(): Uint8Array {
  const data = new Uint8Array(84 + 50 * FACES.length);
  const view = new DataView(data.buffer);
  view.setUint32(80, FACES.length, true);
  FACES.flat().forEach((v, i) => {
    const at = 84 + 50 * Math.floor(i / 3) + 12 + 12 * (i % 3);
    CORNERS[v].forEach((x, k) => {
      view.setFloat32(at + 4 * k, x, true);
    });
  });
  return data;
}

function binaryPly(little: boolean): Uint8Array {
  const head = bytes(PLY_HEAD(little ? "binary_little_endian" : "binary_big_endian"));
  const data = new Uint8Array(head.length + 13 * 4 + 13 * 4);
  data.set(head);
  const view = new DataView(data.buffer, head.length);
  CORNERS.forEach((p, v) => {
    p.forEach((x, k) => {
      view.setFloat32(13 * v + 4 * k, x, little);
    });
  });
  FACES.forEach((f, i) => {
    view.setUint8(52 + 13 * i, 3);
    f.forEach((v, k) => {
      view.setInt32(52 + 13 * i + 1 + 4 * k, v, little);
    });
  });
  return data;
}

async function glb(): Promise<Uint8Array> {
  return writeGlb({ mesh: { positions: CORNERS.flat(), faces: FACES.flat() } });
}

function expectTetrahedron(input: MeshInput): void {
  const mesh = new SurfaceMesh(input);
  expect([mesh.vertexCount, mesh.faceCount, mesh.closed, mesh.eulerCharacteristic]).toEqual([4, 4, true, 2]);
  expect(mesh.report.turned).toBe(0);
  expect(mesh.totalArea).toBeCloseTo(1.5 + Math.sqrt(3) / 2, 6);
}

describe("a tetrahedron from", () => {
  test("OBJ", () => expectTetrahedron(readObj(OBJ).mesh));
  test("STL as text", () => expectTetrahedron(readStl(bytes(STL)).mesh));
  test("binary STL", () => expectTetrahedron(readStl(binaryStl()).mesh));
  test("binary STL that begins with solid", () => {
    const data = binaryStl();
    data.set(bytes("solid but binary"));
    expectTetrahedron(readStl(data).mesh);
  });
  test("PLY as text", () => expectTetrahedron(readPly(bytes(PLY)).mesh));
  test.each([true, false])("binary PLY, little endian: %s", (little) =>
    expectTetrahedron(readPly(binaryPly(little)).mesh),
  );
  test("GLB", async () => expectTetrahedron((await readGltf(await glb())).mesh));
  test("glTF with its data beside it, moved and scaled by a node, without its pictures", async () => {
    const positions = Float32Array.from(CORNERS.flat());
    const indices = Uint16Array.from(FACES.flat());
    const data = Buffer.concat([Buffer.from(positions.buffer), Buffer.from(indices.buffer)]);
    const json = {
      asset: { version: "2.0" },
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, translation: [5, 0, 0], scale: [2, 2, 2] }],
      images: [{ uri: "missing.png" }],
      textures: [{ source: 0 }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
      buffers: [{ uri: "t.bin", byteLength: data.length }],
      bufferViews: [
        { buffer: 0, byteLength: 48 },
        { buffer: 0, byteOffset: 48, byteLength: 24 },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 4, type: "VEC3", min: [0, 0, 0], max: [1, 1, 1] },
        { bufferView: 1, componentType: 5123, count: 12, type: "SCALAR" },
      ],
    };
    const { mesh } = await readGltf(bytes(JSON.stringify(json)), (uri) => {
      expect(uri).toBe("t.bin");
      return new Uint8Array(data);
    });
    const surface = new SurfaceMesh(mesh);
    expect(surface.vertex(1)).toEqual([7, 0, 0]);
    await expect(readGltf(bytes(JSON.stringify(json)))).rejects.toThrow("t.bin, which is not at hand");
  });
});

test("OBJ: quads are cut in two, negative numbers count from the end", () => {
  const { mesh, notes } = readObj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4 -3 -2 -1\n");
  expect([...(mesh.faces as Int32Array)]).toEqual([0, 1, 2, 0, 2, 3]);
  expect(notes).toEqual(["1 polygon cut into triangles from the first corner"]);
});

describe("bad files are InputErrors that say where", () => {
  test.each<[string, () => unknown, string]>([
    ["a number in OBJ", () => readObj("v 0 0 nan\n"), "line 1: a finite decimal number"],
    ["a short v", () => readObj("v 0 0\n"), "line 1: v needs three numbers"],
    ["a short f", () => readObj("v 0 0 0\nf 1 1\n"), "line 2: f needs three corners"],
    ["vertex 0", () => readObj("v 0 0 0\nf 0 1 1\n"), "line 2: vertices are numbered from 1"],
    ["an STL of words", () => readStl(bytes("hello")), "neither text"],
    [
      "half an STL",
      () => readStl(binaryStl().subarray(0, 100)),
      "a binary file of 4 triangles has 284 bytes",
    ],
    [
      "an STL facet of two",
      () => readStl(bytes("solid\nvertex 0 0 0\nvertex 1 0 0\nendloop")),
      "three vertices; given: 2",
    ],
    ["a PLY of something else", () => readPly(bytes("plx\n")), 'line 1: "ply" is expected'],
    ["a PLY without end", () => readPly(bytes("ply\nformat ascii 1.0\n")), '"end_header" is missing'],
    ["half a PLY", () => readPly(binaryPly(true).subarray(0, 300)), "within its data"],
    [
      "a PLY of a million million vertices",
      () => readPly(bytes(PLY.replace("vertex 4", "vertex 9999999999"))),
      "a number is expected",
    ],
    ["an unknown ending", () => meshFormatOf("a.xyz"), "known: .obj, .ply, .stl, .glb, .gltf"],
  ])("%s", (_, act, message) => {
    expect(act).toThrow(InputError);
    expect(act).toThrow(message);
  });

  test("GLB", async () => {
    await expect(readGltf(bytes("{}x"))).rejects.toThrow(InputError);
    await expect(readGltf((await glb()).subarray(0, 60))).rejects.toThrow(InputError);
  });

  test("any broken byte gives a mesh or an InputError (seed 1)", async () => {
    const random = new Random(1);
    const files: [string, Uint8Array][] = [
      ["a.obj", bytes(OBJ)],
      ["a.stl", bytes(STL)],
      ["a.stl", binaryStl()],
      ["a.ply", bytes(PLY)],
      ["a.ply", binaryPly(true)],
      ["a.glb", await glb()],
    ];
    for (let i = 0; i < 600; i++) {
      const [name, data] = files[i % files.length];
      const broken = data.slice(0, random.unit() < 0.2 ? random.below(data.length) : data.length);
      for (let k = 0; k < 3; k++) broken[random.below(broken.length)] = random.below(256);
      try {
        const { mesh } = await meshFormatOf(name).read(broken);
        new SurfaceMesh(mesh);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      }
    }
  });
});

test("paths as OBJ lines and as GLB line strips come back", async () => {
  const paths = [[[0, 0, 0], [1, 2, 3], [4, 5, 6]], [[7, 8, 9]]] as const; // biome-ignore format: a table
  const text = writePathsObj(paths);
  expect(text).toContain("v 4 5 6\nl 1 2 3\n");
  expect(text).toContain("p 4");
  const data = await writeGlb({ paths });
  const { notes } = await readGltf(data);
  expect(notes).toEqual(["2 parts that are not lists of triangles were left out"]);
});

test("every format has an ending and a title", () => {
  for (const { id, title, extensions } of MESH_FORMATS)
    expect(id && title && extensions.length > 0).toBeTruthy();
});

describe("public meshes", () => {
  test.skipIf(!hasSharedFile("spot.obj")).each([
    ["spot.obj", 5856, 1, 2],
    ["rocker-arm.obj", 20088, 1, 0],
    ["stanford-bunny.obj", 69451, 1, -3],
    ["teapot.obj", 6320, 4, 2],
  ])("%s", (name, faces, components, euler) => {
    const mesh = new SurfaceMesh(readObj(sharedFile(name)).mesh);
    expect([mesh.faceCount, mesh.componentCount, mesh.eulerCharacteristic]).toEqual([
      faces,
      components,
      euler,
    ]);
  });
});
