/** Small buildings for tests. */
import type { BuildingInput } from "../../src/world/index.js";

/** A hall and a gallery above it, joined by a stair of 4 m in the plan that rises by 3 m: 5 m along its slope. */
export function gallery(): BuildingInput {
  const room: [number, number][] = [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ];
  const footprint: [number, number][] = [
    [8, 4],
    [12, 4],
    [12, 6],
    [8, 6],
  ];
  return {
    name: "gallery",
    levels: [
      { name: "hall", elevation: 0, boundary: room, obstacles: [{ polygon: footprint }] },
      { name: "gallery", elevation: 3, boundary: room, obstacles: [{ polygon: footprint }] },
    ],
    connections: [
      {
        kind: "stairs",
        name: "A",
        from: {
          level: "hall",
          segment: [
            [8, 4],
            [8, 6],
          ],
        },
        to: {
          level: "gallery",
          segment: [
            [12, 6],
            [12, 4],
          ],
        },
      },
    ],
    goals: {
      exit: {
        level: "hall",
        segments: [
          [
            [0, 4],
            [0, 6],
          ],
        ],
      },
    },
    spawns: [
      {
        level: "gallery",
        polygon: [
          [14, 2],
          [18, 2],
          [18, 8],
          [14, 8],
        ],
        count: 5,
        goals: ["exit"],
      },
    ],
  };
}
