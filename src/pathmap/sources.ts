/** Sources of a path map: goals, put onto the ground. */
import { InputError } from "../errors.js";
import {
  matchPortals,
  nextEdge as next,
  type Point,
  type Segment,
  type Triangulation,
} from "../geometry/index.js";
import type { GroundSource } from "../unfold/internal.js";
import { ARC_TOLERANCE, type FreeSpace, type GoalPlace } from "../world/index.js";

/** A source that lies at most this share of the plan's size off the free ground is moved onto it: exits on walls. */
const NEAR = 1e-9;

/**
 * The sources as the centre of a disc meets them. A goal may lie nearer to walls than the disc's radius, as exits do; its
 * centre then goes as near as it can, and takes the last step straight to the goal.
 */
export function sourcesFor(space: FreeSpace, sources: readonly GoalPlace[], radius: number): Approach[] {
  if (radius === 0) return sources.map((source, i) => ({ source, given: i }));
  return sources.flatMap((source, i) => {
    const approaches =
      "segment" in source && !isSinglePoint(source.segment)
        ? beside(source, radius)
        : near(space, source, radius);
    return approaches.map((approach) => ({ source: approach, given: i, last: source }));
  });
}

/** What a map is grown from, in the place of source number `given`, and what lies a last step beyond it. */
export interface Approach {
  readonly source: GoalPlace;
  readonly given: number;
  readonly last?: GoalPlace;
}

/** The segment itself, and the lines beside it on which a disc touches the wall that it may lie on. */
function beside(
  { segment, start = 0 }: Extract<GoalPlace, { segment: Segment }>,
  radius: number,
): GoalPlace[] {
  const [[ax, ay], [bx, by]] = segment;
  // A little farther than discs keep from walls, so that rounding leaves it on free ground.
  const away = radius * (1 + ARC_TOLERANCE) * (1 + 1e-6);
  const length = Math.hypot(bx - ax, by - ay);
  const nx = (-(by - ay) / length) * away;
  const ny = ((bx - ax) / length) * away;
  const shifted = (sign: number): Segment => [
    [ax + sign * nx, ay + sign * ny],
    [bx + sign * nx, by + sign * ny],
  ];
  return [
    { segment, start },
    { segment: shifted(1), start: start + away },
    { segment: shifted(-1), start: start + away },
  ];
}

/** The free point nearest to a point source, unless it is farther than a disc in a corner can be. */
function near(space: FreeSpace, source: GoalPlace, radius: number): GoalPlace[] {
  const { start = 0 } = source;
  const point = "point" in source ? source.point : source.segment[0];
  const free = space.nearestFree(point);
  if (!free) return [];
  const away = Math.hypot(free[0] - point[0], free[1] - point[1]);
  return away <= 1.5 * radius * (1 + ARC_TOLERANCE) ? [{ point: free, start: start + away }] : [];
}

/** Draws all approaches into the triangulation; returns what they became there, and the constraints to take out again. */
export function place(
  space: FreeSpace,
  sources: readonly GoalPlace[],
  approaches: readonly Approach[],
  size: number,
  radius: number,
  label: (source: number) => string,
): { placed: GroundSource[]; ids: number[] } {
  const drawn = approaches.map(({ source }) => draw(space, source, size));
  // What cuts one side of a portal cuts the other.
  const ids = [...drawn.filter((id) => id >= 0), ...matchPortals(space.triangulation, space.portals)];
  // Only now: every insertion may give other half-edges new numbers.
  const found = approaches.map(({ source }, i) =>
    drawn[i] < 0 ? [] : placedAs(space, drawn[i], i, source.start ?? 0),
  );
  const placed = found.flat();
  if (placed.length === 0) {
    for (const id of ids) space.triangulation.remove(id);
    const one = sources.length === 1 ? label(0) : "goals";
    throw new InputError(
      `not on free ground for those of radius ${radius} m: nobody of them comes near`,
      one,
    );
  }
  return { placed, ids };
}

/** The number of the constraint that a source becomes; -1 when it lies off the ground. */
function draw(space: FreeSpace, source: GoalPlace, size: number): number {
  const { triangulation } = space;
  if ("segment" in source && !isSinglePoint(source.segment)) {
    const segment = inside(triangulation, source.segment);
    return segment ? triangulation.insertOpen({ segment }) : -1;
  }
  const point = "point" in source ? source.point : source.segment[0];
  const free = space.nearestFree(point);
  if (!free || Math.hypot(free[0] - point[0], free[1] - point[1]) > NEAR * size) return -1;
  return triangulation.insertOpen({ point: free });
}

/** The vertices and edges of a source that touch free ground: of a segment, perhaps no more than a point. */
function placedAs(space: FreeSpace, id: number, source: number, start: number): GroundSource[] {
  const { triangulation } = space;
  const { triangles, coords } = triangulation.mesh;
  const edges = triangulation.edgesOf(id);
  const vertices = new Set([...triangulation.verticesOf(id), ...edges.map((edge) => triangles[next(edge)])]);
  return [
    ...edges.filter((edge) => touchesFree(space, edge)).map((edge) => ({ source, start, edge })),
    ...[...vertices]
      .filter((v) => space.contains([coords[2 * v], coords[2 * v + 1]]))
      .map((vertex) => ({ source, start, vertex })),
  ];
}

function isSinglePoint([a, b]: Segment): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function touchesFree(space: FreeSpace, edge: number): boolean {
  const { twins } = space.triangulation.mesh;
  return space.isFree(Math.floor(edge / 3)) || space.isFree(Math.floor(twins[edge] / 3));
}

/** What reaches out of the triangulated rectangle is out of every reach too. */
function inside({ mesh }: Triangulation, [a, b]: Segment): Segment | null {
  const { minX, minY, maxX, maxY } = mesh.box;
  let [low, high] = [0, 1];
  const clip = (from: number, to: number, least: number, most: number): void => {
    const d = to - from;
    if (d === 0) {
      if (from <= least || from >= most) low = 2;
      return;
    }
    const [t0, t1] =
      d > 0 ? [(least - from) / d, (most - from) / d] : [(most - from) / d, (least - from) / d];
    // A little within, since the border itself cannot be built on.
    if (t0 >= 0) low = Math.max(low, t0 + 1e-6);
    if (t1 <= 1) high = Math.min(high, t1 - 1e-6);
  };
  clip(a[0], b[0], minX, maxX);
  clip(a[1], b[1], minY, maxY);
  if (low >= high) return null;
  const at = (t: number): Point => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
  return [low === 0 ? a : at(low), high === 1 ? b : at(high)];
}
