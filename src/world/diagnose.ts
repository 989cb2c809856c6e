/**
 * Diagnosis: everything that is wrong, or probably not meant, in a well-formed scene. A world itself is built with the checks
 * of check.ts alone: what is seldom meant does not hinder it, and who plans flows or measures looks at theirs.
 */
import { InputError } from "../errors.js";
import { boxOf, type Point } from "../geometry/index.js";
import { checkBuilt } from "./building/built.js";
import { examineBuilding } from "./building/examine.js";
import { checkCovered } from "./check/covered.js";
import { checkClosedGoals } from "./check/doors.js";
import { Findings } from "./check/finding.js";
import { checkFlow } from "./check/flow.js";
import { checkBarriers, keyed } from "./check/goals.js";
import { checkMeasurements } from "./check/measurements.js";
import { checkObstacles } from "./check/obstacles.js";
import { placesOf, samplesOf, stayPlaces } from "./check/places.js";
import { relationsOf } from "./check/relations.js";
import { checkRings } from "./check/rings.js";
import { checkRoutes } from "./check/routes.js";
import { shapesOf } from "./check/shapes.js";
import { checkStays } from "./check/stays.js";
import { checkUnits } from "./check/units.js";
import { checkZones } from "./check/zones.js";
import { type Examined, examine, type Finding } from "./check.js";
import type { FreeSpace } from "./freespace.js";
import { groundTolerance } from "./onto.js";
import { type AnyScene, isBuilding, type Scene } from "./scene.js";

/**
 * Finds every defect of a scene, errors first, the findings of one code together. At most 1,000 findings of each
 * code are listed; one more then counts the rest.
 */
export function diagnose(scene: AnyScene): Finding[] {
  if (isBuilding(scene)) return examineBuilding(scene, lookCloser, checkBuilt).findings;
  return examine(scene, lookCloser).findings;
}

/** What is probably not meant by the unit of a plan's coordinates; none where it is metres. */
export function unitFindings(scene: Scene): Finding[] {
  const findings = new Findings();
  checkUnits(scene, shapesOf(scene), findings);
  return findings.all();
}

/**
 * Refuses pieces of a flow that `diagnose` has an error for. A world is built without a look at them: most have none.
 *
 * @throws InputError naming the first
 */
export function refuseFlow(scene: Scene): void {
  if (!scene.flow && !scene.flows && !scene.timetable) return;
  const findings = new Findings();
  checkFlow(scene, shapesOf(scene), findings);
  refuseErrors(findings);
}

/**
 * Refuses zones that `diagnose` has an error for. A world is built without a look at them, as at pieces of a flow.
 *
 * @throws InputError naming the first
 */
export function refuseZones(scene: Scene): void {
  if (!scene.zones) return;
  const findings = new Findings();
  checkZones(scene, shapesOf(scene), findings);
  refuseErrors(findings);
}

function refuseErrors(findings: Findings): void {
  const first = findings.all().find(({ severity }) => severity === "error");
  if (first) throw new InputError(first.message, first.where);
}

/**
 * Refuses goals that obstacles with a timetable cover at all times.
 *
 * @param space the free space without these obstacles
 * @throws InputError naming the first
 */
export function refuseCovered(scene: Scene, space: FreeSpace): void {
  const findings = new Findings();
  checkCovered(scene, (p) => space.contains(p), findings);
  refuseErrors(findings);
}

/** What a world itself does not need. */
function lookCloser(scene: Scene, examined: Examined, findings: Findings): void {
  const { shapes, free, reached: space, componentsAt } = examined;
  const relations = relationsOf(shapes);
  checkRings(scene, shapes, relations, findings);
  checkUnits(scene, shapes, findings);
  checkObstacles(shapes, relations, findings);
  checkFlow(scene, shapes, findings);
  if (free) {
    checkBarriers(scene, free, findings);
    checkZones(scene, shapes, findings);
    checkClosedGoals(scene, groundTolerance(boxOf(scene.boundary)), findings);
    checkCovered(scene, (p) => free.blockerOf(p) === null, findings);
    checkMeasurements(scene, shapes, free, findings);
    checkStays(scene, { shapes, free, space, findings });
  }
  if (space) checkRoutes(scene, space, findings);
  if (componentsAt) checkReachable(scene, componentsAt, findings);
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
