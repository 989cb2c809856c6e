/** The page of a calibration: what was found, how near it comes to the data, and what else was tried. */
import { escapeXml } from "../draw/index.js";
import { type Figure, plotSvg } from "../report/index.js";
import { figureHtml, pageHtml, table } from "../report/internal.js";
import type { Calibration } from "./calibrate.js";
import { measureLabel } from "./measures.js";

const four = (value: number | null): string => (value === null ? "–" : String(Number(value.toPrecision(4))));
const percent = (share: number | null): string =>
  share === null ? "not measured" : `${share < 0 ? "" : "+"}${(100 * share).toFixed(1)} %`;

const COLOURS = { tried: "#8a94a6", best: "#2f6fd0" } as const;

/** How near each point came, and the least so far. */
function progressFigure({ evaluations }: Calibration): Figure {
  let least = Infinity;
  const best = evaluations.map(({ distance }, k) => {
    least = Math.min(least, distance);
    return [k + 1, 100 * least] as const;
  });
  // What is far off would press the rest to the ground.
  const most = 400 * least;
  return {
    name: "distance",
    caption:
      "How far each point was from the data, and the nearest so far. Points further off than drawn are at the top.",
    svg: plotSvg({
      title: "Distance from the data",
      x: "points tried",
      y: "distance, %",
      wholeX: true,
      series: [
        {
          kind: "marks",
          colour: COLOURS.tried,
          label: "a point",
          points: evaluations.map(({ distance }, k) => [k + 1, Math.min(100 * distance, most)]),
        },
        {
          kind: "steps",
          colour: COLOURS.best,
          label: "nearest so far",
          points: best.map(([x, y]) => [x, Math.min(y, most)]),
        },
      ],
    }),
  };
}

/** Where points lay in one factor, and how far off they were: a valley shows how well the data know the factor. */
function factorFigure(name: string, k: number, { evaluations, best }: Calibration): Figure {
  const most = 400 * best!.distance;
  const at = (one: Calibration["evaluations"][number]): readonly [number, number] => [
    one.factors[name] as number,
    Math.min(100 * one.distance, most),
  ];
  const values = evaluations.map(({ factors }) => factors[name] as number);
  return {
    name: `factor-${k + 1}`,
    caption: `Every point by ${name}; a narrow valley means that the data know it well.`,
    svg: plotSvg({
      title: name,
      x: name,
      y: "distance, %",
      from: { x: values.reduce((least, value) => Math.min(least, value), Infinity) },
      series: [
        { kind: "marks", colour: COLOURS.tried, points: evaluations.map(at) },
        { kind: "marks", colour: COLOURS.best, label: "the nearest", points: [at(best!)] },
      ],
    }),
  };
}

/** Makes the page of a calibration that has tried at least one point. */
export function calibrationReport(calibration: Calibration): {
  readonly html: string;
  readonly figures: readonly Figure[];
} {
  const { name, best, near, evaluations, runs, seeds, engine } = calibration;
  const figures = [
    progressFigure(calibration),
    ...Object.keys(best!.factors).map((factor, k) => factorFigure(factor, k, calibration)),
  ];
  const found = Object.entries(best!.factors).map(([factor, value]) => [
    factor,
    four(value as number),
    `${four(near[factor][0])} to ${four(near[factor][1])}`,
  ]);
  const targets = best!.targets.map(({ variant, measure, found: mean, given, at, error, weight }) => {
    const { label, unit } = measureLabel(measure);
    return [
      variant || name,
      label,
      `${four(mean)} ${unit}`.trim(),
      `${four(given)} ${unit}`.trim(),
      four(at),
      percent(error),
      four(weight),
    ];
  });
  const factors = Object.keys(best!.factors);
  const tried = evaluations.map((one, k) => [
    String(k + 1),
    ...factors.map((factor) => four(one.factors[factor] as number)),
    `${(100 * one.distance).toFixed(2)} %`,
  ]);
  const body = `<h1>${escapeXml(name)}</h1>
<p class="lead">A calibration: ${evaluations.length} points tried, ${runs} runs, ${seeds.length} ${seeds.length === 1 ? "seed" : "seeds"} each.</p>
<p class="answer">${escapeXml(found.map(([factor, value]) => `${factor} = ${value}`).join(", "))}: ${(100 * best!.distance).toFixed(1)} % off in the mean of ${best!.targets.length} targets.</p>
<h2>What was found</h2>
<p class="muted">Nearly as good are points whose distance is at most a tenth above the least. The wider that range, the less the data say of the factor.</p>
${table(["factor", "value", "nearly as good"], found)}
<h2>How near it comes</h2>
<p class="muted">Means over the seeds. The distance is the root of the weighted mean of squared errors.</p>
${table(["", "measure", "found", "given", "at", "error", "weight"], targets)}
<div class="grid">${figures.map(figureHtml).join("\n")}</div>
<h2>Points tried</h2>
<details><summary>All ${evaluations.length}</summary>
${table(["", ...factors, "distance"], tried)}</details>
<p class="muted">Wayfield ${escapeXml(engine)}; the same seeds at every point, so that points differ by their factors and not by chance. Points are chosen by dividing rectangles (DIRECT: Jones, Perttunen and Stuckman 1993).</p>`;
  return { html: pageHtml(`${name}: calibration`, body), figures };
}
