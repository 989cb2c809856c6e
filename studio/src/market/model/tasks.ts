/** The three tasks of the article (VIII-A), and a practice that explains itself. */
import type { Point } from "wayfield";
import { Market, type Planner, type SceneName, type Technique } from "./market.js";
import type { Vector } from "./space.js";
import { STAR_HEIGHT, STAR_REACH } from "./star.js";
import { HIDDEN, productAt, SELECTED, type ShelfPlace } from "./stock.js";
import type { Score } from "./table.js";

export type TaskName = "practice" | "waypoints" | "selection" | "search" | "free";
export type Device = "mouse" | "pointer";

/** How a task is done. */
export interface Conditions {
  readonly task: TaskName;
  readonly device: Device;
  readonly technique: Technique;
  readonly explosion: boolean;
  readonly scene: SceneName;
  /** Whether there is anything in the shelves; default true. Empty ones are for comparing frame times. */
  readonly stock?: boolean;
}

const numbersOf = (places: readonly ShelfPlace[]): number[] => places.map((place) => productAt(...place));

/** The products that a task is about. */
export function targetsOf(task: TaskName): number[] {
  if (task === "selection") return numbersOf(SELECTED);
  return task === "search" || task === "free"
    ? numbersOf(HIDDEN)
    : task === "practice"
      ? [productAt(16, 2, 1, 0)]
      : [];
}

/** A task under way. */
export class Task {
  readonly market: Market;
  /** Seconds under way; time that the page was not seen does not count. */
  seconds = 0;
  /** Seconds since it was opened, whether or not the clock runs. */
  time = 0;
  /** How many of its parts are done. */
  done = 0;
  readonly parts: number;
  /** Products that were taken and are not searched for. */
  wrong = 0;

  constructor(
    readonly conditions: Conditions,
    planner?: Planner,
  ) {
    const { task, technique, explosion, scene, stock = true } = conditions;
    const targets = stock ? targetsOf(task) : [];
    // Who practises or walks around may do both; the hands know whether keys walk.
    const isFree = task === "practice" || task === "free";
    this.market = new Market({
      scene,
      technique: isFree ? "point" : technique,
      explosion,
      targets,
      stock,
      ...(planner && { planner }),
    });
    this.parts = { practice: 4, waypoints: this.market.plan.stars.length, selection: 3, search: 3, free: 0 }[
      task
    ];
    this.market.star = this.star;
    if (task === "selection") this.standBefore(0);
    if (task === "search") {
      // At the table, with the copies in view.
      this.market.place([9.5, 3], -Math.PI / 2);
      this.market.look(0, -0.3);
    }
  }

  get isDone(): boolean {
    return this.conditions.task !== "free" && this.done >= this.parts;
  }

  /** The star to find now; null where there is none. */
  get star(): Point | null {
    const { task } = this.conditions;
    const { stars } = this.market.plan;
    if (task === "waypoints") return stars[this.done] ?? null;
    return task === "practice" && this.done === 1 ? [8, 6] : null;
  }

  /** The product to take now, or the next of those to search for. */
  get wanted(): number | null {
    const { targets, gone } = this.market;
    const { task } = this.conditions;
    if (task === "selection") return targets[this.done] ?? null;
    if (task === "practice") return this.done === 2 ? targets[0] : null;
    return targets.find((id) => !gone.has(id)) ?? null;
  }

  /** Places the camera 2.4 m along the aisle from the wanted product, out of reach of it, looking the other way. */
  private standBefore(part: number): void {
    const { products, plan, targets, world } = this.market;
    const product = products[targets[part]];
    const { out } = plan.shelves[product.shelf];
    const [x, y] = product.middle;
    const { minY, maxY } = world.bounds;
    const inwards = y > (minY + maxY) / 2 ? -1 : 1;
    this.market.place([x + out[0] * 1.1, y + 2.4 * inwards], (inwards * Math.PI) / 2);
  }

  /** Time goes by. @param counts whether the clock runs @returns the products that have slid */
  advance(seconds: number, counts = true): number[] {
    this.goOn(seconds, counts);
    return this.market.slide(seconds);
  }

  /** The camera walks for a step, short enough to miss no star. */
  goOn(seconds: number, counts = true): void {
    this.market.goOn(seconds);
    this.time += seconds;
    if (counts && !this.isDone) this.seconds += seconds;
    this.judge();
    this.market.star = this.star;
  }

  /** Whether the present part is done. */
  private judge(): void {
    const { market } = this;
    switch (this.conditions.task) {
      case "waypoints": {
        const [x, y] = this.star ?? [Infinity, Infinity];
        if (Math.hypot(market.position[0] - x, market.position[1] - y) <= STAR_REACH) this.done++;
        break;
      }
      case "selection":
        if (this.wanted !== null && market.gone.has(this.wanted)) {
          this.done++;
          if (!this.isDone) this.standBefore(this.done);
        }
        break;
      case "search": {
        const placed = market.table!.placed.filter((p) => p !== market.table!.held).map((p) => p.product.id);
        this.done = market.targets.filter((id) => placed.includes(id)).length;
        break;
      }
      case "practice":
        this.judgePractice();
        break;
    }
  }

  /** Look around, go somewhere, take something, put it on the table. */
  private judgePractice(): void {
    const { market } = this;
    const step = this.done;
    const turned = Math.abs(
      Math.atan2(Math.sin(market.yaw - market.plan.gaze), Math.cos(market.yaw - market.plan.gaze)),
    );
    if (step === 0 && turned > 0.6) this.done = 1;
    if (
      step === 1 &&
      this.star &&
      Math.hypot(market.position[0] - this.star[0], market.position[1] - this.star[1]) <= STAR_REACH
    ) {
      this.done = 2;
    }
    if (step === 2 && market.gone.has(market.targets[0])) this.done = 3;
    const { placed, held } = market.table!;
    if (step === 3 && !held && placed.some(({ product }) => product.id === market.targets[0])) this.done = 4;
  }

  /** Counts what was taken last, if it is not searched for. */
  countTaken(): void {
    const last = this.market.taken[this.market.taken.length - 1];
    if (!this.market.targets.includes(last)) this.wrong++;
  }

  get scores(): Score[] {
    return this.market.table?.scores() ?? [];
  }

  /** Where what is wanted is, for scripts and for the arrow of the practice; null where nothing is. */
  get goal(): Vector | null {
    if (this.star) return [this.star[0], this.star[1], STAR_HEIGHT];
    const { wanted, market } = this;
    return wanted === null ? null : market.explosion.placeOf(wanted);
  }
}
