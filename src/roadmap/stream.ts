/**
 * Blocks of a large world, streamed in and out while agents walk (Hartmann 2010, section 4.4.3 and chapter 6): the roadmap
 * holds only what is near somebody.
 */
import type { Point } from "../geometry/index.js";
import { checkNumber } from "../options.js";
import type { Roadmap } from "./roadmap.js";
import type { Site } from "./sites.js";

/** Where blocks come from, and how far around agents they are wanted. */
export interface BlockStreamOptions {
  /** Side of a square block in metres, > 0. Block (i, j) reaches from (i, j) to (i + 1, j + 1) times this. */
  readonly size: number;
  /** Blocks that come within this many metres of somebody are loaded, > 0; those beyond twice that leave. */
  readonly reach: number;
  /** What stands in a block; asked when it is loaded. */
  blockAt(i: number, j: number): readonly Site[];
}

/** Keeps the blocks around some agents in a roadmap. */
export class BlockStream {
  private readonly loaded = new Map<
    string,
    { readonly i: number; readonly j: number; readonly ids: number[] }
  >();

  constructor(
    readonly roadmap: Roadmap,
    private readonly options: BlockStreamOptions,
  ) {
    const { size, reach } = options;
    checkNumber(size, "size", { of: "metres", above: 0 });
    checkNumber(reach, "reach", { of: "metres", above: 0 });
  }

  /** Number of blocks that are loaded. */
  get size(): number {
    return this.loaded.size;
  }

  /** Loads the blocks around these places and lets go of those far from all of them; returns how many came and went. */
  follow(places: readonly Point[]): { came: number; went: number } {
    const { size, reach, blockAt } = this.options;
    const gone: number[] = [];
    let went = 0;
    for (const [key, { i, j, ids }] of this.loaded) {
      if (places.some((p) => this.gapTo(i, j, p) <= 2 * reach)) continue;
      for (const id of ids) gone.push(id);
      this.loaded.delete(key);
      went++;
    }
    if (gone.length > 0) this.roadmap.removeMany(gone);
    let came = 0;
    for (const [x, y] of places) {
      for (let j = Math.floor((y - reach) / size); j * size <= y + reach; j++) {
        for (let i = Math.floor((x - reach) / size); i * size <= x + reach; i++) {
          const key = `${i},${j}`;
          if (this.loaded.has(key) || this.gapTo(i, j, [x, y]) > reach) continue;
          this.loaded.set(key, { i, j, ids: this.roadmap.insertMany(blockAt(i, j)) });
          came++;
        }
      }
    }
    return { came, went };
  }

  /** Distance from a place to a block. */
  private gapTo(i: number, j: number, [x, y]: Point): number {
    const { size } = this.options;
    return Math.hypot(
      Math.max(i * size - x, 0, x - (i + 1) * size),
      Math.max(j * size - y, 0, y - (j + 1) * size),
    );
  }
}
