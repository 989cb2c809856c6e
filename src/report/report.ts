/** One page that says what happened: no network, no files beside it, readable and printable. */

import { escapeXml } from "../draw/index.js";
import { type Measured, measurementFiles, type ResultFile, type Run } from "../measure/index.js";
import { animationHtml } from "./animation-page.js";
import { type Figure, figuresOf, waysPicture } from "./figures.js";
import { flightSection } from "./flights.js";
import { lossFigures, lossFiles, lossSection } from "./losses.js";
import {
  type GroupMapShot,
  groupMapFigures,
  type LocalMapShot,
  localMapFigures,
  mapSection,
} from "./maps.js";
import { measurementFigures, measurementSection } from "./measurements.js";
import { figureHtml, pageHtml, table } from "./page.js";
import { stayFiles, staySection } from "./stays.js";
import { onPage, storeyFigures } from "./storeys.js";
import { type Summary, summarize } from "./summary.js";
import { validationOf } from "./validated.js";

/** A report and its parts. */
export interface Report {
  readonly summary: Summary;
  readonly figures: readonly Figure[];
  /** Tables of the scene's measurements, and their summary, of stays at queues and waiting places, and of losses; none where it names none. */
  readonly tables: readonly ResultFile[];
  /** Everybody's way on the plan, as an SVG document larger than the figure. */
  readonly picture: string;
  /** The page, complete in itself. */
  readonly html: string;
}

/** How a report is made. */
export interface ReportOptions {
  /** Whether the run was stopped before its end; default false. */
  readonly interrupted?: boolean;
  /** The spawn of each agent, by number; default all 0. */
  readonly groupOf?: (id: number) => number;
  /** Local maps to show; default none. */
  readonly localMaps?: readonly LocalMapShot[];
  /** Group maps to show; default none. */
  readonly groupMaps?: readonly GroupMapShot[];
  /** Names the run, as its recordings do; default "". */
  readonly run?: string;
}

const seconds = (value: number | null): string => (value === null ? "–" : `${value.toFixed(1)} s`);

/** The five figures that matter, and what each is; of sides that fight, their losses too. */
export function keyFigures(summary: Summary): { readonly value: string; readonly label: string }[] {
  const { arrived, agents, time, complete, meanTravelTime, maxDensity, peakFlow, sides, inRefuge } = summary;
  return [
    { value: `${arrived} of ${agents}`, label: "arrived" },
    { value: seconds(time), label: complete ? "until the last one arrived" : "simulated" },
    ...(inRefuge > 0 ? [{ value: String(inRefuge), label: "wait in a refuge" }] : []),
    { value: seconds(meanTravelTime), label: "mean travel time" },
    { value: `${maxDensity.toFixed(1)} /m²`, label: "greatest density" },
    { value: `${peakFlow.toFixed(1)} /s`, label: "peak flow, over 10 s" },
    ...sides.map(({ side, people, fallen }) => ({
      value: `${fallen} of ${people}`,
      label: `fallen: ${side}`,
    })),
  ];
}

/** People at lines; nothing where there are none, as with goals that are points or move. */
function lineSection({ lines }: Summary): string {
  if (lines.length === 0) return "";
  const rows = lines.map(({ name, count, peakFlow }) => [name, String(count), `${peakFlow.toFixed(2)} /s`]);
  return `<h2>Lines</h2>\n${table(["line", "people", "peak flow, over 10 s"], rows)}`;
}

/** The timetable of flows that cross; nothing where there is none. */
function timetableSection({ timetable }: Summary): string {
  if (!timetable) return "";
  const { speed, period, flows } = timetable;
  const rate = (value: number): string => `${value.toFixed(2)} /s`;
  const rows = flows.map(({ name, lanes, perSecond, alone, arrived }) => [
    name,
    String(lanes),
    rate(perSecond),
    rate(alone),
    String(arrived),
  ]);
  return `<h2>Timetable</h2>
<p class="muted">On every lane somebody comes in each ${period.toFixed(2)} s and walks at ${speed} m/s without a stop. Lanes of different flows cross; the times are such that nobody meets anybody there.</p>
${table(["flow", "lanes", "people come", "if it were alone", "arrived"], rows)}`;
}

/** People by level and by flight; nothing for a plan of one floor. */
function storeySection({ storeys, flights }: Summary): string {
  if (!storeys) return "";
  const rows = storeys.map(({ name, elevation, most, empty }) => [
    name,
    elevation === null ? "–" : `${elevation} m`,
    String(most),
    empty === null ? "–" : seconds(empty),
  ]);
  return `<h2>Levels</h2>\n${table(["level", "height", "most people", "empty after"], rows)}
${flightSection(flights)}`;
}

/** Narrow places: what they can take beside what passed. */
function bottleneckSection({ bottlenecks, minCut }: Summary): string {
  const place = ([x, y]: readonly number[]): string => `${x.toFixed(1)}, ${y.toFixed(1)}`;
  const flow = (value: number): string => `${value.toFixed(2)} /s`;
  const cut =
    minCut === null
      ? "The scene names no flow, so there is no min cut to compare with."
      : `The plan's min cut is ${minCut.length.toFixed(2)} m wide and takes ${flow(minCut.capacity)} at most.`;
  const rows = bottlenecks.map(
    (
      { kind, name, delay, segment, width, capacity, people, meanFlow, peakFlow, queue, weight, level },
      i,
    ) => [
      String(i + 1),
      `${name === "" ? kind : `${kind}: ${name}`}${level === undefined ? "" : `, ${level}`}`,
      `${delay.toFixed(0)} s`,
      `${place(segment[0])} to ${place(segment[1])}`,
      `${width.toFixed(2)} m`,
      flow(capacity),
      flow(meanFlow),
      flow(peakFlow),
      String(people),
      queue > 0 ? String(queue) : "–",
      weight > 1 ? `× ${weight.toFixed(2)}` : "–",
    ],
  );
  const head = [
    "",
    "what",
    "delay",
    "where",
    "width",
    "capacity",
    "mean flow",
    "peak flow",
    "people",
    "queue",
    "barrier",
  ];
  return `<h2>Bottlenecks</h2>
<p class="muted">${cut} Places are ranked by the delay that they caused: person-seconds lost against free walking on the way to them. Capacity is the greatest flow that was measured at doors of that width for such people; flows are of people who passed for the first time. The numbers are those on the plan.</p>
${rows.length > 0 ? foldedTable(head, rows, bottlenecks) : "<p>The scene has no exit with a width, and nobody queued between walls.</p>"}`;
}

/** Places that are always shown, and the delay in seconds from which more of them are. */
const FIRST_PLACES = 5;
const WORTH_DELAY = 1;

/** The table of narrow places; those at the end of the ranking that hardly delayed anybody are folded away. */
function foldedTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  bottlenecks: Summary["bottlenecks"],
): string {
  const worth = bottlenecks.filter(({ delay }) => delay >= WORTH_DELAY).length;
  const shown = Math.max(worth, FIRST_PLACES);
  if (rows.length <= shown) return table(head, rows);
  const rest = rows.slice(shown);
  return `${table(head, rows.slice(0, shown))}
<details><summary>Places that delayed hardly anybody (${rest.length})</summary>
${table(head, rest)}</details>`;
}

/** All models that somebody walked by. */
function modelsOf({ model, models }: Summary): string[] {
  const names = Object.keys(models);
  return names.length > 0 ? names : [model];
}

/** What the figures hold for: models with their parameters. */
function modelSection({ models }: Summary): string {
  const rows = Object.entries(models).map(([name, parameters]) => [
    name,
    Object.entries(parameters)
      .map(([parameter, value]) => `${parameter} ${value}`)
      .join(", ") || "–",
  ]);
  if (rows.length === 0) return "";
  const notes = rows.map(([name]) => `<p class="muted">${escapeXml(validationOf(name))}</p>`).join("\n");
  return `<h2>Movement model</h2>\n${table(["model", "parameters (m, s)"], rows)}\n${notes}`;
}

/** Who they are, and what their rules say of doors. */
function peopleText({ population, doorFlow }: Summary): string {
  if (population === "none") return "";
  const rule =
    doorFlow === null ? "" : `, through whose doors and exits at most ${doorFlow} per metre and second pass`;
  return `, population ${population}${rule}`;
}

/** The diagram, where people are sites of it. */
function siteSection({ sites }: Summary): string {
  if (!sites) return "";
  const { segments, agentSteps, iterations, searches, iterationsPerSearch, longestPath } = sites;
  const head = [
    "Voronoi segments, at most",
    "steps",
    "iterations per step",
    "searches",
    "iterations per search",
    "longest path",
    "blocks in and out",
  ];
  const row = [
    String(segments),
    String(agentSteps),
    iterations.toFixed(2),
    String(searches),
    iterationsPerSearch.toFixed(2),
    `${longestPath.toFixed(1)} m`,
    `${sites.blocksCame}, ${sites.blocksWent}`,
  ];
  return `<h2>People as sites of the roadmap</h2>\n${table(head, [row])}`;
}

/** All planners that guided somebody. */
function plannersOf({ groups, planner }: Summary): string[] {
  return groups.length > 0 ? [...new Set(groups.map((group) => group.planner))] : [planner];
}

type Group = Summary["groups"][number];

/** Groups that are alike in all but their spawn, as one: people are summed, times are means over them. */
function foldGroups(groups: readonly Group[]): { readonly spawns: string; readonly group: Group }[] {
  const alike = new Map<string, Group[]>();
  for (const group of groups) {
    const key = JSON.stringify([group.profile, group.planner, group.behaviour]);
    alike.set(key, [...(alike.get(key) ?? []), group]);
  }
  return [...alike.values()].map((mine) => {
    const arrived = mine.reduce((sum, group) => sum + group.arrived, 0);
    const travelled = mine.reduce((sum, group) => sum + group.arrived * (group.meanTravelTime ?? 0), 0);
    const agents = mine.reduce((sum, group) => sum + group.agents, 0);
    const meanTravelTime = arrived > 0 ? travelled / arrived : null;
    const spawns = mine.length === 1 ? String(mine[0].spawn) : `${mine.length} spawns`;
    return { spawns, group: { ...mine[0], agents, arrived, meanTravelTime } };
  });
}

/** Who walked how; nothing for a single group. Rows that are alike are one, with all of them folded beneath. */
function groupSection({ groups }: Summary): string {
  if (groups.length < 2) return "";
  const row = (spawns: string, group: Group): string[] => [
    spawns,
    group.profile ?? "–",
    group.planner,
    group.behaviour ?? "–",
    `${group.arrived} of ${group.agents}`,
    seconds(group.meanTravelTime),
  ];
  const head = ["spawn", "profile", "planner", "behaviour", "arrived", "mean travel time"];
  const folded = foldGroups(groups);
  const all = table(
    head,
    groups.map((group) => row(String(group.spawn), group)),
  );
  if (folded.length === groups.length) return `<h2>Groups</h2>\n${all}`;
  return `<h2>Groups</h2>
${table(
  head,
  folded.map(({ spawns, group }) => row(spawns, group)),
)}
<details><summary>Every spawn (${groups.length})</summary>
${all}</details>`;
}

/** Makes the report of a run. */
export function reportOf(given: Run, taken: Measured, options: ReportOptions = {}): Report {
  const { interrupted = false, groupOf = () => 0, run = "", localMaps = [], groupMaps = [] } = options;
  const summary = summarize(given, taken, interrupted, run);
  const { run: simulation, measured, fold } = onPage(given, taken);
  const figures = [...storeyFigures(given, taken), ...figuresOf(simulation, measured, groupOf)];
  const ofLocalMaps = localMapFigures(localMaps);
  const ofGroupMaps = groupMapFigures(groupMaps);
  const ofMeasurements = measurementFigures(measured);
  const ofLosses = lossFigures(simulation);
  const name = summary.scene || "A scene";
  const boxes = keyFigures(summary).map(
    ({ value, label }) => `<div><b>${escapeXml(value)}</b><span>${escapeXml(label)}</span></div>`,
  );
  const notes = [
    ...(interrupted ? ["The run was stopped: this is what happened so far."] : []),
    ...(summary.adapter === undefined
      ? []
      : [
          `Local maps were made on a graphics adapter, ${summary.adapter}: the same run may differ elsewhere, and differs from the CPU's.`,
        ]),
    ...summary.warnings,
  ];
  const shares = Object.entries(summary.levelOfService).map(([, share]) => `${(100 * share).toFixed(1)} %`);
  const body = `<h1>${escapeXml(name)}</h1>
<p class="lead">${summary.agents} people${peopleText(summary)}, guided by ${escapeXml(plannersOf(summary).join(", "))}, movement model ${escapeXml(modelsOf(summary).join(", "))}, steps of ${summary.step} s, seed ${summary.seed}${run === "" ? "" : `, run ${escapeXml(run)}`}.</p>
<div class="figures">${boxes.join("")}</div>
${notes.length > 0 ? `<ul class="warnings">${notes.map((note) => `<li>${escapeXml(note)}</li>`).join("")}</ul>` : ""}
<h2>The run</h2>
${animationHtml({ run: simulation, fold }, taken.frames, groupOf)}
<h2>On the plan and over time</h2>
<div class="grid">${figures.map(figureHtml).join("\n")}</div>
<h2>In numbers</h2>
${table(
  ["measure", "value"],
  [
    [
      "median and longest travel time",
      `${seconds(summary.medianTravelTime)}, ${seconds(summary.maxTravelTime)}`,
    ],
    [
      "mean time before the first step, and on the way",
      `${seconds(summary.meanPreMovement)}, ${seconds(summary.meanWalkingTime)}`,
    ],
    ["way walked over way planned", summary.meanDetour === null ? "–" : summary.meanDetour.toFixed(3)],
    [
      "overlaps deeper than a tenth (pairs × steps), deepest",
      `${summary.overlaps}, ${(100 * summary.deepestOverlap).toFixed(1)} cm`,
    ],
    [
      "wall contacts deeper than a tenth (people × steps), deepest",
      `${summary.wallHits}, ${(100 * summary.deepestWallHit).toFixed(1)} cm`,
    ],
  ],
)}
<h2>Level of service</h2>
<p class="muted">Share of the time that people spent at each of Fruin's levels for walkways, A free to F jammed.</p>
${table(["A", "B", "C", "D", "E", "F"], [shares])}
${storeySection(summary)}
${timetableSection(summary)}
${lineSection(summary)}
${measurementSection(measured, ofMeasurements)}
${bottleneckSection(summary)}
${staySection(summary)}
${groupSection(summary)}
${lossSection(summary, ofLosses)}
${siteSection(summary)}
${mapSection("Local maps", ofLocalMaps)}
${mapSection("Group maps", ofGroupMaps)}
${modelSection(summary)}`;
  const html = pageHtml(`${name}: crowd report`, body);
  return {
    summary,
    figures: [...figures, ...ofMeasurements, ...ofLosses, ...ofLocalMaps, ...ofGroupMaps],
    tables: [...measurementFiles(measured.measurements), ...stayFiles(simulation), ...lossFiles(simulation)],
    picture: waysPicture(simulation, measured, groupOf),
    html,
  };
}
