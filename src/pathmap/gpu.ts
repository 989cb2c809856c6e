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
  /** The distance at each probe; Infinity where there is no way. */
  readonly probes: Float32Array;
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
    "read-only-storage",
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

/** States per generator to begin with, where barriers carry: ways that cost more, with fewer barriers behind them. */
const SLOTS = 4;

/**
 * Computes a path map on a device.
 *
 * Distances are float32: within 1e-6 of the scene's greatest side or of the distance, whichever is greater. A cell where
 * two parents are equal within that may have either. With barriers they are costs, and the share holds for the cost of that
 * side at the weight of all barriers that are passed.
 *
 * @throws InputError when the input is wrong or larger than the device's limits
 */
export async function gpuPathMap(device: GPUDevice, input: GpuPathMapInput): Promise<GpuPathMap> {
  checkInput(input);
  const scene = prepareScene(input);
  for (let slots = input.barriers?.some(({ carries }) => carries) ? SLOTS : 1; ; slots *= 2) {
    checkLimits(device.limits, input, scene, slots);
    const map = await attempt(device, await kernelsOf(device), input, scene, slots);
    if (map) return map;
  }
}

/** One try with so many states per generator; null where they were too few. */
async function attempt(
  device: GPUDevice,
  kernels: Kernels,
  input: GpuPathMapInput,
  scene: PreparedScene,
  slots: number,
): Promise<GpuPathMap | null> {
  device.pushErrorScope("out-of-memory");
  device.pushErrorScope("validation");
  const buffers: GPUBuffer[] = [];
  try {
    const run = new Run(device, kernels, input, scene, slots, buffers);
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
function checkLimits(
  limits: GPUSupportedLimits,
  input: GpuPathMapInput,
  scene: PreparedScene,
  slots: number,
): void {
  const { width, height } = input;
  const rows = height + probeRows(input);
  const most = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  const sizes: [string, number][] = [
    [`${width} x ${height} cells`, width * rows * BYTES.cell],
    [`${scene.walls.length / 4} walls`, scene.walls.byteLength],
    [`${scene.bins.items.length} entries of the wall index`, scene.bins.items.byteLength],
    [`${scene.vertexOf.length} generators`, scene.generators.byteLength],
    [
      `${scene.vertexOf.length} generators with ${slots} ways each`,
      scene.vertexOf.length * slots * BYTES.state,
    ],
  ];
  for (const [what, bytes] of sizes) {
    if (bytes > most) throw new InputError(`${what} take ${bytes} bytes; the GPU's limit is ${most}`);
  }
  const groups = limits.maxComputeWorkgroupsPerDimension;
  const longest = Math.max(
    Math.ceil(width / CONE_SIDE),
    Math.ceil(rows / CONE_SIDE),
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
  /** Of states, of which every generator has as many. */
  private readonly count: number;
  private readonly cells: GPUBuffer;
  private readonly states: GPUBuffer;
  private readonly order: GPUBuffer;
  private readonly group: GPUBindGroup;

  constructor(
    private readonly device: GPUDevice,
    private readonly kernels: Kernels,
    private readonly input: GpuPathMapInput,
    private readonly scene: PreparedScene,
    private readonly slots: number,
    /** All that is allocated, for the caller to free. */
    private readonly buffers: GPUBuffer[],
  ) {
    this.count = scene.vertexOf.length * slots;
    this.cells = this.upload(initialCells(input), STORAGE | COPY_SRC);
    this.states = this.upload(initialStates(input, scene, slots), STORAGE | COPY_SRC);
    this.order = this.upload(
      new Uint32Array(BYTES.orderHead / 4 + Math.max(1, this.count)),
      STORAGE | COPY_SRC,
    );
    const inputs = [scene.walls, scene.bins.starts, scene.bins.items, scene.generators];
    const resources = [
      this.upload(parametersOf(input, scene, slots), UNIFORM),
      ...inputs.map((data) => this.upload(data, STORAGE)),
      this.states,
      this.order,
      this.cells,
      this.upload(scene.extras, STORAGE),
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
    const groups = Math.ceil((scene.vertexOf.length - scene.sourceCount) / DISTANCE_LANES);
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
      const rows = input.height + probeRows(input);
      pass.dispatchWorkgroups(Math.ceil(input.width / CONE_SIDE), Math.ceil(rows / CONE_SIDE));
      pass.end();
      device.queue.submit([encoder.finish()]);
    }
  }

  /** Brings the map home and translates generators to vertices and sources; null where there were too few states. */
  async result(): Promise<GpuPathMap | null> {
    const { input, scene, count, slots } = this;
    const { width, height } = input;
    const probeCount = input.probes?.length ?? 0;
    const [head, cellData, stateData] = await Promise.all([
      this.download(this.order, BYTES.orderHead),
      this.download(this.cells, (width * height + probeCount) * BYTES.cell),
      this.download(this.states, count * BYTES.state),
    ]);
    if (new Uint32Array(head)[2] !== 0) return null;
    const distances = new Float32Array(cellData);
    const parents = new Int32Array(cellData);
    const sources = new Int32Array(stateData);
    const distance = new Float32Array(width * height).fill(Infinity);
    const parent = new Int32Array(width * height).fill(-1);
    const source = new Int32Array(width * height).fill(-1);
    for (let i = 0; i < distance.length; i++) {
      const way = parents[2 * i + 1];
      if (way === BLOCKED) distance[i] = Number.NaN;
      if (way < 0) continue;
      distance[i] = distances[2 * i];
      parent[i] = scene.vertexOf[Math.floor(way / slots)];
      source[i] = sources[(way * BYTES.state) / 4 + 3];
    }
    const probes = Float32Array.from({ length: probeCount }, (_, k) => {
      const i = 2 * (width * height + k);
      return parents[i + 1] < 0 ? Infinity : distances[i];
    });
    return { width, height, distance, parent, source, probes };
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

/** Rows of cells that the probes fill, below none of the map's own. */
function probeRows({ probes = [], width }: GpuPathMapInput): number {
  return Math.ceil(probes.length / width);
}

function parametersOf(input: GpuPathMapInput, scene: PreparedScene, slots: number): Uint32Array<ArrayBuffer> {
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
  const { barriers = [], probes = [] } = input;
  integers.set([scene.vertexOf.length, scene.sourceCount, slots, barriers.length, probes.length], 9);
  return integers;
}

function initialCells(input: GpuPathMapInput): Float32Array<ArrayBuffer> {
  const { blocked, width } = input;
  const distances = new Float32Array(2 * (blocked.length + width * probeRows(input))).fill(FAR);
  const parents = new Int32Array(distances.buffer);
  for (let i = 0; 2 * i < parents.length; i++) parents[2 * i + 1] = blocked[i] ? BLOCKED : NO_PARENT;
  return distances;
}

function initialStates(
  input: GpuPathMapInput,
  { sourceOf }: PreparedScene,
  slots: number,
): Float32Array<ArrayBuffer> {
  const stride = BYTES.state / 4;
  const distances = new Float32Array(stride * slots * sourceOf.length);
  const integers = new Int32Array(distances.buffer);
  for (let s = 0; s < slots * sourceOf.length; s++) {
    const source = s % slots === 0 ? sourceOf[s / slots] : -1;
    distances[stride * s + 2] = source < 0 ? FAR : (input.sources[source].start ?? 0);
    integers[stride * s + 3] = source;
    distances[stride * s + 5] = 1;
  }
  return distances;
}
