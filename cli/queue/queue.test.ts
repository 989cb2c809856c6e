/** Studies by way of a queue, with a Redis of their own: nothing is lost, nothing is there twice, and the table is that of threads. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CLI } from "../../test/repository.js";
import { TestRedis } from "../../test/support/redis.js";

// Many processes at once: on a busy machine they take their time.
vi.setConfig({ testTimeout: 480_000 });

const folder = mkdtempSync(join(tmpdir(), "wayfield-queue-"));
let redis: TestRedis;
const started: ChildProcess[] = [];

beforeAll(async () => {
  redis = await TestRedis.start();
});

afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill("SIGKILL");
  await redis.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A command that goes on by itself, with what it says. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [CLI, ...args], { cwd: folder });
  started.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      said += data;
    });
  const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));
  return { child, ended, said: () => said };
}

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 30));
};

async function worker(...more: string[]) {
  const one = start("worker", "--queue", redis.url(), "--give-up", "1", ...more);
  await until(() => one.said().includes("working for") || one.child.exitCode !== null);
  return one;
}

/** One variant of so many people: results stay in Redis for a while, and a test that wants runs to be done has its own number. */
const alone = (count: number) => ({
  variants: {},
  set: { "spawns[0].count": count, "simulation.duration": 60 },
});

/** Studies of a few people; those of `shut` cannot get through the door, and their runs throw. */
function studyFile(name: string, seeds: number, more: object = {}): string {
  const walls = ["obstacles[0].polygon[2][1]", "obstacles[0].polygon[3][1]"];
  const study = {
    ...{ format: "wayfield-study", version: 1, scene: "two-rooms", seeds, measures: ["time", "maxDensity"] },
    set: { "spawns[0].count": 3, "simulation.duration": 60 },
    variants: { open: {}, shut: { set: Object.fromEntries(walls.map((path) => [path, 5.3])) } },
    ...more,
  };
  writeFileSync(join(folder, name), JSON.stringify(study));
  return name;
}

/** Runs that have come back, of all studies that are under way. */
async function doneSoFar(): Promise<number> {
  const client = redis.client();
  try {
    const keys = await client.keys("wayfield:studies-*:processed");
    const counts = await Promise.all(keys.map((key) => client.hlen(key)));
    return counts.reduce((sum, count) => sum + count, 0);
  } finally {
    client.disconnect();
  }
}

const table = (out: string): string => readFileSync(join(folder, out, "runs.csv"), "utf8");

describe("a hundred runs and what can happen to them", () => {
  test("one of two workers is killed, Redis is restarted, runs throw: every result is there once, and the table is that of threads to the bit", async () => {
    const file = studyFile("hundred.json", 50);
    const [first, second] = await Promise.all([worker("--jobs", "1"), worker("--jobs", "1")]);
    const study = start("study", file, "--out", "queued", "--queue", redis.url(), "--json");
    await until(async () => (await doneSoFar()) >= 10 || study.child.exitCode !== null);
    expect(study.child.exitCode).toBeNull();
    first.child.kill("SIGKILL");
    await until(async () => (await doneSoFar()) >= 30 || study.child.exitCode !== null);
    expect(study.child.exitCode).toBeNull();
    await redis.restart();
    expect(await study.ended).toBe(0);
    spawnSync(process.execPath, [CLI, "study", file, "--out", "threads"], { cwd: folder });
    expect(table("queued")).toBe(table("threads"));
    const rows = table("queued").trimEnd().split("\n").slice(1);
    expect(rows).toHaveLength(100);
    expect(new Set(rows.map((row) => row.split(",")[0])).size).toBe(100);
    expect(rows.filter((row) => row.includes(",failed,"))).toHaveLength(50);
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(143);
  });

  test("SIGTERM gives the run back at once: another worker ends it", async () => {
    const long = studyFile("long.json", 1, {
      set: { "spawns[0].count": 60, "simulation.duration": 300 },
      variants: {},
    });
    const one = start("worker", "--queue", redis.url(), "--jobs", "1", "--give-up", "60");
    await until(() => one.said().includes("working for"));
    const study = start("study", long, "--out", "given", "--queue", redis.url());
    const client = redis.client();
    const [key] = ["wayfield:runs-*:active"];
    await until(async () => {
      const [active] = await client.keys(key);
      return active !== undefined && (await client.llen(active)) > 0;
    });
    client.disconnect();
    one.child.kill("SIGTERM");
    expect(await one.ended).toBe(143);
    expect(one.said()).toContain("gave 1 run back");
    const two = await worker("--jobs", "1");
    expect(await study.ended).toBe(0);
    two.child.kill("SIGTERM");
    await two.ended;
  });

  test("studies that have runs in common share them: one stopped and begun anew with more seeds, and another of the same runs", async () => {
    const study = (out: string, seeds: number) =>
      start(
        "study",
        studyFile(`common-${seeds}.json`, seeds, alone(4)),
        "--out",
        out,
        "--queue",
        redis.url(),
      );
    const client = redis.client();
    const first = study("common", 3);
    await until(async () => (await client.keys("wayfield:runs-*:wait")).length > 0);
    first.child.kill("SIGINT");
    expect(await first.ended).toBe(130);
    const [again, other] = [study("common", 5), study("common-too", 5)];
    const one = await worker("--jobs", "1");
    expect(await Promise.all([again.ended, other.ended])).toEqual([0, 0]);
    expect(table("common")).toBe(table("common-too"));
    expect(table("common").match(/,emptied,/g)).toHaveLength(5);
    // Nothing is left to do for anybody.
    for (const state of ["wait", "active", "waiting-children", "delayed"])
      expect(await client.keys(`wayfield:*:${state}`)).toEqual([]);
    client.disconnect();
    one.child.kill("SIGTERM");
    await one.ended;
  });

  test("results may go through a shared folder", async () => {
    const file = studyFile("shared.json", 2, alone(5));
    const one = await worker("--jobs", "1", "--results", "shared/results");
    const study = start("study", file, "--out", "shared", "--queue", redis.url());
    expect(await study.ended).toBe(0);
    expect(
      readdirSync(join(folder, "shared", "results"), { recursive: true }).filter((name) =>
        String(name).endsWith(".json"),
      ),
    ).toHaveLength(2);
    one.child.kill("SIGTERM");
    await one.ended;
  });
});

describe("what is refused or said, in one line", () => {
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [CLI, ...args], { cwd: folder, encoding: "utf8" });
    return { status, stderr };
  };

  test("a wrong password, and none, without telling it", () => {
    const file = studyFile("one.json", 1);
    const wrong = run("study", file, "--out", "x", "--queue", redis.url("guessed"));
    expect(wrong).toEqual({
      status: 2,
      stderr: `wayfield: --queue: redis://127.0.0.1:${redis.port} does not take this password\n`,
    });
    const none = run("worker", "--queue", `redis://127.0.0.1:${redis.port}`);
    expect(none.status).toBe(2);
    expect(none.stderr).toMatch(
      /^wayfield: --queue: redis:\/\/127\.0\.0\.1:\d+ asks for a password; give [^\n]+\n$/,
    );
    expect(existsSync(join(folder, "x", "results.json"))).toBe(false);
  });

  test("a queue that cannot be reached", () => {
    const { status, stderr } = run("worker", "--queue", "redis://127.0.0.1:1");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^wayfield: --queue: redis:\/\/127\.0\.0\.1:1 does not answer: [^\n]+\n$/);
  });

  test("an address that is none", () => {
    expect(run("worker", "--queue", "localhost").stderr).toMatch(
      /^wayfield: --queue: an address such as redis/,
    );
    expect(run("worker", "--queue", "http://localhost").status).toBe(2);
    const spelled = run("worker", "--queue", `redis://:100%@127.0.0.1:${redis.port}`);
    expect(spelled).toEqual({
      status: 2,
      stderr:
        "wayfield: --queue: user and password are to be spelled as in addresses: %25 for a per cent sign\n",
    });
    expect(run("worker", "--queue", `${redis.url()}/999`)).toEqual({
      status: 2,
      stderr: `wayfield: --queue: redis://127.0.0.1:${redis.port} has no database 999\n`,
    });
  });

  test("--jobs with --queue", () => {
    const { status, stderr } = run(
      "study",
      studyFile("jobs.json", 1),
      "--out",
      "x",
      "--queue",
      redis.url(),
      "--jobs",
      "2",
    );
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "wayfield: --jobs: with --queue it is for workers to say; leave it out\n",
    });
  });

  test("runs of another version are left alone, and a worker says so", async () => {
    const client = redis.client();
    await client.sadd("wayfield:engines", "99.0.0");
    await client.lpush("wayfield:runs-99.0.0:wait", "r1");
    const one = await worker("--jobs", "1");
    await until(() => one.said().includes("99.0.0"));
    expect(one.said()).toMatch(
      /note: 1 runs wait for a worker of Wayfield 99\.0\.0; this one is \S+ and leaves them alone\n/,
    );
    expect(await client.llen("wayfield:runs-99.0.0:wait")).toBe(1);
    one.child.kill("SIGTERM");
    await one.ended;
    client.disconnect();
  });
});
