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
export { type GpuRaster, type GpuRasterOptions, gpuRaster } from "./gpu-raster.js";
export { type Baked, levelRasters, type PatchRaster } from "./level-raster.js";
export { PathMap, type PathMapOptions } from "./pathmap.js";
export { type Paths, RasterMap } from "./raster.js";
export { type RasterFrame, rasterFrame } from "./raster-frame.js";
export { Regions } from "./regions.js";
export { PathFinder, type PathFinderOptions, type ShortestPath, shortestPath } from "./shortest.js";
export { TimeMap, type TimeMapOptions } from "./timemap.js";
export { type Leg, WeightedPathMap, type WeightedPathMapOptions } from "./weighted.js";
export { WeightedRaster } from "./weighted-raster.js";
export type { Weight } from "./weights.js";
