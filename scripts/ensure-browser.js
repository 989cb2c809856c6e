// Makes sure that a Chromium is there for the browser tests, and for the GPU tests its software Vulkan driver and
// the Vulkan loader. Installs Debian's packages when it may; otherwise says in one line how to. Tests are never
// skipped for want of them.
import { execFileSync } from "node:child_process";
import { aptInstall } from "./apt-install.js";
import { findBrowser } from "./find-browser.js";
import { findSoftwareVulkan, hasVulkanLoader } from "./find-vulkan.js";

/**
 * @param {string} reason
 * @returns {never}
 */
function fail(reason) {
  process.stderr.write(
    `ensure-browser: ${reason}; install Chromium and the Vulkan loader (Debian: apt-get install chromium libvulkan1),` +
      " or set WAYFIELD_CHROMIUM to Chromium's path\n",
  );
  process.exit(1);
}

if (process.env.WAYFIELD_CHROMIUM && !findBrowser())
  fail(`WAYFIELD_CHROMIUM is no program: ${process.env.WAYFIELD_CHROMIUM}`);

const missing = [];
if (!findBrowser()) missing.push("chromium");
// The loader matters where the driver is a Vulkan one; elsewhere Dawn brings its own way to the system's adapters.
if (process.platform === "linux" && !hasVulkanLoader()) missing.push("libvulkan1");
aptInstall("ensure-browser", missing, fail);
const browser = findBrowser() ?? fail("apt-get installed chromium, but it is not on the PATH");
try {
  execFileSync(browser, ["--version"], { stdio: "pipe" });
} catch {
  fail(`${browser} does not run`);
}
if (process.platform === "linux" && !findSoftwareVulkan())
  fail(`${browser} brings no vk_swiftshader_icd.json`);
