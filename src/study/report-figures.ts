/** The figures of a study: distributions, curves with their bands, and maps on shared scales. */
import {
  cividis,
  density as densityRamp,
  type HeatOptions,
  heatPicture,
  heatScale,
  hex,
  oklch,
  potential,
} from "../draw/index.js";
import type { MeasureGrid } from "../measure/index.js";
import { type Datum, type Figure, plotSvg, type Series } from "../report/index.js";
import { pageOf } from "../report/internal.js";
import type { AnyScene } from "../world/index.js";
import type { MeanMaps, StudyRow } from "./gather.js";
import { CONGESTED_SHARE } from "./measures.js";
import type { RunMaps } from "./record.js";
import { curvesOf } from "./results.js";
import { quantileOf, runsNeeded } from "./statistics.js";

/** What figures show of a variant. */
export interface ShownVariant {
  readonly name: string;
  readonly scene: AnyScene;
  readonly rows: readonly StudyRow[];
  readonly maps: MeanMaps | null;
}

const HUES = [255, 30, 150, 305, 80, 200];

/** The colour of a variant. */
const colourOf = (k: number): string => hex(oklch(0.56, 0.15, HUES[k % HUES.length]));

const timesOf = (rows: readonly StudyRow[]): number[] => rows.flatMap(({ time }) => time ?? []);

/** Widths of bins: round, and about a dozen of them over all that is shown. */
function binWidth(least: number, most: number): number {
  const span = Math.max(most - least, 1e-6);
  const power = 10 ** Math.floor(Math.log10(span / 12));
  return [1, 2, 5, 10].map((f) => f * power).find((w) => span / w <= 16) ?? span;
}

/** How often runs took how long. */
export function histogramFigure(variants: readonly ShownVariant[]): Figure {
  const all = variants.flatMap(({ rows }) => timesOf(rows));
  const [least, most] = [
    all.reduce((a, b) => Math.min(a, b), Infinity),
    all.reduce((a, b) => Math.max(a, b), -Infinity),
  ];
  const width = all.length > 0 ? binWidth(least, most) : 1;
  const first = Math.floor(least / width);
  const bins = all.length > 0 ? Math.floor(most / width) - first + 1 : 0;
  const at = (k: number): number => Number(((first + k) * width).toPrecision(12));
  const series = variants.map(({ name, rows }, v): Series => {
    const counts = new Array<number>(bins).fill(0);
    for (const time of timesOf(rows)) counts[Math.floor(time / width) - first]++;
    return {
      kind: "bars",
      colour: colourOf(v),
      ...(name === "" ? {} : { label: short(name) }),
      part: [v / variants.length, (v + 1) / variants.length],
      points: counts.map((count, k): Datum => [at(k), count]),
    };
  });
  return {
    name: "times",
    caption: "How many runs took how long until the last one had arrived.",
    svg: plotSvg({
      title: "Times of the runs",
      x: "time until the last one arrived, in s",
      y: "runs",
      from: { x: bins > 0 ? at(0) : 0 },
      most: { x: bins > 0 ? at(bins) : 1 },
      empty: "no run emptied",
      series,
    }),
  };
}

const short = (name: string): string => (name.length > 26 ? `${name.slice(0, 25)}…` : name);

/** Points of a curve at most. */
const STATIONS = 120;

/** The time at which each share of the people had arrived: mean over runs, and the band that nine of ten runs lie in. */
export function curveFigure(variants: readonly ShownVariant[]): Figure {
  const series = variants.flatMap(({ name, rows }, v): Series[] => {
    const curves = curvesOf(rows);
    if (curves.length === 0) return [];
    const at = (share: number, of: (times: number[]) => number): Datum => {
      const times = curves.map((curve) => curve[Math.max(0, Math.ceil(share * curve.length) - 1)]);
      return [of(times), 100 * share];
    };
    const stations = Array.from({ length: STATIONS }, (_, k) => (k + 1) / STATIONS);
    const low = stations.map((share) => at(share, (times) => quantileOf(times, 0.05)!));
    const high = stations.map((share) => at(share, (times) => quantileOf(times, 0.95)!));
    const mean = stations.map((share) =>
      at(share, (times) => times.reduce((a, b) => a + b, 0) / times.length),
    );
    const label = name === "" ? "mean" : short(name);
    return [
      { kind: "band", colour: colourOf(v), points: low, lower: high },
      { kind: "line", colour: colourOf(v), label, points: mean },
    ];
  });
  return {
    name: "arrivals",
    caption: "Who had arrived when: the mean over runs, and the band that nine of ten runs lie in.",
    svg: plotSvg({
      title: "Arrivals",
      x: "time in s",
      y: "people who have arrived, in %",
      most: { y: 100 },
      empty: "no run emptied",
      series,
    }),
  };
}

/** The percentile as runs come in, with its limits where there are enough. */
export function convergenceFigure(variants: readonly ShownVariant[], confidence: number): Figure {
  const series = variants.flatMap(({ name, rows }, v): Series[] => {
    const times = timesOf(rows);
    const counts = times.map((_, k) => k + 1).filter((n) => n % Math.ceil(times.length / 100) === 0);
    const points = (of: (seen: number[]) => number | null): Datum[] =>
      counts.flatMap((n): Datum[] => {
        const value = of(times.slice(0, n));
        return value === null ? [] : [[n, value]];
      });
    return [
      {
        kind: "line",
        colour: colourOf(v),
        label: `${short(name) || "mean"}`,
        points: points((t) => t.reduce((a, b) => a + b, 0) / t.length),
      },
      { kind: "dashes", colour: colourOf(v), points: points((t) => quantileOf(t, 0.95)) },
    ];
  });
  const least = series
    .flatMap(({ points }) => points.map(([, value]) => value))
    .reduce((a, b) => Math.min(a, b), Infinity);
  return {
    name: "convergence",
    caption: `The mean (line) and the 95th percentile (dashes) as runs come in. Both limits of the percentile exist from ${runsNeeded(0.95, confidence)} runs on.`,
    svg: plotSvg({
      title: "As runs come in",
      x: "runs",
      y: "time in s",
      from: { y: Number.isFinite(least) ? least : 0 },
      empty: "no run emptied",
      series,
    }),
  };
}

const greatest = (grids: readonly MeasureGrid[]): number =>
  grids.reduce((most, { values }) => values.reduce((m, v) => (v > m ? v : m), most), 0);

/** One kind of map, for every variant, on one scale. */
interface MapKind {
  readonly name: string;
  readonly title: string;
  readonly label: string;
  readonly units: string;
  readonly caption: string;
  readonly fade: boolean;
  readonly ramp: (t: number) => readonly [number, number, number];
  readonly grid: (maps: RunMaps) => MeasureGrid;
  /** What is less everywhere is not drawn at all. */
  readonly worth: number;
  /** Differences smaller than this share of the scale are not drawn. */
  readonly least: number;
}

const scaledUp = (grid: MeasureGrid, by: number): MeasureGrid => ({
  ...grid,
  values: grid.values.map((v) => by * v),
});

export const MAP_KINDS: readonly MapKind[] = [
  {
    name: "density",
    title: "Mean density",
    label: "people",
    units: "/m²",
    caption: "Density, mean over time and runs.",
    fade: true,
    ramp: densityRamp,
    grid: ({ density }) => density,
    least: 0.02,
    worth: 0,
  },
  {
    name: "time-to-exit",
    title: "Time to the goal",
    label: "time",
    units: "s",
    caption: "Mean time that people still needed from each place, over runs.",
    fade: false,
    ramp: cividis,
    grid: ({ timeToExit }) => timeToExit,
    least: 0,
    worth: 0,
  },
  {
    name: "congestion",
    title: "Above 4 per m²",
    label: "of the time",
    units: "%",
    caption: `Share of the time with more than 4 persons per m², mean over runs; IMO calls more than ${100 * CONGESTED_SHARE} % significant.`,
    fade: true,
    ramp: densityRamp,
    grid: ({ congestion }) => scaledUp(congestion, 100),
    least: 0.02,
    worth: 5,
  },
];

/** Three stand side by side on the page: letters are large for their size. */
const PAGE = Object.freeze({ size: 640, unit: 1.35 });

/** A map on its plan; of a building on all levels, side by side. */
function heatOn(scene: AnyScene, grid: MeasureGrid, options: HeatOptions): Pick<Figure, "svg" | "scale"> {
  const page = pageOf(scene);
  const shown = page.grid(grid);
  const svg = heatPicture({ ...page.scene, spawns: [], measurements: {} }, shown, options).toSvg();
  return { svg, scale: heatScale(shown, options) };
}

/** The maps of a kind, one per variant that has any, on one scale; none where there is nothing to see. */
export function mapFigures(kind: MapKind, variants: readonly ShownVariant[]): Figure[] {
  const shown = variants.filter(({ maps }) => maps !== null);
  const grids = shown.map(({ maps }) => kind.grid(maps!));
  const most = greatest(grids);
  if (!(most > kind.worth)) return [];
  return shown.map(({ name, scene }, k) => ({
    name: `${kind.name}-${k + 1}`,
    caption: `${name === "" ? "" : `${name}: `}${kind.caption}`,
    ...heatOn(scene, grids[k], {
      ...PAGE,
      title: kind.title,
      subtitle: name || scene.name || "",
      label: kind.label,
      units: kind.units,
      most,
      fade: kind.fade,
      ramp: kind.ramp as never,
    }),
  }));
}

/** B minus A on one grid; null where the two are on different ones. */
function minus(b: MeasureGrid, a: MeasureGrid, least: number): MeasureGrid | null {
  const isSame =
    a.width === b.width &&
    a.height === b.height &&
    a.cell === b.cell &&
    a.origin.every((v, k) => v === b.origin[k]);
  if (!isSame) return null;
  const values = b.values.map((v, c) => (Math.abs(v - a.values[c]) > least ? v - a.values[c] : Number.NaN));
  return { ...a, values };
}

/** What differs from the first variant, place by place. */
export function differenceFigures(kind: MapKind, variants: readonly ShownVariant[]): Figure[] {
  const [base, ...others] = variants;
  if (!base?.maps) return [];
  const from = kind.grid(base.maps);
  const scale = greatest([from]);
  const found = others.flatMap(({ name, scene, maps }) => {
    const grid = maps && minus(kind.grid(maps), from, kind.least * scale);
    return grid ? [{ name, scene, grid }] : [];
  });
  const most = found.reduce(
    (m, { grid }) => grid.values.reduce((n, v) => (Math.abs(v) > n ? Math.abs(v) : n), m),
    0,
  );
  if (!(most > kind.worth)) return [];
  return found.map(({ name, scene, grid }, k) => ({
    name: `${kind.name}-difference-${k + 1}`,
    caption: `${name} less ${base.name}: blue is less, brown is more. ${kind.caption}`,
    ...heatOn(scene, grid, {
      ...PAGE,
      title: `${kind.title}: difference`,
      subtitle: `${name} − ${base.name}`,
      label: kind.label,
      units: kind.units,
      least: -Number(most.toPrecision(2)),
      most: Number(most.toPrecision(2)),
      fade: false,
      ramp: potential,
    }),
  }));
}
