/** Our path maps behind the few calls that the path benchmarks make. */
import type { Point } from "../../src/geometry/index.js";
import {
  shortestPath as findPath,
  PathMap,
  type Paths,
  RasterMap,
  type ShortestPath,
} from "../../src/pathmap/index.js";
import type { World } from "../../src/world/index.js";

/** A map of shortest ways to one source. */
export type OurMap = PathMap;

/** A map baked into cells. */
export type OurRaster = RasterMap;

/** Relative error allowed of a raster look-up at the centre of a cell. */
export const LOOKUP_ERROR = 1e-12;

/** Builds the map of a point source. */
export function build(world: World, source: Point): OurMap {
  return new PathMap(world, { goals: [{ point: source }] });
}

/** The exact distance at a point, located by the map itself; null where there is no way. */
export function distance(map: OurMap, x: number, y: number): number | null {
  return map.distance([x, y]);
}

/** The path from a point to the source, both included; null where there is no way. */
export function path(map: OurMap, x: number, y: number): readonly Point[] | null {
  return map.pathFrom([x, y]);
}

/** The raster with `size` cells along the longer side. */
export function bake(map: OurMap, size: number): OurRaster {
  return new RasterMap(map, size);
}

/** The distance that the raster gives at a point, in constant time. */
export function lookup(raster: OurRaster, x: number, y: number): number {
  return raster.lookUp(x, y);
}

/** The distances that the raster gives at many points (x, y, x, y, …), into `into`. */
export function lookupMany(raster: OurRaster, points: Float64Array, into: Float64Array): Float64Array {
  return raster.lookUpMany(points, into);
}

/** Many paths in two arrays. */
export type OurPaths = Paths;

/** The path that the raster gives from a point; null where there is no way. */
export function rasterPath(raster: OurRaster, x: number, y: number): readonly Point[] | null {
  return raster.pathFrom([x, y]);
}

/** The paths that the raster gives from many points (x, y, x, y, …). */
export function paths(raster: OurRaster, points: Float64Array, room: Float64Array): OurPaths {
  return raster.pathsFrom(points, room);
}

/** One of many paths; null where it has no points. */
export function pathOf({ first, coords }: OurPaths, k: number): readonly Point[] | null {
  const points = Array.from({ length: first[k + 1] - first[k] }, (_, i): Point => {
    const at = 2 * (first[k] + i);
    return [coords[at], coords[at + 1]];
  });
  return points.length > 0 ? points : null;
}

/** One exact shortest path, without a map; null where there is no way. */
export function shortestPath(world: World, a: Point, b: Point): ShortestPath | null {
  return findPath(world, a, b);
}
