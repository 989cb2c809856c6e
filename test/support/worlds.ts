/** Worlds from random plans. */
import { InputError } from "../../src/errors.js";
import type { Point } from "../../src/geometry/index.js";
import { type SceneInput, World } from "../../src/world/index.js";
import type { RandomPlan } from "./random-plans.js";

/** The world of a plan; null where obstacles leave no free space. */
export function worldOf({ boundary, obstacles }: Pick<RandomPlan, "boundary" | "obstacles">): World | null {
  const open = (p: Point): [number, number] => [p[0], p[1]];
  return worldOfScene({
    boundary: boundary.map(open),
    obstacles: obstacles.map((o) => {
      if ("polygon" in o) return { polygon: o.polygon.map(open) };
      return "segment" in o
        ? { segment: [open(o.segment[0]), open(o.segment[1])] }
        : { point: open(o.point) };
    }),
  });
}

/** The world of a random scene; null where it is refused, as where its obstacles leave nothing. */
export function worldOfScene(scene: SceneInput): World | null {
  try {
    return new World(scene);
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}
