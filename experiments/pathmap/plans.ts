/** Plans in the manner of the paper's figures on path maps: it prints no coordinates. */
import type { Scene } from "../../src/world/index.js";

type Corner = [number, number];

function plan(
  name: string,
  width: number,
  height: number,
  polygons: Corner[][],
  rest: Partial<Scene>,
): Scene {
  const boundary: Corner[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  return {
    format: "wayfield-scene",
    version: 1,
    name,
    boundary,
    obstacles: polygons.map((polygon) => ({ polygon })),
    ...rest,
  };
}

/** A polygon about a middle: corners at these distances, evenly turned. */
function star(x: number, y: number, turn: number, reaches: readonly number[]): Corner[] {
  return reaches.map((reach, i): Corner => {
    const angle = turn + (2 * Math.PI * i) / reaches.length;
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
}

const rectangle = (x1: number, y1: number, x2: number, y2: number): Corner[] => [
  [x1, y1],
  [x2, y1],
  [x2, y2],
  [x1, y2],
];

/** Figures 3.1 and 3.18: obstacles of many shapes; three points in the upper half, two segments in the lower. */
export function mixedPlan(): Scene {
  return plan(
    "Sources of both kinds",
    100,
    80,
    [
      star(20, 60, 0.3, [8, 5, 8, 6, 9]),
      star(48, 64, 1, [10, 7, 9]),
      star(78, 56, 0.5, [9, 9, 9, 9, 9, 9]),
      rectangle(34, 38, 66, 43),
      star(16, 30, 0.8, [9, 4, 9, 4, 9, 4, 9, 4]),
      star(46, 20, 0.2, [7, 8, 7, 8]),
      star(80, 28, 0, [10, 5, 10, 6, 8]),
    ],
    {
      goals: {
        sources: {
          points: [
            [8, 74],
            [62, 74],
            [94, 68],
          ],
          segments: [
            [
              [28, 8],
              [34, 22],
            ],
            [
              [60, 10],
              [72, 14],
            ],
          ],
        },
      },
    },
  );
}

/** Three pentagons, 15 vertices, as the paper's SpmEx1 has. */
export function threePolygons(): Scene {
  return plan(
    "Three polygons",
    60,
    60,
    [
      star(18, 20, 0.4, [8, 8, 8, 8, 8]),
      star(40, 36, 1.1, [9, 7, 9, 7, 9]),
      star(18, 46, 0.1, [7, 7, 7, 7, 7]),
    ],
    { goals: { source: { points: [[30, 22]] } } },
  );
}

/** Two hooked walls that face each other: 2 polygons and 12 vertices, as in Concave1. */
export function hooks(): Scene {
  const hook: Corner[] = [
    [20, 20],
    [60, 20],
    [60, 30],
    [30, 30],
    [30, 60],
    [20, 60],
  ];
  const turned = hook.map(([x, y]): Corner => [100 - x, 100 - y]);
  return plan("Two hooks", 100, 100, [hook, turned], { goals: { source: { points: [[35.5, 36.25]] } } });
}

/** Figure 3.5, left: two segments that cross in the middle of an open square. */
export function crossedSegments(): Scene {
  return plan("Two segments that cross", 40, 40, [], {
    goals: {
      sources: {
        segments: [
          [
            [8, 12],
            [32, 28],
          ],
          [
            [10, 30],
            [30, 10],
          ],
        ],
      },
    },
  });
}

/** Figure 3.5, right: one segment behind obstacles. */
export function hiddenSegment(): Scene {
  return plan(
    "One segment behind obstacles",
    40,
    40,
    [rectangle(8, 14, 14, 20), rectangle(20, 16, 30, 19), star(32, 28, 0.3, [4, 4, 4])],
    {
      goals: {
        source: {
          segments: [
            [
              [6, 6],
              [34, 9],
            ],
          ],
        },
      },
    },
  );
}

/** Figure 3.6: a long obstacle, with a bicycle at its upper left corner. */
export function longBlock(): Scene {
  return plan("A long block", 100, 30, [rectangle(20, 8, 90, 22)], {
    goals: { goal: { points: [[95, 6]] } },
    weights: [{ vertex: [20, 22], speed: 3 }],
  });
}

/** The vertex whose weight grows in figures 3.7 to 3.9: the upper right corner of the lower left block. */
export const FASTER: Corner = [16, 20];

/** Figures 3.7 to 3.9: a few blocks, and a source above the one that has it. */
export function weightedBlocks(): Scene {
  return plan(
    "A faster vertex",
    50,
    50,
    [
      rectangle(8, 10, 16, 20),
      rectangle(30, 8, 40, 16),
      star(36, 38, 0.6, [7, 7, 7, 7]),
      rectangle(10, 34, 20, 38),
    ],
    { goals: { source: { points: [[12, 27]] } } },
  );
}
