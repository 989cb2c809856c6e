/** Halls of 20 m x 12 m with a wall that divides them up to some height, blocks, and doors on any side. */
import type { Random } from "../../src/numerics/index.js";
import type { SceneInput } from "../../src/world/index.js";

type Place = [number, number];

/** Width and height of the hall, in metres. */
export const HALL = Object.freeze({ width: 20, height: 12 });

/** What divides a hall. */
export type Divider = "segment" | "notch";

/**
 * A random hall. Its wall stands on the floor, as an obstacle or as part of the boundary; so many sources and as many sinks lie
 * anywhere on its other sides, and left of the wall on the floor.
 */
export function dividedHall(random: Random, pairs: number, divider: Divider): SceneInput {
  const { width, height } = HALL;
  const [x, top, thickness] = [random.between(6, 14), random.between(3, 9), random.between(0.1, 0.6)];
  const notch: Place[] = [
    [x, 0],
    [x, top],
    [x + thickness, top],
    [x + thickness, 0],
  ];
  const obstacles: NonNullable<SceneInput["obstacles"]> = [];
  if (divider === "segment") obstacles.push({ segment: [notch[0], notch[1]] });
  for (let i = random.below(5); i > 0; i--) {
    const [a, b] = [random.between(0.5, width - 3), random.between(0.5, height - 3)];
    const [w, h] = [random.between(0.3, 2.5), random.between(0.3, 2.5)];
    const isAtWall = a + w > x - 0.5 && a < x + thickness + 0.5 && b < top + 0.5;
    if (!isAtWall) obstacles.push(block(a, b, w, h));
  }
  const doors = doorsOf(random, x);
  return {
    boundary: [[0, 0], ...(divider === "notch" ? notch : []), [width, 0], [width, height], [0, height]],
    obstacles,
    flow: { source: doors.slice(0, pairs), sink: doors.slice(pairs, 2 * pairs) },
  };
}

/** A hall with a wall and two doors that each take one lane of 0.3 m. */
export function hallForOne(random: Random): SceneInput {
  const { width, height } = HALL;
  const [x, top] = [random.between(5, 15), random.between(3, 9)];
  const obstacles: NonNullable<SceneInput["obstacles"]> = [
    {
      segment: [
        [x, 0],
        [x, top],
      ],
    },
  ];
  for (let i = 2 + random.below(14); i > 0; i--) {
    const [a, b] = [random.between(0.5, width - 3), random.between(0.5, height - 3)];
    const [w, h] = [random.between(0.3, 2), random.between(0.3, 2)];
    if (!(a + w > x - 0.3 && a < x + 0.3 && b < top + 0.3)) obstacles.push(block(a, b, w, h));
  }
  const size = random.between(0.62, 1.19);
  const door = (): [Place, Place] => {
    const side = random.unit();
    const [y, along] = [random.between(0.3, 10), random.between(0.3, 18)];
    if (side < 0.7) return upright(side < 0.4 ? 0 : width, y, y + size);
    return [
      [along, height],
      [along + size, height],
    ];
  };
  return {
    boundary: [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ],
    obstacles,
    flow: { source: [door()], sink: [door()] },
  };
}

/** The same hall seen in a mirror. */
export function mirrored({ boundary, obstacles, flow }: SceneInput): SceneInput {
  const flip = (points: readonly (readonly number[])[]): Place[] =>
    points.map(([x, y]): Place => [HALL.width - x, y]).reverse();
  const pair = (points: readonly (readonly number[])[]): [Place, Place] => flip(points) as [Place, Place];
  return {
    boundary: flip(boundary),
    obstacles: obstacles?.map((o) =>
      o.segment ? { segment: pair(o.segment) } : { polygon: flip(o.polygon!) },
    ),
    flow: { source: flow!.source.map(pair), sink: flow!.sink.map(pair) },
  };
}

function block(x: number, y: number, w: number, h: number): { polygon: Place[] } {
  return {
    polygon: [
      [x, y],
      [x + w, y],
      [x + w, y + h],
      [x, y + h],
    ],
  };
}

function upright(x: number, from: number, to: number): [Place, Place] {
  return [
    [x, from],
    [x, to],
  ];
}

/** Doors in random order: two on each side, three above, one on the floor left of the wall. */
function doorsOf(random: Random, wall: number): [Place, Place][] {
  const { width, height } = HALL;
  const cut = (to: number, parts: number): Place[] =>
    Array.from({ length: parts }, (_, i) => {
      const size = (to - 0.4) / parts;
      const start = 0.2 + i * size + random.between(0.05, 0.45) * size;
      return [start, Math.max(start + 0.6, 0.2 + (i + 1) * size - random.between(0.05, 0.4) * size)];
    });
  const doors: [Place, Place][] = [
    ...cut(height, 2).map(([a, b]) => upright(0, a, b)),
    ...cut(height, 2).map(([a, b]) => upright(width, a, b)),
    ...cut(width, 3).map(([a, b]): [Place, Place] => [
      [a, height],
      [b, height],
    ]),
    [
      [0.3, 0],
      [wall - 0.4, 0],
    ],
  ];
  const keys = doors.map(() => random.unit());
  return doors
    .map((_, i) => i)
    .sort((i, j) => keys[i] - keys[j])
    .map((i) => doors[i]);
}
