/**
 * A finished path map as flat arrays: per triangle, the roots that can win in it and the cones in which they see it.
 */
import { type DrawnPortal, faceOf, type Point, type Segment, samePoint } from "../geometry/index.js";
import { needMemory } from "../limits.js";
import { type Propagation, type Ride, shareOfCrossing } from "../unfold/internal.js";
import type { Barriers } from "./barriers.js";
import type { LiftStop } from "./lift-stops.js";

/** A point counts as inside a cone up to this share of the plan's size beyond its border. */
const SLACK = 1e-12;

/** Numbers per entry: the root's x, y and start, then its left border (a, b, c) and its right border (a, b, c). */
const STRIDE = 9;

/** Roots and their cones, triangle by triangle: what a path map answers from, and what rasters are baked from. */
export class Regions {
  /** Entries of face f are first[f] to first[f + 1] - 1. */
  readonly first: Int32Array;
  /** Root of each entry. */
  readonly roots: Int32Array;
  /** STRIDE numbers per entry; with (x, y) relative to the root, a x + b y + c is how far left of a border a point is. */
  private readonly table: Float64Array;
  private readonly slack: number;

  /** Roots: where they are, the second end of those that are segments, and how they hang together. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  private readonly endX: Float64Array;
  private readonly endY: Float64Array;
  readonly start: Float64Array;
  /** What a metre from a root costs before any barrier, where there are barriers. */
  private readonly factors: Float64Array;
  /** 1 for roots that are segments. */
  private readonly segments: Uint8Array;
  /** 1 for roots from which a straight path costs something else than its distance from a point. */
  readonly special: Uint8Array;
  private readonly barriers: Barriers | null;
  /** Per root the one that it shows beyond a seam of the ground, -1 for one that is no image, and that seam. */
  private readonly images: {
    readonly original: Int32Array;
    readonly seam: Int32Array;
    readonly portals: readonly DrawnPortal[];
  };
  /** Per root the one that its paths go on to; -1 at a source. */
  readonly parents: Int32Array;
  private readonly sources: Int32Array;
  /** Per root the ride by which its paths go on, where it is a door of a lift; -1 for none. */
  private readonly rideOf: Int32Array;
  private readonly rides: readonly Ride[];
  private readonly lifts: readonly (readonly LiftStop[])[];

  /** The answer of the question at hand: best root (-1 for none) and its distance. */
  root = -1;
  distance = Infinity;
  private px = 0;
  private py = 0;

  /** @internal */
  constructor(
    propagation: Propagation,
    barriers: Barriers | null = null,
    lifts: readonly (readonly LiftStop[])[] = [],
  ) {
    const { ground, roots, windows } = propagation;
    const count = roots.size;
    this.x = roots.number.x.slice(0, count);
    this.y = roots.number.y.slice(0, count);
    this.endX = roots.number.endX.slice(0, count);
    this.endY = roots.number.endY.slice(0, count);
    this.start = roots.number.start.slice(0, count);
    this.factors = roots.number.factor.slice(0, count);
    this.segments = Uint8Array.from(roots.index.segment.subarray(0, count));
    this.barriers = barriers;
    this.special = barriers ? new Uint8Array(count).fill(1) : this.segments;
    this.parents = roots.index.parent.slice(0, count);
    this.sources = roots.index.source.slice(0, count);
    this.images = {
      original: roots.index.original.slice(0, count),
      seam: roots.index.seam.slice(0, count),
      portals: ground.seams?.portals ?? [],
    };
    this.rideOf = roots.index.ride.slice(0, count);
    this.rides = propagation.carriers?.rides ?? [];
    this.lifts = lifts;
    const { minX, minY, maxX, maxY } = ground.mesh.box;
    this.slack = SLACK * Math.max(maxX - minX, maxY - minY);

    const kept = propagation.survivors();
    needMemory(`a path map's ${kept.length} cones`, (8 * STRIDE + 4) * kept.length);
    this.first = new Int32Array(ground.mesh.faceCount + 1);
    for (const w of kept) this.first[faceOf(windows.index.edge[w]) + 1]++;
    for (let f = 0; f < ground.mesh.faceCount; f++) this.first[f + 1] += this.first[f];
    this.roots = new Int32Array(kept.length);
    this.table = new Float64Array(STRIDE * kept.length);
    const at = this.first.slice();
    for (const w of kept) {
      const i = at[faceOf(windows.index.edge[w])]++;
      const root = windows.index.root[w];
      this.roots[i] = root;
      this.table[STRIDE * i] = this.x[root];
      this.table[STRIDE * i + 1] = this.y[root];
      this.table[STRIDE * i + 2] = this.start[root];
      this.setBorder(STRIDE * i + 3, propagation, root, windows.index.left[w]);
      this.setBorder(STRIDE * i + 6, propagation, root, windows.index.right[w]);
    }
  }

  /** Whether barriers make paths cost something else than their length. */
  get hasBarriers(): boolean {
    return this.barriers !== null;
  }

  /** Whether some paths take a lift. */
  get hasRides(): boolean {
    return this.rides.length > 0;
  }

  /** How many roots there are. */
  get rootCount(): number {
    return this.x.length;
  }

  /** Writes a border as a line relative to its root, which keeps digits far from the origin. */
  private setBorder(at: number, { ground, roots }: Propagation, root: number, limit: number): void {
    const x = this.x[root];
    const y = this.y[root];
    let dx: number;
    let dy: number;
    let offset = 0;
    if (this.isSegment(root)) {
      // Rays of a segment leave at right angles; this one passes the limiting vertex.
      dx = y - this.endY[root];
      dy = this.endX[root] - x;
      offset = dy * (ground.x(limit) - x) - dx * (ground.y(limit) - y);
    } else if (limit < 0) {
      dx = roots.number.aheadX[root];
      dy = roots.number.aheadY[root];
    } else {
      dx = ground.x(limit) - x;
      dy = ground.y(limit) - y;
    }
    const length = Math.hypot(dx, dy);
    this.table[at] = -dy / length;
    this.table[at + 1] = dx / length;
    this.table[at + 2] = offset / length;
  }

  /** Whether a root is a segment: paths end at their foot on it. */
  isSegment(root: number): boolean {
    return this.segments[root] === 1;
  }

  /** Starts a question for the point (x, y). */
  begin(x: number, y: number): void {
    this.px = x;
    this.py = y;
    this.root = -1;
    this.distance = Infinity;
  }

  /** Looks for a better root in the list of face f, which holds the point. */
  look(f: number): void {
    for (let i = this.first[f]; i < this.first[f + 1]; i++) this.consider(i);
  }

  /** Takes an entry's root if it sees the point and is nearer than what is known. */
  private consider(i: number): void {
    const { table, px, py, slack } = this;
    const k = STRIDE * i;
    const dx = px - table[k];
    const dy = py - table[k + 1];
    const root = this.roots[i];
    const reach = this.special[root] === 0 ? Math.sqrt(dx * dx + dy * dy) : this.specialReach(root, px, py);
    const distance = table[k + 2] + reach;
    if (distance >= this.distance) return;
    if (table[k + 3] * dx + table[k + 4] * dy + table[k + 5] > slack) return;
    if (table[k + 6] * dx + table[k + 7] * dy + table[k + 8] < -slack) return;
    this.distance = distance;
    this.root = root;
  }

  /** Looks for a better root among entries of a list, all of faces that hold the point. */
  lookAmong(entries: Int32Array, from: number, count: number): void {
    for (let i = from; i < from + count; i++) this.consider(entries[i]);
  }

  /**
   * The entries of face f that can win somewhere in a square of side h within it, into `found`; returns how many. -1
   * where that is not clear: roots that are segments, barriers, or more entries than there is room for.
   *
   * Of two roots in sight of the whole square, the farther one is out if it is farther at all four corners by more than
   * the distances can bend between them, h^2 / 2r for the lesser distance r.
   */
  candidates(f: number, x: number, y: number, h: number, found: Int32Array): number {
    const first = this.first[f];
    const end = this.first[f + 1];
    let best = -1;
    let least = Infinity;
    for (let i = first; i < end; i++) {
      if (this.special[this.roots[i]] !== 0) return -1;
      if (!this.covers(i, x, y, h)) continue;
      const distance = this.table[STRIDE * i + 2] + this.reachOf(i, x + h / 2, y + h / 2);
      if (distance >= least) continue;
      least = distance;
      best = i;
    }
    let kept = 0;
    for (let i = first; i < end; i++) {
      if (i !== best && (this.misses(i, x, y, h) || (best >= 0 && this.isFarther(i, best, x, y, h))))
        continue;
      if (kept === found.length) return -1;
      found[kept++] = i;
    }
    return kept;
  }

  /** Whether all of the first `count` entries of a list see all of a square. */
  seeAll(entries: Int32Array, count: number, x: number, y: number, h: number): boolean {
    for (let k = 0; k < count; k++) if (!this.covers(entries[k], x, y, h)) return false;
    return true;
  }

  /** Looks for a better root among some, all of them points in sight. */
  lookAtRoots(roots: Int32Array, from: number, count: number): void {
    const { px, py } = this;
    for (let k = from; k < from + count; k++) {
      const dx = px - this.x[roots[k]];
      const dy = py - this.y[roots[k]];
      const distance = this.start[roots[k]] + Math.sqrt(dx * dx + dy * dy);
      if (distance >= this.distance) continue;
      this.distance = distance;
      this.root = roots[k];
    }
  }

  /** How far a point is left of the left (0) or right (1) border of an entry's cone, in metres; NaN where it has none. */
  leftOfBorder(i: number, side: 0 | 1, x: number, y: number): number {
    return this.leftOf(STRIDE * i + 3 + 3 * side, i, x, y);
  }

  /** Whether the whole square lies in an entry's cone. */
  private covers(i: number, x: number, y: number, h: number): boolean {
    for (let corner = 0; corner < 4; corner++) {
      const px = x + (corner & 1) * h;
      const py = y + (corner >> 1) * h;
      if (this.leftOf(STRIDE * i + 3, i, px, py) > 0 || this.leftOf(STRIDE * i + 6, i, px, py) < 0)
        return false;
    }
    return true;
  }

  /** Whether the whole square lies beyond one border of an entry's cone. */
  private misses(i: number, x: number, y: number, h: number): boolean {
    let left = true;
    let right = true;
    for (let corner = 0; corner < 4; corner++) {
      const px = x + (corner & 1) * h;
      const py = y + (corner >> 1) * h;
      left = left && this.leftOf(STRIDE * i + 3, i, px, py) > this.slack;
      right = right && this.leftOf(STRIDE * i + 6, i, px, py) < -this.slack;
    }
    return left || right;
  }

  /** Whether an entry is farther than another one in the whole square. */
  private isFarther(i: number, other: number, x: number, y: number, h: number): boolean {
    let lead = Infinity;
    let nearest = Infinity;
    for (let corner = 0; corner < 4; corner++) {
      const px = x + (corner & 1) * h;
      const py = y + (corner >> 1) * h;
      const reach = this.reachOf(i, px, py);
      const reachOfOther = this.reachOf(other, px, py);
      lead = Math.min(
        lead,
        this.table[STRIDE * i + 2] + reach - this.table[STRIDE * other + 2] - reachOfOther,
      );
      nearest = Math.min(nearest, reach, reachOfOther);
    }
    return nearest > 2 * h && lead > (h * h) / (2 * (nearest - 1.5 * h));
  }

  private leftOf(k: number, i: number, x: number, y: number): number {
    const { table } = this;
    return table[k] * (x - table[STRIDE * i]) + table[k + 1] * (y - table[STRIDE * i + 1]) + table[k + 2];
  }

  private reachOf(i: number, x: number, y: number): number {
    const dx = x - this.table[STRIDE * i];
    const dy = y - this.table[STRIDE * i + 1];
    return Math.sqrt(dx * dx + dy * dy);
  }

  /**
   * The best root of face f for a row of points (left + (c + 0.5) step, y), c = from, …, to - 1, into `best` and `roots` from
   * index 0 on. Root by root: each cone meets the row in one interval, inside which only distances are compared.
   */
  fillRow(
    f: number,
    y: number,
    left: number,
    step: number,
    from: number,
    to: number,
    best: Float64Array,
    roots: Int32Array,
  ): void {
    const { table, slack } = this;
    best.fill(Infinity, 0, to - from);
    roots.fill(-1, 0, to - from);
    for (let i = this.first[f]; i < this.first[f + 1]; i++) {
      const k = STRIDE * i;
      const root = this.roots[i];
      const dy = y - table[k + 1];
      // Where the row lies right of the left border and left of the right one, in x relative to the root.
      const low = Math.max(
        rowFrom(table[k + 3], slack - table[k + 4] * dy - table[k + 5]),
        rowFrom(-table[k + 6], slack + table[k + 7] * dy + table[k + 8]),
      );
      const high = Math.min(
        rowTo(table[k + 3], slack - table[k + 4] * dy - table[k + 5]),
        rowTo(-table[k + 6], slack + table[k + 7] * dy + table[k + 8]),
      );
      const first = Math.max(from, Math.ceil((low + (table[k] - left)) / step - 0.5));
      const last = Math.min(to - 1, Math.floor((high + (table[k] - left)) / step - 0.5));
      if (this.special[root] === 0) {
        const dy2 = dy * dy;
        for (let c = first; c <= last; c++) {
          const dx = left + (c + 0.5) * step - table[k];
          const distance = table[k + 2] + Math.sqrt(dx * dx + dy2);
          if (distance >= best[c - from]) continue;
          best[c - from] = distance;
          roots[c - from] = root;
        }
      } else {
        for (let c = first; c <= last; c++) {
          const distance = table[k + 2] + this.specialReach(root, left + (c + 0.5) * step, y);
          if (distance >= best[c - from]) continue;
          best[c - from] = distance;
          roots[c - from] = root;
        }
      }
    }
  }

  /** What the straight path from (x, y) to a root costs, if the root is a segment or there are barriers. */
  private specialReach(root: number, x: number, y: number): number {
    let fromX = this.x[root];
    let fromY = this.y[root];
    let reach: number;
    if (this.segments[root] === 0) {
      reach = Math.sqrt((x - fromX) ** 2 + (y - fromY) ** 2);
    } else {
      const ux = this.endX[root] - fromX;
      const uy = this.endY[root] - fromY;
      const length2 = ux * ux + uy * uy;
      reach = Math.abs(ux * (y - fromY) - uy * (x - fromX)) / Math.sqrt(length2);
      const t = ((x - fromX) * ux + (y - fromY) * uy) / length2;
      fromX += t * ux;
      fromY += t * uy;
    }
    const { barriers } = this;
    return barriers
      ? this.factors[root] * (reach + barriers.surcharge(fromX, fromY, x, y, root, this.images))
      : reach;
  }

  /** Cost of the path from (x, y) straight to a root and on to its source. */
  distanceVia(root: number, x: number, y: number): number {
    const dx = x - this.x[root];
    const dy = y - this.y[root];
    if (this.special[root] === 0) return this.start[root] + Math.sqrt(dx * dx + dy * dy);
    return this.start[root] + this.specialReach(root, x, y);
  }

  /** The next point on the path from p over a root: the root itself, or p's foot on it. */
  next(root: number, p: Point): Point {
    return this.footOn(root, p);
  }

  /** The user's source that a root's paths end at. */
  sourceOf(root: number): number {
    return this.sources[root];
  }

  /** The path from p over a root to its source, or at least its first points, as many as are asked for. */
  trace(p: Point, root: number, most = Infinity): Point[] {
    const path: Point[] = [p];
    const add = (q: Point): void => {
      if (!samePoint(q, path[path.length - 1])) path.push(q);
    };
    for (let r = root; r >= 0 && path.length < most; ) {
      const last = path[path.length - 1];
      if (this.images.original[r] >= 0) {
        const [near, far] = this.passage(r, last);
        add(near);
        path.push(far);
        r = this.images.original[r];
      } else {
        add(this.footOn(r, last));
        const ride = this.rides[this.rideOf[r]];
        if (ride) {
          const stops = this.lifts[ride.carrier];
          add(stops[ride.from].door);
          path.push(stops[ride.to].door);
          add(stops[ride.to].near);
        }
        r = ride ? ride.root : this.parents[r];
      }
    }
    return path;
  }

  /** Where the straight path from p to an image passes the portal that it is seen through: on p's side, and beyond. */
  private passage(root: number, p: Point): [near: Point, far: Point] {
    const seam = this.images.seam[root];
    const portal = this.images.portals[seam >> 1];
    const t = shareOfCrossing(portal, seam, p, this.footOn(root, p));
    const at = ([o, e]: Segment): Point =>
      t === 1 ? e : [o[0] + t * (e[0] - o[0]), o[1] + t * (e[1] - o[1])];
    return seam & 1 ? [at(portal.a), at(portal.b)] : [at(portal.b), at(portal.a)];
  }

  /** Where the straight path from p to a root ends: at it, or at right angles on a segment. */
  private footOn(root: number, [px, py]: Point): Point {
    const x = this.x[root];
    const y = this.y[root];
    if (!this.isSegment(root)) return [x, y];
    const ux = this.endX[root] - x;
    const uy = this.endY[root] - y;
    const t = ((px - x) * ux + (py - y) * uy) / (ux * ux + uy * uy);
    if (t <= 0) return [x, y];
    return t >= 1 ? [this.endX[root], this.endY[root]] : [x + t * ux, y + t * uy];
  }
}

/** The least x with a x <= b, -Infinity when all small ones do, Infinity when none does. */
function rowFrom(a: number, b: number): number {
  if (a < 0) return b / a;
  return a > 0 || b >= 0 ? -Infinity : Infinity;
}

/** The greatest x with a x <= b. */
function rowTo(a: number, b: number): number {
  if (a > 0) return b / a;
  return a < 0 || b >= 0 ? Infinity : -Infinity;
}
