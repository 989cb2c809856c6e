/**
 * The free space by definition, in exact rational arithmetic, without triangles: the oracle of `FreeSpace`.
 *
 * Points are homogeneous: [X, Y, W] stands for (X / W, Y / W), W > 0. A place is judged by the small circle around it,
 * which the edges through it cut into sectors; a sector is free when a point in it is inside the boundary and outside
 * every polygon. All coordinates of the plan are whole.
 */
import type { Constraint, Point, Ring } from "../../src/geometry/index.js";

type Exact = readonly [bigint, bigint];
/** A rational point over a common denominator. */
type Place = readonly [x: bigint, y: bigint, w: bigint];

/** So small that, around any place with denominators as they occur, only the edges through it are met. */
const NEARBY = 10n ** 9n;

const cross = (a: Exact, b: Exact): bigint => a[0] * b[1] - a[1] * b[0];
const dot = (a: Exact, b: Exact): bigint => a[0] * b[0] + a[1] * b[1];
const minus = (a: Exact, b: Exact): Exact => [a[0] - b[0], a[1] - b[1]];
const negative = (a: Exact): Exact => [-a[0], -a[1]];
const scaled = (a: Exact, factor: bigint): Exact => [a[0] * factor, a[1] * factor];
const whole = ([x, y]: Point): Exact => [BigInt(x), BigInt(y)];

export class PlanOracle {
  private readonly boundary: Exact[];
  private readonly rings: Exact[][];
  private readonly edges: [Exact, Exact][] = [];

  constructor(boundary: Ring, obstacles: readonly Constraint[]) {
    this.boundary = boundary.map(whole);
    this.rings = obstacles.flatMap((o) => ("polygon" in o ? [o.polygon.map(whole)] : []));
    for (const ring of [this.boundary, ...this.rings]) {
      ring.forEach((a, i) => {
        this.edges.push([a, ring[(i + 1) % ring.length]]);
      });
    }
    for (const o of obstacles)
      if ("segment" in o) this.edges.push([whole(o.segment[0]), whole(o.segment[1])]);
  }

  /** Whether p belongs to the closure of the open free space. */
  contains(p: Point): boolean {
    const place: Place = [...whole(p), 1n];
    return this.sectors(place).some(({ free }) => free);
  }

  /** Whether free paths run arbitrarily near to ab. */
  visible(a: Point, b: Point): boolean {
    return this.arrivals(a, b).size > 0;
  }

  /** Names of the free sectors around a place: the parts between walls, none of which leads to another. */
  sectorNames(p: Point): Set<string> {
    return new Set(this.sectors([...whole(p), 1n]).flatMap(({ free, name }) => (free ? [name] : [])));
  }

  /** The sectors around b that free paths near ab arrive in, if they leave a in the sector of that name (or any). */
  arrivals(a: Point, b: Point, name?: string): Set<string> {
    if (a[0] === b[0] && a[1] === b[1]) return name === undefined ? this.sectorNames(a) : new Set([name]);
    const [from, to] = [whole(a), whole(b)];
    const direction = minus(to, from);
    const places = this.stops(from, to);
    // `sides`: of the sectors just left and just right of the line ahead, which can the walker be in?
    let sides = this.sectors(places[0], direction).filter(
      (s) => s.ahead && s.free && (name === undefined || s.name === name),
    );
    for (const place of places.slice(1)) {
      if (sides.length === 0) break;
      const around = this.sectors(place, direction);
      const back = around.filter(({ behind, free }) => behind && free);
      // The same side of the line, or both where nothing runs along the line between the two places.
      const arrived = back.filter((s) => sides.some((t) => t.left === s.left) || !s.alongBehind);
      const groups = new Set(arrived.map(({ group }) => group));
      if (place === places[places.length - 1]) return new Set(arrived.map((s) => s.name));
      sides = around.filter(({ ahead, free, group }) => ahead && free && groups.has(group));
    }
    return new Set();
  }

  /** The ends of ab and every place between them where it meets an edge or passes an edge's end. */
  private stops(a: Exact, b: Exact): Place[] {
    const ab = minus(b, a);
    const found = new Map<string, { t: [bigint, bigint]; place: Place }>();
    const add = (num: bigint, den: bigint): void => {
      const [n, d] = den < 0n ? [-num, -den] : [num, den];
      if (n < 0n || n > d) return;
      const place: Place = [a[0] * d + ab[0] * n, a[1] * d + ab[1] * n, d];
      const g = gcd(gcd(n, d), d) || 1n;
      found.set(`${n / g}/${d / g}`, { t: [n, d], place });
    };
    add(0n, 1n);
    add(1n, 1n);
    for (const [c, d] of this.edges) {
      const cd = minus(d, c);
      const ac = minus(c, a);
      const det = cross(ab, cd);
      if (det !== 0n) {
        const s = cross(ac, ab) * (det < 0n ? -1n : 1n);
        if (s >= 0n && s <= (det < 0n ? -det : det)) add(cross(ac, cd), det);
      } else if (cross(ab, ac) === 0n) {
        add(dot(ac, ab), dot(ab, ab));
        add(dot(minus(d, a), ab), dot(ab, ab));
      }
    }
    const list = [...found.values()];
    list.sort((p, q) => (p.t[0] * q.t[1] < q.t[0] * p.t[1] ? -1 : 1));
    return list.map(({ place }) => place);
  }

  /** The sectors around a place; with a direction, the line through it is a border of sectors too. */
  private sectors(place: Place, direction?: Exact): Sector[] {
    const rays: { ray: Exact; wall: boolean }[] = [];
    for (const [c, d] of this.edges) {
      const toC = this.towards(place, c);
      const toD = this.towards(place, d);
      const through = cross(toC, toD) === 0n && dot(toC, toD) <= 0n;
      if (!through) continue;
      for (const ray of [toC, toD]) if (ray[0] !== 0n || ray[1] !== 0n) rays.push({ ray, wall: true });
    }
    if (direction) rays.push({ ray: direction, wall: false }, { ray: negative(direction), wall: false });
    // Four more borders keep every sector below a half turn.
    const AXES: Exact[] = [
      [1n, 0n],
      [0n, 1n],
      [-1n, 0n],
      [0n, -1n],
    ];
    for (const ray of AXES) rays.push({ ray, wall: false });
    const merged: { ray: Exact; wall: boolean }[] = [];
    for (const { ray, wall } of rays.sort((p, q) => byAngle(p.ray, q.ray))) {
      const last = merged[merged.length - 1];
      if (last && byAngle(last.ray, ray) === 0) last.wall ||= wall;
      else merged.push({ ray, wall });
    }
    return this.judge(place, merged, direction);
  }

  private judge(place: Place, rays: { ray: Exact; wall: boolean }[], direction?: Exact): Sector[] {
    const sectors = rays.map(({ ray }, i): Sector => {
      const other = rays[(i + 1) % rays.length].ray;
      const starts = (d: Exact): boolean => byAngle(ray, d) === 0;
      const ends = (d: Exact): boolean => byAngle(other, d) === 0;
      const back = direction && negative(direction);
      return {
        free: this.isFree(this.inSector(place, ray, other)),
        ahead: direction !== undefined && (starts(direction) || ends(direction)),
        behind: back !== undefined && (starts(back) || ends(back)),
        left: direction !== undefined && (starts(direction) || (back !== undefined && ends(back))),
        alongBehind: back !== undefined && rays.some(({ ray: r, wall }) => wall && byAngle(r, back) === 0),
        group: i,
        name: wallBefore(rays, i),
      };
    });
    // Neighbours with no wall between them belong together.
    for (let round = 0; round < 2; round++) {
      sectors.forEach((sector, i) => {
        const before = sectors[(i + sectors.length - 1) % sectors.length];
        if (rays[i].wall) return;
        const group = Math.min(sector.group, before.group);
        for (const s of sectors) if (s.group === sector.group || s.group === before.group) s.group = group;
      });
    }
    return sectors;
  }

  private towards([x, y, w]: Place, p: Exact): Exact {
    return [p[0] * w - x, p[1] * w - y];
  }

  /** A point close to the place, between two rays. */
  private inSector([x, y, w]: Place, a: Exact, b: Exact): Place {
    // Lengths are evened out so that the sum lies well between the two.
    const size = (v: Exact): bigint => (v[0] < 0n ? -v[0] : v[0]) + (v[1] < 0n ? -v[1] : v[1]);
    const sum = [
      scaled(a, size(b))[0] + scaled(b, size(a))[0],
      scaled(a, size(b))[1] + scaled(b, size(a))[1],
    ] as const;
    const length = size(sum);
    const d = NEARBY * length;
    return [x * d + sum[0] * w, y * d + sum[1] * w, w * d];
  }

  private isFree(place: Place): boolean {
    return (
      this.winding(place, this.boundary) !== 0 && this.rings.every((ring) => this.winding(place, ring) === 0)
    );
  }

  private winding(place: Place, ring: readonly Exact[]): number {
    let winding = 0;
    for (let i = 0; i < ring.length; i++) {
      const a = this.towards(place, ring[i]);
      const b = this.towards(place, ring[(i + 1) % ring.length]);
      if (a[1] <= 0n && b[1] > 0n && cross(a, b) > 0n) winding++;
      if (a[1] > 0n && b[1] <= 0n && cross(a, b) < 0n) winding--;
    }
    return winding;
  }
}

interface Sector {
  readonly free: boolean;
  /** Whether it borders the line's onward ray, or the ray back. */
  readonly ahead: boolean;
  readonly behind: boolean;
  /** For those: whether it lies to the left of the line. */
  readonly left: boolean;
  /** Whether an edge runs along the ray back. */
  readonly alongBehind: boolean;
  group: number;
  /** The direction of the first wall clockwise of it: a name that does not depend on how the circle was cut. */
  readonly name: string;
}

function wallBefore(rays: readonly { ray: Exact; wall: boolean }[], i: number): string {
  for (let k = 0; k < rays.length; k++) {
    const { ray, wall } = rays[(i - k + rays.length) % rays.length];
    if (!wall) continue;
    const g = gcd(ray[0], ray[1]);
    return `${ray[0] / g},${ray[1] / g}`;
  }
  return "open";
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

const half = (v: Exact): number => (v[1] > 0n || (v[1] === 0n && v[0] > 0n) ? 0 : 1);

/** Order by angle from the x axis, counterclockwise. */
function byAngle(a: Exact, b: Exact): number {
  if (half(a) !== half(b)) return half(a) - half(b);
  const c = cross(a, b);
  return c > 0n ? -1 : c < 0n ? 1 : 0;
}
