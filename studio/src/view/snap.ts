/** Snapping: to corners, then to edges, then to the grid. */
import type { Point } from "wayfield";
import type { Part } from "../document/parts.js";
import { distance, nearestOnSegment } from "../document/planar.js";
import type { Camera } from "./camera.js";
import { gridStep } from "./paint-plan.js";

/** Pixels within which a corner or an edge draws the pointer. */
const REACH = 9;

export interface Snapped {
  readonly point: Point;
  /** What drew it; null for nothing. */
  readonly to: "corner" | "edge" | "grid" | null;
}

/** The place that is meant near a pixel. Parts in `moving` do not draw themselves. */
export function snapped(
  camera: Camera,
  parts: readonly Part[],
  p: Point,
  moving: readonly string[] = [],
): Snapped {
  const reach = camera.metres(REACH);
  let best: Snapped | null = null;
  let least = reach;
  for (const { id, points } of parts) {
    if (moving.includes(id)) continue;
    for (const q of points) {
      const away = distance(p, q);
      if (away <= least) [best, least] = [{ point: q, to: "corner" }, away];
    }
  }
  if (best) return best;
  least = reach;
  for (const { id, kind, shape, points } of parts) {
    if (moving.includes(id) || !(kind === "boundary" || kind === "block" || kind === "wall")) continue;
    const count = shape === "ring" ? points.length : points.length - 1;
    for (let i = 0; i < count; i++) {
      const q = nearestOnSegment(p, points[i], points[(i + 1) % points.length]);
      const away = distance(p, q);
      if (away <= least) [best, least] = [{ point: q, to: "edge" }, away];
    }
  }
  if (best) return best;
  const step = gridStep(camera.look.value.scale, 12);
  return { point: [Math.round(p[0] / step) * step, Math.round(p[1] / step) * step], to: "grid" };
}
