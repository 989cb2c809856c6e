/** Canvases on top of each other, each painted when what it shows has changed. */

type Context = CanvasRenderingContext2D;

interface Layer {
  readonly canvas: HTMLCanvasElement;
  readonly context: Context;
  readonly paint: (context: Context) => void;
  dirty: boolean;
}

export class Layers {
  private readonly layers: readonly Layer[];

  constructor(host: HTMLElement, paints: readonly ((context: Context) => void)[]) {
    this.layers = paints.map((paint) => {
      const canvas = document.createElement("canvas");
      canvas.setAttribute("aria-hidden", "true");
      host.append(canvas);
      return { canvas, context: canvas.getContext("2d")!, dirty: true, paint };
    });
  }

  resize(width: number, height: number): void {
    for (const layer of this.layers) {
      layer.canvas.width = Math.round(width * devicePixelRatio);
      layer.canvas.height = Math.round(height * devicePixelRatio);
      layer.context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
      layer.dirty = true;
    }
  }

  /** Says that a layer has to be painted anew. */
  soil(index: number): void {
    this.layers[index].dirty = true;
  }

  /** Paints what has changed. */
  paint(): void {
    for (const layer of this.layers) {
      if (!layer.dirty) continue;
      layer.dirty = false;
      layer.paint(layer.context);
    }
  }

  /** Size in pixels of the device. */
  get size(): { readonly width: number; readonly height: number } {
    const [{ canvas }] = this.layers;
    return { width: canvas.width, height: canvas.height };
  }

  /** All layers on another canvas, from a pixel on. */
  drawOn(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, x = 0): void {
    for (const { canvas } of this.layers) context.drawImage(canvas, x, 0);
  }

  remove(): void {
    for (const { canvas } of this.layers) canvas.remove();
  }
}
