/** The contract of planners: goals, `start`, options, answers and reasons, on every planner alike. */
import { describe, expect, test } from "vitest";
import { Crowd } from "../src/crowd/index.js";
import { InputError } from "../src/errors.js";
import { FlowMap, LaneGuide } from "../src/flow/index.js";
import type { Point } from "../src/geometry/index.js";
import type { Guide } from "../src/guide.js";
import { Random } from "../src/numerics/index.js";
import { PathMap, RasterMap, WeightedPathMap } from "../src/pathmap/index.js";
import { PotentialField } from "../src/potential/index.js";
import { Roadmap, RoadmapGuide } from "../src/roadmap/index.js";
import { PLANNERS } from "../src/simulation/planners.js";
import { type Goals, goalPlaces, nearestOfGoals, World } from "../src/world/index.js";
import { checkAnswers, checkGuide } from "./guide-contract.js";
import { figure } from "./support/flow-figures.js";
import { randomPlan } from "./support/random-plans.js";
import { worldOf } from "./support/worlds.js";

interface Order {
  readonly goals: Goals;
  readonly radius?: number;
}

interface Case {
  readonly name: string;
  make(world: World, order: Order): Guide;
  /** Whether it honours `start`; else it has to refuse it. */
  readonly start: boolean;
  /** Whether paths follow `heading`, and headings lead down `cost`; not for guides that cut corners. */
  readonly strict: boolean;
  readonly tolerance: number;
  /** Whether it leads away from places where the disc touches a wall, as roadmaps do. */
  readonly tight?: boolean;
}

/** A planner of the table that simulations choose from: goals come as places there. */
function ofTable(name: string, start: boolean): Case {
  const make = (world: World, { goals, radius = 0, ...rest }: Order): Guide => {
    // The table takes orders from plans, which have been checked; what users write is for the planners themselves.
    expect(rest).toEqual({});
    return PLANNERS[name](world, { goals: goalPlaces(world, goals), radius, barriers: [] });
  };
  return { name: `simulation's ${name}`, make, start, strict: false, tolerance: 1e-9 };
}

const CASES: readonly Case[] = [
  {
    name: "PathMap",
    make: (world, order) => new PathMap(world, order),
    start: true,
    strict: true,
    tolerance: 1e-12,
  },
  {
    name: "RasterMap",
    make: (world, order) => new RasterMap(new PathMap(world, order), 300),
    start: true,
    strict: true,
    tolerance: 1e-12,
  },
  {
    name: "WeightedPathMap",
    make: (world, order) => new WeightedPathMap(world, order),
    start: true,
    strict: true,
    tolerance: 1e-12,
  },
  {
    name: "PotentialField",
    make: (world, order) => new PotentialField(world, order),
    start: false,
    strict: true,
    tolerance: 1e-9,
  },
  {
    name: "RoadmapGuide",
    make: (world, order) => new RoadmapGuide(new Roadmap(world), order),
    start: true,
    strict: true,
    tolerance: 1e-9,
    tight: true,
  },
];
const TABLE = [
  ofTable("pathmap", true),
  ofTable("potential", false),
  { ...ofTable("roadmap", true), tight: true },
];
const ALL = [...CASES, ...TABLE];

const door: [[number, number], [number, number]] = [
  [0, 4],
  [0, 6],
];
const hall = new World({
  boundary: [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ],
  obstacles: [
    {
      polygon: [
        [9, 0],
        [11, 0],
        [11, 4],
        [9, 4],
      ],
    },
    {
      polygon: [
        [9, 5],
        [11, 5],
        [11, 10],
        [9, 10],
      ],
    },
    // A closed cell around [3, 8].
    {
      segment: [
        [2, 7],
        [4, 7],
      ],
    },
    {
      segment: [
        [4, 7],
        [4, 9],
      ],
    },
    {
      segment: [
        [4, 9],
        [2, 9],
      ],
    },
    {
      segment: [
        [2, 9],
        [2, 7],
      ],
    },
  ],
  goals: { west: { segments: [door] }, east: { points: [[18, 5]] }, late: { points: [[18, 5]], start: 7 } },
});

const spots = (random: Random, count: number): Point[] =>
  Array.from({ length: count }, (): Point => [random.between(0.3, 19.7), random.between(0.3, 9.7)]);

const refusal = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).not.toContain("\n");
    return (error as Error).message;
  }
  return "not refused";
};

describe.each(ALL)("$name", ({ make, start, strict, tolerance, tight }) => {
  test("takes names, points and segments, and means the same by them (seed 1)", () => {
    const byName = make(hall, { goals: ["west", "east"] });
    const byPlace = make(hall, { goals: [{ segment: door }, { point: [18, 5] }] });
    const mixed = make(hall, { goals: [{ segment: door, start: 0 }, "east"] });
    for (const p of spots(new Random(1), 25)) {
      expect(byName.pathFrom(p)).toEqual(byPlace.pathFrom(p));
      expect(mixed.pathFrom(p)).toEqual(byPlace.pathFrom(p));
      expect(byName.cost(p)).toBe(byPlace.cost(p));
    }
  });

  test(start ? "counts `start` in cost and not in distance (seed 2)" : "refuses `start`", () => {
    if (!start) {
      const message = refusal(() => make(hall, { goals: ["west", { point: [18, 5], start: 7 }] }));
      expect(message).toMatch(/start: .*path maps and roadmaps can; given: 7$/);
      expect(refusal(() => make(hall, { goals: ["late"] }))).toMatch(/start: .*given: 7$/);
      return;
    }
    const plain = make(hall, { goals: ["west", "east"] });
    const west = make(hall, { goals: ["west"] });
    const east = make(hall, { goals: ["east"] });
    const late = make(hall, { goals: ["west", { point: [18, 5], start: 14 }] });
    let [turned, kept] = [0, 0];
    for (const p of spots(new Random(2), 100)) {
      const path = checkAnswers(late, p, tolerance);
      if (!path) continue;
      const [a, b] = [west.cost(p)!, east.cost(p)! + 14];
      expect(late.cost(p)).toBeCloseTo(Math.min(a, b), 6);
      // A roadmap's path is drawn in chords, a little shorter than its curves.
      expect(late.cost(p)! - late.distance(p)!).toBeCloseTo(a < b ? 0 : 14, tight ? 1 : 9);
      if (a < b && plain.pathFrom(p)!.at(-1)![0] > 10) turned++;
      if (b < a) kept++;
    }
    expect(Math.min(turned, kept)).toBeGreaterThan(3);
  });

  test("answers null with a reason, or a way without one", () => {
    const guide = make(hall, { goals: ["east"], radius: 0.3 });
    const wide = make(hall, { goals: ["east"], radius: 0.6 });
    expect(guide.reason!([2, 2])).toBeNull();
    const why = (p: Point): string => {
      for (const answer of [guide.pathFrom(p), guide.cost(p), guide.distance(p)]) expect(answer).toBeNull();
      return guide.reason!(p)!;
    };
    expect(why([10, 2])).toContain("[10, 2] is not on free ground: it lies inside obstacles[0].polygon");
    expect(why([25, 5])).toContain("[25, 5] is not on free ground: it lies outside the boundary");
    if (!tight) expect(why([0.1, 2])).toContain("a disc of radius 0.3 m does not fit at [0.1, 2]");
    // The cell is closed by four walls, of which one is named; the door in the middle is too narrow for the wide.
    expect(why([3, 8])).toMatch(
      /^no way leads from \[3, 8\] to the goal.*: obstacles\[[2-5]\] stands between at \[/,
    );
    expect(wide.reason!([2, 2])).toMatch(
      /^no passage to the goal is wide enough for a radius of 0.6 m: the widest way has a gate of 1.000 m at \[(9|10|11)[\d.]*, 4\.5\d*\]$/,
    );
  });

  test("answers null to what is no point, and says so", () => {
    const guide = make(hall, { goals: ["east"] });
    for (const p of [
      [Number.NaN, 1],
      [1, Number.NaN],
      [Infinity, 1],
    ] as Point[]) {
      expect([guide.heading(p), guide.cost(p), guide.distance(p), guide.pathFrom(p)]).toEqual([
        null,
        null,
        null,
        null,
      ]);
      expect(guide.reason!(p)).toMatch(/a point is \[x, y\] with two finite numbers/);
    }
  });

  test("refuses questions about what has not the form of a point", () => {
    const guide = make(hall, { goals: ["east"] });
    for (const p of [
      null,
      undefined,
      5,
      "ab",
      { x: 1, y: 2 },
      [1],
      [1, 2, 3],
      ["1", "2"],
      [1n, 2n],
      [Symbol("x"), 2],
    ] as unknown as Point[]) {
      const asked = [
        guide.heading,
        guide.cost,
        guide.distance,
        guide.pathFrom,
        guide.nearestGoal ?? [],
      ].flat();
      for (const ask of asked) {
        expect(refusal(() => (ask as (p: Point) => unknown).call(guide, p))).toMatch(
          /^point: a point is \[x, y\] with two finite numbers; given: /,
        );
      }
      expect(guide.reason!(p)).toMatch(/a point is \[x, y\] with two finite numbers/);
    }
  });

  test("keeps the rules of guides in random plans (seeds 0 to 25)", () => {
    let checked = 0;
    for (let seed = 0; seed < 25; seed++) {
      const random = new Random(seed);
      const plan = randomPlan(random, 9);
      const world = worldOf(plan);
      const goal = plan.point();
      if (!world?.contains(goal)) continue;
      const guide = orNull(() => make(world, { goals: [{ point: goal }] }));
      if (!guide) continue;
      const isGoal = (p: Point): boolean => p[0] === goal[0] && p[1] === goal[1];
      for (let i = 0; i < 12; i++) {
        const p: Point = random.below(2) ? plan.point() : [random.between(0, 9), random.between(0, 9)];
        if (strict) checkGuide(guide, world, p, { isGoal, tolerance });
        else checkAnswers(guide, p, tolerance);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(60);
  });

  test.each(DEGENERATE)("keeps the rules of guides: %s", (_name, world, goals) => {
    const guide = make(world, { goals });
    const places = goalPlaces(world, goals);
    const isGoal = (p: Point): boolean => {
      const q = nearestOfGoals(places, p);
      return Math.hypot(p[0] - q[0], p[1] - q[1]) < 1e-9;
    };
    const random = new Random(7);
    const samples = Array.from({ length: 30 }, (): Point => [random.between(0, 4), random.between(0, 4)]);
    for (const p of [
      ...samples,
      ...places.map((place) => ("point" in place ? place.point : place.segment[0])),
    ]) {
      if (strict) checkGuide(guide, world, p, { isGoal, tolerance });
      else checkAnswers(guide, p, tolerance);
    }
  });
});

/** A grid may be too coarse for a random plan; that is an InputError, and no guide. */
function orNull(make: () => Guide): Guide | null {
  try {
    return make();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return null;
  }
}

const square: [number, number][] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
];
const DEGENERATE: [string, World, Goals][] = [
  ["an empty room, a goal in its corner", new World({ boundary: square }), [{ point: [0, 0] }]],
  [
    "a goal that is a segment without length",
    new World({ boundary: square }),
    [
      {
        segment: [
          [2, 2],
          [2, 2],
        ],
      },
    ],
  ],
  [
    "a goal along a whole wall",
    new World({ boundary: square }),
    [
      {
        segment: [
          [0, 0],
          [4, 0],
        ],
      },
    ],
  ],
  [
    "one goal twice",
    new World({ boundary: square }),
    [
      { point: [3, 3] },
      { point: [3, 3] },
      {
        segment: [
          [3, 3],
          [3, 2],
        ],
      },
    ],
  ],
  [
    "posts only",
    new World({ boundary: square, obstacles: [{ point: [1, 1] }, { point: [2, 1] }, { point: [1, 2] }] }),
    [{ point: [3.5, 3.5] }],
  ],
  [
    "obstacles that touch in a point",
    new World({
      boundary: square,
      obstacles: [
        {
          polygon: [
            [1, 1],
            [2, 1],
            [2, 2],
            [1, 2],
          ],
        },
        {
          polygon: [
            [2, 2],
            [3, 2],
            [3, 3],
            [2, 3],
          ],
        },
      ],
    }),
    [{ point: [3.5, 0.5] }],
  ],
];

describe.each(CASES)("$name refuses", ({ make }) => {
  test.each([
    ["no goals", { goals: [] }, /^goals: at least one goal is needed: a goal's name, \{ point/],
    [
      "a name in the place of a list",
      { goals: "east" },
      /^goals: a list is needed; .*; given: "east"; write \["east"\]$/,
    ],
    [
      "a place in the place of a list",
      { goals: { point: [1, 1] } },
      /^goals: a list is needed; .*write \[\{"point"/,
    ],
    ["nothing", {}, /^goals: a list is needed; .*; given: undefined$/],
    [
      "a bare point",
      { goals: [[1, 1]] },
      /^goals\[0\]: .*\{ point: \[x, y\] \}.*; given: \[1,1\]; write \{ point: \[1, 1\] \}$/,
    ],
    ["{ x, y }", { goals: ["east", { x: 1, y: 2 }] }, /^goals\[1\]: .*; write \{ point: \[1, 2\] \}$/],
    [
      "a bare segment",
      {
        goals: [
          [
            [1, 1],
            [2, 2],
          ],
        ],
      },
      /^goals\[0\]: .*; write \{ segment: \[\[1,1\],\[2,2\]\] \}$/,
    ],
    ["null", { goals: [null] }, /^goals\[0\]: a goal's name, .* is needed; given: null$/],
    ["a number", { goals: [3] }, /^goals\[0\]: .* is needed; given: 3$/],
    [
      "NaN in a point",
      { goals: [{ point: [1, Number.NaN] }] },
      /^goals\[0\]: .*given: \{"point":\[1,NaN\]\}$/,
    ],
    ["a point of three numbers", { goals: [{ point: [1, 2, 3] }] }, /^goals\[0\]: .* is needed; given/],
    [
      "a segment with a hole",
      // biome-ignore lint/suspicious/noSparseArray: what a slip of the pen makes
      { goals: [{ segment: [, [1, 1]] }] },
      /^goals\[0\]: .* is needed; given/,
    ],
    ["half a segment", { goals: [{ segment: [[1, 1]] }] }, /^goals\[0\]: .* is needed; given/],
    [
      "a point and a segment",
      { goals: [{ point: [1, 1], segment: door }] },
      /^goals\[0\]: unknown key "segment"; known: point, start$/,
    ],
    [
      "a mistyped key",
      { goals: [{ point: [1, 1], strat: 2 }] },
      /^goals\[0\]: unknown key "strat"; did you mean "start"\?/,
    ],
    [
      "a negative start",
      { goals: [{ point: [1, 1], start: -1 }] },
      /^goals\[0\]\.start: a finite number of metres >= 0 is needed; given: -1$/,
    ],
    [
      "a start that is NaN",
      { goals: [{ point: [1, 1], start: Number.NaN }] },
      /^goals\[0\]\.start: .*given: NaN$/,
    ],
    [
      "an unknown name",
      { goals: ["wset"] },
      /^goals: there is no goal "wset"; did you mean "west"\? the scene has: west, east, late$/,
    ],
    [
      "a goal in an obstacle",
      { goals: ["east", { point: [10, 2] }] },
      /^goals\[1\]: \[10, 2\] is not on free ground/,
    ],
    [
      "a radius that is NaN",
      { goals: ["east"], radius: Number.NaN },
      /^radius: a finite number of metres >= 0 is needed; given: NaN$/,
    ],
    ["a negative radius", { goals: ["east"], radius: -1 }, /^radius: .*given: -1$/],
    ["a radius in words", { goals: ["east"], radius: "1" }, /^radius: .*given: "1"$/],
    [
      "a mistyped option",
      { goals: ["east"], raduis: 1 },
      /^unknown option "raduis"; did you mean "radius"\? known: goals, /,
    ],
    ["an unknown option", { goals: ["east"], colour: 1 }, /^unknown option "colour"; known: goals, /],
  ])("%s", (_name, options, message) => {
    expect(refusal(() => make(hall, options as never))).toMatch(message);
  });

  test("options that are none", () => {
    for (const none of [undefined, null, 3, "east", ["east"]]) {
      expect(refusal(() => make(hall, none as never))).toMatch(
        /^an object is needed, with options among goals, /,
      );
    }
  });
});

describe("LaneGuide", () => {
  const world = new World(figure("flow-4-12"));
  const guide = new LaneGuide(new FlowMap(world).lanes(0.4));

  test("keeps the rules of guides (seed 3)", () => {
    const random = new Random(3);
    const { minX, minY, maxX, maxY } = world.bounds;
    let guided = 0;
    for (let i = 0; i < 80; i++) {
      const p: Point = [random.between(minX, maxX), random.between(minY, maxY)];
      if (checkAnswers(guide, p, 1e-9)) guided++;
    }
    expect(guided).toBeGreaterThan(20);
    expect(guide.reason([maxX + 1, minY])).toContain("is not on free ground: it lies outside the boundary");
    expect(guide.reason([Number.NaN, 0])).toContain("a point is [x, y]");
  });

  test("refuses options that it does not know", () => {
    expect(refusal(() => new LaneGuide(guide.system, { spacng: "lane" } as never))).toBe(
      'unknown option "spacng"; did you mean "spacing"? known: spacing, only, starts',
    );
    expect(refusal(() => new LaneGuide(guide.system, { spacing: "wide" } as never))).toBe(
      'spacing: bodies or lane is needed; given: "wide"',
    );
  });

  test("simulation's flow refuses start, and says why there is no way", () => {
    const [a, b] = world.scene.flow!.sink[0];
    const order = { radius: 0.4, barriers: [] };
    const flow = PLANNERS.flow(world, { ...order, goals: [{ segment: [a, b] }] });
    expect(flow.reason!([world.bounds.maxX + 1, 0])).toContain("not on free ground");
    expect(refusal(() => PLANNERS.flow(world, { ...order, goals: [{ segment: [a, b], start: 1 }] }))).toMatch(
      /^goals\[0\]\.start: a flow's lane cannot begin to count at a distance/,
    );
  });
});

describe("what is no world, no lane, no flow, no place", () => {
  const flow = new FlowMap(new World(figure("flow-4-12")));
  test.each<[string, () => unknown, RegExp]>([
    [
      "PathMap of a scene",
      () => new PathMap(hall.scene as never, { goals: ["east"] }),
      /^world: a World is needed/,
    ],
    [
      "PathMap of nothing",
      () => new PathMap(undefined as never, { goals: ["east"] }),
      /^world: a World is needed/,
    ],
    [
      "PotentialField of a scene",
      () => new PotentialField(hall.scene as never, { goals: ["east"] }),
      /^world: a World/,
    ],
    [
      "WeightedPathMap of a scene",
      () => new WeightedPathMap(hall.scene as never, { goals: ["east"] }),
      /^world: a World/,
    ],
    ["FlowMap of a scene", () => new FlowMap(hall.scene as never), /^world: a World is needed/],
    [
      "Crowd in a scene",
      () => new Crowd(hall.scene as never),
      /^world: a World is needed, made by new World\(scene\)/,
    ],
    [
      "a source that is a number",
      () => new FlowMap(hall, { source: 5, sink: [door] } as never),
      /^source: a list of segments/,
    ],
    [
      "a sink of numbers",
      () => new FlowMap(hall, { source: [door], sink: [5] } as never),
      /^sink\[0\]: a list of two points/,
    ],
    [
      "half a sink",
      () => new FlowMap(hall, { source: [door], sink: [[[1, 1]]] } as never),
      /^sink\[0\]\[1\]: a point is/,
    ],
    ["lanes of nothing", () => new LaneGuide(null as never), /^system: lanes are needed/],
    [
      "only 5",
      () => new LaneGuide(flow.lanes(0.2), { only: 5 } as never),
      /^only: a list of lanes by number is needed; given: 5/,
    ],
    [
      "a roadmap's radius null",
      () => new RoadmapGuide(new Roadmap(hall), { goals: ["east"], radius: null as never }),
      /^radius: .*given: null/,
    ],
    ["world.contains(null)", () => hall.contains(null as never), /^point: a point is \[x, y\]/],
    [
      "world.clearance({ x, y })",
      () => hall.clearance({ x: 1, y: 1 } as never),
      /^point: a point is \[x, y\]/,
    ],
    [
      "world.visible(p)",
      () => (hall.visible as (p: Point) => boolean).call(hall, [1, 1]),
      /^point: a point is \[x, y\]/,
    ],
  ])("%s is refused", (_name, act, message) => {
    expect(refusal(act)).toMatch(message);
  });
});
