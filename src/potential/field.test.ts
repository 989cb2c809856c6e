import { describe, expect, test } from "vitest";
import { checkGuide } from "../../test/guide-contract.js";
import { randomPlan } from "../../test/support/random-plans.js";
import { worldOf } from "../../test/support/worlds.js";
import { InputError } from "../errors.js";
import { distance, type Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "../pathmap/index.js";
import { World } from "../world/index.js";
import { isAdjacent } from "./descend.js";
import { PotentialField, type PotentialFieldOptions } from "./field.js";
import { FREE } from "./grid.js";
import { SubgoalStack } from "./subgoals.js";

const square = (x0: number, y0: number, x1: number, y1: number): [number, number][] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

const hall = new World({
  boundary: square(0, 0, 20, 10),
  obstacles: [
    { polygon: square(8, 0, 9, 7) },
    {
      segment: [
        [14, 10],
        [14, 3],
      ],
    },
  ],
  goals: {
    exit: {
      segments: [
        [
          [20, 4],
          [20, 6],
        ],
      ],
    },
  },
});

/** A row of rooms; from one to the next through a slit of some millimetres and a crooked corridor, or not at all. */
function slits(random: Random, radius: number): World {
  const obstacles = [20, 40, 60, 80].flatMap((x, k) => {
    const y = random.between(4, 16);
    const half = k === 3 && random.below(2) === 0 ? radius - 0.01 : radius + random.between(0.001, 0.004);
    if (half <= 0) return [{ polygon: square(x, 0, x + 1, 20) }];
    return [
      {
        polygon: [
          [x, 0],
          [x + 1, 0],
          [x + 1, y - half],
          [x, y - half - 2],
        ] as [number, number][],
      },
      {
        polygon: [
          [x, 20],
          [x, y + half - 2],
          [x + 1, y + half],
          [x + 1, 20],
        ] as [number, number][],
      },
    ];
  });
  return new World({ boundary: square(0, 0, 90, 20), obstacles });
}

describe("fields as guides", () => {
  test("the contract holds at any point, at any radius, bent or not, with either kind of wall, near 5e6 too (seeds 0 to 20)", () => {
    let [checked, ways, refused] = [0, 0, 0];
    for (let seed = 0; seed < 20; seed++) {
      const random = new Random(seed);
      const offset = seed % 3 === 0 ? 5e6 : 0;
      const plan = randomPlan(random, 9, offset);
      const world = worldOf(plan);
      const goal = plan.point();
      if (!world?.contains(goal)) continue;
      const contract = { isGoal: (p: Point) => distance(p, goal) === 0, tolerance: 1e-9 };
      const kinds: Partial<PotentialFieldOptions>[] = [
        { cell: 9 / 40 },
        { cell: 9 / 75, radius: 0.1 },
        { cell: 9 / 60, epsilon: 1, vector: [0.6, 0.8] },
        { cell: 9 / 50, walls: "reflect" },
      ];
      for (const options of kinds) {
        let field: PotentialField;
        try {
          field = new PotentialField(world, { goals: [{ point: goal }], ...options });
        } catch (error) {
          // Random plans have passages of any width.
          expect(error).toBeInstanceOf(InputError);
          refused++;
          continue;
        }
        expect(field.reached).toBe(1);
        expect(field.residual).toBeLessThan(1e-9);
        for (let i = 0; i < 8; i++) {
          const p: Point =
            i % 3 === 0 ? plan.point() : [offset + random.between(0, 9), offset + random.between(0, 9)];
          checkGuide(field, world, p, contract);
          checked++;
          const path = field.pathFrom(p);
          if (!path) continue;
          ways++;
          for (const q of path.slice(1, -1))
            expect(world.clearance(q)).toBeGreaterThanOrEqual(field.radius - 1e-6);
        }
      }
    }
    expect(checked).toBeGreaterThan(200);
    expect(ways).toBeGreaterThan(150);
    expect(refused).toBeLessThan(16);
  });

  test("reflecting walls: paths arrive, and costs fall along them", () => {
    const field = new PotentialField(hall, { goals: ["exit"], walls: "reflect", cell: 0.25 });
    const path = field.pathFrom([2, 2])!;
    expect(path.at(-1)![0]).toBe(20);
    for (let i = 2; i + 2 < path.length; i++) {
      expect(field.cost(path[i])!).toBeLessThan(field.cost(path[i - 1])!);
    }
    expect(field.reached).toBe(1);
  });

  // Beside thin walls, at corners and on the cells' borders: what a wall is to a cell must not depend on rounding, nor jump.
  test("reflecting walls: the cost is continuous within free cells, and falls along the heading (seeds 80, 145, 179, 265)", () => {
    let checked = 0;
    for (const [seed, cell] of [
      [80, 9 / 40],
      [145, 9 / 40],
      [179, 9 / 21],
      [265, 9 / 75],
    ]) {
      const random = new Random(seed);
      const plan = randomPlan(random, 9, 0);
      const world = worldOf(plan)!;
      const field = new PotentialField(world, { goals: [{ point: plan.point() }], walls: "reflect", cell });
      const { grid, level } = field;
      const open = [...level.keys()].filter((i) => level[i] > -Infinity && grid.kinds[i] === FREE);
      for (let k = 0; k < 400; k++) {
        // Every other coordinate lies on a border or on the middle line of its cell.
        const [cx, cy] = grid.centre(open[random.below(open.length)]);
        const within = (c: number): number =>
          c + cell * (random.below(2) ? random.between(-0.5, 0.5) : 0.5 * (random.below(3) - 1));
        const p: Point = [within(cx), within(cy)];
        const own = grid.at(p[0], p[1]);
        if (grid.kinds[own] !== FREE) continue;
        const [cost, heading] = [field.cost(p)!, field.heading(p)!];
        const near: Point = [p[0] + random.between(-1e-9, 1e-9), p[1] + random.between(-1e-9, 1e-9)];
        const there = grid.at(near[0], near[1]);
        if (grid.kinds[there] === FREE && isAdjacent(field, own, there)) {
          expect(Math.abs(field.cost(near)! - cost)).toBeLessThan(1e-3);
        }
        const ahead: Point = [p[0] + 0.05 * cell * heading[0], p[1] + 0.05 * cell * heading[1]];
        expect(field.cost(ahead)!).toBeLessThan(cost);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(1000);
  });

  test("paths are smooth: no step turns by more than 25 degrees but at the ends", () => {
    const field = new PotentialField(hall, { goals: ["exit"], cell: 0.1, radius: 0.25 });
    for (const from of [
      [2, 2],
      [10, 1],
      [12, 9],
      [4, 9.5],
    ] as const) {
      const path = field.pathFrom(from)!;
      for (let i = 2; i + 3 < path.length; i++) {
        const [a, b, c] = [path[i - 1], path[i], path[i + 1]];
        const turn = Math.atan2(
          (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]),
          (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]),
        );
        expect(Math.abs(turn)).toBeLessThan((25 * Math.PI) / 180);
      }
    }
  });

  test("v = (0, 1) pulls the path up, v = (0, -1) down, and no epsilon leaves it in the middle", () => {
    const corridor = new World({ boundary: square(0, 0, 30, 6), goals: { end: { points: [[28, 3]] } } });
    const middle = (vector: Point, epsilon: number): number => {
      const path = new PotentialField(corridor, { goals: ["end"], cell: 0.2, epsilon, vector }).pathFrom([
        2, 3,
      ])!;
      return path.reduce((best, p) => (Math.abs(p[0] - 15) < Math.abs(best[0] - 15) ? p : best))[1];
    };
    expect(middle([0, 1], 0)).toBeCloseTo(3, 1);
    expect(middle([0, 1], 0.3)).toBeGreaterThan(3.5);
    expect(middle([0, -1], 0.3)).toBeLessThan(2.5);
  });

  test("a goal on a wall, or beyond the reach of a radius, is reached by a last straight step", () => {
    const field = new PotentialField(hall, { goals: ["exit"], radius: 0.5, cell: 0.2 });
    const path = field.pathFrom([16, 5])!;
    const [x, y] = path.at(-1)!;
    expect(x).toBe(20);
    expect(y).toBeGreaterThanOrEqual(4);
    expect(y).toBeLessThanOrEqual(6);
    expect(field.pathFrom([10, 11])).toBeNull();
    expect(field.pathFrom([8.5, 3])).toBeNull();
    expect(field.pathFrom([7.8, 3])).toBeNull();
  });
});

describe("relaxations", () => {
  test("can be stopped anywhere, and get better", () => {
    const shares = [5, 40, 400].map(
      (iterations) =>
        new PotentialField(hall, { goals: ["exit"], cell: 0.25, solver: "jacobi", iterations }).reached,
    );
    expect(shares[0]).toBeLessThan(shares[1]);
    expect(shares[1]).toBeLessThan(shares[2]);
    expect(shares[2]).toBe(1);
  });

  test.each(["jacobi", "gauss-seidel", "sor"] as const)("%s tends to what elimination gives", (solver) => {
    const exact = new PotentialField(hall, { goals: ["exit"], cell: 0.5, epsilon: 0.4, vector: [0, 1] });
    const options = { goals: ["exit"], cell: 0.5, epsilon: 0.4, vector: [0, 1] as const, solver };
    const field = new PotentialField(hall, { ...options, iterations: 4000 });
    expect(field.residual).toBeLessThan(1e-9);
    exact.level.forEach((level, i) => {
      if (level > -Infinity) expect(Math.abs(field.level[i] - level)).toBeLessThan(1e-6);
    });
  });
});

describe("the thesis's stack of sub-goals", () => {
  // Rooms in a row with doors at alternating ends: p is flat after two of them.
  const rooms = new World({
    boundary: square(0, 0, 60, 10),
    obstacles: [10, 20, 30, 40, 50].map((x, k) => ({
      polygon: k % 2 === 0 ? square(x, 0, x + 0.5, 8.5) : square(x, 1.5, x + 0.5, 10),
    })),
    goals: { end: { points: [[2, 2]] } },
  });

  test("leads out of flat regions, room after room", () => {
    const field = new PotentialField(rooms, { goals: ["end"], cell: 0.5 });
    const stack = new SubgoalStack(field.grid);
    const path = stack.pathFrom([57, 5])!;
    expect(distance(path.at(-1)!, [2, 2])).toBeLessThan(0.8);
    expect(stack.height).toBeGreaterThan(3);
    for (let i = 1; i < path.length; i++) expect(rooms.visible(path[i - 1], path[i])).toBe(true);
  });

  test("no way is no way", () => {
    const closed = new World({
      boundary: square(0, 0, 10, 10),
      obstacles: [{ polygon: square(4, 0, 5, 10) }],
    });
    const field = new PotentialField(closed, { goals: [{ point: [2, 2] }], cell: 0.5 });
    expect(new SubgoalStack(field.grid).pathFrom([8, 8])).toBeNull();
    expect(field.pathFrom([8, 8])).toBeNull();
    expect([field.heading([8, 8]), field.cost([8, 8]), field.distance([8, 8])]).toEqual([null, null, null]);
  });
});

describe("bad input", () => {
  const refuse = (options: Partial<PotentialFieldOptions>, message: RegExp): void => {
    const run = (): unknown => new PotentialField(hall, { goals: ["exit"], ...options });
    expect(run).toThrow(InputError);
    expect(run).toThrow(message);
  };

  test("is refused in one line", () => {
    refuse({ goals: [] }, /at least one goal/);
    refuse({ goals: ["nowhere"] }, /no goal "nowhere"/);
    refuse({ goals: [{ point: [8.5, 5] }] }, /\[8.5, 5\] is not on free ground/);
    refuse({ goals: [{ point: [1, Number.NaN] }] }, /finite numbers/);
    refuse({ epsilon: 2 }, /less than 2/);
    refuse({ epsilon: 1, vector: [0, -2] }, /less than 2/);
    refuse({ epsilon: Number.NaN }, /finite number/);
    refuse({ vector: [Infinity, 0] }, /two finite numbers/);
    refuse({ cell: 0 }, /> 0/);
    refuse(
      { cell: 1e-5 },
      /2000000 x 1000000 cells .* need .* GiB of memory; allowed: 4 GiB .*a cell of at least/,
    );
    refuse({ radius: -1 }, />= 0/);
    refuse({ solver: "magic" as never }, /one of elimination/);
    refuse({ solver: "sor" }, /whole number/);
    refuse({ iterations: 5 }, /no iterations/);
    refuse({ walls: "reflect", epsilon: 1 }, /cannot be bent/);
    refuse({ colour: "red" } as never, /unknown option "colour"/);
  });

  test("a cell so coarse that a passage closes says which, and how small cells keep it open", () => {
    const door = new World({
      boundary: square(0, 0, 40, 20),
      obstacles: [{ polygon: square(20, 0, 21, 9.2) }, { polygon: square(20, 10.8, 21, 20) }],
      goals: { end: { points: [[35, 10]] } },
    });
    const run = (): unknown => new PotentialField(door, { goals: ["end"], cell: 1 });
    expect(run).toThrow(
      /close the passage at 2\d(\.\d+)?,(9|10)\.\d+, about 1.\d m wide.*; cells of 0\.5 m keep it open/,
    );
    const { grid } = new PotentialField(door, { goals: ["end"], cell: 0.5 });
    expect(grid.count(FREE)).toBeGreaterThan(0);
  });

  test("without a cell, one is chosen that keeps every passage open", () => {
    const narrow = new World({
      boundary: square(0, 0, 100, 20),
      obstacles: [{ polygon: square(50, 0, 51, 9.8) }, { polygon: square(50, 10.2, 51, 20) }],
      goals: { end: { points: [[95, 10]] } },
    });
    const field = new PotentialField(narrow, { goals: ["end"] });
    expect(field.grid.cell).toBeLessThan(0.39);
    expect(field.pathFrom([5, 5])).not.toBeNull();
  });

  test("without a cell, there is a way from wherever there is one, through slits that no cell opens (seeds 0 to 8)", () => {
    let [ways, none] = [0, 0];
    for (let seed = 0; seed < 8; seed++) {
      const random = new Random(seed);
      const radius = seed % 2 === 0 ? 0.25 : 0;
      const world = slits(random, radius);
      const goals = [{ point: [1, 1] as const }];
      const field = new PotentialField(world, { goals, radius });
      const map = new PathMap(world, { goals, radius });
      for (let k = 0; k < 60; k++) {
        const p: Point = [random.between(0, 90), random.between(0, 20)];
        if (world.clearance(p) <= radius) continue;
        const path = field.pathFrom(p);
        expect([seed, p, path !== null]).toEqual([seed, p, map.pathFrom(p) !== null]);
        if (path === null) none++;
        else {
          ways++;
          checkGuide(field, world, p, { isGoal: (q) => distance(q, [1, 1]) < 1e-9, tolerance: 1e-9 });
          for (const q of path.slice(0, -1)) expect(world.clearance(q)).toBeGreaterThan(radius - 1e-6);
        }
      }
    }
    expect(ways).toBeGreaterThan(200);
    expect(none).toBeGreaterThan(20);
  });
});
