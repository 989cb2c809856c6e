/** Levels come and go: a plan becomes a building by its second level, and a building of one level is a plan again. */
import type { Scene } from "wayfield";
import { type AnyScene, type BuildingScene, isBuilding } from "wayfield/world";
import { tidied, withoutSpawns } from "./edits.js";
import { renamedIn, withoutLevelIn } from "./flights.js";
import { outlineOf } from "./parts.js";

type Item = { readonly level?: string };
type Table = Record<string, unknown>;

/** What lies on levels: lists, and tables by name. */
const LISTS = ["spawns", "doors", "zones", "weights", "barriers", "routes"] as const;
const TABLES = ["goals", "queues", "waiting", "measurements"] as const;

/** Metres from a storey to the next one, where the building does not say it itself. */
const STOREY = 3;
/** Heights of storeys that a building may say: less is a landing. */
const STOREYS = { least: 2.2, most: 8 };

/** Changes everything that lies on a floor; null takes it out. A piece of a flow is an item with a segment. */
function placed(scene: AnyScene, map: (item: Item) => object | null): Table {
  const pieces = (flow: Table): Table => {
    const side = (some: unknown): unknown[] =>
      (some as readonly unknown[]).flatMap((piece) => {
        const made = map(Array.isArray(piece) ? ({ segment: piece } as Item) : (piece as Item));
        if (!made) return [];
        return ["level" in made ? made : (made as Table).segment];
      });
    return { ...flow, source: side(flow.source), sink: side(flow.sink) };
  };
  const entries = Object.entries(scene).flatMap(([key, value]): (readonly [string, unknown])[] => {
    if ((LISTS as readonly string[]).includes(key))
      return [[key, (value as Item[]).flatMap((item) => map(item) ?? [])]];
    if ((TABLES as readonly string[]).includes(key))
      return [
        [
          key,
          Object.fromEntries(
            Object.entries(value as Record<string, Item>).flatMap(([name, item]) => {
              const made = map(item);
              return made ? [[name, made]] : [];
            }),
          ),
        ],
      ];
    if (key === "flow") return [[key, pieces(value as Table)]];
    if (key === "flows")
      return [
        [
          key,
          Object.fromEntries(Object.entries(value as Record<string, Table>).map(([n, f]) => [n, pieces(f)])),
        ],
      ];
    return [[key, value]];
  });
  return Object.fromEntries(entries);
}

/** A plan as a building of one level; null where its ends are glued, which no level's can be. */
export function asBuilding(scene: Scene, name: string): BuildingScene | null {
  if (scene.periodic) return null;
  const { boundary, obstacles, ...rest } = placed(scene, (item) => ({ level: name, ...item }));
  const level = { name, elevation: 0, boundary, ...(obstacles ? { obstacles } : {}) };
  const { format, version, name: title, $schema, ...contents } = rest;
  return {
    ...($schema ? { $schema } : {}),
    format,
    version,
    ...(title === undefined ? {} : { name: title }),
    levels: [level],
    ...contents,
  } as unknown as BuildingScene;
}

/** A building of one level as a plan. */
function asPlan(scene: BuildingScene): Scene {
  const bare = placed(scene, ({ level: _, ...item }) => item);
  const [{ boundary, obstacles }] = scene.levels;
  const { levels: _, connections: __, format, version, name, $schema, ...contents } = bare;
  return {
    ...($schema ? { $schema } : {}),
    format,
    version,
    ...(name === undefined ? {} : { name }),
    boundary,
    ...(obstacles ? { obstacles } : {}),
    ...contents,
  } as unknown as Scene;
}

/** The height of the next storey on top. */
function heightOnTop({ levels }: BuildingScene): number {
  const heights = levels.map(({ elevation }) => elevation).sort((a, b) => b - a);
  const last = heights.length > 1 ? heights[0] - heights[1] : STOREY;
  const storey = last >= STOREYS.least && last <= STOREYS.most ? last : STOREY;
  return Math.round((heights[0] + storey) * 1000) / 1000;
}

function freeLevelName({ levels }: BuildingScene): string {
  for (let i = 1; ; i++) if (!levels.some(({ name }) => name === `level ${i}`)) return `level ${i}`;
}

/**
 * One level more, on top, with the outline of the one that is shown; and its number.
 *
 * @returns null where the plan cannot be a building
 */
export function withLevelOnTop(
  scene: AnyScene,
  shown: number,
): { readonly scene: BuildingScene; readonly level: number } | null {
  const building = isBuilding(scene) ? scene : asBuilding(scene, "ground");
  if (!building) return null;
  const boundary = outlineOf(building, shown).map(([x, y]): [number, number] => [x, y]);
  const level = { name: freeLevelName(building), elevation: heightOnTop(building), boundary };
  return { scene: { ...building, levels: [...building.levels, level] }, level: building.levels.length };
}

/** The building with another name for a level, wherever it is spoken of; null where the name is empty or taken. */
export function withLevelNamed(scene: BuildingScene, level: number, wanted: string): BuildingScene | null {
  const { name } = scene.levels[level];
  if (!wanted || scene.levels.some((other) => other.name === wanted)) return null;
  const moved = placed(scene, (item) => (item.level === name ? { ...item, level: wanted } : item));
  const levels = scene.levels.map((one, i) => (i === level ? { ...one, name: wanted } : one));
  return renamedIn({ ...(moved as unknown as BuildingScene), levels }, name, wanted);
}

export function withElevation(scene: BuildingScene, level: number, elevation: number): BuildingScene {
  const levels = scene.levels.map((one, i) => (i === level ? { ...one, elevation } : one));
  return { ...scene, levels };
}

/** Without a level and everything on it; stairs that led there go too. What is left of two levels is a plan. */
export function withoutLevel(scene: BuildingScene, level: number): AnyScene {
  if (scene.levels.length < 2) return scene;
  const { name } = scene.levels[level];
  const gone = (scene.spawns ?? []).flatMap((spawn, i) => (spawn.level === name ? [i] : []));
  const rest = placed(scene, (item) => (item.level === name ? null : item)) as unknown as BuildingScene;
  const levels = scene.levels.filter((_, i) => i !== level);
  const left = withoutSpawns(withoutLevelIn({ ...rest, levels }, name), gone);
  const whole = tidied(levels.length > 1 ? left : (asPlan(left) as AnyScene));
  if (!whole.flows) return whole;
  const flows = Object.fromEntries(
    Object.entries(whole.flows).filter(([, { source, sink }]) => source.length > 0 && sink.length > 0),
  );
  const { flows: _, ...others } = whole;
  return (Object.keys(flows).length > 0 ? { ...whole, flows } : others) as AnyScene;
}
