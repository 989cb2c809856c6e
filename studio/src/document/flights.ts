/** Edits of stairs, ramps, escalators and lifts: drawn, reshaped, and let go with a level. `connections.ts` says what they are. */
import type { Point } from "wayfield";
import { type AnyScene, type BuildingScene, isBuilding } from "wayfield/world";
import {
  type Connection,
  type Flight,
  footprintOf,
  isSame,
  isTurned,
  joinedBy,
  type Lift,
  type Pair,
  ringOf,
  type Segment,
  shifted,
} from "./connections.js";
import { outlineOf, type Part, type Path, withValueAt } from "./parts.js";
import { distanceToSegment, insideRing, rounded } from "./planar.js";

/** Metres from a wall within which the door of a lift is in it. */
const IN_WALL = 0.01;

/** Whether there is floor where a well is, which then has to be cut out of it. */
function hasFloor(scene: BuildingScene, level: number, ring: readonly Point[]): boolean {
  const middle: Point = [(ring[0][0] + ring[2][0]) / 2, (ring[0][1] + ring[2][1]) / 2];
  if (!insideRing(outlineOf(scene, level), middle)) return false;
  return !(scene.levels[level].obstacles ?? []).some(({ polygon }) => polygon && insideRing(polygon, middle));
}

/** Counterclockwise, as rings are drawn. */
function turnedLeft([a, b, c, d]: readonly Pair[]): Pair[] {
  const area = (b[0] - a[0]) * (d[1] - a[1]) - (b[1] - a[1]) * (d[0] - a[0]);
  return area > 0 ? [a, b, c, d] : [d, c, b, a];
}

/** The building with a well on some levels, where there is floor. */
export function withWells<S extends BuildingScene>(
  scene: S,
  ring: readonly Pair[],
  names: readonly string[],
): S {
  let next = scene;
  for (const [i, { name, obstacles = [] }] of scene.levels.entries())
    if (names.includes(name) && hasFloor(scene, i, ring))
      next = withValueAt(next, ["levels", i, "obstacles"], [...obstacles, { polygon: turnedLeft(ring) }]);
  return next;
}

/** Where the wells of a connection stand: blocks on its levels with the corners of the flight, or with a lift's door as an edge. */
export function wellsOf(scene: AnyScene, index: number): Path[] {
  if (!isBuilding(scene)) return [];
  const connection = scene.connections![index];
  const joined = joinedBy(connection);
  return scene.levels.flatMap(({ name, obstacles = [] }, level) => {
    if (!joined.includes(name)) return [];
    const corners = connection.kind === "lift" ? connection.at[name] : footprintOf(connection);
    return obstacles.flatMap(({ polygon }, i): Path[] =>
      polygon?.length === 4 && corners.every((p) => polygon.some((q) => isSame(p, q)))
        ? [["levels", level, "obstacles", i]]
        : [],
    );
  });
}

/** The door of a lift and a corner of its shaft, which is 2 m deep where no block says it. */
export function shaftOf(scene: AnyScene, { points: [a, b], owner }: Part): Point[] {
  const [well] = wellsOf(scene, owner[1] as number);
  const corner = well && wellAt(scene as BuildingScene, well).find((p) => !isSame(p, a) && !isSame(p, b));
  const width = Math.hypot(b[0] - a[0], b[1] - a[1]);
  return [a, b, corner ?? [a[0] - (2 * (b[1] - a[1])) / width, a[1] + (2 * (b[0] - a[0])) / width]];
}

/** The building with a flight of a kind from an edge of one level to another level, or a lift through all levels that it can reach. */
export function withConnection(
  scene: BuildingScene,
  level: number,
  {
    kind,
    points,
    to,
  }: { readonly kind: Connection["kind"]; readonly points: readonly Point[]; readonly to: number },
): { readonly scene: BuildingScene; readonly id: string } | null {
  const ring = points.length >= 3 ? ringOf(points) : null;
  const [here, there] = [scene.levels[level], scene.levels[to]];
  if (!ring || !there || here === there) return null;
  const [a, b, c, d] = ring;
  let connection: Connection;
  if (kind === "lift") {
    const served = scene.levels.filter((one, i) => one === here || isReached(scene, i, ring));
    connection = { kind, at: Object.fromEntries(served.map(({ name }) => [name, [a, b] as Segment])) };
  } else {
    const near = { level: here.name, segment: [a, b] as Segment };
    const far = { level: there.name, segment: [d, c] as Segment };
    connection =
      here.elevation <= there.elevation ? { kind, from: near, to: far } : { kind, from: far, to: near };
  }
  const connections = [...(scene.connections ?? []), connection];
  const made = withWells({ ...scene, connections }, ring, joinedBy(connection));
  return { scene: made, id: `connections/${connections.length - 1}` };
}

/** Whether a lift can have a door on a level: its shaft stands on the floor, or its door is in the outer wall. */
function isReached(scene: BuildingScene, level: number, [a, b, c]: readonly Point[]): boolean {
  const outline = outlineOf(scene, level);
  const door: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const shaft: Point = [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2];
  return (
    insideRing(outline, shaft) ||
    outline.some((p, i) => distanceToSegment(door, p, outline[(i + 1) % outline.length]) <= IN_WALL)
  );
}

/** What becomes of a flight whose corners were moved: its head stays as long as its foot, and parallel to it. */
function squared(before: readonly Point[], after: readonly Point[]): Pair[] {
  const moved = after.map((p, i) => !isSame(p, before[i]));
  const count = moved.filter(Boolean).length;
  let deep: Point = [after[3][0] - after[0][0], after[3][1] - after[0][1]];
  if (count === 1 && moved[2]) deep = [after[2][0] - after[1][0], after[2][1] - after[1][1]];
  else if (count === 1 && !moved[3]) deep = [before[3][0] - before[0][0], before[3][1] - before[0][1]];
  return [rounded(after[0]), rounded(after[1]), shifted(after[1], deep), shifted(after[0], deep)];
}

/** A flight or a lift with other corners, and its wells with it. */
export function reshapedConnection<S extends AnyScene>(scene: S, part: Part, points: readonly Point[]): S {
  if (!isBuilding(scene)) return scene;
  const index = part.owner[1] as number;
  const connection = scene.connections![index];
  const [before, after, made] =
    connection.kind === "lift"
      ? movedLift(connection, part.path[3] as string, points)
      : movedFlight(connection, part, points);
  let next: BuildingScene = withValueAt(scene as BuildingScene, ["connections", index], made);
  // A lift's shaft is as deep as it was: where its door went as a whole, the rest of it goes along.
  const by: Point = [after[0][0] - before[0][0], after[0][1] - before[0][1]];
  const isShift = isSame(shifted(before[1], by), after[1]);
  for (const well of wellsOf(scene, index)) {
    const polygon = wellAt(scene, well).map((p) => {
      const corner = before.findIndex((q) => isSame(p, q));
      return corner >= 0 ? after[corner] : isShift ? shifted(p, by) : p;
    });
    next = withValueAt(next, [...well, "polygon"], polygon);
  }
  return next as S;
}

const wellAt = (scene: BuildingScene, [, level, , i]: Path): readonly Pair[] =>
  scene.levels[level as number].obstacles![i as number].polygon!;

type Moved = readonly [before: readonly Pair[], after: readonly Pair[], made: Connection];

function movedFlight(flight: Flight, part: Part, points: readonly Point[]): Moved {
  const before = footprintOf(flight);
  const after = squared(part.points, points);
  const [a, b, c, d] = after;
  const head: Segment = isTurned(flight.from.segment, flight.to.segment) ? [c, d] : [d, c];
  const made = {
    ...flight,
    from: { ...flight.from, segment: [a, b] as Segment },
    to: { ...flight.to, segment: head },
  };
  return [before, after, made];
}

/** Doors that are in line stay so. */
function movedLift(lift: Lift, name: string, points: readonly Point[]): Moved {
  const before = lift.at[name];
  const after: Segment = [rounded(points[0]), rounded(points[1])];
  const at = Object.fromEntries(
    Object.entries(lift.at).map(([level, door]) =>
      isSame(door[0], before[0]) && isSame(door[1], before[1]) ? [level, after] : [level, door],
    ),
  );
  return [before, after, { ...lift, at }];
}

/** Connections with another name for a level. */
export function renamedIn(scene: BuildingScene, name: string, wanted: string): BuildingScene {
  if (!scene.connections) return scene;
  const swap = (level: string): string => (level === name ? wanted : level);
  const connections = scene.connections.map((one): Connection => {
    if (one.kind !== "lift")
      return {
        ...one,
        from: { ...one.from, level: swap(one.from.level) },
        to: { ...one.to, level: swap(one.to.level) },
      };
    const at = Object.fromEntries(Object.entries(one.at).map(([level, door]) => [swap(level), door]));
    return { ...one, at, ...(one.start === undefined ? {} : { start: swap(one.start) }) };
  });
  return { ...scene, connections };
}

/** Connections without those to a level that is gone; a lift stays where it has two doors left. */
export function withoutLevelIn(scene: BuildingScene, name: string): BuildingScene {
  if (!scene.connections) return scene;
  const connections = scene.connections.flatMap((one): Connection[] => {
    if (!joinedBy(one).includes(name)) return [one];
    if (one.kind !== "lift") return [];
    const { [name]: _, ...at } = one.at;
    const { start, ...rest } = one;
    if (Object.keys(at).length < 2) return [];
    return [{ ...rest, at, ...(start === undefined || start === name ? {} : { start }) }];
  });
  return { ...scene, connections };
}

/** The level of which a message about a connection speaks; null where it says none. */
export function levelOfEnd(scene: AnyScene, where: string): string | null {
  const found = /^connections\[(\d+)\]\.(from|to)\b/.exec(where);
  if (!found || !isBuilding(scene)) return null;
  const connection = scene.connections?.[Number(found[1])];
  if (!connection || connection.kind === "lift") return null;
  return connection[found[2] as "from" | "to"].level;
}
