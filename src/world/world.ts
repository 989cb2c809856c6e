/**
 * The world: a validated scene and its free space.
 *
 * A world never changes. What moves (a door, a train, a person) is the business of those who plan and simulate, on a
 * `FreeSpace` of their own.
 */
import { InputError } from "../errors.js";
import { type Box, boxOf, type Point, type Ring } from "../geometry/index.js";

import { didYouMean, isPlace } from "../options.js";
import { keyed } from "./check/goals.js";
import { examine } from "./check.js";

import { planOf } from "./doors.js";
import { FreeSpace } from "./freespace.js";
import { groundTolerance } from "./onto.js";
import { completeScene, type Goal, type Obstacle, type Scene, type SceneInput } from "./scene.js";

/** Freezes an object and everything in it. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

/** A validated scene and its free space. */
export class World {
  /** The scene as it was given, complete and frozen. */
  readonly scene: Scene;
  /** The scene as planners see it: leaves of doors, and doors that are closed at the start, are obstacles. */
  readonly plan: Scene;
  /** Free space as triangles, shared by all planners of this world. */
  readonly space: FreeSpace;

  /**
   * @param input a scene; it is copied, never changed
   * @throws InputError naming the first thing that makes the scene unusable; `diagnose` lists all
   */
  constructor(input: SceneInput) {
    this.scene = frozen(completeScene(structuredClone(input)));
    const { findings, space } = examine(this.scene);
    const errors = findings.filter(({ severity }) => severity === "error");
    if (errors.length > 0 || !space) {
      const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
      throw new InputError(errors[0].message + more, errors[0].where);
    }
    this.plan = frozen(planOf(this.scene, groundTolerance(boxOf(this.scene.boundary))));
    this.space = this.plan === this.scene ? space : FreeSpace.of(this.plan);
  }

  /** The walkable outline. */
  get boundary(): Ring {
    return this.scene.boundary;
  }

  /** Obstacles in the order of the scene; then leaves of doors, and doors that are closed. */
  get obstacles(): readonly Obstacle[] {
    return this.plan.obstacles ?? [];
  }

  /** Names of the goals in the order of the scene. */
  get goalNames(): string[] {
    return Object.keys(this.scene.goals ?? {});
  }

  /** The goal of that name. */
  goal(name: string): Goal {
    const { goals } = this.plan;
    if (goals && Object.hasOwn(goals, name)) return goals[name];
    if (Object.hasOwn(this.scene.goals ?? {}, name)) {
      throw new InputError("the door on it is closed", keyed("goals", name));
    }
    const known = this.goalNames.join(", ") || "none";
    const meant = didYouMean(name, this.goalNames);
    throw new InputError(
      `there is no goal ${JSON.stringify(name)}; ${meant}the scene has: ${known}`,
      "goals",
    );
  }

  /** The box around the boundary. */
  get bounds(): Box {
    return boxOf(this.boundary);
  }

  /** Area of the free space in square metres. */
  get area(): number {
    return this.space.area;
  }

  /** Whether a point belongs to the free space, walls included. */
  contains(p: Point): boolean {
    return isPlace(p) && this.space.contains(p);
  }

  /** Distance to the nearest wall, corner or post, in metres; 0 on them and outside the free space. */
  clearance(p: Point): number {
    return isPlace(p) ? this.space.clearance(p) : 0;
  }

  /** Whether the straight way from a to b can be walked: sliding along walls, but between no two that touch. */
  visible(a: Point, b: Point): boolean {
    return isPlace(a) && isPlace(b) && this.space.visible(a, b);
  }

  /** The free point nearest to p, p itself where it is free; null when nothing is free. */
  nearestFree(p: Point): Point | null {
    return isPlace(p) ? this.space.nearestFree(p) : null;
  }

  /** Number of the connected part of the free space that holds p, the largest being 0; -1 outside. */
  componentOf(p: Point): number {
    return isPlace(p) ? this.space.componentOf(p) : -1;
  }
}
