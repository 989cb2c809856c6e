/**
 * Which constraints run along an edge. Several can share one (two rooms and their common wall), so `marks` of the
 * mesh holds the head of a linked list of records: owner, direction, next.
 *
 * The direction is relative to the edge taken from its lower vertex number to its higher one, so that both
 * half-edges can share the list.
 */
import { next, type TriangleMesh } from "./mesh.js";

export class Owners {
  private readonly mesh: TriangleMesh;
  // Record 0 is the empty list.
  private owner: number[] = [-1];
  private along: number[] = [0];
  private rest: number[] = [0];
  private free: number[] = [];

  constructor(mesh: TriangleMesh) {
    this.mesh = mesh;
  }

  /** The same records for a copy of the mesh. */
  cloneFor(mesh: TriangleMesh): Owners {
    const copy = new Owners(mesh);
    copy.owner = this.owner.slice();
    copy.along = this.along.slice();
    copy.rest = this.rest.slice();
    copy.free = this.free.slice();
    return copy;
  }

  private record(owner: number, along: number, rest: number): number {
    const i = this.free.pop() ?? this.owner.length;
    this.owner[i] = owner;
    this.along[i] = along;
    this.rest[i] = rest;
    return i;
  }

  private setMarks(e: number, head: number): void {
    this.mesh.marks[e] = head;
    this.mesh.marks[this.mesh.twins[e]] = head;
  }

  /** +1 when half-edge e runs from the lower to the higher vertex number, else -1. */
  private sense(e: number): number {
    const { triangles } = this.mesh;
    return triangles[e] < triangles[next(e)] ? 1 : -1;
  }

  /** Notes that a constraint of `owner` runs along e, in e's direction. */
  add(e: number, owner: number): void {
    this.setMarks(e, this.record(owner, this.sense(e), this.mesh.marks[e]));
  }

  /** How often, net, `owner` runs along e in e's direction; `any` tells whether it does at all. */
  net(e: number, owner: number): number {
    let sum = 0;
    for (let i = this.mesh.marks[e]; i !== 0; i = this.rest[i])
      if (this.owner[i] === owner) sum += this.along[i];
    return sum * this.sense(e);
  }

  /** How many records of `owner` lie on e in e's direction. */
  forward(e: number, owner: number): number {
    const sense = this.sense(e);
    let count = 0;
    for (let i = this.mesh.marks[e]; i !== 0; i = this.rest[i]) {
      if (this.owner[i] === owner && this.along[i] === sense) count++;
    }
    return count;
  }

  /** Whether a constraint of `owner` runs along e, in either direction. */
  has(e: number, owner: number): boolean {
    for (let i = this.mesh.marks[e]; i !== 0; i = this.rest[i]) if (this.owner[i] === owner) return true;
    return false;
  }

  /** Whether a constraint other than those of `set` runs along e. */
  hasOther(e: number, set: ReadonlySet<number>): boolean {
    for (let i = this.mesh.marks[e]; i !== 0; i = this.rest[i]) if (!set.has(this.owner[i])) return true;
    return false;
  }

  /** Takes all records of `owner` off edge e. */
  strip(e: number, owner: number): void {
    let kept = 0;
    for (let i = this.mesh.marks[e]; i !== 0; ) {
      const after = this.rest[i];
      if (this.owner[i] === owner) {
        this.free.push(i);
      } else {
        this.rest[i] = kept;
        kept = i;
      }
      i = after;
    }
    this.setMarks(e, kept);
  }

  /** All records of e as (owner, whether it runs in e's direction). */
  list(e: number): { owner: number; forward: boolean }[] {
    const sense = this.sense(e);
    const found: { owner: number; forward: boolean }[] = [];
    for (let i = this.mesh.marks[e]; i !== 0; i = this.rest[i]) {
      found.push({ owner: this.owner[i], forward: this.along[i] === sense });
    }
    return found;
  }

  /** Takes all records off edge e. */
  clear(e: number): void {
    for (let i = this.mesh.marks[e]; i !== 0; i = this.rest[i]) this.free.push(i);
    this.setMarks(e, 0);
  }

  /**
   * Mends the lists after the mesh split an edge into `first` (p -> v) and `second` (v -> q), which share one list
   * written for p -> q: each half gets its own, in its own sense.
   */
  afterSplit(first: number, second: number): void {
    const { triangles, marks } = this.mesh;
    const head = marks[first];
    if (head === 0) return;
    const p = triangles[first];
    const q = triangles[next(second)];
    const before = p < q ? 1 : -1;
    const turned = (e: number): number => this.sense(e) * before;
    let copy = 0;
    for (let i = head; i !== 0; i = this.rest[i]) {
      copy = this.record(this.owner[i], this.along[i] * turned(second), copy);
      this.along[i] *= turned(first);
    }
    this.setMarks(second, copy);
  }
}
