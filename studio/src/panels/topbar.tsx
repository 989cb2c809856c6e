/** The bar on top: the scene's name, what is planned, and what goes in and out. */
import type { JSX } from "preact";
import { withValueAt } from "../document/parts.js";
import { PLANS, type Plan } from "../engine/protocol.js";
import { shareScene } from "../files.js";
import { openFile } from "../opening.js";
import type { Studio } from "../studio.js";
import type { PlanView } from "../view/plan-view.js";
import { ExportMenu } from "./export-menu.js";
import { Icon } from "./icons.js";

const PLAN_NAMES: Readonly<Record<Plan, string>> = {
  paths: "Paths",
  flow: "Flow",
  potential: "Potential",
  roadmap: "Roadmap",
};

function Action(props: {
  readonly icon: string;
  readonly label: string;
  readonly disabled?: boolean;
  readonly act: () => void;
}): JSX.Element {
  return (
    <button
      type="button"
      class="action"
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled}
      onClick={props.act}
    >
      <Icon name={props.icon} />
    </button>
  );
}

function Title({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const scene = studio.document.scene.value;
  if (!scene) return <span class="title muted">Empty page</span>;
  return (
    <input
      class="title"
      aria-label="Name of the scene"
      value={scene.name ?? ""}
      placeholder="Unnamed"
      maxLength={200}
      spellcheck={false}
      onInput={({ currentTarget }) =>
        studio.document.edit(
          withValueAt(scene, ["name"], currentTarget.value || undefined),
          "Rename",
          "rename",
        )
      }
      onBlur={() => studio.document.settle()}
    />
  );
}

function Tabs({ studio }: { readonly studio: Studio }): JSX.Element {
  const choose = (plan: Plan | null): void => {
    studio.endRun();
    studio.surface.value = false;
    studio.planning.plan.value = plan;
  };
  return (
    <nav class="tabs" aria-label="What is planned">
      {([null, ...PLANS] as const).map((plan) => (
        <button
          key={plan ?? "plan"}
          type="button"
          aria-pressed={studio.planning.plan.value === plan && !studio.run.value && !studio.surface.value}
          onClick={() => choose(plan)}
        >
          {plan ? PLAN_NAMES[plan] : "Plan"}
        </button>
      ))}
      <button type="button" aria-pressed={studio.surface.value} onClick={() => (studio.surface.value = true)}>
        Surface
      </button>
    </nav>
  );
}

export function TopBar({
  studio,
  view,
}: {
  readonly studio: Studio;
  readonly view: () => PlanView;
}): JSX.Element {
  const { document, run, canRun } = studio;
  const scene = document.scene.value;
  return (
    <header class="topbar">
      <button
        type="button"
        class="mark"
        aria-label="Wayfield: open the gallery"
        onClick={() => (studio.dialog.value = "gallery")}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path d="M3 6l4.5 12L12 8l4.5 10L21 6" />
        </svg>
      </button>
      <Title studio={studio} />
      <Tabs studio={studio} />
      <span class="spring" />
      <Action
        icon="undo"
        label={`Undo${document.undoes.value ? `: ${document.undoes.value}` : ""}`}
        disabled={document.undoes.value === null}
        act={() => document.undo()}
      />
      <Action
        icon="redo"
        label={`Redo${document.redoes.value ? `: ${document.redoes.value}` : ""}`}
        disabled={document.redoes.value === null}
        act={() => document.redo()}
      />
      <span class="rule" />
      <Action icon="gallery" label="Gallery" act={() => (studio.dialog.value = "gallery")} />
      <FileInput studio={studio} />
      <ExportMenu studio={studio} view={view} />
      <Action icon="share" label="Share as a link" disabled={!scene} act={() => shareScene(studio)} />
      <Action
        icon="theme"
        label={studio.theme.value === "dark" ? "Light colours" : "Dark colours"}
        act={() => (studio.theme.value = studio.theme.value === "dark" ? "light" : "dark")}
      />
      <Action icon="help" label="Keys and planners" act={() => (studio.dialog.value = "help")} />
      <button
        type="button"
        class="primary"
        disabled={!canRun.value}
        title={canRun.value ? "Run the crowd (R)" : "Draw people first (S)"}
        onClick={() => (run.value?.state.value === "running" ? run.value.stop() : studio.start())}
      >
        <Icon name={run.value?.state.value === "running" ? "stop" : "play"} />
        {run.value?.state.value === "running" ? "Stop" : "Run"}
      </button>
    </header>
  );
}

function FileInput({ studio }: { readonly studio: Studio }): JSX.Element {
  return (
    <label class="action" title="Open a file: scene, GeoJSON, WKT, DXF, SVG, grid or mesh map">
      <Icon name="open" />
      <span class="unseen">Open a file</span>
      <input
        class="unseen"
        type="file"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) openFile(studio, file);
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
