/** Where guides lead, for those of them that do not say so themselves. */
import type { Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";

/** The nearest goal of guides: manners want to see it, and guides know only ways. */
const nearestOfGuides = new WeakMap<Guide, (p: Point) => Point>();

/** Remembers where a guide leads. */
export function rememberGoals(guide: Guide, nearest: (p: Point) => Point): void {
  nearestOfGuides.set(guide, nearest);
}

/** The point of a guide's goals nearest to p, as the crow flies; null where they are not known. */
export function nearestGoal(guide: Guide, p: Point): Point | null {
  const nearest = nearestOfGuides.get(guide);
  if (nearest) return nearest(p);
  const { nearestGoal: own } = guide as { nearestGoal?: (p: Point) => Point };
  return typeof own === "function" ? own.call(guide, p) : null;
}
