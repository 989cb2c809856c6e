/**
 * Navigation meshes in the text format of Polyanya (Cui, Harabor and Grastien 2017), version 2, read only.
 *
 * The mesh is taken apart again: edges without a neighbour are chained into the outline of the walkable area.
 * Coordinates stay as they are in the file, y included.
 */
import { InputError } from "../errors.js";
import { type Point, signedArea } from "../geometry/index.js";
import { completeScene } from "../world/index.js";
import type { Format, Imported } from "./format.js";
import { outlinesOf } from "./loops.js";
import { counted, readCoordinate, readInteger, shownText, Words } from "./text.js";
import { planOf } from "./walkable.js";

interface Mesh {
  readonly points: Point[];
  /** Vertex numbers, counterclockwise in most files. */
  readonly polygons: number[][];
  /** `neighbours[p][i]`: the polygon across the edge from vertex i - 1 to vertex i of p, or -1. */
  readonly neighbours: number[][];
}

function readMesh(text: string): Mesh {
  const words = new Words(text);
  const integer = (what: string, least: number, greatest: number): number => {
    const word = words.need(what);
    return readInteger(word, words.place, least, greatest);
  };
  const head = words.next() ?? "";
  if (head !== "mesh") throw new InputError(`"mesh" is expected; given: ${shownText(head)}`, words.place);
  const version = integer("the version", 0, 1e6);
  if (version !== 2) throw new InputError(`only version 2 can be read; given: ${version}`, words.place);
  // Every vertex takes 3 words at least and every polygon 7, so a false count cannot ask for much memory.
  const vertexCount = integer("the number of vertices", 3, Math.ceil(text.length / 4));
  const polygonCount = integer("the number of polygons", 1, Math.ceil(text.length / 4));
  const points: Point[] = [];
  for (let v = 0; v < vertexCount; v++) {
    const x = readCoordinate(words.need("a vertex"), words.place);
    const y = readCoordinate(words.need("a vertex"), words.place);
    points.push([x, y]);
    const around = integer("the number of polygons at a vertex", 0, text.length);
    for (let i = 0; i < around; i++) integer("a polygon at a vertex", -1, polygonCount - 1);
  }
  const polygons: number[][] = [];
  const neighbours: number[][] = [];
  for (let p = 0; p < polygonCount; p++) {
    const corners = integer("the number of corners of a polygon", 3, vertexCount);
    const list = (what: string, least: number, greatest: number): number[] => {
      const numbers: number[] = [];
      for (let i = 0; i < corners; i++) numbers.push(integer(what, least, greatest));
      return numbers;
    };
    polygons.push(list("a corner", 0, vertexCount - 1));
    neighbours.push(list("a neighbour", -1, polygonCount - 1));
  }
  const rest = words.next();
  if (rest !== null) {
    throw new InputError(
      `nothing is expected after the last polygon; given: ${shownText(rest)}`,
      words.place,
    );
  }
  return { points, polygons, neighbours };
}

/** Every directed polygon edge; a neighbour that does not have the edge too is an error of the file. */
function checkNeighbours({ points, polygons, neighbours }: Mesh): void {
  const owner = new Map<number, number>();
  const key = (a: number, b: number): number => a * points.length + b;
  polygons.forEach((polygon, p) => {
    polygon.forEach((b, i) => {
      owner.set(key(polygon.at(i - 1)!, b), p);
    });
  });
  polygons.forEach((polygon, p) => {
    polygon.forEach((b, i) => {
      const q = neighbours[p][i];
      const a = polygon.at(i - 1)!;
      if (q >= 0 && owner.get(key(b, a)) !== q) {
        throw new InputError(
          `polygon ${q} is named as neighbour across an edge that it lacks`,
          `polygon ${p}`,
        );
      }
    });
  });
}

/** The connected parts of the mesh, as a number per polygon. */
function partsOf(neighbours: readonly number[][]): Int32Array {
  const part = new Int32Array(neighbours.length).fill(-1);
  neighbours.forEach((_, seed) => {
    if (part[seed] >= 0) return;
    part[seed] = seed;
    const stack = [seed];
    while (stack.length > 0) {
      for (const q of neighbours[stack.pop()!]) {
        if (q < 0 || part[q] >= 0) continue;
        part[q] = seed;
        stack.push(q);
      }
    }
  });
  return part;
}

function read(text: string): Imported {
  const mesh = readMesh(text);
  checkNeighbours(mesh);
  const { points, polygons, neighbours } = mesh;
  const part = partsOf(neighbours);
  const from: number[] = [];
  const to: number[] = [];
  const region: number[] = [];
  polygons.forEach((polygon, p) => {
    const clockwise = signedArea(polygon.map((v) => points[v])) < 0;
    polygon.forEach((b, i) => {
      if (neighbours[p][i] >= 0) return;
      const a = polygon.at(i - 1)!;
      from.push(clockwise ? b : a);
      to.push(clockwise ? a : b);
      region.push(part[p]);
    });
  });
  const { areas, walls } = outlinesOf({ points, from, to, region });
  const notes: string[] = [];
  const plan = planOf(areas, notes);
  if (walls.length > 0) notes.push(`${counted(walls.length, "wall")} without thickness became segments`);
  notes.push(`outline of ${counted(polygons.length, "polygon")}; coordinates, y included, as in the file`);
  const scene = completeScene({
    boundary: plan.boundary as [number, number][],
    obstacles: [
      ...plan.obstacles.map((polygon) => ({ polygon: polygon as [number, number][] })),
      ...walls.map((segment) => ({ segment: segment as [[number, number], [number, number]] })),
    ],
  });
  return { scene, notes };
}

/** Polyanya navigation meshes. */
export const polyanyaFormat: Format = {
  id: "mesh",
  title: "Polyanya navigation mesh",
  extensions: [".mesh"],
  read,
};
