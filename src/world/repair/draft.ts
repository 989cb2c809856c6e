/** The scene under repair, and the notes of what was done to it. */

import { boxOf, gridStep, type Point, type Ring } from "../../geometry/index.js";
import type { Obstacle, Scene } from "../scene.js";

/** A copy of a scene that repairs may change, with one line per change. */
export class Draft {
  scene: Scene;
  readonly done: string[] = [];

  constructor(given: Scene) {
    // Repairs replace whole values, except in goals and spawns, whose keys they set.
    this.scene = { ...given };
    if (given.goals) {
      this.scene.goals = Object.fromEntries(
        Object.entries(given.goals).map(([name, goal]) => [name, { ...goal }]),
      );
    }
    if (given.spawns) this.scene.spawns = given.spawns.map((spawn) => ({ ...spawn }));
  }

  note(where: string, what: string): void {
    this.done.push(`${where}: ${what}`);
  }

  get obstacles(): readonly Obstacle[] {
    return this.scene.obstacles ?? [];
  }

  /** Replaces each obstacle by those given for it; `undefined` keeps it. */
  replaceObstacles(by: ReadonlyMap<number, readonly Obstacle[]>, added: readonly Obstacle[] = []): void {
    if (by.size === 0 && added.length === 0) return;
    this.scene.obstacles = [...this.obstacles.flatMap((obstacle, i) => by.get(i) ?? [obstacle]), ...added];
  }

  /** How near two places are the same after a boolean operation: a few grid steps, or a few ulps far from 0. */
  get weldTolerance(): number {
    const rings: Ring[] = [this.scene.boundary, ...this.obstacles.map((o) => o.polygon ?? o.segment ?? [])];
    const { minX, minY, maxX, maxY } = boxOf(rings.flat());
    const farthest = Math.max(Math.abs(minX), Math.abs(minY), Math.abs(maxX), Math.abs(maxY));
    return Math.max(4 * gridStep(rings), farthest * 2 ** -50);
  }
}

/** A ring as scenes hold it. */
export function toPoints(ring: Ring): [number, number][] {
  return ring.map(([x, y]) => [x, y]);
}

/** A point as scenes hold it. */
export function toPoint([x, y]: Point): [number, number] {
  return [x, y];
}
