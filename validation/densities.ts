/** Speed and flow by density in an endless corridor: RiMEA 4, IMO 12. */
import { weidmannSpeed } from "../src/report/index.js";
import { type Bench, type Case, type Criterion, runs, type Values } from "./case.js";
import type { Naming } from "./common.js";
import { endlessScene, placesAt, streamSpeed } from "./endless.js";
import { peopleFigure } from "./figures.js";
import { ratio } from "./measures.js";
import { near } from "./near.js";
import { ADULTS } from "./panels.js";

/** Metres and seconds: the corridor, how long it runs, and from when on it is measured. */
const [LONG, WIDE, DURATION, FROM] = [20, 4, 60, 30];

/** The mean speed of adults at a density, in m/s. */
function speedAt(bench: Bench, density: number): number | null {
  const places = placesAt(density, LONG, WIDE, bench.seed);
  const scene = endlessScene({
    name: `${density} persons per m²`,
    long: LONG,
    wide: WIDE,
    panel: ADULTS,
    right: places,
    duration: DURATION,
  });
  const run = bench.simulate(scene);
  if (density === 2) bench.show(() => peopleFigure(run, FROM, "The corridor at 2 persons per m²."));
  return streamSpeed(run, LONG, FROM);
}

const DENSITIES = [0.5, 1, 1.5, 2, 2.5, 3, 4];

/** Denser than what is judged. */
const BEYOND = 5;

/** Flow per metre at a density, from its row. */
const flowAt = (values: Values, density: number): number | null => {
  const speed = values[density];
  return speed === null || speed === undefined ? null : speed * density;
};

/** Flows that are less than the one before, of some in the order of density. */
function falls(values: Values, densities: readonly number[]): number | null {
  const flows = densities.map((density) => flowAt(values, density));
  if (flows.some((flow) => flow === null)) return null;
  return flows.filter((flow, k) => k > 0 && flow! < flows[k - 1]!).length;
}

/** Speeds by density against Weidmann's curve. */
export function fundamentalDiagram(naming: Naming): Case {
  return runs({
    ...naming,
    about:
      `Adults walk one way in a corridor of ${WIDE} m that begins anew after ${LONG} m, at 0.5 to 4 per m² (the guideline has 1,000 by 10 m). Their mean speed from ${FROM} to ${DURATION} s is within 15 % of ` +
      "Weidmann's v = 1.34 (1 − exp(−1.913 (1/ρ − 1/5.4))), and the flow falls beyond 2 per m²: from 2 to 2.5, to 3 and to 4.",
    criteria: [
      ...DENSITIES.map((density) =>
        near(String(density), `speed at ${density} per m²`, "m/s", weidmannSpeed(density), 0.15),
      ),
      {
        id: "falls",
        title: "flows that fall beyond 2 per m², of 3",
        unit: "",
        low: 3,
        high: 3,
        from: (values) => falls(values, [2, 2.5, 3, 4]),
      },
      {
        ...near(String(BEYOND), `speed at ${BEYOND} per m²`, "m/s", weidmannSpeed(BEYOND), 0.15),
        recorded: () => true,
      } satisfies Criterion,
    ],
    run: (bench) =>
      Object.fromEntries([...DENSITIES, BEYOND].map((density) => [density, speedAt(bench, density)])),
  });
}

/** The flow at a very high density is less than at a moderate one. */
export function flowFalls(naming: Naming): Case {
  const at = (density: number): Criterion => ({
    id: String(density),
    title: `speed at ${density} per m²`,
    unit: "m/s",
    low: null,
    high: null,
    recorded: () => true,
  });
  return runs({
    ...naming,
    about: `Adults walk one way in a corridor of ${WIDE} m that begins anew after ${LONG} m. The flow per metre (density times speed) at 4 per m² is less than at 2 per m².`,
    criteria: [
      {
        id: "",
        title: "flow at 4 over flow at 2 per m²",
        unit: "",
        low: null,
        high: 0.99,
        from: (values) => ratio(flowAt(values, 4), flowAt(values, 2)),
      },
      at(2),
      at(4),
    ],
    run: (bench) => ({ 2: speedAt(bench, 2), 4: speedAt(bench, 4) }),
  });
}
