/** Examines a building: its names and flights, every level as a plan of its own, and the whole of it on its sheet. */
import type { Point } from "../../geometry/index.js";
import { type Finding, type FindingCode, Findings } from "../check/finding.js";
import { type Examined, examine } from "../check.js";
import type { FreeSpace } from "../freespace.js";
import type { BuildingScene, Scene } from "../scene.js";
import type { checkBuilt } from "./built.js";
import { checkConnections } from "./connections.js";
import { levelPlan, ofBuilding } from "./level-plan.js";
import { inService } from "./lifts.js";
import { placeOn } from "./places.js";
import { checkPortals } from "./portals.js";
import type { Sheet } from "./sheet.js";
import { unfold } from "./unfold.js";

/** What concerns the building as a whole: a level alone cannot tell. */
const WHOLE: ReadonlySet<FindingCode> = new Set<FindingCode>([
  "unknown-goal",
  "unknown-profile",
  "unknown-spawn",
  "goal-unreachable",
  "spawn-unreachable",
  "spawn-stranded",
  "goal-forbidden",
  "stay-name",
  "stay-unused",
  "measurement-name",
  "route-name",
  "route-twice",
  "route-unused",
  "flows-alone",
  "ways-unchecked",
  "units",
]);

/** A building that was examined; null where errors leave nothing to unfold. */
export interface ExaminedBuilding {
  readonly findings: Finding[];
  readonly unfolded: { readonly sheet: Sheet; readonly scene: Scene; readonly space: FreeSpace } | null;
}

/**
 * The same as `examine`, for a building.
 *
 * @param closer checks of what is between levels that a world itself does not need
 */
export function examineBuilding(
  scene: BuildingScene,
  more?: (scene: Scene, examined: Examined, findings: Findings) => void,
  closer?: typeof checkBuilt,
): ExaminedBuilding {
  const first = new Findings();
  checkConnections(scene, first);
  if (first.all().length > 0) return { findings: first.all(), unfolded: null };
  const onLevels = scene.levels.flatMap((_, i) => {
    const plan = levelPlan(scene, i);
    const { findings } = examine(plan.scene, more);
    return findings.filter(({ code }) => !WHOLE.has(code)).map((finding) => ofBuilding(finding, plan));
  });
  if (onLevels.some(({ code }) => code.startsWith("boundary-")))
    return { findings: sorted(onLevels), unfolded: null };
  const { sheet, scene: flat } = unfold(scene);
  const { findings, space, reached } = examine(flat, more, (free) => joinedAcross(scene, sheet, free));
  if (!space || !reached) return { findings: sorted(onLevels), unfolded: null };
  const across = new Findings();
  checkPortals(scene, sheet, reached, across);
  closer?.({ scene, sheet, flat }, reached, joinedAcross(scene, sheet, reached), across);
  const whole = findings.filter(({ code }) => WHOLE.has(code)).map((finding) => inSpace(finding, sheet));
  return {
    findings: sorted([...across.all(), ...onLevels, ...whole]),
    unfolded: { sheet, scene: flat, space },
  };
}

/** Errors first. */
function sorted(findings: readonly Finding[]): Finding[] {
  return [
    ...findings.filter(({ severity }) => severity === "error"),
    ...findings.filter(({ severity }) => severity !== "error"),
  ];
}

/** A finding on the sheet, at its place in the building. */
function inSpace(finding: Finding, sheet: Sheet): Finding {
  const place = finding.at && placeOn(sheet, finding.at);
  if (!place) return finding;
  const level = place.kind === "level" ? place.level : place.name;
  return { ...finding, at: place.point, level };
}

/** Which parts of the sheet's free space are one through flights and lifts: the least number stands for all. */
function joinedAcross(
  scene: BuildingScene,
  { portals, lifts }: Sheet,
  space: FreeSpace,
): (component: number) => number {
  const parents = space.componentAreas.map((_, i) => i);
  const root = (i: number): number => {
    let at = i;
    while (parents[at] !== at) at = parents[at];
    return at;
  };
  const join = (places: readonly Point[]): void => {
    const parts = places.flatMap((p) => space.componentsAt(p)).map(root);
    const least = parts.reduce((a, b) => Math.min(a, b), Infinity);
    for (const part of parts) parents[part] = least;
  };
  for (const { a, b } of portals) join([middle(a), middle(b)]);
  for (const { connection, doors } of lifts)
    if (inService(scene, connection)) join(doors.map((door) => door.middle));
  return root;
}

function middle([a, b]: readonly [Point, Point]): Point {
  return [a[0] + (b[0] - a[0]) / 2, a[1] + (b[1] - a[1]) / 2];
}
