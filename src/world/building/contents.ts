/** What lies on levels, put onto the sheet: goals, spawns, doors and all the rest, without the names of their levels. */
import type { Point, Segment } from "../../geometry/index.js";
import type { BuildingScene, Scene } from "../scene.js";
import { placed, type Sheet } from "./sheet.js";

type Contents = Omit<BuildingScene, "levels" | "connections">;
type Pair = [number, number];

/** Moves places of one level onto the sheet. */
interface Mover {
  point(p: Point): Pair;
  line(segment: Segment): [Pair, Pair];
  points(list: readonly Point[]): Pair[];
}

function moverTo(offset: Point): Mover {
  const point = (p: Point): Pair => placed(p, offset);
  return { point, line: ([a, b]) => [point(a), point(b)], points: (list) => list.map(point) };
}

/** Every entry of an object of names, by a function of its value. */
function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

/** The part of a scene that lies on levels, on the sheet. */
export function contentsOnSheet(contents: Contents, sheet: Sheet): Omit<Scene, "boundary" | "obstacles"> {
  const movers = new Map(
    sheet.patches.flatMap((patch) =>
      patch.kind === "level" ? [[patch.name, moverTo(patch.offset)] as const] : [],
    ),
  );
  const on = (level: string): Mover => movers.get(level)!;
  const {
    goals,
    doors,
    queues,
    waiting,
    weights,
    barriers,
    flow,
    flows,
    spawns,
    zones,
    routes,
    measurements,
  } = contents;
  return {
    ...keptOf(contents),
    ...(goals && { goals: mapValues(goals, ({ level, ...goal }) => goalOn(on(level), goal)) }),
    ...(doors && {
      doors: doors.map(({ level, ...door }) => ({ ...door, segment: on(level).line(door.segment) })),
    }),
    ...(queues && { queues: mapValues(queues, ({ level, ...queue }) => queueOn(on(level), queue)) }),
    ...(waiting && { waiting: mapValues(waiting, ({ level, ...place }) => placeOn(on(level), place)) }),
    ...(weights && {
      weights: weights.map(({ level, ...one }) => ({ ...one, vertex: on(level).point(one.vertex) })),
    }),
    ...(barriers && {
      barriers: barriers.map(({ level, ...one }) => ({ ...one, segment: on(level).line(one.segment) })),
    }),
    ...(flow && { flow: { ...flow, ...piecesOn(on, flow) } }),
    ...(flows && { flows: mapValues(flows, (one) => piecesOn(on, one)) }),
    ...(spawns && { spawns: spawns.map(({ level, ...spawn }) => placeOn(on(level), spawn)) }),
    ...(zones && {
      zones: zones.map(({ level, ...zone }) => ({ ...zone, polygon: on(level).points(zone.polygon) })),
    }),
    ...(routes && {
      routes: routes.map(({ level, ...route }) => ({
        ...route,
        strokes: route.strokes.map((stroke) => on(level).points(stroke)),
      })),
    }),
    ...(measurements && {
      measurements: mapValues(measurements, ({ level, ...one }) => placeOn(on(level), one)),
    }),
  };
}

/** What has no place. */
function keptOf(contents: Contents): Omit<Scene, "boundary"> {
  const { $schema, format, version, name, timetable, profiles, groups, simulation, bottleneck } = contents;
  return {
    ...($schema !== undefined && { $schema }),
    format,
    version,
    ...(name !== undefined && { name }),
    ...(timetable && { timetable }),
    ...(profiles && { profiles }),
    ...(groups && { groups }),
    ...(simulation && { simulation }),
    ...(bottleneck && { bottleneck }),
  };
}

type PlanGoal = NonNullable<Scene["goals"]>[string];

function goalOn(mover: Mover, goal: PlanGoal): PlanGoal {
  const { points, segments, schedule } = goal;
  const shapes = { points, segments };
  return {
    ...goal,
    ...shapesOn(mover, shapes),
    ...(schedule && { schedule: schedule.map((frame) => ({ ...frame, ...shapesOn(mover, frame) })) }),
  };
}

type Shapes = Pick<PlanGoal, "points" | "segments">;

function shapesOn(mover: Mover, { points, segments }: Shapes): Shapes {
  return {
    ...(points && { points: mover.points(points) }),
    ...(segments && { segments: segments.map((segment) => mover.line(segment)) }),
  };
}

type PlanQueue = NonNullable<Scene["queues"]>[string];

function queueOn(mover: Mover, queue: PlanQueue): PlanQueue {
  const { line, counters } = queue;
  return { ...queue, line: mover.points(line), ...(counters && { counters: mover.points(counters) }) };
}

/** What is an area, a line or spots, whatever else it is. */
interface Somewhere {
  readonly polygon?: Pair[] | undefined;
  readonly segment?: [Pair, Pair] | undefined;
  readonly points?: Pair[] | undefined;
  readonly places?: Pair[] | undefined;
}

function placeOn<T extends Somewhere>(mover: Mover, place: T): T {
  const { polygon, segment, points, places } = place;
  return {
    ...place,
    ...(polygon && { polygon: mover.points(polygon) }),
    ...(segment && { segment: mover.line(segment) }),
    ...(points && { points: mover.points(points) }),
    ...(places && { places: mover.points(places) }),
  };
}

type Pieces = Pick<NonNullable<BuildingScene["flow"]>, "source" | "sink">;

function piecesOn(
  on: (level: string) => Mover,
  { source, sink }: Pieces,
): Pick<NonNullable<Scene["flow"]>, "source" | "sink"> {
  const line = ({ level, segment }: Pieces["source"][number]): [Pair, Pair] => on(level).line(segment);
  return { source: source.map(line), sink: sink.map(line) };
}
