/** The run that was kept, beside the present one: the same look, the same moment, the same scales. */
import { computed, effect } from "@preact/signals";
import { THEMES } from "wayfield/draw";
import { levelsOf } from "../document/levels.js";
import { partsOf } from "../document/parts.js";
import type { CrowdRun } from "../engine/crowd.js";
import { peopleOn } from "../engine/recording.js";
import type { Studio } from "../studio.js";
import { Camera } from "./camera.js";
import { Layers } from "./layers.js";
import { RunPainter, topOf } from "./run-painter.js";

export class CompareView {
  private readonly camera: Camera;
  private readonly layers: Layers;
  private readonly stops: (() => void)[] = [];
  private frames = 0;

  constructor(
    private readonly studio: Studio,
    private readonly host: HTMLElement,
    run: CrowdRun,
  ) {
    this.camera = new Camera(studio.camera.look);
    const painter = new RunPainter(this.camera);
    const { level } = studio.document;
    const parts = computed(() => {
      const count = levelsOf(run.order.scene).length;
      return partsOf(run.order.scene, Math.min(level.value, Math.max(0, count - 1)));
    });
    const theme = (): (typeof THEMES)["light"] => THEMES[studio.theme.value];
    this.layers = new Layers(host, [
      (context) => {
        const overlay = studio.overlay.value;
        const top = overlay === "none" ? 1 : topOf(overlay, [studio.run.value, run]);
        painter.paintGround(context, run, parts.value, theme(), overlay, top, level.value);
      },
      (context) => {
        const { width, height } = this.camera.size.value;
        context.clearRect(0, 0, width, height);
        painter.paintPeople(context, run, studio.time.value, studio.colouring.value, theme(), (people) =>
          peopleOn(people, level.value),
        );
      },
    ]);
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(host);
    this.stops.push(() => observer.disconnect());
    this.resize();
    this.watch();
    this.listen();
    this.frames = requestAnimationFrame(() => this.frame());
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.camera.size.value = { width, height };
    this.layers.resize(width, height);
  }

  private watch(): void {
    const { studio, camera, layers } = this;
    this.stops.push(
      effect(() => {
        void [camera.look.value, camera.size.value, studio.theme.value, studio.overlay.value];
        void [studio.run.value?.state.value, studio.document.level.value];
        layers.soil(0);
      }),
      effect(() => {
        void [camera.look.value, camera.size.value, studio.theme.value];
        void [studio.time.value, studio.colouring.value, studio.document.level.value];
        layers.soil(1);
      }),
    );
  }

  /** Pans and zooms both views. */
  private listen(): void {
    const { host, camera } = this;
    let pressed = false;
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      act: (event: HTMLElementEventMap[K]) => void,
    ): void => {
      host.addEventListener(type, act, { passive: false });
      this.stops.push(() => host.removeEventListener(type, act));
    };
    on("pointerdown", (event) => {
      pressed = true;
      host.setPointerCapture(event.pointerId);
    });
    on("pointerup", () => (pressed = false));
    on("pointermove", (event) => pressed && camera.pan(event.movementX, event.movementY));
    on("wheel", (event) => {
      event.preventDefault();
      camera.zoomAt(event.offsetX, event.offsetY, Math.exp(-event.deltaY * 0.0015));
    });
  }

  private frame(): void {
    this.layers.paint();
    this.frames = requestAnimationFrame(() => this.frame());
  }

  close(): void {
    cancelAnimationFrame(this.frames);
    for (const stop of this.stops) stop();
    this.layers.remove();
  }
}
