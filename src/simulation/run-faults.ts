/** What keeps a scene from running although it is well drawn: found by making it ready to run, as `Simulation` does. */
import { InputError } from "../errors.js";
import type { Scene } from "../world/index.js";
import { Simulation } from "./simulation.js";

/**
 * What `Simulation` refuses in a scene whose drawing has no errors, with where: exits that are too narrow for those who leave
 * there, goals and stays that nobody gets to, also because a door is always closed. Ways are those of path maps, which are exact;
 * what a coarser planner refuses beyond that, it says when it runs. People who are sites of the roadmap are tried as such.
 */
export function runFaults(scene: Scene): { readonly where: string; readonly message: string }[] {
  if (!scene.spawns?.length) return [];
  try {
    if (scene.simulation?.sites) new Simulation(scene, { bottleneck: false }).close();
    else {
      const spawns = scene.spawns.map(({ planner: _, ...spawn }) => spawn);
      new Simulation({ ...scene, spawns }, { planner: "pathmap", bottleneck: false }).close();
    }
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { where, message } = error;
    const isPrefixed = where !== "" && message.startsWith(`${where}: `);
    return [{ where, message: isPrefixed ? message.slice(where.length + 2) : message }];
  }
}
