/**
 * Strokes as a hand draws them, made even.
 *
 * A pointer leaves a point wherever the machine happened to look: many where the hand was slow, few where it was fast. What is
 * kept are the ends, and of the rest the least that stays within a tenth of the spacing of everything drawn (Douglas and Peucker
 * 1973), which keeps corners where they are; then straight stretches are divided evenly.
 */
import { InputError } from "../errors.js";
import { distance2ToSegment, type Point, samePoint } from "../geometry/index.js";
import { checkList, checkPoint } from "../options.js";

/** Points on the ground in the order in which they were drawn; one alone is a click. */
export type Stroke = readonly Point[];

/** Metres between two points of a route, at most, where nothing else is said. */
export const SPACING = 1;

/** How far what was drawn may be from what is kept, as a share of the spacing. */
const SLACK = 0.1;

/** Points of one stroke, at most: as they are drawn, and after they were made even. */
const MOST_POINTS = 100_000;

/** Metres between two points, by a square root alone. */
export function apart(a: Point, b: Point): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  return Math.sqrt(dx * dx + dy * dy);
}

/** The point a share of the way from a to b. */
export function between(a: Point, b: Point, share: number): Point {
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
}

/**
 * A stroke as somebody gave it, copied.
 *
 * @throws InputError for anything but a list of at least one point
 */
export function checkStroke(stroke: Stroke, where = "stroke"): Stroke {
  checkList(stroke, where, "points [x, y]");
  if (stroke.length === 0 || stroke.length > MOST_POINTS) {
    throw new InputError(`1 to ${MOST_POINTS} points are needed; given: ${stroke.length}`, where);
  }
  return stroke.map((p, i) => checkPoint(p, `${where}[${i}]`));
}

/** Whether all points of a stroke are one place: a click, which means "go there". */
export function isClick(stroke: Stroke): boolean {
  return stroke.every((p) => samePoint(p, stroke[0]));
}

/**
 * A stroke with its points at most `spacing` metres apart. Its ends are kept, and of its points those without which it would be
 * more than a tenth of the spacing from what was drawn: corners stay where they are. A click stays one point.
 *
 * @param spacing metres, > 0; default 1
 * @throws InputError where that would be more than 100,000 points
 */
export function resample(stroke: Stroke, spacing = SPACING): Point[] {
  const distinct = stroke.filter((p, i) => i === 0 || !samePoint(p, stroke[i - 1]));
  const kept = simplified(distinct, SLACK * spacing);
  let many = 1;
  for (let i = 1; i < kept.length; i++) many += Math.ceil(apart(kept[i - 1], kept[i]) / spacing);
  if (many > MOST_POINTS) {
    throw new InputError(
      `the stroke is too long: ${many} points ${spacing} m apart; at most ${MOST_POINTS} are allowed`,
      "stroke",
    );
  }
  return kept.flatMap((p, i) => (i === 0 ? [p] : [...divided(kept[i - 1], p, spacing), p]));
}

/** Points between a and b that divide the way evenly. */
function divided(a: Point, b: Point, spacing: number): Point[] {
  const parts = Math.ceil(apart(a, b) / spacing);
  return Array.from({ length: Math.max(0, parts - 1) }, (_, k) => between(a, b, (k + 1) / parts));
}

/** The ends, and of the points between them those that are needed to stay within a tolerance of all. */
function simplified(points: readonly Point[], tolerance: number): Point[] {
  const isKept = new Uint8Array(points.length);
  isKept[0] = 1;
  isKept[points.length - 1] = 1;
  const stretches: [number, number][] = [[0, points.length - 1]];
  for (let open = stretches.pop(); open; open = stretches.pop()) {
    const [from, to] = open;
    const [a, b] = [points[from], points[to]];
    let farthest = -1;
    let most = tolerance * tolerance;
    for (let i = from + 1; i < to; i++) {
      const off = distance2ToSegment(points[i][0], points[i][1], a[0], a[1], b[0], b[1]);
      if (off <= most) continue;
      most = off;
      farthest = i;
    }
    if (farthest < 0) continue;
    isKept[farthest] = 1;
    stretches.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, i) => isKept[i] === 1);
}
