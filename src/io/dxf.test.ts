import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { freeArea } from "../../test/measure-scene.js";
import { signedArea } from "../geometry/index.js";
import type { Obstacle, Scene } from "../world/index.js";
import { formatNamed } from "./index.js";

const data = (name: string): string =>
  readFileSync(new URL(`../../test/data/${name}`, import.meta.url), "utf8");
const read = (text: string): { scene: Scene; notes: readonly string[] } => formatNamed("dxf").read!(text);
const polygons = (scene: Scene): NonNullable<Obstacle["polygon"]>[] =>
  scene.obstacles!.flatMap((o) => (o.polygon ? [o.polygon] : []));

describe("DXF", () => {
  const { scene, notes } = read(data("plan.dxf"));
  const areas = polygons(scene).map((ring) => Math.abs(signedArea(ring)));

  test("millimetres become metres, and the layer names the role", () => {
    expect(scene.boundary).toEqual([
      [0, 0],
      [20, 0],
      [20, 10],
      [0, 10],
    ]);
    expect(scene.goals).toEqual({
      east: {
        segments: [
          [
            [20, 4],
            [20, 6],
          ],
        ],
      },
    });
    expect(scene.obstacles!.filter((o) => o.point)).toEqual([{ point: [18, 1] }]);
    expect(notes).toContain("millimetres converted to metres");
    expect(notes).toContain("not read: 1 TEXT");
  });

  test("a circle and a bulge of 1 (a half circle, to the right of its chord) stay within 0.01 m", () => {
    const circle = polygons(scene)[0];
    for (const [x, y] of circle) expect(Math.hypot(x - 5, y - 5)).toBeCloseTo(1, 12);
    circle.forEach((a, i) => {
      const b = circle[(i + 1) % circle.length];
      expect(Math.hypot((a[0] + b[0]) / 2 - 5, (a[1] + b[1]) / 2 - 5)).toBeGreaterThan(1 - 0.01);
    });
    // Closed, the two vertices give one arc below the chord; the straight way back closes it.
    const half = polygons(scene)[1];
    // The tolerance counts in metres, though the drawing is in millimetres: a dozen pieces do.
    expect(half.length).toBeLessThan(20);
    expect(areas[1]).toBeLessThan(Math.PI / 2);
    expect(areas[1]).toBeGreaterThan(Math.PI / 2 - Math.PI * 0.01);
    for (const [, y] of half) expect(y).toBeLessThanOrEqual(2 + 1e-12);
  });

  test("an arc is a chain of walls along the true circle", () => {
    const walls = scene.obstacles!.flatMap((o) => (o.segment && o.segment[0][0] > 5 ? [o.segment] : []));
    for (const [a, b] of walls) {
      expect(Math.hypot(a[0] - 10, a[1] - 5)).toBeCloseTo(2, 12);
      expect(Math.hypot((a[0] + b[0]) / 2 - 10, (a[1] + b[1]) / 2 - 5)).toBeGreaterThan(2 - 0.01);
    }
    expect(walls[0][0][0]).toBeCloseTo(12, 12);
    expect(walls.at(-1)![1][1]).toBeCloseTo(7, 12);
  });

  test("a block is moved by its base, scaled, turned and put in place", () => {
    // A 0.2 x 0.2 square around its base, twice as wide, turned by 90 degrees: 0.2 x 0.4 around (3, 3).
    const column = polygons(scene)[2];
    expect(new Set(column.map(([x]) => Math.round(x * 1e9) / 1e9))).toEqual(new Set([2.9, 3.1]));
    expect(new Set(column.map(([, y]) => Math.round(y * 1e9) / 1e9))).toEqual(new Set([2.8, 3.2]));
  });

  const file = (entities: string, units = 6): string =>
    `0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n${units}\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n${entities}0\nENDSEC\n0\nEOF\n`;
  const line = (layer: string, a: number, b: number, c: number, d: number): string =>
    `0\nLINE\n8\n${layer}\n10\n${a}\n20\n${b}\n11\n${c}\n21\n${d}\n`;

  test("a boundary may be drawn as single lines, in any order and direction", () => {
    const text = file(
      line("BOUNDARY", 0, 0, 4, 0) +
        line("BOUNDARY", 0, 3, 0, 0) +
        line("BOUNDARY", 4, 3, 4, 0) +
        line("BOUNDARY", 4, 3, 0, 3),
    );
    expect(freeArea(read(text).scene)).toBe(12);
    expect(() => read(text.replace("\n4\n21\n0", "\n4\n21\n0.5"))).toThrow(/do not close/);
  });

  test("without an outline, a rectangle around everything, with a note", () => {
    const imported = read(file(line("A", 0, 0, 4, 2)));
    expect(imported.scene.boundary).toEqual([
      [-1, -1],
      [5, -1],
      [5, 3],
      [-1, 3],
    ]);
    expect(imported.notes.join()).toMatch(/rectangle 1 m around/);
  });

  test("the bulge of a quarter circle turns counterclockwise around its centre", () => {
    const bulge = Math.tan(Math.PI / 8);
    const quarter = `0\nLWPOLYLINE\n8\nA\n10\n3\n20\n0\n42\n${bulge}\n10\n0\n20\n3\n`;
    const walls = read(file(quarter)).scene.obstacles!.map((o) => o.segment!);
    expect(walls.length).toBeGreaterThan(3);
    for (const [[x, y]] of walls) {
      expect(Math.hypot(x, y)).toBeCloseTo(3, 12);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    }
  });

  test.each([
    [1, 0.0254],
    [2, 0.3048],
    [5, 0.01],
    [6, 1],
  ])("$INSUNITS %i", (units, metres) => {
    const { scene: one } = read(file(line("GOALS", 0, 0, 1, 0) + line("W", 0, 0, 1, 0), units));
    expect(one.goals).toEqual({
      goal: {
        segments: [
          [
            [0, 0],
            [metres, 0],
          ],
        ],
      },
    });
  });

  test("200,000 entities and a boundary of 200,000 points are no trouble", () => {
    const n = 200_000;
    const around = Array.from({ length: n }, (_, i) => {
      const t = (2 * Math.PI * i) / n;
      return `10\n${900 * Math.cos(t)}\n20\n${900 * Math.sin(t)}\n`;
    }).join("");
    const many = "0\nPOINT\n8\nA\n10\n1\n20\n2\n".repeat(n);
    const { scene: large } = read(file(`0\nLWPOLYLINE\n8\nBOUNDARY\n70\n1\n${around}${many}`));
    expect(large.boundary).toHaveLength(n);
    expect(large.obstacles).toHaveLength(n);
  });

  test("mirrored entities (extrusion 0, 0, -1) are mirrored", () => {
    const circle = "0\nCIRCLE\n8\nA\n10\n-7\n20\n2\n40\n1\n210\n0\n220\n0\n230\n-1\n";
    const ring = polygons(read(file(circle + line("A", 0, 0, 9, 9))).scene)[0];
    for (const [x, y] of ring) expect(Math.hypot(x - 7, y - 2)).toBeCloseTo(1, 12);
  });

  test.each([
    ["AutoCAD Binary DXF\r\n\x1a\0...", /binary DXF cannot be read/],
    ["0\nSECTION\n2\nENTITIES\n", /line 5: the file ends without EOF/],
    ["hello\nworld\n", /line 1: a DXF group code/],
    [file("0\nLINE\n8\nA\n10\nNaN\n20\n0\n11\n1\n21\n1\n"), /line 20: a finite decimal number/],
    [file("0\nLINE\n8\nA\n10\n0\n20\n0\n"), /line 15: LINE lacks group 11/],
  ])("a faulty file says where (%#)", (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
