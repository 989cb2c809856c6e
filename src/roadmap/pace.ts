/**
 * How long edges take on ground of different speeds, in metres of plain ground that take as long: the integral of 1 / c along
 * them, exactly. Edges are cut where they cross the borders of zones, a line against a line or a parabola, and each part is
 * measured in closed form.
 */
import { boxOf, type Point, type Ring } from "../geometry/index.js";
import { grown } from "../growth.js";
import type { World } from "../world/index.js";
import { type EdgeMeasure, measureEdge } from "./edges.js";
import { POINT } from "./elements.js";
import type { Join } from "./graph.js";
import type { HalfEdges } from "./halfedges.js";
import { roots } from "./roots.js";

/** A place on an edge. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** A curve by a parameter from `t0` to `t1`, and where the line through two points meets it. */
interface Curve {
  readonly t0: number;
  readonly t1: number;
  /** Points whose box holds it. */
  readonly hull: readonly Point[];
  at(t: number): Point;
  length(t0: number, t1: number): number;
  meets(c: Point, d: Point): readonly number[];
}

/** The times that edges of a roadmap take for those with a profile. */
export class Pace {
  private readonly rings: readonly Ring[];
  private readonly boxes: readonly ReturnType<typeof boxOf>[];
  /** Per piece what it takes; NaN where nobody asked since it changed. */
  private known = new Float64Array(0);
  private readonly measure: EdgeMeasure = { length: 0, clearance: 0 };

  constructor(
    private readonly edges: HalfEdges,
    private readonly world: World,
    private readonly profile: string | null,
  ) {
    const factors = world.zones.factorsOf(profile);
    this.rings = world.zones.list.flatMap(({ polygon }, i) => (factors[i] === 1 ? [] : [polygon]));
    this.boxes = this.rings.map(boxOf);
  }

  /** What the whole of a piece takes, the same both ways. */
  ofPiece(h: number): number {
    const { twin, x, y } = this.edges;
    const one = Math.min(h, twin[h]);
    if (one >= this.known.length) this.known = grown(this.known, this.edges.cell.length, Number.NaN);
    if (Number.isNaN(this.known[one])) {
      const other = twin[one];
      this.known[one] = this.along(one, { x: x[one], y: y[one] }, { x: x[other], y: y[other] });
    }
    return this.known[one];
  }

  /** Forgets a piece that has changed. */
  forget(h: number): void {
    const one = Math.min(h, this.edges.twin[h]);
    if (one < this.known.length) this.known[one] = Number.NaN;
    if (h < this.known.length) this.known[h] = Number.NaN;
  }

  /** What the way along a piece's edge takes from one of its points to another. */
  along(h: number, from: Place, to: Place): number {
    const { elements, cell, other } = this.edges;
    const { kind, ax, ay, ux, uy } = elements;
    const [s, t] = [cell[h], other[h]];
    const ends: [Point, Point] = [
      [from.x, from.y],
      [to.x, to.y],
    ];
    if (kind[s] === kind[t]) return this.straight(...ends);
    const [side, point] = kind[s] === POINT ? [t, s] : [s, t];
    const [ox, oy, vx, vy] = [ax[side], ay[side], ux[side], uy[side]];
    const a = (ax[point] - ox) * vx + (ay[point] - oy) * vy;
    const b = (ay[point] - oy) * vx - (ax[point] - ox) * vy;
    if (!(b > 0)) return this.straight(...ends);
    const along = ([x, y]: Point): number => (x - ox) * vx + (y - oy) * vy;
    const height = (u: number): number => ((u - a) * (u - a) + b * b) / (2 * b);
    const place = (u: number, v: number): Point => [ox + u * vx - v * vy, oy + u * vy + v * vx];
    const [t0, t1] = ends.map(along);
    return this.integral({
      t0,
      t1,
      // The tangents at both ends of a parabola meet half-way along its base.
      hull: [...ends, place((t0 + t1) / 2, height(t0) + (((t0 - a) / b) * (t1 - t0)) / 2)],
      at: (u) => place(u, height(u)),
      length: (u, w) => this.arcLength(s, t, place(u, height(u)), place(w, height(w))),
      // n . (place(u, height(u)) - c) = 0, a quadratic in u.
      meets: (c, d) => {
        const [nx, ny] = [c[1] - d[1], d[0] - c[0]];
        const [p, q] = [nx * vx + ny * vy, -nx * vy + ny * vx];
        const constant = nx * (ox - c[0]) + ny * (oy - c[1]);
        const squared = q / (2 * b);
        return roots(squared, p - (a * q) / b, constant + squared * (a * a + b * b));
      },
    });
  }

  private arcLength(s: number, t: number, [x0, y0]: Point, [x1, y1]: Point): number {
    measureEdge(this.edges.elements, s, t, x0, y0, 0, x1, y1, 0, this.measure);
    return this.measure.length;
  }

  /** What the straight way between two points takes. */
  straight(a: Point, b: Point): number {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy);
    return this.integral({
      t0: 0,
      t1: 1,
      hull: [a, b],
      at: (t) => [a[0] + t * dx, a[1] + t * dy],
      length: (t, u) => length * Math.abs(u - t),
      meets: (c, d) => {
        const [nx, ny] = [c[1] - d[1], d[0] - c[0]];
        return roots(0, nx * dx + ny * dy, nx * (a[0] - c[0]) + ny * (a[1] - c[1]));
      },
    });
  }

  /** A join whose lengths are what they take. */
  weighed<J extends Join>(join: J): J {
    const { x, y } = this.edges;
    const { piece, point, back, ahead } = join;
    const end = this.edges.twin[piece];
    return {
      ...join,
      length: this.straight(point, [join.x, join.y]),
      back: { ...back, length: this.along(piece, { x: x[piece], y: y[piece] }, join) },
      ahead: { ...ahead, length: this.along(piece, join, { x: x[end], y: y[end] }) },
    };
  }

  private integral({ t0, t1, hull, at, length, meets }: Curve): number {
    const box = boxOf(hull);
    const cuts = [t0, t1];
    const [low, high] = [Math.min(t0, t1), Math.max(t0, t1)];
    for (let k = 0; k < this.rings.length; k++) {
      const { minX, minY, maxX, maxY } = this.boxes[k];
      if (box.maxX < minX || box.minX > maxX || box.maxY < minY || box.minY > maxY) continue;
      const ring = this.rings[k];
      for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
        for (const t of meets(ring[j], ring[i])) if (t > low && t < high) cuts.push(t);
      }
    }
    cuts.sort((p, q) => p - q);
    let sum = 0;
    for (let k = 1; k < cuts.length; k++) {
      if (cuts[k] === cuts[k - 1]) continue;
      const factor = this.world.zones.factorAt(at((cuts[k - 1] + cuts[k]) / 2), this.profile);
      sum += length(cuts[k - 1], cuts[k]) / factor;
    }
    return sum;
  }
}
