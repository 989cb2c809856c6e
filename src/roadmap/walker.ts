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
import { SEGMENT } from "./elements.js";
import type { RoadmapGuide } from "./guide.js";
import type { Roadmap } from "./roadmap.js";
import { type Plan, RouteFinder } from "./search.js";

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

/** A goal no farther than so many steps may be walked to straight, if few empty circles cover the way. */
const NEAR = 4;
const MOST_CIRCLES = 24;

const NOTHING: Point = [0, 0];

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
  /** How far the nearest neighbour, and the nearest surface of one, is from where `look` looked. */
  private leastDistance = Infinity;
  private leastGap = Infinity;
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
    // Who can be there at once is not pushed away from what stands beside the goal.
    const left = Math.hypot(this.goal[0] - this.position[0], this.goal[1] - this.position[1]);
    if (target === this.goal && left <= step && this.isSafe(this.goal)) {
      this.moveTo(this.goal);
      return true;
    }
    this.look(this.position);
    const isNear = this.leastGap - this.radius < threshold;
    const push = isNear ? negotiation(this.roadmap, this.id, this.radius, threshold) : NOTHING;
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
    const { goal, position, random } = this;
    const { goalFocus: focus } = this.settings;
    const apart = Math.hypot(goal[0] - position[0], goal[1] - position[1]);
    if (this.isStraight(apart)) {
      this.iterations = 0;
      this.pathLength = apart;
      return goal;
    }
    const circle = this.guide ? this.circleByGuide(this.guide) : this.circleByPlan();
    if (circle === null) return focus ? goal : null;
    return random ? wander({ ...circle, radius: circle.radius / 2 }, position, random) : circle.centre;
  }

  /** Whether the goal, so far away, needs no path: nothing stands before it. */
  private isStraight(apart: number): boolean {
    this.look(this.position);
    if (apart + this.radius <= this.leastGap) return true;
    // In the walker's own cell: no neighbour is nearer to it.
    this.look(this.goal);
    if (apart <= this.leastDistance) return true;
    return apart <= NEAR * this.settings.step && this.isClear(apart);
  }

  /** Measures how far the neighbours, and their surfaces, are from a place. */
  private look([x, y]: Point): void {
    const { elements, next, other } = this.roadmap.diagram.halfEdges;
    this.leastDistance = this.leastGap = Infinity;
    const own = this.roadmap.elementOf(this.id);
    if (own < 0) return;
    for (let h = elements.first[own]; h >= 0; h = next[h]) {
      const s = other[h];
      let dx = x - elements.ax[s];
      let dy = y - elements.ay[s];
      if (elements.kind[s] === SEGMENT) {
        const along = dx * elements.ux[s] + dy * elements.uy[s];
        const t = Math.min(Math.max(along, 0), elements.length[s]);
        dx -= t * elements.ux[s];
        dy -= t * elements.uy[s];
      }
      const distance = Math.sqrt(dx * dx + dy * dy);
      if (distance < this.leastDistance) this.leastDistance = distance;
      if (distance - elements.radius[s] < this.leastGap) this.leastGap = distance - elements.radius[s];
    }
  }

  /** Whether the straight way to the goal, so long, can be walked: from one empty circle into the next. */
  private isClear(length: number): boolean {
    const { goal, position, roadmap, radius } = this;
    const { diagram } = roadmap;
    const own = roadmap.elementOf(this.id);
    const [dx, dy] = [goal[0] - position[0], goal[1] - position[1]];
    let t = 0;
    for (let i = 0; i < MOST_CIRCLES; i++) {
      const [x, y] = [position[0] + t * dx, position[1] + t * dy];
      const { element, distance, free } = diagram.nearest(x, y, own);
      const gap = distance - diagram.elements.radius[element] - radius;
      if (!free || !(gap > 0)) return false;
      if (t >= 1) return true;
      t = Math.min(1, t + gap / length);
    }
    return false;
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
    this.iterations = finder.iterations;
    if (!back) return null;
    this.pathLength = back.length;
    for (let i = this.cursor; i < pieces.length; i++) this.pathLength += length[pieces[i]];
    return this.circleAt(back.first);
  }

  private circleAt(v: number): Circle {
    const { x, y, r } = this.roadmap.diagram.halfEdges;
    return { centre: [x[v], y[v]], radius: r[v] };
  }

  /** Whether a place touches nothing: it lies in the walker's own cell, so only the neighbours matter. */
  private isSafe(next: Point): boolean {
    const moved = Math.hypot(next[0] - this.position[0], next[1] - this.position[1]);
    this.look(next);
    return this.leastGap >= this.radius && this.leastDistance >= moved;
  }
}
