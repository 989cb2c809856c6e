/** `--planner`: one of the table by name, or a file whose default export is a planner. */
import { InputError } from "../src/index.js";
import type { Planner } from "../src/simulation/index.js";
import { OwnPlannerError } from "../src/simulation/internal.js";
import { defaultExport, isFileName, plainName } from "./module-file.js";

/** A planner's name, and the planners that are not built in. */
export interface ChosenPlanner {
  readonly planner: string;
  readonly planners: Readonly<Record<string, Planner>>;
}

/** What `--planner` means. */
export async function chosenPlanner(given: string): Promise<ChosenPlanner> {
  if (!isFileName(given)) return { planner: given, planners: {} };
  const exported = await defaultExport(given, "--planner");
  if (typeof exported !== "function") {
    throw new InputError(
      `the default export has to be a function (world, order) that returns a guide; it is: ${typeof exported}`,
      `--planner ${given}`,
    );
  }
  const planner = plainName(given);
  return { planner, planners: { [planner]: exported as Planner } };
}

/** What went wrong in a planner from a file is said with the file's name. */
export function blamePlanner(error: unknown, given: string | undefined): unknown {
  if (!(error instanceof OwnPlannerError) || given === undefined) return error;
  return new InputError(error.message.slice(error.where.length + 2), `--planner ${given}`);
}
