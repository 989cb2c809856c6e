/** Two streams in one corridor: whether lanes form, and what passes. */
import { type Bench, type Case, type Criterion, runs, type Values } from "../case.js";
import { endlessScene, halves, placesAt, streamSpeed } from "../endless.js";
import { peopleFigure } from "../figures.js";
import { ADULTS } from "../panels.js";
import type { Trajectories } from "../trajectories.js";

/** Persons per m2. */
const DENSITIES = [1, 1.5, 2];

/** Metres and seconds: the corridor, how long it runs, and from when on it is measured. */
const [LONG, WIDE, DURATION, FROM] = [20, 4, 80, 40];

/** Metres of corridor across that are one row. */
const ROW = 0.6;

/**
 * How far the streams are apart: of everybody's row along the corridor, ((n+ - n-) / (n+ + n-))2, mean over all people and frames
 * from a time on. 1 for lanes, and about one over the people of a row where they are mixed.
 */
export function laneOrder({ tracks, times }: Trajectories, from: number): number | null {
  let [sum, count] = [0, 0];
  const rows = Math.ceil(WIDE / ROW);
  for (let frame = times.findIndex((time) => time >= from); frame >= 0 && frame < times.length; frame += 5) {
    const heads = Array.from({ length: rows }, (): [number, number] => [0, 0]);
    for (const { start, y, group } of tracks) {
      const k = frame - start;
      if (k < 0 || k >= y.length) continue;
      heads[Math.min(rows - 1, Math.max(0, Math.floor(y[k] / ROW)))][group === 1 ? 1 : 0]++;
    }
    for (const [ahead, back] of heads) {
      const all = ahead + back;
      if (all === 0) continue;
      sum += (ahead - back) ** 2 / all;
      count += all;
    }
  }
  return count === 0 ? null : sum / count;
}

function run(bench: Bench): Values {
  const values: Record<string, number | null> = {};
  for (const density of DENSITIES) {
    const places = placesAt(density, LONG, WIDE, bench.seed);
    const [right, left] = halves(places, bench.seed);
    const shared = { long: LONG, wide: WIDE, panel: ADULTS, duration: DURATION };
    const both = bench.simulate(
      endlessScene({ ...shared, name: `Two ways, ${density} per m²`, right, left }),
    );
    const one = bench.simulate(
      endlessScene({ ...shared, name: `One way, ${density} per m²`, right: places }),
    );
    if (density === 1.5) bench.show(() => peopleFigure(both, DURATION - 1, "Two streams at 1.5 per m²."));
    const [twoWay, oneWay] = [both, one].map((stream) => streamSpeed(stream, LONG, FROM));
    values[`${density}/order`] = laneOrder(both, FROM);
    values[`${density}/share`] = twoWay === null || oneWay === null ? null : (100 * twoWay) / oneWay;
    values[`${density}/flow`] = twoWay === null ? null : twoWay * density;
  }
  return values;
}

/** The case. */
export const lanes: Case = runs({
  id: "lanes",
  suite: "phenomena",
  title: "Lanes of two streams",
  source:
    "Two-way corridors (Zhang, Klingsch, Schadschneider and Seyfried 2012: 1.21 to 1.30 per metre and second at 1.6 to 2.7 per m²)",
  about:
    `Adults, half of them in each direction, mixed at the start, in a corridor of ${WIDE} m that begins anew after ${LONG} m; 1, 1.5 and 2 per m². From ${FROM} to ${DURATION} s the order parameter of rows of ${ROW} m is at least 0.8 (1 is lanes, 0 mixed), ` +
    "and as many pass, both ways together, as at least 85 % of those who pass with everybody in one direction at the same density.",
  criteria: DENSITIES.flatMap((density): Criterion[] => [
    { id: `${density}/order`, title: `order of lanes at ${density} per m²`, unit: "", low: 0.8, high: 1 },
    {
      id: `${density}/share`,
      title: `flow over one-way flow at ${density} per m²`,
      unit: "%",
      low: 85,
      high: null,
    },
    {
      id: `${density}/flow`,
      title: `two-way flow at ${density} per m²`,
      unit: "1/(m s)",
      low: null,
      high: null,
      recorded: () => true,
    },
  ]),
  run,
});
