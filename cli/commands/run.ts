/** `wayfield run SCENE --out DIR`: simulates a crowd, records it, and writes a report; agents on meshes are `run-mesh.ts`. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { ARRIVAL_RULES, type ArrivalRule } from "../../src/crowd/index.js";
import {
  InputError,
  type RunProgress,
  type RunResult,
  replayScene,
  runScene,
  type SimulationOptions,
  type World,
} from "../../src/index.js";
import type { FlowLine } from "../../src/measure/index.js";
import { DEFAULT_MODEL, MODEL_NAMES } from "../../src/models/index.js";
import { GpuLocalMaps } from "../../src/potential/index.js";
import { keyFigures, type Summary } from "../../src/report/index.js";
import type { GroupMapAsked, LocalMapAsked } from "../../src/run/index.js";
import {
  LANE_KINDS,
  LANE_SPACINGS,
  type LaneKind,
  type LaneSpacing,
  POPULATION_NAMES,
  type PopulationName,
} from "../../src/simulation/index.js";
import { refuseForBuildings } from "../building-runs.js";
import { printerBeside, printJson, writeFile } from "../files.js";
import { openAdapter } from "../gpu.js";
import { groupMapAt, localMapAt } from "../map-moments.js";
import { chosenModel } from "../model-file.js";
import { positive, seconds, wholeNumber } from "../options.js";
import { blamePlanner, chosenPlanner } from "../planner-file.js";
import { svgToPng } from "../png.js";
import { progressBar } from "../progress.js";
import { RECORDINGS, type RecordingKind, readRecording } from "../recordings.js";
import { RunFolder } from "../run-folder.js";
import { addJson, readAnyPlan } from "../scene.js";
import { StopSignals } from "../signals.js";
import { addMeshOptions, isMesh, type MeshRunOptions, refuseOthers, runMesh } from "./run-mesh.js";
import { addSeeds, refuseSeedless, runSeeds, type SeedsOptions } from "./run-seeds.js";

interface RunCommandOptions extends MeshRunOptions, Pick<SeedsOptions, "seeds"> {
  out?: string;
  png?: string;
  planner?: string;
  model?: string;
  population?: PopulationName;
  seed?: number;
  step?: number;
  duration?: number;
  threads: number;
  speedDensity: "none" | "weidmann";
  arrival?: ArrivalRule;
  bottleneck: boolean;
  lanes?: LaneKind;
  spacing?: LaneSpacing;
  backend: "cpu" | "gpu";
  sites?: boolean;
  maxIterations?: number;
  stream?: number;
  localMap: LocalMapAsked[];
  groupMap: GroupMapAsked[];
  record: RecordingKind[];
  fps: number;
  saveEvery: number;
  resume?: boolean;
  replay?: string;
  unit?: "m" | "cm";
  line: FlowLine[];
  json?: boolean;
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

/** Parts of a scene that a simulation may find wanting. */
const SCENE_PARTS = [
  "spawns",
  "profiles",
  "goals",
  "queues",
  "waiting",
  "doors",
  "flow",
  "groups",
  "routes",
  "zones",
];

/** What is wrong with the scene is said with its name; what is wrong with an option is not its fault. */
function blame(sceneName: string, error: unknown): unknown {
  if (!(error instanceof InputError)) return error;
  if (error.where === "gpu") {
    const what = error.message.slice("gpu: ".length);
    return new InputError(`${what}; use --backend cpu`, "--backend gpu");
  }
  if (error.where.startsWith("groupMaps")) {
    return new InputError(error.message.slice(`${error.where}: `.length), "--group-map");
  }
  const [part] = error.where.split(/[.[]/);
  return SCENE_PARTS.includes(part) ? error.within(sceneName) : error;
}

/** The options that a simulation knows, without those that were not given. */
async function simulationOptions(options: RunCommandOptions): Promise<SimulationOptions> {
  const { planner, model, population, threads, speedDensity, bottleneck } = options;
  const { seed, step, duration, arrival, lanes, spacing } = options;
  const given = Object.entries({ population, seed, step, duration, arrival, lanes, spacing }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    threads,
    speedDensity,
    ...(bottleneck ? {} : { bottleneck: false as const }),
    ...(planner === undefined ? {} : await chosenPlanner(planner)),
    ...(model === undefined ? {} : { model: await chosenModel(model) }),
    ...sitesOf(options),
    ...(Object.fromEntries(given) as SimulationOptions),
  };
}

/** Whether everybody is a site of the roadmap. */
function sitesOf({ sites, maxIterations, stream }: RunCommandOptions): Pick<SimulationOptions, "sites"> {
  if (sites === undefined) return {};
  const given = Object.entries({ maxIterations, stream }).filter(([, value]) => value !== undefined);
  return { sites: sites && Object.fromEntries(given) };
}

function describe({ time, total, arrived, endless, pace }: RunProgress): string {
  const people = `${total - arrived} people ${endless ? "inside" : "left"}`;
  return `${time.toFixed(0)} s simulated, ${people}, ${pace.toFixed(0)}× real time`;
}

/** What a run has around it. */
interface Surroundings {
  readonly folder: RunFolder | null;
  readonly signal: AbortSignal;
  readonly warn: (text: string) => void;
}

/** Runs until everyone has arrived, the time is over, or a signal comes. */
async function simulate(
  sceneName: string,
  world: World,
  options: RunCommandOptions,
  { folder, signal, warn }: Surroundings,
): Promise<RunResult> {
  const { fps, line, saveEvery, localMap, groupMap } = options;
  const resume = folder?.checkpoint;
  const gpu = options.backend === "gpu" ? await openAdapter("gpu") : null;
  const maps = gpu && new GpuLocalMaps(gpu);
  const bar = progressBar("simulating");
  bar.say("planning the ways");
  try {
    return await runScene(world, {
      ...(await simulationOptions(options)),
      ...(maps ? { gpu: maps } : {}),
      lines: line,
      localMaps: localMap,
      groupMaps: groupMap,
      fps,
      saveEvery,
      signal,
      progress: (progress) => bar.show(progress.share, describe(progress)),
      warn: (text) => {
        bar.end();
        warn(text);
      },
      ...(folder ? { record: (head) => folder.open(head), checkpoint: (state) => folder.save(state) } : {}),
      ...(resume ? { resume } : {}),
    });
  } catch (error) {
    throw blame(sceneName, blamePlanner(error, options.planner));
  } finally {
    bar.end();
    maps?.close();
    // An open device keeps the process alive.
    gpu?.device.destroy();
  }
}

/** Measures a recording again. */
async function replay(
  world: World,
  file: string,
  { line: lines, unit }: RunCommandOptions,
  fps: number | undefined,
  signal: AbortSignal,
): Promise<RunResult> {
  const bar = progressBar("measuring");
  try {
    return await replayScene(world, readRecording(file, { fps, unit }), {
      lines,
      signal,
      progress: bar.show,
    });
  } finally {
    bar.end();
  }
}

/** Options of how to simulate, which a recording cannot heed. */
const OF_SIMULATING = [
  "planner",
  "model",
  "population",
  "seed",
  "step",
  "duration",
  "threads",
  "speedDensity",
  "arrival",
  "bottleneck",
  "lanes",
  "spacing",
  "backend",
  "sites",
  "maxIterations",
  "stream",
  "localMap",
  "groupMap",
  "record",
  "saveEvery",
  "resume",
] satisfies (keyof RunCommandOptions)[];

function refuseUnheeded(command: Command): void {
  const given = OF_SIMULATING.find((name) => command.getOptionValueSource(name) === "cli");
  if (given === undefined) return;
  throw new InputError(
    `${flagOf(command, given)}: a recording is measured as it is; leave out --replay or this`,
  );
}

/** The frame rate that was asked for; undefined where it is the default. */
function rateOf(command: Command): number | undefined {
  return command.getOptionValueSource("fps") === "cli" ? command.getOptionValue("fps") : undefined;
}

function flagOf(command: Command, name: keyof RunCommandOptions): string {
  return command.options.find((option) => option.attributeName() === name)!.long!;
}

function checkOptions(options: RunCommandOptions, command: Command): void {
  if (options.replay !== undefined) refuseUnheeded(command);
  else if (options.unit !== undefined)
    throw new InputError("--unit: is of a recording; give --replay FILE too");
  const ofSites = (["maxIterations", "stream"] as const).find((name) => options[name] !== undefined);
  if (ofSites && !options.sites)
    throw new InputError(`${flagOf(command, ofSites)}: is of people who are sites; give --sites too`);
  if (options.out === undefined && options.png === undefined) {
    throw new InputError("run: where to? give --out FOLDER, --png FILE or both");
  }
  const ofFolders = (["localMap", "groupMap", "record", "saveEvery", "resume"] as const).find(
    (name) => options.out === undefined && command.getOptionValueSource(name) === "cli",
  );
  if (ofFolders) throw new InputError(`${flagOf(command, ofFolders)}: --out FOLDER is needed`);
}

async function run(sceneName: string, options: RunCommandOptions, command: Command): Promise<void> {
  refuseOthers(command, isMesh(sceneName));
  if (options.seeds !== undefined) return runSeeds(sceneName, options, command);
  refuseSeedless(command);
  checkOptions(options, command);
  if (isMesh(sceneName)) return runMesh(sceneName, options);
  const { out, replay: recording, resume = false } = options;
  const bar = progressBar("run");
  const world = readAnyPlan(sceneName, bar);
  const isNamed = command.getOptionValueSource("record") === "cli";
  // Tables of JuPedSim, the default, hold one floor.
  const record: RecordingKind[] = world.building && !isNamed ? ["csv"] : options.record;
  if (world.building) refuseForBuildings({ ...options, record });
  const folder = out === undefined ? null : new RunFolder(out, recording === undefined ? record : [], resume);
  const stop = new StopSignals();
  const told = new Set<string>();
  const warn = (text: string): void => {
    if (!told.has(text)) process.stderr.write(`${text}\n`);
    told.add(text);
  };
  try {
    const result =
      recording === undefined
        ? await simulate(sceneName, world, options, { folder, signal: stop.signal, warn })
        : await replay(world, recording, options, rateOf(command), stop.signal);
    bar.say("drawing the report");
    const print = finish(sceneName, result, options, folder);
    bar.end();
    print();
    for (const warning of result.summary.warnings) warn(warning);
    if (stop.exitCode > 0) process.exitCode = stop.exitCode;
  } finally {
    bar.end();
    stop.close();
    folder?.close();
  }
}

/** Writes everything; returns what says what came of it. */
function finish(
  sceneName: string,
  result: RunResult,
  options: RunCommandOptions,
  folder: RunFolder | null,
): () => void {
  const { png, json } = options;
  const { summary, interrupted, pace } = result;
  const files = [...(folder?.completeRecordings() ?? [])];
  const report = result.report();
  if (png !== undefined) {
    writeFile(png, svgToPng(report.picture));
    files.push(png);
  }
  if (folder) {
    for (const file of folder.writeReport(report)) files.push(file);
    files.push(folder.summaryFile);
    folder.writeSummary({ ...summary, files }, interrupted);
  }
  if (json) return () => printJson({ ...summary, pace: Number(pace.toFixed(2)), files });
  const figures = [...keyFigures(summary), ...siteFigures(summary, result.msPerStep)];
  const lines = figures.map(({ value, label }) => `  ${value.padStart(12)}  ${label}`);
  const stopped = interrupted ? ": stopped; what happened so far" : "";
  const place = folder ? `report: ${folder.reportFile}` : `picture: ${png}`;
  const print = printerBeside(png);
  return () => print(`${summary.scene || sceneName}${stopped}\n${lines.join("\n")}\n  ${place}\n`);
}

/** The columns of the thesis's tables, where people are sites. */
function siteFigures(
  { sites }: Summary,
  msPerStep: number | null,
): { readonly value: string; readonly label: string }[] {
  if (!sites) return [];
  const { segments, iterations, iterationsPerSearch, longestPath } = sites;
  return [
    { value: String(segments), label: "Voronoi segments, at most" },
    { value: iterations.toFixed(2), label: "iterations per agent and step" },
    { value: iterationsPerSearch.toFixed(2), label: "iterations per search for a way" },
    { value: `${longestPath.toFixed(2)} m`, label: "longest path planned" },
    { value: `${(msPerStep ?? 0).toFixed(3)} ms`, label: "of real time per agent and step" },
  ];
}

/** Registers the command. */
export function registerRun(program: Command): void {
  const command = program
    .command("run")
    .description(
      "simulate the crowd of a scene, or agents on a mesh; writes a recording, figures and a report",
    )
    .argument("<scene>", "a scene file or the name of a built-in scene; or a mesh, as in surface");
  command
    .option("--out <folder>", "where to write all of it; made where it is not there")
    .option("--png <file>", "write a picture of everybody's way");
  addSimulating(command);
  addKeeping(command);
  addSeeds(command);
  addJson(addMeshOptions(command)).action(run);
}

/** Options of how people come, plan and move. */
function addSimulating(command: Command): void {
  command
    .option(
      "--planner <name>",
      "what guides groups that name no planner of their own: a name, or a file such as ./mine.js whose default export makes guides (default: the scene's, else pathmap)",
    )
    .option(
      "--model <name>",
      `how everybody chooses velocities: ${MODEL_NAMES.join(", ")}, or a file such as ./mine.js whose default export is a model (default: the profile's, else the scene's, else ${DEFAULT_MODEL})`,
    )
    .addOption(
      new Option(
        "--population <name>",
        "who everybody is where profiles leave it open (default: the spawn's, else the scene's, else adults)",
      ).choices(POPULATION_NAMES),
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
      new Option(
        "--arrival <rule>",
        "when people have reached a goal: their centre crosses its line, or their body touches it (default: the scene's, else cross)",
      ).choices(ARRIVAL_RULES),
    )
    .addOption(
      new Option("--lanes <kind>", "planner flow: optimized lanes, or as the flow runs").choices(LANE_KINDS),
    )
    .addOption(
      new Option(
        "--spacing <kind>",
        "planner flow: people follow each other so that bodies never touch, or 2 radii along the lane",
      ).choices(LANE_SPACINGS),
    )
    .addOption(
      new Option(
        "--backend <name>",
        "where local maps are made; on a graphics adapter the same bits are not promised",
      )
        .choices(["cpu", "gpu"])
        .default("cpu"),
    )
    .option(
      "--sites",
      "planner roadmap: everybody is a site of the diagram and walks as in Hartmann's thesis, by no model",
    )
    .option("--no-sites", "not so although the scene asks for it")
    .option(
      "--max-iterations <number>",
      "with --sites: vertices that a search may expand",
      wholeNumber(1, 1e9),
    )
    .option(
      "--stream <metres>",
      "with --sites: obstacles are in the diagram only within this of somebody",
      positive,
    )
    .option("--no-bottleneck", "place no barriers although the scene asks for them");
}

/** Options of what is kept of a run, and of recordings. */
function addKeeping(command: Command): void {
  command
    .addOption(
      new Option("--record <kinds>", "recordings: sqlite (JuPedSim's layout), txt (PedPy's), csv, or none")
        .argParser(recordings)
        .default(["sqlite"], "sqlite"),
    )
    .option(
      "--fps <number>",
      "recorded frames per second; with --replay, those of a text file that does not say",
      positive,
      10,
    )
    .addOption(
      new Option("--line <x,y,x,y>", "count people across a line as well as at goals; may be repeated")
        .argParser(countingLine)
        .default([], "none"),
    )
    .addOption(
      new Option(
        "--local-map <agent@time>",
        "keep the local map of an agent, by its number, at so many seconds, as a figure of the report; may be repeated",
      )
        .argParser(localMapAt)
        .default([], "none"),
    )
    .addOption(
      new Option(
        "--group-map <name@time>",
        "keep the map of a group, by its name, at so many seconds, as a figure of the report; may be repeated",
      )
        .argParser(groupMapAt)
        .default([], "none"),
    )
    .option("--save-every <seconds>", "how often the recording and the state are kept, >= 0", seconds, 2)
    .option("--resume", "go on where a run with the same options was stopped or killed; begin where none was")
    .option("--replay <recording>", "measure a recording again instead of simulating")
    .addOption(
      new Option("--unit <unit>", "with --replay: unit of length of a text file that does not say").choices([
        "m",
        "cm",
      ]),
    );
}
