import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { city } from "./cities.js";
import { compareRuns, formatComparison, readRun } from "./compare.js";
import { anyWrong, type Case, type Row, runSuites, type Suite, selectCases, Unavailable } from "./harness.js";
import { nativePeer } from "./peers/native.js";
import { formatRows, type RunFile } from "./report.js";
import { exponentOf, formatTable, formatTime, quantile, summarize } from "./statistics.js";
import { SUITES } from "./suites/index.js";
import { checkTriangles } from "./suites/triangulation-check.js";

function suiteOf(...cases: Partial<Case<number>>[]): Suite {
  const complete = cases.map((item, i) => ({
    input: "sum",
    name: `case ${i}`,
    run: () => 2,
    check() {},
    ...item,
  }));
  return { name: "made-up", title: "Made up", cases: () => complete as Case[] };
}

const isTwo = (answer: number): void => {
  if (answer !== 2) throw new Error(`${answer} instead of 2`);
};

describe("the harness", () => {
  test("gives times and ratios to right answers, and neither to wrong ones", async () => {
    const rows = await runSuites(
      [
        suiteOf(
          { name: "right", check: isTwo },
          { name: "wrong", check: isTwo, run: () => 3 },
          { name: "base", check: isTwo, role: "baseline", run: async () => 2 },
        ),
      ],
      { quick: true },
    );
    expect(rows.map(({ status }) => status)).toEqual(["ok", "wrong", "ok"]);
    expect(rows[0].ratio).toBeGreaterThan(0);
    expect(rows[1]).toMatchObject({ time: null, ratio: null, note: "3 instead of 2" });
    expect(rows[2].ratio).toBe(1);
    expect(anyWrong(rows)).toBe(true);
    expect(formatRows(rows)).toContain("wrong: WRONG: 3 instead of 2");
  });

  test("shows what a case remarks about its answers below the times", async () => {
    const rows = await runSuites([suiteOf({ remark: (answer) => `${answer} of 2 optimal` })], {
      quick: true,
    });
    expect(rows[0]).toMatchObject({ status: "ok", note: "2 of 2 optimal" });
    expect(formatRows(rows).split("\n").at(-1)).toBe("case 0: 2 of 2 optimal");
  });

  test.each([true, false])("runs a case that is to run once just once (quick %s)", async (quick) => {
    let calls = 0;
    const run = async (): Promise<number> => ++calls + 1;
    const rows = await runSuites([suiteOf({ once: true, run: run as never, check: isTwo })], { quick });
    expect(rows[0].status).toBe("ok");
    expect(calls).toBe(1);
  });

  test("finds an answer that is wrong only later", async () => {
    let calls = 0;
    const rows = await runSuites([suiteOf({ run: () => (calls++ === 0 ? 2 : 5), check: isTwo })], {
      quick: true,
    });
    expect(rows[0]).toMatchObject({ status: "wrong", note: "5 instead of 2" });
  });

  test("a peer that is missing or wrong does not fail the run", async () => {
    const missing: Partial<Case<number>> = {
      role: "peer",
      setup() {
        throw new Unavailable("not built: header X missing");
      },
    };
    const rows = await runSuites([suiteOf(missing, { role: "peer", run: () => 3, check: isTwo })], {
      quick: true,
    });
    expect(rows.map(({ status }) => status)).toEqual(["unavailable", "wrong"]);
    expect(anyWrong(rows)).toBe(false);
    expect(formatRows(rows)).toContain("not built: header X missing");
  });

  test("lets competitors take turns, every other round backwards", async () => {
    const order: string[] = [];
    const competitor = (name: string): Partial<Case<number>> => ({
      name,
      run: () => order.push(name),
      // One sample per turn: these say how long they took themselves.
      ownTimes: () => [1],
    });
    const slow = { rounds: 2, turn: 0, limit: 1000 };
    await runSuites([suiteOf(competitor("a"), competitor("b"))], { effort: slow });
    // The first two are the warm-up.
    expect(order.filter((name, i) => i < 2 || name !== order[i - 1]).join("")).toBe("ababa");
  });

  test("times per operation, and a competitor's own times where it has them", async () => {
    const rows = await runSuites([suiteOf({ operations: 10, ownTimes: () => [20, 30, 40] })], {
      quick: true,
    });
    expect(rows[0].time).toMatchObject({ median: 3, least: 2, samples: 3 });
  });

  test("selects by parts of names and keeps the baseline", () => {
    const suite = suiteOf(
      { name: "a" },
      { name: "b" },
      { name: "base", role: "baseline" },
      { input: "other" },
    );
    const namesFor = (...names: string[]) =>
      [...selectCases(suite, { names })].map(([input, cases]) => [input, ...cases.map(({ name }) => name)]);
    expect(namesFor("sum/a")).toEqual([["sum", "a", "base"]]);
    expect(namesFor("made-up")).toHaveLength(2);
    expect(namesFor("nothing")).toEqual([]);
  });
});

test.each(SUITES)("suite $name: quick inputs give right answers", async (suite) => {
  const rows = await runSuites([suite], { quick: true });
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ status, role }) => status === "wrong" && role !== "peer")).toEqual([]);
  expect(rows.some(({ status }) => status === "ok")).toBe(true);
});

describe("compare", () => {
  const runOf = (medians: Record<string, number>, cpu = "A"): RunFile => ({
    format: "wayfield-bench",
    version: 1,
    quick: false,
    machine: { cpu, cores: 2, node: "v20.0.0", date: "2025-01-01T00:00:00Z", commit: "abc" },
    rows: Object.entries(medians).map(
      ([name, median]): Row => ({
        suite: "s",
        input: "i",
        name,
        role: "ours",
        time: { median, p25: median * 0.9, p75: median * 1.1, least: median, samples: 9 },
        ratio: null,
        status: "ok",
        note: "",
      }),
    ),
  });
  const before = runOf({ quicker: 10, noisy: 10, slower: 10, gone: 1 });
  const after = runOf({ quicker: 5, noisy: 11.5, slower: 20, new: 1 }, "B");

  test("marks what lies beyond noise", () => {
    const verdicts = compareRuns(before, after).map(({ id, verdict }) => `${id} ${verdict}`);
    expect(verdicts).toEqual([
      "s/i/quicker faster",
      "s/i/noisy same",
      "s/i/slower slower",
      "s/i/gone gone",
      "s/i/new new",
    ]);
    const table = formatComparison(before, after);
    expect(table).toMatch(/slower\s+10\.0 ms\s+20\.0 ms\s+2\.0x\s+\+ SLOWER/);
    expect(table).toContain("cpu differs: A and B");
  });

  test("reads what was written, and refuses anything else", () => {
    const folder = mkdtempSync(join(tmpdir(), "wayfield-"));
    const file = join(folder, "run.json");
    writeFileSync(file, JSON.stringify(before));
    expect(readRun(file)).toEqual(before);
    writeFileSync(file, "{}");
    expect(() => readRun(file)).toThrow("not a result");
    rmSync(folder, { recursive: true });
  });
});

describe("the check of triangulations", () => {
  // One block in a square: corners 0 to 3 outside, 4 to 7 inside, every ring counterclockwise.
  const plan = city(1, "aligned");
  const right = [0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7, 4, 5, 6, 4, 6, 7];
  const check =
    (triangles: number[], given = plan) =>
    () =>
      checkTriangles(triangles, given, { coverage: "hull", delaunay: true });

  test("accepts a right one, whichever way its triangles turn", () => {
    expect(check(right)).not.toThrow();
    expect(check([1, 0, 5, ...right.slice(3)])).not.toThrow();
  });

  test("rejects a missing, a flat and a doubled triangle, a missing edge and a wrong area", () => {
    expect(check(right.slice(3))).toThrow("9 triangles instead of 10");
    expect(check([0, 0, 5, ...right.slice(3)])).toThrow("flat");
    expect(check([...right.slice(0, 27), 4, 5, 6])).toThrow("belongs to two triangles");
    const edges = Int32Array.from([...plan.edges, 5, 7]);
    expect(check(right, { ...plan, edges })).toThrow("edge 5-7 of the plan is missing");
    expect(check(right, { ...plan, freeArea: plan.freeArea + 1 })).toThrow("m2 instead of");
  });

  test("rejects an edge that is not Delaunay", () => {
    const squeezed = Float64Array.from([0, 0, 100, 0, 100, 10, 0, 10, 80, 4, 90, 4, 90, 6, 80, 6]);
    expect(check(right, { ...plan, points: squeezed, freeArea: 980 })).toThrow("is not Delaunay");
  });
});

test("a native peer without its header says which package brings it", () => {
  const peer = nativePeer("nothing", {
    source: "cgal-triangulation.cpp",
    headers: [{ header: "no/such/header.h", debian: "libnothing-dev" }],
  });
  expect(() => peer.build()).toThrow(
    /^not built: (header no\/such\/header\.h missing \(Debian package libnothing-dev\)|no g\+\+)/,
  );
});

test("numbers are printed in units that read well", () => {
  expect([1500, 12.345, 0.87, 0.000045].map(formatTime)).toEqual(["1.50 s", "12.3 ms", "870 µs", "45.0 ns"]);
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
  expect(summarize([3, 1, 2])).toEqual({ median: 2, p25: 1.5, p75: 2.5, least: 1, samples: 3 });
  expect(formatTable(["a", "bb"], [["long", "1"]])).toBe("a     bb\n----  --\nlong   1");
});

test("an exponent is the slope in logarithms", () => {
  expect(exponentOf([1, 10, 100].map((x) => [x, 3 * x ** 1.5] as const))).toBeCloseTo(1.5, 12);
});
