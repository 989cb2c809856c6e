/** Whether something is a world, told by what it has: a planner that only asks need not carry all that makes one. */
import { InputError } from "../errors.js";
import { shown } from "../options.js";

/** Refuses a building, for what plans on one floor only. */
export function checkOneFloor(world: { readonly building?: unknown }, what: string): void {
  if (!world.building) return;
  throw new InputError(
    `${what} plans on one floor, and the scene has levels; path maps and potential fields know buildings`,
    "levels",
  );
}

/** Refuses what is no world, such as a scene. */
export function checkWorld(world: unknown): void {
  if (typeof world === "object" && world !== null && "space" in world && "contains" in world) return;
  throw new InputError(`a World is needed, made by new World(scene); given: ${shown(world)}`, "world");
}
