/** Our path maps behind the few calls that the path benchmarks make. */
import type { Point } from "../../src/geometry/index.js";
import type { World } from "../../src/world/index.js";
import { Unavailable } from "../harness.js";

/** A map of shortest ways to one source. */
export type OurMap = unknown;

/** A map baked into cells. */
export type OurRaster = unknown;

/** Relative error allowed of a raster look-up at the centre of a cell. */
export const LOOKUP_ERROR = 1e-12;

function notBuilt(): never {
  throw new Unavailable("not built yet");
}

/** Builds the map of a point source. */
export function build(_world: World, _source: Point): OurMap {
  return notBuilt();
}

/** The exact distance at a point, located by the map itself; null where there is no way. */
export function distance(_map: OurMap, _x: number, _y: number): number | null {
  return notBuilt();
}

/** The path from a point to the source, both included; null where there is no way. */
export function path(_map: OurMap, _x: number, _y: number): readonly Point[] | null {
  return notBuilt();
}

/** The raster with `size` cells along the longer side. */
export function bake(_map: OurMap, _size: number): OurRaster {
  return notBuilt();
}

/** The distance that the raster gives at a point, in constant time. */
export function lookup(_raster: OurRaster, _x: number, _y: number): number {
  return notBuilt();
}

/** One exact shortest path, without a map; null where there is no way. */
export function shortestPath(
  _world: World,
  _a: Point,
  _b: Point,
): { readonly distance: number; readonly points: readonly Point[] } | null {
  return notBuilt();
}
