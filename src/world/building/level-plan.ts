/** One level as a plan of its own, in its own coordinates, for checks that look at one floor; and back from its findings. */
import type { Finding } from "../check/finding.js";
import type { BuildingScene, Scene } from "../scene.js";

/** Lists of a scene whose entries are on levels. */
const LISTS = ["spawns", "doors", "zones", "weights", "barriers", "routes"] as const;

/** A level as a plan, and which entries of the building its lists hold. */
export interface LevelPlan {
  readonly scene: Scene;
  /** Numbers in the building of the plan's entries, by list; lists of pieces as `flow.source`. */
  readonly numbers: Readonly<Record<string, readonly number[]>>;
  readonly level: number;
  readonly name: string;
}

/** What is on one level. People still name goals on other levels. */
export function levelPlan(scene: BuildingScene, level: number): LevelPlan {
  const { name, boundary, obstacles } = scene.levels[level];
  const numbers: Record<string, number[]> = {};
  const isHere = (one: { readonly level: string }): boolean => one.level === name;
  /** What is here of a list, without its level. */
  const listed = <T extends { readonly level: string }>(
    key: string,
    list: readonly T[],
  ): Omit<T, "level">[] => {
    numbers[key] = list.flatMap((one, i) => (isHere(one) ? [i] : []));
    return list.filter(isHere).map(({ level: _, ...one }) => one);
  };
  const named = <T extends { readonly level: string }>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(record).flatMap(([key, { level: on, ...one }]) => (on === name ? [[key, one]] : [])),
    );
  const { levels: _levels, connections: _connections, flow, flows, ...rest } = scene;
  const plan: Record<string, unknown> = { ...rest, boundary, ...(obstacles && { obstacles }) };
  for (const key of LISTS) {
    const list = scene[key] as readonly { level: string }[] | undefined;
    if (list) plan[key] = listed(key, list);
  }
  for (const key of ["goals", "queues", "waiting", "measurements"] as const) {
    const record = scene[key] as Readonly<Record<string, { level: string }>> | undefined;
    if (record) plan[key] = named(record);
  }
  const pieces = (of: string, { source, sink }: NonNullable<typeof flows>[string]) => ({
    source: listed(`${of}.source`, source).map(({ segment }) => segment),
    sink: listed(`${of}.sink`, sink).map(({ segment }) => segment),
  });
  if (flow) plan.flow = { ...flow, ...pieces("flow", flow) };
  if (flows)
    plan.flows = Object.fromEntries(
      Object.entries(flows).map(([key, one]) => [key, pieces(`flows.${key}`, one)]),
    );
  return { scene: plan as unknown as Scene, numbers, level, name };
}

/** A finding of a level's plan, as one of the building. */
export function ofBuilding(finding: Finding, { numbers, level, name }: LevelPlan): Finding {
  const renamed = (text: string): string =>
    text
      .replace(
        /\b(flows?(?:\.[^\s.[]+)?\.(?:source|sink)|spawns|doors|zones|weights|barriers|routes)\[(\d+)\]/g,
        (all, key: string, i: string) =>
          numbers[key]?.[Number(i)] === undefined ? all : `${key}[${numbers[key][Number(i)]}]`,
      )
      .replace(/(^|[\s(])(boundary\b|obstacles\[)/g, `$1levels[${level}].$2`);
  // A message speaks of the boundary in words, a place of a key.
  const where = renamed(finding.where);
  const message = finding.message.replace(/\S*\[\d+\]\S*/g, renamed);
  return { ...finding, where, message, ...(finding.at && { level: name }) };
}
