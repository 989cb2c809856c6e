/**
 * Room for people of some size in a building: where the centre of a disc can be, on the sheet.
 *
 * A disc that stands in a portal is on both sides of it, and touches the walls of both. So every wall near a portal has an
 * image on its other side; and the portal itself, although it lies on the border of its patch, is no wall. What remains
 * free of a portal is then the same on both of its sides but for the rounding of the offsets, and is made the same to the
 * bit, so that the sides can be joined again.
 */
import { InputError } from "../../errors.js";
import {
  type Area,
  boxOf,
  clipToAreas,
  distanceToSegment,
  intersection,
  isCounterclockwise,
  offset,
  outlined,
  type Point,
  type PortalSides,
  type Region,
  type Ring,
  type Segment,
} from "../../geometry/index.js";
import { FreeSpace } from "../freespace.js";
import { ARC_TOLERANCE } from "../grow.js";
import type { Obstacle } from "../scene.js";
import { type Portal, quantised, type Sheet } from "./sheet.js";

/** What is nearer than this lies on a portal, in metres: more than offsets are rounded by, less than any body. */
const ON_PORTAL = 1e-6;

/** A part of a portal that is left, from 0 to its length in metres. */
type Span = readonly [from: number, to: number];

/** The places on a sheet for the centres of discs, and what is left of the portals. */
export interface GrownSheet {
  readonly areas: readonly Area[];
  readonly portals: readonly PortalSides[];
}

/** The free space of a sheet for the centres of discs of a radius in metres. */
export function spaceOfSheet({ areas, portals }: GrownSheet, boundary: Ring): FreeSpace {
  return FreeSpace.ofAreas(areas, boundary).join(portals);
}

/**
 * Grows all walls of a sheet by a radius in metres, > 0.
 *
 * @throws InputError where a flight is shorter than such a disc is wide
 */
export function growSheet(
  sheet: Sheet,
  boundary: Ring,
  obstacles: readonly Obstacle[],
  radius: number,
): GrownSheet {
  for (const patch of sheet.patches) {
    if (patch.kind === "flight" && patch.length < 2.1 * radius) {
      throw new InputError(
        `${radius} m; ${patch.name} is ${Number(patch.length.toFixed(3))} m long, and a flight has to be longer than a disc is wide`,
        "radius",
      );
    }
  }
  const tolerance = radius * ARC_TOLERANCE;
  const growth = radius + tolerance;
  const grow = (ring: Ring): Region => offset(outlined(ring), growth, { tolerance });
  const solid: Ring[] = [];
  const blocked: Ring[] = [];
  const block = (rings: readonly Ring[]): void => {
    for (const ring of rings) blocked.push(ring);
  };
  const walls: Segment[] = [];
  const sides = sheet.portals.flatMap(({ a, b }) => [a, b]);
  for (const { polygon, segment, point } of obstacles) {
    const ring = counterclockwise(polygon ?? segment ?? [point!]);
    const edges = edgesOf(ring).flatMap((edge) => without(edge, sides));
    for (const edge of edges) walls.push(edge);
    if (polygon) solid.push(ring);
    // A ring that a portal lies on grows by its other edges only.
    for (const part of edges.length === edgesOf(ring).length ? [ring] : edges) block(grow(part));
  }
  for (const portal of sheet.portals) {
    block(imagesOf(walls, portal.a, portal.b, 1, growth, grow));
    block(imagesOf(walls, portal.b, portal.a, -1, growth, grow));
  }
  const { areas } = clipToAreas([counterclockwise(boundary)], "non-zero", [...solid, ...blocked]);
  const rings = areas.map(({ outer, holes }) => [outer, ...holes].map((ring) => ring.map(onGrid)));
  const portals = stitchAll(rings, sheet.portals);
  return { areas: rings.map(([outer, ...holes]) => ({ outer, holes })), portals };
}

function counterclockwise(ring: Ring): Ring {
  return ring.length < 3 || isCounterclockwise(ring) ? ring : [...ring].reverse();
}

function onGrid([x, y]: Point): Point {
  return [quantised(x), quantised(y)];
}

/** The edges of a ring, a segment or a point. */
function edgesOf(ring: Ring): Segment[] {
  if (ring.length < 3) return [[ring[0], ring[1] ?? ring[0]]];
  return ring.map((p, i) => [p, ring[(i + 1) % ring.length]]);
}

/** An edge without the portals that lie on it: itself, where none does. */
function without(edge: Segment, portals: readonly Segment[]): Segment[] {
  const [u, v] = edge;
  const length = Math.hypot(v[0] - u[0], v[1] - u[1]);
  const on = portals.filter(
    (portal) =>
      !areApart(edge, portal, ON_PORTAL) && portal.every((p) => distanceToSegment(p, u, v) < ON_PORTAL),
  );
  if (length === 0 || on.length === 0) return [edge];
  const along = (p: Point): number =>
    ((p[0] - u[0]) * (v[0] - u[0]) + (p[1] - u[1]) * (v[1] - u[1])) / length;
  const sorted = on
    .map(([p, q]) => (along(p) < along(q) ? [p, q] : [q, p]))
    .sort((s, t) => along(s[0]) - along(t[0]));
  const ends: Point[] = [u, ...sorted.flat(), v];
  const left: Segment[] = [];
  for (let i = 0; i < ends.length; i += 2) left.push([ends[i], ends[i + 1]]);
  return left;
}

/**
 * What walls near one side of a portal take away beyond its other side.
 *
 * @param ground 1 when the ground of `from` lies on its left, -1 for its right
 */
function imagesOf(
  walls: readonly Segment[],
  from: Segment,
  to: Segment,
  ground: 1 | -1,
  growth: number,
  grow: (ring: Ring) => Region,
): Region {
  const [o, e] = from;
  const length = Math.hypot(e[0] - o[0], e[1] - o[1]);
  const [ux, uy] = [(e[0] - o[0]) / length, (e[1] - o[1]) / length];
  const depth = ([x, y]: Point): number => ground * (ux * (y - o[1]) - uy * (x - o[0]));
  const near = walls.filter((wall) => isNear(wall, from, growth)).flatMap((wall) => halfOf(wall, depth));
  if (near.length === 0) return [];
  // Beyond the other side, as far as a disc reaches.
  const box = [
    [-growth, 0],
    [length + growth, 0],
    [length + growth, 1],
    [-growth, 1],
  ].map(([t, k]): Point => {
    const d = -k * ground * growth;
    return [to[0][0] + t * ux - d * uy, to[0][1] + t * uy + d * ux];
  });
  const [dx, dy] = [to[0][0] - o[0], to[0][1] - o[1]];
  const moved = near.flatMap((wall) => grow(wall.map(([x, y]): Point => [x + dx, y + dy])));
  return moved.flatMap((ring) => intersection([ring], [counterclockwise(box)]));
}

/** Whether a wall comes so near to a side of a portal that a disc can touch both. */
function isNear(wall: Segment, side: Segment, growth: number): boolean {
  const [p, q] = wall;
  const [a, b] = side;
  return (
    !areApart(wall, side, 2 * growth) &&
    Math.min(
      distanceToSegment(p, a, b),
      distanceToSegment(q, a, b),
      distanceToSegment(a, p, q),
      distanceToSegment(b, p, q),
    ) <
      2 * growth
  );
}

/** Whether points lie apart by more than so many metres already in x or in y: of most, this is all that has to be known. */
function areApart(some: readonly Point[], others: readonly Point[], by: number): boolean {
  const [s, t] = [boxOf(some), boxOf(others)];
  return s.minX - t.maxX > by || t.minX - s.maxX > by || s.minY - t.maxY > by || t.minY - s.maxY > by;
}

/** The part of a wall where a depth is not negative. */
function halfOf([p, q]: Segment, depth: (p: Point) => number): Segment[] {
  const [from, to] = [depth(p), depth(q)];
  if (from < -ON_PORTAL && to < -ON_PORTAL) return [];
  if (from >= -ON_PORTAL && to >= -ON_PORTAL) return [[p, q]];
  const t = from / (from - to);
  const cut: Point = [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
  return [from > to ? [p, cut] : [cut, q]];
}

/** A place in the list of an area's rings. */
interface RingPlace {
  readonly rings: Ring[];
  readonly index: number;
}

/** Makes what is left of portals the same on both sides, to the bit; returns it. */
function stitchAll(areas: Ring[][], portals: readonly Portal[]): PortalSides[] {
  const places = areas.flatMap((rings) => rings.map((_, index): RingPlace => ({ rings, index })));
  // Rings change as portals are stitched, but by less than this.
  const by = 100 * ON_PORTAL;
  const boxes = places.map(({ rings, index }) => boxOf(rings[index]));
  const near = (side: Segment): RingPlace[] => {
    const { minX, minY, maxX, maxY } = boxOf(side);
    return places.filter((_, i) => {
      const box = boxes[i];
      return box.minX < maxX + by && box.maxX > minX - by && box.minY < maxY + by && box.maxY > minY - by;
    });
  };
  return portals.flatMap((portal) => stitch(near(portal.a), near(portal.b), portal));
}

/** The same for one portal, with the rings near its two sides. */
function stitch(
  nearA: readonly RingPlace[],
  nearB: readonly RingPlace[],
  { a, b, shift, entry }: Portal,
): PortalSides[] {
  const length = Math.hypot(a[1][0] - a[0][0], a[1][1] - a[0][1]);
  const at = (t: number): Point => [
    quantised(a[0][0] + (t / length) * (a[1][0] - a[0][0])),
    quantised(a[0][1] + (t / length) * (a[1][1] - a[0][1])),
  ];
  const beyond = ([x, y]: Point): Point => [x + shift[0], y + shift[1]];
  const far = spansOn(nearB, b, length);
  const common = spansOn(nearA, a, length).flatMap(([s, e]) =>
    far.map(([u, v]): Span => [Math.max(s, u), Math.min(e, v)]).filter(([u, v]) => v - u > ON_PORTAL),
  );
  return common.map(([s, e]) => {
    const ends: Segment = [at(s), at(e)];
    const images: Segment = [beyond(ends[0]), beyond(ends[1])];
    for (const { rings, index } of nearA) rings[index] = withEnds(rings[index], a, ends);
    for (const { rings, index } of nearB) rings[index] = withEnds(rings[index], b, images);
    return { a: ends, b: images, ...(entry && { entry }) };
  });
}

/** The parts of a side of a portal that are edges of rings. */
function spansOn(near: readonly RingPlace[], [o, e]: Segment, length: number): Span[] {
  const along = ([x, y]: Point): number => ((x - o[0]) * (e[0] - o[0]) + (y - o[1]) * (e[1] - o[1])) / length;
  const isOn = (p: Point): boolean => distanceToSegment(p, o, e) < ON_PORTAL;
  return near.flatMap(({ rings, index }) =>
    rings[index].flatMap((p, i, ring): Span[] => {
      const q = ring[(i + 1) % ring.length];
      if (!isOn(p) || !isOn(q)) return [];
      const [s, t] = [along(p), along(q)].sort((x, y) => x - y);
      return t - s > ON_PORTAL ? [[s, t]] : [];
    }),
  );
}

/** A ring whose edge along a side of a portal has vertices exactly at two places: those nearby are moved there. */
function withEnds(ring: Ring, [o, e]: Segment, [first, last]: Segment): Ring {
  const isOn = (p: Point): boolean => distanceToSegment(p, o, e) < ON_PORTAL;
  const snapped = ring.map(
    (p) => [first, last].find((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < 4 * ON_PORTAL) ?? p,
  );
  return snapped.flatMap((p, i) => {
    const q = snapped[(i + 1) % ring.length];
    if (!isOn(p) || !isOn(q)) return [p];
    const away = (r: Point): number => Math.hypot(r[0] - p[0], r[1] - p[1]);
    const between = [first, last].filter(
      (r) => away(r) > 0 && away(r) < away(q) && distanceToSegment(r, p, q) < ON_PORTAL,
    );
    return [p, ...between.sort((r, s) => away(r) - away(s))];
  });
}
