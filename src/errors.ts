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
