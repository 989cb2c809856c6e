/** Plans on which maps once had no answer, or too long a one. */
import { describe, expect, test } from "vitest";
import { hasSharedFile, sharedFile } from "../../test/shared-data.js";
import { holesOf } from "../../test/support/map-invariants.js";
import { type SceneInput, World } from "../world/index.js";
import { PathMap } from "./pathmap.js";

/** n x n squares of 1 m, 1 m apart, in a square room. */
function squares(n: number): SceneInput {
  const side = 2 * n + 1;
  const square = (x: number, y: number, size: number): [number, number][] => [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
  ];
  const obstacles = Array.from({ length: n * n }, (_, i) => ({
    polygon: square(1 + 2 * Math.floor(i / n), 1 + 2 * (i % n), 1),
  }));
  return { boundary: square(0, 0, side), obstacles };
}

describe("a map that outgrows its tables keeps every window", () => {
  test("64 squares: 16.994 m from the lower right to the left", () => {
    const map = new PathMap(new World(squares(8)), { goals: [{ point: [12.75, 0.3] }] });
    expect(map.distance([1.039, 12.255])).toBeCloseTo(16.994, 3);
    expect(holesOf(map)).toEqual([]);
  });

  describe.skipIf(!hasSharedFile("holes/ar.json"))("plans of games (needs shared data)", () => {
    test.each([
      ["brc", 95.246],
      ["ar", 69.136],
      ["squares", 16.994],
    ])("%s: %f m", (name, expected) => {
      const [x, y] = sharedFile(`holes/${name}.csv`).split("\n")[1].split(",").map(Number);
      const map = new PathMap(new World(JSON.parse(sharedFile(`holes/${name}.json`))), { goals: ["exit"] });
      expect(map.distance([x, y])).toBeCloseTo(expected, 3);
      expect(holesOf(map)).toEqual([]);
    });
  });
});
