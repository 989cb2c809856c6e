/** The whole page: the plan in the middle, everything else around it. */
import { useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { lazy, Suspense } from "preact/compat";
import { useEffect, useRef, useState } from "preact/hooks";
import { distance } from "../document/planar.js";
import { saveScene } from "../files.js";
import { openFile } from "../opening.js";
import type { Studio } from "../studio.js";
import { gridStep } from "../view/paint-plan.js";
import { PlanView } from "../view/plan-view.js";
import { Pointer } from "../view/pointer.js";
import { ComparePane, PaneLabel } from "./compare.js";
import { Dialogs } from "./dialogs.js";
import { Inspector } from "./inspector.js";
import { handleKey } from "./keys.js";
import { Levels } from "./levels.js";
import { Rail, TOOL_TEXTS } from "./rail.js";
import { Timeline } from "./timeline.js";
import { TopBar } from "./topbar.js";

function ScaleBar({ studio }: { readonly studio: Studio }): JSX.Element {
  const { camera, cursor, run } = studio;
  const { probe } = studio.planning;
  const { scale } = camera.look.value;
  const step = gridStep(scale, 80);
  const at = cursor.value;
  const isNear =
    probe.value && at && (studio.storeys.stack.value || distance(probe.value.at, at) < camera.metres(30));
  const shown = isNear && !run.value;
  return (
    <div class="status">
      {!studio.storeys.stack.value && (
        <span class="scalebar" style={{ width: `${step * scale}px` }}>
          {step >= 1000 ? `${step / 1000} km` : `${+step.toPrecision(3)} m`}
        </span>
      )}
      <output class="coordinates" aria-label="Pointer">
        {at && !studio.storeys.stack.value ? `${at[0].toFixed(2)}, ${at[1].toFixed(2)} m` : ""}
      </output>
      <output class="probe" aria-label="Value at the pointer" data-testid="probe">
        {shown ? probe.value!.text : ""}
      </output>
    </div>
  );
}

/** Brings three.js, so it comes when it is asked for. */
const SurfacePanel = lazy(() => import("./surface.jsx"));

/** What an empty page offers. */
function Invitations({ studio }: { readonly studio: Studio }): JSX.Element | null {
  if (studio.document.scene.value || studio.tool.value === "boundary" || studio.surface.value) return null;
  return (
    <div class="invitations">
      <button type="button" onClick={() => (studio.dialog.value = "gallery")}>
        <strong>Open the gallery</strong>
        <span>offices, stations, theatres, cities, and the papers' scenes</span>
      </button>
      <button type="button" onClick={() => (studio.tool.value = "boundary")}>
        <strong>Draw a room</strong>
        <span>drag a rectangle, then walls, an exit, people</span>
      </button>
      <div class="drop">
        <strong>Drop a file here</strong>
        <span>scene, GeoJSON, WKT, DXF, SVG, game maps</span>
      </div>
    </div>
  );
}

/** What the tool does; while stairs or a lift are drawn, what is wrong with them. */
function Hint({ studio, text }: { readonly studio: Studio; readonly text: string }): JSX.Element {
  const [first] = studio.foreseen.value;
  if (!first) return <p class="hint">{text}</p>;
  return (
    <p class={`hint ${first.severity}`} role="status">
      {first.message}
    </p>
  );
}

/** What a worker is doing, in words. */
const WORK = {
  plan: "Planning",
  check: "Checking",
  preview: "Checking",
  repair: "Repairing",
  probe: "Looking",
  svg: "Drawing",
  read: "Reading the file",
  brush: "Painting",
} as const;

/** A thin line over 100 ms, and over 500 ms what is computed, with a way to give it up. */
function Busy({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const { client, checks } = studio.planning;
  const busy = client.busy.value ?? checks.busy.value;
  const [late, setLate] = useState(0);
  useEffect(() => {
    setLate(0);
    if (!busy) return;
    const timers = [setTimeout(() => setLate(1), 100), setTimeout(() => setLate(2), 500)];
    return () => timers.forEach(clearTimeout);
  }, [busy?.since]);
  if (!busy || late === 0) return null;
  return (
    <div class="busy" role="status">
      <div class="thread" />
      {late === 2 && (
        <p>
          {WORK[busy.kind]}…{" "}
          <button
            type="button"
            onClick={() => {
              client.cancel();
              checks.cancel();
            }}
          >
            Cancel
          </button>
        </p>
      )}
    </div>
  );
}

/** Work of the page itself: how far it is, and a way to give it up. */
function JobBar({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const job = studio.job.value;
  if (!job) return null;
  return (
    <div class="busy" role="status">
      <p>
        {job.label}: {Math.round(100 * job.share)} %{" "}
        <button type="button" onClick={job.cancel}>
          Cancel
        </button>
      </p>
    </div>
  );
}

/** What was answered to what somebody did; else, quietly, that work is not kept, with the way to keep it. */
function Notice({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const { notice, document } = studio;
  const told = notice.value !== null ? notice : document.unsaved;
  if (!told.value) return null;
  return (
    <div class="notice" role={told === notice ? "alert" : "status"}>
      <span>{told.value}</span>
      {told === document.unsaved && (
        <button type="button" onClick={() => saveScene(studio)}>
          Save as a file
        </button>
      )}
      <button type="button" onClick={() => (told.value = null)}>
        Dismiss
      </button>
    </div>
  );
}

export function App({ studio }: { readonly studio: Studio }): JSX.Element {
  const host = useRef<HTMLElement>(null);
  const view = useRef<PlanView | null>(null);
  const [panel, setPanel] = useState(window.innerWidth >= 900);
  useEffect(() => {
    const pointer = new Pointer(studio, host.current!);
    view.current = new PlanView(studio, host.current!, pointer);
    // The supermarket covers the page, and has keys of its own.
    const onKey = (event: KeyboardEvent): void => {
      if (!document.querySelector("#market")) handleKey(studio, pointer, event);
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      const file = event.type === "drop" ? event.dataTransfer?.files[0] : null;
      if (file) openFile(studio, file);
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener("dragover", drop);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("dragover", drop);
      window.removeEventListener("drop", drop);
    };
  }, [studio]);
  useSignalEffect(() => {
    document.title = `${studio.document.scene.value?.name ?? "Wayfield"} · Wayfield studio`;
  });
  const { hint, name } = TOOL_TEXTS[studio.tool.value];
  const beside = studio.beside.value;
  return (
    <div class={`studio${panel ? "" : " narrow"}${beside ? " comparing" : ""}`}>
      <TopBar studio={studio} view={() => view.current!} />
      {!studio.run.value && <Rail studio={studio} />}
      <Levels studio={studio} />
      <main
        ref={host}
        class={`plan tool-${studio.tool.value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the plan is drawn on by keys as well as by pointers
        tabIndex={0}
        aria-label={`Plan of ${studio.document.scene.value?.name ?? "an empty page"}. ${name}: ${hint}`}
        data-testid="plan"
      />
      {beside && <ComparePane studio={studio} run={beside} />}
      {beside && <PaneLabel studio={studio} run={studio.run.value!} kind="now" />}
      {beside && <PaneLabel studio={studio} run={beside} kind="kept" />}
      <Invitations studio={studio} />
      <ScaleBar studio={studio} />
      {studio.tool.value !== "select" && <Hint studio={studio} text={hint} />}
      <button
        type="button"
        class="fold"
        aria-expanded={panel}
        aria-label={panel ? "Hide the inspector" : "Show the inspector"}
        onClick={() => setPanel(!panel)}
      >
        {panel ? "›" : "‹"}
      </button>
      {panel && !studio.surface.value && <Inspector studio={studio} />}
      {studio.surface.value && (
        <Suspense fallback={<p class="hint">Loading…</p>}>
          <SurfacePanel studio={studio} />
        </Suspense>
      )}
      <Timeline studio={studio} />
      <Busy studio={studio} />
      <JobBar studio={studio} />
      <Notice studio={studio} />
      <Dialogs studio={studio} />
    </div>
  );
}
