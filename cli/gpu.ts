/**
 * WebGPU for Node: the `GPU` object of the optional package `webgpu`, which is Dawn, the implementation of Chromium.
 *
 * Graphics drivers write to standard error as they please while they are loaded, and nothing in this process can keep them from
 * it. So another process looks first, and what is found here is used only when it is known to be there.
 */
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describeAdapter, type Gpu, openGpu } from "../src/gpu/index.js";
import { InputError } from "../src/index.js";

/** Where to ask for an adapter; null where the package is not installed or does not load on this system. */
export async function nodeGpu(): Promise<GPU | null> {
  Object.assign(process.env, SETTINGS);
  try {
    const { create } = await import("webgpu");
    return create([]);
  } catch {
    return null;
  }
}

/** Mesa's layer that reorders devices by the screen that they drive would ask for a display, and complain without one. */
const SETTINGS = { NODEVICE_SELECT: "1" };

/** An adapter as the other process saw it, and whether its drivers were silent. */
interface Found {
  readonly software: boolean;
  readonly isSilent: boolean;
}

/** Where Vulkan looks for drivers on Linux. */
const DRIVER_FOLDERS = ["/etc/vulkan/icd.d", "/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];

/** What names drivers in the environment, for old and new loaders. */
const DRIVER_NAMES = ["VK_ICD_FILENAMES", "VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES"] as const;

/** The drivers among which Vulkan chooses by itself; null where the environment names some, or on other systems. */
function installedDrivers(): string[] | null {
  if (process.platform !== "linux" || DRIVER_NAMES.some((name) => process.env[name])) return null;
  return DRIVER_FOLDERS.filter(existsSync).flatMap((folder) =>
    readdirSync(folder).map((file) => join(folder, file)),
  );
}

/** Milliseconds that a look for adapters may take. */
const PATIENCE = 30_000;

/** Looks for an adapter in another process, with some settings; null for none, or in words why there cannot be one. */
async function look(settings: Readonly<Record<string, string>> = {}): Promise<Found | null | string> {
  let file: string;
  try {
    file = createRequire(import.meta.url).resolve("webgpu");
  } catch {
    return "the optional package webgpu is not installed";
  }
  const code = `
    import { create } from ${JSON.stringify(pathToFileURL(file).href)};
    const adapter = await create([]).requestAdapter({ powerPreference: "high-performance" });
    const { vendor, architecture, device, description, isFallbackAdapter } = adapter?.info ?? {};
    const info = adapter ? { vendor, architecture, device, description, isFallbackAdapter } : null;
    process.stdout.write(JSON.stringify(info), () => process.exit(0));`;
  const env = { ...process.env, ...SETTINGS, ...settings };
  return new Promise((found) => {
    execFile(
      process.execPath,
      ["--input-type=module", "--eval", code],
      { env, timeout: PATIENCE },
      (error, out, noise) => {
        if (error) return found("the package webgpu does not load on this system");
        const info = JSON.parse(out) as GPUAdapterInfo | null;
        found(info && { software: describeAdapter(info).software, isSilent: noise === "" });
      },
    );
  });
}

/** Looks for an adapter, with one driver alone where several of them together are not silent; sets what is needed for it. */
async function choose(): Promise<Found | string> {
  const drivers = installedDrivers();
  if (drivers?.length === 0) return "no graphics driver for Vulkan is installed";
  const all = await look();
  if (typeof all === "string") return all;
  if (!all) return "the graphics drivers that are installed offer no adapter that WebGPU can use";
  if (all.isSilent) return all;
  for (const driver of drivers ?? []) {
    const settings = { VK_ICD_FILENAMES: driver, VK_DRIVER_FILES: driver };
    const one = await look(settings);
    if (one === null || typeof one === "string" || !one.isSilent || one.software !== all.software) continue;
    Object.assign(process.env, settings);
    return one;
  }
  return all;
}

/**
 * The adapter for `--backend`. `auto` takes none that computes on the CPU, or whose drivers write to standard error: then it is
 * null, and the CPU does it.
 *
 * @throws InputError for `gpu` where there is none, with the reason
 */
export async function openAdapter(backend: "auto" | "gpu"): Promise<Gpu | null> {
  const found = await choose();
  if (backend === "auto" && (typeof found === "string" || found.software || !found.isSilent)) return null;
  if (typeof found === "string") throw new InputError(`${found}; use --backend cpu`, "--backend gpu");
  const gpu = await openGpu(await nodeGpu());
  if (gpu || backend === "auto") return gpu;
  throw new InputError("the graphics adapter gives no device; use --backend cpu", "--backend gpu");
}
