/** Groups on random courses: nobody is left behind, whatever is asked of them on the way. */
import { describe, expect, it } from "vitest";
import type { Group } from "../groups/index.js";
import { Random } from "../numerics/index.js";
import type { SceneInput } from "../world/index.js";
import { Simulation } from "./simulation.js";

type Formation = NonNullable<SceneInput["groups"]>[number]["formation"];

const box = (x: number, y: number, width: number, height: number) => ({
  polygon: [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ] as [number, number][],
});

const WIDTH = 60;
const HEIGHT = 20;

const NAMED = ["line", "column", "wedge", "circle", "square"] as const;
const DRAWN: Formation[] = [
  {
    polygon: [
      [0, 0],
      [6, 0],
      [3, 6],
    ],
  },
  {
    stroke: [
      [0, 0],
      [5, 3],
      [0, 6],
    ],
  },
  { formula: { x: "4*cos(2*pi*t)", y: "2*sin(2*pi*t)" } },
  { rows: "xxxxxxx\nx.....x\nxxxxxxx\nx.....x\nxxxxxxx\nxxxxxxx\nxxxxxxx" },
];
const SHAPES: Formation[] = [...NAMED, ...DRAWN];

/** Three walls with one or two doors each, and boxes that stand about. */
function courseOf(random: Random): ReturnType<typeof box>[] {
  const obstacles: ReturnType<typeof box>[] = [];
  for (const x of [15, 30, 45]) {
    const doors = 1 + random.below(2);
    const width = random.between(0.7, 3);
    let y = 0;
    for (let k = 0; k < doors; k++) {
      const most = 8.5 + 9 * k - width + (doors === 1 ? 9 : 0);
      const door = random.between(1 + 9 * k, most);
      obstacles.push(box(x, y, 0.3, door - y));
      y = door + width;
    }
    obstacles.push(box(x, y, 0.3, HEIGHT - y));
  }
  for (let k = 0; k < 10; k++) {
    const x = random.between(16, 56);
    obstacles.push(box(x, random.between(0.5, 18), random.between(0.2, 2.5), random.between(0.2, 1.2)));
  }
  return obstacles;
}

/** A company in some formation by some planner, and perhaps families behind it. */
function sceneOf(seed: number, random: Random): SceneInput {
  const obstacles = courseOf(random);
  const count = 3 + random.below(26);
  const formation = SHAPES[random.below(SHAPES.length)];
  const planner = ["pathmap", "potential", "roadmap", "pathmap"][random.below(4)];
  const hasFamilies = random.unit() < 0.4;
  const spacing = random.unit() < 0.7 ? random.between(0.6, 1.5) : undefined;
  const small = hasFamilies && random.unit() < 0.5 ? "line" : "wedge";
  const company = { polygon: box(1, 3, 8, 14).polygon, count, goals: ["exit"] };
  const families = { polygon: box(1, 1, 4, 18).polygon, count: 12, rate: 1, goals: ["exit"] };
  return {
    boundary: box(0, 0, WIDTH, HEIGHT).polygon,
    obstacles,
    goals: {
      exit: {
        segments: [
          [
            [WIDTH, 5],
            [WIDTH, 15],
          ],
        ],
      },
    },
    spawns: hasFamilies ? [company, families] : [company],
    groups: [
      { name: "company", spawn: 0, formation, ...(spacing !== undefined && { spacing }) },
      ...(hasFamilies
        ? [
            {
              name: "family",
              spawn: 1,
              size: { values: [2, 3, 4], weights: [1, 1, 1] },
              formation: small as Formation,
              spacing: 0.7,
            },
          ]
        : []),
    ],
    simulation: { duration: 600, planner, seed },
  };
}

/** Does something to a group that a player may do: somebody dies or leaves, another shape, free or in formation. */
function disturb(simulation: Simulation, group: Group, random: Random): void {
  const { members } = group;
  const one = members[random.below(Math.max(1, members.length))];
  const deeds = [
    () => members.length > 1 && simulation.crowd.remove(one),
    () => members.length > 1 && group.leave(one),
    () => group.take(NAMED[random.below(NAMED.length)], random.between(0.6, 1.4)),
    () => group.setFree(),
    () => group.form(),
  ];
  deeds[random.below(deeds.length)]();
}

describe("nobody is left behind on random courses", () => {
  // Refused are formations that fit nowhere; of the seeds from 1 to 500 these are some that are not.
  const seeds = [4, 13, 43, 44, 60, 69, 100, 155, 222, 227, 252, 280, 288, 347, 349, 441];
  it.each(seeds)("seed %i: all who are not taken away arrive, and none outside the plan", (seed) => {
    const random = new Random(seed);
    const simulation = new Simulation(sceneOf(seed, random));
    const { crowd } = simulation;
    const isDisturbed = random.unit() < 0.5;
    const [company] = simulation.groups.list;
    let farthest = 0;
    while (!simulation.done) {
      simulation.advance();
      if (isDisturbed && random.unit() < 0.01) disturb(simulation, company, random);
      for (let i = 0; i < crowd.size; i++) farthest = Math.max(farthest, crowd.columns.x[i]);
    }
    expect(crowd.arrived + crowd.removed).toBe(simulation.total);
    expect(crowd.size).toBe(0);
    // Who crosses the exit has arrived: nobody is seen behind it.
    expect(farthest).toBeLessThanOrEqual(WIDTH);
    expect(simulation.time).toBeLessThan(300);
  });
});
