/** A hall, a route that forks in it, and people who walk until they have arrived. */
import type { Point } from "../../src/geometry/index.js";
import type { Simulation } from "../../src/simulation/index.js";
import type { SceneInput } from "../../src/world/index.js";

export const HALL: SceneInput = {
  boundary: [
    [0, 0],
    [60, 0],
    [60, 40],
    [0, 40],
  ],
  goals: {
    out: {
      segments: [
        [
          [60, 18],
          [60, 22],
        ],
      ],
    },
  },
  profiles: { soldier: { radius: 0.25, speed: 1.4 }, tank: { radius: 0.8, speed: 1.2 } },
};

export const FORK: [number, number][][] = [
  [
    [6, 20],
    [20, 20],
    [30, 32],
    [54, 20],
  ],
  [
    [20, 19],
    [30, 8],
    [54, 19],
  ],
];

/** Runs to the end; returns everybody's places, step by step. */
export function walked(simulation: Simulation): Map<number, Point[]> {
  const places = new Map<number, Point[]>();
  while (!simulation.done) {
    simulation.advance();
    const { id, x, y } = simulation.crowd.columns;
    for (let i = 0; i < simulation.crowd.size; i++) {
      const list = places.get(id[i]) ?? [];
      list.push([x[i], y[i]]);
      places.set(id[i], list);
    }
  }
  return places;
}

export const SWAMP: SceneInput["zones"] = [
  {
    polygon: [
      [26, 24],
      [38, 24],
      [38, 38],
      [26, 38],
    ],
    allow: ["soldier"],
  },
];

export const BOTH: SceneInput["spawns"] = [
  {
    polygon: [
      [1, 16],
      [5, 16],
      [5, 20],
      [1, 20],
    ],
    count: 6,
    profile: "soldier",
    goals: ["out"],
  },
  {
    polygon: [
      [1, 22],
      [9, 22],
      [9, 28],
      [1, 28],
    ],
    count: 3,
    profile: "tank",
    goals: ["out"],
  },
];

/** A scene whose people follow a fork, in a crowd dense enough for bits to matter. */
export const CROWDED: SceneInput = {
  ...HALL,
  routes: [{ name: "fork", strokes: FORK }],
  spawns: [
    {
      polygon: [
        [1, 14],
        [6, 14],
        [6, 26],
        [1, 26],
      ],
      count: 30,
      goals: ["out"],
    },
  ],
};

export const apart = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay);
