/** Pictures of path maps: the distance field with contours, or its regions (Farias 2020, figures 3.1, 3.12, 3.17). */
import { encode } from "fast-png";
import type { Box, Point, Segment } from "../geometry/index.js";
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
  /** 1 for cells whose path uses a weighted vertex: they are dashed. */
  readonly weighted?: Uint8Array;
  /** The borders between regions. */
  borders?(): readonly Segment[];
}

/** What the cells are coloured by: distance, the seeds' green to red, or the region they belong to. */
export type PathMapColours = "distance" | "paper" | "regions";

/** How a path map is drawn. */
export interface PathMapDrawOptions extends DrawOptions {
  /** Default `distance`. */
  readonly colours?: PathMapColours;
  /** What the cells hold: metres, or with weights and barriers a cost in seconds at 1 m/s. Default `distance`. */
  readonly quantity?: "distance" | "cost";
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
  const { colours = "distance", quantity = "distance", contours, paths = [], ...rest } = options;
  const label = quantity === "cost" ? costLabel : lengthLabel;
  const picture = scenePicture(scene, rest);
  const field = picture.layer("field", "spawns");
  field.image({ href: dataUrl(raster, colours) }, raster.box);
  const spacing = contours ?? (raster.maxDistance > 0 ? niceLength(raster.maxDistance / 12) : 0);
  if (spacing > 0) drawContours(picture, raster, spacing, label, colours);
  if (raster.weighted?.includes(1)) {
    picture.legend({ sample: "hatch", colour: picture.theme.muted, label: "path uses a faster corner" });
  }
  if (colours === "regions") drawBorders(picture, raster);
  else {
    const high = label(Number(raster.maxDistance.toPrecision(3)));
    const ramp = colours === "paper" ? paper : cividis;
    const name = quantity === "cost" ? "time to the goal at 1 m/s" : "distance to the goal";
    picture.legend({ sample: "ramp", ramp, label: name, low: label(0), high });
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

const costLabel = (seconds: number): string => `${Number(seconds.toPrecision(3))} s`;

function drawBorders(picture: Picture, raster: DistanceRaster): void {
  const borders = raster.borders?.() ?? [];
  const layer = picture.layer("borders", "spawns");
  layer.shape({ stroke: picture.theme.text, width: 1.5, opacity: 0.75, round: true }, (sink) => {
    for (const [a, b] of borders) {
      sink.moveTo(a[0], a[1]);
      sink.lineTo(b[0], b[1]);
    }
  });
}

function drawContours(
  picture: Picture,
  raster: DistanceRaster,
  spacing: number,
  label: (value: number) => string,
  colours: PathMapColours,
): void {
  const layer = picture.layer("contours", "spawns");
  // On the soft colours of regions white lines would be lost.
  const ink = colours === "regions" ? picture.theme.muted : "#ffffff";
  for (let level = spacing, k = 1; level < raster.maxDistance; level += spacing, k++) {
    const pieces = contour(raster, raster.distances, level);
    layer.shape({ stroke: ink, width: k % 5 === 0 ? 1.4 : 0.8, opacity: k % 5 === 0 ? 0.9 : 0.6 }, (sink) => {
      for (const [a, b] of pieces) {
        sink.moveTo(a[0], a[1]);
        sink.lineTo(b[0], b[1]);
      }
    });
    const place = k % 5 === 0 ? roomyPlace(raster, pieces) : null;
    if (place)
      layer.text(place, label(level), {
        ...(colours === "regions"
          ? { fill: picture.theme.text, halo: `${picture.theme.canvas}aa` }
          : { fill: "#ffffff", halo: "#00000088" }),
        size: 11,
        anchor: "middle",
      });
  }
}

/** Of a contour's points, one with much free ground around it; null when there is no room for a label. */
function roomyPlace(raster: DistanceRaster, pieces: readonly (readonly [Point, Point])[]): Point | null {
  const unit = Math.max(raster.width, raster.height) / 100;
  let best: Point | null = null;
  let most = 0;
  // Sixty tries find a good place; more would find a hardly better one.
  for (let i = 0; i < pieces.length; i += Math.ceil(pieces.length / 60)) {
    const room = freeRoom(raster, pieces[i][0], unit);
    if (room <= most) continue;
    most = room;
    best = pieces[i][0];
  }
  return most >= 2 ? best : null;
}

/** How many units of cells are free around a point, up to 6 sideways and half as many up and down. */
function freeRoom({ width, height, box, distances }: DistanceRaster, p: Point, unit: number): number {
  const column = ((p[0] - box.minX) / (box.maxX - box.minX)) * width;
  const row = ((p[1] - box.minY) / (box.maxY - box.minY)) * height;
  const isFree = (dx: number, dy: number): boolean => {
    const c = Math.floor(column + dx * unit);
    const r = Math.floor(row + dy * unit);
    return c >= 0 && c < width && r >= 0 && r < height && distances[r * width + c] < Infinity;
  };
  for (let room = 1; room <= 6; room++) {
    const ends = [-room, -room / 2, 0, room / 2, room];
    if (!ends.every((d) => isFree(d, room / 2) && isFree(d, -room / 2) && isFree(d, 0))) return room - 1;
  }
  return 6;
}

/** The raster as an image, highest row first, clear where nothing is free. */
function dataUrl(raster: DistanceRaster, colours: PathMapColours): string {
  const { width, height, distances, regions, weighted } = raster;
  const dash = Math.max(width, height) / 160;
  const most = raster.maxDistance || 1;
  const ramp: Ramp = colours === "paper" ? paper : cividis;
  const data = new Uint8Array(4 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const i = row * width + column;
      if (!(distances[i] < Infinity)) continue;
      const plain = colours === "regions" ? regionColour(regions[i]) : ramp(distances[i] / most);
      const colour = weighted?.[i] && isDash(column, row, dash) ? darker(plain) : plain;
      const k = 4 * ((height - 1 - row) * width + column);
      data[k] = colour[0];
      data[k + 1] = colour[1];
      data[k + 2] = colour[2];
      data[k + 3] = ALPHA;
    }
  }
  return `data:image/png;base64,${base64(encode({ width, height, data, channels: 4 }))}`;
}

/** Whether a cell lies on a dash: short strokes to the upper right, row beside row, `unit` cells apart. */
function isDash(column: number, row: number, unit: number): boolean {
  const across = (column - row) / unit;
  const along = (column + row) / unit;
  const line = Math.floor(across / 3);
  return across - 3 * line < 0.5 && (((along + 3 * line) % 8) + 8) % 8 < 5;
}

const darker = ([r, g, b]: Rgb): Rgb => [r * 0.62, g * 0.62, b * 0.62];

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
