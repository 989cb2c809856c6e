/** Soldiers through the swamp, tanks around it (Silveira et al. 2010, 4.2), each by its planner and without a sketched route. */
import { type Point, sideOfRing } from "../../src/geometry/index.js";
import { builtinScene } from "../../src/scenes/index.js";
import { Simulation } from "../../src/simulation/index.js";
import { type Experiment, PEOPLE } from "../experiment.js";

const PLANNERS = ["pathmap", "potential", "roadmap"] as const;

/** What came of one planner. */
interface Crossing {
  readonly planner: string;
  readonly seed: number;
  readonly soldiers: number;
  readonly tanks: number;
  /** Those who were in the swamp at the end of any step. */
  readonly soldiersThrough: number;
  readonly tanksThrough: number;
  /** Mean seconds from start to goal, and metres walked. */
  readonly soldierTime: number;
  readonly tankTime: number;
  readonly soldierWay: number;
  readonly tankWay: number;
}

function crossing(planner: string, seed: number): Crossing {
  const { routes: _, ...scene } = builtinScene("swamp");
  const [{ polygon }] = scene.zones!;
  const simulation = new Simulation(scene, { planner, seed, ...PEOPLE });
  const through = [new Set<number>(), new Set<number>()];
  const arrivals: { readonly group: number; readonly travelTime: number; readonly walked: number }[] = [];
  while (!simulation.done) {
    simulation.advance();
    const { x, y, id, group } = simulation.crowd.columns;
    for (let i = 0; i < simulation.crowd.size; i++) {
      const p: Point = [x[i], y[i]];
      if (sideOfRing(p, polygon) > 0) through[group[i]].add(id[i]);
    }
    for (const arrival of simulation.crowd.arrivals) arrivals.push(arrival);
  }
  const mean = (group: number, of: "travelTime" | "walked"): number => {
    const own = arrivals.filter((arrival) => arrival.group === group);
    return own.reduce((sum, arrival) => sum + arrival[of], 0) / own.length;
  };
  const count = (group: number): number => arrivals.filter((arrival) => arrival.group === group).length;
  return {
    planner,
    seed,
    soldiers: count(0),
    tanks: count(1),
    soldiersThrough: through[0].size,
    tanksThrough: through[1].size,
    soldierTime: mean(0, "travelTime"),
    tankTime: mean(1, "travelTime"),
    soldierWay: mean(0, "walked"),
    tankWay: mean(1, "walked"),
  };
}

/** A swamp that soldiers may enter, at half their speed, and tanks may not. */
export const terrain: Experiment<readonly Crossing[]> = {
  name: "terrain",
  title: "Soldiers through a swamp at half their speed, tanks around it, by three planners",
  paper: "Silveira 2010",
  place: "4.2",
  seeded: true,
  run: ({ seeds, progress }) =>
    PLANNERS.flatMap((planner, k) =>
      seeds.map((seed, i) => {
        const found = crossing(planner, seed);
        progress?.((k * seeds.length + i + 1) / (PLANNERS.length * seeds.length));
        return found;
      }),
    ),
  rows: (result) => result.map((one) => ({ ...one })),
  lines: (result) =>
    PLANNERS.map((planner) => {
      const own = result.filter((one) => one.planner === planner);
      const mean = (of: (one: Crossing) => number): number =>
        own.reduce((sum, one) => sum + of(one), 0) / own.length;
      const [through, time, way] = [
        mean((one) => one.soldiersThrough),
        mean((one) => one.soldierTime),
        mean((one) => one.soldierWay),
      ];
      const tanks = own.reduce((sum, one) => sum + one.tanksThrough, 0);
      const [tankTime, tankWay] = [mean((one) => one.tankTime), mean((one) => one.tankWay)];
      return (
        `${planner}: ${through.toFixed(0)} of 40 soldiers go through, ${way.toFixed(1)} m in ${time.toFixed(1)} s; ` +
        `${tanks} tanks do, ${tankWay.toFixed(1)} m in ${tankTime.toFixed(1)} s around`
      );
    }),
};
