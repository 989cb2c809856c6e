/**
 * The thesis's own solver (Fischer 2011, algorithm 2): each free cell in turn takes the weighted mean of its neighbours,
 * equation 4.6, until the sum of all changes, equation 4.7, falls below a threshold. It is kept to compare with, and
 * with the study that section 7.2 asks for: a threshold that is found, and the order of cells.
 */
import { InputError } from "../errors.js";
import { checkChoice, checkKeys, checkNumber, shown } from "../options.js";
import { SurfaceField } from "./field.js";
import type { GroundMesh } from "./ground-mesh.js";
import type { SurfaceGoal } from "./region.js";

/** The order in which cells are visited: by number, outward from the goals, or outward and back in turns. */
export type RelaxOrder = "index" | "outward" | "alternating";

/** How to relax. */
export interface RelaxOptions {
  /**
   * The sum of changes in one round at which to stop, > 0; or `auto` (default): as soon as every cell from which a way
   * leads to a goal has a neighbour nearer to it, so that all paths arrive.
   */
  readonly threshold?: number | "auto";
  /** Default `index`. */
  readonly order?: RelaxOrder;
  /** Rounds to give up after; default 1,000,000. */
  readonly most?: number;
  /** What free cells begin with, 0 to 1 exclusive; default 0.5, the thesis's. */
  readonly initial?: number;
}

/** A relaxed potential. */
export interface Relaxed {
  readonly field: SurfaceField;
  readonly iterations: number;
  /** The sum of changes in the last round (equation 4.7): with `auto`, the threshold found. */
  readonly error: number;
  /** Share of the cells with a way to a goal from which going to the best neighbour arrives. */
  readonly arrived: number;
}

const KNOWN = ["threshold", "order", "most", "initial"];

/** Relaxes the potential around goals. */
export function relax(ground: GroundMesh, goals: readonly SurfaceGoal[], options: RelaxOptions): Relaxed {
  checkKeys(options, KNOWN);
  const { threshold = "auto", order = "index", most = 1_000_000, initial = 0.5 } = options;
  if (threshold !== "auto" && !(threshold > 0)) {
    throw new InputError(`auto or a number > 0 is needed; given: ${shown(threshold)}`, "threshold");
  }
  checkNumber(initial, "initial", { above: 0, below: 1 });
  checkNumber(most, "most", { of: "rounds", least: 1, infinite: true });
  checkChoice(order, "order", ["index", "outward", "alternating"]);
  const found = { iterations: 0, error: Infinity, arrived: 0 };
  const field = new SurfaceField(ground, goals, (_, flags) => {
    const cells = new Cells(ground, flags, order);
    cells.fill(initial);
    // `auto` asks ever more rarely, so that asking costs little.
    let ask = 1;
    while (found.iterations < most) {
      found.error = cells.round(order === "alternating" && found.iterations % 2 === 1);
      found.iterations++;
      if (threshold !== "auto" ? found.error <= threshold : found.iterations >= ask && cells.arrived() === 1)
        break;
      if (found.error === 0) break;
      if (found.iterations >= ask) ask = Math.ceil(1.05 * found.iterations);
    }
    found.arrived = cells.arrived();
    return cells.levels();
  });
  return { field, ...found };
}

/** The free cells that a goal can be reached from, with their u = 1 - p. */
class Cells {
  private readonly u: Float64Array;
  private readonly sequence: Int32Array;

  constructor(
    private readonly ground: GroundMesh,
    private readonly flags: Uint8Array,
    order: RelaxOrder,
  ) {
    const { couplings, rows } = ground;
    this.u = new Float64Array(rows.length);
    // Breadth first from the goals: also finds out who has a way at all.
    const seen = new Uint8Array(rows.length);
    const queue: number[] = [];
    flags.forEach((flag, v) => {
      if (flag === 0) return;
      seen[v] = 1;
      this.u[v] = 1;
      queue.push(v);
    });
    const goals = queue.length;
    for (let read = 0; read < queue.length; read++) {
      for (let k = couplings.start[queue[read]]; k < couplings.start[queue[read] + 1]; k++) {
        const w = couplings.index[k];
        if (seen[w] || rows[w] < 0) continue;
        seen[w] = 1;
        queue.push(w);
      }
    }
    const free = Int32Array.from(queue.slice(goals));
    this.sequence = order === "index" ? free.sort() : free;
  }

  fill(value: number): void {
    for (const v of this.sequence) this.u[v] = value;
  }

  /** One round over all cells; the sum of the changes. */
  round(backward: boolean): number {
    const { u, sequence, ground } = this;
    const { start, index, value, area } = ground.couplings;
    let error = 0;
    for (let i = 0; i < sequence.length; i++) {
      const v = sequence[backward ? sequence.length - 1 - i : i];
      let sum = 0;
      let total = ground.leak[v] * area[v];
      for (let k = start[v]; k < start[v + 1]; k++) {
        sum += value[k] * u[index[k]];
        total += value[k];
      }
      const next = sum / total;
      error += Math.abs(next - u[v]);
      u[v] = next;
    }
    return error;
  }

  /** Share of cells from which the best neighbour's best neighbour, and so on, is a goal. */
  arrived(): number {
    const { u, sequence, ground, flags } = this;
    const { start, index } = ground.couplings;
    // From the highest down: a cell arrives where its best neighbour, which is higher, does.
    const good = new Uint8Array(u.length);
    flags.forEach((flag, v) => {
      if (flag > 0) good[v] = 1;
    });
    const byHeight = sequence.slice().sort((a, b) => u[b] - u[a]);
    let count = 0;
    for (const v of byHeight) {
      let best = v;
      for (let k = start[v]; k < start[v + 1]; k++) if (u[index[k]] > u[best]) best = index[k];
      if (best !== v && good[best]) {
        good[v] = 1;
        count++;
      }
    }
    return sequence.length === 0 ? 1 : count / sequence.length;
  }

  levels(): Float64Array {
    return this.u.map((x) => (x > 0 ? Math.max(-Math.log(x), 0) : Infinity));
  }
}
