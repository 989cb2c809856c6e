/**
 * How long the thesis's relaxation takes: Fischer (2011), table 5.2, and the study that section 7.2 asks for, which
 * threshold, which terms and which order of cells.
 */
import type { InfluenceTerms, RelaxOptions, RelaxOrder, SurfaceGround } from "../../src/surface/index.js";
import type { Experiment, ExperimentOptions } from "../experiment.js";
import { counted } from "../seeds.js";
import { carModel, costaModel, groundOf, type Model, statueModel } from "./models.js";

/** Table 5.2, by model: iterations and seconds for each threshold. */
const PRINTED: Readonly<
  Record<string, readonly { readonly threshold: number; readonly rounds: number; readonly seconds: number }[]>
> = {
  car: [
    { threshold: 0.01, rounds: 1090, seconds: 0.0473 },
    { threshold: 0.005, rounds: 1286, seconds: 0.0551 },
    { threshold: 0.001, rounds: 1739, seconds: 0.0743 },
  ],
  costa: [
    { threshold: 0.01, rounds: 781, seconds: 0.0587 },
    { threshold: 0.005, rounds: 938, seconds: 0.067 },
    { threshold: 0.001, rounds: 1304, seconds: 0.0928 },
  ],
  statue: [
    { threshold: 0.01, rounds: 16_195, seconds: 5.8936 },
    { threshold: 0.005, rounds: 19_267, seconds: 7.0064 },
    { threshold: 0.001, rounds: 26_401, seconds: 9.605 },
  ],
};

const TERMS: readonly InfluenceTerms[] = [
  { alpha: 2, beta: 1, gamma: 1 },
  { alpha: 0.1, beta: 1, gamma: 1 },
  { alpha: 1, beta: 2, gamma: 1 },
  { alpha: 0, beta: 1, gamma: 0 },
];
const ORDERS: readonly RelaxOrder[] = ["outward", "alternating"];

/** One relaxation. */
interface Row {
  readonly model: string;
  readonly faces: number;
  readonly cells: number;
  /** What was changed: terms or order; empty for the thesis's own. */
  readonly changed: string;
  readonly threshold: number | "auto";
  readonly rounds: number;
  readonly seconds: number;
  /** The sum of changes in the last round. */
  readonly error: number;
  /** Share of the cells from which going to the best neighbour arrives. */
  readonly arrived: number;
  /** Seconds of a direct solve for the same goal: the first, and once more; null where it was not measured. */
  readonly direct: { readonly first: number; readonly next: number } | null;
  readonly printed: { readonly rounds: number; readonly seconds: number } | null;
}

function relaxed(
  { name, mesh, goal }: Model,
  ground: SurfaceGround,
  { threshold = "auto", order = "index" }: RelaxOptions,
  clock: () => number,
): Omit<Row, "changed" | "direct"> {
  const began = clock();
  const { iterations, error, arrived } = ground.relax(goal, { threshold, order });
  const seconds = (clock() - began) / 1000;
  const printed = PRINTED[name].find((row) => row.threshold === threshold) ?? null;
  const about = { model: name, faces: mesh.faceCount, cells: mesh.vertexCount };
  return { ...about, threshold, rounds: iterations, seconds, error, arrived, printed };
}

/** A direct solve for the same goal: once with the factorisation, once with the factor at hand. */
function direct(
  ground: SurfaceGround,
  { goal }: Model,
  clock: () => number,
): { first: number; next: number } {
  const began = clock();
  ground.field(goal);
  const between = clock();
  ground.field(goal);
  return { first: (between - began) / 1000, next: (clock() - between) / 1000 };
}

/** Table 5.2 for one model: its three thresholds, and the one that is found. */
export function tableOf(model: Model, clock: () => number): Row[] {
  const ground = groundOf(model, { weights: "influence", leak: 0 });
  const solved = direct(ground, model, clock);
  return [0.01, 0.005, 0.001, "auto" as const].map((threshold) => ({
    ...relaxed(model, ground, { threshold }, clock),
    changed: "",
    direct: solved,
  }));
}

/** Terms and orders. */
export function studyOf(model: Model, clock: () => number): Row[] {
  const plain = groundOf(model, { weights: "influence", leak: 0 });
  const byTerms = TERMS.map((terms) => ({
    ...relaxed(model, groundOf(model, { weights: "influence", leak: 0, terms }), {}, clock),
    changed: `alpha ${terms.alpha}, beta ${terms.beta}, gamma ${terms.gamma}`,
    direct: null,
    printed: null,
  }));
  const byOrder = ORDERS.flatMap((order) =>
    (["auto", 0.001] as const).map((threshold) => ({
      ...relaxed(model, plain, { threshold, order }, clock),
      changed: order,
      direct: null,
      printed: null,
    })),
  );
  return [...byTerms, ...byOrder];
}

const seconds = (s: number): string => (s < 1 ? `${(1000 * s).toFixed(1)} ms` : `${s.toFixed(2)} s`);

/** The three models, and the study on one of them. */
export const relaxation: Experiment<Row[]> = {
  name: "surface-relaxation",
  title: "Rounds and time of the thesis's relaxation",
  paper: "Fischer 2011",
  place: "table 5.2 and section 7.2; SIBGRAPI article, table II",
  seeded: false,
  run: (options: ExperimentOptions) => {
    const { clock = () => performance.now() } = options;
    const tick = counted(4, options);
    const done = <T>(value: T): T => {
      tick();
      return value;
    };
    return [
      ...[carModel, costaModel, statueModel].flatMap((model) => done(tableOf(model(), clock))),
      ...done(studyOf(costaModel(), clock)),
    ];
  },
  rows: (rows) => rows.map((row) => ({ ...row })),
  lines: (rows) =>
    rows.map(
      ({ model, faces, cells, changed, threshold, rounds, seconds: taken, error, arrived, ...rest }) => {
        const { printed, direct: solved } = rest;
        const about = `${model}, ${faces.toLocaleString("en")} faces, ${cells.toLocaleString("en")} cells`;
        const thesis = printed
          ? ` (thesis ${printed.rounds.toLocaleString("en")}, ${seconds(printed.seconds)})`
          : "";
        const beside = solved ? `; direct ${seconds(solved.first)}, next goal ${seconds(solved.next)}` : "";
        return (
          `${about}${changed && `, ${changed}`}, threshold ${threshold}: ${rounds.toLocaleString("en")} rounds, ` +
          `${seconds(taken)}${thesis}; error ${error.toPrecision(3)}, ${(100 * arrived).toFixed(1)} % arrive${beside}`
        );
      },
    ),
};
