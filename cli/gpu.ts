/** WebGPU for Node: the `GPU` object of the optional package `webgpu`, which is Dawn, the implementation of Chromium. */

import { existsSync, readdirSync } from "node:fs";
import type { World } from "../src/index.js";
import { gpuPathMap, gpuWalls, rasterFrame } from "../src/pathmap/index.js";
import { goalPlaces } from "../src/world/index.js";

/** Where to ask for an adapter; null where the package is not installed or does not load on this system. */
export async function nodeGpu(): Promise<GPU | null> {
  if (!mayHaveDriver()) return null;
  try {
    const { create } = await import("webgpu");
    return create([]);
  } catch {
    return null;
  }
}

/** Where Vulkan looks for drivers on Linux. */
const DRIVER_FOLDERS = ["/etc/vulkan/icd.d", "/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];

/** Whether it is worth asking: without any driver, Dawn would write a page of warnings before it says no. */
function mayHaveDriver(): boolean {
  const { VK_ICD_FILENAMES, VK_DRIVER_FILES, VK_ADD_DRIVER_FILES } = process.env;
  if (process.platform !== "linux" || VK_ICD_FILENAMES || VK_DRIVER_FILES || VK_ADD_DRIVER_FILES) return true;
  return DRIVER_FOLDERS.some((folder) => existsSync(folder) && readdirSync(folder).length > 0);
}

/** The path map of a goal of the scene on a GPU, in the cells that the CPU would use. */
export async function gpuRaster(
  device: GPUDevice,
  world: World,
  goal: string,
  size: number,
): Promise<GpuRaster> {
  const frame = rasterFrame(world.bounds, size);
  const { width, height, cell, origin } = frame;
  const blocked = new Uint8Array(width * height);
  for (let i = 0; i < blocked.length; i++) {
    const x = origin[0] + ((i % width) + 0.5) * cell;
    const y = origin[1] + (Math.floor(i / width) + 0.5) * cell;
    if (!world.contains([x, y])) blocked[i] = 1;
  }
  const walls = gpuWalls(world.space);
  const sources = goalPlaces(world, [goal]).map((place) =>
    "point" in place
      ? { a: place.point, start: place.start }
      : { a: place.segment[0], b: place.segment[1], start: place.start },
  );
  const [originX, originY] = origin;
  const map = await gpuPathMap(device, { ...walls, width, height, originX, originY, cell, blocked, sources });
  const vertices = walls.vertices.length / 2;
  const regions = Int32Array.from(map.parent, (parent, i) =>
    parent >= 0 ? parent : vertices + map.source[i],
  );
  return { ...frame, distances: map.distance, regions, ...summaryOf(map.distance) };
}

/** A raster as the CPU's, as far as pictures and files need it. */
export type GpuRaster = ReturnType<typeof rasterFrame> &
  ReturnType<typeof summaryOf> & { readonly distances: Float32Array; readonly regions: Int32Array };

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
