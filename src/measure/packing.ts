/** Tables of measures as plain arrays, for snapshots. */
import type { MeasuresState } from "./measured.js";

/** The cells that everybody inside stood in, as arrays. */
export function packStays(stays: ReadonlyMap<number, readonly number[]>): MeasuresState["stays"] {
  const lists = [...stays.values()];
  const cells = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    cells.set(list, at);
    at += list.length;
  }
  return { ids: Float64Array.from(stays.keys()), lengths: Int32Array.from(lists, (l) => l.length), cells };
}

/** The same back. */
export function unpackStays(
  { ids, lengths, cells }: MeasuresState["stays"],
  stays: Map<number, number[]>,
): void {
  stays.clear();
  let at = 0;
  ids.forEach((id, k) => {
    stays.set(id, Array.from(cells.subarray(at, at + lengths[k])));
    at += lengths[k];
  });
}

/** Where everybody inside was, as an array of number, x and y. */
export function packPlaces(places: ReadonlyMap<number, readonly [number, number]>): Float64Array {
  const packed = new Float64Array(3 * places.size);
  let at = 0;
  for (const [id, [x, y]] of places) {
    packed.set([id, x, y], at);
    at += 3;
  }
  return packed;
}

/** The same back. */
export function unpackPlaces(packed: Float64Array, places: Map<number, readonly [number, number]>): void {
  places.clear();
  for (let i = 0; i < packed.length; i += 3) places.set(packed[i], [packed[i + 1], packed[i + 2]]);
}
