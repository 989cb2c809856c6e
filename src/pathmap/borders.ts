/**
 * The borders between the regions of a path map, as lines: hyperbola arcs where two roots are equally far, straight lines
 * where one comes into sight (Farias 2020, figure 3.1).
 *
 * A raster tells which neighbouring centres differ. Between two of them the border is found to a small share of a cell;
 * within a square of four centres the points found are joined.
 */
import type { Point, Segment } from "../geometry/index.js";
import type { RasterFrame } from "./raster-frame.js";

/** Cells with regions, and what the regions mean between the centres. */
export interface RegionCells extends Pick<RasterFrame, "width" | "height" | "cell" | "origin"> {
  /** Region per cell; below 0 where there is none. */
  readonly regions: Int32Array;
  /** Cost at (x, y) of the way over a region's root, were it in sight. */
  costVia(region: number, x: number, y: number): number;
  /** Region of the point (x, y). */
  regionAt(x: number, y: number): number;
}

/** Halvings where only sight tells two regions apart: 1/128 of a cell. */
const HALVINGS = 7;

/** All borders, as short segments in no particular order. */
export function regionBorders(cells: RegionCells): Segment[] {
  const { width, height, regions } = cells;
  const found: Segment[] = [];
  // Border points on the lower side of each square of the row at hand, and on its upper side.
  let lower: (Point | null)[] = rowOfPoints(cells, 0);
  for (let row = 0; row + 1 < height; row++) {
    const upper = rowOfPoints(cells, row + 1);
    let left = pointBetween(cells, row * width, (row + 1) * width);
    for (let column = 0; column + 1 < width; column++) {
      const i = row * width + column;
      const right = pointBetween(cells, i + 1, i + 1 + width);
      if (left || right || lower[column] || upper[column]) {
        const corners = [regions[i], regions[i + 1], regions[i + width], regions[i + width + 1]];
        join(
          [left, right, lower[column], upper[column]].filter((p) => p !== null),
          corners.every((region) => region >= 0),
          found,
        );
      }
      left = right;
    }
    lower = upper;
  }
  return found;
}

function rowOfPoints(cells: RegionCells, row: number): (Point | null)[] {
  const { width } = cells;
  return Array.from({ length: width - 1 }, (_, c) =>
    pointBetween(cells, row * width + c, row * width + c + 1),
  );
}

/** Joins the border points of one square: two make a line, more meet in their middle. */
function join(points: Point[], isFree: boolean, found: Segment[]): void {
  if (points.length === 2) found.push([points[0], points[1]]);
  if (points.length < 3 || !isFree) return;
  const middle: Point = [
    points.reduce((sum, p) => sum + p[0], 0) / points.length,
    points.reduce((sum, p) => sum + p[1], 0) / points.length,
  ];
  for (const p of points) found.push([p, middle]);
}

/** Where the border passes between the centres of cells i and j; null when they agree or one is not free. */
function pointBetween(cells: RegionCells, i: number, j: number): Point | null {
  const [a, b] = [cells.regions[i], cells.regions[j]];
  if (a === b || a < 0 || b < 0) return null;
  const [ax, ay] = centre(cells, i);
  const [bx, by] = centre(cells, j);
  const at = (t: number): Point => [ax + t * (bx - ax), ay + t * (by - ay)];
  const lead = (t: number): number => {
    const [x, y] = at(t);
    return cells.costVia(b, x, y) - cells.costVia(a, x, y);
  };
  const [first, last] = [lead(0), lead(1)];
  const slack = 1e-9 * cells.cell;
  // Each clearly wins at home: the border is where they are equal, and nearly straight at this scale.
  if (first > slack && last < -slack) {
    const t = first / (first - last);
    const middle = lead(t);
    const better = middle > 0 ? t + ((1 - t) * middle) / (middle - last) : (t * first) / (first - middle);
    return at(better);
  }
  let [low, high] = [0, 1];
  for (let k = 0; k < HALVINGS; k++) {
    const t = (low + high) / 2;
    if (cells.regionAt(...at(t)) === a) low = t;
    else high = t;
  }
  return at((low + high) / 2);
}

function centre({ width, cell, origin }: RegionCells, i: number): Point {
  return [origin[0] + ((i % width) + 0.5) * cell, origin[1] + (Math.floor(i / width) + 0.5) * cell];
}
