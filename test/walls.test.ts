/** Exits in slanted walls: what `check` accepts, every planner takes, and uses whole. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { FlowMap } from "../src/flow/index.js";
import { distanceToSegment, type Point, type Segment } from "../src/geometry/index.js";
import type { Guide } from "../src/guide.js";
import { Random } from "../src/numerics/index.js";
import { PathMap, WeightedPathMap } from "../src/pathmap/index.js";
import { PotentialField } from "../src/potential/index.js";
import { Roadmap, RoadmapGuide } from "../src/roadmap/index.js";
import { Simulation } from "../src/simulation/index.js";
import { diagnose, goalPlaces, groundTolerance, parseScene, type Scene, World } from "../src/world/index.js";
import { runCli } from "./support/run-cli.js";

/** How coordinates are written: to all digits, or to so many decimals. */
type Rounding = number | null;

const rounded = (p: Point, decimals: Rounding): [number, number] =>
  decimals === null ? [p[0], p[1]] : [Number(p[0].toFixed(decimals)), Number(p[1].toFixed(decimals))];

/** A room turned by an angle, with an exit in its wall that is computed as users do: by shares of the wall. */
function turnedRoom(
  random: Random,
  decimals: Rounding,
  offset = 0,
): { scene: Scene; exit: Segment; inside: Point[] } {
  const angle = random.between(0, 2 * Math.PI);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [w, h] = [random.between(4, 30), random.between(4, 20)];
  const turn = ([x, y]: Point): Point => [offset + c * x - s * y, offset + s * x + c * y];
  const corners: Point[] = [
    [0, 0],
    [w, 0],
    [w, h],
    [0, h],
  ];
  // Some walls have a corner in their middle, that rounding moves in or out.
  const withMiddles = corners.flatMap((p, i): Point[] => {
    const q = corners[(i + 1) % 4];
    return random.below(3) === 0 ? [p, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]] : [p];
  });
  const boundary = withMiddles.map((p) => rounded(turn(p), decimals));
  const side = random.below(4);
  const [from, to] = [corners[side], corners[(side + 1) % 4]];
  const low = random.between(0, 0.6);
  const ends = [low, low + random.between(0.1, 0.4)].map((t) =>
    rounded(turn([from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])]), decimals),
  );
  const exit: Segment = [ends[0], ends[1]];
  const other = corners[(side + 2) % 4];
  const opposite: Segment = [
    rounded(turn(other), decimals),
    rounded(
      turn([(other[0] + corners[(side + 3) % 4][0]) / 2, (other[1] + corners[(side + 3) % 4][1]) / 2]),
      decimals,
    ),
  ];
  const inside = Array.from({ length: 6 }, () =>
    turn([random.between(0.1, 0.9) * w, random.between(0.1, 0.9) * h]),
  );
  const middle = rounded([(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2], decimals);
  const scene = parseScene({
    format: "wayfield-scene",
    version: 1,
    boundary,
    goals: { exit: { segments: [exit] }, spot: { points: [middle] } },
    flow: { source: [opposite], sink: [exit] },
    profiles: { adult: { radius: 0.2, speed: 1.3 } },
    spawns: [{ segment: opposite, count: 8, profile: "adult", goals: ["exit"] }],
    simulation: { duration: 8, step: 0.1 },
  });
  return { scene, exit, inside };
}

const FORMS: [string, Rounding, number][] = [
  ["all digits", null, 0],
  ["two decimals", 2, 0],
  ["three decimals", 3, 0],
  ["all digits, far away", null, 5_000_000],
];

describe.each(FORMS)("rooms turned at random, with %s", (_name, decimals, offset) => {
  test("path maps take their exits whole: 300 rooms against a closed form", () => {
    const random = new Random(15 + (decimals ?? 0));
    for (let round = 0; round < 300; round++) {
      const { scene, exit, inside } = turnedRoom(random, decimals, offset);
      expect(diagnose(scene).filter(({ severity }) => severity === "error")).toEqual([]);
      const world = new World(scene);
      const tolerance = groundTolerance(world.bounds);
      const map = new PathMap(world, { goals: ["exit"] });
      const spot = new PathMap(world, { goals: ["spot"] });
      const [target] = world.goal("spot").points!;
      for (const p of inside) {
        // The room is convex up to rounding, so the way is straight.
        const slack = decimals === null ? 1e-7 : 2 * tolerance;
        expect([round, Math.abs(map.distance(p)! - distanceToSegment(p, ...exit)) < slack]).toEqual([
          round,
          true,
        ]);
        const straight = Math.hypot(p[0] - target[0], p[1] - target[1]);
        expect([round, Math.abs(spot.distance(p)! - straight) < slack]).toEqual([round, true]);
      }
    }
  });

  test("every planner takes them, at any radius: 25 rooms", () => {
    const random = new Random(99 + (decimals ?? 0));
    for (let round = 0; round < 25; round++) {
      const { scene, exit, inside } = turnedRoom(random, decimals, offset);
      const world = new World(scene);
      for (const radius of [0, 0.25]) {
        const guides: Record<string, Guide> = {
          pathmap: new PathMap(world, { goals: ["exit"], radius }),
          weighted: new WeightedPathMap(world, { goals: ["exit"], radius }),
          roadmap: new RoadmapGuide(new Roadmap(world), { goals: ["exit"], radius }),
          potential: new PotentialField(world, { goals: ["exit"], radius, cell: 0.25 }),
        };
        for (const [name, guide] of Object.entries(guides)) {
          for (const p of inside.filter((q) => world.clearance(q) > 0.6)) {
            const path = guide.pathFrom(p);
            expect([round, name, radius, p, path === null]).toEqual([round, name, radius, p, false]);
            expect(distanceToSegment(path!.at(-1)!, ...exit)).toBeLessThan(0.02);
          }
        }
      }
      expect(new FlowMap(world).value).toBeGreaterThan(0);
    }
  });
});

describe("what check accepts, every command accepts", () => {
  const folder = mkdtempSync(join(tmpdir(), "wayfield-walls-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(FORMS)("rooms with %s", async (_name, decimals, offset) => {
    const random = new Random(7 + (decimals ?? 0));
    for (let round = 0; round < 4; round++) {
      const { scene, inside } = turnedRoom(random, decimals, offset);
      const file = join(folder, "room.json");
      writeFileSync(file, JSON.stringify(scene));
      const from = inside[0].join(",");
      const out = join(folder, "out");
      const commands = [
        ["check", file],
        ["path", file, "--goal", "exit", "--from", from],
        ["path", file, "--goal", "exit", "--from", from, "--planner", "potential"],
        ["path", file, "--goal", "exit", "--from", from, "--planner", "roadmap", "--radius", "0.2"],
        ["map", file, "--goal", "spot", "--size", "40", "--backend", "cpu"],
        ["field", file, "--goal", "exit"],
        ["flow", file, "--radius", "0.3"],
        ["roadmap", file],
        ["draw", file, "--svg", join(folder, "room.svg")],
        ["run", file, "--out", out],
        ["run", file, "--out", out, "--planner", "flow"],
      ];
      for (const args of commands) {
        const { code, err } = await runCli(...args);
        expect([round, args[0], code, code === 0 ? "" : err]).toEqual([round, args[0], 0, ""]);
      }
    }
  });
});

describe("spawns", () => {
  test("on a slanted wall put everybody inside (seed 4)", () => {
    const random = new Random(4);
    for (let round = 0; round < 12; round++) {
      const { scene } = turnedRoom(random, round % 2 === 0 ? null : 2);
      const simulation = new Simulation(scene);
      for (let k = 0; k < 30; k++) simulation.advance();
      const { x, y } = simulation.crowd.columns;
      const world = new World(scene);
      expect(simulation.crowd.size + simulation.crowd.arrived).toBeGreaterThan(0);
      for (let i = 0; i < simulation.crowd.size; i++)
        expect(world.clearance([x[i], y[i]])).toBeGreaterThan(0.19);
    }
  });

  const walls: [number, number][] = [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ];
  const start = (obstacles: Scene["obstacles"], spawn: object): Point[] => {
    const simulation = new Simulation({
      boundary: walls,
      obstacles,
      goals: { exit: { points: [[19, 5]] } },
      profiles: { adult: { radius: 0.2, speed: 1.3 } },
      spawns: [{ count: 12, profile: "adult", goals: ["exit"], ...spawn } as never],
    });
    simulation.advance();
    const { x, y } = simulation.crowd.columns;
    return Array.from({ length: simulation.crowd.size }, (_, i): Point => [x[i], y[i]]);
  };

  test("on a wall between two rooms put everybody on the side that leads to the goal", () => {
    const across: Segment = [
      [10, 0],
      [10, 10],
    ];
    const people = start(
      [
        {
          segment: [
            [10, 0],
            [10, 10],
          ],
        },
      ],
      { segment: across },
    );
    expect(people.length).toBeGreaterThan(5);
    for (const [x] of people) expect(x).toBeGreaterThan(10);
  });

  test("over a thick wall put nobody beyond it", () => {
    // The spawn reaches to the middle of a wall 40 cm thick; who starts in the wall would come out on its far side.
    const wall: [number, number][] = [
      [10, 2],
      [10.4, 2],
      [10.4, 8],
      [10, 8],
    ];
    const region: [number, number][] = [
      [9.9, 3],
      [10.3, 3],
      [10.3, 7],
      [9.9, 7],
    ];
    const people = start([{ polygon: wall }], { polygon: region });
    expect(people.length).toBeGreaterThan(3);
    for (const [x] of people) expect(x).toBeLessThan(10);
  });
});

test("a 3-4-5 room with two decimals: 400 exits in its walls", () => {
  const random = new Random(345);
  const boundary: [number, number][] = [
    [0, 0],
    [16, 12],
    [7, 24],
    [-9, 12],
  ];
  for (let round = 0; round < 400; round++) {
    const side = random.below(4);
    const [a, b] = [boundary[side], boundary[(side + 1) % 4]];
    const at = (t: number): [number, number] =>
      rounded([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])], 2);
    const low = random.between(0, 0.7);
    const exit: [[number, number], [number, number]] = [at(low), at(low + random.between(0.05, 0.3))];
    const scene = parseScene({
      format: "wayfield-scene",
      version: 1,
      boundary,
      goals: { exit: { segments: [exit] } },
    });
    expect(diagnose(scene)).toEqual([]);
    const world = new World(scene);
    const map = new PathMap(world, { goals: ["exit"] });
    const p: Point = [3.5, 12];
    expect(Math.abs(map.distance(p)! - distanceToSegment(p, ...exit))).toBeLessThan(0.015);
  }
});

describe("what lies off the ground", () => {
  const boundary: [number, number][] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ];
  const world = new World({
    boundary,
    obstacles: [
      {
        polygon: [
          [4, 4],
          [6, 4],
          [6, 6],
          [4, 6],
        ],
      },
    ],
  });

  test("is put onto the wall within the tolerance and refused beyond it", () => {
    expect(goalPlaces(world, [{ point: [10.014, 5] }])).toEqual([{ point: [10, 5] }]);
    expect(goalPlaces(world, [{ point: [4.01, 5], start: 2 }])).toEqual([{ point: [4, 5], start: 2 }]);
    expect(() => goalPlaces(world, [{ point: [10.016, 5] }])).toThrow(
      "goals[0]: [10.016, 5] is not on free ground",
    );
    expect(
      goalPlaces(world, [
        {
          segment: [
            [10.01, 2],
            [10.01, 8],
          ],
        },
      ]),
    ).toEqual([
      {
        segment: [
          [10, 2],
          [10, 8],
        ],
      },
    ]);
  });

  test("of a segment through an obstacle the free parts count, as they were given", () => {
    const segment: Segment = [
      [1, 5],
      [9, 5],
    ];
    expect(goalPlaces(world, [{ segment }])).toEqual([{ segment }]);
    const map = new PathMap(world, { goals: [{ segment }] });
    expect(map.distance([5, 3])).toBeCloseTo(Math.hypot(1, 1) + 1, 12);
    expect(() =>
      goalPlaces(world, [
        {
          segment: [
            [4.5, 5],
            [5.5, 5],
          ],
        },
      ]),
    ).toThrow("no part of the segment is on free ground");
  });

  test("of a named goal the free parts count, and a warning says which do not", () => {
    const partly = new World({
      boundary,
      obstacles: [
        {
          polygon: [
            [4, 4],
            [6, 4],
            [6, 6],
            [4, 6],
          ],
        },
      ],
      goals: {
        exit: {
          points: [
            [5, 5],
            [1, 1],
          ],
          segments: [
            [
              [4.5, 5],
              [5.5, 5],
            ],
          ],
        },
      },
    });
    expect(diagnose(partly.scene).map(({ code }) => code)).toEqual([
      "goal-partly-blocked",
      "goal-partly-blocked",
    ]);
    const map = new PathMap(partly, { goals: ["exit"] });
    expect(map.pathFrom([1, 2])).toEqual([
      [1, 2],
      [1, 1],
    ]);
    for (const guide of [
      new RoadmapGuide(new Roadmap(partly), { goals: ["exit"] }),
      new PotentialField(partly, { goals: ["exit"] }),
    ])
      expect(guide.pathFrom([2, 2])!.at(-1)).toEqual([1, 1]);
  });
});
