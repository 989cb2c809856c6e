/** What those who follow routes walk on: guides along them, made for the plan as it is now. */

import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import type { Scene } from "../world/index.js";
import type { RouteStretch } from "./destinations.js";
import { oneWayDoors } from "./one-way.js";
import { PLANNERS, type PlannedGuide } from "./planners.js";
import { ClosedGuide, type Plans } from "./plans.js";
import { type RouteGround, RouteGuide, RouteLine } from "./route-guide.js";
import { isAgainst, type RouteWalker, spaceFor } from "./route-ways.js";

/** Guides along routes, shared by all who walk the same points with the same body. */
export class RouteGuides {
  private readonly grounds = new Map<string, () => RouteGround>();
  private readonly guides = new Map<string, readonly RouteGuide[]>();
  /** The same by stretches that were asked for: that is done in every step. */
  private readonly known = new WeakMap<RouteStretch, readonly RouteGuide[]>();
  private readonly moves: boolean;

  constructor(
    private readonly scene: Scene,
    private readonly plans: Plans,
  ) {
    const timed = [...(scene.obstacles ?? []), ...(scene.doors ?? [])];
    this.moves = timed.some(({ schedule }) => schedule !== undefined);
  }

  /** The guides of a stretch of a route, one per point. */
  of(stretch: RouteStretch, radius: number): readonly RouteGuide[] {
    const guides = this.known.get(stretch) ?? this.shared(stretch, radius);
    this.known.set(stretch, guides);
    return guides;
  }

  private shared({ points, width, profile }: RouteStretch, radius: number): readonly RouteGuide[] {
    const key = JSON.stringify([radius, profile, width, points]);
    let guides = this.guides.get(key);
    if (!guides) {
      const line = new RouteLine(points, width);
      const ground = this.groundFor({ radius, profile });
      guides = points.map((_, k) => new RouteGuide(line, k, ground));
      this.guides.set(key, guides);
    }
    return guides;
  }

  /** The ground as those of one size and profile find it, made anew when the plan has changed. */
  private groundFor(walker: RouteWalker): () => RouteGround {
    const key = JSON.stringify([walker.radius, walker.profile]);
    let ground = this.grounds.get(key);
    if (!ground) {
      let known: { readonly world: unknown; readonly ground: RouteGround } | null = null;
      ground = () => {
        const { world } = this.plans;
        if (known?.world !== world) known = { world, ground: this.made(walker) };
        return known.ground;
      };
      this.grounds.set(key, ground);
    }
    return ground;
  }

  private made({ radius, profile }: RouteWalker): RouteGround {
    const world = this.plans.world.for(profile);
    const space = spaceFor(world, radius);
    const oneWay = oneWayDoors(this.scene);
    const barriers = this.scene.barriers ?? [];
    return {
      mayOpen: this.moves,
      contains: (p) => space.contains(p),
      sees: (p, q) => space.visible(p, q) && !oneWay.some((door) => isAgainst(door, p, q)),
      isOpen: (p, q) => world.visible(p, q),
      leadTo: (p) => led(() => PLANNERS.pathmap(world, { goals: [{ point: p }], radius, barriers, oneWay })),
    };
  }
}

/** A guide; people wait where what moves covers the point. */
function led(make: () => PlannedGuide): PlannedGuide {
  try {
    return make();
  } catch (error) {
    if (error instanceof InputError) return new ClosedGuide();
    throw error;
  }
}

/** How far along a stretch somebody is who heads for one of its points: metres of the route, as it was drawn. */
export function progressOf({ points, arcs, from }: RouteStretch, leg: number, p: Point): number {
  const [dx, dy] = [p[0] - points[leg][0], p[1] - points[leg][1]];
  return Math.max(leg > 0 ? arcs[leg - 1] : from, arcs[leg] - Math.sqrt(dx * dx + dy * dy));
}
