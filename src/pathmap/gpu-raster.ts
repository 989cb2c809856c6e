/**
 * The raster of a scene's path map on WebGPU: goals, a radius, barriers and weights of vertices made into what the kernels
 * know. Weights take a map per distinct speed, fastest first, as on the CPU; of all but the last, only the times at weighted
 * vertices are asked for.
 */
import { checkKeys, checkNumber } from "../options.js";
import {
  checkOneFloor,
  checkWorld,
  type FreeSpace,
  type GoalPlace,
  type Goals,
  goalLabel,
  goalPlaces,
  grownSpace,
  type World,
} from "../world/index.js";
import type { Barrier } from "./barriers.js";
import { type GpuPathMap, type GpuPathMapInput, type GpuSource, gpuPathMap, gpuWalls } from "./gpu.js";
import { type RasterFrame, rasterFrame } from "./raster-frame.js";
import { place, sourcesFor } from "./sources.js";
import { fasterVertices, WALK, type Weight } from "./weights.js";

/** What a raster is computed for; everything as in `PathMap` and `WeightedPathMap`. */
export interface GpuRasterOptions {
  readonly goals: Goals;
  /** Cells along the longer side of the world's box, 1 or more. */
  readonly size: number;
  /** Radius of those who walk, in metres, >= 0, default 0. */
  readonly radius?: number;
  /** By default those of the world's scene. */
  readonly barriers?: readonly Barrier[];
  /** By default those of the world's scene. With any, `distances` are seconds at a walking speed of 1 m/s. */
  readonly weights?: readonly Weight[];
}

/** A raster as the CPU's, as far as pictures and files need it. */
export interface GpuRaster extends RasterFrame {
  /** Cost at each cell's centre, row by row, row 0 lowest: NaN where it is not free, Infinity without a way. */
  readonly distances: Float32Array;
  /** Equal numbers for cells whose paths go to the same next point. */
  readonly regions: Int32Array;
  /** 1 for cells whose fastest path uses a weighted vertex; absent where there is none. */
  readonly weighted?: Uint8Array;
  /** Share of the free cells from which there is a way. */
  readonly reachable: number;
  /** The greatest finite distance; 0 when there is none. */
  readonly maxDistance: number;
}

/**
 * Computes the raster of a path map on a device, in the cells of a `RasterMap` of that size.
 *
 * @throws InputError when something is wrong, or larger than the device's limits
 */
export async function gpuRaster(
  device: GPUDevice,
  world: World,
  options: GpuRasterOptions,
): Promise<GpuRaster> {
  checkWorld(world);
  checkOneFloor(world, "a raster");
  checkKeys(options, ["goals", "size", "radius", "barriers", "weights"]);
  const { goals, size, radius = 0 } = options;
  checkNumber(radius, "radius", { of: "metres", least: 0 });
  const { barriers = world.scene.barriers ?? [], weights = world.scene.weights ?? [] } = options;
  const frame = rasterFrame(world.bounds, size);
  const layers = new Layers(device, world, goals, radius, barriers, frame);
  const faster = fasterVertices(world, weights, radius);
  const own = goalPlaces(world, goals);
  // Per weighted vertex the time that is left there, once its layer is known.
  const times = new Map<Weight, number>();
  const speeds = [...new Set(faster.map(({ speed }) => speed))].sort((a, b) => b - a);
  for (const speed of speeds) {
    const here = faster.filter((weight) => weight.speed === speed);
    const { probes } = await layers.compute(layerPlaces(own, times, speed), here);
    here.forEach((weight, k) => {
      if (probes[k] < Infinity) times.set(weight, probes[k] / speed);
    });
  }
  const { distance: distances, parent, source } = await layers.compute(layerPlaces(own, times, WALK));
  const regions = Int32Array.from(parent, (vertex, i) =>
    vertex >= 0 ? vertex : layers.vertices + source[i],
  );
  const weighted = Uint8Array.from(source, (number) => (number >= own.length ? 1 : 0));
  return { ...frame, distances, regions, ...(faster.length > 0 && { weighted }), ...summaryOf(distances) };
}

/** The goals, and the vertices that make somebody faster than this speed: with times as lengths at this speed. */
function layerPlaces(own: readonly GoalPlace[], times: Map<Weight, number>, speed: number): GoalPlace[] {
  return [
    ...own.map((goal): GoalPlace => ({ ...goal, start: (goal.start ?? 0) * speed })),
    ...[...times].map(([{ vertex }, time]): GoalPlace => ({ point: vertex, start: time * speed })),
  ];
}

/** The maps of one scene, which have their ground in common. */
class Layers {
  /** How many vertices the walls have. */
  readonly vertices: number;
  private readonly space: FreeSpace;
  private readonly common: Omit<GpuPathMapInput, "sources">;

  constructor(
    private readonly device: GPUDevice,
    private readonly world: World,
    private readonly goals: Goals,
    private readonly radius: number,
    barriers: readonly Barrier[],
    private readonly frame: RasterFrame,
  ) {
    this.space = radius === 0 ? world.space : grownSpace(world.plan, radius);
    const walls = gpuWalls(this.space);
    this.vertices = walls.vertices.length / 2;
    const { width, height, cell, origin } = frame;
    const [originX, originY] = origin;
    const blocked = new Uint8Array(width * height);
    this.common = { ...walls, width, height, originX, originY, cell, blocked, barriers };
    for (let i = 0; i < blocked.length; i++) {
      const x = originX + ((i % width) + 0.5) * cell;
      const y = originY + (Math.floor(i / width) + 0.5) * cell;
      if (!this.space.contains([x, y])) blocked[i] = 1;
    }
  }

  /** The map of some places, or the distances at weighted vertices alone. */
  async compute(places: readonly GoalPlace[], probed?: readonly Weight[]): Promise<GpuPathMap> {
    const { sources, given } = this.sourcesOf(places);
    const more = probed && {
      width: 1,
      height: 1,
      cell: Math.max(this.frame.width, this.frame.height) * this.frame.cell,
      blocked: Uint8Array.of(1),
      probes: probed.map(({ vertex }) => vertex),
    };
    const map = await gpuPathMap(this.device, { ...this.common, ...more, sources });
    return { ...map, source: map.source.map((number) => (number < 0 ? -1 : given[number])) };
  }

  /** Places as vertices and edges on free ground, as the exact map has them, and the place that each belongs to. */
  private sourcesOf(places: readonly GoalPlace[]): { sources: GpuSource[]; given: number[] } {
    const { world, radius, goals } = this;
    const space = this.space.clone();
    const approaches = sourcesFor(space, places, radius);
    const { minX, minY, maxX, maxY } = world.bounds;
    const label = (i: number): string => goalLabel(world, goals, i);
    const { placed } = place(space, places, approaches, Math.hypot(maxX - minX, maxY - minY), radius, label);
    const { coords, triangles } = space.triangulation.mesh;
    const at = (v: number): readonly [number, number] => [coords[2 * v], coords[2 * v + 1]];
    const sources = placed.map(({ vertex, edge, start }): GpuSource => {
      if (edge === undefined) return { a: at(vertex!), start };
      const next = edge % 3 === 2 ? edge - 2 : edge + 1;
      return { a: at(triangles[edge]), b: at(triangles[next]), start };
    });
    return { sources, given: placed.map(({ source }) => approaches[source].given) };
  }
}

function summaryOf(distances: Float32Array): { reachable: number; maxDistance: number } {
  let [free, reached, maxDistance] = [0, 0, 0];
  for (const distance of distances) {
    if (Number.isNaN(distance)) continue;
    free++;
    if (distance === Infinity) continue;
    reached++;
    maxDistance = Math.max(maxDistance, distance);
  }
  return { reachable: free > 0 ? reached / free : 0, maxDistance };
}
