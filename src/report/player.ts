/** The script that plays the frames of a report. */

/** Stills that a printed page has instead of the animation. */
const STILLS = 4;

/** What the stills are drawn into: shown in print alone. */
export const STILLS_HTML = `<div class="stills">${"<figure><canvas></canvas><figcaption></figcaption></figure>".repeat(STILLS)}</div>`;

/**
 * The player: plain script for a page that may be opened from a disk, years from now.
 *
 * A view lays places of levels on its page by one affine map per level, and draws them in stages. In a stacked view each level is a
 * stage, whose floor hides whoever is behind it.
 */
export const PLAYER = `
(() => {
  const data = JSON.parse(document.getElementById("animation-data").textContent);
  const bytes = Uint8Array.from(atob(data.frames), (c) => c.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const frames = [];
  // Of each disc its id, x and y; in a building also its height and the number of its level.
  const [low, high] = data.box;
  const size = data.isBuilding ? 12 : 8;
  const part = (at, k) => low[k] + (view.getUint16(at + 4 + 2 * k, true) / 65535) * (high[k] - low[k]);
  for (let at = 0; at < bytes.length; ) {
    const frame = { time: view.getFloat32(at, true), people: new Map() };
    const count = view.getUint32(at + 4, true);
    at += 8;
    for (let i = 0; i < count; i++, at += size) {
      const id = view.getUint32(at, true);
      const disc = { x: part(at, 0), y: part(at, 1), z: 0, level: 0 };
      if (data.isBuilding) [disc.z, disc.level] = [part(at, 2), view.getUint16(at + 10, true)];
      const body = frame.people.get(id);
      if (body) body.push(disc);
      else frame.people.set(id, [disc]);
    }
    frames.push(frame);
  }
  const canvas = document.getElementById("animation");
  const scrubber = document.getElementById("scrubber");
  const button = document.getElementById("play");
  const speed = document.getElementById("speed");
  const clock = document.getElementById("clock");
  const selector = document.getElementById("view");
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const above = document.createElement("canvas");
  const end = frames.length ? frames[frames.length - 1].time : 0;
  let shown = data.views[0];
  let time = 0;
  let playing = false;
  let last = 0;
  scrubber.max = String(end);
  const colour = (id) => data.colours[data.groups[id] % data.colours.length] || data.colours[0];
  const place = (page, { x, y, z, level }) => {
    const [xx, xy, xz, x0, yx, yy, yz, y0] = page.maps[level];
    return [xx * x + xy * y + xz * z + x0, yx * x + yy * y + yz * z + y0];
  };
  const between = (a, b, t) => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
  const trace = (context, line) => {
    line.forEach(([x, y], k) => (k === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  };
  // Obstacles and goals of a level that move, between two frames.
  function drawMoving(context, page, stage, k, t) {
    for (const { goal, level, z, frames: shapes } of data.moving) {
      const lines = shapes[k];
      const next = shapes[Math.min(k + 1, shapes.length - 1)];
      if (!lines || !stage.levels.includes(level)) continue;
      const on = ([x, y]) => place(page, { x, y, z, level });
      context.beginPath();
      lines.forEach((line, i) => {
        const to = next && next[i] && next[i].length === line.length ? next[i] : line;
        trace(context, line.map((p, j) => between(on(p), on(to[j]), t)));
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
  function drawBody(context, page, id, body, to, t) {
    const radius = Math.max(2, (data.radii[id] || data.radii[0]) * page.scale);
    const isStacked = page.stages.length > 1;
    // Where levels lie side by side nobody crosses the gap between them.
    const isNear = (a, b) => isStacked || a.level === b.level;
    const line = body.flatMap((disc, k) => {
      if (!isNear(disc, body[0])) return [];
      const next = to[k] && isNear(disc, to[k]) ? to[k] : disc;
      return [between(place(page, disc), place(page, next), t)];
    });
    context.beginPath();
    context.fillStyle = context.strokeStyle = colour(id);
    if (line.length === 1) {
      context.arc(line[0][0], line[0][1], radius, 0, 2 * Math.PI);
      return context.fill();
    }
    trace(context, line);
    context.lineCap = context.lineJoin = "round";
    context.lineWidth = 2 * radius;
    context.stroke();
  }
  function begin(canvas, { width, height }) {
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return context;
  }
  // The plan and everybody on it at a time; returns how many are inside, and how many of them are in view.
  function drawAt(canvas, page, time) {
    const ground = begin(canvas, page);
    ground.drawImage(page.image, 0, 0, page.width, page.height);
    let k = 0;
    while (k + 1 < frames.length && frames[k + 1].time <= time) k++;
    const now = frames[k];
    const next = frames[Math.min(k + 1, frames.length - 1)];
    if (!now) return [0, 0];
    const t = next.time > now.time ? (time - now.time) / (next.time - now.time) : 0;
    const isStacked = page.stages.length > 1;
    const context = isStacked ? begin(above, page) : ground;
    const levels = new Map();
    for (const [id, body] of now.people) {
      const { level } = body[0];
      if (!levels.has(level)) levels.set(level, []);
      levels.get(level).push([id, body]);
    }
    let inView = 0;
    for (const stage of page.stages) {
      if (isStacked) {
        context.globalCompositeOperation = "destination-out";
        context.beginPath();
        trace(context, stage.floor);
        context.fill();
        context.globalCompositeOperation = "source-over";
      }
      drawMoving(context, page, stage, k, t);
      for (const level of stage.levels) {
        for (const [id, body] of levels.get(level) || []) {
          drawBody(context, page, id, body, next.people.get(id) || body, t);
          inView++;
        }
      }
    }
    if (isStacked) ground.drawImage(above, 0, 0, page.width, page.height);
    return [now.people.size, inView];
  }
  function draw() {
    if (!shown.image.complete) return;
    const [inside, inView] = drawAt(canvas, shown, time);
    const here = shown.isLevel ? ", " + inView + " in view" : "";
    scrubber.value = String(time);
    clock.textContent = time.toFixed(1) + " s of " + end.toFixed(1) + " s, " + inside + " inside" + here;
  }
  // Paper does not move: a row of stills, at even times, takes the animation's place.
  function drawStills() {
    document.querySelectorAll(".stills figure").forEach((figure, k, all) => {
      const at = (k / all.length) * end;
      const [inside] = drawAt(figure.querySelector("canvas"), data.views[0], at);
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
  // The plan of a view is loaded when it is first chosen.
  function show(page) {
    shown = page;
    if (page.image) return draw();
    page.image = new Image();
    page.image.onload = () => {
      if (page === shown) draw();
      if (page === data.views[0]) drawStills();
    };
    page.image.src = page.plan;
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
  if (selector) selector.addEventListener("change", () => show(data.views[Number(selector.value)]));
  show(data.views[0]);
})();
`;
