import direct from "ml-direct";
import { describe, expect, test } from "vitest";
import { builtinScene } from "../scenes/index.js";
import { type Calibration, calibrateStudy, valueOn } from "./calibrate.js";
import { calibrationReport } from "./calibration-report.js";
import { minimise } from "./minimise.js";
import { failedRecord } from "./record.js";
import type { StudyOptions } from "./run-study.js";
import { countRuns, parseStudy, planStudy } from "./study.js";

const scenes = (name: string) => builtinScene(name);

/** A study that seeks speed and headway of the two rooms' people. */
const study = (more: object = {}, calibrate: object = {}) =>
  parseStudy({
    format: "wayfield-study",
    version: 1,
    scene: "two-rooms",
    factors: {
      "profiles.adult.speed": { range: { from: 0.5, to: 2 } },
      "profiles.adult.headway": { range: { from: 0.5, to: 2 } },
    },
    variants: { few: { set: { "spawns[0].count": 4 } }, many: {} },
    seeds: 2,
    calibrate: {
      targets: [
        { variant: "few", measure: "speed.A", value: 1.34 },
        {
          variant: "many",
          measure: "speed.A",
          by: "density.A",
          curve: [
            [0, 1.34],
            [1.17, 1.34],
            [2, 0.7],
          ],
        },
        { variant: "many", measure: "flow.exit", value: 1.34 * 1.17 },
      ],
      ...calibrate,
    },
    ...more,
  });

/** Runs without a simulation: what is measured has closed forms in speed and headway. */
const closedForm: NonNullable<StudyOptions["execute"]> = async (jobs, done) => {
  for (const job of jobs) {
    const { speed, headway } = job.scene.profiles!.adult as { speed: number; headway: number };
    const measures = { "speed.A": speed, "density.A": headway, "flow.exit": speed * headway };
    done(job, { ...failedRecord(job.id, job.seed, new Error()), outcome: "emptied", measures });
  }
};

describe("minimising what answers later", () => {
  test("the least point of a bowl is found, and every point is asked for once", async () => {
    const asked: string[] = [];
    let least = Infinity;
    await minimise(
      direct,
      async ([x, y]) => {
        asked.push(`${x} ${y}`);
        const value = 3 + (x - 0.7) ** 2 + 2 * (y - 0.2) ** 2;
        least = Math.min(least, value);
        return value;
      },
      2,
      120,
    );
    expect(asked).toHaveLength(120);
    expect(new Set(asked).size).toBe(120);
    expect(least - 3).toBeLessThan(1e-4);
  });
});

describe("calibration", () => {
  test("factors behind closed-form data are found to a hundredth", async () => {
    const found = await calibrateStudy(study({}, { evaluations: 150 }), scenes, {
      optimiser: direct,
      execute: closedForm,
    });
    const { speed, headway } = {
      speed: found.best!.factors["profiles.adult.speed"] as number,
      headway: found.best!.factors["profiles.adult.headway"] as number,
    };
    expect(Math.abs(speed / 1.34 - 1)).toBeLessThan(0.01);
    expect(Math.abs(headway / 1.17 - 1)).toBeLessThan(0.01);
    expect(found.evaluations).toHaveLength(150);
    expect(found.runs).toBe(600);
    const [low, high] = found.near["profiles.adult.speed"];
    expect(low <= speed && speed <= high).toBe(true);
    const { html, figures } = calibrationReport(found);
    expect(html).toContain("How near it comes");
    expect(figures.map(({ name }) => name)).toEqual(["distance", "factor-1", "factor-2"]);
  });

  test("the distance is the root of the weighted mean of squared relative errors; what is not measured counts tenfold", async () => {
    const targets = [
      { variant: "few", measure: "speed.A", value: 1, weight: 3 },
      {
        variant: "many",
        measure: "flow.exit",
        by: "density.A",
        curve: [
          [5, 1],
          [6, 1],
        ],
      },
    ];
    const { best } = await calibrateStudy(study({}, { targets, evaluations: 1 }), scenes, {
      optimiser: direct,
      execute: closedForm,
    });
    // The middle of the ranges: speed and headway 1.25, which no curve from 5 to 6 knows.
    expect(best!.distance).toBeCloseTo(Math.sqrt((3 * 0.25 ** 2 + 10 ** 2) / 4), 12);
    expect(best!.targets[1]).toMatchObject({ at: 1.25, given: null, error: null });
  });

  test("real runs give back the free speed that they were made with", async () => {
    const one = {
      set: { "spawns[0].count": 3 },
      variants: {},
      factors: { "profiles.adult.speed": { range: { from: 0.8, to: 2.2 } } },
      seeds: 1,
    };
    const known = planStudy(
      parseStudy({
        format: "wayfield-study",
        version: 1,
        scene: "two-rooms",
        ...one,
        factors: undefined,
        set: { ...one.set, "profiles.adult.speed": 1.34 },
      }),
      scenes,
    );
    const { runStudy } = await import("./run-study.js");
    const value = (await runStudy(known)).rows[0].measures.meanWalkingTime!;
    const { best } = await calibrateStudy(
      study(one, { targets: [{ measure: "meanWalkingTime", value }], evaluations: 15 }),
      scenes,
      { optimiser: direct },
    );
    expect(Math.abs((best!.factors["profiles.adult.speed"] as number) / 1.34 - 1)).toBeLessThan(0.02);
  });

  test("a signal ends it between two runs, and what there is is told", async () => {
    const stop = new AbortController();
    let runs = 0;
    const found: Calibration = await calibrateStudy(study(), scenes, {
      optimiser: direct,
      signal: stop.signal,
      execute: (jobs, done) =>
        closedForm(jobs, (job, record) => {
          if (stop.signal.aborted) return;
          done(job, record);
          if (++runs === 6) stop.abort();
        }),
    });
    expect(found).toMatchObject({ interrupted: true, runs: 4 });
    expect(found.evaluations).toHaveLength(1);
  });

  test("a curve is straight between its points, and nothing beyond its ends", () => {
    const curve = [
      [1, 2],
      [3, 4],
      [4, 0],
    ] as const;
    expect([0.9, 1, 2, 3, 3.5, 4.1].map((x) => valueOn(curve, x))).toEqual([null, 2, 3, 4, 2, null]);
  });

  test.each<[string, object, object, RegExp]>([
    [
      "levels",
      { factors: { "profiles.adult.speed": { values: [1] } } },
      {},
      /^factors\["profiles.adult.speed"\]: is sought between/,
    ],
    [
      "steps",
      { factors: { "profiles.adult.speed": { range: { from: 1, to: 2, steps: 3 } } } },
      {},
      /range \{ from, to \} and nothing else/,
    ],
    [
      "an empty range",
      { factors: { "profiles.adult.speed": { range: { from: 2, to: 2 } } } },
      {},
      /holds no values/,
    ],
    ["nothing to seek", { factors: {} }, {}, /^factors: nothing to seek/],
    ["a design", { design: { kind: "full" } }, {}, /^design: is no part of a calibration/],
    ["a stopping rule", { stop: {} }, {}, /^stop: is no part of a calibration/],
    [
      "an unknown variant",
      {},
      { targets: [{ variant: "none", measure: "time", value: 1 }] },
      /few, many are variants/,
    ],
    [
      "an unknown measure",
      {},
      { targets: [{ measure: "tiem", value: 1 }] },
      /^calibrate.targets\[0\]: .*given: "tiem"/,
    ],
    ["a target of 0", {}, { targets: [{ measure: "time", value: 0 }] }, /cannot be 0/],
    [
      "a curve over nothing",
      {},
      {
        targets: [
          {
            measure: "time",
            curve: [
              [0, 1],
              [1, 1],
            ],
          },
        ],
      },
      /belong together/,
    ],
    [
      "a curve backwards",
      {},
      {
        targets: [
          {
            measure: "time",
            by: "delay",
            curve: [
              [1, 1],
              [0, 1],
            ],
          },
        ],
      },
      /curve\[1\]: each point/,
    ],
    [
      "a place that no scene has",
      {},
      { targets: [{ measure: "flow.exti", value: 1 }] },
      /"flow.exti" is measured in no run of "few"; its scene names speed.A/,
    ],
  ])("%s: refused in one line", async (_, more, calibrate, message) => {
    const run = calibrateStudy(study(more, calibrate), scenes, { optimiser: direct, execute: closedForm });
    await expect(run).rejects.toThrow(message);
  });

  test("a study that calibrates is counted by its points, and is no design to lay out", () => {
    expect(countRuns(study({}, { evaluations: 7 }))).toBe(7 * 2 * 2);
    expect(() => planStudy(study(), scenes)).toThrow(/^calibrate: seeks points itself/);
  });
});
