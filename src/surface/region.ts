/** Goals and obstacles: points, sets of vertices, painted faces, balls, and what another mesh touches. */
import { InputError } from "../errors.js";
import { checkChoice, checkKeys, checkList, checkNumber, shown } from "../options.js";
import { nearestWeights, segmentHit } from "./face-tree.js";
import { GREATEST_COORDINATE, SurfaceMesh } from "./mesh.js";
import type { SurfacePoint } from "./point.js";
import { next } from "./topology.js";
import { distance3, type Point3 } from "./vector.js";

/** A place: on the mesh, or in space, which means the nearest place on the mesh. */
export type Place = SurfacePoint | Point3;

/** A part of a mesh that is a goal or an obstacle. */
export type SurfaceRegion =
  | Place
  /** Vertices, as the mesh numbers them. */
  | { readonly vertices: readonly number[] }
  /** Painted faces. */
  | { readonly faces: readonly number[] }
  /** All faces with a corner in a ball. */
  | { readonly centre: Point3; readonly radius: number }
  /** All faces that another mesh touches, or comes as near to as `reach` metres (default 0). */
  | { readonly contact: SurfaceMesh; readonly reach?: number };

/** A region as places and vertices of a mesh. */
export interface ResolvedRegion {
  /** A single place; null for a set of vertices. */
  readonly place: SurfacePoint | null;
  readonly vertices: readonly number[];
  /** How far a point in space was from the mesh, metres. */
  readonly distance: number;
}

const isTriple = (region: SurfaceRegion): region is Point3 => Array.isArray(region);

/** What a region looks like. */
const FORM =
  "[x, y, z] of numbers up to 1e12 m, a place on the mesh, { vertices }, { faces }, { centre, radius } or { contact }";

/** Finds a region on a mesh; refuses what is not there. */
export function resolveRegion(mesh: SurfaceMesh, region: SurfaceRegion, where: string): ResolvedRegion {
  if (typeof region !== "object" || region === null) throw refused(region, where);
  if (isTriple(region)) {
    if (!isTripleOfNumbers(region)) throw refused(region, where);
    const { point, distance } = mesh.nearest(region);
    return { place: point, vertices: [cellOf(mesh, point)], distance };
  }
  checkForm(region, where);
  if ("kind" in region) {
    const place = mesh.check(region, where);
    return { place, vertices: [cellOf(mesh, place)], distance: 0 };
  }
  if ("vertices" in region) return plain(checked(region.vertices, mesh.vertexCount, "vertex", where));
  if ("faces" in region) return plain(cornersOf(mesh, checked(region.faces, mesh.faceCount, "face", where)));
  if ("centre" in region)
    return plain(cornersOf(mesh, facesInBall(mesh, region.centre, region.radius, where)));
  if (!(region.contact instanceof SurfaceMesh)) throw refused(region, where);
  const reach = checkNumber(region.reach ?? 0, `${where}.reach`, { of: "metres", least: 0 });
  return plain(cornersOf(mesh, facesTouched(mesh, region.contact, reach)));
}

/** The keys of a region, by the one that says which kind it is; and those of a place, by its kind. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  vertices: ["vertices"],
  faces: ["faces"],
  centre: ["centre", "radius"],
  contact: ["contact", "reach"],
};
const PLACE_KEYS: Readonly<Record<string, readonly string[]>> = {
  vertex: ["kind", "vertex"],
  edge: ["kind", "halfedge", "t"],
  face: ["kind", "face", "weights"],
};

function checkForm(region: Exclude<SurfaceRegion, Point3>, where: string): void {
  const kind = "kind" in region ? checkChoice(region.kind, `${where}.kind`, Object.keys(PLACE_KEYS)) : "";
  const names = Object.keys(KEYS).filter((key) => key in region);
  if (kind === "" && names.length === 0) throw refused(region, where);
  checkKeys(region, kind === "" ? KEYS[names[0]] : PLACE_KEYS[kind], where, "key");
  if ("centre" in region && !(Array.isArray(region.centre) && isTripleOfNumbers(region.centre))) {
    throw refused(region, where);
  }
}

const isTripleOfNumbers = (triple: readonly unknown[]): boolean =>
  triple.length === 3 &&
  [0, 1, 2].every((k) => typeof triple[k] === "number" && Math.abs(triple[k]) <= GREATEST_COORDINATE);

function refused(region: unknown, where: string): InputError {
  return new InputError(`${FORM} is needed; given: ${shown(region)}`, where);
}

/** A goal on a mesh: a region, or `{ point }` around a place, as planners in the plane write it. */
export type SurfaceGoal = SurfaceRegion | { readonly point: Place };

/** The regions of some goals. A potential has one value at all of them, so a start is refused, as in the plane. */
export function goalRegions(goals: readonly SurfaceGoal[]): SurfaceRegion[] {
  if (!Array.isArray(goals) || goals.length === 0) {
    throw new InputError(`at least one goal is needed: ${FORM}; given: ${shown(goals)}`, "goals");
  }
  return goals.map((goal: SurfaceGoal, i) => {
    const where = `goals[${i}]`;
    if (typeof goal === "string") {
      throw new InputError(`names need a world; here a goal is ${FORM}; given: ${shown(goal)}`, where);
    }
    if (typeof goal === "object" && goal !== null && "start" in goal && goal.start !== 0) {
      const what = "a potential on a mesh cannot begin to count at a distance; path maps and roadmaps can";
      throw new InputError(`${what}; given: ${shown(goal.start)}`, `${where}.start`);
    }
    if (typeof goal !== "object" || goal === null || !("point" in goal)) return goal;
    checkKeys(goal, ["point", "start"], where, "key");
    return goal.point;
  });
}

function plain(vertices: readonly number[]): ResolvedRegion {
  return { place: null, vertices, distance: 0 };
}

function checked(list: readonly number[], below: number, noun: string, where: string): readonly number[] {
  checkList(list, where, noun === "face" ? "faces" : "vertices");
  for (const i of list) {
    if (!(Number.isInteger(i) && i >= 0 && i < below)) {
      throw new InputError(`a ${noun} is a whole number from 0 to ${below - 1}; given: ${i}`, where);
    }
  }
  return list;
}

/** The vertex whose cell a place is in (Fischer 2011, figure 4.1): that of its greatest weight. */
function cellOf(mesh: SurfaceMesh, p: SurfacePoint): number {
  if (p.kind === "vertex") return p.vertex;
  if (p.kind === "edge") return mesh.corners[p.t < 0.5 ? p.halfedge : next(p.halfedge)];
  const [a, b, c] = p.weights;
  return mesh.corners[3 * p.face + (a >= b && a >= c ? 0 : b >= c ? 1 : 2)];
}

function cornersOf(mesh: SurfaceMesh, faces: readonly number[]): number[] {
  const found = new Set<number>();
  for (const f of faces) for (let h = 3 * f; h < 3 * f + 3; h++) found.add(mesh.corners[h]);
  return [...found];
}

function facesInBall(mesh: SurfaceMesh, centre: Point3, radius: number, where: string): number[] {
  checkNumber(radius, `${where}.radius`, { of: "metres", least: 0 });
  const found: number[] = [];
  mesh.faces.near(centre, centre, radius, (f) => {
    if (mesh.triangle(f).some((corner) => distance3(corner, centre) <= radius)) found.push(f);
  });
  return found;
}

/** Faces of a mesh that another mesh crosses, or comes within `reach` of, corner to face. */
function facesTouched(mesh: SurfaceMesh, other: SurfaceMesh, reach: number): number[] {
  const found: number[] = [];
  for (let f = 0; f < mesh.faceCount; f++) {
    const own = mesh.triangle(f);
    const low = [0, 1, 2].map((k) => Math.min(own[0][k], own[1][k], own[2][k])) as unknown as Point3;
    const high = [0, 1, 2].map((k) => Math.max(own[0][k], own[1][k], own[2][k])) as unknown as Point3;
    let touched = false;
    other.faces.near(low, high, reach, (g) => {
      touched ||= trianglesTouch(own, other.triangle(g), reach);
    });
    if (touched) found.push(f);
  }
  return found;
}

type Triangle = readonly [Point3, Point3, Point3];

function trianglesTouch(a: Triangle, b: Triangle, reach: number): boolean {
  for (const [s, t] of [
    [a, b],
    [b, a],
  ] as const) {
    for (let k = 0; k < 3; k++) {
      if (segmentHit(s[k], s[(k + 1) % 3], t[0], t[1], t[2]) !== null) return true;
      const w = nearestWeights(s[k], t[0], t[1], t[2]);
      const near: Point3 = [0, 1, 2].map(
        (i) => w[0] * t[0][i] + w[1] * t[1][i] + w[2] * t[2][i],
      ) as unknown as Point3;
      if (distance3(near, s[k]) <= reach) return true;
    }
  }
  return false;
}
