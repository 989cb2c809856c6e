/** The worker that runs a crowd: frames go to the page while it runs, measures when it is done. */
import { InputError, type Measured, type RunOptions, type RunResult, runScene, World } from "wayfield";
import { openGpu } from "wayfield/gpu";
import type { TrajectoryWriter } from "wayfield/io";
import type { FlowLine, MeasuredSoFar } from "wayfield/measure";
import { GpuLocalMaps } from "wayfield/potential";
import { keyFigures } from "wayfield/report";
import { type AnyScene, Building, isBuilding } from "wayfield/world";
import {
  type CrowdAnswer,
  type CrowdFrame,
  type CrowdOrder,
  type CrowdRequest,
  type CrowdResult,
  type CrowdSeries,
  type GridData,
  STRIDE,
} from "./protocol.js";
import { levelGrid, StoreyFinder } from "./storeys.js";

/** Frames per second that are kept; positions between them are interpolated. */
const FPS = 5;
/** Milliseconds between messages: often enough to watch, seldom enough not to be the work. */
const EVERY = 80;
/** Milliseconds between series: plots need not be smoother. */
const SERIES_EVERY = 400;

let stop: AbortController | null = null;
let last: RunResult | null = null;

const send = (answer: CrowdAnswer, buffers: ArrayBuffer[] = []): void =>
  self.postMessage(answer, { transfer: buffers });

/** Collects frames, and hands them over from time to time. */
class Sender implements TrajectoryWriter {
  private frames: CrowdFrame[] = [];
  private sent = 0;
  /** People that have come: numbers are given in the order of coming. */
  private come = 0;
  /** The time of the last frame. */
  private latest = 0;
  share = 0;
  total = 0;
  private readonly storeys: StoreyFinder | null;

  constructor(scene: AnyScene) {
    this.storeys = isBuilding(scene) ? new StoreyFinder(scene) : null;
  }

  frame(_: number, time: number, columns: Parameters<TrajectoryWriter["frame"]>[2], size: number): void {
    const people = new Float32Array(STRIDE * size);
    const { id, x, y, vx, vy, radius, group } = columns;
    for (let i = 0; i < size; i++) {
      const at = STRIDE * i;
      people[at] = id[i];
      people[at + 1] = x[i];
      people[at + 2] = y[i];
      people[at + 3] = vx[i];
      people[at + 4] = vy[i];
      people[at + 5] = radius[i];
      people[at + 6] = group[i];
    }
    if (size > 0) this.come = Math.max(this.come, id[size - 1] + 1);
    this.latest = time;
    const storeys = this.storeys?.of(columns, size);
    this.frames.push({ time, people, arrived: this.come - size, ...(storeys && { storeys }) });
    if (performance.now() - this.sent > EVERY) this.flush();
  }

  flush(): void {
    if (this.frames.length > 0) this.tell();
  }

  private tell(): void {
    const { frames } = this;
    this.frames = [];
    this.sent = performance.now();
    send(
      { type: "frames", frames, share: this.share, total: this.total },
      frames.flatMap(({ people, storeys }) => [
        people.buffer as ArrayBuffer,
        ...(storeys ? [storeys.levels.buffer as ArrayBuffer, storeys.heights.buffer as ArrayBuffer] : []),
      ]),
    );
  }

  end(): void {
    this.flush();
  }

  /** All is known: where the last one has left, that moment too, after the last frame whichever way its time was rounded. */
  close({ complete, time, arrived, agents }: RunResult["summary"]): void {
    this.total = agents;
    this.share = 1;
    if (complete)
      this.frames.push({ time: Math.max(time, this.latest), people: new Float32Array(0), arrived });
    this.tell();
  }
}

const gridOf = ({ width, height, box, values }: Measured["meanDensity"]): GridData => ({
  width,
  height,
  box,
  values,
});

/** Narrow places that are listed, the worst first. */
const MOST_NARROW = 8;

/** A map of the run, of each level where there are several. */
function mapsOf(grid: Measured["meanDensity"], world: World | null): GridData[] {
  const patches = world?.building?.sheet.patches.filter((patch) => patch.kind === "level");
  return patches ? patches.map((patch) => levelGrid(grid, patch)) : [gridOf(grid)];
}

function resultOf(scene: AnyScene, { summary, measured, interrupted }: RunResult): CrowdResult {
  const world = isBuilding(scene) ? new World(new Building(scene)) : null;
  const finder = isBuilding(scene) ? new StoreyFinder(scene) : null;
  const narrow = [...summary.bottlenecks].sort((a, b) => b.delay - a.delay).filter(({ delay }) => delay > 0);
  return {
    interrupted,
    facts: keyFigures(summary),
    density: mapsOf(measured.maxDensity, world),
    speed: mapsOf(measured.meanSpeed, world),
    timeToExit: mapsOf(measured.timeToExit, world),
    bottlenecks: narrow
      .slice(0, MOST_NARROW)
      .map(({ kind, name, segment, level, width, delay, capacity }) => ({
        segment,
        level: finder && level !== undefined ? finder.levelOf(level, null) : 0,
        text: `${name || kind}${level === undefined ? "" : ` (${level})`}: ${width.toFixed(2)} m wide, takes ${capacity.toFixed(2)} /s, cost people ${(delay / 60).toFixed(1)} min`,
      })),
  };
}

/** The lines that were drawn to count people at; in a building, where they come to lie on its sheet. */
function drawnLines(scene: AnyScene): FlowLine[] {
  const lines = Object.entries(scene.measurements ?? {}).flatMap(([name, one]) =>
    one.segment ? [{ name, segment: one.segment, level: (one as { level?: string }).level }] : [],
  );
  if (lines.length === 0 || !isBuilding(scene)) return lines.map(({ name, segment }) => ({ name, segment }));
  const world = new World(new Building(scene));
  return lines.map(({ name, segment: [a, b], level }) => ({
    name,
    segment: [world.at(level!, a), world.at(level!, b)],
  }));
}

/** Series for plots: of the lines that were drawn, or of the exits where none was. */
function seriesOf({ moments, samples, lines }: MeasuredSoFar, drawn: readonly FlowLine[]): CrowdSeries {
  const wanted = drawn.length > 0 ? lines.slice(lines.length - drawn.length) : lines;
  return { moments, samples, lines: wanted.map(({ name, times }) => ({ name, times })) };
}

/** Hands over series from time to time. */
class SeriesSender {
  private sent = 0;

  constructor(private readonly drawn: readonly FlowLine[]) {}

  tell(measured: MeasuredSoFar): void {
    if (performance.now() - this.sent < SERIES_EVERY) return;
    this.sent = performance.now();
    send({ type: "series", series: seriesOf(measured, this.drawn) });
  }
}

/** Local maps on a graphics adapter, where there is a real one: software ones are slower than our own code. */
async function realGpu(): Promise<GpuLocalMaps | null> {
  const gpu = await openGpu();
  if (!gpu || gpu.software) {
    gpu?.device.destroy();
    return null;
  }
  return new GpuLocalMaps(gpu);
}

async function runOn(scene: AnyScene, options: RunOptions, usesLocalMaps: boolean): Promise<RunResult> {
  const gpu = usesLocalMaps ? await realGpu() : null;
  if (!gpu) return runScene(scene, options);
  try {
    return await runScene(scene, { ...options, gpu });
  } catch (error) {
    // What a device cannot do, such as some behaviours, our own code can.
    if (!(error instanceof InputError) || error.where !== "gpu") throw error;
    return runScene(scene, options);
  }
}

async function run({ scene, planner, model, population, seed }: CrowdOrder): Promise<void> {
  const sender = new Sender(scene);
  const lines = drawnLines(scene);
  const series = new SeriesSender(lines);
  stop = new AbortController();
  const options: RunOptions = {
    fps: FPS,
    lines,
    record: () => [sender],
    signal: stop.signal,
    progress: ({ share, total, measured }) => {
      Object.assign(sender, { share, total });
      series.tell(measured);
    },
    warn: (text) => send({ type: "warning", text }),
    ...(planner ? { planner } : {}),
    ...(model ? { model: model as never } : {}),
    ...(population ? { population: population as never } : {}),
    ...(seed === undefined ? {} : { seed }),
  };
  last = await runOn(scene, options, (planner || scene.simulation?.planner) === "potential");
  sender.close(last.summary);
  send({ type: "done", result: resultOf(scene, last), series: seriesOf(last.measured, lines) });
}

self.onmessage = async ({ data }: MessageEvent<CrowdRequest>) => {
  try {
    if (data.type === "run") await run(data.order);
    else if (data.type === "stop") stop?.abort();
    else if (last) send({ type: "report", html: last.report().html });
  } catch (error) {
    if (!(error instanceof InputError)) console.error(error);
    const { message } = error as Error;
    send({ type: "error", message, where: error instanceof InputError ? error.where : "" });
  }
};
