/** Elements by the exact place of their point: a hash table in flat arrays, so that a million points need no keys of text. */

/** Finds the element at a place. */
export class Places {
  private elements = new Int32Array(16).fill(-1);
  private coords = new Float64Array(32);
  private count = 0;
  private readonly key = new Float64Array(2);
  private readonly bits = new Int32Array(this.key.buffer);

  /** The element at (x, y); -1 for none. */
  get(x: number, y: number): number {
    return this.elements[this.slot(x, y)];
  }

  /** Books an element at (x, y), where there is none yet. */
  set(x: number, y: number, element: number): void {
    if (2 * ++this.count > this.elements.length) this.grow();
    const i = this.slot(x, y);
    this.elements[i] = element;
    this.coords[2 * i] = x;
    this.coords[2 * i + 1] = y;
  }

  /** Where (x, y) is, or would be. */
  private slot(x: number, y: number): number {
    const { key, bits, elements, coords } = this;
    // -0 is 0.
    key[0] = x + 0;
    key[1] = y + 0;
    let hash = bits[0] ^ Math.imul(bits[1], 0x9e3779b1) ^ Math.imul(bits[2], 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15) ^ Math.imul(bits[3], 0xc2b2ae35), 0x2c1b3c6d);
    const mask = elements.length - 1;
    let i = (hash ^ (hash >>> 13)) & mask;
    while (elements[i] >= 0 && (coords[2 * i] !== x || coords[2 * i + 1] !== y)) i = (i + 1) & mask;
    return i;
  }

  private grow(): void {
    const { elements, coords } = this;
    this.elements = new Int32Array(2 * elements.length).fill(-1);
    this.coords = new Float64Array(2 * coords.length);
    for (let i = 0; i < elements.length; i++) {
      if (elements[i] < 0) continue;
      const at = this.slot(coords[2 * i], coords[2 * i + 1]);
      this.elements[at] = elements[i];
      this.coords[2 * at] = coords[2 * i];
      this.coords[2 * at + 1] = coords[2 * i + 1];
    }
  }
}
