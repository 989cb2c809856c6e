/** Potentials on surfaces: our solver beside the thesis's relaxation and Eigen's sparse LDLT (Fischer 2011, table 5.2). */
import { Factor, Random } from "../../src/numerics/index.js";
import { costaSurface, statueSurface, torusSurface } from "../../src/scenes/index.js";
import {
  type MeshInput,
  type Relaxed,
  type SurfaceField,
  SurfaceGround,
  SurfaceMesh,
} from "../../src/surface/index.js";
import type { Case, Suite } from "../harness.js";
import { buildEigen, type EigenAnswer, eigenInput, runEigen } from "../peers/eigen-ldlt.js";

/** A mesh to measure on. */
interface Model {
  readonly name: string;
  make(): MeshInput;
  /** Seconds that the thesis prints for thresholds 0.01, 0.005 and 0.001 (table 5.2). */
  readonly printed?: readonly [number, number, number];
}

const MODELS: readonly Model[] = [
  { name: "torus, 1,292 faces", make: () => torusSurface(34, 19), printed: [0.0473, 0.0551, 0.0743] },
  { name: "costa, 2,346 faces", make: () => costaSurface(), printed: [0.0587, 0.067, 0.0928] },
  { name: "statue, 10,000 faces", make: () => statueSurface(0.0855, 0), printed: [5.8936, 7.0064, 9.605] },
  { name: "statue, 100,000 faces", make: () => statueSurface(0.0855 / Math.sqrt(10), 0) },
  { name: "statue, 500,000 faces", make: () => statueSurface(0.0855 / Math.sqrt(50), 0) },
];
const QUICK: readonly Model[] = [{ name: "torus, 400 faces", make: () => torusSurface(20, 10) }];

/** Table 5.2's smallest threshold. */
const THRESHOLD = 0.001;
const PATHS = 200;
/** Above, relaxing to the end takes minutes: a hundred rounds show what a round costs. */
const MOST_RELAXED = 20_000;
const ROUNDS = 100;

/** Made when a case is first set up, and shared by the cases of a model. */
class Trial {
  private loaded: {
    readonly mesh: SurfaceMesh;
    readonly cotan: SurfaceGround;
    readonly influence: SurfaceGround;
  } | null = null;
  private count = 0;

  constructor(readonly model: Model) {}

  get things(): {
    readonly mesh: SurfaceMesh;
    readonly cotan: SurfaceGround;
    readonly influence: SurfaceGround;
  } {
    if (!this.loaded) {
      const mesh = new SurfaceMesh(this.model.make());
      // A region to keep out of, so that closed meshes have a wall too, as in figure 5.4.
      const obstacles = [{ centre: mesh.vertex(0), radius: 0.04 * Math.sqrt(mesh.totalArea) }];
      const ground = (weights: "cotan" | "influence"): SurfaceGround =>
        new SurfaceGround(mesh, { weights, obstacles });
      this.loaded = { mesh, cotan: ground("cotan"), influence: ground("influence") };
    }
    return this.loaded;
  }

  /** Another goal in every run. */
  goal(): { kind: "vertex"; vertex: number } {
    const { mesh, cotan } = this.things;
    let vertex = (this.count += 7919) % mesh.vertexCount;
    while (cotan.tags[vertex]) vertex = (vertex + 1) % mesh.vertexCount;
    return { kind: "vertex", vertex };
  }
}

/** All free vertices of the goal's part have a neighbour nearer to it, and 20 random paths arrive. */
function checkField(field: SurfaceField): void {
  const { ground, levels } = field;
  const { mesh, tags, couplings } = ground;
  for (let v = 0; v < mesh.vertexCount; v++) {
    if (tags[v] || levels[v] === 0 || levels[v] === Infinity) continue;
    let lower = false;
    for (let k = couplings.start[v]; k < couplings.start[v + 1]; k++)
      lower ||= levels[couplings.index[k]] < levels[v];
    if (!lower) throw new Error(`vertex ${v} has no neighbour nearer to the goal`);
  }
  checkPaths(field, 20);
}

function checkPaths(field: SurfaceField, count: number): void {
  const { mesh } = field.ground;
  const random = new Random(5);
  for (let i = 0; i < count; i++) {
    const { path } = field.follow({
      kind: "face",
      face: random.below(mesh.faceCount),
      weights: [0.2, 0.3, 0.5],
    });
    if (!path) continue;
    const end = path.places[path.places.length - 1];
    if (end.kind !== "vertex" || field.levels[end.vertex] !== 0)
      throw new Error("a path ends before the goal");
  }
}

/** What the thesis prints, for the line below the times: it is not measured here. */
function printed({ printed: seconds }: Model): string {
  return seconds ? `; the thesis prints ${seconds[2]} s for threshold ${THRESHOLD}` : "";
}

function solveCases(trial: Trial): Case[] {
  const input = `${trial.model.name}: new goal`;
  return [
    {
      input,
      name: "cotan, direct",
      setup: () => void trial.things.cotan.factor,
      run: () => trial.things.cotan.field(trial.goal()),
      check: (field) => checkField(field as SurfaceField),
    },
    {
      input,
      name: "influence, direct",
      setup: () => void trial.things.influence.factor,
      run: () => trial.things.influence.field(trial.goal()),
      check: (field) => checkField(field as SurfaceField),
    },
    {
      input,
      name: "influence, relaxation",
      role: "baseline",
      setup: () => void trial.things,
      run: () =>
        trial.things.mesh.faceCount > MOST_RELAXED
          ? trial.things.influence.relax(trial.goal(), { threshold: 1e-300, most: ROUNDS })
          : trial.things.influence.relax(trial.goal(), { threshold: THRESHOLD }),
      check() {},
      remark: (answer) => {
        const { iterations, error, arrived } = answer as Relaxed;
        const share = (100 * arrived).toFixed(1);
        const found = `${iterations} rounds to an error of ${error.toPrecision(3)}; ${share} % of the cells arrive`;
        return found + printed(trial.model);
      },
    },
  ];
}

function factorCases(trial: Trial): Case[] {
  const input = `${trial.model.name}: factorise and solve`;
  let stream: Uint8Array;
  let coords: Float64Array;
  const source = (): number => trial.things.cotan.freeCount >> 1;
  return [
    {
      input,
      name: "wayfield",
      setup() {
        const { mesh, cotan } = trial.things;
        coords = new Float64Array(3 * cotan.freeCount);
        cotan.rows.forEach((row, v) => {
          if (row >= 0) coords.set(mesh.vertex(v), 3 * row);
        });
      },
      run() {
        const { system } = trial.things.cotan;
        const b = new Float64Array(system.loss.length);
        b[source()] = 1;
        return new Factor(system, coords, 3).solve(b);
      },
      check: (x) => checkSolution(trial, x as Float64Array),
    },
    {
      input,
      name: "Eigen LDLT (C++)",
      role: "baseline",
      setup() {
        buildEigen();
        stream = eigenInput(trial.things.cotan.system, source());
      },
      run: () => runEigen(stream, 3),
      check: (answer) => checkSolution(trial, Float64Array.from((answer as EigenAnswer).solution), 1e-6),
      ownTimes: (answer) =>
        (answer as EigenAnswer).factorMs.map((ms, i) => ms + (answer as EigenAnswer).solveMs[i]),
    },
  ];
}

/** Every row must hold, relative to what is in it; `slack` for a solver that subtracts, where x is not tiny. */
function checkSolution(trial: Trial, x: Float64Array, slack = 1e-12): void {
  const { start, index, value, loss } = trial.things.cotan.system;
  const source = trial.things.cotan.freeCount >> 1;
  for (let i = 0; i < x.length; i++) {
    let left = loss[i] * x[i];
    let right = i === source ? 1 : 0;
    for (let k = start[i]; k < start[i + 1]; k++) {
      left += value[k] * x[i];
      right += value[k] * x[index[k]];
    }
    if (slack > 1e-9 && x[i] < 1e-6 * x[source]) continue;
    if (Math.abs(left - right) > slack * Math.max(left, right)) throw new Error(`row ${i} is off`);
  }
}

function otherCases(trial: Trial): Case[] {
  let field: SurfaceField;
  return [
    {
      input: `${trial.model.name}: everything, from the mesh on`,
      name: "cotan, direct",
      setup: () => void trial.things,
      run: () => new SurfaceGround(trial.things.mesh).field(trial.goal()),
      check: (answer) => checkField(answer as SurfaceField),
    },
    {
      input: `${trial.model.name}: one path`,
      name: "cotan",
      operations: PATHS,
      setup() {
        field = trial.things.cotan.field(trial.goal());
      },
      run() {
        const random = new Random(3);
        const { faceCount } = trial.things.mesh;
        const paths = Array.from({ length: PATHS }, () =>
          field.pathFrom({ kind: "face", face: random.below(faceCount), weights: [0.2, 0.3, 0.5] }),
        );
        return paths.filter((path) => path !== null);
      },
      check(paths) {
        if ((paths as unknown[]).length < 0.9 * PATHS) throw new Error("too many starts have no path");
        checkPaths(field, PATHS);
      },
    },
  ];
}

export const surface: Suite = {
  name: "surface",
  title: "Potentials on surfaces",
  cases: (quick) =>
    (quick ? QUICK : MODELS).flatMap((model) => {
      const trial = new Trial(model);
      return [...solveCases(trial), ...factorCases(trial), ...otherCases(trial)];
    }),
};
