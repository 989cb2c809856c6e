/** The panel at the right: what is selected, what is planned, who walks, and what is wrong. */
import type { JSX } from "preact";
import { MOST_CORNERS, type Studio } from "../studio.js";
import { ChosenPeople, Gather } from "./chosen-people.js";
import { FlightOptions } from "./connection-fields.js";
import { CrowdSection } from "./crowd-section.js";
import { Diagnosis } from "./diagnosis.js";
import { Slider, Toggle } from "./fields.js";
import { LevelSection } from "./level-section.js";
import { PersonSection } from "./person-section.js";
import { PlanSection } from "./plan-section.js";
import { Profiles } from "./profiles.js";
import { Selection } from "./selection.js";
import { Tour } from "./tour.jsx";

export function Inspector({ studio }: { readonly studio: Studio }): JSX.Element {
  const { run, person, persons, tool, brush, snap, document, editable } = studio;
  return (
    <aside class="inspector" aria-label="Inspector">
      <Tour />
      {!editable.value && (
        <p class="warning" role="status">
          This plan has more than {MOST_CORNERS.toLocaleString("en-US")} corners. It is shown, planned and
          run, but too large to be edited here.
        </p>
      )}
      {tool.value === "terrain" && (
        <Slider
          label="Brush"
          value={brush.value}
          min={0.2}
          max={10}
          step={0.2}
          unit="m"
          set={(radius) => (brush.value = radius)}
        />
      )}
      {tool.value === "stairs" && <FlightOptions studio={studio} />}
      {run.value && person.value !== null && <PersonSection studio={studio} />}
      {run.value && persons.value.length > 0 && <ChosenPeople studio={studio} />}
      {!run.value && editable.value && <Gather studio={studio} />}
      {!run.value && editable.value && <Selection studio={studio} />}
      {!run.value && <PlanSection studio={studio} />}
      <CrowdSection studio={studio} />
      {document.scene.value && !run.value && editable.value && <LevelSection studio={studio} />}
      {document.scene.value && !run.value && editable.value && <Profiles studio={studio} />}
      {!run.value && <Diagnosis studio={studio} />}
      {!run.value && (
        <Toggle
          label="Snap to corners, edges, guides and grid (Alt: not)"
          value={snap.value}
          set={(wanted) => (snap.value = wanted)}
        />
      )}
    </aside>
  );
}
