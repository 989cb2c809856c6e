/** Values of a scene by their path, spelled as error messages do: `spawns[0].count`, `goals["main exit"].segments[0][1][0]`. */
import { InputError } from "../errors.js";
import { didYouMean, shown } from "../options.js";
import { placeOf } from "../world/internal.js";

/** A step into an object, or into a list. */
export type PathStep = string | number;

const STEP = /\.?([A-Za-z_$][\w$-]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** The steps of a path; null where the text is none. */
export function parsePath(text: string): PathStep[] | null {
  const steps: PathStep[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const from = STEP.lastIndex;
    const found = STEP.exec(text);
    if (!found) return null;
    const [whole, name, index, quoted] = found;
    // The first name has no dot before it, and every later one has.
    if (name !== undefined && whole.startsWith(".") !== from > 0) return null;
    if (name !== undefined) steps.push(name);
    else if (index !== undefined) steps.push(Number(index));
    else steps.push(JSON.parse(quoted) as string);
  }
  return steps.length > 0 && typeof steps[0] === "string" ? steps : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Why a path leads nowhere: at which step, and what is there instead. */
function nothingAt(container: unknown, steps: readonly PathStep[], at: number): string {
  const before = placeOf(steps.slice(0, at));
  const step = steps[at];
  if (typeof step === "number") {
    if (Array.isArray(container)) {
      const last = container.length - 1;
      return last < 0 ? `${before} is empty` : `${before} has entries 0 to ${last}; given: ${step}`;
    }
    return `${before} is no list, so it has no entry ${step}`;
  }
  return `${before} is ${shown(container)}, which has no key ${shown(step)}`;
}

/**
 * A copy of data in which the value at a path is another one; what is not on the way is shared. Objects that are not there yet are
 * made: whether they may be is for the schema to say. Entries of lists must be there.
 *
 * @throws InputError where the path leads nowhere
 */
export function withValue(data: unknown, steps: readonly PathStep[], value: unknown, at = 0): unknown {
  if (at === steps.length) return value;
  const step = steps[at];
  if (typeof step === "number") {
    if (!Array.isArray(data) || step >= data.length) throw new InputError(nothingAt(data, steps, at));
    const copy = [...data];
    copy[step] = withValue(data[step], steps, value, at + 1);
    return copy;
  }
  if (step === "__proto__") throw new InputError("no value has this name");
  if (data !== undefined && !isObject(data)) throw new InputError(nothingAt(data, steps, at));
  const inside = data && Object.hasOwn(data, step) ? data[step] : undefined;
  // A list that is not there has no entries, and neither has a misspelt one.
  if (inside === undefined && typeof steps[at + 1] === "number") {
    const meant = didYouMean(step, Object.keys(data ?? {})).trim();
    throw new InputError(`there is no ${placeOf(steps.slice(0, at + 1))}${meant === "" ? "" : `; ${meant}`}`);
  }
  return { ...data, [step]: withValue(inside, steps, value, at + 1) };
}
