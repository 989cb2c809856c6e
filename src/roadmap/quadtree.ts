/**
 * A dynamic quadtree of elements in flat arrays (the thesis's index, too). A leaf lists the elements that touch its box;
 * a leaf that holds too many is split, an inner node that holds none becomes a leaf again.
 */
import type { Box } from "../geometry/index.js";
import { type Elements, SEGMENT } from "./elements.js";

/** A leaf with more elements than this is split, down to a depth where boxes would be dust. */
const CAPACITY = 8;
const DEEPEST = 26;

/** A search: which boxes it wants to look into, and what it does with an element. It may want less as it goes on. */
export interface Visitor {
  wants(x: number, y: number, size: number): boolean;
  visit(element: number): void;
}

function doubled<T extends Int32Array>(array: T): T {
  const larger = new Int32Array(2 * array.length) as T;
  larger.set(array);
  return larger;
}

/** Boxes in boxes; see the top of this file. */
export class Quadtree {
  readonly x: number;
  readonly y: number;
  readonly size: number;

  /** First of four children, 0 for a leaf. */
  private kids = new Int32Array(64);
  /** First entry of a leaf, -1 for none. */
  private heads = new Int32Array(64).fill(-1);
  /** Entries in the node and all beneath it. */
  private totals = new Int32Array(64);
  private nodeCount = 1;
  private freeNodes: number[] = [];

  private entryElement = new Int32Array(256);
  private entryNext = new Int32Array(256);
  private entryCount = 0;
  private freeEntry = -1;

  constructor(
    private readonly elements: Elements,
    box: Box,
  ) {
    this.size = Math.max(box.maxX - box.minX, box.maxY - box.minY) * 1.001 || 1;
    this.x = (box.minX + box.maxX - this.size) / 2;
    this.y = (box.minY + box.maxY - this.size) / 2;
  }

  insert(element: number): void {
    if (this.touches(element, this.x, this.y, this.size))
      this.place(0, this.x, this.y, this.size, 0, element, 1);
  }

  remove(element: number): void {
    if (this.touches(element, this.x, this.y, this.size))
      this.place(0, this.x, this.y, this.size, 0, element, -1);
  }

  /** Enters (sign 1) or leaves (sign -1) every leaf that the element touches; returns by how many entries. */
  private place(
    node: number,
    x: number,
    y: number,
    size: number,
    depth: number,
    element: number,
    sign: number,
  ): number {
    if (this.kids[node] === 0) {
      const before = this.totals[node];
      if (sign > 0) this.push(node, element);
      else this.drop(node, element);
      // A split counts an element once per quarter that it touches.
      if (sign > 0 && this.totals[node] > CAPACITY && depth < DEEPEST) this.split(node, x, y, size, depth);
      return this.totals[node] - before;
    }
    const half = size / 2;
    const kid = this.kids[node];
    let changed = 0;
    for (let i = 0; i < 4; i++) {
      const kx = x + (i & 1) * half;
      const ky = y + (i >> 1) * half;
      if (this.touches(element, kx, ky, half)) {
        changed += this.place(kid + i, kx, ky, half, depth + 1, element, sign);
      }
    }
    this.totals[node] += changed;
    if (this.totals[node] === 0) this.collapse(node);
    return changed;
  }

  /** Whether an element touches a closed box: separating axes of the box, then of the segment. */
  private touches(element: number, x: number, y: number, size: number): boolean {
    const { ax, ay, bx, by, kind } = this.elements;
    const x0 = ax[element];
    const y0 = ay[element];
    if (kind[element] !== SEGMENT) return x0 >= x && x0 <= x + size && y0 >= y && y0 <= y + size;
    const x1 = bx[element];
    const y1 = by[element];
    if ((x0 < x && x1 < x) || (x0 > x + size && x1 > x + size)) return false;
    if ((y0 < y && y1 < y) || (y0 > y + size && y1 > y + size)) return false;
    const dx = x1 - x0;
    const dy = y1 - y0;
    const middle = dx * (y + size / 2 - y0) - dy * (x + size / 2 - x0);
    const reach = ((Math.abs(dx) + Math.abs(dy)) * size) / 2;
    // A rounding error too many entries are harmless, one too few is not.
    return Math.abs(middle) <= reach * (1 + 1e-9);
  }

  private push(node: number, element: number): void {
    let entry = this.freeEntry;
    if (entry >= 0) this.freeEntry = this.entryNext[entry];
    else {
      entry = this.entryCount++;
      if (entry === this.entryElement.length) {
        this.entryElement = doubled(this.entryElement);
        this.entryNext = doubled(this.entryNext);
      }
    }
    this.entryElement[entry] = element;
    this.entryNext[entry] = this.heads[node];
    this.heads[node] = entry;
    this.totals[node]++;
  }

  private drop(node: number, element: number): void {
    for (let entry = this.heads[node], before = -1; entry >= 0; entry = this.entryNext[entry]) {
      if (this.entryElement[entry] === element) {
        if (before < 0) this.heads[node] = this.entryNext[entry];
        else this.entryNext[before] = this.entryNext[entry];
        this.entryNext[entry] = this.freeEntry;
        this.freeEntry = entry;
        this.totals[node]--;
        return;
      }
      before = entry;
    }
  }

  private split(node: number, x: number, y: number, size: number, depth: number): void {
    const kid = this.freeNodes.pop() ?? this.fourNodes();
    const moved: number[] = [];
    for (let entry = this.heads[node]; entry >= 0; ) {
      const after = this.entryNext[entry];
      moved.push(this.entryElement[entry]);
      this.entryNext[entry] = this.freeEntry;
      this.freeEntry = entry;
      entry = after;
    }
    this.kids[node] = kid;
    this.heads[node] = -1;
    const half = size / 2;
    let total = 0;
    for (let i = 0; i < 4; i++) {
      const kx = x + (i & 1) * half;
      const ky = y + (i >> 1) * half;
      for (const element of moved) if (this.touches(element, kx, ky, half)) this.push(kid + i, element);
      // Elements that all meet in one point would never part: such a leaf is left to the next insertion.
      if (this.totals[kid + i] > CAPACITY && this.totals[kid + i] < moved.length && depth + 1 < DEEPEST) {
        this.split(kid + i, kx, ky, half, depth + 1);
      }
      total += this.totals[kid + i];
    }
    this.totals[node] = total;
  }

  private fourNodes(): number {
    const kid = this.nodeCount;
    this.nodeCount += 4;
    if (this.nodeCount > this.kids.length) {
      const known = this.kids.length;
      this.kids = doubled(this.kids);
      this.heads = doubled(this.heads).fill(-1, known);
      this.totals = doubled(this.totals);
    }
    return kid;
  }

  /** Makes a node without entries a leaf again. */
  private collapse(node: number): void {
    const kid = this.kids[node];
    if (kid === 0) return;
    for (let i = 0; i < 4; i++) this.collapse(kid + i);
    this.kids[node] = 0;
    this.freeNodes.push(kid);
  }

  /** Size of the leaf at a point: how densely the neighbourhood is built. */
  grain(x: number, y: number): number {
    let node = 0;
    let { x: left, y: low, size } = this;
    while (this.kids[node] !== 0) {
      size /= 2;
      const right = x >= left + size ? 1 : 0;
      const upper = y >= low + size ? 1 : 0;
      node = this.kids[node] + right + 2 * upper;
      left += right * size;
      low += upper * size;
    }
    return size;
  }

  /** Shows a visitor every element in leaves that the visitor wants, those near (x, y) first; some come repeatedly. */
  search(visitor: Visitor, x: number, y: number): void {
    this.descend(0, this.x, this.y, this.size, visitor, x, y);
  }

  private descend(
    node: number,
    x: number,
    y: number,
    size: number,
    visitor: Visitor,
    px: number,
    py: number,
  ): void {
    if (this.totals[node] === 0 || !visitor.wants(x, y, size)) return;
    const kid = this.kids[node];
    if (kid === 0) {
      const { entryElement, entryNext } = this;
      for (let entry = this.heads[node]; entry >= 0; entry = entryNext[entry])
        visitor.visit(entryElement[entry]);
      return;
    }
    const half = size / 2;
    const near = (px >= x + half ? 1 : 0) + (py >= y + half ? 2 : 0);
    // The quarter that holds the point, the one across the nearer middle line, the other one, the opposite one.
    const across = Math.abs(px - x - half) < Math.abs(py - y - half) ? 1 : 2;
    for (let i = 0; i < 4; i++) {
      const quarter = near ^ (i === 0 ? 0 : i === 1 ? across : i === 2 ? 3 - across : 3);
      this.descend(kid + quarter, x + (quarter & 1) * half, y + (quarter >> 1) * half, half, visitor, px, py);
    }
  }
}
