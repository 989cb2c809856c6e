/** The bar at the bottom while there is a run: play, step, scrub, what people are coloured by, which map lies beneath. */
import type { JSX } from "preact";
import { csvTrajectories } from "wayfield/io";
import { type CrowdFrame, STRIDE } from "../engine/protocol.js";
import { download, fileName, type Overlay, type Studio } from "../studio.js";
import { type Colouring, coloursOf } from "../view/paint-people.js";
import { Icon } from "./icons.js";
import { Plots } from "./plots.js";

const LEGENDS: Readonly<Record<Colouring, readonly [string, string]>> = {
  speed: ["0 m/s", "1.6 m/s"],
  density: ["0 /m²", "4 /m²"],
  goal: ["by spawn", ""],
  waiting: ["0 s", "30 s standing"],
};

/** The frames as the library writes them. */
function csvOf(frames: readonly CrowdFrame[]): Blob {
  const texts: string[] = [];
  const writer = csvTrajectories((text) => texts.push(text), { frames: 0 });
  for (const [number, { time, people }] of frames.entries()) {
    const column = (c: number): number[] =>
      Array.from({ length: people.length / STRIDE }, (_, i) => people[STRIDE * i + c]);
    const [id, x, y, vx, vy, radius, group] = [0, 1, 2, 3, 4, 5, 6].map(column);
    writer.frame(number, time, { id, x, y, vx, vy, radius, group }, id.length);
  }
  writer.end(false);
  return new Blob(texts, { type: "text/csv" });
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}.${Math.floor((seconds * 10) % 10)}`;

export function Timeline({
  studio,
  film,
}: {
  readonly studio: Studio;
  readonly film: () => Promise<Blob>;
}): JSX.Element | null {
  const run = studio.run.value;
  if (!run) return null;
  const { time, playing, rate, colouring, overlay } = studio;
  const end = run.end.value;
  const done = run.state.value === "done";
  const frame = run.recording.frames[Math.max(0, run.recording.indexAt(time.value))];
  const inside = frame ? frame.people.length / STRIDE : 0;
  const colours = coloursOf(colouring.value);
  const seek = (to: number): void => {
    time.value = Math.min(end, Math.max(0, to));
  };
  const toggle = (): void => {
    if (!playing.value && time.value >= end && done) time.value = 0;
    playing.value = !playing.value;
  };
  const report = async (): Promise<void> => {
    const scene = studio.document.scene.value;
    if (scene) download(`${fileName(scene)}-report.html`, await run.report(), "text/html");
  };
  const video = async (): Promise<void> => {
    const blob = await film();
    const scene = studio.document.scene.value;
    if (scene) download(`${fileName(scene)}.${blob.type.includes("mp4") ? "mp4" : "webm"}`, blob);
  };
  const csv = (): void => {
    const scene = studio.document.scene.value;
    if (scene) download(`${fileName(scene)}-trajectories.csv`, csvOf(run.recording.frames), "text/csv");
  };
  return (
    <section class="timeline" aria-label="Run">
      <div class="controls">
        <button
          type="button"
          class="action"
          aria-label={playing.value ? "Pause (Space)" : "Play (Space)"}
          onClick={toggle}
        >
          <Icon name={playing.value ? "pause" : "play"} />
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
            <option value="density">greatest density</option>
            <option value="speed">mean speed</option>
            <option value="timeToExit">time to exit</option>
          </select>
        </label>
        <span class="spring" />
        <button
          type="button"
          disabled={!done}
          onClick={video}
          title="Plays the run once and keeps it as a video"
        >
          Video
        </button>
        <button type="button" disabled={!done} onClick={csv} title="Who was where, five times a second">
          CSV
        </button>
        <button type="button" disabled={!done} onClick={report}>
          <Icon name="report" /> Report
        </button>
        <button type="button" disabled={!done || studio.kept.value === run} onClick={() => studio.keepRun()}>
          Keep to compare
        </button>
        <button type="button" onClick={() => studio.endRun()}>
          Close the run
        </button>
      </div>
      {done && <Plots studio={studio} />}
    </section>
  );
}
