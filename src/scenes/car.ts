/** A car, closed all around, in the manner of the one of the thesis's figure 5.2 (1,292 faces). */
import { blended, bodySurface, convex, disc, EVEN_ROUNDS } from "./implicit.js";
import type { MeshLists } from "./mesh-lists.js";

/** How sharp the edges of sheet metal are: rounded over about 1 / SHARPNESS metres. */
const SHARPNESS = 22;

/** x points forward, z up, metres. A plane is a direction out of the body and a place on it. */
const HULL = convex(
  [
    { out: [1, 0, 0.12], at: [2.1, 0, 0.5] },
    { out: [-1, 0, 0.1], at: [-2.1, 0, 0.5] },
    { out: [0, 1, 0.05], at: [0, 0.86, 0.5] },
    { out: [0, -1, 0.05], at: [0, -0.86, 0.5] },
    { out: [0.12, 0, 1], at: [1.2, 0, 0.98] },
    { out: [0, 0, 1], at: [0, 0, 1.05] },
    { out: [0, 0, -1], at: [0, 0, 0.42] },
  ],
  SHARPNESS,
);

/** Windscreen, rear window, sides that lean in, and roof. */
const CABIN = convex(
  [
    { out: [0.75, 0, 1], at: [0.95, 0, 1.05] },
    { out: [-1, 0, 0.55], at: [-1.55, 0, 1.05] },
    { out: [0, 1, 0.3], at: [0, 0.8, 1.05] },
    { out: [0, -1, 0.3], at: [0, -0.8, 1.05] },
    { out: [0, 0, 1], at: [0, 0, 1.55] },
    { out: [0, 0, -1], at: [0, 0, 0.5] },
  ],
  SHARPNESS,
);

const WHEELS = [1.3, -1.3].flatMap((x) =>
  [0.74, -0.74].map((y) => disc([x, y, 0.36], 0.44, 0.26, SHARPNESS)),
);

const CAR = blended([HULL, CABIN, ...WHEELS], SHARPNESS);

/** The car as a closed mesh; `cell` is the edge of the cubes it is cut from, metres. About 1,400 faces by default. */
export function carSurface(cell = 0.4): MeshLists {
  // The grid is the same on both sides of the car.
  const [x, y] = [Math.ceil(2.4 / cell) * cell, Math.ceil(1.2 / cell) * cell];
  return bodySurface(CAR, { low: [-x, -y, -0.3], high: [x, y, 1.8], cell }, EVEN_ROUNDS);
}
