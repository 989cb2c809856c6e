/** What happens to a part at which time: doors and goals open and close, obstacles come, go and move. */
import type { JSX } from "preact";
import { type Part, valueAt, withValueAt } from "../document/parts.js";
import type { Studio } from "../studio.js";
import { NumberBox, Toggle } from "./fields.js";

/** One line of a timetable, as scenes have it. */
interface Entry {
  readonly time: number;
  readonly open?: boolean;
  readonly present?: boolean;
  readonly offset?: readonly [number, number];
}

type Switch = "open" | "present";

const KINDS: Partial<
  Record<Part["kind"], { readonly key: Switch; readonly text: string; readonly moves: boolean }>
> = {
  door: { key: "open", text: "open", moves: false },
  goal: { key: "open", text: "open", moves: true },
  block: { key: "present", text: "there", moves: true },
  wall: { key: "present", text: "there", moves: true },
  post: { key: "present", text: "there", moves: true },
};

export function Timetable({
  studio,
  part,
}: {
  readonly studio: Studio;
  readonly part: Part;
}): JSX.Element | null {
  const kind = KINDS[part.kind];
  if (!kind) return null;
  const scene = studio.document.scene.value!;
  // A goal's timetable belongs to all of its places.
  const owner = part.kind === "goal" ? part.path.slice(0, 2) : part.owner;
  const entries = (valueAt(scene, [...owner, "schedule"]) ?? []) as readonly Entry[];
  const put = (next: readonly Entry[]): void => {
    const sorted = [...next].sort((a, b) => a.time - b.time);
    const value = sorted.length > 0 ? sorted : undefined;
    studio.document.edit(withValueAt(scene, [...owner, "schedule"], value), "Timetable");
  };
  const change = (index: number, part: Partial<Entry>): void =>
    put(entries.map((entry, i) => (i === index ? { ...entry, ...part } : entry)));
  const add = (): void => {
    const last = entries.at(-1);
    put([...entries, { time: (last?.time ?? 0) + 30, [kind.key]: !(last?.[kind.key] ?? true) }]);
  };
  return (
    <details class="timetable" open={entries.length > 0}>
      <summary>Timetable{entries.length > 0 ? ` (${entries.length})` : ""}</summary>
      {entries.map((entry, i) => (
        <div class="entry" key={i}>
          <NumberBox
            label="At"
            unit="s"
            value={entry.time}
            min={0}
            max={86_400}
            set={(time) => entries.every((other, k) => k === i || other.time !== time) && change(i, { time })}
          />
          <Toggle
            label={kind.text}
            value={entry[kind.key] ?? true}
            set={(value) => change(i, { [kind.key]: value })}
          />
          <button
            type="button"
            class="action"
            aria-label={`Take out line ${i + 1}`}
            onClick={() => put(entries.filter((_, k) => k !== i))}
          >
            ×
          </button>
          {kind.moves && entry.offset && (
            <span class="muted">
              moved by {entry.offset[0]}, {entry.offset[1]} m
            </span>
          )}
        </div>
      ))}
      <button type="button" class="link" onClick={add}>
        Add a line
      </button>
    </details>
  );
}
