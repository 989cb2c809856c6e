import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { massFault, rangeOf } from "./distributions.js";
import {
  POPULATION_NAMES,
  POPULATIONS,
  populationGroup,
  populationNamed,
  speedAtAge,
} from "./populations.js";

describe("populations", () => {
  test.each(POPULATION_NAMES)("%s: shares sum to 1, and everything can be drawn", (name) => {
    const { groups } = POPULATIONS[name];
    expect(groups.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    for (const { speed, radius, headway, reaction } of groups) {
      for (const trait of [speed, radius, headway, reaction]) expect(massFault(trait)).toBeNull();
      expect(rangeOf(speed).min).toBeGreaterThan(0.3);
      expect(rangeOf(speed).max).toBeLessThan(2.5);
      expect(rangeOf(radius).min).toBeGreaterThan(0.1);
    }
  });

  test("the documentation's table has their figures", () => {
    const docs = readFileSync(new URL("../../docs/simulation.md", import.meta.url), "utf8");
    for (const name of POPULATION_NAMES) {
      const row = docs.split("\n").find((line) => line.startsWith(`| \`${name}\` `))!;
      const [, , speed, radius, headway] = row.split("|").map((cell) => cell.trim());
      const [group] = POPULATIONS[name].groups;
      expect([Number(radius), Number(headway)]).toEqual([group.radius, group.headway]);
      if (name === "imo") continue;
      const { mean, deviation, min, max } = group.speed as Record<string, number>;
      expect(speed).toBe(`normal, ${mean} ± ${deviation}, ${min} to ${max}`);
    }
  });

  test("the circular's ten groups: half are women, 40 % are impaired, and the mean speed is 0.91 m/s", () => {
    const { groups, doorFlow } = POPULATIONS.imo;
    const share = (part: string): number =>
      groups.filter(({ name }) => name.includes(part)).reduce((sum, group) => sum + group.share, 0);
    expect(groups).toHaveLength(10);
    expect(share("-women-")).toBeCloseTo(0.5, 12);
    expect(share("impaired")).toBeCloseTo(0.4, 12);
    const mean = groups.reduce((sum, group) => {
      const { min, max } = rangeOf(group.speed);
      return sum + (group.share * (min + max)) / 2;
    }, 0);
    expect(mean).toBeCloseTo(0.9108, 3);
    expect(doorFlow).toBe(1.33);
    expect(populationGroup("imo-men-30-to-50").speed).toEqual({ min: 0.97, max: 1.62 });
  });

  test("speeds by age: RiMEA 7's rows, straight between them, and the ends beyond", () => {
    expect(speedAtAge(20)).toEqual({ min: 1.6, max: 1.64 });
    expect(speedAtAge(30)).toEqual({ min: 1.52, max: 1.56 });
    expect(speedAtAge(70)).toEqual({ min: 1.07, max: 1.07 });
    expect(speedAtAge(65).min).toBeCloseTo(1.17, 12);
    expect(speedAtAge(5)).toEqual(speedAtAge(20));
    expect(speedAtAge(99)).toEqual(speedAtAge(70));
    expect(speedAtAge(40, "male").max / speedAtAge(40, "female").max).toBeCloseTo(1.41 / 1.27, 12);
  });

  test("names that are not known are refused in one line", () => {
    expect(() => populationNamed("adult", "population")).toThrow(
      'population: there is no population "adult"; did you mean "adults"? there are: adults, students, students-at-ease, imo',
    );
    expect(() => populationNamed("toString")).toThrow('there is no population "toString"');
    expect(() => populationGroup("imo-men-over-5")).toThrow('did you mean "imo-men-over-50"?');
  });
});
