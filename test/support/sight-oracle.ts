/**
 * Shortest paths by definition, for plans with thousands of corners: Dijkstra over all pairs of corners that see each other.
 *
 * It shares no code with the library: orientations are taken in doubles and, where those are in doubt, in big integers. Walls
 * are given as edges that meet at their ends only. Places to bend at are corners *as seen from a free sector* of at least a
 * half turn, since nobody passes where obstacles touch.
 */
import { exact, exactTurn } from "./exact.js";

export type Spot = readonly [x: number, y: number];

/** A wall: from a to b, and whether there is free ground on its left and on its right. */
export interface OracleEdge {
  readonly a: Spot;
  readonly b: Spot;
  readonly freeLeft: boolean;
  readonly freeRight: boolean;
}

/** Where paths end. */
export type OracleGoal = { readonly point: Spot } | { readonly segment: readonly [Spot, Spot] };

/** The free directions at a place: counterclockwise from one ray to another. */
interface Sector {
  readonly first: Vertex;
  readonly last: Vertex;
  /** Whether that is a half turn or more. */
  readonly wide: boolean;
}

/** A place with its exact coordinates, once they were needed. */
class Vertex {
  private whole?: ReturnType<typeof exact>;
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
  get exact(): ReturnType<typeof exact> {
    this.whole ??= exact([this.x, this.y]);
    return this.whole;
  }
}

/** +1 when a, b, c turn left, -1 right, 0 when they lie on a line. */
function turn(a: Vertex, b: Vertex, c: Vertex): number {
  const plus = (a.x - c.x) * (b.y - c.y);
  const minus = (a.y - c.y) * (b.x - c.x);
  const value = plus - minus;
  const doubt = 1e-15 * (Math.abs(plus) + Math.abs(minus));
  if (value > doubt) return 1;
  if (value < -doubt) return -1;
  return closeTurn(a, b, c);
}

/** The same where doubles are in doubt: still in doubles where all differences are exact, else in big integers. */
function closeTurn(a: Vertex, b: Vertex, c: Vertex): number {
  if (isExact(a.x, c.x) && isExact(b.y, c.y) && isExact(a.y, c.y) && isExact(b.x, c.x)) {
    const [plus, plusRest] = product(a.x - c.x, b.y - c.y);
    const [minus, minusRest] = product(a.y - c.y, b.x - c.x);
    if (plus !== minus) return plus > minus ? 1 : -1;
    return Math.sign(plusRest - minusRest);
  }
  return exactTurn(a.exact, b.exact, c.exact);
}

/** Whether a - b loses nothing. */
function isExact(a: number, b: number): boolean {
  const d = a - b;
  return a - d === b && d + b === a;
}

/** A product as doubles give it, and what that leaves out (Dekker 1971). */
function product(u: number, v: number): [number, number] {
  const split = (w: number): [number, number] => {
    const t = 134217729 * w;
    const high = t - (t - w);
    return [high, w - high];
  };
  const [[uh, ul], [vh, vl]] = [split(u), split(v)];
  return [u * v, ul * vl - (u * v - uh * vh - ul * vh - uh * vl)];
}

/** Whether p, on the line through a and b, lies strictly between them. */
function isBetween(a: Vertex, b: Vertex, p: Vertex): boolean {
  return a.x !== b.x
    ? (a.x < p.x && p.x < b.x) || (b.x < p.x && p.x < a.x)
    : (a.y < p.y && p.y < b.y) || (b.y < p.y && p.y < a.y);
}

function isInSector(at: Vertex, { first, last, wide }: Sector, to: Vertex): boolean {
  const beyondFirst = turn(at, first, to);
  const beyondLast = turn(at, last, to);
  return wide ? !(beyondLast > 0 && beyondFirst < 0) : beyondFirst >= 0 && beyondLast <= 0;
}

/** Whether somebody in a sector at a who walks to b arrives in a sector at b. Along a wall, it must be on the same side. */
function joins(a: Bend, b: Bend): boolean {
  if (!isInSector(a.at, a.sector, b.at) || !isInSector(b.at, b.sector, a.at)) return false;
  const { first, last } = a.sector;
  if (first !== b.at && last !== b.at) return true;
  return (first === b.at && b.sector.last === a.at) || (last === b.at && b.sector.first === a.at);
}

/** Whether the line through a corner and another place leaves the corner's wall on one side: neither way leads into it. */
function isTangent(at: Vertex, { first, last }: Sector, to: Vertex): boolean {
  const beyondFirst = turn(at, first, to);
  const beyondLast = turn(at, last, to);
  return !((beyondLast > 0 && beyondFirst < 0) || (beyondLast < 0 && beyondFirst > 0));
}

const apart = (a: Vertex, b: Vertex): number => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);

/** No way from p to a goal is shorter than this. */
function leastTo(p: Vertex, goal: OracleGoal): number {
  if ("point" in goal) return Math.hypot(p.x - goal.point[0], p.y - goal.point[1]);
  const [[ax, ay], [bx, by]] = goal.segment;
  const beyond = Math.hypot(bx - ax, by - ay);
  return Math.hypot(p.x - ax, p.y - ay) - beyond;
}

interface Wall {
  readonly a: Vertex;
  readonly b: Vertex;
  freeLeft: boolean;
  freeRight: boolean;
}

/** A corner and one of its sectors of at least a half turn. */
interface Bend {
  readonly at: Vertex;
  readonly sector: Sector;
}

export class SightOracle {
  private readonly walls: Wall[] = [];
  private readonly vertices = new Map<string, Vertex>();
  private readonly sectors = new Map<Vertex, Sector[]>();
  private readonly bends: Bend[] = [];
  private readonly grid: WallGrid;

  constructor(edges: readonly OracleEdge[]) {
    this.collect(edges);
    this.grid = new WallGrid(this.walls);
    this.findSectors();
    for (const [at, sectors] of this.sectors)
      for (const sector of sectors) if (sector.wide) this.bends.push({ at, sector });
  }

  /** Number of places where a path may bend. */
  get bendCount(): number {
    return this.bends.length;
  }

  private vertex([x, y]: Spot): Vertex {
    const key = `${x},${y}`;
    const known = this.vertices.get(key) ?? new Vertex(x, y);
    this.vertices.set(key, known);
    return known;
  }

  /** Edges that occur twice are free on a side only if both say so. */
  private collect(edges: readonly OracleEdge[]): void {
    const known = new Map<Vertex, Map<Vertex, Wall>>();
    for (const edge of edges) {
      const [a, b] = [this.vertex(edge.a), this.vertex(edge.b)];
      const there = known.get(a)?.get(b);
      const back = known.get(b)?.get(a);
      if (there) {
        there.freeLeft &&= edge.freeLeft;
        there.freeRight &&= edge.freeRight;
      } else if (back) {
        back.freeLeft &&= edge.freeRight;
        back.freeRight &&= edge.freeLeft;
      } else {
        const wall = { a, b, freeLeft: edge.freeLeft, freeRight: edge.freeRight };
        this.walls.push(wall);
        if (!known.has(a)) known.set(a, new Map());
        known.get(a)!.set(b, wall);
      }
    }
  }

  private findSectors(): void {
    const rays = new Map<Vertex, { to: Vertex; freeLeft: boolean }[]>();
    const add = (at: Vertex, to: Vertex, freeLeft: boolean): void => {
      if (!rays.has(at)) rays.set(at, []);
      rays.get(at)!.push({ to, freeLeft });
    };
    for (const { a, b, freeLeft, freeRight } of this.walls) {
      add(a, b, freeLeft);
      add(b, a, freeRight);
    }
    for (const [at, list] of rays) {
      const half = (v: Vertex): number => (v.y > at.y || (v.y === at.y && v.x > at.x) ? 0 : 1);
      list.sort((r, s) => half(r.to) - half(s.to) || -turn(at, r.to, s.to));
      const found: Sector[] = [];
      list.forEach(({ to, freeLeft }, i) => {
        if (!freeLeft) return;
        const last = list[(i + 1) % list.length].to;
        found.push({ first: to, last, wide: list.length === 1 || turn(at, to, last) <= 0 });
      });
      this.sectors.set(at, found);
    }
  }

  /** The free sectors at a place on a wall; null where it is on none. */
  private sectorsAt(p: Vertex): Sector[] | null {
    const known = this.vertices.get(`${p.x},${p.y}`);
    if (known) return this.sectors.get(known) ?? [];
    for (const { a, b, freeLeft, freeRight } of this.grid.near(p)) {
      if (turn(a, b, p) !== 0 || !isBetween(a, b, p)) continue;
      const found: Sector[] = [];
      if (freeLeft) found.push({ first: b, last: a, wide: true });
      if (freeRight) found.push({ first: a, last: b, wide: true });
      return found;
    }
    return null;
  }

  /** Whether a place is free ground, walls that border it included. */
  contains(spot: Spot): boolean {
    const p = new Vertex(spot[0], spot[1]);
    const sectors = this.sectorsAt(p);
    if (sectors) return sectors.length > 0;
    // The sum of signed crossings counts how often one comes from solid to free ground on the way to the right.
    let inside = 0;
    for (const { a, b, freeLeft, freeRight } of this.walls) {
      if (freeLeft === freeRight || a.y > p.y === b.y > p.y) continue;
      const [low, high] = a.y < b.y ? [a, b] : [b, a];
      if (turn(low, high, p) <= 0) continue;
      // Seen from p, the near side of a wall that goes up is its left.
      const nearIsFree = a.y < b.y ? freeLeft : freeRight;
      inside += nearIsFree ? 1 : -1;
    }
    return inside > 0;
  }

  private opens(p: Vertex, to: Vertex): boolean {
    return this.sectorsAt(p)?.some((sector) => isInSector(p, sector, to)) ?? true;
  }

  /** Whether the straight way from one place to another can be walked and passes no corner. */
  isOpen(a: Spot, b: Spot): boolean {
    return this.sees(new Vertex(a[0], a[1]), new Vertex(b[0], b[1]));
  }

  private sees(a: Vertex, b: Vertex): boolean {
    return this.opens(a, b) && this.opens(b, a) && this.grid.isClear(a, b);
  }

  /** The straight ways from a place to a goal: their lengths. `mayLeave` says whether one may set out towards a place. */
  private *direct(p: Vertex, goal: OracleGoal, mayLeave: (to: Vertex) => boolean): Generator<number> {
    const ends = "point" in goal ? [goal.point] : goal.segment;
    for (const [x, y] of ends) {
      const end = new Vertex(x, y);
      if (end.x === p.x && end.y === p.y) yield 0;
      else if (mayLeave(end) && this.opens(end, p) && this.grid.isClear(p, end)) yield apart(p, end);
    }
    if ("point" in goal) return;
    const [[ax, ay], [bx, by]] = goal.segment;
    const [ux, uy] = [bx - ax, by - ay];
    const t = ((p.x - ax) * ux + (p.y - ay) * uy) / (ux * ux + uy * uy);
    if (!(t > 0 && t < 1)) return;
    const length = Math.abs(ux * (p.y - ay) - uy * (p.x - ax)) / Math.hypot(ux, uy);
    // The foot is rounded, and the goal may lie on a wall and the way to it along another. So the last hair of the way is
    // not looked at, and it may end a hair to the left or to the right.
    const hair = 2 ** -49 * Math.max(Math.abs(ax), Math.abs(ay), Math.abs(bx), Math.abs(by), length);
    if (length <= hair) {
      yield length;
      return;
    }
    const share = 1 - hair / length;
    const [fx, fy] = [ax - p.x + t * ux, ay - p.y + t * uy];
    const aside = hair / Math.hypot(ux, uy);
    for (const side of [0, aside, -aside]) {
      const nearFoot = new Vertex(p.x + share * fx + side * ux, p.y + share * fy + side * uy);
      if (!mayLeave(nearFoot) || !this.grid.isClear(p, nearFoot)) continue;
      yield length;
      return;
    }
  }

  /** All distances to the nearest of some goals, as long as they are no longer than `within`. */
  field(goals: readonly OracleGoal[], within = Infinity): (spot: Spot) => number | null {
    const { bends } = this;
    const distance = new Float64Array(bends.length).fill(Infinity);
    bends.forEach((bend, i) => {
      const mayLeave = (to: Vertex): boolean =>
        isInSector(bend.at, bend.sector, to) && isTangent(bend.at, bend.sector, to);
      for (const goal of goals) {
        if (leastTo(bend.at, goal) > within) continue;
        for (const length of this.direct(bend.at, goal, mayLeave))
          distance[i] = Math.min(distance[i], length);
      }
    });
    this.spread(distance, within);
    return (spot) => this.distanceFrom(new Vertex(spot[0], spot[1]), goals, distance);
  }

  private spread(distance: Float64Array, within: number): void {
    const { bends } = this;
    const open = bends.map((_, i) => i);
    while (open.length > 0) {
      let least = 0;
      for (let k = 1; k < open.length; k++) if (distance[open[k]] < distance[open[least]]) least = k;
      const i = open[least];
      open[least] = open[open.length - 1];
      open.pop();
      if (distance[i] === Infinity || distance[i] > within) return;
      const { at, sector } = bends[i];
      for (const k of open) {
        const other = bends[k];
        const through = distance[i] + apart(at, other.at);
        if (through >= distance[k] || through > within || other.at === at) continue;
        if (!isTangent(at, sector, other.at) || !isTangent(other.at, other.sector, at)) continue;
        if (joins(bends[i], other) && this.grid.isClear(at, other.at)) distance[k] = through;
      }
    }
  }

  private distanceFrom(p: Vertex, goals: readonly OracleGoal[], distance: Float64Array): number | null {
    const { bends } = this;
    let best = Infinity;
    for (const goal of goals)
      for (const length of this.direct(p, goal, (to) => this.opens(p, to))) best = Math.min(best, length);
    const totals = Float64Array.from(bends, ({ at }, i) => distance[i] + apart(at, p));
    const order = Array.from(bends, (_, i) => i).filter((i) => totals[i] < best);
    order.sort((i, k) => totals[i] - totals[k]);
    for (const i of order) {
      const { at, sector } = bends[i];
      if (at.x === p.x && at.y === p.y) return totals[i];
      if (isInSector(at, sector, p) && isTangent(at, sector, p) && this.sees(p, at)) return totals[i];
    }
    return best < Infinity ? best : null;
  }
}

/** Walls by the cells of a square grid. */
class WallGrid {
  private readonly left: number;
  private readonly bottom: number;
  private readonly cell: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly lists: Wall[][] = [];

  constructor(walls: readonly Wall[]) {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { a, b } of walls) {
      minX = Math.min(minX, a.x, b.x);
      minY = Math.min(minY, a.y, b.y);
      maxX = Math.max(maxX, a.x, b.x);
      maxY = Math.max(maxY, a.y, b.y);
    }
    this.left = minX;
    this.bottom = minY;
    this.cell = Math.max(maxX - minX, maxY - minY) / Math.max(4, Math.ceil(Math.sqrt(walls.length)));
    this.columns = Math.floor((maxX - minX) / this.cell) + 1;
    this.rows = Math.floor((maxY - minY) / this.cell) + 1;
    this.lists = Array.from({ length: this.columns * this.rows }, () => []);
    for (const wall of walls)
      this.some(wall.a, wall.b, (list) => {
        list.push(wall);
        return false;
      });
  }

  /** Walls near a place. */
  *near(p: Vertex): Generator<Wall> {
    const found: Wall[][] = [];
    this.some(p, p, (list) => {
      found.push(list);
      return false;
    });
    for (const list of found) yield* list;
  }

  /** Calls back with the walls of every cell that a segment may pass, column by column, until one call returns true. */
  private some(a: Vertex, b: Vertex, visit: (list: Wall[]) => boolean): boolean {
    const { left, bottom, cell, columns, rows, lists } = this;
    const [p, q] = a.x <= b.x ? [a, b] : [b, a];
    const slope = q.x > p.x ? (q.y - p.y) / (q.x - p.x) : 0;
    const slack = 1e-6 * cell;
    const clamp = (v: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(v)));
    const lastColumn = clamp((q.x + slack - left) / cell, columns);
    for (let column = clamp((p.x - slack - left) / cell, columns); column <= lastColumn; column++) {
      const from = Math.max(p.x, left + column * cell - slack);
      const to = Math.min(q.x, left + (column + 1) * cell + slack);
      const [y1, y2] = q.x > p.x ? [p.y + (from - p.x) * slope, p.y + (to - p.x) * slope] : [p.y, q.y];
      const first = clamp((Math.min(y1, y2) - slack - bottom) / cell, rows);
      const last = clamp((Math.max(y1, y2) + slack - bottom) / cell, rows);
      for (let row = first; row <= last; row++) if (visit(lists[row * columns + column])) return true;
    }
    return false;
  }

  /** Whether no wall and no corner lies strictly between a and b. */
  isClear(a: Vertex, b: Vertex): boolean {
    return !this.some(a, b, (list) => {
      for (const wall of list) if (blocks(wall, a, b)) return true;
      return false;
    });
  }
}

function blocks({ a: c, b: d }: Wall, a: Vertex, b: Vertex): boolean {
  const sideC = turn(a, b, c);
  const sideD = turn(a, b, d);
  if (sideC * sideD > 0) return false;
  if (sideC === 0 && isBetween(a, b, c)) return true;
  if (sideD === 0 && isBetween(a, b, d)) return true;
  if (sideC === 0 || sideD === 0) return false;
  return turn(c, d, a) * turn(c, d, b) < 0;
}
