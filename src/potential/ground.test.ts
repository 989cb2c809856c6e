/** Potentials on ground of different speeds, div(c grad u) = 0, against dense elimination, closed forms and the flux itself. */
import { describe, expect, test } from "vitest";
import { Random } from "../numerics/index.js";
import { mayWalk, type SceneInput, World } from "../world/index.js";
import type { Bend } from "./equation.js";
import { PotentialField } from "./field.js";
import { FREE, GOAL, Grid, WALL } from "./grid.js";
import type { Ground } from "./ground.js";
import { solve, type Walls } from "./solve.js";

const HARMONIC: Bend = { epsilon: 0, vector: [1, 0] };

/** Solves A x = b by Gauss's elimination with pivots, in place. */
function dense(a: number[][], b: number[]): number[] {
  const n = b.length;
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i][k]) > Math.abs(a[p][k])) p = i;
    [a[k], a[p]] = [a[p], a[k]];
    [b[k], b[p]] = [b[p], b[k]];
    for (let i = k + 1; i < n; i++) {
      const f = a[i][k] / a[k][k];
      if (f === 0) continue;
      for (let j = k; j < n; j++) a[i][j] -= f * a[k][j];
      b[i] -= f * b[k];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = k + 1; j < n; j++) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

/** u of all cells, from finite volumes written down anew: flows through four sides, as of two resistors in a row. */
function oracle(
  grid: Grid,
  c: (i: number) => number,
  { epsilon, vector }: Bend,
  walls: Walls,
): Map<number, number> {
  const cells = [...grid.kinds.keys()].filter((i) => grid.kinds[i] === FREE);
  const number = new Map(cells.map((i, k) => [i, k]));
  const a = cells.map(() => cells.map(() => 0));
  const b = cells.map(() => (walls === "reflect" ? 1 : 0));
  cells.forEach((i, k) => {
    for (const [step, drift] of [
      [-1, -epsilon * vector[0]],
      [1, epsilon * vector[0]],
      [-grid.stride, -epsilon * vector[1]],
      [grid.stride, epsilon * vector[1]],
    ]) {
      const j = i + step;
      const kind = grid.kinds[j];
      if (kind === WALL && walls === "reflect") continue;
      // Half a cell of each: resistances add up. A wall is at the distance of a cell, on the cell's own ground.
      const resistance = kind === WALL ? 1 / c(i) : 0.5 / c(i) + 0.5 / c(j);
      const flow = (walls === "reflect" ? 1 : 0.25 - drift / 8) / resistance;
      a[k][k] += flow;
      if (kind === FREE) a[k][number.get(j)!] -= flow;
      else if (kind === GOAL && walls === "absorb") b[k] += flow;
    }
  });
  return new Map(dense(a, b).map((u, k) => [cells[k], u]));
}

/** Random cells, among them a block that recurs on other ground, which elimination must not take for the same. */
function randomGround(random: Random): { grid: Grid; ground: Ground } {
  const [width, height] = [6 + random.below(14), 6 + random.below(10)];
  const grid = new Grid(width, height, 1, [0, 0]);
  const factors = Float64Array.from([1, 0.5, 0.01, 100, 2.5]);
  const numbers = new Uint16Array(grid.kinds.length);
  const stripe = 2 + random.below(5);
  for (let row = 1; row <= height; row++) {
    for (let column = 1; column <= width; column++) {
      const i = row * grid.stride + column;
      grid.kinds[i] = random.unit() < 0.08 ? WALL : FREE;
      numbers[i] = random.unit() < 0.2 ? random.below(5) : Math.floor(column / stripe) % 2;
    }
  }
  grid.kinds[(1 + random.below(height)) * grid.stride + 1 + random.below(width)] = GOAL;
  return { grid, ground: { numbers, factors } };
}

describe("ground of different speeds", () => {
  test.each(Array.from({ length: 24 }, (_, seed) => seed))("equals a dense solve, seed %i", (seed) => {
    const random = new Random(seed);
    const { grid, ground } = randomGround(random);
    const walls: Walls = seed % 3 === 0 ? "reflect" : "absorb";
    const bend: Bend = seed % 3 === 1 ? { epsilon: 0.8, vector: [0.6, -0.9] } : HARMONIC;
    const { level, order, residual } = solve(grid, bend, walls, undefined, ground);
    const inReach = new Set(order);
    // Cells without a way to a goal have no equation of their own with reflecting walls.
    for (let i = 0; i < grid.kinds.length; i++) {
      if (grid.kinds[i] === FREE && !inReach.has(i)) grid.kinds[i] = WALL;
    }
    const exact = oracle(grid, (i) => ground.factors[ground.numbers[i]], bend, walls);
    expect(exact.size).toBeGreaterThan(5);
    for (const [i, u] of exact) {
      const found = walls === "reflect" ? -level[i] : Math.exp(level[i]);
      expect(Math.abs(found / u - 1)).toBeLessThan(1e-8);
    }
    expect(residual).toBeLessThan(1e-9);
  });

  test("a corridor of two grounds, closed at its sides: the closed form, down to 1e-300 and beyond", () => {
    // Between absorbing sides 4 u = u_west + u_east on one ground, so u is a sum of (2 +- sqrt 3)^k; at the seam the flow is
    // the same from both sides: of c = 1 and c = 9, the harmonic mean is 1.8.
    const [near, far] = [300, 400];
    const length = near + far;
    const grid = new Grid(length + 1, 1, 1, [0, 0]);
    grid.kinds.fill(FREE, grid.stride + 1, grid.stride + 1 + length + 1);
    grid.kinds[grid.stride + 1] = GOAL;
    const numbers = new Uint16Array(grid.kinds.length);
    numbers.fill(1, grid.stride + 1 + near + 1);
    const ground = { numbers, factors: Float64Array.from([1, 9]) };
    const { level } = solve(grid, HARMONIC, "absorb", undefined, ground);
    // From the far end: v_k for the k-th cell before the wall behind it, with v = 0 there; as ratios, which never vanish.
    const ratio: number[] = [];
    let r = 0.25;
    for (let k = length; k >= 1; k--) {
      const [here, next, before] = [k > near ? 9 : 1, k + 1 > near ? 9 : 1, k - 1 > near ? 9 : 1];
      const mean = (a: number, b: number): number => (2 * a * b) / (a + b);
      const east = k === length ? here : mean(here, next);
      const west = mean(here, before);
      // (west + east + 2 here) u_k = west u_(k-1) + east u_(k+1), u_(k+1) = r u_k.
      r = west / (west + east + 2 * here - (k === length ? 0 : east * r));
      ratio[k] = r;
    }
    let expected = 0;
    for (let k = 1; k <= length; k++) {
      expected += Math.log(ratio[k]);
      expect(Math.abs(level[grid.stride + 1 + k] - expected)).toBeLessThan(1e-9 * Math.abs(expected) + 1e-10);
    }
    // Far from seam and ends, the slope is that of (2 - sqrt 3)^k on either ground.
    const slope = Math.log(2 - Math.sqrt(3));
    for (const k of [100, 500]) {
      expect(level[grid.stride + 2 + k] - level[grid.stride + 1 + k]).toBeCloseTo(slope, 9);
    }
  });

  test("a corridor of two grounds whose sides turn back: what flows through each face is what begins behind it", () => {
    const [near, far, c] = [40, 60, 0.2];
    const length = near + far;
    const grid = new Grid(length + 1, 1, 1, [0, 0]);
    grid.kinds.fill(FREE, grid.stride + 1, grid.stride + 2 + length);
    grid.kinds[grid.stride + 1] = GOAL;
    const numbers = new Uint16Array(grid.kinds.length);
    numbers.fill(1, grid.stride + 1 + near + 1);
    const { level } = solve(grid, HARMONIC, "reflect", undefined, {
      numbers,
      factors: Float64Array.from([1, c]),
    });
    // T_k = sum over faces f <= k of (cells behind f) times their resistance: 1, then the seam's, then 1 / c.
    let time = 0;
    for (let k = 1; k <= length; k++) {
      const resistance = k <= near ? 1 : k === near + 1 ? 0.5 + 0.5 / c : 1 / c;
      time += (length - k + 1) * resistance;
      expect(Math.abs(-level[grid.stride + 1 + k] / time - 1)).toBeLessThan(1e-12);
    }
  });

  test("one ground everywhere is plain ground, whatever its factor", () => {
    const random = new Random(3);
    const { grid } = randomGround(random);
    const numbers = new Uint16Array(grid.kinds.length);
    const plain = solve(grid, HARMONIC);
    const slow = solve(grid, HARMONIC, "absorb", undefined, { numbers, factors: Float64Array.from([0.3]) });
    plain.level.forEach((level, i) => {
      if (level > -Infinity)
        expect(Math.abs(slow.level[i] - level)).toBeLessThan(1e-12 * Math.abs(level) + 1e-13);
    });
  });

  test("blocks that look alike on other ground are not taken for the same: the flow into a goal is what leaves at the walls", () => {
    // 64 x 64 open cells, of which every other block of 16 is four times as fast.
    const grid = new Grid(64, 64, 1, [0, 0]);
    const numbers = new Uint16Array(grid.kinds.length);
    for (let row = 1; row <= 64; row++) {
      for (let column = 1; column <= 64; column++) {
        const i = row * grid.stride + column;
        grid.kinds[i] = FREE;
        numbers[i] = ((row >> 4) + (column >> 4)) % 2;
      }
    }
    grid.kinds[30 * grid.stride + 30] = GOAL;
    const c = (i: number): number => [1, 4][numbers[i]];
    const { level, residual } = solve(grid, HARMONIC, "absorb", undefined, {
      numbers,
      factors: Float64Array.from([1, 4]),
    });
    expect(residual).toBeLessThan(1e-12);
    let [into, out] = [0, 0];
    grid.kinds.forEach((kind, i) => {
      if (kind !== FREE) return;
      const u = Math.exp(level[i]);
      for (const j of [i - 1, i + 1, i - grid.stride, i + grid.stride]) {
        if (grid.kinds[j] === WALL) out += c(i) * u;
        else if (grid.kinds[j] === GOAL) into += (1 - u) / (0.5 / c(i) + 0.5 / c(j));
      }
    });
    expect(Math.abs(into / out - 1)).toBeLessThan(1e-9);
  });
});

const SCENE: SceneInput = {
  boundary: [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ],
  goals: { exit: { points: [[19, 5]] } },
  profiles: { soldier: {}, tank: {} },
  zones: [
    {
      polygon: [
        [8, 2],
        [12, 2],
        [12, 8],
        [8, 8],
      ],
      speed: { soldier: 0.1 },
      allow: ["soldier"],
    },
  ],
};

describe("fields for a profile", () => {
  const world = new World(SCENE);
  const goals = ["exit"];

  test("who is slow in a zone turns off it, who may not enter goes around it", () => {
    const field = (walls: Walls, profile?: string): PotentialField =>
      new PotentialField(world, { goals, walls, ...(profile === undefined ? {} : { profile }) });
    const entering = (guide: PotentialField): number => {
      let count = 0;
      for (let y = 0.5; y < 10; y += 0.5) if (!mayWalk(world.zones, guide.pathFrom([1, y])!, "tank")) count++;
      return count;
    };
    // Of 19 ways; between walls that turn back, what flows goes where it flows easily.
    expect(entering(field("reflect", "soldier"))).toBeLessThan(entering(field("reflect")) / 2);
    expect(entering(field("reflect", "tank"))).toBe(0);
    // Absorbing walls keep people in the middle, whatever the ground; it turns them by a little.
    const at = [7.5, 2.5] as const;
    expect(field("absorb", "soldier").heading(at)![1]).toBeLessThan(field("absorb").heading(at)![1]);
    expect(entering(field("absorb", "tank"))).toBe(0);
    const tank = new PotentialField(world, { goals, profile: "tank", radius: 0.5 });
    expect(mayWalk(world.zones, tank.pathFrom([1, 5.2])!, "tank", 0.49)).toBe(true);
    expect(tank.reason([9, 5])).toContain("profile tank may not enter zones[0]");
  });

  test("all descents arrive", () => {
    expect(new PotentialField(world, { goals, profile: "soldier" }).reached).toBe(1);
  });

  test("refuses what it cannot do, in one line", () => {
    const relaxed = { goals, profile: "soldier", solver: "sor", iterations: 10 } as const;
    expect(() => new PotentialField(world, relaxed)).toThrow(
      "solver: zones with a speed are solved for by elimination only",
    );
    expect(() => new PotentialField(world, { goals, profile: "tonk" })).toThrow(
      'profile: there is no profile "tonk"; did you mean "tank"?',
    );
  });
});
