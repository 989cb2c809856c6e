/**
 * With model `orca` and arrival `touch`, scenes give the bits that they gave when there was nothing else: the papers' figures
 * stand on them. The sums were taken once, of the version before movement models, and are not to be taken anew. Scenes whose
 * people walk by local maps (`park`, `plaza`) are not among them, nor those on lanes: maps were put right afterwards, and lanes
 * are routed jointly.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bitsOf, type OldRun } from "./old-bits.js";
import { ROOT } from "./repository.js";

const RUNS: readonly (OldRun & { readonly bits: string })[] = JSON.parse(
  readFileSync(join(ROOT, "test", "data", "old-bits.json"), "utf8"),
);

it.each(RUNS)("$scene by $planner, $duration s: as it always was", ({ bits, ...run }) => {
  expect(bitsOf(run, { model: "orca", arrival: "touch" })).toBe(bits);
});
