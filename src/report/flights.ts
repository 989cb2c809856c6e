/** Stairs, ramps and escalators of a building in a report: a figure and a table. */
import { hex, oklch } from "../draw/index.js";
import type { Measured } from "../measure/index.js";
import type { Building } from "../world/index.js";
import type { Figure } from "./figures.js";
import { coursesOf, type FlightSummary } from "./flight-counts.js";
import { table } from "./page.js";
import { type Datum, plotSvg } from "./plot.js";

/** Lines that a plot has room for. */
const MOST_LINES = 8;

/** Density on the flights over time; none for a building with lifts alone. */
export function flightFigures(building: Building, { frames }: Measured): Figure[] {
  const courses = coursesOf(building, frames);
  if (courses.length === 0) return [];
  const densest = courses.map(({ densities }) => densities.reduce((a, b) => Math.max(a, b), 0));
  const ranked = courses.map((_, k) => k).sort((a, b) => densest[b] - densest[a] || a - b);
  const shown = ranked.slice(0, MOST_LINES);
  const series = shown.map((k, i) => ({
    kind: "line" as const,
    colour: hex(oklch(0.58, 0.14, (255 + (360 * i) / shown.length) % 360)),
    label: String(k + 1),
    points: courses[k].densities.map((density, f): Datum => [frames[f].time, density]),
  }));
  const less =
    courses.length > shown.length ? `; of ${courses.length} flights the ${shown.length} densest` : "";
  return [
    {
      name: "flights",
      caption: `Density on each flight over time, people over its slope${less}. Numbers are those of the table of flights.`,
      svg: plotSvg({ title: "Density by flight", x: "time in s", y: "persons per m²", series }),
    },
  ];
}

/** People and densities by flight; nothing where there is none. */
export function flightSection(flights: readonly FlightSummary[] = []): string {
  if (flights.length === 0) return "";
  const rows = flights.map(({ name, area, people, meanFlow: flow, meanDensity, maxDensity }, i) => [
    String(i + 1),
    name,
    `${area.toFixed(1)} m²`,
    String(people),
    `${flow.toFixed(2)} /s`,
    `${meanDensity.toFixed(2)} /m²`,
    `${maxDensity.toFixed(2)} /m²`,
  ]);
  return `<h2>Stairs, ramps and escalators</h2>
<p class="muted">Densities are people over the flight's slope: the mean while somebody was on it, and the greatest.</p>
${table(["", "flight", "slope", "people", "mean flow", "mean density", "greatest density"], rows)}`;
}
