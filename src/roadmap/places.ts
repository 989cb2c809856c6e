/** Points that are about to come, by their places: two at one place share an element. */
import type { Elements } from "./elements.js";

/** Size of a square of the grid, in tolerances: few places reach into a second square. */
const SQUARE = 1024;

const RADIX = 2 ** 26;

/** Point elements by place, up to a tolerance. */
export class Places {
  /** Elements by the square that they lie in: one, or a list of them. */
  private readonly squares = new Map<number, number | number[]>();

  /** @param tolerance how far apart, in x and in y, points of one place can be */
  constructor(
    private readonly elements: Elements,
    private readonly tolerance: number,
  ) {}

  add(element: number): void {
    const { ax, ay } = this.elements;
    const key = this.keyOf(this.square(ax[element]), this.square(ay[element]));
    const there = this.squares.get(key);
    if (there === undefined) this.squares.set(key, element);
    else if (typeof there === "number") this.squares.set(key, [there, element]);
    else there.push(element);
  }

  /** An element at the place of (x, y); -1 for none. */
  at(x: number, y: number): number {
    const { tolerance } = this;
    const right = this.square(x + tolerance);
    const top = this.square(y + tolerance);
    for (let j = this.square(y - tolerance); j <= top; j++) {
      for (let i = this.square(x - tolerance); i <= right; i++) {
        const there = this.squares.get(this.keyOf(i, j));
        if (there === undefined) continue;
        const found =
          typeof there === "number" ? this.isAt(there, x, y) && there : there.find((s) => this.isAt(s, x, y));
        if (typeof found === "number") return found;
      }
    }
    return -1;
  }

  /** Whether an element lies at the place of (x, y). */
  isAt(element: number, x: number, y: number): boolean {
    const { ax, ay } = this.elements;
    return Math.abs(ax[element] - x) <= this.tolerance && Math.abs(ay[element] - y) <= this.tolerance;
  }

  private square(x: number): number {
    return Math.floor(x / (SQUARE * this.tolerance));
  }

  /** Squares that are far apart may share a key: places are compared anyway. */
  private keyOf(i: number, j: number): number {
    return (i % RADIX) * RADIX + (j % RADIX);
  }
}
