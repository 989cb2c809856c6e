// `npm run experiments -- [NAME…] [--first SEED]`: the experiments of the papers, as docs/experiments.md states them. Prints
// one line each, over five seeds from the first one on.
import { parseArgs } from "node:util";
import { Crowd, Simulation, World } from "../dist/index.js";
import { builtinScene } from "../dist/scenes/index.js";

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { first: { type: "string", default: "1" } },
});
const SEEDS = [0, 1, 2, 3, 4].map((k) => Number(values.first) + k);

/** @param {readonly number[]} values */
function meanAndSpread(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, text: `${mean.toFixed(1)} ± ${Math.sqrt(variance).toFixed(1)} s` };
}

/**
 * The time of the last arrival, in seconds; who has not arrived after the duration counts with it.
 *
 * @param {string} name
 * @param {object} [options]
 */
function evacuationTime(name, options) {
  const simulation = new Simulation(builtinScene(name), { planner: "pathmap", ...options });
  let last = simulation.duration;
  while (!simulation.done) {
    simulation.advance();
    for (const { time } of simulation.crowd.arrivals) last = time;
  }
  return simulation.crowd.arrived === simulation.total ? last : simulation.duration;
}

/**
 * @param {string} name
 * @param {object} [options]
 */
const overSeeds = (name, options) =>
  meanAndSpread(SEEDS.map((seed) => evacuationTime(name, { seed, ...options })));

/**
 * How many are left when those who are guided have all arrived, if they walk straight at their goals instead.
 *
 * @param {string} name
 */
function trapped(name) {
  const scene = builtinScene(name);
  const time = evacuationTime(name);
  const start = new Simulation(scene, { planner: "pathmap" });
  start.advance();
  const alone = new Crowd(new World(scene));
  const { x, y, group } = start.crowd.columns;
  for (let i = 0; i < start.crowd.size; i++) {
    const goalName = String(scene.spawns?.[group[i]].goals[0]);
    const [[a, b]] = scene.goals?.[goalName].segments ?? [];
    const goal = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    /** @param {readonly number[]} p */
    const way = (p) => Math.hypot(goal[0] - p[0], goal[1] - p[1]);
    const guide = {
      /** @param {readonly number[]} p */
      heading: (p) => (way(p) < 1e-9 ? [0, 0] : [(goal[0] - p[0]) / way(p), (goal[1] - p[1]) / way(p)]),
      cost: way,
      distance: way,
      /** @param {readonly number[]} p */
      pathFrom: (p) => [p, goal],
    };
    alone.add({ position: [x[i], y[i]], guide: /** @type {never} */ (guide) });
  }
  const all = alone.size;
  while (alone.time < time) alone.step(0.05);
  return `${all} of ${all} arrive in ${time.toFixed(1)} s by the path map; ${alone.size} are left then without it`;
}

/** @type {Record<string, () => string>} */
const EXPERIMENTS = {
  "3.10": () => `subway: all on board after ${overSeeds("subway").text}`,
  3.11: () => `trains: all on board after ${overSeeds("trains").text}`,
  3.12: () => `one passage ${overSeeds("centre-1").text}, three passages ${overSeeds("centre-3").text}`,
  3.14: () => trapped("pocket"),
  3.15: () => trapped("pockets-4"),
  5.6: () => {
    const none = overSeeds("bottleneck", { bottleneck: false });
    const barriers = overSeeds("bottleneck");
    const adaptive = overSeeds("bottleneck", { bottleneck: { adaptive: true } });
    /** @param {{ mean: number, text: string }} run */
    const less = (run) => `${run.text} (${(100 * (1 - run.mean / none.mean)).toFixed(1)} % less)`;
    return `without barriers ${none.text}, with them ${less(barriers)}, with adaptive weights ${less(adaptive)}`;
  },
};

const unknown = names.find((name) => !(name in EXPERIMENTS));
if (unknown !== undefined) {
  process.stderr.write(
    `experiments: there is no ${unknown}; there are ${Object.keys(EXPERIMENTS).join(", ")}\n`,
  );
  process.exitCode = 2;
} else {
  for (const name of names.length > 0 ? names : Object.keys(EXPERIMENTS).sort()) {
    process.stdout.write(`${name}: ${EXPERIMENTS[name]()}\n`);
  }
}
