import { describe, expect, test } from "vitest";
import { builtinScene } from "../scenes/index.js";
import { answerText } from "./answer.js";
import { narrowPlaces } from "./narrow-places.js";
import { pairedDifference } from "./pairs.js";
import { studyReport } from "./report.js";
import { runStudy } from "./run-study.js";
import { parseStudy, planStudy } from "./study.js";
import { csvOf } from "./table.js";

const small = { "spawns[0].count": 6, "simulation.duration": 60 };
const HOSTILE = "<script>alert(1)</script>";
const study = parseStudy({
  format: "wayfield-study",
  version: 1,
  name: `A & ${HOSTILE}`,
  scene: "two-rooms",
  set: small,
  variants: {
    drawn: {},
    slow: { set: { "profiles.adult.speed": 0.8 }, note: HOSTILE },
    short: { set: { "simulation.duration": 2 } },
  },
  seeds: 3,
});
const plan = planStudy(study, (name) => builtinScene(name));
const outcome = await runStudy(plan);
const { html, figures } = studyReport(plan, outcome);

describe("the report of a study", () => {
  test("is complete in itself: nothing is loaded from anywhere", () => {
    expect(html).not.toMatch(/(src|href)="(?!data:)/);
    expect(html).not.toMatch(/url\((?!data:)/);
    expect(html).toMatch(/^<!doctype html>/);
  });

  test("names of others cannot do anything in it", () => {
    expect(html).not.toContain(HOSTILE);
    expect(html).toContain("A &amp; &lt;script&gt;");
  });

  test("answers first, and of what did not empty says so", () => {
    const [, first, second] = html.split('<p class="answer');
    expect(first).toMatch(/^ more">slow is worse than drawn: /);
    expect(second).toMatch(/^ open">short cannot be compared with drawn: 0 pairs/);
    expect(html).toContain("short: 3 of 3 runs did not empty (seed 1 not emptied");
    expect(html).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("maps of all variants are on one scale, and there is one of what differs for each", () => {
    const legends = figures
      .filter(({ name }) => /^density-\d/.test(name))
      .map(({ svg }) => [...svg.matchAll(/([\d.]+) \/m²/g)].map(([, value]) => value));
    expect(legends).toHaveLength(3);
    expect(new Set(legends.map((legend) => legend.join(" "))).size).toBe(1);
    expect(figures.filter(({ name }) => name.startsWith("density-difference"))).toHaveLength(2);
  });

  test("maps tell values on hover, on the scale of their picture, whose ramp has ticks", () => {
    const [first] = figures.filter(({ name }) => name === "density-1");
    expect(first.scale).toMatchObject({ least: 0, units: "/m²" });
    expect(first.scale!.colours).toHaveLength(64);
    expect(html).toContain(`data-scale="${JSON.stringify(first.scale).replace(/"/g, "&quot;")}"`);
    // Round values between the ends.
    const { most } = first.scale!;
    const labels = [...first.svg.matchAll(/text-anchor="middle"[^>]*>([\d.]+)</g)].map(([, label]) =>
      Number(label),
    );
    expect(labels.length).toBeGreaterThanOrEqual(1);
    for (const label of labels) expect(label > 0 && label < most).toBe(true);
  });

  test("curves tell their values on hover", () => {
    const [arrivals] = figures.filter(({ name }) => name === "arrivals");
    expect(arrivals.svg).toMatch(/<path d="M[\d. ]+h0"><title>[\d.]+: 100<\/title>/);
  });

  test("the percentile table has what was measured", () => {
    const times = outcome.rows.filter(({ variant }) => variant === "drawn").map(({ time }) => time!);
    const median = [...times].sort((a, b) => a - b)[1];
    expect(html).toContain(`<td>${median.toFixed(1)}\u00a0s</td>`);
  });
});

test("narrow places are gathered over runs, and a run without one counts with no delay", () => {
  const drawn = outcome.rows.filter(({ variant }) => variant === "drawn");
  const [first] = narrowPlaces(drawn);
  expect(first.runs).toBeLessThanOrEqual(3);
  const named = drawn.map(
    ({ bottlenecks }) => bottlenecks.find(({ name }) => name === first.name)?.delay ?? 0,
  );
  if (first.name !== "") expect(first.delay).toBeCloseTo((named[0] + named[1] + named[2]) / 3, 6);
  expect(narrowPlaces([])).toEqual([]);
});

test("one sentence for each verdict", () => {
  const by = (values: number[]) => new Map(values.map((value, k) => [k, value]));
  const answer = (a: number[], b: number[]) => answerText("A", "B", pairedDifference(by(a), by(b)));
  expect(answer([10, 11, 12], [8, 9.1, 10])).toMatch(/^B is better than A: 2\.0 s \(18 %\) less/);
  expect(answer([10, 11, 12], [12, 13.1, 14])).toMatch(/^B is worse than A/);
  expect(answer([10, 11, 12], [11, 10, 12])).toMatch(/^No difference is shown/);
  expect(answer([10], [11])).toMatch(/^B cannot be compared with A: 1 pair of runs/);
});

test("CSV quotes what has commas, quotes and line breaks", () => {
  const text = csvOf([
    { name: "a,b", kind: "text", values: ['x"y', "two\nlines", null] },
    { name: "c", kind: "number", values: [1.5, null, 0] },
  ]);
  expect(text).toBe('"a,b",c\n"x""y",1.5\n"two\nlines",\n,0\n');
});
