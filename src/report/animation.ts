/** The animation of a report: frames packed into text, and the script that plays them. */

import type { Picture } from "../draw/index.js";
import type { Point } from "../geometry/index.js";
import type { Frame } from "../measure/index.js";
import { type Goal, goalAt, type Obstacle, obstacleAt, type Scene } from "../world/index.js";

/** Bytes as base64. */
function base64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000)
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

/**
 * Discs as 16-bit parts of the world's box, frame after frame: time, number of discs, and of each id, x, y. Those behind the front
 * of a long body come after all fronts, from front to rear, with the id of the body.
 */
export function packFrames(frames: readonly Frame[], { minX, minY, maxX, maxY }: Picture["world"]): string {
  const total = frames.reduce((sum, { ids, parts }) => sum + ids.length + parts.ids.length, 0);
  const view = new DataView(new ArrayBuffer(8 * frames.length + 8 * total));
  let at = 0;
  const share = (value: number, low: number, high: number): number =>
    Math.max(0, Math.min(65535, Math.round((65535 * (value - low)) / (high - low))));
  for (const { time, parts, ...fronts } of frames) {
    view.setFloat32(at, time, true);
    view.setUint32(at + 4, fronts.ids.length + parts.ids.length, true);
    at += 8;
    for (const { ids, x, y } of [fronts, parts]) {
      ids.forEach((id, i) => {
        view.setUint32(at, id, true);
        view.setUint16(at + 4, share(x[i], minX, maxX), true);
        view.setUint16(at + 6, share(y[i], minY, maxY), true);
        at += 8;
      });
    }
  }
  return base64(new Uint8Array(view.buffer));
}

/** Half the width of everybody by id, in metres to the centimetre; of one number where all are as wide. */
export function widthsOf(frames: readonly Frame[]): number[] {
  const radii: number[] = [];
  for (const { ids, radius } of frames) {
    ids.forEach((id, i) => {
      radii[id] = Math.round(100 * radius[i]) / 100;
    });
  }
  const known = Array.from(radii, (radius) => radius ?? 0);
  const widest = known.reduce((most, radius) => Math.max(most, radius), 0);
  return known.every((radius) => radius === widest || radius === 0) ? [widest] : known;
}

/** Something by a timetable as it stands in a frame: lines and rings in metres, centimetre by centimetre; null while it is away. */
interface MovingShape {
  readonly goal: boolean;
  /** One list of lines per frame. */
  readonly frames: readonly (readonly (readonly Point[])[] | null)[];
}

const rounded = ([x, y]: Point): Point => [Math.round(100 * x) / 100, Math.round(100 * y) / 100];

function obstacleLines({ polygon, segment, point }: Obstacle): Point[][] {
  return [polygon ? [...polygon, polygon[0]] : (segment ?? [point!, point!])].map((line) =>
    line.map(rounded),
  );
}

function goalLines({ points = [], segments = [] }: Goal): Point[][] {
  return [...points.map((p) => [p, p]), ...segments].map((line) => line.map(rounded));
}

/** What moves, opens or closes, frame by frame. */
export function movingShapes(
  { obstacles = [], goals = {} }: Scene,
  frames: readonly Pick<Frame, "time">[],
): MovingShape[] {
  const walls = obstacles.filter(({ schedule }) => schedule);
  const doors = Object.values(goals).filter(({ schedule }) => schedule);
  const over = <T>(at: (time: number) => T | null, lines: (shape: T) => Point[][]): MovingShape["frames"] =>
    frames.map(({ time }) => {
      const shape = at(time);
      return shape && lines(shape);
    });
  return [
    ...walls.map((wall) => ({ goal: false, frames: over((time) => obstacleAt(wall, time), obstacleLines) })),
    ...doors.map((door) => ({ goal: true, frames: over((time) => goalAt(door, time), goalLines) })),
  ];
}

/** The plan without what moves: that is drawn into each frame. */
export function stillPlan(scene: Scene): Scene {
  const { spawns: _, obstacles = [], goals = {}, ...rest } = scene;
  const still = Object.entries(goals).filter(([, { schedule }]) => !schedule);
  return {
    ...rest,
    obstacles: obstacles.filter(({ schedule }) => !schedule),
    goals: Object.fromEntries(still),
  };
}

/** Stills that a printed page has instead of the animation. */
const STILLS = 4;

/** What the stills are drawn into: shown in print alone. */
export const STILLS_HTML = `<div class="stills">${"<figure><canvas></canvas><figcaption></figcaption></figure>".repeat(STILLS)}</div>`;

/** The player: plain script for a page that may be opened from a disk, years from now. */
export const PLAYER = `
(() => {
  const data = JSON.parse(document.getElementById("animation-data").textContent);
  const bytes = Uint8Array.from(atob(data.frames), (c) => c.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const frames = [];
  for (let at = 0; at < bytes.length; ) {
    const frame = { time: view.getFloat32(at, true), people: new Map() };
    const count = view.getUint32(at + 4, true);
    at += 8;
    for (let i = 0; i < count; i++, at += 8) {
      const x = data.box[0] + (view.getUint16(at + 4, true) / 65535) * (data.box[2] - data.box[0]);
      const y = data.box[1] + (view.getUint16(at + 6, true) / 65535) * (data.box[3] - data.box[1]);
      const id = view.getUint32(at, true);
      const body = frame.people.get(id);
      if (body) body.push([x, y]);
      else frame.people.set(id, [[x, y]]);
    }
    frames.push(frame);
  }
  const canvas = document.getElementById("animation");
  const scrubber = document.getElementById("scrubber");
  const button = document.getElementById("play");
  const speed = document.getElementById("speed");
  const clock = document.getElementById("clock");
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const plan = new Image();
  const end = frames.length ? frames[frames.length - 1].time : 0;
  let time = 0;
  let playing = false;
  let last = 0;
  scrubber.max = String(end);
  const colour = (id) => data.colours[data.groups[id] % data.colours.length] || data.colours[0];
  const px = (x) => data.left + (x - data.box[0]) * data.scale;
  const py = (y) => data.bottom - (y - data.box[1]) * data.scale;
  // Obstacles and goals that move, between two frames.
  function drawMoving(context, k, t) {
    for (const { goal, frames: shapes } of data.moving) {
      const lines = shapes[k];
      const next = shapes[Math.min(k + 1, shapes.length - 1)];
      if (!lines) continue;
      context.beginPath();
      lines.forEach((line, i) => {
        const to = next && next[i] && next[i].length === line.length ? next[i] : line;
        line.forEach(([x, y], j) => {
          const at = [px(x + t * (to[j][0] - x)), py(y + t * (to[j][1] - y))];
          if (j === 0) context.moveTo(at[0], at[1]);
          else context.lineTo(at[0], at[1]);
        });
      });
      context.lineCap = "round";
      context.lineWidth = goal ? 5 : 3;
      context.strokeStyle = goal ? data.goalColour : data.wallColour;
      context.fillStyle = data.solidColour;
      if (!goal) context.fill();
      context.stroke();
    }
  }
  // A disc, or a row of them from front to rear, which a line with round ends covers.
  function drawBody(context, id, body, to, t) {
    const radius = Math.max(2, (data.radii[id] || data.radii[0]) * data.scale);
    context.beginPath();
    body.forEach(([x, y], k) => {
      const [toX, toY] = to[k] || [x, y];
      const at = [px(x + t * (toX - x)), py(y + t * (toY - y))];
      if (body.length === 1) context.arc(at[0], at[1], radius, 0, 2 * Math.PI);
      else if (k === 0) context.moveTo(at[0], at[1]);
      else context.lineTo(at[0], at[1]);
    });
    context.fillStyle = context.strokeStyle = colour(id);
    if (body.length === 1) return context.fill();
    context.lineCap = context.lineJoin = "round";
    context.lineWidth = 2 * radius;
    context.stroke();
  }
  // The plan and everybody on it at a time; returns how many are inside.
  function drawAt(canvas, time) {
    canvas.width = data.width * ratio;
    canvas.height = data.height * ratio;
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.drawImage(plan, 0, 0, data.width, data.height);
    let k = 0;
    while (k + 1 < frames.length && frames[k + 1].time <= time) k++;
    const now = frames[k];
    const next = frames[Math.min(k + 1, frames.length - 1)];
    if (!now) return 0;
    const t = next.time > now.time ? (time - now.time) / (next.time - now.time) : 0;
    drawMoving(context, k, t);
    for (const [id, body] of now.people) drawBody(context, id, body, next.people.get(id) || body, t);
    return now.people.size;
  }
  function draw() {
    const inside = drawAt(canvas, time);
    scrubber.value = String(time);
    clock.textContent = time.toFixed(1) + " s of " + end.toFixed(1) + " s, " + inside + " inside";
  }
  // Paper does not move: a row of stills, at even times, takes the animation's place.
  function drawStills() {
    document.querySelectorAll(".stills figure").forEach((figure, k, all) => {
      const at = (k / all.length) * end;
      const inside = drawAt(figure.querySelector("canvas"), at);
      figure.querySelector("figcaption").textContent = at.toFixed(1) + " s: " + inside + " inside";
    });
  }
  function tick(now) {
    if (!playing) return;
    time = Math.min(end, time + ((now - last) / 1000) * Number(speed.value));
    last = now;
    draw();
    if (time >= end) stop();
    else requestAnimationFrame(tick);
  }
  function stop() {
    playing = false;
    button.textContent = "Play";
  }
  button.addEventListener("click", () => {
    if (playing) return stop();
    if (time >= end) time = 0;
    playing = true;
    button.textContent = "Pause";
    last = performance.now();
    requestAnimationFrame(tick);
  });
  scrubber.addEventListener("input", () => {
    time = Number(scrubber.value);
    draw();
  });
  plan.onload = () => {
    draw();
    drawStills();
  };
  plan.src = data.plan;
})();
`;
