/** What stands around a plan: title, scale bar and legend. Everything here is in page pixels, y down. */
import { hex } from "./colour.js";
import type { Mark, ShapeStyle, TextStyle } from "./marks.js";
import type { Path } from "./path.js";
import type { Ramp } from "./ramps.js";
import { textWidth } from "./text.js";
import type { Theme } from "./theme.js";

/** One entry of the legend: a sample and what it means. */
export type LegendEntry =
  | { readonly label: string; readonly sample: "area" | "hatch" | "line" | "dot"; readonly colour: string }
  | {
      readonly label: string;
      readonly sample: "ramp";
      readonly ramp: Ramp;
      readonly low: string;
      readonly high: string;
      /** Values between the two, by their share of the ramp; default none. */
      readonly ticks?: readonly { readonly at: number; readonly label: string }[];
    };

/** Sizes of the furniture, in pixels of a picture 1000 px wide. */
export const FURNITURE = Object.freeze({
  margin: 44,
  title: 20,
  subtitle: 12.5,
  legend: 12.5,
  row: 24,
  sample: 22,
  rampSample: 96,
  tick: 8.5,
  gap: 22,
});

/** Largest of 1, 2, 5 times a power of ten that is at most `most`. */
export function niceLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  for (const factor of [5, 2, 1]) if (factor * power <= most * (1 + 1e-9)) return roundTo(factor * power);
  return roundTo(power);
}

/** 0.30000000000000004 as 0.3. */
function roundTo(value: number): number {
  return Number(value.toPrecision(6));
}

/** A length with its unit: `250 m`, `2 km`, `0.5 m`. */
export function lengthLabel(metres: number): string {
  return metres >= 1000 ? `${roundTo(metres / 1000)} km` : `${roundTo(metres)} m`;
}

/** Draws furniture at a size, in a theme. */
export class Furniture {
  constructor(
    private readonly theme: Theme,
    private readonly unit: number,
  ) {}

  private text(text: string, x: number, y: number, style: Partial<TextStyle>): Mark {
    const { fill = this.theme.text, size = FURNITURE.legend, ...rest } = style;
    return { kind: "text", text, x, y, style: { ...rest, fill, size: size * this.unit } };
  }

  private shape(style: ShapeStyle, trace: (path: Path) => void): Mark {
    return { kind: "shape", style: { ...style, width: (style.width ?? 1) * this.unit }, trace };
  }

  /** Title and subtitle; `y` is the top. */
  header(title: string, subtitle: string, x: number, y: number): Mark[] {
    const marks: Mark[] = [];
    const { title: large, subtitle: small } = FURNITURE;
    let baseline = y;
    if (title) {
      baseline += large * this.unit;
      marks.push(this.text(title, x, baseline, { size: large, bold: true }));
    }
    if (subtitle) {
      baseline += (title ? small * 1.6 : small) * this.unit;
      marks.push(this.text(subtitle, x, baseline, { size: small, fill: this.theme.muted }));
    }
    return marks;
  }

  /** A bar of a round length, at most `most` pixels long; its baseline is `y`. Returns its width with the label. */
  scaleBar(scale: number, most: number, x: number, y: number): { marks: Mark[]; width: number } {
    const metres = niceLength(most / scale);
    const length = metres * scale;
    const tick = 4 * this.unit;
    const label = lengthLabel(metres);
    const line = this.shape({ stroke: this.theme.text, width: 1.25 }, (path) => {
      path.moveTo(x, y - 2 * tick);
      path.lineTo(x, y);
      path.lineTo(x + length, y);
      path.lineTo(x + length, y - 2 * tick);
      path.moveTo(x + length / 2, y - tick);
      path.lineTo(x + length / 2, y);
    });
    const gap = 8 * this.unit;
    return {
      marks: [line, this.text(label, x + length + gap, y, {})],
      width: length + gap + textWidth(label, FURNITURE.legend * this.unit),
    };
  }

  /** Width of an entry with the space after it. */
  private entryWidth(entry: LegendEntry): number {
    const { sample, rampSample, gap, legend } = FURNITURE;
    const size = legend * this.unit;
    const words = textWidth(entry.label, size);
    if (entry.sample !== "ramp") return (sample + 8 + gap) * this.unit + words;
    return (
      (rampSample + 3 * 8 + gap) * this.unit +
      words +
      textWidth(entry.low, size) +
      textWidth(entry.high, size)
    );
  }

  /** The entries row by row, so that no row is wider than `width`, the first one than `firstWidth`. */
  rows(entries: readonly LegendEntry[], firstWidth: number, width: number): LegendEntry[][] {
    const rows: LegendEntry[][] = [[]];
    let left = firstWidth;
    for (const entry of entries) {
      const needed = this.entryWidth(entry) - FURNITURE.gap * this.unit;
      if (needed > left && (rows.length === 1 || rows[rows.length - 1].length > 0)) {
        rows.push([]);
        left = width;
      }
      rows[rows.length - 1].push(entry);
      left -= this.entryWidth(entry);
    }
    return rows;
  }

  /** One row of entries that ends at `right`; its baseline is `y`. */
  legendRow(row: readonly LegendEntry[], right: number, y: number): Mark[] {
    const gap = FURNITURE.gap * this.unit;
    let x = right + gap - row.reduce((sum, entry) => sum + this.entryWidth(entry), 0);
    const marks: Mark[] = [];
    for (const entry of row) {
      marks.push(...(entry.sample === "ramp" ? this.rampEntry(entry, x, y) : this.plainEntry(entry, x, y)));
      x += this.entryWidth(entry);
    }
    return marks;
  }

  private plainEntry(entry: Exclude<LegendEntry, { sample: "ramp" }>, x: number, y: number): Mark[] {
    const width = FURNITURE.sample * this.unit;
    const height = 11 * this.unit;
    const top = y - height + this.unit;
    const label = this.text(entry.label, x + width + 8 * this.unit, y, {});
    return [...this.sample(entry.sample, entry.colour, x, top, width, height), label];
  }

  private sample(
    kind: "area" | "hatch" | "line" | "dot",
    colour: string,
    x: number,
    y: number,
    width: number,
    height: number,
  ): Mark[] {
    const box = (path: Path): void => {
      path.moveTo(x, y);
      path.lineTo(x + width, y);
      path.lineTo(x + width, y + height);
      path.lineTo(x, y + height);
      path.closePath();
    };
    if (kind === "area") return [this.shape({ fill: colour }, box)];
    const middle = y + height / 2;
    if (kind === "line") {
      const line = (path: Path): void => {
        path.moveTo(x, middle);
        path.lineTo(x + width, middle);
      };
      return [this.shape({ stroke: colour, width: 4 }, line)];
    }
    if (kind === "dot") {
      const radius = 4.5 * this.unit;
      const disc = (path: Path): void => {
        path.moveTo(x + width / 2 + radius, middle);
        path.arc(x + width / 2, middle, radius, 0, 2 * Math.PI);
        path.closePath();
      };
      return [this.shape({ fill: colour }, disc)];
    }
    const step = width / 4;
    const stripes = (path: Path): void => {
      for (let i = 0; i < 4; i++) {
        path.moveTo(x + i * step, y + height);
        path.lineTo(x + (i + 1) * step, y);
      }
    };
    return [
      this.shape({ fill: colour, opacity: 0.14 }, box),
      this.shape({ stroke: colour, opacity: 0.7 }, stripes),
      this.shape({ stroke: colour, width: 1 }, box),
    ];
  }

  /** `low [ramp] high  label`. */
  private rampEntry(entry: Extract<LegendEntry, { sample: "ramp" }>, x: number, y: number): Mark[] {
    const gap = 8 * this.unit;
    const size = FURNITURE.legend * this.unit;
    const width = FURNITURE.rampSample * this.unit;
    const top = y - 10 * this.unit;
    const left = x + textWidth(entry.low, size) + gap;
    const steps = 24;
    const marks: Mark[] = [this.text(entry.low, x, y, { fill: this.theme.muted })];
    for (let i = 0; i < steps; i++) {
      const a = left + (width * i) / steps;
      // To the end of the ramp, beneath the strips that follow: side by side, a hairline would show between two of them.
      const b = left + width;
      const strip = (path: Path): void => {
        path.moveTo(a, top);
        path.lineTo(b, top);
        path.lineTo(b, y + this.unit);
        path.lineTo(a, y + this.unit);
        path.closePath();
      };
      marks.push(this.shape({ fill: hex(entry.ramp((i + 0.5) / steps)) }, strip));
    }
    for (const { at, label } of entry.ticks ?? []) {
      const tick = (path: Path): void => {
        path.moveTo(left + at * width, y + this.unit);
        path.lineTo(left + at * width, y + 4 * this.unit);
      };
      marks.push(this.shape({ stroke: this.theme.muted, width: 1 }, tick));
      const size = FURNITURE.tick;
      const style = { fill: this.theme.muted, size, anchor: "middle" as const };
      marks.push(this.text(label, left + at * width, y + 12 * this.unit, style));
    }
    const after = left + width + gap;
    marks.push(this.text(entry.high, after, y, { fill: this.theme.muted }));
    marks.push(this.text(entry.label, after + textWidth(entry.high, size) + gap, y, {}));
    return marks;
  }
}
