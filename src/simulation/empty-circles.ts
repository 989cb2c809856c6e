/**
 * The manner of Hartmann (2010, 4.5): towards the middle of an empty circle that touches the walker and lies on its way, pushed
 * by whatever comes too near, and straight at the goal where no way leads.
 *
 * The thesis makes everyone a site of the diagram and moves all sites at every step. Here the roadmap knows the walls and is shared;
 * the part of a walker's own cell that faces the way is drawn from the people around it: among others at q, the circle that
 * touches the walker and has its centre in direction e can have the radius |q|^2 / (2 q.e) at most.
 */

import type { Manner, Scenery, Thinker, Thought } from "../crowd/index.js";
import { scrambled } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { goalFocus, type Neighbour, pushFrom, wander } from "../roadmap/index.js";
import type { World } from "../world/index.js";

/** How people walk by empty circles. */
export interface EmptyCircleManner {
  /** Heads for random points of the circles, another every `period` seconds; default false: for their centres. */
  readonly wander?: boolean;
  /** Seconds, > 0; default 2. */
  readonly period?: number;
  /** Metres between surfaces at which space is negotiated, >= 0, 0 for never; default: the radius. */
  readonly threshold?: number;
  /** Whether to head for the goal where no way leads; default false. */
  readonly goalFocus?: boolean;
  /** Metres within which people bound the circle, > 0; default 5. */
  readonly sight?: number;
  /** Seconds between thoughts, > 0; default 0.25. */
  readonly interval?: number;
}

/** Directions in which a centre is looked for, as cosines and sines: straight on first, then by 15 degrees, right before left. */
const TURNS: readonly Point[] = [
  [1, 0],
  ...[
    [0.9659258262890683, 0.25881904510252074],
    [0.8660254037844386, 0.5],
    [Math.SQRT1_2, Math.SQRT1_2],
    [0.5, 0.8660254037844386],
    [0.25881904510252074, 0.9659258262890683],
  ].flatMap(([c, s]): Point[] => [
    [c, -s],
    [c, s],
  ]),
];

/** What counts of a wall in the push: its nearest point, found by stepping away from it. */
const WALL_PROBE = 1e-3;

/** Walks into empty circles. */
export class EmptyCircleWalking implements Manner {
  readonly interval: number;
  private readonly options: Required<Omit<EmptyCircleManner, "threshold">> & { threshold?: number };

  constructor(options: EmptyCircleManner = {}) {
    const { wander = false, period = 2, threshold, goalFocus = false, sight = 5, interval = 0.25 } = options;
    for (const [name, value] of Object.entries({ period, sight, interval })) {
      if (value > 0 && Number.isFinite(value)) continue;
      throw new InputError(`a finite number > 0 is needed; given: ${value}`, name);
    }
    if (threshold !== undefined && !(threshold >= 0 && Number.isFinite(threshold))) {
      throw new InputError(`a finite number of metres >= 0 is needed; given: ${threshold}`, "threshold");
    }
    this.interval = interval;
    this.options = {
      wander,
      period,
      goalFocus,
      sight,
      interval,
      ...(threshold === undefined ? {} : { threshold }),
    };
  }

  think(people: readonly Thinker[], scenery: Scenery): Thought[] {
    return people.map((person) => this.decide(person, scenery));
  }

  private decide(person: Thinker, scenery: Scenery): Thought {
    const ahead = this.ahead(person, scenery);
    const push = this.push(person, scenery);
    const x = ahead[0] + push[0];
    const y = ahead[1] + push[1];
    const length = Math.sqrt(x * x + y * y);
    if (length < 1e-9) return { facing: person.facing, aim: [0, 0] };
    const share = Math.min(1, length);
    const facing: Point = [x / length, y / length];
    return { facing, aim: [share * facing[0], share * facing[1]] };
  }

  /** Direction of the point to head for, of length 1; [0, 0] to stand. */
  private ahead(person: Thinker, scenery: Scenery): Point {
    const { way, goal, position } = person;
    if (!way) return this.options.goalFocus && goal ? goalFocus(position, goal) : [0, 0];
    if (way[0] === 0 && way[1] === 0) return way;
    const { direction, radius } = this.circle(person, way, scenery);
    if (!this.options.wander) return direction;
    const centre: Point = [position[0] + radius * direction[0], position[1] + radius * direction[1]];
    const round = Math.floor(person.age / this.options.period);
    const random = new Random(scrambled(scenery.seed, person.id, round));
    // Half as large: the rim is where others and walls begin.
    return goalFocus(position, wander({ centre, radius: radius / 2 }, position, random));
  }

  /** The circle on the way that gains most ground: by its radius times the cosine of the turn towards it. */
  private circle(
    { position, radius: own, slot, world }: Thinker,
    way: Point,
    { people }: Scenery,
  ): { direction: Point; radius: number } {
    const largest = this.options.sight / 2;
    const near: number[] = [];
    people.each(position, this.options.sight, slot, (j) => near.push(j));
    let best = { direction: way, radius: own };
    let most = 0;
    for (const [c, s] of TURNS) {
      if (c * largest <= most) continue;
      const e: Point = [way[0] * c - way[1] * s, way[1] * c + way[0] * s];
      let radius = largest;
      for (const j of near) {
        const qx = people.x[j] - position[0];
        const qy = people.y[j] - position[1];
        const along = qx * e[0] + qy * e[1] + people.radius[j] + own;
        const room = qx * qx + qy * qy - (people.radius[j] + own) ** 2;
        if (along > 0) radius = Math.min(radius, Math.max(0, room) / (2 * along));
      }
      // Within a hair: straight on wins where turning gains nothing.
      if (radius * c <= most * (1 + 1e-9)) continue;
      if (s !== 0 && !isOpen(world, position, e, Math.min(radius, 1), own)) continue;
      most = radius * c;
      best = { direction: e, radius };
    }
    return best;
  }

  /** Space negotiation with people and the nearest wall. */
  private push({ position, radius, slot, world }: Thinker, { people }: Scenery): Point {
    const threshold = this.options.threshold ?? radius;
    if (threshold === 0) return [0, 0];
    const near: Neighbour[] = [];
    people.each(position, radius + threshold + 2, slot, (j, distance2) => {
      near.push({ point: [people.x[j], people.y[j]], distance: Math.sqrt(distance2) - people.radius[j] });
    });
    const wall = nearestWall(world, position, radius + threshold);
    return pushFrom(position, radius, threshold, wall ? [...near, wall] : near);
  }
}

/** Whether someone may walk so far in a direction without coming to a wall. */
function isOpen(world: World, [x, y]: Point, [ex, ey]: Point, length: number, radius: number): boolean {
  const there: Point = [x + length * ex, y + length * ey];
  return world.clearance(there) >= radius && world.visible([x, y], there);
}

/** The nearest point of the walls within reach; null where none is. */
function nearestWall(world: World, [x, y]: Point, reach: number): Neighbour | null {
  const distance = world.clearance([x, y]);
  if (distance >= reach || distance === 0) return null;
  // Clearance grows straight away from the nearest wall.
  const dx = world.clearance([x + WALL_PROBE, y]) - world.clearance([x - WALL_PROBE, y]);
  const dy = world.clearance([x, y + WALL_PROBE]) - world.clearance([x, y - WALL_PROBE]);
  const length = Math.sqrt(dx * dx + dy * dy);
  if (length === 0) return null;
  return { point: [x - (distance * dx) / length, y - (distance * dy) / length], distance };
}
