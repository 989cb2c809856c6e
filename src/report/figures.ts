/** The figures of a run: pictures of the plan and plots, each an SVG document of its own. */

import {
  cividis,
  type HeatOptions,
  type HeatScale,
  heatPicture,
  heatScale,
  scenePicture,
  THEMES,
  type TracksOptions,
  traceDisc,
  traceLine,
  tracksPicture,
  viridis,
} from "../draw/index.js";
import { distance, type Point } from "../geometry/index.js";
import type { Frame, Measured, MeasureGrid, Run } from "../measure/index.js";
import { profileLabel, type Scene } from "../world/index.js";
import { type Datum, plotSvg } from "./plot.js";
import { peakFlow } from "./rates.js";
import { behavioursOf } from "./summary.js";

import { weidmannSpeed } from "./weidmann.js";

/** One figure of the report. */
export interface Figure {
  /** Name of its files, without ending. */
  readonly name: string;
  readonly caption: string;
  readonly svg: string;
  /** Of a map: what its colours mean, so that a page can tell the value under the pointer. */
  readonly scale?: HeatScale;
}

/** Narrow places that are shown. */
const SHOWN_GATES = 12;

/** As wide as the plots: two stand side by side on the page. */
const PAGE = Object.freeze({ size: 640, unit: 0.9 });

/** Metres per second that nobody exceeds. */
const FASTEST = 4;

/** The way of everybody, from the frames that were kept. */
function tracksOf(
  frames: readonly Frame[],
  groupOf: (id: number) => number,
): { group: number; points: Point[] }[] {
  const tracks: { group: number; points: Point[] }[] = [];
  const last = new Map<number, { points: Point[]; time: number }>();
  for (const { time, ids, x, y } of frames) {
    ids.forEach((id, i) => {
      const point: Point = [x[i], y[i]];
      const before = last.get(id);
      const from = before?.points[before.points.length - 1];
      // Nobody is that fast: who is elsewhere went on there, as from one level of a building to the next.
      const goesOn = before && from && distance(from, point) <= FASTEST * (time - before.time) + 1;
      const points = goesOn ? before.points : [];
      if (!goesOn) tracks.push({ group: groupOf(id), points });
      points.push(point);
      last.set(id, { points, time });
    });
  }
  return tracks;
}

/** Events per second over windows, as points in the middle of each; the last window may be shorter. */
function flowCurve(times: readonly number[], end: number, window = 5): Datum[] {
  if (times.length === 0) return [];
  const counts = new Array<number>(Math.max(1, Math.ceil(end / window - 0.2))).fill(0);
  for (const time of times) counts[Math.min(counts.length - 1, Math.floor(time / window))]++;
  return counts.map((count, k): Datum => {
    const to = k === counts.length - 1 ? end : (k + 1) * window;
    return [(k * window + to) / 2, count / (to - k * window)];
  });
}

/** How often values fall into bins of a round width. */
function histogram(values: readonly number[]): Datum[] {
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  const width = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((w) => most / w <= 30) ?? most / 30;
  const bins = new Array<number>(Math.floor(most / width) + 1).fill(0);
  for (const value of values) bins[Math.floor(value / width)]++;
  return bins.map((count, i): Datum => [i * width, count]);
}

/** Mean speed by density, where there are enough people to mean something. */
function meanSpeeds(samples: Measured["samples"]): Datum[] {
  const width = 0.25;
  const bins = new Map<number, { sum: number; count: number }>();
  for (const { density, speed } of samples) {
    const key = Math.floor(density / width);
    const bin = bins.get(key) ?? { sum: 0, count: 0 };
    bins.set(key, { sum: bin.sum + speed, count: bin.count + 1 });
  }
  return [...bins]
    .filter(([, { count }]) => count >= 5)
    .sort(([a], [b]) => a - b)
    .map(([key, { sum, count }]): Datum => [(key + 0.5) * width, sum / count]);
}

/** What the colours of groups mean; nothing where all are alike. */
function groupLabels({ scene, planner }: Run): string[] {
  const spawns = scene.spawns ?? [];
  const labels = spawns.map((spawn) => {
    const behaviour = behavioursOf(scene, spawn);
    return [profileLabel(spawn), spawn.planner ?? planner, behaviour].filter(Boolean).join(", ");
  });
  return new Set(labels).size > 1 && labels.length <= 6 ? labels : [];
}

/** Everybody's way on the plan, for a file of its own. */
export function waysPicture(simulation: Run, measured: Measured, groupOf: (id: number) => number): string {
  return waysSvg(simulation, measured, groupOf, { size: 900 });
}

function waysSvg(
  simulation: Run,
  { frames }: Measured,
  groupOf: (id: number) => number,
  page: TracksOptions,
): string {
  // One per corridor, with what its barriers come to together.
  const barriers = simulation.bottlenecks?.list ?? [];
  const groups = groupLabels(simulation);
  return tracksPicture(simulation.scene, tracksOf(frames, groupOf), { ...page, barriers, groups }).toSvg();
}

/** The narrow places on the plan, by their numbers. */
function gatesPlan(scene: Scene, { gates }: Measured, page: TracksOptions): string {
  const picture = scenePicture({ ...scene, spawns: [], measurements: {} }, { ...page, legend: false });
  const { theme } = picture;
  const layer = picture.layer("labels");
  gates.slice(0, SHOWN_GATES).forEach(({ segment }) => {
    layer.shape({ stroke: theme.cut, width: 5 }, (path) => traceLine(path, segment));
  });
  gates.slice(0, SHOWN_GATES).forEach(({ segment: [a, b] }, k) => {
    const at: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    layer.sign(at, { fill: theme.cut, stroke: theme.floor, width: 1.5 }, (path) =>
      traceDisc(path, [0, 0], 11),
    );
    const [x, y] = picture.toPage(at);
    const spot = picture.toWorld([x, y + 4.5 * picture.unit]);
    layer.text(spot, String(k + 1), { fill: theme.floor, size: 13, bold: true, anchor: "middle" });
  });
  return picture.toSvg();
}

/** Capacity beside flow, place by place; where there is no narrow place, an empty plot says so. */
function gatesPlot({ gates }: Measured): string {
  const { accent, muted, spawn } = THEMES.light;
  const shown = gates.slice(0, SHOWN_GATES);
  const places = (value: (gate: Measured["gates"][number]) => number): Datum[] =>
    shown.map((gate, i): Datum => [i + 1, value(gate)]);
  const mean = ({ times }: Measured["gates"][number]): number => {
    const span = times.length > 1 ? times[times.length - 1] - times[0] : 0;
    return span > 0 ? (times.length - 1) / span : 0;
  };
  return plotSvg({
    title: "Narrow places",
    x: "place, most delay first",
    y: "people per second",
    most: { x: shown.length },
    wholeX: true,
    empty: "no exit has a width, and nobody queued",
    series: [
      {
        kind: "levels",
        colour: muted,
        label: "capacity",
        points: places(({ capacity }) => capacity),
      },
      { kind: "marks", colour: accent, label: "mean flow", points: places(mean) },
      {
        kind: "marks",
        colour: spawn,
        label: "busiest ten seconds",
        points: places(({ times }) => peakFlow(times)),
      },
    ],
  });
}

/** What is shown on the plan. */
function plans(simulation: Run, measured: Measured, groupOf: (id: number) => number): Figure[] {
  const { scene } = simulation;
  const page = (title: string): TracksOptions => ({ ...PAGE, title, subtitle: scene.name ?? "" });
  const arrived = measured.arrivalTimes.length > 0;
  const heat = (grid: MeasureGrid, title: string, options: HeatOptions): Pick<Figure, "svg" | "scale"> => ({
    svg: heatPicture(scene, grid, { ...page(title), ...options }).toSvg(),
    scale: heatScale(grid, options),
  });
  const density = { units: "/m²", label: "people" };
  return [
    {
      name: "trajectories",
      caption: "The way of everybody, one colour per spawn.",
      svg: waysSvg(simulation, measured, groupOf, page("Ways")),
    },
    {
      name: "speed-map",
      caption: "Mean speed of those who were at each place: dark where people stood.",
      ...heat(measured.meanSpeed, "Mean speed", {
        label: "speed",
        units: "m/s",
        ramp: viridis,
        fade: false,
      }),
    },
    {
      name: "density-mean",
      caption: "Density, mean over the run: where people spend their time.",
      ...heat(measured.meanDensity, "Mean density", density),
    },
    {
      name: "density-max",
      caption: "Greatest density at each place: where it was worst.",
      ...heat(measured.maxDensity, "Greatest density", density),
    },
    {
      name: "time-to-exit",
      caption: arrived
        ? "Mean time that people still needed from each place."
        : "Time that people still needed: nobody has arrived.",
      ...heat(measured.timeToExit, "Time to the goal", {
        label: "time",
        units: "s",
        ramp: cividis,
        fade: false,
      }),
    },
    {
      name: "bottlenecks-plan",
      caption: "Narrow places, numbered by the delay that they caused: 1 caused most.",
      svg: gatesPlan(scene, measured, page("Narrow places")),
    },
    {
      name: "distance-to-exit",
      caption: "Shortest way to the goals from each place, whether anybody was there or not.",
      ...heat(measured.distanceToExit, "Way to the goal", {
        label: "way",
        units: "m",
        ramp: cividis,
        fade: false,
      }),
    },
  ];
}

/** Plots of arrivals: how many, how fast, how long they took. */
function arrivalPlots(simulation: Run, measured: Measured): Figure[] {
  const { accent, muted, spawn } = THEMES.light;
  const end = simulation.time;
  const inside = measured.moments.map((moment): Datum => [moment.time, moment.inside]);
  return [
    {
      name: "arrivals",
      caption: "People inside and arrived over time.",
      svg: plotSvg({
        title: "Arrivals",
        x: "time in s",
        y: "people",
        series: [
          {
            kind: "steps",
            colour: accent,
            label: "arrived",
            points: [[0, 0], ...measured.arrivalTimes.map((t, i): Datum => [t, i + 1])],
          },
          { kind: "dashes", colour: spawn, label: "inside", points: inside },
        ],
      }),
    },
    {
      name: "flow",
      caption: "Arrivals per second, in windows of five seconds, in all and per line.",
      svg: plotSvg({
        title: "Flow",
        empty: "nobody has arrived",
        x: "time in s",
        y: "people per second",
        series: [
          { kind: "line", colour: accent, label: "all", points: flowCurve(measured.arrivalTimes, end) },
          ...(measured.lines.length > 1 && measured.lines.length < 5
            ? measured.lines.map((line, i) => ({
                kind: "dashes" as const,
                colour: [spawn, muted, "#7a5195", "#2f9e44"][i],
                label: line.name,
                points: flowCurve(line.times, end),
              }))
            : []),
        ],
      }),
    },
    {
      name: "travel-times",
      caption: "How long people took.",
      svg: plotSvg({
        title: "Travel times",
        empty: "nobody has arrived",
        x: "travel time in s",
        y: "people",
        series: [{ kind: "bars", colour: accent, points: histogram(measured.travelTimes) }],
      }),
    },
  ];
}

/** Plots of speeds, and of the narrow places. */
function speedPlots(measured: Measured): Figure[] {
  const { accent, muted } = THEMES.light;
  const weidmann = Array.from({ length: 109 }, (_, i): Datum => [i * 0.05, weidmannSpeed(i * 0.05)]);
  const samples = measured.samples.map(({ density: d, speed }): Datum => [d, speed]);
  const means = measured.moments.map((moment): Datum => [moment.time, moment.speed]);
  return [
    {
      name: "fundamental-diagram",
      caption:
        "Speed of single people by the density around them (Voronoi), with Weidmann's curve for pedestrians.",
      svg: plotSvg({
        title: "Speed by density",
        x: "density in persons per m²",
        y: "speed in m/s",
        most: { x: 6 },
        series: [
          { kind: "dots", colour: accent, label: "single people", points: samples },
          { kind: "line", colour: accent, label: "mean", points: meanSpeeds(measured.samples) },
          { kind: "dashes", colour: muted, label: "Weidmann", points: weidmann },
        ],
      }),
    },
    {
      name: "speed",
      caption: "Mean speed of those inside.",
      svg: plotSvg({
        title: "Mean speed over time",
        x: "time in s",
        y: "speed in m/s",
        series: [{ kind: "line", colour: accent, points: means }],
      }),
    },
    {
      name: "bottlenecks",
      caption:
        "Narrow places by number: what their width takes at most, and what passed in the mean and in the busiest ten seconds.",
      svg: gatesPlot(measured),
    },
  ];
}

/** All figures of a run, in the order of the report. */
export function figuresOf(simulation: Run, measured: Measured, groupOf: (id: number) => number): Figure[] {
  return [
    ...plans(simulation, measured, groupOf),
    ...arrivalPlots(simulation, measured),
    ...speedPlots(measured),
  ];
}
