import { type Accessor, Document, Primitive, WebIO } from "@gltf-transform/core";
import { afterEach, describe, expect, test } from "vitest";
import { InputError } from "../errors.js";
import { setMaxMemory } from "../limits.js";
import { Random } from "../numerics/index.js";
import { readGltf, writeGlb } from "./index.js";

type Json = Record<string, unknown>;

const encode = (json: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(json));

/** One triangle, with its numbers in the file. */
function triangle(more: Json = {}): Json {
  const data = Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer).toString("base64");
  return {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3" }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ uri: `data:application/octet-stream;base64,${data}`, byteLength: 36 }],
    ...more,
  };
}

async function messageOf(json: unknown): Promise<string> {
  try {
    await readGltf(encode(json));
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  return "";
}

afterEach(() => setMaxMemory());

describe("against @gltf-transform/core", () => {
  /** A random model: nodes in a tree, some with meshes, of floats or of normalised integers, with and without corners. */
  function randomModel(random: Random): Document {
    const document = new Document();
    const buffer = document.createBuffer();
    const accessor = (array: Float32Array | Int16Array | Uint8Array | Uint32Array, type: "VEC3" | "SCALAR") =>
      document
        .createAccessor()
        .setType(type)
        .setArray(array as Float32Array<ArrayBuffer>)
        .setNormalized(array instanceof Int16Array)
        .setBuffer(buffer);
    const meshes = Array.from({ length: 3 }, () => {
      const count = 3 * (1 + random.below(4));
      const numbers = Array.from({ length: 3 * count }, () => random.below(200) - 100);
      const positions =
        random.below(2) > 0
          ? Float32Array.from(numbers, (x) => x / 7)
          : Int16Array.from(numbers, (x) => 327 * x);
      const primitive = document.createPrimitive().setAttribute("POSITION", accessor(positions, "VEC3"));
      const corners = Array.from({ length: 3 * (1 + random.below(5)) }, () => random.below(count));
      if (random.below(3) > 0) {
        const kind = random.below(2) > 0 ? Uint8Array : Uint32Array;
        primitive.setIndices(accessor(kind.from(corners), "SCALAR"));
      }
      if (random.below(5) === 0) primitive.setMode(Primitive.Mode.LINES);
      return document.createMesh().addPrimitive(primitive);
    });
    const scene = document.createScene();
    document.getRoot().setDefaultScene(scene);
    const nodes = Array.from({ length: 6 }, (_, i) => {
      const node = document.createNode().setTranslation([random.unit(), i, random.unit()]);
      const axis = [random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5, random.unit()];
      const length = Math.hypot(...axis);
      node.setRotation(axis.map((x) => x / length) as [number, number, number, number]);
      node.setScale([1 + random.unit(), 1, 2]);
      if (random.below(3) > 0) node.setMesh(meshes[random.below(3)]);
      return node;
    });
    nodes.forEach((node, i) => {
      const parent = i === 0 || random.below(3) === 0 ? scene : nodes[random.below(i)];
      parent.addChild(node);
    });
    return document;
  }

  /** The corners of all triangles, by their library. */
  function trianglesOf(document: Document): number[][] {
    return document
      .getRoot()
      .listNodes()
      .flatMap((node) =>
        (node.getMesh()?.listPrimitives() ?? []).flatMap((primitive) => {
          if (primitive.getMode() !== Primitive.Mode.TRIANGLES) return [];
          const m = node.getWorldMatrix();
          const positions = primitive.getAttribute("POSITION") as Accessor;
          const indices = primitive.getIndices();
          const corners = Array.from({ length: (indices ?? positions).getCount() }, (_, i) => {
            const [x, y, z] = positions.getElement(indices ? indices.getScalar(i) : i, [0, 0, 0]);
            return [0, 1, 2].map((k) => m[k] * x + m[k + 4] * y + m[k + 8] * z + m[k + 12]);
          });
          return Array.from({ length: Math.floor(corners.length / 3) }, (_, f) =>
            corners.slice(3 * f, 3 * f + 3).flat(),
          );
        }),
      );
  }

  test("60 random models give the same triangles, binary and as JSON (seed 3)", async () => {
    const random = new Random(3);
    const rounded = (list: readonly number[][]): string[] =>
      list.map((numbers) => numbers.map((x) => (x + 0).toFixed(4).replace(/^-(0\.0+)$/, "$1")).join()).sort();
    for (let round = 0; round < 60; round++) {
      const document = randomModel(random);
      const io = new WebIO();
      const { json, resources } = await io.writeJSON(document);
      const plain = await readGltf(encode(json), (uri) => resources[uri]);
      const binary = await readGltf(await io.writeBinary(document));
      expect(binary).toEqual(plain);
      const { positions, faces } = plain.mesh as { positions: Float64Array; faces: Int32Array };
      const ours = Array.from({ length: faces.length / 3 }, (_, f) =>
        [0, 1, 2].flatMap((k) => [...positions.subarray(3 * faces[3 * f + k], 3 * faces[3 * f + k] + 3)]),
      );
      expect(rounded(ours)).toEqual(rounded(trianglesOf(document)));
    }
  });

  test("it reads what we write", async () => {
    const mesh = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], faces: [0, 1, 2] };
    const paths = [[[0, 0, 0], [1, 2, 3]], [], [[4, 5, 6]]] as [number, number, number][][]; // biome-ignore format: a table
    const document = await new WebIO().readBinary(
      (await writeGlb({ mesh, paths })) as Uint8Array<ArrayBuffer>,
    );
    const root = document.getRoot();
    expect(root.listNodes().map((node) => node.getName())).toEqual(["surface", "path-1", "path-3"]);
    const [surface, path] = root.listMeshes().map((m) => m.listPrimitives()[0]);
    expect([...(surface.getIndices()?.getArray() ?? [])]).toEqual([0, 1, 2]);
    expect([...(path.getAttribute("POSITION")?.getArray() ?? [])]).toEqual([0, 0, 0, 1, 2, 3]);
    expect(path.getMode()).toBe(Primitive.Mode.LINE_STRIP);
    await expect(
      new WebIO().readBinary((await writeGlb({})) as Uint8Array<ArrayBuffer>),
    ).resolves.toBeTruthy();
  });
});

test("sparse accessors replace some elements", async () => {
  const numbers = Buffer.concat([
    Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 6, 7).buffer),
    Buffer.from(Uint16Array.of(2).buffer),
  ]);
  const { mesh } = await readGltf(
    encode(
      triangle({
        accessors: [
          {
            bufferView: 0,
            componentType: 5126,
            count: 3,
            type: "VEC3",
            sparse: {
              count: 1,
              indices: { bufferView: 2, componentType: 5123 },
              values: { bufferView: 1 },
            },
          },
        ],
        bufferViews: [
          { buffer: 0, byteLength: 36 },
          { buffer: 0, byteOffset: 36, byteLength: 12 },
          { buffer: 0, byteOffset: 48, byteLength: 2 },
        ],
        buffers: [{ uri: `data:;base64,${numbers.toString("base64")}`, byteLength: 50 }],
      }),
    ),
  );
  expect([...(mesh.positions as Float64Array)]).toEqual([0, 0, 0, 1, 0, 0, 5, 6, 7]);
});

describe("files that ask for too much are refused at once", () => {
  const nested = (depth: number): Json =>
    triangle({
      nodes: Array.from({ length: depth }, (_, i) =>
        i + 1 < depth ? { children: [i + 1], translation: [1, 0, 0] } : { mesh: 0 },
      ),
    });

  test("a node that is its own child, an ancestor, or has two parents", async () => {
    const said = /node \d has two parents, or is its own ancestor/;
    expect(await messageOf(triangle({ nodes: [{ mesh: 0, children: [0] }] }))).toMatch(said);
    expect(await messageOf(triangle({ nodes: [{ children: [1] }, { children: [0] }] }))).toMatch(said);
    expect(await messageOf(triangle({ nodes: [{ children: [1, 1] }, {}] }))).toMatch(said);
    expect(
      await messageOf(triangle({ scene: undefined, nodes: [{ children: [1] }, { children: [0] }] })),
    ).toBe("nodes[0]: node 0 is its own ancestor");
  });

  test("20,000 nodes within each other are read", async () => {
    const { mesh } = await readGltf(encode(nested(20_000)));
    expect((mesh.positions as Float64Array)[0]).toBe(19_999);
  });

  test("an accessor of 3e8 elements, without data or with too little", async () => {
    const accessor = { componentType: 5126, count: 3e8, type: "VEC3" };
    expect(await messageOf(triangle({ accessors: [accessor] }))).toMatch(
      /^meshes: 300000000 vertices and 100000000 faces may need 23\.5 GiB of memory; allowed: 4 GiB \(--max-memory/,
    );
    expect(await messageOf(triangle({ accessors: [{ ...accessor, count: 3e6 }] }))).toBe(
      "accessors[0]: declares numbers and holds none",
    );
    expect(await messageOf(triangle({ accessors: [{ ...accessor, count: 3e6, bufferView: 0 }] }))).toMatch(
      /3000000 elements do not fit in 36 bytes/,
    );
  });

  test("a mesh placed a million times", async () => {
    const nodes = Array.from({ length: 500_000 }, () => ({ mesh: 0 }));
    const scenes = [{ nodes: nodes.map((_, i) => i) }];
    const primitives = Array.from({ length: 1000 }, () => ({ attributes: { POSITION: 0 } }));
    const said = await messageOf(triangle({ nodes, scenes, meshes: [{ primitives }] }));
    expect(said).toMatch(/^meshes: 1500000000 vertices/);
  });

  test("more memory can be allowed, and less", async () => {
    setMaxMemory(100);
    expect(await messageOf(triangle())).toMatch(/3 vertices and 1 faces may need .*allowed/);
    setMaxMemory(1000);
    expect(await messageOf(triangle())).toBe("");
  });
});

describe("errors name the place", () => {
  test.each<[Json, RegExp]>([
    [{ asset: { version: "1.0" } }, /^asset\.version: only version 2 can be read; given: "1\.0"$/],
    [{ nodes: [{ mesh: 7 }] }, /^nodes\[0\]\.mesh: expected whole number from 0 to 0; given: 7$/],
    [{ nodes: {} }, /^nodes: expected array; given: \{\}$/],
    [{ nodes: [null] }, /^nodes\[0\]: expected object; given: null$/],
    [
      { nodes: [{ mesh: 0, scale: [1, 1] }] },
      /^nodes\[0\]\.scale: expected 3 finite numbers; given: \[1,1\]$/,
    ],
    [{ meshes: [] }, /^nodes\[0\]\.mesh: nothing is there to refer to; given: 0$/],
    [{ scene: 3 }, /^scene: expected whole number from 0 to 0; given: 3$/],
    [
      { bufferViews: [{ buffer: 0, byteLength: 37 }] },
      /^bufferViews\[0\]\.byteLength: .*from 1 to 36; given: 37$/,
    ],
    [{ buffers: [{ uri: "data:x,y", byteLength: 36 }] }, /^buffers\[0\]\.uri: a data address in base64/],
    [
      { buffers: [{ uri: "data:;base64,AAAA", byteLength: 36 }] },
      /^buffers\[0\]: 36 bytes are declared, 3 are there$/,
    ],
    [{ buffers: [{ byteLength: 36 }] }, /^buffers\[0\]: names no file/],
    [
      { extensionsRequired: ["KHR_draco_mesh_compression"] },
      /^extensionsRequired\[0\]: .*not supported; given: "KHR_draco/,
    ],
  ])("%j", async (more, message) => {
    expect(await messageOf(triangle(more))).toMatch(message);
  });
});
