export type { Barrier } from "./barriers.js";
export { type RegionCells, regionBorders } from "./borders.js";
export {
  type GpuPathMap,
  type GpuPathMapInput,
  type GpuSource,
  type GpuWalls,
  gpuPathMap,
  gpuWalls,
} from "./gpu.js";
export { PathMap, type PathMapOptions } from "./pathmap.js";
export { type Paths, RasterMap } from "./raster.js";
export { type RasterFrame, rasterFrame } from "./raster-frame.js";
export { Regions } from "./regions.js";
export { PathFinder, type PathFinderOptions, type ShortestPath, shortestPath } from "./shortest.js";
export { type Leg, type Weight, WeightedPathMap, type WeightedPathMapOptions } from "./weighted.js";
export { WeightedRaster } from "./weighted-raster.js";
