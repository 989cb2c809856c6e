/** Independent measures of scenes, for oracles. */
import { type Ring, signedArea } from "../src/geometry/index.js";
import type { Scene } from "../src/world/index.js";

const area = (ring: Ring): number => Math.abs(signedArea(ring));

/** Area of the boundary minus the area of all polygons: the free area where obstacles neither overlap nor stick out. */
export function freeArea(scene: Scene): number {
  return (scene.obstacles ?? []).reduce(
    (sum, o) => sum - (o.polygon ? area(o.polygon) : 0),
    area(scene.boundary),
  );
}

/** Whether a point lies strictly inside a ring: plain even-odd counting in doubles, our own predicates left aside. */
function inside([x, y]: readonly [number, number], ring: Ring): boolean {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[j], ring[i]];
    if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) * (b[0] - a[0])) / (b[1] - a[1])) odd = !odd;
  }
  return odd;
}

/** Whether a point is free: in the boundary and in no polygon. */
export function isFree(scene: Scene, p: readonly [number, number]): boolean {
  return inside(p, scene.boundary) && !(scene.obstacles ?? []).some((o) => o.polygon && inside(p, o.polygon));
}
