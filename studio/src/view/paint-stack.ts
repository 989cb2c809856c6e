/** Paints a building with its levels one above the other: floors, stairs between them, people on them, the way through them. */
import type { Theme } from "wayfield/draw";
import type { Part } from "../document/parts.js";
import { type SpaceWay, STRIDE } from "../engine/protocol.js";
import type { People } from "../engine/recording.js";
import type { Camera } from "./camera.js";
import { paintFlightsFrom } from "./paint-flights.js";
import { type Eye, type FieldImage, paintFloor, paintLabel, paintPage, trace } from "./paint-plan.js";
import type { Stack } from "./stack.js";
import { nameSpots } from "./stack-names.js";

type Context = CanvasRenderingContext2D;

export interface StackPicture {
  readonly stack: Stack;
  /** Parts of each level. */
  readonly parts: readonly (readonly Part[])[];
  readonly fields: readonly (FieldImage | null)[];
  /** The level that is chosen. */
  readonly chosen: number;
}

/** Pixels that a slab is thick. */
const SLAB = 5;

/** Everything from the lowest level up, so that what is above covers what is below. */
export function paintStack(
  context: Context,
  camera: Camera,
  { stack, parts, fields, chosen }: StackPicture,
  theme: Theme,
  people: (level: number) => void,
): void {
  paintPage(context, camera, theme, false);
  for (const level of stack.order) {
    const eye: Eye = {
      toPage: (p) => camera.toPage(stack.at(level, p)),
      look: camera.look,
      size: camera.size,
    };
    paintSlab(context, camera, stack, level, theme);
    context.globalAlpha = 1;
    paintFloor(context, eye, parts[level], theme, fields[level] ?? null);
    if (level === chosen) {
      context.beginPath();
      trace(context, camera, stack.outline(level), true);
      context.strokeStyle = theme.accent;
      context.lineWidth = 3;
      context.stroke();
    }
    people(level);
    paintFlightsFrom(context, (p, z) => camera.toPage(stack.project(p, z)), stack.scene, level, theme);
  }
  paintNames(context, camera, stack, chosen, theme);
}

function paintSlab(context: Context, camera: Camera, stack: Stack, level: number, theme: Theme): void {
  const ring = stack.outline(level).map((p) => camera.toPage(p));
  context.beginPath();
  for (const [i, [x, y]] of ring.entries()) {
    if (i === 0) context.moveTo(x, y + SLAB);
    else context.lineTo(x, y + SLAB);
  }
  context.closePath();
  context.fillStyle = theme.line;
  context.fill();
  // The floor itself is solid: what is below shows around it, not through it.
  context.beginPath();
  trace(context, camera, stack.outline(level), true);
  context.fillStyle = theme.canvas;
  context.fill();
}

const NAME_FONT = "600 12px system-ui, sans-serif";
const CHOSEN_FONT = "700 12px system-ui, sans-serif";
const HEIGHT_FONT = "11px system-ui, sans-serif";

const heightOf = ({ elevation }: { readonly elevation: number }): string => `${elevation.toFixed(2)} m`;

/** How wide the names of levels and their heights are, in pixels: as if each were chosen, so that none moves when it is. */
export function nameWidths(context: Context, { levels }: Stack["scene"]): number[] {
  context.font = CHOSEN_FONT;
  const names = levels.map(({ name }) => context.measureText(name).width);
  context.font = HEIGHT_FONT;
  return levels.map((level, i) => Math.ceil(Math.max(names[i], context.measureText(heightOf(level)).width)));
}

/** A text that is no wider than there is room, by the font that is set. */
function shortened(context: Context, text: string, width: number): string {
  const letters = [...text];
  let shown = text;
  while (letters.length > 0 && context.measureText(shown).width > width) {
    letters.pop();
    shown = `${letters.join("").trimEnd()}…`;
  }
  return shown;
}

/** Over everything, since names stand where nothing else is. */
function paintNames(context: Context, camera: Camera, stack: Stack, chosen: number, theme: Theme): void {
  const widths = nameWidths(context, stack.scene);
  context.textAlign = "right";
  context.textBaseline = "middle";
  const spots = nameSpots(stack, (q) => camera.toPage(q), widths, camera.size.value.width);
  for (const { level, x, y, width } of spots) {
    const isChosen = level === chosen;
    const { name } = stack.scene.levels[level];
    context.font = isChosen ? CHOSEN_FONT : NAME_FONT;
    const text = shortened(context, name, width);
    paintLabel(context, [x, y - 8], text, isChosen ? theme.accent : theme.text, theme.canvas);
    context.font = HEIGHT_FONT;
    const height = shortened(context, heightOf(stack.scene.levels[level]), width);
    paintLabel(context, [x, y + 8], height, theme.muted, theme.canvas);
  }
}

/** People of a level where they come to lie: on stairs between floors, and turned as the floor is. */
export function stackedPeople({ count, data, levels, heights }: People, stack: Stack, level: number): People {
  const some: People = { count: 0, data: new Float32Array(STRIDE * count) };
  for (let i = 0; i < count; i++) {
    if (levels?.[i] !== level) continue;
    const [x, y, vx, vy] = data.subarray(STRIDE * i + 1, STRIDE * i + 5);
    const z = heights?.[i] ?? 0;
    const [px, py] = stack.project([x, y], z);
    const [qx, qy] = stack.project([x + vx, y + vy], z);
    const at = STRIDE * some.count++;
    some.data.set(data.subarray(STRIDE * i, STRIDE * (i + 1)), at);
    some.data.set([px, py, qx - px, qy - py], at + 1);
  }
  return some;
}

/** A way through the building, over everything. */
export function paintSpaceWay(
  context: Context,
  camera: Camera,
  stack: Stack,
  way: SpaceWay,
  theme: Theme,
): void {
  context.lineJoin = "round";
  context.beginPath();
  for (const [i, [x, y, z]] of way.points.entries()) {
    const [px, py] = camera.toPage(stack.project([x, y], z));
    if (i === 0) context.moveTo(px, py);
    else context.lineTo(px, py);
  }
  context.strokeStyle = theme.canvas;
  context.lineWidth = 5;
  context.stroke();
  context.strokeStyle = theme.accent;
  context.lineWidth = 3;
  context.stroke();
}
