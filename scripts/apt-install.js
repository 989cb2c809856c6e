// Installs Debian's packages where it may; what the tests need and nobody has installed yet.
import { spawnSync } from "node:child_process";

/**
 * Runs apt-get; its output is shown only when it fails.
 * @param {(reason: string) => never} fail
 * @param {...string} args
 */
function apt(fail, ...args) {
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

/**
 * Installs packages, or fails with a reason.
 * @param {string} who the script that asks
 * @param {readonly string[]} missing
 * @param {(reason: string) => never} fail
 */
export function aptInstall(who, missing, fail) {
  if (missing.length === 0) return;
  const what = `${missing.join(" and ")} missing`;
  if (spawnSync("apt-get", ["--version"]).status !== 0) fail(`${what}, and no apt-get to install it`);
  if (process.getuid?.() !== 0) fail(`${what}, and only root can install it`);
  process.stderr.write(`${who}: installing ${missing.join(" and ")} with apt-get\n`);
  apt(fail, "update", "-qq");
  apt(fail, "install", "-y", "-qq", "--no-install-recommends", ...missing);
}
