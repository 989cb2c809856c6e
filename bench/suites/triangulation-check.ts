/**
 * Whether triangles are a constrained triangulation of a city: decided from the triangles and the plan alone,
 * so that every competitor is judged by the same independent measure.
 */
import { inCircle, orient } from "../../src/geometry/index.js";
import type { City } from "../cities.js";

/** What the triangles fill: the convex hull, blocks included, or the free space only. */
export type Coverage = "hull" | "free";

/** Relative error of an area that rounding of the corners explains. */
const AREA_TOLERANCE = 1e-9;

function fail(what: string): never {
  throw new Error(what);
}

/** For every directed edge a -> b of the triangles, its place in the list; the twin of a shared edge is b -> a. */
class EdgeTable {
  private readonly places = new Map<number, number>();

  constructor(
    triangles: ArrayLike<number>,
    private readonly vertices: number,
  ) {
    for (let i = 0; i < triangles.length; i++) {
      const key = triangles[i] * vertices + triangles[next(i)];
      if (this.places.has(key)) fail(`edge ${triangles[i]}-${triangles[next(i)]} belongs to two triangles`);
      this.places.set(key, i);
    }
  }

  /** The place of a -> b, -1 where there is none. */
  find(a: number, b: number): number {
    return this.places.get(a * this.vertices + b) ?? -1;
  }
}

/** The next corner of the same triangle. */
const next = (i: number): number => (i % 3 === 2 ? i - 2 : i + 1);

/** The triangles with every one counterclockwise, since libraries differ; a flat one is an error. */
function counterclockwise(triangles: ArrayLike<number>, p: Float64Array): Int32Array {
  const result = Int32Array.from(triangles);
  for (let i = 0; i < result.length; i += 3) {
    const [a, b, c] = [2 * result[i], 2 * result[i + 1], 2 * result[i + 2]];
    const side = orient(p[a], p[a + 1], p[b], p[b + 1], p[c], p[c + 1]);
    if (side === 0) fail(`triangle ${i / 3} is flat`);
    if (side < 0) [result[i + 1], result[i + 2]] = [result[i + 2], result[i + 1]];
  }
  return result;
}

/** Marks the triangles that are reached from the boundary without crossing an edge of the plan. */
function floodFree(
  triangles: Int32Array,
  table: EdgeTable,
  isConstraint: (i: number) => boolean,
): Uint8Array {
  // The boundary runs counterclockwise from vertex 0, so the triangle left of 0 -> 1 is free.
  const first = Math.floor(table.find(0, 1) / 3);
  const free = new Uint8Array(triangles.length / 3);
  const stack = [first];
  free[first] = 1;
  for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
    for (let i = 3 * t; i < 3 * t + 3; i++) {
      const twin = isConstraint(i) ? -1 : table.find(triangles[next(i)], triangles[i]);
      const other = Math.floor(twin / 3);
      if (twin < 0 || free[other]) continue;
      free[other] = 1;
      stack.push(other);
    }
  }
  return free;
}

function areaOf(triangles: Int32Array, p: Float64Array, t: number): number {
  const [a, b, c] = [0, 1, 2].map((corner) => 2 * triangles[3 * t + corner]);
  return ((p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[c] - p[a]) * (p[b + 1] - p[a + 1])) / 2;
}

/** No inner edge that is not of the plan may have the opposite corner of its twin strictly inside the circle. */
function checkDelaunay(
  triangles: Int32Array,
  p: Float64Array,
  table: EdgeTable,
  isConstraint: (i: number) => boolean,
): void {
  for (let i = 0; i < triangles.length; i++) {
    const twin = isConstraint(i) ? -1 : table.find(triangles[next(i)], triangles[i]);
    if (twin < i) continue;
    const corners = [i, next(i), next(next(i)), next(next(twin))].map((place) => 2 * triangles[place]);
    const [a, b, c, d] = corners;
    if (inCircle(p[a], p[a + 1], p[b], p[b + 1], p[c], p[c + 1], p[d], p[d + 1]) > 0) {
      fail(`edge ${a / 2}-${b / 2} is not Delaunay`);
    }
  }
}

/** Throws unless the triangles are what `coverage` and `delaunay` promise of this city. */
export function checkTriangles(
  given: ArrayLike<number>,
  { points, edges, blocks, freeArea }: City,
  { coverage, delaunay }: { coverage: Coverage; delaunay: boolean },
): void {
  const vertices = points.length / 2;
  // Euler: a convex polygon of 4 corners with n vertices in all has 2n - 6 triangles; two lie in every block.
  const expected = 2 * vertices - 6 - (coverage === "free" ? 2 * blocks : 0);
  if (given.length !== 3 * expected) fail(`${given.length / 3} triangles instead of ${expected}`);

  const triangles = counterclockwise(given, points);
  const table = new EdgeTable(triangles, vertices);
  const constraints = new Set<number>();
  for (let i = 0; i < edges.length; i += 2) {
    const [a, b] = [edges[i], edges[i + 1]];
    if (table.find(a, b) < 0 && table.find(b, a) < 0) fail(`edge ${a}-${b} of the plan is missing`);
    constraints.add(a * vertices + b).add(b * vertices + a);
  }
  const isConstraint = (i: number): boolean => constraints.has(triangles[i] * vertices + triangles[next(i)]);

  const free = floodFree(triangles, table, isConstraint);
  let area = 0;
  for (let t = 0; t < free.length; t++) if (free[t]) area += areaOf(triangles, points, t);
  if (Math.abs(area - freeArea) > AREA_TOLERANCE * freeArea) {
    fail(`the free triangles cover ${area} m2 instead of ${freeArea}`);
  }
  if (delaunay) checkDelaunay(triangles, points, table, isConstraint);
}
