/** Why there is no way: one set of reasons for all planners, each in one line that names the place. */
import { faceOf, nextEdge as next, type Point, sideOfRing } from "../geometry/index.js";
import { MinHeap } from "../numerics/index.js";
import { isPoint, shown } from "../options.js";
import type { Building } from "./building/building.js";
import type { FreeSpace } from "./freespace.js";
import type { GoalPlace } from "./goals.js";
import { groundTolerance, ontoGround } from "./onto.js";
import { type Narrow, WidestWays } from "./passages.js";
import type { World } from "./world.js";

/** What a planner knows of its walkers. */
export interface NoWayOptions {
  /** Radius of those who walk, in metres, >= 0. */
  readonly radius: number;
  /** Where the centre of one of them can be; by default the places with a clearance of the radius. */
  fits?(p: Point): boolean;
  /**
   * What to say where the widest way seems wide enough, and the planner found none all the same: its own reason.
   *
   * @param gate the narrowest place of that way; null where it has none
   */
  otherwise?(gate: Narrow | null): string;
}

/** A segment is looked at in so many places, at least, for the way to it. */
const PLACES = 32;

/** Says why there is no way from points to some goals of a world. What it has to find out, it finds out once. */
export class NoWay {
  private readonly radius: number;
  private readonly fits: (p: Point) => boolean;
  private known: { readonly ends: readonly Point[]; readonly widest: WidestWays } | undefined;

  constructor(
    private readonly world: World,
    private readonly goals: readonly GoalPlace[],
    private readonly options: NoWayOptions,
  ) {
    this.radius = options.radius;
    this.fits = options.fits ?? ((p) => world.clearance(p) >= options.radius);
  }

  /** Why nobody gets from p to a goal. */
  from(p: Point): string {
    const { world, radius } = this;
    const off = offGround(world, p);
    if (off !== null) return off;
    if (radius > 0 && !this.fits(p)) {
      const clearance = rounded(world.clearance(p));
      return `a disc of radius ${radius} m does not fit at ${placeIn(world, p)}: the nearest wall is ${clearance} m away`;
    }
    if (world.building) return noConnection(world, p, radius);
    const { ends, widest } = this.ways();
    const gate = widest.from(p);
    if (gate === null) return closedOff(world, p, ends);
    if (gate.width < 2 * radius) return tooNarrow(radius, gate);
    const narrow = gate.width < Infinity ? gate : null;
    return this.options.otherwise?.(narrow) ?? hardlyWide(radius, narrow, p);
  }

  private ways(): { readonly ends: readonly Point[]; readonly widest: WidestWays } {
    if (!this.known) {
      const { space, bounds } = this.world;
      const tolerance = groundTolerance(bounds);
      const ends = this.goals
        .flatMap(pointsOf)
        .map((p) => ontoGround(space, p, tolerance))
        .filter((p) => p !== null);
      this.known = { ends, widest: new WidestWays(space, ends) };
    }
    return this.known;
  }
}

/** Why nobody stands at a point: it is none, or it is not on free ground; null where somebody can. */
export function offGround(world: World, p: Point): string | null {
  if (!isPoint(p)) return `a point is [x, y] with two finite numbers; given: ${shown(p)}`;
  if (world.contains(p)) return null;
  if (sideOfRing(p, world.boundary) < 0)
    return `${placeIn(world, p)} is not on free ground: it lies outside the boundary`;
  const inside = world.obstacles.findIndex(({ polygon }) => polygon && sideOfRing(p, polygon) >= 0);
  const name = inside < 0 ? "" : world.nameOf(inside);
  // In a building what is around a level is an obstacle of the sheet, and named by the level's boundary.
  const isAround = world.building !== null && !/obstacles|zones/.test(name);
  const where = inside < 0 ? "in an obstacle" : isAround ? `outside ${name}` : `inside ${name}.polygon`;
  return `${placeIn(world, p)} is not on free ground: it lies ${where}${world.whyClosed(inside)}`;
}

/** The reason in a building: nothing joins p with the goals; what is closed to those who walk is named, for it may have. */
function noConnection(world: World, p: Point, radius: number): string {
  const who = radius > 0 ? ` wide enough for a radius of ${radius} m` : "";
  return `no way leads from ${placeIn(world, p)} to the goal: no passage, stair, ramp, escalator or lift${who} joins them${world.whatIsClosed()}`;
}

/** The reason for walkers who are wider than the narrowest gate of the widest way. */
export function tooNarrow(radius: number, gate: Narrow): string {
  return `no passage to the goal is wide enough for a radius of ${radius} m: the widest way has a gate of ${gate.width.toPrecision(4)} m at ${place(gate.point)}`;
}

function hardlyWide(radius: number, gate: Narrow | null, p: Point): string {
  return gate
    ? `no passage to the goal is wide enough for a radius of ${radius} m: the widest way has a gate of hardly more than that, at most ${gate.width.toPrecision(6)} m, at ${place(gate.point)}`
    : `no way leads from ${place(p)} to the goal`;
}

/** The reason where walls lie between p and all goals: what stands between, and where. */
function closedOff(world: World, p: Point, ends: readonly Point[]): string {
  const wall = wallBetween(world.space, p, ends);
  if (!wall) return `no way leads from ${place(p)} to the goal: nobody can stand there`;
  const { obstacles, space } = world;
  const owner = obstacles.findIndex((_, id) => space.triangulation.runsAlong(id, wall.edge));
  const what = owner < 0 ? "the boundary" : world.nameOf(owner);
  return `no way leads from ${place(p)} to the goal, which lies in another part of the floor: ${what} stands between at ${place(wall.point)}${owner < 0 ? "" : world.whyClosed(owner)}`;
}

/** What a metre of a wall costs, where a metre within obstacles costs 1: doors are short. */
const WALL_LENGTH = 1e-3;

/**
 * The wall by which one leaves the part of the floor that holds p on the way through walls that is the shortest within
 * obstacles: a closed door rather than a thick wall.
 */
function wallBetween(
  space: FreeSpace,
  p: Point,
  ends: readonly Point[],
): { readonly edge: number; readonly point: Point } | null {
  const { mesh } = space.triangulation;
  const { triangles, twins, marks, coords, faceCount } = mesh;
  const targets = new Set(ends.flatMap((end) => space.facesAt(end)));
  const cost = new Float64Array(faceCount).fill(Infinity);
  /** Per face: the half-edge by which it was entered, seen from the face before; -1 where the way begins. */
  const by = new Int32Array(faceCount).fill(-1);
  const heap = new MinHeap(256);
  const middle = (e: number): Point => {
    const [a, b] = [2 * triangles[e], 2 * triangles[next(e)]];
    return [(coords[a] + coords[b]) / 2, (coords[a + 1] + coords[b + 1]) / 2];
  };
  const lengthOf = (e: number): number => {
    const [a, b] = [2 * triangles[e], 2 * triangles[next(e)]];
    return Math.hypot(coords[a] - coords[b], coords[a + 1] - coords[b + 1]);
  };
  for (const f of space.facesAt(p)) {
    cost[f] = 0;
    heap.push(0, f);
  }
  while (heap.size > 0) {
    const spent = heap.key;
    const f = heap.pop();
    if (spent > cost[f]) continue;
    if (targets.has(f)) return firstWall(f);
    for (let e = 3 * f; e < 3 * f + 3; e++) {
      if (twins[e] < 0) continue;
      const g = faceOf(twins[e]);
      const isWall = marks[e] !== 0;
      const within = space.isFree(f) || by[f] < 0 ? 0 : apart(middle(by[f]), middle(e));
      const total = spent + within + (isWall ? WALL_LENGTH * lengthOf(e) : 0);
      if (total >= cost[g]) continue;
      cost[g] = total;
      by[g] = e;
      heap.push(total, g);
    }
  }
  return null;

  function firstWall(last: number): { edge: number; point: Point } | null {
    let wall = -1;
    for (let f = last; by[f] >= 0; f = faceOf(by[f])) if (marks[by[f]] !== 0) wall = by[f];
    return wall < 0 ? null : { edge: wall, point: middle(wall) };
  }
}

function apart(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Points of a goal from which ways to it are looked at. */
function pointsOf(goal: GoalPlace): Point[] {
  if ("point" in goal) return [goal.point];
  const [a, b] = goal.segment;
  return Array.from({ length: PLACES + 1 }, (_, i): Point => {
    const t = i / PLACES;
    return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
  });
}

/** A place as reasons show it: in a building in the coordinates of its level, which is named. */
function placeIn({ building }: { readonly building: Building | null }, p: Point): string {
  const at = building?.where(p);
  if (!at) return place(p);
  return `${place(at.point)} on ${at.kind === "level" ? `level ${at.level}` : at.name}`;
}

/** A point as reasons show it, to the millimetre. */
function place(p: Point): string {
  return `[${rounded(p[0])}, ${rounded(p[1])}]`;
}

function rounded(v: number): number {
  return Number(v.toFixed(3));
}
