import { describe, expect, test } from "vitest";
import { InputError } from "../errors.js";
import {
  GeodesicMap,
  GroundMesh,
  geodesicPath,
  SurfaceAgents,
  SurfaceField,
  SurfaceGround,
  SurfaceMesh,
  scatterAgents,
  vertexNormals,
} from "./index.js";

const positions = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
const faces = [0, 1, 2, 0, 2, 3];
const mesh = new SurfaceMesh({ positions, faces });
const ground = new SurfaceGround(mesh);
const field = new SurfaceField(ground, [[0, 0, 0]]);

/** What no function of this chapter takes, whatever it asks for. */
const NOTHING: unknown[] = [
  null,
  5,
  "x",
  {},
  [null],
  [Number.NaN],
  ["1", "2", "3"],
  [1n, 2n, 3n],
  [Symbol("x"), 0, 0],
  [[]],
  [[0, Number.NaN, 0]],
  { vertex: -1 },
  { kind: "vertex", vertex: 99 },
  { kind: "face", face: 0, weights: "x" },
  { kind: "edge", halfedge: 0, t: Number.NaN },
  { vertices: [1.5] },
  { centre: [0, 0], radius: 1 },
  { contact: {} },
  Symbol("x"),
  5n,
  () => 1,
];

describe.each<[string, (given: never) => unknown]>([
  ["a mesh", (given) => new SurfaceMesh(given)],
  ["positions of a mesh", (given) => new SurfaceMesh({ positions: given, faces })],
  ["faces of a mesh", (given) => new SurfaceMesh({ positions, faces: given })],
  ["the mesh of a ground", (given) => new SurfaceGround(given)],
  ["the mesh of a ground's base", (given) => new GroundMesh(given)],
  ["the direction that is up", (given) => new SurfaceGround(mesh, { up: given })],
  ["the ground of a field", (given) => new SurfaceField(given, [[0, 0, 0]])],
  ["the goals of a field", (given) => new SurfaceField(ground, given)],
  ["a goal of a field", (given) => new SurfaceField(ground, [given])],
  ["the ground of a geodesic map", (given) => new GeodesicMap(given, [0, 0, 0])],
  ["the goal of a geodesic map", (given) => new GeodesicMap(ground, given)],
  ["where a geodesic begins", (given) => geodesicPath(ground, given, [0, 0, 0])],
  ["where a path begins", (given) => field.pathFrom(given)],
  ["the mesh whose normals are asked for", (given) => vertexNormals(given)],
  ["how agents are", (given) => scatterAgents(new SurfaceAgents({ reach: 1 }), 1, given)],
])("%s", (_name, give) => {
  test.each(NOTHING.map((given, i) => [i, given]))(
    "is refused in one line when it is number %i of the list",
    (_i, given) => {
      let message = "";
      try {
        give(given as never);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        message = (error as Error).message;
      }
      expect(message).toMatch(/^.+$/);
    },
  );
});
