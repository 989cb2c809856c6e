/**
 * Agents that walk a surface together: each follows its own field, and keeps clear of others by the heading, near that
 * way, that meets nobody soon; in fixed steps, in the order in which they were added, so that runs repeat to the bit.
 */
import { InputError } from "../errors.js";
import { checkKeys, checkNumber } from "../options.js";
import type { SurfaceField } from "./field.js";
import { checkSurfaceBend, type MovingObstacle, type SurfaceBend, SurfaceLocalMap } from "./local.js";
import type { SurfaceMesh } from "./mesh.js";
import { Cells, isConnected, Lookout } from "./neighbours.js";
import { placeAlong, restOf, type SurfacePath } from "./path.js";
import type { SurfacePoint } from "./point.js";
import { type Place, resolveRegion } from "./region.js";
import { trials } from "./steering.js";
import { straightOn } from "./straight.js";
import { distance3, type Point3, sub, unit } from "./vector.js";

/** Someone who walks. */
export interface SurfaceAgentOptions {
  readonly at: Place;
  /** Where to: the potential to follow. Radius and height are those of its ground. */
  readonly field: SurfaceField;
  /** Metres per second, > 0; default 1.34. */
  readonly speed?: number;
  /** Metres, >= 0; how near others may come. Default that of the field's ground. */
  readonly radius?: number;
  /** What its local maps are bent by; default nothing. */
  readonly bend?: SurfaceBend;
}

/** Where someone is. */
export interface Agent {
  readonly id: number;
  readonly place: SurfacePoint;
  readonly position: Point3;
  readonly radius: number;
  /** Metres walked. */
  readonly walked: number;
  readonly arrived: boolean;
}

interface Walker extends Agent {
  place: SurfacePoint;
  position: Point3;
  walked: number;
  arrived: boolean;
  /** Metres per second in space, in the last step. */
  velocity: Point3;
  readonly field: SurfaceField;
  readonly speed: number;
  readonly bend: SurfaceBend | undefined;
  /** The way to the goal from where it stands; null where that is not known. */
  path: SurfacePath | null;
}

/** Several agents on one mesh. */
export class SurfaceAgents {
  /** Seconds since the start. */
  time = 0;
  private readonly walkers: Walker[] = [];
  private readonly reach: number;
  private lookout: Lookout | null = null;

  /** @param options `reach`: how far local maps extend, metres > 0 */
  constructor(options: { readonly reach: number }) {
    checkKeys(options, ["reach"]);
    this.reach = checkNumber(options.reach, "reach", { of: "metres", above: 0, infinite: true });
  }

  /** All agents, as they are now. */
  get agents(): readonly Agent[] {
    return this.walkers;
  }

  /** How many are still on their way. */
  get size(): number {
    return this.walkers.filter(({ arrived }) => !arrived).length;
  }

  /** @throws InputError where no way leads to the goal, or someone else stands there. */
  add({ at, field, speed = 1.34, radius = field.ground.radius, bend }: SurfaceAgentOptions): number {
    checkNumber(speed, "speed", { of: "m/s", above: 0 });
    checkNumber(radius, "radius", { of: "metres", least: 0 });
    if (bend) checkSurfaceBend(bend, "bend");
    const { mesh } = field.ground;
    const place = resolveRegion(mesh, at, "at").place!;
    const position = mesh.position(place);
    const start = field.startAt(place);
    if (typeof start === "string") throw new InputError(start, "at");
    if (this.walkers.length > 0 && this.walkers[0].field.ground.mesh !== mesh)
      throw new InputError("all agents walk on one mesh; given: a field on another", "field");
    const near = this.walkers.find((w) => !w.arrived && isNear(mesh, w, place, position, radius));
    if (near) throw new InputError(`agent ${near.id} stands there`, "at");
    const id = this.walkers.length;
    this.walkers.push({
      id,
      place,
      position,
      radius,
      walked: 0,
      arrived: false,
      velocity: STILL,
      field,
      speed,
      bend,
      path: null,
    });
    return id;
  }

  /** Lets everybody walk for some seconds. Who would come too near to somebody goes around them, more slowly, or waits. */
  step(seconds: number, obstacles: readonly MovingObstacle[] = []): void {
    if (!(seconds > 0)) throw new InputError(`a step is a number of seconds > 0; given: ${seconds}`);
    const cells = this.cellsOf();
    for (const walker of this.walkers) {
      if (walker.arrived) continue;
      const before = walker.position;
      const path = this.plan(walker);
      if (path) {
        const ids = cells ? cells.near(before) : this.walkers.keys();
        const others: Other[] = [...obstacles];
        for (const id of ids) {
          const other = this.walkers[id];
          if (other !== walker && !other.arrived) others.push(other);
        }
        this.move(walker, path, seconds, this.near(walker, others));
        cells?.move(walker.id, before, walker.position);
      }
      const moved = sub(walker.position, before);
      walker.velocity = [moved[0] / seconds, moved[1] / seconds, moved[2] / seconds];
    }
    this.time += seconds;
  }

  /** Where everybody is who still walks, in cells as large as they look; null where they look at everybody. */
  private cellsOf(): Cells | null {
    const walking = this.walkers.filter(({ arrived }) => !arrived);
    const widest = walking.reduce((most, { radius }) => Math.max(most, radius), 0);
    const size = this.reach + 2 * widest;
    if (!(size < Infinity)) return null;
    const cells = new Cells(size);
    for (const { id, position } of walking) cells.add(id, position);
    return cells;
  }

  /** The way that the walker would take alone. */
  private plan(walker: Walker): SurfacePath | null {
    const { field, place, radius, bend } = walker;
    if (!bend) {
      // Whoever is still on the way found before goes on along it.
      walker.path ??= field.pathFrom(place);
      return walker.path;
    }
    return new SurfaceLocalMap(field, place, [], { reach: this.reach, radius, bend }).path();
  }

  /** Those within reach whom the surface connects there. */
  private near({ field, place, position, radius }: Walker, others: readonly Other[]): Other[] {
    const within = others.filter((o) => isWithin(o.position, position, this.reach + o.radius + radius));
    if (!within.some((o) => o.place)) return within;
    const { mesh } = field.ground;
    if (this.lookout?.mesh !== mesh) this.lookout = new Lookout(mesh);
    const { lookout } = this;
    lookout.look(place, this.reach + within.reduce((r, o) => Math.max(r, o.radius), radius));
    return within.filter((o) => o.place === undefined || lookout.has(mesh.inFace(o.place).face));
  }

  private move(walker: Walker, path: SurfacePath, seconds: number, others: readonly Other[]): void {
    const { place, position, radius, speed, field } = walker;
    const { mesh, tags } = field.ground;
    const distance = seconds * speed;
    // Who is about to cover the goal is gone there; else a ring of people around it would wait for ever.
    const covers = !walker.bend && path.length <= distance + radius;
    if (others.length === 0 || covers) {
      this.tryMove(walker, path, covers ? Math.max(distance, path.length) : distance, []);
      return;
    }
    // Where the way leads, a body's width ahead: its first piece may be as short as one likes.
    const ahead = mesh.position(placeAlong(mesh, path, Math.max(distance, 2 * radius)).place);
    const normal = mesh.normal(mesh.inFace(place).face);
    const movers = others.map((o) => ({ ...o, velocity: o.velocity ?? STILL }));
    const forward = unit(sub(ahead, position));
    for (const { angle, share, direction } of trials(walker, forward, normal, movers, this.reach / speed)) {
      if (angle === 0) {
        if (this.tryMove(walker, path, share * distance, others)) return;
        continue;
      }
      const aside = straightOn(mesh, tags, place, direction, share * distance);
      if (!aside || typeof field.startAt(aside) === "string" || isTooNear(walker, aside, others)) continue;
      walker.walked += share * distance;
      walker.place = aside;
      walker.position = mesh.position(aside);
      walker.path = null;
      return;
    }
  }

  private tryMove(walker: Walker, path: SurfacePath, distance: number, others: readonly Other[]): boolean {
    const { mesh } = walker.field.ground;
    const { place, left, next } = placeAlong(mesh, path, distance);
    if (isTooNear(walker, place, others)) return false;
    walker.walked += distance - left;
    walker.place = place;
    walker.position = mesh.position(place);
    walker.path = walker.bend ? null : restOf(path, place, walker.position, next);
    // A path through a local map may end at its rim: only one that ends at a goal has arrived.
    if (left > 0 || path.length <= distance)
      walker.arrived = walker.field.distance(place)! <= 1e-9 * walker.walked;
    return true;
  }
}

/** Somebody else, or something that moves; without a velocity it is taken to stand. */
interface Other extends MovingObstacle {
  readonly velocity?: Point3;
}

const STILL: Point3 = [0, 0, 0];

/** Whether two places are nearer to each other than a distance. */
function isWithin(a: Point3, b: Point3, distance: number): boolean {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return x * x + y * y + z * z < distance * distance;
}

/** Whether a walker would overlap with somebody at a place. Who overlaps already may still walk apart. */
function isTooNear(
  { field, position, radius }: Walker,
  place: SurfacePoint,
  others: readonly Other[],
): boolean {
  const { mesh } = field.ground;
  const there = mesh.position(place);
  return others.some((o) => {
    if (!isWithin(o.position, there, o.radius + radius)) return false;
    const isNearer = distance3(o.position, there) < distance3(o.position, position);
    return isNearer && isNear(mesh, o, place, there, radius);
  });
}

/** Whether a body at a place would overlap with another that the surface connects it to. */
function isNear(
  mesh: SurfaceMesh,
  other: MovingObstacle,
  place: SurfacePoint,
  position: Point3,
  radius: number,
): boolean {
  const least = other.radius + radius;
  if (!(distance3(other.position, position) < least)) return false;
  return other.place === undefined || isConnected(mesh, other.place, place, least);
}
