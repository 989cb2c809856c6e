/** Surfaces to plan on, generated: as positions and faces that `SurfaceMesh` takes. */
import { InputError } from "../errors.js";
import { Random } from "../numerics/index.js";
import type { MeshInput, Point3 } from "../surface/index.js";
import { carSurface } from "./car.js";
import { costaSurface } from "./costa.js";
import type { MeshLists } from "./mesh-lists.js";
import { statueSurface } from "./statue.js";

/** A sphere of radius 1: an icosahedron whose faces are cut in four `rounds` times; 20 * 4^rounds faces. */
export function sphereSurface(rounds: number): MeshLists {
  const g = (1 + Math.sqrt(5)) / 2;
  const start: Point3[] = [
    [-1, g, 0], [1, g, 0], [-1, -g, 0], [1, -g, 0], [0, -1, g], [0, 1, g],
    [0, -1, -g], [0, 1, -g], [g, 0, -1], [g, 0, 1], [-g, 0, -1], [-g, 0, 1],
  ]; // biome-ignore format: a table
  const onSphere = ([x, y, z]: Point3): Point3 => {
    const r = Math.hypot(x, y, z);
    return [x / r, y / r, z / r];
  };
  const positions = start.map(onSphere);
  let faces: [number, number, number][] = [
    [0, 11, 5], [0, 5, 1], [0, 1, 7], [0, 7, 10], [0, 10, 11], [1, 5, 9], [5, 11, 4], [11, 10, 2], [10, 7, 6], [7, 1, 8],
    [3, 9, 4], [3, 4, 2], [3, 2, 6], [3, 6, 8], [3, 8, 9], [4, 9, 5], [2, 4, 11], [6, 2, 10], [8, 6, 7], [9, 8, 1],
  ]; // biome-ignore format: a table
  for (let round = 0; round < rounds; round++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number): number => {
      const key = a < b ? `${a},${b}` : `${b},${a}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const [p, q] = [positions[a], positions[b]];
      positions.push(onSphere([p[0] + q[0], p[1] + q[1], p[2] + q[2]]));
      middles.set(key, positions.length - 1);
      return positions.length - 1;
    };
    faces = faces.flatMap(([a, b, c]): [number, number, number][] => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [b, bc, ab],
        [c, ca, bc],
        [ab, bc, ca],
      ];
    });
  }
  return { positions, faces };
}

/** A grid of points, wrapped around or not, as a mesh of two triangles for each square. */
function gridSurface(
  columns: number,
  rows: number,
  wrap: { readonly u: boolean; readonly v: boolean },
  at: (i: number, j: number) => Point3,
): MeshLists {
  const positions: Point3[] = [];
  for (let j = 0; j < rows; j++) for (let i = 0; i < columns; i++) positions.push(at(i, j));
  const faces: [number, number, number][] = [];
  for (let j = 0; j < (wrap.v ? rows : rows - 1); j++) {
    for (let i = 0; i < (wrap.u ? columns : columns - 1); i++) {
      const [a, b] = [j * columns + i, j * columns + ((i + 1) % columns)];
      const up = ((j + 1) % rows) * columns;
      const [c, d] = [up + ((i + 1) % columns), up + i];
      faces.push([a, b, c], [a, c, d]);
    }
  }
  return { positions, faces };
}

/** A torus around the z axis: a circle of radius `tube` led around one of radius 1. */
export function torusSurface(around = 60, across = 24, tube = 0.4): MeshLists {
  return gridSurface(around, across, { u: true, v: true }, (i, j) => {
    const [a, b] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
    const r = 1 + tube * Math.cos(b);
    return [r * Math.cos(a), r * Math.sin(a), tube * Math.sin(b)];
  });
}

/** An open cylinder of radius 1 around the z axis, from 0 to `height`. */
export function cylinderSurface(around: number, along: number, height: number): MeshLists {
  return gridSurface(around, along + 1, { u: true, v: false }, (i, j) => {
    const a = (2 * Math.PI * (i + j / 2)) / around;
    return [Math.cos(a), Math.sin(a), (height * j) / along];
  });
}

/**
 * A flat grid of equilateral triangles, `columns` x `rows` vertices of spacing 1, every other row shifted by a half
 * (Fischer 2011, section 5.1).
 *
 * @param noise how far vertices are moved at random, as a share of the spacing; the thesis uses 0.4. The rim stays
 */
export function planeSurface(columns: number, rows: number, noise = 0, seed = 1): MeshLists {
  const random = new Random(seed);
  const positions: Point3[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const rim = i === 0 || j === 0 || i === columns - 1 || j === rows - 1;
      const angle = random.between(0, 2 * Math.PI);
      const far = rim ? 0 : noise * Math.sqrt(random.unit());
      const x = i + (j % 2 === 1 ? 0.5 : 0);
      positions.push([x + far * Math.cos(angle), (j * Math.sqrt(3)) / 2 + far * Math.sin(angle), 0]);
    }
  }
  const faces: [number, number, number][] = [];
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < columns; i++) {
      const [a, b, c, d] = [
        j * columns + i,
        j * columns + i + 1,
        (j + 1) * columns + i + 1,
        (j + 1) * columns + i,
      ];
      if (j % 2 === 0) faces.push([a, b, d], [b, c, d]);
      else faces.push([a, b, c], [a, c, d]);
    }
  }
  return { positions, faces };
}

/** A mesh without the faces whose centres are in a hole. */
function withoutFaces({ positions, faces }: MeshLists, hole: (x: number, y: number) => boolean): MeshLists {
  const kept = faces.filter((face) => {
    const [x, y] = [0, 1].map((k) => face.reduce((sum, v) => sum + positions[v][k], 0) / 3);
    return !hole(x, y);
  });
  return { positions, faces: kept };
}

/** A room with a trap, a hole in the shape of a U, on a noisy mesh (figure 5.5). */
export function trapSurface(): MeshLists {
  const inBox = (x: number, y: number, x0: number, y0: number, x1: number, y1: number): boolean =>
    x > x0 && x < x1 && y > y0 && y < y1;
  const { faces } = withoutFaces(
    planeSurface(51, 58),
    (x, y) => inBox(x, y, 18, 13, 21, 37) || inBox(x, y, 18, 13, 36, 16) || inBox(x, y, 18, 34, 36, 37),
  );
  return { positions: planeSurface(51, 58, 0.4).positions, faces };
}

/** A square room in long acute triangles (figure 6.1). */
export function sliverSurface(): MeshLists {
  const { positions, faces } = planeSurface(61, 6);
  const height = (5 * Math.sqrt(3)) / 2;
  return { positions: positions.map(([x, y]): Point3 => [0.2 * x, (12 * y) / height, 0]), faces };
}

/** A hallway of about 600 m, 5 m wide and folded, at whose far end the thesis's potential is flat (figure 6.2). */
export function hallwaySurface(): MeshLists {
  return withoutFaces(planeSurface(71, 71), (x, y) => {
    const lane = Math.floor(x / 6);
    const wall = x - 6 * lane < 1 && lane > 0;
    return wall && (lane % 2 === 0 ? y > 6 : y < 55);
  });
}

/** One line of the list of built-in surfaces. */
export interface BuiltinSurface {
  readonly name: string;
  readonly description: string;
}

const MAKERS: Readonly<Record<string, { readonly description: string; make(): MeshLists }>> = {
  sphere: { description: "a sphere of radius 1, 5,120 faces", make: () => sphereSurface(4) },
  torus: { description: "a torus, 2,880 faces", make: () => torusSurface() },
  car: { description: "a car, 1,404 faces (figure 5.2)", make: () => carSurface() },
  costa: {
    description: "a Costa minimal surface with three rims, 2,346 faces (figure 5.3)",
    make: () => costaSurface(),
  },
  statue: {
    description: "a statue-like figure of many holes, 9,944 faces (figure 5.4)",
    make: () => statueSurface(),
  },
  trap: { description: "a room with a trap, on a noisy mesh (figure 5.5)", make: trapSurface },
  slivers: { description: "a room in long acute triangles (figure 6.1)", make: sliverSurface },
  hallway: { description: "a folded hallway of about 600 m (figure 6.2)", make: hallwaySurface },
};

/** All built-in surfaces. */
export const BUILTIN_SURFACES: readonly BuiltinSurface[] = Object.freeze(
  Object.entries(MAKERS).map(([name, { description }]) => ({ name, description })),
);

/** Whether a name is a built-in surface's. */
export function isBuiltinSurface(name: string): boolean {
  return Object.hasOwn(MAKERS, name);
}

/** A built-in surface by name. */
export function builtinSurface(name: string): MeshInput {
  if (!isBuiltinSurface(name)) {
    throw new InputError(`is no built-in surface; there are ${Object.keys(MAKERS).join(", ")}`, name);
  }
  return MAKERS[name].make();
}

export { carSurface } from "./car.js";
export { costaSurface } from "./costa.js";
export { statueSurface } from "./statue.js";
