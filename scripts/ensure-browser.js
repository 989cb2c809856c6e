// Makes sure that a Chromium is there for the browser tests. Installs Debian's package when it
// may; otherwise says in one line how to install one. Tests are never skipped for want of a browser.
import { execFileSync, spawnSync } from "node:child_process";
import { findBrowser } from "./find-browser.js";

/**
 * @param {string} reason
 * @returns {never}
 */
function fail(reason) {
  process.stderr.write(
    `ensure-browser: ${reason}; install Chromium (Debian: apt-get install chromium) or set WAYFIELD_CHROMIUM to its path\n`,
  );
  process.exit(1);
}

/**
 * Runs apt-get; its output is shown only when it fails.
 * @param {...string} args
 */
function apt(...args) {
  const { status, stdout, stderr } = spawnSync("apt-get", args, {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}`);
    fail(`apt-get ${args[0]} failed`);
  }
}

let browser = findBrowser();
if (!browser && process.env.WAYFIELD_CHROMIUM)
  fail(`WAYFIELD_CHROMIUM is no program: ${process.env.WAYFIELD_CHROMIUM}`);
if (!browser) {
  const hasApt = spawnSync("apt-get", ["--version"]).status === 0;
  if (!hasApt) fail("no Chromium on the PATH, and no apt-get to install it");
  if (process.getuid?.() !== 0) fail("no Chromium on the PATH, and only root can install it");
  process.stderr.write("ensure-browser: installing chromium with apt-get\n");
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", "chromium");
  browser = findBrowser() ?? fail("apt-get installed chromium, but it is not on the PATH");
}
try {
  execFileSync(browser, ["--version"], { stdio: "pipe" });
} catch {
  fail(`${browser} does not run`);
}
