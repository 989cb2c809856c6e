/** Pictures of potential fields: equipotentials, arrows and paths (Dapper 2007, figures 3.1 and 6.2). */
import { encode } from "fast-png";
import type { Box, Point } from "../geometry/index.js";
import type { Scene } from "../world/index.js";
import { contour, type Field } from "./contours.js";
import { niceLength } from "./furniture.js";
import { base64 } from "./image.js";
import type { Picture } from "./picture.js";
import { viridis } from "./ramps.js";
import { type DrawOptions, scenePicture } from "./scene.js";

/** The levels of a field, as `PotentialField` has them. */
export interface FieldRaster extends Field {
  readonly box: Box;
  /** Row by row, row 0 lowest; -Infinity where there is no way. */
  readonly level: Float64Array;
  /** Whether walls reflect: then the level is minus a time, else the logarithm of a potential. */
  readonly reflect: boolean;
}

/** How a field is drawn. */
export interface FieldDrawOptions extends DrawOptions {
  /** Arrows along the longer side; default 36, 0 for none. */
  readonly arrows?: number;
  /** Equipotentials; default 16, 0 for none. */
  readonly contours?: number;
  /** Paths to draw on top. */
  readonly paths?: readonly (readonly Point[])[];
}

/** A picture of the plan with the field beneath its walls. */
export function fieldPicture(scene: Scene, raster: FieldRaster, options: FieldDrawOptions = {}): Picture {
  const { arrows = 36, contours = 16, paths = [], ...rest } = options;
  const picture = scenePicture(scene, rest);
  let least = 0;
  for (const level of raster.level) if (level > -Infinity && level < least) least = level;
  picture.layer("field", "spawns").image({ href: dataUrl(raster, least) }, raster.box);
  if (contours > 0 && least < 0) drawContours(picture, raster, niceLength(-least / contours), least);
  if (arrows > 0) drawArrows(picture, raster, arrows);
  picture.legend({
    sample: "ramp",
    ramp: (t) => viridis(1 - t),
    label: raster.reflect ? "mean steps to the goal" : "−log u",
    low: "0",
    high: Number((-least).toPrecision(3)).toLocaleString("en-US"),
  });
  const lines = picture.layer("paths", "marks");
  for (const path of paths) {
    lines.shape({ stroke: "#ffffff", width: 4.5, round: true }, (sink) => tracePath(sink, path));
    lines.shape({ stroke: picture.theme.cut, width: 2.5, round: true }, (sink) => tracePath(sink, path));
  }
  return picture;
}

function tracePath(
  sink: { moveTo(x: number, y: number): void; lineTo(x: number, y: number): void },
  path: readonly Point[],
): void {
  path.forEach(([x, y], i) => {
    if (i === 0) sink.moveTo(x, y);
    else sink.lineTo(x, y);
  });
}

function drawContours(picture: Picture, raster: FieldRaster, spacing: number, least: number): void {
  const layer = picture.layer("contours", "spawns");
  for (let k = 1; -k * spacing > least; k++) {
    const pieces = contour(raster, raster.level, -k * spacing);
    layer.shape({ stroke: "#ffffff", width: k % 5 === 0 ? 1.3 : 0.7, opacity: 0.7 }, (sink) => {
      for (const [a, b] of pieces) {
        sink.moveTo(a[0], a[1]);
        sink.lineTo(b[0], b[1]);
      }
    });
  }
}

/** Arrows of equal length along the gradient, on a coarser grid. */
function drawArrows(picture: Picture, raster: FieldRaster, count: number): void {
  const { width, height, cell, origin, level } = raster;
  const every = Math.max(1, Math.round(Math.max(width, height) / count));
  const length = 0.62 * every * cell;
  const layer = picture.layer("arrows", "spawns");
  const at = (i: number, own: number): number => (level[i] === -Infinity ? own - 1 : level[i]);
  layer.shape({ stroke: "#ffffff", width: 1.1, opacity: 0.95, round: true }, (sink) => {
    for (let row = every >> 1; row < height; row += every) {
      for (let column = every >> 1; column < width; column += every) {
        const i = row * width + column;
        const own = level[i];
        if (!(own > -Infinity) || own === 0) continue;
        const gx = (column + 1 < width ? at(i + 1, own) : own - 1) - (column > 0 ? at(i - 1, own) : own - 1);
        const gy =
          (row + 1 < height ? at(i + width, own) : own - 1) - (row > 0 ? at(i - width, own) : own - 1);
        const size = Math.hypot(gx, gy);
        if (!(size > 0)) continue;
        const [ux, uy] = [(gx / size) * length, (gy / size) * length];
        const x = origin[0] + (column + 0.5) * cell;
        const y = origin[1] + (row + 0.5) * cell;
        const [hx, hy] = [x + ux / 2, y + uy / 2];
        sink.moveTo(x - ux / 2, y - uy / 2);
        sink.lineTo(hx, hy);
        sink.moveTo(hx - 0.3 * ux + 0.2 * uy, hy - 0.3 * uy - 0.2 * ux);
        sink.lineTo(hx, hy);
        sink.lineTo(hx - 0.3 * ux - 0.2 * uy, hy - 0.3 * uy + 0.2 * ux);
      }
    }
  });
}

/** The raster as an image, highest row first, clear where there is no way; dark is far. */
function dataUrl({ width, height, level }: FieldRaster, least: number): string {
  const data = new Uint8Array(4 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const value = level[row * width + column];
      if (!(value > -Infinity)) continue;
      const k = 4 * ((height - 1 - row) * width + column);
      const [r, g, b] = viridis(least < 0 ? 1 - value / least : 1);
      data[k] = r;
      data[k + 1] = g;
      data[k + 2] = b;
      data[k + 3] = 255;
    }
  }
  return `data:image/png;base64,${base64(encode({ width, height, data, channels: 4 }))}`;
}
