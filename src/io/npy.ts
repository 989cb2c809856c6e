/** NumPy's .npy files, version 1.0: a header and the numbers as they lie in memory. */

const TYPES = { float32: "<f4", float64: "<f8" } as const;

/** A row-major array of one type with a shape, as the bytes of a .npy file. */
export function writeNpy(data: Float32Array | Float64Array, shape: readonly number[]): Uint8Array {
  const type = data instanceof Float32Array ? TYPES.float32 : TYPES.float64;
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': ${tuple}, }`;
  // Magic, version and length take 10 bytes; the header ends with a newline on a multiple of 64.
  const length = Math.ceil((10 + text.length + 1) / 64) * 64 - 10;
  const bytes = new Uint8Array(10 + length + data.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, length & 255, length >> 8]);
  bytes.set(new TextEncoder().encode(`${text.padEnd(length - 1)}\n`), 10);
  const view = new DataView(bytes.buffer, 10 + length);
  const size = data.BYTES_PER_ELEMENT;
  for (let i = 0; i < data.length; i++) {
    if (size === 4) view.setFloat32(4 * i, data[i], true);
    else view.setFloat64(8 * i, data[i], true);
  }
  return bytes;
}
