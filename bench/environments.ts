/** Four planar environments in the manner of the thesis's table 5.1, and triangle meshes of them. */
import { planeSurface } from "../src/scenes/index.js";
import {
  type Point3,
  type SurfaceField,
  SurfaceGround,
  SurfaceMesh,
  type WeightsName,
} from "../src/surface/index.js";
import { type Environment, gridPotential, sampleGrid } from "./oracles/grid-potential.js";

const box =
  (x0: number, y0: number, x1: number, y1: number) =>
  (x: number, y: number): boolean =>
    x >= x0 && x <= x1 && y >= y0 && y <= y1;

const disc =
  (cx: number, cy: number, radius: number) =>
  (x: number, y: number): boolean =>
    Math.hypot(x - cx, y - cy) <= radius;

type Part = (x: number, y: number) => boolean;

function environment(goal: Part, ...obstacles: readonly Part[]): Environment {
  return (x, y) => (goal(x, y) ? "goal" : obstacles.some((inside) => inside(x, y)) ? "occupied" : "free");
}

/** Near the left border, as in figure 5.1, but clear of it: 0 beside 1 on the rim would be a jump, which no mesh resolves. */
const GOAL = disc(0.13, 0.5, 0.07);

/** The thesis does not print its plans; these have what it describes: blocks, rooms, a trap and a clutter. */
export const ENVIRONMENTS: readonly {
  readonly name: string;
  readonly cells: number;
  readonly what: Environment;
}[] = [
  {
    name: "two blocks",
    cells: 50,
    what: environment(GOAL, box(0.3, 0.3, 0.45, 0.7), box(0.65, 0, 0.75, 0.45)),
  },
  {
    name: "a trap",
    cells: 100,
    what: environment(GOAL, box(0.25, 0.3, 0.3, 0.7), box(0.25, 0.3, 0.6, 0.35), box(0.25, 0.65, 0.6, 0.7)),
  },
  {
    name: "rooms",
    cells: 100,
    what: environment(
      disc(0.13, 0.2, 0.07),
      box(0.3, 0, 0.33, 0.4),
      box(0.3, 0.6, 0.33, 1),
      box(0.65, 0.25, 0.68, 1),
      box(0.33, 0.6, 0.5, 0.63),
    ),
  },
  {
    name: "clutter",
    cells: 100,
    what: environment(
      GOAL,
      ...[0.32, 0.54, 0.76].flatMap((x, i) =>
        [0.1, 0.35, 0.6, 0.85].map((y) => box(x, y - 0.05 * (i % 2), x + 0.1, y - 0.05 * (i % 2) + 0.1)),
      ),
    ),
  },
];

/** A triangle mesh of the unit square, about `cells` x `cells` vertices, with the environment's tags. */
export interface PlanarTrial {
  readonly mesh: SurfaceMesh;
  readonly goals: readonly number[];
  readonly blocked: readonly number[];
}

/**
 * The unit square in equilateral triangles, noisy or not (section 5.1). Noise moves free vertices only: a wall that
 * moved would be another plan than the grid planner's.
 */
export function planarTrial(what: Environment, cells: number, noise: number): PlanarTrial {
  const rows = Math.round((cells * 2) / Math.sqrt(3));
  const [width, height] = [cells - 0.5, ((rows - 1) * Math.sqrt(3)) / 2];
  const unit = ([x, y]: Point3): Point3 => [x / width, y / height, 0];
  const { positions, faces } = planeSurface(cells, rows);
  const moved = planeSurface(cells, rows, noise, 1).positions;
  const places = positions.map((p, v) => {
    const [x, y] = unit(p);
    return unit(what(x, y) === "free" ? moved[v] : p);
  });
  const { goals, blocked } = tagged(new SurfaceMesh({ positions: positions.map(unit), faces }), what);
  return { mesh: new SurfaceMesh({ positions: places, faces }), goals, blocked };
}

function tagged(mesh: SurfaceMesh, what: Environment): { goals: number[]; blocked: number[] } {
  const goals: number[] = [];
  const blocked: number[] = [];
  for (let v = 0; v < mesh.vertexCount; v++) {
    const [x, y] = mesh.vertex(v);
    const tag = what(x, y);
    if (tag === "goal") goals.push(v);
    else if (tag === "occupied") blocked.push(v);
  }
  return { goals, blocked };
}

/** The potential of a trial. */
export function planarField({ mesh, goals, blocked }: PlanarTrial, weights: WeightsName): SurfaceField {
  return new SurfaceGround(mesh, { weights, leak: 0, obstacles: [{ vertices: blocked }] }).field({
    vertices: goals,
  });
}

/** Mean, standard deviation and maximum of absolute differences. */
export interface Differences {
  readonly mean: number;
  readonly deviation: number;
  readonly most: number;
}

function summary(list: readonly number[]): Differences {
  const mean = list.reduce((sum, x) => sum + x, 0) / list.length;
  const deviation = Math.sqrt(list.reduce((sum, x) => sum + (x - mean) ** 2, 0) / list.length);
  return { mean, deviation, most: list.reduce((most, x) => Math.max(most, x), 0) };
}

/** Differences of a field to the grid planner's, at all free vertices: table 5.1. */
export function againstGrid(field: SurfaceField, what: Environment, cells: number): Differences {
  const { mesh, tags } = field.ground;
  const grid = gridPotential(what, cells);
  const list: number[] = [];
  for (let v = 0; v < mesh.vertexCount; v++) {
    const [x, y] = mesh.vertex(v);
    if (tags[v] === 0) list.push(Math.abs(field.potential(v) - sampleGrid(grid, cells, x, y)));
  }
  return summary(list);
}

const truths = new WeakMap<PlanarTrial, SurfaceField>();

/**
 * Differences to a mesh four times as fine, each face cut in sixteen and the walls the same, at free vertices with no
 * wall or goal beside them.
 */
export function againstFiner(field: SurfaceField, trial: PlanarTrial): Differences {
  const truth = truths.get(trial) ?? planarField(refined(refined(trial)), "cotan");
  truths.set(trial, truth);
  const { mesh, tags } = field.ground;
  const near = new Uint8Array(mesh.vertexCount);
  const goals = new Set(trial.goals);
  for (let f = 0; f < mesh.faceCount; f++) {
    const corners = [0, 1, 2].map((k) => mesh.corners[3 * f + k]);
    if (corners.some((v) => tags[v] > 0 || goals.has(v))) for (const v of corners) near[v] = 1;
  }
  const list: number[] = [];
  // Refining keeps the numbers of the vertices that were there.
  for (let v = 0; v < mesh.vertexCount; v++)
    if (!near[v]) list.push(Math.abs(field.potential(v) - truth.potential(v)));
  return summary(list);
}

/** Every face cut in four; a new vertex is goal or blocked where both ends of its edge are. */
function refined({ mesh, goals, blocked }: PlanarTrial): PlanarTrial {
  const positions: Point3[] = Array.from({ length: mesh.vertexCount }, (_, v) => mesh.vertex(v));
  const [goalSet, blockedSet] = [new Set(goals), new Set(blocked)];
  const middles = new Map<number, number>();
  const middle = (h: number): number => {
    const key = mesh.twin[h] >= 0 && mesh.twin[h] < h ? mesh.twin[h] : h;
    const known = middles.get(key);
    if (known !== undefined) return known;
    const [a, b] = [mesh.corners[h], mesh.corners[h % 3 === 2 ? h - 2 : h + 1]];
    const v = positions.length;
    positions.push(mesh.position({ kind: "edge", halfedge: h, t: 0.5 }));
    middles.set(key, v);
    if (goalSet.has(a) && goalSet.has(b)) goalSet.add(v);
    if (blockedSet.has(a) && blockedSet.has(b)) blockedSet.add(v);
    return v;
  };
  const faces: number[][] = [];
  for (let f = 0; f < mesh.faceCount; f++) {
    const [a, b, c] = [0, 1, 2].map((k) => mesh.corners[3 * f + k]);
    const [ab, bc, ca] = [0, 1, 2].map((k) => middle(3 * f + k));
    faces.push([a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]);
  }
  return { mesh: new SurfaceMesh({ positions, faces }), goals: [...goalSet], blocked: [...blockedSet] };
}
