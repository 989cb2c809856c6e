import { describe, expect, test } from "vitest";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import {
  type Around,
  awayFrom,
  constant,
  doubleSine,
  drawn,
  harmonic,
  keepTo,
  keepToWall,
  orthogonal,
  random,
  sinusoid,
  together,
  toSeen,
  towards,
  wallAhead,
  whenAhead,
  whenSeen,
} from "./behaviours.js";
import { HARMONIC } from "./equation.js";
import { FREE, GOAL, WALL } from "./grid.js";
import { LocalMap, type Sight } from "./local-map.js";
import {
  alongGradient,
  inertialMotion,
  meanMotion,
  SPEED_TABLE,
  slowedBelow,
  weightedMotion,
} from "./motion.js";

const nothing: Sight = { isWall: () => false, others: [], way: [1, 0] };

/** The map as text, highest row first. */
function shown(map: LocalMap): string[] {
  const { size } = map.options;
  return Array.from({ length: size }, (_, k) =>
    [...map.kinds.subarray((size - 1 - k) * size, (size - k) * size)].map((kind) => ".#G"[kind]).join(""),
  );
}

describe("local maps", () => {
  test("zones: the border is wall but for the projected goal, the free zone stays free, walls fill the rest", () => {
    const map = new LocalMap({ size: 9, cell: 1 });
    map.look([0, 0], [1, 0], 0.3, { ...nothing, isWall: () => true });
    expect(shown(map)).toEqual([
      "#########",
      "#.......#",
      "#.#####.#",
      "#.#####.G",
      "#.##.##.G",
      "#.#####.G",
      "#.#####.#",
      "#.......#",
      "#########",
    ]);
  });

  test("an even map has the agent in cell ceil(size / 2) and one cell more to the right and up", () => {
    const map = new LocalMap({ size: 8, cell: 1 });
    map.look([0, 0], [1, 0], 0.3, { ...nothing, isWall: () => true, way: [0, 1] });
    expect(shown(map)).toEqual([
      "##GGG###",
      "#......#",
      "#.####.#",
      "#.####.#",
      "#.#.##.#",
      "#.####.#",
      "#......#",
      "########",
    ]);
  });

  test.each([
    [[1, 0], "(15, 7)"],
    [[-1, 0], "(0, 7)"],
    [[0, -1], "(7, 0)"],
    [[1, 1], "(15, 15)"],
    [[-1, 1], "(0, 14)"],
    [[-1, -1], "(0, 0)"],
  ] as const)("16 x 16 cells: the way %s leaves at %s, and the gradient follows it", (way, leaves) => {
    const map = new LocalMap({ size: 16, cell: 1, relaxations: 400 });
    map.look([0, 0], [1, 0], 0.3, { ...nothing, way });
    const [column, row] = leaves.slice(1, -1).split(", ").map(Number);
    expect(map.kinds[row * 16 + column]).toBe(GOAL);
    map.relax(HARMONIC);
    const [gx, gy] = map.gradient();
    const cosine = (gx * way[0] + gy * way[1]) / (Math.hypot(gx, gy) * Math.hypot(...way));
    expect(cosine).toBeGreaterThan(0.98);
  });

  test.each([
    [
      [1, 1],
      ["#######GG", "#.......G"],
    ],
    [
      [0.2, 1],
      ["####GGG##", "#.......#"],
    ],
  ] as const)("the way %s leaves the map where it points", (way, top) => {
    const map = new LocalMap({ size: 9, cell: 1 });
    map.look([0, 0], [1, 0], 0.3, { ...nothing, way });
    expect(shown(map).slice(0, 2)).toEqual(top);
  });

  test("others are discs grown by the own radius; a view cone leaves out what is behind", () => {
    const others = [
      { position: [2, 0] as Point, radius: 0.6 },
      { position: [-2, 0] as Point, radius: 0.6 },
    ];
    const map = new LocalMap({ size: 11, cell: 1 });
    map.look([0, 0], [1, 0], 0.5, { ...nothing, others });
    const row = (): string => shown(map)[5];
    expect(row()).toBe("#.###.###.G");
    map.change({ view: Math.PI / 2 });
    map.look([0, 0], [1, 0], 0.5, { ...nothing, others });
    expect(row()).toBe("#.....###.G");
  });

  test("the goal within the map: projected as well (002), or not (004)", () => {
    const map = new LocalMap({ size: 9, cell: 1 });
    const goals = (): number => map.kinds.filter((kind) => kind === GOAL).length;
    map.look([0, 0], [1, 0], 0.3, { ...nothing, goal: [0, 2] });
    expect(goals()).toBe(4);
    map.change({ project: false });
    map.look([0, 0], [1, 0], 0.3, { ...nothing, goal: [0, 2] });
    expect(goals()).toBe(1);
    map.look([0, 0], [1, 0], 0.3, { ...nothing, goal: [0, 9] });
    expect(goals()).toBe(3);
  });

  test("size and cell change while in use; the gradient leads to the goal, and around an obstacle", () => {
    const map = new LocalMap({ size: 15, cell: 0.5 });
    map.look([3, 4], [1, 0], 0.3, nothing);
    map.relax(HARMONIC);
    const [gx, gy] = map.gradient();
    expect(gx).toBeGreaterThan(0);
    expect(Math.abs(gy)).toBeLessThan(0.05 * gx);
    map.change({ size: 21, cell: 0.35, relaxations: 100 });
    map.look([3, 4], [1, 0], 0.3, { ...nothing, others: [{ position: [4.2, 3.8], radius: 0.4 }] });
    map.relax(HARMONIC);
    expect(map.kinds).toHaveLength(441);
    expect(map.gradient()[1]).toBeGreaterThan(0);
  });

  test.each([
    [7, 30],
    [15, 1],
    [15, 30],
    [21, 60],
    [41, 7],
  ])(
    "no lean: %i cells and %i relaxations mirror a corridor to the bit, whatever bends it",
    (size, relaxations) => {
      const map = new LocalMap({ size, cell: 0.5, relaxations });
      const sight = (side: number): Sight => ({
        isWall: (_, y) => Math.abs(y - 4) > 2.8,
        others: [
          { position: [11, 4 + side * 0.7], radius: 0.3 },
          { position: [9, 4 - side * 1.2], radius: 0.3 },
        ],
        way: [1, side * 0.5],
      });
      for (const bend of [HARMONIC, { epsilon: 0.7, vector: [0.3, 1] as const }]) {
        const fields = [1, -1].map((side) => {
          map.look([10, 4], [1, 0], 0.25, sight(side));
          map.relax({ epsilon: bend.epsilon, vector: [bend.vector[0], side * bend.vector[1]] });
          const rows = Array.from({ length: size }, (_, row) => [
            ...map.u.subarray(row * size, (row + 1) * size),
          ]);
          return side === 1 ? rows : rows.reverse();
        });
        expect(fields[1]).toEqual(fields[0]);
      }
      map.look([10, 4], [1, 0], 0.25, { isWall: (_, y) => Math.abs(y - 4) > 2.8, others: [], way: [1, 0] });
      map.relax(HARMONIC);
      expect(Object.is(map.gradient()[1], 0)).toBe(true);
    },
  );

  test.each([true, false])("whoever stands on the goal does not wipe it out (projected: %s)", (project) => {
    const map = new LocalMap({ size: 15, cell: 0.5, project });
    const others = [{ position: [0, 2] as Point, radius: 0.25 }];
    map.look([0, 0], [0, 1], 0.25, { isWall: () => false, others, way: [0, 1], goal: [0, 2], reach: 0.25 });
    expect(map.kinds[(7 + 4) * 15 + 7]).toBe(GOAL);
    map.relax(HARMONIC);
    const [gx, gy] = map.gradient();
    expect(gy).toBeGreaterThan(1e-3);
    expect(gx).toBe(0);
    // Somebody beside the goal is an obstacle still, and hides none of it.
    map.look([0, 0], [0, 1], 0.25, {
      isWall: () => false,
      others: [{ position: [1, 2], radius: 0.25 }],
      way: [0, 1],
      goal: [0, 2],
    });
    expect([map.kinds[(7 + 4) * 15 + 7], map.kinds[(7 + 4) * 15 + 9]]).toEqual([GOAL, WALL]);
  });

  test("someone boxed in has no gradient", () => {
    const map = new LocalMap({ size: 9, cell: 1 });
    map.look([0, 0], [1, 0], 0.3, { ...nothing, isWall: () => true });
    map.relax(HARMONIC);
    expect(map.gradient()).toEqual([0, 0]);
  });

  test.each([
    [{ size: 16.5 }, /whole number/],
    [{ size: 5 }, /7 to 129/],
    [{ cell: 0 }, /> 0/],
    [{ relaxations: 0.5 }, /whole number/],
    [{ view: 7 }, /angle/],
    [{ colour: 1 } as never, /unknown option/],
  ])("%j is refused", (options, message) => {
    expect(() => new LocalMap(options)).toThrow(InputError);
    expect(() => new LocalMap(options)).toThrow(message);
  });
});

describe("behaviours", () => {
  const self = { position: [0, 0] as Point, direction: [1, 0] as Point, radius: 0.3, sight: 5 };
  const around: Around = { seen: [], way: [0, 1], goal: [0, 9], clearance: ([x]) => 5 - x };
  const seeing: Around = { ...around, seen: [{ position: [3, 0], radius: 0.3 }] };
  const close = (a: Point, b: Point): void => {
    expect(a[0]).toBeCloseTo(b[0], 12);
    expect(a[1]).toBeCloseTo(b[1], 12);
  };

  test("vectors are what they say", () => {
    expect(harmonic()(self, around, 0).epsilon).toBe(0);
    close(constant([0.6, 0.8], 1)(self, around, 0).vector, [0.6, 0.8]);
    // Along the way, which leads up here: ahead is +y, left is -x.
    close(sinusoid()(self, around, 9).vector, [-1, 1]);
    close(sinusoid({ axis: "x" })(self, around, 9).vector, [1, 1]);
    close(doubleSine({ axis: "x" })(self, around, 18).vector, [1, 1]);
    close(towards([3, 4])(self, around, 0).vector, [0.6, 0.8]);
    close(awayFrom(() => [3, 4])(self, around, 0).vector, [-0.6, -0.8]);
    close(orthogonal([3, 0], "left")(self, around, 0).vector, [0, 1]);
    close(orthogonal([3, 0], "right")(self, around, 0).vector, [0, -1]);
    close(keepTo("right")(self, around, 0).vector, [1, 0]);
    close(keepToWall()(self, around, 0).vector, [1, 0]);
    close(
      drawn(
        [
          [0, 0],
          [1, 1],
          [2, 0],
        ],
        { steps: 20 },
      )(self, { ...around, way: [1, 0] }, 10).vector,
      [1, 1],
    );
    close(together(constant([1, 0], 0.5), constant([0, 1], 0.5))(self, around, 0).vector, [0.5, 0.5]);
  });

  test("switch when somebody comes within sight", () => {
    const behaviour = whenSeen(harmonic(), constant([0, 1], 0.7));
    expect(behaviour(self, around, 0).epsilon).toBe(0);
    expect(behaviour(self, seeing, 0).epsilon).toBe(0.7);
    close(toSeen((target) => awayFrom(target))(self, seeing, 0).vector, [-1, 0]);
    expect(toSeen((target) => awayFrom(target))(self, around, 0)).toBe(HARMONIC);
  });

  test("switch when a wall comes within sight straight ahead, and not for one beside (5.2.1)", () => {
    const behaviour = whenAhead(harmonic(), constant([0, 1], 0.7));
    // A wall at x = 5.2: touched after 4.9 m, just within the sight of 5 m.
    const wall: Around = { ...around, clearance: ([x]) => 5.2 - x };
    expect(wallAhead(self, wall)).toBeCloseTo(4.9, 2);
    expect(behaviour(self, wall, 0).epsilon).toBe(0.7);
    expect(whenSeen(harmonic(), constant([0, 1], 0.7))(self, wall, 0).epsilon).toBe(0);
    const farther: Around = { ...around, clearance: ([x]) => 5.5 - x };
    expect(behaviour(self, farther, 0).epsilon).toBe(0);
    const beside: Around = { ...around, clearance: ([, y]) => 0.5 - y };
    expect(behaviour(self, beside, 0).epsilon).toBe(0);
    expect(behaviour(self, { ...beside, seen: seeing.seen }, 0).epsilon).toBe(0.7);
  });

  test("random ones hold for a while, and the same seed gives the same", () => {
    const [a, b] = [random(4), random(4)];
    const values = Array.from({ length: 200 }, (_, t) => a(self, around, t).vector);
    expect(Array.from({ length: 200 }, (_, t) => b(self, around, t).vector)).toEqual(values);
    const changes = values.filter((v, i) => i > 0 && v !== values[i - 1]).length;
    expect(changes).toBeGreaterThan(3);
    expect(changes).toBeLessThan(41);
  });

  test("what is out of range is refused", () => {
    expect(() => constant([0, 1], 2)).toThrow(/less than 2/);
    expect(() => constant([Number.NaN, 1], 1)).toThrow(/finite/);
    expect(() => drawn([[0, 0]])).toThrow(/two points/);
    expect(constant([0, 1], 3, true)(self, around, 0).epsilon).toBe(3);
  });
});

describe("motion rules", () => {
  const [east, north]: Point[] = [
    [1, 0],
    [0, 1],
  ];

  test("directions", () => {
    expect(alongGradient()(east, north)).toEqual({ direction: [0, 1], share: 1 });
    const half = Math.SQRT1_2;
    expect(meanMotion()(east, north).direction[0]).toBeCloseTo(half, 12);
    expect(weightedMotion(3)(east, north).direction[0]).toBeCloseTo(3 / Math.sqrt(10), 12);
    expect(inertialMotion(0.5)(east, north).direction[1]).toBeCloseTo(half, 12);
    expect(inertialMotion(0)(east, north).direction).toEqual([0, 1]);
    expect(inertialMotion(1)(east, north).direction).toEqual([1, 0]);
  });

  test("the speed table is table 5.2, at every border", () => {
    const share = (cosine: number): number =>
      weightedMotion(4)([1, 0], [cosine, Math.sqrt(1 - cosine * cosine)]).share;
    const cosines = [-1, 0.009, 0.01, 0.29, 0.3, 0.59, 0.6, 0.7, 0.71, 0.91, 0.92, 1];
    expect(cosines.map(share)).toEqual([0, 0, 0.05, 0.05, 0.2, 0.2, 0.5, 0.5, 0.8, 0.8, 1, 1]);
    expect(weightedMotion(4, null)(east, [-1, 0]).share).toBe(1);
    expect(SPEED_TABLE).toHaveLength(6);
    expect(inertialMotion(0.5)(east, [0.6, 0.8]).share).toBeCloseTo(0.6, 12);
    expect(inertialMotion(0.5)(east, [-0.6, 0.8]).share).toBe(0);
  });

  test("whoever faces the wrong way turns round in the end", () => {
    let direction: Point = [1, 0];
    for (let k = 0; k < 200; k++) direction = weightedMotion(4)(direction, [-1, 0]).direction;
    expect(direction[0]).toBeLessThan(-0.99);
  });

  test("eq. 5.5: steps get shorter in proportion where the gradient is small, whatever the rule (3.2.2)", () => {
    const slow = slowedBelow(0.02, meanMotion());
    const [gentle, steep] = [0.005, 0.03].map((strength) => slow(east, north, [0, strength]));
    expect(gentle.direction).toEqual(meanMotion()(east, north).direction);
    expect(gentle.share).toBeCloseTo(0.25, 12);
    expect(steep.share).toBe(1);
    expect(
      slowedBelow(0.02, weightedMotion(4))(east, [0.65, Math.sqrt(1 - 0.65 ** 2)], [0.01, 0]).share,
    ).toBe(0.25);
    // 3.2.2: slow where obstacles stand close, fast where the way to the goal is free.
    const map = new LocalMap();
    const share = (others: Sight["others"]): number => {
      map.look([0, 0], east, 0.25, { ...nothing, others });
      map.relax(HARMONIC);
      const raw = map.gradient();
      return slowedBelow(0.02, alongGradient())(east, east, raw).share;
    };
    const pair = [0.7, -0.7].map((y) => ({ position: [1, y] as Point, radius: 0.25 }));
    expect(share([])).toBe(1);
    expect(share(pair)).toBeLessThan(0.3);
    expect(() => slowedBelow(0, meanMotion())).toThrow(InputError);
  });

  test("bad parameters are refused", () => {
    expect(() => weightedMotion(-1)).toThrow(InputError);
    expect(() => inertialMotion(1.1)).toThrow(InputError);
  });
});

test("the kinds of cells are numbered as the kernels have them", () => {
  expect([FREE, WALL, GOAL]).toEqual([0, 1, 2]);
});
