/**
 * Potentials over whole worlds: until every free cell descends to the goal and the componentwise residual is at most 1e-6.
 *
 * All times are processor time, ours and the peer's, so that other work on the machine counts little. Relaxations take
 * minutes where the world is wide: each is run once per input, up to a cap, and says so where the cap ended it.
 */
import { Random } from "../../src/numerics/index.js";
import {
  FREE,
  GOAL,
  Grid,
  HARMONIC,
  Relaxation,
  type RelaxationOptions,
  type Solution,
  solve,
  WALL,
} from "../../src/potential/index.js";
import type { Case, Suite } from "../harness.js";
import { buildEigen, type EigenAnswer, runEigen } from "../peers/eigen-potential.js";

/** What counts as solved. */
const TOLERANCE = 1e-6;
/** The most processor time, in milliseconds, that the baseline gets, and the other relaxations. */
const CAPS = Object.freeze({ baseline: 120_000, other: 30_000 });
/** When the share of the cells that arrive is also taken, in milliseconds. */
const EARLY = 1000;
/** Relaxations look at their residual after so many more iterations, and at who arrives. */
const LOOK = Object.freeze({ residual: 1.02, arrivals: 1.5 });

/**
 * A square grid of n x n cells with k x k blocks, half as wide as their spacing; where they are uneven, their sides are off
 * by up to so much of the spacing, by a seed.
 */
function blocks(n: number, k: number, uneven = 0): Grid {
  const random = new Random(k);
  const grid = new Grid(n, n, 1, [0, 0]);
  for (let row = 0; row < n; row++)
    grid.kinds.fill(FREE, (row + 1) * grid.stride + 1, (row + 1) * grid.stride + 1 + n);
  const pitch = n / k;
  const edge = (b: number, share: number): number =>
    Math.round((b + share + random.between(-uneven, uneven)) * pitch);
  for (let by = 0; by < k; by++) {
    for (let bx = 0; bx < k; bx++) {
      const [x0, x1, y0, y1] = [edge(bx, 0.25), edge(bx, 0.75), edge(by, 0.25), edge(by, 0.75)];
      for (let y = y0; y < y1; y++) {
        const start = (y + 1) * grid.stride + 1;
        grid.kinds.fill(WALL, start + x0, start + x1);
      }
    }
  }
  const corner = Math.max(1, Math.round(k > 0 ? 0.1 * pitch : 0.05 * n));
  grid.kinds[(corner + 1) * grid.stride + corner + 1] = GOAL;
  return grid;
}

/** The city of 98 x 98 blocks of 15 m between streets of 5 m, in cells of 1.25 m; the goal is in the far corner. */
function city(n: number): Grid {
  const side = 16 * n + 4;
  const grid = new Grid(side, side, 1.25, [0, 0]);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const isStreet = row % 16 < 4 || column % 16 < 4;
      grid.kinds[(row + 1) * grid.stride + column + 1] = isStreet ? FREE : WALL;
    }
  }
  grid.kinds[(side - 1) * grid.stride + side - 1] = GOAL;
  return grid;
}

/** Share of the cells with a way that arrive, going to the best neighbour. Written apart from the library's own. */
function arriving(grid: Grid, level: ArrayLike<number>): { share: number; cells: number } {
  const { kinds, stride } = grid;
  const order: number[] = [];
  const state = new Int8Array(kinds.length);
  for (let i = 0; i < kinds.length; i++) if (kinds[i] === GOAL) order.push(i);
  const goals = order.length;
  for (const i of order) state[i] = 1;
  for (let k = 0; k < order.length; k++) {
    for (const j of [order[k] - 1, order[k] + 1, order[k] - stride, order[k] + stride]) {
      if (state[j] !== 0 || kinds[j] === WALL) continue;
      state[j] = 1;
      order.push(j);
    }
  }
  const cells = order.slice(goals).sort((a, b) => level[b] - level[a]);
  const ok = new Uint8Array(kinds.length);
  for (const i of order.slice(0, goals)) ok[i] = 1;
  let arrived = 0;
  for (const i of cells) {
    let best = i;
    for (const j of [i - 1, i + 1, i - stride, i + stride]) if (level[j] > level[best]) best = j;
    if (best !== i && ok[best]) {
      ok[i] = 1;
      arrived++;
    }
  }
  return { share: arrived / Math.max(1, cells.length), cells: cells.length };
}

/** Milliseconds of processor time that this process has used. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A relaxation and what was seen on the way. */
interface Relaxed {
  readonly ms: number;
  readonly iterations: number;
  readonly residual: number;
  /** Share of the cells that arrive in the end, and early on. */
  readonly share: number;
  readonly early: number;
  /** When all were first seen to arrive, in milliseconds; null if never. */
  readonly arrived: number | null;
}

/** Relaxes until the residual is small enough, or up to a cap. Looking is not timed. */
function relax(relaxation: Relaxation, cap: number): Relaxed {
  const { grid } = relaxation;
  const share = (): number => arriving(grid, relaxation.level()).share;
  let ms = 0;
  let residual = Infinity;
  let early: number | undefined;
  let arrived: number | null = null;
  let nextLook = 1;
  while (residual > TOLERANCE && ms < cap) {
    const bout = Math.ceil((LOOK.residual - 1) * relaxation.iterations + 1);
    const started = processorTime();
    relaxation.run(bout);
    ms += processorTime() - started;
    residual = relaxation.residual();
    if (ms >= EARLY) early ??= share();
    if (arrived !== null || relaxation.iterations < nextLook) continue;
    nextLook = relaxation.iterations * LOOK.arrivals;
    if (share() === 1) arrived = ms;
  }
  const last = share();
  if (last === 1) arrived ??= ms;
  return { ms, iterations: relaxation.iterations, residual, share: last, early: early ?? last, arrived };
}

function casesOf(input: string, make: () => Grid, caps: { baseline: number; other: number } = CAPS): Case[] {
  let known: Grid | undefined;
  const grid = (): Grid => (known ??= make());
  const percent = (share: number): string => `${(100 * share).toFixed(share === 1 ? 0 : 2)} %`;
  const seconds = (ms: number): string => `${(ms / 1000).toPrecision(3)} s`;

  const ours: Case<{ ms: number; solution: Solution }> = {
    input,
    name: "wayfield, elimination",
    run() {
      const started = processorTime();
      const solution = solve(grid(), HARMONIC);
      return { ms: processorTime() - started, solution };
    },
    ownTimes: ({ ms }) => [ms],
    check({ solution: { level, residual } }) {
      if (!(residual <= TOLERANCE)) throw new Error(`residual ${residual}`);
      const { share } = arriving(grid(), level);
      if (share !== 1) throw new Error(`only ${percent(share)} arrive`);
    },
    remark({ solution: { level, residual, order } }) {
      const least = order.reduce((sum, i) => Math.min(sum, level[i]), 0);
      return `100 % of ${order.length} cells arrive; residual ${residual.toExponential(1)}; least u e^${least.toFixed(0)}`;
    },
  };

  const eigen: Case<EigenAnswer> = {
    input,
    name: "Eigen SimplicialLDLT (C++)",
    role: "peer",
    setup: buildEigen,
    run: () => runEigen(grid()),
    ownTimes: ({ solveMs }) => solveMs,
    check({ residual }) {
      if (!(residual <= TOLERANCE)) throw new Error(`residual ${residual}: u is below the range of doubles`);
    },
    remark: ({ unknowns, least }) => `${unknowns} cells; least u ${least.toExponential(1)}`,
  };

  const relaxing = (name: string, options: RelaxationOptions, role?: "baseline"): Case<Relaxed> => {
    let once: Relaxed | undefined;
    const cap = role ? caps.baseline : caps.other;
    return {
      input,
      name,
      role,
      run: () => (once ??= relax(new Relaxation(grid(), HARMONIC, options), cap)),
      ownTimes: ({ ms }) => [ms],
      check: () => {},
      remark({ ms, iterations, residual, share, early, arrived }) {
        const end =
          residual <= TOLERANCE
            ? `residual ${residual.toExponential(1)} after ${iterations} iterations`
            : `STOPPED at the cap of ${seconds(cap)}, after ${iterations} iterations, at residual ${residual.toExponential(1)}`;
        const all = arrived === null ? `${percent(share)} arrive` : `all arrive by ${seconds(arrived)}`;
        const soon = ms > EARLY ? `; ${percent(early)} at ${seconds(EARLY)}` : "";
        return `${end}; ${all}${soon}`;
      },
    };
  };

  return [
    ours,
    eigen,
    relaxing("Gauss-Seidel, lexicographic", { alternate: false }, "baseline"),
    relaxing("Jacobi", { method: "jacobi" }),
    relaxing("Gauss-Seidel, alternating", { method: "gauss-seidel" }),
    relaxing("SOR, alternating", { method: "sor" }),
  ] as Case[];
}

/** The suite. */
export const potential: Suite = {
  name: "potential",
  title: "Potential fields: processor time until every cell arrives, componentwise residual at most 1e-6",
  cases(quick) {
    if (quick) return casesOf("48 x 48, 4 x 4 blocks", () => blocks(48, 4), { baseline: 200, other: 20 });
    const sizes = [128, 512, 1024];
    return [
      ...sizes.flatMap((n) =>
        [0, 10, 40].flatMap((k) =>
          casesOf(`${n} x ${n}, ${k === 0 ? "empty" : `${k} x ${k} blocks`}`, () => blocks(n, k)),
        ),
      ),
      ...casesOf("512 x 512, 40 x 40 uneven blocks", () => blocks(512, 40, 0.06)),
      ...casesOf("city of 98 x 98 blocks", () => city(98)),
    ];
  },
};
