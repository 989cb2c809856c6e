/** Unfolds a building: patches in a row, portals between them, and everything that lies on levels put onto the sheet. */
import { InputError } from "../../errors.js";
import {
  type Box,
  boxOf,
  isCounterclockwise,
  type Point,
  type Ring,
  type Segment,
} from "../../geometry/index.js";
import { groundTolerance } from "../onto.js";
import type { BuildingScene, Obstacle, Scene } from "../scene.js";
import { CAR_SCALE, carFloor } from "./car.js";
import { contentsOnSheet } from "./contents.js";
import { fitted } from "./fit.js";
import {
  type Flight,
  flightOf,
  isFlight,
  type Level,
  type LiftInput,
  moved,
  nameOfConnection,
} from "./flight.js";
import { carriesTo } from "./pace.js";
import {
  type CarPatch,
  checkReach,
  type FlightPatch,
  type LevelPatch,
  type Lift,
  MARGIN,
  type Patch,
  type Portal,
  placed,
  type Sheet,
} from "./sheet.js";
import { solidsAround } from "./solids.js";

/** A building on its sheet, which is the plan of one floor to everybody who does not look at portals. */
export interface Unfolded {
  readonly sheet: Sheet;
  /** Obstacles of levels in their order, then what is between the patches; its boundary is the sheet's frame. */
  readonly scene: Scene;
}

/** Levels farther from the origin than this, in metres, are moved near it. */
const NEAR_ORIGIN = 2 ** 20;

/** Metres within which ends of flights and doors of lifts are put onto the border of their level. */
export function buildingTolerance({ levels }: Pick<BuildingScene, "levels">): number {
  return levels.reduce((least, { boundary }) => Math.min(least, groundTolerance(boxOf(boundary))), Infinity);
}

/** A flight, and its number among connections. */
interface Numbered {
  readonly connection: number;
  readonly flight: Flight;
}

/**
 * The building on its sheet.
 *
 * @param scene whose levels, names and flights `checkConnections` has no error for
 * @throws InputError where the sheet would be too large
 */
export function unfold(scene: BuildingScene): Unfolded {
  const tolerance = buildingTolerance(scene);
  const flights = flightsOf(scene, tolerance);
  const cars = carsOf(scene);
  const row = new Row(scene, flights, cars, homeOf(scene.levels));
  const obstacles: Obstacle[] = [];
  const patches: Patch[] = [
    ...scene.levels.map((level, i) => levelPatch(scene, level, i, { row, flights, tolerance }, obstacles)),
    ...flights.map((numbered, i) =>
      flightPatch(scene, numbered, row, scene.levels.length + i, obstacles.length),
    ),
    ...cars.map((car, i) =>
      carPatch(scene, car, row, scene.levels.length + flights.length + i, obstacles.length),
    ),
  ];
  const { frame } = row;
  const sheet: Sheet = {
    patches,
    portals: flights.flatMap((numbered, i) => portalsOf(scene, numbered, patches, scene.levels.length + i)),
    lifts: liftsOf(scene, patches),
    frame,
  };
  for (const { outline, cell } of patches) {
    for (const polygon of solidsAround(outline, cell))
      obstacles.push({ polygon: polygon.map(([x, y]): [number, number] => [x, y]) });
  }
  const { levels: _levels, connections: _connections, ...rest } = scene;
  const boundary: [number, number][] = [
    [frame.minX, frame.minY],
    [frame.maxX, frame.minY],
    [frame.maxX, frame.maxY],
    [frame.minX, frame.maxY],
  ];
  const contents = contentsOnSheet(rest, sheet);
  const closed = restricted(scene, patches);
  const zones = closed.length > 0 ? { zones: [...(contents.zones ?? []), ...closed] } : {};
  return { sheet, scene: { ...contents, ...zones, boundary, obstacles } };
}

/** Flights that not everybody may use are zones: after those of the scene, in the order of connections. */
function restricted(
  { connections = [] }: BuildingScene,
  patches: readonly Patch[],
): NonNullable<Scene["zones"]> {
  return patches.flatMap((patch) => {
    const allow = patch.kind === "flight" ? connections[patch.connection].allow : undefined;
    return allow ? [{ polygon: patch.outline.map(([x, y]): [number, number] => [x, y]), allow }] : [];
  });
}

function flightsOf({ connections = [], levels }: BuildingScene, tolerance: number): Numbered[] {
  const heightOf = (name: string): number => levels.find((level) => level.name === name)!.elevation;
  return connections.flatMap((connection, i): Numbered[] => {
    if (connection.kind === "lift") return [];
    const { from, to } = connection;
    const flight = flightOf(from.segment, to.segment, heightOf(to.level) - heightOf(from.level), tolerance);
    if (!isFlight(flight)) throw new InputError(flight.what, `connections[${i}]`);
    return [{ connection: i, flight }];
  });
}

/** What is taken off all coordinates: nothing, but for buildings that are drawn far from the origin. */
function homeOf(levels: readonly Level[]): Point {
  const { minX, minY, maxX, maxY } = boxOf(levels.flatMap(({ boundary }) => boundary));
  const far = (low: number, high: number): number =>
    Math.max(-low, high) > NEAR_ORIGIN ? Math.round((low + high) / 2) : 0;
  return [far(minX, maxX), far(minY, maxY)];
}

/** The row of cells: where each patch comes to lie. */
class Row {
  readonly offsets: Point[] = [];
  readonly cells: Box[] = [];
  readonly frame: Box;

  constructor(
    scene: BuildingScene,
    flights: readonly Numbered[],
    cars: readonly Car[],
    [homeX, homeY]: Point,
  ) {
    const boxes = [
      ...scene.levels.map((level) => boxWith(scene, level)),
      ...flights.map(({ flight }) =>
        boxOf([...flight.foot, ...flight.foot.map((p) => moved(p, flight.climb))]),
      ),
      ...cars.map(({ floor }) => boxOf(floor.map((p) => enlarged(p, floor[0])))),
    ];
    const minY =
      Math.floor(boxes.reduce((least, box) => Math.min(least, box.minY), Infinity) - homeY) - MARGIN;
    const maxY = Math.ceil(boxes.reduce((most, box) => Math.max(most, box.maxY), -Infinity) - homeY) + MARGIN;
    let minX = Math.floor(boxes[0].minX - homeX) - MARGIN;
    const first = minX;
    for (const box of boxes) {
      const x = minX + MARGIN - Math.floor(box.minX);
      const maxX = Math.ceil(box.maxX) + x + MARGIN;
      this.offsets.push([x, -homeY]);
      this.cells.push({ minX, minY, maxX, maxY });
      minX = maxX;
    }
    this.frame = { minX: first, minY, maxX: minX, maxY };
    checkReach(this.frame);
  }
}

/**
 * The box of a level, as wide as everything that is drawn or moves on it: what reaches beyond the boundary must not come to lie on
 * the next patch. Above and below it there is none.
 */
function boxWith({ levels: _, connections: __, ...contents }: BuildingScene, level: Level): Box {
  const box = boxOf(level.boundary);
  const xs = [box.minX, box.maxX];
  for (const { schedule = [], ...shape } of level.obstacles ?? []) {
    const moves = [0, ...schedule.flatMap(({ offset }) => (offset ? [offset[0]] : []))];
    for (const x of xsOf(shape)) for (const dx of moves) xs.push(x + dx);
  }
  const { goals, zones, spawns, measurements, waiting, barriers, doors, routes } = contents;
  const placed = [goals, zones, spawns, measurements, waiting, barriers, doors, routes].flatMap(
    (list): { readonly level: string }[] => Object.values(list ?? {}),
  );
  for (const one of placed) if (one.level === level.name) for (const x of xsOf(one)) xs.push(x);
  const minX = xs.reduce((least, x) => Math.min(least, x), Infinity);
  return { ...box, minX, maxX: xs.reduce((most, x) => Math.max(most, x), -Infinity) };
}

/** What places go by in scenes; a timetable moves them. */
const PLACES = ["polygon", "segment", "point", "points", "segments", "places", "strokes"];

/** The x of every place of something. */
function xsOf(thing: object): number[] {
  return Object.entries(thing).flatMap(([key, value]) => {
    if (key === "schedule") return (value as object[]).flatMap(xsOf);
    return PLACES.includes(key) ? pointsIn(value).map(([x]) => x) : [];
  });
}

/** The pairs of numbers in a list of lists. */
function pointsIn(value: unknown): Point[] {
  if (!Array.isArray(value)) return [];
  return typeof value[0] === "number" ? [value as unknown as Point] : value.flatMap(pointsIn);
}

/** Ends of flights and doors of lifts on a level, in its own coordinates. */
function endsOn(scene: BuildingScene, name: string, flights: readonly Numbered[]): Segment[] {
  const { connections = [] } = scene;
  const ends = flights.flatMap(({ connection, flight }): Segment[] => {
    const { from, to } = connections[connection] as Exclude<(typeof connections)[number], LiftInput>;
    return [...(from.level === name ? [flight.foot] : []), ...(to.level === name ? [flight.head] : [])];
  });
  const doors = connections.flatMap((connection): Segment[] =>
    connection.kind === "lift" && Object.hasOwn(connection.at, name) ? [connection.at[name]] : [],
  );
  return [...ends, ...doors];
}

interface Making {
  readonly row: Row;
  readonly flights: readonly Numbered[];
  readonly tolerance: number;
}

/** A level on the sheet; its obstacles are added to the list. */
function levelPatch(
  scene: BuildingScene,
  { name, elevation, boundary, obstacles = [] }: Level,
  level: number,
  { row, flights, tolerance }: Making,
  list: Obstacle[],
): LevelPatch {
  const offset = row.offsets[level];
  const ends = endsOn(scene, name, flights).map(([a, b]): Segment => [placed(a, offset), placed(b, offset)]);
  const put = (points: readonly Point[], isRing: boolean): [number, number][] =>
    fitted(
      points.map((p) => placed(p, offset)),
      isRing,
      ends,
      tolerance,
    ).map(([x, y]) => [x, y]);
  const first = list.length;
  for (const { polygon, segment, point, schedule } of obstacles) {
    const still = schedule === undefined;
    const more = still ? {} : { schedule };
    if (polygon)
      list.push({ polygon: still ? put(polygon, true) : polygon.map((p) => placed(p, offset)), ...more });
    else if (segment)
      list.push({ segment: [placed(segment[0], offset), placed(segment[1], offset)], ...more });
    else list.push({ point: placed(point!, offset), ...more });
  }
  const ring = put(boundary, true);
  const outline: Ring = isCounterclockwise(ring) ? ring : ring.reverse();
  return {
    kind: "level",
    name,
    level,
    offset,
    elevation,
    outline,
    cell: row.cells[level],
    obstacles: [first, list.length],
  };
}

function flightPatch(
  { connections = [], levels }: BuildingScene,
  { connection, flight }: Numbered,
  row: Row,
  patch: number,
  obstacles: number,
): FlightPatch {
  const offset = row.offsets[patch];
  const input = connections[connection] as Exclude<(typeof connections)[number], LiftInput>;
  const [a, b] = flight.foot.map((p) => moved(p, offset));
  // Uphill is on the right of the foot: its ends turned round, it is the first edge of a counterclockwise ring.
  const outline: Ring = [b, a, moved(a, flight.climb), moved(b, flight.climb)];
  return {
    kind: "flight",
    name: nameOfConnection(input, connection),
    connection,
    offset,
    foot: [a, b],
    climb: flight.climb,
    run: flight.inPlan,
    uphill: flight.uphill,
    length: flight.length,
    elevation: levels.find(({ name }) => name === input.from.level)!.elevation,
    rise: flight.rise,
    outline,
    cell: row.cells[patch],
    obstacles: [obstacles, obstacles],
  };
}

/** The floor of a lift's car in the plan, and the lift's number among connections. */
interface Car {
  readonly connection: number;
  readonly floor: Ring;
}

function carsOf({ connections = [], levels }: BuildingScene): Car[] {
  return connections.flatMap((lift, connection) =>
    lift.kind === "lift" ? [{ connection, floor: carFloor(lift, levels) }] : [],
  );
}

function carPatch(
  { connections = [], levels }: BuildingScene,
  { connection, floor }: Car,
  row: Row,
  patch: number,
  obstacles: number,
): CarPatch {
  const offset = row.offsets[patch];
  const lift = connections[connection] as LiftInput;
  const heights = levels.flatMap(({ name, elevation }) => (Object.hasOwn(lift.at, name) ? [elevation] : []));
  return {
    kind: "car",
    name: nameOfConnection(lift, connection),
    connection,
    offset,
    elevation: heights.reduce((low, height) => Math.min(low, height)),
    outline: floor.map((p) => placed(enlarged(p, floor[0]), offset)),
    cell: row.cells[patch],
    obstacles: [obstacles, obstacles],
  };
}

/** A place of a car, as far from its first corner as it is on the sheet. */
function enlarged([x, y]: Point, [cx, cy]: Point): Point {
  return [cx + CAR_SCALE * (x - cx), cy + CAR_SCALE * (y - cy)];
}

/** The two portals of a flight. */
function portalsOf(
  { connections = [], levels }: BuildingScene,
  { connection, flight }: Numbered,
  patches: readonly Patch[],
  patch: number,
): Portal[] {
  const given = connections[connection] as Exclude<(typeof connections)[number], LiftInput>;
  const { from, to } = given;
  // Nobody walks against an escalator that is on: they go in at one end, and out at the other.
  const carries = carriesTo(given);
  const { offset } = patches[patch];
  const portal = (end: "foot" | "head", name: string, onLevel: Segment, b: Segment): Portal => {
    const level = levels.findIndex((one) => one.name === name);
    const a: Segment = [moved(onLevel[0], patches[level].offset), moved(onLevel[1], patches[level].offset)];
    const shift: Point = [b[0][0] - a[0][0], b[0][1] - a[0][1]];
    const isEntry = (carries === "up") === (end === "foot");
    return {
      a,
      b,
      shift,
      patches: [level, patch],
      connection,
      end,
      ...(carries && { entry: isEntry ? ("a" as const) : ("b" as const) }),
    };
  };
  const { foot, head, climb } = flight;
  // Ground of the level above lies uphill of the head: on the left of it turned round, where the flight is on its right.
  // It is taken on the sheet, near the origin: far from it, its plan has too few digits for where it comes to lie.
  const bottom: Segment = [moved(foot[0], offset), moved(foot[1], offset)];
  const top: Segment = [moved(bottom[1], climb), moved(bottom[0], climb)];
  return [portal("foot", from.level, foot, bottom), portal("head", to.level, [head[1], head[0]], top)];
}

/** Lifts with their doors on the sheet, from the lowest up. */
function liftsOf({ connections = [], levels }: BuildingScene, patches: readonly Patch[]): Lift[] {
  return connections.flatMap((connection, i): Lift[] => {
    if (connection.kind !== "lift") return [];
    const doors = levels.flatMap(({ name, elevation }, patch) => {
      if (!Object.hasOwn(connection.at, name)) return [];
      const { offset } = patches[patch];
      const [a, b] = connection.at[name].map((p) => placed(p, offset));
      const middle: Point = [a[0] + (b[0] - a[0]) / 2, a[1] + (b[1] - a[1]) / 2];
      return [{ patch, segment: [a, b] as Segment, middle, elevation }];
    });
    doors.sort((p, q) => p.elevation - q.elevation);
    return [{ connection: i, name: nameOfConnection(connection, i), doors }];
  });
}
