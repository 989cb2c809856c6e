/**
 * Corridors and the queues that fill them from side to side (Farias 2020, 5.4).
 *
 * The sides of a corridor are two obstacles, as in the text, or two parts of one wall that face each other: the jambs of
 * a door belong to one outline.
 */

import type { Crowd } from "../crowd/index.js";
import { wallsOf } from "../crowd/internal.js";
import { EdgeIndex, nearestOnSegment, type Point, type Segment } from "../geometry/index.js";
import type { World } from "../world/index.js";

/** Agents are neighbours when the gap between them is at most this, in metres. */
const GAP = 0.35;

/** They touch a wall when the gap to it is at most this, in metres. */
const WALL_GAP = 0.35;

/** Walls of one outline are two sides of a corridor when their normals oppose each other this much. */
const OPPOSED = -0.5;

/** Corridors narrower than this, in metres, are cracks. */
const NARROWEST = 0.3;

/** Cosine of the angle within which a wall faces the other side of a corridor. */
const FACING = 0.4;

/** A segment spans a corridor when its middle is this share of its length, at least, away from every wall. */
const OPEN = 0.35;

/** A contact of an agent with a wall. */
interface Contact {
  readonly loop: number;
  readonly foot: Point;
  readonly normal: Point;
}

/** A chain from one side of a corridor to the other. */
export interface Candidate {
  /** Names the corridor. */
  readonly key: string;
  /** From wall to wall. */
  readonly segment: Segment;
  /** How many stand in the queue that the chain is part of. */
  readonly queue: number;
}

/** The walls of a world as sides of corridors. */
export class Corridors {
  private readonly index: EdgeIndex;
  /** Outline of each wall. */
  private readonly loops: Int32Array;

  constructor(private readonly world: World) {
    const walls = wallsOf(world.space);
    this.index = new EdgeIndex(walls.a, walls.b);
    this.loops = new Int32Array(walls.a.length).fill(-1);
    for (let w = 0, loop = 0; w < walls.a.length; w++) {
      if (this.loops[w] >= 0) continue;
      for (let e = w; this.loops[e] < 0; e = walls.next[e]) this.loops[e] = loop;
      loop++;
    }
  }

  /** Chains of neighbours across corridors, among the agents in some slots. */
  chains(slots: readonly number[], { x, y, radius }: Crowd["columns"]): Candidate[] {
    const contacts = slots.map((i) => this.contactsOf([x[i], y[i]], radius[i]));
    const found: Candidate[] = [];
    for (const queue of queuesOf(neighboursOf(slots, x, y, radius))) {
      // A chain joins any two of a queue. Each that touches a wall gives a candidate, to the nearest one opposite.
      const touching = queue.flatMap((k) => contacts[k]);
      for (const from of touching) {
        const opposite = this.nearestOpposite(from, touching);
        if (!opposite) continue;
        const [a, b] = inOrder(from, opposite);
        found.push({ key: keyOf(a, b), segment: [a.foot, b.foot], queue: queue.length });
      }
    }
    return found;
  }

  /** The contact across the corridor that is nearest to one. */
  private nearestOpposite(from: Contact, touching: readonly Contact[]): Contact | null {
    let nearest: Contact | null = null;
    let least = Infinity;
    const [x, y] = from.foot;
    for (const to of touching) {
      const dx = to.foot[0] - x;
      const dy = to.foot[1] - y;
      const squared = dx * dx + dy * dy;
      // Cheapest first: in a great jam there are many pairs.
      if (squared >= least || dx * from.normal[0] + dy * from.normal[1] <= 0) continue;
      if (!isCorridor(from, to) || !this.isOpen([from.foot, to.foot])) continue;
      nearest = to;
      least = squared;
    }
    return nearest;
  }

  /**
   * The segment down the middle of the box around candidates of one corridor, from wall to wall; where the middle is no place
   * of the corridor, as in a bend, the candidate that is nearest to it.
   */
  across(candidates: readonly Candidate[]): Segment {
    const xs = candidates.flatMap(({ segment: [a, b] }) => [a[0], b[0]]);
    const ys = candidates.flatMap(({ segment: [a, b] }) => [a[1], b[1]]);
    const [minX, maxX] = rangeOf(xs);
    const [minY, maxY] = rangeOf(ys);
    const centre: Point = [(minX + maxX) / 2, (minY + maxY) / 2];
    const reach = lengthOf([
      [minX, minY],
      [maxX, maxY],
    ]);
    const [dx, dy] = directionOf(candidates);
    const left = this.firstWall(centre, [centre[0] - reach * dx, centre[1] - reach * dy]);
    const right = this.firstWall(centre, [centre[0] + reach * dx, centre[1] + reach * dy]);
    if (left && right && this.world.contains(centre) && this.isOpen([left, right])) return [left, right];
    return candidates
      .map(({ segment }) => ({ segment, away: lengthOf([middleOf(segment), centre]) }))
      .reduce((best, other) => (other.away < best.away ? other : best)).segment;
  }

  /** Where the way from a to b first meets a wall; null where none is in between. */
  private firstWall(a: Point, b: Point): Point | null {
    let first = 2;
    this.index.along(a, b, (w) => {
      const [p, q] = [this.index.start(w), this.index.end(w)];
      const across = (b[0] - a[0]) * (q[1] - p[1]) - (b[1] - a[1]) * (q[0] - p[0]);
      if (across === 0) return;
      const t = ((p[0] - a[0]) * (q[1] - p[1]) - (p[1] - a[1]) * (q[0] - p[0])) / across;
      const along = ((p[0] - a[0]) * (b[1] - a[1]) - (p[1] - a[1]) * (b[0] - a[0])) / across;
      if (t >= 0 && t < first && along >= 0 && along <= 1) first = t;
    });
    return first <= 1 ? [a[0] + first * (b[0] - a[0]), a[1] + first * (b[1] - a[1])] : null;
  }

  /** Whether a segment spans a corridor: its middle is about as far from every wall as its ends are from each other. */
  private isOpen(segment: Segment): boolean {
    return this.world.clearance(middleOf(segment)) > OPEN * lengthOf(segment);
  }

  /** The walls that an agent touches, one per outline and direction. */
  private contactsOf(p: Point, radius: number): Contact[] {
    const reach = radius + WALL_GAP;
    const found: Contact[] = [];
    const near: { d: number; contact: Contact }[] = [];
    this.index.inBox(p[0] - reach, p[1] - reach, p[0] + reach, p[1] + reach, (w) => {
      const foot = nearestOnSegment(p, this.index.start(w), this.index.end(w));
      const dx = p[0] - foot[0];
      const dy = p[1] - foot[1];
      const d = Math.sqrt(dx * dx + dy * dy);
      if (d > reach || d === 0) return;
      near.push({ d, contact: { loop: this.loops[w], foot, normal: [dx / d, dy / d] } });
    });
    near.sort((a, b) => a.d - b.d);
    for (const { contact } of near) {
      const known = found.some((c) => c.loop === contact.loop && dot(c.normal, contact.normal) > 0.5);
      if (!known) found.push(contact);
    }
    return found;
  }
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1];
}

/** In square roots alone, which every engine rounds alike. */
function lengthOf([a, b]: Segment): number {
  return Math.sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
}

function middleOf([a, b]: Segment): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/** Whether two contacts are with the two sides of a corridor: each faces the other. */
function isCorridor(a: Contact, b: Contact): boolean {
  if (a.loop === b.loop && dot(a.normal, b.normal) > OPPOSED) return false;
  const length = lengthOf([a.foot, b.foot]);
  if (length < NARROWEST) return false;
  const across: Point = [(b.foot[0] - a.foot[0]) / length, (b.foot[1] - a.foot[1]) / length];
  return dot(a.normal, across) > FACING && dot(b.normal, across) < -FACING;
}

/** The two sides in an order that does not depend on who found them. */
function inOrder(a: Contact, b: Contact): [Contact, Contact] {
  const less = a.loop - b.loop || a.foot[0] - b.foot[0] || a.foot[1] - b.foot[1];
  return less <= 0 ? [a, b] : [b, a];
}

/** Names a corridor by its outlines; one outline may have several, which are told apart by where they are, to 4 m. */
function keyOf(a: Contact, b: Contact): string {
  if (a.loop !== b.loop) return `${a.loop} ${b.loop}`;
  return `${a.loop} ${Math.round((a.foot[0] + b.foot[0]) / 8)} ${Math.round((a.foot[1] + b.foot[1]) / 8)}`;
}

/** Connected groups, as positions in the list. */
function queuesOf(neighbours: readonly number[][]): number[][] {
  const seen = new Set<number>();
  return neighbours.flatMap((_, start) => {
    if (seen.has(start)) return [];
    seen.add(start);
    const queue = [start];
    for (let k = 0; k < queue.length; k++) {
      for (const next of neighbours[queue[k]]) {
        if (seen.has(next)) continue;
        seen.add(next);
        queue.push(next);
      }
    }
    return [queue];
  });
}

/** Neighbours among some agents, as positions in the list. */
function neighboursOf(
  slots: readonly number[],
  x: Float64Array,
  y: Float64Array,
  radius: Float64Array,
): number[][] {
  const order = slots.map((_, k) => k).sort((a, b) => x[slots[a]] - x[slots[b]]);
  const widest = slots.reduce((most, i) => Math.max(most, radius[i]), 0);
  const neighbours = slots.map((): number[] => []);
  for (let a = 0; a < order.length; a++) {
    const i = slots[order[a]];
    for (let b = a + 1; b < order.length; b++) {
      const j = slots[order[b]];
      if (x[j] - x[i] > radius[i] + widest + GAP) break;
      const dx = x[j] - x[i];
      const dy = y[j] - y[i];
      const reach = radius[i] + radius[j] + GAP;
      if (dx * dx + dy * dy > reach * reach) continue;
      neighbours[order[a]].push(order[b]);
      neighbours[order[b]].push(order[a]);
    }
  }
  for (const list of neighbours) list.sort((a, b) => a - b);
  return neighbours;
}

/** The mean direction of candidates; which way along each one counts is taken from the first. */
function directionOf(candidates: readonly Candidate[]): Point {
  const [[first, last]] = candidates.map(({ segment }) => segment);
  const along: Point = [last[0] - first[0], last[1] - first[1]];
  let [x, y] = [0, 0];
  for (const { segment } of candidates) {
    const [[ax, ay], [bx, by]] = segment;
    const scale = (dot([bx - ax, by - ay], along) < 0 ? -1 : 1) / lengthOf(segment);
    x += scale * (bx - ax);
    y += scale * (by - ay);
  }
  const length = Math.sqrt(x * x + y * y);
  return [x / length, y / length];
}

function rangeOf(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  );
}
