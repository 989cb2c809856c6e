/** What of `run` is of plans with one floor. */
import { InputError } from "../src/index.js";
import type { RecordingKind } from "./recordings.js";

/** Refuses what is of one floor. */
export function refuseForBuildings({ record }: { readonly record: readonly RecordingKind[] }): void {
  if (record.includes("sqlite"))
    throw new InputError(
      "tables of JuPedSim hold one floor; txt has heights, and csv levels too",
      "--record",
    );
}
