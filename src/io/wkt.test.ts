import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { freeArea, isFree } from "../../test/measure-scene.js";
import { hasSharedFile, sharedFile } from "../../test/shared-data.js";
import { Random } from "../numerics/index.js";
import { completeScene, type Scene } from "../world/index.js";
import { formatNamed } from "./index.js";

const data = (name: string): string =>
  readFileSync(new URL(`../../test/data/${name}`, import.meta.url), "utf8");
const read = (text: string): { scene: Scene; notes: readonly string[] } => formatNamed("wkt").read!(text);

describe("WKT", () => {
  test("a collection is the union of its polygons; lines are walls", () => {
    const { scene } = read(data("rooms.wkt"));
    // 10 x 6 and 11 x 2 that overlap in 1 x 2, less a hole of 2 x 2.
    expect(freeArea(scene)).toBe(60 + 22 - 2 - 4);
    expect(scene.obstacles!.filter((o) => o.segment)).toHaveLength(2);
    expect(scene.obstacles!.filter((o) => o.point)).toEqual([{ point: [15, 3] }]);
  });

  test("a single polygon keeps every coordinate to the bit", () => {
    const { scene, notes } = read("POLYGON((0.1 0.2, 1e0 .3, 0.30000000000000004 1.7, 0.1 0.2))");
    expect(scene.boundary).toEqual([
      [0.1, 0.2],
      [1, 0.3],
      [0.30000000000000004, 1.7],
    ]);
    expect(notes).toEqual([]);
  });

  test("union over random rectangles: area by counting unit cells (seed 21)", () => {
    const random = new Random(21);
    for (let round = 0; round < 60; round++) {
      const boxes = Array.from({ length: 2 + random.below(8) }, () => {
        const [x, y] = [random.below(20), random.below(20)];
        return [x, y, x + 1 + random.below(8), y + 1 + random.below(8)];
      });
      const text = boxes
        .map(([a, b, c, d]) => `((${a} ${b}, ${c} ${b}, ${c} ${d}, ${a} ${d}, ${a} ${b}))`)
        .join(", ");
      const { scene } = read(`MULTIPOLYGON (${text})`);
      let cells = 0;
      for (let x = 0; x < 30; x++) {
        for (let y = 0; y < 30; y++) {
          const covered = boxes.some(([a, b, c, d]) => a <= x && x < c && b <= y && y < d);
          if (covered) cells++;
          expect(isFree(scene, [x + 0.5, y + 0.5])).toBe(covered);
        }
      }
      expect(freeArea(scene)).toBe(cells);
    }
  });

  test("polygon scenes come back; what is lost is said", () => {
    const scene = completeScene({
      boundary: [
        [0, 0],
        [9.1, 0],
        [9, 9],
        [0, 9],
      ],
      obstacles: [
        {
          polygon: [
            [1, 1],
            [2, 1],
            [2, 2],
          ],
        },
        {
          segment: [
            [4, 4],
            [5, 4],
          ],
        },
        { point: [7, 1 / 3] },
      ],
      goals: { exit: { points: [[8, 8]] } },
    });
    const { text, notes } = formatNamed("wkt").write!(scene);
    expect(notes).toEqual(["WKT holds the walkable area only; left out: goals"]);
    const back = read(text).scene;
    expect(back.boundary).toEqual(scene.boundary);
    expect(back.obstacles).toEqual(scene.obstacles);
  });

  test("overlapping obstacles are united so that the polygon is valid, with notes", () => {
    const scene = completeScene({
      boundary: [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
      obstacles: [
        {
          polygon: [
            [1, 1],
            [4, 1],
            [4, 4],
            [1, 4],
          ],
        },
        {
          polygon: [
            [3, 3],
            [6, 3],
            [6, 6],
            [3, 6],
          ],
        },
        {
          polygon: [
            [8, -1],
            [12, -1],
            [12, 2],
            [8, 2],
          ],
        },
      ],
    });
    const { text, notes } = formatNamed("wkt").write!(scene);
    expect(notes[0]).toMatch(/touch or overlap/);
    // 100 less two squares of 9 that overlap in 1, less the corner of 2 x 2.
    expect(freeArea(read(text).scene)).toBe(100 - 17 - 4);
  });

  test.each([
    ["POLYGON ((0 0, 1 0, 1 1, 0 NaN))", /line 1, column 28: a finite decimal number/],
    ["POLYGON ((0 0, 1 0,\n1 1, 0 1))", /column 10: a ring must end with the point it starts with/],
    ["POLYGON ((0 0, 1 0, 1 1", /"," or "\)" is expected; given: the end of the file/],
    ["CURVEPOLYGON (1 2)", /line 1, column 1: one of POINT/],
    ["POLYGON EMPTY", /no shape that could be a scene/],
    ["", /line 1, column 1/],
  ])("a faulty text says where (%#)", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test.skipIf(!hasSharedFile("BUW.wkt")).each(["BUW", "aknz_evac", "bottleneck"])("%s", (name) => {
    const text = sharedFile(`${name}.wkt`);
    const { scene } = read(text);
    // Oracle: points drawn at random are free when an odd number of rings of any one polygon encloses them.
    const parts = [...text.matchAll(/POLYGON\s*\(((?:\([^()]*\),?\s*)+)\)/g)].map((match) =>
      [...match[1].matchAll(/\(([^()]*)\)/g)].map((ring) =>
        ring[1].split(",").map((p) => p.trim().split(/\s+/).map(Number) as [number, number]),
      ),
    );
    expect(parts.length).toBeGreaterThan(0);
    const all = parts.flat(2);
    const [x0, x1] = [Math.min(...all.map((p) => p[0])), Math.max(...all.map((p) => p[0]))];
    const [y0, y1] = [Math.min(...all.map((p) => p[1])), Math.max(...all.map((p) => p[1]))];
    const random = new Random(31);
    for (let i = 0; i < 5000; i++) {
      const p: [number, number] = [random.between(x0, x1), random.between(y0, y1)];
      const expected = parts.some((rings) => {
        const one = { boundary: rings[0], obstacles: rings.slice(1).map((ring) => ({ polygon: ring })) };
        return isFree(one as unknown as Scene, p);
      });
      expect(isFree(scene, p)).toBe(expected);
    }
  });
});
