/** What the address asks of the supermarket: `#market`, `#market?task=waypoints&scene=open-air&technique=keys`. */
import type { Conditions } from "./model/tasks.js";

/** Whether a fragment is the supermarket's. */
export const isMarketAddress = (fragment: string): boolean => /^#?market(\?|$)/.test(fragment);

const CHOICES = {
  task: ["practice", "waypoints", "selection", "search", "free"],
  device: ["mouse", "pointer"],
  technique: ["point", "keys"],
  explosion: ["on", "off"],
  scene: ["supermarket", "open-air"],
  stock: ["full", "none"],
} as const;

/** Where the supermarket opens: a task, the menu, or the menu with what is wrong with the address. */
export interface Opened {
  readonly conditions: Conditions | null;
  readonly fault: string | null;
}

export function openedBy(fragment: string): Opened {
  const [, query = ""] = fragment.split("?");
  const asked = new URLSearchParams(query);
  for (const [key, value] of asked) {
    const allowed: readonly string[] | undefined = CHOICES[key as keyof typeof CHOICES];
    if (!allowed)
      return {
        conditions: null,
        fault: `The link asks for ${key}; there are ${Object.keys(CHOICES).join(", ")}.`,
      };
    if (!allowed.includes(value)) {
      return {
        conditions: null,
        fault: `The link asks for ${key}=${value}; there are ${allowed.join(", ")}.`,
      };
    }
  }
  const task = asked.get("task") as Conditions["task"] | null;
  if (!task) return { conditions: null, fault: null };
  const scene = (asked.get("scene") ?? "supermarket") as Conditions["scene"];
  if (scene === "open-air" && task !== "waypoints" && task !== "free") {
    return { conditions: null, fault: `The open air has no shelves for ${task}; there are waypoints, free.` };
  }
  return {
    conditions: {
      task,
      scene,
      device: (asked.get("device") ?? "mouse") as Conditions["device"],
      technique: (asked.get("technique") ?? "point") as Conditions["technique"],
      explosion: asked.get("explosion") !== "off",
      ...(asked.get("stock") === "none" && { stock: false }),
    },
    fault: null,
  };
}
