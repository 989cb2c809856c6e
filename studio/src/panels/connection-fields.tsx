/** Rows of the inspector for stairs, ramps, escalators and lifts: those that are there, and the one that is drawn next. */
import type { JSX } from "preact";
import type { BuildingScene } from "wayfield/world";
import { type Flight, type FlightKind, footprintOf, type Lift, ringOf } from "../document/connections.js";
import { shaftOf, withWells } from "../document/flights.js";
import { type Part, valueAt, withValueAt } from "../document/parts.js";
import { distance } from "../document/planar.js";
import type { Studio } from "../studio.js";
import { Choice, Facts, NumberBox, Section, TextBox, Toggle } from "./fields.js";

interface Of {
  readonly studio: Studio;
  readonly part: Part;
}

const KINDS: readonly (readonly [FlightKind, string])[] = [
  ["stairs", "stairs"],
  ["ramp", "a ramp"],
  ["escalator", "an escalator"],
];

const buildingOf = ({ document }: Studio): BuildingScene => document.scene.value as BuildingScene;

/** What the next flight is, and where it leads. */
export function FlightOptions({ studio }: { readonly studio: Studio }): JSX.Element {
  const { flight, storeys, document } = studio;
  const others = storeys.levels.value.filter((_, i) => i !== document.level.value);
  const { kind, to } = flight.value;
  return (
    <Section title="Stairs to draw">
      <Choice
        label="Kind"
        value={kind}
        options={KINDS}
        set={(wanted) => (flight.value = { ...flight.value, kind: wanted as FlightKind })}
      />
      <Choice
        label="Leads to"
        value={others.some(({ name }) => name === to) ? to! : ""}
        options={[["", "the next level"], ...others.map(({ name }) => [name, name] as const)]}
        set={(name) => (flight.value = { ...flight.value, to: name || null })}
      />
    </Section>
  );
}

/** Changes keys of a connection; undefined takes one out. */
function change({ studio, part }: Of, label: string, changes: Record<string, unknown>): void {
  let scene = buildingOf(studio);
  for (const [key, value] of Object.entries(changes)) scene = withValueAt(scene, [...part.owner, key], value);
  studio.document.edit(scene, label);
}

function NameRow(of: Of): JSX.Element {
  const { name } = valueAt(buildingOf(of.studio), of.part.owner) as { readonly name?: string };
  const set = (wanted: string): boolean => {
    change(of, "Rename", { name: wanted || undefined });
    return true;
  };
  return <TextBox label="Name" value={name ?? ""} set={set} />;
}

/** Who may use a connection, where there are profiles. */
function AllowRows(of: Of): JSX.Element | null {
  const scene = buildingOf(of.studio);
  const profiles = Object.keys(scene.profiles ?? {});
  if (profiles.length === 0) return null;
  const { allow } = valueAt(scene, of.part.owner) as { readonly allow?: readonly string[] };
  const set = (name: string, may: boolean): void => {
    const now = profiles.filter((other) => (other === name ? may : (allow ?? profiles).includes(other)));
    change(of, "Who may use it", { allow: now.length === profiles.length ? undefined : now });
  };
  return (
    <>
      {profiles.map((name) => (
        <Toggle
          key={name}
          label={`Profile ${name} may use it`}
          value={allow?.includes(name) ?? true}
          set={(may) => set(name, may)}
        />
      ))}
    </>
  );
}

/** How steep a flight is, as it stands. */
function FlightFacts({
  scene,
  flight,
}: {
  readonly scene: BuildingScene;
  readonly flight: Flight;
}): JSX.Element {
  const height = (name: string): number => scene.levels.find((level) => level.name === name)?.elevation ?? 0;
  const rise = height(flight.to.level) - height(flight.from.level);
  const [a, b, , d] = footprintOf(flight);
  const width = distance(a, b);
  const run = Math.abs((b[0] - a[0]) * (d[1] - a[1]) - (b[1] - a[1]) * (d[0] - a[0])) / width;
  return (
    <Facts
      facts={[
        { label: "Width", value: `${width.toFixed(2)} m` },
        { label: "Rises", value: `${rise.toFixed(2)} m over ${run.toFixed(2)} m` },
        { label: "Slope", value: `${((Math.atan2(rise, run) * 180) / Math.PI).toFixed(1)}°` },
      ]}
    />
  );
}

export function FlightFields(of: Of): JSX.Element {
  const scene = buildingOf(of.studio);
  const flight = valueAt(scene, of.part.owner) as Flight;
  const levels = scene.levels.map(({ name }) => [name, name] as const);
  const become = (kind: string): void => {
    const { riser, tread, direction, speed, on, walked, ...rest } = flight as Flight &
      Record<string, unknown>;
    const steps = kind === "ramp" ? {} : { ...(riser ? { riser } : {}), ...(tread ? { tread } : {}) };
    of.studio.document.edit(
      withValueAt(scene, of.part.owner, { ...rest, kind, ...steps }),
      "Kind of a connection",
    );
  };
  return (
    <>
      <NameRow {...of} />
      <Choice label="Kind" value={flight.kind} options={KINDS} set={become} />
      {(["from", "to"] as const).map((end) => (
        <Choice
          key={end}
          label={end === "from" ? "Foot on" : "Head on"}
          value={flight[end].level}
          options={levels}
          set={(level) => change(of, "Level of a flight", { [end]: { ...flight[end], level } })}
        />
      ))}
      {flight.kind === "escalator" && <EscalatorRows {...of} escalator={flight} />}
      {flight.kind !== "ramp" &&
        (["riser", "tread"] as const).map((key) => (
          <NumberBox
            key={key}
            label={key === "riser" ? "Riser" : "Tread"}
            unit="m"
            value={flight[key] ?? 0}
            min={0}
            max={10}
            set={(value) => change(of, "Steps", { [key]: value || undefined })}
          />
        ))}
      <AllowRows {...of} />
      <FlightFacts scene={scene} flight={flight} />
    </>
  );
}

function EscalatorRows({
  escalator,
  ...of
}: Of & { readonly escalator: Extract<Flight, { kind: "escalator" }> }): JSX.Element {
  return (
    <>
      <Choice
        label="Runs"
        value={escalator.on === false ? "off" : (escalator.direction ?? "up")}
        options={[
          ["up", "up"],
          ["down", "down"],
          ["off", "not: it stands still"],
        ]}
        set={(runs) =>
          change(
            of,
            "Direction of an escalator",
            runs === "off" ? { on: false } : { on: undefined, direction: runs },
          )
        }
      />
      <NumberBox
        label="Speed"
        unit="m/s"
        value={escalator.speed ?? 0.5}
        min={0.01}
        max={10}
        set={(speed) => change(of, "Speed of an escalator", { speed })}
      />
      <Toggle
        label="People walk on it"
        value={escalator.walked === true}
        set={(walked) => change(of, "Walking on an escalator", { walked: walked || undefined })}
      />
    </>
  );
}

/** Numbers of a lift, with what they are where nothing is said. */
const CAR = [
  ["capacity", "Capacity", "persons", 8, 1, 1000],
  ["speed", "Speed", "m/s", 1, 0.01, 100],
  ["dwell", "Doors stay open", "s", 4, 0, 3600],
  ["doors", "Doors open in", "s", 2, 0, 600],
] as const;

export function LiftFields(of: Of): JSX.Element {
  const scene = buildingOf(of.studio);
  const lift = valueAt(scene, of.part.owner) as Lift;
  const served = Object.keys(lift.at);
  /** A door more, in line with the one that is shown, with a shaft behind it; or one less. */
  const serve = (name: string, wanted: boolean): void => {
    if (!wanted) {
      const { [name]: _, ...at } = lift.at;
      change(of, "Doors of a lift", { at, ...(lift.start === name ? { start: undefined } : {}) });
      return;
    }
    const [a, b] = of.part.points;
    const door = [a, b];
    const made = withValueAt(scene, [...of.part.owner, "at"], { ...lift.at, [name]: door });
    const ring = ringOf(shaftOf(scene, of.part));
    of.studio.document.edit(ring ? withWells(made, ring, [name]) : made, "Doors of a lift");
  };
  return (
    <>
      <NameRow {...of} />
      {scene.levels.map(({ name }) => (
        <Toggle
          key={name}
          label={`Stops at ${name}`}
          value={served.includes(name)}
          set={(wanted) => serve(name, wanted)}
        />
      ))}
      <Choice
        label="Waits at"
        value={lift.start ?? served[0] ?? ""}
        options={served.map((name) => [name, name] as const)}
        set={(start) => change(of, "Where a lift waits", { start })}
      />
      {CAR.map(([key, label, unit, usual, min, max]) => (
        <NumberBox
          key={key}
          label={label}
          unit={unit}
          value={lift[key] ?? usual}
          min={min}
          max={max}
          set={(value) => change(of, label, { [key]: key === "capacity" ? Math.round(value) : value })}
        />
      ))}
      <Choice
        label="Answers"
        value={lift.calls ?? "collective"}
        options={[
          ["collective", "all on its way"],
          ["express", "one call after the other"],
        ]}
        set={(calls) => change(of, "Calls of a lift", { calls })}
      />
      <AllowRows {...of} />
    </>
  );
}
