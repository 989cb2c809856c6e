import { describe, expect, test } from "vitest";
import { InputError } from "../errors.js";
import { builtinScene } from "../scenes/index.js";
import { planOnly } from "../world/index.js";
import { validate } from "../world/internal.js";
import { runStudy } from "./run-study.js";
import { countRuns, parseStudy, planStudy } from "./study.js";
import { STUDY_SHAPE, type StudyFile } from "./study-compiled.js";
import { studySchema } from "./study-schema.js";

/** The wall of `two-rooms` has a door of 1 m around y = 5; its edges follow a parameter. */
const DOOR: Pick<StudyFile, "parameters" | "bindings"> = {
  parameters: { door: 1 },
  bindings: [
    { path: "obstacles[0].polygon[2][1]", constant: 5, times: { door: -0.5 } },
    { path: "obstacles[0].polygon[3][1]", constant: 5, times: { door: -0.5 } },
    { path: "obstacles[1].polygon[0][1]", constant: 5, times: { door: 0.5 } },
    { path: "obstacles[1].polygon[1][1]", constant: 5, times: { door: 0.5 } },
  ],
};

const study = (more: Partial<StudyFile>): StudyFile =>
  parseStudy({ format: "wayfield-study", version: 1, scene: "two-rooms", ...more });
const plan = (more: Partial<StudyFile>) => planStudy(study(more), (name) => builtinScene(name));

describe("study files", () => {
  test("a named parameter moves every corner that follows it", () => {
    const { settings, sceneOf } = plan({ ...DOOR, factors: { door: { values: [1, 1.6] } }, seeds: 2 });
    expect(settings).toHaveLength(2);
    const { obstacles } = planOnly(sceneOf(settings[1]));
    const corners = obstacles!.map(({ polygon }) => polygon!.map(([, y]) => y));
    expect(corners).toEqual([
      [0, 0, 4.2, 4.2],
      [5.8, 5.8, 10, 10],
    ]);
    expect(sceneOf(settings[0])).toEqual(builtinScene("two-rooms"));
  });

  test("values by path, variants by what differs, and keys that are not there yet", () => {
    const { variants } = plan({
      set: { "spawns[0].count": 12 },
      variants: {
        "as built": {},
        slow: { set: { "profiles.adult.speed": 0.8, "simulation.model": "orca" } },
      },
    });
    expect(variants.map(({ name }) => name)).toEqual(["as built", "slow"]);
    expect(variants[0].scene.spawns![0].count).toBe(12);
    expect(variants[1].scene.profiles!.adult.speed).toBe(0.8);
    expect(variants[1].scene.simulation!.model).toBe("orca");
    expect(variants[0].scene.simulation!.model).toBeUndefined();
  });

  test.each<[string, Partial<StudyFile>, RegExp]>([
    [
      "a factor that names nothing",
      { factors: { "spawn[0].count": { values: [1] } } },
      /^factors\["spawn\[0\].count"\]: names nothing: there is no spawn; did you mean/,
    ],
    [
      "a misspelt key beside one that is set: the misspelt one is blamed",
      { set: { "spawns[0].count": 3 }, factors: { "spawns[0].cuont": { values: [1] } } },
      /^factors\["spawns\[0\]\.cuont"\]: names nothing that can be so: spawns\[0\]: unknown key "cuont"/,
    ],
    [
      "a variant's key that the scene cannot have",
      { set: { "spawns[0].count": 3 }, variants: { a: { set: { nothing: 1 } } } },
      /^variants\["a"\]\.set\["nothing"\]: names nothing that can be so: unknown key "nothing"/,
    ],
    [
      "a name that all objects have",
      { factors: { "constructor.prototype": { values: [1] } } },
      /names nothing that can be so: unknown key "constructor"/,
    ],
    [
      "a range without a whole number",
      { factors: { "spawns[0].count": { range: { from: 1.2, to: 1.8, whole: true } } } },
      /^factors\["spawns\[0\]\.count"\]\.range: holds no whole number; given: 1\.2 and 1\.8$/,
    ],
    ["a design of nothing", { design: { kind: "latin", samples: 3 } }, /^design: latin needs factors/],
    [
      "seeds beyond the greatest",
      { seeds: { from: 4294967295, count: 2 } },
      /^seeds: seeds go up to 4294967295; given: 2 from 4294967295 on$/,
    ],
    [
      "two ends of a stopping rule",
      { seeds: 80, stop: { most: 100 } },
      /^stop\.most: give one of seeds and stop\.most; given: 80 and 100$/,
    ],
    [
      "fewer runs than are asked for at least",
      { stop: { least: 2000 } },
      /^stop\.most: at least 2000 runs are needed by stop\.least; given: 1000$/,
    ],
    ["a measure of no place", { measures: ["flow.nowhere"] }, /^measures: flow\.nowhere names nothing: exit/],
    [
      "a stopping rule that would look at nothing",
      { stop: { measure: "flow.nowhere" } },
      /^stop\.measure: flow\.nowhere names nothing/,
    ],
    ["a span that is none", { convergence: { span: 1 } }, /^convergence: span: a finite number/],
    [
      "an entry that is not there",
      { factors: { "spawns[4].count": { values: [1] } } },
      /names nothing: spawns has entries 0 to 0; given: 4/,
    ],
    [
      "a key that no scene has",
      { factors: { "simulation.modle": { values: ["orca"] } } },
      /^factors\["simulation.modle"\]: names nothing.*unknown key "modle" \(did you mean "model"\?\)/,
    ],
    ["a word that is no path", { factors: { "the door": { values: [1] } } }, /names nothing: a path such as/],
    [
      "a value that cannot be so",
      { set: { "spawns[0].count": -1 } },
      /^set\["spawns\[0\].count"\].*given: -1/,
    ],
    [
      "a range without values",
      { factors: { "spawns[0].count": { range: { from: 5, to: 5 } } } },
      /holds no values/,
    ],
    [
      "a parameter that nothing follows",
      { parameters: { door: 1 } },
      /parameters\["door"\]: nothing follows it/,
    ],
    [
      "a binding of no parameter",
      { bindings: [{ path: "spawns[0].count", times: { dor: 1 } }] },
      /bindings\[0\].times: none are parameters/,
    ],
    [
      "a measure that there is not",
      { measures: ["tiem"] },
      /^measures: .*given: "tiem"; did you mean "time"/,
    ],
    ["a percentile that cannot be", { stop: { percentile: 1.5 } }, /stop.percentile/],
    ["too few runs for a stopping rule", { stop: { most: 20 } }, /at least 59 runs are needed/],
    ["a stopping rule with a list of seeds", { stop: {}, seeds: [1, 2] }, /^seeds: a stopping rule/],
    ["the same seed twice", { seeds: [1, 1] }, /every seed is needed once/],
    ["too many runs", { seeds: 1_000_000, variants: { a: {}, b: {} } }, /2,000,000 runs are more than/],
  ])("%s is refused in one line", (_, more, message) => {
    let error: unknown;
    try {
      plan(more);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain("\n");
  });

  test("the schema says what a study may hold", () => {
    expect(() => parseStudy({ format: "wayfield-study", version: 1 })).toThrow("scene: is missing");
    expect(() => study({ sedes: 3 } as never)).toThrow('unknown key "sedes" (did you mean "seeds"?)');
    expect(() => study({ factors: { a: {} } })).toThrow(/exactly one|one of/);
  });

  test.each<[string, object]>([
    ["nothing", {}],
    [
      "a whole study",
      { ...DOOR, factors: { door: { values: [1, "x", true] } }, seeds: { from: 3, count: 2 } },
    ],
    ["two kinds of one factor", { factors: { door: { values: [1], range: { from: 0, to: 1 } } } }],
    ["a distribution", { factors: { a: { distribution: { lognormal: { mean: 2, deviation: 1 } } } } }],
    ["half a distribution", { factors: { a: { distribution: { mean: 2 } } } }],
    ["a design that there is not", { design: { kind: "central" } }],
    ["a negative number of seeds", { seeds: -1 }],
    ["a seed that is no number", { seeds: [1, "2"] }],
    ["a rule", { stop: { percentile: 0.9, within: 3 }, convergence: { tet: 0.1 } }],
    ["variants", { variants: { a: { note: "x" }, b: { set: { "spawns[0].count": 3 }, scene: "park" } } }],
    ["a variant that is a word", { variants: { a: "b" } }],
  ])("of %s the compiled schema accepts what zod accepts", (_, more) => {
    const data = { format: "wayfield-study", version: 1, scene: "two-rooms", ...more };
    expect(validate(STUDY_SHAPE, data, 1).count === 0).toBe(studySchema.safeParse(data).success);
  });

  test("levels that are rounded stay within their range, and are counted once", () => {
    const factors = { "spawns[0].count": { range: { from: 1.4, to: 3.6, steps: 9, whole: true } } };
    const { points } = plan({ factors, seeds: 2 });
    expect(points.map((point) => point["spawns[0].count"])).toEqual([2, 3]);
    expect(countRuns(study({ factors, seeds: 2 }))).toBe(4);
  });

  test("with a stopping rule, seeds say the most that there may be", () => {
    expect(plan({ seeds: { from: 7, count: 80 }, stop: {} })).toMatchObject({
      stop: { most: 80 },
      seeds: expect.arrayContaining([7, 86]),
    });
  });

  test("runs are counted before any is made", () => {
    const steps = { range: { from: 0, to: 1, steps: 1000 } };
    expect(countRuns(study({ factors: { a: steps, b: steps, c: steps } }))).toBe(50e9);
    expect(countRuns(study({ stop: { most: 80 }, variants: { a: {}, b: {} } }))).toBe(160);
  });
});

describe("running a study", () => {
  const small = { "spawns[0].count": 4, "simulation.duration": 40 };

  test("outcomes are kept apart: a run that does not empty has no time, one that breaks down is named, none is averaged", async () => {
    const { results, rows } = await runStudy(
      plan({
        set: small,
        ...DOOR,
        variants: {
          "as built": {},
          short: { set: { "simulation.duration": 3 } },
          broken: { set: { door: 0.3 } },
        },
        seeds: 2,
      }),
    );
    expect(rows).toHaveLength(6);
    const [built, short, broken] = results.variants;
    expect(built.outcomes.emptied).toBe(2);
    expect(built.time.count).toBe(2);
    expect(short.outcomes["not emptied"]).toBe(2);
    expect(short.runs.every(({ time }) => time === null)).toBe(true);
    expect(short.time).toMatchObject({ count: 0, mean: null, p95: null });
    expect(rows[1].measures.maxDensity).toBeGreaterThan(0);
    expect(short.measures.maxDensity).toMatchObject({ count: 0, mean: null });
    expect(results.differences[0].time).toMatchObject({ pairs: 0, left: 2, mean: null, verdict: null });
    expect(broken.outcomes.failed).toBe(2);
    expect(broken.runs.every(({ time, outcome }) => time === null && outcome === "failed")).toBe(true);
    expect(results.notes.join("\n")).toMatch(/the first run that failed, seed 1: \S/);
    expect(results.notes.join("\n")).toContain(
      "short: 2 of 2 runs did not empty (seed 1 not emptied; seed 2 not emptied)",
    );
  });

  test("maps and narrow places are of the runs that emptied; where none did, of those that were cut off, and say so", async () => {
    // Two levels of the time there is: too short, and long enough.
    const factors = { "simulation.duration": { values: [3, 40] } };
    const both = await runStudy(plan({ set: { "spawns[0].count": 4 }, factors, seeds: 1 }));
    expect(both.rows.map(({ outcome }) => outcome)).toEqual(["not emptied", "emptied"]);
    const long = await runStudy(plan({ set: { ...small, "spawns[0].count": 4 }, seeds: 1 }));
    expect(both.mapsOf("")).toMatchObject({ runs: 1, outcome: "emptied" });
    expect(both.mapsOf("")!.density.values).toEqual(long.mapsOf("")!.density.values);
    const short = await runStudy(plan({ set: { ...small, "simulation.duration": 3 }, seeds: 2 }));
    expect(short.mapsOf("")).toMatchObject({ runs: 2, outcome: "not emptied" });
  });

  test("people who stand for good are stalled, not slow", async () => {
    const held = {
      ...builtinScene("two-rooms"),
      doors: [
        {
          segment: [
            [10, 4.5],
            [10, 5.5],
          ] as [[number, number], [number, number]],
          maxFlow: 0.001,
        },
      ],
    };
    const { results } = await runStudy(
      planStudy(study({ set: { ...small, "simulation.duration": 90 }, seeds: 1 }), () => held),
    );
    expect(results.variants[0].runs[0]).toMatchObject({ outcome: "stalled", time: null });
  });

  test("the stopping rule ends a study where the interval is narrow enough at two looks in a row, or at the only one", async () => {
    const settled = plan({ set: small, stop: { percentile: 0.5, share: 0.5, least: 6, every: 3, most: 12 } });
    const { results } = await runStudy(settled);
    expect(results.stop).toMatchObject({ met: true, seeds: 9 });
    const once = plan({ set: small, stop: { percentile: 0.5, share: 0.5, least: 6, every: 3, most: 6 } });
    expect((await runStudy(once)).results.stop).toMatchObject({ met: true, seeds: 6 });
    const strict = plan({ set: small, stop: { percentile: 0.5, within: 1e-6, least: 6, every: 3, most: 9 } });
    expect((await runStudy(strict)).results.stop).toMatchObject({ met: false, seeds: 9 });
  });

  test("records may come in any order: the table and the maps have the same bits", async () => {
    const mine = plan({ set: small, seeds: 4 });
    const straight = await runStudy(mine);
    const { recordRun } = await import("./record.js");
    const turned = await runStudy(mine, {
      execute: async (jobs, done) => {
        const records = await Promise.all(jobs.map((job) => recordRun(job.id, job.scene, job.seed)));
        for (let k = jobs.length - 1; k >= 0; k--) done(jobs[k], records[k]!);
      },
    });
    expect(turned.rows).toEqual(straight.rows);
    expect(turned.mapsOf("")).toEqual(straight.mapsOf(""));
    expect(straight.mapsOf("")!.runs).toBe(4);
  });

  test("a signal ends it, and what there is counts", async () => {
    const controller = new AbortController();
    const { interrupted, rows, results } = await runStudy(plan({ set: small, seeds: 5 }), {
      signal: controller.signal,
      progress: ({ done }) => {
        if (done === 2) controller.abort();
      },
    });
    expect({ interrupted, rows: rows.length, planned: results.planned }).toEqual({
      interrupted: true,
      rows: 2,
      planned: 5,
    });
  });
});
