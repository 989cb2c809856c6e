/** Single shapes like the named maps of Farias (2020, figure 3.17), drawn in code: the paper prints no coordinates. */
import type { Point } from "../src/geometry/index.js";
import type { Scene } from "../src/world/index.js";

/** A plan with a place to start from. */
export interface Shape {
  readonly name: string;
  readonly scene: Scene;
  readonly source: Point;
}

type Corner = [number, number];

function sceneOf(name: string, side: number, polygons: Corner[][]): Scene {
  const boundary: Corner[] = [
    [0, 0],
    [side, 0],
    [side, side],
    [0, side],
  ];
  const obstacles = polygons.map((polygon) => ({ polygon }));
  return { format: "wayfield-scene", version: 1, name, boundary, obstacles };
}

/** Two hooked walls that face each other: 2 polygons and 12 vertices, as in Concave1. */
export function concaveShape(): Shape {
  const hook: Corner[] = [
    [20, 20],
    [60, 20],
    [60, 30],
    [30, 30],
    [30, 60],
    [20, 60],
  ];
  const turned = hook.map(([x, y]): Corner => [100 - x, 100 - y]);
  return { name: "concave", scene: sceneOf("Concave", 100, [hook, turned]), source: [35.5, 36.25] };
}

/** Width of the spiral's wall and of the way between its turns, wall included. */
const WALL = 1;
const PITCH = 5;
/** 19 points along the middle of the wall, so 38 vertices, as in Spiral. */
const LEGS = 18;

/** One wall that winds around the source, every leg longer than the one before. */
export function spiralShape(): Shape {
  const middle: Corner[] = [[27.5, 27.5]];
  const headings: Corner[] = [];
  for (let leg = 0; leg < LEGS; leg++) {
    const heading: Corner = [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ][leg % 4] as Corner;
    const length = PITCH * (1 + Math.floor(leg / 2));
    const [x, y] = middle[leg];
    middle.push([x + length * heading[0], y + length * heading[1]]);
    headings.push(heading);
  }
  // Beside a corner, the two legs' normals add up to the mitre.
  const beside = (side: number): Corner[] =>
    middle.map(([x, y], i) => {
      const [back, ahead] = [headings[i - 1], headings[i]];
      const normals = [back, ahead].filter((heading) => heading !== undefined);
      const nx = normals.reduce((sum, [, hy]) => sum - hy, 0);
      const ny = normals.reduce((sum, [hx]) => sum + hx, 0);
      return [x + (side * WALL * nx) / 2, y + (side * WALL * ny) / 2];
    });
  const polygon = [...beside(-1), ...beside(1).reverse()];
  return { name: "spiral", scene: sceneOf("Spiral", 55, [polygon]), source: [27.5, 30] };
}
