/** What is selected, in numbers: everything that is drawn can be typed. */
import type { JSX } from "preact";
import { boxOf, EDGES } from "../document/arrange.js";
import type { Part } from "../document/parts.js";
import type { Studio } from "../studio.js";
import { NumberBox, Section } from "./fields.js";
import { Icon } from "./icons.js";
import { NameField, PartFields } from "./part-fields.js";
import { GroupFields, SpawnFields } from "./people-fields.js";
import { Timetable } from "./timetable.js";

/** Corners that are listed one by one; more would be a wall of numbers. */
const MOST_CORNERS = 12;

const round = (value: number): number => Math.round(value * 1000) / 1000;

function Corners({ studio, part }: { readonly studio: Studio; readonly part: Part }): JSX.Element {
  const move = (index: number, axis: 0 | 1, value: number): void => {
    const points = part.points.map((p, i): [number, number] =>
      i === index ? (axis === 0 ? [value, p[1]] : [p[0], value]) : [p[0], p[1]],
    );
    studio.editing.setPoints(part, points, "Type a corner");
  };
  return (
    <div class="corners">
      {part.points.slice(0, MOST_CORNERS).map((p, i) => (
        <div key={i}>
          <NumberBox label={`x${i}`} value={p[0]} unit="m" set={(value) => move(i, 0, value)} />
          <NumberBox label={`y${i}`} value={p[1]} unit="m" set={(value) => move(i, 1, value)} />
        </div>
      ))}
      {part.points.length > MOST_CORNERS && (
        <p class="muted">and {part.points.length - MOST_CORNERS} more corners</p>
      )}
    </div>
  );
}

/** Where the selection is and how large, and how far it is turned. */
function Measures({
  studio,
  selected,
}: {
  readonly studio: Studio;
  readonly selected: readonly Part[];
}): JSX.Element {
  const { editing } = studio;
  const { minX, minY, maxX, maxY } = boxOf(selected.flatMap(({ points }) => points));
  const [width, height] = [round(maxX - minX), round(maxY - minY)];
  return (
    <div class="corners">
      <div>
        <NumberBox label="x" value={round(minX)} unit="m" set={(x) => editing.move(x - minX, 0)} />
        <NumberBox label="y" value={round(minY)} unit="m" set={(y) => editing.move(0, y - minY)} />
      </div>
      <div>
        <NumberBox
          label="w"
          title="Width"
          value={width}
          unit="m"
          min={width > 0 ? 0.001 : 0}
          set={(wanted) => editing.stretch(wanted, height)}
        />
        <NumberBox
          label="h"
          title="Height"
          value={height}
          unit="m"
          min={height > 0 ? 0.001 : 0}
          set={(wanted) => editing.stretch(width, wanted)}
        />
      </div>
      <div>
        <NumberBox label="↻" title="Turn by" value={0} unit="°" set={(degrees) => editing.turn(degrees)} />
        <span class="row">
          <button type="button" onClick={() => editing.turn(90)}>
            90°
          </button>
          <button type="button" onClick={() => editing.turn(15)}>
            15°
          </button>
        </span>
      </div>
    </div>
  );
}

/** Lines several parts up, or spreads them. */
function Arrange({ studio, count }: { readonly studio: Studio; readonly count: number }): JSX.Element {
  const { editing } = studio;
  return (
    <fieldset class="buttons arrange" aria-label="Arrange">
      {EDGES.map((edge) => (
        <button
          key={edge}
          type="button"
          aria-label={`Align: ${edge}`}
          title={`Align: ${edge}`}
          onClick={() => editing.align(edge)}
        >
          <Icon name={`align-${edge}`} />
        </button>
      ))}
      <button type="button" disabled={count < 3} onClick={() => editing.spread(0)}>
        Spread ↔
      </button>
      <button type="button" disabled={count < 3} onClick={() => editing.spread(1)}>
        Spread ↕
      </button>
    </fieldset>
  );
}

export function Selection({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const selected = studio.document.selected.value;
  if (selected.length === 0) return null;
  const [part] = selected;
  const isOutline = selected.every(({ kind }) => kind === "boundary");
  return (
    <Section title={selected.length === 1 ? part.label : `${selected.length} selected`}>
      {selected.length === 1 && (
        <>
          <NameField studio={studio} part={part} />
          {part.kind === "spawn" && <SpawnFields studio={studio} part={part} />}
          {part.kind === "spawn" && <GroupFields studio={studio} part={part} />}
          <PartFields studio={studio} part={part} />
          <Timetable studio={studio} part={part} />
          <Corners studio={studio} part={part} />
        </>
      )}
      {!isOutline && (selected.length > 1 || part.points.length > 1) && (
        <Measures studio={studio} selected={selected} />
      )}
      {selected.length > 1 && <Arrange studio={studio} count={selected.length} />}
      <div class="buttons">
        <button type="button" onClick={() => studio.zoomTo(selected.flatMap(({ points }) => points))}>
          Zoom to
        </button>
        <button type="button" title="Ctrl+D" onClick={() => studio.editing.duplicate()} disabled={isOutline}>
          Copy
        </button>
        <button type="button" title="Delete" onClick={() => studio.editing.delete()} disabled={isOutline}>
          Delete
        </button>
      </div>
    </Section>
  );
}
