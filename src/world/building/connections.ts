/** What makes a building unusable before anybody looks at its plans: names, heights, and flights that are no flights. */
import { didYouMean } from "../../options.js";
import type { Findings } from "../check/finding.js";
import { keyed } from "../check/goals.js";
import type { BuildingScene } from "../scene.js";
import { type Connection, type FlightInput, flightOf, isFlight, type LiftInput } from "./flight.js";
import { buildingTolerance } from "./unfold.js";

/** Reports what cannot be unfolded. */
export function checkConnections(scene: BuildingScene, findings: Findings): void {
  const { levels, connections = [] } = scene;
  const names = new Map<string, number>();
  levels.forEach(({ name }, i) => {
    const first = names.get(name);
    if (first === undefined) names.set(name, i);
    else {
      const message = `${JSON.stringify(name)} is the name of levels[${first}] already; levels need names of their own`;
      findings.error("level-name", `levels[${i}].name`, message);
    }
  });
  checkLevelNames(scene, findings);
  const tolerance = buildingTolerance(scene);
  connections.forEach((connection, i) => {
    const where = `connections[${i}]`;
    checkAllowed(scene, connection, where, findings);
    if (connection.kind === "lift") checkLift(scene, connection, where, findings);
    else checkFlight(scene, connection, where, { tolerance, findings });
  });
  checkBehaviours(scene, findings);
}

function noLevel(name: string, { levels }: BuildingScene): string {
  const known = levels.map((level) => level.name);
  const list = known.slice(0, 8).join(", ");
  return `${JSON.stringify(name)} is no level of this building; ${didYouMean(name, known)}there ${known.length > 1 ? "are" : "is"}: ${list}${known.length > 8 ? ", …" : ""}`;
}

/** Reports things on levels that there are not. */
function checkLevelNames(scene: BuildingScene, findings: Findings): void {
  const known = new Set(scene.levels.map(({ name }) => name));
  const check = (where: string, { level }: { readonly level: string }): void => {
    if (!known.has(level)) findings.error("unknown-level", `${where}.level`, noLevel(level, scene));
  };
  for (const key of ["spawns", "doors", "zones", "weights", "barriers", "routes"] as const)
    for (const [i, one] of (scene[key] ?? []).entries()) check(`${key}[${i}]`, one);
  for (const key of ["goals", "queues", "waiting", "measurements"] as const)
    for (const [name, one] of Object.entries(scene[key] ?? {})) check(keyed(key, name), one);
  const flows = [
    ...(scene.flow ? [["flow", scene.flow] as const] : []),
    ...Object.entries(scene.flows ?? {}).map(([name, flow]) => [keyed("flows", name), flow] as const),
  ];
  for (const [where, flow] of flows)
    for (const kind of ["source", "sink"] as const)
      for (const [i, piece] of flow[kind].entries()) check(`${where}.${kind}[${i}]`, piece);
}

function checkAllowed(
  scene: BuildingScene,
  { allow = [] }: Connection,
  where: string,
  findings: Findings,
): void {
  const profiles = Object.keys(scene.profiles ?? {});
  allow.forEach((name, k) => {
    if (profiles.includes(name)) return;
    const known = profiles.length > 0 ? `there are: ${profiles.join(", ")}` : "there are none";
    const message = `${JSON.stringify(name)} is no profile of this scene; ${didYouMean(name, profiles)}${known}`;
    findings.error("unknown-profile", `${where}.allow[${k}]`, message);
  });
}

function checkFlight(
  scene: BuildingScene,
  { from, to }: FlightInput,
  where: string,
  { tolerance, findings }: { tolerance: number; findings: Findings },
): void {
  const level = (name: string) => scene.levels.find((one) => one.name === name);
  const [low, high] = [level(from.level), level(to.level)];
  if (!low) findings.error("unknown-level", `${where}.from.level`, noLevel(from.level, scene));
  if (!high) findings.error("unknown-level", `${where}.to.level`, noLevel(to.level, scene));
  if (!low || !high) return;
  if (!(low.elevation < high.elevation)) {
    const message = `${JSON.stringify(from.level)} at ${low.elevation} m is not below ${JSON.stringify(to.level)} at ${high.elevation} m; \`from\` is the lower end`;
    findings.error("flight-not-rising", where, message, from.segment[0]);
    return;
  }
  const flight = flightOf(from.segment, to.segment, high.elevation - low.elevation, tolerance);
  if (isFlight(flight)) return;
  const place = flight.end ? `${where}.${flight.end}.segment` : where;
  findings.error("flight-shape", place, flight.what, from.segment[0]);
}

function checkLift(scene: BuildingScene, { at, start }: LiftInput, where: string, findings: Findings): void {
  const known = new Set(scene.levels.map(({ name }) => name));
  const served = Object.keys(at);
  for (const name of served) {
    if (!known.has(name)) findings.error("unknown-level", keyed(`${where}.at`, name), noLevel(name, scene));
  }
  if (served.length < 2) {
    const message = `a lift needs doors on at least two levels; given: ${served.length}`;
    findings.error("lift-doors", `${where}.at`, message);
  }
  for (const [name, [a, b]] of Object.entries(at)) {
    if (a[0] === b[0] && a[1] === b[1]) {
      findings.error(
        "lift-doors",
        keyed(`${where}.at`, name),
        "both ends are the same; a door has a width",
        a,
      );
    }
  }
  if (start !== undefined && !Object.hasOwn(at, start)) {
    const message = `${JSON.stringify(start)} is no level that it serves; there are: ${served.join(", ")}`;
    findings.error("unknown-level", `${where}.start`, message);
  }
}

/** Behaviours may name places by coordinates, which are on no level. */
function checkBehaviours({ profiles = {} }: BuildingScene, findings: Findings): void {
  for (const [name, { behaviour }] of Object.entries(profiles)) {
    const where = `${keyed("profiles", name)}.behaviour`;
    const message = "a place is on no level of a building; name a goal";
    if (Array.isArray(behaviour?.target)) findings.error("unknown-level", `${where}.target`, message);
    if (behaviour?.curve)
      findings.error("unknown-level", `${where}.curve`, "places are on no level of a building");
  }
}
