/** Plots of a run, and of the one that is kept beside it, on the same scales. */

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { CrowdRun } from "../engine/crowd.js";
import type { Studio } from "../studio.js";

/** Weidmann's free speed over density, for the eye: m/s, persons per m2. */
const weidmann = (density: number): number =>
  density <= 0 ? 1.34 : Math.max(0, 1.34 * (1 - Math.exp(-1.913 * (1 / density - 1 / 5.4))));

const ACCENT = "#3b74e0";
const KEPT = "#c46a1f";

function axes(x: string, y: string, ink: string, hairline: string): uPlot.Axis[] {
  const common = {
    stroke: ink,
    grid: { stroke: hairline, width: 1 },
    ticks: { stroke: hairline, width: 1 },
    font: "11px system-ui",
    labelFont: "11px system-ui",
  };
  return [
    { ...common, label: x, labelSize: 16, size: 28 },
    { ...common, label: y, labelSize: 16, size: 38 },
  ];
}

function Plot({
  make,
}: {
  readonly make: (width: number, ink: string, hairline: string) => [uPlot.Options, uPlot.AlignedData];
}): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current!;
    const style = getComputedStyle(element);
    const [options, data] = make(
      Math.max(200, element.clientWidth),
      style.color,
      style.getPropertyValue("--line"),
    );
    const plot = new uPlot(options, data, element);
    return () => plot.destroy();
  });
  return <div ref={host} class="plot" />;
}

const results = (...runs: readonly (CrowdRun | null)[]): CrowdRun[] =>
  runs.filter((run): run is CrowdRun => Boolean(run?.recording.result));

/** People inside over time. */
function inside(
  runs: readonly CrowdRun[],
): (width: number, ink: string, hairline: string) => [uPlot.Options, uPlot.AlignedData] {
  return (width, ink, hairline) => {
    const series = runs.map((run) => run.recording.result!.moments);
    const longest = series.reduce((a, b) => (b.length > a.length ? b : a));
    const xs = longest.map(({ time }) => time);
    const ys = series.map((moments) => xs.map((_, i) => moments[i]?.inside ?? null));
    return [
      {
        width,
        height: 150,
        title: "",
        legend: { show: false },
        scales: { x: { time: false } },
        axes: axes("seconds", "people inside", ink, hairline),
        series: [{}, ...runs.map((_, i) => ({ label: "inside", stroke: i === 0 ? ACCENT : KEPT, width: 2 }))],
      },
      [xs, ...ys] as uPlot.AlignedData,
    ];
  };
}

/** Speed over density, with Weidmann's curve. */
function diagram(
  run: CrowdRun,
): (width: number, ink: string, hairline: string) => [uPlot.Options, uPlot.AlignedData] {
  return (width, ink, hairline) => {
    const samples = [...run.recording.result!.samples].sort((a, b) => a.density - b.density).slice(0, 2000);
    const xs = samples.map(({ density }) => density);
    return [
      {
        width,
        height: 150,
        legend: { show: false },
        scales: { x: { time: false, range: [0, 6] }, y: { range: [0, 2] } },
        axes: axes("persons per m²", "m/s", ink, hairline),
        series: [
          {},
          {
            label: "people",
            paths: () => null,
            points: { show: true, size: 3, fill: `${ACCENT}66`, stroke: `${ACCENT}66` },
          },
          { label: "Weidmann", stroke: ink, width: 1.5 },
        ],
      },
      [xs, samples.map(({ speed }) => speed), xs.map(weidmann)],
    ];
  };
}

export function Plots({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const { run, kept } = studio;
  const shown = results(run.value, kept.value === run.value ? null : kept.value);
  if (shown.length === 0) return null;
  const theme = studio.theme.value;
  return (
    <div class="plots" key={theme}>
      <figure>
        <figcaption>
          People inside
          {shown.length > 1 && (
            <>
              {" "}
              · <span class="now">this run</span> · <span class="kept">the one kept</span>
            </>
          )}
        </figcaption>
        <Plot make={inside(shown)} />
      </figure>
      <figure>
        <figcaption>Speed over density, with Weidmann's curve</figcaption>
        <Plot make={diagram(shown[0])} />
      </figure>
      {shown.length > 1 && <Comparison runs={shown} />}
    </div>
  );
}

function Comparison({ runs: [now, kept] }: { readonly runs: readonly CrowdRun[] }): JSX.Element {
  const rows = now.recording.result!.facts.map(({ label, value }, i) => [
    label,
    value,
    kept.recording.result!.facts[i].value,
  ]);
  return (
    <table class="comparison">
      <caption>Two runs</caption>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col">this run</th>
          <th scope="col">the one kept</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, a, b]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{a}</td>
            <td>{b}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
