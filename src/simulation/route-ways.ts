/** Which ways of a sketched route somebody may walk, and which of them they take. */
import { meet, type Point } from "../geometry/index.js";
import { arcsOf, type RouteTree, type WalkableWay, walkableWay } from "../routes/index.js";
import {
  enteredAlong,
  type FreeSpace,
  grownSpace,
  mayNotEnter,
  type Scene,
  type World,
} from "../world/index.js";
import { type OneWayDoor, oneWayDoors } from "./one-way.js";

/** What matters of somebody who follows a route. */
export interface RouteWalker {
  /** The radius that ways are planned for, in metres. */
  readonly radius: number;
  /** The profile; null for none. */
  readonly profile: string | null;
}

/** Which branch people take of those that are open to them. */
export type RouteChoice = "balance" | "length";

/** A way that somebody may walk, or why not. */
type Answer = { readonly way: WalkableWay } | { readonly reason: string };

/** What a scene with routes cannot have besides, with where. */
export function routeFaults(
  { routes = [], periodic, weights = [] }: Scene,
  areSites: boolean,
): { readonly where: string; readonly message: string }[] {
  if (routes.length === 0) return [];
  const others = [
    { is: periodic !== undefined, what: "a periodic plan" },
    { is: weights.length > 0, what: "faster ways to travel (weights)" },
    { is: areSites, what: "people who are sites of the roadmap" },
  ];
  return others.flatMap(({ is, what }) =>
    is ? [{ where: "routes", message: `nobody follows routes in a scene with ${what}` }] : [],
  );
}

/** Free space for bodies of a radius, per world. */
const spaces = new WeakMap<World, Map<number, FreeSpace>>();

/** The free space for the centres of bodies of a radius in a world. */
export function spaceFor(world: World, radius: number): FreeSpace {
  const known = spaces.get(world) ?? new Map<number, FreeSpace>();
  spaces.set(world, known);
  let space = known.get(radius);
  if (!space) {
    space = radius === 0 ? world.space : grownSpace(world.plan, radius);
    known.set(radius, space);
  }
  return space;
}

/** What is wrong with a way, in words. */
const FAULTS = Object.freeze({
  walls: () => "all of it is in walls",
  narrow: (at: string) => `there is no room at ${at}`,
  apart: (at: string) => `no way leads to ${at}`,
});

/** The ways of trees for those who walk them. */
export class RouteWays {
  private readonly known = new WeakMap<RouteTree, Map<string, Answer>>();
  private readonly doors: readonly OneWayDoor[];

  constructor(
    scene: Scene,
    /** The plan without what moves. */
    private readonly world: World,
  ) {
    this.doors = oneWayDoors(scene);
  }

  /** The whole way from the start to an end, or why somebody may not walk it. */
  to(tree: RouteTree, end: number, walker: RouteWalker): Answer {
    const known = this.known.get(tree) ?? new Map<string, Answer>();
    this.known.set(tree, known);
    const key = JSON.stringify([end, walker.radius, walker.profile]);
    let answer = known.get(key);
    if (!answer) {
      answer = this.answer(tree.wayTo(end), walker);
      known.set(key, answer);
    }
    return answer;
  }

  private answer(drawn: readonly Point[], { radius, profile }: RouteWalker): Answer {
    const { zones } = this.world;
    const zone = enteredAlong(zones, drawn, profile);
    if (zone >= 0) return { reason: mayNotEnter([profile], zone) };
    const door = this.doors.find((one) => drawn.some((b, i) => i > 0 && isAgainst(one, drawn[i - 1], b)));
    if (door) return { reason: `it leads through the door at ${shown(door.segment[0])} the wrong way` };
    const own = this.world.for(profile);
    const way = walkableWay(drawn, { space: spaceFor(own, radius), bare: own.space, radius });
    if (!("fault" in way)) return { way };
    return { reason: `${FAULTS[way.fault](shown(way.at))} for a radius of ${radius} m` };
  }

  /** The end that somebody walks to who is at a node; null where none is open to them. */
  choose(
    tree: RouteTree,
    node: number,
    walker: RouteWalker,
    { choice, sent }: { readonly choice: RouteChoice; readonly sent: readonly number[] },
  ): number | null {
    const open = endsBelow(tree, node).filter((end) => "way" in this.to(tree, end, walker));
    if (open.length === 0) return null;
    if (choice === "length") return least(open, (end) => arcsOf(tree.wayTo(end)).at(-1)!);
    // Division by division: the branch that fewest were sent along.
    let at = node;
    while (tree.nodes[at].out.length > 0) {
      const branches = tree.nodes[at].out.map((link) => tree.links[link].to);
      const some = branches.filter((to) => endsBelow(tree, to).some((end) => open.includes(end)));
      at = least(some, (to) => nodesBelow(tree, to).reduce((sum, n) => sum + (sent[n] ?? 0), 0));
    }
    return at;
  }

  /** Why none of the ends is open to somebody, each reason once. */
  refusal(tree: RouteTree, walker: RouteWalker): string {
    const reasons = tree.ends.flatMap((end) => {
      const answer = this.to(tree, end, walker);
      return "reason" in answer ? [answer.reason] : [];
    });
    return [...new Set(reasons)].join("; ");
  }
}

/** A node and all that come after it. */
function nodesBelow(tree: RouteTree, node: number): number[] {
  return [node, ...tree.nodes[node].out.flatMap((link) => nodesBelow(tree, tree.links[link].to))];
}

/** The ends that can be reached from a node, itself if it is one. */
function endsBelow(tree: RouteTree, node: number): number[] {
  return nodesBelow(tree, node).filter((n) => tree.nodes[n].out.length === 0);
}

/** The first of those with the least value. */
function least(list: readonly number[], value: (one: number) => number): number {
  return list.reduce((best, one) => (value(one) < value(best) ? one : best), list[0]);
}

/** Whether a piece of a way leads through a door against its direction. */
export function isAgainst({ segment, way }: OneWayDoor, a: Point, b: Point): boolean {
  const isAlong = (b[0] - a[0]) * way[0] + (b[1] - a[1]) * way[1] >= 0;
  return !isAlong && meet(a, b, ...segment) === "cross";
}

function shown([x, y]: Point): string {
  return `(${Number(x.toFixed(2))}, ${Number(y.toFixed(2))})`;
}
