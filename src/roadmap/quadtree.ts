/**
 * A dynamic quadtree of elements in flat arrays (the thesis's index, too). A leaf lists the points in its box and the segments
 * that touch it; a leaf that holds too many is split, an inner node that holds none becomes a leaf again.
 */
import type { Box } from "../geometry/index.js";
import { firstCapacity, grown } from "../growth.js";
import { type Elements, SEGMENT } from "./elements.js";

/** A leaf with more elements than this is split, down to a depth where boxes would be dust. */
const CAPACITY = 8;
const DEEPEST = 26;

/** A search: which boxes it wants to look into, and what it does with an element. It may want less as it goes on. */
export interface Visitor {
  wants(x: number, y: number, size: number): boolean;
  visit(element: number): void;
}

/** How many nodes, and how many entries, there is room for at first. */
const NODES = 64;
const ENTRIES = 256;

/** Boxes in boxes; see the top of this file. */
export class Quadtree {
  readonly x: number;
  readonly y: number;
  readonly size: number;

  /** First of four children, 0 for a leaf. */
  private kids = new Int32Array(firstCapacity(NODES));
  /** First entry of a leaf, -1 for none. */
  private heads = new Int32Array(firstCapacity(NODES)).fill(-1);
  /** Entries in the node and all beneath it. */
  private totals = new Int32Array(firstCapacity(NODES));
  private nodeCount = 1;
  private freeNodes: number[] = [];

  /** Entries of leaves: the element, and the next entry of the same leaf. */
  entryElement = new Int32Array(firstCapacity(ENTRIES));
  entryNext = new Int32Array(firstCapacity(ENTRIES));
  private entryCount = 0;
  private freeEntry = -1;

  /** Where a walk is: x, y and size of the box. */
  readonly box = new Float64Array(3);
  private node = 0;
  private fromX = 0;
  private fromY = 0;
  private readonly path = new Int32Array(DEEPEST + 2);
  /** Boxes that a walk has yet to come to: at most three more with every level. */
  private readonly pending = new Int32Array(4 + 3 * DEEPEST);
  private readonly pendingBox = new Float64Array(3 * (4 + 3 * DEEPEST));
  private pendingCount = 0;

  constructor(
    private readonly elements: Elements,
    box: Box,
  ) {
    this.size = Math.max(box.maxX - box.minX, box.maxY - box.minY) * 1.001 || 1;
    this.x = (box.minX + box.maxX - this.size) / 2;
    this.y = (box.minY + box.maxY - this.size) / 2;
  }

  insert(element: number): void {
    if (this.elements.kind[element] !== SEGMENT) {
      this.insertPoint(element);
      return;
    }
    if (this.touches(element, this.x, this.y, this.size))
      this.place(0, this.x, this.y, this.size, 0, element, 1);
  }

  remove(element: number): void {
    if (this.elements.kind[element] !== SEGMENT) {
      this.removePoint(element);
      return;
    }
    if (this.touches(element, this.x, this.y, this.size))
      this.place(0, this.x, this.y, this.size, 0, element, -1);
  }

  /** Whether a point could move to (x, y) without leaving its leaf. */
  keepsLeaf(element: number, x: number, y: number): boolean {
    const { ax, ay } = this.elements;
    if (!this.covers(ax[element], ay[element]) || !this.covers(x, y)) return false;
    let node = 0;
    let { x: left, y: low, size } = this;
    while (this.kids[node] !== 0) {
      size /= 2;
      const right = ax[element] >= left + size;
      const upper = ay[element] >= low + size;
      if (x >= left + size !== right || y >= low + size !== upper) return false;
      node = this.kids[node] + (right ? 1 : 0) + (upper ? 2 : 0);
      if (right) left += size;
      if (upper) low += size;
    }
    return true;
  }

  private covers(x: number, y: number): boolean {
    return x >= this.x && x <= this.x + this.size && y >= this.y && y <= this.y + this.size;
  }

  /** Goes down to the leaf of a point, which has just one: the nodes on the way are `path`, its box is `box`. Returns its depth. */
  private pathTo(element: number): number {
    const { path, box, kids } = this;
    const x = this.elements.ax[element];
    const y = this.elements.ay[element];
    let node = 0;
    let depth = 0;
    let { x: left, y: low, size } = this;
    path[0] = 0;
    while (kids[node] !== 0) {
      size /= 2;
      const right = x >= left + size ? 1 : 0;
      const upper = y >= low + size ? 1 : 0;
      node = kids[node] + right + 2 * upper;
      left += right * size;
      low += upper * size;
      path[++depth] = node;
    }
    box[0] = left;
    box[1] = low;
    box[2] = size;
    return depth;
  }

  private insertPoint(element: number): void {
    const { path, box, totals, elements } = this;
    if (!this.covers(elements.ax[element], elements.ay[element])) return;
    const depth = this.pathTo(element);
    const leaf = path[depth];
    const before = totals[leaf];
    this.push(leaf, element);
    if (totals[leaf] > CAPACITY && depth < DEEPEST) this.split(leaf, box[0], box[1], box[2], depth);
    const more = this.totals[leaf] - before;
    for (let i = 0; i < depth; i++) this.totals[path[i]] += more;
  }

  private removePoint(element: number): void {
    const { path, totals, elements } = this;
    if (!this.covers(elements.ax[element], elements.ay[element])) return;
    const depth = this.pathTo(element);
    this.drop(path[depth], element);
    for (let i = depth - 1; i >= 0; i--) if (--totals[path[i]] === 0) this.collapse(path[i]);
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

  /** Whether a segment touches a closed box: separating axes of the box, then of the segment. */
  private touches(element: number, x: number, y: number, size: number): boolean {
    const { ax, ay, bx, by } = this.elements;
    const x0 = ax[element];
    const y0 = ay[element];
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
        this.entryElement = grown(this.entryElement, 2 * entry);
        this.entryNext = grown(this.entryNext, 2 * entry);
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
      for (const element of moved)
        if (this.entersQuarter(element, i, x, y, half)) this.push(kid + i, element);
      // Elements that all meet in one point would never part: such a leaf is left to the next insertion.
      if (this.totals[kid + i] > CAPACITY && this.totals[kid + i] < moved.length && depth + 1 < DEEPEST) {
        this.split(kid + i, kx, ky, half, depth + 1);
      }
      total += this.totals[kid + i];
    }
    this.totals[node] = total;
  }

  /** Whether an element belongs into quarter i of a box with its lower left corner at (x, y): a point into just one. */
  private entersQuarter(element: number, i: number, x: number, y: number, half: number): boolean {
    const { ax, ay, kind } = this.elements;
    if (kind[element] === SEGMENT)
      return this.touches(element, x + (i & 1) * half, y + (i >> 1) * half, half);
    return i === (ax[element] >= x + half ? 1 : 0) + (ay[element] >= y + half ? 2 : 0);
  }

  private fourNodes(): number {
    const kid = this.nodeCount;
    this.nodeCount += 4;
    if (this.nodeCount > this.kids.length) {
      const size = Math.max(this.nodeCount, 2 * this.kids.length);
      this.kids = grown(this.kids, size);
      this.heads = grown(this.heads, size, -1);
      this.totals = grown(this.totals, size);
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
    const { box } = this;
    this.begin(x, y);
    while (this.next()) {
      if (!visitor.wants(box[0], box[1], box[2])) continue;
      for (let entry = this.open(); entry >= 0; entry = this.entryNext[entry])
        visitor.visit(this.entryElement[entry]);
    }
  }

  /** Begins a walk through the boxes, those near (x, y) first: `next` comes to one, `open` goes into it. */
  begin(x: number, y: number): void {
    this.fromX = x;
    this.fromY = y;
    this.pending[0] = 0;
    this.pendingBox[0] = this.x;
    this.pendingBox[1] = this.y;
    this.pendingBox[2] = this.size;
    this.pendingCount = 1;
  }

  /** Comes to the next box that is not empty: `box`. False when the walk is over. */
  next(): boolean {
    const { box, pending, pendingBox, totals } = this;
    while (this.pendingCount > 0) {
      const i = --this.pendingCount;
      const node = pending[i];
      if (totals[node] === 0) continue;
      this.node = node;
      box[0] = pendingBox[3 * i];
      box[1] = pendingBox[3 * i + 1];
      box[2] = pendingBox[3 * i + 2];
      return true;
    }
    return false;
  }

  /** Goes into the box: its quarters will come next. Of a leaf, returns the first entry; -1 for none. */
  open(): number {
    const { box, pending, pendingBox } = this;
    const kid = this.kids[this.node];
    if (kid === 0) return this.heads[this.node];
    const half = box[2] / 2;
    const dx = this.fromX - box[0] - half;
    const dy = this.fromY - box[1] - half;
    const near = (dx >= 0 ? 1 : 0) + (dy >= 0 ? 2 : 0);
    // The opposite quarter comes last, before it the one across the farther middle line, then the nearer, then its own.
    const across = Math.abs(dx) < Math.abs(dy) ? 1 : 2;
    for (let k = 0; k < 4; k++) {
      const quarter = near ^ (k === 0 ? 3 : k === 1 ? 3 - across : k === 2 ? across : 0);
      const i = this.pendingCount++;
      pending[i] = kid + quarter;
      pendingBox[3 * i] = box[0] + (quarter & 1) * half;
      pendingBox[3 * i + 1] = box[1] + (quarter >> 1) * half;
      pendingBox[3 * i + 2] = half;
    }
    return -1;
  }
}
