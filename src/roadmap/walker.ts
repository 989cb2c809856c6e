/**
 * An agent of the thesis: plans at every step and walks by the behaviours of sections 4.3 and 4.5 (Hartmann 2010).
 *
 * No part of the public interface: crowds walk by `EmptyCircleWalking`. This one reads the diagram's arrays, and the benchmark of
 * the thesis's tables runs it.
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import type { Random } from "../numerics/index.js";
import { checkNumber } from "../options.js";
import { goalFocus, negotiation, wander } from "./behaviours.js";
import type { Circle } from "./channel.js";
import { Commitment } from "./commitment.js";
import type { RoadmapGuide } from "./guide.js";
import type { Roadmap } from "./roadmap.js";
import { type Plan, RouteFinder } from "./search.js";
import { isFreeStep, isWalkable } from "./strides.js";

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

/** Steps before the end of such a way at which the next one is looked for. */
const NEAR_END = 2;

/** A goal no farther than so many steps may be walked to straight. */
const NEAR = 4;

/** A way is given up for one that is so much shorter; others are looked for where something moved, but not in every step. */
const SHORTER = 0.9;
const COMPARED = 16;

/** Ways are this much wider than the body, in metres, so that rounding never closes one. */
const HAIR = 1e-6;

/** Shares of a step that are tried until one touches nothing; along the way, halves until it is as short as this share. */
const SHARES = [1, 0.5, 0.25, 0.1];
const LEAST_SHARE = 1e-6;

const NOTHING: Point = [0, 0];

/**
 * An agent of the thesis: a site of the roadmap that plans at every step. Where the thesis searches anew each time, it
 * keeps the way it found and looks only for the way back to that, which its own steps have changed nearby. And it is committed:
 * the thesis's step is taken where what is left of the way falls, else one along the way (`commitment.ts`). That way is found
 * on the roadmap without the walker, where it begins straight away from what is nearest and nothing can be in between.
 */
export class Walker {
  /** Its site. */
  id: number;
  position: Point;
  private destination: Point;
  readonly radius: number;
  /** Vertices that the searches of the last step expanded, and the length of the path that it follows. */
  iterations = 0;
  /** Searches for a way from nothing in the last step, and what they expanded of these. */
  searches = 0;
  searched = 0;
  pathLength = 0;
  private settings: Required<Omit<WalkerOptions, "position" | "random" | "radius" | "goal" | "guide">>;
  private readonly random: Random | undefined;
  private readonly guide: RoadmapGuide | undefined;
  private readonly finder: RouteFinder;
  /** The way that was found last, and the first of its pieces that still counts. */
  private plan: Plan | null = null;
  private cursor = 0;
  /** The way it is committed to; null where none is known. */
  private way: Commitment | null = null;
  /** Steps until a way is looked for again where there was none, how many that were the last time, and steps since one was compared. */
  private pause = 0;
  private lastPause = 0;
  private compared = 0;
  /** The diagram's version after its own last change, and whether others have changed it since a way was searched. */
  private version = 0;
  private hasChanged = false;

  constructor(
    readonly roadmap: Roadmap,
    options: WalkerOptions,
    finder = new RouteFinder(roadmap),
  ) {
    const { position, goal, radius = 0.25, step = 1, maxIterations = Infinity, random } = options;
    const { threshold = radius || 0.25, goalFocus: focus = false, guide } = options;
    checkNumber(radius, "radius", { of: "metres", least: 0 });
    checkNumber(step, "step", { of: "metres", above: 0 });
    checkNumber(threshold, "threshold", { of: "metres", above: 0, infinite: true });
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
    this.way = null;
    this.pause = this.lastPause = 0;
  }

  /** Whether it is at its goal. */
  get arrived(): boolean {
    return apart(this.goal, this.position) < 1e-9;
  }

  /** Metres of the longest step from now on, > 0. */
  set stride(metres: number) {
    if (metres === this.settings.step) return;
    this.settings = { ...this.settings, step: checkNumber(metres, "stride", { of: "metres", above: 0 }) };
  }

  /** Plans and takes one step; returns whether it moved. */
  step(): boolean {
    // On a wall, or where another stands, it is no site and can do nothing.
    if (this.arrived || this.roadmap.elementOf(this.id) < 0) return false;
    this.iterations = this.searches = this.searched = 0;
    this.commit();
    const target = this.target();
    const next = this.wish(target) ?? this.along() ?? this.around() ?? this.wish(target);
    if (!next) return false;
    this.position = next;
    this.roadmap.move(this.id, { point: next });
    this.version = this.roadmap.diagram.halfEdges.version;
    this.way?.note(next);
    return true;
  }

  /** Says that it stands elsewhere: something has pushed it there. */
  shift(position: Point): void {
    this.position = position;
    this.roadmap.move(this.id, { point: position });
    this.version = this.roadmap.diagram.halfEdges.version;
  }

  /** Leaves the roadmap. */
  leave(): void {
    this.roadmap.remove(this.id);
  }

  /** The thesis's step: towards the target, pushed by what is near; null where it is blocked, or leads off the way for too long. */
  private wish(target: Point | null): Point | null {
    const { position, way } = this;
    const { step, threshold } = this.settings;
    const away = target ? apart(target, position) : step;
    // Who can be there at once is not pushed away from what stands beside the goal.
    if (target === this.goal && away <= step && this.isFree(target)) return target;
    const { gap } = this.nearest(position);
    const push =
      gap - this.radius < threshold ? negotiation(this.roadmap, this.id, this.radius, threshold) : NOTHING;
    const [tx, ty] = target ? goalFocus(position, target) : NOTHING;
    const [dx, dy] = [tx + push[0], ty + push[1]];
    const length = Math.hypot(dx, dy);
    if (length < 1e-9) return null;
    // Whoever is not pushed ends its step at the target, not beyond it.
    const reach = Math.min(step, push[0] === 0 && push[1] === 0 ? away : step) * Math.min(1, length);
    for (const share of SHARES) {
      const scale = (share * reach) / length;
      const next: Point = [position[0] + dx * scale, position[1] + dy * scale];
      if (this.isFree(next)) return !way || way.allows(next) ? next : null;
    }
    return null;
  }

  /** A step along the way; null where there is none, or where somebody stands on it. */
  private along(): Point | null {
    const { position, way } = this;
    if (!way) return null;
    const to = way.ahead(position);
    const away = apart(to, position);
    if (away === 0) return null;
    const most = Math.min(1, this.settings.step / away);
    for (let share = most; share * away > LEAST_SHARE * this.settings.step; share /= 2) {
      const next: Point =
        share === 1
          ? to
          : [position[0] + share * (to[0] - position[0]), position[1] + share * (to[1] - position[1])];
      if (this.isFree(next)) return next;
    }
    return null;
  }

  /** A step along another way, where somebody stands on this one. */
  private around(): Point | null {
    if (!this.way || this.pause > 0) return null;
    this.way = this.search(Infinity);
    const next = this.along();
    if (!next) this.wait();
    return next;
  }

  /** Not every step looks for a way where there is none: that takes a search of all that can be reached. */
  private wait(): void {
    this.way = null;
    this.pause = this.lastPause = Math.min(16, 2 * this.lastPause + 1);
  }

  /** Sees to it that there is a way to keep to, if any leads to the goal. */
  private commit(): void {
    const { way, position, goal } = this;
    const { step } = this.settings;
    if (this.pause > 0) this.pause--;
    this.compared++;
    if (this.roadmap.diagram.halfEdges.version !== this.version) this.hasChanged = true;
    if (!way) {
      if (this.pause > 0) return;
      this.way = this.search(Infinity);
      if (this.way) this.lastPause = 0;
      else this.wait();
      return;
    }
    const isOpen = way.isOpen(position);
    const left = way.left(position);
    if (!isOpen && this.pause === 0) {
      // Whoever waits for somebody to pass keeps the way meanwhile, if no other leads there.
      const other = this.search(Infinity);
      if (other) this.way = other;
      else this.pause = COMPARED;
    } else if (!way.complete) {
      if (left > NEAR_END * step) return;
      this.way = this.search(apart(way.end, goal)) ?? (left > 1e-9 ? way : null);
    } else if (this.hasChanged && this.compared >= COMPARED) {
      const { plan, cursor } = this;
      const other = this.search(Infinity);
      if (other?.complete && other.left(position) < SHORTER * left) this.way = other;
      else [this.plan, this.cursor] = [plan, cursor];
    }
  }

  /** A way on the roadmap as it is without the walker, which limits may end nearer to the goal than so many metres. */
  private search(nearerThan: number): Commitment | null {
    const { roadmap, position, goal, guide, radius } = this;
    const { maxIterations } = this.settings;
    this.compared = 0;
    this.hasChanged = false;
    roadmap.remove(this.id);
    let points: readonly Point[] | null;
    let complete = true;
    if (guide) points = guide.pathFrom(position);
    else {
      const wide = radius + HAIR;
      const route = this.finder.findNearer(position, goal, { radius: wide, maxIterations }, nearerThan);
      points = route.points;
      complete = route.points !== null && route.complete;
      this.iterations += route.iterations;
      this.searched += route.iterations;
      this.searches++;
      this.plan = route.points && this.finder.planAlong(route);
      this.cursor = 0;
    }
    this.id = roadmap.insert({ point: position }, radius);
    this.version = roadmap.diagram.halfEdges.version;
    if (!points) return null;
    return this.committedTo(points.length > 1 ? points.slice(1) : points, complete);
  }

  private committedTo(points: readonly Point[], complete: boolean): Commitment {
    const { diagram } = this.roadmap;
    return new Commitment(this.position, points, complete, this.settings.step, (a, b) =>
      isWalkable(diagram, this.roadmap.elementOf(this.id), a, b, this.radius),
    );
  }

  /** The point to head for. */
  private target(): Point | null {
    const { goal, position, random } = this;
    const { goalFocus: focus } = this.settings;
    if (this.isStraight()) {
      this.pathLength = apart(goal, position);
      if (!this.way?.isStraight) this.way = this.committedTo([goal], true);
      return goal;
    }
    const circle = this.guide ? this.circleByGuide(this.guide) : this.circleByPlan();
    if (circle === null) return focus ? goal : null;
    return random ? wander({ ...circle, radius: circle.radius / 2 }, position, random) : circle.centre;
  }

  /** Whether the goal needs no path: it is near or in the walker's own cell, and nothing stands before it. */
  private isStraight(): boolean {
    const { position, goal, radius } = this;
    const away = apart(goal, position);
    if (away + radius <= this.nearest(position).gap) return true;
    if (away > NEAR * this.settings.step && this.nearest(goal).distance < away) return false;
    const { diagram } = this.roadmap;
    return isWalkable(diagram, this.roadmap.elementOf(this.id), position, goal, radius);
  }

  /** How far the nearest of the others, and the surface of its body, is from a place. */
  private nearest([x, y]: Point): { distance: number; gap: number } {
    const { diagram } = this.roadmap;
    const { element, distance } = diagram.nearest(x, y, this.roadmap.elementOf(this.id));
    return { distance, gap: distance - diagram.elements.radius[element] };
  }

  /** The circle to walk into, by a search that is shared and repaired. */
  private circleByGuide(guide: RoadmapGuide): Circle | null {
    const before = guide.expanded;
    const found = guide.circleOf(this.id);
    this.iterations += guide.expanded - before;
    if (found) this.pathLength = found.cost;
    return found;
  }

  /**
   * The circle to walk into, on the way that was found before, from the first of its pieces on that has not changed since; where
   * none is left, as near the goal, the next place of the way itself.
   */
  private circleByPlan(): Circle | null {
    const { way, position } = this;
    const first = this.followPlan();
    if (first || !way) return first;
    this.pathLength = way.left(position);
    return { centre: way.ahead(position), radius: 0 };
  }

  private followPlan(): Circle | null {
    const { plan, finder, roadmap } = this;
    if (!plan) return null;
    const { changedAt, cell, vertex, length } = roadmap.diagram.halfEdges;
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
    this.iterations += finder.iterations;
    if (!back) return null;
    this.pathLength = back.length;
    for (let i = this.cursor; i < pieces.length; i++) this.pathLength += length[pieces[i]];
    return this.circleAt(back.first);
  }

  private circleAt(v: number): Circle {
    const { x, y, r } = this.roadmap.diagram.halfEdges;
    return { centre: [x[v], y[v]], radius: r[v] };
  }

  /** Whether a step to a place touches nothing. */
  private isFree(next: Point): boolean {
    return isFreeStep(this.roadmap.diagram, this.roadmap.elementOf(this.id), next, this.radius);
  }
}

function apart(p: Point, q: Point): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1]);
}
