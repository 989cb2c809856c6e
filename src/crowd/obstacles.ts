/** Obstacles that move while people walk: they are walls where they stand, and push whoever is in their way. */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { type FreeSpace, type Obstacle, World } from "../world/index.js";
import type { People } from "./people.js";
import { carriedBy, clipped, cornersOf, shifted, sweptOver } from "./sweep.js";
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

  constructor(private readonly world: World) {
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
    return new World({ boundary, obstacles: [...obstacles, ...this.list.map(({ obstacle }) => obstacle)] });
  }

  /** Puts people where obstacles that moved leave them; returns the walls where they have changed. */
  settle({ engine, own }: People): WallList | null {
    const entries = [...this.timed, ...this.own.values()];
    if (entries.length > 0) {
      const { x, y, radius } = engine.agents;
      for (let k = 0; k < engine.count; k++) {
        const here: Point = [x[k], y[k]];
        const there = this.displaced(here, radius[k], entries);
        if (there === here) continue;
        [x[k], y[k]] = there;
        own.track[k] = -1;
      }
    }
    for (const entry of entries) {
      entry.was = entry.is;
      entry.rigid = true;
    }
    if (!this.changed) return null;
    this.changed = false;
    const walls = noWalls();
    for (const { is } of entries) if (is) addObstacle(walls, is);
    return walls;
  }

  /** Where someone ends up: carried along by what sweeps over them, and never inside an obstacle. */
  private displaced(p: Point, radius: number, entries: readonly Entry[]): Point {
    let at = p;
    for (const { was, is, rigid } of entries) {
      if (!was || !is || was === is) continue;
      if (!rigid) {
        at = carriedBy(was, is, at, radius) ?? at;
        continue;
      }
      const [a, b] = [cornersOf(was)[0], cornersOf(is)[0]];
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
      if (dx === 0 && dy === 0) continue;
      if (sweptOver(was, at, [dx, dy])) at = [at[0] + dx, at[1] + dy];
    }
    const { space } = this;
    if (space.contains(at) && (at === p || space.clearance(at) > 1e-3)) return at;
    return this.clearOf(at, radius);
  }

  /** The nearest free place, a little off its wall. */
  private clearOf(p: Point, radius: number): Point {
    const { space } = this;
    const edge = space.nearestFree(p) ?? p;
    const dx = edge[0] - p[0];
    const dy = edge[1] - p[1];
    const d = Math.sqrt(dx * dx + dy * dy);
    if (d === 0) return edge;
    for (let off = radius; off > 1e-3; off /= 2) {
      const beyond: Point = [edge[0] + (dx * off) / d, edge[1] + (dy * off) / d];
      if (space.contains(beyond) && space.visible(edge, beyond)) return beyond;
    }
    return edge;
  }
}
