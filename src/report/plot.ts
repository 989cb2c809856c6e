/** Plots as SVG: axes with round numbers, lines, bars, dots. Small on purpose: what the report needs and no more. */
import { escapeXml, FONT_FAMILY, THEMES } from "../draw/index.js";

/** A point of data. */
export type Datum = readonly [x: number, y: number];

/** One set of data in a plot. */
export interface Series {
  /** `dots` are many and faint, `marks` few and plain, `levels` short horizontal strokes over whole numbers. */
  readonly kind: "line" | "dashes" | "steps" | "bars" | "dots" | "marks" | "levels" | "band";
  readonly points: readonly Datum[];
  /** The other edge of a band, with the same x. */
  readonly lower?: readonly Datum[];
  /** Bars that others stand behind: their share of the width, from 0 on; default all of it. */
  readonly part?: readonly [from: number, to: number];
  readonly colour: string;
  /** Named in the key where there is one. */
  readonly label?: string;
}

/** A plot. */
export interface Plot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
  /** Where axes begin; default 0, and y below it where there are such values. */
  readonly from?: { readonly x?: number; readonly y?: number };
  /** Greatest values of the axes; by default what the data need. */
  readonly most?: { readonly x?: number; readonly y?: number };
  /** Whether only whole numbers are marked on the x axis; default false. */
  readonly wholeX?: boolean;
  /** Words for a plot without any data. */
  readonly empty?: string;
}

const SIZE = Object.freeze({ width: 640, height: 400, left: 62, right: 20, top: 52, bottom: 54 });

/** Round numbers from 0 to at least `most`, about `count` of them. */
export function ticksTo(most: number, count = 6): number[] {
  if (!(most > 0 && Number.isFinite(most))) return [0, 1];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10);
  const ticks: number[] = [];
  for (let k = 0; k * step < most + step * 0.999; k++) ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}

/** Round numbers from at most `least` to at least `most`. */
function ticksBetween(least: number, most: number): number[] {
  const [, step] = ticksTo(Math.max(most - least, 1e-9), 8);
  const first = Math.floor(least / step + 1e-9);
  const last = Math.ceil(most / step - 1e-9);
  return Array.from({ length: Math.max(2, last - first + 1) }, (_, k) =>
    Number(((first + k) * step).toPrecision(12)),
  );
}

/** Round numbers that hold 0 and both ends; from 0 on where nothing is negative. */
function ticksAround(least: number, most: number): number[] {
  const up = ticksTo(Math.max(most, -least));
  const step = up[1] - up[0];
  const shown = up.filter((tick) => tick < most + step * 0.999);
  const below = least < 0 ? Array.from({ length: Math.ceil(-least / step) }, (_, k) => -(k + 1) * step) : [];
  return [...below.reverse(), ...(most > 0 ? shown : least < 0 ? [0] : up)].map((tick) =>
    Number(tick.toPrecision(12)),
  );
}

/** Whole numbers from 0 to beyond `most`, one of some where there are many. */
function wholeTicksTo(most: number): number[] {
  const stride = Math.max(1, Math.ceil(most / 15));
  return Array.from({ length: Math.floor(most / stride) + 2 }, (_, k) => k * stride);
}

const shown = (value: number): string => String(Number(value.toPrecision(6)));
const px = (value: number): string => String(Math.round(value * 10) / 10);

/** A plot as an SVG document. */
export function plotSvg(plot: Plot): string {
  const { width, height, left, right, top, bottom } = SIZE;
  const theme = THEMES.light;
  const data = plot.series.flatMap(({ points }) => points);
  const bars = plot.series.find(({ kind }) => kind === "bars")?.points ?? [];
  const barWidth = bars.length > 1 ? bars[1][0] - bars[0][0] : 1;
  const greatest = (axis: 0 | 1): number => data.reduce((most, point) => Math.max(most, point[axis]), 0);
  const xGreatest = plot.most?.x ?? greatest(0) + (bars.length > 0 ? barWidth : 0);
  const xTicks = plot.wholeX
    ? wholeTicksTo(xGreatest)
    : plot.from?.x
      ? ticksBetween(plot.from.x, xGreatest)
      : ticksTo(xGreatest, 8);
  const yTicks = plot.from?.y
    ? ticksBetween(plot.from.y, plot.most?.y ?? greatest(1))
    : ticksAround(
        data.reduce((least, point) => Math.min(least, point[1]), 0),
        plot.most?.y ?? greatest(1),
      );
  const [xMost, yLeast, yMost] = [xTicks[xTicks.length - 1], yTicks[0], yTicks[yTicks.length - 1]];
  const x = (value: number): number =>
    left + ((value - xTicks[0]) / (xMost - xTicks[0])) * (width - left - right);
  const y = (value: number): number =>
    height - bottom - ((value - yLeast) / (yMost - yLeast)) * (height - top - bottom);
  const text = (at: Datum, words: string, more: string): string =>
    `<text x="${px(at[0])}" y="${px(at[1])}" ${more}>${escapeXml(words)}</text>`;
  const parts = [
    text([left - 44, 26], plot.title, `font-size="17" font-weight="700" fill="${theme.text}"`),
    ...yTicks.map(
      (tick) =>
        `<path d="M${left} ${px(y(tick))}H${width - right}" stroke="${theme.line}"/>` +
        text([left - 8, y(tick) + 4], shown(tick), `text-anchor="end" font-size="12" fill="${theme.muted}"`),
    ),
    ...xTicks.map(
      (tick) =>
        `<path d="M${px(x(tick))} ${height - bottom}v5" stroke="${theme.muted}"/>` +
        text(
          [x(tick), height - bottom + 20],
          shown(tick),
          `text-anchor="middle" font-size="12" fill="${theme.muted}"`,
        ),
    ),
    `<path d="M${left} ${height - bottom}H${width - right}" stroke="${theme.muted}"/>`,
    text(
      [(left + width - right) / 2, height - 12],
      plot.x,
      `text-anchor="middle" font-size="13" fill="${theme.text}"`,
    ),
    text(
      [0, 0],
      plot.y,
      `transform="translate(16 ${px((top + height - bottom) / 2)}) rotate(-90)" text-anchor="middle" font-size="13" fill="${theme.text}"`,
    ),
    ...plot.series.map((series) => seriesSvg(series, x, y, barWidth, xMost, yMost)),
    ...(data.length > 0 ? keySvg(plot.series, width - right, theme.text) : []),
    ...(data.length > 0 || !plot.empty
      ? []
      : [
          text(
            [(left + width - right) / 2, (top + height - bottom) / 2],
            plot.empty,
            `text-anchor="middle" font-size="15" fill="${theme.muted}"`,
          ),
        ]),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"` +
    ` font-family="${escapeXml(FONT_FAMILY)}" role="img">\n<title>${escapeXml(plot.title)}</title>\n` +
    `<rect width="${width}" height="${height}" fill="#ffffff"/>\n${parts.join("\n")}\n</svg>\n`
  );
}

function seriesSvg(
  { kind, points, colour, lower = [], part: [partFrom, partTo] = [0, 1] }: Series,
  x: (value: number) => number,
  y: (value: number) => number,
  barWidth: number,
  xMost: number,
  yMost: number,
): string {
  const inside = points.filter(([a, b]) => a <= xMost && b <= yMost && Number.isFinite(b));
  if (kind === "bars") {
    const bars = inside.map(([a, b]) => {
      const [from, to] = [x(a + partFrom * barWidth) + 0.5, x(a + partTo * barWidth) - 0.5];
      const words = `${shown(a)} to ${shown(a + barWidth)}: ${shown(b)}`;
      return `<path d="M${px(from)} ${px(y(0))}V${px(y(b))}H${px(to)}V${px(y(0))}Z"><title>${words}</title></path>`;
    });
    return `<g fill="${colour}">${bars.join("")}</g>`;
  }
  if (kind === "band") {
    const edge = [...inside, ...[...lower].reverse()].map(([a, b]) => `${px(x(a))} ${px(y(b))}`);
    return edge.length === 0 ? "" : `<path d="M${edge.join("L")}Z" fill="${colour}" opacity="0.2"/>`;
  }
  if (kind === "dots") {
    const dots = inside.map(([a, b]) => `M${px(x(a))} ${px(y(b))}h0`).join("");
    return `<path d="${dots}" stroke="${colour}" stroke-width="3" stroke-linecap="round" opacity="0.25"/>`;
  }
  if (kind === "marks") {
    const dots = inside.map(
      ([a, b]) => `<path d="M${px(x(a))} ${px(y(b))}h0"><title>${shown(a)}: ${shown(b)}</title></path>`,
    );
    return `<g stroke="${colour}" stroke-width="9" stroke-linecap="round">${dots.join("")}</g>`;
  }
  if (kind === "levels") {
    const strokes = inside.map(([a, b]) => `M${px(x(a - 0.35))} ${px(y(b))}H${px(x(a + 0.35))}`).join("");
    return `<path d="${strokes}" stroke="${colour}" stroke-width="4"/>`;
  }
  const line = inside.map(([a, b], i) => {
    if (i === 0) return `M${px(x(a))} ${px(y(b))}`;
    return kind === "steps" ? `H${px(x(a))}V${px(y(b))}` : `L${px(x(a))} ${px(y(b))}`;
  });
  const dash = kind === "dashes" ? ' stroke-dasharray="6 4"' : "";
  const path = `<path d="${line.join("")}" fill="none" stroke="${colour}" stroke-width="2"${dash} stroke-linejoin="round"/>`;
  return path + told(inside, x, y);
}

/** Points of a line that tell their values on hover, at most. */
const MOST_TOLD = 40;

/** Unseen dots along a line, each with its values. */
function told(points: readonly Datum[], x: (value: number) => number, y: (value: number) => number): string {
  const every = Math.max(1, Math.ceil(points.length / MOST_TOLD));
  const dots = points
    .filter((_, i) => i % every === 0 || i === points.length - 1)
    .map(([a, b]) => {
      const words = [a, b].map((value) => Number(value.toPrecision(3))).join(": ");
      return `<path d="M${px(x(a))} ${px(y(b))}h0"><title>${words}</title></path>`;
    });
  return `<g stroke="transparent" stroke-width="12" stroke-linecap="round">${dots.join("")}</g>`;
}

/** Names of the series, right aligned beneath the title. */
function keySvg(series: readonly Series[], right: number, colour: string): string[] {
  const named = series.filter(({ label }) => label);
  if (named.length < 2) return [];
  let at = right;
  return [...named].reverse().map(({ label = "", colour: mark, kind }) => {
    const words = 7 * label.length;
    const from = at - words - 26;
    at = from - 14;
    const sample =
      kind === "dots" || kind === "marks"
        ? `<circle cx="${px(from + 9)}" cy="40" r="3" fill="${mark}"/>`
        : `<path d="M${px(from)} 40h18" stroke="${mark}" stroke-width="2"${kind === "dashes" ? ' stroke-dasharray="6 4"' : ""}/>`;
    return `${sample}<text x="${px(from + 24)}" y="44" font-size="12" fill="${colour}">${escapeXml(label)}</text>`;
  });
}
