/** Lists of triples as users give them: positions and faces of meshes. */
import { InputError } from "../errors.js";
import { shown } from "../options.js";

/** Anything but a number is refused here; which numbers are allowed is said with the vertex or face that they belong to. */
function checkIsNumber(value: unknown, where: string): void {
  if (typeof value !== "number") throw new InputError(`a number is needed; given: ${shown(value)}`, where);
}

/** Triples of numbers, nested or in one row, in one row. */
export function flatTriples(
  list: readonly (readonly number[])[] | ArrayLike<number>,
  what: string,
): Float64Array {
  const rows = list as ArrayLike<number | readonly number[]>;
  if (rows.length > 0 && typeof rows[0] !== "number") {
    const flat = new Float64Array(3 * rows.length);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as readonly number[];
      if (row?.length !== 3)
        throw new InputError(
          `three numbers are expected; given: ${row?.length ?? shown(row)}`,
          `${what}[${i}]`,
        );
      for (let k = 0; k < 3; k++) checkIsNumber(row[k], `${what}[${i}][${k}]`);
      flat.set(row, 3 * i);
    }
    return flat;
  }
  if (rows.length % 3 !== 0) {
    throw new InputError(`a flat list has three numbers for each entry; given: ${rows.length} numbers`, what);
  }
  if (Array.isArray(rows)) for (let i = 0; i < rows.length; i++) checkIsNumber(rows[i], `${what}[${i}]`);
  return list instanceof Float64Array ? list : Float64Array.from(rows as ArrayLike<number>);
}
