/**
 * A WebGPU device, from the `GPU` object of a browser or of any other implementation.
 *
 * Nothing here knows where that object comes from, so the same kernels run in a page, in a worker and in Node.
 */

/** A device and what is known about the adapter behind it. */
export interface Gpu {
  readonly device: GPUDevice;
  /** A line to show: vendor, architecture and description, as far as the implementation tells. */
  readonly name: string;
  /**
   * Whether the adapter computes on the CPU (SwiftShader, llvmpipe, a fallback adapter). Such an adapter is good for
   * tests; our CPU code is much faster, so nothing should choose one by itself.
   */
  readonly software: boolean;
}

/** Names that software implementations give themselves. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|basic render|\bwarp\b/i;

/** What large maps need beyond the limits that every device has. */
const WANTED = ["maxBufferSize", "maxStorageBufferBindingSize", "maxComputeWorkgroupStorageSize"] as const;

/** The adapter in words, and whether it is a software one. */
export function describeAdapter(info: GPUAdapterInfo): { name: string; software: boolean } {
  const words = [info.vendor, info.architecture, info.device, info.description];
  const known = words.filter((word, i) => word && words.indexOf(word) === i);
  return {
    name: known.join(" ") || "unnamed adapter",
    software: info.isFallbackAdapter === true || words.some((word) => SOFTWARE.test(word ?? "")),
  };
}

/** Dawn's `GPU` object must outlive its devices, which do not hold it themselves: collected early, it ends the process. */
const origins = new WeakMap<GPUDevice, GPU>();

/**
 * Opens a device with the adapter's own limits for buffers and the memory of workgroups.
 *
 * @param gpu where to ask; `navigator.gpu` where absent
 * @returns null where there is no WebGPU, no adapter, or an adapter that gives no device
 */
export async function openGpu(gpu: GPU | null | undefined = browserGpu()): Promise<Gpu | null> {
  const adapter = await gpu?.requestAdapter({ powerPreference: "high-performance" });
  if (!gpu || !adapter) return null;
  const requiredLimits = Object.fromEntries(WANTED.map((name) => [name, adapter.limits[name]]));
  try {
    const device = await adapter.requestDevice({ requiredLimits });
    origins.set(device, gpu);
    return { device, ...describeAdapter(adapter.info) };
  } catch {
    // Lost between the two requests, or refused: for the caller, the same as none.
    return null;
  }
}

function browserGpu(): GPU | undefined {
  return (globalThis as { navigator?: { gpu?: GPU } }).navigator?.gpu;
}
