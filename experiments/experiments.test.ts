/** The registry, and what does not need a crowd of people to be shown. */
import { expect, test } from "vitest";
import { InputError } from "../src/errors.js";
import { BOTTLENECKS } from "./crowd/bottleneck.js";
import { POCKETS } from "./crowd/pockets.js";
import { EXPERIMENTS, experimentNamed, sourceOf } from "./index.js";
import { counted, meanText, sampleOf } from "./seeds.js";

test("every experiment has a name of its own, and says where it comes from", () => {
  const names = EXPERIMENTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(["3.10", "table-4.1", "5.6", "park", "simulation-4"]));
  for (const experiment of EXPERIMENTS) {
    expect(experimentNamed(experiment.name)).toBe(experiment);
    expect(sourceOf(experiment)).toMatch(
      /^(Farias 2020|Dapper 2007|Fischer 2011|Hartmann 2010|Silveira 2010), .*\d/,
    );
  }
});

test("a name that is no experiment lists those that are", () => {
  expect(() => experimentNamed("nothing")).toThrow(InputError);
  expect(() => experimentNamed("nothing")).toThrow("3.10, 3.11, 3.12, transport, 3.14");
});

test("mean and deviation of a sample; a single value has no deviation", () => {
  const sample = sampleOf([2, 4, 4, 4, 5, 5, 7, 9]);
  expect(sample.mean).toBe(5);
  expect(sample.deviation).toBeCloseTo(Math.sqrt(32 / 7), 12);
  expect(meanText(sample)).toBe("5.0 ± 2.1");
  expect(sampleOf([3]).deviation).toBeNull();
  expect(meanText(sampleOf([3]))).toBe("3.0");
});

test("progress counts to one", () => {
  const shares: number[] = [];
  const tick = counted(4, { seeds: [], progress: (share) => shares.push(share) });
  for (let k = 0; k < 4; k++) tick();
  expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
});

test("figure 3.14: all arrive by the path map; straight at the goal, nobody has by then", () => {
  const [pocket] = POCKETS;
  const [row] = pocket.rows(pocket.run({ seeds: [] }));
  expect(row).toMatchObject({ scene: "pocket", agents: 24, left: 24 });
});

test("section 5.6 with seed 1: the gain is that of the means it prints", () => {
  const [barriers] = BOTTLENECKS;
  const result = barriers.run({ seeds: [1] });
  const [none, fixed, adaptive] = barriers.rows(result) as { mean: number; gain: number; seeds: number[] }[];
  expect(none.gain).toBe(0);
  expect(fixed.seeds).toEqual([1]);
  expect(fixed.gain).toBeCloseTo((none.mean - fixed.mean) / none.mean, 12);
  expect(adaptive.gain).toBeGreaterThan(0.2);
  expect(barriers.lines(result)[1]).toBe(
    `weight 1.5: ${fixed.mean.toFixed(1)} s (${(100 * fixed.gain).toFixed(1)} % less)`,
  );
});
