/** A run and its recording are measured alike. */
import { expect, test } from "vitest";
import { csvTrajectories, readCsvTrajectories } from "../io/index.js";
import type { AreaMeasured, LineMeasured } from "../measure/index.js";
import type { SceneInput } from "../world/index.js";
import { type RunCheckpoint, replayScene, runScene } from "./index.js";

const SCENE: SceneInput = {
  boundary: [
    [0, 0],
    [12, 0],
    [12, 6],
    [0, 6],
  ],
  obstacles: [
    {
      polygon: [
        [7, 0],
        [7.3, 0],
        [7.3, 2.5],
        [7, 2.5],
      ],
    },
    {
      polygon: [
        [7, 3.5],
        [7.3, 3.5],
        [7.3, 6],
        [7, 6],
      ],
    },
  ],
  goals: {
    exit: {
      segments: [
        [
          [12, 2],
          [12, 4],
        ],
      ],
    },
  },
  profiles: { late: { radius: 0.22, speed: 1.3, reaction: 4 } },
  spawns: [
    {
      polygon: [
        [0.5, 0.5],
        [4.4, 0.5],
        [4.4, 5.5],
        [0.5, 5.5],
      ],
      count: 25,
      goals: ["exit"],
    },
    {
      polygon: [
        [5, 0.5],
        [6.5, 0.5],
        [6.5, 2],
        [5, 2],
      ],
      count: 3,
      profile: "late",
      goals: ["exit"],
    },
  ],
  measurements: {
    before: {
      polygon: [
        [5, 2],
        [7, 2],
        [7, 4],
        [5, 4],
      ],
      direction: [1, 0],
    },
    corner: {
      polygon: [
        [5, 0.5],
        [6.5, 0.5],
        [6.5, 2],
        [5, 2],
      ],
    },
    door: {
      segment: [
        [7.15, 2.5],
        [7.15, 3.5],
      ],
    },
    exit: {
      segment: [
        [12, 2],
        [12, 4],
      ],
    },
  },
};

test("a recording of a run has the measurements of the run, who has not set out included", async () => {
  let csv = "";
  const run = await runScene(SCENE, {
    seed: 3,
    record: (head) => [
      csvTrajectories((text) => {
        csv += text;
      }, head),
    ],
  });
  const again = await replayScene(SCENE, readCsvTrajectories(csv));
  const [before, corner, door, exit] = run.measured.measurements as [
    AreaMeasured,
    AreaMeasured,
    LineMeasured,
    LineMeasured,
  ];
  expect(run.summary.arrived).toBe(28);
  expect([door.right.count, door.left.count]).toEqual([28, 0]);
  expect([exit.right.count, exit.left.count]).toEqual([28, 0]);
  // Those in the corner stand there for four seconds, and are in no figure until they set out.
  expect(before.series.people.some((people) => people > 1)).toBe(true);
  corner.series.time.forEach((time, k) => {
    if (time < 0.3) expect(corner.series.people[k]).toBe(0);
  });
  expect(corner.series.people[corner.series.time.findIndex((time) => time > 4.1)]).toBeGreaterThan(0);
  run.measured.measurements.forEach((result, k) => {
    const other = again.measured.measurements[k];
    expect(other.kind).toBe(result.kind);
    if (result.kind === "line" && other.kind === "line") {
      expect(other.passages.map(({ to }) => to)).toEqual(result.passages.map(({ to }) => to));
      other.passages.forEach(({ time }, i) => {
        expect(time).toBeCloseTo(result.passages[i].time, 3);
      });
    }
    if (result.kind === "area" && other.kind === "area") {
      for (const column of ["time", "people", "density", "speed", "covered"] as const)
        expect([...other.series[column]]).toEqual(
          [...result.series[column]].map((value) => (Number.isNaN(value) ? value : expect.closeTo(value, 4))),
        );
    }
  });
});

test("a run that goes on from a checkpoint has the measurements of one that was never stopped", async () => {
  const kept: RunCheckpoint[] = [];
  const whole = await runScene(SCENE, { saveEvery: 0, checkpoint: (state) => void kept.push(state) });
  const again = await runScene(SCENE, { resume: structuredClone(kept[kept.length >> 1]) });
  expect(again.measured.measurements).toEqual(whole.measured.measurements);
  const { tables, figures, html } = again.report();
  expect(tables.map(({ name }) => name)).toEqual([
    "measurements-before.csv",
    "measurements-corner.csv",
    "measurements-door.csv",
    "measurements-exit.csv",
    "measurements.json",
  ]);
  expect(tables[0].text).toMatch(/^time_s,people,density_per_m2,/);
  expect(tables[2].text.trim().split("\n").length).toBe(1 + 28);
  expect(JSON.parse(tables[4].text)[0]).toMatchObject({
    name: "before",
    kind: "area",
    size_m2: 4,
    width_m: 2,
  });
  expect(figures.map(({ name }) => name)).toContain("measurements-door-gaps");
  expect(html).toContain("<h2>Measurements</h2>");
});
