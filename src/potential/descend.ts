/**
 * Going down a potential in continuous space (Dapper 2007, 3.2.2): along the interpolated gradient, in steps of a
 * fraction of a cell, within free cells only.
 *
 * Between cell centres u is bilinear. Such a function has no maximum but at a centre, and a cell that obeys its equation
 * is none, so there is always a way up. Where a smooth step would not climb, as on the crest between two patches, the
 * walker heads for the best neighbour's centre instead: two adjacent cells are convex, so that is always safe, and it
 * ends at a goal because levels only rise.
 */
import type { Point } from "../geometry/index.js";
import { GOAL, type Grid, IMAGE } from "./grid.js";

/** Length of a step in cells. */
const STEP = 0.3;
/** Steps that walls shorten to less than this are none, in cells. */
const LEAST_STEP = 0.03;
/** Paths keep this share of a cell from the cells of walls. */
const MARGIN = 1e-4;
/** After so many steps that did not climb, only neighbours' centres are headed for. */
const PATIENCE = 64;

/** What a reflecting wall lies below the cell before it, in steps of a random walk: corners must not be flat. */
const MIRROR_LOSS = 0.5;
/** Smooth steps per cell of the grid before the same holds: far more than any way needs. */
const STEPS_PER_CELL = 8;

/** Levels on a grid, and whether walls hold u at 0 or only turn it back. */
export interface LevelField {
  readonly grid: Grid;
  readonly level: Float64Array;
  readonly reflect: boolean;
}

/** Values around a point, scaled so that the largest is about 1. */
export class Sampler {
  /** Level at the last sampled point: log u, or minus the mean time of a random walk. */
  value = 0;
  /** Gradient of the patch at the last sampled point, and of the smoothed field; their lengths mean nothing. */
  patchX = 0;
  patchY = 0;
  smoothX = 0;
  smoothY = 0;

  /** The four cells around the point, a lower left, b lower right, c upper left, d upper right; where it is between them. */
  private a = 0;
  private s = 0;
  private t = 0;
  private top = 0;
  /** The cell that holds the point. */
  private own = 0;

  constructor(private readonly field: LevelField) {}

  /** Samples at a point whose cell has a way to a goal. */
  sample(x: number, y: number): void {
    const { grid, level, reflect } = this.field;
    const { stride, cell, origin } = grid;
    // The point's own cell is found as everywhere else, so that rounding never gives a wall's.
    this.own = grid.at(x, y);
    const fx = (x - origin[0]) / cell + 0.5;
    const fy = (y - origin[1]) / cell + 0.5;
    const column = Math.floor(fx);
    const row = Math.floor(fy);
    this.s = fx - column;
    this.t = fy - row;
    const a = row * stride + column;
    this.a = a;
    if (reflect) {
      this.sampleReflecting();
      return;
    }
    this.top = Math.max(level[a], level[a + 1], level[a + stride], level[a + stride + 1]);
    this.sampleAbsorbing();
  }

  /** Between absorbing walls: u is bilinear and 0 in walls. */
  private sampleAbsorbing(): void {
    const { a, s, t, own } = this;
    const { stride } = this.field.grid;
    const b = a + 1;
    const c = a + stride;
    const d = c + 1;
    // Around a corner where two walls touch, the cell across is another place.
    const isBarred = this.isBarred();
    const va = isBarred && own === d ? 0 : this.at(a);
    const vb = isBarred && own === c ? 0 : this.at(b);
    const vc = isBarred && own === b ? 0 : this.at(c);
    const vd = isBarred && own === a ? 0 : this.at(d);
    this.interpolate(va, vb, vc, vd);
    this.value = this.top + Math.log(this.value);
    this.smoothX = 0;
    this.smoothY = 0;
    this.addDifferences(a, (1 - s) * (1 - t));
    this.addDifferences(b, s * (1 - t));
    this.addDifferences(c, (1 - s) * t);
    this.addDifferences(d, s * t);
  }

  /**
   * Between reflecting walls: a wall is hardly lower than the cell that it is seen from, so that the field is as smooth
   * along a wall as anywhere, and falls gently towards it. A wall that two cells of the patch see from two sides is to each
   * point what the nearer side sees.
   */
  private sampleReflecting(): void {
    const { a, s, t, own } = this;
    const { level, grid } = this.field;
    const b = a + 1;
    const c = a + grid.stride;
    const d = c + 1;
    const isBarred = this.isBarred();
    if (isBarred) {
      const [across, value] = [a + d - own, level[own]];
      const of = (i: number): number => (i === own ? value : value - (i === across ? 2 : 1) * MIRROR_LOSS);
      this.interpolate(of(a), of(b), of(c), of(d));
    } else {
      const va = this.seen(a, b, c, 1 - s, 1 - t);
      const vb = this.seen(b, a, d, s, 1 - t);
      const vc = this.seen(c, d, a, 1 - s, t);
      const vd = this.seen(d, c, b, s, t);
      this.interpolate(va, vb, vc, vd);
    }
    // Differences at the centres of free cells; what is across a corner does not count.
    this.smoothX = 0;
    this.smoothY = 0;
    const add = (i: number, weight: number): void => {
      if (level[i] === -Infinity || (isBarred && i !== own)) return;
      const of = (j: number): number => (level[j] === -Infinity ? level[i] - MIRROR_LOSS : level[j]);
      this.smoothX += weight * (of(i + 1) - of(i - 1));
      this.smoothY += weight * (of(i + grid.stride) - of(i - grid.stride));
    };
    add(a, (1 - s) * (1 - t));
    add(b, s * (1 - t));
    add(c, (1 - s) * t);
    add(d, s * t);
  }

  /**
   * What cell i of the patch is to a point, given the cells beside and above or below it, and how far, from 0 to 1, the
   * point is towards i along both axes: on the line from one of the two to a wall, the wall is what that one sees.
   */
  private seen(i: number, beside: number, over: number, along: number, up: number): number {
    const { level } = this.field;
    if (level[i] > -Infinity) return level[i];
    const [p, q] = [level[beside], level[over]];
    if (p === -Infinity && q === -Infinity) return level[this.own] - 2 * MIRROR_LOSS;
    if (p === -Infinity) return q - MIRROR_LOSS;
    if (q === -Infinity) return p - MIRROR_LOSS;
    const [toBeside, toOver] = [1 - up, 1 - along];
    const sum = toBeside + toOver;
    return (sum > 0 ? (p * toOver + q * toBeside) / sum : (p + q) / 2) - MIRROR_LOSS;
  }

  /** Whether two cells of the patch across a corner are walls, and the other two are none. */
  private isBarred(): boolean {
    const { a } = this;
    const { level, grid } = this.field;
    const wall = (i: number): boolean => level[i] === -Infinity;
    const [b, c, d] = [wall(a + 1), wall(a + grid.stride), wall(a + grid.stride + 1)];
    return wall(a) ? d && !b && !c : !d && b && c;
  }

  /** Sets value and gradient of the bilinear patch. */
  private interpolate(va: number, vb: number, vc: number, vd: number): void {
    const { s, t } = this;
    const south = va + s * (vb - va);
    const north = vc + s * (vd - vc);
    this.value = south + t * (north - south);
    this.patchX = (1 - t) * (vb - va) + t * (vd - vc);
    this.patchY = north - south;
  }

  /** u of an entry over the patch's largest. */
  private at(i: number): number {
    const l = this.field.level[i];
    return l === -Infinity ? 0 : Math.exp(l - this.top);
  }

  /** Adds the central differences at a centre: interpolated, they do not jump from patch to patch. */
  private addDifferences(i: number, weight: number): void {
    const { stride } = this.field.grid;
    // Those of the outer ring have no neighbours beyond.
    const column = i % stride;
    if (weight === 0 || column === 0 || column === stride - 1) return;
    if (i < stride || i + stride >= this.field.level.length) return;
    this.smoothX += weight * (this.at(i + 1) - this.at(i - 1));
    this.smoothY += weight * (this.at(i + stride) - this.at(i - stride));
  }
}

/** The neighbour with the highest level above an entry's own, as an image where it is across a portal; -1 where there is none. */
export function bestNeighbour({ grid, level }: LevelField, i: number): number {
  let best = -1;
  let highest = level[i];
  for (const j of [i - 1, i + 1, i - grid.stride, i + grid.stride]) {
    const there = level[grid.meant(j)];
    if (there > highest) {
      highest = there;
      best = j;
    }
  }
  return best;
}

/** Whether a step from a cell to one that touches it stays in free cells: across a corner, both beside it must be free. */
export function isAdjacent({ grid: { stride }, level }: LevelField, from: number, to: number): boolean {
  const step = to - from;
  if (step === 0 || Math.abs(step) === 1 || Math.abs(step) === stride) return true;
  const vertical = step > 0 ? stride : -stride;
  return level[from + vertical] > -Infinity && level[from + (step - vertical)] > -Infinity;
}

/** Share of the cells of `order` from which going to the best neighbour again and again ends at a goal. */
export function shareArriving(field: LevelField, order: Int32Array): number {
  if (order.length === 0) return 1;
  const { kinds } = field.grid;
  const known = new Int8Array(kinds.length);
  let arrived = 0;
  const trail: number[] = [];
  for (let k = 0; k < order.length; k++) {
    let i = order[k];
    while (known[i] === 0 && kinds[i] !== GOAL) {
      trail.push(i);
      const next = bestNeighbour(field, i);
      if (next < 0) break;
      i = field.grid.meant(next);
    }
    const verdict = kinds[i] === GOAL || known[i] === 1 ? 1 : -1;
    while (trail.length > 0) {
      known[trail.pop()!] = verdict;
      if (verdict === 1) arrived++;
    }
  }
  return arrived / order.length;
}

/** Points from (x, y), which lies in a cell with a way, to a point in a goal cell. */
export function descend(field: LevelField, from: Point): Point[] {
  const { grid } = field;
  const walker = new Descent(field, from);
  const points: Point[] = [from];
  let left = STEPS_PER_CELL * grid.kinds.length;
  while (grid.kinds[walker.entry] !== GOAL && walker.advance(left-- > 0)) {
    const crossed = walker.cross(points[points.length - 1]);
    if (crossed) points.push(...crossed);
    points.push([walker.x, walker.y]);
  }
  return points;
}

/** Someone on the way down. */
class Descent {
  x: number;
  y: number;
  entry: number;
  private readonly sampler: Sampler;
  private highest: number;
  private stumbles = 0;

  constructor(
    private readonly field: LevelField,
    [x, y]: Point,
  ) {
    this.x = x;
    this.y = y;
    this.entry = field.grid.at(x, y);
    this.sampler = new Sampler(field);
    this.sampler.sample(x, y);
    this.highest = this.sampler.value;
  }

  /** Takes one step; false where there is none, which only unfinished fields know. */
  advance(isSmooth: boolean): boolean {
    if (isSmooth && this.stumbles < PATIENCE && this.glide()) return true;
    this.stumbles++;
    // An image's own cell is across the portal.
    const isImage = this.field.grid.kinds[this.entry] === IMAGE;
    const next = isImage ? this.entry : bestNeighbour(this.field, this.entry);
    if (next < 0) return false;
    [this.x, this.y] = this.field.grid.centre(next);
    this.entry = next;
    this.sampler.sample(this.x, this.y);
    this.highest = this.stumbles < PATIENCE ? this.sampler.value : this.highest;
    return true;
  }

  /** Goes to the other side of a portal whose line was crossed on the way from p; where that was, on both sides. */
  cross(p: Point): [Point, Point] | null {
    const { grid, level } = this.field;
    const { entry } = this;
    const seam = grid.images?.seams.get(entry);
    const here: Point = [this.x, this.y];
    if (!seam || seam.beyond(here) <= 0) return null;
    const crossed = seam.crossing(p, here);
    [this.x, this.y] = seam.across(here);
    this.entry = grid.at(this.x, this.y);
    const shown = grid.meant(entry);
    // Cells on both sides are not the same: who heads for a cell gets there, and who is off them goes to the nearest.
    const isHeaded = this.stumbles > 0 && shown !== entry && shown !== this.entry;
    if (isHeaded || !(level[this.entry] > -Infinity)) {
      this.entry = shown !== entry ? shown : this.nearest();
      [this.x, this.y] = grid.centre(this.entry);
    }
    this.sampler.sample(this.x, this.y);
    this.highest = this.stumbles < PATIENCE ? this.sampler.value : this.highest;
    return crossed;
  }

  /** The nearest cell with a level, at most two cells away. */
  private nearest(): number {
    const { grid, level } = this.field;
    let best = this.entry;
    let least = Infinity;
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) {
        const j = this.entry + dy * grid.stride + dx;
        if (!(level[j] > -Infinity) || grid.kinds[j] === IMAGE) continue;
        const [x, y] = grid.centre(j);
        const apart = Math.hypot(x - this.x, y - this.y);
        if (apart >= least) continue;
        least = apart;
        best = j;
      }
    }
    return best;
  }

  /** A smooth step, by the midpoint rule; false where it would not climb. */
  private glide(): boolean {
    const { sampler } = this;
    const length = STEP * this.field.grid.cell;
    const { x, y } = this;
    sampler.sample(x, y);
    let size = Math.hypot(sampler.smoothX, sampler.smoothY);
    if (!(size > 0)) return false;
    const midX = x + (0.5 * length * sampler.smoothX) / size;
    const midY = y + (0.5 * length * sampler.smoothY) / size;
    if (this.isOpen(midX, midY)) {
      sampler.sample(midX, midY);
      const middle = Math.hypot(sampler.smoothX, sampler.smoothY);
      if (middle > 0) size = middle;
      else sampler.sample(x, y);
    }
    const dx = (length * sampler.smoothX) / size;
    const dy = (length * sampler.smoothY) / size;
    if (this.tryStep(dx, dy) || this.tryStep(dx / 3, dy / 3)) return true;
    sampler.sample(x, y);
    const patch = Math.hypot(sampler.patchX, sampler.patchY);
    const [px, py] = [(length * sampler.patchX) / patch, (length * sampler.patchY) / patch];
    if (patch > 0 && (this.tryStep(px, py) || this.tryStep(px / 3, py / 3))) return true;
    // Beside a wall, along it.
    return Math.abs(dx) > Math.abs(dy)
      ? this.tryStep(length * Math.sign(dx), 0) || this.tryStep(0, length * Math.sign(dy))
      : this.tryStep(0, length * Math.sign(dy)) || this.tryStep(length * Math.sign(dx), 0);
  }

  /** Whether a point lies in a cell with a way, a margin off the cells of walls. */
  private isOpen(x: number, y: number): boolean {
    const { grid, level } = this.field;
    const i = grid.at(x, y);
    return i >= 0 && level[i] > -Infinity;
  }

  private tryStep(dx: number, dy: number): boolean {
    const { grid } = this.field;
    const [x, y] = this.kept(this.x + dx, this.y + dy);
    if (Math.hypot(x - this.x, y - this.y) < LEAST_STEP * grid.cell || !this.isOpen(x, y)) return false;
    const entry = grid.at(x, y);
    if (!isAdjacent(this.field, this.entry, entry)) return false;
    this.sampler.sample(x, y);
    if (!(this.sampler.value > this.highest)) return false;
    this.highest = this.sampler.value;
    this.x = x;
    this.y = y;
    this.entry = entry;
    return true;
  }

  /** The point, moved off walls that lie along its cell's sides. */
  private kept(x: number, y: number): Point {
    const { grid, level } = this.field;
    const i = grid.at(x, y);
    if (i < 0 || !(level[i] > -Infinity)) return [x, y];
    const [cx, cy] = grid.centre(i);
    const most = (0.5 - MARGIN) * grid.cell;
    const blocked = (j: number): boolean => !(level[j] > -Infinity);
    let [px, py] = [x, y];
    if (px - cx > most && blocked(i + 1)) px = cx + most;
    if (cx - px > most && blocked(i - 1)) px = cx - most;
    if (py - cy > most && blocked(i + grid.stride)) py = cy + most;
    if (cy - py > most && blocked(i - grid.stride)) py = cy - most;
    return [px, py];
  }
}
