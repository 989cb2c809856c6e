/** Kinds of people: how large, how fast, how soon they set out, and by which model they move. */
import type { JSX } from "preact";
import type { Scene } from "wayfield";
import { MODEL_NAMES } from "wayfield/models";
import { freeName } from "../document/edits.js";
import { renamed, withoutProfile } from "../document/names.js";
import { withValueAt } from "../document/parts.js";
import type { Studio } from "../studio.js";
import { Choice, NumberBox, Section, TextBox } from "./fields.js";

type Profile = NonNullable<Scene["profiles"]>[string];

/** Figures of a profile that are one number here; distributions are shown, and stay as they are. */
const FIGURES = [
  { key: "speed", label: "Speed", unit: "m/s", usual: 1.34, min: 0.05, max: 10 },
  { key: "radius", label: "Radius", unit: "m", usual: 0.22, min: 0.05, max: 3 },
  { key: "reaction", label: "Sets out", unit: "s late", usual: 0, min: 0, max: 3600 },
] as const;

/** A distribution in words. */
function described(value: object): string {
  const entries = Object.entries(value).map(([key, inner]) =>
    typeof inner === "object" ? key : `${key} ${inner}`,
  );
  return entries.join(", ");
}

function ProfileFields({
  studio,
  name,
  profile,
}: {
  readonly studio: Studio;
  readonly name: string;
  readonly profile: Profile;
}): JSX.Element {
  const { document } = studio;
  const set = (key: string, value: unknown): void =>
    document.edit(withValueAt(document.scene.value!, ["profiles", name, key], value), `Profile ${name}`);
  const rename = (wanted: string): boolean => {
    const next = renamed(document.scene.value!, "profiles", name, wanted);
    if (next) document.edit(next, "Rename");
    return next !== null;
  };
  return (
    <details class="timetable">
      <summary>{name}</summary>
      <TextBox label="Name" value={name} set={rename} />
      {FIGURES.map(({ key, label, unit, usual, min, max }) => {
        const value = profile[key];
        return typeof value === "object" ? (
          <p key={key} class="muted">
            {label}: {described(value)} ({unit})
          </p>
        ) : (
          <NumberBox
            key={key}
            label={label}
            unit={unit}
            value={value ?? usual}
            min={min}
            max={max}
            set={(typed) => set(key, typed === usual && value === undefined ? undefined : typed)}
          />
        );
      })}
      <Choice
        label="Movement"
        value={profile.model ?? ""}
        options={[["", "as everybody"], ...MODEL_NAMES.map((model) => [model, model] as const)]}
        set={(model) => set("model", model || undefined)}
      />
      <div class="buttons">
        <button
          type="button"
          onClick={() => document.edit(withoutProfile(document.scene.value!, name), "Delete a profile")}
        >
          Delete
        </button>
      </div>
    </details>
  );
}

export function Profiles({ studio }: { readonly studio: Studio }): JSX.Element {
  const { document } = studio;
  const profiles = document.scene.value!.profiles ?? {};
  const add = (): void => {
    const name = freeName("visitor", profiles);
    document.edit(withValueAt(document.scene.value!, ["profiles", name], { speed: 1.34 }), "Add a profile");
  };
  return (
    <Section title="Profiles">
      {Object.entries(profiles).map(([name, profile]) => (
        <ProfileFields key={name} studio={studio} name={name} profile={profile} />
      ))}
      <button type="button" class="link" onClick={add}>
        Add a profile
      </button>
    </Section>
  );
}
