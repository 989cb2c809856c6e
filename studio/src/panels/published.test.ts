import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MODEL_NAMES } from "wayfield/models";
import { VALIDATED } from "wayfield/report";
import { PUBLISHED } from "./published.js";

it("the card of a model says what the table of the validation says", () => {
  const rows = readFileSync(new URL("../../../docs/validation.md", import.meta.url), "utf8").split("\n");
  const cells = (line: string): string[] => line.split("|").map((cell) => cell.trim());
  const head = cells(rows.find((row) => /^\| row +\| right is +\| orca/.test(row))!);
  const counts = cells(rows.find((row) => row.startsWith("| rows that pass"))!);
  for (const [model, [passed, run]] of Object.entries(PUBLISHED))
    expect([model, counts[head.indexOf(model)]]).toEqual([model, `${passed} of ${run}`]);
  expect([VALIDATED.model, ...Object.keys(PUBLISHED)].sort()).toEqual([...MODEL_NAMES].sort());
});
