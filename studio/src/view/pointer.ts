/**
 * What pointer and keys do on the plan: select, move, draw, pan, zoom.
 *
 * Drawing works by dragging (a rectangle, a segment) and by clicking corner after corner; the keyboard moves a cross over the plan
 * and clicks with Enter, so everything that can be drawn by hand can be drawn by keys.
 */
import { signal } from "@preact/signals";
import type { Box, Point } from "wayfield";
import { boxOf } from "../document/arrange.js";
import type { Drawn } from "../document/edits.js";
import { distanceToPart, type Part, partAt } from "../document/parts.js";
import { distance } from "../document/planar.js";
import type { Studio } from "../studio.js";
import type { Tool } from "../tools.js";
import { gridStep } from "./paint-plan.js";
import { type GuideLine, snapped, snappedMove } from "./snap.js";

/** Pixels before a press becomes a drag, and within which handles and parts are grabbed. */
const SLACK = 4;
const GRAB = 8;
/** The same for a thumb. */
const TOUCH_GRAB = 22;

const RINGS: readonly Tool[] = ["boundary", "block", "spawn", "area", "zone", "waiting"];
/** Tools for which a single click makes a whole. */
const POINTS: readonly Tool[] = ["post", "goal", "spawn", "route", "weight", "terrain"];
/** Tools that draw freely. */
const FREE: readonly Tool[] = ["route", "terrain"];

/** Tools that draw an edge, and then how deep it is behind it. */
const STEPPED: readonly Tool[] = ["stairs", "lift"];

const NO_GUIDES: readonly GuideLine[] = [];

type Gesture =
  | { readonly type: "pan" }
  | { readonly type: "draw"; readonly from: Point }
  /** A box, or with Alt held a lasso. */
  | { readonly type: "box"; readonly from: Point; readonly free: boolean }
  | { readonly type: "move"; readonly from: Point; readonly box: Box; done: Point; readonly key: string }
  | { readonly type: "handle"; readonly part: Part; readonly index: number; readonly key: string };

/** What is being drawn, or the box of a selection. */
export interface Sketch {
  readonly tool: Tool;
  readonly points: readonly Point[];
}

export class Pointer {
  /** What is being drawn; null for nothing. */
  readonly sketch = signal<Sketch | null>(null);
  /** The cross of the keyboard; null while the mouse is used. */
  readonly cross = signal<Point | null>(null);
  /** What the thing under the pointer is in line with. */
  readonly guides = signal<readonly GuideLine[]>([]);
  private gesture: Gesture | null = null;
  private pressed: { readonly x: number; readonly y: number; moved: boolean } | null = null;
  private spaceHeld = false;
  private gestures = 0;
  private readonly touches = new Map<number, { x: number; y: number }>();

  constructor(
    private readonly studio: Studio,
    private readonly element: HTMLElement,
  ) {
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.up(event));
    element.addEventListener("pointercancel", (event) => this.up(event));
    element.addEventListener("pointerleave", () => this.leave());
    element.addEventListener("dblclick", () => this.doubleClick());
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("keyup", (event) => {
      if (event.key === " ") this.spaceHeld = false;
    });
    element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  private place(
    event: { offsetX: number; offsetY: number; altKey?: boolean },
    moving: readonly string[] = [],
  ): Point {
    const { camera, snap, document } = this.studio;
    const p = camera.toPlan(event.offsetX, event.offsetY);
    this.guides.value = NO_GUIDES;
    if (!snap.value || event.altKey) return p;
    const { point, guides } = snapped(camera, document.parts.value, p, moving);
    this.guides.value = guides;
    return point;
  }

  private down(event: PointerEvent): void {
    this.element.focus({ preventScroll: true });
    this.cross.value = null;
    this.touches.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    try {
      this.element.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already.
    }
    if (this.touches.size === 2) {
      this.gesture = null;
      this.sketch.value = null;
      return;
    }
    this.pressed = { x: event.offsetX, y: event.offsetY, moved: false };
    // A stack is looked at and chosen from; its levels are edited one by one.
    if (event.button === 1 || event.button === 2 || this.spaceHeld || this.studio.storeys.stack.value) {
      this.gesture = { type: "pan" };
      return;
    }
    if (this.studio.tool.value === "select") this.grab(event);
    else if (!this.sketch.value) this.gesture = { type: "draw", from: this.place(event) };
  }

  /** With the select tool: a handle, a part, or the beginning of a box. */
  private grab(event: PointerEvent): void {
    const { camera, document } = this.studio;
    const p = camera.toPlan(event.offsetX, event.offsetY);
    const reach = camera.metres(event.pointerType === "touch" ? TOUCH_GRAB : GRAB);
    // While people walk it is they who are chosen; the plan is edited when the run is closed.
    if (this.studio.run.value) {
      this.gesture =
        event.pointerType === "touch" ? { type: "pan" } : { type: "box", from: p, free: event.altKey };
      return;
    }
    const key = `drag ${++this.gestures}`;
    for (const part of document.selected.value) {
      const index = part.points.findIndex((q) => distance(p, q) <= reach);
      if (index >= 0 && this.studio.editable.value) {
        this.gesture = { type: "handle", part, index, key };
        return;
      }
    }
    const isSelected = document.selected.value.some((part) => distanceToPart(part, p) <= reach);
    const part = isSelected && !event.shiftKey ? null : partAt(document.parts.value, p, reach);
    if (!part && !isSelected) {
      this.gesture =
        event.pointerType === "touch" ? { type: "pan" } : { type: "box", from: p, free: event.altKey };
      return;
    }
    if (part && event.shiftKey) {
      const ids = document.selection.value;
      document.selection.value = ids.includes(part.id)
        ? ids.filter((id) => id !== part.id)
        : [...ids, part.id];
      return;
    }
    if (part) document.selection.value = [part.id];
    // The outline moves by its corners: who drags it by accident would lose the plan.
    if (document.selected.value.every(({ kind }) => kind === "boundary")) {
      this.gesture = { type: "box", from: p, free: event.altKey };
      return;
    }
    if (!this.studio.editable.value) return;
    const box = boxOf(document.selected.value.flatMap(({ points }) => points));
    this.gesture = { type: "move", from: p, box, done: [0, 0], key };
  }

  private move(event: PointerEvent): void {
    const { studio } = this;
    if (this.touches.has(event.pointerId) && this.touches.size === 2) {
      this.pinch(event);
      return;
    }
    const p = studio.camera.toPlan(event.offsetX, event.offsetY);
    studio.cursor.value = p;
    const { gesture, pressed } = this;
    if (pressed && !pressed.moved && Math.hypot(event.offsetX - pressed.x, event.offsetY - pressed.y) > SLACK)
      pressed.moved = true;
    if (!gesture || !pressed) {
      if (event.pointerType !== "touch") studio.storeys.point(p);
      if (this.sketch.value) this.extend(this.place(event));
      else if (studio.tool.value !== "select") this.place(event);
      if (!studio.run.value) studio.planning.probeAt(p);
      return;
    }
    if (gesture.type === "pan") {
      studio.camera.pan(event.movementX, event.movementY);
      return;
    }
    if (!pressed.moved) return;
    this.drag(gesture, event, p);
  }

  private drag(gesture: Gesture, event: PointerEvent, p: Point): void {
    const { studio } = this;
    switch (gesture.type) {
      case "draw":
        if (FREE.includes(studio.tool.value)) this.stroke(gesture.from, p);
        else
          this.sketch.value = {
            tool: studio.tool.value,
            points: shapeBetween(studio.tool.value, gesture.from, this.place(event)),
          };
        break;
      case "box":
        if (gesture.free) this.stroke(gesture.from, p);
        else this.sketch.value = { tool: "select", points: rectangle(gesture.from, p) };
        break;
      case "move":
        studio.planning.dragging.value = true;
        this.moveBy(gesture, p, event.altKey);
        break;
      case "handle": {
        studio.planning.dragging.value = true;
        const points = gesture.part.points.map((q, i) =>
          i === gesture.index ? this.place(event, [gesture.part.id]) : q,
        );
        studio.editing.setPoints(gesture.part, points, "Move a corner", gesture.key);
      }
    }
  }

  /** Moves what is selected to where it is meant to be, whichever steps it took so far. */
  private moveBy(gesture: Extract<Gesture, { type: "move" }>, p: Point, free: boolean): void {
    const { studio } = this;
    const { document, camera, snap } = studio;
    const wished: Point = [p[0] - gesture.from[0], p[1] - gesture.from[1]];
    const { by, guides } =
      snap.value && !free
        ? snappedMove(camera, document.parts.value, gesture.box, wished, document.selection.value)
        : { by: wished, guides: NO_GUIDES };
    this.guides.value = guides;
    const [dx, dy] = [by[0] - gesture.done[0], by[1] - gesture.done[1]];
    gesture.done = by;
    if (dx !== 0 || dy !== 0) studio.editing.move(dx, dy, gesture.key);
  }

  /** A line drawn freely, a point every few pixels. */
  private stroke(from: Point, p: Point): void {
    const points = this.sketch.value?.points ?? [from];
    if (distance(points[points.length - 1], p) >= this.studio.camera.metres(GRAB))
      this.sketch.value = { tool: this.studio.tool.value, points: [...points, p] };
  }

  private pinch(event: PointerEvent): void {
    const [a, b] = [...this.touches.values()];
    const before = Math.hypot(a.x - b.x, a.y - b.y);
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    Object.assign(this.touches.get(event.pointerId)!, { x: event.offsetX, y: event.offsetY });
    const after = Math.hypot(a.x - b.x, a.y - b.y);
    const { camera } = this.studio;
    camera.pan((a.x + b.x) / 2 - middle.x, (a.y + b.y) / 2 - middle.y);
    if (before > 0 && after > 0) camera.zoomAt((a.x + b.x) / 2, (a.y + b.y) / 2, after / before);
  }

  private up(event: PointerEvent): void {
    this.touches.delete(event.pointerId);
    const { gesture, pressed, studio } = this;
    this.gesture = null;
    this.pressed = null;
    this.guides.value = NO_GUIDES;
    if (!pressed) return;
    if (studio.storeys.stack.value && !pressed.moved) {
      const found = studio.storeys.stack.value.under(studio.camera.toPlan(event.offsetX, event.offsetY));
      if (found) studio.storeys.choose(found.level);
      return;
    }
    if (gesture?.type === "move" || gesture?.type === "handle") {
      studio.document.settle();
      studio.planning.dragging.value = false;
      return;
    }
    if (
      gesture?.type === "box" ||
      (gesture?.type === "pan" && event.pointerType === "touch" && !pressed.moved)
    ) {
      this.selectIn(pressed.moved ? this.sketch.value : null);
      return;
    }
    if (gesture?.type === "pan" || studio.tool.value === "select") return;
    if (pressed.moved && gesture?.type === "draw") this.dragged(this.sketch.value?.points ?? []);
    else this.click(this.place(event));
  }

  /** A drag draws a whole; of a flight or a lift it is the edge, whose depth is still to say. */
  private dragged(points: readonly Point[]): void {
    const tool = this.studio.tool.value;
    if (STEPPED.includes(tool) && points.length === 2)
      this.sketch.value = { tool, points: [...points, points[1]] };
    else this.finish(points);
  }

  /** A click while drawing: a point, a first corner, or one more. */
  private click(p: Point): void {
    const { tool, camera } = this.studio;
    const sketch = this.sketch.value;
    if (!sketch) {
      if (POINTS.includes(tool.value)) this.finish([p]);
      else this.sketch.value = { tool: tool.value, points: [p, p] };
      return;
    }
    const corners = sketch.points.slice(0, -1);
    const isRing = RINGS.includes(sketch.tool);
    const closes = isRing && corners.length >= 3 && distance(p, corners[0]) <= camera.metres(GRAB);
    // A queue has as many corners as it needs; a click on its last one ends it.
    const isChain = sketch.tool === "queue";
    const ends =
      isChain && corners.length >= 2 && distance(p, corners[corners.length - 1]) <= camera.metres(GRAB);
    const least = STEPPED.includes(sketch.tool) ? 2 : 1;
    if (closes || ends) this.finish(corners);
    else if (!isRing && !isChain && corners.length >= least) this.finish([...corners, p]);
    else this.sketch.value = { ...sketch, points: [...corners, p, p] };
  }

  private extend(p: Point): void {
    const sketch = this.sketch.value!;
    const points = [...sketch.points.slice(0, -1), p];
    this.sketch.value = { ...sketch, points };
    if (points.length === 3 && (sketch.tool === "stairs" || sketch.tool === "lift"))
      this.studio.foresee(sketch.tool, points);
  }

  private doubleClick(): void {
    if (this.studio.storeys.stack.value) {
      this.studio.storeys.show(this.studio.document.level.value);
      return;
    }
    const sketch = this.sketch.value;
    if (sketch && (RINGS.includes(sketch.tool) || sketch.tool === "queue")) this.close();
    else if (!sketch && this.studio.tool.value === "select" && !this.studio.document.selection.value.length)
      this.studio.storeys.fit();
  }

  /** Ends a ring or a queue that is drawn corner by corner. */
  private close(): void {
    const { tool, points: all } = this.sketch.value!;
    const points = all.slice(0, -1);
    const corners = points.filter((p, i) => i === 0 || distance(p, points[i - 1]) > 1e-6);
    if (corners.length >= (tool === "queue" ? 2 : 3)) this.finish(corners);
  }

  private finish(points: readonly Point[]): void {
    const { studio } = this;
    this.sketch.value = null;
    this.guides.value = NO_GUIDES;
    if (studio.tool.value === "terrain") {
      studio.paintTerrain(points);
      return;
    }
    const kind = studio.tool.value as Drawn["kind"];
    studio.foreseen.value = [];
    const made = studio.drawn(kind, points);
    if (!made) {
      if (!studio.document.scene.value) studio.notice.value = "Draw the outline of a room first (B).";
      return;
    }
    const isFirst = !studio.document.scene.value;
    studio.document.edit(made.scene, `Draw a ${kind}`);
    studio.document.selection.value = [made.id];
    if (isFirst) studio.tool.value = "wall";
  }

  private selectIn(sketch: Sketch | null): void {
    const { document } = this.studio;
    this.sketch.value = null;
    if (!sketch) {
      this.studio.chooseNobody();
      const { cursor, camera, run } = this.studio;
      if (run.value && cursor.value) {
        document.selection.value = [];
        this.studio.choosePerson(cursor.value, camera.metres(GRAB));
        return;
      }
      const hit = cursor.value && partAt(document.parts.value, cursor.value, camera.metres(GRAB));
      document.selection.value = hit ? [hit.id] : [];
      return;
    }
    this.studio.selectIn(sketch.points);
  }

  private leave(): void {
    if (this.pressed) return;
    this.studio.cursor.value = null;
    this.studio.storeys.unfold(null);
    this.studio.planning.probe.value = null;
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    if (event.shiftKey && !event.ctrlKey) this.studio.camera.pan(-event.deltaY, 0);
    else
      this.studio.camera.zoomAt(
        event.offsetX,
        event.offsetY,
        Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)),
      );
  }

  /** Gives up what is being drawn; true where there was something. */
  escape(): boolean {
    const had = this.sketch.value !== null;
    this.studio.foreseen.value = [];
    this.sketch.value = null;
    this.gesture = null;
    this.guides.value = NO_GUIDES;
    return had;
  }

  private key(event: KeyboardEvent): void {
    const { studio } = this;
    if (event.key === " ") {
      this.spaceHeld = true;
      return;
    }
    const arrows: Record<string, Point> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const arrow = arrows[event.key];
    const step = gridStep(studio.camera.look.value.scale, 12) * (event.shiftKey ? 10 : 1);
    if (arrow) {
      event.preventDefault();
      this.nudge([arrow[0] * step, arrow[1] * step]);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.enter(event.shiftKey);
    }
  }

  /** Arrow keys move what is selected, else the cross. */
  private nudge([dx, dy]: Point): void {
    const { studio } = this;
    if (studio.storeys.stack.value) {
      studio.camera.pan(-dx * studio.camera.look.value.scale, dy * studio.camera.look.value.scale);
      return;
    }
    if (studio.tool.value === "select" && studio.document.selection.value.length > 0) {
      if (studio.editable.value) studio.editing.move(dx, dy, "nudge");
      return;
    }
    const { look } = studio.camera;
    const [x, y] = this.cross.value ?? [Math.round(look.value.x), Math.round(look.value.y)];
    const p: Point = [x + dx, y + dy];
    this.cross.value = p;
    studio.cursor.value = p;
    if (this.sketch.value) this.extend(p);
    studio.planning.probeAt(p);
  }

  private enter(closing: boolean): void {
    const { studio } = this;
    if (studio.storeys.stack.value) {
      studio.storeys.show(studio.document.level.value);
      return;
    }
    const p = this.cross.value ?? [
      Math.round(studio.camera.look.value.x),
      Math.round(studio.camera.look.value.y),
    ];
    this.cross.value = p;
    if (studio.tool.value === "select") {
      const hit = partAt(studio.document.parts.value, p, studio.camera.metres(GRAB));
      studio.document.selection.value = hit ? [hit.id] : [];
    } else if (closing && this.sketch.value) this.close();
    else this.click(p);
  }
}

/** Counterclockwise, whichever way it was dragged. */
function rectangle(a: Point, b: Point): Point[] {
  const [x0, x1] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const [y0, y1] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}

/** What a drag draws: a rectangle for areas, else a segment. */
function shapeBetween(tool: Tool, from: Point, to: Point): Point[] {
  if (RINGS.includes(tool)) return from[0] === to[0] || from[1] === to[1] ? [from, to] : rectangle(from, to);
  return [from, to];
}
