/** The walls that lanes keep from: what all lanes of a plan have in common, made once. */
import { type Box, type Point, sideOfRing } from "../geometry/index.js";
import { PartIndex, partsOf } from "./near.js";
import { NearField } from "./near-field.js";
import type { FlowPlan } from "./plan.js";
import type { Stretch } from "./stretch.js";

/** All walls of a plan, in coordinates relative to the plan's middle. */
export class Walls {
  readonly parts: PartIndex;
  readonly field: NearField;
  /** For the grid of ways: whether its places are free, 0 where nobody has asked, -1 where they are not. */
  cells = new Int8Array(0);
  /** The plan's box. */
  readonly box: Box;

  constructor(
    private readonly map: FlowPlan,
    private readonly radius: number,
  ) {
    const { ends, count, origin } = map.gates.pieces;
    const { minX, minY, maxX, maxY } = map.world.bounds;
    this.box = {
      minX: minX - origin[0],
      minY: minY - origin[1],
      maxX: maxX - origin[0],
      maxY: maxY - origin[1],
    };
    this.field = new NearField(ends.subarray(0, 4 * count), 0, this.box, radius / 2);
    const wall = (i: number): Stretch => ({
      kind: "line",
      a: [ends[4 * i], ends[4 * i + 1]],
      b: [ends[4 * i + 2], ends[4 * i + 3]],
    });
    this.parts = new PartIndex(
      partsOf(
        Array.from({ length: count }, (_, i) => [wall(i)]),
        Infinity,
      ),
    );
  }

  /** Whether a place is inside the outline, free, and a radius away from all walls. */
  isFree([x, y]: Point): boolean {
    const { map, radius } = this;
    const { origin } = map.gates.pieces;
    const p: Point = [x + origin[0], y + origin[1]];
    if (this.field.roughly(x, y, radius) < radius) return false;
    return sideOfRing(p, map.outline.ring) >= 0 && map.world.contains(p);
  }
}
