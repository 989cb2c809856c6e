/** Many runs on the command line: documents, stopping and going on, what is refused. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import sqlite from "node-sqlite3-wasm";
import { afterAll, describe, expect, test } from "vitest";
import { builtinScene } from "../../src/scenes/index.js";
import { CLI } from "../../test/repository.js";

const { Database } = sqlite;
const folder = mkdtempSync(join(tmpdir(), "wayfield-study-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function wayfield(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: "utf8",
    cwd: folder,
  });
  return { code: status, out: stdout, err: stderr };
}

/** Few people and a short time: `two-rooms` in a file of its own. */
const SMALL = "small.json";
const rooms = builtinScene("two-rooms");
writeFileSync(join(folder, SMALL), JSON.stringify({ ...rooms, spawns: [{ ...rooms.spawns![0], count: 5 }] }));

/** A small study of `two-rooms`; written to a file. */
function studyFile(name: string, more: object = {}): string {
  const study = {
    ...{ format: "wayfield-study", version: 1, scene: "two-rooms", seeds: 3 },
    set: { "spawns[0].count": 3, "simulation.duration": 60 },
    ...more,
  };
  writeFileSync(join(folder, name), JSON.stringify(study));
  return name;
}

const resultFiles = (out: string): string[] => {
  const results = join(folder, out, "results");
  if (!existsSync(results)) return [];
  return readdirSync(results, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(^|\/)r[0-9a-f]+\.json$/.test(file),
  );
};

const resultsOf = (out: string) => JSON.parse(readFileSync(join(folder, out, "results.json"), "utf8"));

describe("documents", () => {
  test("run --seeds: runs and time, as the contract has them, and the same again to the bit with other threads", () => {
    const { code, out, err } = wayfield("run", SMALL, "--seeds", "4", "--json", "--jobs", "2");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const document = JSON.parse(out);
    expect(document.runs.map(({ seed }: { seed: number }) => seed)).toEqual([1, 2, 3, 4]);
    for (const run of document.runs)
      expect(run).toEqual({
        seed: expect.any(Number),
        time: expect.any(Number),
        arrived: 5,
        outcome: "emptied",
      });
    const { mean, sd, p50, p95, p95low, p95high, needed } = document.time;
    const times = document.runs
      .map(({ time }: { time: number }) => time)
      .sort((a: number, b: number) => a - b);
    const average = times.reduce((sum: number, time: number) => sum + time, 0) / 4;
    expect(mean).toBeCloseTo(average, 9);
    expect(sd).toBeCloseTo(
      Math.sqrt(times.reduce((sum: number, time: number) => sum + (time - average) ** 2, 0) / 3),
      9,
    );
    expect(p50).toBeCloseTo((times[1] + times[2]) / 2, 9);
    expect(p95).toBeCloseTo(times[2] + 0.85 * (times[3] - times[2]), 9);
    expect({ isNumber: typeof p95low, p95high, needed }).toEqual({
      isNumber: "number",
      p95high: null,
      needed: 59,
    });
    expect(wayfield("run", SMALL, "--seeds", "4", "--json", "--jobs", "1").out).toBe(out);
  });

  test("the runs of --seeds are those of single runs", () => {
    const many = JSON.parse(wayfield("run", SMALL, "--seeds", "2", "--seed", "7", "--json").out);
    const one = JSON.parse(
      wayfield("run", SMALL, "--seed", "8", "--out", "one", "--record", "none", "--json").out,
    );
    expect(many.runs[1]).toMatchObject({ seed: 8, time: one.time, arrived: one.arrived });
  });

  test("compare: a, b and the difference of pairs; a plan against itself differs by nothing", () => {
    const { code, out } = wayfield(
      "compare",
      SMALL,
      SMALL,
      "--seeds",
      "3",
      "--set-b",
      "profiles.adult.speed=1",
      "--json",
    );
    const { a, b, difference } = JSON.parse(out);
    expect(code).toBe(0);
    const by = b.runs.map(({ time }: { time: number }, k: number) => time - a.runs[k].time);
    expect(difference.mean).toBeCloseTo((by[0] + by[1] + by[2]) / 3, 6);
    expect(difference).toMatchObject({
      pairs: 3,
      verdict: "more",
      low: expect.any(Number),
      high: expect.any(Number),
    });
    const same = JSON.parse(wayfield("compare", SMALL, SMALL, "--seeds", "2", "--json").out);
    expect(same.difference).toMatchObject({ mean: 0, low: 0, high: 0, verdict: "open" });
  });

  test("compare for people: one sentence that answers the question", () => {
    const { out } = wayfield("compare", SMALL, SMALL, "--seeds", "3", "--set-b", "profiles.adult.speed=1");
    expect(out).toMatch(
      /is worse than small\.json: \d+\.\d s \(\d+ %\) more \(95 % sure: \+\d+\.\d to \+\d+\.\d s, 3 pairs of equal seeds; worse in 3 of them\)\./,
    );
  });

  test("study: all runs with what was varied, and statistics by variant", () => {
    const file = studyFile("levels.json", {
      factors: { "profiles.adult.speed": { values: [1, 1.5] } },
      seeds: 2,
    });
    const { code, out } = wayfield("study", file, "--out", "levels", "--json");
    expect(code).toBe(0);
    const document = JSON.parse(out);
    expect(document.runs).toHaveLength(4);
    expect(document.runs[0]).toMatchObject({
      seed: 1,
      outcome: "emptied",
      factors: { "profiles.adult.speed": 1 },
    });
    expect(document.time.count).toBe(4);
    expect(document.variants[0].sensitivity[0]).toMatchObject({
      factor: "profiles.adult.speed",
      rank: expect.any(Number),
    });
    expect(resultsOf("levels").done).toBe(4);
    expect(resultFiles("levels")).toHaveLength(4);
  });
});

describe("files", () => {
  test("the table is the same in CSV, Parquet and SQLite, read by other readers", async () => {
    const file = studyFile("tables.json", {
      variants: { "as built": {}, 'short, "very"': { set: { "simulation.duration": 2 } } },
      factors: { "profiles.adult.speed": { values: [1, 1.4] } },
      seeds: 2,
    });
    const { code } = wayfield("study", file, "--out", "tables");
    expect(code).toBe(0);
    const { rows } = JSON.parse(
      JSON.stringify({ rows: await parquetRows("tables/runs.parquet") }, (_, v) =>
        typeof v === "bigint" ? Number(v) : v,
      ),
    );
    expect(rows).toHaveLength(8);
    const database = new Database(join(folder, "tables", "study.sqlite"), { readOnly: true });
    try {
      expect(database.all("SELECT * FROM runs")).toEqual(rows);
      const [{ people }] = database.all("SELECT count(*) AS people FROM arrivals") as { people: number }[];
      expect(people).toBe(rows.reduce((sum: number, { arrived }: { arrived: number }) => sum + arrived, 0));
    } finally {
      database.close();
    }
    const [head, ...lines] = readFileSync(join(folder, "tables", "runs.csv"), "utf8")
      .trimEnd()
      .split("\n");
    expect(head.split(",")).toEqual(Object.keys(rows[0]));
    expect(lines).toHaveLength(8);
    // A run that did not empty has no time anywhere.
    const short = rows.filter(({ variant }: { variant: string }) => variant.startsWith("short"));
    expect(
      short.every(
        ({ time, outcome }: { time: unknown; outcome: string }) => time === null && outcome === "not emptied",
      ),
    ).toBe(true);
    expect(
      lines.filter((line) => line.includes('"short, ""very"""') && line.includes("not emptied,,,")),
    ).toHaveLength(4);
    const page = readFileSync(join(folder, "tables", "report.html"), "utf8");
    expect(page).toContain("short, &quot;very&quot;");
  });
});

/** The rows of a Parquet file, by the reader that is not ours. */
async function parquetRows(name: string): Promise<Record<string, unknown>[]> {
  const { buffer, byteOffset, byteLength } = readFileSync(join(folder, name));
  return parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer });
}

describe("stopping and going on", () => {
  /** Starts a study and does something once so many results are there. */
  async function interrupt(file: string, out: string, after: number, what: (child: ChildProcess) => void) {
    const child = spawn(process.execPath, [CLI, "study", file, "--out", out, "--jobs", "1"], { cwd: folder });
    let err = "";
    child.stderr.on("data", (data) => {
      err += data;
    });
    const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
    while (resultFiles(out).length < after && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 20));
    what(child);
    return { code: await ended, err: () => err };
  }

  test("kill -9 loses at most the run under way, Ctrl-C says what is kept, and the same command goes on to the same bits", async () => {
    const file = studyFile("long.json", {
      seeds: 10,
      set: { "spawns[0].count": 20, "simulation.duration": 60 },
    });
    wayfield("study", file, "--out", "whole");
    const killed = await interrupt(file, "stopped", 2, (child) => child.kill("SIGKILL"));
    expect(killed.code).toBeNull();
    const kept = resultFiles("stopped");
    expect(kept.length).toBeGreaterThanOrEqual(2);
    const stamp = readFileSync(join(folder, "stopped", "results", kept[0]), "utf8");
    const stopped = await interrupt(file, "stopped", kept.length + 1, (child) => child.kill("SIGINT"));
    expect(stopped.code).toBe(130);
    expect(stopped.err()).toMatch(
      /^stopped after \d+ of 10 runs; they are kept in stopped, and the same command goes on from there\n$/,
    );
    const { code } = wayfield("study", file, "--out", "stopped");
    expect(code).toBe(0);
    expect(readFileSync(join(folder, "stopped", "results", kept[0]), "utf8")).toBe(stamp);
    const names = (out: string) => ({ ...resultsOf(out), files: [] });
    expect(names("stopped")).toEqual(names("whole"));
  });

  test("a study that has changed is refused with what did, nothing is lost, and --changed goes on; more seeds are no change", () => {
    wayfield("study", studyFile("one.json"), "--out", "changed");
    const before = resultFiles("changed");
    const more = wayfield("study", studyFile("one.json", { seeds: 4 }), "--out", "changed");
    expect(more.code).toBe(0);
    const other = studyFile("one.json", { set: { "spawns[0].count": 4, "simulation.duration": 60 } });
    const { code, err } = wayfield("study", other, "--out", "changed");
    expect({ code, err }).toEqual({
      code: 2,
      err: "wayfield: changed: holds a study that has changed since (set); give another --out, or --changed to go on with the runs that still fit\n",
    });
    expect(resultFiles("changed")).toEqual(expect.arrayContaining(before));
    expect(wayfield("study", other, "--out", "changed", "--changed").code).toBe(0);
    expect(resultFiles("changed")).toHaveLength(7);
  });

  test("a result that is damaged is named, not used", () => {
    const file = studyFile("damage.json", { seeds: 1 });
    wayfield("study", file, "--out", "damage");
    const [result] = resultFiles("damage");
    const whole = readFileSync(join(folder, "damage", "results", result), "utf8");
    // Cut off, one number changed, and what looks like a result and is none.
    const damaged = [
      whole.slice(0, -100),
      whole.replace(/"arrived":3/, '"arrived":2'),
      '{"format":"wayfield-result"}',
    ];
    for (const text of damaged) {
      writeFileSync(join(folder, "damage", "results", result), text);
      const { code, err } = wayfield("study", file, "--out", "damage");
      expect(code).toBe(2);
      expect(err).toMatch(
        /^wayfield: damage\/results\/\S+\.json: is no result of this run \(it is damaged, or was changed\); remove it to run it again\n$/,
      );
    }
    writeFileSync(join(folder, "damage", "study.json"), '{"study":null,"scenes":null}');
    expect(wayfield("study", file, "--out", "damage").err).toBe(
      "wayfield: damage/study.json: is not what a study wrote; give another --out\n",
    );
  });
});

describe("what is refused, in one line with exit code 2", () => {
  const many = Object.fromEntries(
    ["boundary[0][0]", "boundary[0][1]", "boundary[1][1]"].map((path) => [
      path,
      { range: { from: -1, to: 0, steps: 1000 } },
    ]),
  );

  test.each<[string, string[], RegExp]>([
    [
      "a factor that names nothing",
      ["study", studyFile("a.json", { factors: { "spawns[9].count": { values: [1] } } }), "--out", "x"],
      /^wayfield: a\.json: factors\["spawns\[9\]\.count"\]: names nothing: spawns has entries 0 to 0; given: 9$/,
    ],
    [
      "a range without values",
      [
        "study",
        studyFile("b.json", { factors: { "spawns[0].count": { range: { from: 9, to: 1 } } } }),
        "--out",
        "x",
      ],
      /^wayfield: b\.json: factors\["spawns\[0\]\.count"\]\.range: holds no values/,
    ],
    [
      "1e9 combinations, with the time they would take",
      ["study", studyFile("c.json", { factors: many, seeds: 1 }), "--out", "x"],
      /^wayfield: c\.json: factors: 1,000,000,000 runs; at [\d.e+-]+ s each, \d+ at a time, they would take [\d.,]+ (years|days); 1,000,000 are possible/,
    ],
    ["no folder", ["study", studyFile("d.json")], /^wayfield: study: where to\? give --out FOLDER$/],
    [
      "a file that is not there",
      ["study", "none.json", "--out", "x"],
      /^wayfield: none\.json: .*no such file$/,
    ],
    [
      "a scene that is not there",
      ["study", studyFile("e.json", { scene: "./none.json" }), "--out", "x"],
      /none\.json: .*no such file$/,
    ],
    [
      "an option of single runs",
      ["run", SMALL, "--seeds", "2", "--png", "x.png"],
      /^wayfield: --png: is of a single run; leave out --seeds or this$/,
    ],
    [
      "an option of many runs",
      ["run", SMALL, "--out", "x", "--jobs", "2"],
      /^wayfield: --jobs: is of many runs; give --seeds N too$/,
    ],
    [
      "--pdf without a folder",
      ["compare", SMALL, SMALL, "--pdf"],
      /^wayfield: --pdf: --out FOLDER is needed$/,
    ],
    ["a setting that is none", ["compare", SMALL, SMALL, "--set", "x"], /A path and a value are needed/],
    ["a setting that names nothing", ["compare", SMALL, SMALL, "--set-b", "door=2"], /names nothing/],
  ])("%s", (_, args, message) => {
    const { code, out, err } = wayfield(...args);
    expect({ code, out, lines: err.split("\n").length }).toEqual({ code: 2, out: "", lines: 2 });
    expect(err.trimEnd()).toMatch(message);
  });

  test("--plan says how many runs there are and how long they would take, and runs none", () => {
    const { code, out } = wayfield("study", studyFile("f.json", { seeds: 40 }), "--plan");
    expect(code).toBe(0);
    expect(out).toMatch(/^two-rooms: 40 runs; at [\d.e+-]+ s each, \d+ at a time, they would take \d/);
  });
});
