/** People who stand at single places, taken out of where they are to be people of their own: with a goal, a formation, a route. */
import type { AnyScene } from "wayfield/world";
import { without } from "./edits.js";
import { type Part, valueAt, withValueAt } from "./parts.js";
import { insideRing } from "./planar.js";

/** Some of the people of a spawn. */
export interface Picked {
  /** The part of the spawn. */
  readonly id: string;
  readonly spawn: number;
  /** Which of its places. */
  readonly indices: readonly number[];
  readonly isWhole: boolean;
}

/** Those who stand inside a ring. */
export function picksIn(parts: readonly Part[], ring: readonly (readonly [number, number])[]): Picked[] {
  return parts.flatMap(({ id, kind, shape, points, owner }): Picked[] => {
    if (kind !== "spawn" || shape !== "places") return [];
    const indices = points.flatMap((p, i) => (insideRing(ring, p) ? [i] : []));
    const isWhole = indices.length === points.length;
    return indices.length > 0 ? [{ id, spawn: owner[1] as number, indices, isWhole }] : [];
  });
}

/** The scene in which those who were picked are one spawn, which is what the first of them was; and the id of its part. */
export function gathered<S extends AnyScene>(
  scene: S,
  picks: readonly Picked[],
  level: number,
): { readonly scene: S; readonly id: string } | null {
  if (picks.length === 0) return null;
  const spawns = (scene.spawns ?? []) as readonly { readonly places?: readonly unknown[] }[];
  const places = picks.flatMap(({ spawn, indices }) => indices.map((i) => spawns[spawn].places![i]));
  const made = { ...spawns[picks[0].spawn], places };
  let next = scene;
  for (const { spawn, indices, isWhole } of picks)
    if (!isWhole)
      next = withValueAt(
        next,
        ["spawns", spawn, "places"],
        spawns[spawn].places!.filter((_, i) => !indices.includes(i)),
      );
  next = without(
    next,
    picks.filter(({ isWhole }) => isWhole).map(({ id }) => id),
    level,
  );
  const left = (valueAt(next, ["spawns"]) ?? []) as readonly unknown[];
  return { scene: withValueAt(next, ["spawns"], [...left, made]), id: `spawns/${left.length}/places` };
}
