/**
 * DXF drawings to scenes: lines, polylines, circles, arcs, ellipses and points, with blocks put in place.
 *
 * The layer's name is the role; everything on other layers is an obstacle. Coordinates become metres.
 */
import { InputError } from "../errors.js";
import { type Point, samePoint } from "../geometry/index.js";
import { type Affine, apply, applyVector, compose, rotation, scaling, translation } from "./affine.js";
import { type Arc, arcPoints, bulgeArc, CURVE_TOLERANCE, ellipseRing } from "./curves.js";
import { type Geometry, roleOf, type Shape } from "./drawing.js";
import { type DxfRecord, readRecords } from "./dxf-groups.js";
import type { Imported } from "./format.js";
import { parseJson } from "./scene-json.js";
import { sceneOf } from "./scene-of-drawing.js";
import { checkCoordinate, counted, readNumber } from "./text.js";

/** The name under which our own data travels in extended data. */
export const APPLICATION = "WAYFIELD";

/** $INSUNITS: name and metres per unit. */
const UNITS: Readonly<Record<number, readonly [string, number]>> = {
  1: ["inches", 0.0254],
  2: ["feet", 0.3048],
  3: ["miles", 1609.344],
  4: ["millimetres", 0.001],
  5: ["centimetres", 0.01],
  6: ["metres", 1],
  7: ["kilometres", 1000],
  10: ["yards", 0.9144],
  14: ["decimetres", 0.1],
};

/** Blocks inside blocks, and entities after all blocks are expanded: a small file cannot ask for more. */
const GREATEST_DEPTH = 16;
const MOST_ENTITIES = 1_000_000;

/** A polyline comes with its vertices. */
interface Entity {
  readonly record: DxfRecord;
  readonly vertices: readonly DxfRecord[];
}

interface Block {
  readonly base: Point;
  readonly entities: Entity[];
}

interface Contents {
  readonly units: number;
  readonly blocks: Map<string, Block>;
  readonly entities: Entity[];
}

/** Gathers VERTEX records behind their POLYLINE. */
function gathered(records: readonly DxfRecord[]): Entity[] {
  const entities: Entity[] = [];
  let vertices: DxfRecord[] | null = null;
  for (const record of records) {
    if (record.type === "VERTEX" && vertices) vertices.push(record);
    else if (record.type === "SEQEND") vertices = null;
    else {
      vertices = [];
      entities.push({ record, vertices });
      if (record.type !== "POLYLINE") vertices = null;
    }
  }
  return entities;
}

function unitsOf(header: DxfRecord): number {
  const at = header.groups.findIndex(({ code, value }) => code === 9 && value.trim() === "$INSUNITS");
  const group = at >= 0 ? header.groups[at + 1] : undefined;
  return group?.code === 70 ? Number(group.value) : 0;
}

function blocksOf(records: readonly DxfRecord[]): Map<string, Block> {
  const blocks = new Map<string, Block>();
  let start = 0;
  records.forEach((record, i) => {
    if (record.type === "BLOCK") start = i;
    else if (record.type === "ENDBLK" && records[start].type === "BLOCK") {
      const block = records[start];
      blocks.set(block.text(2)?.toUpperCase() ?? "", {
        base: [block.number(10, 0), block.number(20, 0)],
        entities: gathered(records.slice(start + 1, i)),
      });
    }
  });
  return blocks;
}

function contentsOf(records: readonly DxfRecord[]): Contents {
  let units = 0;
  let blocks = new Map<string, Block>();
  const entities: Entity[] = [];
  for (let i = 0; i < records.length; i++) {
    if (records[i].type !== "SECTION") continue;
    let end = i + 1;
    while (end < records.length && records[end].type !== "ENDSEC") end++;
    const inner = records.slice(i + 1, end);
    const name = records[i].text(2)?.toUpperCase();
    if (name === "HEADER") units = unitsOf(records[i]);
    else if (name === "BLOCKS") blocks = blocksOf(inner);
    else if (name === "ENTITIES") for (const entity of gathered(inner)) entities.push(entity);
    i = end;
  }
  return { units, blocks, entities };
}

/** Turns entities into shapes, and counts what it cannot. */
class DxfReader {
  readonly shapes: Shape[] = [];
  readonly leftOut = new Map<string, number>();
  settings: Record<string, unknown> = {};
  curves = 0;
  private seen = 0;

  constructor(private readonly blocks: Map<string, Block>) {}

  entities(list: readonly Entity[], place: Affine, layer: string | null, depth: number): void {
    for (const entity of list) {
      if (++this.seen > MOST_ENTITIES) {
        throw new InputError(
          `more than ${MOST_ENTITIES} entities after blocks are expanded`,
          entity.record.where,
        );
      }
      this.entity(entity, place, layer, depth);
    }
  }

  private leaveOut(what: string): void {
    this.leftOut.set(what, (this.leftOut.get(what) ?? 0) + 1);
  }

  private entity(entity: Entity, place: Affine, outerLayer: string | null, depth: number): void {
    const { record } = entity;
    // Layer 0 inside a block means the layer of the insertion.
    const own = record.text(8) ?? "0";
    const layer = own === "0" && outerLayer !== null ? outerLayer : own;
    const flat = this.planeOf(record);
    if (flat === null) {
      this.leaveOut(`${record.type} outside the plane`);
      return;
    }
    // Lines and points are drawn in world coordinates, all else in the entity's own plane.
    const world = record.type === "LINE" || record.type === "POINT";
    const map = world ? place : compose(place, flat);
    if (record.type === "INSERT") {
      this.insert(record, map, layer, depth);
      return;
    }
    const geometry = this.geometryOf(entity, map);
    if (geometry) this.add(record, geometry, layer);
    else this.leaveOut(record.type);
  }

  /** The entity's plane: the drawing plane, its mirror image, or null when it is tilted. */
  private planeOf(record: DxfRecord): Affine | null {
    const [x, y, z] = [record.number(210, 0), record.number(220, 0), record.number(230, 1)];
    if (Math.abs(x) > 1e-9 || Math.abs(y) > 1e-9) return null;
    return scaling(z < 0 ? -1 : 1, 1);
  }

  private add(record: DxfRecord, geometry: Geometry, layer: string): void {
    const known = /^defpoints$/i.test(layer) ? { role: "ignore" as const, name: "" } : roleOf(layer);
    const properties: Record<string, unknown> = known?.name ? { name: known.name } : {};
    const data = record.extended(APPLICATION);
    if (data !== "") {
      try {
        const { settings, ...more } = parseJson(data) as Record<string, unknown>;
        Object.assign(properties, more);
        if (typeof settings === "object") this.settings = { ...settings };
      } catch (error) {
        throw error instanceof InputError ? error.within(`${record.where}, extended data`) : error;
      }
    }
    this.shapes.push({ role: known?.role ?? null, geometry, properties, where: record.where });
  }

  private insert(record: DxfRecord, map: Affine, layer: string, depth: number): void {
    const block = this.blocks.get(record.text(2)?.toUpperCase() ?? "");
    if (!block) {
      this.leaveOut("INSERT of an unknown block");
      return;
    }
    if (depth >= GREATEST_DEPTH)
      throw new InputError(`blocks nest deeper than ${GREATEST_DEPTH}`, record.where);
    const columns = Math.max(1, record.number(70, 1));
    const rows = Math.max(1, record.number(71, 1));
    const turned = compose(
      compose(map, translation(record.need(10), record.need(20))),
      rotation(record.number(50, 0)),
    );
    const inner = compose(
      scaling(record.number(41, 1), record.number(42, 1)),
      translation(-block.base[0], -block.base[1]),
    );
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        // An empty block still counts, so that an absurd number of copies ends here too.
        if (++this.seen > MOST_ENTITIES) {
          throw new InputError(`more than ${MOST_ENTITIES} entities after blocks are expanded`, record.where);
        }
        const shift = translation(column * record.number(44, 0), row * record.number(45, 0));
        this.entities(block.entities, compose(compose(turned, shift), inner), layer, depth + 1);
      }
    }
  }

  private geometryOf(entity: Entity, map: Affine): Geometry | null {
    const { record } = entity;
    const at = (x: number, y: number): Point => placed(map, [x, y], record);
    const line = (points: Point[]): Geometry => ({ kind: "line", points });
    switch (record.type) {
      case "LINE":
        return line([at(record.need(10), record.need(20)), at(record.need(11), record.need(21))]);
      case "POINT":
        return { kind: "point", point: at(record.need(10), record.need(20)) };
      case "CIRCLE":
      case "ARC":
        return this.circle(record, map);
      case "ELLIPSE":
        return this.ellipse(record, map);
      case "LWPOLYLINE":
        return this.polyline(lightVertices(record), (record.number(70, 0) & 1) === 1, map, record);
      case "POLYLINE": {
        const flags = record.number(70, 0);
        // Meshes and curve frames are no walls.
        if ((flags & (16 | 64)) !== 0) return null;
        return this.polyline(entity.vertices.map(heavyVertex), (flags & 1) === 1, map, record);
      }
      default:
        return null;
    }
  }

  private circle(record: DxfRecord, map: Affine): Geometry {
    this.curves++;
    const centre = placed(map, [record.need(10), record.need(20)], record);
    const radius = record.need(40);
    const [u, v] = [applyVector(map, [radius, 0]), applyVector(map, [0, radius])];
    placed(map, [record.need(10) + radius, record.need(20) + radius], record);
    if (record.type === "CIRCLE") return areaOf(ellipseRing(centre, u, v));
    const start = (record.need(50) * Math.PI) / 180;
    const sweep = ((((record.need(51) - record.need(50)) % 360) + 360) % 360 || 360) * (Math.PI / 180);
    return { kind: "line", points: arcPoints(centre, u, v, start, sweep) };
  }

  private ellipse(record: DxfRecord, map: Affine): Geometry {
    this.curves++;
    const centre = placed(map, [record.need(10), record.need(20)], record);
    const major: Point = [record.need(11), record.need(21)];
    const ratio = record.need(40);
    placed(map, [record.need(10) + major[0], record.need(20) + major[1]], record);
    const u = applyVector(map, major);
    const v = applyVector(map, [-major[1] * ratio, major[0] * ratio]);
    const start = record.number(41, 0);
    const sweep = record.number(42, 2 * Math.PI) - start;
    if (Math.abs(sweep - 2 * Math.PI) < 1e-9) return areaOf(ellipseRing(centre, u, v));
    const turn = sweep - 2 * Math.PI * Math.floor(sweep / (2 * Math.PI));
    return { kind: "line", points: arcPoints(centre, u, v, start, turn) };
  }

  /** The inner points of an arc, flattened where its size is known in metres. */
  private bulge({ centre, radius, start, sweep }: Arc, map: Affine, record: DxfRecord): Point[] {
    this.curves++;
    const middle = placed(map, centre, record);
    const [u, v] = [applyVector(map, [radius, 0]), applyVector(map, [0, radius])];
    return arcPoints(middle, u, v, start, sweep).slice(1, -1);
  }

  private polyline(
    vertices: readonly Vertex[],
    closed: boolean,
    map: Affine,
    record: DxfRecord,
  ): Geometry | null {
    if (vertices.length < 2) return null;
    const images = [placed(map, vertices[0].point, record)];
    const last = closed ? vertices.length : vertices.length - 1;
    for (let i = 0; i < last; i++) {
      const { point, bulge } = vertices[i];
      const next = vertices[(i + 1) % vertices.length].point;
      if (bulge !== 0) {
        for (const image of this.bulge(bulgeArc(point, next, bulge), map, record)) images.push(image);
      }
      // The given end, not the computed one: neighbouring pieces must meet.
      images.push(placed(map, next, record));
    }
    const ends = samePoint(images[0], images[images.length - 1]);
    if ((closed || ends) && images.length > 3) return areaOf(images.slice(0, -1));
    return { kind: "line", points: closed ? images.slice(0, -1) : images };
  }
}

interface Vertex {
  readonly point: Point;
  readonly bulge: number;
}

function lightVertices(record: DxfRecord): Vertex[] {
  const vertices: { point: [number, number]; bulge: number }[] = [];
  for (const { code, value, line } of record.groups) {
    if (code !== 10 && code !== 20 && code !== 42) continue;
    const number = readNumber(value.trim(), `line ${line}`);
    const current = vertices[vertices.length - 1];
    if (code === 10) vertices.push({ point: [number, 0], bulge: 0 });
    else if (current && code === 20) current.point[1] = number;
    else if (current) current.bulge = number;
  }
  return vertices;
}

function heavyVertex(record: DxfRecord): Vertex {
  return { point: [record.need(10), record.need(20)], bulge: record.number(42, 0) };
}

function placed(map: Affine, point: Point, record: DxfRecord): Point {
  const [x, y] = apply(map, point);
  return [checkCoordinate(x, record.where), checkCoordinate(y, record.where)];
}

function areaOf(outer: Point[]): Geometry {
  return { kind: "area", areas: [{ outer, holes: [] }] };
}

/** Reads ASCII DXF. */
export function readDxf(text: string): Imported {
  const { units, blocks, entities } = contentsOf(readRecords(text));
  const [name, metres] = UNITS[units] ?? [null, 1];
  const reader = new DxfReader(blocks);
  reader.entities(entities, scaling(metres, metres), null, 0);
  const notes: string[] = [];
  if (name === null) notes.push(`no unit that is known ($INSUNITS ${units}); numbers are taken as metres`);
  else if (metres !== 1) notes.push(`${name} converted to metres`);
  if (reader.curves > 0) {
    notes.push(`${counted(reader.curves, "curve")} replaced by straight pieces within ${CURVE_TOLERANCE} m`);
  }
  if (reader.leftOut.size > 0) {
    const list = [...reader.leftOut].map(([type, count]) => `${count} ${type}`).join(", ");
    notes.push(`not read: ${list}`);
  }
  return { scene: sceneOf({ shapes: reader.shapes, settings: reader.settings }, "frame", notes), notes };
}
