/** Who comes, how many, as whom, where to, and in which formation. */
import type { JSX } from "preact";
import type { Scene } from "wayfield";
import { FORMATIONS } from "wayfield/groups";
import type { AnyScene } from "wayfield/world";
import { type Part, valueAt, withValueAt } from "../document/parts.js";
import type { Studio } from "../studio.js";
import { Choice, NumberBox, Toggle } from "./fields.js";
import { FormationPad } from "./formation-pad.js";

type Spawn = NonNullable<Scene["spawns"]>[number];
type Group = NonNullable<Scene["groups"]>[number];

interface Of {
  readonly studio: Studio;
  readonly part: Part;
}

type Set = (change: Partial<Record<keyof Spawn, unknown>>, label: string) => void;

/** How many people there are. */
function Numbers({ spawn, set }: { readonly spawn: Spawn; readonly set: Set }): JSX.Element {
  const isDense = spawn.density !== undefined;
  return (
    <>
      <NumberBox
        label={isDense ? "People per m²" : "People"}
        value={spawn.density ?? spawn.count ?? 1}
        min={isDense ? 0.01 : 1}
        max={isDense ? 10 : 100_000}
        set={(value) =>
          isDense
            ? set({ density: value }, "Density of people")
            : set({ count: Math.round(value) }, "Count people")
        }
      />
      {spawn.polygon && (
        <Toggle
          label="By density"
          value={isDense}
          set={(density) =>
            set(
              density ? { density: 0.5, count: undefined } : { count: 20, density: undefined },
              "Count people",
            )
          }
        />
      )}
      <NumberBox
        label="Arrive per s"
        value={spawn.rate ?? 0}
        min={0}
        max={1000}
        unit="/s"
        set={(rate) => set({ rate: rate || undefined }, "Rate of people")}
      />
    </>
  );
}

/** Where people go, stop after stop. */
function Stops({ scene, spawn, set }: { scene: AnyScene; spawn: Spawn; set: Set }): JSX.Element {
  const goals = Object.keys(scene.goals ?? {});
  const others = [...Object.keys(scene.queues ?? {}), ...Object.keys(scene.waiting ?? {})];
  const put = (stops: readonly unknown[]): void => set({ goals: stops }, "Where people go");
  const chosen = (stop: Spawn["goals"][number]): string => (typeof stop === "string" ? stop : "");
  return (
    <>
      {spawn.goals.map((stop, i) => (
        <div class="stop" key={i}>
          <Choice
            label={i === 0 ? "Goes to" : "then to"}
            value={chosen(stop)}
            options={[
              ...(goals.length > 1 || typeof stop !== "string"
                ? [["", typeof stop === "string" ? "the nearest" : `the nearest of ${stop.length}`] as const]
                : []),
              ...[...new Set([...goals, ...others, ...(typeof stop === "string" ? [stop] : [])])].map(
                (name) => [name, name] as const,
              ),
            ]}
            set={(name) => put(spawn.goals.map((other, k) => (k === i ? name || goals : other)))}
          />
          {spawn.goals.length > 1 && (
            <button
              type="button"
              class="action"
              aria-label={`Leave out stop ${i + 1}`}
              onClick={() => put(spawn.goals.filter((_, k) => k !== i))}
            >
              ×
            </button>
          )}
        </div>
      ))}
      {goals.length + others.length > 1 && (
        <button
          type="button"
          class="link"
          onClick={() => put([...spawn.goals.slice(0, -1), (others[0] ?? goals[0])!, spawn.goals.at(-1)!])}
        >
          Add a stop before
        </button>
      )}
    </>
  );
}

export function SpawnFields({ studio, part }: Of): JSX.Element {
  const scene = studio.document.scene.value!;
  const spawn = valueAt(scene, part.owner) as Spawn;
  const profiles = Object.keys(scene.profiles ?? {});
  const set: Set = (change, label) => {
    let next = scene;
    for (const [key, value] of Object.entries(change)) next = withValueAt(next, [...part.owner, key], value);
    studio.document.edit(next, label);
  };
  return (
    <>
      {!spawn.places && <Numbers spawn={spawn} set={set} />}
      <NumberBox
        label="From"
        unit="s on"
        value={spawn.start ?? 0}
        min={0}
        max={86_400}
        set={(start) => set({ start: start || undefined }, "When people come")}
      />
      {profiles.length > 0 && (
        <Choice
          label="As"
          value={typeof spawn.profile === "object" ? "*" : (spawn.profile ?? "")}
          options={[
            ["", "anybody"],
            ...(typeof spawn.profile === "object" ? [["*", "a mixture"] as const] : []),
            ...profiles.map((name) => [name, name] as const),
          ]}
          set={(name) => name !== "*" && set({ profile: name || undefined }, "Who people are")}
        />
      )}
      <Stops scene={scene} spawn={spawn} set={set} />
    </>
  );
}

/** How the people of a spawn walk together: an entry of the scene's groups. */
export function GroupFields({ studio, part }: Of): JSX.Element {
  const scene = studio.document.scene.value!;
  const spawn = part.owner[1] as number;
  const groups = scene.groups ?? [];
  const index = groups.findIndex((group) => group.spawn === spawn);
  const group = groups[index] as Group | undefined;
  const formation = group?.formation;
  const shape = typeof formation === "string" ? formation : formation ? "drawn" : "";
  const put = (next: Group | null): void => {
    const all = next
      ? group
        ? groups.map((other, i) => (i === index ? next : other))
        : [...groups, next]
      : groups.filter((_, i) => i !== index);
    studio.document.edit(withValueAt(scene, ["groups"], all.length > 0 ? all : undefined), "Formation");
  };
  const choose = (wanted: Group["formation"] | ""): void =>
    put(wanted === "" ? null : { ...(group ?? { name: `group ${spawn}`, spawn }), formation: wanted });
  return (
    <>
      <Choice
        label="Formation"
        value={shape}
        options={[
          ["", "none: each alone"],
          ...FORMATIONS.map((name) => [name, name] as const),
          ["drawn", shape === "drawn" ? "as drawn" : "draw one"],
        ]}
        set={(wanted) => choose(wanted === "drawn" ? { stroke: WAVE } : (wanted as "line" | ""))}
      />
      {group && shape === "drawn" && (
        <FormationPad formation={group.formation} set={(stroke) => choose({ stroke })} />
      )}
      {group && (
        <NumberBox
          label="Spacing"
          unit="m"
          value={group.spacing ?? 1}
          min={0.4}
          max={20}
          set={(spacing) => put({ ...group, spacing })}
        />
      )}
    </>
  );
}

/** What a drawn formation is before anything is drawn: a bow. */
const WAVE: [number, number][] = [
  [-1, 3],
  [0, 2],
  [0.6, 0],
  [0, -2],
  [-1, -3],
];
