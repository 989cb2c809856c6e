/** The first visit: five steps, shown in the inspector, with a ring around what each speaks of. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

const KEY = "wayfield-studio-toured";

const STEPS: readonly { readonly target: string; readonly title: string; readonly text: string }[] = [
  {
    target: ".topbar .action[aria-label=Gallery]",
    title: "A plan",
    text: "Open one from the gallery, drop a file, or draw an outline (B).",
  },
  {
    target: ".rail",
    title: "Tools",
    text: "Walls, exits and people are drawn with these; everything can be undone.",
  },
  {
    target: ".tabs",
    title: "Planners",
    text: "Each shows its answer beneath the plan. Point at the floor to see the way from there.",
  },
  {
    target: ".primary",
    title: "A crowd",
    text: "Run lets people walk. Play, go back and forth, and see where it gets dense.",
  },
  {
    target: ".topbar .action[aria-label^=Share]",
    title: "Take it along",
    text: "Save the scene, share it as a link, or take the report of a run.",
  },
];

function toured(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

/** The step that is shown; null when it is over. */
const step = signal<number | null>(toured() ? null : 0);

/** Shows the tour again. */
export function restartTour(): void {
  step.value = 0;
}

function end(): void {
  step.value = null;
  try {
    localStorage.setItem(KEY, "1");
  } catch {
    // Storage is blocked: the tour comes again, which is no harm.
  }
}

export function Tour(): JSX.Element | null {
  const at = step.value;
  useEffect(() => {
    const target = at === null ? null : document.querySelector(STEPS[at].target);
    target?.classList.add("pointed");
    return () => target?.classList.remove("pointed");
  }, [at]);
  if (at === null) return null;
  const { title, text } = STEPS[at];
  const last = at + 1 === STEPS.length;
  return (
    <section class="tour" aria-label="Tour">
      <h2>
        {at + 1} of {STEPS.length}: {title}
      </h2>
      <p>{text}</p>
      <div class="buttons">
        <button type="button" onClick={() => (last ? end() : (step.value = at + 1))}>
          {last ? "Done" : "Next"}
        </button>
        {!last && (
          <button type="button" onClick={end}>
            Skip the tour
          </button>
        )}
      </div>
    </section>
  );
}
