/** Names beside stacked levels: left of everything that is drawn at their height, and shortened where they are too long. */
import type { Box, Point } from "wayfield";
import { boxOf } from "../document/arrange.js";
import type { Stack } from "./stack.js";

type ToPage = (p: Point) => readonly [number, number];

/** Pixels: between a name and what it stands beside, half of both its lines, and what it keeps from the edge of the view. */
const GAP = 10;
const HALF = 16;
const EDGE = 8;
/** A level that is narrower has no name, and a name with less room is left out: the strip of levels has it. */
const LEAST_LEVEL = 90;
const LEAST_NAME = 24;

/** Pixels of a view that names may take at most; who wants more of a name reads it in the strip of levels. */
export const mostForNames = (viewWidth: number): number => Math.min(160, viewWidth / 4);

/** Pixels to keep free for the names of levels, given how wide they are. */
export const roomForNames = (widths: readonly number[], viewWidth: number): number =>
  GAP + Math.min(mostForNames(viewWidth), Math.max(0, ...widths));

/** Where a level's name ends, the middle of its two lines, and how wide it may be, in pixels. */
export interface NameSpot {
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The boxes on the page of all levels, flights and lifts. */
function drawnBoxes(stack: Stack, toPage: ToPage): Box[] {
  const { levels, connections = [] } = stack.scene;
  const numbers = new Map(levels.map(({ name }, i) => [name, i]));
  const ends = (level: string, segment: readonly Point[]): Point[] =>
    segment.map((p) => stack.at(numbers.get(level)!, p));
  const rings = connections.map((connection) =>
    connection.kind === "lift"
      ? Object.entries(connection.at).flatMap(([level, door]) => ends(level, door))
      : [connection.from, connection.to].flatMap(({ level, segment }) => ends(level, segment)),
  );
  return [...levels.map((_, i) => stack.outline(i)), ...rings].map((ring) => boxOf(ring.map(toPage)));
}

/**
 * Where the names of levels go.
 *
 * @param widths of the names in pixels
 */
export function nameSpots(
  stack: Stack,
  toPage: ToPage,
  widths: readonly number[],
  viewWidth: number,
): NameSpot[] {
  const taken = drawnBoxes(stack, toPage);
  const spots: NameSpot[] = [];
  for (const level of stack.order) {
    const own = stack.outline(level).map(toPage);
    const { minX, maxX } = boxOf(own);
    if (maxX - minX < LEAST_LEVEL) continue;
    const wanted = Math.min(widths[level], mostForNames(viewWidth));
    let [x, y] = own.reduce((best, p) => (p[0] < best[0] ? p : best));
    // From right to left, so that a name that is moved away from one box meets all that stand farther to the left.
    for (const box of [...taken].sort((a, b) => b.maxX - a.maxX)) {
      const isBeside = box.minY < y + HALF && box.maxY > y - HALF;
      if (isBeside && box.minX < x && box.maxX > x - GAP - wanted) x = box.minX;
    }
    const end = x - GAP;
    const width = Math.min(wanted, end - EDGE);
    if (width < Math.min(LEAST_NAME, wanted)) continue;
    spots.push({ level, x: end, y, width });
    // A name keeps clear of those before it, too.
    taken.push({ minX: end - width, maxX: end, minY: y - HALF, maxY: y + HALF });
  }
  return spots;
}
