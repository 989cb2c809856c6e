/** The plan: beneath what stands still, above it people, and on top what belongs to the pointer. */
import { effect } from "@preact/signals";
import { THEMES, type Theme } from "wayfield/draw";
import { partsOf } from "../document/parts.js";
import { peopleOn } from "../engine/recording.js";
import type { Studio } from "../studio.js";
import { Layers } from "./layers.js";
import { paintPlan } from "./paint-plan.js";
import { paintStack, stackedPeople } from "./paint-stack.js";
import { TopPainter } from "./paint-top.js";
import type { Pointer } from "./pointer.js";
import { paintStairs, RunPainter, topOf, withoutSpawns } from "./run-painter.js";
import type { Stack } from "./stack.js";

type Context = CanvasRenderingContext2D;

export class PlanView {
  private readonly layers: Layers;
  private readonly runs: RunPainter;
  private last = 0;

  constructor(
    private readonly studio: Studio,
    private readonly host: HTMLElement,
    private readonly pointer: Pointer,
  ) {
    const top = new TopPainter(studio, pointer);
    this.runs = new RunPainter(studio.camera);
    this.layers = new Layers(host, [
      (context) => this.paintGround(context),
      (context) => this.paintCrowd(context),
      (context) => top.paint(context),
    ]);
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
    const { width: before } = camera.size.value;
    camera.resize(width, height);
    this.layers.resize(width, height);
    // A pane that comes or goes changes what fits.
    if (before <= 1 || Math.max(before, width) > 1.6 * Math.min(before, width)) this.studio.storeys.fit();
  }

  /** Marks layers that have to be painted anew when what they show changes. */
  private watch(): void {
    const { studio, pointer, layers } = this;
    const { document, camera, run } = studio;
    effect(() => {
      void [camera.look.value, camera.size.value, studio.theme.value, document.parts.value];
      void [studio.planning.picture.value, studio.planning.field.value, studio.overlay.value];
      void [run.value?.state.value, studio.beside.value?.state.value, studio.storeys.stack.value];
      layers.soil(0);
    });
    effect(() => {
      void [camera.look.value, camera.size.value, studio.theme.value];
      void [studio.time.value, studio.colouring.value, run.value?.end.value];
      void [document.level.value, studio.storeys.stack.value, studio.planning.storeyFields.value];
      if (studio.storeys.stack.value) void [run.value?.state.value, studio.overlay.value];
      layers.soil(1);
    });
    effect(() => {
      void [camera.look.value, camera.size.value, studio.theme.value, document.selected.value];
      void [pointer.sketch.value, pointer.cross.value, pointer.guides.value];
      void [
        studio.planning.probe.value,
        studio.planning.findings.value,
        studio.planning.plan.value,
        studio.overlay.value,
      ];
      void [run.value?.state.value, studio.person.value, studio.brush.value, studio.storeys.stack.value];
      void [document.level.value, studio.persons.value, studio.picked.value];
      if (studio.person.value !== null || studio.persons.value.length > 0) void studio.time.value;
      layers.soil(2);
    });
  }

  private frame(now: number): void {
    const seconds = Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    this.play(seconds);
    this.layers.paint();
    requestAnimationFrame((later) => this.frame(later));
  }

  /** Goes on in time while a run is played; with two of them, until the longer one ends. */
  private play(seconds: number): void {
    const { playing, run, beside, time, rate } = this.studio;
    if (!playing.value || !run.value) return;
    const end = Math.max(run.value.recording.end, beside.value?.recording.end ?? 0);
    const next = Math.min(end, time.value + seconds * rate.value);
    if (next !== time.value) time.value = next;
    if (next >= end && run.value.state.value !== "running") playing.value = false;
  }

  private paintGround(context: Context): void {
    const { studio } = this;
    const { overlay, run, beside, document, storeys } = studio;
    // A stack is painted whole, level by level, with the people on it.
    if (storeys.isStacked.value) return;
    const parts = document.parts.value;
    const level = document.level.value;
    if (run.value) {
      // While people walk the plan is theirs: fields beneath them would be noise.
      const top = overlay.value === "none" ? 1 : topOf(overlay.value, [run.value, beside.value]);
      this.runs.paintGround(context, run.value, parts, this.theme, overlay.value, top, level);
      return;
    }
    const { camera, planning } = studio;
    paintPlan(context, camera, parts, this.theme, {
      field: planning.field.value,
      picture: planning.picture.value,
    });
    if (document.scene.value) paintStairs(context, camera, document.scene.value, level, this.theme);
  }

  private paintCrowd(context: Context): void {
    const { camera, run, time, colouring, storeys, document } = this.studio;
    const stack = storeys.stack.value;
    const { width, height } = camera.size.value;
    context.clearRect(0, 0, width, height);
    if (stack) this.paintStack(context, stack);
    else if (run.value)
      this.runs.paintPeople(context, run.value, time.value, colouring.value, this.theme, (people) =>
        peopleOn(people, document.level.value),
      );
  }

  private paintStack(context: Context, stack: Stack): void {
    const { camera, run, beside, time, colouring, overlay, planning, document } = this.studio;
    const { levels } = stack.scene;
    const all = levels.map((_, i) => partsOf(stack.scene, i));
    const top = run.value && overlay.value !== "none" ? topOf(overlay.value, [run.value, beside.value]) : 1;
    const picture = {
      stack,
      parts: run.value ? all.map(withoutSpawns) : all,
      fields: run.value
        ? levels.map((_, i) => this.runs.mapOn(run.value!, overlay.value, top, i))
        : planning.storeyFields.value,
      chosen: document.level.value,
    };
    paintStack(context, camera, picture, this.theme, (level) => {
      if (run.value)
        this.runs.paintPeople(context, run.value, time.value, colouring.value, this.theme, (people) =>
          stackedPeople(people, stack, level),
        );
    });
  }

  /** Size in pixels of the device. */
  get size(): { readonly width: number; readonly height: number } {
    return this.layers.size;
  }

  /** The view as it is now, on another canvas. */
  drawOn(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D): void {
    this.layers.paint();
    this.layers.drawOn(context);
  }

  /** The view as it is, for a PNG. */
  snapshot(): Promise<Blob | null> {
    const whole = document.createElement("canvas");
    Object.assign(whole, this.size);
    this.drawOn(whole.getContext("2d")!);
    return new Promise((give) => whole.toBlob(give));
  }
}
