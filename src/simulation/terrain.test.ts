/** Terrain in scenes that run: zones that may not be entered are not, by any planner, and speeds in zones are theirs. */
import { describe, expect, it, test } from "vitest";
import { distanceToSegment, type Point, type Ring } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import type { SceneInput } from "../world/index.js";
import { Simulation } from "./simulation.js";
import type { SimulationOptions } from "./simulation-options.js";

/** Whether a point lies in a ring, by the even-odd rule with plain floating point. */
function isIn([x, y]: Point, ring: Ring): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[j], ring[i]];
    if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0])) inside = !inside;
  }
  return inside;
}

/** Metres from a point to a ring, less than 0 inside. */
function depthIn(p: Point, ring: Ring): number {
  const apart = ring.map((a, i) => distanceToSegment(p, a, ring[(i + 1) % ring.length]));
  return isIn(p, ring) ? -Math.min(...apart) : Math.min(...apart);
}

/** A ring around a centre. */
function star(random: Random, [x, y]: Point, least: number, most: number): [number, number][] {
  const n = 4 + random.below(6);
  return Array.from({ length: n }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * (i + 0.8 * random.unit())) / n;
    const r = random.between(least, most);
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
}

const WIDTH = 24;
const HEIGHT = 14;

/** A hall with pillars, a swamp for soldiers, a road for tanks, and both kinds from left to right. */
function randomScene(seed: number): SceneInput {
  const random = new Random(seed);
  const swamp = star(random, [random.between(10, 14), random.between(4, 10)], 1.5, 3.2);
  const road = star(random, [random.between(17, 19), random.between(4, 10)], 0.8, 1.6);
  const pillars = Array.from({ length: 3 }, () => ({
    polygon: star(random, [random.between(6, 21), random.between(1, 13)], 0.2, 0.5),
  }));
  return {
    boundary: [
      [0, 0],
      [WIDTH, 0],
      [WIDTH, HEIGHT],
      [0, HEIGHT],
    ],
    obstacles: pillars,
    goals: {
      exit: {
        segments: [
          [
            [WIDTH, 1],
            [WIDTH, HEIGHT - 1],
          ],
        ],
      },
    },
    flow: {
      source: [
        [
          [0, HEIGHT],
          [0, 0],
        ],
      ],
      sink: [
        [
          [WIDTH, 0],
          [WIDTH, HEIGHT],
        ],
      ],
    },
    profiles: {
      soldier: { radius: 0.2, speed: 1.4 },
      tank: { radius: 0.45, speed: 1.2 },
      guest: { radius: 0.3 },
    },
    zones: [
      { polygon: swamp, speed: { soldier: 0.5 }, allow: ["soldier"] },
      { polygon: road, allow: ["tank"] },
    ],
    spawns: [
      {
        polygon: [
          [0.5, 1],
          [4, 1],
          [4, HEIGHT - 1],
          [0.5, HEIGHT - 1],
        ],
        count: 24,
        profile: { soldier: 0.4, tank: 0.3, guest: 0.3 },
        goals: ["exit"],
      },
    ],
    simulation: { duration: 60, step: 0.1 },
  };
}

/** Share of the radius that walls keep away: the default model's people turn their shoulders, ORCA's do not. */
const WALL_BODY = Object.freeze({ default: 0.85, orca: 1 });

/** The least distance, beyond the body, that anybody kept from the zones that its profile may not enter; who is told by the radius. */
function leastDistances(
  scene: SceneInput,
  options: SimulationOptions,
): { kept: number; seen: number; out: number } {
  const simulation = new Simulation(scene, options);
  const body = WALL_BODY[simulation.model as keyof typeof WALL_BODY];
  const allowed = { 0.2: [0], 0.45: [1], 0.3: [] as number[] } as Readonly<Record<number, readonly number[]>>;
  let [kept, seen] = [Infinity, 0];
  while (!simulation.done) {
    simulation.advance();
    const { x, y, radius } = simulation.crowd.columns;
    for (let i = 0; i < simulation.crowd.size; i++) {
      scene.zones!.forEach(({ polygon }, k) => {
        if (allowed[radius[i]].includes(k)) {
          if (isIn([x[i], y[i]], polygon)) seen++;
          return;
        }
        kept = Math.min(kept, depthIn([x[i], y[i]], polygon) - body * radius[i]);
      });
    }
  }
  const { arrived } = simulation.crowd;
  simulation.close();
  return { kept, seen, out: arrived };
}

describe("zones that may not be entered are not, over random scenes", () => {
  for (const planner of ["pathmap", "potential", "roadmap", "flow"]) {
    test.each([1, 2, 3, 4, 5, 6])(`planner ${planner}, seed %i`, (seed) => {
      const model = seed % 2 === 0 ? "default" : "orca";
      const { kept, out } = leastDistances(randomScene(seed), { planner, seed, model });
      expect(kept).toBeGreaterThan(-1e-6);
      expect(out).toBe(24);
    });
  }

  for (const planner of ["pathmap", "potential", "roadmap"]) {
    test.each([7, 8])(`planner ${planner}, as a group, seed %i`, (seed) => {
      const scene = randomScene(seed);
      const model = seed % 2 === 0 ? "default" : "orca";
      const groups = [{ name: "all", spawn: 0, formation: "square", spacing: 1.2 } as const];
      const { kept, out } = leastDistances({ ...scene, groups }, { planner, seed, model });
      expect(kept).toBeGreaterThan(-1e-6);
      expect(out).toBe(24);
    });
  }

  test.each([1, 2, 3, 4])("along sketched routes, seed %i", (seed) => {
    const random = new Random(seed);
    // The first stroke leads through the zones for who may enter, the second along a wall for all others.
    const through = [6, 10, 14, 18, 22].map((x): [number, number] => [x, random.between(4, 10)]);
    const along = [6, 8, 14, 20, 23].map((x): [number, number] => [x, seed % 2 === 0 ? 0.7 : HEIGHT - 0.7]);
    const routes = [{ name: "way", strokes: [along, through] }];
    const scene = { ...randomScene(seed), obstacles: [], routes };
    const { kept, out } = leastDistances(scene, { planner: "pathmap", seed, model: "orca" });
    expect(kept).toBeGreaterThan(-1e-6);
    expect(out).toBe(24);
  });

  test("those who may enter do", () => {
    const seen = [1, 2, 3].map(
      (seed) => leastDistances(randomScene(seed), { planner: "pathmap", seed }).seen,
    );
    expect(Math.max(...seen)).toBeGreaterThan(20);
  });
});

/** A corridor with a slow stretch in its middle. */
function corridor(speed: number | Record<string, number>): SceneInput {
  return {
    boundary: [
      [0, 0],
      [40, 0],
      [40, 4],
      [0, 4],
    ],
    goals: {
      exit: {
        segments: [
          [
            [40, 0],
            [40, 4],
          ],
        ],
      },
    },
    flow: {
      source: [
        [
          [0, 4],
          [0, 0],
        ],
      ],
      sink: [
        [
          [40, 0],
          [40, 4],
        ],
      ],
    },
    profiles: { soldier: { radius: 0.2, speed: 1.4 }, tank: { radius: 0.2, speed: 1.4 } },
    zones: [
      {
        polygon: [
          [10, -1],
          [30, -1],
          [30, 5],
          [10, 5],
        ],
        speed,
      },
    ],
    spawns: [{ places: [[1, 2]], profile: "soldier", goals: ["exit"] }],
    simulation: { duration: 200, step: 0.05 },
  };
}

/** Mean speed of the only one between two x. */
function speedBetween(scene: SceneInput, options: SimulationOptions, from: number, to: number): number {
  const simulation = new Simulation(scene, options);
  let [began, ended] = [0, 0];
  while (!simulation.done && ended === 0) {
    simulation.advance();
    const { x } = simulation.crowd.columns;
    if (began === 0 && x[0] >= from) began = simulation.time - (x[0] - from) / 1.4;
    if (x[0] >= to) ended = simulation.time;
  }
  simulation.close();
  return (to - from) / (ended - began);
}

describe("speeds in zones", () => {
  const cases: [string, SimulationOptions][] = [
    ...["pathmap", "potential", "roadmap", "flow"].map((planner): [string, SimulationOptions] => [
      `planner ${planner}`,
      { planner },
    ]),
    ...(["orca", "speed", "anticipation", "social-force"] as const).map(
      (model): [string, SimulationOptions] => [`model ${model}`, { model }],
    ),
    ["people as sites", { planner: "roadmap", sites: {} }],
  ];
  it.each(cases)("%s: half the speed in the zone, the whole before and behind", (_, options) => {
    expect(speedBetween(corridor(0.5), options, 13, 28)).toBeGreaterThan(0.97 * 0.7);
    expect(speedBetween(corridor(0.5), options, 13, 28)).toBeLessThan(1.03 * 0.7);
    expect(speedBetween(corridor(0.5), options, 4, 9)).toBeGreaterThan(0.95 * 1.4);
    expect(speedBetween(corridor(0.5), options, 33, 38)).toBeGreaterThan(0.95 * 1.4);
    expect(speedBetween(corridor({ tank: 0.5 }), options, 13, 28)).toBeGreaterThan(0.97 * 1.4);
    expect(speedBetween(corridor({ soldier: 2 }), options, 13, 28)).toBeGreaterThan(0.97 * 2.8);
  });

  it("planner roadmap goes around slow ground where that takes less time, and through where it does not", () => {
    const hall = (speed: number): SceneInput => {
      const { flow: _, ...scene } = corridor(speed);
      return {
        ...scene,
        boundary: [
          [0, -10],
          [40, -10],
          [40, 14],
          [0, 14],
        ],
      };
    };
    const walk = (speed: number, planner: string): { readonly time: number; readonly inside: number } => {
      const scene = hall(speed);
      const simulation = new Simulation(scene, { planner });
      let inside = 0;
      while (!simulation.done) {
        simulation.advance();
        const { x, y } = simulation.crowd.columns;
        if (simulation.crowd.size > 0 && isIn([x[0], y[0]], scene.zones![0].polygon)) inside++;
      }
      return { time: simulation.time, inside };
    };
    const [slow, blind] = [walk(0.25, "roadmap"), walk(0.25, "pathmap")];
    expect(slow.inside).toBe(0);
    expect(blind.inside).toBeGreaterThan(0);
    expect(slow.time).toBeLessThan(0.6 * blind.time);
    expect(walk(0.95, "roadmap").inside).toBeGreaterThan(0);
  });

  it("says once which planner does not heed them", () => {
    const note = (options: SimulationOptions, scene = corridor(0.5)): string[] => {
      const { warnings } = new Simulation(scene, options);
      return warnings.filter((line) => line.startsWith("zones"));
    };
    expect(note({ planner: "pathmap" })).toEqual([
      "zones: planner pathmap plans ways as if speeds were the same everywhere; people walk at the zones' speeds",
    ]);
    expect(note({ planner: "flow" })).toHaveLength(1);
    expect(note({ planner: "roadmap", sites: {} })).toEqual([
      "zones: who is a site of the roadmap plans ways as if speeds were the same everywhere; people walk at the zones' speeds",
    ]);
    expect(note({ planner: "potential" })).toEqual([]);
    expect(note({ planner: "roadmap" })).toEqual([]);
    expect(note({ planner: "pathmap" }, corridor({ tank: 0.5 }))).toEqual([]);
  });
});

describe("runs", () => {
  it("are the same to the bit with one thread and with three, and from a snapshot", () => {
    const scene = randomScene(2);
    const [one, three] = [1, 3].map((threads) => new Simulation(scene, { threads }));
    for (let k = 0; k < 100; k++) {
      one.advance();
      three.advance();
    }
    expect(three.crowd.snapshot()).toEqual(one.crowd.snapshot());
    const again = new Simulation(scene);
    again.restore(structuredClone(one.snapshot()));
    for (let k = 0; k < 100; k++) {
      one.advance();
      again.advance();
    }
    expect(again.crowd.snapshot()).toEqual(one.crowd.snapshot());
    for (const simulation of [one, three, again]) simulation.close();
  });

  it("refuse people as sites who may enter different zones", () => {
    expect(() => new Simulation(randomScene(1), { planner: "roadmap", sites: {} })).toThrow(
      "sites: people who are sites of one roadmap may all enter the same zones; profiles soldier and tank may not",
    );
  });

  it("keep people as sites out of zones, and those with local maps", () => {
    const zone: [number, number][] = [
      [14, 0.9],
      [18, 0.9],
      [18, 4],
      [14, 4],
    ];
    const base: SceneInput = { ...corridor(1), zones: [{ polygon: zone, allow: ["tank"] }] };
    const wider: SceneInput = {
      ...base,
      profiles: {
        tank: {},
        soldier: { radius: 0.2, speed: 1.4, localMap: {}, behaviour: { type: "harmonic" } },
      },
    };
    const runs: [SceneInput, SimulationOptions][] = [
      [base, { planner: "roadmap", sites: {}, step: 0.1 }],
      [wider, { planner: "pathmap", step: 0.1 }],
    ];
    for (const [scene, options] of runs) {
      const simulation = new Simulation(scene, options);
      let nearest = Infinity;
      while (!simulation.done) {
        simulation.advance();
        const { x, y } = simulation.crowd.columns;
        if (simulation.crowd.size > 0) nearest = Math.min(nearest, depthIn([x[0], y[0]], zone));
      }
      expect(simulation.crowd.arrived).toBe(1);
      expect(nearest).toBeGreaterThan(0.18);
      expect(nearest).toBeLessThan(0.9);
      simulation.close();
    }
  });

  it("say before anything runs that a zone is in the way", () => {
    const wall: [number, number][] = [
      [14, -1],
      [18, -1],
      [18, 5],
      [14, 5],
    ];
    const scene: SceneInput = { ...corridor(1), zones: [{ polygon: wall, allow: ["tank"] }] };
    for (const planner of ["pathmap", "potential", "roadmap"]) {
      expect(() => new Simulation(scene, { planner })).toThrow(
        "spawns[0]: nobody of radius 0.2 m can get from here to exit: profile soldier may not enter zones[0]",
      );
    }
  });

  it("let nobody be pushed into a zone by what moves", () => {
    const zone: [number, number][] = [
      [14, 0],
      [18, 0],
      [18, 4],
      [14, 4],
    ];
    const scene: SceneInput = {
      ...corridor(1),
      zones: [{ polygon: zone, allow: ["tank"] }],
      goals: { here: { points: [[12, 2]] } },
      flow: undefined as never,
      obstacles: [
        {
          polygon: [
            [1, 0],
            [2, 0],
            [2, 4],
            [1, 4],
          ],
          schedule: [
            { time: 0, offset: [0, 0] },
            { time: 10, offset: [11.5, 0] },
          ],
        },
      ],
      spawns: [{ places: [[5, 2]], profile: "soldier", goals: ["here"] }],
    };
    delete (scene as { flow?: unknown }).flow;
    const simulation = new Simulation({
      ...scene,
      profiles: { soldier: { radius: 0.2, speed: 0.1 }, tank: {} },
    });
    let most = 0;
    while (!simulation.done && simulation.time < 12) {
      simulation.advance();
      const { x, y } = simulation.crowd.columns;
      if (simulation.crowd.size === 0) break;
      most = Math.max(most, x[0]);
      expect(isIn([x[0], y[0]], zone)).toBe(false);
    }
    expect(most).toBeGreaterThan(10);
  });
});
