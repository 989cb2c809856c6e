/** `wayfield run SCENE --out DIR`: simulates a crowd, records it, and writes a report. */
import { join } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  InputError,
  Measures,
  Replay,
  type Run,
  Simulation,
  type SimulationOptions,
  type World,
} from "../../src/index.js";
import { type FlowLine, goalLines } from "../../src/measure/index.js";
import { keyFigures, type Report, reportOf } from "../../src/report/index.js";
import { LANE_KINDS, LANE_SPACINGS, type LaneKind, type LaneSpacing } from "../../src/simulation/index.js";
import { loadScene, openFolder, printJson, removeFiles, writeFile } from "../files.js";
import { wholeNumber } from "../options.js";
import { svgToPng } from "../png.js";
import { progressBar } from "../progress.js";
import { RECORDINGS, type RecordingKind, readRecording, recorderFor } from "../recording.js";
import { worldOf } from "./path.js";

interface RunCommandOptions {
  out?: string;
  png?: string;
  planner?: string;
  seed?: number;
  step?: number;
  duration?: number;
  threads: number;
  speedDensity: "none" | "weidmann";
  bottleneck: boolean;
  lanes?: LaneKind;
  spacing?: LaneSpacing;
  record: RecordingKind[];
  fps: number;
  replay?: string;
  line: FlowLine[];
  json?: boolean;
}

/** Milliseconds between looks at the keyboard: Ctrl-C is noticed at these moments only. */
const BREATH = 40;

function positive(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("A finite number > 0 is allowed.");
}

/** A line to count at, with those before it; numbered in this order. */
function countingLine(text: string, before: FlowLine[]): FlowLine[] {
  const [ax, ay, bx, by, ...more] = text
    .split(",")
    .map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const isLine = [ax, ay, bx, by].every(Number.isFinite) && more.length === 0 && (ax !== bx || ay !== by);
  if (!isLine) throw new InvalidArgumentError("Two different points are needed, as X,Y,X,Y.");
  return [
    ...before,
    {
      name: `line ${before.length + 1}`,
      segment: [
        [ax, ay],
        [bx, by],
      ],
    },
  ];
}

function recordings(text: string): RecordingKind[] {
  if (text === "none") return [];
  const kinds = text.split(",");
  const known = Object.keys(RECORDINGS);
  const unknown = kinds.find((kind) => !known.includes(kind));
  if (unknown === undefined) return kinds as RecordingKind[];
  throw new InvalidArgumentError(`Allowed are none, or some of ${known.join(", ")}, with commas.`);
}

/** What a finished or stopped run leaves. */
interface Outcome {
  readonly run: Run;
  readonly measures: Measures;
  readonly groups: ReadonlyMap<number, number>;
  readonly files: readonly string[];
  readonly interrupted: boolean;
  /** Simulated seconds per second. */
  readonly pace: number;
}

/** What is wrong with the scene is said with its name; what is wrong with an option is not its fault. */
function start(sceneName: string, world: World, options: SimulationOptions): Simulation {
  try {
    return new Simulation(world, options);
  } catch (error) {
    const isScene = error instanceof InputError && /^(spawns|profiles|goals)\b/.test(error.message);
    throw isScene ? error.within(sceneName) : error;
  }
}

/** Runs until everyone has arrived, the time is over, or Ctrl-C. */
async function simulate(sceneName: string, world: World, options: RunCommandOptions): Promise<Outcome> {
  const { planner, seed, step, duration, threads, speedDensity, bottleneck, fps, record, out } = options;
  const { lanes, spacing } = options;
  const simulation = start(sceneName, world, {
    threads,
    speedDensity,
    ...(planner === undefined ? {} : { planner }),
    ...(seed === undefined ? {} : { seed }),
    ...(step === undefined ? {} : { step }),
    ...(duration === undefined ? {} : { duration }),
    ...(bottleneck ? {} : { bottleneck: false as const }),
    ...(lanes === undefined ? {} : { lanes }),
    ...(spacing === undefined ? {} : { spacing }),
  });
  const every = Math.max(1, Math.round(1 / (fps * simulation.step)));
  const rate = Number((1 / (every * simulation.step)).toPrecision(12));
  const measures = new Measures(simulation, { lines: [...goalLines(simulation), ...options.line] });
  const kinds = out === undefined ? [] : record;
  const recorders = kinds.map((kind) =>
    recorderFor(kind, join(out!, "trajectories"), simulation.scene, rate),
  );
  const groups = new Map<number, number>();
  const progress = progressBar("simulating");
  let told = 0;
  const tell = (): void => {
    if (told === simulation.warnings.length) return;
    progress.end();
    for (; told < simulation.warnings.length; told++) process.stderr.write(`${simulation.warnings[told]}\n`);
  };
  tell();
  let interrupted = false;
  const stop = (): void => {
    interrupted = true;
  };
  process.once("SIGINT", stop);
  const started = performance.now();
  let breath = started;
  try {
    for (let k = 0; !simulation.done && !interrupted; k++) {
      simulation.advance();
      measures.observe();
      const { columns, size, arrived } = simulation.crowd;
      for (let i = 0; i < size; i++) groups.set(columns.id[i], columns.group[i]);
      if (k % every === 0)
        for (const recorder of recorders) recorder.frame(k / every, simulation.time, columns, size);
      const now = performance.now();
      if (now - breath < BREATH) continue;
      tell();
      const pace = (1000 * simulation.time) / (now - started);
      const served = simulation.endless ? 0 : arrived / simulation.total;
      const left = simulation.total - arrived;
      progress.show(
        Math.max(served, simulation.time / simulation.duration),
        `${simulation.time.toFixed(0)} s simulated, ${left} people ${simulation.endless ? "inside" : "left"}, ${pace.toFixed(0)}× real time`,
      );
      await new Promise((done) => setImmediate(done));
      breath = performance.now();
    }
    progress.end();
    tell();
    // What an earlier run left here is not about this one any more.
    if (out !== undefined) removeFiles(join(out, "summary.json"), join(out, "report.html"));
    for (const recorder of recorders) recorder.close();
  } catch (error) {
    progress.end();
    for (const recorder of recorders) recorder.abandon();
    throw error;
  } finally {
    process.removeListener("SIGINT", stop);
    simulation.close();
  }
  const pace = (1000 * simulation.time) / (performance.now() - started);
  return { run: simulation, measures, groups, files: recorders.map(({ file }) => file), interrupted, pace };
}

/** Measures a recording again. */
function replay(world: World, file: string, lines: readonly FlowLine[]): Outcome {
  const { frames, interval } = readRecording(file);
  const run = new Replay(world, { interval });
  const measures = new Measures(run, { lines: [...goalLines(run), ...lines] });
  const groups = new Map<number, number>();
  const started = performance.now();
  for (const frame of frames) {
    for (const { id, group = 0 } of frame.agents) groups.set(id, group);
    run.show(frame);
    measures.observe();
  }
  return {
    run,
    measures,
    groups,
    files: [],
    interrupted: false,
    pace: (1000 * run.time) / (performance.now() - started),
  };
}

/** Options of how to simulate, which a recording cannot heed. */
const OF_SIMULATING = [
  "planner",
  "seed",
  "step",
  "duration",
  "threads",
  "speedDensity",
  "bottleneck",
  "lanes",
  "spacing",
  "record",
  "fps",
] satisfies (keyof RunCommandOptions)[];

function refuseUnheeded(command: Command): void {
  const given = OF_SIMULATING.find((name) => command.getOptionValueSource(name) === "cli");
  if (given === undefined) return;
  const flag = command.options.find((option) => option.attributeName() === given)!.long;
  throw new InputError(`${flag}: a recording is measured as it is; leave out --replay or this`);
}

async function run(sceneName: string, options: RunCommandOptions, command: Command): Promise<void> {
  const { out, png, json } = options;
  if (options.replay !== undefined) refuseUnheeded(command);
  if (out === undefined && png === undefined) {
    throw new InputError("run: where to? give --out FOLDER, --png FILE or both");
  }
  const { scene, notes } = loadScene(sceneName);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const world = worldOf(sceneName, scene);
  if (out !== undefined) openFolder(out);
  const outcome =
    options.replay === undefined
      ? await simulate(sceneName, world, options)
      : replay(world, options.replay, options.line);
  const { groups, interrupted, pace } = outcome;
  const groupOf = (id: number): number => groups.get(id) ?? 0;
  const report = reportOf(outcome.run, outcome.measures.result(), { interrupted, groupOf });
  const files = [...outcome.files, ...writeReport(report, out, png)];
  const summary = { ...report.summary, pace: Number(pace.toFixed(2)), files };
  if (out !== undefined) {
    files.push(join(out, "summary.json"));
    writeFile(join(out, "summary.json"), `${JSON.stringify(summary, null, 2)}\n`);
  }
  // Those of the run itself were said when they came up.
  const known = new Set(options.replay === undefined ? outcome.run.warnings : []);
  for (const warning of report.summary.warnings)
    if (!known.has(warning)) process.stderr.write(`${warning}\n`);
  if (json) {
    printJson(summary);
    return;
  }
  const lines = keyFigures(report.summary).map(({ value, label }) => `  ${value.padStart(12)}  ${label}`);
  const stopped = interrupted ? ": stopped; what happened so far" : "";
  const place = out === undefined ? `picture: ${png}` : `report: ${join(out, "report.html")}`;
  process.stdout.write(`${report.summary.scene || sceneName}${stopped}\n${lines.join("\n")}\n  ${place}\n`);
}

/** Writes figures and page; returns the files. */
function writeReport(
  { figures, picture, html }: Report,
  out: string | undefined,
  png: string | undefined,
): string[] {
  const files: string[] = [];
  const write = (file: string, data: string | Uint8Array): void => {
    writeFile(file, data);
    files.push(file);
  };
  if (png !== undefined) write(png, svgToPng(picture));
  if (out === undefined) return files;
  for (const { name, svg } of figures) {
    write(join(out, "figures", `${name}.svg`), svg);
    write(join(out, "figures", `${name}.png`), svgToPng(svg, 2));
  }
  write(join(out, "report.html"), html);
  return files;
}

/** Registers the command. */
export function registerRun(program: Command): void {
  program
    .command("run")
    .description("simulate the crowd of a scene; writes a recording, figures and a report")
    .argument("<scene>", "a scene file or the name of a built-in scene")
    .option("--out <folder>", "where to write all of it; made where it is not there")
    .option("--png <file>", "write a picture of everybody's way")
    .option(
      "--planner <name>",
      "what guides groups that name no planner of their own (default: the scene's, else pathmap)",
    )
    .option(
      "--seed <number>",
      "seed of everything random (default: the scene's, else 1)",
      wholeNumber(0, 4294967295),
    )
    .option("--step <seconds>", "seconds per step (default: the scene's, else 0.05)", positive)
    .option("--duration <seconds>", "when to end at the latest (default: the scene's, else 600)", positive)
    .option("--threads <number>", "threads for avoidance; the result is the same", wholeNumber(1, 256), 1)
    .addOption(
      new Option("--speed-density <curve>", "whether speed falls with density")
        .choices(["none", "weidmann"])
        .default("none"),
    )
    .addOption(
      new Option("--lanes <kind>", "planner flow: lanes pulled taut, or as the flow runs").choices(
        LANE_KINDS,
      ),
    )
    .addOption(
      new Option(
        "--spacing <kind>",
        "planner flow: people follow each other so that bodies never touch, or 2 radii along the lane",
      ).choices(LANE_SPACINGS),
    )
    .option("--no-bottleneck", "place no barriers although the scene asks for them")
    .addOption(
      new Option("--record <kinds>", "recordings: sqlite (JuPedSim's layout), txt (PedPy's), csv, or none")
        .argParser(recordings)
        .default(["sqlite"], "sqlite"),
    )
    .option("--fps <number>", "recorded frames per second", positive, 10)
    .addOption(
      new Option("--line <x,y,x,y>", "count people across a line as well as at goals; may be repeated")
        .argParser(countingLine)
        .default([], "none"),
    )
    .option("--replay <recording>", "measure a recording again instead of simulating")
    .option("--json", "print the summary as one JSON document")
    .action(run);
}
