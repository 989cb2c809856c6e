/**
 * SurfaceField: the potential around goals on a mesh, and the ways that lead down it (Fischer 2011, chapter 4).
 *
 * Inside, u = 1 - p is solved for, 1 at goals and 0 at walls, and kept as its level -log u: the thesis's p, which is
 * `potential`, is flat to a computer wherever u is below 1e-16, and its level is not.
 */
import { InputError } from "../errors.js";
import { type DescentInput, type Start, type Target, walk } from "./descent.js";
import { checkGround, type GroundMesh } from "./ground-mesh.js";
import { locate, type Weights } from "./overlay.js";
import { buildPath, type PathOptions, type SurfacePath } from "./path.js";
import type { SurfacePoint } from "./point.js";
import { goalRegions, type Place, resolveRegion, type SurfaceGoal } from "./region.js";
import { TAGS } from "./tags.js";
import { type Point3, unit } from "./vector.js";

/** A path, or why there is none. */
export type PathAnswer = { readonly path: SurfacePath } | { readonly path: null; readonly reason: string };

/** Goals that need more solves than this are factorised in instead. */
const MOST_COLUMNS = 6;

/** The potential around goals. */
export class SurfaceField {
  /** -log u at each vertex: 0 at goals, Infinity at walls and where no way leads to a goal. */
  readonly levels: Float64Array;
  /** How far the farthest goal given as a point in space was from the mesh, metres. */
  readonly goalDistance: number;
  /** Milliseconds that solving took, the ground's own work excluded unless this was its first field. */
  readonly solveMs: number;
  /** @internal */
  readonly input: DescentInput;

  /** @internal Use `ground.field(goals)`. */
  constructor(
    readonly ground: GroundMesh,
    goals: readonly SurfaceGoal[],
    solve: (ground: GroundMesh, flags: Uint8Array) => Float64Array = solveLevels,
  ) {
    const started = performance.now();
    checkGround(ground);
    const { mesh } = ground;
    const flags = new Uint8Array(mesh.vertexCount);
    const targets: Target[] = [];
    let farthest = 0;
    goalRegions(goals).forEach((goal, i) => {
      const { place, vertices, distance } = resolveRegion(mesh, goal, `goals[${i}]`);
      farthest = Math.max(farthest, distance);
      if (place === null || place.kind === "vertex") this.markVertices(flags, vertices, `goals[${i}]`);
      else targets.push(this.markFace(flags, place, `goals[${i}]`));
    });
    this.goalDistance = farthest;
    this.levels = solve(ground, flags);
    const { intrinsic, cots, fanStart, fans } = ground;
    this.input = { intrinsic, cots, levels: this.levels, goals: flags, targets, fanStart, fans };
    this.solveMs = performance.now() - started;
  }

  private markVertices(flags: Uint8Array, vertices: readonly number[], where: string): void {
    const { tags } = this.ground;
    const open = vertices.filter((v) => tags[v] === TAGS.free || tags[v] === TAGS.limit);
    if (open.length === 0) throw new InputError(this.whyNot(vertices), where);
    for (const v of open) flags[v] = 1;
  }

  /** Why nobody can stand at a goal. */
  private whyNot(vertices: readonly number[]): string {
    const { tags, radius, height } = this.ground;
    return vertices.some((v) => tags[v] === TAGS.body)
      ? `a body of radius ${radius} m and height ${height} m does not fit at the goal`
      : "the goal lies where nobody can stand: on an obstacle";
  }

  /** A goal inside a face: all corners are goals, and the last step is straight. */
  private markFace(flags: Uint8Array, place: SurfacePoint, where: string): Target {
    const { ground } = this;
    const { mesh, intrinsic, tags } = ground;
    const given = mesh.inFace(place);
    const { face, weights } = locate(intrinsic, given.face, given.weights);
    const corners = [0, 1, 2].map((k) => intrinsic.corners[3 * face + k]);
    const wanted = corners.filter(
      (v, k) => weights[k] > 0 && (tags[v] === TAGS.free || tags[v] === TAGS.limit),
    );
    const open = wanted.filter((v) => tags[v] === TAGS.free);
    const chosen = open.length > 0 ? open : wanted;
    if (chosen.length === 0) throw new InputError(this.whyNot(corners), where);
    for (const v of chosen) if (flags[v] === 0) flags[v] = 2;
    return { face, weights, point: place };
  }

  /** The thesis's potential at a vertex, 0 at a goal and 1 at walls; also 1 where no way leads to a goal. */
  potential(vertex: number): number {
    return -Math.expm1(-this.levels[vertex]);
  }

  /** What falls along every path: -log(1 - p) at a place; null where there is no way. */
  cost(place: Place): number | null {
    const start = this.startAt(place);
    if (typeof start === "string") return null;
    if ("vertex" in start) return this.levels[start.vertex];
    const levels = [0, 1, 2].map((k) => this.levels[this.ground.intrinsic.corners[3 * start.face + k]]);
    const least = Math.min(...levels);
    const u = levels.reduce((sum, level, k) => sum + start.weights[k] * Math.exp(least - level), 0);
    return least - Math.log(u);
  }

  /** The way from a place to a goal; null where there is none. */
  pathFrom(place: Place, options: PathOptions = {}): SurfacePath | null {
    return this.follow(place, options).path;
  }

  /** The length of `pathFrom`, metres. */
  distance(place: Place): number | null {
    return this.pathFrom(place)?.length ?? null;
  }

  /** The direction to walk in space, a unit vector; `[0, 0, 0]` at a goal, null where there is no way. */
  heading(place: Place): Point3 | null {
    const { mesh, cover } = this.ground;
    const { place: from } = resolveRegion(mesh, place, "start");
    const start = this.startAt(from!);
    if (typeof start === "string") return null;
    const p = mesh.position(from!);
    // A step or two may have no length, where the place is on an edge or at a vertex.
    for (let steps = 1; ; steps *= 2) {
      const { places, arrived, steps: taken } = walk(this.input, start, steps);
      for (const next of places) {
        const q = mesh.position(cover.toMesh(next));
        if (q[0] !== p[0] || q[1] !== p[1] || q[2] !== p[2])
          return unit([q[0] - p[0], q[1] - p[1], q[2] - p[2]]);
      }
      if (arrived) return [0, 0, 0];
      if (taken < steps) return null;
    }
  }

  /** Why there is no way from a place; null where there is one. */
  reason(place: Place): string | null {
    const answer = this.follow(place);
    return answer.path === null ? answer.reason : null;
  }

  /** The way from a place to a goal, or the reason why there is none. */
  follow(place: Place, options: PathOptions = {}): PathAnswer {
    const { place: from } = resolveRegion(this.ground.mesh, place, "start");
    const start = this.startAt(from!);
    if (typeof start === "string") return { path: null, reason: start };
    return this.followFrom(from!, start, options);
  }

  /** The way from a place where a walk is known to begin. @internal */
  followFrom(from: SurfacePoint, start: Start, options: PathOptions = {}): PathAnswer {
    const { cover } = this.ground;
    const { places, arrived } = walk(this.input, start);
    if (!arrived)
      return { path: null, reason: "the potential is level here to the last digit; give a larger leak" };
    const onMesh = [from, ...places.map((p) => cover.toMesh(p))];
    return { path: buildPath(this.ground, onMesh, options) };
  }

  /** Where a walk from a place begins, or why none does. @internal */
  startAt(place: Place): Start | string {
    const { mesh, intrinsic } = this.ground;
    const { place: p } = resolveRegion(mesh, place, "start");
    if (p!.kind === "vertex") {
      if (this.levels[p!.vertex] < Infinity) return { vertex: p!.vertex };
      return this.reasonAt([p!.vertex]);
    }
    const given = mesh.inFace(p!);
    const { face, weights } = locate(intrinsic, given.face, given.weights as Weights);
    const corners = [0, 1, 2].filter((k) => weights[k] > 0).map((k) => intrinsic.corners[3 * face + k]);
    if (corners.some((v) => this.levels[v] < Infinity)) return { face, weights };
    return this.reasonAt(corners);
  }

  private reasonAt(corners: readonly number[]): string {
    const { tags, radius, height, mesh } = this.ground;
    const stands = corners.map((v) => tags[v]);
    if (stands.every((tag) => tag !== TAGS.free)) {
      if (stands.includes(TAGS.body))
        return `a body of radius ${radius} m and height ${height} m does not fit here`;
      return stands.includes(TAGS.obstacle)
        ? "the start lies on an obstacle"
        : "the start lies on a limit of the mesh, which is a wall";
    }
    const parts = new Set<number>();
    for (let v = 0; v < mesh.vertexCount; v++) if (this.input.goals[v] > 0) parts.add(mesh.component[v]);
    return corners.some((v) => parts.has(mesh.component[v]))
      ? "obstacles and limits part the start from the goal"
      : "the start and the goal lie on parts of the mesh that are not connected";
  }
}

/** -log u at all vertices for goals where flags are not 0. */
function solveLevels(ground: GroundMesh, flags: Uint8Array): Float64Array {
  const { rows, mesh } = ground;
  const inner: number[] = [];
  for (let v = 0; v < flags.length; v++) if (flags[v] > 0 && rows[v] >= 0) inner.push(rows[v]);
  const fixed = fixedGoals(ground, flags);
  const logs = inner.length > MOST_COLUMNS ? byFactor(ground, inner, fixed) : byColumns(ground, inner, fixed);
  const levels = new Float64Array(mesh.vertexCount).fill(Infinity);
  for (let v = 0; v < levels.length; v++) {
    if (flags[v] > 0) levels[v] = 0;
    else if (rows[v] >= 0) levels[v] = Math.max(-logs[rows[v]], 0);
  }
  return levels;
}

/** What goals that stand on limits give to their free neighbours; null where there are none. */
function fixedGoals({ rows, couplings }: GroundMesh, flags: Uint8Array): Float64Array | null {
  let given: Float64Array | null = null;
  const { start, index, value } = couplings;
  for (let v = 0; v < rows.length; v++) {
    if (rows[v] < 0) continue;
    for (let k = start[v]; k < start[v + 1]; k++) {
      if (flags[index[k]] === 0 || rows[index[k]] >= 0) continue;
      given ??= new Float64Array(rows.reduce((n, r) => Math.max(n, r + 1), 0));
      given[rows[v]] += value[k];
    }
  }
  return given;
}

/**
 * Few goals: with G the inverse, u = sum of q_s G_s + what fixed goals give, such that u = 1 at every goal. The
 * factor does not know the goals, so it serves all fields.
 */
function byColumns(ground: GroundMesh, inner: readonly number[], fixed: Float64Array | null): Float64Array {
  const { factor, freeCount } = ground;
  const sources = inner.map((row) => {
    const b = new Float64Array(freeCount);
    b[row] = 1;
    return b;
  });
  if (fixed) sources.push(fixed.slice());
  const columns = sources.map((b) => ground.solveLogs(factor, ground.system, b));
  const amounts = goalAmounts(columns, inner, fixed !== null);
  const logs = new Float64Array(freeCount);
  for (let i = 0; i < freeCount; i++) {
    let most = -Infinity;
    for (const column of columns) most = Math.max(most, column[i]);
    if (most === -Infinity) {
      logs[i] = -Infinity;
      continue;
    }
    let sum = 0;
    for (let s = 0; s < columns.length; s++) sum += amounts[s] * Math.exp(columns[s][i] - most);
    logs[i] = sum > 0 ? most + Math.log(sum) : -Infinity;
  }
  return logs;
}

/** Amounts q with u = 1 at every goal, by Gaussian elimination on a handful of unknowns. */
function goalAmounts(
  columns: readonly Float64Array[],
  inner: readonly number[],
  hasFixed: boolean,
): number[] {
  const n = inner.length;
  const rows = inner.map((row) => {
    const given = hasFixed ? Math.exp(columns[n][row]) : 0;
    return [...inner.map((_, s) => Math.exp(columns[s][row])), 1 - given];
  });
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[pivot][k])) pivot = i;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = k + 1; i < n; i++) {
      const f = rows[i][k] / rows[k][k];
      if (f !== 0) for (let j = k; j <= n; j++) rows[i][j] -= f * rows[k][j];
    }
  }
  const q = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    let sum = rows[k][n];
    for (let j = k + 1; j < n; j++) sum -= rows[k][j] * q[j];
    q[k] = Math.max(sum / rows[k][k], 0);
  }
  return hasFixed ? [...q, 1] : q;
}

/** Many goals: their rows are taken out of the system, which is factorised anew. */
function byFactor(ground: GroundMesh, inner: readonly number[], fixed: Float64Array | null): Float64Array {
  const { system } = ground;
  const isGoal = new Uint8Array(ground.freeCount);
  for (const row of inner) isGoal[row] = 1;
  const value = system.value.slice();
  const loss = system.loss.slice();
  const b = fixed ? fixed.slice() : new Float64Array(ground.freeCount);
  for (let i = 0; i < loss.length; i++) {
    if (isGoal[i]) loss[i] = b[i] = 1;
    for (let k = system.start[i]; k < system.start[i + 1]; k++) {
      const goal = isGoal[system.index[k]];
      if (goal && !isGoal[i]) {
        loss[i] += value[k];
        b[i] += value[k];
      }
      if (goal || isGoal[i]) value[k] = 0;
    }
  }
  const held = { ...system, value, loss };
  const factor = ground.factorise(held);
  return ground.solveLogs(factor, held, b);
}
