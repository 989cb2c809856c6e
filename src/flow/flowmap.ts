/**
 * The max-flow map of a world: how much can pass from sources to sinks, where it is narrowest, which way it flows
 * everywhere, and lanes for people of any size (Farias 2020, chapter 4).
 */
import type { Point } from "../geometry/index.js";
import { checkChoice, checkKeys, checkNumber } from "../options.js";
import { checkRadius, exactLanes, type LaneSystem } from "./lanes.js";
import { contractedLanes, scannedLanes } from "./methods.js";
import { FlowPlan, type Gate } from "./plan.js";
import { bakeFlow, CELL, type FlowRaster } from "./raster.js";

/** How lanes are found: exactly, or in the two ways of the paper. */
export const LANE_METHODS = Object.freeze(["exact", "scan", "contracted"] as const);

/** Name of a way to find lanes. */
export type LaneMethod = (typeof LANE_METHODS)[number];

/** How lanes are found. */
export interface LaneOptions {
  /** `exact` (default) finds the greatest number; `scan` (4.4.3) and `contracted` (4.5) are the paper's, to compare. */
  readonly method?: LaneMethod;
  /** For `contracted`: gates are shortened at one end (default), or by half at both. */
  readonly contract?: "one" | "both";
  /** For `exact`: hears the share of the lanes that have been followed once, from 0 to 1. */
  readonly progress?: (share: number) => void;
}

/** Cells along the longer side of the raster that knows where the flow is useful. */
const COARSE = 256;

/** How much can pass through a world, and where. */
export class FlowMap extends FlowPlan {
  private cells: FlowRaster | undefined;

  /** The critical graph: all gates up to a length in metres that no third body crosses, one per pair of bodies. */
  criticalGates(longest = Infinity): Gate[] {
    const gates = this.gates.all(longest).filter(({ length }) => length > 0);
    return gates.map(({ a, b, length }) => ({ a, b, length }));
  }

  /**
   * What flows between the lowest wall and a point, in metres: beyond the highest wall's contour, where the flow is not
   * useful, no more than reaches that wall. Null outside the free space.
   */
  flowAt(p: Point): number | null {
    if (!this.world.contains(p)) return null;
    const { origin } = this.gates.pieces;
    return Math.min(this.highest, this.field.at(p[0] - origin[0], p[1] - origin[1]).value);
  }

  /**
   * The direction of the flow at a point, a unit vector along the contour; where the flow is not useful, the way to
   * where it is. Null outside the free space. What is useful is known to a cell of a raster of 256.
   */
  direction(p: Point): Point | null {
    if (!this.world.contains(p)) return null;
    const { origin } = this.gates.pieces;
    const [x, y] = [p[0] - origin[0], p[1] - origin[1]];
    const { piece } = this.field.at(x, y);
    const [fx, fy] = this.field.foot(piece, x, y);
    const length = Math.hypot(x - fx, y - fy);
    const i = this.cellOf(p);
    const { kinds, directions } = this.coarse;
    const leads = kinds[i] === CELL.rest && (directions[2 * i] !== 0 || directions[2 * i + 1] !== 0);
    if (leads || length === 0) {
      const size = Math.hypot(directions[2 * i], directions[2 * i + 1]) || 1;
      return [directions[2 * i] / size, directions[2 * i + 1] / size];
    }
    return [(y - fy) / length, -(x - fx) / length];
  }

  /** Whether the flow at a point leads from a source to a sink, as a raster of 256 cells knows it. */
  isUseful(p: Point): boolean {
    return this.world.contains(p) && this.coarse.kinds[this.cellOf(p)] === CELL.useful;
  }

  private cellOf([x, y]: Point): number {
    const { width, height, cell, origin } = this.coarse;
    const column = Math.min(width - 1, Math.max(0, Math.floor((x - origin[0]) / cell)));
    const row = Math.min(height - 1, Math.max(0, Math.floor((y - origin[1]) / cell)));
    return row * width + column;
  }

  private get coarse(): FlowRaster {
    this.cells ??= bakeFlow(this, COARSE);
    return this.cells;
  }

  /**
   * The map baked into cells, `size` of them along the longer side of the world's box.
   *
   * @param progress hears the share of the cells that are done, from 0 to 1
   */
  raster(size = 1000, progress?: (share: number) => void): FlowRaster {
    return bakeFlow(this, size, progress);
  }

  /**
   * Lanes for people of a radius in metres, > 0: as many as fit.
   *
   * @throws InputError for a radius that is none, and for an unknown method
   */
  lanes(radius: number, options: LaneOptions = {}): LaneSystem {
    checkKeys(options, ["method", "contract", "progress"]);
    const { method = "exact", contract = "one", progress } = options;
    checkChoice(method, "method", LANE_METHODS);
    checkChoice(contract, "contract", ["one", "both"]);
    if (method === "scan") return scannedLanes(this, radius);
    if (method === "exact") return exactLanes(this, radius, progress);
    return contractedLanes(this, radius, contract);
  }

  /** The most people per second who can pass: lanes x speed / 2 r, with the radius in metres and the speed in m/s. */
  capacity({ radius, speed }: { readonly radius: number; readonly speed: number }): number {
    checkRadius(radius);
    checkNumber(speed, "speed", { of: "m/s", above: 0 });
    return (this.network(2 * radius).stream.value * speed) / (2 * radius);
  }
}
