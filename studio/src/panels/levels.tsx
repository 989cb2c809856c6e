/** The levels of a building: a strip from the highest down, with who is on each; and all of them at once. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { InputError, type Scene } from "wayfield";
import { type AnyScene, isBuilding, spawnCount } from "wayfield/world";
import { countsByLevel } from "../engine/recording.js";
import type { Studio } from "../studio.js";
import { Icon } from "./icons.js";

/** How many people will be on each level at first; null where the plan does not say it yet. */
function expected(scene: AnyScene | null): readonly (number | null)[] {
  if (!scene || !isBuilding(scene)) return [];
  return scene.levels.map((level) => {
    const here = (scene.spawns ?? []).filter((spawn) => spawn.level === level.name);
    try {
      return here.reduce((sum, spawn) => sum + spawnCount(level as unknown as Scene, spawn), 0);
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  });
}

/** How many people are on each level: now, where they walk, else those who will be. */
function useCounts({ run, time, storeys, document }: Studio): readonly (number | null)[] {
  const scene = document.scene.value;
  const before = useMemo(() => expected(scene), [scene]);
  if (!run.value) return before;
  void run.value.end.value;
  return countsByLevel(run.value.recording.at(time.value), storeys.levels.value.length);
}

const signed = (elevation: number): string =>
  `${elevation > 0 ? "+" : elevation < 0 ? "−" : ""}${Math.abs(elevation).toFixed(2)} m`;

export function Levels({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const { storeys, document, surface, run, editable } = studio;
  const { levels, isStacked } = storeys;
  const people = useCounts(studio);
  if (levels.value.length === 0 || surface.value) return null;
  return (
    <div class="levels" role="toolbar" aria-label="Levels" aria-orientation="vertical">
      <button
        type="button"
        class="stack"
        aria-pressed={isStacked.value}
        title="All levels, one above the other (L)"
        onClick={() => (isStacked.value ? storeys.show(document.level.value) : studio.showStack())}
      >
        <Icon name="stack" />
        All levels
      </button>
      {storeys.order.value.toReversed().map((i) => {
        const { name, elevation } = levels.value[i];
        return (
          <button
            key={name}
            type="button"
            aria-pressed={document.level.value === i}
            title={`${name}, ${signed(elevation)}, ${people[i] ?? "unknown"} people (Page Up and Page Down go from level to level)`}
            onClick={() => storeys.choose(i)}
            onPointerEnter={() => storeys.unfold(i)}
            onPointerLeave={() => storeys.unfold(null)}
            onFocus={() => storeys.unfold(i)}
            onBlur={() => storeys.unfold(null)}
          >
            <strong>{name}</strong>
            <span>{signed(elevation)}</span>
            <span class="people" data-testid={`people on ${name}`}>
              {people[i] ?? "–"}
            </span>
          </button>
        );
      })}
      {!run.value && editable.value && (
        <button type="button" class="stack" title="One level more, on top" onClick={() => studio.addLevel()}>
          <Icon name="add" />
          Add a level
        </button>
      )}
    </div>
  );
}
