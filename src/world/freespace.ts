/**
 * The free space of a plan: where people can walk.
 *
 * Free space is closed. A path may slide along a wall, but not pass where two obstacles touch: what counts is
 * whether there are free paths arbitrarily near, and those live in the free triangles and cross only unconstrained
 * edges. All questions here are answered on that triangulation, decisions in exact arithmetic.
 */
import {
  type Area,
  AT_VERTEX,
  boxOf,
  type Constraint,
  type DrawnPortal,
  drawPortals,
  faceOf,
  IN_FACE,
  nextEdge as next,
  ON_EDGE,
  OUTSIDE,
  openPairs,
  type Point,
  type PortalSides,
  prevEdge as prev,
  type Ring,
  type Spot,
  Triangulation,
} from "../geometry/index.js";
import { Nearest, type Passage } from "./nearest.js";
import type { Obstacle, Scene } from "./scene.js";
import { sees } from "./sight.js";

/** The walkable outline counts -1, every obstacle polygon +1: a face is free where the sum is negative. */
const OUTLINE_WEIGHT = -1;

/** Connected parts of the free space. */
interface Components {
  readonly version: number;
  /** Component of each face, -1 where it is not free. */
  readonly labels: Int32Array;
  readonly areas: readonly number[];
}

/** An obstacle as geometry alone. */
function shapeOf({ polygon, segment, point }: Obstacle): Constraint {
  if (polygon) return { polygon };
  return segment ? { segment } : { point: point! };
}

/** Where people can walk, as triangles. */
export class FreeSpace {
  /** Faces, edges and vertices. Planners read it; only `add` and `remove` change it. */
  readonly triangulation: Triangulation;

  /** Where one walks from one part of the plane to another: foot and head of flights of stairs. */
  portals: readonly DrawnPortal[] = [];

  private readonly nearest: Nearest;
  private readonly spot: Spot = { place: OUTSIDE, edge: -1 };
  private known: Components | undefined;

  /** The inside of `boundary`, a simple ring of any orientation, less the obstacles; obstacle i gets number i. */
  constructor(boundary: Ring, obstacles: readonly Constraint[], ready?: Triangulation) {
    this.triangulation =
      ready ??
      Triangulation.of([...obstacles, { polygon: boundary }], [...obstacles.map(() => 1), OUTLINE_WEIGHT]);
    this.nearest = new Nearest(this.triangulation);
  }

  /** The free space of a scene, with every obstacle where it is drawn. */
  static of({ boundary, obstacles = [] }: Pick<Scene, "boundary" | "obstacles">): FreeSpace {
    return new FreeSpace(boundary, obstacles.map(shapeOf));
  }

  /** The space inside some areas, whatever their number; `within` says how far it may ever reach. */
  static ofAreas(areas: readonly Area[], within: Ring): FreeSpace {
    const rings = areas.flatMap(({ outer, holes }) => [
      { polygon: outer, weight: OUTLINE_WEIGHT },
      ...holes.map((polygon) => ({ polygon, weight: -OUTLINE_WEIGHT })),
    ]);
    const weights = rings.map(({ weight }) => weight);
    return new FreeSpace([], [], Triangulation.of(rings, weights, boxOf(within)));
  }

  /** A free space of its own with the same content; obstacles keep their numbers. */
  clone(): FreeSpace {
    const copy = new FreeSpace([], [], this.triangulation.clone());
    copy.portals = this.portals;
    return copy;
  }

  /** Opens portals: who crosses one side comes out of the other. */
  join(portals: readonly PortalSides[]): this {
    this.portals = [...this.portals, ...drawPortals(this.triangulation, portals)];
    return this;
  }

  /** Adds an obstacle while the space is in use; returns its number. Only its neighbourhood changes. */
  add(obstacle: Constraint): number {
    return this.triangulation.insert(obstacle);
  }

  /** Takes an obstacle away again. */
  remove(id: number): void {
    this.triangulation.remove(id);
  }

  /** Whether people can stand in face f. */
  isFree(f: number): boolean {
    return this.triangulation.mesh.cover[f] < 0;
  }

  /** A free face that holds the point, in its inside or on its border; -1 when the point is not free. */
  faceAt(x: number, y: number): number {
    const { place, edge } = this.triangulation.locate(x, y, this.spot);
    if (place === OUTSIDE) return -1;
    if (this.isFree(faceOf(edge))) return faceOf(edge);
    return place === IN_FACE ? -1 : (this.freeFacesAt(place, edge)[0] ?? -1);
  }

  /** All free faces that hold a point, on their border or inside. */
  facesAt([x, y]: Point): number[] {
    const { place, edge } = this.triangulation.locate(x, y, this.spot);
    return place === OUTSIDE ? [] : this.freeFacesAt(place, edge);
  }

  /** All free faces that touch an edge or a vertex. */
  private freeFacesAt(place: number, edge: number): number[] {
    const { twins } = this.triangulation.mesh;
    const faces = [faceOf(edge)];
    if (place === ON_EDGE) faces.push(faceOf(twins[edge]));
    if (place === AT_VERTEX) {
      for (let e = twins[prev(edge)]; e !== edge && e >= 0; e = twins[prev(e)]) faces.push(faceOf(e));
    }
    return faces.filter((f) => this.isFree(f));
  }

  /** Whether a point belongs to the free space, walls included. */
  contains([x, y]: Point): boolean {
    return this.faceAt(x, y) >= 0;
  }

  /** Distance to the nearest wall, corner or post, in metres; 0 on them and outside the free space. */
  clearance([x, y]: Point): number {
    const f = this.faceAt(x, y);
    return f < 0 ? 0 : this.nearest.wall(x, y, f);
  }

  /** Whether the straight way from a to b can be walked. */
  visible(a: Point, b: Point): boolean {
    return sees(this.triangulation, a, b);
  }

  /**
   * The free point nearest to p, p itself where it is free; null when nothing is free.
   *
   * @param within metres from p; what is farther away does not count
   * @param accept which places on the border of free space count; default all
   */
  nearestFree(p: Point, within?: number, accept?: (place: Point) => boolean): Point | null {
    if (this.contains(p)) return p;
    const { minX, minY, maxX, maxY } = this.triangulation.mesh.box;
    // Beyond the rectangle, the faces nearest to p are those at the nearest point of its border.
    const x = Math.min(Math.max(p[0], minX), maxX);
    const y = Math.min(Math.max(p[1], minY), maxY);
    const { edge } = this.triangulation.locate(x, y, this.spot);
    const passage = this.nearest.passage(p[0], p[1], faceOf(edge), within, accept);
    return passage && this.settled(passage);
  }

  /** A foot point is rounded and may lie a rounding error inside the wall: moves it until it is free for certain. */
  private settled({ point, edge }: Passage): Point {
    if (this.contains(point)) return point;
    const { triangles, coords } = this.triangulation.mesh;
    const corner = (e: number): Point => [coords[2 * triangles[e]], coords[2 * triangles[e] + 1]];
    const [a, b, c] = [edge, next(edge), prev(edge)].map(corner);
    const centre = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3];
    for (let step = 2 ** -52; step < 1; step *= 2) {
      const moved: Point = [
        point[0] + step * (centre[0] - point[0]),
        point[1] + step * (centre[1] - point[1]),
      ];
      if (this.contains(moved)) return moved;
    }
    return a;
  }

  /** Number of the connected part of the free space that a point lies in, by falling area from 0; -1 outside. */
  componentOf([x, y]: Point): number {
    const f = this.faceAt(x, y);
    return f < 0 ? -1 : this.components().labels[f];
  }

  /** All connected parts that a point touches: several where it lies on a wall between them. */
  componentsAt([x, y]: Point): number[] {
    const { place, edge } = this.triangulation.locate(x, y, this.spot);
    if (place === OUTSIDE) return [];
    const { labels } = this.components();
    return [...new Set(this.freeFacesAt(place, edge).map((f) => labels[f]))];
  }

  /** How many free sectors meet at a point: more than one where walls part them and nobody passes between. */
  sectorsAt([x, y]: Point): number {
    const { mesh } = this.triangulation;
    const { place, edge } = this.triangulation.locate(x, y, this.spot);
    if (place === OUTSIDE) return 0;
    if (place !== AT_VERTEX)
      return this.freeFacesAt(place, edge).length === 0 ? 0 : this.sidesOf(place, edge);
    let walls = 0;
    let free = 0;
    let e = edge;
    do {
      const isFree = this.isFree(faceOf(e));
      if (isFree) free++;
      // A sector begins where a wall is followed by a free face.
      if (isFree && mesh.marks[e] !== 0) walls++;
      e = mesh.twins[prev(e)];
    } while (e !== edge && e >= 0);
    return walls > 0 ? walls : Math.min(free, 1);
  }

  /** 2 on a wall with free ground on both sides, else 1. */
  private sidesOf(place: number, edge: number): number {
    return place === ON_EDGE && this.triangulation.mesh.marks[edge] !== 0
      ? this.freeFacesAt(place, edge).length
      : 1;
  }

  /** Areas of the connected parts, in square metres, the greatest first. */
  get componentAreas(): readonly number[] {
    return this.components().areas;
  }

  /** Area of the free space in square metres. */
  get area(): number {
    return this.components().areas.reduce((sum, area) => sum + area, 0);
  }

  /** Number of free triangles. */
  get freeFaces(): number {
    const { cover, triangles, faceCount } = this.triangulation.mesh;
    let count = 0;
    for (let f = 0; f < faceCount; f++) if (triangles[3 * f] >= 0 && cover[f] < 0) count++;
    return count;
  }

  private components(): Components {
    if (this.known?.version !== this.triangulation.version) this.known = this.findComponents();
    return this.known;
  }

  private findComponents(): Components {
    const { mesh, version } = this.triangulation;
    const labels = new Int32Array(mesh.faceCount).fill(-1);
    const found: { area: number; label: number }[] = [];
    const across = new Map<number, number>();
    for (const portal of this.portals) {
      for (const [e, f] of openPairs(this.triangulation, portal)) across.set(e, f).set(f, e);
    }
    for (let f = 0; f < mesh.faceCount; f++) {
      if (mesh.triangles[3 * f] < 0 || !this.isFree(f) || labels[f] >= 0) continue;
      found.push({ area: this.fill(f, found.length, labels, across), label: found.length });
    }
    found.sort((p, q) => q.area - p.area || p.label - q.label);
    const rank = new Int32Array(found.length);
    found.forEach(({ label }, i) => {
      rank[label] = i;
    });
    for (let f = 0; f < labels.length; f++) if (labels[f] >= 0) labels[f] = rank[labels[f]];
    return { version, labels, areas: found.map(({ area }) => area) };
  }

  /** Labels the part that holds face f; returns its area. */
  private fill(f: number, label: number, labels: Int32Array, across: ReadonlyMap<number, number>): number {
    const { twins, marks } = this.triangulation.mesh;
    const pending = [f];
    labels[f] = label;
    let area = 0;
    while (pending.length > 0) {
      const face = pending.pop()!;
      area += this.areaOf(face);
      for (let e = 3 * face; e < 3 * face + 3; e++) {
        const beyond = marks[e] === 0 ? twins[e] : across.get(e);
        if (beyond === undefined || labels[faceOf(beyond)] >= 0) continue;
        labels[faceOf(beyond)] = label;
        pending.push(faceOf(beyond));
      }
    }
    return area;
  }

  private areaOf(f: number): number {
    const { triangles, coords } = this.triangulation.mesh;
    const [a, b, c] = [2 * triangles[3 * f], 2 * triangles[3 * f + 1], 2 * triangles[3 * f + 2]];
    const ux = coords[b] - coords[a];
    const uy = coords[b + 1] - coords[a + 1];
    return (ux * (coords[c + 1] - coords[a + 1]) - uy * (coords[c] - coords[a])) / 2;
  }
}
