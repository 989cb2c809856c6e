/** Places of recordings, in the coordinates of the plan with a level or a height, back on the sheet. */
import { distanceToSegment, type Point, sideOfRing } from "../../geometry/index.js";
import { CAR_SCALE } from "./car.js";
import { type FlightPatch, type Patch, placed, type Sheet } from "./sheet.js";

/** What a recording tells of a place besides x and y. */
export interface RecordedHeight {
  /** The name of a level or of a connection. */
  readonly level?: string | undefined;
  /** Metres. */
  readonly z?: number | undefined;
}

/** Metres by which a recorded height may be off: they are written in micrometres, by others in centimetres. */
const HEIGHT = 0.05;

/** Metres by which a place may lie beyond the outline of a level or flight. */
const BESIDE = 1e-3;

/** A place of a recording on the sheet; null where there is neither a level nor a flight nor a car. */
export function recordedOnSheet({ patches }: Sheet, p: Point, { level, z }: RecordedHeight): Point | null {
  let best: Point | null = null;
  let least = Infinity;
  for (const patch of patches) {
    if (level !== undefined && patch.name !== level) continue;
    const { at, height } = inPatch(patch, p);
    // Where a car is, a recording knows by its height alone.
    const off = patch.kind === "car" || z === undefined ? 0 : Math.abs(z - height);
    if ((level === undefined && off > HEIGHT) || off >= least || !isIn(patch, at)) continue;
    best = at;
    least = off;
  }
  return best;
}

/** Where a place of the plan lies on the sheet, taken as one of a patch, and how high it is there. */
function inPatch(patch: Patch, p: Point): { at: Point; height: number } {
  if (patch.kind === "level") return { at: placed(p, patch.offset), height: patch.elevation };
  const [dx, dy] = patch.offset;
  if (patch.kind === "car") {
    const [cx, cy] = [patch.outline[0][0] - dx, patch.outline[0][1] - dy];
    const at: Point = [cx + CAR_SCALE * (p[0] - cx) + dx, cy + CAR_SCALE * (p[1] - cy) + dy];
    return { at, height: patch.elevation };
  }
  const share = shareInPlan(patch, p);
  const { climb, run, elevation, rise } = patch;
  const at: Point = [p[0] + share * (climb[0] - run[0]) + dx, p[1] + share * (climb[1] - run[1]) + dy];
  return { at, height: elevation + share * rise };
}

/** How far up a flight a place of the plan is: 0 at the foot, 1 at the head. */
function shareInPlan({ foot: [a], offset, run, uphill }: FlightPatch, p: Point): number {
  const along = (x: number, y: number): number => x * uphill[0] + y * uphill[1];
  return along(p[0] - a[0] + offset[0], p[1] - a[1] + offset[1]) / along(run[0], run[1]);
}

/** Whether a place of the sheet is within the outline of a patch, or as near to it as recordings are exact. */
function isIn({ outline }: Patch, p: Point): boolean {
  if (sideOfRing(p, outline) >= 0) return true;
  return outline.some((a, i) => distanceToSegment(p, a, outline[(i + 1) % outline.length]) <= BESIDE);
}
