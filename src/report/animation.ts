/** The animation of a report: frames packed into text, and the script that plays them. */
import type { Frame } from "../crowd/index.js";
import type { Picture } from "../draw/index.js";

/** Bytes as base64. */
function base64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000)
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}

/** Positions as 16-bit parts of the world's box, frame after frame: number, ids, xs, ys. */
export function packFrames(frames: readonly Frame[], { minX, minY, maxX, maxY }: Picture["world"]): string {
  const total = frames.reduce((sum, { ids }) => sum + ids.length, 0);
  const view = new DataView(new ArrayBuffer(8 * frames.length + 8 * total));
  let at = 0;
  const part = (value: number, low: number, high: number): number =>
    Math.max(0, Math.min(65535, Math.round((65535 * (value - low)) / (high - low))));
  for (const { time, ids, x, y } of frames) {
    view.setFloat32(at, time, true);
    view.setUint32(at + 4, ids.length, true);
    at += 8;
    ids.forEach((id, i) => {
      view.setUint32(at, id, true);
      view.setUint16(at + 4, part(x[i], minX, maxX), true);
      view.setUint16(at + 6, part(y[i], minY, maxY), true);
      at += 8;
    });
  }
  return base64(new Uint8Array(view.buffer));
}

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
      frame.people.set(view.getUint32(at, true), [x, y]);
    }
    frames.push(frame);
  }
  const canvas = document.getElementById("animation");
  const scrubber = document.getElementById("scrubber");
  const button = document.getElementById("play");
  const speed = document.getElementById("speed");
  const clock = document.getElementById("clock");
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  canvas.width = data.width * ratio;
  canvas.height = data.height * ratio;
  const context = canvas.getContext("2d");
  const plan = new Image();
  const end = frames.length ? frames[frames.length - 1].time : 0;
  let time = 0;
  let playing = false;
  let last = 0;
  scrubber.max = String(end);
  const colour = (id) => data.colours[data.groups[id] % data.colours.length] || data.colours[0];
  function draw() {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.drawImage(plan, 0, 0, data.width, data.height);
    let k = 0;
    while (k + 1 < frames.length && frames[k + 1].time <= time) k++;
    const now = frames[k];
    const next = frames[Math.min(k + 1, frames.length - 1)];
    if (!now) return;
    const t = next.time > now.time ? (time - now.time) / (next.time - now.time) : 0;
    for (const [id, [x, y]] of now.people) {
      const to = next.people.get(id) || [x, y];
      context.fillStyle = colour(id);
      context.beginPath();
      const px = data.left + (x + t * (to[0] - x) - data.box[0]) * data.scale;
      const py = data.bottom - (y + t * (to[1] - y) - data.box[1]) * data.scale;
      context.arc(px, py, Math.max(2, data.radius * data.scale), 0, 2 * Math.PI);
      context.fill();
    }
    scrubber.value = String(time);
    clock.textContent = time.toFixed(1) + " s of " + end.toFixed(1) + " s, " + now.people.size + " inside";
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
  plan.onload = draw;
  plan.src = data.plan;
})();
`;
