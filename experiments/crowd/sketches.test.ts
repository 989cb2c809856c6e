import { expect, test } from "vitest";
import { sketches } from "./sketches.js";

test("sketched routes: all arrive, nobody is farther from the strokes than the width, soldiers and tanks part", () => {
  const courses = sketches.run({ seeds: [] });
  expect(courses.map(({ people }) => people)).toEqual([10, 120, 46]);
  for (const { people, arrived, mean, most95, most, width } of courses) {
    expect(arrived).toBe(people);
    expect(most).toBeLessThanOrEqual(width);
    expect(most95).toBeLessThan(most);
    expect(mean).toBeLessThan(width / 2);
  }
  expect(courses[2].sent).toEqual([40, 6]);
  expect(sketches.lines(courses)[2]).toMatch(/^swamp: 46 of 46 at the end .*; branches 40 and 6$/);
});
