/** The solver against things that share no code with it: relaxation to the limit, closed forms, the equation itself. */
import { describe, expect, test } from "vitest";
import { Random } from "../numerics/index.js";
import { bestNeighbour, shareArriving } from "./descend.js";
import { eliminate, HELD } from "./eliminate.js";
import { type Bend, HARMONIC } from "./equation.js";
import { FREE, GOAL, Grid, WALL } from "./grid.js";
import { solve } from "./solve.js";

/** A grid from lines of text, the highest row first: # wall, G goal, anything else free. */
function drawn(...lines: string[]): Grid {
  const grid = new Grid(lines[0].length, lines.length, 1, [0, 0]);
  lines.forEach((line, k) => {
    [...line].forEach((letter, column) => {
      const kind = letter === "#" ? WALL : letter === "G" ? GOAL : FREE;
      grid.kinds[(lines.length - k) * grid.stride + column + 1] = kind;
    });
  });
  return grid;
}

function randomGrid(random: Random, width: number, height: number, density: number): Grid {
  const grid = new Grid(width, height, 1, [0, 0]);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      grid.kinds[(row + 1) * grid.stride + column + 1] = random.unit() < density ? WALL : FREE;
    }
  }
  for (let k = 0; k < 2; k++) {
    grid.kinds[(random.below(height) + 1) * grid.stride + random.below(width) + 1] = GOAL;
  }
  return grid;
}

/** Corridors of a width, back and forth, so many of them and so long; the goal is at the beginning. */
function serpent(width: number, lanes: number, length: number): Grid {
  const grid = new Grid(length, lanes * (width + 1) - 1, 1, [0, 0]);
  for (let row = 0; row < grid.height; row++) {
    const lane = Math.floor(row / (width + 1));
    for (let column = 0; column < length; column++) {
      const isOpen = lane % 2 === 0 ? column >= length - width : column < width;
      const isWall = row % (width + 1) === width && !isOpen;
      grid.kinds[(row + 1) * grid.stride + column + 1] = isWall ? WALL : FREE;
    }
  }
  grid.kinds[grid.stride + 1] = GOAL;
  return grid;
}

/** A square spiral: corridors of a width around the goal in the middle. */
function spiral(width: number, turns: number): Grid {
  const pitch = width + 1;
  const side = 2 * turns * pitch + width;
  const grid = new Grid(side, side, 1, [0, 0]);
  for (let row = 0; row < side; row++) {
    grid.kinds.fill(FREE, (row + 1) * grid.stride + 1, (row + 1) * grid.stride + 1 + side);
  }
  const block = (x: number, y: number): void => {
    if (x >= 0 && y >= 0 && x < side && y < side) grid.kinds[(y + 1) * grid.stride + x + 1] = WALL;
  };
  // One wall that winds outward from the middle.
  let [x, y] = [turns * pitch - 1, turns * pitch - 1];
  const headings = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ];
  block(x, y);
  for (let leg = 0; leg < 4 * turns + 2; leg++) {
    const [dx, dy] = headings[leg % 4];
    for (let k = 0; k < pitch * (1 + Math.floor(leg / 2)); k++) {
      x += dx;
      y += dy;
      block(x, y);
    }
  }
  const middle = turns * pitch + (width >> 1);
  grid.kinds[(middle + 1) * grid.stride + middle + 1] = GOAL;
  return grid;
}

/** n x n blocks, so many cells apart, with streets of a width. */
function city(n: number, spacing: number, street: number): Grid {
  const side = n * spacing + street;
  const grid = new Grid(side, side, 1, [0, 0]);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const isStreet = row % spacing < street || column % spacing < street;
      grid.kinds[(row + 1) * grid.stride + column + 1] = isStreet ? FREE : WALL;
    }
  }
  grid.kinds[grid.stride + 1] = GOAL;
  return grid;
}

/**
 * The oracle: Gauss-Seidel on u = w e^(-d), d the distance in steps, until nothing changes. Written from the equation alone;
 * w keeps its digits where u would not.
 */
function scaledGaussSeidel(grid: Grid, { epsilon, vector }: Bend, tolerance: number): Float64Array {
  const { kinds, stride } = grid;
  const d = new Int32Array(kinds.length).fill(-1);
  const queue: number[] = [];
  kinds.forEach((kind, i) => {
    if (kind !== GOAL) return;
    d[i] = 0;
    queue.push(i);
  });
  for (const i of queue) {
    for (const j of [i - 1, i + 1, i - stride, i + stride]) {
      if (kinds[j] === WALL || d[j] >= 0) continue;
      d[j] = d[i] + 1;
      queue.push(j);
    }
  }
  const w = new Float64Array(kinds.length);
  for (const i of queue) w[i] = 1;
  const share = [
    0.25 + (epsilon * vector[0]) / 8,
    0.25 - (epsilon * vector[0]) / 8,
    0.25 + (epsilon * vector[1]) / 8,
    0.25 - (epsilon * vector[1]) / 8,
  ];
  for (let sweep = 0; sweep < 200_000; sweep++) {
    let change = 0;
    for (const i of queue) {
      if (kinds[i] === GOAL) continue;
      let sum = 0;
      [i - 1, i + 1, i - stride, i + stride].forEach((j, k) => {
        if (d[j] >= 0) sum += share[k] * w[j] * Math.exp(d[i] - d[j]);
      });
      change = Math.max(change, Math.abs(sum - w[i]) / sum);
      w[i] = sum;
    }
    if (change < tolerance) break;
  }
  return Float64Array.from(kinds, (_, i) => (d[i] < 0 ? -Infinity : Math.log(w[i]) - d[i]));
}

/** Largest componentwise residual, from levels alone. */
function residualOf(grid: Grid, level: Float64Array, { epsilon, vector }: Bend): number {
  const { kinds, stride } = grid;
  let worst = 0;
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] !== FREE || level[i] === -Infinity) continue;
    const part = (j: number): number => Math.exp(level[j] - level[i]);
    const mean = (part(i - 1) + part(i + 1) + part(i - stride) + part(i + stride)) / 4;
    const pull = (part(i + 1) - part(i - 1)) * vector[0] + (part(i + stride) - part(i - stride)) * vector[1];
    worst = Math.max(worst, Math.abs(mean - (epsilon / 8) * pull - 1));
  }
  return worst;
}

const BENDS: Bend[] = [HARMONIC, { epsilon: 1, vector: [0.6, -0.8] }, { epsilon: -1.9, vector: [1, 0.3] }];

describe("the direct solver", () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])(
    "equals the limit of scaled Gauss-Seidel, keeps the maximum principle, has no interior maximum (seed %i)",
    (seed) => {
      const random = new Random(seed);
      const grid = randomGrid(random, 5 + random.below(20), 5 + random.below(20), 0.1 + 0.03 * (seed % 9));
      const bend = BENDS[seed % 3];
      const { level, order, residual } = solve(grid, bend);
      expect(residual).toBeLessThan(1e-12);
      expect(residualOf(grid, level, bend)).toBeLessThan(1e-9);
      const limit = scaledGaussSeidel(grid, bend, 1e-14);
      for (let i = 0; i < level.length; i++) {
        if (limit[i] === -Infinity) expect(level[i]).toBe(-Infinity);
        else expect(Math.abs(Math.expm1(level[i] - limit[i]))).toBeLessThan(1e-6);
      }
      for (const i of order) {
        expect(level[i]).toBeLessThan(0);
        expect(bestNeighbour({ grid, level, reflect: false }, i)).toBeGreaterThanOrEqual(0);
      }
      expect(shareArriving({ grid, level, reflect: false }, order)).toBe(1);
    },
  );

  test("one cell between goal and walls: u = 1/4; a corridor one cell wide: cosh(lambda) = 2", () => {
    const one = solve(drawn("G.#"), HARMONIC);
    expect(one.level[2 + one.level.length / 3]).toBeCloseTo(Math.log(1 / 4), 12);
    const long = drawn(`G${".".repeat(60)}`);
    const { level } = solve(long, HARMONIC);
    const start = long.stride + 1;
    expect(level[start + 20] - level[start + 10]).toBeCloseTo(-10 * Math.acosh(2), 9);
  });

  test.each([
    ["a serpentine 3 cells wide and 300 widths long", serpent(3, 30, 30), HARMONIC],
    ["one of 1 cell and 5,000 widths", serpent(1, 70, 70), HARMONIC],
    ["one of 7 cells and 300 widths", serpent(7, 15, 150), HARMONIC],
    ["a bent one", serpent(3, 30, 30), BENDS[1]],
    ["a strongly bent one", serpent(4, 20, 60), BENDS[2]],
    ["a spiral 3 cells wide and 300 widths long", spiral(3, 11), HARMONIC],
    ["a spiral of 2 cells", spiral(2, 12), HARMONIC],
    ["a city of 40 x 40 blocks with streets of 2 cells", city(40, 7, 2), HARMONIC],
  ] as const)("every cell of %s arrives", (_, grid, bend) => {
    const { level, order, residual } = solve(grid, bend);
    expect(order.length).toBeGreaterThan(1000);
    expect(residual).toBeLessThan(1e-9);
    expect(residualOf(grid, level, bend)).toBeLessThan(1e-9);
    expect(shareArriving({ grid, level, reflect: false }, order)).toBe(1);
  });

  test("the long ones are far below what doubles hold", () => {
    const { level, order } = solve(serpent(1, 70, 70), HARMONIC);
    expect(level[order[order.length - 1]]).toBeLessThan(-5000);
  });

  test("reflecting walls: the mean time of a random walk, n^2 along a dead end", () => {
    const grid = drawn(`G${".".repeat(20)}`);
    const { level } = solve(grid, HARMONIC, "reflect");
    for (let k = 1; k <= 20; k++) expect(-level[grid.stride + 1 + k]).toBeCloseTo(k * (41 - k) * 0.5, 8);
  });

  test("reflecting walls: what ends at a goal of one cell is one step per cell, to 1e-11 of it in 40,000 cells", () => {
    // Each equation, degree x t = the sum of its neighbours' + 1, added up: everything within cancels.
    const row = ".".repeat(200);
    const grid = drawn(...Array.from({ length: 199 }, () => row), `G${row.slice(1)}`);
    const { level } = solve(grid, HARMONIC, "reflect");
    const goal = grid.kinds.indexOf(GOAL);
    const around = [1, -1, grid.stride, -grid.stride].map((d) => goal + d);
    const flux = around.reduce((sum, i) => (grid.kinds[i] === FREE ? sum - level[i] : sum), 0);
    expect(Math.abs(flux / 39_999 - 1)).toBeLessThan(1e-11);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7])("equals elimination by bands, symmetric or not (seed %i)", (seed) => {
    const random = new Random(seed);
    const [width, height] = [20 + random.below(120), 20 + random.below(50)];
    const grid = randomGrid(random, width - 2, height - 2, [0, 0.02, 0.2, 0.4][seed >> 1]);
    const { kinds } = grid;
    const held = new Float64Array(kinds.length);
    for (let k = 0; k < 4; k++) {
      const i = (1 + random.below(height - 2)) * width + 1 + random.below(width - 2);
      kinds[i] = HELD;
      held[i] = random.between(0.5, 2);
    }
    const isSymmetric = seed % 2 === 0;
    const shares = isSymmetric ? [0.2, 0.2, 0.3, 0.3] : [0.1, 0.3, 0.35, 0.25];
    const steps = [-1, 1, -width, width];
    const equation = (i: number, to: Float64Array): void => {
      to.fill(0).set([1.001]);
      steps.forEach((step, side) => {
        const kind = kinds[i + step];
        if (kind === FREE) to[1 + side] = shares[side];
        to[5] += shares[side] * (kind === GOAL ? 1 : held[i + step]);
      });
    };
    const neighbour = (i: number, side: number): number => i + steps[side];
    const fast = eliminate({ width, height, kinds, ground: null, isSymmetric, neighbour, equation });
    const exact = byBands(width, kinds, equation);
    for (let i = 0; i < exact.length; i++) {
      expect(Math.abs(fast[i] - exact[i])).toBeLessThanOrEqual(1e-12 * exact[i]);
    }
  });
});

/** Gauss's elimination row by row within the band, nothing clever: the oracle of dissection and of its vector kernels. */
function byBands(
  width: number,
  kinds: Uint8Array,
  equation: (i: number, to: Float64Array) => void,
): Float64Array {
  // Column k of row i is cell i - width + k; the last one is the right-hand side.
  const stride = 2 * width + 2;
  const band = new Float64Array(kinds.length * stride);
  const terms = new Float64Array(6);
  for (let i = 0; i < kinds.length; i++) {
    band[i * stride + width] = 1;
    if (kinds[i] !== FREE) continue;
    equation(i, terms);
    const [diagonal, west, east, south, north, right] = terms;
    const row = band.subarray(i * stride, (i + 1) * stride);
    row[width] = diagonal;
    row[width - 1] = -west;
    row[width + 1] = -east;
    row[0] = -south;
    row[2 * width] = -north;
    row[2 * width + 1] = right;
  }
  for (let p = 0; p < kinds.length; p++) {
    for (let i = p + 1; i <= Math.min(p + width, kinds.length - 1); i++) {
      const shift = p - i;
      const factor = band[i * stride + width + shift] / band[p * stride + width];
      if (factor === 0) continue;
      for (let k = width; k <= 2 * width; k++) {
        band[i * stride + k + shift] -= factor * band[p * stride + k];
      }
      band[i * stride + 2 * width + 1] -= factor * band[p * stride + 2 * width + 1];
    }
  }
  const x = new Float64Array(kinds.length);
  for (let i = kinds.length - 1; i >= 0; i--) {
    let sum = band[i * stride + 2 * width + 1];
    for (let k = 1; k <= width && i + k < kinds.length; k++) sum -= band[i * stride + width + k] * x[i + k];
    x[i] = sum / band[i * stride + width];
  }
  return x;
}
