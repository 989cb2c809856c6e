/** Four planar environments in the manner of the thesis's table 5.1, and triangle meshes of them. */
import { Random } from "../../src/numerics/index.js";
import { planeSurface } from "../../src/scenes/index.js";
import {
  type Point3,
  type SurfaceField,
  SurfaceGround,
  SurfaceMesh,
  type WeightsName,
} from "../../src/surface/index.js";
import type { Environment } from "./grid-planner.js";

const box =
  (x0: number, y0: number, x1: number, y1: number) =>
  (x: number, y: number): boolean =>
    x >= x0 && x <= x1 && y >= y0 && y <= y1;

const disc =
  (cx: number, cy: number, radius: number) =>
  (x: number, y: number): boolean =>
    Math.hypot(x - cx, y - cy) <= radius;

type Part = (x: number, y: number) => boolean;

function environment(goal: Part, obstacles: readonly Part[]): Environment {
  return (x, y) => (goal(x, y) ? "goal" : obstacles.some((inside) => inside(x, y)) ? "occupied" : "free");
}

/** Near the left border, as in figure 5.1, but clear of it: 0 beside 1 on the rim would be a jump, which no mesh resolves. */
const GOAL = disc(0.13, 0.5, 0.07);

/** A plan, and where the paths of its figure begin. */
export interface Plan {
  readonly name: string;
  readonly cells: number;
  readonly what: Environment;
  readonly starts: readonly (readonly [number, number])[];
}

/** The thesis does not print its plans; these have what it describes: blocks, rooms, a trap and a clutter. */
export const PLANS: readonly Plan[] = [
  {
    name: "two blocks",
    cells: 50,
    what: environment(GOAL, [box(0.3, 0.3, 0.45, 0.7), box(0.65, 0, 0.75, 0.45)]),
    starts: [
      [0.9, 0.15],
      [0.9, 0.85],
      [0.55, 0.48],
      [0.5, 0.1],
    ],
  },
  {
    name: "a trap",
    cells: 100,
    what: environment(GOAL, [box(0.25, 0.3, 0.3, 0.7), box(0.25, 0.3, 0.6, 0.35), box(0.25, 0.65, 0.6, 0.7)]),
    starts: [
      [0.4, 0.45],
      [0.55, 0.6],
      [0.9, 0.45],
      [0.45, 0.85],
    ],
  },
  {
    name: "rooms",
    cells: 100,
    what: environment(disc(0.13, 0.2, 0.07), [
      box(0.3, 0, 0.33, 0.4),
      box(0.3, 0.6, 0.33, 1),
      box(0.65, 0.25, 0.68, 1),
      box(0.33, 0.6, 0.5, 0.63),
    ]),
    starts: [
      [0.85, 0.85],
      [0.42, 0.8],
      [0.5, 0.15],
      [0.15, 0.85],
    ],
  },
  {
    name: "clutter",
    cells: 100,
    what: environment(
      GOAL,
      [0.32, 0.54, 0.76].flatMap((x, i) =>
        [0.1, 0.35, 0.6, 0.85].map((y) => box(x, y - 0.05 * (i % 2), x + 0.1, y - 0.05 * (i % 2) + 0.1)),
      ),
    ),
    starts: [
      [0.93, 0.1],
      [0.93, 0.52],
      [0.93, 0.9],
      [0.48, 0.28],
    ],
  },
];

/** Which vertices noise moves: none, those that are free, or all, walls and rim too, as in the thesis. */
export type Noise = "none" | "free" | "all";

/** How far, as a share of an edge (section 5.1). */
const NOISE = 0.4;

/** A triangle mesh of the unit square, about `cells` x `cells` vertices, with the environment's tags. */
export interface PlanarTrial {
  readonly positions: readonly Point3[];
  readonly faces: readonly (readonly [number, number, number])[];
  readonly goals: readonly number[];
  readonly blocked: readonly number[];
}

/** The unit square in equilateral triangles (section 5.1); tags are those of the places before the noise. */
export function planarTrial(what: Environment, cells: number, noise: Noise): PlanarTrial {
  const rows = Math.round((cells * 2) / Math.sqrt(3));
  const [width, height] = [cells - 0.5, ((rows - 1) * Math.sqrt(3)) / 2];
  const plane = planeSurface(cells, rows);
  const random = new Random(1);
  const goals: number[] = [];
  const blocked: number[] = [];
  const positions = plane.positions.map(([px, py], v): Point3 => {
    const tag = what(px / width, py / height);
    const [column, row] = [v % cells, Math.floor(v / cells)];
    const rim = column === 0 || row === 0 || column === cells - 1 || row === rows - 1;
    if (tag === "goal") goals.push(v);
    else if (tag === "occupied" || rim) blocked.push(v);
    const angle = random.between(0, 2 * Math.PI);
    const far = NOISE * Math.sqrt(random.unit());
    const moved = noise === "all" || (noise === "free" && tag === "free" && !rim) ? far : 0;
    return [(px + moved * Math.cos(angle)) / width, (py + moved * Math.sin(angle)) / height, 0];
  });
  return { positions, faces: plane.faces, goals, blocked };
}

/** The potential of a trial. */
export function planarField(
  { positions, faces, goals, blocked }: PlanarTrial,
  weights: WeightsName,
): SurfaceField {
  return new SurfaceGround(new SurfaceMesh({ positions, faces }), {
    weights,
    leak: 0,
    obstacles: [{ vertices: blocked }],
  }).field({ vertices: goals });
}
