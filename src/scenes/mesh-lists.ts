import type { Point3 } from "../surface/index.js";

/** A mesh under construction. */
export interface MeshLists {
  readonly positions: Point3[];
  readonly faces: [number, number, number][];
}
