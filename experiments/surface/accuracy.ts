/** How far potentials on triangle meshes are from the grid planner's and from the truth: Fischer (2011), table 5.1. */
import type { SurfaceField, WeightsName } from "../../src/surface/index.js";
import type { Experiment, ExperimentOptions } from "../experiment.js";
import { counted } from "../seeds.js";
import { gridPotential, sampleGrid } from "./grid-planner.js";
import { type Noise, PLANS, type Plan, type PlanarTrial, planarField, planarTrial } from "./plans.js";
import { type HeldMesh, quadraticPotential, refined } from "./quadratic.js";

/** Mean, standard deviation and maximum of absolute differences. */
export interface Differences {
  readonly mean: number;
  readonly deviation: number;
  readonly most: number;
}

/** Table 5.1's rows: mean, deviation and maximum on regular and on noisy meshes. */
const PRINTED: readonly (readonly [regular: Differences, noisy: Differences])[] = [
  [
    { mean: 0.00394, deviation: 0.00606, most: 0.06224 },
    { mean: 0.00903, deviation: 0.01042, most: 0.15687 },
  ],
  [
    { mean: 0.00303, deviation: 0.00417, most: 0.05802 },
    { mean: 0.00469, deviation: 0.00631, most: 0.30755 },
  ],
  [
    { mean: 0.01844, deviation: 0.01283, most: 0.08957 },
    { mean: 0.01867, deviation: 0.01717, most: 0.49989 },
  ],
  [
    { mean: 0.00604, deviation: 0.00817, most: 0.08911 },
    { mean: 0.00792, deviation: 0.01332, most: 0.49913 },
  ],
];

function summary(list: readonly number[]): Differences {
  const mean = list.reduce((sum, x) => sum + x, 0) / list.length;
  const deviation = Math.sqrt(list.reduce((sum, x) => sum + (x - mean) ** 2, 0) / list.length);
  return { mean, deviation, most: list.reduce((most, x) => Math.max(most, x), 0) };
}

/** Differences of a field at all free vertices to values by vertex. */
function differences(field: SurfaceField, goals: readonly number[], at: (v: number) => number): Differences {
  const { mesh, tags } = field.ground;
  const isGoal = new Set(goals);
  const list: number[] = [];
  for (let v = 0; v < mesh.vertexCount; v++)
    if (tags[v] === 0 && !isGoal.has(v)) list.push(Math.abs(field.potential(v) - at(v)));
  return summary(list);
}

/** To the grid planner's at the same place. */
export function againstGrid(
  field: SurfaceField,
  { goals, positions }: PlanarTrial,
  { what }: Pick<Plan, "what">,
  cells: number,
): Differences {
  const grid = gridPotential(what, cells);
  return differences(field, goals, (v) => sampleGrid(grid, cells, positions[v][0], positions[v][1]));
}

/** The truth for a trial's walls as they stand: quadratic elements, with every face cut in four `times` over. */
export function truthOf({ positions, faces, goals, blocked }: PlanarTrial, times = 1): Float64Array {
  const held = new Float64Array(positions.length).fill(Number.NaN);
  for (const v of goals) held[v] = 0;
  for (const v of blocked) held[v] = 1;
  let mesh: HeldMesh = { positions, faces, held };
  let found = quadraticPotential(mesh);
  for (let k = 0; k < times; k++) {
    mesh = refined(mesh);
    found = quadraticPotential(mesh, found);
  }
  return found.slice(0, positions.length);
}

/** To values of a reference. */
export function againstTruth(field: SurfaceField, { goals }: PlanarTrial, truth: Float64Array): Differences {
  return differences(field, goals, (v) => truth[v]);
}

/** One row: a plan on a kind of mesh. */
interface Judged {
  readonly plan: string;
  readonly cells: number;
  readonly noise: Noise;
  /** As the thesis prints it, to its own grid planner on its own plan; null where its noise is another. */
  readonly printed: Differences | null;
  readonly toGrid: Readonly<Record<WeightsName, Differences>>;
  readonly toTruth: Readonly<Record<WeightsName, Differences>>;
}

const KINDS: readonly { readonly noise: Noise; readonly printed: 0 | 1 | null; readonly words: string }[] = [
  { noise: "none", printed: 0, words: "regular" },
  { noise: "all", printed: 1, words: "noisy, walls too" },
  { noise: "free", printed: null, words: "noisy, walls stay" },
];

/** Judges one plan on one kind of mesh. */
export function judge(number: number, noise: Noise, cells = PLANS[number].cells): Judged {
  const plan = PLANS[number];
  const trial = planarTrial(plan.what, cells, noise);
  const truth = truthOf(trial);
  const [cotan, influence] = (["cotan", "influence"] as const).map((weights) => {
    const field = planarField(trial, weights);
    return { grid: againstGrid(field, trial, plan, cells), truth: againstTruth(field, trial, truth) };
  });
  const { printed } = KINDS.find((kind) => kind.noise === noise)!;
  return {
    plan: plan.name,
    cells: cells * cells,
    noise,
    printed: printed === null ? null : PRINTED[number][printed],
    toGrid: { cotan: cotan.grid, influence: influence.grid },
    toTruth: { cotan: cotan.truth, influence: influence.truth },
  };
}

const show = ({ mean, deviation, most }: Differences): string =>
  `${(100 * mean).toFixed(3)} / ${(100 * deviation).toFixed(3)} / ${(100 * most).toFixed(1)}`;

/** Four plans, each on three kinds of mesh. */
export const accuracy: Experiment<Judged[]> = {
  name: "surface-accuracy",
  title:
    "Potentials on triangle meshes beside the grid planner and the truth: mean, deviation and maximum in percent",
  paper: "Fischer 2011",
  place: "table 5.1",
  seeded: false,
  run: (options: ExperimentOptions) => {
    const tick = counted(KINDS.length * PLANS.length, options);
    return KINDS.flatMap(({ noise }) =>
      PLANS.map((_, number) => {
        const row = judge(number, noise);
        tick();
        return row;
      }),
    );
  },
  rows: (judged) => judged.map((row) => ({ ...row })),
  lines: (judged) =>
    judged.map(({ plan, cells, noise, printed, toGrid, toTruth }) => {
      const { words } = KINDS.find((kind) => kind.noise === noise)!;
      const thesis = printed ? `thesis ${show(printed)}; ` : "";
      return (
        `${plan}, ${cells.toLocaleString("en")}, ${words}: to the grid planner: ${thesis}` +
        `influence ${show(toGrid.influence)}; cotan ${show(toGrid.cotan)}; ` +
        `to the truth: influence ${show(toTruth.influence)}; cotan ${show(toTruth.cotan)}`
      );
    }),
};
