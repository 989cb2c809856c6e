/** Names of a scene: what is renamed is renamed wherever it is spoken of. */
import type { Scene } from "wayfield";
import { type AnyScene, isBuilding } from "wayfield/world";

/** Tables whose entries have names. */
export type Named = "goals" | "queues" | "waiting" | "measurements" | "profiles";

/** Those that people are sent to share their names. */
const PLACES: readonly Named[] = ["goals", "queues", "waiting"];

const isTaken = (scene: AnyScene, table: Named, name: string): boolean =>
  (PLACES.includes(table) ? PLACES : [table]).some((key) => Object.hasOwn(scene[key] ?? {}, name));

const swapKeys = <T>(table: Readonly<Record<string, T>>, swap: (name: string) => string): Record<string, T> =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [swap(key), value]));

type Spawn = NonNullable<Scene["spawns"]>[number];
type Zone = NonNullable<Scene["zones"]>[number];

function spawnTo(spawn: Spawn, swap: (name: string) => string): Spawn {
  const { known, shares } = spawn;
  return {
    ...spawn,
    goals: spawn.goals.map((stop) => (typeof stop === "string" ? swap(stop) : stop.map(swap))),
    ...(shares ? { shares: swapKeys(shares, swap) } : {}),
    ...(known ? { known: Array.isArray(known) ? known.map(swap) : swapKeys(known, swap) } : {}),
  };
}

function spawnOf(spawn: Spawn, swap: (name: string) => string): Spawn {
  const { profile } = spawn;
  if (profile === undefined) return spawn;
  return { ...spawn, profile: typeof profile === "string" ? swap(profile) : swapKeys(profile, swap) };
}

function zoneOf(zone: Zone, swap: (name: string) => string): Zone {
  return {
    ...zone,
    ...(typeof zone.speed === "object" ? { speed: swapKeys(zone.speed, swap) } : {}),
    ...(zone.allow ? { allow: zone.allow.map(swap) } : {}),
  };
}

/** Stairs and lifts that some profiles alone may use, with other names for these. */
function connectionsWith(scene: AnyScene, names: (allow: readonly string[]) => string[]): object {
  if (!isBuilding(scene) || !scene.connections) return {};
  return {
    connections: scene.connections.map((one) => (one.allow ? { ...one, allow: names(one.allow) } : one)),
  };
}

/** The scene with another name for something; null where the name is empty or taken. */
export function renamed(scene: AnyScene, table: Named, name: string, wanted: string): AnyScene | null {
  if (!wanted || wanted === name || isTaken(scene, table, wanted)) return null;
  const swap = (other: string): string => (other === name ? wanted : other);
  const next = {
    ...scene,
    [table]: swapKeys((scene[table] ?? {}) as Record<string, unknown>, swap),
  } as Scene;
  if (PLACES.includes(table) && scene.spawns)
    return { ...next, spawns: scene.spawns.map((spawn) => spawnTo(spawn, swap)) };
  if (table !== "profiles") return next;
  return {
    ...next,
    ...connectionsWith(scene, (allow) => allow.map(swap)),
    ...(scene.spawns ? { spawns: scene.spawns.map((spawn) => spawnOf(spawn, swap)) } : {}),
    ...(scene.zones ? { zones: scene.zones.map((zone) => zoneOf(zone, swap)) } : {}),
    ...(scene.routes
      ? {
          routes: scene.routes.map((route) =>
            route.profiles ? { ...route, profiles: route.profiles.map(swap) } : route,
          ),
        }
      : {}),
  };
}

/** The scene without a profile: people who had it have none, zones and routes forget it. */
export function withoutProfile(scene: AnyScene, name: string): AnyScene {
  const { [name]: _, ...rest } = scene.profiles ?? {};
  const spawns = scene.spawns?.map((spawn) => {
    const { profile, ...others } = spawn;
    if (profile === name) return others as Spawn;
    if (typeof profile !== "object") return spawn;
    const { [name]: __, ...shares } = profile;
    return (Object.keys(shares).length > 0 ? { ...spawn, profile: shares } : others) as Spawn;
  });
  const zones = scene.zones?.map((zone) => {
    if (typeof zone.speed !== "object" && !zone.allow?.includes(name)) return zone;
    const { speed, allow, ...others } = zone;
    const { [name]: __, ...factors } = typeof speed === "object" ? speed : {};
    return {
      ...others,
      ...(typeof speed === "object" ? { speed: factors } : speed === undefined ? {} : { speed }),
      ...(allow ? { allow: allow.filter((other) => other !== name) } : {}),
    } as Zone;
  });
  const routes = scene.routes?.map((route) =>
    route.profiles ? { ...route, profiles: route.profiles.filter((other) => other !== name) } : route,
  );
  const { profiles: ___, ...bare } = scene;
  return {
    ...bare,
    ...connectionsWith(scene, (allow) => allow.filter((other) => other !== name)),
    ...(Object.keys(rest).length > 0 ? { profiles: rest } : {}),
    ...(spawns ? { spawns } : {}),
    ...(zones ? { zones } : {}),
    ...(routes ? { routes } : {}),
  } as Scene;
}
