/**
 * Walkable areas with holes, as a scene holds them: one boundary and obstacles without holes.
 *
 * One area passes through untouched. Several are united first ; what lies between
 * the remaining islands becomes obstacle, so that no free place is lost.
 */
import Flatbush from "flatbush";
import { InputError } from "../errors.js";
import {
  type Area,
  type Box,
  boxOf,
  type Clipped,
  clipToAreas,
  cutIntoPieces,
  type Ring,
  sideOfRing,
  signedArea,
} from "../geometry/index.js";
import { counted } from "./text.js";

/** What a scene needs. */
export interface Plan {
  readonly boundary: Ring;
  readonly obstacles: readonly Ring[];
}

/** The frame around areas that do not lie inside one another, in metres. */
const MARGIN = 1;

function oriented(ring: Ring, sign: 1 | -1): Ring {
  return signedArea(ring) * sign < 0 ? [...ring].reverse() : ring;
}

/** The areas of a result, with a note where it was rounded. */
function noted({ areas, rounded, step }: Clipped, notes: string[], what: string): Area[] {
  if (rounded > 0) {
    const crossings = counted(rounded, "crossing");
    notes.push(
      `${what}: ${crossings} of edges rounded to ${step.toPrecision(2)}; input vertices are unchanged`,
    );
  }
  return [...areas];
}

/** The union of polygons, each given as its outline and its holes. A single polygon passes through untouched. */
export function unionOf(polygons: readonly Area[], notes: string[]): Area[] {
  if (polygons.length < 2) return [...polygons];
  const rings = polygons.flatMap(({ outer, holes }) => [
    oriented(outer, 1),
    ...holes.map((hole) => oriented(hole, -1)),
  ]);
  // Outlines count +1 and holes -1, so a hole is filled where another polygon covers it.
  return noted(clipToAreas(rings, "positive"), notes, `union of ${polygons.length} polygons`);
}

/** The areas that loose rings enclose by the even-odd rule. */
export function evenOddAreas(rings: readonly Ring[], notes: string[]): Area[] {
  if (rings.length === 1) return [{ outer: rings[0], holes: [] }];
  return noted(clipToAreas(rings, "even-odd"), notes, `${rings.length} rings of one shape`);
}

/** An outline without the obstacles, which may overlap each other and it. */
export function differenceOf(outline: Ring, obstacles: readonly Ring[], notes: string[]): Area[] {
  const what = "obstacles taken from the boundary";
  const others = obstacles.map((ring) => oriented(ring, 1));
  return noted(clipToAreas([oriented(outline, 1)], "non-zero", others), notes, what);
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
  const obstacles = blocked.flatMap(({ ring, islands }) => cutIntoPieces([ring, ...islands]));
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
  return { boundary, obstacles: [...cutIntoPieces([boundary, main.outer, ...outside]), ...obstacles] };
}
