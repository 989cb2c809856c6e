/**
 * Weighted barriers (Farias 2020, 5.5): segments across a corridor that make what lies behind them dearer, so that paths
 * look for another way round.
 *
 * A path is a chain of straight legs from the goal outward. On each leg, the part past a barrier costs `weight` times its
 * length; past several, the weights multiply; the next leg starts again at 1, but for the barriers that carry on past bends,
 * as the weights of vertices do (3.5). So a leg's cost depends on where it *began*: the triangle inequality is gone, and with
 * it everything that lets a plain map drop windows. Each corner that can be reached is a root in every direction, and looks
 * at all that it sees. This is as slow as it sounds, and exact.
 *
 * With barriers that carry on, whoever is dearer at a corner but has fewer of them behind him may win farther on: a corner is
 * a root once for every way to it that no other beats in both, its cost and its factor.
 */
import { InputError } from "../errors.js";
import { type DrawnPortal, faceOf, orient, type Segment, samePoint } from "../geometry/index.js";
import { firstCapacity, grown } from "../growth.js";
import { checkChoice, checkFlag, checkKeys, checkList, checkNumber, isPoint, shown } from "../options.js";
import {
  type Carriers,
  Columns,
  type Ground,
  type GroundSource,
  Propagation,
  shareBefore,
  shiftOf,
} from "../unfold/internal.js";

/** A segment that makes the paths that cross it dearer from there on. */
export interface Barrier {
  readonly segment: Segment;
  /** Cost factor past the barrier, seen from the goal; finite, >= 1. */
  readonly weight: number;
  /**
   * The dearer side of the directed segment: who comes out on the other one pays nothing. By default it is the side
   * farther from the goal, whichever way a leg crosses.
   */
  readonly side?: "left" | "right";
  /** Whether the factor holds past the bends of a path too; by default it ends at the next one. */
  readonly carries?: boolean;
}

/** A barrier that ends this share of the plan's size short of a wall still closes the way along it. */
const NEAR = 1e-9;

/** Which roots are images of others, seen through which seams of which portals: as the tables of roots have it. */
interface Images {
  readonly original: Int32Array;
  readonly seam: Int32Array;
  readonly portals: readonly DrawnPortal[];
}

/** Barriers in the form in which legs are held against them. */
export class Barriers {
  readonly list: readonly Barrier[];
  /** What is added to both ends, in metres. */
  private readonly slack: number;
  /** Barriers that the leg at hand crosses: where along it (0 to 1) and the weight, nearest to its beginning first. */
  private at: Float64Array;
  private weights: Float64Array;

  /** @param size width or height of the plan, in metres */
  constructor(list: readonly Barrier[], size: number) {
    checkBarriers(list);
    this.list = list;
    this.slack = NEAR * size;
    this.at = new Float64Array(firstCapacity(list.length));
    this.weights = new Float64Array(firstCapacity(list.length));
  }

  /** What a straight leg from (ax, ay), the goal's side, to (bx, by) costs beyond its length; it looks at a root, or past an image of one. */
  surcharge(ax: number, ay: number, bx: number, by: number, root: number, images: Images): number {
    const count = this.crossings(ax, ay, bx, by, root, images);
    if (count === 0) return 0;
    // Only now: the tables grow while crossings are noted.
    const { at, weights } = this;
    let factor = 1;
    let extra = 0;
    for (let k = 0; k < count; k++) {
      const before = factor;
      factor *= weights[k];
      extra += (factor - before) * (1 - at[k]);
    }
    return extra * Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
  }

  /** What a metre costs where a leg bends after it came from (ax, ay) to (bx, by), as a multiple of what it cost at first. */
  carriedOn(ax: number, ay: number, bx: number, by: number, root: number, images: Images): number {
    const count = this.crossings(ax, ay, bx, by, root, images, true);
    let factor = 1;
    for (let k = 0; k < count; k++) factor *= this.weights[k];
    return factor;
  }

  /**
   * The barriers that a leg crosses, into `at` and `weights`; returns how many. A leg that passes seams is held against them piece
   * by piece, each where it is.
   */
  private crossings(
    ax: number,
    ay: number,
    bx: number,
    by: number,
    root: number,
    { original, seam, portals }: Images,
    thatCarry = false,
  ): number {
    let count = 0;
    let [x, y, toX, toY, until] = [ax, ay, bx, by, 1];
    for (let r = root; ; ) {
      const isImage = original[r] >= 0;
      const from = isImage ? shareBefore(portals[seam[r] >> 1], seam[r], x, y, toX, toY) : 0;
      for (const barrier of this.list) {
        if (thatCarry && !barrier.carries) continue;
        const t = this.crossing(barrier, x, y, toX, toY);
        if (t >= from && t <= until) count = this.note(count, t, barrier.weight);
      }
      if (!isImage) return count;
      const [dx, dy] = shiftOf(portals[seam[r] >> 1], seam[r]);
      [x, y, toX, toY, until] = [x - dx, y - dy, toX - dx, toY - dy, from];
      r = original[r];
    }
  }

  /** Puts a crossing among those that are known, in their order along the leg; returns how many there are. */
  private note(count: number, t: number, weight: number): number {
    if (count === this.at.length) {
      // A leg may pass one barrier several times, where a building leads it back.
      this.at = grown(this.at, 2 * count);
      this.weights = grown(this.weights, 2 * count);
    }
    const { at, weights } = this;
    let k = count;
    for (; k > 0 && at[k - 1] > t; k--) {
      at[k] = at[k - 1];
      weights[k] = weights[k - 1];
    }
    at[k] = t;
    weights[k] = weight;
    return count + 1;
  }

  /** Whether a barrier may pass the triangle with these corners; false only where none does. */
  mayPass(xs: readonly number[], ys: readonly number[]): boolean {
    const { slack } = this;
    return this.list.some(({ segment: [[px, py], [qx, qy]] }) => {
      if (Math.max(px, qx) + slack < Math.min(...xs) || Math.min(px, qx) - slack > Math.max(...xs))
        return false;
      if (Math.max(py, qy) + slack < Math.min(...ys) || Math.min(py, qy) - slack > Math.max(...ys))
        return false;
      const sides = xs.map((x, i) => orient(px, py, qx, qy, x, ys[i]));
      return !(sides.every((s) => s > 0) || sides.every((s) => s < 0));
    });
  }

  /** Where a leg passes from one side of a barrier to its dearer one: 0 at its beginning, 1 at its end; -1 for nowhere. */
  private crossing(barrier: Barrier, ax: number, ay: number, bx: number, by: number): number {
    const [[px, py], [qx, qy]] = barrier.segment;
    // Signs are exact, so a leg that begins on a barrier has not crossed it.
    const from = orient(px, py, qx, qy, ax, ay);
    const to = orient(px, py, qx, qy, bx, by);
    const enters = barrier.side === "left" ? from < 0 && to > 0 : from > 0 && to < 0;
    const leaves = barrier.side === undefined && from < 0 && to > 0;
    if (!enters && !leaves) return -1;
    const t = from / (from - to);
    const ux = qx - px;
    const uy = qy - py;
    const length2 = ux * ux + uy * uy;
    const at = (ax - px + t * (bx - ax)) * ux + (ay - py + t * (by - ay)) * uy;
    const slack = this.slack * Math.sqrt(length2);
    return at >= -slack && at <= length2 + slack ? t : -1;
  }
}

/** @throws InputError for a barrier that is none */
export function checkBarriers(list: readonly Barrier[]): void {
  checkList(list, "barriers", "barriers").forEach((barrier, i) => {
    checkBarrier(barrier, `barriers[${i}]`);
  });
}

function checkBarrier(barrier: Barrier, where: string): void {
  checkKeys(barrier, ["segment", "weight", "side", "carries"], where, "key");
  const { segment, weight, side, carries } = barrier;
  const isSegment = Array.isArray(segment) && segment.length === 2 && segment.every(isPoint);
  if (!isSegment || samePoint(segment[0], segment[1])) {
    throw new InputError(
      `two different points of finite numbers are needed; given: ${shown(segment)}`,
      `${where}.segment`,
    );
  }
  checkNumber(weight, `${where}.weight`, { least: 1 });
  if (side !== undefined) checkChoice(side, `${where}.side`, ["left", "right"]);
  if (carries !== undefined) checkFlag(carries, `${where}.carries`);
}

const UNKNOWN = 0;
const CLEAR = 1;
const CROSSED = 2;

/** The propagation with barriers: Dijkstra over all corners that see each other. */
export class BarrierPropagation extends Propagation {
  private readonly barriers: Barriers;
  /** Per vertex: 1 for those of the plan, which paths can bend at even where, like posts, they hide nothing. */
  private readonly corners: Uint8Array;
  /** Per face: whether a barrier may pass it. */
  private readonly crossed: Uint8Array;
  /** Ways to nodes: what they cost, what a metre costs from there on, the root they come from, the half-edge they arrive at. */
  private readonly ways = new Columns(["cost", "factor"], ["node", "root", "arrival", "next"], 256);
  /** Per node: the last of its ways, from which `next` leads to the others; -1 for none. */
  private readonly lastWay: Int32Array;

  constructor(ground: Ground, barriers: Barriers, corners: Uint8Array, carriers: Carriers | null = null) {
    super(ground, carriers);
    this.barriers = barriers;
    this.corners = corners;
    this.crossed = new Uint8Array(ground.mesh.faceCount);
    this.lastWay = new Int32Array(ground.nodeCount).fill(-1);
  }

  /** A source looks everywhere at once: even where others are nearer, its legs may be cheaper farther on. */
  override add(source: GroundSource): void {
    super.add(source);
    if (source.vertex === undefined) return;
    const root = this.roots.size - 1;
    const { ground } = this;
    const sectors = new Map(ground.spokes(source.vertex).map((e) => [ground.nodes[e], e]));
    for (const spoke of sectors.values()) this.openAround(root, spoke);
  }

  override run(): void {
    super.run();
    // From here on, `distance` says what can be had by starting a new leg; a path cannot bend at a vertex in the open.
    const { ground, distance, parent } = this;
    for (let node = 0; node < ground.nodeCount; node++) {
      if (parent[node] < 0 || this.isCorner(node)) continue;
      const v = ground.mesh.triangles[this.arrival[node]];
      if (!this.isSourceAt(parent[node], v)) distance[node] = Infinity;
    }
  }

  private isCorner(node: number): boolean {
    const { sectorStart, onSeam, vertexOf } = this.ground;
    return sectorStart[node] >= 0 || (this.corners[vertexOf[node]] === 1 && !onSeam.has(node));
  }

  private get imagesOfRoots(): Images {
    const { original, seam } = this.roots.index;
    return { original, seam, portals: this.ground.seams?.portals ?? [] };
  }

  protected override reach(root: number, x: number, y: number): number {
    const [fromX, fromY] = this.footOf(root, x, y);
    const extra = this.barriers.surcharge(fromX, fromY, x, y, root, this.imagesOfRoots);
    return this.roots.number.factor[root] * (this.straight(root, x, y) + extra);
  }

  /** No window is: who loses here may have fewer barriers behind him, and win farther on. */
  protected override isHopeless(): boolean {
    return false;
  }

  /** Where no barrier passes, a face is ground like any other. */
  protected override mayWin(w: number, e: number): boolean {
    return this.isCrossed(faceOf(e)) || super.mayWin(w, e);
  }

  private isCrossed(f: number): boolean {
    const { triangles, coords } = this.ground.mesh;
    if (this.crossed[f] === UNKNOWN) {
      const corners = [0, 1, 2].map((i) => 2 * triangles[3 * f + i]);
      const passes = this.barriers.mayPass(
        corners.map((c) => coords[c]),
        corners.map((c) => coords[c + 1]),
      );
      this.crossed[f] = passes ? CROSSED : CLEAR;
    }
    return this.crossed[f] === CROSSED;
  }

  protected override lostSide(): number {
    return 0;
  }

  /** Keeps a way to a node unless a known one beats it. `distance` is that of the best way from which a metre costs 1. */
  protected override arrive(root: number, e: number, cost: number): void {
    const { ground, ways } = this;
    const node = ground.nodes[e];
    const v = ground.mesh.triangles[e];
    const [fromX, fromY] = this.footOf(root, ground.x(v), ground.y(v));
    const onward = this.barriers.carriedOn(fromX, fromY, ground.x(v), ground.y(v), root, this.imagesOfRoots);
    const factor = this.roots.number.factor[root] * onward;
    if (this.isBeatenAt(node, cost, factor)) return;
    const way = ways.add();
    ways.number.cost[way] = cost;
    ways.number.factor[way] = factor;
    ways.index.node[way] = node;
    ways.index.root[way] = root;
    ways.index.arrival[way] = e;
    ways.index.next[way] = this.lastWay[node];
    this.lastWay[node] = way;
    this.heap.push(cost, -1 - way);
    if (factor > 1 || cost >= this.distance[node]) return;
    this.distance[node] = cost;
    this.parent[node] = root;
    this.arrival[node] = e;
  }

  /** Whether a way to a node, other than `self`, costs no more and is no dearer from there on. */
  private isBeatenAt(node: number, cost: number, factor: number, self = -1): boolean {
    const { number, index } = this.ways;
    for (let way = this.lastWay[node]; way >= 0; way = index.next[way]) {
      if (way !== self && number.cost[way] <= cost && number.factor[way] <= factor) return true;
    }
    return false;
  }

  protected override settle(way: number): void {
    const { ground, ways, roots } = this;
    const { cost, factor } = ways.number;
    const node = ways.index.node[way];
    if (this.isBeatenAt(node, cost[way], factor[way], way)) return;
    const parent = ways.index.root[way];
    const arrival = ways.index.arrival[way];
    const v = ground.mesh.triangles[arrival];
    this.carriers?.alight(this, node, parent, cost[way]);
    if (!this.isCorner(node) || this.isSourceAt(parent, v)) return;
    const root = this.addRoot(v, cost[way], parent, roots.index.source[parent]);
    roots.number.factor[root] = factor[way];
    this.openAround(root, arrival);
  }
}
