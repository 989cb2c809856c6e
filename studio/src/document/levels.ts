/** Where things stand in a building: everything on a floor names its level, but outlines and obstacles, which are the level's own. */
import type { Point } from "wayfield";
import { type AnyScene, isBuilding } from "wayfield/world";

/** A level as the page lists it. */
export interface LevelName {
  readonly name: string;
  /** Metres. */
  readonly elevation: number;
}

/** The levels of a building, in the order of its file; none in the plan of one floor. */
export function levelsOf(scene: AnyScene | null): readonly LevelName[] {
  return scene && isBuilding(scene) ? scene.levels : [];
}

/** Where the outline and the obstacles of a level stand in the scene. */
export function floorPath(scene: AnyScene, level: number): readonly (string | number)[] {
  return isBuilding(scene) ? ["levels", level] : [];
}

/** Whether something lies on a level; in the plan of one floor everything does. */
export function onLevel(scene: AnyScene, level: number): (one: object) => boolean {
  if (!isBuilding(scene)) return () => true;
  const { name } = scene.levels[level];
  return (one) => (one as { level?: string }).level === name;
}

/** Something new, with the name of the level that it is put on. */
export function putOn(scene: AnyScene, level: number, item: object): object {
  const { level: _, ...bare } = item as { level?: string };
  return isBuilding(scene) ? { level: scene.levels[level].name, ...bare } : bare;
}

/** What is seen of a level: its outline, and the stairs that begin or end on it, as far as its plan shows them. */
export function pointsOnLevel(scene: AnyScene, level: number): readonly Point[] {
  if (!isBuilding(scene)) return scene.boundary;
  const { name, boundary } = scene.levels[level];
  const half = (p: Point, q: Point): Point => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  const stairs = (scene.connections ?? []).flatMap((one): Point[] => {
    if (one.kind === "lift" || (one.from.level !== name && one.to.level !== name)) return [];
    const [a, b] = one.from.segment;
    const [c, d] = one.to.segment;
    return [half(a, c), half(b, d)];
  });
  return [...boundary, ...stairs];
}

/** Tables whose entries name a level. */
const TABLES = [
  "goals",
  "spawns",
  "doors",
  "zones",
  "queues",
  "waiting",
  "measurements",
  "weights",
  "barriers",
  "routes",
] as const;

/** A level on which two states of a building differ; null where they are alike, or differ in what lies on none. */
export function changedLevel(before: AnyScene | null, after: AnyScene | null): number | null {
  if (!before || !after || !isBuilding(before) || !isBuilding(after)) return null;
  const shape = after.levels.findIndex((level, i) => level !== before.levels[i]);
  if (shape >= 0) return shape;
  for (const table of TABLES) {
    const [old, now] = [before[table] ?? {}, after[table] ?? {}];
    if (old === now) continue;
    const kept = new Set<unknown>([...Object.values(old), ...Object.values(now)]);
    for (const one of Object.values(old)) if (Object.values(now).includes(one as never)) kept.delete(one);
    for (const one of kept) {
      const level = after.levels.findIndex(({ name }) => name === (one as { level: string }).level);
      if (level >= 0) return level;
    }
  }
  return null;
}
