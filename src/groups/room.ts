/** Whether a formation has room as it is drawn. */
import type { Point } from "../geometry/index.js";
import type { World } from "../world/index.js";
import { Ground } from "./ground.js";

/** Metres between two places of a way at which it is tried. */
const STEP = 1;

/**
 * Whether a formation fits as it is drawn somewhere along a way, its middle on the way or moved aside as far as the room asks for, and
 * its front ahead: every place is free for a body of a radius, and can be walked to straight from the middle.
 */
export function fitsOnWay(
  world: World,
  way: readonly Point[],
  places: readonly Point[],
  radius: number,
): boolean {
  const ground = new Ground(world, radius);
  const left = places.reduce((most, [, b]) => Math.max(most, b), 0);
  const right = places.reduce((most, [, b]) => Math.max(most, -b), 0);
  for (let k = 1; k < way.length; k++) {
    const [[ax, ay], [bx, by]] = [way[k - 1], way[k]];
    const length = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
    if (length === 0) continue;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    for (let s = 0; s <= length; s += STEP) {
      const [x, y] = [ax + s * ux, ay + s * uy];
      // Beside a wall the formation walks as far from it as it has to.
      const high = ground.reach(x, y, -uy, ux, left + right);
      const low = -ground.reach(x, y, uy, -ux, left + right);
      const aside = Math.max(low + right, Math.min(0, high - left));
      const [mx, my] = [x - aside * uy, y + aside * ux];
      const hasRoom = places.every(([a, b]) => {
        const [px, py] = [mx + a * ux - b * uy, my + a * uy + b * ux];
        return ground.hasRoom(px, py) && ground.sees(mx, my, px, py);
      });
      if (hasRoom) return true;
    }
  }
  return false;
}
