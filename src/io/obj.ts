/** Wavefront OBJ: vertices and faces in, paths out. Everything but `v` and `f` is skipped. */
import { InputError } from "../errors.js";
import type { Point3 } from "../surface/index.js";
import { fanFaces, type ImportedMesh, MeshBuilder } from "./mesh-builder.js";
import { counted, readInteger, readNumber } from "./text.js";

/** Reads a mesh. Polygons are cut into triangles from their first corner. */
export function readObj(text: string): ImportedMesh {
  const builder = new MeshBuilder();
  let polygons = 0;
  let line = 0;
  for (let at = 0; at < text.length; ) {
    line++;
    let end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    const first = text.charCodeAt(at);
    // Most lines are neither: a quick look saves splitting them.
    if (first === 118 || first === 102 || first === 32 || first === 9) {
      const words = text.slice(at, end).trim().split(/\s+/);
      if (words[0] === "v") {
        if (words.length < 4) throw new InputError("v needs three numbers", `line ${line}`);
        builder.vertex(
          ...(words.slice(1, 4).map((w) => readNumber(w, `line ${line}`)) as [number, number, number]),
        );
      } else if (words[0] === "f") {
        const corners = words.slice(1).map((w) => corner(w, builder.vertexCount, `line ${line}`));
        if (corners.length < 3) throw new InputError("f needs three corners or more", `line ${line}`);
        if (corners.length > 3) polygons++;
        fanFaces(builder, corners);
      }
    }
    at = end + 1;
  }
  const notes =
    polygons > 0 ? [`${counted(polygons, "polygon")} cut into triangles from the first corner`] : [];
  return { mesh: builder.mesh(), notes };
}

/** `7`, `7/1`, `7/1/2`, `7//2` and, counted from the end, `-1`. */
function corner(word: string, count: number, where: string): number {
  const slash = word.indexOf("/");
  const number = readInteger(slash < 0 ? word : word.slice(0, slash), where, -count, 2 ** 31);
  if (number === 0) throw new InputError("vertices are numbered from 1; given: 0", where);
  return number > 0 ? number - 1 : count + number;
}

/** Paths as polylines. */
export function writePathsObj(paths: readonly (readonly Point3[])[]): string {
  const lines = ["# Wayfield: paths on a surface"];
  let number = 1;
  paths.forEach((path, i) => {
    lines.push(`o path-${i + 1}`);
    for (const [x, y, z] of path) lines.push(`v ${x} ${y} ${z}`);
    const numbers = path.map(() => number++);
    if (path.length > 1) lines.push(`l ${numbers.join(" ")}`);
    else if (path.length === 1) lines.push(`p ${numbers[0]}`);
  });
  return `${lines.join("\n")}\n`;
}
