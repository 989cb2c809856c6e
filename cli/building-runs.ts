/** What of `run` is of plans with one floor. */
import { InputError } from "../src/index.js";
import type { RecordingKind } from "./recordings.js";

/** Refuses what is of one floor. */
export function refuseForBuildings({
  replay: recording,
  record,
}: {
  readonly replay?: string;
  readonly record: readonly RecordingKind[];
}): void {
  if (recording !== undefined)
    throw new InputError("recordings are played back on plans of one floor", "--replay");
  if (record.includes("sqlite"))
    throw new InputError(
      "tables of JuPedSim hold one floor; txt has heights, and csv levels too",
      "--record",
    );
}
