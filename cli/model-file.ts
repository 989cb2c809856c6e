/** `--model`: a movement model by name, or a file whose default export is one. */

import type { ModelValue } from "../src/crowd/index.js";
import { InputError } from "../src/index.js";
import type { OwnModel } from "../src/models/index.js";
import { modelOf } from "../src/models/internal.js";
import { defaultExport, isFileName, plainName } from "./module-file.js";

/** What `--model` means. A model of a file that has no name goes by the file's. */
export async function chosenModel(given: string): Promise<ModelValue | OwnModel> {
  if (!isFileName(given)) return modelOf(given, "--model");
  const where = `--model ${given}`;
  const exported = await defaultExport(given, "--model");
  if (typeof exported !== "function" && (typeof exported !== "object" || exported === null)) {
    throw new InputError(
      `the default export has to be a function (agent, velocity), or an object with it as choose; it is: ${typeof exported}`,
      where,
    );
  }
  const value = modelOf(exported, where);
  if (value === exported) return value;
  const model = exported as OwnModel;
  const name = plainName(given);
  return typeof model === "function" ? { choose: model, name } : { name, ...model };
}
