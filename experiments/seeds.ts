/** Runs over seeds: scenes that empty, and their means. */
import { builtinScene } from "../src/scenes/index.js";
import { Simulation, type SimulationOptions } from "../src/simulation/index.js";
import { type ExperimentOptions, PEOPLE } from "./experiment.js";

/** Numbers that came of one seed each. */
export interface Sample {
  readonly values: readonly number[];
  readonly mean: number;
  /** Of the sample, with n - 1; null for a single value. */
  readonly deviation: number | null;
}

/** Mean and deviation of at least one value. */
export function sampleOf(values: readonly number[]): Sample {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length < 2) return { values, mean, deviation: null };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { values, mean, deviation: Math.sqrt(variance) };
}

/** `111.1 ± 10.5`. */
export function meanText({ mean, deviation }: Sample): string {
  return deviation === null ? mean.toFixed(1) : `${mean.toFixed(1)} ± ${deviation.toFixed(1)}`;
}

/** The time of the last arrival, in seconds; who has not arrived after the duration counts with it. */
export function evacuationTime(scene: string, options: SimulationOptions = {}): number {
  const simulation = new Simulation(builtinScene(scene), { planner: "pathmap", ...PEOPLE, ...options });
  let last = simulation.duration;
  while (!simulation.done) {
    simulation.advance();
    for (const { time } of simulation.crowd.arrivals) last = time;
  }
  return simulation.crowd.arrived === simulation.total ? last : simulation.duration;
}

/** Calls `progress` with the share of so many pieces of work each time that one is done. */
export function counted(total: number, { progress }: ExperimentOptions): () => void {
  let done = 0;
  return () => progress?.(++done / total);
}

/** One way to run a scene. */
export interface Condition {
  readonly title: string;
  readonly scene: string;
  readonly options?: SimulationOptions;
}

/** The times that a scene took to empty under one condition, in seconds. */
export interface Emptying extends Sample {
  readonly title: string;
  readonly scene: string;
  readonly seeds: readonly number[];
}

/** Empties scenes under all conditions, with every seed. */
export function emptyings(conditions: readonly Condition[], options: ExperimentOptions): Emptying[] {
  const { seeds } = options;
  const tick = counted(conditions.length * seeds.length, options);
  return conditions.map(({ title, scene, options: settings }) => {
    const times = seeds.map((seed) => {
      const time = evacuationTime(scene, { seed, ...settings });
      tick();
      return time;
    });
    return { title, scene, seeds, ...sampleOf(times) };
  });
}

/** Facts of emptyings, as JSON has them. */
export function emptyingRow({ title, scene, seeds, values, mean, deviation }: Emptying) {
  return { title, scene, seeds, times: values, mean, deviation };
}
