/**
 * Density, speed and flow in an area (Steffen and Seyfried 2010; JPSreport's methods B and D, PedPy).
 *
 * With A_i the ground of person i, M the free part of the area and |.| sizes in m2:
 *
 *     density   = sum_i |A_i in M| / |A_i|  / |M|              (the integral of 1 / A_i over M)
 *     speed     = sum_i v_i |A_i in M| / sum_i |A_i in M|      (PedPy divides by |M|: that is speed times `covered`)
 *     covered   = sum_i |A_i in M| / |M|
 *     specific flow = density speed,     flow = specific flow times width
 *
 * Whoever has not set out takes ground from others and is in no sum.
 */
import type { FreeSpace } from "../world/index.js";
import type { FrameWindow } from "./frames.js";
import type { AreaMeans, AreaMeasured, AreaSeries, Measurement } from "./measurement.js";
import { type Span, steadyState } from "./steady.js";
import { type PersonalGround, Zone } from "./voronoi.js";

/** One sample, in the order of the series. */
const SAMPLE_COLUMNS = [
  "time",
  "people",
  "density",
  "classicDensity",
  "speed",
  "classicSpeed",
  "covered",
] as const satisfies readonly (keyof AreaSeries & keyof AreaSample)[];
/** One sample of an area. */
export type AreaSample = Readonly<
  Record<"time" | "people" | "density" | "classicDensity" | "speed" | "classicSpeed" | "covered", number>
>;

/** Measures in one area. */
export class AreaMeter {
  readonly zone: Zone;
  readonly samples: AreaSample[] = [];
  private readonly direction: readonly [number, number] | null;
  private readonly width: number | null;
  private readonly velocity: [number, number] = [0, 0];

  constructor(
    readonly name: string,
    { polygon, direction }: Measurement,
    private readonly floor: FreeSpace,
  ) {
    this.zone = new Zone(floor, polygon!);
    this.direction = direction ? unit(direction) : null;
    this.width = this.direction && this.zone.area / lengthAlong(polygon!, this.direction);
  }

  /** Takes a sample of a frame. The ground has been placed for its people. */
  sample(window: FrameWindow, frame: number, half: number, ground: PersonalGround): AreaSample {
    const { zone, floor, direction, velocity } = this;
    const { time, id, x, y, waits } = window.frames[frame];
    const { cutOff } = ground;
    const near = zone.box;
    let [people, persons, taken, speedTaken, speedGround] = [0, 0, 0, 0, 0];
    let [speeds, walkers] = [0, 0];
    for (let i = 0; i < id.length; i++) {
      if (waits[i]) continue;
      if (x[i] < near.minX - cutOff || x[i] > near.maxX + cutOff) continue;
      if (y[i] < near.minY - cutOff || y[i] > near.maxY + cutOff) continue;
      const own = ground.take(i);
      const shared = own > 0 ? ground.within(zone) : 0;
      const isInside = zone.holds(x[i], y[i], floor);
      if (shared === 0 && !isInside) continue;
      if (isInside) people++;
      taken += shared;
      if (own > 0) persons += shared / own;
      if (!window.velocity(frame, id[i], half, velocity)) continue;
      const [vx, vy] = velocity;
      const speed = direction ? vx * direction[0] + vy * direction[1] : Math.sqrt(vx * vx + vy * vy);
      speedTaken += shared * speed;
      speedGround += shared;
      if (!isInside) continue;
      speeds += speed;
      walkers++;
    }
    return {
      time,
      people,
      density: persons / zone.area,
      classicDensity: people / zone.area,
      speed: speedGround > 0 ? speedTaken / speedGround : Number.NaN,
      classicSpeed: walkers > 0 ? speeds / walkers : Number.NaN,
      covered: taken / zone.area,
    };
  }

  /** What was measured, with the samples that are not taken for good yet. */
  result(pending: readonly AreaSample[]): AreaMeasured {
    const samples = [...this.samples, ...pending];
    const series = Object.fromEntries(
      SAMPLE_COLUMNS.map((name) => [name, Float64Array.from(samples, (sample) => sample[name])]),
    ) as unknown as AreaSeries;
    const { width } = this;
    const steady = steadyState(series.time, [series.density, series.speed]);
    const occupied = occupiedSpan(series);
    return {
      name: this.name,
      kind: "area",
      polygon: this.zone.ring,
      direction: this.direction,
      size: this.zone.area,
      width,
      series,
      steady: steady && areaMeans(series, steady, width),
      whole: occupied && areaMeans(series, occupied, width),
    };
  }
}

/** From the first to the last sample with any density; null where there is none. */
function occupiedSpan({ time, density }: AreaSeries): Span | null {
  const first = density.findIndex((value) => value > 0);
  if (first < 0) return null;
  let last = density.length - 1;
  while (density[last] === 0) last--;
  return { from: time[first], to: time[last] };
}

/**
 * Means of samples over a stretch of time, its ends included: each sample counts once, for speeds those with anybody there.
 *
 * @param width of the area in metres; null where it has none
 */
export function areaMeans(series: AreaSeries, { from, to }: Span, width: number | null = null): AreaMeans {
  let [count, density, classic, speeds, speed, flow] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < series.time.length; k++) {
    if (series.time[k] < from || series.time[k] > to) continue;
    count++;
    density += series.density[k];
    classic += series.classicDensity[k];
    if (Number.isNaN(series.speed[k])) continue;
    speeds++;
    speed += series.speed[k];
    flow += series.density[k] * series.speed[k];
  }
  const n = Math.max(1, count);
  const specificFlow = speeds > 0 ? flow / n : null;
  return {
    from,
    to,
    density: density / n,
    classicDensity: classic / n,
    speed: speeds > 0 ? speed / speeds : null,
    specificFlow,
    flow: width === null || specificFlow === null ? null : specificFlow * width,
  };
}

function unit([x, y]: readonly [number, number]): readonly [number, number] {
  // Divided first, so that squares of tiny or huge numbers stay numbers.
  const most = Math.max(Math.abs(x), Math.abs(y));
  const [u, v] = [x / most, y / most];
  const length = Math.sqrt(u * u + v * v);
  return [u / length, v / length];
}

/** Extent of a ring along a unit vector. */
function lengthAlong(ring: NonNullable<Measurement["polygon"]>, [u, v]: readonly [number, number]): number {
  let [least, most] = [Infinity, -Infinity];
  for (const [x, y] of ring) {
    least = Math.min(least, x * u + y * v);
    most = Math.max(most, x * u + y * v);
  }
  return most - least;
}
