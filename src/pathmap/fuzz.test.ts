/**
 * The path fuzz, a bounded part of it: plans of seven families in six styles, each with three sets of goals. For hours
 * of it: `npm run fuzz -- --minutes 60`.
 */
import { expect, test } from "vitest";
import { noCounts, pathTrial } from "../../test/support/path-fuzz.js";

test.each([
  { from: 0, to: 126, corners: 150, answers: 2500 },
  { from: 1000, to: 1028, corners: 600, answers: 600 },
  { from: 2000, to: 2007, corners: 2500, answers: 120 },
])(
  "maps, finder, rasters and an oracle of sight agree, seeds $from to $to, up to $corners corners",
  ({ from, to, corners, answers }) => {
    const counts = noCounts();
    for (let seed = from; seed < to; seed++) pathTrial(seed, corners, counts);
    expect(counts.answers).toBeGreaterThan(answers);
    expect(counts.paths).toBeGreaterThan(answers / 20);
    expect(counts.lookUps).toBeGreaterThan(answers / 20);
  },
  600_000,
);

test.each([
  { seed: 500031, family: "maze", style: "turned, far away", corners: 120, once: "a window was lost" },
  { seed: 500151, family: "walls", style: "turned, rounded", corners: 120, once: "a window was lost" },
  {
    seed: 500079,
    family: "overlapping",
    style: "turned, far away",
    corners: 120,
    once: "no way on a raster's rim",
  },
  {
    seed: 500286,
    family: "city",
    style: "turned, far away",
    corners: 120,
    once: "2 mm too far to a segment",
  },
  {
    seed: 500368,
    family: "walls",
    style: "turned, far away",
    corners: 120,
    once: "0.38 m too far to a segment",
  },
  {
    seed: 500864,
    family: "maze",
    style: "turned, rounded",
    corners: 120,
    once: "0.36 m too far to a segment",
  },
  { seed: 501417, family: "maze", style: "turned, far away", corners: 120, once: "1 m too far to a segment" },
  { seed: 600245, family: "caves", style: "turned, far away", corners: 250, once: "no way to a segment" },
  { seed: 600313, family: "maze", style: "turned, far away", corners: 250, once: "a triangle without a way" },
  {
    seed: 600329,
    family: "caves",
    style: "turned, far away",
    corners: 250,
    once: "0.16 m too far to a segment",
  },
] as const)("seed $seed, $family, $style: once $once", ({ seed, family, style, corners }) => {
  const counts = noCounts();
  pathTrial(seed, corners, counts, { family, style });
  expect(counts.answers).toBeGreaterThan(10);
});
