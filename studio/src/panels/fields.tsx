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

/** A number that is dragged or typed. */
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
  const { label, value, min, max, step, unit, set } = props;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={`${value} ${unit}`}
        onInput={({ currentTarget }) => set(Number(currentTarget.value))}
      />
      <span class="typed">
        <input
          type="number"
          aria-label={`${label}${unit && `, ${unit}`}`}
          step="any"
          value={value}
          min={min}
          max={max}
          onChange={({ currentTarget }) => takeNumber(currentTarget, value, { min, max, set })}
        />
        <span class="unit">{unit}</span>
      </span>
    </div>
  );
}

/** Takes what was typed where it is a number in its range, else puts back what was there. */
function takeNumber(
  input: HTMLInputElement,
  before: number,
  { min = -1e9, max = 1e9, set }: { min?: number; max?: number; set: (value: number) => void },
): void {
  const value = input.valueAsNumber;
  if (Number.isFinite(value) && value >= min && value <= max) set(value);
  else input.value = String(before);
}

/** A number that can be typed; what is no number in its range is put back. */
export function NumberBox(props: {
  readonly label: string;
  /** What the label means, where it is a letter. */
  readonly title?: string;
  readonly value: number;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly set: (value: number) => void;
}): JSX.Element {
  return (
    <label class="number" title={props.title}>
      <span aria-hidden={props.title ? "true" : undefined}>{props.label}</span>
      <input
        type="number"
        aria-label={props.title}
        step="any"
        value={props.value}
        min={props.min}
        max={props.max}
        onChange={({ currentTarget }) => takeNumber(currentTarget, props.value, props)}
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

/** A text that can be typed; what is refused is put back. */
export function TextBox(props: {
  readonly label: string;
  readonly value: string;
  /** False where it cannot be that. */
  readonly set: (value: string) => boolean;
}): JSX.Element {
  return (
    <label class="number">
      <span>{props.label}</span>
      <input
        type="text"
        value={props.value}
        maxLength={80}
        onChange={({ currentTarget }) => {
          const value = currentTarget.value.trim();
          if (value !== props.value && !props.set(value)) currentTarget.value = props.value;
        }}
      />
    </label>
  );
}
