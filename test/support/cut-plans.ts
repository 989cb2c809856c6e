/**
 * Plans cut to pieces and glued again: every distance must stay what it was. A plan is cut along lines into the cells of a
 * grid, the cells are moved apart, and portals lead from each to its neighbours.
 */
import {
  boxOf,
  type Constraint,
  faceOf,
  nextEdge,
  type Point,
  type PortalSides,
  type Ring,
  Triangulation,
} from "../../src/geometry/index.js";
import type { Random } from "../../src/numerics/index.js";
import { quantised } from "../../src/world/building/sheet.js";
import { FreeSpace, type World } from "../../src/world/index.js";
import type { RandomPlan } from "./random-plans.js";

/** A plan whole and in pieces. */
export interface CutPlan {
  readonly whole: World;
  readonly pieces: World;
  /** How many portals there are, and how many parts. */
  readonly portals: number;
  readonly parts: number;
  /** A place of the plan, given by its coordinates before it was turned. */
  place(p: Point): Point;
  /** The same place in the pieces: in each cell that holds it. */
  copies(p: Point): Point[];
  /** A segment along an axis, as one, and in the pieces: a part for each cell. */
  cutSegment(a: Point, b: Point): (readonly [Point, Point])[];
  /** The cell that a place of the pieces lies in. */
  cellOf(p: Point): number;
}

export interface Cuts {
  /** Where the plan is cut, strictly inside it. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Angle by which everything is turned first, in radians. */
  readonly turn: number;
}

/** What a planner asks of a world, for a space that no scene makes. */
function worldOfSpace(space: FreeSpace, outline: Ring): World {
  return {
    space,
    scene: {},
    plan: {},
    lifts: [],
    bounds: boxOf(outline),
    contains: (p: Point) => space.contains(p),
  } as unknown as World;
}

/** A plan in triangles that no cut divides. */
interface Soup {
  readonly at: readonly Point[];
  readonly blocked: readonly (readonly number[])[];
  readonly walls: readonly (readonly [number, number])[];
  readonly posts: readonly number[];
}

function soupOf({ boundary, obstacles }: RandomPlan, xs: readonly number[], ys: readonly number[]): Soup {
  const [low, high] = [boundary[0], boundary[2]];
  const plan = new FreeSpace(boundary, obstacles);
  const t = plan.triangulation;
  // Corners first, so that no crossing beside one takes its place.
  for (const x of [low[0], ...xs, high[0]])
    for (const y of [low[1], ...ys, high[1]]) t.insertOpen({ point: [x, y] });
  for (const x of xs) t.insertOpen({ segment: [[x, low[1]], [x, high[1]]] }); // biome-ignore format: one line
  for (const y of ys) t.insertOpen({ segment: [[low[0], y], [high[0], y]] }); // biome-ignore format: one line
  const { triangles, coords, faceCount, vertexCount, vertexEdge, twins } = t.mesh;
  const at = Array.from({ length: vertexCount }, (_, v): Point => [coords[2 * v], coords[2 * v + 1]]);
  const inside = ([x, y]: Point) => x >= low[0] && x <= high[0] && y >= low[1] && y <= high[1];
  const blocked: number[][] = [];
  const walls: [number, number][] = [];
  for (let f = 0; f < faceCount; f++) {
    const ring = [...triangles.subarray(3 * f, 3 * f + 3)];
    if (ring[0] < 0) continue;
    if (!plan.isFree(f) && ring.every((v) => inside(at[v]))) blocked.push(ring);
    for (let e = 3 * f; e < 3 * f + 3; e++) {
      if (e > twins[e] || !t.isWall(e)) continue;
      if (plan.isFree(f) || plan.isFree(faceOf(twins[e]))) walls.push([triangles[e], triangles[nextEdge(e)]]);
    }
  }
  const posts = at.map((_, v) => v).filter((v) => v > 3 && vertexEdge[v] >= 0);
  return { at, blocked, walls, posts };
}

/** The corners of a cell, counterclockwise from the lowest left one. */
function cornersOf(columns: readonly number[], rows: readonly number[], c: number, r: number): Point[] {
  return [
    [columns[c], rows[r]],
    [columns[c + 1], rows[r]],
    [columns[c + 1], rows[r + 1]],
    [columns[c], rows[r + 1]],
  ];
}

/** Cuts a plan; null where nothing of it is free. */
export function cutPlan(plan: RandomPlan, random: Random, { xs, ys, turn }: Cuts): CutPlan | null {
  const [low, high] = [plan.boundary[0], plan.boundary[2]];
  const soup = soupOf(plan, xs, ys);
  const [cos, sin] = turn === 0 ? [1, 0] : [Math.cos(turn), Math.sin(turn)];
  // On the grid of sheets, so that cells can be moved without rounding.
  const place = ([x, y]: Point): Point => [quantised(cos * x - sin * y), quantised(sin * x + cos * y)];
  const columns = [low[0], ...xs, high[0]];
  const rows = [low[1], ...ys, high[1]];
  const count = (columns.length - 1) * (rows.length - 1);
  const size = high[0] - low[0];
  const apart = 2 ** Math.ceil(Math.log2(4 * size));
  const offsets = Array.from({ length: count }, (_, i): Point => {
    const aside = (): number => quantised(random.between(0, size));
    return [(i % 4) * apart + aside(), Math.floor(i / 4) * apart + aside()];
  });
  const cellsAt = ([x, y]: Point): number[] =>
    Array.from({ length: count }, (_, i) => i).filter((i) => {
      const [c, r] = [i % (columns.length - 1), Math.floor(i / (columns.length - 1))];
      return x >= columns[c] && x <= columns[c + 1] && y >= rows[r] && y <= rows[r + 1];
    });
  const moved = (i: number, p: Point): Point => {
    const [x, y] = place(p);
    return [x + offsets[i][0], y + offsets[i][1]];
  };
  const inCell = (i: number, vertices: readonly number[]): boolean =>
    vertices.every((v) => cellsAt(soup.at[v]).includes(i));
  const constraints: Constraint[] = [];
  const weights: number[] = [];
  const add = (constraint: Constraint, weight: number) => {
    constraints.push(constraint);
    weights.push(weight);
  };
  const portals: PortalSides[] = [];
  const needed: Set<number>[] = [];
  for (let i = 0; i < count; i++) {
    const blocked = soup.blocked.filter((ring) => inCell(i, ring));
    const walls = soup.walls.filter((ends) => inCell(i, ends));
    for (const ring of blocked) add({ polygon: ring.map((v) => moved(i, soup.at[v])) }, 1);
    for (const [v, w] of walls) add({ segment: [moved(i, soup.at[v]), moved(i, soup.at[w])] }, 1);
    needed.push(new Set([...blocked.flat(), ...walls.flat()]));
  }
  // Vertices along the line between two corners of the grid, in order.
  const along = (from: Point, to: Point): number[] => {
    const [ux, uy] = [to[0] - from[0], to[1] - from[1]];
    const share = (v: number) => (soup.at[v][0] - from[0]) * ux + (soup.at[v][1] - from[1]) * uy;
    return soup.posts
      .filter((v) => {
        const [x, y] = soup.at[v];
        const away = Math.abs((x - from[0]) * uy - (y - from[1]) * ux);
        return away < 1e-9 && share(v) >= 0 && share(v) <= ux * ux + uy * uy;
      })
      .sort((v, w) => share(v) - share(w));
  };
  const isCorner = (v: number) => columns.includes(soup.at[v][0]) && rows.includes(soup.at[v][1]);
  // Portals end at corners, or in a turned plan, where vertices lie beside the lines between others, at each that is needed.
  const ends = new Set<number>();
  for (let i = 0; i < count; i++) {
    const [c, r] = [i % (columns.length - 1), Math.floor(i / (columns.length - 1))];
    const corners = cornersOf(columns, rows, c, r);
    // To the right and upward: the ground of a lies to the left of a.
    const beside: [number, Point, Point][] = [];
    if (c + 2 < columns.length) beside.push([i + 1, corners[1], corners[2]]);
    if (r + 2 < rows.length) beside.push([i + columns.length - 1, corners[2], corners[3]]);
    for (const [j, from, to] of beside) {
      const isWhole = turn === 0 && random.below(2) === 0;
      const cut = along(from, to).filter(
        (v) => isCorner(v) || (!isWhole && (needed[i].has(v) || needed[j].has(v))),
      );
      for (const v of cut) ends.add(v);
      for (let k = 0; k + 1 < cut.length; k++) {
        const [p, q] = [soup.at[cut[k]], soup.at[cut[k + 1]]];
        portals.push({ a: [moved(i, p), moved(i, q)], b: [moved(j, p), moved(j, q)] });
      }
    }
  }
  for (let i = 0; i < count; i++) {
    const corners = cornersOf(columns, rows, i % (columns.length - 1), Math.floor(i / (columns.length - 1)));
    const side = (from: Point, to: Point): number[] =>
      along(from, to).filter(
        (v) => isCorner(v) || ends.has(v) || needed[i].has(v) || (turn === 0 && random.below(4) === 0),
      );
    const ring = corners.flatMap((from, k) => side(from, corners[(k + 1) % 4]).slice(0, -1));
    add({ polygon: ring.map((v) => moved(i, soup.at[v])) }, -1);
  }
  const outline: Ring = plan.boundary.map(place);
  const border = plan.boundary.flatMap((from, k) => along(from, plan.boundary[(k + 1) % 4]).slice(0, -1));
  const whole = new FreeSpace(
    border.map((v) => place(soup.at[v])),
    [
      ...soup.blocked.map((ring) => ({ polygon: ring.map((v) => place(soup.at[v])) })),
      ...soup.walls.map(([v, w]): Constraint => ({ segment: [place(soup.at[v]), place(soup.at[w])] })),
    ],
  );
  if (whole.freeFaces === 0) return null;
  const pieces = new FreeSpace([], [], Triangulation.of(constraints, weights)).join(portals);
  const far = offsets.map(([x, y]): Point => [x + 2 * size, y + 2 * size]);
  return {
    whole: worldOfSpace(whole, outline),
    pieces: worldOfSpace(pieces, [...far, ...offsets]),
    portals: portals.length,
    parts: count,
    place,
    copies: (p) => cellsAt(p).map((i) => moved(i, p)),
    cutSegment(a, b) {
      const axis = a[0] === b[0] ? 1 : 0;
      const [from, to] = a[axis] <= b[axis] ? [a, b] : [b, a];
      const inner = (axis === 0 ? xs : ys).filter((c) => c > from[axis] && c < to[axis]);
      const stops = [from[axis], ...inner, to[axis]];
      const at = (c: number): Point => (axis === 0 ? [c, from[1]] : [from[0], c]);
      return stops.slice(0, -1).flatMap((c, k) => {
        const [p, q] = [at(c), at(stops[k + 1])];
        const both = cellsAt(p).filter((i) => cellsAt(q).includes(i));
        return both.map((i) => [moved(i, p), moved(i, q)] as const);
      });
    },
    cellOf: ([x, y]) => {
      const away = offsets.map(([ox, oy]) =>
        Math.hypot(x - place([0, 0])[0] - ox, y - place([0, 0])[1] - oy),
      );
      return away.indexOf(Math.min(...away));
    },
  };
}
