/** The bar at the bottom while there is a run: play, step, scrub, what people are coloured by, which map lies beneath. */
import type { JSX } from "preact";
import { hex } from "wayfield/draw";
import { LEVELS } from "wayfield/measure";
import { STRIDE } from "../engine/protocol.js";
import type { Overlay, Studio } from "../studio.js";
import { type Colouring, coloursOf } from "../view/paint-people.js";
import { type MapKind, rampOf, topOf } from "../view/run-painter.js";
import { Icon } from "./icons.js";
import { Plots } from "./plots.js";

const LEGENDS: Readonly<Record<Colouring, readonly [string, string]>> = {
  speed: ["0 m/s", "1.6 m/s"],
  density: ["0 /m²", "4 /m²"],
  goal: ["by spawn", ""],
  waiting: ["0 s", "30 s standing"],
};

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}.${Math.floor((seconds * 10) % 10)}`;

/** Units of maps, and how many figures of their ends are worth showing. */
const MAPS: Readonly<
  Record<MapKind, { readonly name: string; readonly unit: string; readonly digits: number }>
> = {
  density: { name: "greatest density", unit: "/m²", digits: 0 },
  speed: { name: "mean speed", unit: "m/s", digits: 1 },
  timeToExit: { name: "time to exit", unit: "s", digits: 0 },
};

/** What the colours of a map mean; Fruin's levels of service are ticks on the ramp of densities. */
function MapLegend({ studio, kind }: { readonly studio: Studio; readonly kind: MapKind }): JSX.Element {
  const top = topOf(kind, [studio.run.value, studio.beside.value]);
  const { unit, digits } = MAPS[kind];
  const stops = Array.from({ length: 12 }, (_, i) => hex(rampOf(kind)(i / 11)));
  const levels = kind === "density" ? Object.entries(LEVELS) : [];
  return (
    <span class="scale" data-testid="map-legend">
      <span>0</span>
      <span class="ramp wide" style={{ background: `linear-gradient(90deg, ${stops.join(",")})` }}>
        {levels.map(([level, most], i) => {
          const from = i === 0 ? 0 : levels[i - 1][1];
          const to = Math.min(most, top);
          return (
            <span
              key={level}
              class="level"
              title={`Level of service ${level} (Fruin): ${from} to ${most < top ? most : "more"} /m²`}
              style={{ left: `${(100 * from) / top}%`, width: `${(100 * (to - from)) / top}%` }}
            >
              {(to - from) / top > 0.06 ? level : ""}
            </span>
          );
        })}
      </span>
      <span>
        {top.toFixed(digits)} {unit}
      </span>
    </span>
  );
}

export function Timeline({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const run = studio.run.value;
  if (!run) return null;
  const { time, playing, rate, colouring, overlay, beside } = studio;
  const end = Math.max(run.end.value, beside.value?.end.value ?? 0);
  const done = run.state.value === "done";
  const frame = run.recording.frames[Math.max(0, run.recording.indexAt(time.value))];
  const inside = frame ? frame.people.length / STRIDE : 0;
  const colours = coloursOf(colouring.value);
  const seek = (to: number): void => {
    time.value = Math.min(end, Math.max(0, to));
  };
  return (
    <section class="timeline" aria-label="Run">
      <div class="controls">
        <button
          type="button"
          class="action"
          aria-label={playing.value ? "Pause (Space)" : "Play (Space)"}
          onClick={() => studio.togglePlay()}
        >
          <Icon name={playing.value ? "pause" : "play"} />
        </button>
        <button
          type="button"
          class="action"
          aria-label="One step back (,)"
          onClick={() => seek(time.value - 0.2)}
        >
          <Icon name="back" />
        </button>
        <button
          type="button"
          class="action"
          aria-label="One step on (.)"
          onClick={() => seek(time.value + 0.2)}
        >
          <Icon name="step" />
        </button>
        <select
          aria-label="Speed"
          value={String(rate.value)}
          onChange={({ currentTarget }) => (rate.value = Number(currentTarget.value))}
        >
          {[0.25, 0.5, 1, 2, 4, 8, 16].map((value) => (
            <option key={value} value={value}>
              {value}×
            </option>
          ))}
        </select>
        <output class="clock" aria-label="Time">
          {clock(time.value)}
        </output>
        <div class="scrub">
          <div class="done" style={{ width: `${100 * run.share.value}%` }} />
          <input
            type="range"
            aria-label="Moment"
            min={0}
            max={Math.max(end, 0.1)}
            step={0.05}
            value={time.value}
            aria-valuetext={clock(time.value)}
            onInput={({ currentTarget }) => {
              playing.value = false;
              seek(Number(currentTarget.value));
            }}
          />
        </div>
        <output class="clock">{clock(end)}</output>
        <span class="count" data-testid="count">
          {inside} inside · {frame?.arrived ?? 0} of {run.recording.total} out
        </span>
        <button
          type="button"
          disabled={!done || studio.kept.value === run}
          title="Holds this run; the next one is shown beside it"
          onClick={() => studio.keepRun()}
        >
          {studio.kept.value === run ? "Kept: run again to compare" : "Keep to compare"}
        </button>
        {beside.value && (
          <button type="button" onClick={() => studio.dropKept()}>
            Drop the one kept
          </button>
        )}
        <button type="button" onClick={() => studio.endRun()}>
          Close the run
        </button>
      </div>
      <div class="controls second">
        <label>
          Colour{" "}
          <select
            aria-label="Colour"
            value={colouring.value}
            onChange={({ currentTarget }) => (colouring.value = currentTarget.value as Colouring)}
          >
            <option value="speed">speed</option>
            <option value="density">density</option>
            <option value="goal">group</option>
            <option value="waiting">time standing</option>
          </select>
        </label>
        <span class="scale">
          <span>{LEGENDS[colouring.value][0]}</span>
          <span class="ramp" style={{ background: `linear-gradient(90deg, ${colours.join(",")})` }} />
          <span>{LEGENDS[colouring.value][1]}</span>
        </span>
        <label>
          Map{" "}
          <select
            aria-label="Map"
            value={overlay.value}
            disabled={!done}
            onChange={({ currentTarget }) => (overlay.value = currentTarget.value as Overlay)}
          >
            <option value="none">none</option>
            {Object.entries(MAPS).map(([kind, { name }]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {overlay.value !== "none" && done && <MapLegend studio={studio} kind={overlay.value} />}
      </div>
      <Plots studio={studio} />
    </section>
  );
}
