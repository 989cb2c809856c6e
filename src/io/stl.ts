/** STL, as text and binary. Its triangles share no vertices: equal positions are joined when the mesh is built. */
import { InputError } from "../errors.js";
import { type ImportedMesh, MeshBuilder } from "./mesh-builder.js";
import { readNumber, Words } from "./text.js";

/** Reads a mesh. */
export function readStl(bytes: Uint8Array): ImportedMesh {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A binary file says how many triangles it has, and is exactly that long; "solid" may begin either kind.
  const count = bytes.length >= 84 ? view.getUint32(80, true) : -1;
  if (bytes.length === 84 + 50 * count) return readBinary(view, count);
  const text = new TextDecoder().decode(bytes.subarray(0, 512));
  if (/^\s*solid/i.test(text)) return readText(new TextDecoder().decode(bytes));
  throw new InputError(
    count < 0
      ? 'neither text, which begins with "solid", nor binary, which has 84 bytes at least'
      : `a binary file of ${count} triangles has ${84 + 50 * count} bytes; given: ${bytes.length}`,
  );
}

function readBinary(view: DataView, count: number): ImportedMesh {
  const builder = new MeshBuilder();
  for (let f = 0; f < count; f++) {
    for (let corner = 0; corner < 3; corner++) {
      const at = 84 + 50 * f + 12 + 12 * corner;
      builder.vertex(view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true));
    }
    builder.face(3 * f, 3 * f + 1, 3 * f + 2);
  }
  return { mesh: builder.mesh(), notes: [] };
}

function readText(text: string): ImportedMesh {
  const builder = new MeshBuilder();
  const words = new Words(text);
  let corners = 0;
  for (let word = words.next(); word !== null; word = words.next()) {
    if (word.toLowerCase() === "vertex") {
      const [x, y, z] = ["x", "y", "z"].map((name) =>
        readNumber(words.need(`${name} of a vertex`), words.place),
      );
      builder.vertex(x, y, z);
      corners++;
    } else if (word.toLowerCase() === "endloop") {
      if (corners !== 3) throw new InputError(`a facet has three vertices; given: ${corners}`, words.place);
      const n = builder.vertexCount;
      builder.face(n - 3, n - 2, n - 1);
      corners = 0;
    }
  }
  if (corners > 0) throw new InputError("the file ends within a facet", words.place);
  return { mesh: builder.mesh(), notes: [] };
}
