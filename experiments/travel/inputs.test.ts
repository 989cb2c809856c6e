/** Point-and-click and keys from star to star, by users who make no mistake. */
import { expect, test } from "vitest";
import { inputs } from "./inputs.js";

test("in the open air pointing takes fewer inputs than keys, in the aisles more; everybody finds all stars", () => {
  const rows = inputs.rows(inputs.run({ seeds: [] })) as {
    scene: string;
    technique: string;
    inputs: number;
    presses: number;
  }[];
  const of = (scene: string, technique: string): number =>
    rows.find((row) => row.scene === scene && row.technique === technique)!.inputs;
  expect(rows).toHaveLength(4);
  expect(of("Open air", "point-and-click")).toBeLessThan(of("Open air", "keys"));
  expect(of("Supermarket", "point-and-click")).toBeGreaterThan(of("Supermarket", "keys"));
  // One click a star, one key for all of them.
  for (const { technique, presses } of rows) expect(presses).toBe(technique === "keys" ? 1 : 8);
});
