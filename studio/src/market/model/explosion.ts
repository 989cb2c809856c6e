/**
 * The explosion of products (Fischer et al. 2011, VI and figure 4): of products within a sphere ahead of the camera, each slides
 * out of its shelf's front like a drawer, by an offset in proportion to its distance from the sphere's middle.
 */
import type { ShelfPlan } from "wayfield/scenes";
import { add, apart, type Vector } from "./space.js";
import type { Product } from "./stock.js";

/**
 * The sphere's distance from the eye and radius in metres, and the offset per metre from its middle. The article prints none of
 * them. Its middle is behind what somebody looks at who was led before a shelf by a click: there, what is a layer deep shows in
 * the most directions.
 */
export const EXPLOSION = Object.freeze({ ahead: 1.7, radius: 0.8, share: 0.9 });

/** Share of the way to where it should be that a product slides in a second: e^-rate is left. */
const RATE = 7;
/** Metres that are no motion any more. */
const STILL = 5e-4;

/** The offset that a product should have. */
export function offsetOf(middle: Vector, sphere: Vector): number {
  const away = apart(middle, sphere);
  return away < EXPLOSION.radius ? EXPLOSION.share * away : 0;
}

/** Offsets of all products along their shelves' outward directions, as they slide. */
export class Explosion {
  readonly offsets: Float64Array;
  /** Products that are out, or on their way back. */
  private readonly moving = new Set<number>();
  /** Whether anything slid in the last step. */
  isSliding = false;

  constructor(
    private readonly products: readonly Product[],
    private readonly shelves: readonly ShelfPlan[],
  ) {
    this.offsets = new Float64Array(products.length);
  }

  /** Where a product is now. */
  placeOf(id: number): Vector {
    const { middle, shelf } = this.products[id];
    const offset = this.offsets[id];
    if (offset === 0) return middle;
    const { out } = this.shelves[shelf];
    return [middle[0] + out[0] * offset, middle[1] + out[1] * offset, middle[2]];
  }

  /**
   * Slides for some seconds.
   *
   * @param eye and forward: of the camera; null for no explosion, so that everything goes back
   * @param near the products that may be in the sphere
   * @returns the products that have moved
   */
  advance(
    seconds: number,
    camera: { readonly eye: Vector; readonly forward: Vector } | null,
    near: Iterable<number>,
  ): number[] {
    const sphere = camera && add(camera.eye, camera.forward, EXPLOSION.ahead);
    if (sphere)
      for (const id of near) if (offsetOf(this.products[id].middle, sphere) > 0) this.moving.add(id);
    const moved: number[] = [];
    const left = Math.exp(-RATE * seconds);
    for (const id of this.moving) {
      const wanted = sphere ? offsetOf(this.products[id].middle, sphere) : 0;
      const before = this.offsets[id];
      const next = wanted + (before - wanted) * left;
      this.offsets[id] = Math.abs(next - wanted) < STILL ? wanted : next;
      if (this.offsets[id] === 0) this.moving.delete(id);
      if (this.offsets[id] !== before) moved.push(id);
    }
    this.isSliding = moved.length > 0;
    return moved;
  }

  /** Everything back at once. */
  reset(): number[] {
    const all = [...this.moving];
    for (const id of all) this.offsets[id] = 0;
    this.moving.clear();
    return all;
  }
}
