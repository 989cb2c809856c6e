/**
 * The ground of a sheet with its portals open: beyond every side of a portal lies a *cap*, an image of the ground on the other
 * side, as deep as half the portal is wide. So a plane diagram of the sheet knows about each place what stands around it.
 *
 * Half the width is deep enough. The ends of a portal are walls, so a disc that is empty and whose centre lies before the
 * portal has at most the portal for its chord, and reaches no deeper beyond it than a half disc over the whole of it.
 */
import { InputError } from "../../errors.js";
import {
  type Area,
  type Box,
  boxOf,
  clipToAreas,
  intersection,
  isCounterclockwise,
  type Point,
  type Region,
  type Ring,
  type Segment,
  signedArea,
} from "../../geometry/index.js";
import { FreeSpace } from "../freespace.js";
import type { Obstacle } from "../scene.js";
import { moved } from "./flight.js";
import { patchAt, quantised, type Sheet } from "./sheet.js";

/** Depth of a cap, in widths of its portal. */
const DEPTH = 0.505;

/** Caps overlap the ground before them by a sliver of this height, in widths: rounding must not part them. */
const SLIVER = 1e-5;

/** A cap is looked through for portals behind portals, so many of them: short flights, small landings. */
const MOST_PORTALS = 4;

/** Caps may overlap other ground by this share of their area: rounding. */
const ROUNDING = 1e-6;

/** One side of a portal. */
export interface PortalSide {
  readonly portal: number;
  readonly side: "a" | "b";
  readonly segment: Segment;
  /** The unit vector into the ground before it. */
  readonly inward: Point;
  /** What is added to a place where the side is crossed. */
  readonly shift: Point;
  /** How deep its cap is, in metres. */
  readonly depth: number;
}

/** The ground with caps beyond all portals. */
export interface OpenSheet {
  readonly space: FreeSpace;
  /** Posts on the ground and their images in caps. */
  readonly posts: readonly Point[];
  /** By the numbers of patches. */
  readonly sides: readonly (readonly PortalSide[])[];
}

/** Both sides of every portal, by patch. */
function sidesOf({ portals, patches }: Sheet): PortalSide[][] {
  const sides: PortalSide[][] = patches.map(() => []);
  portals.forEach(({ a, b, shift, patches: [level, flight] }, portal) => {
    const width = Math.hypot(a[1][0] - a[0][0], a[1][1] - a[0][1]);
    const [ux, uy] = [(a[1][0] - a[0][0]) / width, (a[1][1] - a[0][1]) / width];
    const depth = DEPTH * width;
    sides[level].push({ portal, side: "a", segment: a, inward: [-uy, ux], shift, depth });
    const back: Point = [-shift[0], -shift[1]];
    sides[flight].push({ portal, side: "b", segment: b, inward: [uy, -ux], shift: back, depth });
  });
  return sides;
}

/** Opens the portals of a sheet. */
export function openSheet(sheet: Sheet, boundary: Ring, obstacles: readonly Obstacle[]): OpenSheet {
  const sides = sidesOf(sheet);
  const solids = obstacles.flatMap(({ polygon }) => (polygon ? [counterclockwise(polygon)] : []));
  const ground = clipToAreas([counterclockwise(boundary)], "non-zero", solids).areas;
  const rings = ringsOf(ground);
  const caps = new Caps(sheet, sides, obstacles);
  const slivers: Ring[] = [];
  for (const side of sides.flat()) {
    const cap = caps.of(side);
    refuseOverlap(sheet, side, cap, rings);
    for (const ring of cap) rings.push(ring);
    slivers.push(sliver(side));
  }
  for (const ring of slivers) rings.push(ring);
  const { areas } = clipToAreas(rings, "non-zero");
  const space = FreeSpace.ofAreas(areas.map(onGrid), boundary);
  for (const segment of caps.walls) space.add({ segment });
  for (const { segment } of obstacles) if (segment) space.add({ segment });
  const posts = [...obstacles.flatMap(({ point }) => (point ? [point] : [])), ...caps.posts];
  return { space, posts, sides };
}

/** What lies beyond portals. */
class Caps {
  /** Walls that are seen in caps, and what closes these. */
  readonly walls: Segment[] = [];
  readonly posts: Point[] = [];

  constructor(
    private readonly sheet: Sheet,
    private readonly sides: readonly (readonly PortalSide[])[],
    private readonly obstacles: readonly Obstacle[],
  ) {}

  /** The cap beyond a side, closed all around but for the portal. */
  of(side: PortalSide): Region {
    const box = boxBeyond(side);
    const [o, e, far, near] = box;
    this.walls.push([e, far], [far, near], [near, o]);
    return this.seen(side, box, MOST_PORTALS);
  }

  /** The ground beyond a side within a ring, where one sees it from before the side. */
  private seen(side: PortalSide, within: Ring, left: number): Region {
    const { shift, portal } = side;
    const back: Point = [-shift[0], -shift[1]];
    const there = counterclockwise(within.map((p) => moved(p, shift)));
    const box = boxOf(there);
    const near = this.obstacles.filter((obstacle) => meets(obstacle, box));
    const solids = near.flatMap(({ polygon }) => (polygon ? [counterclockwise(polygon)] : []));
    const found = ringsOf(clipToAreas([there], "non-zero", solids).areas);
    for (const { segment, point } of near) {
      if (point) this.posts.push(moved(point, back));
      const part = segment && partWithin(segment, there);
      if (part) this.walls.push([moved(part[0], back), moved(part[1], back)]);
    }
    const beyond = patchAt(this.sheet, (box.minX + box.maxX) / 2);
    for (const next of left > 1 ? this.sides[beyond] : []) {
      if (next.portal === portal) continue;
      for (const part of intersection([counterclockwise(boxBeyond(next))], [there])) {
        for (const ring of this.seen(next, part, left - 1)) found.push(ring);
        for (const ring of intersection([sliver(next)], [there])) found.push(ring);
      }
    }
    return found.map((ring) => ring.map((p) => moved(p, back)));
  }
}

/** The rectangle beyond a side, from the first end of its segment to the second and back on the far side. */
function boxBeyond({ segment: [o, e], inward: [nx, ny], depth }: PortalSide): Ring {
  const out: Point = [quantised(-depth * nx), quantised(-depth * ny)];
  return [o, e, moved(e, out), moved(o, out)];
}

/** A flat triangle over a side, before it. */
function sliver({ segment: [o, e], inward: [nx, ny], depth }: PortalSide): Ring {
  const height = SLIVER * depth;
  const top: Point = [(o[0] + e[0]) / 2 + height * nx, (o[1] + e[1]) / 2 + height * ny];
  return counterclockwise([o, e, top]);
}

/** Caps that lie on other ground of the same plan cannot be drawn beside it. */
function refuseOverlap(
  { portals, patches }: Sheet,
  { portal, segment: [o, e], depth }: PortalSide,
  cap: Region,
  others: Region,
): void {
  const shared = intersection(cap, others).reduce((sum, ring) => sum + signedArea(ring), 0);
  if (Math.abs(shared) <= ROUNDING * depth * depth) return;
  const { patches: sides, end } = portals[portal];
  const width = Math.hypot(e[0] - o[0], e[1] - o[1]);
  throw new InputError(
    `${patches[sides[1]].name} is ${Number(width.toFixed(3))} m wide and ground of ${patches[sides[0]].name} lies less than half as far behind its ${end}; ` +
      "roadmaps need that room, and path maps do not",
    `connections[${portals[portal].connection}]`,
  );
}

function meets({ polygon, segment, point }: Obstacle, box: Box): boolean {
  const { minX, minY, maxX, maxY } = boxOf(polygon ?? segment ?? [point!]);
  return minX <= box.maxX && maxX >= box.minX && minY <= box.maxY && maxY >= box.minY;
}

/** The part of a segment within a convex counterclockwise ring; null for none (Cyrus and Beck 1978). */
function partWithin([p, q]: Segment, ring: Ring): Segment | null {
  let from = 0;
  let to = 1;
  ring.forEach((a, i) => {
    const b = ring[(i + 1) % ring.length];
    const side = ([x, y]: Point): number => (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
    const [s, t] = [side(p), side(q)];
    if (s < 0 && t < 0) to = -1;
    else if (s < 0) from = Math.max(from, s / (s - t));
    else if (t < 0) to = Math.min(to, s / (s - t));
  });
  if (!(from < to)) return null;
  const at = (t: number): Point => [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
  return [at(from), at(to)];
}

function ringsOf(areas: readonly Area[]): Ring[] {
  return areas.flatMap(({ outer, holes }) => [outer, ...holes]);
}

function onGrid({ outer, holes }: Area): Area {
  const rounded = (ring: Ring): Ring => ring.map(([x, y]): Point => [quantised(x), quantised(y)]);
  return { outer: rounded(outer), holes: holes.map(rounded) };
}

function counterclockwise(ring: Ring): Ring {
  return isCounterclockwise(ring) ? ring : [...ring].reverse();
}
