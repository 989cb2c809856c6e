/** What leads people who walk together, as a crowd sees it: the groups themselves are made above, where local maps are known. */
import type { World } from "../world/index.js";
import type { People } from "./people.js";

/** A part of a crowd that leads some of its people: `new Groups()` of `wayfield/groups`. */
export interface Leading {
  /**
   * Takes the crowd's people on, once.
   *
   * @internal
   */
  serve(people: People): void;
  /**
   * Says before a step where those whom it leads want to go, on walls as they stand now for the one in a slot.
   *
   * @internal
   */
  lead(seconds: number, worldFor: (slot: number) => World): void;
  /** @internal */
  save(): Float64Array;
  /** @internal */
  load(state: Float64Array): void;
}
