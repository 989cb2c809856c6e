import { describe, expect, test } from "vitest";
import { apart, BOTH, CROWDED, FORK, HALL, SWAMP, walked } from "../../test/support/route-walks.js";
import { distanceToSegment, type Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import type { SceneInput } from "../world/index.js";
import { Simulation } from "./simulation.js";

const offLine = (p: Point, line: readonly Point[]): number =>
  Math.min(...line.slice(1).map((b, i) => distanceToSegment(p, line[i], b)));

describe("following", () => {
  test("everybody walks along the stroke, within the width, and leaves by the exit", () => {
    const stroke: [number, number][] = [
      [6, 20],
      [20, 34],
      [34, 6],
      [50, 20],
    ];
    const simulation = new Simulation({
      ...HALL,
      routes: [{ name: "zigzag", strokes: [stroke] }],
      spawns: [
        {
          polygon: [
            [1, 16],
            [5, 16],
            [5, 24],
            [1, 24],
          ],
          count: 30,
          goals: ["out"],
        },
      ],
    });
    const places = walked(simulation);
    expect(simulation.crowd.arrived).toBe(30);
    for (const list of places.values()) {
      const corner = list.some(
        (p) =>
          offLine(p, [
            [20, 34],
            [20, 34],
          ]) <= 2,
      );
      const other = list.some(
        (p) =>
          offLine(p, [
            [34, 6],
            [34, 6],
          ]) <= 2,
      );
      expect([corner, other]).toEqual([true, true]);
      const along = list.filter(([x]) => x >= 8 && x <= 48);
      expect(Math.max(...along.map((p) => offLine(p, stroke)))).toBeLessThan(2);
    }
  });

  test("at a division half take each branch, by length all the shorter", () => {
    const counts = (choice: "balance" | "length"): number[] => {
      const simulation = new Simulation({
        ...HALL,
        routes: [{ name: "fork", strokes: FORK, choice }],
        spawns: [
          {
            polygon: [
              [1, 16],
              [5, 16],
              [5, 24],
              [1, 24],
            ],
            count: 20,
            goals: ["out"],
          },
        ],
      });
      walked(simulation);
      expect(simulation.crowd.arrived).toBe(20);
      expect(simulation.routes.summary[0]).toMatchObject({ walking: 0, arrived: 20 });
      return simulation.routes.summary[0].ends.map(({ sent }) => sent);
    };
    expect(counts("balance")).toEqual([10, 10]);
    expect(counts("length")).toEqual([0, 20]);
  });
});

describe("on random courses", () => {
  test.each([1, 2, 3, 4, 5])(
    "nobody is left behind, everybody passes every point within the width, and walks near the strokes, seed %i",
    (seed) => {
      const random = new Random(seed);
      const simulation = new Simulation(
        { ...randomCourse(random), simulation: { duration: 400, seed } },
        { population: "adults" },
      );
      const { routes, crowd } = simulation;
      const width = 2;
      // What everybody is to pass, as it was chosen; and what they have come near to.
      const ways = new Map<number, readonly Point[]>();
      const missed = new Map<number, Set<number>>();
      let farthest = 0;
      while (!simulation.done) {
        simulation.advance();
        for (const { id, plan } of routes.followersOf("course")) {
          const { points } = plan.way!;
          if (!ways.has(id)) missed.set(id, new Set(points.keys()));
          ways.set(id, points);
          const agent = crowd.agent(id);
          if (!agent) continue;
          const left = missed.get(id)!;
          for (const k of left) if (apart(agent.position, points[k]) <= width + 1e-9) left.delete(k);
          const leg = pointsPassed(left, points.length);
          if (leg === 0 || leg >= points.length) continue;
          // Between two points that see each other, which is where the ground allows it.
          if (!crowd.world.visible(points[leg - 1], points[leg])) continue;
          farthest = Math.max(farthest, offLine(agent.position, points));
        }
      }
      expect(crowd.arrived).toBe(simulation.total);
      expect([...missed.values()].flatMap((left) => [...left])).toEqual([]);
      expect(ways.size).toBe(simulation.total);
      expect(farthest).toBeLessThanOrEqual(width + 0.5);
    },
  );
});

/** The first of the points that are left. */
function pointsPassed(left: ReadonlySet<number>, many: number): number {
  return left.size === 0 ? many : Math.min(...left);
}

/** A field with blocks, and a route of two or three strokes over it that ends on free ground. */
function randomCourse(random: Random): SceneInput {
  const blocks = Array.from({ length: 7 }, () => {
    const [x, y] = [random.between(10, 48), random.between(3, 32)];
    const [wide, high] = [random.between(0.5, 5), random.between(0.5, 5)];
    return {
      polygon: [
        [x, y],
        [x + wide, y],
        [x + wide, y + high],
        [x, y + high],
      ] as [number, number][],
    };
  });
  const anywhere = (): [number, number] => [random.between(9, 52), random.between(2, 38)];
  const strokes = Array.from({ length: 2 + random.below(2) }, () => [
    anywhere(),
    anywhere(),
    anywhere(),
    [56, random.between(2, 38)] as [number, number],
  ]);
  strokes[0][0] = [7, 20];
  return {
    ...HALL,
    obstacles: blocks,
    routes: [{ name: "course", strokes }],
    spawns: [
      {
        polygon: [
          [1, 16],
          [5, 16],
          [5, 24],
          [1, 24],
        ],
        count: 12,
        goals: ["out"],
      },
    ],
  };
}

describe("who may walk where", () => {
  test("at a swamp soldiers and tanks part, and no tank enters it", () => {
    const simulation = new Simulation({
      ...HALL,
      zones: SWAMP,
      spawns: BOTH,
      routes: [{ name: "fork", strokes: FORK, choice: "balance" }],
    });
    const places = walked(simulation);
    expect(simulation.crowd.arrived).toBe(9);
    // Three tanks have but one way; six soldiers even it out.
    const { sent } = simulation.routes.summary[0].ends[1];
    expect(simulation.routes.summary[0].ends.map((end) => end.sent)).toEqual([9 - sent, sent]);
    expect(sent).toBeGreaterThanOrEqual(3);
    for (const [id, list] of places) {
      const isTank = id >= 6;
      const isIn = list.some(([x, y]) => x > 26 && x < 38 && y > 24 && y < 38);
      if (isTank) expect(isIn).toBe(false);
    }
    expect(
      [...places.values()].filter((list) => list.some(([x, y]) => x > 27 && x < 37 && y > 26)).length,
    ).toBe(9 - sent);
  });

  test("nobody allowed is said before anybody sets off", () => {
    const make = (more: Partial<SceneInput>) => () =>
      new Simulation({ ...HALL, spawns: BOTH, routes: [{ name: "fork", strokes: [FORK[0]] }], ...more });
    expect(make({ zones: SWAMP })).toThrow(
      "spawns[1]: nobody with profile tank may walk to an end of the route: profile tank may not enter zones[0]",
    );
    const slit = [
      {
        polygon: [
          [30, 0],
          [31, 0],
          [31, 29],
          [30, 29],
        ] as [number, number][],
      },
      {
        polygon: [
          [30, 30],
          [31, 30],
          [31, 40],
          [30, 40],
        ] as [number, number][],
      },
    ];
    const narrow = /spawns\[1\]: nobody with profile tank .*: there is no room at .* for a radius of 0.8 m/;
    const strokes: [number, number][][] = [
      [
        [6, 20],
        [20, 29.5],
        [45, 29.5],
      ],
    ];
    expect(make({ obstacles: slit, routes: [{ name: "slit", strokes }] })).toThrow(narrow);
  });

  test("a door against its direction is no way; nor is a route that nobody can get to", () => {
    const walls = [
      {
        polygon: [
          [30, 0],
          [31, 0],
          [31, 18],
          [30, 18],
        ] as [number, number][],
      },
      {
        polygon: [
          [30, 22],
          [31, 22],
          [31, 40],
          [30, 40],
        ] as [number, number][],
      },
    ];
    const doors = [
      {
        segment: [
          [30.5, 18],
          [30.5, 22],
        ] as [[number, number], [number, number]],
        oneWay: "left" as const,
      },
    ];
    const strokes: [number, number][][] = [
      [
        [6, 20],
        [50, 20],
      ],
    ];
    const spawns = [
      {
        polygon: [
          [1, 16],
          [5, 16],
          [5, 24],
          [1, 24],
        ] as [number, number][],
        count: 2,
        goals: ["out"],
      },
    ];
    const scene = {
      ...HALL,
      obstacles: walls,
      doors,
      spawns,
      routes: [{ name: "door", strokes, end: "leave" as const }],
    };
    expect(() => new Simulation(scene)).toThrow(
      /may walk to an end of the route: it leads through the door at/,
    );
    const closed = [
      {
        polygon: [
          [30, 0],
          [31, 0],
          [31, 40],
          [30, 40],
        ] as [number, number][],
      },
    ];
    const beyond = [
      {
        name: "beyond",
        strokes: [
          [
            [40, 10],
            [50, 20],
          ],
        ] as [number, number][][],
        end: "leave" as const,
      },
    ];
    expect(() => new Simulation({ ...HALL, obstacles: closed, spawns, routes: beyond })).toThrow(
      /spawns\[0\]: nobody of radius .* can get from here to route beyond/,
    );
  });

  test("what routes exclude is said", () => {
    const routes = [{ name: "a", strokes: [[[6, 20]]] as [number, number][][] }];
    const weights = [{ vertex: [0, 0] as [number, number], speed: 2 }];
    expect(() => new Simulation({ ...HALL, spawns: BOTH, routes, weights })).toThrow(
      "routes: nobody follows routes in a scene with faster ways to travel (weights)",
    );
  });
});

const bits = (simulation: Simulation): string => {
  const { id, x, y } = simulation.crowd.columns;
  const { size } = simulation.crowd;
  return JSON.stringify([id, x, y].map((column) => [...column.subarray(0, size)]));
};

/** Strokes that come and go while people walk, and others who are sent along. */
function meddle(simulation: Simulation, step: number): void {
  const { routes } = simulation;
  if (step === 100)
    routes.addStroke("fork", [
      [14, 21],
      [14, 36],
      [50, 36],
    ]);
  if (step === 260)
    routes.addStroke("fork", [
      [40, 27],
      [44, 38],
    ]);
  if (step === 300) routes.undoStroke("fork");
  if (step === 320) routes.redoStroke("fork");
  if (step === 400) {
    routes.add({ name: "there", strokes: [[[30, 20]]], spawns: [] });
    routes.send([1, 2, 3], "there");
  }
}

describe("bits", () => {
  test("a run goes on from a snapshot with the same bits, although strokes were added and undone", () => {
    const whole = new Simulation(CROWDED);
    const halves: Simulation[] = [];
    for (let step = 0; step < 700; step++) {
      meddle(whole, step);
      whole.advance();
      if (step === 150 || step === 310 || step === 450) {
        const again = new Simulation(CROWDED);
        again.restore(JSON.parse(JSON.stringify(plain(whole.snapshot())), revived));
        for (let later = step + 1; later < 700; later++) {
          meddle(again, later);
          again.advance();
        }
        halves.push(again);
      }
    }
    expect(whole.routes.summary.map(({ name }) => name)).toEqual(["fork", "there"]);
    for (const half of halves) {
      expect(bits(half)).toBe(bits(whole));
      expect(half.routes.state).toEqual(whole.routes.state);
    }
  });

  test("the same bits with two threads", () => {
    const [one, two] = [1, 2].map((threads) => new Simulation(CROWDED, { threads }));
    for (let step = 0; step < 500; step++) {
      for (const simulation of [one, two]) {
        meddle(simulation, step);
        simulation.advance();
      }
    }
    expect(bits(two)).toBe(bits(one));
    expect(two.routes.state).toEqual(one.routes.state);
    two.close();
  });

  test("and none is left behind by all that", () => {
    const simulation = new Simulation(CROWDED);
    for (let step = 0; !simulation.done; step++) {
      meddle(simulation, step);
      simulation.advance();
    }
    expect(simulation.crowd.arrived).toBe(30);
    expect(simulation.routes.summary.map(({ walking }) => walking)).toEqual([0, 0]);
  });
});

/** Typed arrays as JSON can hold them, and back. */
const plain = (value: unknown): unknown => {
  if (value instanceof Float64Array) return { floats: [...value].map(String) };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
};
const revived = (_: string, value: { floats?: string[] }): unknown =>
  value?.floats ? Float64Array.from(value.floats, Number) : value;
