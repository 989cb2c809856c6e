/**
 * Batches of local maps on WebGPU, one workgroup per map (Fischer, Silveira and Nedel 2009, section V). `jacobi` reads one
 * copy and writes another, with a barrier between iterations; `in-place` keeps a single copy, as the article runs it: a cell
 * may see its neighbours before or after their update, so its result is between Jacobi's and Gauss-Seidel's, and not the
 * same on every run. The article does without barriers, because CUDA ran its warps side by side. WebGPU promises no such
 * thing (SwiftShader runs four threads to their end before the next four), so there is one every few iterations.
 */
import { InputError } from "../errors.js";
import { type MapBatch, sharesInBatch } from "./batch.js";

/** How the threads of a map keep step. */
export type GpuRelaxing = "jacobi" | "in-place";

/** Threads per map; each takes every 64th cell. */
const THREADS = 64;

/** Iterations in place between two barriers. */
const BOUT = 4;

/** Cells whose two copies fit into the 16 KiB of workgroup memory that every device has, kinds not counted. */
const GPU_MOST_CELLS = 45 * 45;

const source = (cells: number): string => `
struct Sizes { size: u32, count: u32, iterations: u32, columns: u32 }
@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> kinds: array<u32>;
@group(0) @binding(2) var<storage, read> shares: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> gradients: array<vec2f>;

const FREE = 0u;
const GOAL = 2u;
const CELLS = ${cells}u;
var<workgroup> one: array<f32, CELLS>;
var<workgroup> two: array<f32, CELLS>;

fn kindOf(map: u32, i: u32) -> u32 {
  let at = map * CELLS + i;
  return (kinds[at >> 2u] >> (8u * (at & 3u))) & 255u;
}

fn fill(map: u32, thread: u32) {
  for (var i = thread; i < CELLS; i += ${THREADS}u) {
    let u = select(0.0, 1.0, kindOf(map, i) == GOAL);
    one[i] = u;
    two[i] = u;
  }
}

fn write(map: u32, isSecond: bool) {
  let c = CELLS / 2u;
  let n = sizes.size;
  let x = select(one[c + 1u] - one[c - 1u], two[c + 1u] - two[c - 1u], isSecond);
  let y = select(one[c + n] - one[c - n], two[c + n] - two[c - n], isSecond);
  gradients[map] = 0.5 * vec2f(x, y);
}

@compute @workgroup_size(${THREADS})
fn jacobi(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let map = group.y * sizes.columns + group.x;
  // The same for the whole workgroup; maps beyond the last only keep the barriers.
  let isMap = map < sizes.count;
  let n = sizes.size;
  if (isMap) { fill(map, thread); }
  workgroupBarrier();
  for (var k = 0u; k < sizes.iterations; k++) {
    if (isMap) {
      let s = shares[map];
      for (var i = thread; i < CELLS; i += ${THREADS}u) {
        if (kindOf(map, i) != FREE) { continue; }
        if ((k & 1u) == 0u) {
          two[i] = (s.x * one[i - 1u] + s.y * one[i + 1u]) + (s.z * one[i - n] + s.w * one[i + n]);
        } else {
          one[i] = (s.x * two[i - 1u] + s.y * two[i + 1u]) + (s.z * two[i - n] + s.w * two[i + n]);
        }
      }
    }
    workgroupBarrier();
  }
  if (isMap && thread == 0u) { write(map, (sizes.iterations & 1u) == 1u); }
}

// Without barriers only atomic cells may be read while others write them: plain ones could stay in registers for ever.
var<workgroup> loose: array<atomic<u32>, CELLS>;

fn at(i: u32) -> f32 { return bitcast<f32>(atomicLoad(&loose[i])); }

@compute @workgroup_size(${THREADS})
fn inPlace(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let map = group.y * sizes.columns + group.x;
  let isMap = map < sizes.count;
  let n = sizes.size;
  if (isMap) {
    for (var i = thread; i < CELLS; i += ${THREADS}u) {
      atomicStore(&loose[i], bitcast<u32>(select(0.0, 1.0, kindOf(map, i) == GOAL)));
    }
  }
  workgroupBarrier();
  for (var k = 0u; k < sizes.iterations; k++) {
    if (isMap) {
      let s = shares[map];
      for (var i = thread; i < CELLS; i += ${THREADS}u) {
        if (kindOf(map, i) != FREE) { continue; }
        let u = (s.x * at(i - 1u) + s.y * at(i + 1u)) + (s.z * at(i - n) + s.w * at(i + n));
        atomicStore(&loose[i], bitcast<u32>(u));
      }
    }
    // Nobody promises that threads advance at the same pace; this keeps them within a bout of each other.
    if (k % ${BOUT}u == ${BOUT - 1}u) { workgroupBarrier(); }
  }
  workgroupBarrier();
  if (isMap && thread == 0u) {
    let c = CELLS / 2u;
    gradients[map] = 0.5 * vec2f(at(c + 1u) - at(c - 1u), at(c + n) - at(c - n));
  }
}
`;

// Usage flags by their numbers: their names are globals only where a browser provides them.
const MAP_READ = 0x1;
const COPY_SRC = 0x4;
const COPY_DST = 0x8;
const UNIFORM = 0x40;
const STORAGE = 0x80;
const READ_MODE = 0x1;

/** The gradients of a batch, computed on a device. */
export async function relaxOnGpu(
  device: GPUDevice,
  batch: MapBatch,
  relaxing: GpuRelaxing = "jacobi",
): Promise<Float32Array> {
  const { size, count, kinds, iterations } = batch;
  const cells = size * size;
  if (cells > GPU_MOST_CELLS) {
    const most = Math.sqrt(GPU_MOST_CELLS);
    throw new InputError(
      `maps of at most ${most} x ${most} cells fit into a workgroup; given: ${size} x ${size}`,
    );
  }
  if (count === 0) return new Float32Array(0);
  const bytes = Math.max(kinds.byteLength, 16 * count);
  const limit = Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize);
  if (bytes > limit) throw new InputError(`${count} maps take ${bytes} bytes; the GPU's limit is ${limit}`);
  const columns = Math.min(count, device.limits.maxComputeWorkgroupsPerDimension);
  const rows = Math.ceil(count / columns);

  device.pushErrorScope("validation");
  const module = device.createShaderModule({ code: source(cells) });
  const pipeline = await device.createComputePipelineAsync({
    layout: "auto",
    compute: { module, entryPoint: relaxing === "jacobi" ? "jacobi" : "inPlace" },
  });
  const buffers: GPUBuffer[] = [];
  const buffer = (data: Uint8Array | Uint32Array | Float32Array, usage: number): GPUBuffer => {
    const made = device.createBuffer({ size: Math.ceil(data.byteLength / 4) * 4, usage: usage | COPY_DST });
    const padded = new Uint8Array(Math.ceil(data.byteLength / 4) * 4);
    padded.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    device.queue.writeBuffer(made, 0, padded);
    buffers.push(made);
    return made;
  };
  try {
    const coefficients = new Float32Array(4 * count);
    for (let k = 0; k < count; k++) coefficients.set(sharesInBatch(batch, k), 4 * k);
    const out = device.createBuffer({ size: 8 * count, usage: STORAGE | COPY_SRC });
    const read = device.createBuffer({ size: 8 * count, usage: MAP_READ | COPY_DST });
    buffers.push(out, read);
    const bound = [
      buffer(new Uint32Array([size, count, iterations, columns]), UNIFORM),
      buffer(kinds, STORAGE),
      buffer(coefficients, STORAGE),
      out,
    ];
    const group = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: bound.map((resource, binding) => ({ binding, resource: { buffer: resource } })),
    });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(columns, rows);
    pass.end();
    encoder.copyBufferToBuffer(out, 0, read, 0, 8 * count);
    device.queue.submit([encoder.finish()]);
    const fault = await device.popErrorScope();
    if (fault) throw new Error(`WebGPU: ${fault.message}`);
    await read.mapAsync(READ_MODE);
    return new Float32Array(read.getMappedRange().slice(0));
  } finally {
    for (const made of buffers) made.destroy();
  }
}
