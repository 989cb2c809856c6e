/** The levels of the plan: a second one makes a building of it; each has a name and a height. */
import type { JSX } from "preact";
import type { Studio } from "../studio.js";
import { NumberBox, Section, TextBox } from "./fields.js";

export function LevelSection({ studio }: { readonly studio: Studio }): JSX.Element {
  const { storeys, document } = studio;
  const level = document.level.value;
  const shown = storeys.levels.value[level];
  return (
    <Section title={shown ? `Level ${shown.name}` : "Levels"}>
      {shown ? (
        <>
          <TextBox label="Name" value={shown.name} set={(name) => studio.renameLevel(level, name)} />
          <NumberBox
            label="Floor at"
            unit="m"
            value={shown.elevation}
            min={-10_000}
            max={10_000}
            set={(elevation) => studio.raiseLevel(level, elevation)}
          />
        </>
      ) : (
        <p class="muted">
          This plan has one floor. A second level makes it a building, with stairs and lifts.
        </p>
      )}
      <div class="buttons">
        <button type="button" onClick={() => studio.addLevel()}>
          Add a level
        </button>
        {shown && storeys.levels.value.length > 1 && (
          <button
            type="button"
            title="With everything on it, and the stairs that lead there"
            onClick={() => studio.deleteLevel(level)}
          >
            Delete this level
          </button>
        )}
      </div>
    </Section>
  );
}
