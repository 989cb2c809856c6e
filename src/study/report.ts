/** The report of a study: one page that can be handed in, without any file beside it. */
import { escapeXml } from "../draw/index.js";
import type { Figure } from "../report/index.js";
import { figureHtml, pageHtml, table, validationOf } from "../report/internal.js";
import { answerText } from "./answer.js";
import { averagedRows } from "./gather.js";
import { areaAbove, CONGESTED_SHARE, measureLabel } from "./measures.js";
import { narrowPlaces } from "./narrow-places.js";
import {
  convergenceFigure,
  curveFigure,
  differenceFigures,
  histogramFigure,
  MAP_KINDS,
  mapFigures,
  type ShownVariant,
} from "./report-figures.js";
import { outcomesText, type StudyResults, type VariantResults } from "./results.js";
import type { StudyOutcome } from "./run-study.js";
import { quantileInterval, quantileOf } from "./statistics.js";
import type { StudyPlan } from "./study.js";

/** A report of a study, and its parts. */
export interface StudyReport {
  readonly html: string;
  readonly figures: readonly Figure[];
}

const seconds = (value: number | null): string => (value === null ? "–" : `${value.toFixed(1)} s`);
const number = (value: number | null): string =>
  value === null ? "–" : String(Number(value.toPrecision(4)));
const percent = (share: number): string => `${Math.round(100 * share)} %`;

const nameOf = (name: string, plan: StudyPlan): string => name || plan.name;

/** What is to be known first: the answer of a comparison, or how long it takes. */
function answers({ differences, variants, confidence }: StudyResults): string {
  const lines = differences.map(({ from, to, time }) => {
    const verdict = time.verdict ?? "open";
    return `<p class="answer ${verdict}">${escapeXml(answerText(from, to, time))}</p>`;
  });
  if (lines.length > 0) return lines.join("\n");
  const { time } = variants[0];
  if (time.p95 === null) return `<p class="answer more">No run emptied: there is no time to tell.</p>`;
  const limit =
    time.p95high === null
      ? `; ${time.needed} runs are needed for an upper limit, ${time.count} there are`
      : ` (${percent(confidence)} sure: ${seconds(time.p95low)} to ${seconds(time.p95high)})`;
  return `<p class="answer">In 95 of 100 runs everyone has arrived after ${seconds(time.p95)}${limit}.</p>`;
}

function timeTable(results: StudyResults, plan: StudyPlan): string {
  const rows = results.variants.map(({ name, time, outcomes }) => [
    nameOf(name, plan),
    outcomesText(outcomes),
    `${seconds(time.mean)} (${seconds(time.meanLow)} to ${seconds(time.meanHigh)})`,
    seconds(time.sd),
    seconds(time.p50),
    seconds(time.p95),
    `${seconds(time.p95low)} to ${time.p95high === null ? `? (${time.needed} runs needed)` : seconds(time.p95high)}`,
  ]);
  const sure = `${percent(results.confidence)} sure`;
  return table(["", "runs", `mean (${sure})`, "deviation", "median", "95th percentile", sure], rows);
}

const SHARES = [0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99];

function percentileTable(variants: readonly ShownVariant[], plan: StudyPlan): string {
  const rows = variants.flatMap(({ name, rows: runs }) => {
    const times = runs.flatMap(({ time }) => time ?? []);
    const limits = SHARES.map((p) => {
      const { low, high } = quantileInterval(times, p, plan.confidence);
      return `${low === null ? "?" : low.toFixed(1)} to ${high === null ? "?" : high.toFixed(1)}`;
    });
    return [
      [nameOf(name, plan), ...SHARES.map((p) => seconds(quantileOf(times, p)))],
      [`limits, ${percent(plan.confidence)} sure`, ...limits],
    ];
  });
  return table(["percentile", ...SHARES.map((p) => String(Math.round(100 * p)))], rows);
}

function differenceTables({ differences, confidence }: StudyResults): string {
  if (differences.length === 0) return "";
  const tables = differences.map(({ from, to, measures }) => {
    const rows = Object.entries(measures)
      .filter(([, { mean }]) => mean !== null)
      .map(([name, { mean, low, high, share, less, more, pairs }]) => {
        const { label, unit } = measureLabel(name);
        return [
          label,
          `${number(mean)} ${unit}`.trim(),
          low === null ? "–" : `${number(low)} to ${number(high)}`,
          share === null ? "–" : `${share > 0 ? "+" : ""}${(100 * share).toFixed(1)} %`,
          `${less}, ${more} of ${pairs}`,
        ];
      });
    const head = ["measure", "mean difference", `${percent(confidence)} sure`, "of the mean", "less, more"];
    return `<h3>${escapeXml(`${to} less ${from}`)}</h3>\n${table(head, rows)}`;
  });
  return `<h2>What differs</h2>
<p class="muted">Run by run on the same seeds; intervals of the mean difference by Student's t. Where an interval holds 0, no difference is shown.</p>
${tables.join("\n")}`;
}

function congestionSection(variants: readonly ShownVariant[], plan: StudyPlan): string {
  const rows = variants.flatMap(({ name, maps, rows: runs }) => {
    if (!maps) return [];
    const mine = averagedRows(runs);
    const congested = mine.filter(({ measures }) => (measures.congestedArea ?? 0) > 0).length;
    const area = areaAbove(maps.congestion, CONGESTED_SHARE);
    return [
      [
        nameOf(name, plan),
        area > 0 ? "yes" : "no",
        `${area.toFixed(1)} m²`,
        `${congested} of ${mine.length}`,
      ],
    ];
  });
  return `<h2>Congestion by IMO's rule</h2>
<p class="muted">Significant congestion is more than 4 persons per m² for more than ${percent(CONGESTED_SHARE)} of the time (MSC.1/Circ.1533). Density counts everybody by a bell that reaches 1 m.</p>
${table(["", "congested in the mean of all runs", "area", "runs with a congested place"], rows)}`;
}

/** Of which variants no run emptied, so that what is averaged was cut off. */
function cutOff(variants: readonly ShownVariant[], plan: StudyPlan): string {
  const names = variants
    .filter(({ maps }) => maps?.outcome === "not emptied")
    .map(({ name }) => nameOf(name, plan));
  return names.length > 0
    ? ` Of ${escapeXml(names.join(", "))} none did: there the means are over runs whose time was over.`
    : "";
}

/** Narrow places that are shown. */
const MOST_PLACES = 8;

function placeSection(variants: readonly ShownVariant[], plan: StudyPlan): string {
  const at = ([x, y]: readonly number[]): string => `${x.toFixed(1)}, ${y.toFixed(1)}`;
  const parts = variants.map(({ name, rows }) => {
    const places = narrowPlaces(rows).slice(0, MOST_PLACES);
    const lines = places.map((place, k) => [
      String(k + 1),
      place.name === "" ? place.kind : `${place.kind}: ${place.name}`,
      `${place.delay.toFixed(0)} s (${place.delay95.toFixed(0)} s)`,
      `${place.level === undefined ? "" : `${place.level}: `}${at(place.segment[0])} to ${at(place.segment[1])}`,
      `${place.width.toFixed(2)} m`,
      `${place.capacity.toFixed(2)} /s`,
      `${place.meanFlow.toFixed(2)} /s`,
      place.people.toFixed(0),
      String(place.runs),
    ]);
    const head = [
      "",
      "what",
      "delay (95th percentile)",
      "where",
      "width",
      "capacity",
      "mean flow",
      "people",
      "runs",
    ];
    const title = variants.length > 1 ? `<h3>${escapeXml(nameOf(name, plan))}</h3>\n` : "";
    return lines.length > 0
      ? title + table(head, lines)
      : `${title}<p>Nobody was held up at a narrow place.</p>`;
  });
  return `<h2>Bottlenecks</h2>
<p class="muted">Ranked by delay: person-seconds lost against free walking on the way to them, mean over runs.</p>
${parts.join("\n")}`;
}

function factorSection(results: StudyResults, plan: StudyPlan): string {
  const parts = results.variants.flatMap(({ name, sensitivity, points }) => {
    if (sensitivity.length === 0) return [];
    const rows = sensitivity.map(({ factor, share, effect, rank, levels }) => [
      factor,
      percent(share),
      seconds(effect),
      rank === null ? "–" : rank.toFixed(2),
      levels.map(({ level, mean }) => `${level}: ${mean.toFixed(1)} s`).join("; "),
    ]);
    const head = ["factor", "of the variance", "between levels", "rank correlation", "mean time by level"];
    const title = results.variants.length > 1 ? `<h3>${escapeXml(name)}</h3>\n` : "";
    return [title + table(head, rows) + pointTable(points)];
  });
  if (parts.length === 0) return "";
  const resolution =
    plan.resolution === null
      ? ""
      : ` A fractional design of resolution ${plan.resolution}: effects of factors ${plan.resolution < 5 ? "may be mixed with interactions of others" : "are clear of interactions of two others"}.`;
  return `<h2>What each factor does</h2>
<p class="muted">Share of the variance of the time that lies between a factor's levels; the rest is other factors and chance.${resolution}</p>
${parts.join("\n")}`;
}

function pointTable(points: VariantResults["points"]): string {
  if (points.length === 0) return "";
  const names = Object.keys(points[0].factors);
  const rows = points.map(({ factors, time, outcomes }) => [
    ...names.map((name) => String(factors[name])),
    outcomesText(outcomes),
    seconds(time.mean),
    seconds(time.sd),
    seconds(time.p95),
  ]);
  return `\n<details open><summary>Every combination (${points.length})</summary>\n${table([...names, "runs", "mean", "deviation", "95th percentile"], rows)}</details>`;
}

function convergenceSection(results: StudyResults, plan: StudyPlan, figure: Figure): string {
  const rows = results.variants.map(({ name, convergence: { after, last } }) => [
    nameOf(name, plan),
    after === null ? "not yet" : `after ${after} runs`,
    ...(["tet", "sd", "erd", "epc", "sc"] as const).map((key) =>
      last ? `${(100 * last[key]).toFixed(2)} %` : "–",
    ),
  ]);
  const { rule } = results.variants[0].convergence;
  const limits = (["tet", "sd", "erd", "epc", "sc"] as const).map(
    (key) => `${(100 * rule[key]).toFixed(1)} %`,
  );
  const stop = results.stop;
  const ended = stop
    ? `<p>The study was to end when the interval of the ${Math.round(100 * stop.percentile)}th percentile of ${escapeXml(measureLabel(stop.measure).label)} was narrow enough: ${stop.met ? "it was" : "it was not yet"}, after ${stop.seeds} seeds.</p>`
    : "";
  return `<h2>Are there enough runs?</h2>
<p class="muted">What the last run changed (Ronchi, Reneke and Peacock 2014): mean time (TET), its deviation (SD), and the average curve by Euclidean relative difference (ERD), projection coefficient (EPC) and secant cosine (SC). Settled means ${rule.consecutive} runs in a row within the thresholds.</p>
${ended}
${table(["", "settled", "TET", "SD", "ERD", "EPC", "SC"], [...rows, ["threshold", "", ...limits]])}
<div class="alone">${figureHtml(figure)}</div>`;
}

function assumptions(plan: StudyPlan, { how, rows }: StudyOutcome, results: StudyResults): string {
  const seeds = [...new Set(rows.map(({ seed }) => seed))].sort((a, b) => a - b);
  const seedText =
    seeds.length > 1 ? `${seeds.length}, from ${seeds[0]} to ${seeds[seeds.length - 1]}` : seeds.join("");
  const lines = plan.variants.map(({ name, note, scene }) => {
    const run = how.get(name);
    const people = rows.find((row) => row.variant === name && row.outcome !== "failed")?.agents ?? 0;
    return [
      nameOf(name, plan),
      scene.name ?? "–",
      String(people),
      run?.population ?? "–",
      run?.model ?? "–",
      run?.planner ?? "–",
      run ? `${run.step} s` : "–",
      note || "–",
    ];
  });
  const models = [...new Set([...how.values()].map(({ model }) => model))];
  const set = Object.entries(plan.study.set ?? {}).map(([path, value]) => `${path} = ${value}`);
  return `<h2>Assumptions</h2>
${table(["", "plan", "people", "population", "movement model", "planner", "step", "note"], lines)}
<p>Seeds: ${seedText}; runs with the same seed draw the same people in all variants where these have as many. Wayfield ${escapeXml(results.engine)}.${set.length > 0 ? ` Set for all: ${escapeXml(set.join(", "))}.` : ""}</p>
${[...parameterLines(how), ...models.map(validationOf)].map((line) => `<p class="muted">${escapeXml(line)}</p>`).join("\n")}`;
}

/** The parameters of every model that somebody walked by, once each. */
function parameterLines(how: StudyOutcome["how"]): string[] {
  const lines = [...how.values()].flatMap(({ models }) =>
    Object.entries(models).map(([model, parameters]) => {
      const own = Object.entries(parameters).map(([name, value]) => `${name} ${String(value)}`);
      return own.length > 0 ? `Parameters of ${model} (m, s): ${own.join(", ")}.` : "";
    }),
  );
  return [...new Set(lines)].filter((line) => line !== "");
}

/** Makes the report of a study. */
export function studyReport(plan: StudyPlan, outcome: StudyOutcome): StudyReport {
  const { results, rows } = outcome;
  const variants = plan.variants.map(
    ({ name, scene }): ShownVariant => ({
      name,
      scene,
      rows: rows.filter((row) => row.variant === name),
      maps: outcome.mapsOf(name),
    }),
  );
  const times = [histogramFigure(variants), curveFigure(variants)];
  const settling = convergenceFigure(variants, plan.confidence);
  const maps = MAP_KINDS.map((kind) => [...mapFigures(kind, variants), ...differenceFigures(kind, variants)]);
  const notes = [
    ...(results.interrupted
      ? [`The study was stopped after ${results.done} of ${results.planned} runs.`]
      : []),
    ...results.notes,
  ];
  const body = `<h1>${escapeXml(plan.name)}</h1>
<p class="lead">${results.done} runs, ${plan.variants.length > 1 ? `${plan.variants.length} variants on common seeds` : "one plan"}${plan.points.length > 1 ? `, ${plan.points.length} combinations of ${Object.keys(plan.study.factors ?? {}).length} factors` : ""}.</p>
${answers(results)}
${notes.length > 0 ? `<ul class="warnings">${notes.map((note) => `<li>${escapeXml(note)}</li>`).join("")}</ul>` : ""}
<h2>How long it takes</h2>
${timeTable(results, plan)}
<div class="grid">${times.map(figureHtml).join("\n")}</div>
<h2>Percentiles</h2>
${percentileTable(variants, plan)}
${differenceTables(results)}
${factorSection(results, plan)}
<h2>On the plan</h2>
<p class="muted">Means over the runs of each variant that emptied.${cutOff(variants, plan)} Colours mean the same in all variants.</p>
${maps.map((figures) => (figures.length > 0 ? `<div class="row">${figures.map(figureHtml).join("\n")}</div>` : "")).join("\n")}
${congestionSection(variants, plan)}
${placeSection(variants, plan)}
${convergenceSection(results, plan, settling)}
${assumptions(plan, outcome, results)}`;
  return { html: pageHtml(`${plan.name}: study`, body), figures: [...times, settling, ...maps.flat()] };
}
