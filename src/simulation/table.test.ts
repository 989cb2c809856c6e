import { describe, expect, it } from "vitest";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { Measures, Replay } from "../measure/index.js";
import { PathMap } from "../pathmap/index.js";
import { reportOf } from "../report/index.js";
import type { SceneInput, World } from "../world/index.js";
import type { GuideOrder, PlannedGuide, Planner } from "./planners.js";
import { Simulation } from "./simulation.js";

const scene: SceneInput = {
  boundary: [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
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
  spawns: [
    {
      polygon: [
        [1, 1],
        [5, 1],
        [5, 9],
        [1, 9],
      ],
      count: 5,
      goals: ["exit"],
    },
  ],
};

/** Straight to the middle of the first goal: enough in a room without obstacles. */
function straight(_world: unknown, { goals }: GuideOrder): PlannedGuide {
  const [goal] = goals;
  const [[ax, ay], [bx, by]] = "segment" in goal ? goal.segment : [goal.point, goal.point];
  const end: Point = [(ax + bx) / 2, (ay + by) / 2];
  const way = (p: Point): number => Math.hypot(end[0] - p[0], end[1] - p[1]);
  return {
    heading: (p) => (way(p) === 0 ? [0, 0] : [(end[0] - p[0]) / way(p), (end[1] - p[1]) / way(p)]),
    cost: way,
    distance: way,
    pathFrom: (p) => [p, end],
  };
}

const failing = (error: Error) => (): never => {
  throw error;
};

/** `straight` with something else in it. */
const changed =
  (part: Partial<PlannedGuide>): Planner =>
  (world, order) => ({ ...straight(world, order), ...part });

describe("a planner of one's own", () => {
  it("guides a simulation, is measured and is named in the report", () => {
    const orders: GuideOrder[] = [];
    const counted: Planner = (world, order) => {
      orders.push(order);
      return straight(world, order);
    };
    const simulation = new Simulation(scene, { planner: counted });
    const measures = new Measures(simulation);
    const frames: { time: number; agents: { id: number; x: number; y: number }[] }[] = [];
    while (!simulation.done) {
      simulation.advance();
      measures.observe();
      const { id, x, y } = simulation.crowd.columns;
      const agents = Array.from({ length: simulation.crowd.size }, (_, i) => ({
        id: id[i],
        x: x[i],
        y: y[i],
      }));
      frames.push({ time: simulation.time, agents });
    }
    expect(simulation.crowd.arrived).toBe(5);
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({
      radius: 0.23,
      goals: [
        {
          segment: [
            [20, 4],
            [20, 6],
          ],
        },
      ],
    });
    const { summary, html } = reportOf(simulation, measures.result());
    expect(summary).toMatchObject({ planner: "counted", arrived: 5 });
    expect(html).toContain("guided by counted");
    const replay = new Replay(simulation.crowd.world, { interval: simulation.step });
    for (const frame of frames) replay.show(frame);
    expect(replay.crowd.arrived).toBe(5);
  });

  it("is chosen by name in the scene and in a spawn, beside built-in ones", () => {
    const [spawn] = scene.spawns!;
    const mixed: SceneInput = {
      ...scene,
      spawns: [spawn, { ...spawn, planner: "roadmap" }],
      simulation: { planner: "mine" },
    };
    const simulation = new Simulation(mixed, { planners: { mine: straight } });
    expect(simulation.planners).toEqual(["mine", "roadmap"]);
    while (!simulation.done) simulation.advance();
    expect(simulation.crowd.arrived).toBe(10);
    expect(() => new Simulation(mixed)).toThrow('simulation.planner: there is no planner "mine"; there are:');
    // An option takes the place of what the scene says.
    expect(new Simulation(mixed, { planner: "pathmap" }).planner).toBe("pathmap");
  });

  it.each<[string, ConstructorParameters<typeof Simulation>]>([
    [
      'planner: there is no planner "pathmaps"; did you mean "pathmap"? there are: pathmap, potential, roadmap, flow',
      [scene, { planner: "pathmaps" }],
    ],
    [
      'simulation.planner: there is no planner "raodmap"; did you mean "roadmap"?',
      [{ ...scene, simulation: { planner: "raodmap" } }],
    ],
    [
      'spawns[0].planner: there is no planner "magic"; there are: pathmap, potential, roadmap, flow, mine',
      [{ ...scene, spawns: [{ ...scene.spawns![0], planner: "magic" }] }, { planners: { mine: straight } }],
    ],
    ["planners.flow: there is a built-in planner of this name", [scene, { planners: { flow: straight } }]],
    ["planners.mine: a planner is a function", [scene, { planners: { mine: {} as Planner } }]],
    [
      "planners.empty: a planner has to return a function of headings, or a guide with heading, cost, distance, pathFrom; missing: cost, distance, pathFrom",
      [
        scene,
        { planner: "empty", planners: { empty: () => ({ heading: () => null }) as unknown as PlannedGuide } },
      ],
    ],
    ["planner: a name or a function is needed; given: 5", [scene, { planner: 5 as unknown as string }]],
    [
      "planners.mine: the planner failed: TypeError: no luck",
      [scene, { planner: "mine", planners: { mine: failing(new TypeError("no luck")) } }],
    ],
    [
      "planners.mine: the planner failed: goals: none of mine",
      [scene, { planner: "mine", planners: { mine: failing(new InputError("none of mine", "goals")) } }],
    ],
    [
      "planners.mine: heading failed: Error: lost",
      [scene, { planner: "mine", planners: { mine: changed({ heading: failing(new Error("lost")) }) } }],
    ],
    [
      "has to end at a goal; it ends at [",
      [scene, { planner: "mine", planners: { mine: changed({ pathFrom: (p) => [p] }) } }],
    ],
    [
      "has to begin where it was asked; it begins at [20,5]",
      [scene, { planner: "mine", planners: { mine: changed({ pathFrom: () => [[20, 5]] }) } }],
    ],
    [
      "has to be a list of points [x, y], or null; given: []",
      [scene, { planner: "mine", planners: { mine: changed({ pathFrom: () => [] }) } }],
    ],
    [
      "has to be [x, y] with two finite numbers, or null; given: [NaN,0]",
      [scene, { planner: "mine", planners: { mine: changed({ heading: () => [Number.NaN, 0] }) } }],
    ],
  ])("%s", (message, args) => {
    expect(() => new Simulation(...args)).toThrow(InputError);
    expect(() => new Simulation(...args)).toThrow(message);
    expect(() => new Simulation(...args)).not.toThrow("nobody of radius");
  });

  it("may hand its order on to a path map, and may return a function of headings", () => {
    for (const planner of [
      (world: World, order: GuideOrder) => new PathMap(world, order),
      () =>
        (p: Point): Point =>
          p[0] > 19.5 ? [0, 0] : [1, 0],
    ]) {
      const simulation = new Simulation(scene, { planner });
      while (!simulation.done) simulation.advance();
      expect(simulation.crowd.arrived).toBe(5);
    }
  });

  it("keeps what its guides may have besides: goals that move, private parts", () => {
    class Private {
      #asked = 0;
      readonly isLoose = true;
      private readonly guide: PlannedGuide;
      constructor(order: GuideOrder) {
        this.guide = straight(null, order);
      }
      heading(p: Point): Point | null {
        this.#asked++;
        return this.guide.heading(p);
      }
      cost(p: Point): number | null {
        return this.guide.cost(p);
      }
      distance(p: Point): number | null {
        return this.guide.distance(p);
      }
      pathFrom(p: Point): Point[] | null {
        return this.guide.pathFrom(p);
      }
      nearestGoal(p: Point): Point | null {
        return this.#asked >= 0 ? this.guide.pathFrom(p)![1] : null;
      }
    }
    const simulation = new Simulation(scene, { planner: (_world, order) => new Private(order) });
    while (!simulation.done) simulation.advance();
    expect(simulation.crowd.arrived).toBe(5);
  });
});
