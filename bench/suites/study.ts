/**
 * Studies: runs with one thread and with two, what a queue adds to a run, memory over many runs, and the making of a report beside the
 * run that it is of. Commands are those of `dist`, as a user starts them; times are per run.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runScene } from "../../src/run/index.js";
import { builtinScene } from "../../src/scenes/index.js";
import { TestRedis } from "../../test/support/redis.js";
import { type Case, type Suite, Unavailable } from "../harness.js";
import { ROOT } from "../root.js";

/** What a command came to. */
interface Answer {
  readonly runs: number;
  /** Resident memory of the command in MB, every so often. */
  readonly memory: readonly number[];
}

const PROGRAM = join(ROOT, "dist/cli/main.js");

interface Started {
  readonly child: ChildProcess;
  /** On standard output, and on standard error. */
  readonly said: () => string;
  readonly noted: () => string;
}

function start(args: readonly string[]): Started {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let noted = "";
  child.stdout?.on("data", (data) => {
    said += data;
  });
  child.stderr?.on("data", (data) => {
    noted += data;
  });
  return { child, said: () => said, noted: () => noted };
}

const residentMb = (pid: number): number => {
  try {
    const [, kb = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kb) / 1000;
  } catch {
    return 0;
  }
};

/** Runs a command that prints JSON with `runs`, and looks at its memory meanwhile. */
function command(...args: string[]): Promise<Answer> {
  const { child, said } = start([...args, "--json"]);
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(residentMb(child.pid!)), 250);
  return new Promise((done, fail) => {
    child.on("exit", (code) => {
      clearInterval(timer);
      if (code === 0) done({ runs: (JSON.parse(said()) as { runs: unknown[] }).runs.length, memory });
      else fail(new Error(`wayfield ${args.join(" ")} ended with ${code}`));
    });
  });
}

/** In a folder of its own, which is gone afterwards. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "wayfield-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A study of a few people in two rooms: runs so short that what is around them counts. */
function smallStudy(folder: string, seeds: number): string {
  const file = join(folder, "study.json");
  const set = { "spawns[0].count": 3 };
  writeFileSync(
    file,
    JSON.stringify({ format: "wayfield-study", version: 1, scene: "two-rooms", seeds, set }),
  );
  return file;
}

function ofRuns(parts: Pick<Case<Answer>, "input" | "name" | "run" | "role" | "remark">, runs: number): Case {
  const whole: Case<Answer> = {
    ...parts,
    once: true,
    operations: runs,
    check: (answer) => {
      if (answer.runs !== runs) throw new Error(`${answer.runs} runs of ${runs} came back`);
    },
  };
  return whole as Case;
}

function threads(jobs: number, runs: number): Case {
  return ofRuns(
    {
      input: "threads",
      name: `${jobs} at a time`,
      ...(jobs === 1 ? { role: "baseline" as const } : {}),
      run: () => command("run", "office", "--seeds", String(runs), "--jobs", String(jobs)),
    },
    runs,
  );
}

/** One worker that does one run at a time, against one thread. */
function byQueue(runs: number): Case {
  const setup = (): void => {
    if (spawnSync("redis-server", ["--version"]).status !== 0)
      throw new Unavailable("redis-server is not installed (apt-get install redis-server)");
  };
  const run = (): Promise<Answer> =>
    inFolder(async (folder) => {
      const redis = await TestRedis.start();
      const { child, noted } = start(["worker", "--queue", redis.url(), "--jobs", "1"]);
      try {
        while (!noted().includes("working for") && child.exitCode === null)
          await new Promise((resolve) => setTimeout(resolve, 20));
        return await command(
          "study",
          smallStudy(folder, runs),
          "--out",
          join(folder, "out"),
          "--queue",
          redis.url(),
        );
      } finally {
        child.kill();
        await redis.close();
      }
    });
  return { ...ofRuns({ input: "queue", name: "one worker, from its start", run }, runs), setup };
}

const byThread = (name: string, input: string, runs: number, remark?: Case<Answer>["remark"]): Case =>
  ofRuns(
    {
      input,
      name,
      role: "baseline",
      ...(remark ? { remark } : {}),
      run: () =>
        inFolder((folder) =>
          command("study", smallStudy(folder, runs), "--out", join(folder, "out"), "--jobs", "1"),
        ),
    },
    runs,
  );

/** Greatest memory in the second quarter of a study, and in its last: equal where nothing piles up. */
function growth({ memory }: Answer): string {
  const most = (from: number, to: number): number =>
    Math.max(...memory.slice(Math.floor(from * memory.length), Math.ceil(to * memory.length)));
  return `${most(0.25, 0.5).toFixed(0)} MB in the second quarter, ${most(0.75, 1).toFixed(0)} MB in the last, with the report`;
}

/** Milliseconds of a run, and of making its report. */
interface Parts {
  readonly run: number;
  readonly report: number;
  readonly length: number;
}

/** One part of a run with its report. */
function reporting(part: "run" | "report", scene: string): Case {
  const whole: Case<Parts> = {
    input: `report of ${scene}`,
    name: part === "run" ? "the run" : "its report",
    ...(part === "run" ? { role: "baseline" } : {}),
    run: async () => {
      const started = performance.now();
      const result = await runScene(builtinScene(scene), { seed: 1 });
      const ended = performance.now();
      const { length } = result.report().html;
      return { run: ended - started, report: performance.now() - ended, length };
    },
    check: ({ length }) => {
      if (length < 10_000) throw new Error("the page is too short to be one");
    },
    ownTimes: (parts) => [parts[part]],
  };
  return whole as Case;
}

export const study: Suite = {
  name: "study",
  title: "Studies",
  cases: (quick) => [
    threads(1, quick ? 2 : 30),
    threads(2, quick ? 2 : 30),
    byThread("one thread, from its start", "queue", quick ? 4 : 200),
    byQueue(quick ? 4 : 200),
    ...(quick ? [] : [byThread("1,000 runs", "memory", 1000, growth)]),
    ...(["run", "report"] as const).map((part) => reporting(part, quick ? "two-rooms" : "office")),
  ],
};
