/** Which level of a building is shown, by itself or with all of them one above the other. */
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Point } from "wayfield";
import { isBuilding } from "wayfield/world";
import { boxOf } from "../document/arrange.js";
import type { StudioDocument } from "../document/document.js";
import { type LevelName, levelsOf, pointsOnLevel } from "../document/levels.js";
import { outlineOf } from "../document/parts.js";
import { insideRing } from "../document/planar.js";
import type { Camera } from "./camera.js";
import { nameWidths } from "./paint-stack.js";
import { Stack } from "./stack.js";
import { roomForNames } from "./stack-names.js";

/** Milliseconds that levels take to be pulled apart. */
const UNFOLDING = 150;

const lessMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Storeys {
  /** The levels of a building, in the order of its file; none in the plan of one floor. */
  readonly levels: ReadonlySignal<readonly LevelName[]>;
  /** Numbers of the levels, the lowest first. */
  readonly order: ReadonlySignal<readonly number[]>;
  /** Whether all levels are shown; a plan of one floor has nothing to stack. */
  readonly isStacked: ReadonlySignal<boolean>;
  /** Where levels come to lie one above the other; null where a plan is shown. */
  readonly stack: ReadonlySignal<Stack | null>;
  /** The level whose floor is seen whole, since the pointer or the focus is on it; null for none. */
  readonly unfolded = signal<number | null>(null);
  private readonly wantsStack = signal(false);
  /** The stack as it is folded. */
  private readonly plain: ReadonlySignal<Stack | null>;
  /** How far levels are pulled up at present, and where to. */
  private readonly lifts = signal<readonly number[]>([]);
  private frame = 0;

  constructor(
    private readonly document: StudioDocument,
    private readonly camera: Camera,
  ) {
    this.levels = computed(() => levelsOf(document.scene.value));
    this.order = computed(() => {
      const levels = this.levels.value;
      return levels.map((_, i) => i).sort((a, b) => levels[a].elevation - levels[b].elevation || a - b);
    });
    this.plain = computed(() => {
      const scene = document.scene.value;
      return scene && isBuilding(scene) && this.wantsStack.value ? new Stack(scene) : null;
    });
    this.isStacked = computed(() => this.plain.value !== null);
    this.stack = computed(() => {
      const [plain, lifts] = [this.plain.value, this.lifts.value];
      return plain && lifts.length === plain.order.length ? plain.lifted(lifts) : plain;
    });
  }

  /** Shows the whole level, or all of them. */
  fit(): void {
    const scene = this.document.scene.value;
    const strip = this.levels.value.length > 0;
    const stack = this.stack.value;
    if (stack) {
      const widths = nameWidths(document.createElement("canvas").getContext("2d")!, stack.scene);
      this.camera.fit(stack.box, strip, (width) => roomForNames(widths, width));
    } else if (scene) this.camera.fit(boxOf(pointsOnLevel(scene, this.document.level.value)), strip);
    else this.camera.fit({ minX: -10, minY: -6, maxX: 10, maxY: 6 });
  }

  /** Shows a level by itself. */
  show(level: number): void {
    const before = this.document.level.value;
    const scene = this.document.scene.value!;
    const wasStacked = this.wantsStack.value;
    batch(() => {
      this.close();
      this.document.showLevel(level);
    });
    // Levels lie above each other, so the view stays; a landing in a view of the whole would be too small to see.
    const size = (i: number): number => {
      const { minX, maxX, minY, maxY } = boxOf(outlineOf(scene, i));
      return Math.max(maxX - minX, maxY - minY);
    };
    if (wasStacked || Math.abs(Math.log2(size(level) / size(before))) > 1) this.fit();
  }

  /** Chooses a level: shown by itself, or in the stack unfolded. */
  choose(level: number): void {
    if (!this.isStacked.value) {
      this.show(level);
      return;
    }
    this.document.showLevel(level);
    this.unfold(level);
  }

  /** The next level up or down; false where there is none. */
  climb(by: 1 | -1): boolean {
    const order = this.order.value;
    const next = order[order.indexOf(this.document.level.value) + by];
    if (next === undefined) return false;
    this.choose(next);
    return true;
  }

  /** Shows all levels, one above the other. */
  showAll(): void {
    this.document.selection.value = [];
    this.wantsStack.value = true;
    this.fit();
  }

  /** Back to one level, whichever is chosen. */
  close(): void {
    cancelAnimationFrame(this.frame);
    this.wantsStack.value = false;
    this.unfolded.value = null;
    this.lifts.value = [];
  }

  /** Unfolds the level under a place of the plane; one that is unfolded stays so as long as the place is on it. */
  point(at: Point): void {
    const stack = this.stack.value;
    const now = this.unfolded.value;
    if (stack && (now === null || !insideRing(stack.outline(now), at)))
      this.unfold(stack.under(at)?.level ?? null);
  }

  /** Pulls up what covers a level, so that its whole floor is seen; null folds the stack again. */
  unfold(level: number | null): void {
    const plain = this.plain.value;
    if (!plain || level === this.unfolded.value) return;
    this.unfolded.value = level;
    const wanted = level === null ? plain.order.map(() => 0) : plain.liftsFor(level);
    const before = this.lifts.value.length === wanted.length ? this.lifts.value : wanted.map(() => 0);
    const start = performance.now();
    const step = (now: number): void => {
      const share = lessMotion() ? 1 : Math.min(1, Math.max(0, (now - start) / UNFOLDING));
      const eased = share * (2 - share);
      this.lifts.value = wanted.map((lift, i) => before[i] + eased * (lift - before[i]));
      if (share < 1) this.frame = requestAnimationFrame(step);
    };
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(step);
  }
}
