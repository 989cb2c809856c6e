/**
 * Walkable areas with holes, as a scene holds them: one boundary and obstacles without holes.
 *
 * One area passes through untouched. Several are united first (with clipper2, on integers); what lies between
 * the remaining islands becomes obstacle, so that no free place is lost.
 */
import { Clipper64, ClipType, FillRule, type Path64, type PolyPath64, PolyTree64 } from "clipper2-ts";
import Flatbush from "flatbush";
import { InputError } from "../errors.js";
import {
  type Box,
  boxOf,
  cutIntoPieces,
  type Point,
  type Ring,
  sideOfRing,
  signedArea,
} from "../geometry/index.js";
import { counted } from "./text.js";

/** A connected area: its outline and the outlines of what it surrounds. */
export interface Area {
  readonly outer: Ring;
  readonly holes: readonly Ring[];
}

/** What a scene needs. */
export interface Plan {
  readonly boundary: Ring;
  readonly obstacles: readonly Ring[];
}

/** The frame around areas that do not lie inside one another, in metres. */
const MARGIN = 1;

/** Integers for clipper2 stay below 2^40: its products are exact then, and a 100 m plan keeps 1e-10 m. */
const GRID_BITS = 40;

/** Points on the integer grid of clipper2, and back to the very coordinates they came from. */
class IntegerGrid {
  readonly step: number;
  /** Results that are no vertex of the input: crossings, rounded to the grid. */
  rounded = 0;
  private readonly origin: Point;
  private readonly known = new Map<string, Point>();

  constructor(box: Box) {
    this.origin = [(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2];
    const reach = Math.max(box.maxX - box.minX, box.maxY - box.minY, 1e-40);
    this.step = 2 ** (Math.ceil(Math.log2(reach)) - GRID_BITS);
  }

  path(ring: Ring): Path64 {
    return ring.map((point) => {
      const x = Math.round((point[0] - this.origin[0]) / this.step);
      const y = Math.round((point[1] - this.origin[1]) / this.step);
      const key = `${x},${y}`;
      if (!this.known.has(key)) this.known.set(key, point);
      return { x, y };
    });
  }

  ring(path: Path64): Ring {
    return path.map(({ x, y }) => {
      const point = this.known.get(`${x},${y}`);
      if (point) return point;
      this.rounded++;
      return [this.origin[0] + x * this.step, this.origin[1] + y * this.step];
    });
  }
}

function oriented(ring: Ring, sign: 1 | -1): Ring {
  return signedArea(ring) * sign < 0 ? [...ring].reverse() : ring;
}

/** The areas of a clipper2 result: its tree alternates outlines and holes. */
function areasOf(tree: PolyTree64, grid: IntegerGrid): Area[] {
  const areas: Area[] = [];
  const pending: PolyPath64[] = [tree];
  while (pending.length > 0) {
    const node = pending.pop()!;
    for (let i = 0; i < node.count; i++) {
      const outline = node.child(i);
      const holes: Ring[] = [];
      for (let j = 0; j < outline.count; j++) {
        const hole = outline.child(j);
        holes.push(grid.ring(hole.poly!));
        pending.push(hole);
      }
      areas.push({ outer: grid.ring(outline.poly!), holes });
    }
  }
  return areas.filter((area) => area.outer.length > 2);
}

function clip(
  type: ClipType,
  rule: FillRule,
  subject: readonly Ring[],
  other: readonly Ring[],
  notes: string[],
  what: string,
): Area[] {
  const grid = new IntegerGrid(boxOf([...subject, ...other].flat()));
  const clipper = new Clipper64();
  clipper.addSubject(subject.map((ring) => grid.path(ring)));
  if (other.length > 0) clipper.addClip(other.map((ring) => grid.path(ring)));
  const tree = new PolyTree64();
  if (!clipper.execute(type, rule, tree))
    throw new InputError(`${what} failed: the polygons are too degenerate`);
  const areas = areasOf(tree, grid);
  if (grid.rounded > 0) {
    const crossings = counted(grid.rounded, "crossing");
    notes.push(
      `${what}: ${crossings} of edges rounded to ${grid.step.toPrecision(2)}; input vertices are unchanged`,
    );
  }
  return areas;
}

/** The union of polygons, each given as its outline and its holes. A single polygon passes through untouched. */
export function unionOf(polygons: readonly Area[], notes: string[]): Area[] {
  if (polygons.length < 2) return [...polygons];
  const rings = polygons.flatMap(({ outer, holes }) => [
    oriented(outer, 1),
    ...holes.map((hole) => oriented(hole, -1)),
  ]);
  // Outlines count +1 and holes -1, so a hole is filled where another polygon covers it.
  return clip(ClipType.Union, FillRule.Positive, rings, [], notes, `union of ${polygons.length} polygons`);
}

/** The areas that loose rings enclose by the even-odd rule. */
export function evenOddAreas(rings: readonly Ring[], notes: string[]): Area[] {
  if (rings.length === 1) return [{ outer: rings[0], holes: [] }];
  return clip(ClipType.Union, FillRule.EvenOdd, rings, [], notes, `${rings.length} rings of one shape`);
}

/** An outline without the obstacles, which may overlap each other and it. */
export function differenceOf(outline: Ring, obstacles: readonly Ring[], notes: string[]): Area[] {
  const what = "obstacles taken from the boundary";
  const others = obstacles.map((ring) => oriented(ring, 1));
  return clip(ClipType.Difference, FillRule.NonZero, [oriented(outline, 1)], others, notes, what);
}

/** Whether a ring that crosses no edge of `container` lies inside it. */
export function ringInside(ring: Ring, container: Ring): boolean {
  for (const point of ring) {
    const side = sideOfRing(point, container);
    if (side !== 0) return side > 0;
  }
  // Every vertex lies on the container: the middle of an edge decides, unless the edge does too.
  for (let i = 0; i < ring.length; i++) {
    const a = ring[i];
    const b = ring[(i + 1) % ring.length];
    const side = sideOfRing([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], container);
    if (side !== 0) return side > 0;
  }
  return true;
}

function boxInside(inner: Box, outer: Box): boolean {
  return (
    inner.minX >= outer.minX &&
    inner.minY >= outer.minY &&
    inner.maxX <= outer.maxX &&
    inner.maxY <= outer.maxY
  );
}

/** A blocked ring, and the free areas that lie directly inside it. */
interface Blocked {
  readonly ring: Ring;
  readonly box: Box;
  readonly size: number;
  readonly islands: Ring[];
}

/** Puts every area except `main` into the smallest blocked ring around it; the rest lie outside. */
function placeIslands(areas: readonly Area[], main: Area, blocked: readonly Blocked[]): Ring[] {
  const islands = areas.filter((area) => area !== main).map((area) => area.outer);
  if (blocked.length === 0) return islands;
  const index = new Flatbush(blocked.length);
  for (const { box } of blocked) index.add(box.minX, box.minY, box.maxX, box.maxY);
  index.finish();
  return islands.filter((ring) => {
    const box = boxOf(ring);
    const size = Math.abs(signedArea(ring));
    // A hole of the island itself is smaller than the island. Small rings first: they are quick to ask.
    const home = index
      .search(box.minX, box.minY, box.minX, box.minY)
      .map((i) => blocked[i])
      .filter((candidate) => candidate.size >= size && boxInside(box, candidate.box))
      .sort((a, b) => a.size - b.size)
      .find((candidate) => ringInside(ring, candidate.ring));
    home?.islands.push(ring);
    return home === undefined;
  });
}

/**
 * Disjoint areas as one boundary with obstacles. The largest gives the boundary when the others lie in its
 * holes; else a frame around all of them does. Either way boundary minus obstacles is the sum of the areas.
 */
export function planOf(areas: readonly Area[], notes: string[]): Plan {
  if (areas.length === 0) throw new InputError("there is no walkable area");
  if (areas.length === 1) return { boundary: areas[0].outer, obstacles: areas[0].holes };
  const main = areas.reduce((a, b) =>
    Math.abs(signedArea(b.outer)) > Math.abs(signedArea(a.outer)) ? b : a,
  );
  const blocked = areas.flatMap((area) =>
    area.holes.map(
      (ring): Blocked => ({ ring, box: boxOf(ring), size: Math.abs(signedArea(ring)), islands: [] }),
    ),
  );
  const outside = placeIslands(areas, main, blocked);
  const obstacles = blocked.flatMap(({ ring, islands }) => cutIntoPieces(ring, islands));
  if (outside.length === 0) {
    notes.push(
      `${areas.length} separate walkable areas; the smaller ones lie inside obstacles of the largest`,
    );
    return { boundary: main.outer, obstacles };
  }
  const box = boxOf(areas.flatMap((area) => area.outer));
  const boundary: Ring = [
    [box.minX - MARGIN, box.minY - MARGIN],
    [box.maxX + MARGIN, box.minY - MARGIN],
    [box.maxX + MARGIN, box.maxY + MARGIN],
    [box.minX - MARGIN, box.maxY + MARGIN],
  ];
  notes.push(
    `${areas.length} separate walkable areas; the boundary is a frame ${MARGIN} m around them, and the space between them is obstacle`,
  );
  return { boundary, obstacles: [...cutIntoPieces(boundary, [main.outer, ...outside]), ...obstacles] };
}
