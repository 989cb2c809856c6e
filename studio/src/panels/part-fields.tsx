/** Rows of the inspector for each kind of part. */
import type { JSX } from "preact";
import type { Scene } from "wayfield";
import { renamed } from "../document/names.js";
import { type Part, valueAt, withValueAt } from "../document/parts.js";
import type { Studio } from "../studio.js";
import { FlightFields, LiftFields } from "./connection-fields.js";
import { Choice, NumberBox, Slider, TextBox, Toggle } from "./fields.js";

interface Of {
  readonly studio: Studio;
  readonly part: Part;
}

/** Changes one key of what a part belongs to. */
function setter({
  studio,
  part,
}: Of): (key: string, value: unknown, label: string, gesture?: string) => void {
  return (key, value, label, gesture) => {
    const scene = studio.document.scene.value!;
    studio.document.edit(withValueAt(scene, [...part.owner, key], value), label, gesture ?? null);
  };
}

const ownerOf = <T,>({ studio, part }: Of): T => valueAt(studio.document.scene.value, part.owner) as T;

/** Names of goals, queues, waiting places and measurements can be changed; who goes there follows. */
export function NameField({ studio, part }: Of): JSX.Element | null {
  const [table, name] = part.path as [string, string];
  if (!["goals", "measurements", "queues", "waiting"].includes(table)) return null;
  const rename = (wanted: string): boolean => {
    const next = renamed(studio.document.scene.value!, table as "goals", name, wanted);
    if (!next) return false;
    studio.document.edit(next, "Rename");
    studio.document.selection.value = [[table, wanted, ...part.path.slice(2)].join("/")];
    return true;
  };
  return <TextBox label="Name" value={name} set={rename} />;
}

/** How fast people are in a zone, and who may enter. */
function ZoneFields(of: Of): JSX.Element {
  const zone = ownerOf<NonNullable<Scene["zones"]>[number]>(of);
  const set = setter(of);
  return (
    <>
      {typeof zone.speed !== "object" && (
        <Slider
          label="Speed factor"
          value={zone.speed ?? 1}
          min={0.1}
          max={2}
          step={0.1}
          unit="×"
          set={(speed) => set("speed", speed, "Speed of a zone", `speed ${of.part.id}`)}
        />
      )}
      <Toggle
        label="Nobody may enter"
        value={zone.allow?.length === 0}
        set={(closed) => set("allow", closed ? [] : undefined, "Who may enter a zone")}
      />
    </>
  );
}

function DoorFields(of: Of): JSX.Element {
  const door = ownerOf<NonNullable<Scene["doors"]>[number]>(of);
  const set = setter(of);
  return (
    <>
      <Toggle
        label="Open"
        value={door.open !== false}
        set={(open) => set("open", open ? undefined : false, "Open or close a door")}
      />
      <NumberBox
        label="Greatest flow"
        unit="/s"
        value={door.maxFlow ?? 0}
        min={0}
        max={100}
        set={(value) => set("maxFlow", value || undefined, "Flow of a door")}
      />
      <Choice
        label="Passes"
        value={door.oneWay ?? ""}
        options={[
          ["", "both ways"],
          ["left", "to its left alone"],
          ["right", "to its right alone"],
        ]}
        set={(side) => set("oneWay", side || undefined, "One way")}
      />
    </>
  );
}

function BarrierFields(of: Of): JSX.Element {
  const barrier = ownerOf<NonNullable<Scene["barriers"]>[number]>(of);
  const set = setter(of);
  return (
    <>
      <Slider
        label="Weight"
        value={barrier.weight}
        min={1}
        max={10}
        step={0.25}
        unit="×"
        set={(weight) => set("weight", weight, "Weight of a barrier", `weight ${of.part.id}`)}
      />
      <Choice
        label="Costs"
        value={barrier.side ?? ""}
        options={[
          ["", "both ways"],
          ["left", "who comes from its left"],
          ["right", "who comes from its right"],
        ]}
        set={(side) => set("side", side || undefined, "Side of a barrier")}
      />
    </>
  );
}

function WeightFields(of: Of): JSX.Element {
  const { speed } = ownerOf<NonNullable<Scene["weights"]>[number]>(of);
  const set = setter(of);
  return (
    <Slider
      label="Weight"
      value={speed}
      min={1}
      max={10}
      step={0.25}
      unit="×"
      set={(value) => set("speed", value, "Weight of a corner", `weight ${of.part.id}`)}
    />
  );
}

function QueueFields(of: Of): JSX.Element {
  const queue = ownerOf<NonNullable<Scene["queues"]>[string]>(of);
  const set = setter(of);
  return (
    <>
      {typeof queue.service === "number" && (
        <NumberBox
          label="Service"
          unit="s"
          value={queue.service}
          min={0}
          max={3600}
          set={(service) => set("service", service, "Service of a queue")}
        />
      )}
      <NumberBox
        label="Gap"
        unit="m"
        value={queue.gap ?? 0}
        min={0}
        max={100}
        set={(gap) => set("gap", gap || undefined, "Gap in a queue")}
      />
    </>
  );
}

function WaitingFields(of: Of): JSX.Element {
  const waiting = ownerOf<NonNullable<Scene["waiting"]>[string]>(of);
  const set = setter(of);
  return (
    <>
      {(waiting.seconds === undefined || typeof waiting.seconds === "number") && (
        <NumberBox
          label="Stay for"
          unit="s"
          value={waiting.seconds ?? 0}
          min={0}
          max={86_400}
          set={(seconds) => set("seconds", seconds || undefined, "Time to wait")}
        />
      )}
      <NumberBox
        label="Or until"
        unit="s"
        value={waiting.until ?? 0}
        min={0}
        max={86_400}
        set={(until) => set("until", until || undefined, "Time to wait")}
      />
    </>
  );
}

/** The rows of a part; none where its shape is all. */
export function PartFields(of: Of): JSX.Element | null {
  switch (of.part.kind) {
    case "zone":
      return <ZoneFields {...of} />;
    case "door":
      return <DoorFields {...of} />;
    case "barrier":
      return <BarrierFields {...of} />;
    case "weight":
      return <WeightFields {...of} />;
    case "queue":
      return <QueueFields {...of} />;
    case "waiting":
      return <WaitingFields {...of} />;
    case "stairs":
      return <FlightFields {...of} />;
    case "lift":
      return <LiftFields {...of} />;
    default:
      return null;
  }
}
