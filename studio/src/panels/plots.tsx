/** Plots of a run while it grows, and of the one that is kept beside it, on the same scales. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { weidmannSpeed } from "wayfield/report";
import type { CrowdRun } from "../engine/crowd.js";
import type { CrowdSeries, Fact } from "../engine/protocol.js";
import type { Studio } from "../studio.js";

const ACCENT = "#3b74e0";
const KEPT = "#c46a1f";
/** Lines of one run are told apart by their dashes. */
const DASHES: readonly number[][] = [[], [6, 3], [2, 3], [10, 3, 2, 3]];

/** What a plot needs to be made anew. */
type Make = (
  ink: string,
  hairline: string,
) => readonly [Omit<uPlot.Options, "width" | "height">, uPlot.AlignedData];

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
    { ...common, label: y, labelSize: 16, size: 40 },
  ];
}

const HEIGHT = 150;

function Plot({ make }: { readonly make: Make }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const shape = useRef("");
  useEffect(() => {
    const element = host.current!;
    const style = getComputedStyle(element);
    const [options, data] = make(style.color, style.getPropertyValue("--line"));
    const width = Math.max(200, element.clientWidth);
    // The same lines with more points need no new plot.
    const form = JSON.stringify([
      options.series.map(({ label, stroke }) => [label, stroke]),
      style.color,
      width,
    ]);
    if (plot.current && shape.current === form) plot.current.setData(data);
    else {
      plot.current?.destroy();
      plot.current = new uPlot({ ...options, width, height: HEIGHT }, data, element);
      shape.current = form;
    }
  });
  useEffect(() => () => plot.current?.destroy(), []);
  return <div ref={host} class="plot" />;
}

/** One curve: values at times of its own. */
interface Curve {
  readonly label: string;
  readonly colour: string;
  readonly dash: readonly number[];
  readonly points: readonly (readonly [number, number])[];
}

/** Curves over time, of which each may have times of its own. */
function overTime(curves: readonly Curve[], y: string): Make {
  return (ink, hairline) => [
    {
      legend: { show: false },
      scales: { x: { time: false }, y: { range: (_, __, max) => [0, Math.max(1, 1.05 * max)] } },
      axes: axes("seconds", y, ink, hairline),
      series: [
        {},
        ...curves.map(({ label, colour, dash }) => ({
          label,
          stroke: colour,
          width: 2,
          dash: [...dash],
          spanGaps: true,
          points: { show: false },
        })),
      ],
    },
    uPlot.join(
      curves.map(
        ({ points }) => [points.map(([x]) => x), points.map(([, value]) => value)] as uPlot.AlignedData,
      ),
    ),
  ];
}

/** Seconds over which a flow is a mean. */
const WINDOW = 10;

/** Persons per second through a line, as means of the last seconds. */
function flowOf(times: readonly number[], end: number): (readonly [number, number])[] {
  const points: (readonly [number, number])[] = [];
  let [from, to] = [0, 0];
  for (let t = 0; t <= end; t += 1) {
    while (to < times.length && times[to] <= t) to++;
    while (from < to && times[from] <= t - WINDOW) from++;
    points.push([t, (to - from) / Math.min(WINDOW, Math.max(1, t))]);
  }
  return points;
}

/** Speed over density, with Weidmann's curve. */
function diagram({ samples }: CrowdSeries): Make {
  return (ink, hairline) => {
    const dense = [...samples].sort((a, b) => a.density - b.density);
    const xs = dense.map(({ density }) => density);
    return [
      {
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
          { label: "Weidmann", stroke: ink, width: 1.5, points: { show: false } },
        ],
      },
      [xs, dense.map(({ speed }) => speed), xs.map((density) => weidmannSpeed(density))],
    ];
  };
}

const valueIn = (facts: readonly Fact[], wanted: string): string =>
  facts.find(({ label }) => label === wanted)?.value ?? "–";

function Comparison({ now, kept }: { readonly now: CrowdRun; readonly kept: CrowdRun }): JSX.Element | null {
  const [a, b] = [now.recording.result?.facts, kept.recording.result?.facts];
  if (!a || !b) return null;
  const labels = [...new Set([...a, ...b].map(({ label }) => label))];
  return (
    <table class="comparison">
      <caption>Two runs</caption>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col" class="now">
            this
          </th>
          <th scope="col" class="kept">
            kept
          </th>
        </tr>
      </thead>
      <tbody>
        {labels.map((label) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{valueIn(a, label)}</td>
            <td>{valueIn(b, label)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Plots({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const { run, beside } = studio;
  if (!run.value) return null;
  const now = run.value.series.value;
  const kept = beside.value;
  const shown = [
    { series: now, colour: ACCENT },
    ...(kept ? [{ series: kept.series.value, colour: KEPT }] : []),
  ];
  if (now.moments.length === 0) return null;
  const inside = shown.map(
    ({ series, colour }): Curve => ({
      label: "inside",
      colour,
      dash: [],
      points: series.moments.map(({ time, inside: count }) => [time, count]),
    }),
  );
  const flows = shown.flatMap(({ series, colour }) =>
    series.lines.slice(0, DASHES.length).map(
      ({ name, times }, i): Curve => ({
        label: name,
        colour,
        dash: DASHES[i],
        points: flowOf(times, series.moments.at(-1)?.time ?? 0),
      }),
    ),
  );
  return (
    <div class="plots" key={studio.theme.value}>
      <figure>
        <figcaption>
          People inside
          {kept && (
            <>
              {" "}
              · <span class="now">this run</span> · <span class="kept">the one kept</span>
            </>
          )}
        </figcaption>
        <Plot make={overTime(inside, "people inside")} />
      </figure>
      {flows.length > 0 && (
        <figure>
          <figcaption>
            Flow through{" "}
            {now.lines.slice(0, DASHES.length).map(({ name }, i) => `${i > 0 ? ", " : ""}${name}`)}
          </figcaption>
          <Plot make={overTime(flows, "persons per second")} />
        </figure>
      )}
      <figure>
        <figcaption>Speed over density, with Weidmann's curve</figcaption>
        <Plot make={diagram(now)} />
      </figure>
      {kept && <Comparison now={run.value} kept={kept} />}
    </div>
  );
}
