/** Pictures of path maps: the distance field with contours, or its regions (Farias 2020, figures 3.1, 3.12, 3.17). */
import { encode } from "fast-png";
import type { Box, Point } from "../geometry/index.js";
import type { Scene } from "../world/index.js";
import { oklch, type Rgb } from "./colour.js";
import { contour, type Field } from "./contours.js";
import { lengthLabel, niceLength } from "./furniture.js";
import type { Picture } from "./picture.js";
import { cividis, paper, type Ramp } from "./ramps.js";
import { type DrawOptions, scenePicture } from "./scene.js";

/** A baked path map, from the CPU (`RasterMap`) or a GPU. */
export interface DistanceRaster extends Field {
  readonly box: Box;
  /** Row by row, row 0 lowest: NaN where nothing is free, Infinity without a way. */
  readonly distances: Float32Array;
  /** Equal numbers for cells whose paths go to the same next point. */
  readonly regions: Int32Array;
  readonly maxDistance: number;
}

/** What the cells are coloured by: distance, the seeds' green to red, or the region they belong to. */
export type PathMapColours = "distance" | "paper" | "regions";

/** How a path map is drawn. */
export interface PathMapDrawOptions extends DrawOptions {
  /** Default `distance`. */
  readonly colours?: PathMapColours;
  /** Metres between contours; by default a round number that gives 10 to 25 of them, 0 for none. */
  readonly contours?: number;
  /** Paths to draw on top. */
  readonly paths?: readonly (readonly Point[])[];
}

const ALPHA = 255;

/** A picture of the plan with the map beneath its walls. */
export function pathMapPicture(
  scene: Scene,
  raster: DistanceRaster,
  options: PathMapDrawOptions = {},
): Picture {
  const { colours = "distance", contours, paths = [], ...rest } = options;
  const picture = scenePicture(scene, rest);
  const field = picture.layer("field", "spawns");
  field.image({ href: dataUrl(raster, colours) }, raster.box);
  const spacing = contours ?? (raster.maxDistance > 0 ? niceLength(raster.maxDistance / 12) : 0);
  if (spacing > 0) drawContours(picture, raster, spacing);
  if (colours !== "regions") {
    const high = lengthLabel(Number(raster.maxDistance.toPrecision(3)));
    const ramp = colours === "paper" ? paper : cividis;
    picture.legend({ sample: "ramp", ramp, label: "distance to the goal", low: "0 m", high });
  }
  const lines = picture.layer("paths", "marks");
  for (const path of paths) {
    lines.shape({ stroke: picture.theme.accent, width: 2.5 }, (sink) => {
      path.forEach(([x, y], i) => {
        if (i === 0) sink.moveTo(x, y);
        else sink.lineTo(x, y);
      });
    });
  }
  return picture;
}

function drawContours(picture: Picture, raster: DistanceRaster, spacing: number): void {
  const layer = picture.layer("contours", "spawns");
  for (let level = spacing, k = 1; level < raster.maxDistance; level += spacing, k++) {
    const pieces = contour(raster, raster.distances, level);
    layer.shape(
      { stroke: "#ffffff", width: k % 5 === 0 ? 1.4 : 0.8, opacity: k % 5 === 0 ? 0.9 : 0.6 },
      (sink) => {
        for (const [a, b] of pieces) {
          sink.moveTo(a[0], a[1]);
          sink.lineTo(b[0], b[1]);
        }
      },
    );
    const middle = pieces[pieces.length >> 1];
    if (k % 5 === 0 && middle)
      layer.text(middle[0], lengthLabel(level), {
        fill: "#ffffff",
        size: 11,
        halo: "#00000088",
        anchor: "middle",
      });
  }
}

/** The raster as an image, highest row first, clear where nothing is free. */
function dataUrl(raster: DistanceRaster, colours: PathMapColours): string {
  const { width, height, distances, regions } = raster;
  const most = raster.maxDistance || 1;
  const ramp: Ramp = colours === "paper" ? paper : cividis;
  const data = new Uint8Array(4 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const i = row * width + column;
      if (!(distances[i] < Infinity)) continue;
      const colour = colours === "regions" ? regionColour(regions[i]) : ramp(distances[i] / most);
      const k = 4 * ((height - 1 - row) * width + column);
      data[k] = colour[0];
      data[k + 1] = colour[1];
      data[k + 2] = colour[2];
      data[k + 3] = ALPHA;
    }
  }
  return `data:image/png;base64,${base64(encode({ width, height, data, channels: 4 }))}`;
}

/** Soft hues of equal lightness; the golden angle keeps neighbours in number apart. */
function regionColour(region: number): Rgb {
  return oklch(0.8, 0.09, (region * 137.508) % 360);
}

/** Bytes as base64 text. */
export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000)
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}
