/** What a Voronoi diagram must be, checked against the shapes themselves, one by one. */
import { expect } from "vitest";
import type { Constraint, Point, Ring } from "../../src/geometry/index.js";
import { edgesOf, type Roadmap } from "../../src/roadmap/index.js";

/** Plain distance from a point to a segment. */
function toSegment([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / square));
  return Math.hypot(px - ax - t * dx, py - ay - t * dy);
}

function chainsOf(boundary: Ring, sites: readonly Constraint[]): [Point, Point][] {
  const ring = (points: Ring): [Point, Point][] => points.map((p, i) => [p, points[(i + 1) % points.length]]);
  return [
    ...ring(boundary),
    ...sites.flatMap((site): [Point, Point][] => {
      if ("polygon" in site) return ring(site.polygon);
      return "segment" in site ? [[...site.segment]] : [[site.point, site.point]];
    }),
  ];
}

/** How many edges there are in each connected part of the diagram. */
export function partsOf({ diagram }: Roadmap): number {
  const { cell, vertex, twin, count } = diagram.halfEdges;
  const parent = new Map<number, number>();
  const root = (v: number): number => {
    let r = v;
    while (parent.get(r) !== r) r = parent.get(r)!;
    parent.set(v, r);
    return r;
  };
  for (let h = 0; h < count; h++) if (cell[h] >= 0) parent.set(vertex[h], vertex[h]);
  for (let h = 0; h < count; h++) if (cell[h] >= 0) parent.set(root(vertex[h]), root(vertex[twin[h]]));
  return new Set([...parent.keys()].map(root)).size;
}

/**
 * Checks a whole diagram: twins are twins, the circle of every sampled edge point touches its two elements and holds
 * nothing, every vertex is equidistant to three elements, ends and lengths fit, nothing was left out.
 */
export function checkDiagram(
  roadmap: Roadmap,
  boundary: Ring,
  sites: readonly Constraint[],
  tolerance = 1e-9,
): void {
  const { diagram } = roadmap;
  const { elements, cell, other, twin, vertex, x, y, r, start } = diagram.halfEdges;
  expect(diagram.defects).toBe(0);
  const chains = chainsOf(boundary, sites);
  const to = (s: number, p: Point): number =>
    toSegment(p, [elements.ax[s], elements.ay[s]], [elements.bx[s], elements.by[s]]);
  let worst = 0;
  for (let h = 0; h < diagram.halfEdges.count; h++) {
    if (cell[h] < 0) continue;
    const k = twin[h];
    expect([twin[k], cell[k], other[k]]).toEqual([h, other[h], cell[h]]);
    const end = diagram.halfEdges.endOf(h);
    for (const f of [0, 0.13, 0.5, 0.87, 1]) {
      const [px, py, radius] = diagram.halfEdges.pointAt(h, start[h] + f * (end - start[h]));
      const p: Point = [px, py];
      const nearest = chains.reduce((least, [a, b]) => Math.min(least, toSegment(p, a, b)), Infinity);
      worst = Math.max(worst, Math.abs(nearest - radius), Math.abs(to(cell[h], p) - radius));
      worst = Math.max(worst, Math.abs(to(other[h], p) - radius));
      // No circle of the edge is smaller than its least one.
      worst = Math.max(worst, diagram.halfEdges.clearance[h] - radius);
    }
    worst = Math.max(worst, Math.hypot(x[h] - x[vertex[h]], y[h] - y[vertex[h]]));
    worst = Math.max(worst, Math.hypot(x[k] - x[h], y[k] - y[h]) - diagram.halfEdges.length[h]);
    // The elements around a vertex; a degree of two is a wall that goes on in its own end.
    if (vertex[h] === h && r[h] > tolerance) {
      const around = new Set<number>();
      let e = h;
      do {
        around.add(cell[e]).add(other[e]);
        e = diagram.halfEdges.around(e);
      } while (e !== h);
      expect(around.size).toBeGreaterThanOrEqual(3);
      for (const s of around) worst = Math.max(worst, Math.abs(to(s, [x[h], y[h]]) - r[h]));
    }
  }
  expect(worst).toBeLessThan(tolerance);
}

/**
 * Checks the edges alone, as they are exported: every point of them is equally far from the two elements, and nothing is
 * nearer. For plans whose walls all but touch, where cells have slivers without a width.
 */
export function checkEdges(
  roadmap: Roadmap,
  boundary: Ring,
  sites: readonly Constraint[],
  tolerance = 1e-9,
): void {
  const { elements, cell, other, twin, count } = roadmap.diagram.halfEdges;
  const chains = chainsOf(boundary, sites);
  const to = (s: number, p: Point): number =>
    toSegment(p, [elements.ax[s], elements.ay[s]], [elements.bx[s], elements.by[s]]);
  const pieces = Array.from({ length: count }, (_, h) => h).filter((h) => cell[h] >= 0 && twin[h] > h);
  let worst = 0;
  for (const [i, { points, shape }] of [...edgesOf(roadmap)].entries()) {
    const [a, b] = [points[0], points[points.length - 1]];
    const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    for (const p of shape === "line" ? [...points, middle] : points) {
      const nearest = chains.reduce((least, [c, d]) => Math.min(least, toSegment(p, c, d)), Infinity);
      worst = Math.max(worst, ...[cell, other].map((side) => Math.abs(to(side[pieces[i]], p) - nearest)));
    }
  }
  expect(worst).toBeLessThan(tolerance);
}

/** The edges as text, in an order of their own: equal for equal diagrams. */
export function signature({ diagram }: Roadmap, digits = 5): string[] {
  const { cell, twin, x, y, length, count } = diagram.halfEdges;
  const round = (v: number): string => (Math.round(v * 10 ** digits) / 10 ** digits + 0).toFixed(digits);
  const lines: string[] = [];
  for (let h = 0; h < count; h++) {
    const k = twin[h];
    if (cell[h] < 0 || k < h) continue;
    const ends = [`${round(x[h])},${round(y[h])}`, `${round(x[k])},${round(y[k])}`].sort();
    lines.push(`${ends.join(" ")} ${length[h].toFixed(digits - 1)}`);
  }
  return lines.sort();
}

/** Which elements border each other along more than `least` metres, by their places, and how long their edges are together. */
export function bordersOf({ diagram }: Roadmap, least: number): Map<string, number> {
  const { cell, other, twin, length, count, elements } = diagram.halfEdges;
  const { ax, ay, bx, by } = elements;
  const name = (s: number): string => [ax[s], ay[s], bx[s], by[s]].join(",");
  const borders = new Map<string, number>();
  for (let h = 0; h < count; h++) {
    if (cell[h] < 0 || twin[h] < h) continue;
    const key = [name(cell[h]), name(other[h])].sort().join(" | ");
    borders.set(key, (borders.get(key) ?? 0) + length[h]);
  }
  return new Map([...borders].filter(([, total]) => total > least).sort(([a], [b]) => (a < b ? -1 : 1)));
}
