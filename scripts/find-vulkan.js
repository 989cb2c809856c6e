// Where the software Vulkan driver of Chromium is (SwiftShader), for the GPU tests and for ensure-browser.
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { findBrowser } from "./find-browser.js";

const DRIVER = "vk_swiftshader_icd.json";

/**
 * The lines that a program prints; none when it is missing or fails.
 * @param {string} program
 * @param {string[]} args
 */
function linesOf(program, ...args) {
  const { status, stdout } = spawnSync(program, args, { encoding: "utf8" });
  return status === 0 ? stdout.split("\n") : [];
}

/**
 * The description of SwiftShader's driver, as `VK_ICD_FILENAMES` wants it: beside the browser's program, else as
 * Debian's packages list it; null when there is none.
 */
export function findSoftwareVulkan() {
  const browser = findBrowser();
  if (!browser) return null;
  const beside = join(dirname(realpathSync(browser)), DRIVER);
  if (existsSync(beside)) return beside;
  for (const name of ["chromium", "chromium-common"]) {
    const listed = linesOf("dpkg", "-L", name).find((line) => line.endsWith(`/${DRIVER}`));
    if (listed && existsSync(listed)) return listed;
  }
  return null;
}

/** Whether the Vulkan loader is where programs find it. */
export function hasVulkanLoader() {
  return ["ldconfig", "/sbin/ldconfig"].some((program) =>
    linesOf(program, "-p").some((line) => line.includes("libvulkan.so.1")),
  );
}
