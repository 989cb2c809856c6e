/**
 * What a world refuses in a well-formed scene; `diagnose` looks closer.
 *
 * Errors are what `World` refuses. Warnings have a meaning, stated in the message, but are seldom meant. Every
 * decision is exact, except where a message states a tolerance.
 */
import { InputError } from "../errors.js";
import { boxOf, distance, type Point } from "../geometry/index.js";
import { checkBoundary } from "./check/boundary.js";
import { checkDoors } from "./check/doors.js";
import { type Finding, Findings } from "./check/finding.js";
import { FreePlaces } from "./check/free.js";
import { checkGoals, checkSpawns, checkWeights } from "./check/goals.js";
import { type Shapes, shapesOf } from "./check/shapes.js";
import { FreeSpace } from "./freespace.js";
import { groundTolerance } from "./onto.js";
import type { Scene } from "./scene.js";

export type { Finding, FindingCode, Severity } from "./check/finding.js";

/** What was made on the way, for further checks. */
export interface Examined {
  readonly shapes: Shapes;
  /** Null without a usable boundary. */
  readonly free: FreePlaces | null;
  /** The free space without what moves; null where there is none. */
  readonly reached: FreeSpace | null;
  /** The parts of the free space at a place; null where there is none to speak of. */
  readonly componentsAt: ((p: Point) => readonly number[]) | null;
}

/**
 * The findings, and the free space they were made on; null where errors leave none to speak of.
 *
 * @param more checks what a world itself does not need
 * @param join which parts of the free space are one although nobody sees it on the plan, as by stairs: a number for them all
 */
export function examine(
  scene: Scene,
  more?: (scene: Scene, examined: Examined, findings: Findings) => void,
  join?: (space: FreeSpace) => (component: number) => number,
): { findings: Finding[]; space: FreeSpace | null; reached: FreeSpace | null } {
  const findings = new Findings();
  const shapes = shapesOf(scene);
  const isSimple = checkBoundary(shapes.list[0], findings);
  checkWeights(scene, shapes, findings);
  // Without a usable boundary nothing is inside it: one error instead of one for everything.
  const isUsable = shapes.list[0].kind === "area";
  const space = isSimple ? FreeSpace.of(scene) : null;
  // What moves may be out of the way when it matters.
  const still = scene.obstacles?.filter((obstacle) => !obstacle.schedule);
  const moving = still?.length !== scene.obstacles?.length;
  const reached = space && moving ? FreeSpace.of({ ...scene, obstacles: still }) : space;
  const tolerance = groundTolerance(boxOf(scene.boundary));
  const free = isUsable ? new FreePlaces(shapes, reached && { space: reached, tolerance }) : null;
  if (free) {
    checkGoals(scene, free, findings);
    checkSpawns(scene, shapes, free, findings);
  }
  if (reached) checkDoors(scene, reached, tolerance, findings);
  if (reached?.area === 0) {
    const message = "obstacles cover all of it; some free space is needed";
    findings.error("no-free-space", "boundary", message, scene.boundary[0]);
  }
  const joined = reached && join?.(reached);
  // An exit on a slanted wall lies a rounding error beside it.
  const componentsAt = (p: Point): readonly number[] => {
    const near = reached!.nearestFree(p);
    const parts = near && distance(p, near) <= tolerance ? reached!.componentsAt(near) : [];
    return joined ? parts.map(joined) : parts;
  };
  const parts = reached?.area ? componentsAt : null;
  more?.(scene, { shapes, free, reached, componentsAt: parts }, findings);
  return { findings: findings.all(), space, reached };
}

/**
 * Refuses a scene for its first error.
 *
 * @throws InputError with it, and how many more there are
 */
export function refuse(findings: readonly Finding[]): void {
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  throw new InputError(errors[0].message + more, errors[0].where);
}
