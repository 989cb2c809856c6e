/**
 * The BVP planner on a grid, written apart from everything in `src/`: Laplace's equation by five points, over-relaxed to
 * convergence, and paths down its gradient (Dapper 2007; Fischer 2011, chapter 3). It is what table 5.1 compares with.
 */

/** What stands at a place of the unit square. */
export type Environment = (x: number, y: number) => "free" | "occupied" | "goal";

/** p at the nodes of an n x n grid over the unit square; p = 0 at goals and 1 where occupied and on the rim. */
export function gridPotential(environment: Environment, n: number): Float64Array {
  const p = new Float64Array(n * n);
  const free = new Uint8Array(n * n);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const what = environment(i / (n - 1), j / (n - 1));
      const rim = i === 0 || j === 0 || i === n - 1 || j === n - 1;
      const at = j * n + i;
      p[at] = what === "goal" ? 0 : rim || what === "occupied" ? 1 : 0.5;
      free[at] = what === "free" && !rim ? 1 : 0;
    }
  }
  const omega = 2 / (1 + Math.sin(Math.PI / n));
  for (let round = 0, change = 1; change > 1e-14 && round < 100_000; round++) {
    change = 0;
    for (let at = 0; at < p.length; at++) {
      if (!free[at]) continue;
      const delta = (p[at - 1] + p[at + 1] + p[at - n] + p[at + n]) / 4 - p[at];
      p[at] += omega * delta;
      change = Math.max(change, Math.abs(delta));
    }
  }
  return p;
}

/** The potential at any place, between the four nodes around it. */
export function sampleGrid(p: Float64Array, n: number, x: number, y: number): number {
  const [u, v] = [x, y].map((t) => Math.min(Math.max(t, 0), 1) * (n - 1));
  const [i, j] = [Math.min(Math.floor(u), n - 2), Math.min(Math.floor(v), n - 2)];
  const [s, t] = [u - i, v - j];
  const at = j * n + i;
  return (1 - t) * ((1 - s) * p[at] + s * p[at + 1]) + t * ((1 - s) * p[at + n] + s * p[at + n + 1]);
}

/** The way down the potential, in steps of a quarter of a cell; it ends in the goal, or where it does not get on. */
export function gridPath(
  p: Float64Array,
  n: number,
  environment: Environment,
  from: readonly [number, number],
): [number, number][] {
  const h = 1 / (n - 1);
  const path: [number, number][] = [[from[0], from[1]]];
  for (let step = 0; step < 40 * n; step++) {
    const [x, y] = path[path.length - 1];
    if (environment(x, y) === "goal") break;
    const gx = sampleGrid(p, n, x + h / 2, y) - sampleGrid(p, n, x - h / 2, y);
    const gy = sampleGrid(p, n, x, y + h / 2) - sampleGrid(p, n, x, y - h / 2);
    const size = Math.sqrt(gx * gx + gy * gy);
    if (!(size > 0)) break;
    path.push([x - (0.25 * h * gx) / size, y - (0.25 * h * gy) / size]);
  }
  return path;
}
