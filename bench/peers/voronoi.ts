/** Voronoi diagrams of segments in C++: CGAL's Segment Delaunay graph and Boost.Polygon. */
import type { City } from "../cities.js";
import { nativePeer } from "./native.js";

/** What the CGAL program prints. */
export interface CgalVoronoi {
  readonly buildMs: readonly number[];
  readonly vertices: number;
  readonly faces: number;
  readonly moveUs: number;
  readonly agentUs: number;
  readonly failures: number;
}

/** What the Boost program prints. */
export interface BoostVoronoi {
  readonly buildMs: readonly number[];
  readonly vertices: number;
  readonly edges: number;
}

/** A block that moves by a little. */
export interface BlockMove {
  readonly block: number;
  readonly shift: readonly [x: number, y: number];
}

const cgal = nativePeer("cgal-voronoi", {
  source: "cgal-voronoi.cpp",
  headers: [{ header: "CGAL/Segment_Delaunay_graph_2.h", debian: "libcgal-dev" }],
  // CGAL's interval arithmetic switches the rounding mode, which the compiler has to know.
  flags: ["-frounding-math", "-lgmp", "-lmpfr"],
});

const boost = nativePeer("boost-voronoi", {
  source: "boost-voronoi.cpp",
  headers: [{ header: "boost/polygon/voronoi.hpp", debian: "libboost-dev" }],
});

function bytes(parts: readonly (Int32Array | Float64Array)[]): Uint8Array {
  return Buffer.concat(
    parts.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}

/** Compiles the programs unless up to date. Throws `Unavailable` where that is not possible. */
export const build = Object.freeze({ cgal: () => cgal.build(), boost: () => boost.build() });

/** Builds a city's diagram `repetitions` times and makes some moves; the boundary counts as block 0. */
export function runCgalVoronoi(city: City, moves: readonly BlockMove[], repetitions: number): CgalVoronoi {
  const input = bytes([
    Int32Array.of(city.blocks + 1),
    city.points,
    Int32Array.of(moves.length),
    Int32Array.from(moves, ({ block }) => block),
    Float64Array.from(moves.flatMap(({ shift }) => [...shift])),
  ]);
  return cgal.run(input, [String(repetitions)]) as CgalVoronoi;
}

/** Builds a city's diagram `repetitions` times. */
export function runBoostVoronoi(city: City, repetitions: number): BoostVoronoi {
  return boost.run(bytes([Int32Array.of(city.blocks + 1), city.points]), [
    String(repetitions),
  ]) as BoostVoronoi;
}
