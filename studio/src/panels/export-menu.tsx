/** Everything that can be taken along, in one menu. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { download, fileName, saveReport, saveScene, saveSvg, saveTrajectories } from "../files.js";
import type { Studio } from "../studio.js";
import { filmOf } from "../view/film.js";
import type { PlanView } from "../view/plan-view.js";
import { Icon } from "./icons.js";

interface Entry {
  readonly label: string;
  readonly hint: string;
  readonly disabled?: boolean;
  readonly act: () => void | Promise<void>;
}

async function savePng(studio: Studio, view: PlanView): Promise<void> {
  const blob = await view.snapshot();
  const scene = studio.document.scene.value;
  if (blob && scene) download(`${fileName(scene)}.png`, blob);
}

async function saveVideo(studio: Studio, view: PlanView): Promise<void> {
  try {
    const blob = await filmOf(studio, view);
    const scene = studio.document.scene.value;
    if (blob && scene) download(`${fileName(scene)}.webm`, blob);
  } catch (error) {
    studio.job.value = null;
    studio.notice.value = `No video: ${(error as Error).message}.`;
  }
}

function entriesOf(studio: Studio, view: () => PlanView): Entry[] {
  const run = studio.run.value;
  const done = run?.state.value === "done";
  const hasFrames = (run?.recording.frames.length ?? 0) > 0 && run?.state.value !== "running";
  return [
    { label: "Scene", hint: "a JSON file that every command takes (Ctrl+S)", act: () => saveScene(studio) },
    { label: "PNG", hint: "the view as it is", act: () => savePng(studio, view()) },
    {
      label: "SVG",
      hint: "the plan and what is planned, as vectors",
      disabled: Boolean(run),
      act: () => saveSvg(studio),
    },
    {
      label: "Video",
      hint: "the run at the chosen speed, WebM",
      disabled: !hasFrames,
      act: () => saveVideo(studio, view()),
    },
    {
      label: "CSV",
      hint: "who was where, five times a second",
      disabled: !hasFrames,
      act: () => saveTrajectories(run!, "csv"),
    },
    {
      label: "Trajectories",
      hint: "the same as PedPy reads it",
      disabled: !hasFrames,
      act: () => saveTrajectories(run!, "pedpy"),
    },
    {
      label: "Report",
      hint: "figures, maps and plots on one page",
      disabled: !done,
      act: () => saveReport(studio, run!),
    },
  ];
}

export function ExportMenu({
  studio,
  view,
}: {
  readonly studio: Studio;
  readonly view: () => PlanView;
}): JSX.Element {
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        type="button"
        class="action"
        aria-label="Export"
        title="Export"
        aria-haspopup="dialog"
        disabled={!studio.document.scene.value}
        onClick={() => menu.current!.togglePopover()}
      >
        <Icon name="save" />
      </button>
      <div ref={menu} popover="auto" class="menu" role="dialog" aria-label="Export">
        {entriesOf(studio, view).map(({ label, hint, disabled, act }) => (
          <button
            key={label}
            type="button"
            disabled={disabled}
            onClick={() => {
              menu.current!.hidePopover();
              act();
            }}
          >
            <strong>{label}</strong> <span>{hint}</span>
          </button>
        ))}
      </div>
    </>
  );
}
