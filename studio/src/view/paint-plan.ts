/** Paints the plan: floor, field, walls and what is planned on them, in the colours of the library's pictures. */
import type { Point } from "wayfield";
import type { Theme } from "wayfield/draw";
import type { Part } from "../document/parts.js";
import type { GridData, Lines, PlanPicture, Role } from "../engine/protocol.js";
import type { Camera } from "./camera.js";

type Context = CanvasRenderingContext2D;

/** How places of a floor come onto the page: by the camera alone, or by a stacked view before it. */
export type Eye = Pick<Camera, "toPage" | "look" | "size">;

/** An image that covers a box of the plan. */
export interface FieldImage {
  readonly image: HTMLCanvasElement;
  readonly box: GridData["box"];
}

/** Pixels as an image that a canvas can stretch. */
export function imageOf(
  pixels: Uint8ClampedArray<ArrayBuffer>,
  width: number,
  height: number,
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")!.putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas;
}

export function trace(context: Context, camera: Eye, points: readonly Point[], closed: boolean): void {
  for (const [i, p] of points.entries()) {
    const [x, y] = camera.toPage(p);
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  if (closed) context.closePath();
}

/** Lines of the plan's metres, a grid step that is round and wide enough to see. */
export function gridStep(scale: number, least = 24): number {
  const wanted = least / scale;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= wanted) ?? 10);
}

function paintGrid(context: Context, camera: Camera, theme: Theme): void {
  const { scale } = camera.look.value;
  const { width, height } = camera.size.value;
  const step = gridStep(scale);
  const [left, top] = camera.toPlan(0, 0);
  const [right, bottom] = camera.toPlan(width, height);
  context.strokeStyle = theme.line;
  for (const every of [1, 5]) {
    context.globalAlpha = every === 1 ? 0.35 : 0.7;
    context.beginPath();
    for (let i = Math.ceil(left / step / every) * every; i * step <= right; i += every) {
      const x = Math.round(camera.toPage([i * step, 0])[0]) + 0.5;
      context.moveTo(x, 0);
      context.lineTo(x, height);
    }
    for (let i = Math.ceil(bottom / step / every) * every; i * step <= top; i += every) {
      const y = Math.round(camera.toPage([0, i * step])[1]) + 0.5;
      context.moveTo(0, y);
      context.lineTo(width, y);
    }
    context.lineWidth = 1;
    context.stroke();
  }
  context.globalAlpha = 1;
}

function paintField(context: Context, eye: Eye, { image, box }: FieldImage): void {
  const { width, height } = image;
  const [o, right, down] = [
    eye.toPage([box.minX, box.maxY]),
    eye.toPage([box.maxX, box.maxY]),
    eye.toPage([box.minX, box.minY]),
  ];
  context.save();
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = "high";
  const across = [(right[0] - o[0]) / width, (right[1] - o[1]) / width] as const;
  const along = [(down[0] - o[0]) / height, (down[1] - o[1]) / height] as const;
  context.transform(...across, ...along, ...o);
  context.drawImage(image, 0, 0);
  context.restore();
}

/** How lines of each role look: width in pixels, opacity, colour. */
function styleOf(role: Role, theme: Theme): { colour: string; width: number; opacity: number } {
  switch (role) {
    case "contour":
      return { colour: "#ffffff", width: 1, opacity: 0.6 };
    case "contour-major":
      return { colour: "#ffffff", width: 1.6, opacity: 0.9 };
    case "border":
      return { colour: "#22262c", width: 1.5, opacity: 0.75 };
    case "cut":
      return { colour: theme.cut, width: 3.5, opacity: 1 };
    case "flow-line":
      return { colour: theme.source, width: 1, opacity: 0.4 };
    case "tick":
    case "lane":
      return { colour: theme.text, width: 1.6, opacity: 0.95 };
    case "arrow":
      return { colour: "#1b2530", width: 1.2, opacity: 0.65 };
    case "edge":
      return { colour: theme.accent, width: 1.5, opacity: 1 };
    case "edge-narrow":
      return { colour: theme.muted, width: 1, opacity: 0.45 };
  }
}

function paintLines(context: Context, camera: Camera, { coords, starts }: Lines): void {
  const { x, y, scale } = camera.look.value;
  const { width, height } = camera.size.value;
  const [ox, oy] = [width / 2 - x * scale, height / 2 + y * scale];
  context.beginPath();
  for (let k = 0; k < starts.length; k++) {
    const end = k + 1 < starts.length ? starts[k + 1] : coords.length / 2;
    for (let i = starts[k]; i < end; i++) {
      const [px, py] = [ox + coords[2 * i] * scale, oy - coords[2 * i + 1] * scale];
      if (i === starts[k]) context.moveTo(px, py);
      else context.lineTo(px, py);
    }
  }
  context.stroke();
}

/** Lines of some roles: the min cut lies above the walls, everything else beneath. */
function paintRoles(
  context: Context,
  camera: Camera,
  { lines }: PlanPicture,
  theme: Theme,
  wanted: (role: Role) => boolean,
): void {
  context.lineJoin = "round";
  context.lineCap = "round";
  for (const { role, lines: some } of lines) {
    if (!wanted(role)) continue;
    const { colour, width, opacity } = styleOf(role, theme);
    context.globalAlpha = opacity;
    context.strokeStyle = colour;
    context.lineWidth = width;
    paintLines(context, camera, some);
  }
  context.globalAlpha = 1;
}

function paintPicture(context: Context, camera: Camera, picture: PlanPicture, theme: Theme): void {
  paintRoles(context, camera, picture, theme, (role) => role !== "cut");
  context.font = "600 11px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { at, text } of picture.labels)
    paintLabel(context, camera.toPage(at), text, "#ffffff", "#000000a0");
}

/** Text with a halo, so that it can be read on anything. */
export function paintLabel(
  context: Context,
  [x, y]: readonly [number, number],
  text: string,
  fill: string,
  halo: string,
): void {
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.strokeStyle = halo;
  context.strokeText(text, x, y);
  context.fillStyle = fill;
  context.fillText(text, x, y);
}

const COLOURS: Partial<Record<Part["kind"], keyof Theme>> = {
  goal: "goal",
  source: "source",
  sink: "sink",
  barrier: "barrier",
  weight: "weight",
  spawn: "spawn",
  queue: "stay",
  waiting: "stay",
  zone: "zone",
  route: "route",
  area: "measure",
  line: "measure",
  stairs: "accent",
  lift: "accent",
};

/** The colour that a kind of part is drawn in. */
export function colourOf(kind: Part["kind"], theme: Theme): string {
  return theme[COLOURS[kind] ?? "wall"];
}

function paintFlag(context: Context, [x, y]: readonly [number, number], colour: string): void {
  context.fillStyle = colour;
  context.fillRect(x - 1, y - 16, 2, 16);
  context.beginPath();
  context.moveTo(x + 1, y - 16);
  context.lineTo(x + 12, y - 12);
  context.lineTo(x + 1, y - 8);
  context.fill();
}

function paintPart(context: Context, camera: Eye, part: Part, theme: Theme, filled = true): void {
  const colour = colourOf(part.kind, theme);
  const { scale } = camera.look.value;
  context.strokeStyle = colour;
  if (part.shape === "point" && part.kind === "goal") {
    paintFlag(context, camera.toPage(part.points[0]), colour);
    return;
  }
  if (part.shape === "point" || part.shape === "places") {
    context.fillStyle = colour;
    const radius = part.kind === "spawn" ? Math.max(2.5, 0.2 * scale) : 3;
    context.beginPath();
    for (const p of part.points) {
      const [x, y] = camera.toPage(p);
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
    context.fill();
    return;
  }
  context.beginPath();
  trace(context, camera, part.points, part.shape === "ring");
  if (part.shape === "ring") {
    if (filled) {
      context.globalAlpha = 0.14;
      context.fillStyle = colour;
      context.fill();
      context.globalAlpha = 1;
    }
    context.lineWidth = 1;
    context.setLineDash([4, 3]);
    context.stroke();
    context.setLineDash([]);
    return;
  }
  context.lineWidth = part.kind === "line" || part.kind === "queue" ? 2 : 4;
  if (part.kind === "line" || part.kind === "queue") context.setLineDash([6, 4]);
  context.lineCap = "butt";
  if (part.kind === "door") {
    // A gap in the wall with a thin leaf.
    context.strokeStyle = theme.floor;
    context.lineWidth = 5;
    context.stroke();
    context.strokeStyle = theme.wall;
    context.lineWidth = 1;
  }
  context.stroke();
  context.setLineDash([]);
}

function paintWalls(context: Context, camera: Eye, parts: readonly Part[], theme: Theme): void {
  const traceAll = (wanted: Part["kind"], closed: boolean): void => {
    context.beginPath();
    for (const { kind, points } of parts) if (kind === wanted) trace(context, camera, points, closed);
  };
  context.lineJoin = "round";
  context.lineCap = "round";
  context.fillStyle = theme.solid;
  context.strokeStyle = theme.wall;
  traceAll("block", true);
  context.fill("nonzero");
  context.lineWidth = 1;
  context.stroke();
  traceAll("wall", false);
  context.lineWidth = 2.5;
  context.stroke();
  traceAll("boundary", true);
  context.lineWidth = 3;
  context.stroke();
}

/** What lies on the floor, beneath walls. */
const AREAS: readonly Part["kind"][] = ["zone", "spawn", "area", "waiting"];

/** What is painted beneath the walls. */
interface Under {
  readonly field: FieldImage | null;
  readonly picture: PlanPicture | null;
}

/** The empty page, with a grid where there is room for one. */
export function paintPage(context: Context, camera: Camera, theme: Theme, grid: boolean): void {
  const { width, height } = camera.size.value;
  context.fillStyle = theme.canvas;
  context.fillRect(0, 0, width, height);
  if (grid) paintGrid(context, camera, theme);
}

/** One floor: its ground, what is measured on it, its walls and everything else that stands still. */
export function paintFloor(
  context: Context,
  eye: Eye,
  parts: readonly Part[],
  theme: Theme,
  field: FieldImage | null,
  lines: () => void = () => {},
): void {
  const outline = parts.find(({ kind }) => kind === "boundary");
  if (!outline) return;
  context.beginPath();
  trace(context, eye, outline.points, true);
  context.fillStyle = theme.floor;
  context.globalAlpha = field ? 1 : 0.92;
  context.fill();
  context.globalAlpha = 1;
  if (field) {
    // Maps of a run reach beyond the outline of a level.
    context.save();
    context.clip();
    paintField(context, eye, field);
    context.restore();
  }
  for (const part of parts) if (AREAS.includes(part.kind)) paintPart(context, eye, part, theme, !field);
  lines();
  paintWalls(context, eye, parts, theme);
  for (const part of parts) {
    if (part.kind === "block" || part.kind === "wall" || part.kind === "boundary") continue;
    // Stairs and lifts are drawn with their arrows, over everything.
    if (AREAS.includes(part.kind) || part.kind === "stairs" || part.kind === "lift") continue;
    paintPart(context, eye, part, theme);
  }
}

/** A plan with everything that stands still. */
export function paintPlan(
  context: Context,
  camera: Camera,
  parts: readonly Part[],
  theme: Theme,
  { field, picture }: Under,
): void {
  paintPage(context, camera, theme, true);
  paintFloor(context, camera, parts, theme, field, () => {
    if (picture) paintPicture(context, camera, picture, theme);
  });
  if (picture) paintRoles(context, camera, picture, theme, (role) => role === "cut");
  paintNames(context, camera, parts, theme);
}

/** Names of goals and counts of people, where there is room to read them. */
function paintNames(context: Context, camera: Eye, parts: readonly Part[], theme: Theme): void {
  context.font = "600 11px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  const { width } = camera.size.value;
  for (const part of parts) {
    if (part.kind !== "goal" && part.kind !== "area" && part.kind !== "line") continue;
    const name = part.label.slice(part.label.indexOf(" ") + 1);
    const middle = part.points.reduce<[number, number]>(
      ([x, y], p) => [x + p[0] / part.points.length, y + p[1] / part.points.length],
      [0, 0],
    );
    const [x, y] = camera.toPage(middle);
    // A name at the edge of the view is moved into it.
    const half = context.measureText(name).width / 2 + 4;
    const inside = x < 0 || x > width ? x : Math.min(Math.max(x, half), width - half);
    paintLabel(
      context,
      [inside, y - (part.shape === "point" ? 24 : 12)],
      name,
      colourOf(part.kind, theme),
      theme.canvas,
    );
  }
}
