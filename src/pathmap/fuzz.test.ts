/**
 * The path fuzz, a bounded part of it: plans of seven families in six styles, each with three sets of goals. For hours
 * of it: `npm run fuzz -- --minutes 60`.
 */
import { expect, test } from "vitest";
import { noCounts, pathTrial } from "../../test/support/path-fuzz.js";

test.each([
  { from: 0, to: 126, corners: 150, answers: 2500 },
  { from: 1000, to: 1042, corners: 600, answers: 800 },
  { from: 2000, to: 2014, corners: 2500, answers: 250 },
])(
  "maps, finder, rasters and an oracle of sight agree, seeds $from to $to, up to $corners corners",
  ({ from, to, corners, answers }) => {
    const counts = noCounts();
    for (let seed = from; seed < to; seed++) pathTrial(seed, corners, counts);
    expect(counts.answers).toBeGreaterThan(answers);
  },
);
