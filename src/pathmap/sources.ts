/** Sources of a path map: what users give, checked, and put onto the ground. */
import { InputError } from "../errors.js";
import {
  nextEdge as next,
  type Point,
  prevEdge as prev,
  type Segment,
  type Triangulation,
} from "../geometry/index.js";
import { ARC_TOLERANCE, type FreeSpace, type Goal, type World } from "../world/index.js";
import type { GroundSource } from "./windows.js";

/** Where paths end: a point or a segment, with a distance that is already counted there (metres, default 0, >= 0). */
export type Source =
  | { readonly point: Point; readonly start?: number }
  | { readonly segment: Segment; readonly start?: number };

/** A source that lies at most this share of the plan's size off the free ground is moved onto it: exits on walls. */
const NEAR = 1e-9;

function isPoint(value: unknown): value is Point {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((v) => typeof v === "number" && Number.isFinite(v))
  );
}

/** Checks one source. */
function checked(source: Source, where: string): Source {
  const { start = 0 } = source;
  if (!(start >= 0 && Number.isFinite(start))) {
    throw new InputError(`a finite number >= 0 is needed; given: ${start}`, `${where}.start`);
  }
  const points = "point" in source ? [source.point] : "segment" in source ? source.segment : null;
  const known = ["point", "segment", "start"];
  const unknown = Object.keys(source).find((key) => !known.includes(key));
  if (unknown)
    throw new InputError(`unknown key ${JSON.stringify(unknown)}; known: ${known.join(", ")}`, where);
  if (!points?.every(isPoint) || ("segment" in source && points.length !== 2)) {
    throw new InputError(
      "a source is { point: [x, y] } or { segment: [[x, y], [x, y]] } of finite numbers",
      where,
    );
  }
  return source;
}

/** All sources of a list, or of named goals of the world's scene. */
export function sourcesOf(world: World, goals: readonly (Source | string)[]): Source[] {
  if (!Array.isArray(goals) || goals.length === 0) {
    throw new InputError("at least one goal is needed: a name of the scene, a point or a segment", "goals");
  }
  return goals.flatMap((goal, i) =>
    typeof goal === "string" ? partsOf(world.goal(goal)) : [checked(goal, `goals[${i}]`)],
  );
}

function partsOf({ points = [], segments = [], start }: Goal): Source[] {
  return [...points.map((point) => ({ point, start })), ...segments.map((segment) => ({ segment, start }))];
}

/**
 * The sources as the centre of a disc meets them. A goal may lie nearer to walls than the disc's radius, as exits do; its
 * centre then goes as near as it can, and takes the last step straight to the goal.
 */
export function sourcesFor(space: FreeSpace, sources: readonly Source[], radius: number): Approach[] {
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
  readonly source: Source;
  readonly given: number;
  readonly last?: Source;
}

/** The segment itself, and the lines beside it on which a disc touches the wall that it may lie on. */
function beside({ segment, start = 0 }: Extract<Source, { segment: Segment }>, radius: number): Source[] {
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
function near(space: FreeSpace, source: Source, radius: number): Source[] {
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
  sources: readonly Source[],
  approaches: readonly Approach[],
  size: number,
): { placed: GroundSource[]; ids: number[] } {
  const drawn = approaches.map(({ source }) => draw(space, source, size));
  const ids = drawn.filter((id) => id >= 0);
  // Only now: every insertion may give other half-edges new numbers.
  const found = approaches.map(({ source }, i) =>
    drawn[i] < 0 ? [] : placedAs(space, drawn[i], i, source.start ?? 0),
  );
  sources.forEach((source, i) => {
    if (approaches.some(({ given }, k) => given === i && found[k].length > 0)) return;
    for (const id of ids) space.triangulation.remove(id);
    const what = "point" in source ? `[${source.point.join(", ")}] is not` : "no part of the segment is";
    throw new InputError(`${what} on free ground`, `goals[${i}]`);
  });
  return { placed: found.flat(), ids };
}

/** The number of the constraint that a source becomes; -1 when it lies off the ground. */
function draw(space: FreeSpace, source: Source, size: number): number {
  const { triangulation } = space;
  if ("segment" in source && !isSinglePoint(source.segment)) {
    const segment = inside(triangulation, source.segment);
    return segment ? triangulation.insertOpen({ segment }) : -1;
  }
  const given = "point" in source ? source.point : source.segment[0];
  const free = space.nearestFree(given);
  if (!free || Math.hypot(free[0] - given[0], free[1] - given[1]) > NEAR * size) return -1;
  return triangulation.insertOpen({ point: free });
}

/** The vertices and edges of a source that touch free ground: of a segment, perhaps no more than a point. */
function placedAs(space: FreeSpace, id: number, source: number, start: number): GroundSource[] {
  const { triangulation } = space;
  const { triangles, coords } = triangulation.mesh;
  const edges = edgesOf(triangulation, id);
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

/** The half-edges along a segment, in order. */
function edgesOf(triangulation: Triangulation, id: number): number[] {
  const { mesh } = triangulation;
  const [from, to] = triangulation.verticesOf(id);
  const found: number[] = [];
  const seen = new Set<number>([from]);
  for (let v = from; v !== to; ) {
    const e = leaving(v);
    if (e < 0) break;
    found.push(e);
    v = mesh.triangles[next(e)];
    seen.add(v);
  }
  return found;

  function leaving(v: number): number {
    const start = mesh.vertexEdge[v];
    let e = start;
    do {
      if (triangulation.runsAlong(id, e) && !seen.has(mesh.triangles[next(e)])) return e;
      e = mesh.twins[prev(e)];
    } while (e !== start);
    return -1;
  }
}
