/** Reports of runs: numbers, figures, one page. */
export { type Figure, figuresOf } from "./figures.js";
export type { FlightSummary } from "./flight-counts.js";
export type { GroupMapShot, LocalMapShot } from "./maps.js";
export { type Datum, type Plot, plotSvg, type Series, ticksTo } from "./plot.js";
export { peakFlow } from "./rates.js";
export { keyFigures, type Report, type ReportOptions, reportOf } from "./report.js";
export type { StoreySummary } from "./storey-counts.js";
export {
  type BottleneckSummary,
  type GroupSummary,
  type Summary,
  summarize,
  type TimetableFigures,
} from "./summary.js";
export { VALIDATED } from "./validated.js";
export { weidmannSpeed } from "./weidmann.js";
