/** WebGPU for Node: the `GPU` object of the optional package `webgpu`, which is Dawn, the implementation of Chromium. */

/** Where to ask for an adapter; null where the package is not installed or does not load on this system. */
export async function nodeGpu(): Promise<GPU | null> {
  try {
    const { create } = await import("webgpu");
    return create([]);
  } catch {
    return null;
  }
}
