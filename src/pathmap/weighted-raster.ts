/** A weighted path map in cells: the least time over its layers, and which cells owe it to a weighted vertex. */
import type { Box, Point, Segment } from "../geometry/index.js";
import { type RegionCells, regionBorders } from "./borders.js";
import type { RasterMap } from "./raster.js";

/** One speed's raster. */
interface RasterLayer {
  readonly raster: RasterMap;
  readonly speed: number;
  /** Whether the paths of a region pass a weighted vertex. */
  usesWeight(region: number): boolean;
}

/** Times in cells, in the form of a `RasterMap`; `distances` are seconds at a walking speed of 1 m/s. */
export class WeightedRaster implements RegionCells {
  readonly width: number;
  readonly height: number;
  readonly cell: number;
  readonly origin: Point;
  readonly box: Box;
  /** Row by row, row 0 lowest: NaN where nothing is free, Infinity without a way. */
  readonly distances: Float32Array;
  /** Equal numbers for cells whose paths go to the same next point at the same speed; below 0 without a way. */
  readonly regions: Int32Array;
  /** 1 for cells whose fastest path uses a weighted vertex (dashed in figure 3.8). */
  readonly weighted: Uint8Array;
  private readonly layers: readonly RasterLayer[];

  /** @internal */
  constructor(layers: readonly RasterLayer[]) {
    const [{ raster }] = layers;
    this.layers = layers;
    this.width = raster.width;
    this.height = raster.height;
    this.cell = raster.cell;
    this.origin = raster.origin;
    this.box = raster.box;
    this.distances = raster.distances.slice();
    this.regions = raster.regions.slice();
    this.weighted = new Uint8Array(this.regions.length);
    layers.forEach((layer, k) => {
      this.take(layer, k);
    });
  }

  private take({ raster, speed, usesWeight }: RasterLayer, k: number): void {
    const { distances, regions, weighted, layers } = this;
    for (let i = 0; i < regions.length; i++) {
      const region = raster.regions[i];
      const time = raster.distances[i] / speed;
      if (region < 0 || (k > 0 && !(time < distances[i]))) continue;
      distances[i] = time;
      regions[i] = region * layers.length + k;
      weighted[i] = usesWeight(region) ? 1 : 0;
    }
  }

  /** The greatest finite time; 0 when there is none. */
  get maxDistance(): number {
    let most = 0;
    for (const time of this.distances) if (time > most && time < Infinity) most = time;
    return most;
  }

  /** Share of the free cells from which there is a way. */
  get reachable(): number {
    return this.layers[0].raster.reachable;
  }

  /** The borders between regions, as short segments. */
  borders(): Segment[] {
    return regionBorders(this);
  }

  costVia(region: number, x: number, y: number): number {
    const { raster, speed } = this.layers[region % this.layers.length];
    return raster.costVia(Math.floor(region / this.layers.length), x, y) / speed;
  }

  regionAt(x: number, y: number): number {
    let best = Infinity;
    let found = -1;
    this.layers.forEach(({ raster, speed }, k) => {
      const time = (raster.map.cost([x, y]) ?? Infinity) / speed;
      if (time >= best) return;
      best = time;
      found = raster.regionAt(x, y) * this.layers.length + k;
    });
    return found;
  }
}
