/** Snapping: to corners, then to edges, then to what others are in line with, then to the grid. */
import type { Box, Point } from "wayfield";
import { boxOf } from "../document/arrange.js";
import type { Part } from "../document/parts.js";
import { distance, nearestOnSegment } from "../document/planar.js";
import type { Camera } from "./camera.js";
import { gridStep } from "./paint-plan.js";

/** Pixels within which a corner, an edge or a guide draws the pointer. */
const REACH = 9;

/** Parts whose corners are looked at for guides: with more, everything is in line with something. */
const MOST_GUIDES = 400;

/** A line that shows what something is in line with: x or y in metres, and the corner that it comes from. */
export interface GuideLine {
  readonly axis: 0 | 1;
  readonly at: number;
  readonly from: Point;
}

export interface Snapped {
  readonly point: Point;
  readonly guides: readonly GuideLine[];
}

/** The corner within reach that is nearest. */
function cornerNear(parts: readonly Part[], p: Point, reach: number): Point | null {
  let best: Point | null = null;
  let least = reach;
  for (const { points } of parts)
    for (const q of points) {
      const away = distance(p, q);
      if (away <= least) [best, least] = [q, away];
    }
  return best;
}

/** The place on an edge of a wall within reach that is nearest. */
function edgeNear(parts: readonly Part[], p: Point, reach: number): Point | null {
  let best: Point | null = null;
  let least = reach;
  for (const { kind, shape, points } of parts) {
    if (!(kind === "boundary" || kind === "block" || kind === "wall")) continue;
    const count = shape === "ring" ? points.length : points.length - 1;
    for (let i = 0; i < count; i++) {
      const q = nearestOnSegment(p, points[i], points[(i + 1) % points.length]);
      const away = distance(p, q);
      if (away <= least) [best, least] = [q, away];
    }
  }
  return best;
}

/** The corner whose x or y is nearest to a value, within reach. */
function inLine(corners: readonly Point[], axis: 0 | 1, value: number, reach: number): GuideLine | null {
  let best: GuideLine | null = null;
  let least = reach;
  for (const from of corners) {
    const away = Math.abs(from[axis] - value);
    if (away <= least) [best, least] = [{ axis, at: from[axis], from }, away];
  }
  return best;
}

const onGrid = (value: number, step: number): number => Math.round(value / step) * step;

const cornersOf = (parts: readonly Part[]): Point[] =>
  parts.length > MOST_GUIDES ? [] : parts.flatMap(({ points }) => points as Point[]);

/** The place that is meant near a pixel. Parts in `moving` do not draw themselves. */
export function snapped(
  camera: Camera,
  parts: readonly Part[],
  p: Point,
  moving: readonly string[] = [],
): Snapped {
  const reach = camera.metres(REACH);
  const others = moving.length > 0 ? parts.filter(({ id }) => !moving.includes(id)) : parts;
  const at = cornerNear(others, p, reach) ?? edgeNear(others, p, reach);
  if (at) return { point: at, guides: [] };
  const step = gridStep(camera.look.value.scale, 12);
  const corners = cornersOf(others);
  const guides = ([0, 1] as const).map((axis) => inLine(corners, axis, p[axis], reach));
  const [x, y] = guides.map((guide, axis) => guide?.at ?? onGrid(p[axis], step));
  return { point: [x, y], guides: guides.filter((guide) => guide !== null) };
}

/** Left, middle and right of a box, or bottom, middle and top. */
function linesOf({ minX, minY, maxX, maxY }: Box, axis: 0 | 1): number[] {
  return axis === 0 ? [minX, (minX + maxX) / 2, maxX] : [minY, (minY + maxY) / 2, maxY];
}

/** How far a box is meant to be moved: its edges and middle are drawn to others' corners and middles, else its corner to the grid. */
export function snappedMove(
  camera: Camera,
  parts: readonly Part[],
  box: Box,
  by: Point,
  moving: readonly string[],
): { readonly by: Point; readonly guides: readonly GuideLine[] } {
  const reach = camera.metres(REACH);
  const step = gridStep(camera.look.value.scale, 12);
  const others = parts.filter(({ id }) => !moving.includes(id));
  const corners = cornersOf(others);
  if (corners.length > 0)
    for (const { points } of others) {
      const { minX, minY, maxX, maxY } = boxOf(points);
      corners.push([(minX + maxX) / 2, (minY + maxY) / 2]);
    }
  const guides: GuideLine[] = [];
  const shifts = ([0, 1] as const).map((axis) => {
    let best: { shift: number; guide: GuideLine; away: number } | null = null;
    for (const line of linesOf(box, axis)) {
      const guide = inLine(corners, axis, line + by[axis], best?.away ?? reach);
      if (guide) best = { shift: guide.at - line, guide, away: Math.abs(guide.at - line - by[axis]) };
    }
    if (best) guides.push(best.guide);
    const low = axis === 0 ? box.minX : box.minY;
    return best?.shift ?? onGrid(low + by[axis], step) - low;
  });
  return { by: [shifts[0], shifts[1]], guides };
}
