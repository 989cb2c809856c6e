/**
 * Generated scenes: regular blocks in any number, to measure how planners scale.
 *
 * `profilingScene` is the family of Profiling maps (Farias 2020, table 3.1 and figure 3.17: k x k uniform squares
 * with 4, 16, 36, 64, 100, 196 and 400 polygons, so k = 2, 4, 6, 8, 10, 14 and 20); the paper gives no scale.
 * `cityScene` is the city of Hartmann (2010, section 5.3): 15 m blocks separated by 5 m, 98 x 98 of them.
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import type { Obstacle, Scene } from "../world/index.js";

/** Blocks along a side: 500 x 500 are a million vertices, about what fits in memory as plain arrays. */
export const BLOCKS_RANGE = Object.freeze({ least: 1, greatest: 500 });

/** Profiling maps: 5 m blocks centred in 10 m cells, so every passage inside is 5 m wide. */
const PROFILING = Object.freeze({ cell: 10, block: 5 });

/** The city: 15 m blocks, 5 m streets, a street all around. */
const CITY = Object.freeze({ block: 15, street: 5 });

/**
 * How far a jittered block may leave its place: a turn of 10 degrees reaches 7.5 (cos + sin) = 8.69 m from the
 * centre, and 0.8 m of shift keep that within 9.5 m of the 10 m to the next cell: streets stay over 1 m wide.
 */
const JITTER = Object.freeze({ shift: 0.8, turn: (10 * Math.PI) / 180 });

type Corner = [number, number];
type MutableRing = [number, number][];

function checkCount(count: number, what: string): void {
  const { least, greatest } = BLOCKS_RANGE;
  if (Number.isInteger(count) && count >= least && count <= greatest) return;
  throw new InputError(
    `${what}: blocks along a side are a whole number from ${least} to ${greatest}` +
      ` (${greatest} x ${greatest} blocks have a million vertices); given: ${count}`,
  );
}

function square(x: number, y: number, side: number): MutableRing {
  return [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ];
}

/** The part that generated scenes share. */
function blockScene(name: string, side: number, obstacles: Obstacle[], goals: Record<string, Corner>): Scene {
  return {
    format: "wayfield-scene",
    version: 1,
    name,
    boundary: square(0, 0, side),
    obstacles,
    goals: Object.fromEntries(Object.entries(goals).map(([goal, point]) => [goal, { points: [point] }])),
  };
}

/**
 * k x k square blocks of 5 m in a square world of 10k m, with one goal, `corner`, 1 m off the lower left corner.
 *
 * @param k blocks along a side, 1 to 500
 */
export function profilingScene(k: number): Scene {
  checkCount(k, "profiling");
  const { cell, block } = PROFILING;
  const margin = (cell - block) / 2;
  const obstacles: Obstacle[] = [];
  for (let row = 0; row < k; row++) {
    for (let column = 0; column < k; column++) {
      obstacles.push({ polygon: square(column * cell + margin, row * cell + margin, block) });
    }
  }
  return blockScene(`Profiling ${k} × ${k}`, k * cell, obstacles, { corner: [1, 1] });
}

/** How the blocks of a city stand. */
export interface CityOptions {
  /** Shift and turn every block a little, so that no two edges line up; default false. */
  readonly jittered?: boolean;
  /** Seed of the jitter, an integer; default 1. */
  readonly seed?: number;
}

/**
 * n x n city blocks of 15 m separated by 5 m streets, with the goals `north-east` (the far end of the diagonal,
 * Hartmann's section 5.4) and `centre`, and one walker in the south-west.
 *
 * @param n blocks along a side, 1 to 500
 */
export function cityScene(n: number, options: CityOptions = {}): Scene {
  const { jittered = false, seed = 1 } = options;
  checkCount(n, "city");
  const { block, street } = CITY;
  const cell = block + street;
  const random = new Random(seed);
  const obstacles: Obstacle[] = [];
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      const x = street + column * cell;
      const y = street + row * cell;
      const polygon = jittered
        ? jitteredSquare([x + block / 2, y + block / 2], block, random)
        : square(x, y, block);
      obstacles.push({ polygon });
    }
  }
  const side = n * cell + street;
  const crossing = Math.floor(n / 2) * cell + street / 2;
  const name = `City ${n} × ${n}${jittered ? ", jittered" : ""}`;
  return {
    ...blockScene(name, side, obstacles, {
      "north-east": [side - street / 2, side - street / 2],
      centre: [crossing, crossing],
    }),
    profiles: { adult: { radius: 0.25, speed: 1.34 } },
    spawns: [{ polygon: square(1, 1, 3), count: 1, profile: "adult", goals: ["north-east"] }],
  };
}

/** A square turned and shifted at random within `JITTER`. */
function jitteredSquare(centre: Point, side: number, random: Random): MutableRing {
  const x = centre[0] + random.between(-JITTER.shift, JITTER.shift);
  const y = centre[1] + random.between(-JITTER.shift, JITTER.shift);
  // Cosine and sine from the tangent of the half angle: plain arithmetic, so that every engine agrees to the bit.
  const half = random.between(-JITTER.turn / 2, JITTER.turn / 2);
  const scale = side / 2 / (1 + half * half);
  const cos = scale * (1 - half * half);
  const sin = scale * 2 * half;
  return [
    [x - cos + sin, y - sin - cos],
    [x + cos + sin, y + sin - cos],
    [x + cos - sin, y + sin + cos],
    [x - cos - sin, y - sin + cos],
  ];
}
