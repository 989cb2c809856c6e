/**
 * Well-known text both ways, as JuPedSim keeps its geometries: a polygon is walkable, its holes are obstacles, a
 * collection is the union of its polygons. Lines are walls and points are point obstacles.
 */
import { InputError } from "../errors.js";
import { type Area, type Box, boxOf, meet, type Point, type Ring, samePoint } from "../geometry/index.js";
import type { Obstacle, Scene } from "../world/index.js";
import type { Geometry, Shape } from "./drawing.js";
import type { Format, Imported, Written } from "./format.js";
import { sceneOf } from "./scene-of-drawing.js";
import { counted, Places, readCoordinate, shownText } from "./text.js";
import { differenceOf, ringInside } from "./walkable.js";

const GREATEST_DEPTH = 32;

/** A recursive-descent reader: one method per rule of the grammar. */
class WktReader {
  readonly shapes: Shape[] = [];
  private readonly pattern = /\s*([A-Za-z]+|[(),;]|[^\s(),;]+)/y;
  private readonly places: Places;
  private token = "";
  private start = 0;

  constructor(private readonly text: string) {
    this.places = new Places(text);
    this.advance();
  }

  get where(): string {
    return this.places.at(this.start);
  }

  private advance(): void {
    const match = this.pattern.exec(this.text);
    this.token = match ? match[1] : "";
    this.start = match ? match.index + match[0].length - this.token.length : this.text.length;
  }

  private fail(expected: string): never {
    const given = this.token === "" ? "the end of the file" : shownText(this.token);
    throw new InputError(`${expected} is expected; given: ${given}`, this.where);
  }

  private take(symbol: string): boolean {
    if (this.token !== symbol) return false;
    this.advance();
    return true;
  }

  /** Everything up to the end of the text; several geometries in a row count as one collection. */
  file(): void {
    if (/^SRID=/i.test(this.token)) {
      this.fail("plain WKT without SRID");
    }
    do this.geometry(0);
    while (this.token !== "");
  }

  private geometry(depth: number): void {
    const where = this.where;
    const type = this.token.toUpperCase();
    this.advance();
    // Z and M only say that more numbers follow; all but x and y are skipped.
    if (/^(Z|M|ZM)$/i.test(this.token)) this.advance();
    const add = (geometry: Geometry): void => {
      this.shapes.push({
        role: geometry.kind === "area" ? "boundary" : "obstacle",
        geometry,
        properties: {},
        where,
      });
    };
    const point = (): void => add({ kind: "point", point: this.position() });
    const line = (): void => add({ kind: "line", points: this.line() });
    const area = (): void => add({ kind: "area", areas: [this.area()] });
    const rules: Record<string, () => void> = {
      POINT: () => this.list(point),
      MULTIPOINT: () => this.list(() => (this.token === "(" ? this.list(point) : point())),
      LINESTRING: line,
      MULTILINESTRING: () => this.list(line),
      POLYGON: area,
      MULTIPOLYGON: () => this.list(area),
      GEOMETRYCOLLECTION: () => this.list(() => this.geometry(depth + 1)),
    };
    if (!Object.hasOwn(rules, type)) {
      throw new InputError(
        `one of ${Object.keys(rules).join(", ")} is expected; given: ${shownText(type)}`,
        where,
      );
    }
    if (depth > GREATEST_DEPTH) throw new InputError(`collections nest deeper than ${GREATEST_DEPTH}`, where);
    if (/^EMPTY$/i.test(this.token)) this.advance();
    else rules[type]();
  }

  private list(item: () => void): void {
    if (!this.take("(")) this.fail('"("');
    do item();
    while (this.take(","));
    if (!this.take(")")) this.fail('"," or ")"');
  }

  private number(): number {
    const value = readCoordinate(this.token, this.where);
    this.advance();
    return value;
  }

  private position(): Point {
    const point: Point = [this.number(), this.number()];
    for (let extra = 0; extra < 2 && this.token !== "," && this.token !== ")" && this.token !== ""; extra++)
      this.number();
    return point;
  }

  private line(): Point[] {
    const { where } = this;
    const points: Point[] = [];
    this.list(() => points.push(this.position()));
    if (points.length < 2) throw new InputError("a line needs two points", where);
    return points;
  }

  private area(): Area {
    const rings: Ring[] = [];
    this.list(() => rings.push(this.ring()));
    return { outer: rings[0], holes: rings.slice(1) };
  }

  private ring(): Ring {
    const { where } = this;
    const points = this.line();
    if (!samePoint(points[0], points[points.length - 1])) {
      throw new InputError("a ring must end with the point it starts with", where);
    }
    points.pop();
    if (points.length < 3) throw new InputError("a ring needs at least three different points", where);
    return points;
  }
}

function read(text: string): Imported {
  const reader = new WktReader(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  reader.file();
  const notes: string[] = [];
  return { scene: sceneOf({ shapes: reader.shapes, settings: {} }, "union", notes), notes };
}

interface Boxed {
  readonly ring: Ring;
  readonly box: Box;
}

function boxesMeet(a: Box, b: Box): boolean {
  return a.minX <= b.maxX && b.minX <= a.maxX && a.minY <= b.maxY && b.minY <= a.maxY;
}

/** Whether no edges of two rings touch or cross. */
function edgesApart(a: Ring, b: Ring): boolean {
  return a.every((p, i) => {
    const q = a[(i + 1) % a.length];
    return b.every((r, j) => meet(p, q, r, b[(j + 1) % b.length]) === "apart");
  });
}

function beside(a: Boxed, b: Boxed): boolean {
  if (!boxesMeet(a.box, b.box)) return true;
  return edgesApart(a.ring, b.ring) && !ringInside(a.ring, b.ring) && !ringInside(b.ring, a.ring);
}

/** Whether obstacles lie inside the boundary and beside each other, so that no coordinate must change. */
function areHoles(boundary: Ring, obstacles: readonly Ring[]): boolean {
  const boxed = obstacles.map((ring) => ({ ring, box: boxOf(ring) }));
  return boxed.every(
    (a, i) =>
      edgesApart(a.ring, boundary) &&
      ringInside(a.ring, boundary) &&
      boxed.every((b, j) => j >= i || beside(a, b)),
  );
}

const pair = (p: Point): string => `${p[0]} ${p[1]}`;
const ringText = (ring: Ring): string => `(${[...ring, ring[0]].map(pair).join(", ")})`;
const polygonText = ({ outer, holes }: Area): string =>
  `POLYGON (${[outer, ...holes].map(ringText).join(", ")})`;

/** Names what a scene holds that text of this kind cannot. */
function lossesOf(scene: Scene): string[] {
  const lost = Object.entries(scene)
    .filter(
      ([key, value]) => value !== undefined && !["format", "version", "boundary", "obstacles"].includes(key),
    )
    .map(([key]) => key);
  const notes = lost.length > 0 ? [`WKT holds the walkable area only; left out: ${lost.join(", ")}`] : [];
  const moving = (scene.obstacles ?? []).filter((obstacle) => obstacle.schedule).length;
  if (moving > 0)
    notes.push(`left out: the ${counted(moving, "schedule")} of obstacles; they stand as drawn`);
  return notes;
}

function write(scene: Scene): Written {
  const notes = lossesOf(scene);
  const obstacles: readonly Obstacle[] = scene.obstacles ?? [];
  const rings = obstacles.flatMap(({ polygon }) => (polygon ? [polygon] : []));
  let areas: Area[] = [{ outer: scene.boundary, holes: rings }];
  if (!areHoles(scene.boundary, rings)) {
    notes.push(
      "obstacles touch or overlap each other or the boundary; their union was cut out of the boundary",
    );
    areas = differenceOf(scene.boundary, rings, notes);
    if (areas.length === 0) throw new InputError("the obstacles leave no walkable area");
  }
  const parts = [
    ...areas.map(polygonText),
    ...obstacles.flatMap(({ segment }) => (segment ? [`LINESTRING (${segment.map(pair).join(", ")})`] : [])),
    ...obstacles.flatMap(({ point }) => (point ? [`POINT (${pair(point)})`] : [])),
  ];
  const text = parts.length === 1 ? parts[0] : `GEOMETRYCOLLECTION (${parts.join(",\n")})`;
  return { text: `${text}\n`, notes };
}

/** Well-known text. */
export const wktFormat: Format = {
  id: "wkt",
  title: "Well-known text",
  extensions: [".wkt"],
  read,
  write,
};
