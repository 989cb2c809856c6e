/** All levels of a building, one above the other: where their places are on the page's plane, and which level is under one. */
import type { Box, Point } from "wayfield";
import { type StackedView, stackedView } from "wayfield/draw";
import type { BuildingScene } from "wayfield/world";
import { boxOf } from "../document/arrange.js";
import { insideRing } from "../document/planar.js";

/** Metres of the plane that stay between a level that is unfolded and what is above it, as a share of its depth. */
const GAP = 0.06;

export class Stack {
  /** Numbers of the levels, the lowest first. */
  readonly order: readonly number[];
  /** The box around all levels, however they are unfolded, on the plane. */
  readonly box: Box;

  /** @param lifts metres of the plane by which levels are pulled up beyond their place */
  constructor(
    readonly scene: BuildingScene,
    private readonly view: StackedView = stackedView(scene),
    private readonly lifts: readonly number[] = scene.levels.map(() => 0),
    box?: Box,
  ) {
    this.order = view.order;
    this.box = box ?? this.wholeBox();
  }

  private wholeBox(): Box {
    const { minX, minY, maxX, maxY } = boxOf(this.scene.levels.flatMap((_, i) => this.outline(i)));
    let top = maxY;
    for (const level of this.order)
      for (const [i, lift] of this.liftsFor(level).entries())
        top = Math.max(top, boxOf(this.outline(i)).maxY + lift);
    return { minX, minY, maxX, maxY: top };
  }

  /** How far each level is pulled up so that all of one is seen: those above it, by as much as they cover. */
  liftsFor(level: number): number[] {
    const { levels } = this.scene;
    const plain = (i: number): Box =>
      boxOf(levels[i].boundary.map((p) => this.view.project(p, levels[i].elevation)));
    const own = plain(level);
    const isAbove = (i: number): boolean => levels[i].elevation > levels[level].elevation;
    let lift = 0;
    for (const i of this.order) {
      const other = plain(i);
      if (!isAbove(i) || other.minX >= own.maxX || other.maxX <= own.minX) continue;
      const covered = own.maxY - other.minY;
      if (covered > 0) lift = Math.max(lift, covered + GAP * (own.maxY - own.minY));
    }
    return levels.map((_, i) => (isAbove(i) ? lift : 0));
  }

  /** The same stack with its levels pulled apart otherwise. */
  lifted(lifts: readonly number[]): Stack {
    return new Stack(this.scene, this.view, lifts, this.box);
  }

  project(p: Point, elevation: number): Point {
    const [x, y] = this.view.project(p, elevation);
    return [x, y + this.liftAt(elevation)];
  }

  /** Between two levels, stairs are pulled as far as their height says. */
  private liftAt(elevation: number): number {
    const { levels } = this.scene;
    let [below, above] = [-1, -1];
    for (const i of this.order) {
      if (levels[i].elevation <= elevation) below = i;
      else if (above < 0) above = i;
    }
    if (below < 0 || above < 0) return this.lifts[Math.max(below, above)] ?? 0;
    const share = (elevation - levels[below].elevation) / (levels[above].elevation - levels[below].elevation);
    return this.lifts[below] + share * (this.lifts[above] - this.lifts[below]);
  }

  /** A place of a level on the plane. */
  at(level: number, p: Point): Point {
    return this.project(p, this.scene.levels[level].elevation);
  }

  outline(level: number): Point[] {
    return this.scene.levels[level].boundary.map((p) => this.at(level, p));
  }

  /** The uppermost level under a place of the plane, and the place on it; null beside all of them. */
  under(at: Point): { readonly level: number; readonly at: Point } | null {
    for (let k = this.order.length - 1; k >= 0; k--) {
      const level = this.order[k];
      if (insideRing(this.outline(level), at)) return { level, at: this.onLevel(level, at) };
    }
    return null;
  }

  /** The place of a level that lies at a place of the plane: the view is affine on every level. */
  private onLevel(level: number, [x, y]: Point): Point {
    const [o, e, f] = [this.at(level, [0, 0]), this.at(level, [1, 0]), this.at(level, [0, 1])];
    const [a, b, c, d] = [e[0] - o[0], f[0] - o[0], e[1] - o[1], f[1] - o[1]];
    const [dx, dy] = [x - o[0], y - o[1]];
    const area = a * d - b * c;
    return [(d * dx - b * dy) / area, (a * dy - c * dx) / area];
  }
}
