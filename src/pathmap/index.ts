export { PathMap, type PathMapOptions } from "./pathmap.js";
export { RasterMap } from "./raster.js";
export { Regions } from "./regions.js";
export { PathFinder, type ShortestPath, shortestPath } from "./shortest.js";
export type { Source } from "./sources.js";
