/**
 * Measurements in the areas and at the lines of a scene: taken frame by frame, of a run or of a recording alike, from where people
 * are and nothing else. Equal frames give equal measurements.
 */
import { wallsOf } from "../crowd/internal.js";
import { boxOf, crossing, distance, EdgeIndex, meet, type Point, type Segment } from "../geometry/index.js";
import { checkKeys, checkNumber } from "../options.js";
import {
  type FreeSpace,
  groundTolerance,
  ontoGround,
  parseScene,
  refuseMeasurements,
  type World,
} from "../world/index.js";
import { AreaMeter, type AreaSample } from "./area.js";
import { FrameWindow, type KeptFrame, keptFrame, type PeopleAt } from "./frames.js";
import { LineMeter } from "./line.js";
import type { MeasurementOptions, MeasurementResult, Passage } from "./measurement.js";
import type { RecordedFrame } from "./replay.js";
import { CUT_OFF, floorOf, PersonalGround } from "./voronoi.js";

/** Metres per second that nobody walks: how far around an area people matter for its speeds. */
const FASTEST = 5;

const DEFAULTS = Object.freeze({ cutOff: CUT_OFF, window: 1, every: 0.2 });

/** Measurements so far, as plain data: structured cloning keeps all of it. */
export interface MeasurementsState {
  readonly frames: readonly KeptFrame[];
  readonly next: number;
  readonly nextSample: number;
  readonly areas: readonly (readonly AreaSample[])[];
  readonly lines: readonly { readonly passages: readonly Passage[]; readonly turning: readonly number[] }[];
}

/** Measures in the areas and at the lines of a scene. */
export class Measurements {
  private readonly areas: AreaMeter[] = [];
  private readonly lines: LineMeter[] = [];
  private readonly order: readonly (AreaMeter | LineMeter)[];
  private readonly ground: PersonalGround;
  private readonly boxes: readonly ReturnType<typeof boxOf>[];
  private readonly half: number;
  private readonly every: number;
  private window = new FrameWindow();
  /** The frame of the window whose sample is due next, and the least time of the next sample. */
  private next = 0;
  private nextSample = -Infinity;

  /** @throws InputError when an option or a measurement cannot be used */
  constructor(world: World, options: MeasurementOptions = {}) {
    checkKeys(options, ["measurements", "cutOff", "window", "every"]);
    const { cutOff, window, every } = { ...DEFAULTS, ...options };
    checkNumber(cutOff, "cutOff", { of: "metres", above: 0 });
    checkNumber(window, "window", { of: "seconds", above: 0 });
    checkNumber(every, "every", { of: "seconds", least: 0 });
    const { measurements } = options;
    const scene = measurements
      ? parseScene({ ...world.scene, measurements: structuredClone(measurements) })
      : world.scene;
    const floor = floorOf(world);
    refuseMeasurements(scene, floor);
    this.ground = new PersonalGround(floor, cutOff);
    this.half = window / 2 + 1e-9;
    this.every = every;
    this.order = Object.entries(scene.measurements ?? {}).map(([name, measurement]) => {
      if (measurement.polygon) {
        const area = new AreaMeter(name, measurement, floor);
        this.areas.push(area);
        return area;
      }
      const line = new LineMeter(name, measurement.segment!, freeLength(floor, world, measurement.segment!));
      this.lines.push(line);
      return line;
    });
    const margin = 2 * cutOff + FASTEST * this.half;
    this.boxes = this.order.map((meter) => {
      const { minX, minY, maxX, maxY } = boxOf(meter instanceof AreaMeter ? meter.zone.ring : meter.segment);
      return { minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin };
    });
  }

  /** Whether there is nothing to measure. */
  get isEmpty(): boolean {
    return this.order.length === 0;
  }

  /** Takes the next frame; times rise. */
  observe(people: PeopleAt): void {
    if (this.isEmpty) return;
    const { window, boxes } = this;
    window.push(
      keptFrame(people, (x, y) =>
        boxes.some(({ minX, minY, maxX, maxY }) => x >= minX && x <= maxX && y >= minY && y <= maxY),
      ),
    );
    for (const line of this.lines) line.observe(window);
    // A frame has its sample when what comes half a window later is known.
    const { time } = people;
    while (this.next < window.frames.length && window.frames[this.next].time + this.half <= time) {
      if (this.isDue(window.frames[this.next].time)) {
        const samples = this.samplesOf(this.next);
        this.areas.forEach((area, k) => {
          area.samples.push(samples[k]);
        });
      }
      this.next++;
    }
    while (this.next > 0 && window.frames[0].time + 2 * this.half < window.frames[this.next]?.time) {
      window.shift();
      this.next--;
    }
  }

  /** Whether a sample is due at a time; the next is, `every` later. */
  private isDue(time: number): boolean {
    if (time < this.nextSample - 1e-9) return false;
    this.nextSample = time + this.every;
    return true;
  }

  private samplesOf(frame: number): AreaSample[] {
    const { window, ground, half, areas } = this;
    const { id, x, y } = window.frames[frame];
    ground.place(id.length, x, y);
    return areas.map((area) => area.sample(window, frame, half, ground));
  }

  /**
   * What has been measured so far, in the order of the scene.
   *
   * @param empty seconds from the last frame to one in which nobody is left, where that is how it ends
   */
  result(empty?: number): MeasurementResult[] {
    const last = this.window.frames[this.window.frames.length - 1];
    if (empty === undefined || !last || last.id.length === 0) return this.resultNow();
    const state = this.snapshot();
    this.observe({ time: last.time + empty, size: 0, id: [], x: [], y: [] });
    const results = this.resultNow();
    this.restore(state);
    return results;
  }

  private resultNow(): MeasurementResult[] {
    const { nextSample } = this;
    const pending: AreaSample[][] = [];
    for (let frame = this.next; frame < this.window.frames.length; frame++) {
      if (this.isDue(this.window.frames[frame].time)) pending.push(this.samplesOf(frame));
    }
    this.nextSample = nextSample;
    return this.order.map((meter) => {
      if (meter instanceof LineMeter) return meter.result();
      const k = this.areas.indexOf(meter);
      return meter.result(pending.map((samples) => samples[k]));
    });
  }

  /** The state as plain data, to go on from later. */
  snapshot(): MeasurementsState {
    return {
      frames: [...this.window.frames],
      next: this.next,
      nextSample: this.nextSample,
      areas: this.areas.map(({ samples }) => [...samples]),
      lines: this.lines.map(({ passages, turning }) => ({ passages: [...passages], turning })),
    };
  }

  /** Goes back to a state of equal measurements. */
  restore(state: MeasurementsState): void {
    this.window = new FrameWindow();
    for (const frame of state.frames) this.window.push(frame);
    this.next = state.next;
    this.nextSample = state.nextSample;
    this.areas.forEach(({ samples }, k) => {
      samples.length = 0;
      for (const sample of state.areas[k]) samples.push(sample);
    });
    this.lines.forEach((line, k) => {
      line.restore(state.lines[k].passages, state.lines[k].turning);
    });
  }
}

/** Length of the free part of a segment, in metres. */
function freeLength(floor: FreeSpace, { bounds }: World, [a, b]: Segment): number {
  const walls = wallsOf(floor);
  const cuts = [0, 1];
  const length = distance(a, b);
  new EdgeIndex(walls.a, walls.b).along(a, b, (w) => {
    const [c, d] = [walls.a[w], walls.b[w]];
    if (meet(a, b, c, d) === "cross") cuts.push(distance(a, crossing(a, b, c, d)) / length);
    for (const p of [c, d]) if (meet(a, b, p, p) !== "apart") cuts.push(distance(a, p) / length);
  });
  cuts.sort((s, t) => s - t);
  let free = 0;
  for (let k = 1; k < cuts.length; k++) {
    const t = (cuts[k - 1] + cuts[k]) / 2;
    const middle: Point = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
    if (ontoGround(floor, middle, groundTolerance(bounds))) free += (cuts[k] - cuts[k - 1]) * length;
  }
  return free;
}

/**
 * Measures in a recording, whatever made it.
 *
 * @param frames in the order of time
 */
export function measureFrames(
  world: World,
  frames: Iterable<RecordedFrame>,
  options: MeasurementOptions = {},
): MeasurementResult[] {
  const measurements = new Measurements(world, options);
  for (const frame of frames) measurements.observe(peopleOf(frame));
  return measurements.result();
}

/** A recorded frame as columns. */
function peopleOf({ time, agents }: RecordedFrame): PeopleAt {
  return {
    time,
    size: agents.length,
    id: agents.map(({ id }) => id),
    x: agents.map(({ x }) => x),
    y: agents.map(({ y }) => y),
    waits: agents.map(({ waits }) => (waits ? 1 : 0)),
  };
}
