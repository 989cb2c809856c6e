/** The canvases: the plan beneath, people above it, and on top what belongs to the pointer. Each is painted when its own changes. */
import { effect } from "@preact/signals";
import { density, THEMES, type Theme, viridis } from "wayfield/draw";
import type { CrowdRun } from "../engine/crowd.js";
import { type GridData, STRIDE } from "../engine/protocol.js";
import type { Studio } from "../studio.js";
import { paintPeople } from "./paint-people.js";
import { colourOf, type FieldImage, imageOf, paintLabel, paintPlan } from "./paint-plan.js";
import type { Pointer } from "./pointer.js";

type Context = CanvasRenderingContext2D;

/** Where the ramps of the maps end, so that two runs can be compared: persons/m2, m/s, seconds of the longest stay. */
const MAP_TOPS = { density: 4, speed: 1.6 };

/** A measured grid as an image. */
function mapImage(
  { width, height, box, values }: GridData,
  kind: "density" | "speed" | "timeToExit",
): FieldImage {
  let top = kind === "timeToExit" ? 1 : MAP_TOPS[kind];
  if (kind === "timeToExit") for (const value of values) if (value > top) top = value;
  const ramp = kind === "density" ? density : viridis;
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const value = values[row * width + column];
      if (!(value > 0)) continue;
      const [r, g, b] = ramp(Math.min(1, value / top));
      const at = 4 * ((height - 1 - row) * width + column);
      pixels.set([r, g, b, kind === "density" ? Math.min(255, 510 * (value / top)) : 235], at);
    }
  return { image: imageOf(pixels, width, height), box };
}

/** Seconds that people have stood, by looking back over frames. */
class Standing {
  private readonly since = new Map<number, number>();
  private upTo = -1;

  constructor(private readonly run: CrowdRun) {}

  /** Looks at frames up to an index; starts anew where time went back. */
  follow(index: number): void {
    const { frames } = this.run.recording;
    if (index < this.upTo) {
      this.since.clear();
      this.upTo = -1;
    }
    for (; this.upTo < index; this.upTo++) {
      const { people, time } = frames[this.upTo + 1];
      for (let k = 0; k < people.length; k += STRIDE) {
        const slow = people[k + 3] ** 2 + people[k + 4] ** 2 < 0.04;
        if (!slow) this.since.delete(people[k]);
        else if (!this.since.has(people[k])) this.since.set(people[k], time);
      }
    }
  }

  of(id: number, time: number): number {
    const since = this.since.get(id);
    return since === undefined ? 0 : Math.max(0, time - since);
  }
}

export class PlanView {
  private readonly layers: readonly {
    canvas: HTMLCanvasElement;
    context: Context;
    dirty: boolean;
    paint(context: Context): void;
  }[];
  private last = 0;
  private readonly overlays = new WeakMap<GridData, FieldImage>();
  private readonly standing = new WeakMap<CrowdRun, Standing>();

  constructor(
    private readonly studio: Studio,
    private readonly host: HTMLElement,
    private readonly pointer: Pointer,
  ) {
    const paints = [this.paintGround, this.paintCrowd, this.paintTop];
    this.layers = paints.map((paint) => {
      const canvas = document.createElement("canvas");
      canvas.setAttribute("aria-hidden", "true");
      host.append(canvas);
      return { canvas, context: canvas.getContext("2d")!, dirty: true, paint: paint.bind(this) };
    });
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
    this.watch();
    requestAnimationFrame((now) => this.frame(now));
  }

  private get theme(): Theme {
    return THEMES[this.studio.theme.value];
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    const { camera } = this.studio;
    const first = camera.size.value.width <= 1;
    camera.size.value = { width, height };
    for (const { canvas, context } of this.layers) {
      canvas.width = Math.round(width * devicePixelRatio);
      canvas.height = Math.round(height * devicePixelRatio);
      context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    }
    for (const layer of this.layers) layer.dirty = true;
    if (first) this.studio.fit();
  }

  /** Marks layers that have to be painted anew when what they show changes. */
  private watch(): void {
    const { studio, pointer, layers } = this;
    const { document, camera } = studio;
    effect(() => {
      void [
        camera.look.value,
        camera.size.value,
        document.scene.value,
        studio.picture.value,
        studio.field.value,
      ];
      void [studio.theme.value, studio.overlay.value, studio.run.value?.state.value];
      layers[0].dirty = true;
    });
    effect(() => {
      void [
        camera.look.value,
        camera.size.value,
        studio.time.value,
        studio.colouring.value,
        studio.theme.value,
      ];
      void [studio.run.value?.end.value, studio.kept.value];
      layers[1].dirty = true;
    });
    effect(() => {
      void [
        camera.look.value,
        camera.size.value,
        document.selected.value,
        pointer.sketch.value,
        pointer.cross.value,
      ];
      void [studio.probe.value, studio.findings.value, studio.theme.value, studio.plan.value];
      void [studio.run.value?.state.value, studio.overlay.value];
      layers[2].dirty = true;
    });
  }

  private frame(now: number): void {
    const seconds = Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    const { playing, run, time, rate } = this.studio;
    if (playing.value && run.value) {
      const end = run.value.recording.end;
      const next = Math.min(end, time.value + seconds * rate.value);
      if (next !== time.value) time.value = next;
      if (next >= end && run.value.state.value !== "running") playing.value = false;
    }
    for (const layer of this.layers) {
      if (!layer.dirty) continue;
      layer.dirty = false;
      layer.paint(layer.context);
    }
    requestAnimationFrame((later) => this.frame(later));
  }

  private paintGround(context: Context): void {
    const { studio } = this;
    const { overlay, run } = studio;
    const result = run.value?.recording.result;
    const grid = overlay.value !== "none" && result ? result[overlay.value] : null;
    // While people walk the plan is theirs: fields beneath them would be noise.
    const planned = run.value ? null : { field: studio.field.value, picture: studio.picture.value };
    paintPlan(context, studio.camera, studio.document.scene.value, studio.document.parts.value, this.theme, {
      field: grid ? this.mapOf(grid, overlay.value as "density") : (planned?.field ?? null),
      picture: planned?.picture ?? null,
      grid: true,
    });
  }

  private mapOf(grid: GridData, kind: "density" | "speed" | "timeToExit"): FieldImage {
    let image = this.overlays.get(grid);
    if (!image) this.overlays.set(grid, (image = mapImage(grid, kind)));
    return image;
  }

  private paintCrowd(context: Context): void {
    const { studio } = this;
    const { width, height } = studio.camera.size.value;
    context.clearRect(0, 0, width, height);
    const run = studio.run.value;
    if (!run) return;
    const time = studio.time.value;
    let standing = this.standing.get(run);
    if (!standing) this.standing.set(run, (standing = new Standing(run)));
    if (studio.colouring.value === "waiting") standing.follow(run.recording.indexAt(time));
    paintPeople(context, studio.camera, run.recording.at(time), studio.colouring.value, this.theme, (id) =>
      standing.of(id, time),
    );
  }

  private paintTop(context: Context): void {
    const { studio } = this;
    const { width, height } = studio.camera.size.value;
    context.clearRect(0, 0, width, height);
    this.paintProbe(context);
    this.paintFindings(context);
    this.paintNarrow(context);
    this.paintSelection(context);
    this.paintSketch(context);
  }

  private line(context: Context, points: readonly (readonly [number, number])[], closed = false): void {
    context.beginPath();
    for (const [i, p] of points.entries()) {
      const [x, y] = this.studio.camera.toPage(p);
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    if (closed) context.closePath();
  }

  private paintProbe(context: Context): void {
    const { probe, camera, run } = this.studio;
    if (!probe.value || run.value) return;
    const { path, circle, at } = probe.value;
    if (path) {
      context.lineJoin = "round";
      this.line(context, path);
      context.strokeStyle = this.theme.canvas;
      context.lineWidth = 5;
      context.stroke();
      context.strokeStyle = this.theme.accent;
      context.lineWidth = 3;
      context.stroke();
    }
    const [x, y] = camera.toPage(at);
    if (circle) {
      const [cx, cy] = camera.toPage(circle.at);
      context.beginPath();
      context.arc(cx, cy, circle.radius * camera.look.value.scale, 0, 2 * Math.PI);
      context.fillStyle = `${this.theme.accent}22`;
      context.fill();
      context.strokeStyle = this.theme.accent;
      context.lineWidth = 1.5;
      context.stroke();
    }
    context.beginPath();
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.fillStyle = this.theme.accent;
    context.fill();
  }

  /** Rings around what the diagnosis found. */
  private paintFindings(context: Context): void {
    const { findings, camera, plan, run } = this.studio;
    // Remarks would clutter a field; errors are marked always.
    const all = plan.value === null && !run.value;
    for (const { at, severity } of findings.value) {
      if (!at || !(all || severity === "error")) continue;
      const [x, y] = camera.toPage(at);
      context.beginPath();
      context.arc(x, y, 9, 0, 2 * Math.PI);
      context.strokeStyle = severity === "error" ? "#d93a3a" : "#d08b1d";
      context.lineWidth = severity === "error" ? 2.5 : 1.5;
      context.stroke();
    }
  }

  private paintNarrow(context: Context): void {
    const result = this.studio.run.value?.recording.result;
    if (!result || this.studio.overlay.value === "none") return;
    context.font = "700 11px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const [i, { segment }] of result.bottlenecks.entries()) {
      this.line(context, segment);
      context.strokeStyle = this.theme.cut;
      context.lineWidth = 4;
      context.stroke();
      const [a, b] = segment.map((p) => this.studio.camera.toPage(p));
      paintLabel(
        context,
        [(a[0] + b[0]) / 2 + 12, (a[1] + b[1]) / 2],
        String(i + 1),
        this.theme.cut,
        this.theme.canvas,
      );
    }
  }

  private paintSelection(context: Context): void {
    const { document, camera } = this.studio;
    for (const part of document.selected.value) {
      if (part.points.length > 1 && part.shape !== "places") {
        this.line(context, part.points, part.shape === "ring");
        context.strokeStyle = this.theme.accent;
        context.lineWidth = 2;
        context.stroke();
      }
      for (const p of part.points) {
        const [x, y] = camera.toPage(p);
        context.fillStyle = this.theme.canvas;
        context.strokeStyle = this.theme.accent;
        context.lineWidth = 1.5;
        context.fillRect(x - 4, y - 4, 8, 8);
        context.strokeRect(x - 4, y - 4, 8, 8);
      }
    }
  }

  private paintSketch(context: Context): void {
    const { camera } = this.studio;
    const sketch = this.pointer.sketch.value;
    if (sketch) {
      const { tool, points } = sketch;
      const closed = points.length > 2 && tool !== "route";
      this.line(context, points, closed);
      context.strokeStyle = tool === "select" ? this.theme.accent : colourOf(tool, this.theme);
      context.lineWidth = tool === "select" ? 1 : 2;
      context.stroke();
      if (closed) {
        context.fillStyle = `${this.theme.accent}18`;
        context.fill();
      }
      if (tool !== "select" && tool !== "route") this.paintSizes(context, points);
    }
    const cross = this.pointer.cross.value;
    if (!cross) return;
    const [x, y] = camera.toPage(cross);
    context.beginPath();
    context.moveTo(x - 12, y);
    context.lineTo(x + 12, y);
    context.moveTo(x, y - 12);
    context.lineTo(x, y + 12);
    context.strokeStyle = this.theme.accent;
    context.lineWidth = 2;
    context.stroke();
  }

  /** The lengths of what is being drawn, beside its edges. */
  private paintSizes(context: Context, points: readonly (readonly [number, number])[]): void {
    context.font = "600 11px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    const count = points.length > 2 ? points.length : points.length - 1;
    for (let i = 0; i < Math.min(count, 12); i++) {
      const [a, b] = [points[i], points[(i + 1) % points.length]];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      if (length === 0) continue;
      const [p, q] = [this.studio.camera.toPage(a), this.studio.camera.toPage(b)];
      paintLabel(
        context,
        [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2 - 10],
        `${length.toFixed(2)} m`,
        this.theme.text,
        this.theme.canvas,
      );
    }
  }

  /** All layers on one canvas. */
  private compose(whole: HTMLCanvasElement): void {
    const [{ canvas: first }] = this.layers;
    if (whole.width !== first.width) whole.width = first.width;
    if (whole.height !== first.height) whole.height = first.height;
    const context = whole.getContext("2d")!;
    for (const { canvas } of this.layers) context.drawImage(canvas, 0, 0);
  }

  /** The view as it is, for a PNG. */
  snapshot(): Promise<Blob | null> {
    const whole = document.createElement("canvas");
    this.compose(whole);
    return new Promise((give) => whole.toBlob(give));
  }

  /** The run from its beginning to its end as a video, played at the speed that is chosen. */
  film(): Promise<Blob> {
    const { studio } = this;
    const whole = document.createElement("canvas");
    this.compose(whole);
    const recorder = new MediaRecorder(whole.captureStream(30), { videoBitsPerSecond: 8_000_000 });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    studio.time.value = 0;
    studio.playing.value = true;
    recorder.start(1000);
    return new Promise((give) => {
      recorder.onstop = () => give(new Blob(parts, { type: recorder.mimeType }));
      const follow = (): void => {
        this.compose(whole);
        if (studio.playing.value) requestAnimationFrame(follow);
        else recorder.stop();
      };
      requestAnimationFrame(follow);
    });
  }
}
