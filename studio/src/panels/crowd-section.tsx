/** Who walks and how, what that is worth, and what came of it. */
import type { JSX } from "preact";
import { MODEL_NAMES } from "wayfield/models";
import type { CrowdResult } from "../engine/protocol.js";
import type { Studio } from "../studio.js";
import { Choice, Facts, NumberBox, Section } from "./fields.js";
import { ModelCard } from "./model-card.js";

const POPULATIONS = ["adults", "students", "students-at-ease", "imo"];
const PLANNERS = ["pathmap", "potential", "roadmap", "flow"];

/** Choices of which the first is what the scene says. */
const named = (names: readonly string[], own: string): (readonly [string, string])[] => [
  ["", `scene: ${own}`],
  ...names.map((name) => [name, name] as const),
];

function Options({ studio }: { readonly studio: Studio }): JSX.Element {
  const { crowd, document } = studio;
  const now = crowd.value;
  const set = (change: Partial<typeof now>): void => {
    crowd.value = { ...now, ...change };
  };
  const { planner, model, population, seed } = document.scene.value?.simulation ?? {};
  return (
    <>
      <Choice
        label="Planner"
        value={now.planner ?? ""}
        options={named(PLANNERS, planner ?? "its own")}
        set={(wanted) => set({ planner: wanted })}
      />
      <Choice
        label="Movement"
        value={now.model ?? ""}
        options={named(MODEL_NAMES, model ?? "default")}
        set={(wanted) => set({ model: wanted })}
      />
      <Choice
        label="People"
        value={now.population ?? ""}
        options={named(POPULATIONS, population ?? "its profiles")}
        set={(wanted) => set({ population: wanted })}
      />
      <NumberBox
        label="Seed"
        value={now.seed ?? seed ?? 1}
        min={0}
        max={4294967295}
        set={(wanted) => set({ seed: Math.round(wanted) })}
      />
      <ModelCard model={now.model || model || "default"} population={now.population || population || ""} />
    </>
  );
}

function Narrow({ studio, result }: { readonly studio: Studio; readonly result: CrowdResult }): JSX.Element {
  return (
    <>
      <h3>Where people lose time</h3>
      <ol class="narrow">
        {result.bottlenecks.map(({ segment, level, text }) => (
          <li key={text}>
            <button
              type="button"
              class="link"
              onClick={() => {
                if (studio.storeys.levels.value.length > 0) studio.storeys.show(level);
                studio.zoomTo(segment);
              }}
            >
              {text}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

export function CrowdSection({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const run = studio.run.value;
  if (!studio.document.scene.value) return null;
  const fault = run?.fault.value;
  const result = run?.state.value === "done" ? run.recording.result : null;
  return (
    <Section title="Crowd">
      {fault && (
        <div class="fault" role="status">
          <p>{fault.message}</p>
          <div class="buttons">
            {fault.where && (
              <button
                type="button"
                onClick={() => {
                  studio.endRun();
                  studio.showPlace(fault.where);
                }}
              >
                Show
              </button>
            )}
            <button type="button" onClick={() => studio.start()}>
              Run again
            </button>
          </div>
        </div>
      )}
      {run?.warnings.value.map((text) => (
        <p key={text} class="warning">
          {text}
        </p>
      ))}
      {result && <Facts facts={result.facts} />}
      {result && result.bottlenecks.length > 0 && <Narrow studio={studio} result={result} />}
      {result ? (
        <details class="timetable">
          <summary>How the next run is made</summary>
          <Options studio={studio} />
        </details>
      ) : (
        <Options studio={studio} />
      )}
    </Section>
  );
}
