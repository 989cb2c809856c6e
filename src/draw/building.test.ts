import { describe, expect, it } from "vitest";
import { builtinBuilding } from "../scenes/index.js";
import { drawBuilding } from "./building.js";

/** Texts of a drawing that end where they say, as names of stacked levels do: what they say, their right end and their baseline. */
function namesBeside(svg: string): { text: string; x: number; y: number }[] {
  const found = svg.matchAll(/<text x="([-\d.]+)" y="([-\d.]+)"[^>]*text-anchor="end"[^>]*>([^<]*)</g);
  return [...found].map(([, x, y, text]) => ({ text, x: Number(x), y: Number(y) }));
}

/** Corners of the strokes of a layer of all levels, such as `marks`, which holds flights, in page pixels. */
function pointsOf(svg: string, layer: string): [number, number][] {
  const groups = [...svg.matchAll(new RegExp(`<g class="level \\d+ ${layer}">(.*?)</g>`, "gs"))];
  return groups.flatMap(([, inner]) =>
    [...inner.matchAll(/[ML]([-\d.]+)[ ,]([-\d.]+)/g)].map(([, x, y]): [number, number] => [
      Number(x),
      Number(y),
    ]),
  );
}

describe("names of stacked levels", () => {
  it.each(["two-storey-office", "office-tower-3", "theatre-balcony", "station", "stair-tower-5"])(
    "of %s are on the page, one per storey, and clear of flights",
    (name) => {
      const scene = builtinBuilding(name);
      const svg = drawBuilding(scene, { view: "stacked" });
      const names = namesBeside(svg);
      const storeys = scene.levels.filter((level) => !/landing/.test(level.name));
      expect(names.map(({ text }) => text.split("  ·")[0]).sort()).toEqual(storeys.map((l) => l.name).sort());
      const flights = pointsOf(svg, "marks");
      expect(flights.length > 0).toBe(true);
      for (const { text, x, y } of names) {
        // Letters are about half as wide as they are high, and two spaces count once.
        const left = x - 0.5 * 15.6 * text.replaceAll("  ", " ").length;
        expect(left).toBeGreaterThan(0);
        const hits = flights.filter(([fx, fy]) => fx > left && fx < x && fy > y - 12 && fy < y + 3);
        expect(hits).toEqual([]);
      }
    },
  );
});
