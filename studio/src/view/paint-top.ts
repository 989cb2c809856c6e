/** Paints what belongs to the pointer and the selection: the way from the pointer, marks of faults, handles, guides, sketches. */
import type { Point } from "wayfield";
import { THEMES, type Theme } from "wayfield/draw";
import { ringOf } from "../document/connections.js";
import { partOfFinding } from "../document/parts.js";
import { personWith } from "../engine/people.js";
import { type LocalMapPicture, type Probe, type SpaceWay, STRIDE } from "../engine/protocol.js";
import { peopleOn } from "../engine/recording.js";
import type { Studio } from "../studio.js";
import type { Tool } from "../tools.js";
import { colourOf, type FieldImage, imageOf, paintLabel } from "./paint-plan.js";
import { paintSpaceWay } from "./paint-stack.js";
import type { Pointer } from "./pointer.js";

type Context = CanvasRenderingContext2D;

const FONT = "600 11px system-ui, sans-serif";

function setText(context: Context): void {
  context.font = FONT;
  context.textAlign = "center";
  context.textBaseline = "middle";
}

export class TopPainter {
  private readonly localMaps = new WeakMap<LocalMapPicture, FieldImage["image"]>();

  constructor(
    private readonly studio: Studio,
    private readonly pointer: Pointer,
  ) {}

  private get theme(): Theme {
    return THEMES[this.studio.theme.value];
  }

  paint(context: Context): void {
    const { width, height } = this.studio.camera.size.value;
    context.clearRect(0, 0, width, height);
    const { run, person, planning } = this.studio;
    const { probe } = planning;
    if (probe.value && (!run.value || person.value !== null)) this.paintProbe(context, probe.value);
    this.paintPerson(context);
    this.paintChosen(context);
    if (this.studio.storeys.stack.value) return;
    this.paintFindings(context);
    this.paintNarrow(context);
    this.paintSelection(context);
    this.paintGuides(context);
    this.paintSketch(context);
    this.paintCross(context);
  }

  private line(context: Context, points: readonly Point[], closed = false): void {
    context.beginPath();
    for (const [i, p] of points.entries()) {
      const [x, y] = this.studio.camera.toPage(p);
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    if (closed) context.closePath();
  }

  private paintProbe(context: Context, probe: Probe): void {
    const { camera, document } = this.studio;
    const { stack } = this.studio.storeys;
    if (stack.value) {
      if (probe.way) paintSpaceWay(context, camera, stack.value, probe.way, this.theme);
      this.dot(context, stack.value.at(probe.level, probe.at));
      return;
    }
    const { path, circle, localMap, at, way } = probe;
    if (way) this.paintWay(context, way);
    if (probe.level !== document.level.value) return;
    if (localMap) this.paintLocalMap(context, localMap);
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
    if (localMap) this.paintHeadings(context, at, localMap);
    this.dot(context, at);
  }

  private dot(context: Context, at: Point): void {
    const [x, y] = this.studio.camera.toPage(at);
    context.beginPath();
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.fillStyle = this.theme.accent;
    context.fill();
  }

  /** A way through a building, seen from above: what lies on the level that is shown is solid, the rest dashed. */
  private paintWay(context: Context, { points, levels }: SpaceWay): void {
    const level = this.studio.document.level.value;
    context.lineJoin = "round";
    for (const own of [false, true]) {
      for (let i = 0; i + 1 < points.length; i++) {
        if ((levels[i] === level && levels[i + 1] === level) !== own) continue;
        const [[ax, ay], [bx, by]] = [points[i], points[i + 1]];
        this.line(context, [
          [ax, ay],
          [bx, by],
        ]);
        context.strokeStyle = this.theme.canvas;
        context.lineWidth = own ? 5 : 3;
        context.stroke();
        context.setLineDash(own ? [] : [6, 5]);
        context.strokeStyle = this.theme.accent;
        context.lineWidth = own ? 3 : 1.5;
        context.stroke();
        context.setLineDash([]);
      }
    }
  }

  /** The cells of a local map where they lie, with a rim. */
  private paintLocalMap(context: Context, map: LocalMapPicture): void {
    const { camera } = this.studio;
    let image = this.localMaps.get(map);
    if (!image) this.localMaps.set(map, (image = imageOf(map.pixels, map.size, map.size)));
    const [left, top] = camera.toPage([map.box.minX, map.box.maxY]);
    const [right, bottom] = camera.toPage([map.box.maxX, map.box.minY]);
    context.imageSmoothingEnabled = false;
    context.drawImage(image, left, top, right - left, bottom - top);
    context.imageSmoothingEnabled = true;
    context.strokeStyle = this.theme.canvas;
    context.lineWidth = 4;
    context.strokeRect(left, top, right - left, bottom - top);
    context.strokeStyle = this.theme.text;
    context.lineWidth = 1.5;
    context.strokeRect(left, top, right - left, bottom - top);
  }

  /** Where the whole field leads (white) and where the local map does (the accent). */
  private paintHeadings(context: Context, at: Point, { way, chosen, box }: LocalMapPicture): void {
    const reach = 0.3 * (box.maxX - box.minX);
    for (const [heading, colour] of [
      [way, "#ffffff"],
      [chosen, this.theme.accent],
    ] as const) {
      if (!heading) continue;
      const [hx, hy] = [heading[0] * reach, heading[1] * reach];
      const tip: Point = [at[0] + hx, at[1] + hy];
      const barb = (side: number): Point => [
        tip[0] - 0.25 * hx - side * 0.15 * hy,
        tip[1] - 0.25 * hy + side * 0.15 * hx,
      ];
      for (const [width, ink] of [
        [5, "#00000090"],
        [2.5, colour],
      ] as const) {
        context.strokeStyle = ink;
        context.lineWidth = width;
        this.line(context, [at, tip]);
        context.stroke();
        this.line(context, [barb(1), tip, barb(-1)]);
        context.stroke();
      }
    }
  }

  /** A ring around the person who was chosen. */
  private paintPerson(context: Context): void {
    const { run, person, time, camera } = this.studio;
    if (!run.value || person.value === null) return;
    const people = run.value.recording.at(time.value);
    const found = personWith(people, person.value);
    if (!found) return;
    const { document, storeys } = this.studio;
    const { stack } = storeys;
    if (!stack.value && found.level !== document.level.value) return;
    const [x, y] = camera.toPage(stack.value ? stack.value.project(found.at, found.height) : found.at);
    context.beginPath();
    context.arc(x, y, Math.max(found.radius * camera.look.value.scale + 3, 7), 0, 2 * Math.PI);
    context.strokeStyle = this.theme.accent;
    context.lineWidth = 2.5;
    context.stroke();
  }

  /** Rings around people who were boxed or lassoed: of the run, or at single places of the plan. */
  private paintChosen(context: Context): void {
    const { run, persons, time, camera, document, picked, storeys } = this.studio;
    if (storeys.isStacked.value) return;
    const { scale } = camera.look.value;
    context.strokeStyle = this.theme.accent;
    context.lineWidth = 2;
    const ring = (at: Point, radius: number): void => {
      const [x, y] = camera.toPage(at);
      context.beginPath();
      context.arc(x, y, Math.max(radius * scale + 2, 5), 0, 2 * Math.PI);
      context.stroke();
    };
    if (run.value && persons.value.length > 0) {
      const wanted = new Set(persons.value);
      const { count, data } = peopleOn(run.value.recording.at(time.value), document.level.value);
      for (let k = 0; k < STRIDE * count; k += STRIDE)
        if (wanted.has(data[k])) ring([data[k + 1], data[k + 2]], data[k + 5]);
    }
    for (const { id, indices } of picked.value) {
      const points = document.parts.value.find((part) => part.id === id)?.points ?? [];
      for (const i of indices) if (points[i]) ring(points[i], 0.2);
    }
  }

  /** Rings around what the diagnosis found, or the outline of what it speaks of. */
  private paintFindings(context: Context): void {
    const { camera, run, document } = this.studio;
    const { findings, plan } = this.studio.planning;
    // Remarks would clutter a field; errors are marked always.
    const all = plan.value === null && !run.value;
    const shown = this.studio.storeys.levels.value[document.level.value]?.name;
    for (const { at, where, severity, level } of findings.value) {
      if (level !== undefined && level !== shown) continue;
      const isError = severity === "error";
      if (!(all || isError)) continue;
      if (!at) {
        const part = isError ? partOfFinding(document.parts.value, where) : null;
        if (!part) continue;
        this.line(context, part.points, part.shape === "ring");
        context.strokeStyle = "#d93a3a";
        context.lineWidth = 6;
        context.stroke();
        continue;
      }
      const [x, y] = camera.toPage(at);
      context.beginPath();
      context.arc(x, y, 10, 0, 2 * Math.PI);
      context.fillStyle = isError ? "#d93a3a33" : "#d08b1d22";
      context.fill();
      context.strokeStyle = isError ? "#d93a3a" : "#d08b1d";
      context.lineWidth = isError ? 2.5 : 1.5;
      context.stroke();
    }
  }

  private paintNarrow(context: Context): void {
    const result = this.studio.run.value?.recording.result;
    if (!result || this.studio.overlay.value === "none") return;
    setText(context);
    for (const [i, { segment, level }] of result.bottlenecks.entries()) {
      if (level !== this.studio.document.level.value) continue;
      this.line(context, segment);
      context.strokeStyle = this.theme.cut;
      context.lineWidth = 4;
      context.stroke();
      const [a, b] = segment.map((p) => this.studio.camera.toPage(p));
      const middle = [(a[0] + b[0]) / 2 + 12, (a[1] + b[1]) / 2] as const;
      paintLabel(context, middle, String(i + 1), this.theme.cut, this.theme.canvas);
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

  /** Thin lines to what something is in line with. */
  private paintGuides(context: Context): void {
    const { camera } = this.studio;
    const { width, height } = camera.size.value;
    context.strokeStyle = this.theme.cut;
    context.lineWidth = 1;
    context.setLineDash([5, 4]);
    for (const { axis, at, from } of this.pointer.guides.value) {
      const [x, y] = camera.toPage(axis === 0 ? [at, from[1]] : [from[0], at]);
      context.beginPath();
      if (axis === 0) {
        context.moveTo(x, 0);
        context.lineTo(x, height);
      } else {
        context.moveTo(0, y);
        context.lineTo(width, y);
      }
      context.stroke();
      context.fillStyle = this.theme.cut;
      context.fillRect(x - 2, y - 2, 4, 4);
    }
    context.setLineDash([]);
  }

  private paintSketch(context: Context): void {
    const sketch = this.pointer.sketch.value;
    if (!sketch) return;
    const { tool, points } = sketch;
    if (tool === "terrain") {
      this.paintBrush(context, points);
      return;
    }
    const closed = points.length > 2 && !OPEN.includes(tool);
    const shape = (STEPPED.includes(tool) && points.length === 3 && ringOf(points)) || points;
    this.line(context, shape, closed);
    context.strokeStyle = tool === "select" ? this.theme.accent : colourOf(tool, this.theme);
    context.lineWidth = tool === "select" ? 1 : 2;
    context.stroke();
    if (closed) {
      context.fillStyle = `${this.theme.accent}18`;
      context.fill();
    }
    if (tool !== "select" && tool !== "route") this.paintSizes(context, shape, closed);
  }

  /** A stroke as broad as the brush. */
  private paintBrush(context: Context, points: readonly Point[]): void {
    const { brush, camera } = this.studio;
    this.line(context, points.length > 1 ? points : [points[0], points[0]]);
    context.lineCap = "round";
    context.lineJoin = "round";
    context.globalAlpha = 0.4;
    context.strokeStyle = this.theme.zone;
    context.lineWidth = 2 * brush.value * camera.look.value.scale;
    context.stroke();
    context.globalAlpha = 1;
  }

  /** The cross of the keyboard. */
  private paintCross(context: Context): void {
    const cross = this.pointer.cross.value;
    if (!cross) return;
    const [x, y] = this.studio.camera.toPage(cross);
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
  private paintSizes(context: Context, points: readonly Point[], closed: boolean): void {
    setText(context);
    const count = closed ? points.length : points.length - 1;
    for (let i = 0; i < Math.min(count, 12); i++) {
      const [a, b] = [points[i], points[(i + 1) % points.length]];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      if (length === 0) continue;
      const [p, q] = [this.studio.camera.toPage(a), this.studio.camera.toPage(b)];
      const middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2 - 10] as const;
      paintLabel(context, middle, `${length.toFixed(2)} m`, this.theme.text, this.theme.canvas);
    }
  }
}

/** Tools that draw an edge, and then how deep it is. */
const STEPPED: readonly Tool[] = ["stairs", "lift"];

/** Tools that draw lines, however many corners these have. */
const OPEN: readonly Tool[] = ["route", "queue"];
