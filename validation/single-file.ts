/** Single file: people one behind the other, RiMEA 16. */
import { plotSvg } from "../src/report/index.js";
import { type Bench, type Case, runs, type Values } from "./case.js";
import type { Naming } from "./common.js";
import { endlessScene } from "./endless.js";
import { waysFigure } from "./figures.js";
import { ADULTS } from "./panels.js";
import type { Place } from "./plans.js";
import type { Trajectories } from "./trajectories.js";

/**
 * Persons per metre, and the 10th, 50th and 90th percentile of the speeds in m/s that were measured there: figures of the data of
 * RiMEA's test 16, as JuPedSim's community repository has them.
 */
const BAND: readonly (readonly [density: number, low: number, middle: number, high: number])[] = [
  [0.099, 0.961, 1.186, 1.483],
  [0.299, 0.84, 1.16, 1.473],
  [0.499, 0.708, 1.091, 1.389],
  [0.699, 0.598, 0.975, 1.305],
  [0.899, 0.448, 0.747, 1.101],
  [1.099, 0.316, 0.52, 0.84],
  [1.299, 0.187, 0.393, 0.608],
  [1.499, 0.112, 0.273, 0.485],
  [1.699, 0.071, 0.199, 0.382],
  [1.899, 0.048, 0.158, 0.314],
];

/** Half the width of the table's bins, per metre. */
const HALF_BIN = 0.1;

/** Metres of the course, its width, seconds that it runs, and from when on people are looked at, every so many frames. */
const [LONG, WIDE, DURATION, FROM, STRIDE] = [26, 0.6, 60, 30, 10];

/** People on the course: 0.23 to 2 per metre. */
const COUNTS = [6, 10, 15, 20, 24, 28, 32, 36, 40, 44, 48, 52];

/** One look at one person. */
interface Sample {
  /** Persons per metre: one over half of the way between those before and behind. */
  readonly density: number;
  readonly speed: number;
}

/** What is seen of everybody. */
function samplesOf({ tracks, times }: Trajectories): Sample[] {
  const samples: Sample[] = [];
  const wrap = (dx: number): number => dx - LONG * Math.floor(dx / LONG);
  for (
    let frame = times.findIndex((time) => time >= FROM);
    frame >= STRIDE && frame < times.length;
    frame += STRIDE
  ) {
    const here = tracks
      .filter(({ start, x }) => frame - STRIDE >= start && frame - start < x.length)
      .map(({ start, x }) => ({ x: x[frame - start], before: x[frame - start - STRIDE] }))
      .sort((a, b) => a.x - b.x);
    here.forEach(({ x, before }, k) => {
      const next = here[(k + 1) % here.length].x;
      const last = here[(k + here.length - 1) % here.length].x;
      const room = here.length > 1 ? (wrap(next - x) + wrap(x - last)) / 2 : LONG;
      const moved = x - before;
      const speed = (moved - LONG * Math.round(moved / LONG)) / (times[frame] - times[frame - STRIDE]);
      if (room > 0) samples.push({ density: 1 / room, speed });
    });
  }
  return samples;
}

/** The bin of the table that a density is in; none beyond it. */
const binOf = (density: number): number =>
  BAND.findIndex(([middle]) => Math.abs(density - middle) <= HALF_BIN + 1e-9);

/** Fewer samples than this say nothing of a bin. */
const LEAST_SAMPLES = 20;

/** Mean speeds of the bins that somebody was in; null for the others. */
function curveOf(samples: readonly Sample[]): (number | null)[] {
  return BAND.map((_, bin) => {
    const mine = samples.filter(({ density }) => binOf(density) === bin);
    if (mine.length < LEAST_SAMPLES) return null;
    return mine.reduce((sum, { speed }) => sum + speed, 0) / mine.length;
  });
}

const isInside = (speed: number, bin: number): boolean => speed >= BAND[bin][1] && speed <= BAND[bin][3];

function courseOf(bench: Bench, count: number): Trajectories {
  const gap = LONG / count;
  const right = Array.from({ length: count }, (_, k): Place => [(k + 0.5) * gap, WIDE / 2]);
  return bench.simulate(
    endlessScene({
      name: `${count} people on ${LONG} m`,
      long: LONG,
      wide: WIDE,
      panel: ADULTS,
      right,
      duration: DURATION,
    }),
  );
}

function run(bench: Bench): Values {
  const samples: Sample[] = [];
  for (const count of COUNTS) {
    const course = courseOf(bench, count);
    if (count === 28) bench.show(() => waysFigure(course, "The course with 28 people."));
    if (course.tracks.length < count) return { "": null, people: null };
    for (const sample of samplesOf(course)) samples.push(sample);
  }
  const curve = curveOf(samples);
  const known = curve.flatMap((speed, bin) => (speed === null ? [] : [{ speed, bin }]));
  bench.show(() => ({
    caption: "Mean speeds by density with the 10th and the 90th percentile measured.",
    svg: diagram(curve),
  }));
  const inTable = samples.filter(({ density }) => binOf(density) >= 0);
  const inBand = inTable.filter(({ density, speed }) => isInside(speed, binOf(density)));
  return {
    // All bins count: one that nobody was in is not inside.
    "": (100 * known.filter(({ speed, bin }) => isInside(speed, bin)).length) / BAND.length,
    people: inTable.length === 0 ? null : (100 * inBand.length) / inTable.length,
  };
}

function diagram(curve: readonly (number | null)[]): string {
  return plotSvg({
    title: "Single file",
    x: "persons per m",
    y: "speed in m/s",
    series: [
      {
        kind: "dashes",
        colour: "#8a909c",
        label: "10th percentile",
        points: BAND.map(([density, low]) => [density, low]),
      },
      {
        kind: "dashes",
        colour: "#8a909c",
        label: "90th percentile",
        points: BAND.map(([density, , , high]) => [density, high]),
      },
      {
        kind: "marks",
        colour: "#1f5fd0",
        label: "mean speeds",
        points: curve.flatMap((speed, bin) => (speed === null ? [] : [[BAND[bin][0], speed] as const])),
      },
    ],
  });
}

/** The case. */
export function singleFile(naming: Naming): Case {
  return runs({
    ...naming,
    about:
      `6 to 52 adults one behind the other in a corridor of ${WIDE} m that begins anew after ${LONG} m. From ${FROM} s on, everybody's density (from those before and behind) and speed are taken once a second. At least 75 % of the points, ` +
      "the mean speeds by density in steps of 0.2 per metre from 0 to 2, lie between the 10th and the 90th percentile of the measured ones. The share of single people within the band is recorded.",
    criteria: [
      { id: "", title: "points within the band", unit: "%", low: 75, high: 100 },
      {
        id: "people",
        title: "single people within the band",
        unit: "%",
        low: null,
        high: null,
        recorded: () => true,
      },
    ],
    run,
  });
}
