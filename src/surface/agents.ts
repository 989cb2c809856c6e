/**
 * Agents that walk a surface together: each follows its own field through a local map that minds the others, in fixed
 * steps, in the order in which they were added, so that runs repeat to the bit.
 */
import { InputError } from "../errors.js";
import { checkKeys, checkNumber } from "../options.js";
import type { SurfaceField } from "./field.js";
import { checkSurfaceBend, type MovingObstacle, type SurfaceBend, SurfaceLocalMap } from "./local.js";
import type { SurfaceMesh } from "./mesh.js";
import { isConnected } from "./neighbours.js";
import { placeAlong, type SurfacePath } from "./path.js";
import type { SurfacePoint } from "./point.js";
import { type Place, resolveRegion } from "./region.js";
import { distance3, type Point3 } from "./vector.js";

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
  readonly field: SurfaceField;
  readonly speed: number;
  readonly bend: SurfaceBend | undefined;
}

/** Several agents on one mesh. */
export class SurfaceAgents {
  /** Seconds since the start. */
  time = 0;
  private readonly walkers: Walker[] = [];
  private readonly reach: number;

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
    this.walkers.push({ id, place, position, radius, walked: 0, arrived: false, field, speed, bend });
    return id;
  }

  /** Lets everybody walk for some seconds. Who would come too near to somebody waits. */
  step(seconds: number, obstacles: readonly MovingObstacle[] = []): void {
    if (!(seconds > 0)) throw new InputError(`a step is a number of seconds > 0; given: ${seconds}`);
    for (const walker of this.walkers) {
      if (walker.arrived) continue;
      const others = this.walkers.filter((w) => w !== walker && !w.arrived);
      const path = this.plan(walker, [...others, ...obstacles]);
      if (path) this.move(walker, path, seconds * walker.speed, [...others, ...obstacles]);
    }
    this.time += seconds;
  }

  /** The way through the local map; those too far off to be met are left out of it. */
  private plan(walker: Walker, others: readonly MovingObstacle[]): SurfacePath | null {
    const { field, place, position, radius, bend } = walker;
    const near = others.filter((o) => distance3(o.position, position) < this.reach + o.radius + radius);
    if (near.length === 0 && !bend) return field.pathFrom(place);
    const options = { reach: this.reach, radius, ...(bend ? { bend } : {}) };
    const path = new SurfaceLocalMap(field, place, near, options).path();
    return path ?? new SurfaceLocalMap(field, place, near, { ...options, strict: false }).path();
  }

  private move(walker: Walker, path: SurfacePath, distance: number, others: readonly MovingObstacle[]): void {
    // A shorter step may fit where a whole one does not.
    for (let share = 1; share > 0.1; share /= 2)
      if (this.tryMove(walker, path, share * distance, others)) return;
  }

  private tryMove(
    walker: Walker,
    path: SurfacePath,
    distance: number,
    others: readonly MovingObstacle[],
  ): boolean {
    const { mesh } = walker.field.ground;
    const { place, left } = placeAlong(mesh, path, distance);
    const position = mesh.position(place);
    const tooNear = others.some((o) => {
      // Who overlaps already, say because an obstacle moved, may still walk apart.
      const isNearer = distance3(o.position, position) < distance3(o.position, walker.position);
      return isNearer && isNear(mesh, o, place, position, walker.radius);
    });
    if (tooNear) return false;
    walker.walked += distance - left;
    walker.place = place;
    walker.position = position;
    // A path through a local map may end at its rim: only one that ends at a goal has arrived.
    if (left > 0 || path.length <= distance)
      walker.arrived = walker.field.distance(place)! <= 1e-9 * walker.walked;
    return true;
  }
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
