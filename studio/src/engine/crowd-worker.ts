/** The worker that runs a crowd: frames go to the page while it runs, measures when it is done. */
import { InputError, type Measured, type RunOptions, type RunResult, runScene, type Scene } from "wayfield";
import { openGpu } from "wayfield/gpu";
import type { TrajectoryWriter } from "wayfield/io";
import type { FlowLine, MeasuredSoFar } from "wayfield/measure";
import { GpuLocalMaps } from "wayfield/potential";
import { keyFigures } from "wayfield/report";
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
    this.frames.push({ time, people, arrived: this.come - size });
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
      frames.map(({ people }) => people.buffer as ArrayBuffer),
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

function resultOf({ summary, measured, interrupted }: RunResult): CrowdResult {
  const narrow = [...measured.gates].sort((a, b) => b.delay - a.delay).filter(({ delay }) => delay > 0);
  return {
    interrupted,
    facts: keyFigures(summary),
    density: gridOf(measured.maxDensity),
    speed: gridOf(measured.meanSpeed),
    timeToExit: gridOf(measured.timeToExit),
    bottlenecks: narrow.slice(0, MOST_NARROW).map(({ kind, name, segment, width, delay, capacity }) => ({
      segment,
      text: `${name || kind}: ${width.toFixed(2)} m wide, takes ${capacity.toFixed(2)} /s, cost people ${(delay / 60).toFixed(1)} min`,
    })),
  };
}

/** The lines that were drawn to count people at. */
function drawnLines({ measurements = {} }: Scene): FlowLine[] {
  return Object.entries(measurements).flatMap(([name, { segment }]) => (segment ? [{ name, segment }] : []));
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

async function runOn(scene: Scene, options: RunOptions, usesLocalMaps: boolean): Promise<RunResult> {
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
  const sender = new Sender();
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
  send({ type: "done", result: resultOf(last), series: seriesOf(last.measured, lines) });
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
