/** A scene in other units: what was drawn in millimetres or feet becomes metres. */
import { InputError } from "../errors.js";
import type { Point, Segment } from "../geometry/index.js";
import { parseAnyScene } from "./any-scene.js";
import { type AnyScene, type BuildingScene, isBuilding, type Scene } from "./scene.js";

/**
 * A copy of a scene with every coordinate and every distance of the plan times a factor. People keep their size and
 * speed: profiles are in metres whatever the plan was drawn in.
 *
 * @param factor metres per unit of the drawing, > 0; 0.001 for millimetres
 * @throws InputError for a factor that is no positive number, or one that leaves coordinates out of range
 */
export function scaleScene<S extends AnyScene>(scene: S, factor: number): S {
  if (!(factor > 0 && Number.isFinite(factor)))
    throw new InputError(`a finite number > 0 is needed; given: ${factor}`, "scale");
  const at = ([x, y]: Point): Pair => [x * factor, y * factor];
  const copy = mapScene(scene, at, factor);
  if (isBuilding(copy)) for (const level of copy.levels) level.elevation *= factor;
  return parseAnyScene(copy) as S;
}

/**
 * A copy of a scene in which every place of the plan is another one.
 *
 * @param at where a place comes to lie
 * @param factor what lengths of the plan are times
 */
export function mapScene<S extends AnyScene>(scene: S, at: (p: Point) => Pair, factor: number): S {
  const line: Line = ([a, b]) => [at(a), at(b)];
  const piece = (one: [Pair, Pair] | { level: string; segment: [Pair, Pair] }) =>
    "segment" in one ? { ...one, segment: line(one.segment) } : line(one);
  const copy: AnyScene = structuredClone(scene);
  for (const floor of isBuilding(copy) ? copy.levels : [copy]) scaleFloor(floor, at, line);
  if (isBuilding(copy)) mapConnections(copy, factor, line);
  for (const goal of Object.values(copy.goals ?? {})) {
    for (const frame of [goal, ...(goal.schedule ?? [])]) {
      if (frame.points) frame.points = frame.points.map(at);
      if (frame.segments) frame.segments = frame.segments.map(line);
    }
    for (const frame of goal.schedule ?? []) if (frame.offset) frame.offset = at(frame.offset);
    if (goal.start !== undefined) goal.start *= factor;
  }
  for (const weight of copy.weights ?? []) weight.vertex = at(weight.vertex);
  for (const door of copy.doors ?? []) {
    door.segment = line(door.segment);
    if (door.leaf !== undefined) door.leaf *= factor;
  }
  for (const barrier of copy.barriers ?? []) barrier.segment = line(barrier.segment);
  for (const flow of [...(copy.flow ? [copy.flow] : []), ...Object.values(copy.flows ?? {})]) {
    flow.source = flow.source.map(piece) as typeof flow.source;
    flow.sink = flow.sink.map(piece) as typeof flow.sink;
  }
  if ("periodic" in copy && copy.periodic)
    copy.periodic = { from: line(copy.periodic.from), to: line(copy.periodic.to) };
  for (const spawn of copy.spawns ?? []) {
    if (spawn.segment) spawn.segment = line(spawn.segment);
    if (spawn.polygon) spawn.polygon = spawn.polygon.map(at);
    if (spawn.places) spawn.places = spawn.places.map(at);
  }
  for (const queue of Object.values(copy.queues ?? {})) {
    queue.line = queue.line.map(at);
    if (queue.counters) queue.counters = queue.counters.map(at);
  }
  for (const place of Object.values(copy.waiting ?? {})) {
    if (place.polygon) place.polygon = place.polygon.map(at);
    if (place.points) place.points = place.points.map(at);
  }
  for (const zone of copy.zones ?? []) zone.polygon = zone.polygon.map(at);
  for (const route of copy.routes ?? []) {
    route.strokes = route.strokes.map((stroke) => stroke.map(at));
    if (route.width !== undefined) route.width *= factor;
  }
  for (const measurement of Object.values(copy.measurements ?? {})) {
    if (measurement.polygon) measurement.polygon = measurement.polygon.map(at);
    if (measurement.segment) measurement.segment = line(measurement.segment);
  }
  for (const { behaviour } of Object.values(copy.profiles ?? {})) {
    if (Array.isArray(behaviour?.target)) behaviour.target = at(behaviour.target);
    if (behaviour?.curve) behaviour.curve = behaviour.curve.map(at);
  }
  return copy as S;
}

type Pair = [number, number];
type Line = (segment: Segment) => [Pair, Pair];

/** The outline of a floor, and what stands on it. */
function scaleFloor(floor: Pick<Scene, "boundary" | "obstacles">, at: (p: Point) => Pair, line: Line): void {
  floor.boundary = floor.boundary.map(at);
  for (const obstacle of floor.obstacles ?? []) {
    if (obstacle.polygon) obstacle.polygon = obstacle.polygon.map(at);
    if (obstacle.segment) obstacle.segment = line(obstacle.segment);
    if (obstacle.point) obstacle.point = at(obstacle.point);
    for (const frame of obstacle.schedule ?? []) if (frame.offset) frame.offset = at(frame.offset);
  }
}

/** Ends and steps of flights, doors of lifts. Speeds of escalators and lifts are in metres already. */
function mapConnections(building: BuildingScene, factor: number, line: Line): void {
  for (const connection of building.connections ?? []) {
    if (connection.kind === "lift") {
      for (const name of Object.keys(connection.at)) connection.at[name] = line(connection.at[name]);
      continue;
    }
    for (const end of [connection.from, connection.to]) end.segment = line(end.segment);
    if (connection.kind === "ramp") continue;
    if (connection.riser !== undefined) connection.riser *= factor;
    if (connection.tread !== undefined) connection.tread *= factor;
  }
}
