/** Whether a formation has room as it is drawn. */
import type { Point } from "../geometry/index.js";
import type { World } from "../world/index.js";
import { Ground } from "./ground.js";

/** Metres between two places of a way at which it is tried. */
const STEP = 1;

/**
 * Whether a formation fits as it is drawn somewhere along a way, its middle on the way and its front ahead: every place is free for
 * a body of a radius, and can be walked to straight from the middle.
 */
export function fitsOnWay(
  world: World,
  way: readonly Point[],
  places: readonly Point[],
  radius: number,
): boolean {
  const ground = new Ground(world, radius);
  for (let k = 1; k < way.length; k++) {
    const [[ax, ay], [bx, by]] = [way[k - 1], way[k]];
    const length = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
    if (length === 0) continue;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    for (let s = 0; s <= length; s += STEP) {
      const [x, y] = [ax + s * ux, ay + s * uy];
      const hasRoom = places.every(([a, b]) => {
        const [px, py] = [x + a * ux - b * uy, y + a * uy + b * ux];
        return ground.hasRoom(px, py) && ground.sees(x, y, px, py);
      });
      if (hasRoom) return true;
    }
  }
  return false;
}
