/** What pictures of plans have in common: pixels, contours, answers for places. */
import { type Guide, InputError, type Point } from "wayfield";
import { contour, type Field, niceLength, type Ramp } from "wayfield/draw";
import { linesOf } from "./lines.js";
import type { Body, PlanPicture, Probe } from "./protocol.js";

/** A plan that was made: its picture, and an answer for every place. */
export interface Made {
  readonly picture: PlanPicture;
  probe(at: Point, wish?: Wish): Probe | null;
}

/** What is asked for besides the value at a place. */
interface Wish {
  /** The level of a building that the place is on. */
  readonly level: number;
  readonly localMap: boolean;
  readonly body?: Body;
}

export type Drawn = PlanPicture["lines"][number];

export const metres = (value: number): string => `${value.toFixed(2)} m`;

/** The goals that a plan leads to: those asked for, else the first. */
export function goalsOf(scene: { readonly goals?: object }, wanted: readonly string[]): string[] {
  const names = Object.keys(scene.goals ?? {});
  if (names.length === 0) throw new InputError("there is no goal yet: draw one with the goal tool", "goals");
  const known = names.filter((name) => wanted.includes(name));
  return known.length > 0 ? known : names.slice(0, 1);
}

export const inWords = (goals: readonly string[]): string => goals.join(" or ");

export const NO_WAY = "no way leads from here";

export function probeBy(guide: Guide, what: (p: Point) => string | null): Made["probe"] {
  return (at) => {
    const path = guide.pathFrom(at);
    const text = path ? what(at) : guide.reason?.(at);
    return { at, level: 0, path, circle: null, text: text ?? NO_WAY };
  };
}

/** Pixels by colour of a value, row 0 on top as images have it; what is NaN stays clear. */
export function pixelsOf(
  width: number,
  height: number,
  colour: (i: number) => readonly [number, number, number, number?] | null,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const rgb = colour(row * width + column);
      if (!rgb) continue;
      const at = 4 * ((height - 1 - row) * width + column);
      pixels[at] = rgb[0];
      pixels[at + 1] = rgb[1];
      pixels[at + 2] = rgb[2];
      pixels[at + 3] = rgb[3] ?? 255;
    }
  return pixels;
}

/** A table of a ramp's colours: looking one up is far quicker than mixing it. */
export function table(ramp: Ramp): readonly (readonly [number, number, number])[] {
  return Array.from({ length: 257 }, (_, i) => ramp(i / 256) as [number, number, number]);
}

/** Contours every round length or time, with labels on every fifth. */
export function contoursOf(
  raster: Field,
  values: ArrayLike<number>,
  most: number,
  unit: string,
): Pick<PlanPicture, "labels"> & { readonly lines: Drawn[] } {
  const spacing = most > 0 ? niceLength(most / 12) : 0;
  const labels: { at: Point; text: string }[] = [];
  const minor: (readonly [Point, Point])[] = [];
  const major: (readonly [Point, Point])[] = [];
  for (let k = 1; spacing > 0 && k * spacing < most; k++) {
    const pieces = contour(raster, values, k * spacing);
    for (const piece of pieces) (k % 5 === 0 ? major : minor).push(piece);
    const middle = pieces[pieces.length >> 1];
    if (k % 5 === 0 && middle)
      labels.push({ at: middle[0], text: `${+(k * spacing).toPrecision(6)} ${unit}` });
  }
  const lines: Drawn[] = [
    { role: "contour", lines: linesOf(minor) },
    { role: "contour-major", lines: linesOf(major) },
  ];
  return { lines, labels };
}

export const percent = (share: number): string => `${(100 * share).toFixed(share === 1 ? 0 : 1)} %`;
