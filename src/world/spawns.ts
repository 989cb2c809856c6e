/** The profiles of a scene's `spawns`, which may be one or a mix. */
import type { Scene } from "./scene.js";

type Spawn = NonNullable<Scene["spawns"]>[number];

/** The names of a spawn's profiles. */
export function spawnProfiles({ profile }: Spawn): readonly string[] {
  if (profile === undefined) return [];
  return typeof profile === "string" ? [profile] : Object.keys(profile);
}

/** A spawn's profile in words: its name, or `adult 60 %, elderly 40 %`; null where it has none. */
export function profileLabel({ profile }: Spawn): string | null {
  if (profile === undefined || typeof profile === "string") return profile ?? null;
  return Object.entries(profile)
    .map(([name, share]) => `${name} ${Number((100 * share).toFixed(1))} %`)
    .join(", ");
}
