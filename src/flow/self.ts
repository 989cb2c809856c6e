/**
 * Where a curve comes near itself.
 *
 * Every place of a curve is near the places just before and after it; two places count only when more than half a turn
 * of radius r lies between them, pi r along the curve. The curve is a tree over its stretches, and two branches are walked
 * at once. A pair is left as soon as its boxes are too far from each other, or all of it is too near along the curve, or the
 * curve turns too little between them to come back.
 */
import type { Point } from "../geometry/index.js";
import { type Measure, PartIndex, partsOf } from "./near.js";
import { distanceBetween, lengthOf, partOf, pointAt, type Stretch, tangentAt } from "./stretch.js";

/** Parts shorter than this share of the radius are not split any more. */
const FINE = 1 / 8;
/** Corners up to this angle, and radii short by this share, are rounding. */
const SMOOTH = 1e-9;

/** Two places of one curve that are nearer than they should be. */
export interface Approach {
  readonly p: Point;
  readonly q: Point;
  readonly distance: number;
}

/**
 * A part of a curve: of one stretch, with the lengths along the curve where it begins and ends, and how much the curve
 * has turned there, to either side.
 */
interface Part {
  readonly stretch: Stretch;
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly turnedFrom: number;
  readonly turnedTo: number;
}

/** What to do with a pair of parts that lie wholly more than half a turn apart; tells whether to look closer. */
type Visit = (p: Part, q: Part) => boolean;

/** The stretches of a curve as the leaves of a tree of boxes; the children of node i are 2 i + 1 and 2 i + 2. */
class CurveTree {
  /** minX, minY, -maxX, -maxY per node, so that a box is four minima. */
  private readonly boxes: Float64Array;
  /** First and last + 1 stretch of each node. */
  private readonly first: Int32Array;
  private readonly last: Int32Array;
  /** Length along the curve where each stretch begins, and where the last one ends. */
  private readonly lengths: Float64Array;
  /** How much the curve has turned there, to either side, before the corner that may be there. */
  private readonly turned: Float64Array;
  /** How many corners, and arcs that bend sharper than the radius, lie before it. */
  private readonly sharp: Int32Array;
  private readonly leaves: number;
  private readonly apart: number;
  private readonly fine: number;

  constructor(
    private readonly curve: readonly Stretch[],
    private readonly radius: number,
  ) {
    const n = curve.length;
    let leaves = 1;
    while (leaves < n) leaves *= 2;
    this.leaves = leaves;
    this.apart = Math.PI * radius * (1 + 1e-6);
    this.fine = FINE * radius;
    this.lengths = new Float64Array(n + 1);
    this.turned = new Float64Array(n + 1);
    this.sharp = new Int32Array(n + 1);
    this.boxes = new Float64Array(4 * (2 * leaves - 1)).fill(Infinity);
    this.first = new Int32Array(2 * leaves - 1).fill(n);
    this.last = new Int32Array(2 * leaves - 1).fill(n);
    curve.forEach((stretch, k) => {
      this.addStretch(k, stretch);
    });
    for (let i = leaves - 2; i >= 0; i--) {
      for (let k = 0; k < 4; k++)
        this.boxes[4 * i + k] = Math.min(this.boxes[4 * (2 * i + 1) + k], this.boxes[4 * (2 * i + 2) + k]);
      this.first[i] = this.first[2 * i + 1];
      this.last[i] = this.last[2 * i + 2];
    }
  }

  private addStretch(k: number, stretch: Stretch): void {
    const { curve, lengths, turned, sharp, leaves } = this;
    const leaf = leaves - 1 + k;
    this.setBox(leaf, stretch);
    this.first[leaf] = k;
    this.last[leaf] = k + 1;
    lengths[k + 1] = lengths[k] + lengthOf(stretch);
    const corner = k + 1 < curve.length ? cornerBetween(stretch, curve[k + 1]) : 0;
    const isArc = stretch.kind === "arc";
    turned[k + 1] = turned[k] + corner + (isArc ? Math.abs(stretch.turn) : 0);
    const isSharp = corner > SMOOTH || (isArc && stretch.radius < this.radius * (1 - SMOOTH));
    sharp[k + 1] = sharp[k] + (isSharp ? 1 : 0);
  }

  private setBox(i: number, stretch: Stretch): void {
    const { boxes } = this;
    // An arc lies within its circle, and within half its length of its middle.
    const [x, y] = pointAt(stretch, 0.5);
    const half = lengthOf(stretch) / 2;
    if (stretch.kind === "line") {
      const { a, b } = stretch;
      boxes[4 * i] = Math.min(a[0], b[0]);
      boxes[4 * i + 1] = Math.min(a[1], b[1]);
      boxes[4 * i + 2] = -Math.max(a[0], b[0]);
      boxes[4 * i + 3] = -Math.max(a[1], b[1]);
      return;
    }
    const { centre, radius } = stretch;
    boxes[4 * i] = Math.max(x - half, centre[0] - radius);
    boxes[4 * i + 1] = Math.max(y - half, centre[1] - radius);
    boxes[4 * i + 2] = Math.max(-x - half, -centre[0] - radius);
    boxes[4 * i + 3] = Math.max(-y - half, -centre[1] - radius);
  }

  /**
   * Whether all places from stretch i on and up to stretch j that are more than half a turn apart, and at least `gap`
   * along the curve, are farther than a reach from each other. Between them the curve turns by k at most: turned as fast
   * as a circle of radius r allows, and the rest of its way in the worst direction, it still gets that far.
   */
  private isOpen(i: number, j: number, turned: number, gap: number, reach: number): boolean {
    if (turned > Math.PI) return false;
    const radius = this.sharp[j] > this.sharp[i] ? 0 : this.radius;
    const length = Math.max(gap, this.apart);
    const chord = 2 * radius * Math.sin(turned / 2) + (length - radius * turned) * Math.cos(turned / 2);
    return chord >= reach;
  }

  /** Calls `visit` with the pairs of parts that may be nearer than `reach()`, which may fall meanwhile. */
  pairs(reach: () => number, visit: Visit): void {
    const { boxes, first, last, lengths, turned, leaves, apart } = this;
    const stack = [0, 0];
    while (stack.length > 0) {
      const j = stack.pop()!;
      const i = stack.pop()!;
      if (!(lengths[last[j]] - lengths[first[i]] >= apart)) continue;
      const [p, q] = [4 * i, 4 * j];
      const dx = Math.max(0, boxes[p] + boxes[q + 2], boxes[q] + boxes[p + 2]);
      const dy = Math.max(0, boxes[p + 1] + boxes[q + 3], boxes[q + 1] + boxes[p + 3]);
      const most = reach();
      if (dx * dx + dy * dy >= most * most) continue;
      const turns = turned[last[j]] - turned[first[i]];
      if (this.isOpen(first[i], last[j], turns, lengths[first[j]] - lengths[last[i]], most)) continue;
      if (i >= leaves - 1) {
        this.refine(this.leaf(i), this.leaf(j), reach, visit);
        continue;
      }
      // Nodes of a pair have the same depth; a node with itself has three pairs of children.
      stack.push(2 * i + 1, 2 * j + 1, 2 * i + 1, 2 * j + 2, 2 * i + 2, 2 * j + 2);
      if (i !== j) stack.push(2 * i + 2, 2 * j + 1);
    }
  }

  private leaf(i: number): Part {
    const k = this.first[i];
    const stretch = this.curve[k];
    const turns = stretch.kind === "arc" ? Math.abs(stretch.turn) : 0;
    const { lengths, turned } = this;
    return {
      stretch,
      index: k,
      from: lengths[k],
      to: lengths[k + 1],
      turnedFrom: turned[k],
      turnedTo: turned[k] + turns,
    };
  }

  private refine(p: Part, q: Part, reach: () => number, visit: Visit): void {
    if (!(q.to - p.from >= this.apart)) return;
    const most = reach();
    if (this.isOpen(p.index, q.index + 1, q.turnedTo - p.turnedFrom, q.from - p.to, most)) return;
    const [a, b] = [pointAt(p.stretch, 0.5), pointAt(q.stretch, 0.5)];
    const [along, beside] = [p.to - p.from, q.to - q.from];
    if (Math.hypot(a[0] - b[0], a[1] - b[1]) >= most + (along + beside) / 2) return;
    if (q.from - p.to >= this.apart && !visit(p, q)) return;
    if (Math.max(along, beside) <= this.fine) return;
    const [p1, p2] = along >= beside ? halves(p) : [p, null];
    const [q1, q2] = along >= beside ? [q, null] : halves(q);
    this.refine(p1, q1, reach, visit);
    if (p2) this.refine(p2, q1, reach, visit);
    if (q2) this.refine(p1, q2, reach, visit);
  }
}

/** The angle between two stretches where they meet. */
function cornerBetween(before: Stretch, after: Stretch): number {
  const [a, b] = [tangentAt(before, 1), tangentAt(after, 0)];
  return Math.abs(Math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]));
}

function halves({ stretch, index, from, to, turnedFrom, turnedTo }: Part): [Part, Part] {
  const middle = (from + to) / 2;
  const turned = (turnedFrom + turnedTo) / 2;
  return [
    { stretch: partOf(stretch, 0, 0.5), index, from, to: middle, turnedFrom, turnedTo: turned },
    { stretch: partOf(stretch, 0.5, 1), index, from: middle, to, turnedFrom: turned, turnedTo },
  ];
}

/** Least distance of a curve from itself, between two places of it; `most` where there is none nearer. */
export function selfDistance(
  curve: readonly Stretch[],
  radius: number,
  most: number,
  measure: Measure = distanceBetween,
): number {
  let best = most;
  new CurveTree(curve, radius).pairs(
    () => best,
    (p, q) => {
      best = Math.min(best, measure(p.stretch, q.stretch));
      return false;
    },
  );
  return best;
}

/** Where a curve comes nearer to itself than 2 radii: the nearest pair of every such passage. */
export function selfApproaches(
  curve: readonly Stretch[],
  radius: number,
  measure: Measure = distanceBetween,
): Approach[] {
  const reach = 2 * radius * (1 - 1e-7);
  const fine = FINE * radius;
  const found: Found[] = [];
  new CurveTree(curve, radius).pairs(
    () => reach,
    (p, q) => {
      const distance = measure(p.stretch, q.stretch);
      if (distance >= reach) return false;
      if (Math.max(p.to - p.from, q.to - q.from) > fine) return true;
      const [a, b] = [pointAt(p.stretch, 0.5), pointAt(q.stretch, 0.5)];
      found.push({ p: a, q: b, distance, from: p.from, to: q.from, curve: 0 });
      return false;
    },
  );
  return nearestOfEach(found, radius);
}

/** Where curves of which `counts` says so come nearer to each other than 2 radii: the nearest pair of every such passage. */
export function approachesBetween(
  curves: readonly (readonly Stretch[])[],
  radius: number,
  measure: Measure,
  counts: (i: number, j: number) => boolean,
): (Approach & { readonly curve: number })[] {
  const reach = 2 * radius * (1 - 1e-7);
  const index = new PartIndex(partsOf(curves, FINE * radius));
  const found = new Map<string, Found[]>();
  for (const { curve, stretch, from } of index.parts) {
    for (const k of index.near(stretch, reach)) {
      const other = index.parts[k];
      if (other.curve <= curve || !counts(curve, other.curve)) continue;
      const distance = measure(stretch, other.stretch);
      if (distance >= reach) continue;
      const pair = `${curve} ${other.curve}`;
      const list = found.get(pair) ?? [];
      const [p, q] = [pointAt(stretch, 0.5), pointAt(other.stretch, 0.5)];
      list.push({ p, q, distance, from, to: other.from, curve });
      found.set(pair, list);
    }
  }
  return [...found.values()].flatMap((list) => nearestOfEach(list, radius));
}

/** An approach with the lengths along the curves where it is. */
interface Found extends Approach {
  readonly from: number;
  readonly to: number;
  readonly curve: number;
}

/** The nearest pair of every passage: pairs within 4 radii of it on both sides belong to it. */
function nearestOfEach(found: Found[], radius: number): Found[] {
  found.sort((a, b) => a.distance - b.distance);
  const kept: Found[] = [];
  for (const pair of found) {
    const isKnown = kept.some(
      ({ from, to }) => Math.abs(from - pair.from) < 4 * radius && Math.abs(to - pair.to) < 4 * radius,
    );
    if (!isKnown) kept.push(pair);
  }
  return kept;
}

/** Whether a curve comes nearer to itself than 2 radii. */
export function comesNearItself(curve: readonly Stretch[], radius: number): boolean {
  const reach = 2 * radius * (1 - 1e-7);
  return selfDistance(curve, radius, 2 * radius) < reach;
}
