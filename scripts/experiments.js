// `npm run experiments -- [NAME…] [--first SEED] [--seeds COUNT]`: the experiments of the papers, as docs/experiments.md states
// them. Prints one line each, over five seeds, or so many, from the first one on.
import { parseArgs } from "node:util";
import { Crowd, Simulation, World } from "../dist/index.js";
import { builtinScene } from "../dist/scenes/index.js";

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { first: { type: "string", default: "1" }, seeds: { type: "string", default: "5" } },
});
const SEEDS = Array.from({ length: Number(values.seeds) }, (_, k) => Number(values.first) + k);

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

const SCENARIOS = ["flow-1", "flow-2", "flow-3"];

/**
 * Arrivals in a scene whose people come through its source whenever there is room, and the rate of the last third.
 *
 * @param {string} name
 * @param {object} options
 * @param {object} [changes] what is different in the scene
 */
function arrivals(name, options, changes) {
  const simulation = new Simulation({ ...builtinScene(name), ...changes }, options);
  let before = 0;
  let deepest = 0;
  while (!simulation.done) {
    simulation.advance();
    if (simulation.time <= (2 / 3) * simulation.duration) before = simulation.crowd.arrived;
    deepest = Math.max(deepest, simulation.crowd.touches.deepest);
  }
  const { arrived } = simulation.crowd;
  return { arrived, rate: (arrived - before) / (simulation.duration / 3), deepest };
}

/** Table 4.1: people who reach the sink in 60 s, on shortest paths, lanes, and lanes pulled taut. */
function table41() {
  const lines = SCENARIOS.map((name) => {
    const paths = SEEDS.map((seed) => arrivals(name, { planner: "pathmap", seed }));
    const n = meanAndSpread(paths.map(({ arrived }) => arrived));
    const rate = meanAndSpread(paths.map((run) => run.rate));
    /** @param {"contours" | "taut"} lanes @param {"bodies" | "lane"} spacing */
    const onLanes = (lanes, spacing) => {
      const run = arrivals(name, { planner: "flow", lanes, spacing });
      const ratios = `${(run.arrived / n.mean).toFixed(2)} x S, at the end ${run.rate.toFixed(1)}/s = ${(run.rate / rate.mean).toFixed(2)} x S`;
      return `${run.arrived} (${ratios}, deepest overlap ${(1000 * run.deepest).toFixed(0)} mm)`;
    };
    const pushed = arrivals(name, { planner: "pathmap" }, { profiles: PUSHED });
    return [
      `${name}: S ${n.text.replace(" s", "")}, at the end ${rate.text.replace(" s", "")}/s`,
      `  S, pushed apart only ${pushed.arrived} (deepest overlap ${(1000 * pushed.deepest).toFixed(0)} mm)`,
      `  L ${onLanes("contours", "bodies")}`,
      `  O ${onLanes("taut", "bodies")}`,
      `  L, 2 r along the lane ${onLanes("contours", "lane")}`,
      `  O, 2 r along the lane ${onLanes("taut", "lane")}`,
    ].join("\n  ");
  });
  return `arrivals in 60 s\n  ${lines.join("\n  ")}`;
}

/** Section 5.6 with weight 1.5 as its text can be read, from what we did first to what we do now. */
function readings() {
  const none = overSeeds("bottleneck", { bottleneck: false });
  const settings = [0.5, 1].flatMap((headway) =>
    [true, false].flatMap((replaces) => [false, true].map((carries) => ({ headway, replaces, carries }))),
  );
  const lines = settings.map((bottleneck) => {
    const { mean, text } = overSeeds("bottleneck", { bottleneck });
    return `${JSON.stringify(bottleneck)}: ${text} (${(100 * (1 - mean / none.mean)).toFixed(1)} % less)`;
  });
  return `without barriers ${none.text}\n  ${lines.join("\n  ")}`;
}

/** People who walk into each other, and are only pushed apart. */
const PUSHED = { adult: { radius: 0.25, speed: 1.34, avoidance: { method: "none" } } };

/** @type {Record<string, () => string>} */
const EXPERIMENTS = {
  "3.10": () => `subway: all on board after ${overSeeds("subway").text}`,
  3.11: () => `trains: all on board after ${overSeeds("trains").text}`,
  3.12: () => `one passage ${overSeeds("centre-1").text}, three passages ${overSeeds("centre-3").text}`,
  3.14: () => trapped("pocket"),
  3.15: () => trapped("pockets-4"),
  "table-4.1": table41,
  5.6: () => {
    const none = overSeeds("bottleneck", { bottleneck: false });
    const barriers = overSeeds("bottleneck");
    const adaptive = overSeeds("bottleneck", { bottleneck: { adaptive: true } });
    /** @param {{ mean: number, text: string }} run */
    const less = (run) => `${run.text} (${(100 * (1 - run.mean / none.mean)).toFixed(1)} % less)`;
    return `without barriers ${none.text}, with them ${less(barriers)}, with adaptive weights ${less(adaptive)}`;
  },
  "5.6-readings": readings,
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
