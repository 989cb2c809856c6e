/**
 * One search for all who share a goal: distances over the diagram from the goal outward, as far as somebody asks, repaired
 * where the diagram changes instead of started anew (Lifelong Planning A*, Koenig and Likhachev 2002, rooted at the goal as
 * in D* Lite, without a heuristic since the askers are everywhere).
 *
 * Each vertex has a distance `g` and what its neighbours promise, `rhs`; where they differ it waits in a queue. A change
 * of the diagram makes the vertices around it differ, and only what depends on them is computed again.
 */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { grown } from "../growth.js";
import { MinHeap } from "../numerics/index.js";
import { checkKeys, checkNumber } from "../options.js";
import { type GoalPlace, type Goals, goalPlaces } from "../world/index.js";
import { endsOf, type GoalEnd } from "./goals.js";
import type { HalfEdges } from "./halfedges.js";
import { Pace } from "./pace.js";
import type { Roadmap } from "./roadmap.js";
import type { SewnJoin } from "./sewing.js";

/** How a guide is made. */
export interface RoadmapGuideOptions {
  /** Names of the world's goals, points and segments; the one of the least cost along the roadmap wins. */
  readonly goals: Goals;
  /** Radius of those who walk, in metres, >= 0, default 0: only edges whose circles are all as large are used. */
  readonly radius?: number;
  /**
   * Whose zones count: a profile of the scene, or null for people without one; the roadmap is then that of `world.for(profile)`.
   * Ways are those that take the least time, and costs metres of plain ground that take as long. Default: zones do not count.
   */
  readonly profile?: string | null;
}

/** How a goal is joined to the diagram, with the metres that are already counted there. */
export interface GoalJoin extends SewnJoin {
  readonly start: number;
}

/**
 * A way that is no shorter or longer than this share changes nothing. In a city of equal blocks very many ways are equally
 * long up to rounding; where one of them is blocked, the others must not be computed anew for their last digits.
 */
const SLACK = 1e-12;

/** What edges take for those with a profile; null where no zone changes their speed. */
function paceFor({ world, diagram, sewing }: Roadmap, profile: string | null): Pace | null {
  if (!world) throw new InputError("zones are those of a world; this roadmap was made from sites", "profile");
  if (!world.isFor(profile)) {
    const who = profile === null ? "people without one" : `profile ${profile}`;
    throw new InputError(`${who} may not enter all zones: make the roadmap of world.for(profile)`, "profile");
  }
  if (sewing && world.zones.changesSpeedOf(profile))
    throw new InputError("roadmaps of buildings do not heed how fast people are in zones", "profile");
  return world.zones.changesSpeedOf(profile) ? new Pace(diagram.halfEdges, world, profile) : null;
}

/** Costs to the best of some goals along a roadmap, kept up to date while the world changes. */
export class SharedSearch {
  /** Vertices that have been settled so far, repairs included: what the search has cost. */
  expanded = 0;

  /**
   * Of the roadmap's diagram.
   *
   * @internal
   */
  protected readonly edges: HalfEdges;
  protected g: Float64Array<ArrayBuffer>;
  private rhs: Float64Array<ArrayBuffer>;
  private readonly queue = new MinHeap(256);
  /**
   * How the goals are joined to the diagram.
   *
   * @internal
   */
  protected joins: GoalJoin[] = [];
  /** The vertices at both ends of the edges that goals are joined to. */
  protected readonly goalEnds = new Set<number>();
  /**
   * Where ways end.
   *
   * @internal
   */
  protected readonly ends: readonly GoalEnd[];
  private readonly dirty = new Set<number>();
  private version = -1;
  private readonly onChange: (pieces: readonly number[]) => void;
  private readonly onLeave: (piece: number) => void;
  readonly radius: number;
  readonly goals: readonly GoalPlace[];
  /**
   * What edges take on ground of different speeds; null where it is the same everywhere.
   *
   * @internal
   */
  protected readonly pace: Pace | null;

  constructor(
    readonly roadmap: Roadmap,
    options: RoadmapGuideOptions,
  ) {
    checkKeys(options, ["goals", "radius", "profile"]);
    const { radius = 0, profile } = options;
    this.radius = checkNumber(radius, "radius", { of: "metres", least: 0 });
    const { world, space, bounds } = roadmap;
    this.goals = goalPlaces(
      { space, bounds, ...(world && { goal: (name) => world.goal(name) }) },
      options.goals,
    );
    this.ends = endsOf(this.goals);
    this.edges = roadmap.diagram.halfEdges;
    this.pace = profile === undefined ? null : paceFor(roadmap, profile);
    this.g = new Float64Array(this.edges.count).fill(Infinity);
    this.rhs = new Float64Array(this.edges.count).fill(Infinity);
    this.attach();
    this.onChange = (pieces) => this.noteChange(pieces);
    this.onLeave = (piece) => this.noteLeave(piece);
    this.edges.listeners.add(this.onChange);
    this.edges.leaving.add(this.onLeave);
  }

  /** Stops following the changes of the roadmap. */
  dispose(): void {
    this.edges.listeners.delete(this.onChange);
    this.edges.leaving.delete(this.onLeave);
  }

  /** Joins the goals to the diagram as it is now. */
  private attach(): void {
    this.joins = this.ends.flatMap(({ point, start }) => {
      const joined = this.roadmap.join(this.freePlace(point), true);
      return joined ? [{ ...(this.pace?.weighed(joined) ?? joined), start }] : [];
    });
    this.goalEnds.clear();
    for (const { piece } of this.joins) {
      const [a, b] = [this.edges.vertex[piece], this.edges.vertex[this.edges.twin[piece]]];
      this.goalEnds.add(a).add(b);
      this.dirty.add(a).add(b);
    }
    this.version = this.edges.version;
  }

  /** A goal on a wall or a rounding error behind it is joined where the ground begins. */
  private freePlace(place: Point): Point {
    const { diagram, space } = this.roadmap;
    if (diagram.nearest(place[0], place[1]).free) return place;
    const free = space.nearestFree(place);
    return free && Math.hypot(free[0] - place[0], free[1] - place[1]) < 1e-6 ? free : place;
  }

  private noteLeave(piece: number): void {
    this.pace?.forget(piece);
    if (piece >= this.g.length) return;
    this.g[piece] = this.rhs[piece] = Infinity;
  }

  /**
   * What it costs to go along a piece.
   *
   * @internal
   */
  protected costOf(piece: number): number {
    return this.pace ? this.pace.ofPiece(piece) : this.edges.length[piece];
  }

  private noteChange(pieces: readonly number[]): void {
    const { vertex, twin, cell } = this.edges;
    if (this.g.length < this.edges.count) {
      this.g = grown(this.g, this.edges.cell.length, Infinity);
      this.rhs = grown(this.rhs, this.edges.cell.length, Infinity);
    }
    for (const h of pieces) {
      this.pace?.forget(h);
      if (cell[h] < 0) continue;
      this.dirty.add(vertex[h]);
      this.dirty.add(vertex[twin[h]]);
      // A piece that has lost its vertex to a smaller number.
      if (vertex[h] !== h) this.g[h] = this.rhs[h] = Infinity;
    }
    for (const { piece } of this.joins) if (cell[piece] >= 0) this.dirty.add(vertex[piece]);
  }

  /** Brings what changed into the queue. */
  protected repair(): void {
    if (this.version !== this.edges.version) {
      const before = this.joins;
      this.attach();
      for (const { piece } of before) {
        if (this.edges.cell[piece] < 0) continue;
        this.dirty.add(this.edges.vertex[piece]).add(this.edges.vertex[this.edges.twin[piece]]);
      }
    }
    if (this.dirty.size === 0) return;
    const { vertex, twin, cell, turned } = this.edges;
    const around = new Set<number>();
    for (const v of this.dirty) {
      if (cell[v] < 0 || vertex[v] !== v) continue;
      around.add(v);
      let h = v;
      do {
        around.add(vertex[twin[h]]);
        h = turned[h];
      } while (h !== v);
    }
    this.dirty.clear();
    for (const v of around) this.promise(v);
  }

  /** What its neighbours and the goals promise a vertex; queues it where that is not what it has. */
  private promise(v: number): void {
    const { vertex, twin, room, turned } = this.edges;
    const { g, radius } = this;
    let best = this.goalEnds.has(v) ? this.fromGoals(v) : Infinity;
    const has = g[v];
    const slack = SLACK * has;
    let isHeld = best <= has + slack;
    let h = v;
    do {
      if (room[h] >= radius) {
        const before = g[vertex[twin[h]]];
        const cost = before + this.costOf(h);
        if (cost < best) best = cost;
        // Whoever holds it is nearer to the goal, so that nobody holds himself in a circle.
        if (cost <= has + slack && before < has) isHeld = true;
      }
      h = turned[h];
    } while (h !== v);
    if (isHeld && best >= has - slack) best = has;
    this.rhs[v] = best;
    if (best !== has) this.queue.push(best < has ? best : has, v);
  }

  /** The way from a vertex straight to a goal on one of its edges. */
  private fromGoals(v: number): number {
    const { vertex, twin } = this.edges;
    let best = Infinity;
    for (const goal of this.joins) {
      if (goal.r < this.radius) continue;
      if (vertex[goal.piece] === v && goal.back.clearance >= this.radius) {
        best = Math.min(best, goal.start + goal.back.length + goal.length);
      }
      if (vertex[twin[goal.piece]] === v && goal.ahead.clearance >= this.radius) {
        best = Math.min(best, goal.start + goal.ahead.length + goal.length);
      }
    }
    return best;
  }

  /** Settles everything up to a vertex. */
  protected settle(v: number): number {
    const { g, rhs, queue } = this;
    const { vertex, cell } = this.edges;
    while (queue.size > 0) {
      if (g[v] === rhs[v] && queue.key >= g[v]) break;
      const key = queue.key;
      const u = queue.pop();
      if (cell[u] < 0 || vertex[u] !== u || g[u] === rhs[u]) continue;
      if (key < Math.min(g[u], rhs[u])) {
        queue.push(Math.min(g[u], rhs[u]), u);
        continue;
      }
      this.expanded++;
      if (g[u] > rhs[u]) {
        g[u] = rhs[u];
        this.spread(u);
      } else this.withdraw(u);
    }
    return g[v];
  }

  /** Offers the neighbours of a vertex that has become nearer a way through it. */
  private spread(u: number): void {
    const { vertex, twin, room, turned } = this.edges;
    const { g, rhs, radius } = this;
    let h = u;
    do {
      // They come the other way.
      if (room[twin[h]] >= radius) {
        const w = vertex[twin[h]];
        const cost = g[u] + this.costOf(h);
        if (cost < rhs[w] && !(rhs[w] === g[w] && cost >= g[w] * (1 - SLACK))) {
          rhs[w] = cost;
          this.queue.push(cost < g[w] ? cost : g[w], w);
        }
      }
      h = turned[h];
    } while (h !== u);
  }

  /**
   * The distance that a vertex has by a neighbour nearer to the goal than it was itself, if none promises less. All of those
   * are settled, and none of them has its distance from this vertex: so it can have that at once, in one step instead of two.
   */
  private heldBelow(u: number, had: number): number {
    const { vertex, twin, room, turned } = this.edges;
    const { g, radius } = this;
    let best = this.goalEnds.has(u) ? this.fromGoals(u) : Infinity;
    let isBelow = best < Infinity;
    let h = u;
    do {
      if (room[h] >= radius) {
        const before = g[vertex[twin[h]]];
        const cost = before + this.costOf(h);
        if (cost < best) {
          best = cost;
          isBelow = before < had;
        }
      }
      h = turned[h];
    } while (h !== u);
    return isBelow ? best : Infinity;
  }

  /** Takes its distance from a vertex, and looks at those anew that may have had theirs from it. */
  private withdraw(u: number): void {
    const { vertex, twin, room, turned } = this.edges;
    const { g, rhs, radius } = this;
    const had = g[u];
    const raised = this.heldBelow(u, had);
    g[u] = raised;
    if (raised < Infinity) rhs[u] = raised;
    else this.promise(u);
    let h = u;
    do {
      if (room[twin[h]] >= radius) {
        const w = vertex[twin[h]];
        if (had + this.costOf(h) <= Math.max(g[w], rhs[w]) * (1 + SLACK)) this.promise(w);
      }
      h = turned[h];
    } while (h !== u);
  }
}
