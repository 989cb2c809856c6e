/** Where the page looks: the middle of the view in metres, and pixels per metre; y points up in the plan, down on the page. */
import { type Signal, signal } from "@preact/signals";
import type { Box, Point } from "wayfield";

export interface Look {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Pixels per metre: a city of 100 km on a phone, and a millimetre that one can see. */
const SCALES = { least: 1e-3, greatest: 5000 };

/** Room around a plan that is fitted, in pixels: the rail lies at the left, on a phone on top. */
const MARGINS = {
  desk: { left: 72, right: 24, top: 24, bottom: 40 },
  phone: { left: 12, right: 12, top: 64, bottom: 64 },
};
const PHONE = 720;
/** On a low window the rail has two columns. */
const LOW = 780;
const SECOND_COLUMN = 36;
/** The strip of a building's levels: beside the rail, on a phone beneath it. */
const STRIP = { width: 132, height: 48 };

/** Pixels at the left of a box that names take in a view of some width. */
type Names = (viewWidth: number) => number;

export class Camera {
  /** Views beside each other share one look. */
  readonly look: Signal<Look>;
  /** Size of the view in pixels of the page. */
  readonly size = signal<{ readonly width: number; readonly height: number }>({ width: 1, height: 1 });

  /** What was fitted last; null since somebody looked elsewhere. */
  private fitted: { readonly box: Box; readonly strip: boolean; readonly names: Names } | null = null;

  constructor(look = signal<Look>({ x: 0, y: 0, scale: 20 })) {
    this.look = look;
  }

  toPage([x, y]: Point): [number, number] {
    const { x: cx, y: cy, scale } = this.look.value;
    const { width, height } = this.size.value;
    return [width / 2 + (x - cx) * scale, height / 2 - (y - cy) * scale];
  }

  toPlan(px: number, py: number): [number, number] {
    const { x, y, scale } = this.look.value;
    const { width, height } = this.size.value;
    return [x + (px - width / 2) / scale, y - (py - height / 2) / scale];
  }

  /** Metres that so many pixels are. */
  metres(pixels: number): number {
    return pixels / this.look.value.scale;
  }

  pan(dx: number, dy: number): void {
    this.fitted = null;
    const { x, y, scale } = this.look.value;
    this.look.value = { x: x - dx / scale, y: y + dy / scale, scale };
  }

  /** Zooms so that what is under a pixel stays there. */
  zoomAt(px: number, py: number, factor: number): void {
    this.fitted = null;
    const [x, y] = this.toPlan(px, py);
    const { scale: before, ...look } = this.look.value;
    const scale = Math.min(SCALES.greatest, Math.max(SCALES.least, before * factor));
    const t = 1 - before / scale;
    this.look.value = { x: look.x + (x - look.x) * t, y: look.y + (y - look.y) * t, scale };
  }

  /** Another size of the view: what was fitted stays so. */
  resize(width: number, height: number): void {
    this.size.value = { width, height };
    if (this.fitted) this.fit(this.fitted.box, this.fitted.strip, this.fitted.names);
  }

  /** Shows a box whole, beside the strip of levels where there is one, with room at its left for names. */
  fit({ minX, minY, maxX, maxY }: Box, strip = false, names: Names = () => 0): void {
    this.fitted = { box: { minX, minY, maxX, maxY }, strip, names };
    const { width, height } = this.size.value;
    const { right, bottom, ...margin } = width < PHONE ? MARGINS.phone : MARGINS.desk;
    const second = width >= PHONE && window.innerHeight <= LOW ? SECOND_COLUMN : 0;
    const left = margin.left + second + (strip && width >= PHONE ? STRIP.width : 0) + names(width);
    const top = margin.top + (strip && width < PHONE ? STRIP.height : 0);
    const [w, h] = [Math.max(width - left - right, 40), Math.max(height - top - bottom, 40)];
    const wanted = Math.min(w / Math.max(maxX - minX, 1e-3), h / Math.max(maxY - minY, 1e-3));
    const scale = Math.min(SCALES.greatest, Math.max(SCALES.least, wanted));
    this.look.value = {
      x: (minX + maxX) / 2 + (right - left) / 2 / scale,
      y: (minY + maxY) / 2 + (top - bottom) / 2 / scale,
      scale,
    };
  }
}
