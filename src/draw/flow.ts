/** Pictures of flows: the max-flow map with its useful part, the min cut, and lanes (Farias 2020, figures 4.2 and 4.4). */
import { encode } from "fast-png";
import type { Box, Point } from "../geometry/index.js";
import type { Scene } from "../world/index.js";
import { hex, oklch, type Rgb } from "./colour.js";
import { contour, type Field } from "./contours.js";
import { lengthLabel } from "./furniture.js";
import { base64 } from "./image.js";
import { traceLine } from "./path.js";
import type { Picture } from "./picture.js";
import { type DrawOptions, scenePicture } from "./scene.js";

/** A baked flow map. */
export interface FlowCells extends Field {
  readonly box: Box;
  /** Row by row, row 0 lowest: what flows below, in metres; NaN where nothing is free. */
  readonly values: Float32Array;
  /** 3 where the flow is useful, 2 in the rest of the free cells. */
  readonly kinds: Uint8Array;
}

/** A curve of lines and arcs. */
export type Curve = readonly (
  | { readonly kind: "line"; readonly a: Point; readonly b: Point }
  | {
      readonly kind: "arc";
      readonly centre: Point;
      readonly radius: number;
      readonly from: number;
      readonly turn: number;
    }
)[];

/** What is drawn of a flow, and how. */
export interface FlowDrawOptions extends DrawOptions {
  /** The map, as a soft background with flow lines. */
  readonly raster?: FlowCells;
  /** The gates of the min cut. */
  readonly minCut?: readonly { readonly a: Point; readonly b: Point }[];
  /** Lanes, drawn as bands as wide as those who walk on them; lanes of one group have one colour. */
  readonly lanes?: readonly { readonly stretches: Curve; readonly radius: number; readonly group?: number }[];
  /** People on the lanes: their centres, and radius in metres. */
  readonly people?: { readonly at: readonly Point[]; readonly radius: number };
}

const USEFUL = 3;

/** A picture of the plan with its flow. */
export function flowPicture(scene: Scene, options: FlowDrawOptions = {}): Picture {
  const { raster, minCut = [], lanes = [], people, ...rest } = options;
  const dark = rest.theme === "dark";
  const picture = scenePicture(scene, rest);
  // Lanes say more than flow lines, and both at once say less.
  if (raster) drawMap(picture, raster, dark, lanes.length === 0);
  drawLanes(picture, lanes, dark);
  if (minCut.length > 0) {
    const layer = picture.layer("cut", "marks");
    for (const { a, b } of minCut) {
      layer.shape({ stroke: picture.theme.floor, width: 5.5, round: true }, (path) =>
        traceLine(path, [a, b]),
      );
      layer.shape({ stroke: picture.theme.cut, width: 2.75, dash: [7, 5] }, (path) =>
        traceLine(path, [a, b]),
      );
    }
    picture.legend({ sample: "line", colour: picture.theme.cut, label: "min cut" });
  }
  if (people) {
    const layer = picture.layer("people", "marks");
    layer.shape({ fill: picture.theme.accent, stroke: picture.theme.floor, width: 0.75 }, (path) => {
      for (const [x, y] of people.at) {
        path.moveTo(x + people.radius, y);
        path.arc(x, y, people.radius, 0, 2 * Math.PI);
        path.closePath();
      }
    });
  }
  return picture;
}

/** Colours of the map: cool where the flow is useful, grey where it is not. */
function colourOf(share: number, useful: boolean, dark: boolean): Rgb {
  if (!useful) return dark ? oklch(0.3, 0.006, 250) : oklch(0.93, 0.004, 250);
  return dark ? oklch(0.36 + 0.12 * share, 0.05, 235) : oklch(0.95 - 0.1 * share, 0.035, 230);
}

function drawMap(picture: Picture, raster: FlowCells, dark: boolean, lines: boolean): void {
  const { width, height, values, kinds } = raster;
  let most = 0;
  const useful = new Float32Array(values.length).fill(Number.NaN);
  for (let i = 0; i < values.length; i++) {
    if (kinds[i] !== USEFUL) continue;
    useful[i] = values[i];
    most = Math.max(most, values[i]);
  }
  const data = new Uint8Array(4 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const i = row * width + column;
      if (Number.isNaN(values[i])) continue;
      const k = 4 * ((height - 1 - row) * width + column);
      data.set(colourOf(values[i] / (most || 1), kinds[i] === USEFUL, dark), k);
      data[k + 3] = 255;
    }
  }
  const href = `data:image/png;base64,${base64(encode({ width, height, data, channels: 4 }))}`;
  picture.layer("field", "spawns").image({ href }, raster.box);
  const layer = picture.layer("flow lines", "spawns");
  const spacing = lines ? most / 16 : 0;
  const stroke = dark ? hex(oklch(0.72, 0.07, 235)) : hex(oklch(0.6, 0.09, 240));
  for (let k = 0; spacing > 0 && k < 16; k++) {
    layer.shape({ stroke, width: 0.8, opacity: 0.8 }, (path) => {
      for (const [a, b] of contour(raster, useful, (k + 0.5) * spacing)) {
        path.moveTo(a[0], a[1]);
        path.lineTo(b[0], b[1]);
      }
    });
  }
  const sample = (isUseful: boolean): string => hex(colourOf(0.5, isUseful, dark));
  const every = lines ? `, line every ${lengthLabel(Number(spacing.toPrecision(2)))}` : "";
  picture.legend({ sample: "area", colour: sample(true), label: `useful flow${every}` });
  picture.legend({ sample: "area", colour: sample(false), label: "rest" });
}

function drawLanes(picture: Picture, lanes: NonNullable<FlowDrawOptions["lanes"]>, dark: boolean): void {
  if (lanes.length === 0) return;
  const bands = picture.layer("lanes", "marks");
  lanes.forEach(({ stretches, radius, group }, i) => {
    const hue = group === undefined ? 250 + ((i * 47) % 120) : (250 + 130 * group) % 360;
    const band = dark ? oklch(0.5, 0.1, hue) : oklch(0.86, 0.06, hue);
    const line = dark ? oklch(0.82, 0.12, hue) : oklch(0.5, 0.16, hue);
    const width = (2 * radius * picture.scale) / picture.unit;
    bands.shape({ stroke: hex(band), width: 0.92 * width, opacity: 0.55 }, (path) => trace(path, stretches));
    bands.shape({ stroke: hex(line), width: Math.min(1.8, Math.max(0.8, width / 6)) }, (path) =>
      trace(path, stretches),
    );
  });
  const colour = hex(dark ? oklch(0.82, 0.12, 270) : oklch(0.5, 0.16, 270));
  picture.legend({
    sample: "line",
    colour,
    label: `${lanes.length} ${lanes.length === 1 ? "lane" : "lanes"} of ${lengthLabel(2 * lanes[0].radius)}`,
  });
}

function trace(path: Parameters<typeof traceLine>[0], curve: Curve): void {
  curve.forEach((stretch, i) => {
    if (stretch.kind === "arc") {
      const { centre, radius, from, turn } = stretch;
      if (i === 0) path.moveTo(centre[0] + radius * Math.cos(from), centre[1] + radius * Math.sin(from));
      path.arc(centre[0], centre[1], radius, from, from + turn, turn < 0);
      return;
    }
    if (i === 0) path.moveTo(stretch.a[0], stretch.a[1]);
    path.lineTo(stretch.b[0], stretch.b[1]);
  });
}
