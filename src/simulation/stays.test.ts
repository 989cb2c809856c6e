/** Queues and waiting places: order, times, places and people, against closed forms and a recursion of their own. */
import { describe, expect, it } from "vitest";
import { distance, type Point } from "../geometry/index.js";
import type { SceneInput } from "../world/index.js";
import { Simulation } from "./simulation.js";
import type { SimulationOptions } from "./simulation-options.js";

type Queues = NonNullable<SceneInput["queues"]>;

/** A hall of 20 m by 12 m with an exit, people at the left, and a desk at the top. */
function hall(more: Partial<SceneInput> = {}): SceneInput {
  return {
    boundary: [
      [0, 0],
      [20, 0],
      [20, 12],
      [0, 12],
    ],
    goals: {
      exit: {
        segments: [
          [
            [20, 1],
            [20, 3],
          ],
        ],
      },
    },
    queues: { desk: DESK },
    spawns: [{ ...GROUP, goals: ["desk", "exit"] }],
    ...more,
  };
}

const DESK: Queues[string] = {
  line: [
    [10, 11],
    [10, 2],
  ],
  service: 2,
};

const GROUP = {
  polygon: [
    [1, 1],
    [6, 1],
    [6, 6],
    [1, 6],
  ] as [number, number][],
  count: 8,
};

/** Runs to the end, and calls back before every step. */
function run(
  scene: SceneInput,
  options: SimulationOptions = {},
  watch: (s: Simulation) => void = () => {},
): Simulation {
  const simulation = new Simulation(scene, options);
  while (!simulation.done) {
    watch(simulation);
    simulation.advance();
  }
  simulation.close();
  return simulation;
}

/** The next step that is not before a time. */
const stepAfter = (time: number, step: number): number => Math.ceil(time / step - 1e-6) * step;

/** Service by the order of joining at several counters (Kiefer and Wolfowitz): who comes next takes what is free first. */
function turns(
  visits: readonly { joined: number; called: number; left: number }[],
  counters: number,
): number[] {
  const free = new Array<number>(counters).fill(0);
  return visits.map(({ joined, called, left }) => {
    const k = free.indexOf(Math.min(...free));
    const turn = Math.max(joined, free[k]);
    free[k] = turn + (left - called);
    return turn;
  });
}

describe("a queue", () => {
  it("serves one after another: the last of n leaves after n services and the walks between", () => {
    const n = 8;
    const { visits, crowd } = run(hall());
    expect(crowd.arrived).toBe(n);
    expect(visits).toHaveLength(n);
    const walks = visits.reduce((sum, { called, started }) => sum + started - called, 0);
    const [first] = visits;
    expect(visits[n - 1].left).toBeCloseTo(first.joined + n * 2 + walks, 6);
    // From one place to the next are two radii and the gap, 0.8 m, at some 1.3 m/s.
    for (const { called, started } of visits) expect(started - called).toBeLessThan(2);
  });

  it.each([1, 2, 3, 4])("obeys Lindley's recursion with random service, seed %i", (seed) => {
    const spawns = [{ ...GROUP, count: 25, rate: 0.5, goals: ["desk", "exit"] }];
    const queues = { desk: { ...DESK, service: { exponential: { mean: 2.5 } } } };
    const { visits, step } = run(hall({ queues, spawns }), { seed });
    expect(visits).toHaveLength(25);
    const expected = turns(visits, 1);
    visits.forEach((visit, k) => {
      expect(visit.called).toBeCloseTo(expected[k], 9);
      // Served for what was drawn, in whole steps.
      expect(visit.left).toBeCloseTo(
        Math.max(visit.started + step, stepAfter(visit.started + visit.seconds, step)),
        6,
      );
    });
  });

  it("serves at several counters, whoever is first at the first that is free", () => {
    const counters: [number, number][] = [
      [8, 11.5],
      [10, 11.5],
      [12, 11.5],
    ];
    const queues = {
      desk: {
        line: [[10, 9] as [number, number], [10, 2] as [number, number]],
        counters,
        service: { min: 3, max: 9 },
      },
    };
    const spawns = [{ ...GROUP, count: 20, goals: ["desk", "exit"] }];
    const { visits, crowd } = run(hall({ queues, spawns }));
    expect(crowd.arrived).toBe(20);
    const byTurn = [...visits].sort((a, b) => a.called - b.called || a.joined - b.joined);
    const expected = turns(byTurn, 3);
    byTurn.forEach(({ called }, k) => {
      expect(called).toBeCloseTo(expected[k], 9);
    });
  });

  it.each([1, 2, 3])("keeps the order and the gap in line, and everybody gets through, seed %i", (seed) => {
    const spawns = [{ ...GROUP, count: 20, goals: ["desk", "exit"] }];
    let standing = 0;
    const simulation = run(hall({ spawns }), { seed }, (now) => {
      const [{ line }] = now.snapshot().stays.queues;
      expect(now.crowd.spawned).toBe(now.crowd.size + now.crowd.arrived);
      const places = line.map(({ id }) => now.crowd.agent(id)!.position);
      // Those who have come to their places on the line: at rest.
      const rests = line.map(({ id }, k) => {
        const { velocity } = now.crowd.agent(id)!;
        return Math.hypot(...velocity) < 0.01 && Math.abs(places[k][0] - 10) < 0.15;
      });
      for (let k = 1; k < places.length; k++) {
        if (!rests[k] || !rests[k - 1]) continue;
        standing++;
        // The line goes down from the desk.
        expect(places[k][1]).toBeLessThan(places[k - 1][1]);
        const gap = distance(places[k], places[k - 1]) - line[k].radius - line[k - 1].radius;
        expect(Math.abs(gap - 0.3)).toBeLessThan(0.25);
      }
    });
    expect(standing).toBeGreaterThan(500);
    expect(simulation.crowd.arrived).toBe(20);
    const { visits } = simulation;
    const joined = visits.map((visit) => visit.joined);
    expect(joined).toEqual([...joined].sort((a, b) => a - b));
  });

  it("is longer than drawn: straight on to the wall, then around its end, and says so", () => {
    const queues: Queues = {
      desk: {
        line: [
          [10, 11],
          [10, 8],
        ],
        service: 1,
      },
    };
    const spawns = [{ ...GROUP, count: 40, goals: ["desk", "exit"] }];
    const simulation = run(hall({ queues, spawns }));
    expect(simulation.crowd.arrived).toBe(40);
    expect(
      simulation.warnings.filter((line) => line.startsWith("queue desk: the line is longer")),
    ).toHaveLength(1);
    const [{ longest, beyond }] = simulation.stays;
    expect(longest).toBeGreaterThan(14);
    expect(beyond).toBeGreaterThan(longest - 5);
  });

  it("leads along ropes to the end of a line that is not in sight", () => {
    // One lane up and one down between ropes; the way in is at the right, below.
    const queues: Queues = {
      desk: {
        line: [
          [9, 9],
          [9, 4],
          [11, 4],
          [11, 9],
        ],
        service: 2,
      },
    };
    const rope = (x: number, from: number, to: number) => ({
      segment: [
        [x, from],
        [x, to],
      ] as [[number, number], [number, number]],
    });
    const floor = {
      segment: [
        [8, 3],
        [12, 3],
      ] as [[number, number], [number, number]],
    };
    const obstacles = [rope(8, 3, 8.5), rope(10, 5, 12), rope(12, 3, 9.5), floor];
    const spawns = [{ ...GROUP, count: 6, goals: ["desk", "exit"] }];
    const { crowd, visits } = run(hall({ queues, obstacles, spawns }));
    expect(crowd.arrived).toBe(6);
    expect(visits).toHaveLength(6);
  });
});

describe("a waiting place", () => {
  const area: Point[] = [
    [12, 6],
    [18, 6],
    [18, 10],
    [12, 10],
  ];
  const lounge = (more: object): Partial<SceneInput> => ({
    queues: {},
    waiting: { lounge: { polygon: area as [number, number][], ...more } },
    spawns: [{ ...GROUP, count: 20, goals: ["lounge", "exit"] }],
  });

  it("keeps everybody for the time drawn, at a spot of its own", () => {
    let together = 0;
    const { visits, crowd, step } = run(hall(lounge({ seconds: { min: 10, max: 30 } })), {}, (now) => {
      const [{ guests }] = now.snapshot().stays.waiting;
      const there = guests.filter(({ since }) => since >= 0);
      together = Math.max(together, there.length);
      for (const [k, one] of guests.entries()) {
        const [x, y] = one.spot;
        expect(x >= 12 && x <= 18 && y >= 6 && y <= 10).toBe(true);
        for (const other of guests.slice(k + 1))
          expect(distance(one.spot, other.spot)).toBeGreaterThanOrEqual(one.radius + other.radius);
      }
    });
    expect(crowd.arrived).toBe(20);
    expect(visits).toHaveLength(20);
    expect(together).toBeGreaterThan(8);
    expect(new Set(visits.map(({ seconds }) => seconds)).size).toBe(20);
    for (const { joined, left, seconds } of visits) {
      expect(seconds >= 10 && seconds <= 30).toBe(true);
      expect(left).toBeCloseTo(stepAfter(joined + seconds, step), 6);
    }
  });

  it("keeps everybody until a time, and longer who came late", () => {
    const { visits } = run(hall(lounge({ seconds: 5, until: 20 })));
    expect(visits).toHaveLength(20);
    for (const { joined, left } of visits) expect(left).toBeCloseTo(Math.max(20, joined + 5), 6);
  });

  it("draws the same times for the same people, whatever the model", () => {
    const drawn = (model: "default" | "orca") => {
      const { visits } = run(hall(lounge({ seconds: { min: 1, max: 9 } })), { model });
      return visits.map(({ seconds }) => seconds).sort((a, b) => a - b);
    };
    expect(drawn("default")).toEqual(drawn("orca"));
  });

  it("has seats for one each, and says when there are none left", () => {
    const points = [13, 14, 15].map((x): [number, number] => [x, 8]);
    const scene = hall({ queues: {}, waiting: { seats: { points, until: 30 } } });
    const spawns = [{ ...GROUP, count: 5, goals: ["seats", "exit"] }];
    let seated: Point[] = [];
    const simulation = run({ ...scene, spawns }, {}, (now) => {
      if (now.time < 25) seated = now.snapshot().stays.waiting[0].guests.map(({ spot }) => spot);
    });
    expect(simulation.crowd.arrived).toBe(5);
    expect(seated.filter(([x, y]) => y === 8 && points.some((p) => p[0] === x))).toHaveLength(3);
    expect(simulation.stays[0].beyond).toBe(2);
    expect(simulation.warnings).toHaveLength(1);
    expect(simulation.warnings[0]).toMatch(/^waiting place seats: there is no free spot in sight at \d+ s/);
  });
});

describe("stays and the rest of a simulation", () => {
  const both = hall({
    waiting: {
      lounge: {
        polygon: [
          [14, 7],
          [19, 7],
          [19, 11],
          [14, 11],
        ],
        seconds: { min: 2, max: 6 },
      },
    },
    spawns: [{ ...GROUP, count: 12, goals: ["desk", "lounge", "exit"] }],
    queues: { desk: { ...DESK, service: { min: 0.5, max: 2 } } },
  });

  it.each(["default", "orca", "speed", "anticipation", "social-force", "centrifugal", "steps"] as const)(
    "everybody gets through with model %s",
    (model) => {
      const { crowd, visits } = run(both, { model });
      expect(crowd.arrived).toBe(12);
      expect(visits).toHaveLength(24);
    },
  );

  it.each(["pathmap", "potential", "roadmap"])("everybody gets through with planner %s", (planner) => {
    const { crowd, visits } = run(both, { planner });
    expect(crowd.arrived).toBe(12);
    expect(visits).toHaveLength(24);
  });

  it.each(["cross", "touch"] as const)("everybody gets through with arrival %s", (arrival) => {
    expect(run(both, { arrival }).visits).toHaveLength(24);
  });

  const trace = (simulation: Simulation, steps: number): number[] => {
    const seen: number[] = [];
    for (let k = 0; k < steps && !simulation.done; k++) {
      simulation.advance();
      const { x, y } = simulation.crowd.columns;
      for (let i = 0; i < simulation.crowd.size; i++) seen.push(x[i], y[i]);
    }
    return seen;
  };

  it("gives the same bits with two threads", () => {
    const one = new Simulation(both, { threads: 1 });
    const two = new Simulation(both, { threads: 2 });
    expect(trace(two, 400)).toEqual(trace(one, 400));
    two.close();
    one.close();
  });

  it.each([100, 250, 420])("goes on from a snapshot after %i steps to the same bits", (steps) => {
    const first = new Simulation(both);
    for (let k = 0; k < steps; k++) first.advance();
    const snapshot = structuredClone(first.snapshot());
    const second = new Simulation(both);
    second.restore(snapshot);
    expect(trace(second, 300)).toEqual(trace(first, 300));
    expect(second.visits).toEqual(first.visits);
    expect(second.stays).toEqual(first.stays);
  });

  it("ends at a stay that is the last goal", () => {
    const { crowd, visits } = run(hall({ spawns: [{ ...GROUP, goals: ["desk"] }] }));
    expect(crowd.arrived).toBe(8);
    expect(visits).toHaveLength(8);
  });

  it("sends everybody to the nearest of several queues, and by time to the one that is done first", () => {
    const at = (x: number): Queues[string] => ({
      line: [
        [x, 11],
        [x, 5],
      ],
      service: 4,
    });
    const scene = hall({ queues: { near: at(6), far: at(14) } });
    const group = { ...GROUP, count: 16, goals: [["near", "far"], "exit"] };
    const by = (choice: "distance" | "time"): number[] => {
      const { visits, crowd } = run({ ...scene, spawns: [{ ...group, choice }] });
      expect(crowd.arrived).toBe(16);
      return ["near", "far"].map((name) => visits.filter(({ place }) => place === name).length);
    };
    expect(by("distance")).toEqual([16, 0]);
    const [near, far] = by("time");
    expect(near + far).toBe(16);
    expect(far).toBeGreaterThanOrEqual(4);
    expect(near).toBeGreaterThanOrEqual(4);
  });

  it("counts nobody who stands in line as held up by a narrow place", () => {
    let slowed = 0;
    run(hall(), {}, (now) => {
      const { progress, speed } = now.crowd.columns;
      const [{ line }] = now.snapshot().stays.queues;
      const { id } = now.crowd.columns;
      for (let i = 0; i < now.crowd.size; i++) {
        const isInLine = line.some((one) => one.id === id[i] && one.joined < now.time - 1);
        if (isInLine && progress[i] < 0.9 * speed[i] * now.step) slowed++;
      }
    });
    expect(slowed).toBe(0);
  });

  it("puts places on a line along a wall off the wall", () => {
    const queues: Queues = {
      desk: {
        line: [
          [19.9, 11],
          [19.9, 5],
        ],
        service: 1,
      },
    };
    let nearest = Infinity;
    const simulation = run(hall({ queues }), {}, (now) => {
      expect(now.crowd.touches.wallHits).toBe(0);
      const [{ line }] = now.snapshot().stays.queues;
      for (const { id, radius } of line) {
        const [x] = now.crowd.agent(id)!.position;
        nearest = Math.min(nearest, 20 - x);
        // Models keep bodies off walls by nine tenths of their width at least.
        expect(20 - x).toBeGreaterThan(0.8 * radius);
      }
    });
    expect(simulation.crowd.arrived).toBe(8);
    expect(nearest).toBeLessThan(0.5);
  });
});
