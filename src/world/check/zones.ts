/** Zones: whether they are areas of the plan, agree where they overlap, and leave people where they start and go. */
import {
  areaOf,
  boxOf,
  difference,
  intersection,
  isFlat,
  type Point,
  type Ring,
  samePoint,
  sideOfRing,
  union,
} from "../../geometry/index.js";
import { didYouMean } from "../../options.js";
import type { Goal, Scene } from "../scene.js";
import { spawnProfiles } from "../spawns.js";
import { partsInside } from "../zone-ways.js";
import { factorFor, mayEnter, mayNotEnter, Zones } from "../zones.js";
import { type Findings, shownPoint } from "./finding.js";
import { freePartOf, keyed } from "./goals.js";
import { meetsItself } from "./measurements.js";
import { ON_BORDER, type Shapes } from "./shapes.js";

/** Reports everything that is wrong with the zones of a scene. */
export function checkZones(scene: Scene, shapes: Shapes, findings: Findings): void {
  const { zones: list = [] } = scene;
  if (list.length === 0) return;
  const least = ON_BORDER * shapes.size ** 2;
  const isSound = list.map((zone, i) => checkArea(`zones[${i}].polygon`, zone.polygon, shapes, findings));
  checkProfiles(scene, findings);
  if (isSound.includes(false)) return;
  checkFactors(new Zones(scene), least, findings);
  checkSpawns(scene, { zones: new Zones(scene), shapes, least }, findings);
}

/** Reports a zone that is no area, and one outside the plan; false for these. */
function checkArea(where: string, ring: Ring, shapes: Shapes, findings: Findings): boolean {
  const points = ring.filter((p, i) => !samePoint(p, ring[(i + ring.length - 1) % ring.length]));
  if (isFlat(points)) {
    findings.error("zone-zero-area", where, "all points lie on one line; a zone has an area", ring[0]);
    return false;
  }
  const at = meetsItself(points);
  if (at) {
    const message = `meets itself at ${shownPoint(at)}; a zone is a simple polygon`;
    findings.error("zone-crosses-itself", where, message, at);
    return false;
  }
  const inside = intersection(union([points]), union([shapes.list[0].points]));
  if (areaOf(inside) > ON_BORDER * shapes.size ** 2) return true;
  const message = "lies wholly outside the boundary; a zone is a part of the plan";
  findings.error("zone-outside", where, message, ring[0]);
  return false;
}

/** Reports names of profiles that the scene does not have. */
function checkProfiles({ zones = [], profiles = {} }: Scene, findings: Findings): void {
  const known = Object.keys(profiles);
  const list =
    known.length > 0 ? `there ${known.length > 1 ? "are" : "is"}: ${known.slice(0, 8).join(", ")}` : "";
  zones.forEach(({ allow = [], speed }, i) => {
    const named = [
      ...allow.map((name, k): [string, string] => [name, `zones[${i}].allow[${k}]`]),
      ...(typeof speed === "object" ? Object.keys(speed) : []).map((name): [string, string] => [
        name,
        keyed(`zones[${i}].speed`, name),
      ]),
    ];
    for (const [name, where] of named) {
      if (known.includes(name)) continue;
      const meant = `${didYouMean(name, known)}${list || "there are none"}`;
      findings.error(
        "unknown-profile",
        where,
        `${JSON.stringify(name)} is no profile of this scene; ${meant}`,
      );
    }
  });
}

/** Reports zones that overlap and do not agree on how fast somebody is who may be in both. */
function checkFactors({ list, profiles }: Zones, least: number, findings: Findings): void {
  const boxes = list.map(({ polygon }) => boxOf(polygon));
  for (let j = 1; j < list.length; j++) {
    for (let i = 0; i < j; i++) {
      const [a, b] = [boxes[i], boxes[j]];
      if (a.maxX <= b.minX || b.maxX <= a.minX || a.maxY <= b.minY || b.maxY <= a.minY) continue;
      const differs = profiles.find((profile) => {
        if (!mayEnter(list[i], profile) || !mayEnter(list[j], profile)) return false;
        const [one, other] = [factorFor(list[i], profile), factorFor(list[j], profile)];
        return one !== null && other !== null && one !== other;
      });
      if (differs === undefined) continue;
      const common = intersection(union([list[i].polygon]), union([list[j].polygon]));
      if (areaOf(common) <= least) continue;
      const [one, other] = [factorFor(list[i], differs), factorFor(list[j], differs)];
      const who = differs === null ? "" : ` for profile ${differs}`;
      const what = `overlaps zones[${i}], where the factor${who} is ${one} and not ${other}`;
      findings.error("zones-differ", `zones[${j}].speed`, `${what}; a place has one speed`, common[0][0]);
    }
  }
}

/** What the checks of spawns look at. */
interface Ground {
  readonly zones: Zones;
  readonly shapes: Shapes;
  /** An area that is none, in m2. */
  readonly least: number;
}

/** Reports spawns and goals that lie in zones which those who start there may not enter. */
function checkSpawns(scene: Scene, ground: Ground, findings: Findings): void {
  scene.spawns?.forEach((spawn, i) => {
    const named = spawnProfiles(spawn);
    for (const profile of named.length > 0 ? named : [null]) {
      const forbidden = ground.zones.forbiddenTo(profile);
      if (forbidden.length === 0) continue;
      const rings = forbidden.map((k) => ground.zones.list[k].polygon);
      const { how, zone, where } = startOf(spawn, rings, ground);
      const who = mayNotEnter([profile], forbidden[zone]);
      const at = rings[zone]?.[0];
      if (how === "blocked") {
        const message = `no part is open to those who start here: ${who}`;
        findings.error("spawn-forbidden", `spawns[${i}].${where}`, message, at);
      } else if (how === "partly") {
        findings.warning(
          "spawn-partly-forbidden",
          `spawns[${i}].${where}`,
          `${who}; nobody starts there`,
          at,
        );
      }
      spawn.goals.forEach((entry, k) => {
        const names = [entry].flat();
        const inside = names.map((name) => zoneOfGoal(scene.goals?.[name], rings));
        if (inside.some((number) => number < 0)) return;
        const message = `${names.join(", ")} cannot be reached: ${mayNotEnter([profile], forbidden[inside[0]])}`;
        findings.error("goal-forbidden", `spawns[${i}].goals[${k}]`, message, rings[inside[0]][0]);
      });
    }
  });
}

/** How much of a spawn lies in some rings, and the number of the first of them. */
function startOf(
  { polygon, segment, places }: NonNullable<Scene["spawns"]>[number],
  rings: readonly Ring[],
  { shapes, least }: Ground,
): { readonly how: "free" | "partly" | "blocked"; readonly zone: number; readonly where: string } {
  if (polygon) {
    const free = freePartOf(polygon, shapes);
    const zone = rings.findIndex((ring) => areaOf(intersection(free, union([ring]))) > least);
    if (zone < 0) return { how: "free", zone, where: "polygon" };
    const left = areaOf(difference(free, union(rings)));
    return { how: left > least ? "partly" : "blocked", zone, where: "polygon" };
  }
  if (segment) {
    const zone = rings.findIndex((ring) => partsInside(segment[0], segment[1], ring).length > 0);
    const how = zone < 0 ? "free" : shareInside(segment, rings) > 1 - 1e-9 ? "blocked" : "partly";
    return { how, zone, where: "segment" };
  }
  // Everybody has a place of its own: one in a zone is one too many.
  const inside = (places ?? []).map((p) => rings.findIndex((ring) => sideOfRing(p, ring) > 0));
  const k = inside.findIndex((zone) => zone >= 0);
  return { how: k < 0 ? "free" : "blocked", zone: inside[k] ?? -1, where: `places[${k}]` };
}

/** The share of a segment that lies in some rings. */
function shareInside([a, b]: readonly [Point, Point], rings: readonly Ring[]): number {
  const parts = rings.flatMap((ring) => partsInside(a, b, ring)).sort((p, q) => p[0] - q[0]);
  let share = 0;
  let from = 0;
  for (const [begin, end] of parts) {
    share += Math.max(0, end - Math.max(begin, from));
    from = Math.max(from, end);
  }
  return share;
}

/** The first of some rings that a goal lies in as a whole with the others; -1 where a part of it is open, or it moves. */
function zoneOfGoal(goal: Goal | undefined, rings: readonly Ring[]): number {
  if (!goal || goal.schedule) return -1;
  const points = (goal.points ?? []).map((p) => rings.findIndex((ring) => sideOfRing(p, ring) > 0));
  const segments = (goal.segments ?? []).map(([a, b]) =>
    shareInside([a, b], rings) > 1 - 1e-9
      ? rings.findIndex((ring) => partsInside(a, b, ring).length > 0)
      : -1,
  );
  const all = [...points, ...segments];
  return all.some((zone) => zone < 0) ? -1 : all[0];
}
