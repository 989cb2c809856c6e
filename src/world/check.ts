/**
 * Diagnosis: what is wrong, or probably not meant, in a well-formed scene.
 *
 * Errors are what `World` refuses. Warnings have a meaning, stated in the message, but are seldom meant. Every
 * decision is exact, except where a message states a tolerance.
 */
import { boxOf, distance, type Point } from "../geometry/index.js";
import { checkClosedGoals, checkDoors } from "./check/doors.js";
import { type Finding, Findings } from "./check/finding.js";
import { checkFlow } from "./check/flow.js";
import { FreePlaces } from "./check/free.js";
import { checkBarriers, checkGoals, checkSpawns, checkWeights, keyed } from "./check/goals.js";
import { checkMeasurements } from "./check/measurements.js";
import { checkObstacles } from "./check/obstacles.js";
import { relationsOf } from "./check/relations.js";
import { checkRings } from "./check/rings.js";
import { type Shapes, shapesOf } from "./check/shapes.js";
import { checkStays } from "./check/stays.js";
import { checkUnits } from "./check/units.js";
import { FreeSpace } from "./freespace.js";
import { groundTolerance } from "./onto.js";
import type { Goal, Scene } from "./scene.js";

export type { Finding, FindingCode, Severity } from "./check/finding.js";

/**
 * Finds every defect of a scene, errors first, the findings of one code together. At most 1,000 findings of each
 * code are listed; one more then counts the rest.
 */
export function diagnose(scene: Scene): Finding[] {
  return examine(scene, (shapes, free, space, findings) => {
    checkClosedGoals(scene, groundTolerance(boxOf(scene.boundary)), findings);
    checkMeasurements(scene, shapes, free, findings);
    checkStays(scene, { shapes, free, space, findings });
  }).findings;
}

/** Checks of what a world itself does not need, on its shapes, its free places and its free space without what moves. */
type FurtherChecks = (shapes: Shapes, free: FreePlaces, space: FreeSpace | null, findings: Findings) => void;

/**
 * The findings, and the free space they were made on; null where errors leave none to speak of.
 *
 * @param more checks what a world itself does not need, where the boundary is usable
 */
export function examine(
  scene: Scene,
  more?: FurtherChecks,
): { findings: Finding[]; space: FreeSpace | null } {
  const findings = new Findings();
  const shapes = shapesOf(scene);
  const relations = relationsOf(shapes);
  checkUnits(scene, shapes, findings);
  checkRings(scene, shapes, relations, findings);
  checkObstacles(shapes, relations, findings);
  checkWeights(scene, shapes, findings);
  checkFlow(scene, shapes, findings);
  const space = shapes.list[0].kind === "area" && !relations.selves.has(0) ? FreeSpace.of(scene) : null;
  // What moves may be out of the way when it matters.
  const still = scene.obstacles?.filter((obstacle) => !obstacle.schedule);
  const moving = still?.length !== scene.obstacles?.length;
  const reached = space && moving ? FreeSpace.of({ ...scene, obstacles: still }) : space;
  const tolerance = groundTolerance(boxOf(scene.boundary));
  // Without a usable boundary nothing is inside it: one error instead of one for everything.
  if (shapes.list[0].kind === "area") {
    const free = new FreePlaces(shapes, reached && { space: reached, tolerance });
    checkGoals(scene, free, findings);
    checkSpawns(scene, shapes, free, findings);
    checkBarriers(scene, free, findings);
    if (reached) checkDoors(scene, reached, tolerance, findings);
    more?.(shapes, free, reached, findings);
  }
  if (reached) checkReach(scene, reached, tolerance, findings);
  return { findings: findings.all(), space };
}

/** Reports a boundary that obstacles cover completely, goals nobody gets to, and spawns nobody leaves. */
function checkReach(scene: Scene, space: FreeSpace, tolerance: number, findings: Findings): void {
  if (space.area === 0) {
    findings.error(
      "no-free-space",
      "boundary",
      "obstacles cover all of it; some free space is needed",
      scene.boundary[0],
    );
    return;
  }
  // An exit on a slanted wall lies a rounding error beside it.
  const componentsAt = (p: Point): readonly number[] => {
    const free = space.nearestFree(p);
    return free && distance(p, free) <= tolerance ? space.componentsAt(free) : [];
  };
  checkReachable(scene, componentsAt, findings);
}

/** Where people of a goal or spawn can stand: the points to ask for their component. */
function placesOf(goal: Goal): Point[] {
  const middles = (goal.segments ?? []).flatMap(([a, b]): Point[] => [
    a,
    b,
    [a[0] + (b[0] - a[0]) / 2, a[1] + (b[1] - a[1]) / 2],
  ]);
  return [...(goal.points ?? []), ...middles];
}

/**
 * Goals that cannot be reached from the largest connected part of the free space, and spawns from which none of the
 * goals they name can be reached. Planners answer `null` there.
 */
function checkReachable(
  scene: Scene,
  componentsAt: (p: Point) => readonly number[],
  findings: Findings,
): void {
  const reach = new Map<string, Set<number>>();
  for (const [name, goal] of Object.entries(scene.goals ?? {})) {
    const places = placesOf(goal);
    const components = new Set(places.flatMap(componentsAt));
    reach.set(name, components);
    if (components.has(0) || components.size === 0) continue;
    const message = "cannot be reached from the largest part of the free space";
    findings.warning("goal-unreachable", keyed("goals", name), message, places[0]);
  }
  for (const [name, places] of stayPlaces(scene)) reach.set(name, new Set(places.flatMap(componentsAt)));
  scene.spawns?.forEach((spawn, i) => {
    const ring = spawn.polygon ?? spawn.segment ?? spawn.places ?? [];
    const starts = new Set(samplesOf(ring).flatMap(componentsAt));
    const names = spawn.goals.flat();
    const reachable = names.some((name) => [...(reach.get(name) ?? [])].some((c) => starts.has(c)));
    if (reachable || starts.size === 0) return;
    const message = `none of its goals (${names.join(", ")}) can be reached from here`;
    findings.warning("spawn-unreachable", `spawns[${i}]`, message, ring[0]);
  });
}

/** Points of queues and waiting places to ask for their component, by name. */
function stayPlaces({ queues = {}, waiting = {} }: Scene): [string, readonly Point[]][] {
  return [
    ...Object.entries(queues).map(([name, { line }]): [string, readonly Point[]] => [name, line]),
    ...Object.entries(waiting).map(([name, { polygon, points = [] }]): [string, readonly Point[]] => {
      return [name, polygon ? samplesOf(polygon) : points];
    }),
  ];
}

/** Corners, edge middles and the centre of a spawn. */
function samplesOf(ring: readonly Point[]): Point[] {
  const middle = (a: Point, b: Point): Point => [a[0] + (b[0] - a[0]) / 2, a[1] + (b[1] - a[1]) / 2];
  const samples = ring.flatMap((p, i) => {
    const next = ring[(i + 1) % ring.length];
    return distance(p, next) > 0 ? [p, middle(p, next)] : [p];
  });
  return ring.length > 3 ? [...samples, middle(ring[0], ring[ring.length >> 1])] : samples;
}
