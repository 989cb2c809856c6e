/**
 * A run from beginning to end: a scene is simulated, measured, recorded and reported. In Node, in pages and in workers; what is
 * recorded goes to writers that the caller gives.
 *
 * A run can be stopped by a signal, and go on later from its last checkpoint, to the same bits.
 */
import { version } from "../../package.json" with { type: "json" };
import { InputError } from "../errors.js";
import type { TrajectoryColumns, TrajectoryHead, TrajectoryWriter } from "../io/index.js";
import {
  type FlowLine,
  goalLines,
  type Measured,
  type MeasuredSoFar,
  Measures,
  type MeasuresState,
  type Run,
} from "../measure/index.js";
import { checkKeys, checkLike, checkList, checkNumber } from "../options.js";
import {
  type GroupMapShot,
  type LocalMapShot,
  type Report,
  reportOf,
  type Summary,
  summarize,
} from "../report/index.js";
import { Simulation, type SimulationOptions, type SimulationSnapshot } from "../simulation/index.js";
import { SIMULATION_OPTIONS } from "../simulation/internal.js";
import type { BuildingInput, SceneInput, World } from "../world/index.js";
import { Breath } from "./breath.js";
import { checkRunOptions } from "./checks.js";
import { Fingerprint } from "./fingerprint.js";
import { type GroupMapAsked, type LocalMapAsked, MapShots } from "./map-shots.js";

/** How far a run is. */
export interface RunProgress {
  /** Seconds simulated. */
  readonly time: number;
  /** How much is done, from 0 to 1, by time or by arrivals, whichever is further. */
  readonly share: number;
  /** People inside, those that have arrived, and those that should come. */
  readonly inside: number;
  readonly arrived: number;
  readonly total: number;
  /** Whether people come as long as it runs; then `total` are those that have come. */
  readonly endless: boolean;
  /** Simulated seconds per second. */
  readonly pace: number;
  /** The series measured so far; valid while it is told. */
  readonly measured: MeasuredSoFar;
}

/** How a scene is run, measured and recorded: a simulation's options, and these. */
export interface RunOptions extends SimulationOptions {
  /** Local maps to keep for the report: of an agent by its number, from 0 on, and of the first step at or after a time in seconds. */
  readonly localMaps?: readonly LocalMapAsked[];
  /** Group maps to keep for the report: of a group by its name, and of the first step at or after a time in seconds. */
  readonly groupMaps?: readonly GroupMapAsked[];
  /** Lines to count people at, besides the goals' segments; default none. */
  readonly lines?: readonly FlowLine[];
  /** Recorded frames per second, > 0; default 10. Rounded so that a frame is a whole number of steps. */
  readonly fps?: number;
  /** Makes the writers that take the frames; default none. */
  readonly record?: (head: TrajectoryHead) => readonly TrajectoryWriter[];
  /** Told about every 40 ms how far the run is. */
  readonly progress?: (progress: RunProgress) => void;
  /** Told what a user should know, line by line, when it comes up. */
  readonly warn?: (line: string) => void;
  /** Stops the run when it is aborted: the result then is of what happened so far. */
  readonly signal?: AbortSignal;
  /** Takes the state from time to time, after everything recorded until then was handed over; and once at the end. */
  readonly checkpoint?: (state: RunCheckpoint) => void | Promise<void>;
  /** Seconds of real time between hand-overs, >= 0; default 2. Checkpoints are rarer where taking them is slow. */
  readonly saveEvery?: number;
  /** Goes on from a checkpoint of a run of the same scene and options. */
  readonly resume?: RunCheckpoint;
}

const OPTIONS: readonly string[] = [
  ...SIMULATION_OPTIONS,
  ...([
    "localMaps",
    "groupMaps",
    "lines",
    "fps",
    "record",
    "progress",
    "warn",
    "signal",
    "checkpoint",
    "saveEvery",
    "resume",
  ] satisfies (keyof RunOptions)[]),
];

/** A run as plain data, to go on from later: structured cloning keeps all of it. */
export interface RunCheckpoint {
  readonly format: "wayfield-run";
  readonly version: 1;
  /** Names the run. */
  readonly run: string;
  /** Frames recorded so far. */
  readonly frames: number;
  readonly simulation: SimulationSnapshot;
  readonly measures: MeasuresState;
  /** The spawn of everybody that has come, by number. */
  readonly groups: Int32Array;
}

/** What came of a run. */
export interface RunResult {
  /** Names the run: equal for equal scene, options and version. */
  readonly run: string;
  readonly summary: Summary;
  readonly measured: Measured;
  /** Whether it was stopped before its end. */
  readonly interrupted: boolean;
  /** Simulated seconds per second. */
  readonly pace: number;
  /** Where people are sites of the roadmap: milliseconds of real time per agent and step; else null. */
  readonly msPerStep: number | null;
  /** Figures and the page; made when asked for. */
  report(): Report;
}

/** A checkpoint may take this share of the time. */
const CHECKPOINT_SHARE = 0.05;

/** The spawn of everybody, by number. */
class Groups {
  private groups = new Int32Array(1024);
  private count = 0;

  /** Takes in those who have come since. */
  note({ spawned, size, columns: { id, group } }: Pick<Run["crowd"], "spawned" | "size" | "columns">): void {
    if (spawned === this.count) return;
    // Numbers rise with the columns, and are given in the order of coming.
    for (let i = size - 1; i >= 0 && id[i] >= this.count; i--) {
      this.reserve(id[i] + 1);
      this.groups[id[i]] = group[i];
    }
    this.count = spawned;
  }

  private reserve(room: number): void {
    if (room <= this.groups.length) return;
    const grown = new Int32Array(Math.max(room, 2 * this.groups.length));
    grown.set(this.groups);
    this.groups = grown;
  }

  of(id: number): number {
    return this.groups[id] ?? 0;
  }

  get state(): Int32Array {
    return this.groups.slice(0, this.count);
  }

  set state(groups: Int32Array) {
    this.reserve(groups.length);
    this.groups.set(groups);
    this.count = groups.length;
  }
}

/** Planners and models of one's own, as they are written: with another one it is another run. */
function ownCode({ planner, planners = {}, model }: SimulationOptions): string {
  const choose = typeof model === "object" ? model.choose : model;
  return [planner, ...Object.values(planners), choose].filter((own) => typeof own === "function").join("\n");
}

/** Names a run by everything that decides its result; the number of threads does not. */
function nameOf(
  simulation: Simulation,
  every: number,
  lines: readonly FlowLine[],
  options: SimulationOptions,
): string {
  const { scene, planner, model, models, step, duration, seed, adapter } = simulation;
  const { threads: _, gpu: __, ...deciding } = options;
  const device = adapter === null ? {} : { adapter };
  return new Fingerprint()
    .text(version)
    .text(JSON.stringify(scene))
    .text(
      JSON.stringify({ ...deciding, planner, model, models, step, duration, seed, every, lines, ...device }),
    )
    .text(ownCode(options))
    .toString();
}

/** A run while it goes on. */
class Running {
  readonly measures: Measures;
  readonly groups = new Groups();
  readonly run: string;
  /** Steps per recorded frame. */
  private readonly every: number;
  private readonly writers: readonly TrajectoryWriter[];
  private steps = 0;
  private frames = 0;
  private told = 0;
  readonly shots: MapShots;
  private readonly started = performance.now();
  private readonly from: number;
  private savedAt = this.started;
  private checkpointAt: number;

  constructor(
    readonly simulation: Simulation,
    private readonly options: RunOptions,
    deciding: SimulationOptions,
  ) {
    const { lines = [], fps = 10, record, resume, saveEvery = 2 } = options;
    const { step, scene } = simulation;
    this.every = Math.max(1, Math.round(1 / (fps * step)));
    this.run = nameOf(simulation, this.every, lines, deciding);
    this.measures = new Measures(simulation, {
      lines: [...goalLines(simulation), ...lines],
      every: this.every,
    });
    if (resume !== undefined) this.restore(resume);
    this.from = simulation.time;
    const { localMaps = [], groupMaps = [] } = options;
    this.shots = new MapShots(simulation, localMaps, groupMaps, this.from);
    this.checkpointAt = this.started + 1000 * saveEvery;
    const rate = Number((1 / (this.every * step)).toPrecision(12));
    const head = { scene, fps: rate, run: this.run, frames: this.frames };
    const isBuilding = simulation.building !== null;
    const writers = record?.({ ...head, ...(isBuilding && { isBuilding }) });
    this.writers = writers === undefined ? [] : checkList(writers, "record", "writers, returned by it,");
  }

  private restore(state: RunCheckpoint): void {
    if (state?.format !== "wayfield-run" || state.version !== 1) {
      throw new InputError("a checkpoint of a run, version 1, is needed", "resume");
    }
    if (state.run !== this.run) {
      throw new InputError(
        "the checkpoint is of a run of another scene, other options or another version",
        "resume",
      );
    }
    checkLike(state, this.state, "resume");
    checkNumber(state.frames, "resume.frames", { whole: true, least: 0 });
    this.checkGroups(state);
    this.simulation.restore(state.simulation);
    this.measures.restore(state.measures);
    this.groups.state = state.groups;
    this.steps = state.simulation.steps;
    this.frames = state.frames;
    this.told = this.simulation.warnings.length;
  }

  /** Everybody that has come has a group, and there is a spawn for it. */
  private checkGroups({ groups, simulation: { crowd, spawned } }: RunCheckpoint): void {
    if (groups.length !== crowd.spawned) {
      throw new InputError(`${crowd.spawned} groups are needed; given: ${groups.length}`, "resume.groups");
    }
    const k = groups.findIndex((group) => !(group >= 0 && group < spawned.length));
    if (k < 0) return;
    throw new InputError(
      `a spawn from 0 to ${spawned.length - 1} is needed; given: ${groups[k]}`,
      `resume.groups[${k}]`,
    );
  }

  /** Goes on to the end, or until the signal. */
  async finish(): Promise<void> {
    const { simulation, options } = this;
    const breath = new Breath();
    this.tell();
    try {
      while (!simulation.done && !options.signal?.aborted) {
        await this.advance();
        await this.saveWhenDue();
        if (!breath.due) continue;
        this.tell();
        options.progress?.(this.progress);
        await breath.pause();
      }
      this.shots.end();
      this.tell();
      await this.checkpoint();
      for (const writer of this.writers) writer.end(!simulation.done);
    } finally {
      breath.close();
    }
  }

  private async advance(): Promise<void> {
    const { simulation, measures, groups, writers } = this;
    if (simulation.adapter === null) simulation.advance();
    else await simulation.advanceAsync();
    measures.observe();
    const { crowd, time } = simulation;
    groups.note(crowd);
    this.shots.take();
    if (this.steps % this.every === 0) {
      const { size } = crowd;
      const columns = simulation.building ? inSpace(simulation, crowd.columns, size) : crowd.columns;
      for (const writer of writers) writer.frame(this.frames, time, columns, size);
      this.frames++;
    }
    this.steps++;
  }

  private async saveWhenDue(): Promise<void> {
    const every = 1000 * (this.options.saveEvery ?? 2);
    const now = performance.now();
    if (now - this.savedAt < every) return;
    if (now >= this.checkpointAt) await this.checkpoint();
    else for (const writer of this.writers) writer.flush();
    this.savedAt = performance.now();
    if (now >= this.checkpointAt) {
      this.checkpointAt = this.savedAt + Math.max(every, (this.savedAt - now) / CHECKPOINT_SHARE);
      if (every === 0) this.checkpointAt = 0;
    }
  }

  /** Hands over everything that is known. */
  private async checkpoint(): Promise<void> {
    for (const writer of this.writers) writer.flush();
    await this.options.checkpoint?.(this.state);
  }

  private get state(): RunCheckpoint {
    return {
      format: "wayfield-run",
      version: 1,
      run: this.run,
      frames: this.frames,
      simulation: this.simulation.snapshot(),
      measures: this.measures.snapshot(),
      groups: this.groups.state,
    };
  }

  private tell(): void {
    const { warnings } = this.simulation;
    for (; this.told < warnings.length; this.told++) this.options.warn?.(warnings[this.told]);
  }

  /** Simulated seconds per second. */
  get pace(): number {
    return (1000 * (this.simulation.time - this.from)) / Math.max(1e-3, performance.now() - this.started);
  }

  private get progress(): RunProgress {
    const { time, duration, total, endless, crowd, sheltered } = this.simulation;
    const served = endless ? 0 : (crowd.arrived + sheltered.length) / total;
    return {
      time,
      share: Math.min(1, Math.max(served, time / duration)),
      inside: crowd.size,
      arrived: crowd.arrived,
      total,
      endless,
      pace: this.pace,
      measured: this.measures.soFar,
    };
  }
}

/** Where people are in a building: in the coordinates of the plan, with heights and levels. */
function inSpace(
  { building, lifts }: Simulation,
  columns: TrajectoryColumns,
  size: number,
): TrajectoryColumns {
  const [x, y, z] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const level: string[] = [];
  for (let i = 0; i < size; i++) {
    const place = building!.where([columns.x[i], columns.y[i]]);
    [x[i], y[i]] = place?.point ?? [columns.x[i], columns.y[i]];
    const height = place?.kind === "car" ? lifts!.heightOf(place.connection) : null;
    z[i] = height ?? place?.elevation ?? 0;
    level.push(place === null ? "" : place.kind === "level" ? place.level : place.name);
  }
  return { ...columns, x, y, z, level };
}

/**
 * Runs a scene until everyone has arrived, its time is over, or the signal is aborted.
 *
 * @throws InputError when the scene or an option cannot be used; whatever a writer throws
 */
export async function runScene(
  input: SceneInput | BuildingInput | World,
  options: RunOptions = {},
): Promise<RunResult> {
  checkKeys(options, OPTIONS);
  checkRunOptions(options);
  const { localMaps, groupMaps, lines, fps, record, progress, warn, signal, ...rest } = options;
  const { checkpoint, saveEvery, resume, ...deciding } = rest;
  const simulation = new Simulation(input, deciding);
  try {
    const running = new Running(simulation, options, deciding);
    await running.finish();
    const { groups, run, pace, shots } = running;
    return resultOf(simulation, running.measures, {
      run,
      pace,
      interrupted: !simulation.done,
      groupOf: (id) => groups.of(id),
      localMaps: shots.localMaps,
      groupMaps: shots.groupMaps,
    });
  } finally {
    simulation.close();
  }
}

/** What a result needs besides what was measured. */
export interface Outcome {
  readonly run: string;
  readonly pace: number;
  readonly interrupted: boolean;
  readonly groupOf: (id: number) => number;
  readonly localMaps?: readonly LocalMapShot[];
  readonly groupMaps?: readonly GroupMapShot[];
}

/** A result of a run or of a recording. */
export function resultOf(source: Run, measures: Measures, outcome: Outcome): RunResult {
  const { run, pace, interrupted } = outcome;
  const measured = measures.result();
  const summary = summarize(source, measured, interrupted, run);
  let report: Report | null = null;
  return {
    run,
    summary,
    measured,
    interrupted,
    pace,
    msPerStep: source.sites?.msPerStep ?? null,
    report: () => {
      report ??= reportOf(source, measured, outcome);
      return report;
    },
  };
}
