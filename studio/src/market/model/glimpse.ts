/** What shows of a product to somebody in the supermarket: what people see, for scripts and tests. */
import type { Market } from "./market.js";
import { add, apart, unit, type Vector } from "./space.js";

const NET = [-0.9, -0.6, -0.3, 0, 0.3, 0.6, 0.9];

/** The point of a product that shows and has most of what shows around it; null where nothing of it does. */
export function glimpse(market: Market, id: number): Vector | null {
  const points = shownPoints(market, id);
  const crowd = (p: Vector): number => points.reduce((sum, q) => sum + apart(p, q), 0);
  return points.reduce<Vector | null>((best, p) => (!best || crowd(p) < crowd(best) ? p : best), null);
}

/** Points of a net over a product that the eye meets before anything else. */
export function shownPoints(market: Market, id: number): Vector[] {
  const { half } = market.products[id];
  const middle = market.explosion.placeOf(id);
  const found: Vector[] = [];
  for (const a of NET)
    for (const b of NET)
      for (const c of NET) {
        const p = add(middle, [a * half[0], b * half[1], c * half[2]]);
        const met = market.meet(market.eye, unit(add(p, market.eye, -1)));
        if (met?.thing.kind === "product" && met.thing.id === id) found.push(p);
      }
  return found;
}
