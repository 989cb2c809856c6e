/** Several people at once: of a run, how they fare; of a plan, made people of their own. */
import type { JSX } from "preact";
import { gathered } from "../document/gather.js";
import { STRIDE } from "../engine/protocol.js";
import type { Studio } from "../studio.js";
import { Facts, Section } from "./fields.js";

/** Below this speed somebody stands, in m/s. */
const STANDING = 0.2;

/** People of a run who were boxed or lassoed. */
export function ChosenPeople({ studio }: { readonly studio: Studio }): JSX.Element {
  const { run, persons, time } = studio;
  const { data, count } = run.value!.recording.at(time.value);
  const wanted = new Set(persons.value);
  const speeds: number[] = [];
  for (let k = 0; k < STRIDE * count; k += STRIDE)
    if (wanted.has(data[k])) speeds.push(Math.hypot(data[k + 3], data[k + 4]));
  const mean = speeds.reduce((sum, speed) => sum + speed, 0) / Math.max(1, speeds.length);
  const standing = speeds.filter((speed) => speed < STANDING).length;
  return (
    <Section title={`${wanted.size} people`}>
      <Facts
        facts={[
          { label: "Inside", value: `${speeds.length} of ${wanted.size}` },
          { label: "Mean speed", value: speeds.length > 0 ? `${mean.toFixed(2)} m/s` : "none is inside" },
          { label: "Standing", value: String(standing) },
        ]}
      />
      <div class="buttons">
        <button type="button" onClick={() => (persons.value = [])}>
          Done
        </button>
      </div>
    </Section>
  );
}

/** People of a plan who stand at single places, and were boxed or lassoed: they can become one group. */
export function Gather({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const { document } = studio;
  const picks = studio.picked.value;
  const people = picks.reduce((sum, { indices }) => sum + indices.length, 0);
  // Who is a whole spawn already has nothing to gain.
  if (people < 2 || (picks.length === 1 && picks[0].isWhole)) return null;
  const gather = (): void => {
    const made = gathered(document.scene.value!, picks, document.level.value);
    if (!made) return;
    document.edit(made.scene, "Gather people");
    document.selection.value = [made.id];
  };
  return (
    <Section title={`${people} people`}>
      <p class="about">They stand at single places. As one group they can walk in a formation.</p>
      <div class="buttons">
        <button type="button" onClick={gather}>
          Make them one group
        </button>
      </div>
    </Section>
  );
}
