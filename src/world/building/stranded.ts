/** People of a building who get to none of their goals, nor to a refuge: as they may use flights, escalators and lifts. */
import type { Point } from "../../geometry/index.js";
import type { Findings } from "../check/finding.js";
import { placesOf, samplesOf, stayPlaces } from "../check/places.js";
import type { FreeSpace } from "../freespace.js";
import type { BuildingScene, Scene } from "../scene.js";
import { spawnProfiles } from "../spawns.js";
import { mayEnter } from "../zones.js";
import { inService } from "./lifts.js";
import type { Sheet } from "./sheet.js";

/** A building that is examined, and its scene on the sheet. */
export interface Unfolded {
  readonly scene: BuildingScene;
  readonly sheet: Sheet;
  readonly flat: Scene;
}

/** Reports spawns of whose people some get nowhere; `joined` says which parts are one for somebody who may use everything, both ways. */
export function checkStranded(
  building: Unfolded,
  space: FreeSpace,
  joined: (component: number) => number,
  findings: Findings,
): void {
  const { flat, scene } = building;
  const partsAt = (places: readonly Point[]): number[] => places.flatMap((p) => space.componentsAt(p));
  const stays = new Map(stayPlaces(flat));
  const endOf = (name: string): number[] => {
    const goal = flat.goals?.[name];
    return partsAt(goal ? placesOf(goal) : (stays.get(name) ?? []));
  };
  const refuges = Object.entries(flat.waiting ?? {}).flatMap(([name, { refuge }]) => (refuge ? [name] : []));
  flat.spawns?.forEach((spawn, i) => {
    const starts = partsAt(samplesOf(spawn.polygon ?? spawn.segment ?? spawn.places ?? []));
    const names = spawn.goals.flat();
    const ends = new Set(names.flatMap(endOf));
    // That nobody at all gets there is said elsewhere.
    const wholes = new Set([...ends].map(joined));
    if (!starts.some((part) => wholes.has(joined(part)))) return;
    for (const part of refuges.flatMap(endOf)) ends.add(part);
    const named = spawnProfiles(spawn);
    for (const profile of named.length > 0 ? named : [null]) {
      if (reaches(starts, ends, passagesFor(building, space, profile))) continue;
      const who = profile === null ? "people without a profile" : `those with profile ${profile}`;
      const message = `${who} get to none of their goals (${names.join(", ")}) by what they may use, nor to a refuge`;
      findings.warning("spawn-stranded", `spawns[${i}]`, message, scene.spawns![i].polygon?.[0]);
    }
  });
}

/** From which part of the free space a flight or a lift takes those with a profile into which. */
function passagesFor(
  { scene, sheet }: Unfolded,
  space: FreeSpace,
  profile: string | null,
): [number, number][] {
  const { connections = [] } = scene;
  const isOpen = (connection: number): boolean => mayEnter(connections[connection], profile);
  const from = (p: Point, q: Point): [number, number][] =>
    space.componentsAt(p).flatMap((a) => space.componentsAt(q).map((b): [number, number] => [a, b]));
  return [
    ...sheet.portals.flatMap(({ a, b, entry, connection }) => {
      if (!isOpen(connection)) return [];
      const [here, beyond] = [middle(a), middle(b)];
      return [...(entry === "b" ? [] : from(here, beyond)), ...(entry === "a" ? [] : from(beyond, here))];
    }),
    ...sheet.lifts.flatMap(({ connection, doors }) => {
      if (!isOpen(connection) || !inService(scene, connection)) return [];
      return doors.flatMap((one) => doors.flatMap((other) => from(one.middle, other.middle)));
    }),
  ];
}

/** Whether some passages lead from one of some parts to one of others. */
function reaches(
  starts: readonly number[],
  ends: ReadonlySet<number>,
  passages: readonly [number, number][],
): boolean {
  const reached = new Set(starts);
  for (let before = -1; before !== reached.size; ) {
    before = reached.size;
    for (const [from, to] of passages) if (reached.has(from)) reached.add(to);
  }
  return [...reached].some((part) => ends.has(part));
}

function middle([a, b]: readonly [Point, Point]): Point {
  return [a[0] + (b[0] - a[0]) / 2, a[1] + (b[1] - a[1]) / 2];
}
