/**
 * Laplace's equation by quadratic finite elements (Zienkiewicz 1971) and conjugate gradients (Hestenes and Stiefel 1952), from
 * lists of positions and faces alone: another discretisation than any in `src/`, and none of its code, to judge it by.
 */

/** A planar mesh, with values that are held at some of its vertices. */
export interface HeldMesh {
  readonly positions: readonly (readonly number[])[];
  readonly faces: readonly (readonly [number, number, number])[];
  /** NaN where the value is to be found. Along an edge whose ends are held, what lies between is held too. */
  readonly held: Float64Array;
}

/** A mesh with a node in the middle of every edge: six nodes to a face, the middles opposite to the corners. */
interface Nodes {
  readonly positions: readonly (readonly number[])[];
  readonly faces: readonly (readonly number[])[];
  readonly held: Float64Array;
}

function withMiddles({ positions, faces, held }: HeldMesh): Nodes {
  const places = [...positions];
  const values = [...held];
  const middles = new Map<number, number>();
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * positions.length + Math.max(a, b);
    const known = middles.get(key);
    if (known !== undefined) return known;
    middles.set(key, places.length);
    places.push([(positions[a][0] + positions[b][0]) / 2, (positions[a][1] + positions[b][1]) / 2]);
    values.push((held[a] + held[b]) / 2);
    return places.length - 1;
  };
  const nodes = faces.map(([a, b, c]) => [a, b, c, middle(b, c), middle(c, a), middle(a, b)]);
  return { positions: places, faces: nodes, held: Float64Array.from(values) };
}

/** Every face cut in four. Vertices keep their numbers. */
export function refined(mesh: HeldMesh): HeldMesh {
  const { positions, faces, held } = withMiddles(mesh);
  const quarters = faces.flatMap(([a, b, c, bc, ca, ab]): [number, number, number][] => [
    [a, ab, ca],
    [ab, b, bc],
    [ca, bc, c],
    [ab, bc, ca],
  ]);
  return { positions, faces: quarters, held };
}

/**
 * The harmonic function with the held values: at the vertices, then at the middles of edges, which are the vertices of
 * `refined(mesh)`. `guess` has a first value for each vertex.
 */
export function quadraticPotential(mesh: HeldMesh, guess?: Float64Array): Float64Array {
  const nodes = withMiddles(mesh);
  const x = nodes.held.map((value) => (Number.isNaN(value) ? 0.5 : value));
  if (guess) {
    for (const [a, b, c, bc, ca, ab] of nodes.faces) {
      const [u, v, w] = [guess[a], guess[b], guess[c]];
      const values = [u, v, w, (v + w) / 2, (w + u) / 2, (u + v) / 2];
      [a, b, c, bc, ca, ab].forEach((node, k) => {
        if (Number.isNaN(nodes.held[node])) x[node] = values[k];
      });
    }
  }
  conjugateGradients(stiffness(nodes), nodes.held, x);
  return x;
}

/** A symmetric matrix. */
interface Matrix {
  /** y becomes the matrix times x. */
  multiply(x: Float64Array, y: Float64Array): void;
  readonly diagonal: Float64Array;
}

/** Integrals of products of gradients, from three numbers for a face: those of its corners, two by two. */
function stiffness({ positions, faces }: Nodes): Matrix {
  const nodes = Int32Array.from(faces.flat());
  const g = new Float64Array(3 * faces.length);
  const diagonal = new Float64Array(positions.length);
  faces.forEach((face, f) => {
    for (let k = 0; k < 3; k++) {
      const [p, q, r] = [face[k], face[(k + 1) % 3], face[(k + 2) % 3]].map((v) => positions[v]);
      const [ux, uy, vx, vy] = [q[0] - p[0], q[1] - p[1], r[0] - p[0], r[1] - p[1]];
      // Area times the product of the gradients at the other two corners: minus half the cotangent here.
      g[3 * f + k] = -(ux * vx + uy * vy) / (2 * Math.abs(ux * vy - uy * vx));
    }
    const [g12, g20, g01] = g.subarray(3 * f, 3 * f + 3);
    [-g01 - g20, -g01 - g12, -g12 - g20].forEach((own, k) => {
      diagonal[face[k]] += own;
    });
    for (const middle of face.slice(3)) diagonal[middle] -= (8 / 3) * (g12 + g20 + g01);
  });
  const multiply = (x: Float64Array, y: Float64Array): void => {
    y.fill(0);
    for (let f = 0; f < faces.length; f++) {
      const g12 = g[3 * f];
      const g20 = g[3 * f + 1];
      const g01 = g[3 * f + 2];
      // Gradients of the corners' weights sum up to nothing.
      const g00 = -g01 - g20;
      const g11 = -g01 - g12;
      const g22 = -g12 - g20;
      const trace = g00 + g11 + g22;
      const a = nodes[6 * f];
      const b = nodes[6 * f + 1];
      const c = nodes[6 * f + 2];
      const d = nodes[6 * f + 3];
      const e = nodes[6 * f + 4];
      const h = nodes[6 * f + 5];
      const xa = x[a];
      const xb = x[b];
      const xc = x[c];
      const xd = x[d];
      const xe = x[e];
      const xh = x[h];
      y[a] += g00 * xa - (g01 * xb + g20 * xc) / 3 + (4 / 3) * (g20 * xe + g01 * xh);
      y[b] += g11 * xb - (g01 * xa + g12 * xc) / 3 + (4 / 3) * (g12 * xd + g01 * xh);
      y[c] += g22 * xc - (g20 * xa + g12 * xb) / 3 + (4 / 3) * (g12 * xd + g20 * xe);
      // Middles: on the diagonal 8/3 (g_ii + g_ij + g_jj) = 4/3 of the trace, off it 8/3 of the product they do not share.
      y[d] += (4 / 3) * (g12 * (xb + xc) + trace * xd + 2 * (g01 * xe + g20 * xh));
      y[e] += (4 / 3) * (g20 * (xa + xc) + trace * xe + 2 * (g01 * xd + g12 * xh));
      y[h] += (4 / 3) * (g01 * (xa + xb) + trace * xh + 2 * (g20 * xd + g12 * xe));
    }
  };
  return { multiply, diagonal };
}

/** What every node may differ from the mean that its neighbours ask for. */
const ENOUGH = 1e-11;

/** Solves for what is not held, preconditioned by the diagonal; x holds the first guess and then the solution. */
function conjugateGradients({ multiply, diagonal }: Matrix, held: Float64Array, x: Float64Array): void {
  const n = x.length;
  const [r, z, p, q] = [0, 1, 2, 3].map(() => new Float64Array(n));
  const free = Uint8Array.from(held, (value) => (Number.isNaN(value) ? 1 : 0));
  let greatest = 0;
  /** z = r / diagonal, and 0 where values are held; the product of r and z. */
  const precondition = (): number => {
    let product = 0;
    greatest = 0;
    for (let i = 0; i < n; i++) {
      z[i] = free[i] === 1 ? r[i] / diagonal[i] : 0;
      product += r[i] * z[i];
      if (z[i] > greatest) greatest = z[i];
      else if (-z[i] > greatest) greatest = -z[i];
    }
    return product;
  };
  multiply(x, q);
  for (let i = 0; i < n; i++) r[i] = -q[i];
  let product = precondition();
  p.set(z);
  for (let step = 0; step < 10 * n && greatest > ENOUGH; step++) {
    multiply(p, q);
    let curvature = 0;
    for (let i = 0; i < n; i++) curvature += p[i] * q[i];
    const far = product / curvature;
    for (let i = 0; i < n; i++) {
      x[i] += far * p[i];
      r[i] -= far * q[i];
    }
    const before = product;
    product = precondition();
    for (let i = 0; i < n; i++) p[i] = z[i] + (product / before) * p[i];
  }
}
