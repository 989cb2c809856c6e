/** The areas and lines of a scene in the report: a table, and figures of each. */
import { THEMES } from "../draw/index.js";
import type { AreaMeasured, LineMeasured, Measured, MeasurementResult, Stream } from "../measure/index.js";
import type { Figure } from "./figures.js";
import { figureHtml, table } from "./page.js";
import { type Datum, plotSvg } from "./plot.js";
import { weidmannSpeed } from "./weidmann.js";

/** Points of a plot over time, at most: longer series are thinned out. */
const MOST_POINTS = 2000;

/** Every so many of a list, so that no more than the most are left. */
function thinned<T>(list: readonly T[]): T[] {
  const stride = Math.ceil(list.length / MOST_POINTS);
  return stride <= 1 ? [...list] : list.filter((_, k) => k % stride === 0);
}

function seriesOf(times: Float64Array, values: Float64Array): Datum[] {
  return thinned(
    Array.from(times, (time, k): Datum => [time, values[k]]).filter(([, v]) => !Number.isNaN(v)),
  );
}

/** What is in the steady state as a level over its time. */
function levelOf(span: { from: number; to: number } | null, value: number | null | undefined): Datum[] {
  return span && value !== null && value !== undefined
    ? [
        [span.from, value],
        [span.to, value],
      ]
    : [];
}

const alongOf = (direction: AreaMeasured["direction"]): string =>
  direction ? "speed along the stream" : "speed";

/** Density and speed over time. */
function courseFigures({ name, series, steady, direction }: AreaMeasured): Figure[] {
  const { accent, muted, spawn } = THEMES.light;
  const along = alongOf(direction);
  const file = `measurements-${name}`;
  return [
    {
      name: `${file}-density`,
      caption: `${name}: Voronoi density in the area, and people over its size.`,
      svg: plotSvg({
        title: `${name}: density`,
        x: "time in s",
        y: "persons per m²",
        empty: "nobody was there",
        series: [
          {
            kind: "line",
            colour: muted,
            label: "classic",
            points: seriesOf(series.time, series.classicDensity),
          },
          { kind: "line", colour: accent, label: "Voronoi", points: seriesOf(series.time, series.density) },
          { kind: "dashes", colour: spawn, label: "steady", points: levelOf(steady, steady?.density) },
        ],
      }),
    },
    {
      name: `${file}-speed`,
      caption: `${name}: ${along} in the area, by Voronoi cells.`,
      svg: plotSvg({
        title: `${name}: ${along}`,
        x: "time in s",
        y: "speed in m/s",
        empty: "nobody was there",
        series: [
          { kind: "line", colour: accent, label: "Voronoi", points: seriesOf(series.time, series.speed) },
          { kind: "dashes", colour: spawn, label: "steady", points: levelOf(steady, steady?.speed) },
        ],
      }),
    },
  ];
}

/** Speed and flow by density. */
function diagramFigures({ name, series, direction }: AreaMeasured): Figure[] {
  const { accent, muted } = THEMES.light;
  const weidmann = (value: (density: number) => number): Datum[] =>
    Array.from({ length: 109 }, (_, i): Datum => [i * 0.05, value(i * 0.05)]);
  const points = thinned(
    Array.from(series.time, (_, k): readonly [number, number] => [series.density[k], series.speed[k]]).filter(
      ([density, speed]) => density > 0 && speed >= 0,
    ),
  );
  const along = alongOf(direction);
  const file = `measurements-${name}`;
  return [
    {
      name: `${file}-fundamental-speed`,
      caption: `${name}: fundamental diagram, ${along} by density, one dot per sample, with Weidmann's curve.`,
      svg: plotSvg({
        title: `${name}: speed by density`,
        x: "density in persons per m²",
        y: "speed in m/s",
        most: { x: 6 },
        empty: "nobody was there",
        series: [
          { kind: "dots", colour: accent, label: "samples", points },
          { kind: "dashes", colour: muted, label: "Weidmann", points: weidmann(weidmannSpeed) },
        ],
      }),
    },
    {
      name: `${file}-fundamental-flow`,
      caption: `${name}: fundamental diagram, specific flow (density times speed) by density, with Weidmann's curve.`,
      svg: plotSvg({
        title: `${name}: flow by density`,
        x: "density in persons per m²",
        y: "persons per m and s",
        most: { x: 6 },
        empty: "nobody was there",
        series: [
          {
            kind: "dots",
            colour: accent,
            label: "samples",
            points: points.map(([density, speed]): Datum => [density, density * speed]),
          },
          {
            kind: "dashes",
            colour: muted,
            label: "Weidmann",
            points: weidmann((density) => density * weidmannSpeed(density)),
          },
        ],
      }),
    },
  ];
}

/** Gaps between passages in each direction, as a histogram of both. */
function gapsOf({ passages }: LineMeasured): number[] {
  return (["left", "right"] as const).flatMap((to) => {
    const times = passages.filter((passage) => passage.to === to).map(({ time }) => time);
    return times.slice(1).map((time, k) => time - times[k]);
  });
}

function lineFigures(line: LineMeasured): Figure[] {
  const { accent, spawn } = THEMES.light;
  const { name, passages } = line;
  const curve = (to: "left" | "right"): Datum[] =>
    passages.filter((passage) => passage.to === to).map(({ time }, k): Datum => [time, k + 1]);
  const gaps = gapsOf(line);
  const width = 0.25;
  const longest = gaps.reduce((most, gap) => Math.max(most, gap), 0);
  const bins = new Array<number>(gaps.length > 0 ? Math.min(80, Math.floor(longest / width) + 1) : 0).fill(0);
  for (const gap of gaps) bins[Math.min(bins.length - 1, Math.floor(gap / width))]++;
  const file = `measurements-${name}`;
  return [
    {
      name: `${file}-count`,
      caption: `${name}: people who have passed, to the left and to the right of the line's direction.`,
      svg: plotSvg({
        title: `${name}: people passed`,
        x: "time in s",
        y: "people",
        empty: "nobody passed",
        series: [
          { kind: "steps", colour: accent, label: "to the left", points: thinned(curve("left")) },
          { kind: "steps", colour: spawn, label: "to the right", points: thinned(curve("right")) },
        ].filter(({ points }) => points.length > 0) as Parameters<typeof plotSvg>[0]["series"],
      }),
    },
    {
      name: `${file}-gaps`,
      caption: `${name}: seconds between people who passed one after the other in the same direction.`,
      svg: plotSvg({
        title: `${name}: time gaps`,
        x: "gap in s",
        y: "pairs",
        empty: "no two people passed",
        series: [{ kind: "bars", colour: accent, points: bins.map((count, k): Datum => [k * width, count]) }],
      }),
    },
  ];
}

/** Figures of everything that was measured. */
export function measurementFigures({ measurements }: Measured): Figure[] {
  return measurements.flatMap((result) =>
    result.kind === "area" ? [...courseFigures(result), ...diagramFigures(result)] : lineFigures(result),
  );
}

const number = (value: number | null | undefined, digits = 2): string =>
  value === null || value === undefined ? "–" : value.toFixed(digits);

function areaRow({ name, size, width, steady, whole }: AreaMeasured): string[] {
  const means = steady ?? whole;
  return [
    name,
    `${number(size)} m²`,
    width === null ? "–" : `${number(width)} m`,
    means
      ? `${number(means.from, 1)} to ${number(means.to, 1)} s${steady ? "" : ", not steady"}`
      : "nobody there",
    number(means?.density),
    number(means?.classicDensity),
    number(means?.speed),
    number(means?.specificFlow),
    number(means?.flow),
  ];
}

function lineRows({ name, width, left, right }: LineMeasured): string[][] {
  const row = (way: string, { count, flow, steady, gaps }: Stream): string[] => [
    name,
    way,
    `${number(width)} m`,
    String(count),
    number(flow),
    steady ? `${number(steady.flow)}, ${number(steady.from, 1)} to ${number(steady.to, 1)} s` : "–",
    number(steady?.specificFlow ?? (flow === null ? null : flow / width)),
    number(gaps?.median),
    number(gaps?.longest),
  ];
  const rows = [
    ...(left.count > 0 ? [row("to the left", left)] : []),
    ...(right.count > 0 ? [row("to the right", right)] : []),
  ];
  return rows.length > 0 ? rows : [row("–", left)];
}

const isArea = (result: MeasurementResult): result is AreaMeasured => result.kind === "area";

/** The section of the report; nothing where the scene names no measurements. */
export function measurementSection({ measurements }: Measured, figures: readonly Figure[]): string {
  if (measurements.length === 0) return "";
  const areas = measurements.filter(isArea);
  const lines = measurements.filter((result): result is LineMeasured => result.kind === "line");
  const areaTable = table(
    [
      "area",
      "free size",
      "width",
      "steady state",
      "density /m²",
      "classic /m²",
      "speed m/s",
      "flow /(m s)",
      "flow /s",
    ],
    areas.map(areaRow),
  );
  const lineTable = table(
    [
      "line",
      "way",
      "width",
      "people",
      "flow /s",
      "steady flow /s",
      "per metre",
      "median gap s",
      "longest gap s",
    ],
    lines.flatMap(lineRows),
  );
  return `<h2>Measurements</h2>
<p class="muted">Voronoi density and speed by cells cut at walls and at 1 m; steady states by the marginal standard error rule. Who has not set out is in none of these.</p>
${areas.length > 0 ? areaTable : ""}
${lines.length > 0 ? lineTable : ""}
<div class="grid">${figures.map(figureHtml).join("\n")}</div>`;
}
