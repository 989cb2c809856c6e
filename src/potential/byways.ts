/**
 * Ways where the cells leave none open: through places that are narrower than a cell, and out of their corners.
 *
 * Free space is made of triangles, and within a triangle everything is in sight. So from the middle of a triangle to the
 * middle of a side, and on into the next, one always gets through; Dijkstra over these middles finds the cheapest way to one
 * at which the field knows how to go on. The two sides of a portal are two nodes in one place.
 */
import { distance, faceOf, nextEdge, openPairs, type Point } from "../geometry/index.js";
import { MinHeap } from "../numerics/index.js";
import type { FreeSpace } from "../world/index.js";

const NONE = -2;
const LEADS = -1;

/** Ways from everywhere in free space to where the field leads. */
export class Byways {
  /** Nodes: the middle of a side under the lesser of its half-edges, then the middles of the triangles. */
  private readonly firstMiddle: number;
  private readonly costs: Float64Array;
  /** The node that is next; `LEADS` where the field leads on. */
  private readonly next: Int32Array;
  private readonly heap = new MinHeap();
  private readonly portals: Portals;

  /**
   * @param costAt the field's cost at a point; null where it knows no way
   * @param price what a metre off the field costs
   */
  constructor(
    private readonly space: FreeSpace,
    costAt: (p: Point) => number | null,
    private readonly price: number,
  ) {
    const { faceCount } = space.triangulation.mesh;
    this.portals = portalsOf(space);
    this.firstMiddle = 3 * faceCount;
    this.costs = new Float64Array(4 * faceCount).fill(Infinity);
    this.next = new Int32Array(4 * faceCount).fill(NONE);
    for (let f = 0; f < faceCount; f++) {
      if (!space.isFree(f)) continue;
      for (const node of this.nodesOf(f)) {
        if (node < 3 * f) continue;
        const cost = costAt(this.placeOf(node));
        if (cost !== null) this.reach(node, cost, LEADS);
      }
    }
    this.run();
  }

  /** The way from p to where the field leads on, p included, and what it costs to the goal; null where there is none. */
  from(p: Point): { readonly cost: number; readonly way: readonly Point[] } | null {
    let best = NONE;
    let cost = Infinity;
    for (const f of this.space.facesAt(p)) {
      for (const node of this.nodesOf(f)) {
        const total = this.costs[node] + this.price * distance(p, this.placeOf(node));
        if (total >= cost) continue;
        cost = total;
        best = node;
      }
    }
    if (best < 0) return null;
    const way = [p];
    for (let node = best; node >= 0; node = this.next[node]) {
      const place = this.placeOf(node);
      if (distance(place, way[way.length - 1]) > 0) way.push(place);
    }
    return { cost, way };
  }

  private run(): void {
    const { heap, costs, price } = this;
    const { twins } = this.space.triangulation.mesh;
    while (heap.size > 0) {
      const key = heap.key;
      const from = heap.pop();
      if (key > costs[from]) continue;
      const place = this.placeOf(from);
      const { beyond, before } = this.portals;
      const isPortal = beyond.has(from);
      const sides = isPortal ? [from] : [from, twins[from]];
      const faces = from >= this.firstMiddle ? [from - this.firstMiddle] : sides.map(faceOf);
      const far = before.get(from);
      if (far !== undefined) this.reach(far, key, from);
      for (const f of faces) {
        for (const node of this.nodesOf(f)) {
          this.reach(node, key + price * distance(place, this.placeOf(node)), from);
        }
      }
    }
  }

  private reach(node: number, cost: number, next: number): void {
    if (cost >= this.costs[node] || this.next[node] === LEADS) return;
    this.costs[node] = cost;
    this.next[node] = next;
    this.heap.push(cost, node);
  }

  /** A free triangle's middle, and those of the sides that lead on. */
  private nodesOf(f: number): number[] {
    const { twins, marks } = this.space.triangulation.mesh;
    const nodes = [this.firstMiddle + f];
    for (let e = 3 * f; e < 3 * f + 3; e++) {
      if (this.portals.beyond.has(e)) nodes.push(e);
      else if (marks[e] === 0 && twins[e] >= 0 && this.space.isFree(faceOf(twins[e])))
        nodes.push(Math.min(e, twins[e]));
    }
    return nodes;
  }

  private placeOf(node: number): Point {
    const { triangles, coords } = this.space.triangulation.mesh;
    const isMiddle = node >= this.firstMiddle;
    const e = isMiddle ? 3 * (node - this.firstMiddle) : node;
    const a = 2 * triangles[e];
    const b = 2 * triangles[nextEdge(e)];
    if (!isMiddle) return [(coords[a] + coords[b]) / 2, (coords[a + 1] + coords[b + 1]) / 2];
    const c = 2 * triangles[e + 2];
    return [(coords[a] + coords[b] + coords[c]) / 3, (coords[a + 1] + coords[b + 1] + coords[c + 1]) / 3];
  }
}

/** Portals by their half-edges, free ground on the left. */
interface Portals {
  /** The half-edge on the other side. */
  readonly beyond: ReadonlyMap<number, number>;
  /** The same where people come from there. */
  readonly before: ReadonlyMap<number, number>;
}

function portalsOf({ triangulation, portals }: FreeSpace): Portals {
  const beyond = new Map<number, number>();
  const before = new Map<number, number>();
  for (const portal of portals) {
    for (const [a, b] of openPairs(triangulation, portal)) {
      beyond.set(a, b).set(b, a);
      if (portal.entry !== "a") before.set(a, b);
      if (portal.entry !== "b") before.set(b, a);
    }
  }
  return { beyond, before };
}

/** Whether a way leads from a point to one of some others, whatever its width; up an escalator, or down it, only as it runs. */
export function waysTo(space: FreeSpace, ends: readonly Point[]): (p: Point) => boolean {
  const { mesh } = space.triangulation;
  const { before } = portalsOf(space);
  const leads = new Uint8Array(mesh.faceCount);
  const pending = ends.flatMap((p) => [...space.facesAt(p)]);
  for (const f of pending) leads[f] = 1;
  while (pending.length > 0) {
    const f = pending.pop()!;
    for (let e = 3 * f; e < 3 * f + 3; e++) {
      const other = mesh.marks[e] === 0 ? mesh.twins[e] : before.get(e);
      if (other === undefined || leads[faceOf(other)] === 1) continue;
      leads[faceOf(other)] = 1;
      pending.push(faceOf(other));
    }
  }
  return (p) => [...space.facesAt(p)].some((f) => leads[f] === 1);
}
