/**
 * Behaviours of walkers that are themselves sites of the roadmap (Hartmann 2010, sections 4.3 and 4.5), one agent at a time.
 *
 * A walker looks for the centre of an empty circle that touches it, the first vertex of its path, and goes there
 * (`leadingCircle`); it is pushed by what comes too near (`negotiation`); without a path it may still head for its goal
 * (`goalFocus`); and to look less regular it may head for any point of the circle (`wander`).
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import type { Random } from "../numerics/index.js";
import type { Circle } from "./channel.js";
import { SEGMENT } from "./elements.js";
import type { RoadmapGuide } from "./guide.js";
import type { Roadmap } from "./roadmap.js";
import { type Plan, type Route, RouteFinder } from "./search.js";

/** The empty circle at the beginning of a route: it touches the walker. Null where the way is straight. */
export function leadingCircle(route: Route): Circle | null {
  const [first] = route.edges;
  if (!first) return null;
  return { centre: [first.from.x, first.from.y], radius: first.from.r };
}

/** A random point of the half of a circle that lies ahead of the walker (chapter 6), for motion that is nobody else's. */
export function wander({ centre, radius }: Circle, from: Point, random: Random): Point {
  const [dx, dy] = [centre[0] - from[0], centre[1] - from[1]];
  for (let i = 0; i < 64; i++) {
    const x = random.between(-radius, radius);
    const y = random.between(-radius, radius);
    if (x * x + y * y <= radius * radius && x * dx + y * dy >= 0) return [centre[0] + x, centre[1] + y];
  }
  return centre;
}

/** A neighbour of a point site: its nearest point, and how far its surface is from the site's centre. */
export interface Neighbour {
  readonly point: Point;
  readonly distance: number;
}

/** All sites whose cells border that of a point site: nothing else can be its nearest. */
export function neighboursOf(roadmap: Roadmap, id: number, at?: Point): Neighbour[] {
  const { diagram } = roadmap;
  const { elements, next, other } = diagram;
  const own = roadmap.elementOf(id);
  if (own < 0) return [];
  const [x, y] = at ?? [elements.ax[own], elements.ay[own]];
  const found: Neighbour[] = [];
  for (let h = elements.first[own]; h >= 0; h = next[h]) {
    const s = other[h];
    let [px, py] = [elements.ax[s], elements.ay[s]];
    if (elements.kind[s] === SEGMENT) {
      const along = (x - px) * elements.ux[s] + (y - py) * elements.uy[s];
      const t = Math.min(Math.max(along, 0), elements.length[s]);
      px += t * elements.ux[s];
      py += t * elements.uy[s];
    }
    found.push({ point: [px, py], distance: Math.hypot(x - px, y - py) - elements.radius[s] });
  }
  return found;
}

/**
 * The push of space negotiation (4.5.2): away from everything whose surface is nearer than `threshold` to the walker's,
 * from 0 at the threshold to 1 at touch. The sum is at most a unit vector.
 */
export function pushFrom(
  [x, y]: Point,
  radius: number,
  threshold: number,
  neighbours: readonly Neighbour[],
): Point {
  let [fx, fy] = [0, 0];
  for (const { point, distance } of neighbours) {
    const free = distance - radius;
    if (free >= threshold) continue;
    const [dx, dy] = [x - point[0], y - point[1]];
    const length = Math.sqrt(dx * dx + dy * dy) || 1;
    const push = 1 - Math.max(0, free) / threshold;
    fx += (push * dx) / length;
    fy += (push * dy) / length;
  }
  const strength = Math.sqrt(fx * fx + fy * fy);
  return strength > 1 ? [fx / strength, fy / strength] : [fx, fy];
}

/** The push on a point site from all its neighbours in the diagram. */
export function negotiation(roadmap: Roadmap, id: number, radius: number, threshold: number): Point {
  const own = roadmap.elementOf(id);
  if (own < 0) return [0, 0];
  const { ax, ay } = roadmap.diagram.elements;
  return pushFrom([ax[own], ay[own]], radius, threshold, neighboursOf(roadmap, id));
}

/** Straight towards the goal, whatever stands between (4.5.3): negotiation keeps the walker off it. */
export function goalFocus(from: Point, goal: Point): Point {
  const [dx, dy] = [goal[0] - from[0], goal[1] - from[1]];
  const length = Math.hypot(dx, dy);
  return length === 0 ? [0, 0] : [dx / length, dy / length];
}

/** How a walker behaves. */
export interface WalkerOptions {
  readonly position: Point;
  readonly goal: Point;
  /** Metres, >= 0; default 0.25. */
  readonly radius?: number;
  /** Longest step in metres, > 0; default 1. */
  readonly step?: number;
  /** Vertices that a search may expand per step; default: no limit. */
  readonly maxIterations?: number;
  /** Distance between surfaces at which space is negotiated, in metres, > 0; default: the radius. */
  readonly threshold?: number;
  /** Whether to head for the goal where no path leads; default false. */
  readonly goalFocus?: boolean;
  /** Heads for random points of empty circles; default: for their centres. */
  readonly random?: Random;
  /** A search to share with all who have the same goal and radius, instead of one of its own at every step. */
  readonly guide?: RoadmapGuide;
}

/** How many vertices may be looked at to get back to a way that was found before. */
const SHORT_SEARCH = 64;

/** A way that does not reach the goal is followed until so many of its pieces are left. */
const PARTIAL_REST = 4;

/** Shares of a step that are tried until one touches nothing. */
const SHARES = [1, 0.5, 0.25, 0.1];

/**
 * An agent of the thesis: a site of the roadmap that plans at every step. Where the thesis searches anew each time, it
 * keeps the way it found and looks only for the way back to that, which its own steps have changed nearby.
 */
export class Walker {
  readonly id: number;
  position: Point;
  private destination: Point;
  readonly radius: number;
  /** Vertices that the last search expanded, and the length of the path that it found. */
  iterations = 0;
  pathLength = 0;
  private readonly settings: Required<
    Omit<WalkerOptions, "position" | "random" | "radius" | "goal" | "guide">
  >;
  private readonly random: Random | undefined;
  private readonly guide: RoadmapGuide | undefined;
  private readonly finder: RouteFinder;
  /** The way that was found last, and the first of its pieces that still counts. */
  private plan: Plan | null = null;
  private cursor = 0;

  constructor(
    readonly roadmap: Roadmap,
    options: WalkerOptions,
    finder = new RouteFinder(roadmap),
  ) {
    const { position, goal, radius = 0.25, step = 1, maxIterations = Infinity, random } = options;
    const { threshold = radius || 0.25, goalFocus: focus = false, guide } = options;
    if (!(step > 0)) throw new InputError(`step is a number of metres > 0; given: ${step}`);
    if (!(threshold > 0)) throw new InputError(`threshold is a number of metres > 0; given: ${threshold}`);
    if (guide && (guide.roadmap !== roadmap || guide.radius !== radius)) {
      throw new InputError(`a walker's guide is one of its roadmap, for its radius of ${radius} m`);
    }
    this.guide = guide;
    this.position = position;
    this.destination = goal;
    this.radius = radius;
    this.settings = { step, maxIterations, threshold, goalFocus: focus };
    this.random = random;
    this.finder = finder;
    this.id = roadmap.insert({ point: position }, radius);
  }

  /** Where it goes. */
  get goal(): Point {
    return this.destination;
  }

  /** Sends it elsewhere: it plans anew. */
  set goal(goal: Point) {
    this.destination = goal;
    this.plan = null;
  }

  /** Whether it is at its goal. */
  get arrived(): boolean {
    return Math.hypot(this.goal[0] - this.position[0], this.goal[1] - this.position[1]) < 1e-9;
  }

  /** Plans and takes one step; returns whether it moved. */
  step(): boolean {
    if (this.arrived) return false;
    const { step, threshold } = this.settings;
    const target = this.target();
    const push = negotiation(this.roadmap, this.id, this.radius, threshold);
    const [tx, ty] = target ? goalFocus(this.position, target) : [0, 0];
    const away = target ? Math.hypot(target[0] - this.position[0], target[1] - this.position[1]) : step;
    const [dx, dy] = [tx + push[0], ty + push[1]];
    const length = Math.hypot(dx, dy);
    if (length < 1e-9) return false;
    // Whoever is not pushed ends its step at the target, not beyond it.
    const reach = Math.min(step, push[0] === 0 && push[1] === 0 ? away : step) * Math.min(1, length);
    for (const share of SHARES) {
      const scale = (share * reach) / length;
      const next: Point = [this.position[0] + dx * scale, this.position[1] + dy * scale];
      if (this.isSafe(next)) {
        this.moveTo(next);
        return true;
      }
    }
    return false;
  }

  /** Leaves the roadmap. */
  leave(): void {
    this.roadmap.remove(this.id);
  }

  private moveTo(next: Point): void {
    this.position = next;
    this.roadmap.move(this.id, { point: next });
  }

  /** The point to head for. */
  private target(): Point | null {
    const { roadmap, id, goal, position, radius, random } = this;
    const { goalFocus: focus } = this.settings;
    // A goal nearer than everything else, or in the walker's own cell, needs no path.
    const apart = Math.hypot(goal[0] - position[0], goal[1] - position[1]);
    const nearest = Math.min(...neighboursOf(roadmap, id).map(({ distance }) => distance));
    const owner = roadmap.diagram.nearest(goal[0], goal[1]).element;
    if (apart + radius <= nearest || owner === roadmap.elementOf(id)) {
      this.iterations = 0;
      this.pathLength = apart;
      return goal;
    }
    const circle = this.guide ? this.circleByGuide(this.guide) : this.circleByPlan();
    if (circle === null) return focus ? goal : null;
    return random ? wander({ ...circle, radius: circle.radius / 2 }, position, random) : circle.centre;
  }

  /** The circle to walk into, by a search that is shared and repaired. */
  private circleByGuide(guide: RoadmapGuide): Circle | null {
    const before = guide.expanded;
    const found = guide.circleOf(this.id);
    this.iterations = guide.expanded - before;
    if (found) this.pathLength = found.cost;
    return found;
  }

  /** The circle to walk into, by the way it keeps: a short search leads back to that, a long one only where it fails. */
  private circleByPlan(): Circle | null {
    const { id, radius, position, goal, finder } = this;
    const first = this.followPlan();
    if (first !== null) return first;
    const before = this.iterations;
    const plan = finder.planOf(id, position, goal, radius, this.settings.maxIterations);
    this.iterations = before + finder.iterations;
    this.plan = plan;
    this.cursor = 0;
    if (!plan) return null;
    this.pathLength = plan.length;
    return this.circleAt(plan.first);
  }

  /** By the way that was found before, from the first of its pieces on that has not changed since. */
  private followPlan(): Circle | null {
    const { plan, finder, roadmap } = this;
    this.iterations = 0;
    if (!plan) return null;
    const { changedAt, cell, vertex, length } = roadmap.diagram;
    const { pieces, version } = plan;
    while (
      this.cursor < pieces.length &&
      (cell[pieces[this.cursor]] < 0 || changedAt[pieces[this.cursor]] > version)
    ) {
      this.cursor++;
    }
    // Near its end a way that was not complete is of no use any more.
    if (this.cursor >= pieces.length - (plan.complete ? 0 : PARTIAL_REST)) return null;
    const target = vertex[pieces[this.cursor]];
    const back = finder.planToVertex(this.id, this.position, target, this.radius, SHORT_SEARCH);
    this.iterations = finder.iterations;
    if (!back) return null;
    this.pathLength = back.length;
    for (let i = this.cursor; i < pieces.length; i++) this.pathLength += length[pieces[i]];
    return this.circleAt(back.first);
  }

  private circleAt(v: number): Circle {
    const { x, y, r } = this.roadmap.diagram;
    return { centre: [x[v], y[v]], radius: r[v] };
  }

  /** Whether a place touches nothing: it lies in the walker's own cell, so only the neighbours matter. */
  private isSafe(next: Point): boolean {
    const moved = Math.hypot(next[0] - this.position[0], next[1] - this.position[1]);
    return neighboursOf(this.roadmap, this.id, next).every(
      ({ distance, point }) =>
        distance >= this.radius && Math.hypot(point[0] - next[0], point[1] - next[1]) >= moved,
    );
  }
}
