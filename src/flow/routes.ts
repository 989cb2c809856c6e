/**
 * Lanes routed jointly: how many pass between which bodies, and then each as short as it can be there.
 *
 * Give every body a whole number D, the walls theirs of the greatest flow, such that no two differ by more than the lanes that
 * fit between them. Then |D_i - D_j| lanes pass between bodies i and j, and lane k (from 1) has the bodies with D < k on its
 * right and the others on its left. Every such choice has its lanes, as contours of min_i ( D_i + dist(p, O_i) ), by the
 * proof that docs/flow.md gives for the choice that hugs the low walls; and each lane of a choice must leave room for the
 * lanes between it and body i: it keeps (2 |D_i - k| + 1) r from those on its left and (2 (k - D_i) - 1) r from those on its
 * right. The shortest curve that does is a taut string around discs of these radii. Strings of one choice keep 2 r apart:
 * where one bends around a body, the next one bends around the same body with 2 r more.
 *
 * Contours know what lies below them by what is joined to a low wall. A body that no gate full of lanes joins to a lower one
 * is joined by a bridge, a piece along a gate that starts with the body's own number: lanes above it go around both.
 *
 * Choices are compared by their total lengths. Those that hug the low or the high walls and the one half-way between are the
 * first; from the best of them on, single bodies are raised and lowered, with those that must follow, while that gains. With
 * several sources or sinks the numbers of the walls are not unique either: runs of walls that follow each other are raised and
 * lowered together, which sends a lane to another sink or lets it come from another source, as long as no fewer flow.
 */
import type { Point } from "../geometry/index.js";
import { onSill, type Sill } from "./build.js";
import { lanesThrough } from "./links.js";
import { type Contour, contoursOf, type Patch } from "./mend.js";
import type { FlowPlan, Gate } from "./plan.js";
import { lengthOf, pointAt, type Stretch } from "./stretch.js";
import { type Pegs, TautString } from "./taut.js";

/** With more bodies than this, choices are not improved one body at a time. */
const MOST_BODIES = 120;
/** Plans with more corners are not routed: every step of a string looks at all of them, and in a boundary that bends at sight too. */
const MOST_CORNERS = Object.freeze({ convex: 1000, bent: 80 });
/** Choices that are looked at, at most. */
const MOST_CHOICES = 300;
/** Gains below this share of the total are rounding. */
const WORTHWHILE = 1e-9;
/** Turns at which both ends of a lane slide along their openings. */
const SLIDES = 6;

/** Lanes of one choice. */
export interface Routed {
  readonly curves: readonly (readonly Stretch[])[];
  /** Their total length, in metres. */
  readonly length: number;
}

/** The choices that were looked at, the shortest first; none where the lanes are not as many as the openings allow. */
export function routedLanes(
  map: FlowPlan,
  radius: number,
  count: number,
  progress?: (share: number) => void,
): Routed[] {
  const { stream } = map.network(2 * radius);
  if (count === 0 || count > stream.value) return [];
  if (count < stream.value && map.sills.length > 2) return [];
  if (cornersOf(map).body.length > (map.enclosure ? MOST_CORNERS.bent : MOST_CORNERS.convex)) return [];
  const choices = map.sills.length > 2 ? stream.choices : [stream.walls];
  const starts = choices.map((walls) => walls.map((value) => Math.min(value, count)));
  return new Router(map, radius, starts, count, progress).best();
}

class Router {
  private readonly corners: { x: Float64Array; y: Float64Array; body: Int32Array };
  private readonly known = new Map<string, Routed | null>();
  /** The gates at every body, the shortest first, with the body at their other end. */
  private readonly gatesOf: (Gate & { readonly other: number })[][];

  constructor(
    private readonly map: FlowPlan,
    private readonly radius: number,
    /** Numbers of the walls to start from. */
    private readonly starts: readonly Float64Array[],
    private readonly count: number,
    /** Hears the share of the choices that may be looked at; most often fewer are. */
    private readonly progress?: (share: number) => void,
  ) {
    this.corners = cornersOf(map);
    const { bodies } = map.gates.pieces;
    this.gatesOf = Array.from({ length: bodies }, () => []);
    this.movable = [];
    if (bodies > MOST_BODIES) return;
    for (const { bodies: pair, a, b, length } of map.gates.all()) {
      for (const [i, other] of [pair, [pair[1], pair[0]]]) this.gatesOf[i].push({ a, b, length, other });
    }
    for (const list of this.gatesOf) list.sort((p, q) => p.length - q.length);
    this.movable = this.movables();
  }

  best(): Routed[] {
    this.starts.forEach((walls, k) => {
      const [low, high] = this.extremes(walls);
      if (low.length > MOST_BODIES) {
        this.routed(high);
        return;
      }
      const middle = low.map((value, i) => Math.floor((value + high[i]) / 2));
      // Every start has its share of the choices.
      const most = (MOST_CHOICES * (k + 1)) / this.starts.length;
      for (const values of [middle, high, low]) this.improved(values, most);
    });
    const found = [...this.known.values()].filter((routed) => routed !== null);
    return found.sort((a, b) => a.length - b.length);
  }

  /** The least and the greatest number that each body can have. */
  private extremes(walls: Float64Array): [Float64Array, Float64Array] {
    const { gates } = this.map;
    const most = walls.reduce((a, b) => Math.max(a, b));
    const low = new Float64Array(gates.pieces.bodies);
    const high = new Float64Array(gates.pieces.bodies).fill(most);
    walls.forEach((value, wall) => {
      const distances = this.from(wall);
      for (let i = 0; i < low.length; i++) {
        low[i] = Math.max(low[i], value - distances[i]);
        high[i] = Math.min(high[i], value + distances[i]);
      }
    });
    return [low, high];
  }

  private readonly distances = new Map<number, Float64Array>();

  /** How many lanes can pass between a body and every other one. */
  private from(body: number): Float64Array {
    let known = this.distances.get(body);
    if (!known) {
      const { gates } = this.map;
      const start = new Float64Array(gates.pieces.bodies).fill(Infinity);
      start[body] = 0;
      known = gates.spread(start, 2 * this.radius).value;
      this.distances.set(body, known);
    }
    return known;
  }

  /** What is raised and lowered: with several openings runs of walls, and each body that is no wall. */
  private readonly movable: readonly (readonly number[])[];

  private movables(): number[][] {
    const { walls, bodies } = this.map.gates.pieces;
    const runs: number[][] = [];
    for (let length = 1; this.map.sills.length > 2 && length < walls; length++) {
      for (let first = 0; first < walls; first++)
        runs.push(Array.from({ length }, (_, k) => (first + k) % walls));
    }
    return [...runs, ...Array.from({ length: bodies - walls }, (_, k) => [walls + k])];
  }

  /** Raises and lowers one body, or run of walls, after another while that gains, up to so many choices in all. */
  private improved(start: Float64Array, most: number): void {
    let best = { values: start, length: this.routed(start)?.length ?? Infinity };
    for (let isGaining = true; isGaining; ) {
      isGaining = false;
      for (let step = 0; step < 2 * this.movable.length; step++) {
        for (;;) {
          if (this.known.size >= most) return;
          const values = this.moved(best.values, this.movable[step >> 1], step % 2 === 0 ? 1 : -1);
          const length = (values && this.routed(values)?.length) ?? Infinity;
          if (!values || length >= best.length * (1 - WORTHWHILE)) break;
          best = { values, length };
          isGaining = true;
        }
      }
    }
  }

  /** The numbers when some bodies have one more or less, with those that must follow; null where another wall would. */
  private moved(values: Float64Array, some: readonly number[], by: number): Float64Array | null {
    const { walls } = this.map.gates.pieces;
    let moved = values;
    for (const body of some) {
      const distances = this.from(body);
      const value = values[body] + by;
      moved = moved.map((own, i) =>
        by > 0 ? Math.max(own, value - distances[i]) : Math.min(own, value + distances[i]),
      );
    }
    const isMoved = (wall: number): boolean => some.includes(wall);
    for (let wall = 0; wall < walls; wall++) {
      if (moved[wall] !== values[wall] + (isMoved(wall) ? by : 0)) return null;
    }
    return some[0] < walls ? this.flowing(moved) : this.inRange(moved);
  }

  private inRange(values: Float64Array): Float64Array | null {
    return values.every((value) => value >= 0 && value <= this.count) ? values : null;
  }

  /** The numbers from 0 on, where as many flow as before: none into a source, none out of a sink. */
  private flowing(values: Float64Array): Float64Array | null {
    const { sills, gates } = this.map;
    const { walls } = gates.pieces;
    let flow = 0;
    for (let k = 0; k < sills.length; k++) {
      const through = values[(k + walls - 1) % walls] - values[k];
      if (sills[k].kind === "source") flow += through;
      if (sills[k].kind === "source" ? through < 0 : through > 0) return null;
    }
    if (flow !== this.count) return null;
    const own = values.subarray(0, walls);
    const [least, most] = [own.reduce((a, b) => Math.min(a, b)), own.reduce((a, b) => Math.max(a, b))];
    return values.map((value) => Math.min(most, Math.max(least, value)) - least);
  }

  /** The lanes of a choice; null where one is lost. */
  private routed(values: Float64Array): Routed | null {
    const key = values.join();
    let known = this.known.get(key);
    if (known === undefined) {
      known = this.lanesOf(values);
      this.known.set(key, known);
      this.progress?.(Math.min(1, this.known.size / MOST_CHOICES));
    }
    return known;
  }

  private lanesOf(values: Float64Array): Routed | null {
    const { map, radius, count } = this;
    const walls = values.slice(0, map.gates.pieces.walls);
    const scaled = values.map((value) => value * 2 * radius);
    // Without room for a bridge, contours may still run as they should: the strings tell.
    const bridges = this.bridgesOf(values) ?? [];
    const patches = [...bridges, ...this.thresholdsOf(values)];
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

  /** Pieces that join every body to a lower one, where none is joined; null where there is no room for one. */
  private bridgesOf(values: Float64Array): Patch[] | null {
    const { gates } = this.map;
    const width = 2 * this.radius;
    const [ox, oy] = gates.pieces.origin;
    const bridges: Patch[] = [];
    const comesBefore = (j: number, i: number): boolean =>
      values[j] < values[i] || (values[j] === values[i] && j < i);
    for (let i = gates.pieces.walls; i < values.length; i++) {
      const links = this.gatesOf[i].filter(({ other }) => comesBefore(other, i));
      if (links.some(({ other, length }) => lanesThrough(length, width) <= values[i] - values[other]))
        continue;
      const bridge = links
        .map(({ a, b }): Patch => ({ ends: [a[0] - ox, a[1] - oy, b[0] - ox, b[1] - oy], value: values[i] }))
        .find((patch) => this.hasRoom(values, patch));
      if (!bridge) return null;
      bridges.push(bridge);
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
    return { x, y, reach, isHidden };
  }
}

/** The ends of all pieces, each once per body. */
function cornersOf({ gates }: FlowPlan): { x: Float64Array; y: Float64Array; body: Int32Array } {
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
  return {
    x: Float64Array.from(found, ([x]) => x),
    y: Float64Array.from(found, ([, y]) => y),
    body: Int32Array.from(found, ([, , owner]) => owner),
  };
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
