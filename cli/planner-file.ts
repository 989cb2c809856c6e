/** `--planner`: one of the table by name, or a file whose default export is a planner. */
import { existsSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { InputError } from "../src/index.js";
import type { Planner } from "../src/simulation/index.js";

/** A planner's name, and the planners that are not built in. */
export interface ChosenPlanner {
  readonly planner: string;
  readonly planners: Readonly<Record<string, Planner>>;
}

/** What `--planner` means: names have no dots and no slashes, files have. */
export async function chosenPlanner(given: string): Promise<ChosenPlanner> {
  if (!/[./\\]/.test(given)) return { planner: given, planners: {} };
  const file = resolve(given);
  if (!existsSync(file)) throw new InputError("there is no such file", `--planner ${given}`);
  const exported = await defaultExport(file, given);
  if (typeof exported !== "function") {
    throw new InputError(
      `the default export has to be a function (world, order) that returns a guide; it is: ${typeof exported}`,
      `--planner ${given}`,
    );
  }
  const planner = basename(file, extname(file));
  return { planner, planners: { [planner]: exported as Planner } };
}

async function defaultExport(file: string, given: string): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
    return module.default;
  } catch (error) {
    const [line] = String(error).split("\n");
    throw new InputError(`cannot be loaded: ${line}`, `--planner ${given}`);
  }
}
