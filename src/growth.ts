/**
 * Tables in typed arrays that grow while they are filled.
 *
 * An array that has been replaced by a longer copy must not be written to any more, and nothing in the language says
 * so: `const { x } = this; this.add(); x[i] = 1` loses a number, but only at the rare moments when `add` grows the
 * table. The tests therefore run once more with tables that begin with a single row and grow at every turn: they put
 * a function that answers 1 in the place of `firstCapacity` (`test/support/small-tables.ts`).
 */

/** The arrays that tables are made of. */
type Column = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/**
 * How many rows a table has room for before it grows: as many as usual.
 *
 * @param usual what suits most users of the table, a whole number >= 1
 */
export function firstCapacity(usual: number): number {
  return usual;
}

/** A copy of an array with so many numbers, those beyond its own `fill`. */
export function grown<T extends Column>(array: T, length: number, fill = 0): T {
  const longer = new (array.constructor as new (length: number) => T)(length);
  longer.set(array);
  if (fill !== 0) longer.fill(fill, array.length);
  return longer;
}
