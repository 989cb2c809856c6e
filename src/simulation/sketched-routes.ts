/**
 * Sketched routes of a scene that runs: who follows which, how far along they are, and what becomes of them when a stroke is
 * added or undone while they walk.
 *
 * Everybody has a place of their own in the list of points, so stragglers miss none. A branch is chosen when somebody sets out,
 * and again by those who have not passed a division that is drawn, or whose end is undone.
 */
import type { DirectedCrowd } from "../crowd/internal.js";
import { InputError } from "../errors.js";
import { didYouMean } from "../options.js";
import { RouteTree, type Stroke } from "../routes/index.js";
import { lengthOf } from "../routes/internal.js";
import { refuseRoutes, type Scene } from "../world/index.js";
import type { Itinerary, RouteStretch } from "./destinations.js";
import type { PlannedGuide } from "./planners.js";
import type { Plans } from "./plans.js";
import { progressOf, RouteGuides } from "./route-grounds.js";
import { type RouteWalker, RouteWays } from "./route-ways.js";

/** One entry of a scene's `routes`. */
export type RouteSpec = NonNullable<Scene["routes"]>[number];

/** Metres from a point of a route within which people pass it, where nothing else is said. */
const WIDTH = 2;

/** Somebody on a route, as plain data. */
export interface RouteFollower extends RouteWalker {
  readonly id: number;
  readonly route: string;
  /** The node of the route's tree where their way ends. */
  readonly end: number;
  /** Their spawn, and their number there. */
  readonly spawn: number;
  readonly index: number;
  /** Their way, and the goals after it. */
  readonly plan: Itinerary;
}

/** A route as plain data. */
export interface RouteState {
  readonly spec: RouteSpec;
  readonly undone: readonly Stroke[];
  /** How many were sent to each node of its tree, and how many have come to an end. */
  readonly sent: readonly number[];
  readonly arrived: number;
}

/** Routes as plain data. */
export interface RoutesState {
  readonly routes: readonly RouteState[];
  readonly followers: readonly RouteFollower[];
}

/** A route in numbers. */
export interface RouteSummary {
  readonly name: string;
  /** Those on it now, and those who have come to an end of it. */
  readonly walking: number;
  readonly arrived: number;
  /** Per end of its tree: the node, and how many were sent there. */
  readonly ends: readonly { readonly node: number; readonly sent: number }[];
}

/** A route while it is followed. */
interface Sketch {
  readonly spec: RouteSpec;
  tree: RouteTree;
  sent: number[];
  arrived: number;
}

/** What routes need of a simulation. */
export interface SketchedRoutesOptions {
  readonly scene: Scene;
  readonly crowd: DirectedCrowd;
  readonly plans: Plans;
  /** Makes the guides of a way. */
  readonly itinerary: (plan: Itinerary) => PlannedGuide[];
  /** Told of somebody who has come to the end of a route and goes on to their goals. */
  readonly goOn: (follower: RouteFollower) => void;
  /** What somebody who is on no route has to do still, and who they are. */
  readonly describe: (id: number) => Omit<RouteFollower, "id" | "route" | "end">;
  /** Told of somebody who is sent along a route and does nothing else before. */
  readonly take: (id: number) => void;
}

/** A way that was chosen. */
export interface ChosenWay {
  readonly end: number;
  readonly plan: Itinerary;
}

/** The routes of a scene that runs. Strokes are lists of points on the ground. */
export class SketchedRoutes {
  /** Guides along them. @internal */
  readonly guides: RouteGuides;
  private readonly ways: RouteWays;
  private sketches = new Map<string, Sketch>();
  private readonly followers = new Map<number, RouteFollower>();
  /** Those who are to come, by routes: somebody of each has to have a way. */
  private readonly expected = new Map<string, { readonly walker: RouteWalker; readonly where: string }[]>();

  /** @internal A simulation makes its own. */
  constructor(private readonly options: SketchedRoutesOptions) {
    const { scene, crowd, plans } = options;
    this.guides = new RouteGuides(scene, plans);
    this.ways = new RouteWays(scene, crowd.world);
    for (const spec of scene.routes ?? []) this.sketches.set(spec.name, sketchOf(spec));
  }

  /** Names of all routes, in the order in which they came up. */
  get names(): readonly string[] {
    return [...this.sketches.keys()];
  }

  /** The routes in numbers. */
  get summary(): readonly RouteSummary[] {
    const followers = [...this.followers.values()];
    return [...this.sketches.values()].map(({ spec: { name }, tree, sent, arrived }) => ({
      name,
      walking: followers.filter(({ route }) => route === name).length,
      arrived,
      ends: tree.ends.map((node) => ({ node, sent: sent[node] ?? 0 })),
    }));
  }

  /** The tree of a route as it is now. */
  tree(name: string): RouteTree {
    return this.sketch(name).tree;
  }

  /** Those who follow a route now, in the order in which they began, and how many points of their way each has passed. */
  followersOf(name: string): readonly (RouteFollower & { readonly passed: number })[] {
    this.sketch(name);
    const { crowd } = this.options;
    const some = [...this.followers.values()].filter(({ route }) => route === name);
    return some.map((follower) => ({ ...follower, passed: crowd.legOf(follower.id) }));
  }

  /**
   * Adds a route while the scene runs, for those whom `send` sends along it, and for people of its spawns and profiles who have not
   * come yet.
   *
   * @throws InputError as `World` and `Simulation` refuse routes of a scene
   */
  add(spec: RouteSpec): void {
    const { scene } = this.options;
    const specs = [...this.sketches.values()].map((sketch) => ({ ...sketch.spec }));
    refuseRoutes({ ...scene, routes: [...specs, spec] } as Scene, this.options.crowd.world.space);
    this.sketches.set(spec.name, sketchOf(structuredClone(spec)));
  }

  /**
   * Adds a stroke to a route. Those who have not passed the division that it makes choose a branch there.
   *
   * @throws InputError for what is no stroke on free ground; and where it leaves somebody without a way
   */
  addStroke(name: string, stroke: Stroke): void {
    const sketch = this.sketch(name);
    const tree = sketch.tree.add(stroke);
    const strokes = [stroke.map((p): [number, number] => [p[0], p[1]])];
    const { crowd, scene } = this.options;
    refuseRoutes({ ...scene, routes: [{ ...sketch.spec, strokes }] } as Scene, crowd.world.space);
    this.change(sketch, tree);
  }

  /**
   * Undoes the last stroke of a route. Those on their way along it choose among what is left, and go back where they have to.
   *
   * @throws InputError where there is but one stroke; and where it leaves somebody without a way
   */
  undoStroke(name: string): void {
    const sketch = this.sketch(name);
    if (sketch.tree.strokes.length < 2) {
      throw new InputError(`it has ${sketch.tree.strokes.length} stroke; a route keeps its first one`, name);
    }
    this.change(sketch, sketch.tree.undo());
  }

  /** Does the stroke again that was undone last. */
  redoStroke(name: string): void {
    const sketch = this.sketch(name);
    this.change(sketch, sketch.tree.redo());
  }

  /**
   * Sends people along a route, from its start on; then to what they had to do before, or out where the route says so.
   *
   * @param ids numbers of people who are inside
   * @throws InputError for a number that is not inside, for who stands in a queue or waits somewhere, and for who may walk to no
   * end of the route; nobody is sent then
   */
  send(ids: Iterable<number>, name: string): void {
    const sketch = this.sketch(name);
    const { crowd, describe } = this.options;
    const some = [...new Set(ids)].map((id) => {
      if (!crowd.agent(id)) throw new InputError(`there is no agent ${id} inside`, "ids");
      const who = this.followers.get(id) ?? describe(id);
      this.refuseClosed(sketch.tree, who, `agent ${id}`);
      return { ...who, id };
    });
    for (const who of some) {
      const before = this.followers.get(who.id);
      if (before) this.count(before, -1);
      else this.options.take(who.id);
      const end = this.ways.choose(sketch.tree, 0, who, this.rule(sketch))!;
      this.follow({ ...who, route: name, end, plan: this.planFor(sketch, end, who, -1) });
    }
  }

  /** The route that those of a spawn with a profile follow; null for none. @internal */
  routeOf(spawn: number, profile: string | null): RouteSpec | null {
    for (const { spec } of this.sketches.values()) {
      const { spawns, profiles } = spec;
      const isMeant = !profiles || (profile !== null && profiles.includes(profile));
      if (isMeant && (!spawns || spawns.includes(spawn))) return spec;
    }
    return null;
  }

  /**
   * All ways that somebody who is to come may take: one per end that is open to them.
   *
   * @internal
   * @throws InputError where there is none
   */
  expect(name: string, who: RouteWalker & { readonly plan: Itinerary }, where: string): Itinerary[] {
    const sketch = this.sketch(name);
    this.refuseClosed(sketch.tree, who, where);
    const list = this.expected.get(name) ?? [];
    this.expected.set(name, [...list, { walker: who, where }]);
    const open = sketch.tree.ends.filter((end) => "way" in this.ways.to(sketch.tree, end, who));
    return open.map((end) => this.planFor(sketch, end, who, -1));
  }

  /** The way that the next of those who come takes. @internal */
  next(name: string, who: RouteWalker & { readonly plan: Itinerary }): ChosenWay {
    const sketch = this.sketch(name);
    const end = this.ways.choose(sketch.tree, 0, who, this.rule(sketch))!;
    return { end, plan: this.planFor(sketch, end, who, -1) };
  }

  /** Somebody has come who follows a route. @internal */
  welcome(follower: RouteFollower): void {
    this.followers.set(follower.id, follower);
    this.count(follower, 1);
  }

  /** Whether somebody follows a route. @internal */
  has(id: number): boolean {
    return this.followers.has(id);
  }

  /** Before a step: those who have passed a point head for the next one, those at an end go on to their goals. @internal */
  advance(): void {
    const { crowd, goOn } = this.options;
    for (const follower of this.followers.values()) {
      const { id, plan, route, radius } = follower;
      const { way } = plan;
      let leg = crowd.legOf(id);
      if (leg >= way!.points.length) {
        this.followers.delete(id);
        this.sketch(route).arrived++;
        goOn(follower);
        continue;
      }
      const guides = this.guides.of(way!, radius);
      const agent = crowd.agent(id);
      while (agent && leg < guides.length - 1 && guides[leg].isPassed(agent.position)) {
        crowd.goOn(id);
        leg++;
      }
      if (agent && guides[leg].isAtClick(agent.position, radius)) crowd.release(id);
    }
  }

  /** After a step: takes note of those who have left. @internal */
  settle(): void {
    const { crowd } = this.options;
    for (const { id, route } of this.followers.values()) {
      if (crowd.agent(id)) continue;
      this.followers.delete(id);
      // Who was taken away has not come to an end of it.
      if (crowd.arrivals.some((arrival) => arrival.id === id)) this.sketch(route).arrived++;
    }
  }

  /** All of it as plain data. */
  get state(): RoutesState {
    const routes = [...this.sketches.values()].map(({ spec, tree, sent, arrived }): RouteState => {
      const strokes = tree.strokes.map((stroke) => stroke.map(([x, y]): [number, number] => [x, y]));
      return { spec: { ...spec, strokes }, undone: tree.undone, sent: [...sent], arrived };
    });
    return { routes, followers: [...this.followers.values()] };
  }

  /** Goes on from there. */
  set state({ routes, followers }: RoutesState) {
    this.sketches = new Map(
      routes.map(({ spec, undone, sent, arrived }) => {
        const all = RouteTree.of([...spec.strokes, ...[...undone].reverse()]);
        const tree = undone.reduce((later) => later.undo(), all);
        return [spec.name, { spec, tree, sent: [...sent], arrived }];
      }),
    );
    this.followers.clear();
    for (const follower of followers) this.followers.set(follower.id, follower);
  }

  private sketch(name: string): Sketch {
    const sketch = this.sketches.get(name);
    if (sketch) return sketch;
    const { names } = this;
    const list = names.join(", ") || "none";
    throw new InputError(
      `there is no route ${JSON.stringify(name)}; ${didYouMean(String(name), names)}there are: ${list}`,
      "routes",
    );
  }

  private rule({ spec, sent }: Sketch) {
    return { choice: spec.choice ?? "balance", sent } as const;
  }

  /** Counts somebody in, or out, among those who were sent to an end. */
  private count({ route, end }: RouteFollower, by: 1 | -1): void {
    const { sent } = this.sketch(route);
    while (sent.length <= end) sent.push(0);
    sent[end] += by;
  }

  /** @throws InputError where somebody may walk to no end of a tree */
  private refuseClosed(tree: RouteTree, walker: RouteWalker, where: string): void {
    if (tree.ends.some((end) => "way" in this.ways.to(tree, end, walker))) return;
    const { profile, radius } = walker;
    const who = profile === null ? `of radius ${radius} m` : `with profile ${profile}`;
    throw new InputError(
      `nobody ${who} may walk to an end of the route: ${this.ways.refusal(tree, walker)}`,
      where,
    );
  }

  /** What somebody does who walks to an end, having come so many metres along the route already. */
  private planFor(
    { spec, tree }: Sketch,
    end: number,
    { radius, profile, plan }: RouteWalker & { readonly plan: Itinerary },
    from: number,
  ): Itinerary {
    const answer = this.ways.to(tree, end, { radius, profile });
    if (!("way" in answer)) throw new Error("a way that is not open");
    const { points, arcs } = answer.way;
    const ahead = arcs.findIndex((arc) => arc > from + 1e-9);
    const first = ahead < 0 ? points.length - 1 : ahead;
    const way: RouteStretch = {
      route: spec.name,
      profile,
      points: points.slice(first),
      arcs: arcs.slice(first),
      from,
      width: spec.width ?? WIDTH,
    };
    return { ...plan, stops: spec.end === "leave" ? [] : plan.stops, way };
  }

  /** Somebody goes another way from now on. */
  private follow(follower: RouteFollower): void {
    const { crowd, itinerary } = this.options;
    this.welcome(follower);
    crowd.redirect(follower.id, itinerary(follower.plan));
  }

  /** Puts another tree in the place of a route's, and sends those elsewhere whom that concerns. */
  private change(sketch: Sketch, tree: RouteTree): void {
    const { name } = sketch.spec;
    for (const { walker, where } of this.expected.get(name) ?? []) this.refuseClosed(tree, walker, where);
    const before = sketch.tree;
    const isUndone = tree.links.length < before.links.length;
    const division = isUndone ? undoneAt(before, tree) : drawnAt(tree);
    const all = [...this.followers.values()].filter(({ route }) => route === name);
    const some = all.flatMap((follower) => {
      const at = this.progress(follower);
      // Who goes to another end, or has passed the division, is not concerned.
      const isConcerned = isUndone
        ? follower.end >= tree.nodes.length
        : isBelow(tree, follower.end, division.node) && (at < division.arc || follower.end === division.node);
      if (isConcerned) this.refuseBelow(tree, division.node, follower);
      return isConcerned ? [{ follower, at: Math.min(at, division.arc) }] : [];
    });
    sketch.tree = tree;
    for (const { follower } of some) this.count(follower, -1);
    sketch.sent.length = Math.min(sketch.sent.length, tree.nodes.length);
    for (const { follower, at } of some) {
      const end = this.ways.choose(tree, division.node, follower, this.rule(sketch))!;
      this.follow({ ...follower, end, plan: this.planFor(sketch, end, follower, at) });
    }
  }

  /** @throws InputError where somebody may walk to no end that is left after a division */
  private refuseBelow(tree: RouteTree, node: number, { id, ...walker }: RouteFollower): void {
    if (this.ways.choose(tree, node, walker, { choice: "length", sent: [] }) !== null) return;
    throw new InputError(`agent ${id} may walk to no end that is left: ${this.ways.refusal(tree, walker)}`);
  }

  /** How many metres along the route somebody is. */
  private progress({ id, plan }: RouteFollower): number {
    const { crowd } = this.options;
    const leg = Math.min(crowd.legOf(id), plan.way!.points.length - 1);
    return progressOf(plan.way!, leg, crowd.agent(id)!.position);
  }
}

function sketchOf(spec: RouteSpec): Sketch {
  return { spec, tree: RouteTree.of(spec.strokes), sent: [], arrived: 0 };
}

/** Where the last stroke of a tree begins: the node, and metres along the route. */
function drawnAt(tree: RouteTree): { readonly node: number; readonly arc: number } {
  const { from } = tree.links[tree.links.length - 1];
  return { node: from, arc: lengthOf(tree.wayTo(from)) };
}

/** Where the last stroke began that a tree does not have any more: the node that everybody gets to from there. */
function undoneAt(before: RouteTree, tree: RouteTree): { readonly node: number; readonly arc: number } {
  const { node, arc } = drawnAt(before);
  if (node < tree.nodes.length) return { node, arc };
  // The division has gone: what comes after it on the link that was cut.
  return { node: tree.links[before.nodes[node].into].to, arc };
}

/** Whether the way to a node leads through another, or ends there. */
function isBelow(tree: RouteTree, node: number, above: number): boolean {
  return node === above || tree.linksTo(node).some((link) => tree.links[link].from === above);
}
