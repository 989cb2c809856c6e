import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "wayfield-watchdog-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Where the endless test writes the number of its process. */
const PID = join(folder, "pid");
const ENDLESS = `import { writeFileSync } from "node:fs";
  test("turns for ever", () => { writeFileSync(${JSON.stringify(PID)}, String(process.pid)); for (;;); });`;

/** A run of Vitest in a child process, with this project's watchdog and limits of its own, over test files of its own. */
function run(name: string, limits: object, files: Record<string, string>) {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  const reporters = ["default", [join(root, "test/watchdog-reporter.ts"), limits]];
  const config = { test: { globals: true, maxWorkers: 2, reporters } };
  writeFileSync(join(cwd, "vitest.config.mjs"), `export default ${JSON.stringify(config)}`);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  return spawnSync(process.execPath, [vitest, "run"], {
    cwd,
    encoding: "utf8",
    timeout: 100_000,
    killSignal: "SIGKILL",
  });
}

/** Whether a process is there and no corpse. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return /^[^Z\s]/.test(stdout.trim());
}

describe("the watchdog of the test run", () => {
  test("a file in an endless loop is named and ended, with its process", () => {
    const { status, stderr } = run(
      "module",
      { moduleMinutes: 0.1, runMinutes: 10 },
      { "endless.test.ts": ENDLESS },
    );
    expect(stderr.match(/^watchdog: .*$/gm)).toEqual([
      "watchdog: endless.test.ts ran for more than 0.1 minutes; ended",
    ]);
    expect(status).toBe(1);
    expect(isAlive(Number(readFileSync(PID, "utf8")))).toBe(false);
  });

  test("so is a run as a whole, and a file that does not even load", () => {
    const { status, stderr } = run(
      "run",
      { moduleMinutes: 10, runMinutes: 0.2 },
      { "loading.test.ts": "for (;;);" },
    );
    expect(stderr).toContain(
      "watchdog: the tests ran for more than 0.2 minutes, at last loading.test.ts; ended",
    );
    expect(status).toBe(1);
  });

  test("a run within its limits is left alone", () => {
    const { status, stderr } = run(
      "fine",
      { moduleMinutes: 1, runMinutes: 1 },
      { "short.test.ts": `test("ends", () => {});` },
    );
    expect(stderr).not.toContain("watchdog");
    expect(status).toBe(0);
  });
});
