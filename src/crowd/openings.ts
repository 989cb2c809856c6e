/**
 * Goals on walls as openings: the wall is cut at their ends, and the pieces between are open to those who leave there and to
 * nobody else. And walls that are only some people's, of zones that they may not enter, are open to all others.
 */
import { distanceToSegment, type Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import { groundTolerance, type World } from "../world/index.js";
import type { GoalLine, GoalTable } from "./goal-lines.js";
import type { Itineraries } from "./itineraries.js";
import { lengthOf } from "./people.js";
import type { OpenWalls, WallList } from "./walls.js";

/** A part of a wall, in metres from its start, that is open to those of one exit. */
interface Gap {
  readonly from: number;
  readonly to: number;
  readonly exit: number;
}

/** The openings of a crowd, as its guides have goals on walls. */
export class Openings {
  /** Per itinerary, the exit of its last guide; 0 where that has no goal on a wall. */
  readonly exits: number[] = [];
  /** The guides that were looked at last, by itineraries, with their places. */
  private readonly seen: { readonly guide: Guide | undefined; readonly places: Guide["places"] }[] = [];
  private readonly tolerance: number;
  private isMade = false;

  constructor(
    world: World,
    private readonly walls: WallList,
    /** Null where bodies touch their goals, which then open no wall. */
    private readonly goals: GoalTable | null,
    private readonly kinds: number,
  ) {
    this.tolerance = groundTolerance(world.bounds);
  }

  /** Walls with openings, where a guide is new or its goals have moved; null where nothing has changed. */
  refresh(itineraries: Itineraries): OpenWalls | null {
    if (!this.hasChanged(itineraries)) return null;
    const numbers = new Map<Guide | undefined, number>();
    const gaps = new Map<number, Gap[]>();
    let last = 0;
    this.seen.forEach(({ guide, places }, itinerary) => {
      let exit = numbers.get(guide);
      if (exit === undefined) {
        const next = last + 1;
        const lines = (places && this.goals?.of(places).lines) ?? [];
        // Not `some`: all lines are to be cut out.
        exit = lines.filter((line) => this.open(line, next, gaps)).length > 0 ? next : 0;
        numbers.set(guide, exit);
        last = Math.max(last, exit);
      }
      this.exits[itinerary] = exit;
    });
    return withGaps(this.walls, gaps, last, this.kinds);
  }

  /** Takes note of the last guides of all itineraries and of their places; false where all are the same as before. */
  private hasChanged(itineraries: Itineraries): boolean {
    const { seen } = this;
    // Walls that are some people's are open to others from the first step on.
    let changed = !this.isMade && this.kinds > 1;
    this.isMade = true;
    for (let itinerary = 0; itinerary < itineraries.size; itinerary++) {
      const list = itineraries.at(itinerary);
      const guide: Guide | undefined = list[list.length - 1];
      const before = seen[itinerary];
      if (before && before.guide === guide && before.places === guide?.places) continue;
      seen[itinerary] = { guide, places: guide?.places };
      changed = true;
    }
    return changed;
  }

  /** Notes the gaps that a goal's line makes; false where it lies on no wall. */
  private open(line: GoalLine, exit: number, gaps: Map<number, Gap[]>): boolean {
    const { a, u, length } = line;
    const b: Point = [a[0] + length * u[0], a[1] + length * u[1]];
    line.openings.length = 0;
    this.walls.a.forEach((c, w) => {
      const gap = this.overlap(c, this.walls.b[w], [a, b]);
      if (!gap) return;
      gaps.set(w, [...(gaps.get(w) ?? []), { from: gap[0], to: gap[1], exit }]);
      line.openings.push(this.overlap(a, b, [c, this.walls.b[w]])!);
    });
    return line.openings.length > 0;
  }

  /** The part of cd, in metres from c, along which the segment ab runs; null where it does not. */
  private overlap(c: Point, d: Point, [a, b]: readonly [Point, Point]): [number, number] | null {
    const { tolerance } = this;
    // Boxes first: there may be many walls.
    if (Math.min(c[0], d[0]) > Math.max(a[0], b[0]) + tolerance) return null;
    if (Math.max(c[0], d[0]) < Math.min(a[0], b[0]) - tolerance) return null;
    if (Math.min(c[1], d[1]) > Math.max(a[1], b[1]) + tolerance) return null;
    if (Math.max(c[1], d[1]) < Math.min(a[1], b[1]) - tolerance) return null;
    const length = lengthOf([c, d]);
    const [ux, uy] = [(d[0] - c[0]) / length, (d[1] - c[1]) / length];
    const along = (p: Point): number => (p[0] - c[0]) * ux + (p[1] - c[1]) * uy;
    const from = Math.max(0, Math.min(along(a), along(b)));
    const to = Math.min(length, Math.max(along(a), along(b)));
    if (to - from <= 2 * tolerance) return null;
    const isNear = [from, to].every((t) => {
      return distanceToSegment([c[0] + t * ux, c[1] + t * uy], a, b) <= tolerance;
    });
    return isNear ? [from, to] : null;
  }
}

/** Cuts walls at the ends of gaps, and numbers the pieces by the exits to which they are open. */
function withGaps(
  walls: WallList,
  gaps: ReadonlyMap<number, readonly Gap[]>,
  exits: number,
  kinds: number,
): OpenWalls {
  const [a, b, next, prev, opening]: [Point[], Point[], number[], number[], number[]] = [[], [], [], [], []];
  /** Numbers of openings by the exits that they are open to, and the kind whose wall it is; null for everybody's. */
  const numbers = new Map<string, number>();
  const open: { readonly to: readonly number[]; readonly kind: number | null }[] = [{ to: [], kind: null }];
  const first: number[] = [];
  const last: number[] = [];
  walls.a.forEach((start, w) => {
    const end = walls.b[w];
    const here = gaps.get(w) ?? [];
    const length = lengthOf([start, end]);
    const cuts = [...new Set(here.flatMap(({ from, to }) => [from, to]))].filter((t) => t > 0 && t < length);
    const ends = [0, ...cuts.sort((p, q) => p - q), length];
    const at = (t: number): Point => {
      if (t === 0 || t === length) return t === 0 ? start : end;
      return [start[0] + (t / length) * (end[0] - start[0]), start[1] + (t / length) * (end[1] - start[1])];
    };
    first[w] = a.length;
    for (let k = 1; k < ends.length; k++) {
      const middle = (ends[k - 1] + ends[k]) / 2;
      const to = [
        ...new Set(here.filter((gap) => gap.from < middle && middle < gap.to).map((gap) => gap.exit)),
      ];
      const kind = kinds > 1 ? walls.kind![w] : null;
      const key = `${kind ?? ""} ${to.sort((p, q) => p - q).join(" ")}`;
      if (key !== " " && !numbers.has(key)) numbers.set(key, open.push({ to, kind }) - 1);
      opening.push(key === " " ? 0 : numbers.get(key)!);
      next.push(a.length + 1);
      prev.push(a.length - 1);
      a.push(at(ends[k - 1]));
      b.push(at(ends[k]));
    }
    last[w] = a.length - 1;
  });
  // A chain with a free end, as at a portal, goes on with itself there.
  walls.next.forEach((after, w) => {
    next[last[w]] = after === w ? last[w] : first[after];
  });
  walls.prev.forEach((before, w) => {
    prev[first[w]] = before === w ? first[w] : last[before];
  });
  const columns = open.length;
  const passes = new Uint8Array((exits + 1) * kinds * columns);
  open.forEach(({ to, kind }, column) => {
    for (let row = 0; row < (exits + 1) * kinds; row++) {
      const isOthers = kind !== null && row % kinds !== kind;
      if (isOthers || to.includes(Math.floor(row / kinds))) passes[row * columns + column] = 1;
    }
  });
  return { walls: { a, b, next, prev, opening }, passes, columns, kinds };
}
