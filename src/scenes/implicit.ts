/**
 * Closed meshes of smooth bodies: a level set cut out of space by marching tetrahedra (Doi and Koide 1991), which never
 * leaves a gap, and then evened: vertices slide along the surface to the middle of their neighbours, edges are flipped
 * towards Delaunay's, and every vertex is put back onto the surface itself. Without that, limbs that are few cubes thick
 * come out as staircases.
 */
import type { Point3 } from "../surface/index.js";
import type { MeshLists } from "./mesh-lists.js";

/** A body: below 0 inside, with its gradient; about the distance to the surface. */
export type Body = (p: Point3) => { readonly value: number; readonly gradient: Point3 };

/** Where the cubes are. */
export interface Cubes {
  readonly low: Point3;
  readonly high: Point3;
  /** Edge of the cubes, metres. */
  readonly cell: number;
}

type Face = [number, number, number];

/** How often meshes are evened; more changes little. */
export const EVEN_ROUNDS = 10;

/** The surface of a body as a closed mesh, its faces oriented outward; with 0 `rounds` just as it is cut. */
export function bodySurface(body: Body, cubes: Cubes, rounds: number): MeshLists {
  const { positions, faces } = march(body, cubes);
  for (let round = 0; round < rounds; round++) {
    slide(positions, faces);
    for (let v = 0; v < positions.length; v++) positions[v] = ontoSurface(body, positions[v]);
    flipEdges(positions, faces);
  }
  return { positions, faces };
}

/** The six tetrahedra of a cube, by its corners (x + 2 y + 4 z), all around the diagonal from 0 to 7. */
const TETRAHEDRA: readonly (readonly [number, number, number, number])[] = [
  [0, 1, 3, 7],
  [0, 3, 2, 7],
  [0, 2, 6, 7],
  [0, 6, 4, 7],
  [0, 4, 5, 7],
  [0, 5, 1, 7],
];

function march(body: Body, { low, high, cell }: Cubes): MeshLists {
  const [nx, ny, nz] = [0, 1, 2].map((k) => Math.ceil((high[k] - low[k]) / cell) + 1);
  const index = (i: number, j: number, k: number): number => (k * ny + j) * nx + i;
  const at = (n: number): Point3 => {
    const i = n % nx;
    const j = Math.floor(n / nx) % ny;
    const k = Math.floor(n / (nx * ny));
    return [low[0] + i * cell, low[1] + j * cell, low[2] + k * cell];
  };
  const values = Float64Array.from({ length: nx * ny * nz }, (_, n) => body(at(n)).value);
  const positions: Point3[] = [];
  const faces: Face[] = [];
  const cuts = new Map<number, number>();
  const cut = (a: number, b: number): number => {
    const [p, q] = a < b ? [a, b] : [b, a];
    const key = p * values.length + q;
    const known = cuts.get(key);
    if (known !== undefined) return known;
    // Kept off the corners of the grid, so that no face is without area.
    const t = Math.min(Math.max(values[p] / (values[p] - values[q]), 0.05), 0.95);
    const [u, v] = [at(p), at(q)];
    positions.push([u[0] + t * (v[0] - u[0]), u[1] + t * (v[1] - u[1]), u[2] + t * (v[2] - u[2])]);
    cuts.set(key, positions.length - 1);
    return positions.length - 1;
  };
  for (let k = 0; k + 1 < nz; k++)
    for (let j = 0; j + 1 < ny; j++)
      for (let i = 0; i + 1 < nx; i++) {
        const corner = (c: number): number => index(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2));
        for (const tetrahedron of TETRAHEDRA) marchTetrahedron(tetrahedron.map(corner), values, cut, faces);
      }
  return { positions, faces };
}

/** The faces that cut one tetrahedron, oriented outward. */
function marchTetrahedron(
  corners: readonly number[],
  values: Float64Array,
  cut: (a: number, b: number) => number,
  faces: Face[],
): void {
  const inside = corners.filter((n) => values[n] < 0);
  const outside = corners.filter((n) => values[n] >= 0);
  if (inside.length === 0 || outside.length === 0) return;
  // An even permutation of the corners keeps the orientation: inside first, then outside.
  const [a, b, c, d] = [...inside, ...outside];
  const even = isEven([a, b, c, d].map((n) => corners.indexOf(n)));
  const add = (x: number, y: number, z: number): void => {
    faces.push(even ? [x, y, z] : [x, z, y]);
  };
  if (inside.length === 1) add(cut(a, b), cut(a, c), cut(a, d));
  else if (inside.length === 3) add(cut(d, a), cut(d, b), cut(d, c));
  else {
    add(cut(a, c), cut(a, d), cut(b, d));
    add(cut(a, c), cut(b, d), cut(b, c));
  }
}

function isEven(permutation: readonly number[]): boolean {
  let even = true;
  for (let i = 0; i < 4; i++)
    for (let j = i + 1; j < 4; j++) if (permutation[i] > permutation[j]) even = !even;
  return even;
}

/** Cotangent of the angle at p towards q and r. */
function cotangent(p: Point3, q: Point3, r: Point3): number {
  const [a, b] = [q, r].map((x): Point3 => [x[0] - p[0], x[1] - p[1], x[2] - p[2]]);
  const cross = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
  return (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / (cross || 1e-300);
}

/** One pass of flips of edges whose opposite angles sum up to more than pi; a face takes part in one of them. */
function flipEdges(positions: readonly Point3[], faces: Face[]): void {
  const count = positions.length;
  const side = new Map<number, number>();
  faces.forEach((face, f) => {
    for (let k = 0; k < 3; k++) side.set(face[k] * count + face[(k + 1) % 3], 3 * f + k);
  });
  const done = new Uint8Array(faces.length);
  for (const [key, h] of side) {
    const [a, b] = [Math.floor(key / count), key % count];
    const back = side.get(b * count + a);
    if (a > b || back === undefined) continue;
    const [f, g] = [Math.floor(h / 3), Math.floor(back / 3)];
    if (done[f] || done[g]) continue;
    const [c, d] = [faces[f][(h + 2) % 3], faces[g][(back + 2) % 3]];
    if (side.has(c * count + d) || side.has(d * count + c)) continue;
    const [p, q, r, s] = [positions[a], positions[b], positions[c], positions[d]];
    if (cotangent(r, p, q) + cotangent(s, p, q) >= -1e-9) continue;
    faces[f] = [a, d, c];
    faces[g] = [d, b, c];
    done[f] = done[g] = 1;
    side.set(c * count + d, -1);
  }
}

/** Moves every vertex to the middle of its neighbours; what that does across the surface is undone by the next step. */
function slide(positions: Point3[], faces: readonly Face[]): void {
  const sums = positions.map(() => [0, 0, 0, 0]);
  for (const face of faces) {
    for (let k = 0; k < 3; k++) {
      const to = positions[face[(k + 1) % 3]];
      const sum = sums[face[k]];
      for (let i = 0; i < 3; i++) sum[i] += to[i];
      sum[3]++;
    }
  }
  sums.forEach(([x, y, z, n], v) => {
    positions[v] = [x / n, y / n, z / n];
  });
}

/** Newton's steps along the gradient. */
function ontoSurface(body: Body, p: Point3): Point3 {
  let at = p;
  for (let i = 0; i < 4; i++) {
    const { value, gradient: g } = body(at);
    const scale = value / (g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    at = [at[0] - scale * g[0], at[1] - scale * g[1], at[2] - scale * g[2]];
    if (Math.abs(value) < 1e-9) break;
  }
  return at;
}

/** A union that flows together: -log of the sum of e^(-sharpness d), with its gradient. */
export function blended(bodies: readonly Body[], sharpness: number): Body {
  return (p) => {
    const parts = bodies.map((body) => body(p));
    const least = parts.reduce((low, { value }) => Math.min(low, value), Infinity);
    let sum = 0;
    const gradient: [number, number, number] = [0, 0, 0];
    for (const { value, gradient: g } of parts) {
      const weight = Math.exp(-sharpness * (value - least));
      sum += weight;
      for (let k = 0; k < 3; k++) gradient[k] += weight * g[k];
    }
    for (let k = 0; k < 3; k++) gradient[k] /= sum;
    return { value: least - Math.log(sum) / sharpness, gradient };
  };
}

/** All within a distance of a segment. */
export function capsule(a: Point3, b: Point3, radius: number): Body {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const length2 = dx * dx + dy * dy + dz * dz;
  return ([x, y, z]) => {
    const t = length2 > 0 ? ((x - a[0]) * dx + (y - a[1]) * dy + (z - a[2]) * dz) / length2 : 0;
    const s = Math.min(Math.max(t, 0), 1);
    const away: Point3 = [x - a[0] - s * dx, y - a[1] - s * dy, z - a[2] - s * dz];
    const far = Math.sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]) || 1e-300;
    return { value: far - radius, gradient: [away[0] / far, away[1] / far, away[2] / far] };
  };
}

/** What lies below all planes, its edges rounded; `out` points out of the body, `at` is on the plane. */
export function convex(
  planes: readonly { readonly out: Point3; readonly at: Point3 }[],
  sharpness: number,
): Body {
  const sides = planes.map(({ out, at }): Body => {
    const length = Math.hypot(...out);
    const normal: Point3 = [out[0] / length, out[1] / length, out[2] / length];
    const offset = normal[0] * at[0] + normal[1] * at[1] + normal[2] * at[2];
    return (p) => ({
      value: normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2] - offset,
      gradient: normal,
    });
  });
  return common(sides, sharpness);
}

/** A wheel that turns about the y axis, its rim rounded. */
export function disc(centre: Point3, radius: number, halfWidth: number, sharpness: number): Body {
  const tread: Body = ([x, , z]) => {
    const [dx, dz] = [x - centre[0], z - centre[2]];
    const far = Math.sqrt(dx * dx + dz * dz) || 1e-300;
    return { value: far - radius, gradient: [dx / far, 0, dz / far] };
  };
  const side =
    (sign: number): Body =>
    (p) => ({ value: sign * (p[1] - centre[1]) - halfWidth, gradient: [0, sign, 0] });
  return common([tread, side(1), side(-1)], sharpness);
}

/** What lies in all of some bodies: the union, turned inside out. */
function common(bodies: readonly Body[], sharpness: number): Body {
  const inverted = (body: Body): Body => {
    return (p) => {
      const { value, gradient: g } = body(p);
      return { value: -value, gradient: [-g[0], -g[1], -g[2]] };
    };
  };
  return inverted(blended(bodies.map(inverted), sharpness));
}
