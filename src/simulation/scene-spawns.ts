/** The spawns of a scene, and what stands for them where it has flows alone. */
import { InputError } from "../errors.js";
import type { Scene } from "../world/index.js";
import type { SpawnSpec } from "./specs.js";
import { isStay } from "./stays.js";

/** What people go to who come through the sources of a flow whose scene names no goal. */
const SINKS = "sink";

/**
 * The scene; where it has a flow and neither spawns nor goals, the flow's sinks are a goal. The sinks of `flows` are goals by
 * the flows' names.
 */
export function withSinks(scene: Scene): Scene {
  const { flow, flows = {}, spawns = [], goals = {} } = scene;
  const sinks = Object.entries(flows).map(([name, { sink }]) => [name, { segments: sink }] as const);
  if (sinks.length > 0) {
    const taken = sinks.find(([name]) => Object.hasOwn(goals, name));
    if (taken)
      throw new InputError("is the name of a flow, whose people go to its sinks", `goals.${taken[0]}`);
    return { ...scene, goals: { ...goals, ...Object.fromEntries(sinks) } };
  }
  if (!flow || spawns.length > 0 || Object.keys(goals).length > 0) return scene;
  return { ...scene, goals: { [SINKS]: { segments: flow.sink } } };
}

/** Where a scene has flows but no spawns: their sources, through which people come whenever there is room. */
function flowSpawns({ flow, flows = {}, goals = {}, profiles = {} }: Scene): SpawnSpec[] {
  const [profile] = Object.keys(profiles);
  const through = (source: NonNullable<Scene["flow"]>["source"], names: string[]): SpawnSpec[] =>
    source.map((segment) => ({
      segment,
      count: Infinity,
      goals: [names],
      ...(profile === undefined ? {} : { profile }),
    }));
  const named = Object.entries(flows).flatMap(([name, { source }]) => through(source, [name]));
  const all = Object.keys(goals);
  return flow && all.length > 0 ? through(flow.source, all) : named;
}

/** The spawns of a scene; its flow's sources where it has none. */
export function spawnsOf(scene: Scene): readonly SpawnSpec[] {
  const given = scene.spawns ?? [];
  const spawns = given.length > 0 ? given : flowSpawns(scene);
  if (spawns.length === 0) throw new InputError("a simulation needs at least one spawn", "spawns");
  for (const name of spawns.flatMap(({ goals }) => goals.flat())) {
    if (Object.hasOwn(scene.goals ?? {}, name) || isStay(scene, name)) continue;
    throw new InputError(`there is no goal ${JSON.stringify(name)}`, "spawns");
  }
  return spawns;
}
