/**
 * The diagrams of the levels and flights of a building, sewn together at portals.
 *
 * A building lies on its sheet with images beyond its portals (`world/building/open.ts`), so near a portal the diagrams on both of
 * its sides are one and the same: the one before the portal goes on in the image beyond it.
 *
 *     level |  cap of          cap of  | flight
 *        v -+- X - w      v' - X' -+- w'           edges are cut where they cross the portal, at X and at X',
 *           |                      |               what lies in caps is left out, and X and X' are linked
 *
 * A link is an edge of no length to speak of; on an escalator it leads one way. Searches notice nothing else.
 */
import type { Point } from "../geometry/index.js";
import { type OpenSheet, type Portal, type PortalSide, patchAt, type Sheet } from "../world/index.js";
import type { Diagram } from "./diagram.js";
import { type EdgeMeasure, measureEdge } from "./edges.js";
import { POINT } from "./elements.js";
import { type Join, join } from "./graph.js";
import type { HalfEdges } from "./halfedges.js";
import { roots } from "./roots.js";

/** Vertices this near to the line of a portal are on it, in metres. */
const ON_LINE = 1e-7;

/** Crossings of both sides that are this near to each other are one, in metres: edges may meet the line at a flat angle. */
const SAME_CROSSING = 1e-4;

/** How long a link is, in metres: more than nothing, so that of its ends one is nearer to a goal. */
const LINK = 1e-9;

/** How many portals a point may be joined through. */
const MOST_PORTALS = 4;

/** Where edges cross a side of a portal: a vertex of its own. */
interface Crossing {
  readonly side: PortalSide;
  readonly along: number;
  readonly vertex: number;
  isLinked: boolean;
}

/** How a point joins a sewn diagram. */
export interface SewnJoin extends Join {
  /** Places between the point and where it joins: both sides of a portal, or a place farther up a flight. */
  readonly via?: readonly Point[];
}

/** A place on a side: how far along it, and how far before it. */
function placeAt({ segment: [o, e], inward: [nx, ny] }: PortalSide, x: number, y: number): [number, number] {
  const length = Math.hypot(e[0] - o[0], e[1] - o[1]);
  const [dx, dy] = [x - o[0], y - o[1]];
  return [(dx * (e[0] - o[0]) + dy * (e[1] - o[1])) / length, dx * nx + dy * ny];
}

/** Whether a place lies in the cap of a side. */
function isInCap(side: PortalSide, x: number, y: number): boolean {
  const { segment, depth } = side;
  const [along, before] = placeAt(side, x, y);
  const length = Math.hypot(segment[1][0] - segment[0][0], segment[1][1] - segment[0][1]);
  return before < 0 && before > -1.01 * depth && along > -ON_LINE && along < length + ON_LINE;
}

/** A diagram of a sheet, sewn at portals. */
export class Sewing {
  /** Crossings that have no partner beyond their portal: 0 unless something is wrong. */
  readonly loose: number;
  /** Per piece: whether it is a link, or lies in a cap. */
  private readonly kinds = new Map<number, "link" | "cap">();
  private readonly crossings: readonly Crossing[];
  private readonly halfEdges: HalfEdges;
  private readonly measured: EdgeMeasure = { length: 0, clearance: 0 };

  constructor(
    private readonly diagram: Diagram,
    private readonly sheet: Sheet,
    private readonly sides: OpenSheet["sides"],
  ) {
    this.halfEdges = diagram.halfEdges;
    this.cut();
    this.markCaps();
    const crossings = this.part();
    this.crossings = crossings;
    for (let i = 0; i < sheet.portals.length; i++)
      this.link(
        sheet.portals[i],
        crossings.filter(({ side }) => side.portal === i),
      );
    this.loose = crossings.filter(({ isLinked }) => !isLinked).length;
  }

  /** Whether a piece leads from one side of a portal to the other. */
  isLink(piece: number): boolean {
    return this.kinds.get(piece) === "link";
  }

  /** Whether a piece is an edge on the ground, neither a link nor an image. */
  isGround(piece: number): boolean {
    return !this.kinds.has(piece);
  }

  /** Number of edges on the ground. */
  get edges(): number {
    return this.ground.filter((h) => this.halfEdges.twin[h] > h).length;
  }

  /** Number of vertices on the ground; the two sides of a portal are one. */
  get vertices(): number {
    const { halfEdges } = this;
    const vertices = new Set(this.ground.map((h) => halfEdges.vertex[h]));
    for (const [h, kind] of this.kinds) {
      const k = halfEdges.twin[h];
      if (kind === "link" && h > k) vertices.delete(halfEdges.vertex[h]);
    }
    return vertices.size;
  }

  /** All pieces on the ground. */
  private get ground(): number[] {
    const { cell, count } = this.halfEdges;
    const found: number[] = [];
    for (let h = 0; h < count; h++) if (cell[h] >= 0 && !this.kinds.has(h)) found.push(h);
    return found;
  }

  private sidesAt(x: number): readonly PortalSide[] {
    return this.sides[patchAt(this.sheet, x)];
  }

  /** Cuts edges where they cross portals. */
  private cut(): void {
    const { halfEdges: edges } = this;
    const { count } = edges;
    for (let h = 0; h < count; h++) {
      if (edges.cell[h] < 0 || edges.twin[h] < h) continue;
      const cuts: { share: number; at: Point }[] = [];
      for (const side of this.sidesAt(edges.x[h]))
        for (const one of this.crossingsOf(h, side)) cuts.push(one);
      // From the end, so that what is left of the piece keeps its number.
      cuts.sort((p, q) => q.share - p.share);
      for (const { at } of cuts) this.split(h, at);
    }
  }

  /** Where the edge of a piece crosses a side, with its share of the edge. */
  private crossingsOf(h: number, side: PortalSide): { share: number; at: Point }[] {
    const { x, y, twin } = this.halfEdges;
    const [from, to] = [placeAt(side, x[h], y[h])[1], placeAt(side, x[twin[h]], y[twin[h]])[1]];
    // Both ends far before it: most edges.
    if (from > 0 && to > 0 && !this.isParabola(h)) return [];
    const { segment } = side;
    const length = Math.hypot(segment[1][0] - segment[0][0], segment[1][1] - segment[0][1]);
    return this.sharesAt(h, side, from, to).flatMap((share) => {
      const at = this.pointAt(h, share);
      const along = placeAt(side, at[0], at[1])[0];
      return along > 0 && along < length ? [{ share, at }] : [];
    });
  }

  /** The shares of an edge at which it crosses the line of a side, its ends left out. */
  private sharesAt(h: number, side: PortalSide, from: number, to: number): number[] {
    const isOff = (share: number): boolean => {
      const [px, py] = this.pointAt(h, share);
      const { x, y, twin } = this.halfEdges;
      const k = twin[h];
      return Math.hypot(px - x[h], py - y[h]) > ON_LINE && Math.hypot(px - x[k], py - y[k]) > ON_LINE;
    };
    if (!this.isParabola(h)) {
      const isCrossing = Math.abs(from) > ON_LINE && Math.abs(to) > ON_LINE && from * to < 0;
      return isCrossing ? [from / (from - to)] : [];
    }
    // How far before the line it is, is a quadratic of the share.
    const middle = this.pointAt(h, 0.5);
    const half = placeAt(side, middle[0], middle[1])[1];
    const a = 2 * (from + to - 2 * half);
    const b = to - from - a;
    return roots(a, b, from).filter((share) => share > 0 && share < 1 && isOff(share));
  }

  private isParabola(h: number): boolean {
    const { elements, cell, other } = this.halfEdges;
    return elements.kind[cell[h]] !== elements.kind[other[h]];
  }

  /** A point of an edge: a parabola is parted evenly along its side. */
  private pointAt(h: number, share: number): Point {
    const { elements, cell, other, x, y, twin } = this.halfEdges;
    const k = twin[h];
    if (this.isParabola(h)) {
      const { kind, ax, ay, ux, uy } = elements;
      const [side, point] = kind[cell[h]] === POINT ? [other[h], cell[h]] : [cell[h], other[h]];
      const along = (px: number, py: number): number =>
        (px - ax[side]) * ux[side] + (py - ay[side]) * uy[side];
      const a = along(ax[point], ay[point]);
      const b = (ay[point] - ay[side]) * ux[side] - (ax[point] - ax[side]) * uy[side];
      if (b > 0) {
        const t = (1 - share) * along(x[h], y[h]) + share * along(x[k], y[k]);
        const r = ((t - a) * (t - a) + b * b) / (2 * b);
        return [ax[side] + t * ux[side] - r * uy[side], ay[side] + t * uy[side] + r * ux[side]];
      }
    }
    return [x[h] + share * (x[k] - x[h]), y[h] + share * (y[k] - y[h])];
  }

  /** Makes two edges of one. */
  private split(h: number, at: Point): void {
    const { halfEdges: edges } = this;
    const k = edges.twin[h];
    const r = this.radiusAt(edges.cell[h], at);
    const [second, back] = [this.after(h, at, r), this.after(k, at, r)];
    this.marry(h, back);
    this.marry(second, k);
    this.ring([second, back]);
  }

  private radiusAt(s: number, [x, y]: Point): number {
    const { kind, ax, ay, ux, uy } = this.halfEdges.elements;
    const [dx, dy] = [x - ax[s], y - ay[s]];
    return kind[s] === POINT ? Math.hypot(dx, dy) : Math.abs(dy * ux[s] - dx * uy[s]);
  }

  /** The rest of a piece from a place of it on, in the list of its cell. */
  private after(h: number, at: Point, r: number): number {
    const { halfEdges: edges, diagram } = this;
    const s = edges.cell[h];
    const start = diagram.parameterOf(s, at[0], at[1]);
    const rest = edges.take(s, edges.other[h]);
    this.put(rest, at, r);
    edges.start[rest] = start;
    if (edges.elements.isTurn(s) && start < edges.start[h]) {
      // Beyond a full turn: the list begins with it.
      edges.chain(rest, edges.elements.first[s]);
      edges.elements.first[s] = rest;
    } else {
      edges.chain(rest, edges.next[h]);
      edges.chain(h, rest);
    }
    return rest;
  }

  private put(h: number, [x, y]: Point, r: number): void {
    const { halfEdges: edges } = this;
    edges.x[h] = x;
    edges.y[h] = y;
    edges.r[h] = r;
  }

  private marry(h: number, k: number): void {
    const { halfEdges: edges, measured } = this;
    const { x, y, r, cell, other, elements } = edges;
    edges.twin[h] = k;
    edges.twin[k] = h;
    measureEdge(elements, cell[h], other[h], x[h], y[h], r[h], x[k], y[k], r[k], measured);
    edges.length[h] = edges.length[k] = measured.length;
    edges.clearance[h] = edges.clearance[k] = measured.clearance;
    edges.room[h] = edges.room[k] = measured.clearance;
  }

  /** Makes a vertex of pieces. */
  private ring(pieces: readonly number[]): number {
    const { turned, vertex } = this.halfEdges;
    const least = pieces.reduce((a, b) => Math.min(a, b), Infinity);
    pieces.forEach((h, i) => {
      turned[h] = pieces[(i + 1) % pieces.length];
      vertex[h] = least;
    });
    return least;
  }

  /** Notes the pieces that lie in caps. */
  private markCaps(): void {
    const { halfEdges: edges } = this;
    for (let h = 0; h < edges.count; h++) {
      if (edges.cell[h] < 0) continue;
      const [x, y] = this.pointAt(h, 0.5);
      if (this.sidesAt(x).some((side) => isInCap(side, x, y))) this.kinds.set(h, "cap");
    }
  }

  /** Parts vertices on portals: what lies in a cap leaves them. Returns what is left. */
  private part(): Crossing[] {
    const { halfEdges: edges } = this;
    const found: Crossing[] = [];
    const vertices: number[] = [];
    for (let v = 0; v < edges.count; v++) if (edges.cell[v] >= 0 && edges.vertex[v] === v) vertices.push(v);
    for (const v of vertices) {
      const [x, y] = [edges.x[v], edges.y[v]];
      const side = this.sidesAt(x).find((one) => isOn(one, x, y));
      if (!side) continue;
      const around = this.around(v);
      const ground = around.filter((h) => !this.kinds.has(h));
      const beyond = around.filter((h) => this.kinds.has(h));
      if (beyond.length > 0) this.ring(beyond);
      if (ground.length === 0) continue;
      const vertex = this.ring(ground);
      found.push({ side, along: placeAt(side, x, y)[0], vertex, isLinked: false });
    }
    return found;
  }

  private around(v: number): number[] {
    const { turned } = this.halfEdges;
    const found = [v];
    for (let h = turned[v]; h !== v; h = turned[h]) found.push(h);
    return found;
  }

  /** Links the crossings of the two sides of a portal, the nearest first. */
  private link({ entry }: Portal, crossings: readonly Crossing[]): void {
    const [near, far] = (["a", "b"] as const).map((name) =>
      crossings.filter(({ side }) => side.side === name),
    );
    const pairs = near.flatMap((a) => far.map((b) => ({ a, b, apart: Math.abs(a.along - b.along) })));
    pairs.sort((p, q) => p.apart - q.apart);
    for (const { a, b, apart } of pairs) {
      if (apart > SAME_CROSSING || a.isLinked || b.isLinked) continue;
      a.isLinked = b.isLinked = true;
      const [there, back] = [this.lead(a.vertex), this.lead(b.vertex)];
      const { halfEdges: edges } = this;
      edges.twin[there] = back;
      edges.twin[back] = there;
      const room = Math.min(edges.r[there], edges.r[back]);
      for (const h of [there, back]) {
        edges.length[h] = LINK;
        edges.clearance[h] = edges.room[h] = room;
      }
      if (entry === "a") edges.room[back] = -1;
      if (entry === "b") edges.room[there] = -1;
    }
  }

  /** A piece that leaves a vertex through a portal. */
  private lead(v: number): number {
    const { halfEdges: edges } = this;
    const h = edges.take(edges.cell[v], edges.other[v]);
    this.put(h, [edges.x[v], edges.y[v]], edges.r[v]);
    edges.start[h] = edges.start[v];
    edges.turned[h] = edges.turned[v];
    edges.turned[v] = h;
    edges.vertex[h] = v;
    this.kinds.set(h, "link");
    return h;
  }

  /**
   * Joins a point to the diagram, perhaps beyond a portal.
   *
   * @param isGoal whether people come from the diagram to the point, and not the other way
   */
  join(point: Point, isGoal: boolean, left = MOST_PORTALS): SewnJoin | null {
    const [px, py] = point;
    if (this.sidesAt(px).some((side) => isInCap(side, px, py) && !isOn(side, px, py))) return null;
    const found = join(this.diagram, point);
    if (!found || this.kinds.get(found.piece) !== "cap") return found;
    const { x, y } = found;
    const border = this.sidesAt(x).find((one) => isOn(one, x, y));
    if (border) return this.atCrossing(found, border);
    const side = this.sidesAt(x).find((one) => isInCap(one, x, y));
    if (!side || left === 0) return null;
    const { entry } = this.sheet.portals[side.portal];
    // Who walks to a goal comes the other way.
    const isOpen = !entry || (entry === side.side) !== isGoal;
    const through = isOpen ? this.through(point, found, side) : this.onward(point, side);
    const rest = this.join(through.at(-1)!, isGoal, left - 1);
    if (!rest) return null;
    const length = rest.length + (isOpen ? found.length : Math.hypot(through[0][0] - px, through[0][1] - py));
    const via = [...(isOpen ? through.slice(0, -1) : through), ...(rest.via ?? [])];
    return { ...rest, point, clearance: found.clearance, length, via };
  }

  /** A join on a portal itself, by a piece on the ground. */
  private atCrossing(found: Join, side: PortalSide): SewnJoin | null {
    const [along] = placeAt(side, found.x, found.y);
    const at = this.crossings.find((one) => one.side === side && Math.abs(one.along - along) < SAME_CROSSING);
    if (!at) return null;
    const { x, y, r, length, clearance } = this.halfEdges;
    const h = at.vertex;
    const back: EdgeMeasure = { length: 0, clearance: r[h] };
    const ahead: EdgeMeasure = { length: length[h], clearance: clearance[h] };
    return { ...found, piece: h, x: x[h], y: y[h], r: r[h], back, ahead };
  }

  /** The places on both sides of a portal on the way to a place in its cap, and that place where it truly is. */
  private through([px, py]: Point, { x, y }: Join, side: PortalSide): Point[] {
    const [from, to] = [placeAt(side, px, py)[1], placeAt(side, x, y)[1]];
    const t = from > to ? Math.min(Math.max(from / (from - to), 0), 1) : 0;
    const at: Point = [px + t * (x - px), py + t * (y - py)];
    const beyond = ([qx, qy]: Point): Point => [qx + side.shift[0], qy + side.shift[1]];
    return [at, beyond(at), beyond([x, y])];
  }

  /** Against an escalator: straight on as far as one has to, so that the diagram is not beyond its end. */
  private onward([px, py]: Point, side: PortalSide): Point[] {
    const step = side.depth - placeAt(side, px, py)[1];
    return [[px + step * side.inward[0], py + step * side.inward[1]]];
  }
}

/** Whether a place lies on a side. */
function isOn(side: PortalSide, x: number, y: number): boolean {
  const { segment } = side;
  const [along, before] = placeAt(side, x, y);
  const length = Math.hypot(segment[1][0] - segment[0][0], segment[1][1] - segment[0][1]);
  return Math.abs(before) <= ON_LINE && along > -ON_LINE && along < length + ON_LINE;
}
