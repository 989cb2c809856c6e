/**
 * The cells of many points at once, as the dual of their Delaunay triangulation: the circle of a triangle is the empty circle
 * of a vertex, and the triangles around a point are the vertices of its cell.
 *
 * That holds where no wall comes into these circles: they cover the cell. It is exact enough where no triangle is a needle and
 * no two neighbouring circles, or points, are all but the same. A cell of which this is true is called plain; all others are left to the
 * envelope, which is made for ties and walls.
 */
import { faceOf, nextEdge, type TriangleMesh, Triangulation } from "../geometry/index.js";
import type { Elements } from "./elements.js";
import { TIE } from "./envelope.js";

/** Least sine of the angle between the sides of a triangle from which its circle is worked out. */
const NEEDLE = 1e-2;

/** Neighbours of plain cells are farther away than this share of the clearance at their edge. */
const FLAT = 1e-3;

/** Edges of plain cells are longer than this many ties. */
const CLEARLY = 1e5;

/** The stars of points in their Delaunay triangulation; see the top of this file. */
export class Dual {
  /** Of the point looked at, clockwise: its neighbours. */
  readonly neighbours: number[] = [];
  /** The circle in which the piece towards each of them begins: its centre as seen from the point, and its radius. */
  readonly circles: number[] = [];

  /**
   * The circle of every face: its centre as seen from the face's first vertex, so that large coordinates cost no digits, and its
   * radius, which is infinite where the face is a needle or something stands in the circle.
   */
  private readonly faces: Float64Array;
  private readonly mesh: TriangleMesh;
  /** Vertex of every point, in the order given, and element of every vertex. */
  private readonly vertices: Int32Array;
  private readonly owners: Int32Array;

  /**
   * @param points elements, no two at one place
   * @param isEmpty whether no wall comes into a circle
   */
  constructor(
    elements: Elements,
    points: readonly number[],
    isEmpty: (x: number, y: number, r: number) => boolean,
  ) {
    const places = new Float64Array(2 * points.length);
    for (let i = 0; i < points.length; i++) {
      places[2 * i] = elements.ax[points[i]];
      places[2 * i + 1] = elements.ay[points[i]];
    }
    const { triangulation, vertices } = Triangulation.ofPoints(places);
    this.mesh = triangulation.mesh;
    this.vertices = vertices;
    this.owners = new Int32Array(this.mesh.vertexEdge.length).fill(-1);
    for (let i = 0; i < points.length; i++) this.owners[vertices[i]] = points[i];
    this.faces = new Float64Array(3 * this.mesh.faceCount);
    for (let f = 0; f < this.mesh.faceCount; f++) this.encircle(f, isEmpty);
  }

  /** Works out the circle of a face. */
  private encircle(f: number, isEmpty: (x: number, y: number, r: number) => boolean): void {
    const { faces, owners } = this;
    const { triangles, coords } = this.mesh;
    const a = triangles[3 * f];
    const b = triangles[3 * f + 1];
    const c = triangles[3 * f + 2];
    faces[3 * f + 2] = Infinity;
    // A corner of the rectangle around everything is no point.
    if (a < 0 || owners[a] < 0 || owners[b] < 0 || owners[c] < 0) return;
    const bx = coords[2 * b] - coords[2 * a];
    const by = coords[2 * b + 1] - coords[2 * a + 1];
    const cx = coords[2 * c] - coords[2 * a];
    const cy = coords[2 * c + 1] - coords[2 * a + 1];
    const b2 = bx * bx + by * by;
    const c2 = cx * cx + cy * cy;
    const cross = bx * cy - by * cx;
    if (!(cross * cross > NEEDLE * NEEDLE * b2 * c2)) return;
    const dx = (cy * b2 - by * c2) / (2 * cross);
    const dy = (bx * c2 - cx * b2) / (2 * cross);
    const r = Math.sqrt(dx * dx + dy * dy);
    if (!isEmpty(coords[2 * a] + dx, coords[2 * a + 1] + dy, r * (1 + 1e-9))) return;
    faces[3 * f] = dx;
    faces[3 * f + 1] = dy;
    faces[3 * f + 2] = r;
  }

  /** Looks at point i: fills `neighbours` and `circles`; whether its cell is plain. */
  look(i: number): boolean {
    const { neighbours, circles, mesh, owners, faces } = this;
    const { triangles, twins, coords } = mesh;
    const v = this.vertices[i];
    const px = coords[2 * v];
    const py = coords[2 * v + 1];
    const rounding = 4 * Number.EPSILON * (Math.abs(px) + Math.abs(py));
    neighbours.length = circles.length = 0;
    const first = mesh.vertexEdge[v];
    let isPlain = true;
    let e = first;
    do {
      const w = triangles[nextEdge(e)];
      if (owners[w] >= 0) neighbours.push(owners[w]);
      const f = 3 * faceOf(e);
      const a = 2 * triangles[f];
      circles.push(coords[a] - px + faces[f], coords[a + 1] - py + faces[f + 1], faces[f + 2]);
      const dx = coords[2 * w] - px;
      const dy = coords[2 * w + 1] - py;
      const least = FLAT * faces[f + 2];
      if (!(dx * dx + dy * dy > least * least)) isPlain = false;
      e = nextEdge(twins[e]);
    } while (e !== first);
    return isPlain && this.isApart(rounding);
  }

  /** Whether all pieces of the point looked at are clearly longer than ties. */
  private isApart(rounding: number): boolean {
    const { circles } = this;
    for (let k = 0; k < circles.length; k += 3) {
      const l = k + 3 < circles.length ? k + 3 : 0;
      const size = Math.abs(circles[l] - circles[k]) + Math.abs(circles[l + 1] - circles[k + 1]);
      if (!(size > CLEARLY * (TIE * circles[k + 2] + rounding))) return false;
    }
    return true;
  }
}
