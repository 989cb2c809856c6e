/** Obstacles that move while people walk: they are walls where they stand, and push whoever is in their way. */
import { InputError } from "../errors.js";
import { type Point, sideOfRing } from "../geometry/index.js";
import { type FreeSpace, type Obstacle, terrainOf, type World } from "../world/index.js";
import type { Doors } from "./doors.js";
import type { Engine } from "./engine.js";
import type { People } from "./people.js";
import { carriedBy, clipped, cornersOf, extentOf, nearlyTouches, shifted, sweptOver } from "./sweep.js";
import { addObstacle, noWalls, type WallList } from "./walls.js";

/** One obstacle: where it was when people last looked, and where it is now; null while it is away. */
interface Entry {
  was: Obstacle | null;
  is: Obstacle | null;
  /** Whether all of it moved by one vector, rather than each corner by its own. */
  rigid: boolean;
  /** Its number in the free space, -1 while it is away. */
  piece: number;
}

/** How far beyond the plan obstacles count, as a share of its larger side; the triangulation has room for half. */
const MARGIN = 0.25;

/** Metres from a wall that count as none. */
const HAIR = 1e-3;

/** Halvings that find where a wall stops someone who is pushed. */
const BISECTIONS = 24;

/** Directions to get out of the way of what stands exactly on someone; lengths are 1 without rounding. */
const ASIDE: readonly Point[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
  ...[0.6, -0.6].flatMap((a) =>
    [0.8, -0.8].flatMap((b): Point[] => [
      [a, b],
      [b, a],
    ]),
  ),
];

const KINDS = ["polygon", "segment", "point"] as const;

/** An obstacle as geometry alone, checked. */
function checked(obstacle: Obstacle): Obstacle {
  const given = Object.keys(obstacle ?? {});
  const kind = KINDS.find((name) => given.includes(name));
  if (kind === undefined || given.length !== 1) {
    const why = given.includes("schedule") ? "; a schedule is followed by Simulation, not by a crowd" : "";
    throw new InputError(
      `one of polygon, segment and point is needed; given: ${given.join(", ") || "none"}${why}`,
      "obstacle",
    );
  }
  const corners: unknown = kind === "point" ? [obstacle.point] : obstacle[kind];
  const isPoint = (p: unknown): p is Point =>
    Array.isArray(p) && p.length === 2 && p.every((c) => Number.isFinite(c));
  const count = Array.isArray(corners) ? corners.length : 0;
  const allowed = { polygon: count >= 3, segment: count === 2, point: true }[kind];
  if (!Array.isArray(corners) || !corners.every(isPoint) || !allowed) {
    const form = { polygon: "three or more points", segment: "two points", point: "one point" }[kind];
    throw new InputError(
      `${form} of two finite numbers are needed; given: ${JSON.stringify(corners)}`,
      `obstacle.${kind}`,
    );
  }
  return shifted(obstacle, [0, 0]);
}

/** What stands in a world besides its own obstacles. */
export class Obstacles {
  /** Those of the crowd's owner, by number. */
  private readonly own = new Map<number, Entry>();
  /** Those that follow a timetable, in its order. */
  private timed: Entry[] = [];
  private given = 0;
  private changed = false;
  /** Free ground of the moment, to put people on whom an obstacle would bury; made when the first one comes. */
  private made: FreeSpace | null = null;
  /** The world without them, as manners see it, and with them. */
  private base: World;
  private seen: World | null;
  /** What stands for whom is put somewhere else at the moment. */
  private plain: FreeSpace;

  /** @param doors that are walls to some */
  constructor(
    private readonly world: World,
    private readonly doors: Doors | undefined,
  ) {
    this.plain = world.space;
    this.base = world;
    this.seen = world;
  }

  private get space(): FreeSpace {
    this.made ??= this.world.space.clone();
    return this.made;
  }

  /** The obstacles of the crowd's owner, where they stand now. */
  get list(): readonly { readonly id: number; readonly obstacle: Obstacle }[] {
    return [...this.own].map(([id, { is }]) => ({ id, obstacle: is! }));
  }

  /** Puts one up; returns its number. */
  add(obstacle: Obstacle): number {
    const is = checked(obstacle);
    const id = this.given;
    const piece = this.insert(is);
    this.given++;
    this.own.set(id, { was: null, is, rigid: false, piece });
    this.touch();
    return id;
  }

  /** Moves one by a vector, or to where another of the same kind would stand. */
  move(id: number, to: Point | Obstacle): void {
    const entry = this.entry(id);
    const isOffset = Array.isArray(to);
    if (isOffset && !(to.length === 2 && to.every((c) => Number.isFinite(c)))) {
      throw new InputError(`two finite numbers are needed; given: ${JSON.stringify(to)}`, "offset");
    }
    const is = isOffset ? shifted(entry.is!, to as Point) : checked(to as Obstacle);
    const piece = this.insert(is);
    this.discard(entry.piece);
    // Two moves between steps are one, and only offsets add up to an offset.
    entry.rigid = isOffset && (entry.rigid || entry.was === entry.is);
    entry.is = is;
    entry.piece = piece;
    this.touch();
  }

  /** Takes one away. */
  remove(id: number): void {
    const { piece } = this.entry(id);
    this.discard(piece);
    this.own.delete(id);
    this.touch();
  }

  private entry(id: number): Entry {
    const entry = this.own.get(id);
    if (entry) return entry;
    const known = [...this.own.keys()].join(", ");
    throw new InputError(`there is no obstacle ${id}; there are: ${known || "none"}`, "obstacle");
  }

  /** Puts one into the free space; -1 where it is so far from the plan that nobody could meet it. */
  private insert(obstacle: Obstacle): number {
    const { minX, minY, maxX, maxY } = this.world.bounds;
    const margin = MARGIN * Math.max(maxX - minX, maxY - minY);
    const box = { minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin };
    const { polygon, segment, point } = clipped(obstacle, box) ?? {};
    if (polygon) return this.space.add({ polygon });
    if (segment) return this.space.add({ segment });
    return point ? this.space.add({ point }) : -1;
  }

  private discard(piece: number): void {
    if (piece >= 0) this.space.remove(piece);
  }

  private touch(): void {
    this.changed = true;
    this.seen = null;
  }

  /** Moves what follows a timetable: from where it was to where it will be at the end of the next step. */
  setTimed(before: readonly (Obstacle | null)[], after: readonly (Obstacle | null)[]): void {
    for (const { piece } of this.timed) this.discard(piece);
    this.timed = after.map((is, i) => {
      return { was: before[i], is, rigid: true, piece: is ? this.insert(is) : -1 };
    });
    this.changed = true;
  }

  /** The world that manners see from now on, without the obstacles of the crowd's owner. */
  setBase(world: World): void {
    if (world === this.base) return;
    this.base = world;
    this.seen = null;
  }

  /** The world without the obstacles of the crowd's owner, with those that follow a timetable. */
  get planned(): World {
    return this.base;
  }

  /** The world with everything where it stands. */
  get ground(): World {
    if (this.own.size === 0) return this.base;
    this.seen ??= this.worldWithOwn();
    return this.seen;
  }

  private worldWithOwn(): World {
    const { boundary, obstacles = [] } = this.base.scene;
    const all = [...obstacles, ...this.list.map(({ obstacle }) => obstacle)];
    return this.base.altered({ boundary, obstacles: all, ...terrainOf(this.base.scene) });
  }

  /**
   * Puts people where obstacles that moved leave them; returns whether walls have changed.
   *
   * @param worldOf the plan without them as somebody finds it: with zones that it may not enter
   */
  settle({ engine, own }: People, worldOf: (slot: number) => World): boolean {
    const entries = [...this.timed, ...this.own.values()];
    if (entries.length > 0) {
      const { x, y, radius } = engine.agents;
      const within = entries.reduce((sum, { is }) => sum + (is ? extentOf(is) : 0), 0);
      for (let k = 0; k < engine.count; k++) {
        const here: Point = [x[k], y[k]];
        this.plain = worldOf(k).space;
        const there = this.displaced(here, radius[k], entries, within);
        if (there === here) continue;
        [x[k], y[k]] = there;
        own.track[k] = -1;
      }
    }
    for (const entry of entries) {
      entry.was = entry.is;
      entry.rigid = true;
    }
    const { changed } = this;
    this.changed = false;
    return changed;
  }

  /** The walls that they are. */
  get walls(): WallList {
    const walls = noWalls();
    for (const { is } of [...this.timed, ...this.own.values()]) if (is) addObstacle(walls, is);
    return walls;
  }

  /**
   * Where someone ends up: carried along by what sweeps over them, as far as walls that stand allow, and not inside an obstacle
   * where a free place is in sight.
   */
  private displaced(p: Point, radius: number, entries: readonly Entry[], within: number): Point {
    let at = p;
    let isTouched = false;
    for (const { was, is, rigid } of entries) {
      if (!is || was === is) continue;
      at = was ? carried(was, is, rigid, at, radius) : at;
      // What was here before has a side on which people are; what appears, or has none, does not.
      if (!was || is.point) isTouched ||= nearlyTouches(is, at, HAIR);
    }
    if (at !== p) at = this.heldBack(p, at);
    const { space } = this;
    if (!space.contains(at)) return this.clearOf(at, radius, within);
    return isTouched ? this.asideOf(at, radius) : at;
  }

  /** Whether walls that stand, and doors, leave the straight way open, and room for a hair at its end. */
  private isOpen(from: Point, to: Point): boolean {
    const { plain } = this;
    return plain.visible(from, to) && plain.clearance(to) > HAIR && !this.doors?.bars(from, to, HAIR);
  }

  /** The farthest place on the straight way that walls that stand leave open. */
  private heldBack(from: Point, to: Point): Point {
    if (this.isOpen(from, to)) return to;
    let [best, low, high] = [from, 0, 1];
    for (let k = 0; k < BISECTIONS; k++) {
      const t = (low + high) / 2;
      const there: Point = [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
      if (this.isOpen(from, there)) {
        best = there;
        low = t;
      } else high = t;
    }
    return best;
  }

  /** The nearest free place in sight, a little off its wall; p itself, inside an obstacle, where there is none. */
  private clearOf(p: Point, radius: number, within: number): Point {
    const { space } = this;
    const edge = space.nearestFree(p, within, (place) => this.isOpen(p, place));
    if (!edge) return p;
    const dx = edge[0] - p[0];
    const dy = edge[1] - p[1];
    const d = Math.sqrt(dx * dx + dy * dy);
    for (let off = radius; off > HAIR; off /= 2) {
      const beyond: Point = [edge[0] + (dx * off) / d, edge[1] + (dy * off) / d];
      if (space.contains(beyond) && space.visible(edge, beyond) && this.isOpen(p, beyond)) return beyond;
    }
    return edge;
  }

  /** Beside an obstacle that stands exactly on p: to the side with the most room. */
  private asideOf(p: Point, radius: number): Point {
    const { space } = this;
    let best = p;
    let most = HAIR;
    for (const [x, y] of ASIDE) {
      const there: Point = [p[0] + radius * x, p[1] + radius * y];
      const room = space.visible(p, there) && this.isOpen(p, there) ? space.clearance(there) : 0;
      if (room <= most) continue;
      most = room;
      best = there;
    }
    return best;
  }

  /**
   * Counts those whom an obstacle covers, at the end of a step, as deep in a wall; the kernel has counted those who are near one
   * that stands.
   */
  countBuried(engine: Engine): void {
    const { timed, own, space, world } = this;
    if (timed.length === 0 && own.size === 0) return;
    const { x, y, radius } = engine.agents;
    const { touches } = engine;
    for (let k = 0; k < engine.count; k++) {
      const p: Point = [x[k], y[k]];
      if (space.contains(p) || world.space.clearance(p) < engine.wallBodyOf(k) - 0.1 * radius[k]) continue;
      touches.wallHits++;
      const depth = radius[k] + Math.sqrt(engine.movingWallDistance2(p[0], p[1]));
      touches.wallDepth = Math.max(touches.wallDepth, depth);
    }
  }
}

/** Where an obstacle that moves takes someone. Whoever is inside is not carried: they are put beside it, or left. */
function carried(was: Obstacle, is: Obstacle, rigid: boolean, p: Point, radius: number): Point {
  if (!rigid) return carriedBy(was, is, p, radius) ?? p;
  const [a, b] = [cornersOf(was)[0], cornersOf(is)[0]];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  if ((dx === 0 && dy === 0) || (was.polygon && sideOfRing(p, was.polygon) > 0)) return p;
  return sweptOver(was, p, [dx, dy]) ? [p[0] + dx, p[1] + dy] : p;
}
