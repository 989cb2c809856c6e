/** Goals, spawns and barriers: whether they lie where people can be. */
import {
  areaOf,
  difference,
  distanceToSegment,
  intersection,
  type Point,
  type Ring,
  type Segment,
  sideOfRing,
  union,
} from "../../geometry/index.js";
import { didYouMean } from "../../options.js";
import type { Goal, Scene } from "../scene.js";
import { spawnProfiles } from "../spawns.js";
import { type Findings, shownPoint } from "./finding.js";
import type { FreePlaces } from "./free.js";
import { ON_BORDER, type Shapes } from "./shapes.js";

/** A key as a place names it: `.exit`, or `["main exit"]` where it is no plain name. */
export function keyed(base: string, key: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(key) ? `${base}.${key}` : `${base}[${JSON.stringify(key)}]`;
}

/** Reports goals without a free part, and the blocked parts of the others. */
export function checkGoals(scene: Scene, free: FreePlaces, findings: Findings): void {
  for (const [name, goal] of Object.entries(scene.goals ?? {}))
    checkGoal(keyed("goals", name), goal, free, findings);
}

function checkGoal(where: string, goal: Goal, free: FreePlaces, findings: Findings): void {
  const blocked: { where: string; message: string; at: Point }[] = [];
  let anyFree = false;
  goal.points?.forEach((p, i) => {
    const blocker = free.blockerOf(p);
    if (blocker === null) anyFree = true;
    else blocked.push({ where: `${where}.points[${i}]`, message: `${shownPoint(p)} lies ${blocker}`, at: p });
  });
  goal.segments?.forEach(([a, b], i) => {
    for (const { from, to, blockedBy } of free.partsOf(a, b)) {
      if (blockedBy === null) anyFree = true;
      else
        blocked.push({
          where: `${where}.segments[${i}]`,
          message: partMessage(from, to, blockedBy),
          at: from,
        });
    }
  });
  // A goal on a schedule may well start out of reach.
  if (anyFree || goal.schedule) {
    for (const { where: place, message, at } of blocked) {
      findings.warning("goal-partly-blocked", place, `${message}; that part cannot be reached`, at);
    }
  } else if (blocked.length > 0) {
    const [{ message, at }] = blocked;
    const rest = blocked.length > 1 ? ` (and ${blocked.length - 1} more parts)` : "";
    findings.error("goal-blocked", where, `no part is free: ${message}${rest}; a goal needs a free part`, at);
  }
}

function partMessage(from: Point, to: Point, blockedBy: string): string {
  return `the part from ${shownPoint(from)} to ${shownPoint(to)} lies ${blockedBy}`;
}

/** Reports spawns that are blocked, and spawns and profiles that name a goal or profile that is not there. */
export function checkSpawns(scene: Scene, shapes: Shapes, free: FreePlaces, findings: Findings): void {
  const goals = stopNames(scene);
  for (const [name, profile] of Object.entries(scene.profiles ?? {})) {
    checkNamed(profile.known, `${keyed("profiles", name)}.known`, goals, findings);
  }
  const profiles = Object.keys(scene.profiles ?? {});
  scene.spawns?.forEach((spawn, i) => {
    const where = `spawns[${i}]`;
    spawn.goals.forEach((entry, k) => {
      for (const name of Array.isArray(entry) ? entry : [entry]) {
        if (!goals.includes(name))
          findings.error("unknown-goal", `${where}.goals[${k}]`, noGoal(name, goals));
      }
    });
    for (const name of spawnProfiles(spawn)) {
      if (profiles.includes(name)) continue;
      const message = `${JSON.stringify(name)} is no profile of this scene; ${known(profiles)}`;
      findings.error("unknown-profile", `${where}.profile`, message);
    }
    for (const key of ["shares", "known"] as const)
      checkNamed(spawn[key], `${where}.${key}`, goals, findings);
    if (spawn.places) checkPlaces(`${where}.places`, spawn.places, free, findings);
    if (spawn.segment) checkSpawnSegment(`${where}.segment`, spawn.segment, free, findings);
    if (spawn.polygon) checkSpawnArea(`${where}.polygon`, spawn.polygon, shapes, free, findings);
  });
}

/** Reports names that are no goals, in a list or as keys. */
function checkNamed(
  named: readonly string[] | Readonly<Record<string, number>> | undefined,
  where: string,
  goals: readonly string[],
  findings: Findings,
): void {
  const names = Array.isArray(named) ? (named as readonly string[]) : Object.keys(named ?? {});
  for (const name of names) {
    if (!goals.includes(name)) findings.error("unknown-goal", where, noGoal(name, goals));
  }
}

/** Reports given places that nobody can stand at, and those that are given twice. */
function checkPlaces(where: string, places: readonly Point[], free: FreePlaces, findings: Findings): void {
  const seen = new Map<string, number>();
  places.forEach((p, i) => {
    const blocker = free.blockerOf(p);
    const key = p.join(",");
    const first = seen.get(key);
    const what =
      blocker !== null
        ? `${shownPoint(p)} lies ${blocker}; people need free space`
        : first !== undefined
          ? `${shownPoint(p)} is places[${first}] too; every person needs a place of its own`
          : null;
    if (what !== null) findings.error("spawn-blocked", `${where}[${i}]`, what, p);
    if (first === undefined) seen.set(key, i);
  });
}

/** What people may be sent to: goals, queues and waiting places. */
function stopNames({ goals = {}, queues = {}, waiting = {} }: Scene): string[] {
  return [...Object.keys(goals), ...Object.keys(queues), ...Object.keys(waiting)];
}

function noGoal(name: string, goals: readonly string[]): string {
  return `${JSON.stringify(name)} is no goal of this scene; ${didYouMean(name, goals)}${known(goals)}`;
}

function known(names: readonly string[]): string {
  if (names.length === 0) return "there are none";
  const list = names.slice(0, 8).join(", ");
  return `there ${names.length > 1 ? "are" : "is"}: ${list}${names.length > 8 ? ", …" : ""}`;
}

function checkSpawnSegment(where: string, [a, b]: Segment, free: FreePlaces, findings: Findings): void {
  const parts = free.partsOf(a, b);
  const blocked = parts.filter((part) => part.blockedBy !== null);
  if (blocked.length === 0) return;
  const { from, to, blockedBy } = blocked[0];
  const message = partMessage(from, to, blockedBy ?? "");
  if (blocked.length === parts.length) {
    findings.error("spawn-blocked", where, `no part is free: ${message}; people need free space`, from);
  } else {
    findings.warning("spawn-partly-blocked", where, `${message}; nobody starts there`, from);
  }
}

function checkSpawnArea(
  where: string,
  ring: Ring,
  shapes: Shapes,
  free: FreePlaces,
  findings: Findings,
): void {
  const coverage = coverageOf(ring, shapes, free);
  if (coverage === "free") return;
  if (coverage === "blocked") {
    const message = "lies wholly outside the boundary or inside obstacles; people need free space";
    findings.error("spawn-blocked", where, message, ring[0]);
  } else {
    const message = "lies partly outside the boundary or inside obstacles; nobody starts there";
    findings.warning("spawn-partly-blocked", where, message, ring[0]);
  }
}

/** How much of a spawn's area is free. */
export function coverageOf(ring: Ring, shapes: Shapes, free: FreePlaces): "free" | "partly" | "blocked" {
  let anyFree = false;
  let anyBlocked = false;
  ring.forEach((a, i) => {
    for (const part of free.partsOf(a, ring[(i + 1) % ring.length])) {
      if (part.blockedBy === null) anyFree = true;
      else anyBlocked = true;
    }
  });
  if (anyFree) return anyBlocked || holdsObstacle(ring, shapes) ? "partly" : "free";
  // The outline is blocked, but may surround a courtyard.
  return areaOf(freePartOf(ring, shapes)) > ON_BORDER * shapes.size ** 2 ? "partly" : "blocked";
}

/** Whether an obstacle's area lies within a ring whose own edges are free: deeper than the border's tolerance. */
function holdsObstacle(ring: Ring, shapes: Shapes): boolean {
  const tolerance = ON_BORDER * shapes.size;
  const isDeep = (p: Point): boolean =>
    sideOfRing(p, ring) > 0 &&
    ring.every((a, i) => distanceToSegment(p, a, ring[(i + 1) % ring.length]) > tolerance);
  return shapes.list.some(
    (shape, s) => s > 0 && shape.kind === "area" && !shape.moves && shape.points.some(isDeep),
  );
}

/** The part of a ring's area that lies inside the boundary and outside all obstacles. */
export function freePartOf(ring: Ring, shapes: Shapes): readonly Ring[] {
  const [boundary, ...rest] = shapes.list;
  const obstacles = rest.filter((shape) => shape.kind === "area" && !shape.moves);
  const inside = intersection(union([ring]), union([boundary.points]));
  return difference(inside, union(obstacles.map((shape) => shape.points)));
}

/** Reports barriers that nobody can cross. */
export function checkBarriers(scene: Scene, free: FreePlaces, findings: Findings): void {
  scene.barriers?.forEach(({ segment: [a, b] }, i) => {
    const parts = free.partsOf(a, b);
    if (parts.some((part) => part.blockedBy !== "outside the boundary")) return;
    const message = "lies wholly outside the boundary; it does not matter";
    findings.warning("barrier-outside", `barriers[${i}].segment`, message, a);
  });
}

/** Reports weights that belong to no vertex. */
export function checkWeights(scene: Scene, shapes: Shapes, findings: Findings): void {
  const { edges } = shapes;
  scene.weights?.forEach(({ vertex: [x, y] }, i) => {
    let found = false;
    edges.inBox(x, y, x, y, (edge) => {
      for (const p of [edges.start(edge), edges.end(edge)]) if (p[0] === x && p[1] === y) found = true;
    });
    if (found) return;
    const message = `${shownPoint([x, y])} is no vertex of an obstacle or the boundary; it must equal one exactly`;
    findings.error("weight-off-vertex", `weights[${i}].vertex`, message, [x, y]);
  });
}
