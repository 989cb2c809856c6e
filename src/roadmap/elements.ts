/**
 * What a diagram is made of: points and sides of segments, in pooled typed arrays.
 *
 * Every obstacle is taken apart as Hartmann (2010, chapter 3) does: into vertices and segments. A segment counts once per
 * free side, with the free ground on its left; a vertex only where free ground bends around it. Elements form loops: walking
 * along an obstacle with the free ground on the left, `next` follows `prev`.
 *
 * Each element has a frame of its own in which its cell is the ground beneath one function:
 *
 *     side of a segment: the t axis along it, 0 <= t <= length; y is the distance     point: directions, clockwise from
 *          y                                                                          the normal of the wall before it to
 *          |   cell                                                                   the normal of the wall after it, as
 *          a ------------> b   t                                                      pseudo-angles 0 <= t <= length <= 4
 */

import { firstCapacity, grown } from "../growth.js";

const NONE = 0;
export const POINT = 1;
export const SEGMENT = 2;

/** A full turn in pseudo-angles. */
export const TURN = 4;

/**
 * A number that grows with the angle of (x, y) from 0 to 4, without trigonometry, so that all engines agree to the bit.
 * (x, y) need not be a unit vector.
 */
export function pseudoAngle(x: number, y: number): number {
  if (y >= 0) return x >= 0 ? (x + y === 0 ? 0 : y / (x + y)) : 1 - x / (y - x);
  return x < 0 ? 2 - y / (-x - y) : 3 + x / (x - y);
}

/** How many elements there is room for at first. */
const ROOM = 64;

/** The pool of elements. */
export class Elements {
  private readonly room = firstCapacity(ROOM);
  kind = new Uint8Array(this.room);
  /** The point, or where the segment begins. */
  ax = new Float64Array(this.room);
  ay = new Float64Array(this.room);
  /** Where the segment ends; for a point, the point again. */
  bx = new Float64Array(this.room);
  by = new Float64Array(this.room);
  /** First axis of the frame: along the segment, or where the directions of a point begin. */
  ux = new Float64Array(this.room);
  uy = new Float64Array(this.room);
  /** Greatest parameter. */
  length = new Float64Array(this.room);
  /** Neighbours along the obstacle, with the free ground on the left. */
  next = new Int32Array(this.room);
  prev = new Int32Array(this.room);
  /** First piece of the border of the cell, -1 for none. */
  first = new Int32Array(this.room).fill(-1);
  /** Which obstacle or agent it belongs to. */
  owner = new Int32Array(this.room);
  /** How far around a point its agent reaches, in metres; the diagram is that of the centres. */
  radius = new Float64Array(this.room);

  /** One past the greatest number in use. */
  count = 0;
  /** Elements there are. */
  live = 0;
  private readonly free: number[] = [];

  private take(): number {
    this.live++;
    const reused = this.free.pop();
    if (reused !== undefined) return reused;
    if (this.count === this.kind.length) this.grow(2 * this.count);
    return this.count++;
  }

  /** Makes room for so many elements. */
  reserve(size: number): void {
    if (size > this.kind.length) this.grow(size);
  }

  private grow(size: number): void {
    this.kind = grown(this.kind, size);
    this.ax = grown(this.ax, size);
    this.ay = grown(this.ay, size);
    this.bx = grown(this.bx, size);
    this.by = grown(this.by, size);
    this.ux = grown(this.ux, size);
    this.uy = grown(this.uy, size);
    this.length = grown(this.length, size);
    this.next = grown(this.next, size);
    this.prev = grown(this.prev, size);
    this.owner = grown(this.owner, size);
    this.radius = grown(this.radius, size);
    this.first = grown(this.first, size, -1);
  }

  /** One side of the segment from a to b, the one to its left. */
  addSegment(ax: number, ay: number, bx: number, by: number, owner: number): number {
    const s = this.take();
    const dx = bx - ax;
    const dy = by - ay;
    const length = Math.sqrt(dx * dx + dy * dy);
    this.kind[s] = SEGMENT;
    this.ax[s] = ax;
    this.ay[s] = ay;
    this.bx[s] = bx;
    this.by[s] = by;
    this.ux[s] = dx / length;
    this.uy[s] = dy / length;
    this.length[s] = length;
    this.next[s] = this.prev[s] = s;
    this.first[s] = -1;
    this.owner[s] = owner;
    this.radius[s] = 0;
    return s;
  }

  /** A point with free ground all around. */
  addPoint(x: number, y: number, owner: number): number {
    return this.addCorner(x, y, 1, 0, TURN, owner);
  }

  /** A point seen from the directions (wx, wy), a unit vector, and clockwise of it. */
  addCorner(x: number, y: number, wx: number, wy: number, length: number, owner: number): number {
    const s = this.take();
    this.kind[s] = POINT;
    this.ax[s] = this.bx[s] = x;
    this.ay[s] = this.by[s] = y;
    this.ux[s] = wx;
    this.uy[s] = wy;
    this.length[s] = length;
    this.next[s] = this.prev[s] = s;
    this.first[s] = -1;
    this.owner[s] = owner;
    this.radius[s] = 0;
    return s;
  }

  /** Gives an element's number back. */
  remove(s: number): void {
    this.kind[s] = NONE;
    this.first[s] = -1;
    this.live--;
    this.free.push(s);
  }

  /** Puts t after s along their obstacle. */
  link(s: number, t: number): void {
    this.next[s] = t;
    this.prev[t] = s;
  }

  /** Whether it is a point with free ground all around. */
  isTurn(s: number): boolean {
    return this.kind[s] === POINT && this.length[s] === TURN;
  }

  /** Whether (x, y) is an end of the segment, or the point itself. */
  endsAt(s: number, x: number, y: number): boolean {
    return (this.ax[s] === x && this.ay[s] === y) || (this.bx[s] === x && this.by[s] === y);
  }
}
