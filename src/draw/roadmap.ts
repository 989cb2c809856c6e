/** Pictures of roadmaps: the diagram coloured by clearance, with paths and their channels (Hartmann 2010, figures 4.9 and 5.7). */
import type { Point, Ring } from "../geometry/index.js";
import type { Scene } from "../world/index.js";
import { hex } from "./colour.js";
import { lengthLabel } from "./furniture.js";
import { traceDisc, traceRing } from "./path.js";
import type { Picture } from "./picture.js";
import { type Ramp, viridis } from "./ramps.js";
import { type DrawOptions, scenePicture } from "./scene.js";

/** An edge as the picture needs it: `edgesOf` of `wayfield/roadmap` gives them. */
export interface DrawnEdge {
  readonly points: readonly Point[];
  /** Radius of its smallest circle, in metres. */
  readonly least: number;
}

/** A circle in metres. */
export interface DrawnCircle {
  readonly centre: Point;
  readonly radius: number;
}

/** How a roadmap is drawn. */
export interface RoadmapDrawOptions extends DrawOptions {
  /** Paths to draw on top. */
  readonly paths?: readonly (readonly Point[])[];
  /** Beneath the paths: a channel of empty circles, or of triangles for comparison. */
  readonly channel?: readonly (DrawnCircle | Ring)[];
  /** Edges narrower than this many metres on either side are drawn faint; default 0. */
  readonly radius?: number;
}

/** Edges fall into so many classes of clearance, each one mark of the picture. */
const CLASSES = 8;

/** Viridis without its yellow end, which white paper swallows, nor its darkest. */
const ramp: Ramp = (t) => viridis(0.05 + 0.8 * t);

/** A picture of the plan with the diagram between its walls. */
export function roadmapPicture(
  scene: Scene,
  edges: Iterable<DrawnEdge>,
  options: RoadmapDrawOptions = {},
): Picture {
  const { paths = [], channel = [], radius = 0, ...rest } = options;
  const picture = scenePicture(scene, rest);
  const classes: DrawnEdge[][] = Array.from({ length: CLASSES }, () => []);
  const narrow: DrawnEdge[] = [];
  const all = [...edges];
  const widest = widestOf(all);
  for (const edge of all) {
    if (edge.least < radius) narrow.push(edge);
    else classes[Math.min(CLASSES - 1, Math.floor((CLASSES * edge.least) / widest))].push(edge);
  }
  drawChannel(picture, channel);
  const layer = picture.layer("roadmap", "marks");
  // The more edges there are, the finer the lines, down to hairlines in a city.
  const width = Math.max(0.35, Math.min(1.8, 60 / Math.sqrt(all.length)));
  layer.shape({ stroke: picture.theme.muted, width, opacity: 0.5, dash: [2, 3] }, lines(narrow));
  classes.forEach((list, i) => {
    if (list.length > 0)
      layer.shape({ stroke: hex(ramp(i / (CLASSES - 1))), width: width * (1 + i / CLASSES) }, lines(list));
  });
  const top = picture.layer("paths", "marks");
  for (const path of paths)
    top.shape({ stroke: picture.theme.accent, width: 2.5 }, lines([{ points: path, least: 0 }]));
  const high = lengthLabel(Number(widest.toPrecision(2)));
  picture.legend({ sample: "ramp", ramp, label: "clearance along the roadmap", low: "0 m", high });
  return picture;
}

/** The clearance that one edge in a hundred exceeds: a single square must not dim the streets. */
function widestOf(edges: readonly DrawnEdge[]): number {
  const radii = edges.map(({ least }) => least).sort((a, b) => a - b);
  return radii[Math.floor(0.99 * radii.length)] || 1;
}

function drawChannel(picture: Picture, channel: readonly (DrawnCircle | Ring)[]): void {
  if (channel.length === 0) return;
  const layer = picture.layer("channel", "marks");
  // One mark: where circles overlap, the colour does not add up.
  layer.shape({ fill: picture.theme.accent, opacity: 0.22 }, (path) => {
    for (const part of channel) {
      if ("centre" in part) traceDisc(path, part.centre, part.radius);
      else traceRing(path, part);
    }
  });
}

function lines(
  edges: readonly DrawnEdge[],
): (path: { moveTo(x: number, y: number): void; lineTo(x: number, y: number): void }) => void {
  return (path) => {
    for (const { points } of edges) {
      points.forEach(([x, y], i) => {
        if (i === 0) path.moveTo(x, y);
        else path.lineTo(x, y);
      });
    }
  };
}
