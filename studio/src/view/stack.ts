/** All levels of a building, one above the other: where their places are on the page's plane, and which level is under one. */
import type { Box, Point } from "wayfield";
import { type StackedView, stackedView } from "wayfield/draw";
import type { BuildingScene } from "wayfield/world";
import { boxOf } from "../document/arrange.js";
import { insideRing } from "../document/planar.js";

export class Stack {
  /** Numbers of the levels, the lowest first. */
  readonly order: readonly number[];
  /** The box around all levels, on the plane. */
  readonly box: Box;
  private readonly view: StackedView;

  constructor(readonly scene: BuildingScene) {
    this.view = stackedView(scene);
    this.order = this.view.order;
    const { minX, minY, maxX, maxY } = boxOf(scene.levels.flatMap((_, i) => this.outline(i)));
    // Names stand to the left of their levels.
    this.box = { minX: minX - 0.12 * (maxX - minX), minY, maxX, maxY };
  }

  project(p: Point, elevation: number): Point {
    return this.view.project(p, elevation);
  }

  /** A place of a level on the plane. */
  at(level: number, p: Point): Point {
    return this.view.project(p, this.scene.levels[level].elevation);
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
