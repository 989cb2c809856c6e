/** Names for runs: equal for equal input, different for different input but for chance. Not for secrets. */

/** Two independent sums of 32 bits over numbers and texts. */
export class Fingerprint {
  private a = 0x811c9dc5;
  private b = 0x9747b28c;
  private readonly float = new Float64Array(1);
  private readonly words = new Uint32Array(this.float.buffer);

  private word(value: number): void {
    this.a = Math.imul(this.a ^ value, 0x01000193);
    this.a ^= this.a >>> 15;
    this.b = Math.imul(this.b ^ value, 0x85ebca6b);
    this.b ^= this.b >>> 13;
  }

  /** Takes a text in. */
  text(value: string): this {
    this.word(value.length);
    for (let i = 0; i < value.length; i++) this.word(value.charCodeAt(i));
    return this;
  }

  /** Takes a number in, to its last bit. */
  number(value: number): this {
    this.float[0] = value;
    this.word(this.words[0]);
    this.word(this.words[1]);
    return this;
  }

  /** Sixteen hexadecimal digits. */
  toString(): string {
    const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, "0");
    return hex(this.a) + hex(this.b);
  }
}
