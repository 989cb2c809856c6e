/**
 * The relaxations of the thesis (Dapper 2007, 3.1.1): Jacobi, Gauss-Seidel and SOR. Each can be stopped after any number
 * of iterations and gives a field then, which gets better with every further one: an anytime algorithm (3.2).
 */
import { InputError } from "../errors.js";
import { type Bend, sharesOf } from "./equation.js";
import { FREE, GOAL, type Grid } from "./grid.js";

/** Ways to relax. */
export type Relaxing = "jacobi" | "gauss-seidel" | "sor";

/** All of them. */
export const RELAXATIONS: readonly Relaxing[] = Object.freeze(["jacobi", "gauss-seidel", "sor"]);

/** How to relax. */
export interface RelaxationOptions {
  /** Default `gauss-seidel`. */
  readonly method?: Relaxing;
  /** Over-relaxation of SOR, 0 < omega < 2; default the best one for an empty square grid, 2 / (1 + sin(pi / n)). */
  readonly omega?: number;
  /** Whether Gauss-Seidel and SOR sweep from all four corners in turn; default true. False: always row by row, upwards. */
  readonly alternate?: boolean;
}

/** A field that is being relaxed. */
export class Relaxation {
  /** u per entry of the grid: 1 at goals, 0 in walls. May be set, to start from an earlier field. */
  readonly u: Float64Array;
  /** Iterations so far. */
  iterations = 0;
  readonly method: Relaxing;

  private readonly omega: number;
  private readonly alternate: boolean;
  private next: Float64Array | null = null;

  constructor(
    readonly grid: Grid,
    private readonly bend: Bend,
    options: RelaxationOptions = {},
  ) {
    const { method = "gauss-seidel", alternate = true } = options;
    const { omega = 2 / (1 + Math.sin(Math.PI / (Math.max(grid.width, grid.height) + 1))) } = options;
    if (!RELAXATIONS.includes(method)) {
      throw new InputError(`one of ${RELAXATIONS.join(", ")} is needed; given: ${method}`, "method");
    }
    if (!(omega > 0 && omega < 2)) {
      throw new InputError(`a number between 0 and 2 is needed; given: ${omega}`, "omega");
    }
    this.method = method;
    this.alternate = alternate;
    this.omega = method === "sor" ? omega : 1;
    this.u = new Float64Array(grid.kinds.length);
    for (let i = 0; i < this.u.length; i++) if (grid.kinds[i] === GOAL) this.u[i] = 1;
  }

  /** Runs some more iterations. */
  run(iterations: number): this {
    for (let k = 0; k < iterations; k++) {
      if (this.method === "jacobi") this.jacobi();
      else this.sweep(this.alternate ? this.iterations % 4 : 0);
      this.iterations++;
    }
    return this;
  }

  private jacobi(): void {
    const { u, grid } = this;
    const { kinds, stride, width, height } = grid;
    const { west, east, south, north } = sharesOf(this.bend);
    this.next ??= new Float64Array(u.length);
    const { next } = this;
    for (let row = 1; row <= height; row++) {
      for (let i = row * stride + 1, end = i + width; i < end; i++) {
        next[i] =
          kinds[i] === FREE
            ? west * u[i - 1] + east * u[i + 1] + south * u[i - stride] + north * u[i + stride]
            : u[i];
      }
    }
    u.set(next);
  }

  /** One sweep in place, starting at corner 0 (lower left), 1 (upper right), 2 (lower right) or 3 (upper left). */
  private sweep(corner: number): void {
    const { u, grid, omega } = this;
    const { kinds, stride, width, height } = grid;
    const { west, east, south, north } = sharesOf(this.bend);
    const isUp = corner === 0 || corner === 2;
    const step = corner === 0 || corner === 3 ? 1 : -1;
    for (let k = 0; k < height; k++) {
      const row = isUp ? k + 1 : height - k;
      let i = row * stride + (step > 0 ? 1 : width);
      for (let n = 0; n < width; n++, i += step) {
        if (kinds[i] !== FREE) continue;
        const mean = west * u[i - 1] + east * u[i + 1] + south * u[i - stride] + north * u[i + stride];
        u[i] += omega * (mean - u[i]);
      }
    }
  }

  /** Largest componentwise residual |u - mean| / u over the cells that have heard of a goal; Infinity before any has. */
  residual(): number {
    const { u, grid } = this;
    const { kinds, stride } = grid;
    const { west, east, south, north } = sharesOf(this.bend);
    let worst = -1;
    for (let i = 0; i < u.length; i++) {
      if (kinds[i] !== FREE) continue;
      const mean = west * u[i - 1] + east * u[i + 1] + south * u[i - stride] + north * u[i + stride];
      if (mean === 0 && u[i] === 0) continue;
      const share = Math.abs(mean - u[i]) / Math.abs(u[i]);
      if (!(share <= worst)) worst = share;
    }
    return worst < 0 ? Infinity : worst;
  }

  /** log u as it is now. */
  level(): Float64Array {
    return this.u.map((u) => (u > 0 ? Math.log(u) : -Infinity));
  }
}
