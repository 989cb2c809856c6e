/**
 * Repair: a scene with the same free space and fewer defects.
 *
 * Only what has one sensible meaning is changed, and every change is noted. Obstacles without a defect keep their
 * coordinates bit for bit; new points are rounded as `geometry/clip.ts` states.
 */

import { levelPlan, renamed } from "./building/level-plan.js";
import { repairBeyondBoundary, repairOutline, repairOverlaps } from "./repair/areas.js";
import { Draft } from "./repair/draft.js";
import { repairPlaces, repairWeights } from "./repair/places.js";
import { repairRings } from "./repair/rings.js";
import type { BuildingScene, Scene } from "./scene.js";

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

/** What `repairBuilding` gives back. */
export interface RepairedBuilding {
  readonly scene: BuildingScene;
  readonly done: readonly string[];
}

/**
 * Repairs every level of a building by itself: its outline and obstacles, and the goals, spawns and weights on it. Connections
 * stay as they are. The given one is not changed.
 */
export function repairBuilding(scene: BuildingScene): RepairedBuilding {
  const fixed: BuildingScene = structuredClone(scene);
  const done: string[] = [];
  const weights: NonNullable<BuildingScene["weights"]> = [];
  scene.levels.forEach((level, i) => {
    const plan = levelPlan(scene, i);
    const { scene: mended, done: notes } = repair(plan.scene);
    for (const note of notes) done.push(renamed(note, plan));
    const { boundary, obstacles } = mended;
    fixed.levels[i] = { ...fixed.levels[i], boundary, ...(obstacles && { obstacles }) };
    for (const [name, goal] of Object.entries(mended.goals ?? {}))
      fixed.goals![name] = { ...goal, level: level.name };
    mended.spawns?.forEach((spawn, k) => {
      fixed.spawns![plan.numbers.spawns[k]] = { ...spawn, level: level.name };
    });
    // Weights may be dropped, with their vertex.
    for (const weight of mended.weights ?? []) weights.push({ ...weight, level: level.name });
  });
  if (scene.weights) fixed.weights = weights;
  return { scene: fixed, done };
}
