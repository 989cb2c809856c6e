/** How far the nearest wall is in a building, by brute force: points along all walls, seen through portals one after the other. */
import type { Point, Segment } from "../../src/geometry/index.js";
import { patchAt, type World } from "../../src/world/index.js";

type Wall = { readonly patch: number; readonly segment: Segment };

export class BuildingClearance {
  private readonly walls: Wall[] = [];

  constructor(private readonly world: World) {
    const { sheet } = world.building!;
    sheet.patches.forEach(({ outline, obstacles: [from, to] }, patch) => {
      const rings = [
        outline,
        ...world.obstacles.slice(from, to).map((o) => o.polygon ?? o.segment ?? [o.point!]),
      ];
      for (const ring of rings) {
        ring.forEach((p, i) => {
          const q = ring[(i + 1) % ring.length];
          for (const part of this.withoutPortals(patch, [p, q])) this.walls.push({ patch, segment: part });
        });
      }
    });
  }

  /** The parts of an edge between portals. */
  private withoutPortals(patch: number, [p, q]: Segment): Segment[] {
    const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
    if (length === 0) return [[p, q]];
    const along = ([x, y]: Point): number =>
      ((x - p[0]) * (q[0] - p[0]) + (y - p[1]) * (q[1] - p[1])) / length;
    const off = ([x, y]: Point): number =>
      Math.abs((x - p[0]) * (q[1] - p[1]) - (y - p[1]) * (q[0] - p[0])) / length;
    const { portals } = this.world.building!.sheet;
    const gaps = portals.flatMap(({ a, b, patches }) => {
      const side = patches[0] === patch ? a : patches[1] === patch ? b : null;
      if (!side || side.some((s) => off(s) > 1e-7)) return [];
      const ends = side.map(along).sort((s, t) => s - t);
      return ends[1] > 0 && ends[0] < length ? [ends] : [];
    });
    gaps.sort((g, h) => g[0] - h[0]);
    const at = (t: number): Point => [
      p[0] + (t / length) * (q[0] - p[0]),
      p[1] + (t / length) * (q[1] - p[1]),
    ];
    const parts: Segment[] = [];
    let from = 0;
    for (const [s, t] of gaps) {
      if (s > from) parts.push([at(from), at(s)]);
      else parts.push([at(from), at(from)]);
      from = t;
    }
    parts.push([at(from), at(Math.max(from, length))]);
    return parts;
  }

  /** Metres from a place of the sheet to the nearest wall, as far as `most`. */
  at(p: Point, most: number): number {
    return this.from(p, patchAt(this.world.building!.sheet, p[0]), most, []);
  }

  /** Through `seen`, segments that a line of sight has to cross, in the coordinates of the patch. */
  private from(p: Point, patch: number, most: number, seen: readonly Segment[]): number {
    let least = most;
    for (const wall of this.walls) {
      if (wall.patch !== patch) continue;
      const [a, b] = wall.segment;
      // The nearest point of what is seen of it: by points along it where sight is bounded.
      const parts = seen.length === 0 ? 0 : Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 0.005);
      if (parts === 0) least = Math.min(least, toSegment(p, a, b));
      for (let i = 0; i <= parts && parts > 0; i++) {
        const t = i / parts;
        const q: Point = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
        const apart = Math.hypot(q[0] - p[0], q[1] - p[1]);
        if (apart < least && seen.every((portal) => crosses(p, q, portal))) least = apart;
      }
    }
    if (seen.length > 2) return least;
    for (const { a, b, shift, patches } of this.world.building!.sheet.portals) {
      for (const [side, there, to, sign] of [
        [a, b, patches[1], 1],
        [b, a, patches[0], -1],
      ] as const) {
        if (patches[sign === 1 ? 0 : 1] !== patch || toSegment(p, ...side) >= least) continue;
        const moved = ([x, y]: Point): Point => [x + sign * shift[0], y + sign * shift[1]];
        if (seen.some((one) => toSegment(one[0], ...side) + toSegment(one[1], ...side) < 1e-9)) continue;
        const through = seen.map((one): Segment => [moved(one[0]), moved(one[1])]);
        least = Math.min(least, this.from(moved(p), to, least, [...through, there]));
      }
    }
    return least;
  }
}

function toSegment([x, y]: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const t = square > 0 ? Math.min(Math.max(((x - a[0]) * dx + (y - a[1]) * dy) / square, 0), 1) : 0;
  return Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy);
}

/** Whether the straight way from p to q crosses a segment, ends included. */
function crosses(p: Point, q: Point, [a, b]: Segment): boolean {
  const side = (o: Point, e: Point, r: Point): number =>
    (e[0] - o[0]) * (r[1] - o[1]) - (e[1] - o[1]) * (r[0] - o[0]);
  return side(a, b, p) * side(a, b, q) <= 1e-12 && side(p, q, a) * side(p, q, b) <= 1e-12;
}
