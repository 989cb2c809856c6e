/**
 * The Costa minimal surface (Costa 1984), by the parametrisation of Gray (1997, "Modern Differential Geometry of Curves
 * and Surfaces", section 32.5) over the square torus, with discs around its three punctures left out.
 */
import type { MeshLists } from "./mesh-lists.js";

type Complex = readonly [re: number, im: number];

const mul = (a: Complex, b: Complex): Complex => [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]];
const div = (a: Complex, b: Complex): Complex => {
  const n = b[0] * b[0] + b[1] * b[1];
  return [(a[0] * b[0] + a[1] * b[1]) / n, (a[1] * b[0] - a[0] * b[1]) / n];
};
const add = (a: Complex, b: Complex): Complex => [a[0] + b[0], a[1] + b[1]];
const sub = (a: Complex, b: Complex): Complex => [a[0] - b[0], a[1] - b[1]];

const TERMS = 12;

/** cos and sin of pi z. */
function cosSin(z: Complex): { cos: Complex; sin: Complex } {
  const [x, y] = [Math.PI * z[0], Math.PI * z[1]];
  return {
    cos: [Math.cos(x) * Math.cosh(y), -Math.sin(x) * Math.sinh(y)],
    sin: [Math.sin(x) * Math.cosh(y), Math.cos(x) * Math.sinh(y)],
  };
}

/** Weierstrass zeta for the lattice of 1 and i: a sum over rows of poles; its second half-period sum is pi. */
function zeta(z: Complex): Complex {
  // zeta(z) = pi z + sum over rows of pi cot(pi (z + n i)), for the square lattice with eta_1 = pi.
  let sum: Complex = [Math.PI * z[0], Math.PI * z[1]];
  for (let n = -TERMS; n <= TERMS; n++) {
    const { cos, sin } = cosSin([z[0], z[1] + n]);
    const cot = div(cos, sin);
    sum = add(sum, [Math.PI * cot[0], Math.PI * cot[1]]);
  }
  return sum;
}

/** Weierstrass p for the same lattice: minus the derivative of zeta. */
function weierstrass(z: Complex): Complex {
  let sum: Complex = [-Math.PI, 0];
  for (let n = -TERMS; n <= TERMS; n++) {
    const { sin } = cosSin([z[0], z[1] + n]);
    const one = div([Math.PI * Math.PI, 0], mul(sin, sin));
    sum = add(sum, one);
  }
  return sum;
}

/** p at the half period 1/2; the other two are 0 and its negative. */
const E1 = weierstrass([0.5, 0])[0];

/** A Costa surface of about 2 * size^2 faces, less the discs; `size` is even. */
export function costaSurface(size = 36, hole = 0.1): MeshLists {
  const positions: [number, number, number][] = [];
  const number = new Map<number, number>();
  // Samples fall on the punctures, which are left out, so that the surface keeps its symmetry.
  const at = (i: number): number => i / size;
  const punctures: readonly Complex[] = [
    [0, 0],
    [0.5, 0],
    [0, 0.5],
  ];
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) {
      const z = rounded([at(i), at(j)], punctures, hole, 0.5 / size);
      if (!z) continue;
      number.set(j * size + i, positions.length);
      positions.push(costaPoint(z));
    }
  }
  const faces: [number, number, number][] = [];
  const vertex = (i: number, j: number): number | undefined => number.get((j % size) * size + (i % size));
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) {
      const [a, b, c, d] = [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)];
      if (a !== undefined && b !== undefined && c !== undefined) faces.push([a, b, c]);
      if (a !== undefined && c !== undefined && d !== undefined) faces.push([a, c, d]);
    }
  }
  return { positions, faces };
}

/** A sample, moved onto the rim of a hole where it is near it; null inside a hole. */
function rounded(z: Complex, punctures: readonly Complex[], hole: number, near: number): Complex | null {
  for (const [cu, cv] of punctures) {
    const [nu, nv] = [cu + Math.round(z[0] - cu), cv + Math.round(z[1] - cv)];
    const d = Math.hypot(z[0] - nu, z[1] - nv);
    if (d < hole - near) return null;
    if (d < hole + near) return [nu + (hole / d) * (z[0] - nu), nv + (hole / d) * (z[1] - nv)];
  }
  return z;
}

function costaPoint(z: Complex): [number, number, number] {
  const [u, v] = z;
  const k = Math.PI / (2 * E1);
  const constant = Math.PI ** 2 / (4 * E1);
  const whole = zeta(z);
  const first = zeta(sub(z, [0.5, 0]));
  const second = zeta(sub(z, [0, 0.5]));
  const x = (-whole[0] + Math.PI * u + constant + k * (first[0] - second[0])) / 2;
  // Re(-i zeta) = Im zeta.
  const y = (whole[1] + Math.PI * v + constant + k * (first[1] - second[1])) / 2;
  const p = weierstrass(z);
  const ratio = div(sub(p, [E1, 0]), add(p, [E1, 0]));
  const height = (Math.sqrt(2 * Math.PI) / 4) * Math.log(Math.hypot(ratio[0], ratio[1]));
  return [x, y, height];
}
