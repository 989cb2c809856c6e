/**
 * Input that cannot be used: a scene, an option, a file.
 *
 * The message is one line that says where, what was given and what is allowed. Everything else that is thrown
 * is a defect of the library.
 */
export class InputError extends Error {
  override readonly name = "InputError";

  /** The place in the input, such as `obstacles[3].polygon[0]`; empty when the whole input is meant. */
  readonly where: string;

  constructor(what: string, where = "") {
    super(where ? `${where}: ${what}` : what);
    this.where = where;
  }

  /** The same error seen from outside: `file.json: obstacles[3].polygon[0]: …`. */
  within(outer: string): InputError {
    return new InputError(this.message, outer);
  }
}

/**
 * The word of a list that was probably meant, as an addition to a message: ` (did you mean "boundary"?)`; empty where
 * none is near.
 */
export function didYouMean(word: string, known: Iterable<string>): string {
  if (word.length > 100) return "";
  // One slip in three letters is a slip; more is another word.
  let least = Math.ceil(Math.max(word.length, 3) / 3);
  let nearest = "";
  for (const candidate of known) {
    const slips = slipsBetween(word.toLowerCase(), candidate.toLowerCase(), least);
    if (slips >= least && !(slips === least && nearest === "")) continue;
    least = slips;
    nearest = candidate;
  }
  return nearest === "" ? "" : ` (did you mean ${JSON.stringify(nearest)}?)`;
}

/**
 * How many letters are wrong, missing, too many or swapped with their neighbour between two words (optimal string
 * alignment); more than `most` where the lengths alone say so.
 */
function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, above] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j], before[j - 2] + 1);
      }
    }
    [before, above] = [above, row];
  }
  return above[b.length];
}
