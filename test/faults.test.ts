/**
 * Runs whose disk fails, whose process is killed, and that meet each other. What is promised is in `docs/reliability.md`.
 *
 * A part of all places is tried by default; `WAYFIELD_FAULTS=all` tries every one.
 */
import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { CLI, ROOT } from "./repository.js";
import { runCli } from "./support/run-cli.js";

const { Database } = createRequire(import.meta.url)(
  "node-sqlite3-wasm",
) as typeof import("node-sqlite3-wasm");

const folder = mkdtempSync(join(tmpdir(), "wayfield-faults-"));
const out = join(folder, "out");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scene = join(folder, "small.json");
writeFileSync(
  scene,
  JSON.stringify({
    format: "wayfield-scene",
    version: 1,
    name: "small",
    boundary: [
      [0, 0],
      [4, 0],
      [4, 3],
      [0, 3],
    ],
    goals: {
      exit: {
        segments: [
          [
            [4, 1],
            [4, 2],
          ],
        ],
      },
    },
    spawns: [
      {
        polygon: [
          [2, 0.5],
          [3.5, 0.5],
          [3.5, 2.5],
          [2, 2.5],
        ],
        count: 3,
        goals: ["exit"],
      },
    ],
    simulation: { step: 0.25, duration: 1 },
  }),
);
const RUN = ["run", scene, "--out", out, "--record", "sqlite,csv,txt", "--save-every", "0"];

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly err: string;
}

function ending(child: ChildProcess): Promise<Ended> {
  let err = "";
  child.stderr?.on("data", (data) => {
    err += data;
  });
  return new Promise((done) => child.on("close", (code, signal) => done({ code, signal, err })));
}

/** Runs the command with a disk that fails. */
function runFaulty(faults: Record<string, string>, args = RUN): Promise<Ended> {
  const preload = pathToFileURL(join(ROOT, "test", "support", "faults.mjs")).href;
  const env = { ...process.env, FAULT_FOLDER: out, ...faults };
  return ending(spawn(process.execPath, ["--import", preload, CLI, ...args], { env }));
}

/** Everything in the folder: bytes of files, rows of databases. */
function contentOf(where = out): Record<string, unknown> {
  const names = readdirSync(where, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    names.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [
        path.slice(where.length + 1),
        entry.name.endsWith(".sqlite") ? rowsOf(path) : readFileSync(path, "latin1"),
      ];
    }),
  );
}

function rowsOf(file: string): unknown {
  const database = new Database(file, { readOnly: true });
  try {
    return ["trajectory_data", "frame_data", "metadata", "geometry"].map((table) =>
      database.all(`SELECT * FROM ${table}`),
    );
  } finally {
    database.close();
  }
}

/** Of a folder after a failure: with a summary all is there and right; without, nothing has a name that says so. */
function expectHonest(reference: Record<string, unknown>): void {
  if (!existsSync(join(out, "summary.json"))) return;
  const found = contentOf();
  for (const name of Object.keys(reference)) expect(found[name], name).toEqual(reference[name]);
}

const undisturbed = (async () => {
  rmSync(out, { recursive: true, force: true });
  const log = join(folder, "calls.log");
  const { code } = await runFaulty({ FAULT_LOG: log });
  expect(code).toBe(0);
  const calls = readFileSync(log, "utf8").trimEnd().split("\n");
  return { reference: contentOf(), calls };
})();

const isAll = process.env.WAYFIELD_FAULTS === "all";

/** Numbers of calls to fail at: all, or the first of every kind of call on every kind of file, and some more. */
function places(calls: readonly string[], pattern = /./): number[] {
  const seen = new Set<string>();
  return calls.flatMap((call, k) => {
    // Of a name only what it ends in counts.
    const kind = call.replace(/ .*?(\.\w+(-\w+)?)?$/, " $1");
    const isChosen = isAll || !seen.has(kind) || k % 61 === 0;
    if (!pattern.test(call) || !isChosen) return [];
    seen.add(kind);
    return [k + 1];
  });
}

/** Tries all places, one by one. */
async function tryAll(numbers: readonly number[], attempt: (k: number) => Promise<void>): Promise<void> {
  for (const k of numbers) {
    rmSync(out, { recursive: true, force: true });
    try {
      await attempt(k);
    } catch (error) {
      throw Object.assign(error as Error, { message: `at call ${k}: ${(error as Error).message}` });
    }
  }
}

describe("a run", () => {
  it.each(["kill", "kill-half"])(
    "that dies at a call (%s) is resumed to the same bytes",
    { timeout: 3_600_000 },
    async (kind) => {
      const { reference, calls } = await undisturbed;
      const numbers = kind === "kill" ? places(calls) : places(calls, /^write/);
      let died = 0;
      await tryAll(numbers, async (k) => {
        const { signal } = await runFaulty({ FAULT_AT: String(k), FAULT_KIND: kind });
        if (signal === "SIGKILL") died++;
        expectHonest(reference);
        const { code, err } = await runCli(...RUN, "--resume");
        expect([code, err]).toEqual([0, expect.stringMatching(/^$|had not arrived/)]);
        expect(contentOf()).toEqual(reference);
      });
      // All of them, but for calls that come and go with the moment.
      expect(died).toBeGreaterThan(0.9 * numbers.length);
    },
  );

  it.each([
    ["ENOSPC", "1"],
    ["EIO", ""],
  ])(
    "that meets %s at a call says so in a line, calls nothing complete, and is resumed",
    { timeout: 3_600_000 },
    async (kind, sticks) => {
      const { reference, calls } = await undisturbed;
      await tryAll(places(calls, /^(mkdir|link|open|sync|truncate|write|rename)/), async (k) => {
        const { code, err } = await runFaulty({
          FAULT_AT: String(k),
          FAULT_KIND: kind,
          FAULT_STICKS: sticks,
        });
        const lines = err
          .trimEnd()
          .split("\n")
          .filter((line) => line.startsWith("wayfield: "));
        if (code === 0) expect(contentOf()).toEqual(reference);
        else {
          expect(code).toBe(2);
          expect(lines).toHaveLength(1);
          expect(lines[0]).toMatch(/cannot be written: |is no lock of a run/);
        }
        expectHonest(reference);
        expect((await runCli(...RUN, "--resume")).code).toBe(0);
        expect(contentOf()).toEqual(reference);
      });
    },
  );

  it("that was killed is begun anew without --resume, and replaced", async () => {
    const { reference, calls } = await undisturbed;
    rmSync(out, { recursive: true, force: true });
    await runFaulty({ FAULT_AT: String(calls.length >> 1), FAULT_KIND: "kill" });
    expect((await runCli(...RUN, "--seed", "5")).code).toBe(0);
    const other = contentOf();
    expect(Object.keys(other).sort()).toEqual(Object.keys(reference).sort());
    expect(other["summary.json"]).not.toEqual(reference["summary.json"]);
    expect((await runCli(...RUN)).code).toBe(0);
    expect(contentOf()).toEqual(reference);
  });

  it("is not resumed with other options", async () => {
    const { calls } = await undisturbed;
    rmSync(out, { recursive: true, force: true });
    await runFaulty({ FAULT_AT: String(calls.length >> 1), FAULT_KIND: "kill" });
    const seed = await runCli(...RUN, "--resume", "--seed", "5");
    expect([seed.code, seed.err]).toEqual([
      2,
      expect.stringContaining("the checkpoint is of a run of another scene, other options"),
    ]);
    const record = await runCli("run", scene, "--out", out, "--record", "csv", "--resume");
    expect([record.code, record.err]).toEqual([
      2,
      expect.stringContaining("--record: the run recorded csv,sqlite,txt; given: csv"),
    ]);
    const file = join(out, "run.checkpoint");
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1] ^= 1;
    writeFileSync(file, bytes);
    const damaged = await runCli(...RUN, "--resume");
    expect([damaged.code, damaged.err]).toEqual([
      2,
      expect.stringContaining("is no checkpoint, or a damaged one"),
    ]);
  });
});

/** Starts a run that takes a while, and waits until it has recorded something. */
async function longRun(where: string, ...more: string[]): Promise<{ child: ChildProcess; args: string[] }> {
  const args = [
    "run",
    "two-rooms",
    "--out",
    where,
    "--step",
    "0.004",
    "--record",
    "csv",
    "--save-every",
    "0.2",
    ...more,
  ];
  const child = spawn(process.execPath, [CLI, ...args]);
  while (!existsSync(join(where, "run.checkpoint"))) await new Promise((done) => setTimeout(done, 20));
  return { child, args };
}

describe("signals", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(
    "%s stops a run, which keeps what it has, exits with %i, and can go on",
    async (signal, code) => {
      const where = join(folder, signal);
      const { child, args } = await longRun(where);
      const ended = ending(child);
      child.kill(signal);
      expect((await ended).code).toBe(code);
      const stopped = JSON.parse(readFileSync(join(where, "summary.json"), "utf8"));
      expect([stopped.interrupted, stopped.complete]).toEqual([true, false]);
      expect(readdirSync(where).sort()).toEqual([
        "figures",
        "report.html",
        "run.checkpoint",
        "summary.json",
        "trajectories.csv",
      ]);
      expect((await runCli(...args, "--resume")).code).toBe(0);
      const resumed = contentOf(where);
      expect(Object.keys(resumed)).not.toContain("run.checkpoint");
      rmSync(where, { recursive: true });
      expect((await runCli(...args)).code).toBe(0);
      expect(contentOf(where)).toEqual(resumed);
    },
  );
});

describe("two runs in one folder", () => {
  it("the second is refused while the first lives, and takes over when it was killed", async () => {
    const where = join(folder, "two");
    const { child, args } = await longRun(where);
    const ended = ending(child);
    const second = await runCli(...args);
    expect([second.code, second.err]).toEqual([
      2,
      `wayfield: ${where}: another run is writing here: process ${child.pid}\n`,
    ]);
    child.kill("SIGKILL");
    await ended;
    expect(existsSync(join(where, "run.lock"))).toBe(true);
    expect((await runCli(...args)).code).toBe(0);
    expect(readdirSync(where).sort()).toEqual(["figures", "report.html", "summary.json", "trajectories.csv"]);
  });

  it("of six that find a dead owner's lock at once, none disturbs another", async () => {
    const { reference } = await undisturbed;
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out);
    writeFileSync(join(out, "run.lock"), lockOf({ pid: 2 ** 22 + 1 }));
    const runs = await Promise.all(
      Array.from({ length: 6 }, () => ending(spawn(process.execPath, [CLI, ...RUN]))),
    );
    const codes = runs.map(({ code }) => code);
    expect(codes.filter((code) => code === 0).length).toBeGreaterThan(0);
    for (const { code, err } of runs)
      if (code !== 0)
        expect([code, err]).toEqual([2, expect.stringContaining("another run is writing here")]);
    expect(contentOf()).toEqual(reference);
  });

  const own = { boot: readFileOr("/proc/sys/kernel/random/boot_id"), started: "", place: placeOfTest() };
  function lockOf(given: object): string {
    return JSON.stringify({ nonce: "0", pid: process.pid, ...own, ...given });
  }

  it.each([
    ["whose number another process has now", { started: "1" }],
    ["from before the machine was started", { boot: "another" }],
  ])("a lock %s is taken over", async (_, given) => {
    const where = join(folder, "stale");
    mkdirSync(where, { recursive: true });
    writeFileSync(join(where, "run.lock"), lockOf(given));
    expect((await runCli("run", scene, "--out", where, "--record", "none")).code).toBe(0);
    expect(existsSync(join(where, "run.lock"))).toBe(false);
  });

  it("a lock of another machine is respected, and the line says what to do", async () => {
    const where = join(folder, "elsewhere");
    mkdirSync(where, { recursive: true });
    const lock = join(where, "run.lock");
    writeFileSync(lock, lockOf({ place: "elsewhere", boot: "another" }));
    const { code, err } = await runCli("run", scene, "--out", where);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(`on elsewhere; if it has ended, remove ${lock}`),
    ]);
  });
});

function readFileOr(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
}

function placeOfTest(): string {
  const stat = existsSync("/proc/self/ns/pid");
  return stat ? `${hostname()} ${readlinkSync("/proc/self/ns/pid")}` : hostname();
}
