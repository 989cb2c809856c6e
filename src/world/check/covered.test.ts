/** Goals under what moves: when they are covered, against looking at many moments. */
import { describe, expect, it } from "vitest";
import { type Point, sideOfRing } from "../../geometry/index.js";
import { Random } from "../../numerics/index.js";
import { Simulation } from "../../simulation/index.js";
import { diagnose } from "../diagnose.js";
import { completeScene, type Obstacle, type SceneInput } from "../scene.js";
import { obstacleAt } from "../schedule.js";
import { coveredSpans } from "./covered.js";

const box = (x: number, y: number, w: number, h = w): [number, number][] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];

type Frames = NonNullable<Obstacle["schedule"]>;

/** A hall whose exit, a point or a segment, lies under a block with a timetable. */
const hall = (schedule: Frames, goal: NonNullable<SceneInput["goals"]>[string]): SceneInput => ({
  boundary: box(0, 0, 20, 10),
  obstacles: [{ polygon: box(16, 4, 2), schedule }],
  goals: { exit: goal },
  spawns: [{ polygon: box(1, 1, 2), count: 2, goals: ["exit"] }],
});

const point = { points: [[17, 5]] as [number, number][] };
const segment = {
  segments: [
    [
      [16.5, 5],
      [17.5, 5],
    ],
  ] as [[number, number], [number, number]][],
};

const found = (scene: SceneInput): string[] =>
  diagnose(completeScene(scene)).map(({ code, severity, message }) => `${severity} ${code}: ${message}`);

describe("a goal under an obstacle that moves", () => {
  it.each<[string, Frames, typeof point | typeof segment]>([
    [
      "a point",
      [
        { time: 0, offset: [0, 0] },
        { time: 5, offset: [0.2, 0] },
      ],
      point,
    ],
    ["a segment", [{ time: 3, present: true }], segment],
  ])("that never leaves %s is an error, and refused by a simulation", (_name, schedule, goal) => {
    const scene = hall(schedule, goal);
    const message = "obstacles that move cover all of it at all times; a goal needs a free part at some time";
    expect(found(scene)).toEqual([`error goal-blocked: ${message}`]);
    expect(() => new Simulation(scene)).toThrow(`goals.exit: ${message}`);
  });

  it.each<[string, Frames, typeof point | typeof segment, string]>([
    [
      "leaves",
      [
        { time: 0, offset: [0, 0] },
        { time: 4, offset: [0, 4] },
      ],
      point,
      "from 0 s to 1 s",
    ],
    [
      "comes for good",
      [
        { time: 0, offset: [0, 4] },
        { time: 4, offset: [0, 0] },
      ],
      point,
      "from 3 s on",
    ],
    ["vanishes", [{ time: 7, present: false }], segment, "from 0 s to 7 s"],
    [
      "passes over it between two frames",
      [
        { time: 10, offset: [-8, 0] },
        { time: 18, offset: [8, 0] },
      ],
      point,
      "from 0 s to 10 s, from 13.5 s to 14.5 s",
    ],
  ])("that %s is a warning that says when, and the scene runs", (_name, schedule, goal, when) => {
    const scene = hall(schedule, goal);
    const message = `obstacles that move cover all of it ${when}; nobody arrives then`;
    expect(found(scene)).toEqual([`warning goal-covered: ${message}`]);
    expect(new Simulation(scene).crowd.size).toBe(0);
  });

  it("is nothing to speak of where a part is free, where only its blocked part is not, or where it moves itself", () => {
    const still: Frames = [{ time: 0, present: true }];
    const wide = {
      segments: [
        [
          [15, 5],
          [17.5, 5],
        ],
      ] as [[number, number], [number, number]][],
    };
    expect(found(hall(still, wide))).toEqual([]);
    expect(found(hall(still, { ...point, schedule: [{ time: 3, offset: [0, -3] }] }))).toEqual([]);
    const beside = hall(still, wide);
    // What stands has the rest of it.
    const walled = { ...beside, obstacles: [...beside.obstacles!, { polygon: box(14.5, 4, 1.5, 2) }] };
    expect(found(walled)).toEqual([
      "error goal-blocked: obstacles that move cover all of it at all times; a goal needs a free part at some time",
      expect.stringContaining("goal-partly-blocked"),
    ]);
  });
});

it("is covered when looking says so: 400 random timetables of two obstacles, seed 5", () => {
  const random = new Random(5);
  const place = (): [number, number] => [random.between(-3, 3), random.between(-3, 3)];
  let looks = 0;
  for (let round = 0; round < 400; round++) {
    const moving = Array.from({ length: 2 }, (): Obstacle => {
      let time = random.below(2) * random.between(0, 3);
      const schedule = Array.from({ length: 1 + random.below(4) }, () => {
        const frame = {
          time,
          ...(random.below(4) ? { offset: place() } : { present: random.below(2) === 0 }),
        };
        time += random.between(0.5, 4);
        return frame;
      });
      // A dart: not convex.
      const polygon: [number, number][] = [place(), place(), place(), place()];
      return { polygon, schedule };
    });
    const places: Point[] = Array.from({ length: 1 + random.below(2) }, place);
    const spans = coveredSpans(places, moving);
    for (let k = 0; k < 100; k++) {
      const time = random.between(0, 25);
      const isCovered = places.every((p) =>
        moving.some((obstacle) => {
          const ring = obstacleAt(obstacle, time)?.polygon;
          return ring !== undefined && sideOfRing(p, ring) > 0;
        }),
      );
      expect(spans.some(([from, to]) => time >= from && time < to)).toBe(isCovered);
      looks += isCovered ? 1 : 0;
    }
  }
  expect(looks).toBeGreaterThan(1000);
});
