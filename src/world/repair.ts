/**
 * Repair: a scene with the same free space and fewer defects.
 *
 * Only what has one sensible meaning is changed, and every change is noted. Obstacles without a defect keep their
 * coordinates bit for bit; new points are rounded as `geometry/clip.ts` states.
 */
import { repairBeyondBoundary, repairOutline, repairOverlaps } from "./repair/areas.js";
import { Draft } from "./repair/draft.js";
import { repairPlaces, repairWeights } from "./repair/places.js";
import { repairRings } from "./repair/rings.js";
import type { Scene } from "./scene.js";

/** What `repair` gives back. */
export interface Repaired {
  readonly scene: Scene;
  /** One line per change: the place, as it was when the change was made, and what was done. */
  readonly done: readonly string[];
}

/** A repair can make another one possible, as when a clipped obstacle touches its neighbour; rarely more than 3. */
const MOST_ROUNDS = 12;

/** Repairs a scene; the given one is not changed. */
export function repair(scene: Scene): Repaired {
  const draft = new Draft(scene);
  for (let round = 0, before = -1; round < MOST_ROUNDS && draft.done.length > before; round++) {
    before = draft.done.length;
    repairRings(draft);
    repairOutline(draft);
    repairOverlaps(draft);
    repairBeyondBoundary(draft);
    repairPlaces(draft);
  }
  repairWeights(draft, scene);
  return { scene: draft.scene, done: draft.done };
}
