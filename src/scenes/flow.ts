/** Scenes for flows: scattered blocks between a source on the left and a sink on the right. */
import { InputError } from "../errors.js";
import { Random } from "../numerics/index.js";
import type { Scene } from "../world/index.js";

/** Allowed numbers of blocks. */
export const SCATTER_RANGE = Object.freeze({ least: 1, greatest: 20_000 });

/** Metres of ground per block along a side. */
const CELL = 6;

/**
 * Blocks of 1 m to 4 m, turned and moved at random, one per cell of 6 m: no two touch. The flow runs from left to right.
 *
 * @param n number of blocks, 1 to 20,000
 * @param seed an integer; default 1
 */
export function scatterScene(n: number, seed = 1): Scene {
  const { least, greatest } = SCATTER_RANGE;
  if (!(Number.isInteger(n) && n >= least && n <= greatest)) {
    throw new InputError(`blocks are a whole number from ${least} to ${greatest}; given: ${n}`, "scatter");
  }
  const random = new Random(seed);
  const columns = Math.ceil(Math.sqrt(n));
  const rows = Math.ceil(n / columns);
  const [width, height] = [columns * CELL, rows * CELL];
  const obstacles: Scene["obstacles"] = [];
  for (let i = 0; i < n; i++) {
    const half = random.between(0.5, 2);
    const other = random.between(0.5, 2);
    const room = CELL / 2 - Math.hypot(half, other) - 0.1;
    const x = ((i % columns) + 0.5) * CELL + random.between(-1, 1) * Math.max(0, room);
    const y = (Math.floor(i / columns) + 0.5) * CELL + random.between(-1, 1) * Math.max(0, room);
    // Cosine and sine from the tangent of the half angle: plain arithmetic, so that every engine agrees to the bit.
    const t = random.between(-1, 1);
    const [c, s] = [(1 - t * t) / (1 + t * t), (2 * t) / (1 + t * t)];
    const corner = (u: number, v: number): [number, number] => [x + c * u - s * v, y + s * u + c * v];
    obstacles.push({
      polygon: [corner(-half, -other), corner(half, -other), corner(half, other), corner(-half, other)],
    });
  }
  return {
    format: "wayfield-scene",
    version: 1,
    name: `${n.toLocaleString("en-US")} scattered ${n === 1 ? "block" : "blocks"}`,
    boundary: [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ],
    obstacles,
    flow: {
      source: [
        [
          [0, 1],
          [0, height - 1],
        ],
      ],
      sink: [
        [
          [width, 1],
          [width, height - 1],
        ],
      ],
    },
  };
}
