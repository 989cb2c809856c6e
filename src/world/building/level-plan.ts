/** One level as a plan of its own, in its own coordinates, for checks that look at one floor; and back from its findings. */

import { InputError } from "../../errors.js";
import { didYouMean } from "../../options.js";
import type { Finding } from "../check/finding.js";
import { type BuildingScene, parseScene, type Scene } from "../scene.js";

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

/**
 * One level of a building as a plan by itself, without people whose goals are on other levels.
 *
 * @throws InputError for a name that is no level
 */
export function levelScene(building: BuildingScene, name: string): Scene {
  const level = building.levels.findIndex((one) => one.name === name);
  const known = building.levels.map((one) => one.name);
  if (level < 0) {
    const message = `there is no level ${JSON.stringify(name)}; ${didYouMean(name, known)}the scene has: ${known.join(", ")}`;
    throw new InputError(message, "level");
  }
  const { scene } = levelPlan(building, level);
  const { goals = {}, queues = {}, waiting = {}, flow, flows, ...rest } = scene;
  const stops = new Set([goals, queues, waiting].flatMap((record) => Object.keys(record)));
  const spawns = scene.spawns?.filter((spawn) => spawn.goals.flat().every((goal) => stops.has(goal)));
  const whole = (one: NonNullable<typeof flow>): boolean => one.source.length > 0 && one.sink.length > 0;
  const left = Object.entries(flows ?? {}).filter(([, one]) => whole(one));
  return parseScene({
    ...rest,
    name: `${building.name ? `${building.name}, ` : ""}${name}`,
    ...(scene.goals && { goals }),
    ...(scene.queues && { queues }),
    ...(scene.waiting && { waiting }),
    ...(spawns && { spawns }),
    ...(flow && whole(flow) && { flow }),
    ...(left.length > 0 && { flows: Object.fromEntries(left) }),
  });
}

/** What is on one level is a part of the plan's list: says its number in the building, and the level where a key is the level's own. */
export function renamed(text: string, { numbers, level }: Pick<LevelPlan, "numbers" | "level">): string {
  return text
    .replace(LISTED, (all, key: string, i: string) => {
      const number = numbers[key]?.[Number(i)];
      return number === undefined ? all : `${key}[${number}]`;
    })
    .replace(/(^|[\s(])(boundary\b(?=$|[:[])|obstacles\[)/g, `$1levels[${level}].$2`);
}

const LISTED =
  /\b(flows?(?:\.[^\s.[]+)?\.(?:source|sink)|spawns|doors|zones|weights|barriers|routes)\[(\d+)\]/g;

/** A finding of a level's plan, as one of the building. */
export function ofBuilding(finding: Finding, plan: LevelPlan): Finding {
  const where = renamed(finding.where, plan);
  const message = renamed(finding.message, plan);
  return { ...finding, where, message, ...(finding.at && { level: plan.name }) };
}
