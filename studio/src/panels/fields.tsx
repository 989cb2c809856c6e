/** Rows of the inspector: numbers, sliders, choices, facts. */
import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

export function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function Facts({
  facts,
}: {
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}): JSX.Element {
  return (
    <dl class="facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Slider(props: {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit: string;
  readonly set: (value: number) => void;
}): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <input
        id={id}
        type="range"
        min={props.min}
        max={props.max}
        step={props.step}
        value={props.value}
        aria-valuetext={`${props.value} ${props.unit}`}
        onInput={({ currentTarget }) => props.set(Number(currentTarget.value))}
      />
      <output for={id}>
        {props.value} {props.unit}
      </output>
    </div>
  );
}

/** A number that can be typed; what is no number in its range is put back. */
export function NumberBox(props: {
  readonly label: string;
  readonly value: number;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly set: (value: number) => void;
}): JSX.Element {
  return (
    <label class="number">
      <span>{props.label}</span>
      <input
        type="number"
        step="any"
        value={props.value}
        min={props.min}
        max={props.max}
        onChange={({ currentTarget }) => {
          const value = currentTarget.valueAsNumber;
          if (Number.isFinite(value) && value >= (props.min ?? -1e9) && value <= (props.max ?? 1e9))
            props.set(value);
          else currentTarget.value = String(props.value);
        }}
      />
      {props.unit && <span class="unit">{props.unit}</span>}
    </label>
  );
}

export function Choice(props: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly set: (value: string) => void;
}): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <select id={id} value={props.value} onChange={({ currentTarget }) => props.set(currentTarget.value)}>
        {props.options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

export function Toggle(props: {
  readonly label: string;
  readonly value: boolean;
  readonly set: (value: boolean) => void;
}): JSX.Element {
  return (
    <label class="toggle">
      <input
        type="checkbox"
        checked={props.value}
        onChange={({ currentTarget }) => props.set(currentTarget.checked)}
      />
      {props.label}
    </label>
  );
}
