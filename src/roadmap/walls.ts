/**
 * Obstacles as elements of a diagram.
 *
 * Polygons and segments are drawn into the exact triangulation of the free space, which knows their union whatever they
 * do to each other: overlap, touch, cross themselves, share walls. An edge of it with free ground on its left is one
 * element; so is a corner around which free ground bends by more than half a turn. After a change only the
 * edges that meet the box of the change are compared with the elements there.
 */
import { type Box, faceOf, nextEdge, orient, prevEdge } from "../geometry/index.js";
import type { FreeSpace } from "../world/index.js";
import type { Diagram } from "./diagram.js";
import { type Elements, pseudoAngle, SEGMENT } from "./elements.js";
import { Ground, RADIX } from "./ground.js";
import type { Visitor } from "./quadtree.js";

/** Owner of elements that come from walls; points have numbers of their own. */
const WALLS = -1;

/** Elements that leave and come, and those that stay with other neighbours along their obstacle. */
export interface Changes {
  readonly removed: number[];
  readonly added: number[];
  readonly relinked: number[];
}

/** The elements of the walls of a free space. */
export class Walls {
  /** Element of the wall from vertex v to vertex w, free on its left, by v * RADIX + w. */
  private readonly known = new Map<number, number>();
  private readonly keys = new Map<number, number>();
  /** Corner at the end of a wall. */
  private readonly corners = new Map<number, number>();

  private readonly ground: Ground;

  /** @param tolerance walls that miss each other by less than this touch, in metres */
  constructor(
    private readonly space: FreeSpace,
    private readonly diagram: Diagram,
    tolerance: number,
  ) {
    this.ground = new Ground(space, tolerance);
  }

  /** All walls, for a diagram that has none yet. */
  all(): Changes {
    const { mesh } = this.space.triangulation;
    const edges: number[] = [];
    for (let e = 0; e < 3 * mesh.faceCount; e++) {
      if (mesh.triangles[e] >= 0 && mesh.triangles[e - (e % 3)] >= 0 && this.ground.isWall(e)) edges.push(e);
    }
    const changes: Changes = { removed: [], added: [], relinked: [] };
    this.enter(edges, changes);
    return changes;
  }

  /** What has changed in a box since the walls were looked at last; goes into `changes`. */
  refresh(box: Box, changes: Changes): void {
    const edges = this.edgesIn(box);
    const present = new Set(edges.map((e) => this.ground.keyOf(e)));
    const gone = new Set<number>();
    for (const s of this.elementsIn(box)) {
      const key = this.keys.get(s)!;
      if (!present.has(key) || !this.isSame(s, key)) gone.add(s);
    }
    // A wall that bends elsewhere may end elsewhere, too, beyond the box: look on along the obstacle.
    for (const s of gone) {
      for (const t of [this.wallNext(s, 1), this.wallNext(s, -1)]) {
        const key = this.keys.get(t);
        if (key === undefined || present.has(key)) continue;
        if (!this.isSame(t, key) || this.ground.wallOf(key) < 0) gone.add(t);
      }
    }
    for (const s of gone) {
      this.known.delete(this.keys.get(s)!);
      this.keys.delete(s);
      this.dropCorner(s, changes);
      changes.removed.push(s);
    }
    this.enter(edges, changes);
  }

  /** The wall after an element along its obstacle, or before it. */
  private wallNext(s: number, step: 1 | -1): number {
    const { next, prev, kind } = this.diagram.elements;
    const along = step > 0 ? next : prev;
    return kind[along[s]] === SEGMENT ? along[s] : along[along[s]];
  }

  private isSame(s: number, key: number): boolean {
    const { coords } = this.space.triangulation.mesh;
    const { ax, ay, bx, by } = this.diagram.elements;
    const v = Math.floor(key / RADIX);
    const w = key % RADIX;
    return (
      ax[s] === coords[2 * v] &&
      ay[s] === coords[2 * v + 1] &&
      bx[s] === coords[2 * w] &&
      by[s] === coords[2 * w + 1]
    );
  }

  /** Elements for half-edges, old or new, linked along their obstacles. */
  private enter(edges: readonly number[], changes: Changes): void {
    const fresh = edges.filter((e) => this.add(e, changes));
    const count = fresh.length;
    for (const e of edges) this.join(e, changes, fresh);
    // The walls before and after a new one may lie outside the box that was looked at, and be new themselves.
    for (let i = 0; i < fresh.length; i++) {
      const e = this.before(fresh[i]);
      if (this.add(e, changes)) fresh.push(e);
      this.join(e, changes, fresh);
      if (i >= count) this.join(fresh[i], changes, fresh);
    }
  }

  /** The element of a wall, unless it is known; whether it was not. */
  private add(e: number, changes: Changes): boolean {
    const { coords } = this.space.triangulation.mesh;
    const key = this.ground.keyOf(e);
    if (this.known.has(key)) return false;
    const v = 2 * Math.floor(key / RADIX);
    const w = 2 * (key % RADIX);
    const { elements } = this.diagram;
    const s = elements.addSegment(coords[v], coords[v + 1], coords[w], coords[w + 1], WALLS);
    this.known.set(key, s);
    this.keys.set(s, key);
    changes.added.push(s);
    return true;
  }

  /** The wall that ends where e begins, in the free sector on the left of e. */
  private before(e: number): number {
    let f = prevEdge(e);
    while (!this.ground.isBlocked(f)) f = prevEdge(this.ground.cross(f));
    return f;
  }

  /** Links a known wall with the next one around its end, by a corner where the free ground bends around that. */
  private join(e: number, changes: Changes, fresh: number[]): void {
    let f = nextEdge(e);
    while (!this.ground.isBlocked(f)) f = nextEdge(this.ground.cross(f));
    if (this.add(f, changes)) fresh.push(f);
    const [one, two] = [this.ground.keyOf(e), this.ground.keyOf(f)];
    const { elements } = this.diagram;
    const s = this.known.get(one)!;
    const t = this.known.get(two)!;
    const old = this.corners.get(s);
    const after = old === undefined ? elements.next[s] : elements.next[old];
    // A new wall is linked with nothing but itself.
    if (after === t && elements.prev[t] === (old ?? s)) return;
    this.dropCorner(s, changes);
    const length = this.bend(s, t, Math.floor(one / RADIX), one % RADIX, two % RADIX);
    if (length > 0) {
      const nx = -elements.uy[s];
      const ny = elements.ux[s];
      const corner = elements.addCorner(elements.bx[s], elements.by[s], nx, ny, length, WALLS);
      this.corners.set(s, corner);
      changes.added.push(corner);
      elements.link(s, corner);
      elements.link(corner, t);
    } else elements.link(s, t);
    changes.relinked.push(s, t);
  }

  /** How far free ground bends around the end of wall s before wall t, as a pseudo-angle; 0 for a corner that it fills. */
  private bend(s: number, t: number, v: number, w: number, z: number): number {
    const { elements } = this.diagram;
    if (v === z) return 2;
    // The next normal, clockwise from ours, in the frame of the corner.
    const along = elements.ux[s] * elements.ux[t] + elements.uy[s] * elements.uy[t];
    const across = elements.uy[s] * elements.ux[t] - elements.ux[s] * elements.uy[t];
    // Straight back up to the tolerance: ground within so narrow an angle would have been filled.
    const back = Math.abs(across) * Math.min(elements.length[s], elements.length[t]);
    if (along < 0 && back < this.ground.tolerance) return 2;
    const { coords } = this.space.triangulation.mesh;
    const side = orient(
      coords[2 * v],
      coords[2 * v + 1],
      coords[2 * w],
      coords[2 * w + 1],
      coords[2 * z],
      coords[2 * z + 1],
    );
    if (side >= 0) return 0;
    const angle = pseudoAngle(along, across);
    return angle <= 2 ? angle : 0;
  }

  private dropCorner(s: number, changes: Changes): void {
    const corner = this.corners.get(s);
    if (corner === undefined) return;
    this.corners.delete(s);
    const fresh = changes.added.indexOf(corner);
    if (fresh < 0) changes.removed.push(corner);
    else {
      changes.added.splice(fresh, 1);
      this.diagram.elements.remove(corner);
    }
  }

  /** Walls of the diagram that meet a box. */
  private elementsIn(box: Box): number[] {
    const { elements } = this.diagram;
    const found = new Set<number>();
    const visitor: Visitor = {
      wants: (x, y, size) => x <= box.maxX && y <= box.maxY && x + size >= box.minX && y + size >= box.minY,
      visit: (s) => {
        if (elements.kind[s] === SEGMENT && this.keys.has(s) && meets(elements, s, box)) found.add(s);
      },
    };
    this.diagram.tree.search(visitor, box.minX, box.minY);
    return [...found];
  }

  /** Half-edges of walls that meet a box: the faces that do are connected, since a box is convex. */
  private edgesIn(box: Box): number[] {
    const { triangulation } = this.space;
    const { triangles, twins, coords } = triangulation.mesh;
    const { edge } = triangulation.locate((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2);
    const pending = [faceOf(edge)];
    const seen = new Set(pending);
    const found: number[] = [];
    while (pending.length > 0) {
      const face = pending.pop()!;
      for (let e = 3 * face; e < 3 * face + 3; e++) {
        const v = 2 * triangles[e];
        const w = 2 * triangles[nextEdge(e)];
        if (!segmentMeets(coords[v], coords[v + 1], coords[w], coords[w + 1], box)) continue;
        if (this.ground.isWall(e)) found.push(e);
        const across = twins[e] < 0 ? -1 : faceOf(twins[e]);
        if (across < 0 || seen.has(across)) continue;
        seen.add(across);
        pending.push(across);
      }
    }
    return found;
  }
}

function meets({ ax, ay, bx, by }: Elements, s: number, box: Box): boolean {
  return segmentMeets(ax[s], ay[s], bx[s], by[s], box);
}

/** Whether a segment meets a closed box; rounding may only say yes too often. */
function segmentMeets(ax: number, ay: number, bx: number, by: number, box: Box): boolean {
  const { minX, minY, maxX, maxY } = box;
  if ((ax < minX && bx < minX) || (ax > maxX && bx > maxX)) return false;
  if ((ay < minY && by < minY) || (ay > maxY && by > maxY)) return false;
  const dx = bx - ax;
  const dy = by - ay;
  const middle = dx * ((minY + maxY) / 2 - ay) - dy * ((minX + maxX) / 2 - ax);
  const reach = (Math.abs(dx) * (maxY - minY) + Math.abs(dy) * (maxX - minX)) / 2;
  return Math.abs(middle) <= reach * (1 + 1e-9);
}
