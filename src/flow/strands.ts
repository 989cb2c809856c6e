/**
 * The lanes of one choice (see `routes.ts`): contours that pass every body on the side that the choice asks for, and each of
 * them pulled taut.
 *
 * Contours of min_i ( D_i + dist(p, O_i) ) hug what is low. They know what lies below them by what is joined to a low wall: a
 * body that no gates full of lanes join to one is joined by a bridge, a piece along a gate that starts with the body's own
 * number, so that lanes above it go around both. Seen from the sinks, high and low change places, and the contours hug what
 * is high: bodies are then joined to other ones, the ways between them may be others, and the shorter of both are taken.
 */
import type { Point } from "../geometry/index.js";
import { MinHeap } from "../numerics/index.js";
import { onSill, type Sill } from "./build.js";
import { lanesThrough } from "./links.js";
import { type Contour, contoursOf, type Patch } from "./mend.js";
import type { FlowPlan, Gate } from "./plan.js";
import { lengthOf, pointAt, type Stretch } from "./stretch.js";
import { PegIndex, type Pegs, TautString } from "./taut.js";

/** Gains below this share of a length are rounding. */
const WORTHWHILE = 1e-9;
/** Turns at which both ends of a lane slide along their openings. */
const SLIDES = 6;

/** Lanes of one choice. */
export interface Routed {
  readonly curves: readonly (readonly Stretch[])[];
  /** Their total length, in metres. */
  readonly length: number;
}

/** The ends of all pieces, each once per body. */
export interface Corners {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly body: Int32Array;
  readonly index: PegIndex;
}

/** A gate as one of its two bodies sees it. */
export interface GateTo extends Gate {
  /** The body at its other end. */
  readonly other: number;
}

/** What draws the lanes of choices in one plan. */
export class Strands {
  constructor(
    private readonly map: FlowPlan,
    private readonly radius: number,
    private readonly count: number,
    private readonly corners: Corners,
    /** The gates at every body, the shortest first. */
    private readonly gatesOf: readonly (readonly GateTo[])[],
  ) {}

  /** The lanes of a choice; null where one is lost. */
  of(values: Float64Array): Routed | null {
    const { map, radius, count } = this;
    const walls = values.slice(0, map.gates.pieces.walls);
    const scaled = values.map((value) => value * 2 * radius);
    const patches = [...this.bridgesOf(values), ...this.thresholdsOf(values)];
    const contours = contoursOf(map, { stream: { walls, value: count } }, scaled, patches, radius);
    if (contours.length < count) return null;
    const curves: Stretch[][] = [];
    let length = 0;
    for (const contour of contours) {
      const string = this.pulled(contour, values);
      if (!string) return null;
      curves.push(string.stretches());
      length += string.length;
    }
    return { curves, length };
  }

  /**
   * Pieces that join every body to the low ones: from the lowest on, and among equals the nearest first. Gates full of lanes
   * join bodies as they are. Where there is no room for a piece, contours may still run as they should: the strings tell.
   */
  private bridgesOf(values: Float64Array): Patch[] {
    const width = 2 * this.radius;
    const [ox, oy] = this.map.gates.pieces.origin;
    const isJoined = new Uint8Array(values.length);
    const open: { body: number; gate: GateTo | null }[] = [];
    const heap = new MinHeap();
    const bridges: Patch[] = [];
    const longest = this.gatesOf.reduce((most, list) => Math.max(most, list.at(-1)?.length ?? 0), 1);
    const join = (i: number): void => {
      isJoined[i] = 1;
      for (const gate of this.gatesOf[i]) {
        const { other, length } = gate;
        if (isJoined[other] || values[other] < values[i]) continue;
        const isFull = lanesThrough(length, width) <= values[other] - values[i];
        const rest = isFull ? 0 : length;
        // By the body's number, and then by length.
        heap.push(values[other] + rest / (2 * longest), open.length);
        open.push({ body: other, gate: isFull ? null : gate });
      }
    };
    for (let wall = 0; wall < this.map.gates.pieces.walls; wall++) join(wall);
    while (heap.size > 0) {
      const { body, gate } = open[heap.pop()];
      if (isJoined[body]) continue;
      if (gate) {
        const { a, b } = gate;
        const patch: Patch = { ends: [a[0] - ox, a[1] - oy, b[0] - ox, b[1] - oy], value: values[body] };
        if (!this.hasRoom(values, patch)) continue;
        bridges.push(patch);
      }
      join(body);
    }
    return bridges;
  }

  /**
   * With several openings: what shuts each to lanes above the higher of its two walls, which would leave through it along the
   * lower one where less flows than it takes.
   */
  private thresholdsOf(values: Float64Array): Patch[] {
    const { sills, gates } = this.map;
    const { walls } = gates.pieces;
    if (sills.length === 2) return [];
    return sills.flatMap(({ points }, k) => {
      const value = Math.max(values[k], values[(k + walls - 1) % walls]);
      return points
        .slice(1)
        .map((b, i): Patch => ({ ends: [points[i][0], points[i][1], b[0], b[1]], value }))
        .filter((patch) => this.hasRoom(values, patch));
    });
  }

  /** Whether the lanes between a bridge and every body still fit. */
  private hasRoom(values: Float64Array, { ends, value }: Patch): boolean {
    const extra = { ends: Float64Array.from(ends), values: [value] };
    const lowered = this.map.gates.lowered(values, 2 * this.radius, extra);
    return values.every((own, i) => lowered[i] >= own);
  }

  /** A lane as a taut string whose ends slide along their openings. */
  private pulled({ level, curve }: Contour, values: Float64Array): TautString | null {
    const { map, radius } = this;
    const below = Math.round((level / radius - 1) / 2);
    const pegs = this.pegsOf(below, values);
    const { body } = this.corners;
    const sideOf = (peg: number): number => (values[body[peg]] <= below ? -1 : 1);
    let string = new TautString(pegs, pointAt(curve[0], 0));
    for (const stretch of curve) {
      const at = (t: number): Point => pointAt(stretch, t);
      const count = Math.max(1, Math.ceil((2 * lengthOf(stretch)) / radius));
      for (let i = 0; i < count; i++) if (!string.follow(at, i / count, (i + 1) / count)) return null;
    }
    let length = string.length;
    for (let turn = 0; turn < 2 * SLIDES; turn++) {
      const kind = turn % 2 === 0 ? "sink" : "source";
      slide(
        string,
        map.sills.filter((sill) => sill.kind === kind),
        radius / 2,
      );
      string = string.reversed();
      if (turn % 2 === 0) continue;
      if (length - string.length <= WORTHWHILE * length) break;
      length = string.length;
    }
    return string.agreesWith(sideOf) ? string : null;
  }

  /** What a lane keeps from, as discs around corners; `below` lanes lie below it. */
  private pegsOf(below: number, values: Float64Array): Pegs {
    const { radius } = this;
    const { x, y, body } = this.corners;
    const { enclosure } = this.map;
    const reach = new Float64Array(body.length);
    body.forEach((owner, i) => {
      const isLow = values[owner] <= below;
      reach[i] = (isLow ? 2 * (below - values[owner]) + 1 : 2 * (values[owner] - below) - 1) * radius;
    });
    const isHidden = enclosure
      ? (peg: number, px: number, py: number): boolean => enclosure.isLeft(px, py, x[peg], y[peg])
      : null;
    return { x, y, reach, index: this.corners.index, isHidden };
  }
}

/** The ends of all pieces, each once per body. */
export function cornersOf({ gates }: FlowPlan): Corners {
  const { ends, body } = gates.pieces;
  const seen = new Set<string>();
  const found: [number, number, number][] = [];
  for (let i = 0; i < ends.length; i += 2) {
    const owner = body[i >> 2];
    const key = `${ends[i]} ${ends[i + 1]} ${owner}`;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push([ends[i], ends[i + 1], owner]);
  }
  const x = Float64Array.from(found, ([x]) => x);
  const y = Float64Array.from(found, ([, y]) => y);
  return { x, y, body: Int32Array.from(found, ([, , owner]) => owner), index: new PegIndex(x, y) };
}

/** Moves the end of a string along the opening that it lies on, to where the string is shortest. */
function slide(string: TautString, sills: readonly Sill[], step: number): void {
  const found = placeOn(sills, string.end);
  if (!found) return;
  const { sill } = found;
  let s = found.at;
  for (let size = step; size > 1e-10 * step; ) {
    const slope = slopeAt(string, sill, s);
    const next = Math.min(sill.length, Math.max(0, s - Math.sign(slope) * size));
    if (Math.abs(slope) < 1e-12 || next === s) return;
    const undo = string.save();
    const at = (t: number): Point => onSill(sill, t);
    const isShorter =
      !string.isBlocked(at(next)) && string.follow(at, s, next) && slopeAt(string, sill, next) * slope >= 0;
    if (isShorter) s = next;
    else {
      undo();
      size /= 2;
    }
  }
}

/** How fast a string grows when its end moves along an opening. */
function slopeAt(string: TautString, sill: Sill, s: number): number {
  const hair = 1e-6 * sill.length;
  const [a, b] = [onSill(sill, Math.max(0, s - hair)), onSill(sill, Math.min(sill.length, s + hair))];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [ux, uy] = string.heading;
  return (ux * (b[0] - a[0]) + uy * (b[1] - a[1])) / length;
}

/** The opening nearest to a point, and how far along it that is. */
function placeOn(sills: readonly Sill[], [x, y]: Point): { sill: Sill; at: number } | null {
  let [found, nearest]: [{ sill: Sill; at: number } | null, number] = [null, Infinity];
  for (const sill of sills) {
    let passed = 0;
    for (let i = 1; i < sill.points.length; i++) {
      const [a, b] = [sill.points[i - 1], sill.points[i]];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const along = ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / length;
      const at = Math.min(length, Math.max(0, along));
      const [fx, fy] = [a[0] + (at / length) * (b[0] - a[0]), a[1] + (at / length) * (b[1] - a[1])];
      const gap = Math.hypot(x - fx, y - fy);
      if (gap < nearest) [found, nearest] = [{ sill, at: passed + at }, gap];
      passed += length;
    }
  }
  return found;
}
