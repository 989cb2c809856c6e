/** Paints people: discs of true size with a notch where they head, coloured by what is asked for. */
import { density, hex, type Theme, viridis } from "wayfield/draw";
import { STRIDE } from "../engine/protocol.js";
import type { People } from "../engine/recording.js";
import type { Camera } from "./camera.js";

/** What people are coloured by. */
export type Colouring = "speed" | "density" | "goal" | "waiting";

/** Classes of colour: people of one class are one path, which is what makes ten thousand of them cheap. */
const CLASSES = 16;
/** Free speed that the ramp ends at, in m/s; density in persons per m2; seconds of standing. */
const FULL = { speed: 1.6, density: 4, waiting: 30 };

const HUES = ["#3b6fd8", "#d9722e", "#2a9d6f", "#a04fc9", "#c9a227", "#2aa3b8", "#c94f6d", "#7a7f87"];

const rampColours = (ramp: (t: number) => readonly [number, number, number]): string[] =>
  Array.from({ length: CLASSES }, (_, i) => hex(ramp(i / (CLASSES - 1)) as [number, number, number]));
const SPEED_COLOURS = rampColours((t) => viridis(t));
const PRESS_COLOURS = rampColours((t) => density(0.15 + 0.85 * t));

/** The colours of a colouring, from low to high. */
export function coloursOf(colouring: Colouring): readonly string[] {
  if (colouring === "goal") return HUES;
  return colouring === "speed" ? SPEED_COLOURS : PRESS_COLOURS;
}

/** Others within this many metres make up the density that somebody feels. */
const REACH = 1;

/** Persons per m2 around each, by cells: the number within reach over its area. */
function densities({ data, count }: People): Float32Array {
  const cells = new Map<number, number[]>();
  const key = (x: number, y: number): number => Math.floor(x / REACH) * 1_000_003 + Math.floor(y / REACH);
  for (let i = 0; i < count; i++) {
    const k = key(data[STRIDE * i + 1], data[STRIDE * i + 2]);
    const list = cells.get(k);
    if (list) list.push(i);
    else cells.set(k, [i]);
  }
  const result = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const [x, y] = [data[STRIDE * i + 1], data[STRIDE * i + 2]];
    let near = 0;
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (const j of cells.get(key(x + dx * REACH, y + dy * REACH)) ?? []) {
          const [ex, ey] = [data[STRIDE * j + 1] - x, data[STRIDE * j + 2] - y];
          if (ex * ex + ey * ey <= REACH * REACH) near++;
        }
    result[i] = near / (Math.PI * REACH * REACH);
  }
  return result;
}

/** The class of everybody's colour. */
function classesOf(people: People, colouring: Colouring, standing: (id: number) => number): Uint8Array {
  const { data, count } = people;
  const classes = new Uint8Array(count);
  const feels = colouring === "density" ? densities(people) : null;
  const top = CLASSES - 1;
  for (let i = 0; i < count; i++) {
    const at = STRIDE * i;
    if (colouring === "goal") {
      classes[i] = data[at + 6] % HUES.length;
      continue;
    }
    const value =
      feels?.[i] ?? (colouring === "waiting" ? standing(data[at]) : Math.hypot(data[at + 3], data[at + 4]));
    classes[i] = Math.min(top, Math.round((top * value) / FULL[colouring as keyof typeof FULL]));
  }
  return classes;
}

/** Below this radius in pixels a disc is a square: nobody sees the difference, and it is drawn at once. */
const SMALL = 2.2;

export function paintPeople(
  context: CanvasRenderingContext2D,
  camera: Camera,
  people: People,
  colouring: Colouring,
  theme: Theme,
  standing: (id: number) => number,
): void {
  const { data, count } = people;
  if (count === 0) return;
  const { x, y, scale } = camera.look.value;
  const { width, height } = camera.size.value;
  const [ox, oy] = [width / 2 - x * scale, height / 2 + y * scale];
  const classes = classesOf(people, colouring, standing);
  const colours = coloursOf(colouring);
  const small = data[5] * scale < SMALL;
  context.lineWidth = 1;
  context.strokeStyle = theme.canvas;
  for (let k = 0; k < colours.length; k++) {
    context.beginPath();
    for (let i = 0; i < count; i++) {
      if (classes[i] !== k) continue;
      const at = STRIDE * i;
      const [px, py] = [ox + data[at + 1] * scale, oy - data[at + 2] * scale];
      const radius = Math.max(data[at + 5] * scale, 1.4);
      if (px < -radius || py < -radius || px > width + radius || py > height + radius) continue;
      if (small) context.rect(px - radius, py - radius, 2 * radius, 2 * radius);
      else {
        context.moveTo(px + radius, py);
        context.arc(px, py, radius, 0, 2 * Math.PI);
      }
    }
    context.fillStyle = colours[k];
    context.fill();
    if (!small) context.stroke();
  }
  if (!small) paintNotches(context, data, count, ox, oy, scale, theme);
}

function paintNotches(
  context: CanvasRenderingContext2D,
  data: Float32Array,
  count: number,
  ox: number,
  oy: number,
  scale: number,
  theme: Theme,
): void {
  context.beginPath();
  for (let i = 0; i < count; i++) {
    const at = STRIDE * i;
    const speed = Math.hypot(data[at + 3], data[at + 4]);
    if (speed < 0.05) continue;
    const [px, py] = [ox + data[at + 1] * scale, oy - data[at + 2] * scale];
    const radius = data[at + 5] * scale;
    const [hx, hy] = [data[at + 3] / speed, -data[at + 4] / speed];
    context.moveTo(px + 0.35 * radius * hx, py + 0.35 * radius * hy);
    context.lineTo(px + radius * hx, py + radius * hy);
  }
  context.strokeStyle = theme.canvas;
  context.lineWidth = 1.5;
  context.stroke();
}
