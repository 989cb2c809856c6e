/**
 * Local maps on a mesh: the part of the surface around an agent, with a potential of its own that minds what moves there
 * (the thesis's future work, section 7.2, after the local maps of Dapper 2007).
 *
 * The rim of the map takes its values from the field of the whole mesh. So where nothing stands in the way the local
 * potential is the global one, and where something does, only its surroundings change.
 */
import { InputError } from "../errors.js";
import { Factor, MinHeap, solveDeep } from "../numerics/index.js";
import { checkNumber } from "../options.js";
import { type DescentInput, walk } from "./descent.js";
import { distanceToTriangle } from "./face-tree.js";
import type { SurfaceField } from "./field.js";
import type { SurfaceMesh } from "./mesh.js";
import { facesAbout } from "./neighbours.js";
import { buildPath, type SurfacePath } from "./path.js";
import type { SurfacePoint } from "./point.js";
import { type Place, resolveRegion } from "./region.js";
import { next, previous } from "./topology.js";
import { distance3, dot, type Point3, sub, unit } from "./vector.js";

/** Something that moves, or stands where it did not before. */
export interface MovingObstacle {
  readonly position: Point3;
  /** Metres. */
  readonly radius: number;
  /**
   * Where on the mesh it stands. With it, only the part of the surface that is connected to it nearby minds it, and not the
   * other side of a thin sheet; without it, whatever comes near in space.
   */
  readonly place?: SurfacePoint;
}

/** How large a local map is, and for whom. */
export interface SurfaceLocalMapOptions {
  /** Metres along edges from the agent to the rim, > 0. */
  readonly reach: number;
  /** The agent's own radius, metres >= 0; default 0. */
  readonly radius?: number;
  /**
   * Whether every face that an obstacle comes too near to is closed (default), so that paths keep their distance
   * everywhere, or only vertices are, which leaves more room on a coarse mesh.
   */
  readonly strict?: boolean;
  /** What the local potential is bent by; default nothing. */
  readonly bend?: SurfaceBend;
}

/**
 * A behaviour (Dapper 2007, equation 5.1) on a surface: people are drawn to where the vector points, as far as it lies in
 * the tangent plane. With the sign of potentials in the plane.
 */
export interface SurfaceBend {
  /** Strength; together with the vector's length between -2 and 2. */
  readonly epsilon: number;
  /** A direction in space. */
  readonly vector: Point3;
}

/** Refuses a bend by which weights could become negative, and potentials could have pits. */
export function checkSurfaceBend({ epsilon, vector }: SurfaceBend, where: string): void {
  checkNumber(epsilon, `${where}.epsilon`);
  for (const x of vector) checkNumber(x, `${where}.vector`);
  const strength = Math.abs(epsilon) * Math.hypot(...vector);
  if (!(strength < 2))
    throw new InputError(`|epsilon| times the vector's length must be below 2; given: ${strength}`, where);
}

/** A local map around one agent. */
export class SurfaceLocalMap {
  /** Vertices of the map, the rim included. */
  readonly vertices: readonly number[];
  /** Vertices of the rim. */
  readonly rim: readonly number[];
  /** -log u at the map's vertices, by vertex; absent elsewhere. */
  readonly levels: ReadonlyMap<number, number>;
  /** Where the map is, on the mesh. */
  private readonly input: DescentInput;
  private readonly from: Place;

  /** The map around a place, with obstacles. */
  constructor(
    readonly field: SurfaceField,
    at: Place,
    obstacles: readonly MovingObstacle[],
    { reach, radius = 0, strict = true, bend }: SurfaceLocalMapOptions,
  ) {
    if (bend) checkSurfaceBend(bend, "bend");
    checkNumber(reach, "reach", { of: "metres", above: 0, infinite: true });
    checkNumber(radius, "radius", { of: "metres", least: 0 });
    this.from = at;
    const { ground } = field;
    const { vertices, rim } = patch(field, at, reach);
    this.vertices = vertices;
    this.rim = rim;
    const closed = new Set<number>();
    for (const obstacle of obstacles) close(ground.mesh, obstacle, obstacle.radius + radius, strict, closed);
    this.levels = solvePatch(field, vertices, rim, (v) => closed.has(v), bend);
    const levels = new Float64Array(ground.mesh.vertexCount).fill(Infinity);
    const goals = new Uint8Array(ground.mesh.vertexCount);
    for (const [v, level] of this.levels) levels[v] = level;
    const { input } = field;
    for (const v of rim) if (levels[v] < Infinity) goals[v] = 1;
    for (const v of vertices) if (input.goals[v] > 0) goals[v] = input.goals[v];
    this.input = { ...input, levels, goals };
  }

  /** The way to the rim, or to a goal inside; null where what moves bars it. */
  path(): SurfacePath | null {
    const { field } = this;
    const { ground } = field;
    const { place } = resolveRegion(ground.mesh, this.from, "at");
    const start = field.startAt(place!);
    if (typeof start === "string") return null;
    const { places, arrived } = walk(this.input, start);
    if (!arrived) return null;
    return buildPath(ground, [place!, ...places.map((p) => ground.cover.toMesh(p))], {});
  }
}

/** Closes vertices nearer than a distance to an obstacle, or all corners of faces that are. */
function close(
  mesh: SurfaceMesh,
  { position: p, place }: MovingObstacle,
  distance: number,
  strict: boolean,
  closed: Set<number>,
): void {
  const closeFace = (f: number): void => {
    const triangle = mesh.triangle(f);
    const isNear = distanceToTriangle(p, ...triangle) < distance;
    triangle.forEach((corner, k) => {
      if (strict ? isNear : distance3(corner, p) < distance) closed.add(mesh.corners[3 * f + k]);
    });
  };
  if (place) for (const f of facesAbout(mesh, place, distance)) closeFace(f);
  else mesh.faces.near(p, p, distance, closeFace);
}

/** The vertices within reach of a place along intrinsic edges that have a way to a goal, and those on the rim. */
function patch(field: SurfaceField, at: Place, reach: number): { vertices: number[]; rim: number[] } {
  const { intrinsic, fanStart, fans } = field.input;
  const { corners, lengths } = intrinsic;
  const start = field.startAt(at);
  if (typeof start === "string") return { vertices: [], rim: [] };
  const distance = new Map<number, number>();
  const heap = new MinHeap();
  const reachVertex = (v: number, d: number): void => {
    if (field.levels[v] === Infinity || d >= (distance.get(v) ?? Infinity)) return;
    distance.set(v, d);
    heap.push(d, v);
  };
  const seeds = "vertex" in start ? [start.vertex] : [0, 1, 2].map((k) => corners[3 * start.face + k]);
  for (const v of seeds) reachVertex(v, 0);
  const rim = new Set<number>();
  const done = new Set<number>();
  while (heap.size > 0) {
    const d = heap.key;
    const v = heap.pop();
    if (done.has(v)) continue;
    done.add(v);
    if (d > reach && !seeds.includes(v)) {
      // The first vertices beyond reach close the map.
      rim.add(v);
      continue;
    }
    for (let i = fanStart[v]; i < fanStart[v + 1]; i++) {
      const h = fans[i];
      reachVertex(corners[next(h)], d + lengths[h]);
      reachVertex(corners[previous(h)], d + lengths[previous(h)]);
    }
  }
  return { vertices: [...done], rim: [...rim] };
}

/** The potential of a patch: the field's on the rim and at goals, 0 where something stands, and harmonic between. */
function solvePatch(
  field: SurfaceField,
  vertices: readonly number[],
  rim: readonly number[],
  blocked: (vertex: number) => boolean,
  bend: SurfaceBend | undefined,
): Map<number, number> {
  const { mesh, couplings, leak } = field.ground;
  const levels = new Map<number, number>();
  const onRim = new Set(rim);
  const row = new Map<number, number>();
  for (const v of vertices) {
    if (blocked(v)) levels.set(v, Infinity);
    else if (onRim.has(v) || field.input.goals[v] > 0) levels.set(v, field.levels[v]);
    else row.set(v, row.size);
  }
  let least = Infinity;
  for (const level of levels.values()) least = Math.min(least, level);
  const start = new Int32Array(row.size + 1);
  const index: number[] = [];
  const value: number[] = [];
  const loss = new Float64Array(row.size);
  const b = new Float64Array(row.size);
  const coords = new Float64Array(3 * row.size);
  for (const [v, r] of row) {
    loss[r] = leak[v] * couplings.area[v];
    for (let k = couplings.start[v]; k < couplings.start[v + 1]; k++) {
      const w = couplings.index[k];
      const coupling = couplings.value[k] * (bend ? bentShare(mesh, v, w, bend) : 1);
      const other = row.get(w);
      if (other !== undefined) {
        index.push(other);
        value.push(coupling);
        continue;
      }
      loss[r] += coupling;
      const level = levels.get(w);
      if (level !== undefined && level < Infinity) b[r] += coupling * Math.exp(least - level);
    }
    start[r + 1] = index.length;
    coords.set(mesh.positions.subarray(3 * v, 3 * v + 3), 3 * r);
  }
  const system = {
    start,
    index: Int32Array.from(index),
    value: Float64Array.from(value),
    loss,
    symmetric: couplings.symmetric && !bend,
  };
  const factor = new Factor(system, coords, 3);
  const logs = solveDeep(factor, system, coords, 3, b);
  for (const [v, r] of row) levels.set(v, least - logs[r]);
  return levels;
}

/**
 * What a bend makes of the influence of one vertex on another: on a square grid, equation 5.1 gives the neighbour in the
 * direction of v the weight (1 - epsilon v / 2) / 4, in terms of u = 1 - p and with our sign.
 */
function bentShare(mesh: SurfaceMesh, on: number, of: number, { epsilon, vector }: SurfaceBend): number {
  return 1 - (epsilon / 2) * dot(vector, unit(sub(mesh.vertex(of), mesh.vertex(on))));
}
