/**
 * GeoJSON (RFC 7946) both ways.
 *
 * The property `role` says what a feature is; the other properties carry what the scene keeps of it. Everything
 * without a place travels in the foreign member `wayfield`, which also says that coordinates are metres.
 */
import { InputError } from "../errors.js";
import { type Area, boxOf, type Point, type Ring, samePoint } from "../geometry/index.js";
import { type Drawing, drawingOf, type Geometry, type Role, roleOf, type Shape } from "./drawing.js";
import type { Format, Imported, Written } from "./format.js";
import { degreesOf, projector } from "./geographic.js";
import { parseJson } from "./scene-json.js";
import { sceneOf } from "./scene-of-drawing.js";
import { checkCoordinate, shownText } from "./text.js";

type Json = Readonly<Record<string, unknown>>;

/** Collections inside collections, at most so deep. */
const GREATEST_DEPTH = 32;

function objectAt(value: unknown, where: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InputError("an object is expected", where);
  }
  return value as Json;
}

function listAt(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new InputError("a list is expected", where);
  return value;
}

function pointAt(value: unknown, where: string): Point {
  const [x, y] = listAt(value, where);
  if (typeof x !== "number" || typeof y !== "number") {
    throw new InputError("a position [x, y] of two numbers is expected", where);
  }
  return [checkCoordinate(x, where), checkCoordinate(y, where)];
}

const pointsAt = (value: unknown, where: string): Point[] =>
  listAt(value, where).map((item, i) => pointAt(item, `${where}[${i}]`));

function ringAt(value: unknown, where: string): Ring {
  const points = pointsAt(value, where);
  if (points.length > 1 && samePoint(points[0], points[points.length - 1])) points.pop();
  if (points.length < 3) throw new InputError("a ring needs at least three different points", where);
  return points;
}

function areaAt(value: unknown, where: string): Area {
  const rings = listAt(value, where).map((ring, i) => ringAt(ring, `${where}[${i}]`));
  if (rings.length === 0) throw new InputError("a polygon needs a ring", where);
  return { outer: rings[0], holes: rings.slice(1) };
}

function lineAt(value: unknown, where: string): Geometry {
  const points = pointsAt(value, where);
  if (points.length < 2) throw new InputError("a line needs two points", where);
  return { kind: "line", points };
}

/** The simple geometries of a GeoJSON geometry. */
function geometriesAt(value: unknown, where: string, depth = 0): Geometry[] {
  if (value === null) return [];
  const geometry = objectAt(value, where);
  const at = `${where}.coordinates`;
  const each = <T>(read: (item: unknown, where: string) => T): T[] =>
    listAt(geometry.coordinates, at).map((item, i) => read(item, `${at}[${i}]`));
  switch (geometry.type) {
    case "Point":
      return [{ kind: "point", point: pointAt(geometry.coordinates, at) }];
    case "MultiPoint":
      return each((item, place): Geometry => ({ kind: "point", point: pointAt(item, place) }));
    case "LineString":
      return [lineAt(geometry.coordinates, at)];
    case "MultiLineString":
      return each(lineAt);
    case "Polygon":
      return [{ kind: "area", areas: [areaAt(geometry.coordinates, at)] }];
    case "MultiPolygon": {
      const areas = each(areaAt);
      return areas.length > 0 ? [{ kind: "area", areas }] : [];
    }
    case "GeometryCollection":
      if (depth >= GREATEST_DEPTH)
        throw new InputError(`collections nest deeper than ${GREATEST_DEPTH}`, where);
      return listAt(geometry.geometries, `${where}.geometries`).flatMap((item, i) =>
        geometriesAt(item, `${where}.geometries[${i}]`, depth + 1),
      );
    default:
      throw new InputError(`unknown geometry type; given: ${shownText(String(geometry.type))}`, where);
  }
}

function featureShapes(value: unknown, where: string): Shape[] {
  const feature = objectAt(value, where);
  if (feature.type !== "Feature") throw new InputError('a "Feature" is expected', where);
  const properties = objectAt(feature.properties ?? {}, `${where}.properties`);
  let role: Role | null = null;
  let name: string | undefined;
  if (properties.role !== undefined && properties.role !== null) {
    const known = typeof properties.role === "string" ? roleOf(properties.role) : null;
    if (!known) {
      const allowed = "boundary, obstacle, goal, source, sink, barrier, weight, spawn, ignore";
      throw new InputError(`unknown role; allowed: ${allowed}`, `${where}.properties.role`);
    }
    role = known.role;
    if (known.name) name = known.name;
  }
  return geometriesAt(feature.geometry ?? null, `${where}.geometry`).map((geometry) => ({
    role,
    geometry,
    properties: name === undefined ? properties : { name, ...properties },
    where,
  }));
}

function shapesOf(root: Json): Shape[] {
  if (root.type === "FeatureCollection") {
    return listAt(root.features, "features").flatMap((feature, i) =>
      featureShapes(feature, `features[${i}]`),
    );
  }
  if (root.type === "Feature") return featureShapes(root, "feature");
  return geometriesAt(root, "geometry").map((geometry) => ({
    role: null,
    geometry,
    properties: {},
    where: "geometry",
  }));
}

function mapped(geometry: Geometry, move: (p: Point) => Point): Geometry {
  if (geometry.kind === "point") return { kind: "point", point: move(geometry.point) };
  if (geometry.kind === "line") return { kind: "line", points: geometry.points.map(move) };
  const areas = geometry.areas.map(({ outer, holes }) => ({
    outer: outer.map(move),
    holes: holes.map((hole) => hole.map(move)),
  }));
  return { kind: "area", areas };
}

function everyPoint(shapes: readonly Shape[]): Point[] {
  const points: Point[] = [];
  for (const { geometry } of shapes) {
    mapped(geometry, (p) => {
      points.push(p);
      return p;
    });
  }
  return points;
}

/** Degrees are projected to metres; whatever is decided is said. */
function inMetres(root: Json, shapes: Shape[], notes: string[]): Shape[] {
  const box = boxOf(everyPoint(shapes));
  const verdict = degreesOf(root.crs, box);
  if (verdict === "unsure") {
    notes.push("coordinates could be degrees; they are taken as metres");
  }
  if (verdict !== "degrees") return shapes;
  const { project, centre } = projector(box);
  notes.push(
    `longitude and latitude projected to metres around ${centre[0]},${centre[1]}: x points east, y north`,
  );
  return shapes.map((shape) => ({ ...shape, geometry: mapped(shape.geometry, project) }));
}

function read(text: string): Imported {
  const root = objectAt(parseJson(text), "the file");
  const notes: string[] = [];
  const own = root.wayfield !== undefined;
  const settings = own ? objectAt(root.wayfield, "wayfield") : {};
  const shapes = own ? shapesOf(root) : inMetres(root, shapesOf(root), notes);
  return { scene: sceneOf({ shapes, settings } satisfies Drawing, "union", notes), notes };
}

function geoJsonOf(geometry: Geometry): object {
  if (geometry.kind === "point") return { type: "Point", coordinates: geometry.point };
  if (geometry.kind === "line") return { type: "LineString", coordinates: geometry.points };
  const closed = (ring: Ring): Ring => [...ring, ring[0]];
  const { outer, holes } = geometry.areas[0];
  return { type: "Polygon", coordinates: [outer, ...holes].map(closed) };
}

function write(scene: Parameters<typeof drawingOf>[0]): Written {
  const { shapes, settings } = drawingOf(scene);
  const features = shapes.map(({ role, geometry, properties }) =>
    JSON.stringify({ type: "Feature", properties: { role, ...properties }, geometry: geoJsonOf(geometry) }),
  );
  const text = `{\n"type": "FeatureCollection",\n"wayfield": ${JSON.stringify(settings)},\n"features": [\n${features.join(",\n")}\n]\n}\n`;
  return { text, notes: [] };
}

/** GeoJSON. */
export const geoJsonFormat: Format = {
  id: "geojson",
  title: "GeoJSON",
  extensions: [".geojson"],
  read,
  write,
};
