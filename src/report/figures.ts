/** The figures of a run: pictures of the plan and plots, each an SVG document of its own. */
import type { Frame, Measured, Run } from "../crowd/index.js";
import { cividis, heatPicture, THEMES, tracksPicture } from "../draw/index.js";
import type { Point } from "../geometry/index.js";
import { type Datum, plotSvg } from "./plot.js";
import { peakFlow } from "./summary.js";

/** One figure of the report. */
export interface Figure {
  /** Name of its files, without ending. */
  readonly name: string;
  readonly caption: string;
  readonly svg: string;
}

const PAGE = 900;

/** Weidmann's speed at a density, for a free speed (Weidmann 1993, eq. for the fundamental diagram). */
export function weidmannSpeed(density: number, free = 1.34): number {
  return density <= 0 ? free : Math.max(0, free * (1 - Math.exp(-1.913 * (1 / density - 1 / 5.4))));
}

/** The way of everybody, from the frames that were kept. */
function tracksOf(
  frames: readonly Frame[],
  groupOf: (id: number) => number,
): { group: number; points: Point[] }[] {
  const tracks = new Map<number, { group: number; points: Point[] }>();
  for (const { ids, x, y } of frames) {
    ids.forEach((id, i) => {
      const track = tracks.get(id);
      const point: Point = [x[i], y[i]];
      if (track) track.points.push(point);
      else tracks.set(id, { group: groupOf(id), points: [point] });
    });
  }
  return [...tracks.values()];
}

/** Events per second over windows, as points in the middle of each. */
function flowCurve(times: readonly number[], end: number, window = 5): Datum[] {
  const points: Datum[] = [];
  for (let from = 0; from < end; from += window) {
    const count = times.filter((time) => time >= from && time < from + window).length;
    points.push([from + window / 2, count / window]);
  }
  return points;
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
    const behaviour = scene.profiles?.[spawn.profile ?? ""]?.behaviour?.type;
    return [spawn.profile, spawn.planner ?? planner, behaviour].filter(Boolean).join(", ");
  });
  return new Set(labels).size > 1 && labels.length <= 6 ? labels : [];
}

/** Capacity beside flow, place by place; where there is no narrow place, an empty plot says so. */
function gatesPlot({ gates }: Measured): string {
  const { accent, muted, spawn } = THEMES.light;
  const shown = gates.slice(0, 12);
  const places = (value: (gate: Measured["gates"][number]) => number): Datum[] =>
    shown.map((gate, i): Datum => [i + 1, value(gate)]);
  const mean = ({ times }: Measured["gates"][number]): number => {
    const span = times.length > 1 ? times[times.length - 1] - times[0] : 0;
    return span > 0 ? (times.length - 1) / span : 0;
  };
  return plotSvg({
    title: shown.length > 0 ? "Narrow places" : "Narrow places: none",
    x: "place, narrowest first",
    y: "persons per second",
    most: { x: Math.max(2, shown.length) + 0.5 },
    series: [
      {
        kind: "levels",
        colour: muted,
        label: "capacity by width",
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

/** All figures of a run, in the order of the report. */
export function figuresOf(simulation: Run, measured: Measured, groupOf: (id: number) => number): Figure[] {
  const { scene } = simulation;
  const { accent, muted, spawn } = THEMES.light;
  const end = simulation.time;
  // One per corridor, with what its barriers come to together.
  const barriers = simulation.bottlenecks?.list ?? [];
  const page = { size: PAGE } as const;
  const density = { ...page, units: "/m²", least: 0 } as const;
  const times = measured.moments.map(({ time }) => time);
  const series = (value: (moment: Measured["moments"][number]) => number): Datum[] =>
    measured.moments.map((moment, i): Datum => [times[i], value(moment)]);
  const weidmann = Array.from({ length: 109 }, (_, i): Datum => [i * 0.05, weidmannSpeed(i * 0.05)]);
  const samples = measured.samples.map(({ density: d, speed }): Datum => [d, speed]);
  return [
    {
      name: "trajectories",
      caption: "The way of everybody, one colour per spawn.",
      svg: tracksPicture(scene, tracksOf(measured.frames, groupOf), {
        ...page,
        barriers,
        groups: groupLabels(simulation),
      }).toSvg(),
    },
    {
      name: "density-mean",
      caption: "Density, mean over the run: where people spend their time.",
      svg: heatPicture(scene, measured.meanDensity, { ...density, label: "mean density" }).toSvg(),
    },
    {
      name: "density-max",
      caption: "Greatest density at each place: where it was worst.",
      svg: heatPicture(scene, measured.maxDensity, { ...density, label: "greatest density" }).toSvg(),
    },
    {
      name: "bottlenecks",
      caption:
        "Narrow places by number: what their width takes (1.22 persons per second and metre), and what passed in the mean and in the busiest ten seconds.",
      svg: gatesPlot(measured),
    },
    {
      name: "time-to-exit",
      caption: "Mean time that people still needed from each place.",
      svg: heatPicture(scene, measured.timeToExit, {
        ...page,
        label: "time to the goal",
        units: "s",
        ramp: cividis,
        least: 0,
      }).toSvg(),
    },
    {
      name: "distance-to-exit",
      caption: "Shortest way to the goals from each place, whether anybody was there or not.",
      svg: heatPicture(scene, measured.distanceToExit, {
        ...page,
        label: "way to the goal",
        units: "m",
        ramp: cividis,
        least: 0,
      }).toSvg(),
    },
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
          { kind: "dashes", colour: spawn, label: "inside", points: series(({ inside }) => inside) },
        ],
      }),
    },
    {
      name: "flow",
      caption: "Arrivals per second, in windows of five seconds, in all and per line.",
      svg: plotSvg({
        title: "Flow",
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
        x: "travel time in s",
        y: "people",
        series: [{ kind: "bars", colour: accent, points: histogram(measured.travelTimes) }],
      }),
    },
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
        title: "Mean speed",
        x: "time in s",
        y: "m/s",
        series: [{ kind: "line", colour: accent, points: series(({ speed }) => speed) }],
      }),
    },
  ];
}
