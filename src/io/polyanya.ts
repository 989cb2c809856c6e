/**
 * Navigation meshes in the text format of Polyanya (Cui, Harabor and Grastien 2017), versions 2 and 3, read only.
 *
 * Version 2 counts from 0, lists the polygons around each vertex, and names no neighbour (-1) at walls. Version 3 counts
 * from 1, begins each face with whether one may walk on it, and names neighbours beyond walls too, as negative numbers.
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

/** Words of a mesh, read as whole numbers within bounds. */
class Numbers extends Words {
  integer(what: string, least: number, greatest: number): number {
    const word = this.need(what);
    return readInteger(word, this.place, least, greatest);
  }

  integers(count: number, what: string, least: number, greatest: number): number[] {
    const numbers: number[] = [];
    for (let i = 0; i < count; i++) numbers.push(this.integer(what, least, greatest));
    return numbers;
  }

  point(): Point {
    const x = readCoordinate(this.need("a vertex"), this.place);
    return [x, readCoordinate(this.need("a vertex"), this.place)];
  }
}

function readMesh(text: string): Mesh {
  const words = new Numbers(text);
  const head = words.next() ?? "";
  if (head !== "mesh") throw new InputError(`"mesh" is expected; given: ${shownText(head)}`, words.place);
  const version = words.integer("the version", 0, 1e6);
  if (version !== 2 && version !== 3) {
    throw new InputError(`only versions 2 and 3 can be read; given: ${version}`, words.place);
  }
  // Every vertex takes 2 words at least and every polygon 7, so a false count cannot ask for much memory.
  const vertices = words.integer("the number of vertices", 3, Math.ceil(text.length / 4));
  const polygons = words.integer("the number of polygons", 1, Math.ceil(text.length / 4));
  const mesh =
    version === 2 ? readVersion2(words, vertices, polygons) : readVersion3(words, vertices, polygons);
  const rest = words.next();
  if (rest !== null) {
    throw new InputError(
      `nothing is expected after the last polygon; given: ${shownText(rest)}`,
      words.place,
    );
  }
  return mesh;
}

function readVersion2(words: Numbers, vertexCount: number, polygonCount: number): Mesh {
  const points: Point[] = [];
  for (let v = 0; v < vertexCount; v++) {
    points.push(words.point());
    const around = words.integer("the number of polygons at a vertex", 0, Number.MAX_SAFE_INTEGER);
    for (let i = 0; i < around; i++) words.integer("a polygon at a vertex", -1, polygonCount - 1);
  }
  const polygons: number[][] = [];
  const neighbours: number[][] = [];
  for (let p = 0; p < polygonCount; p++) {
    const corners = words.integer("the number of corners of a polygon", 3, vertexCount);
    polygons.push(words.integers(corners, "a corner", 0, vertexCount - 1));
    neighbours.push(words.integers(corners, "a neighbour", -1, polygonCount - 1));
  }
  return { points, polygons, neighbours };
}

function readVersion3(words: Numbers, vertexCount: number, faceCount: number): Mesh {
  const points: Point[] = [];
  for (let v = 0; v < vertexCount; v++) points.push(words.point());
  const polygons: number[][] = [];
  const named: number[][] = [];
  /** The number of each face among those that one may walk on, or -1. */
  const number: number[] = [];
  for (let f = 0; f < faceCount; f++) {
    const isFree = words.integer("whether one may walk on a face", 0, 1) === 1;
    const corners = words.integer("the number of corners of a face", 3, vertexCount);
    const polygon = words.integers(corners, "a corner", 1, vertexCount).map((v) => v - 1);
    const across = words.integers(corners, "a neighbour", -faceCount, faceCount);
    number.push(isFree ? polygons.length : -1);
    if (!isFree) continue;
    polygons.push(polygon);
    named.push(across);
  }
  if (polygons.length === 0) throw new InputError("no face of the mesh can be walked on");
  const neighbours = named.map((list) => list.map((face) => (face > 0 ? number[face - 1] : -1)));
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
