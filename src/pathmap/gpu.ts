/**
 * Optimal path maps on WebGPU (Farias 2020, chapter 3).
 *
 * The paper alternates search, shadow, cone and distance, one generator at a time. Here search and distance run first,
 * for all generators, and leave the order of expansion on the device; shadow and cone then take every cell through
 * that order until the next generator is farther away than the cell. The map is the same, the work per cell is less,
 * and the host waits once.
 */

import { InputError } from "../errors.js";
import { COMPUTE, COPY_DST, COPY_SRC, MAP_READ, READ_MODE, STORAGE, UNIFORM } from "../gpu/internal.js";
import { checkInput, type GpuPathMapInput, type PreparedScene, prepareScene } from "./gpu-scene.js";
import { BLOCKED, BYTES, CONE_SIDE, DISTANCE_LANES, FAR, NO_PARENT, pathMapWgsl } from "./kernels.js";

export { type GpuPathMapInput, type GpuSource, type GpuWalls, gpuWalls } from "./gpu-scene.js";

/** A raster path map: one entry per cell, row by row, row 0 at the lowest y. */
export interface GpuPathMap {
  readonly width: number;
  readonly height: number;
  /** Metres to the nearest source; NaN where the cell is not free, Infinity where there is no way. */
  readonly distance: Float32Array;
  /** The vertex that the path goes to next; -1 where it goes straight to its source, or where there is none. */
  readonly parent: Int32Array;
  /** Number of the source; -1 where there is none. */
  readonly source: Int32Array;
}

/** Expansions per command buffer, and generators per cone pass: short enough for the watchdogs of real adapters. */
const EXPANSIONS = 256;
const CONES = 64;

interface Kernels {
  readonly layouts: readonly [scene: GPUBindGroupLayout, range: GPUBindGroupLayout];
  readonly search: GPUComputePipeline;
  readonly offer: GPUComputePipeline;
  readonly cone: GPUComputePipeline;
}

const compiled = new WeakMap<GPUDevice, Promise<Kernels>>();

/** Compiles the kernels, once per device. */
function kernelsOf(device: GPUDevice): Promise<Kernels> {
  const known = compiled.get(device) ?? compile(device);
  compiled.set(device, known);
  return known;
}

async function compile(device: GPUDevice): Promise<Kernels> {
  const kinds: GPUBufferBindingType[] = [
    "uniform",
    "read-only-storage",
    "read-only-storage",
    "read-only-storage",
    "read-only-storage",
    "storage",
    "storage",
    "storage",
  ];
  const scene = device.createBindGroupLayout({
    entries: kinds.map((type, binding) => ({ binding, visibility: COMPUTE, buffer: { type } })),
  });
  const range = device.createBindGroupLayout({
    entries: [{ binding: 0, visibility: COMPUTE, buffer: { type: "uniform", hasDynamicOffset: true } }],
  });
  const module = device.createShaderModule({ code: pathMapWgsl() });
  const pipeline = (entryPoint: string, bindGroupLayouts: GPUBindGroupLayout[]) =>
    device.createComputePipelineAsync({
      layout: device.createPipelineLayout({ bindGroupLayouts }),
      compute: { module, entryPoint },
    });
  const [search, offer, cone] = await Promise.all([
    pipeline("search", [scene]),
    pipeline("offer", [scene]),
    pipeline("cone", [scene, range]),
  ]);
  return { layouts: [scene, range], search, offer, cone };
}

/**
 * Computes a path map on a device.
 *
 * Distances are float32: within 1e-6 of the scene's greatest side or of the distance, whichever is greater. A cell where
 * two parents are equal within that may have either.
 *
 * @throws InputError when the input is wrong or larger than the device's limits
 */
export async function gpuPathMap(device: GPUDevice, input: GpuPathMapInput): Promise<GpuPathMap> {
  checkInput(input);
  const scene = prepareScene(input);
  checkLimits(device.limits, input, scene);
  const kernels = await kernelsOf(device);
  device.pushErrorScope("out-of-memory");
  device.pushErrorScope("validation");
  const buffers: GPUBuffer[] = [];
  try {
    const run = new Run(device, kernels, input, scene, buffers);
    run.expand();
    run.fill();
    const result = run.result();
    // Both scopes close before anything is awaited: another map may open its own in between.
    const faults = await Promise.all([device.popErrorScope(), device.popErrorScope()]);
    const fault = faults.find((error) => error !== null);
    if (fault) {
      await result.catch(() => undefined);
      throw new Error(`WebGPU: ${fault.message}`);
    }
    return await result;
  } finally {
    for (const buffer of buffers) buffer.destroy();
  }
}

/** Refuses what the device cannot hold, before anything is allocated. */
function checkLimits(limits: GPUSupportedLimits, input: GpuPathMapInput, scene: PreparedScene): void {
  const { width, height } = input;
  const most = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  const sizes: [string, number][] = [
    [`${width} x ${height} cells`, width * height * BYTES.cell],
    [`${scene.walls.length / 4} walls`, scene.walls.byteLength],
    [`${scene.bins.items.length} entries of the wall index`, scene.bins.items.byteLength],
    [`${scene.vertexOf.length} generators`, scene.generators.byteLength],
  ];
  for (const [what, bytes] of sizes) {
    if (bytes > most) throw new InputError(`${what} take ${bytes} bytes; the GPU's limit is ${most}`);
  }
  const groups = limits.maxComputeWorkgroupsPerDimension;
  const longest = Math.max(
    Math.ceil(width / CONE_SIDE),
    Math.ceil(height / CONE_SIDE),
    Math.ceil(scene.vertexOf.length / DISTANCE_LANES),
  );
  if (longest > groups) {
    throw new InputError(
      `${width} x ${height} cells and ${scene.vertexOf.length} generators need ${longest} workgroups in a row;` +
        ` the GPU's limit is ${groups}`,
    );
  }
}

/** One map's buffers and passes. */
class Run {
  private readonly count: number;
  private readonly cells: GPUBuffer;
  private readonly states: GPUBuffer;
  private readonly group: GPUBindGroup;

  constructor(
    private readonly device: GPUDevice,
    private readonly kernels: Kernels,
    private readonly input: GpuPathMapInput,
    private readonly scene: PreparedScene,
    /** All that is allocated, for the caller to free. */
    private readonly buffers: GPUBuffer[],
  ) {
    this.count = scene.vertexOf.length;
    this.cells = this.upload(initialCells(input.blocked), STORAGE | COPY_SRC);
    this.states = this.upload(initialStates(input, scene), STORAGE | COPY_SRC);
    const order = this.upload(new Uint32Array(2 + Math.max(1, this.count)), STORAGE);
    const inputs = [scene.walls, scene.bins.starts, scene.bins.items, scene.generators];
    const resources = [
      this.upload(parametersOf(input, scene), UNIFORM),
      ...inputs.map((data) => this.upload(data, STORAGE)),
      this.states,
      order,
      this.cells,
    ];
    this.group = device.createBindGroup({
      layout: kernels.layouts[0],
      entries: resources.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
  }

  private allocate(size: number, usage: number): GPUBuffer {
    // An empty scene still needs buffers that can be bound.
    const buffer = this.device.createBuffer({ size: Math.max(size, BYTES.generator), usage });
    this.buffers.push(buffer);
    return buffer;
  }

  private upload(data: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>, usage: number): GPUBuffer {
    const buffer = this.allocate(data.byteLength, usage | COPY_DST);
    if (data.byteLength > 0) this.device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  }

  /** Steps 1 and 4 for every generator. When none is left, the passes that remain do nothing. */
  expand(): void {
    const { device, kernels, count, scene } = this;
    const groups = Math.ceil((count - scene.sourceCount) / DISTANCE_LANES);
    for (let first = 0; first < count; first += EXPANSIONS) {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setBindGroup(0, this.group);
      for (let i = first; i < Math.min(first + EXPANSIONS, count); i++) {
        pass.setPipeline(kernels.search);
        pass.dispatchWorkgroups(1);
        if (groups === 0) continue;
        pass.setPipeline(kernels.offer);
        pass.dispatchWorkgroups(groups);
      }
      pass.end();
      device.queue.submit([encoder.finish()]);
    }
  }

  /** Steps 2 and 3: the cells, a range of generators at a time. */
  fill(): void {
    const { device, kernels, count, input } = this;
    const stride = device.limits.minUniformBufferOffsetAlignment;
    const passes = Math.ceil(count / CONES);
    const ranges = new Uint32Array((passes * stride) / 4);
    for (let i = 0; i < passes; i++) ranges.set([i * CONES, (i + 1) * CONES], (i * stride) / 4);
    const buffer = this.upload(ranges, UNIFORM);
    const group = device.createBindGroup({
      layout: kernels.layouts[1],
      entries: [{ binding: 0, resource: { buffer, size: BYTES.range } }],
    });
    for (let i = 0; i < passes; i++) {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(kernels.cone);
      pass.setBindGroup(0, this.group);
      pass.setBindGroup(1, group, [i * stride]);
      pass.dispatchWorkgroups(Math.ceil(input.width / CONE_SIDE), Math.ceil(input.height / CONE_SIDE));
      pass.end();
      device.queue.submit([encoder.finish()]);
    }
  }

  /** Brings the map home and translates generators to vertices and sources. */
  async result(): Promise<GpuPathMap> {
    const { input, scene, count } = this;
    const { width, height } = input;
    const [cellData, stateData] = await Promise.all([
      this.download(this.cells, width * height * BYTES.cell),
      this.download(this.states, count * BYTES.state),
    ]);
    const distances = new Float32Array(cellData);
    const parents = new Int32Array(cellData);
    const sources = new Int32Array(stateData);
    const distance = new Float32Array(width * height).fill(Infinity);
    const parent = new Int32Array(width * height).fill(-1);
    const source = new Int32Array(width * height).fill(-1);
    for (let i = 0; i < distance.length; i++) {
      const generator = parents[2 * i + 1];
      if (generator === BLOCKED) distance[i] = Number.NaN;
      if (generator < 0) continue;
      distance[i] = distances[2 * i];
      parent[i] = scene.vertexOf[generator];
      source[i] = sources[(generator * BYTES.state) / 4 + 3];
    }
    return { width, height, distance, parent, source };
  }

  private async download(from: GPUBuffer, size: number): Promise<ArrayBuffer> {
    if (size === 0) return new ArrayBuffer(0);
    const staging = this.allocate(size, MAP_READ | COPY_DST);
    const encoder = this.device.createCommandEncoder();
    encoder.copyBufferToBuffer(from, 0, staging, 0, size);
    this.device.queue.submit([encoder.finish()]);
    await staging.mapAsync(READ_MODE);
    return staging.getMappedRange(0, size).slice(0);
  }
}

function parametersOf(input: GpuPathMapInput, scene: PreparedScene): Uint32Array<ArrayBuffer> {
  const integers = new Uint32Array(BYTES.params / 4);
  const floats = new Float32Array(integers.buffer);
  const { bins } = scene;
  integers.set([input.width, input.height, bins.columns, bins.rows]);
  floats.set(
    [
      input.originX - scene.cornerX + input.cell / 2,
      input.originY - scene.cornerY + input.cell / 2,
      input.cell,
      bins.size,
      scene.tolerance,
    ],
    4,
  );
  integers.set([scene.vertexOf.length, scene.sourceCount], 9);
  return integers;
}

function initialCells(blocked: Uint8Array): Float32Array<ArrayBuffer> {
  const distances = new Float32Array(2 * blocked.length).fill(FAR);
  const parents = new Int32Array(distances.buffer);
  for (let i = 0; i < blocked.length; i++) parents[2 * i + 1] = blocked[i] === 0 ? NO_PARENT : BLOCKED;
  return distances;
}

function initialStates(input: GpuPathMapInput, scene: PreparedScene): Float32Array<ArrayBuffer> {
  const { sourceOf } = scene;
  const stride = BYTES.state / 4;
  const distances = new Float32Array(stride * sourceOf.length);
  const integers = new Int32Array(distances.buffer);
  for (let i = 0; i < sourceOf.length; i++) {
    distances[stride * i + 2] = sourceOf[i] < 0 ? FAR : (input.sources[sourceOf[i]].start ?? 0);
    integers[stride * i + 3] = sourceOf[i];
  }
  return distances;
}
