/**
 * Point sites and the diagram: which of them it has, which share a place and so an element, and which are buried in
 * obstacles until these leave.
 */
import { type Box, faceOf, IN_FACE, ON_EDGE, OUTSIDE, type Point, type Spot } from "../geometry/index.js";
import type { FreeSpace } from "../world/index.js";
import type { Diagram } from "./diagram.js";
import { Places } from "./places.js";
import type { Changes } from "./walls.js";

/** What is known about a site. */
export interface Entry {
  /** Number in the triangulation; -1 for a point. */
  readonly constraint: number;
  point: Point | null;
  /** How far around a point its agent reaches. */
  readonly radius: number;
  /** The element of a point, -1 while it is buried. */
  element: number;
  /** What its walls lie in; null for a point. */
  readonly box: Box | null;
}

/** Changes, with the places of points that are about to come. */
export interface PointChanges extends Changes {
  readonly places: Places;
  /** Elements that stay and whose agents reach farther than before, or less far. */
  readonly resized: number[];
}

function within([x, y]: Point, box: Box): boolean {
  return x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY;
}

/** The point sites of a roadmap; see the top of this file. */
export class PointSites {
  /** Those that are not in the diagram now. */
  private readonly hidden = new Set<number>();
  /** Points that share a place share an element: all of them, by element, where there are several. */
  private readonly crowds = new Map<number, number[]>();
  private readonly spot: Spot = { place: OUTSIDE, edge: -1 };

  /**
   * @param sites all sites of the roadmap by their numbers
   * @param blur what is nearer to a wall than this touches it, in metres
   * @param pointBlur two points nearer than this are at one place, in metres
   */
  constructor(
    private readonly sites: ReadonlyMap<number, Entry>,
    private readonly diagram: Diagram,
    private readonly space: FreeSpace,
    private readonly blur: number,
    private readonly pointBlur: number,
  ) {}

  /** Whether a site is a point that the diagram does not have. */
  isBuried(id: number): boolean {
    return this.hidden.has(id);
  }

  /** Whether several sites share an element. */
  isShared(element: number): boolean {
    return this.crowds.has(element);
  }

  /** Adds the places of points that are about to come to changes. */
  changes(given: Changes = { removed: [], added: [], relinked: [] }): PointChanges {
    return { ...given, places: new Places(this.diagram.elements, this.pointBlur), resized: [] };
  }

  /** Takes a point site out for good. */
  forget(id: number, entry: Entry, changes: PointChanges): void {
    this.hidden.delete(id);
    this.hide(id, entry, changes);
  }

  /** After walls have changed in some boxes: hides whom they bury, and shows whom they uncover and those who are new. */
  refresh(boxes: readonly Box[], fresh: readonly number[], changes: PointChanges): void {
    const points = new Set(fresh.filter((id) => this.sites.get(id)!.point !== null));
    for (const id of this.hidden)
      if (boxes.some((box) => within(this.sites.get(id)!.point!, box))) points.add(id);
    for (const [id, entry] of this.coveredIn(boxes)) {
      this.hide(id, entry, changes);
      points.add(id);
    }
    for (const id of points) this.show(id, changes);
  }

  /** Point sites in some boxes that are buried now, although the diagram has them. */
  private coveredIn(boxes: readonly Box[]): [number, Entry][] {
    const { elements, tree } = this.diagram;
    const found = new Map<number, Entry>();
    for (const box of boxes) {
      tree.search(
        {
          wants: (x, y, size) =>
            x <= box.maxX && y <= box.maxY && x + size >= box.minX && y + size >= box.minY,
          visit: (s) => {
            const owner = elements.owner[s];
            if (owner < 0 || !within([elements.ax[s], elements.ay[s]], box)) return;
            for (const id of this.crowds.get(s) ?? [owner]) {
              const entry = this.sites.get(id)!;
              if (!this.isFree(entry.point!)) found.set(id, entry);
            }
          },
        },
        box.minX,
        box.minY,
      );
    }
    return [...found];
  }

  /** Whether a point site here would count: on free ground, off the walls. */
  private isFree([x, y]: Point): boolean {
    const { triangulation } = this.space;
    const { place, edge } = triangulation.locate(x, y, this.spot);
    if (place !== IN_FACE && place !== ON_EDGE) return false;
    if (!this.space.isFree(faceOf(edge)) || (place === ON_EDGE && triangulation.isWall(edge))) return false;
    return this.space.clearance([x, y]) > this.blur;
  }

  /** Puts a point site into the diagram, if it lies on free ground. */
  show(id: number, changes: PointChanges): void {
    const entry = this.sites.get(id)!;
    const [x, y] = entry.point!;
    if (!this.isFree(entry.point!)) {
      this.hidden.add(id);
      return;
    }
    this.hidden.delete(id);
    const same = this.elementAt(x, y, changes);
    const { elements } = this.diagram;
    if (same >= 0) {
      const crowd = this.crowds.get(same);
      if (crowd) crowd.push(id);
      else this.crowds.set(same, [elements.owner[same], id]);
      this.resize(same, changes);
      entry.element = same;
      return;
    }
    entry.element = elements.addPoint(x, y, id);
    elements.radius[entry.element] = entry.radius;
    changes.places.add(entry.element);
    changes.added.push(entry.element);
  }

  /** The element of a point site at this place, in the diagram or about to come; -1 for none. */
  private elementAt(x: number, y: number, { places }: PointChanges): number {
    const { pointBlur: blur } = this;
    const { owner } = this.diagram.elements;
    let found = places.at(x, y);
    if (found >= 0) return found;
    this.diagram.tree.search(
      {
        wants: (left, low, size) =>
          x + blur >= left && x - blur <= left + size && y + blur >= low && y - blur <= low + size,
        visit: (s) => {
          if (owner[s] >= 0 && places.isAt(s, x, y)) found = s;
        },
      },
      x,
      y,
    );
    return found;
  }

  /** Takes a point site out of the diagram; others at its place stay. */
  hide(id: number, entry: Entry, changes: PointChanges): void {
    const { element } = entry;
    if (element < 0) return;
    entry.element = -1;
    const crowd = this.crowds.get(element);
    if (!crowd) {
      // It leaves: until then nobody's.
      this.diagram.elements.owner[element] = -1;
      changes.removed.push(element);
      return;
    }
    crowd.splice(crowd.indexOf(id), 1);
    this.diagram.elements.owner[element] = crowd[0];
    this.resize(element, changes);
    if (crowd.length === 1) this.crowds.delete(element);
  }

  /** An element that several share reaches as far as the widest of them. */
  private resize(element: number, { resized }: PointChanges): void {
    const { radius } = this.diagram.elements;
    const most = this.crowds.get(element)!.reduce((r, id) => Math.max(r, this.sites.get(id)!.radius), 0);
    if (most === radius[element]) return;
    radius[element] = most;
    resized.push(element);
  }
}
