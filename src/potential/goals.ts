/** Goals of a field: the cells from which each is a straight step away. */
import { InputError } from "../errors.js";
import { nearestOnSegment, type Point } from "../geometry/index.js";
import {
  type Goals,
  goalLabel,
  goalPlaces,
  groundTolerance,
  ontoGround,
  refuseStart,
  type World,
} from "../world/index.js";
import { FREE, GOAL, type Grid } from "./grid.js";

/** A goal that no free cell is near to: smaller cells may help. */
export class NoCellError extends InputError {}

/** A goal as a segment, perhaps of length 0. */
type Shape = readonly [Point, Point];

/** Goal cells and the place on a goal that each leads to. */
export interface PlacedGoals {
  readonly shapes: readonly Shape[];
  /** Per goal cell: number of its shape, and the point of it that the cell's centre sees. */
  readonly targets: ReadonlyMap<number, { readonly shape: number; readonly point: Point }>;
  /** Greatest distance from a point of a goal cell to its target, at least one cell's diagonal. */
  readonly reach: number;
}

/** Goals by name, point or segment, as shapes. A harmonic field has one value at all of them, so a start is refused. */
export function shapesOf(world: World, goals: Goals): Shape[] {
  const places = goalPlaces(world, goals);
  refuseStart(places, "a potential field", (k) => goalLabel(world, goals, k));
  return places.map((place): Shape => ("point" in place ? [place.point, place.point] : place.segment));
}

/**
 * Marks the goal cells. A goal that lies on a wall, or nearer to one than the walkers' radius, as exits do, is reached by
 * a last straight step from the nearest free cell that sees it.
 */
export function placeGoals(
  world: World,
  grid: Grid,
  shapes: readonly Shape[],
  radius: number,
  label: (shape: number) => string,
): PlacedGoals {
  const targets = new Map<number, { shape: number; point: Point }>();
  const { cell } = grid;
  const tolerance = groundTolerance(world.bounds);
  let reach = Math.SQRT2 * cell;
  shapes.forEach(([a, b], shape) => {
    const count = Math.ceil((2 * Math.hypot(b[0] - a[0], b[1] - a[1])) / cell);
    let isFree = false;
    let isPlaced = false;
    for (let k = 0; k <= count; k++) {
      const t = count === 0 ? 0 : k / count;
      const sample: Point = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
      const point = ontoGround(world.space, sample, tolerance);
      if (!point) continue;
      isFree = true;
      const entry = nearestCell(world, grid, point, Math.ceil(radius / cell) + 2);
      if (entry < 0) continue;
      isPlaced = true;
      if (grid.kinds[entry] === FREE) targets.set(entry, { shape, point });
      grid.kinds[entry] = GOAL;
      const centre = grid.centre(entry);
      reach = Math.max(reach, Math.hypot(point[0] - centre[0], point[1] - centre[1]) + cell);
    }
    const what = a[0] === b[0] && a[1] === b[1] ? `[${a.join(", ")}]` : "the segment";
    if (!isFree) throw new InputError(`${what} is not on free ground`, label(shape));
    if (!isPlaced) {
      const space = radius > 0 ? ` for a radius of ${radius} m` : "";
      throw new NoCellError(`no free cell${space} lies near ${what}; a smaller cell may help`, label(shape));
    }
  });
  return { shapes, targets, reach };
}

/** The nearest cell that is not a wall and whose centre sees the point; -1 where none is within `most` cells. */
export function nearestCell(world: Pick<World, "visible">, grid: Grid, p: Point, most: number): number {
  const column = Math.floor((p[0] - grid.origin[0]) / grid.cell);
  const row = Math.floor((p[1] - grid.origin[1]) / grid.cell);
  const found: { entry: number; distance: number }[] = [];
  for (let y = Math.max(0, row - most); y <= Math.min(grid.height - 1, row + most); y++) {
    for (let x = Math.max(0, column - most); x <= Math.min(grid.width - 1, column + most); x++) {
      const entry = (y + 1) * grid.stride + x + 1;
      if (grid.kinds[entry] !== FREE && grid.kinds[entry] !== GOAL) continue;
      const [cx, cy] = grid.centre(entry);
      found.push({ entry, distance: Math.hypot(cx - p[0], cy - p[1]) });
    }
  }
  found.sort((a, b) => a.distance - b.distance || a.entry - b.entry);
  return found.find(({ entry }) => world.visible(grid.centre(entry), p))?.entry ?? -1;
}

/** The nearest point of a shape. */
export function nearestOf([a, b]: Shape, p: Point): Point {
  return nearestOnSegment(p, a, b);
}
