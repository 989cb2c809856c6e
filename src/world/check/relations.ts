/**
 * How the boundary and the obstacles lie to each other and to themselves, decided exactly.
 *
 * One pass over all pairs of edges whose boxes meet finds the crossings and the contacts. Shapes without any
 * contact are either apart or nested, which one ray per shape decides for all others at once.
 */
import Flatbush from "flatbush";
import {
  boxOf,
  type Cone,
  crossing,
  EdgeIndex,
  meet,
  onSegment,
  type Point,
  relateCones,
  samePoint,
  sideOfCone,
  windingOf,
} from "../../geometry/index.js";
import { meetingsOf, type SelfMeeting, spikesOf } from "./selves.js";
import type { Shape, Shapes } from "./shapes.js";

/**
 * How shape a lies to shape b: their insides overlap in part, a lies in b or around it, they are the same, or
 * they only touch.
 */
type Relation = "overlap" | "inside" | "around" | "same" | "touch";

/** Two shapes that meet; a < b. */
export interface PairRelation {
  readonly a: number;
  readonly b: number;
  readonly how: Relation;
  /** Whether their borders share a point. */
  readonly contact: boolean;
  /** Whether one was seen to leave the other's border to the outside. */
  readonly apart: boolean;
  readonly at: Point;
}

/** Everything that meets. */
export interface Relations {
  /** By shape; shapes that do not meet themselves are absent. */
  readonly selves: ReadonlyMap<number, readonly SelfMeeting[]>;
  /** Pairs of shapes that share a point, or of which one holds the other. */
  readonly pairs: readonly PairRelation[];
}

/** What was seen of one pair while going through the edges. */
interface Contact {
  readonly a: number;
  readonly b: number;
  at: Point;
  crosses: boolean;
  inside: boolean;
  around: boolean;
  apart: boolean;
  mixed: boolean;
  same: boolean;
}

/** Finds all relations of the shapes. */
export function relationsOf(shapes: Shapes): Relations {
  const selves = new Map<number, SelfMeeting[]>();
  const contacts = new Map<number, Contact>();
  const touching: [number, number][] = [];
  const { list, edges, shapeOf } = shapes;
  list.forEach((shape, s) => {
    const spikes = spikesOf(shape);
    if (spikes.length > 0) selves.set(s, spikes);
  });
  edges.pairs((e, f) => {
    const how = meet(edges.start(e), edges.end(e), edges.start(f), edges.end(f));
    if (how === "apart") return;
    const s = shapeOf[e];
    const t = shapeOf[f];
    if (s === t) {
      const met = meetingsOf(list[s], edges, list[s].firstEdge, [e, f], how === "cross");
      if (met.length > 0) selves.set(s, [...(selves.get(s) ?? []), ...met]);
      return;
    }
    if (list[s].moves || list[t].moves) return;
    if (how === "cross") noteCrossing(shapes, contacts, e, f);
    else touching.push([e, f]);
  });
  // Contacts come second: by now it is known which rings are simple.
  for (const [e, f] of touching) noteTouch(shapes, contacts, selves, e, f);
  const pairs = [...contacts.values()].map((c) => settle(c, list));
  findNested(shapes, contacts, pairs);
  return { selves, pairs: pairs.sort((p, q) => p.a - q.a || p.b - q.b) };
}

function contactOf(contacts: Map<number, Contact>, n: number, s: number, t: number, at: Point): Contact {
  const a = Math.min(s, t);
  const b = Math.max(s, t);
  let contact = contacts.get(a * n + b);
  if (!contact) {
    const none = { crosses: false, inside: false, around: false, apart: false, mixed: false, same: false };
    contact = { a, b, at, ...none };
    contacts.set(a * n + b, contact);
  }
  return contact;
}

function noteCrossing(shapes: Shapes, contacts: Map<number, Contact>, e: number, f: number): void {
  const { edges, shapeOf, list } = shapes;
  const s = shapeOf[e];
  const t = shapeOf[f];
  const at = crossing(edges.start(e), edges.end(e), edges.start(f), edges.end(f));
  const contact = contactOf(contacts, list.length, s, t, at);
  if (!contact.crosses) contact.at = at;
  contact.crosses = true;
}

/** Looks at every end of two touching edges that lies on the other one. */
function noteTouch(
  shapes: Shapes,
  contacts: Map<number, Contact>,
  selves: ReadonlyMap<number, unknown>,
  e: number,
  f: number,
): void {
  const { edges, shapeOf, list } = shapes;
  // The boundary has number 0, so e and f ascend with their shapes.
  const [a, b, c, d] = [edges.start(e), edges.end(e), edges.start(f), edges.end(f)];
  for (const [p, from, to] of [
    [a, c, d],
    [b, c, d],
    [c, a, b],
    [d, a, b],
  ] as const) {
    if (!onSegment(p, from, to)) continue;
    const contact = contactOf(contacts, list.length, shapeOf[e], shapeOf[f], p);
    if (contact.crosses) return;
    compareAt(p, shapes, e, f, contact, selves);
  }
}

/** Compares what two shapes do around a common point p of their edges e and f. */
function compareAt(
  p: Point,
  shapes: Shapes,
  e: number,
  f: number,
  contact: Contact,
  selves: ReadonlyMap<number, unknown>,
): void {
  const a = shapes.list[contact.a];
  const b = shapes.list[contact.b];
  // A ring that meets itself has no cone at a point; its crossings with others still count.
  if (selves.has(contact.a) || selves.has(contact.b)) return;
  if (a.kind === "area" && b.kind === "area") {
    const how = relateCones(coneAt(a, e, p), coneAt(b, f, p));
    if (how === "equal") contact.same = true;
    else contact[how] = true;
    return;
  }
  if (a.kind !== "area" && b.kind !== "area") return;
  const [wall, wallEdge, area, areaEdge] = a.kind === "area" ? [b, f, a, e] : [a, e, b, f];
  const cone = coneAt(area, areaEdge, p);
  for (const end of [shapes.edges.start(wallEdge), shapes.edges.end(wallEdge)]) {
    if (wall.kind === "point" || samePoint(end, p)) continue;
    const side = sideOfCone(end, cone);
    if (side > 0) contact[wall === a ? "inside" : "around"] = true;
    if (side < 0) contact.apart = true;
  }
}

/** The directions into an area at a point p of its edge: between its two edges, or the half plane of one. */
function coneAt(shape: Shape, edge: number, p: Point): Cone {
  const { points } = shape;
  const n = points.length;
  const i = edge - shape.firstEdge;
  const j = (i + 1) % n;
  let previous = points[i];
  let next = points[j];
  if (samePoint(p, points[i])) previous = points[(i + n - 1) % n];
  else if (samePoint(p, points[j])) next = points[(j + 1) % n];
  // Counterclockwise rings have their inside on the left: from the way on to the way back.
  return shape.ccw ? { apex: p, from: next, to: previous } : { apex: p, from: previous, to: next };
}

/** Adds up what was seen of a pair. */
function settle(c: Contact, list: readonly Shape[]): PairRelation {
  const { a, b, at } = c;
  const anyArea = list[a].kind === "area" || list[b].kind === "area";
  const kinds = Number(c.inside) + Number(c.around) + Number(c.apart);
  const how = (): Relation => {
    // Walls have no inside that could overlap: where two of them cross, they touch.
    if (!anyArea) return "touch";
    if (c.crosses || c.mixed || kinds > 1) return "overlap";
    if (c.inside) return "inside";
    if (c.around) return "around";
    return c.same && !c.apart ? "same" : c.same ? "overlap" : "touch";
  };
  return { a, b, how: how(), contact: true, apart: c.apart, at };
}

/** Adds the pairs of which one holds the other without touching it. */
function findNested(shapes: Shapes, contacts: ReadonlyMap<number, Contact>, pairs: PairRelation[]): void {
  const { list } = shapes;
  const n = list.length;
  const areas = new Areas(list);
  for (let s = 1; s < n; s++) {
    if (list[s].moves) continue;
    const p = list[s].points[0];
    areas.around(p, (t) => {
      if (t === s || contacts.has(Math.min(s, t) * n + Math.max(s, t))) return;
      if (s < t) pairs.push({ a: s, b: t, how: "inside", contact: false, apart: false, at: p });
      else pairs.push({ a: t, b: s, how: "around", contact: false, apart: false, at: p });
    });
  }
}

/** Rings with more edges than this are asked by an index. */
const LONG_RING = 64;

/** The areas that stand still, to find those that wind around a point: of thousands of blocks in a row, only those whose box holds it. */
class Areas {
  private readonly shapes: readonly number[];
  private readonly tree: Flatbush | null;
  private readonly long = new Map<number, EdgeIndex>();

  constructor(private readonly list: readonly Shape[]) {
    this.shapes = list.flatMap(({ kind, moves }, s) => (kind === "area" && !moves ? [s] : []));
    this.tree = this.shapes.length > 0 ? new Flatbush(this.shapes.length) : null;
    for (const s of this.shapes) {
      const { points } = list[s];
      const { minX, minY, maxX, maxY } = boxOf(points);
      this.tree?.add(minX, minY, maxX, maxY);
      if (points.length > LONG_RING) this.long.set(s, new EdgeIndex(points, [...points.slice(1), points[0]]));
    }
    this.tree?.finish();
  }

  /** Calls back for each area that winds around a point, which lies on none of their edges or is not asked about. */
  around(p: Point, visit: (shape: number) => void): void {
    for (const k of this.tree?.search(p[0], p[1], p[0], p[1]) ?? []) {
      if (this.winding(this.shapes[k], p) !== 0) visit(this.shapes[k]);
    }
  }

  private winding(s: number, p: Point): number {
    let sum = 0;
    const index = this.long.get(s);
    if (index) {
      index.aroundPoint(p, (_edge, winding) => {
        sum += winding;
      });
      return sum;
    }
    const { points } = this.list[s];
    for (let i = 0, j = points.length - 1; i < points.length; j = i++)
      sum += windingOf(p, points[j], points[i], true);
    return sum;
  }
}
