/** Areas that cross themselves or each other, and the boundary. */
import {
  cutIntoPieces,
  difference,
  distance,
  EdgeIndex,
  intersection,
  isCounterclockwise,
  isFlat,
  type Region,
  type Ring,
  sideOfRing,
  signedArea,
  splitAtVertices,
  union,
  weld,
} from "../../geometry/index.js";
import { crossesBoundary, isOutside } from "../check/obstacles.js";
import { type Relations, relationsOf } from "../check/relations.js";
import { type Shapes, shapesOf } from "../check/shapes.js";
import type { Obstacle } from "../scene.js";
import { type Draft, toPoints } from "./draft.js";
import { cleanRing } from "./rings.js";

/** Rings from a boolean operation, made to meet in vertices only, without slivers. */
function tidy(region: Region, tolerance: number): Ring[] {
  const rings = weld(region, tolerance).map((ring) => cleanRing(ring, 0));
  return splitAtVertices(rings.filter((ring) => ring.length > 2 && !isFlat(ring))).filter(
    (ring) => !isFlat(ring) && !isSliver(ring, tolerance),
  );
}

/** Whether a ring is thinner than the tolerance. */
function isSliver(ring: Ring, tolerance: number): boolean {
  const perimeter = ring.reduce((sum, p, i) => sum + distance(p, ring[(i + 1) % ring.length]), 0);
  return Math.abs(signedArea(ring)) <= tolerance * perimeter;
}

/** A boundary that meets itself becomes the largest simple part of its outline. */
export function repairOutline(draft: Draft): void {
  const shapes = shapesOf({ ...draft.scene, obstacles: [] });
  if (shapes.list[0].kind !== "area" || !relationsOf(shapes).selves.has(0)) return;
  const rings = tidy(union([draft.scene.boundary]), draft.weldTolerance);
  const outers = rings.filter(isCounterclockwise);
  if (outers.length === 0) return;
  const largest = outers.reduce((a, b) => (signedArea(b) > signedArea(a) ? b : a));
  const holes = rings.filter((ring) => !isCounterclockwise(ring) && holds(largest, ring));
  const parts = outers.length > 1 ? `, the largest of ${outers.length} parts` : "";
  draft.note("boundary", `met itself; replaced by its outline${parts}`);
  draft.scene.boundary = toPoints(largest);
  if (holes.length === 0) return;
  draft.note("boundary", `${holes.length} holes of its outline became obstacles`);
  draft.replaceObstacles(
    new Map(),
    holes.map((hole) => ({ polygon: toPoints([...hole].reverse()) })),
  );
}

function holds(outer: Ring, inner: Ring): boolean {
  return inner.map((p) => sideOfRing(p, outer)).find((side) => side !== 0) === 1;
}

/** Drops obstacles that lie in others, and joins those that overlap or cross themselves. */
export function repairOverlaps(draft: Draft): void {
  const shapes = shapesOf(draft.scene);
  const relations = relationsOf(shapes);
  const replaced = new Map<number, Obstacle[]>();
  dropCovered(draft, shapes, relations, replaced);
  joinOverlapping(draft, shapes, relations, replaced);
  draft.replaceObstacles(replaced);
}

/** Obstacles inside another one, or equal to an earlier one, add nothing. */
function dropCovered(
  draft: Draft,
  { list }: Shapes,
  { pairs }: Relations,
  replaced: Map<number, Obstacle[]>,
): void {
  const drop = (s: number, why: string): void => {
    if (replaced.has(list[s].obstacle)) return;
    replaced.set(list[s].obstacle, []);
    draft.note(`obstacles[${list[s].obstacle}]`, why);
  };
  const seen = new Map<string, number>();
  list.forEach((shape, s) => {
    if (s === 0 || shape.moves || shape.kind === "area") return;
    // Walls and points have no relation "same": equal ones are found by their ends.
    const key = [...new Set(shape.points.map(String))].sort().join(" ");
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, s);
    else drop(s, `dropped, the same as obstacles[${list[earlier].obstacle}]`);
  });
  for (const { a, b, how } of pairs) {
    if (a === 0) continue;
    if (how === "same") drop(b, `dropped, the same as obstacles[${list[a].obstacle}]`);
    else if (how === "inside") drop(a, `dropped, it lies inside obstacles[${list[b].obstacle}]`);
    else if (how === "around") drop(b, `dropped, it lies inside obstacles[${list[a].obstacle}]`);
  }
}

/** Replaces each cluster of overlapping polygons by the outline of their union, cut where it has holes. */
function joinOverlapping(
  draft: Draft,
  { list }: Shapes,
  { pairs, selves }: Relations,
  replaced: Map<number, Obstacle[]>,
): void {
  const leader = list.map((_, s) => s);
  const find = (s: number): number => {
    while (leader[s] !== s) s = leader[s] = leader[leader[s]];
    return s;
  };
  const isOpen = (s: number): boolean => list[s].kind === "area" && !replaced.has(list[s].obstacle);
  for (const { a, b, how } of pairs) {
    if (a === 0 || how !== "overlap" || !isOpen(a) || !isOpen(b)) continue;
    leader[Math.max(find(a), find(b))] = Math.min(find(a), find(b));
  }
  const clusters = new Map<number, number[]>();
  for (let s = 1; s < list.length; s++) {
    if (isOpen(s)) clusters.set(find(s), [...(clusters.get(find(s)) ?? []), s]);
  }
  const tolerance = draft.weldTolerance;
  for (const members of clusters.values()) {
    const [first] = members;
    if (members.length === 1 && (!selves.has(first) || list[first].moves)) continue;
    const rings = members.map((s) => list[s].points);
    const pieces = cutIntoPieces(tidy(union(rings), tolerance));
    const numbers = members.map((s) => `obstacles[${list[s].obstacle}]`);
    for (const s of members) replaced.set(list[s].obstacle, []);
    replaced.set(
      list[first].obstacle,
      pieces.map((piece) => ({ polygon: toPoints(piece) })),
    );
    const outcome = pieces.length === 1 ? "their outline" : `${pieces.length} polygons`;
    if (members.length > 1) draft.note(shortList(numbers), `overlapped; joined to ${outcome}`);
    else
      draft.note(
        numbers[0],
        `met itself; replaced by its outline${pieces.length > 1 ? ` in ${pieces.length} polygons` : ""}`,
      );
  }
}

function shortList(names: readonly string[]): string {
  return names.length > 6 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ");
}

/** Drops obstacles outside the boundary and cuts off what reaches beyond it. */
export function repairBeyondBoundary(draft: Draft): void {
  const shapes = shapesOf(draft.scene);
  const relations = relationsOf(shapes);
  const { list } = shapes;
  if (list[0].kind !== "area" || relations.selves.has(0)) return;
  const replaced = new Map<number, Obstacle[]>();
  const inside = new Set<number>();
  const crossing: number[] = [];
  const touching: number[] = [];
  for (const pair of relations.pairs) {
    if (pair.a > 0) break;
    if (pair.contact) touching.push(pair.b);
    if (!isOutside(pair)) inside.add(pair.b);
    // An obstacle around the whole boundary leaves no free space: an error without a sensible repair.
    if (crossesBoundary(pair) && pair.how !== "inside") crossing.push(pair.b);
  }
  for (let s = 1; s < list.length; s++) {
    if (inside.has(s) || list[s].moves) continue;
    replaced.set(list[s].obstacle, []);
    draft.note(`obstacles[${list[s].obstacle}]`, "dropped, it lies outside the boundary");
  }
  clip(draft, shapes, relations, crossing, touching, replaced);
  draft.replaceObstacles(replaced);
}

/**
 * Cuts polygons off at the boundary. The new vertices go into the boundary's edges as well: beside a slanted
 * edge they would leave a gap as wide as the rounding, and a path would find it. For the same reason walls keep
 * the part that reaches out.
 */
function clip(
  draft: Draft,
  { list }: Shapes,
  { selves }: Relations,
  crossing: readonly number[],
  touching: readonly number[],
  replaced: Map<number, Obstacle[]>,
): void {
  const tolerance = draft.weldTolerance;
  const boundary = list[0].points;
  const clipped = crossing
    .filter((s) => list[s].kind === "area" && !selves.has(s))
    .map((s) => ({ s, region: intersection([list[s].points], [boundary]) }))
    .filter(({ s, region }) => !sameVertices(region, list[s].points, tolerance));
  // When hardly anything of the boundary is left free, clipping would only trade one error for another.
  const taken = union(clipped.flatMap(({ region }) => region));
  if (clipped.length === 0 || difference([boundary], taken).length === 0) return;
  // What touches the boundary stays on it when new vertices bend an edge by a rounding error.
  const clippedShapes = new Set(clipped.map(({ s }) => s));
  const neighbours = touching.filter((s) => !clippedShapes.has(s)).map((s) => list[s].points);
  const regions = clipped.flatMap(({ region }) => region);
  const [welded, ...rest] = weld([boundary, ...neighbours, ...regions], tolerance);
  let k = neighbours.length;
  for (const { s, region } of clipped) {
    const own = rest.slice(k, k + region.length).map((ring) => cleanRing(ring, 0));
    k += region.length;
    const pieces = cutIntoPieces(own.filter((ring) => ring.length > 2 && !isFlat(ring)));
    replaced.set(
      list[s].obstacle,
      pieces.filter((ring) => !isSliver(ring, tolerance)).map((piece) => ({ polygon: toPoints(piece) })),
    );
    draft.note(`obstacles[${list[s].obstacle}]`, "cut off at the boundary");
  }
  draft.scene.boundary = toPoints(welded);
}

/** Whether a clipped region has the vertices that the ring had, so that clipping changed nothing but rounding. */
function sameVertices(region: Region, ring: Ring, tolerance: number): boolean {
  if (region.length !== 1) return false;
  const near = (from: Ring, to: Ring): boolean => {
    const index = new EdgeIndex(to, to);
    return from.every(([x, y]) => {
      let found = false;
      index.inBox(x - tolerance, y - tolerance, x + tolerance, y + tolerance, () => {
        found = true;
      });
      return found;
    });
  };
  return near(region[0], ring) && near(ring, region[0]);
}
