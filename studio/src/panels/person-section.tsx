/** Somebody of the run who was clicked: how they walk, where to, and what they see. */
import type { JSX } from "preact";
import { personWith } from "../engine/people.js";
import type { Plan } from "../engine/protocol.js";
import type { Studio } from "../studio.js";
import { Choice, Facts, Section } from "./fields.js";

const VIEWS: readonly (readonly [Plan, string])[] = [
  ["paths", "the shortest way"],
  ["potential", "the local map"],
  ["roadmap", "the empty circle"],
];

export function PersonSection({ studio }: { readonly studio: Studio }): JSX.Element {
  const { run, person, time } = studio;
  const { plan, probe, fault } = studio.planning;
  const found = personWith(run.value!.recording.at(time.value), person.value!);
  const close = (): void => {
    person.value = null;
    probe.value = null;
  };
  return (
    <Section title={`Person ${person.value}`}>
      {found ? (
        <>
          <Choice
            label="Shown"
            value={plan.value === null || plan.value === "flow" ? "" : plan.value}
            options={[
              ...(plan.value === null || plan.value === "flow" ? [["", "choose"] as const] : []),
              ...VIEWS,
            ]}
            set={(wanted) => wanted && (plan.value = wanted as Plan)}
          />
          <Facts
            facts={[
              { label: "Place", value: `${found.at[0].toFixed(2)}, ${found.at[1].toFixed(2)} m` },
              { label: "Speed", value: `${Math.hypot(...found.velocity).toFixed(2)} m/s` },
              { label: "Radius", value: `${found.radius.toFixed(2)} m` },
              { label: "Came with", value: `people ${found.group}` },
              { label: "Way", value: fault.value?.message ?? probe.value?.text ?? "…" },
            ]}
          />
        </>
      ) : (
        <p class="muted">Not inside at this moment.</p>
      )}
      <div class="buttons">
        {found && (
          <button type="button" onClick={() => studio.zoomTo([found.at])}>
            Zoom to
          </button>
        )}
        <button type="button" onClick={close}>
          Done
        </button>
      </div>
    </Section>
  );
}
