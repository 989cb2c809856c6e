/** Exits that nobody can leave by: said before anything runs. */
import type { ArrivalRule } from "../crowd/index.js";
import { InputError } from "../errors.js";
import { distance, type Point } from "../geometry/index.js";
import { type GoalPlace, keyed, type World } from "../world/index.js";

/** Metres that a body may be wider than a gap for want of exact arithmetic. */
const SLACK = 1e-6;

/**
 * Refuses a goal whose segments are all too narrow for the centre of a disc to cross. Where a wall close behind leaves no room to
 * cross at all, bodies touch the line, and at points they cover it: nobody needs room there.
 */
export function checkExit(
  world: World,
  names: readonly string[],
  places: readonly GoalPlace[],
  radius: number,
  arrival: ArrivalRule,
): void {
  if (arrival === "touch" || places.length === 0) return;
  let width = 0;
  for (const place of places) {
    if ("point" in place || distance(...place.segment) === 0) return;
    const [a, b] = place.segment;
    const taken = [a, b].reduce((sum, end) => sum + Math.max(0, radius - world.clearance(end)), 0);
    // An exit may be drawn in several pieces.
    width += distance(a, b);
    if (width + SLACK >= taken || isBlockedBehind(world, [a, b], radius)) return;
  }
  const where = names.length === 1 ? keyed("goals", names[0]) : "goals";
  throw new InputError(
    `${format(width)} m wide, but those who leave here are ${format(2 * radius)} m wide: widen it, or draw a point where they are to vanish`,
    where,
  );
}

function format(metres: number): string {
  return String(Number(metres.toFixed(3)));
}

/** Whether the middle of a line in free ground has a wall less than a radius behind it, on either side. */
function isBlockedBehind(world: World, [a, b]: readonly [Point, Point], radius: number): boolean {
  const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  if (world.clearance(middle) === 0) return false;
  const length = distance(a, b);
  const n: Point = [(a[1] - b[1]) / length, (b[0] - a[0]) / length];
  const at = (off: number): Point => [middle[0] + off * n[0], middle[1] + off * n[1]];
  return !world.visible(middle, at(radius)) || !world.visible(middle, at(-radius));
}
