/** What is seldom meant in a building, or would not be built: steps, slopes, headroom, flights through each other, levels without a way. */
import { type Point, sideOfRing } from "../../geometry/index.js";
import { type Findings, shownPoint } from "../check/finding.js";
import type { FreeSpace } from "../freespace.js";
import type { BuildingScene } from "../scene.js";
import type { FlightInput } from "./flight.js";
import { type FlightPatch, type Patch, placed } from "./sheet.js";
import { checkStranded, type Unfolded } from "./stranded.js";

/** Steps as they are built, in metres: from steep cellar stairs to wide outdoor ones. */
const RISERS = { least: 0.1, most: 0.22 };
const TREADS = { least: 0.2, most: 0.45 };

/** Steepest slopes, as rise over run: stairs of 45 degrees, ramps of one in eight, escalators of 35 degrees. */
const STEEPEST = { stairs: 1, ramp: 1 / 8, escalator: Math.tan((35 * Math.PI) / 180) };

/** Metres that people need above their feet. */
const HEADROOM = 2;

/** How far what steps add up to may be from the flight itself. */
const OFF = 0.25;

/** Shares of a flight at which its surroundings are looked at. */
const SAMPLES = [0.1, 0.3, 0.5, 0.7, 0.9];

/** Reports what would not be built. */
export function checkBuilt(
  building: Unfolded,
  space: FreeSpace,
  joined: (component: number) => number,
  findings: Findings,
): void {
  const flights = building.sheet.patches.filter((patch): patch is FlightPatch => patch.kind === "flight");
  for (const flight of flights) {
    checkSteps(building.scene, flight, findings);
    checkHeadroom(building, flight, space, findings);
  }
  checkOverlaps(flights, findings);
  checkReached(building, space, joined, findings);
  checkStranded(building, space, joined, findings);
}

function checkSteps({ connections = [] }: BuildingScene, flight: FlightPatch, findings: Findings): void {
  const input = connections[flight.connection] as FlightInput;
  const where = `connections[${flight.connection}]`;
  const run = Math.sqrt(Math.max(0, flight.length ** 2 - flight.rise ** 2));
  const slope = flight.rise / run;
  const most = STEEPEST[input.kind];
  const at = input.from.segment[0];
  if (slope > most * (1 + 1e-9)) {
    const message = `rises ${shown(flight.rise)} m over ${shown(run)} m; ${input.kind === "ramp" ? "ramps" : input.kind === "stairs" ? "stairs" : "escalators"} are built with at most ${shown(most)} m a metre`;
    findings.warning("flight-steep", where, message, at);
  }
  if (input.kind === "ramp") return;
  for (const [key, given, { least, most: greatest }] of [
    ["riser", input.riser, RISERS],
    ["tread", input.tread, TREADS],
  ] as const) {
    if (given === undefined || (given >= least && given <= greatest)) continue;
    const message = `a ${key} of ${shown(given)} m; ${key}s are built from ${least} to ${greatest} m`;
    findings.warning("flight-steps", `${where}.${key}`, message, at);
  }
  if (input.riser === undefined || input.tread === undefined) return;
  const expected = (flight.rise / input.riser) * input.tread;
  if (Math.abs(expected - run) <= OFF * run) return;
  const message = `steps of ${shown(input.riser)} by ${shown(input.tread)} m need ${shown(expected)} m for a rise of ${shown(flight.rise)} m; the flight has ${shown(run)} m`;
  findings.warning("flight-steps", where, message, at);
}

/** A place in the middle of a flight, in the plan, and how high it is. */
function middleAt(
  { foot: [a, b], offset, run, rise, elevation }: FlightPatch,
  share: number,
): { p: Point; z: number } {
  const p: Point = [
    (a[0] + b[0]) / 2 - offset[0] + share * run[0],
    (a[1] + b[1]) / 2 - offset[1] + share * run[1],
  ];
  return { p, z: elevation + share * rise };
}

/** A flight needs room above it, and nobody walks where it stands. */
function checkHeadroom(building: Unfolded, flight: FlightPatch, space: FreeSpace, findings: Findings): void {
  const where = `connections[${flight.connection}]`;
  for (const [level, { name, elevation }] of building.scene.levels.entries()) {
    for (const share of SAMPLES) {
      const { p, z } = middleAt(flight, share);
      const apart = elevation - z;
      if (Math.abs(apart) >= HEADROOM || !isFloor(p, building.sheet.patches[level], space)) continue;
      const room = `${shown(Math.abs(apart))} m ${apart >= 0 ? "above" : "below"} the flight at ${shownPoint([round(p[0]), round(p[1])])}`;
      const message = `the floor of level ${JSON.stringify(name)} is ${room}; people need ${HEADROOM} m, and where a stair stands its footprint is an obstacle or a hole`;
      findings.warning("flight-headroom", where, message, p);
      break;
    }
  }
}

/** Whether there is floor of a level at a place of the plan; beyond the level's cell the sheet holds what lies elsewhere. */
function isFloor(p: Point, { cell, offset }: Patch, space: FreeSpace): boolean {
  const at = placed(p, offset);
  const { minX, minY, maxX, maxY } = cell;
  return at[0] >= minX && at[0] <= maxX && at[1] >= minY && at[1] <= maxY && space.contains(at);
}

/** Flights that pass through each other, or too close above. */
function checkOverlaps(flights: readonly FlightPatch[], findings: Findings): void {
  const rings = flights.map(({ foot, offset, run }): Point[] => {
    const [a, b] = foot.map(([x, y]): Point => [x - offset[0], y - offset[1]]);
    return [b, a, [a[0] + run[0], a[1] + run[1]], [b[0] + run[0], b[1] + run[1]]];
  });
  flights.forEach((one, i) => {
    for (let k = 0; k < i; k++) {
      const hit = SAMPLES.map((share) => middleAt(one, share)).find(({ p, z }) => {
        if (sideOfRing(p, rings[k]) <= 0) return false;
        const [a] = rings[k];
        const { run, elevation, rise } = flights[k];
        const share = ((p[0] - a[0]) * run[0] + (p[1] - a[1]) * run[1]) / (run[0] ** 2 + run[1] ** 2);
        return Math.abs(elevation + share * rise - z) < HEADROOM;
      });
      if (!hit) continue;
      const message = `passes through connections[${flights[k].connection}] at ${shownPoint([round(hit.p[0]), round(hit.p[1])])}, or less than ${HEADROOM} m above it`;
      findings.warning("flights-overlap", `connections[${one.connection}]`, message, hit.p);
    }
  });
}

/** Levels that no flight and no lift leads to from the largest part of the building. */
function checkReached(
  building: Unfolded,
  space: FreeSpace,
  joined: (component: number) => number,
  findings: Findings,
): void {
  if (building.scene.levels.length < 2) return;
  building.scene.levels.forEach(({ name, boundary }, i) => {
    const { outline } = building.sheet.patches[i];
    const parts = outline.flatMap((p) => space.componentsAt(p)).map(joined);
    if (parts.length === 0 || parts.includes(joined(0))) return;
    const message = `no stair, ramp, escalator or lift leads to level ${JSON.stringify(name)} from the largest part of the building`;
    findings.warning("level-unreachable", `levels[${i}]`, message, boundary[0]);
  });
}

function shown(metres: number): string {
  return String(Number(metres.toFixed(3)));
}

function round(x: number): number {
  return Math.round(x * 100) / 100;
}
