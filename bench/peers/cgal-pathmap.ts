/** CGAL's Surface_mesh_shortest_path on the free triangles of a world. */
import type { Point } from "../../src/geometry/index.js";
import type { World } from "../../src/world/index.js";
import { nativePeer } from "./native.js";

/** What can be timed besides building: located by CGAL's own walk or box tree, or with the face given. */
export type CgalPhase = "located" | "tree" | "face" | "paths";

/** What the program prints; 0 for what was not timed. */
export interface CgalAnswer {
  readonly buildMs: readonly number[];
  readonly locatorMs: number;
  readonly queriesPerSecondLocated: number;
  readonly queriesPerSecondTree: number;
  readonly queriesPerSecondGivenFace: number;
  readonly pathsPerSecond: number;
  /** The greatest size of the whole process. */
  readonly memoryMB: number;
  /** Of the first queries; -1 where the query is not free. */
  readonly distances: readonly number[];
}

const peer = nativePeer("cgal-pathmap", {
  source: "cgal-pathmap.cpp",
  headers: [{ header: "CGAL/Surface_mesh_shortest_path.h", debian: "libcgal-dev" }],
  // CGAL's interval arithmetic switches the rounding mode, which the compiler has to know.
  flags: ["-frounding-math", "-lgmp", "-lmpfr"],
});

/** Compiles the program unless up to date. Throws `Unavailable` where that is not possible. */
export function buildCgal(): void {
  peer.build();
}

/** A world, a source and queries (x, y each) as the program reads them. */
export function cgalInput(world: World, source: Point, queries: Float64Array): Uint8Array {
  const { mesh } = world.space.triangulation;
  const corners: number[] = [];
  const free: number[] = [];
  for (let f = 0; f < mesh.faceCount; f++) {
    if (mesh.triangles[3 * f] < 0) continue;
    for (let e = 3 * f; e < 3 * f + 3; e++) corners.push(mesh.triangles[e]);
    free.push(world.space.isFree(f) ? 1 : 0);
  }
  const parts = [
    Int32Array.of(mesh.vertexCount, free.length, queries.length / 2),
    mesh.coords.slice(0, 2 * mesh.vertexCount),
    Int32Array.from(corners),
    Int32Array.from(free),
    Float64Array.from(source),
    queries,
  ];
  return Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}

/** Builds `repetitions` times, times the phases, and gives the distances of the first `printed` queries. */
export function runCgal(
  input: Uint8Array,
  { repetitions = 1, printed = 0, phases = [] as readonly CgalPhase[] },
): CgalAnswer {
  return peer.run(input, [String(repetitions), String(printed), ...phases]) as CgalAnswer;
}
