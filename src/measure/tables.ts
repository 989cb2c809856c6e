/** Measurements as files: a table with its units in the head per area and line, and one summary of all. */
import type { AreaMeans, AreaMeasured, LineMeasured, MeasurementResult, Stream } from "./measurement.js";

/** A file of results. */
export interface ResultFile {
  /** Its name, with ending. */
  readonly name: string;
  readonly text: string;
}

/** Six digits after the point at most; nothing where there is no value. */
const shown = (value: number): string => (Number.isNaN(value) ? "" : String(Number(value.toFixed(6))));

/** The samples of an area over time, one row each. */
function areaCsv({ series, width }: AreaMeasured): string {
  const { time, people, density, classicDensity, speed, classicSpeed, covered } = series;
  const head = [
    "time_s",
    "people",
    "density_per_m2",
    "classic_density_per_m2",
    "speed_m_per_s",
    "classic_speed_m_per_s",
    "specific_flow_per_m_s",
    "covered",
  ];
  if (width !== null) head.push("flow_per_s");
  const rows = [`${head.join(",")}\n`];
  for (let k = 0; k < time.length; k++) {
    const flow = Number.isNaN(speed[k]) ? 0 : density[k] * speed[k];
    const row = [
      time[k],
      people[k],
      density[k],
      classicDensity[k],
      speed[k],
      classicSpeed[k],
      flow,
      covered[k],
    ];
    if (width !== null) row.push(flow * width);
    rows.push(`${row.map(shown).join(",")}\n`);
  }
  return rows.join("");
}

/** The passages of a line, one row each: to which side, how many so far each way, and the gap since the last one that way. */
function lineCsv({ passages }: LineMeasured): string {
  const count = { left: 0, right: 0 };
  const last = { left: Number.NaN, right: Number.NaN };
  const rows = passages.map(({ time, id, to }) => {
    count[to]++;
    const gap = time - last[to];
    last[to] = time;
    return `${shown(time)},${id},${to},${count.left},${count.right},${shown(gap)}\n`;
  });
  return `time_s,id,to,count_left,count_right,gap_s\n${rows.join("")}`;
}

const rounded = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(6)));

function meansJson(means: AreaMeans | null): object | null {
  return (
    means && {
      from_s: rounded(means.from),
      to_s: rounded(means.to),
      density_per_m2: rounded(means.density),
      classic_density_per_m2: rounded(means.classicDensity),
      speed_m_per_s: rounded(means.speed),
      specific_flow_per_m_s: rounded(means.specificFlow),
      flow_per_s: rounded(means.flow),
    }
  );
}

function streamJson({ count, flow, specificFlow, steady, gaps }: Stream): object {
  return {
    count,
    flow_per_s: rounded(flow),
    specific_flow_per_m_s: rounded(specificFlow),
    steady: steady && {
      from_s: rounded(steady.from),
      to_s: rounded(steady.to),
      flow_per_s: rounded(steady.flow),
      specific_flow_per_m_s: rounded(steady.specificFlow),
    },
    gaps: gaps && {
      mean_s: rounded(gaps.mean),
      median_s: rounded(gaps.median),
      longest_s: rounded(gaps.longest),
    },
  };
}

/** A measurement in numbers, with units in the keys. */
export function measurementSummary(result: MeasurementResult): object {
  if (result.kind === "area") {
    return {
      name: result.name,
      kind: "area",
      size_m2: rounded(result.size),
      width_m: rounded(result.width),
      steady: meansJson(result.steady),
      whole: meansJson(result.whole),
    };
  }
  const { name, width, left, right, both } = result;
  return {
    name,
    kind: "line",
    width_m: rounded(width),
    left: streamJson(left),
    right: streamJson(right),
    both: streamJson(both),
  };
}

/** All files of measurements; none where nothing was measured. */
export function measurementFiles(results: readonly MeasurementResult[]): ResultFile[] {
  if (results.length === 0) return [];
  const tables = results.map((result) => ({
    name: `measurements-${result.name}.csv`,
    text: result.kind === "area" ? areaCsv(result) : lineCsv(result),
  }));
  const summary = JSON.stringify(results.map(measurementSummary), null, 2);
  return [...tables, { name: "measurements.json", text: `${summary}\n` }];
}
