/** Corridors of the Hermes experiments: a gate lets people in, a corridor of 1.8 m leads to an exit. */
import type { Scene } from "../../src/world/index.js";
import { type Bench, type Case, type Criterion, runs, type Values } from "../case.js";
import { peopleFigure } from "../figures.js";
import { crossings, flowOf, meanDensity, meanSpeed, middleOf } from "../measures.js";
import { near } from "../near.js";
import { STUDENTS_AT_EASE } from "../panels.js";
import { block, box, plan, rectangle } from "../plans.js";
import { along } from "../scenes.js";
import { everybodyLeft, type Trajectories } from "../trajectories.js";

/** Widths of gate and exit in cm, people, and what was measured: 1/m2, m/s, 1/s in mid-corridor, 1/s at the exit. */
interface Measured {
  readonly gate: number;
  readonly exit: number;
  readonly people: number;
  readonly density: number;
  readonly speed: number;
  readonly flow: number;
  readonly exitFlow?: number;
}

const MEASURED: readonly Measured[] = [
  { gate: 50, exit: 180, people: 61, density: 0.51, speed: 1.35, flow: 1.25 },
  { gate: 70, exit: 180, people: 111, density: 0.67, speed: 1.35, flow: 1.62 },
  { gate: 100, exit: 180, people: 121, density: 1.15, speed: 1.19, flow: 2.47 },
  { gate: 145, exit: 180, people: 175, density: 1.59, speed: 0.97, flow: 2.79 },
  { gate: 180, exit: 180, people: 220, density: 1.69, speed: 0.95, flow: 2.88 },
  { gate: 180, exit: 120, people: 170, density: 2.08, speed: 0.64, flow: 2.4, exitFlow: 2.27 },
  { gate: 180, exit: 95, people: 159, density: 2.48, speed: 0.41, flow: 1.84, exitFlow: 1.76 },
  { gate: 180, exit: 70, people: 148, density: 3.01, speed: 0.31, flow: 1.69, exitFlow: 1.61 },
];

/** Name of a run as the experiments have it. */
const nameOf = ({ gate, exit }: Measured): string =>
  [gate, 180, exit].map((width) => String(width).padStart(3, "0")).join("-");

/** Half of the corridor's width; its ends; where the gate is; how wide it is between gate and corridor, and where people wait. */
const [HALF, FROM, TO, GATE, OPEN, HALL] = [0.9, 4, -4, 8, 2, 4];

/** Depth of the boards with gate and exit. */
const BOARD = 0.1;

/** The gate is 4 m before the corridor, with open ground between them, as the recorded ways show. */
function corridorsScene(measured: Measured): Scene {
  const { people } = measured;
  const [gate, exit] = [measured.gate / 200, measured.exit / 200];
  const long = people / 2 / (2 * HALL - 0.6);
  const top = GATE + 1.5 + long;
  return plan({
    name: `Hermes ${nameOf(measured)}`,
    duration: 400,
    people: STUDENTS_AT_EASE,
    boundary: rectangle(box(-HALL, TO - 5, HALL, top)),
    obstacles: [
      // The board with the gate, the ground beside what follows it, the corridor's walls, the board with the exit.
      block(-HALL, GATE, -gate, GATE + BOARD),
      block(gate, GATE, HALL, GATE + BOARD),
      block(-HALL, FROM, -OPEN, GATE),
      block(OPEN, FROM, HALL, GATE),
      block(-HALL, TO, -HALF, FROM),
      block(HALF, TO, HALL, FROM),
      ...(exit < HALF ? [block(-HALF, TO, -exit, TO + BOARD), block(exit, TO, HALF, TO + BOARD)] : []),
    ],
    goals: { out: { segments: [along(TO - 4, -HALL, HALL)] } },
    spawns: [
      {
        polygon: rectangle(box(-HALL + 0.3, GATE + 0.5, HALL - 0.3, GATE + 0.5 + long)),
        count: people,
        goals: ["out"],
      },
    ],
  });
}

/** What is right, row by row; these are shown, and the share of rows that are right is judged. */
const ROWS: readonly Criterion[] = MEASURED.flatMap((measured) => {
  const name = nameOf(measured);
  const { density, speed, flow } = measured;
  return [
    near(`${name}/density`, `${name}, density`, "1/m²", density, 0.15),
    near(`${name}/speed`, `${name}, speed`, "m/s", speed, 0.15),
    near(`${name}/flow`, `${name}, flow`, "1/s", flow, 0.15),
  ].map((row): Criterion => ({ ...row, recorded: () => true }));
});

const isInside = ({ id, low, high }: Criterion, values: Values): boolean => {
  const value = values[id];
  return value !== null && value >= low! && value <= high!;
};

/** Rows of which density, speed and flow are all right. */
function rightRows(values: Values): number {
  return MEASURED.filter((measured) =>
    ROWS.filter(({ id }) => id.startsWith(nameOf(measured))).every((row) => isInside(row, values)),
  ).length;
}

/** What is read of one run: in the middle 4 m of the corridor, and at the exit. */
function measure(run: Trajectories): {
  density: number | null;
  speed: number | null;
  flow: number | null;
  exit: number | null;
} {
  const middle = crossings(run, along(0, -HALF, HALF));
  // From a third on: the first ones walk through an empty corridor.
  const span = middleOf(middle, 0.3, 0.8);
  if (!everybodyLeft(run) || !span) return { density: null, speed: null, flow: null, exit: null };
  const area = box(-HALF, -2, HALF, 2);
  return {
    density: meanDensity(run, area, span),
    speed: meanSpeed(run, area, span),
    flow: flowOf(middle, 0.3, 0.8),
    exit: flowOf(crossings(run, along(TO + BOARD, -HALF, HALF))),
  };
}

function runAll(bench: Bench): Values {
  const values: Record<string, number | null> = {};
  for (const measured of MEASURED) {
    const name = nameOf(measured);
    const run = bench.simulate(corridorsScene(measured));
    if (measured.exit === 70) bench.show(() => peopleFigure(run, 40, `Run ${name}.`));
    const { density, speed, flow, exit } = measure(run);
    values[`${name}/density`] = density;
    values[`${name}/speed`] = speed;
    values[`${name}/flow`] = flow;
    if (measured.exitFlow !== undefined) values[`exit-${(measured.exit / 100).toFixed(2)}`] = exit;
  }
  return values;
}

/** Corridors and the exits at their end. */
export const hermesCorridors: Case = runs({
  id: "hermes-corridor",
  suite: "phenomena",
  title: "Hermes, corridors of 1.8 m",
  source: "Hermes experiments (Jülich 2009), corridors uo-GATE-180-EXIT",
  about:
    "Eight runs, population students-at-ease: people pass a gate, 4 m of open ground and a corridor of 1.8 m that is 8 m long, with an exit at its end. What lies before the gate is not published: " +
    "a hall of 8 m with 2 people per m² is our assumption. Density (heads), speed and flow in the middle 4 m, while the 30th to the 80th percent pass: half of the rows or more have all three within 15 % of what was measured. " +
    "At the exits of 0.70, 0.95 and 1.20 m, the flow of the 20th to the 80th percent is within 15 %.",
  criteria: [
    {
      id: "rows",
      title: "rows with density, speed and flow within 15 %, of 8",
      unit: "",
      low: 4,
      high: 8,
      from: rightRows,
    },
    ...[...MEASURED]
      .reverse()
      .flatMap(({ exit, exitFlow }) =>
        exitFlow === undefined
          ? []
          : [
              near(
                `exit-${(exit / 100).toFixed(2)}`,
                `flow at an exit of ${(exit / 100).toFixed(2)} m`,
                "1/s",
                exitFlow,
                0.15,
              ),
            ],
      ),
    ...ROWS,
  ],
  run: runAll,
});
