/**
 * Ways through doors of one direction.
 *
 * Such a door is a wall on the plan, and a further goal on the side that one comes from: what is left to walk behind it is
 * counted there from the start. Doors may lie behind each other, so that is settled round by round, as Bellman and Ford do.
 * Behind a wide door what is left differs along it; the middle counts for all of it.
 */
import { InputError } from "../errors.js";
import { distance, distanceToSegment, type Point, pathLength, type Segment } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import type { Barrier } from "../pathmap/index.js";
import {
  type GoalPlace,
  leafOf,
  nearestOfGoals,
  type Scene,
  type WalkingPace,
  type World,
} from "../world/index.js";

/** A door of one direction: its gap, and the unit vector that one may walk along. */
export interface OneWayDoor {
  readonly segment: Segment;
  readonly way: Point;
}

/** What it takes of a planner's order. */
interface Order {
  readonly goals: readonly GoalPlace[];
  readonly radius: number;
  readonly barriers: readonly Barrier[];
  readonly oneWay?: readonly OneWayDoor[] | undefined;
  readonly pace?: WalkingPace | undefined;
}

type Make<O extends Order> = (world: World, order: O) => Guide;

/** The doors of one direction of a scene. */
export function oneWayDoors({ doors = [] }: Scene): OneWayDoor[] {
  return doors.flatMap((door): OneWayDoor[] => {
    if (door.oneWay === undefined) return [];
    const segment: Segment = [leafOf(door)?.[1] ?? door.segment[0], door.segment[1]];
    const [a, b] = segment;
    const side = (door.oneWay === "left" ? 1 : -1) / distance(a, b);
    return [{ segment, way: [-(b[1] - a[1]) * side, (b[0] - a[0]) * side] }];
  });
}

/** A planner that heeds doors of one direction: one that can count from a start. */
export function throughDoors<O extends Order>(make: Make<O>): Make<O> {
  return (world, order) => {
    const doors = order.oneWay ?? oneWayDoors(world.scene);
    return doors.length > 0 ? new OneWayGuide(world, order, doors, make) : make(world, order);
  };
}

/** Planners that cannot. */
const UNABLE = Object.freeze(["potential", "roadmap", "flow"] as const);

/** A planner that cannot. */
export function refusingDoors<O extends Order>(name: (typeof UNABLE)[number], make: Make<O>): Make<O> {
  return (world, order) => {
    if ((order.oneWay ?? oneWayDoors(world.scene)).length > 0) throw new InputError(refusal(name), "doors");
    return make(world, order);
  };
}

function refusal(planner: string): string {
  return `planner ${planner} cannot heed doors of one direction; pathmap can`;
}

/**
 * What is wrong with the planners of a scene that has doors of one direction, with where.
 *
 * @param given the planner that an option names for those whose spawn names none
 */
export function oneWayFaults(
  scene: Scene,
  given?: string,
): { readonly where: string; readonly message: string }[] {
  if (oneWayDoors(scene).length === 0) return [];
  const isUnable = (planner: string): boolean => UNABLE.some((name) => name === planner);
  const spawns = scene.spawns ?? [];
  const common = given ?? scene.simulation?.planner ?? "pathmap";
  const own = spawns.flatMap(({ planner }, i) => {
    const isWrong = planner !== undefined && isUnable(planner);
    return isWrong ? [{ where: `spawns[${i}].planner`, message: refusal(planner) }] : [];
  });
  const isUsed = spawns.length === 0 || spawns.some(({ planner }) => planner === undefined);
  const where = given === undefined ? "simulation.planner" : "planner";
  return isUsed && isUnable(common) ? [...own, { where, message: refusal(common) }] : own;
}

/** Worlds with doors of one direction closed. */
const closedWorlds = new WeakMap<World, World>();

function closedWorld(world: World, doors: readonly OneWayDoor[]): World {
  let closed = closedWorlds.get(world);
  if (!closed) {
    const walls = doors.map(({ segment: [a, b] }) => ({
      segment: [
        [a[0], a[1]],
        [b[0], b[1]],
      ] as [[number, number], [number, number]],
    }));
    closed = world.altered({
      boundary: world.scene.boundary,
      obstacles: [...world.obstacles, ...walls],
    });
    closedWorlds.set(world, closed);
  }
  return closed;
}

/** Metres behind a door, besides the radius, where ways go on. */
const BEHIND = 0.06;

/** Metres before a door, besides the radius, from which on one walks straight through. */
const BEFORE = 0.25;

class OneWayGuide<O extends Order> implements Guide {
  private guide!: Guide;
  private readonly closed: World;
  /** Per door: what is left behind it; Infinity where no way leads on. */
  private starts: number[] = [];

  constructor(
    world: World,
    private order: O,
    private readonly doors: readonly OneWayDoor[],
    private readonly make: Make<O>,
  ) {
    this.closed = closedWorld(world, doors);
    this.settle();
  }

  /** Metres that a unit of the planner's cost is: a second's walk, where ways are by time. */
  private get metres(): number {
    return this.order.pace?.speed ?? 1;
  }

  private settle(): void {
    const { doors, order } = this;
    this.starts = doors.map(() => Infinity);
    for (let round = 0; round <= doors.length; round++) {
      const further = doors.flatMap(({ segment }, k): GoalPlace[] =>
        this.starts[k] < Infinity ? [{ segment, start: this.starts[k] }] : [],
      );
      this.guide = this.make(this.closed, { ...order, oneWay: [], goals: [...order.goals, ...further] });
      let changed = false;
      doors.forEach((door, k) => {
        const behind = this.behind(door);
        const left = (this.guide.cost(behind) ?? Infinity) * this.metres + order.radius + BEHIND;
        if (!(left < this.starts[k] - 1e-9)) return;
        this.starts[k] = left;
        changed = true;
      });
      if (!changed) return;
    }
  }

  /** Where ways go on behind a door. */
  private behind({ segment: [a, b], way }: OneWayDoor): Point {
    const off = this.order.radius + BEHIND;
    return [(a[0] + b[0]) / 2 + off * way[0], (a[1] + b[1]) / 2 + off * way[1]];
  }

  get places(): readonly GoalPlace[] {
    return this.order.goals;
  }

  nearestGoal(p: Point): Point {
    return nearestOfGoals(this.order.goals, p);
  }

  get isLoose(): boolean {
    return this.guide.isLoose ?? false;
  }

  /** The door that somebody at p is about to go through, or stands in; null for none. */
  private doorAt(p: Point): OneWayDoor | null {
    const { radius } = this.order;
    for (let k = 0; k < this.doors.length; k++) {
      const door = this.doors[k];
      const [a, b] = door.segment;
      const length = distance(a, b);
      const passed = (p[0] - a[0]) * door.way[0] + (p[1] - a[1]) * door.way[1];
      const along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length;
      const isNear = passed >= -radius - BEFORE && passed < radius + BEHIND && along >= 0 && along <= length;
      if (this.starts[k] === Infinity || !isNear) continue;
      const path = this.guide.pathFrom(p);
      if (path === null || passed >= 0 || this.endsAt(path) === door) return door;
    }
    return null;
  }

  /** The door that a way ends at; null where it ends at a goal. */
  private endsAt(path: readonly Point[]): OneWayDoor | null {
    const end = path[path.length - 1];
    const isGoal = distance(end, nearestOfGoals(this.order.goals, end)) < 1e-9;
    return isGoal
      ? null
      : (this.doors.find(({ segment }) => distanceToSegment(end, ...segment) < 1e-6) ?? null);
  }

  heading(p: Point): Point | null {
    const door = this.doorAt(p);
    if (!door) return this.guide.heading(p);
    const { radius } = this.order;
    const [a, b] = door.segment;
    const length = distance(a, b);
    const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const edge = Math.min(radius, length / 2);
    const t = Math.max(edge, Math.min(length - edge, (p[0] - a[0]) * ux + (p[1] - a[1]) * uy));
    const off = radius + 2 * BEHIND;
    const to: Point = [a[0] + t * ux + off * door.way[0] - p[0], a[1] + t * uy + off * door.way[1] - p[1]];
    const apart = Math.sqrt(to[0] * to[0] + to[1] * to[1]);
    return [to[0] / apart, to[1] / apart];
  }

  cost(p: Point): number | null {
    const door = this.doorAt(p);
    if (!door) return this.guide.cost(p);
    const left = this.guide.cost(this.behind(door));
    return left === null ? null : left + distance(p, this.behind(door)) / this.metres;
  }

  distance(p: Point): number | null {
    const path = this.pathFrom(p);
    if (!path) return null;
    return this.closed.building ? this.closed.way(path).distance : pathLength(path);
  }

  pathFrom(p: Point): Point[] | null {
    let path = this.guide.pathFrom(p);
    let door = path ? this.endsAt(path) : this.doorAt(p);
    if (!path && !door) return null;
    path ??= [p];
    // Starts fall along the way, so no door comes twice.
    for (let turn = 0; door && turn <= this.doors.length; turn++) {
      const rest = this.guide.pathFrom(this.behind(door));
      if (!rest) return null;
      path = [...path, ...rest];
      door = this.endsAt(rest);
    }
    return path;
  }

  reason(p: Point): string | null {
    return this.pathFrom(p) ? null : (this.guide.reason?.(p) ?? "no way leads there");
  }

  setBarriers(barriers: readonly Barrier[]): void {
    this.order = { ...this.order, barriers };
    this.settle();
  }
}
