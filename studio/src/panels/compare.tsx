/** The second pane: the run that was kept, beside the present one. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { CrowdRun } from "../engine/crowd.js";
import { STRIDE } from "../engine/protocol.js";
import type { Studio } from "../studio.js";
import { CompareView } from "../view/compare-view.js";

/** What tells a run from another one. */
function nameOf({ order: { scene, planner, model, population, seed } }: CrowdRun): string {
  const { simulation = {} } = scene;
  const parts = [
    planner || simulation.planner,
    model || simulation.model || "default",
    population || simulation.population,
    `seed ${seed ?? simulation.seed ?? 1}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** What a pane shows, and how many are inside at the moment. */
export function PaneLabel({
  studio,
  run,
  kind,
}: {
  readonly studio: Studio;
  readonly run: CrowdRun;
  readonly kind: "now" | "kept";
}): JSX.Element {
  const { frames } = run.recording;
  void run.end.value;
  const frame = frames[Math.max(0, run.recording.indexAt(studio.time.value))];
  return (
    <p class={`pane-label ${kind}-pane`} data-testid={`pane-${kind}`}>
      <strong class={kind}>{kind === "now" ? "This run" : "The one kept"}</strong> {nameOf(run)} ·{" "}
      {frame ? frame.people.length / STRIDE : 0} inside
    </p>
  );
}

export function ComparePane({
  studio,
  run,
}: {
  readonly studio: Studio;
  readonly run: CrowdRun;
}): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = new CompareView(studio, host.current!, run);
    return () => view.close();
  }, [studio, run]);
  return (
    <div
      ref={host}
      class="plan beside"
      role="img"
      aria-label={`The run that was kept: ${nameOf(run)}`}
      data-testid="beside"
    />
  );
}
