/**
 * Potentials over whole worlds: until every free cell descends to the goal and the componentwise residual is at most 1e-6.
 *
 * Plain Gauss-Seidel takes minutes where the world is wide, so it is run once per input and its time is kept.
 */
import {
  FREE,
  GOAL,
  Grid,
  HARMONIC,
  Relaxation,
  type Solution,
  solve,
  WALL,
} from "../../src/potential/index.js";
import type { Case, Suite } from "../harness.js";
import { buildEigen, type EigenAnswer, runEigen } from "../peers/eigen-potential.js";

/** What counts as solved. */
const TOLERANCE = 1e-6;
/** Gauss-Seidel checks its residual every so many sweeps. */
const CHECK_EVERY = 100;
/** A relaxation that is stopped early gets this long, in milliseconds. */
const BUDGET = 1000;

/** A square grid of n x n cells with k x k square blocks, half as wide as their spacing. */
function blocks(n: number, k: number): Grid {
  const grid = new Grid(n, n, 1, [0, 0]);
  for (let row = 0; row < n; row++)
    grid.kinds.fill(FREE, (row + 1) * grid.stride + 1, (row + 1) * grid.stride + 1 + n);
  const pitch = n / k;
  const edge = (b: number, share: number): number => Math.round((b + share) * pitch);
  for (let by = 0; by < k; by++) {
    for (let bx = 0; bx < k; bx++) {
      for (let y = edge(by, 0.25); y < edge(by, 0.75); y++) {
        const start = (y + 1) * grid.stride + 1;
        grid.kinds.fill(WALL, start + edge(bx, 0.25), start + edge(bx, 0.75));
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

interface Relaxed {
  readonly relaxation: Relaxation;
  readonly ms: number;
  readonly residual: number;
}

/** Relaxes until the residual is small enough, or for a time. */
function relax(relaxation: Relaxation, budget = Infinity): Relaxed {
  const started = performance.now();
  let residual = Infinity;
  while (residual > TOLERANCE && performance.now() - started < budget) {
    relaxation.run(budget === Infinity ? CHECK_EVERY : 1);
    if (budget === Infinity) residual = relaxation.residual();
  }
  return { relaxation, ms: performance.now() - started, residual: relaxation.residual() };
}

function casesOf(input: string, make: () => Grid, hasPlain: boolean, budget = BUDGET): Case[] {
  let known: Grid | undefined;
  const grid = (): Grid => (known ??= make());
  const percent = (share: number): string => `${(100 * share).toFixed(share === 1 ? 0 : 2)} %`;

  const ours: Case<Solution> = {
    input,
    name: "wayfield, elimination",
    run: () => solve(grid(), HARMONIC),
    check({ level, residual }) {
      if (!(residual <= TOLERANCE)) throw new Error(`residual ${residual}`);
      const { share } = arriving(grid(), level);
      if (share !== 1) throw new Error(`only ${percent(share)} arrive`);
    },
    remark({ level, residual, order }) {
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
      if (!(residual <= TOLERANCE)) throw new Error(`residual ${residual}`);
    },
    remark: ({ unknowns, least }) => `${unknowns} cells; least u ${least.toExponential(1)}`,
  };

  let plain: Relaxed | undefined;
  const gaussSeidel: Case<Relaxed> = {
    input,
    name: "Gauss-Seidel, lexicographic",
    role: "baseline",
    run: () => (plain ??= relax(new Relaxation(grid(), HARMONIC, { alternate: false }))),
    ownTimes: ({ ms }) => [ms],
    check({ residual }) {
      if (!(residual <= TOLERANCE)) throw new Error(`residual ${residual}`);
    },
    remark: ({ relaxation, residual }) =>
      `${relaxation.iterations} sweeps, run once; residual ${residual.toExponential(1)}`,
  };

  const early = (method: "jacobi" | "gauss-seidel" | "sor"): Case<Relaxed> => ({
    input,
    name: `${method}, stopped after ${budget / 1000} s`,
    run: () => relax(new Relaxation(grid(), HARMONIC, { method }), budget),
    check: () => {},
    remark({ relaxation, residual }) {
      const { share } = arriving(grid(), relaxation.level());
      return `${percent(share)} arrive after ${relaxation.iterations} iterations; residual ${residual.toExponential(1)}`;
    },
  });

  const cases = [ours, eigen, ...(hasPlain ? [gaussSeidel] : [])];
  return [...cases, early("jacobi"), early("gauss-seidel"), early("sor")] as Case[];
}

/** The suite. */
export const potential: Suite = {
  name: "potential",
  title: "Potential fields: every cell arrives, componentwise residual at most 1e-6",
  cases(quick) {
    if (quick) return casesOf("48 x 48, 4 x 4 blocks", () => blocks(48, 4), true, 20);
    const sizes = [128, 512, 1024];
    return [
      ...sizes.flatMap((n) =>
        [0, 10, 40].flatMap((k) =>
          casesOf(`${n} x ${n}, ${k === 0 ? "empty" : `${k} x ${k} blocks`}`, () => blocks(n, k), n <= 512),
        ),
      ),
      ...casesOf("city of 98 x 98 blocks", () => city(98), false),
    ];
  },
};
