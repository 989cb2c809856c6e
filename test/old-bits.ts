/** Runs of built-in scenes as sums of their bits: what `model: "orca"` with `arrival: "touch"` has to give for good. */
import { Fingerprint } from "../src/run/fingerprint.js";
import { builtinScene } from "../src/scenes/index.js";
import { Simulation, type SimulationOptions } from "../src/simulation/index.js";

/** One run: a built-in scene, a planner, and for how many seconds. */
export interface OldRun {
  readonly scene: string;
  readonly planner: string;
  readonly duration: number;
}

/** Everybody's place at the end of a run, and when whom came where before, as sixteen digits. */
export function bitsOf({ scene, planner, duration }: OldRun, options: SimulationOptions): string {
  const simulation = new Simulation(builtinScene(scene), { ...options, planner, duration });
  const print = new Fingerprint();
  while (!simulation.done) {
    simulation.advance();
    for (const { id, time, walked } of simulation.crowd.arrivals)
      print.number(id).number(time).number(walked);
  }
  const { id, x, y, vx, vy } = simulation.crowd.columns;
  for (let i = 0; i < simulation.crowd.size; i++) {
    print.number(id[i]).number(x[i]).number(y[i]).number(vx[i]).number(vy[i]);
  }
  return print.number(simulation.crowd.arrived).toString();
}
