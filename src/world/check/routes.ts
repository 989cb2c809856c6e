/** Sketched routes: whether their strokes lead over free ground, and who follows them. */
import { InputError } from "../../errors.js";
import { type Point, samePoint, sideOfRing } from "../../geometry/index.js";
import { didYouMean } from "../../options.js";
import type { FreeSpace } from "../freespace.js";
import type { Scene } from "../scene.js";
import { spawnProfiles } from "../spawns.js";
import { Findings } from "./finding.js";

type Route = NonNullable<Scene["routes"]>[number];

/** Metres between the places at which a stroke is looked at, and how many of them there are on one piece at most. */
const LOOK = 0.5;
const MOST_LOOKS = 1000;

/**
 * Refuses routes that `checkRoutes` has an error for.
 *
 * @throws InputError naming the first
 */
export function refuseRoutes(scene: Scene, space: FreeSpace): void {
  if (!scene.routes) return;
  const findings = new Findings();
  checkRoutes(scene, space, findings);
  const [first, ...rest] = findings.all().filter(({ severity }) => severity === "error");
  if (!first) return;
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
  throw new InputError(first.message + more, first.where);
}

/** Reports names that are not there or there twice, strokes off free ground, and people with no route or two. */
export function checkRoutes(scene: Scene, space: FreeSpace, findings: Findings): void {
  const { routes = [] } = scene;
  routes.forEach((route, i) => {
    const where = `routes[${i}]`;
    if (routes.slice(0, i).some(({ name }) => name === route.name)) {
      const message = `there is another route ${JSON.stringify(route.name)}; names differ`;
      findings.error("route-name", `${where}.name`, message);
    }
    checkFollowers(scene, route, where, findings);
    route.strokes.forEach((stroke, k) => {
      checkStroke(scene, stroke, { where: `${where}.strokes[${k}]`, space, findings });
    });
  });
  checkTwice(scene, findings);
}

/** Reports spawns and profiles that the scene does not have, and a route that nobody follows. */
function checkFollowers(scene: Scene, route: Route, where: string, findings: Findings): void {
  const { spawns = [], profiles = {} } = scene;
  route.spawns?.forEach((number, k) => {
    if (number < spawns.length) return;
    const has = spawns.length === 0 ? "it has none" : `its spawns are 0 to ${spawns.length - 1}`;
    findings.error("unknown-spawn", `${where}.spawns[${k}]`, `${number} is no spawn of this scene; ${has}`);
  });
  route.profiles?.forEach((name, k) => {
    if (Object.hasOwn(profiles, name)) return;
    const known = Object.keys(profiles);
    const list = known.length > 0 ? `there are: ${known.slice(0, 8).join(", ")}` : "there are none";
    const message = `${JSON.stringify(name)} is no profile of this scene; ${didYouMean(name, known)}${list}`;
    findings.error("unknown-profile", `${where}.profiles[${k}]`, message);
  });
  const isLed = scene.groups?.some((group) => group.route === route.name) ?? false;
  if (spawns.length > 0 && !isLed && followersOf(scene, route).length === 0) {
    findings.warning(
      "route-unused",
      where,
      "no spawn has people who follow it, and no group does; a program may send some along it",
    );
  }
}

/** Who follows a route: the numbers of spawns, each with a profile, null for none. */
function followersOf({ spawns = [] }: Scene, route: Route): string[] {
  return spawns.flatMap((spawn, i) => {
    if (route.spawns && !route.spawns.includes(i)) return [];
    const named = spawnProfiles(spawn);
    return (named.length > 0 ? named : [null]).flatMap((name) => {
      const isMeant = !route.profiles || (name !== null && route.profiles.includes(name));
      return isMeant ? [`spawns[${i}]${name === null ? "" : ` with profile ${name}`}`] : [];
    });
  });
}

/** Reports people who would have to follow two routes. */
function checkTwice(scene: Scene, findings: Findings): void {
  const taken = new Map<string, number>();
  scene.routes?.forEach((route, i) => {
    for (const who of followersOf(scene, route)) {
      const other = taken.get(who);
      if (other === undefined) {
        taken.set(who, i);
        continue;
      }
      const message = `those of ${who} follow routes[${other}] already; people follow one route`;
      findings.error("route-twice", `routes[${i}]`, message);
      return;
    }
  });
}

/** Reports a stroke of which no part is free, or not all, and one that is a click although it has several points. */
function checkStroke(
  { boundary }: Scene,
  stroke: readonly Point[],
  { where, space, findings }: { where: string; space: FreeSpace; findings: Findings },
): void {
  const places = placesAlong(stroke);
  const free = places.filter((p) => space.contains(p)).length;
  if (free === 0) {
    const isOutside = places.every((p) => sideOfRing(p, boundary) < 0);
    const what = isOutside ? "lies outside the boundary" : "is in walls or outside";
    findings.error(
      isOutside ? "route-outside" : "route-blocked",
      where,
      `all of it ${what}; a stroke leads over free ground`,
      stroke[0],
    );
    return;
  }
  if (stroke.length > 1 && stroke.every((p) => samePoint(p, stroke[0]))) {
    const message = `all ${stroke.length} points are one place: it counts as one, which means: go there`;
    findings.warning("route-click", where, message, stroke[0]);
  }
  if (free === places.length) return;
  const share = Math.round((100 * (places.length - free)) / places.length);
  const message = `${share} % of it is in walls or outside: a planner leads around, or it moves to the nearest free place`;
  findings.warning("route-partly-blocked", where, message, places.find((p) => !space.contains(p))!);
}

/** Places along a stroke, its points among them. */
function placesAlong(stroke: readonly Point[]): Point[] {
  return stroke.flatMap((b, i): Point[] => {
    if (i === 0) return [b];
    const a = stroke[i - 1];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const parts = Math.min(MOST_LOOKS, Math.max(1, Math.ceil(Math.sqrt(dx * dx + dy * dy) / LOOK)));
    return Array.from({ length: parts }, (_, k): Point => {
      const share = (k + 1) / parts;
      return [a[0] + share * dx, a[1] + share * dy];
    });
  });
}
