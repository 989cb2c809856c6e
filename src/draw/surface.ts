/** Pictures of surfaces: a mesh coloured by its potential, green to red, with isolines, obstacles and paths. */
import { encode } from "fast-png";
import type { Point } from "../geometry/index.js";
import { type Point3, type SurfaceMesh, TAGS, vertexNormals } from "../surface/index.js";
import type { Rgb } from "./colour.js";
import type { LegendEntry } from "./furniture.js";
import { base64 } from "./image.js";
import { traceDisc } from "./path.js";
import { Picture, type PictureOptions } from "./picture.js";
import { paper } from "./ramps.js";
import { type Camera, Raster, viewOf } from "./rasterise.js";
import { THEMES } from "./theme.js";

/** What is coloured: a `SurfaceField`, or levels of another planner at the vertices of a mesh. */
export interface DrawnField {
  /** -log(1 - p) at each vertex; Infinity at walls. */
  readonly levels: Float64Array;
  readonly ground: { readonly mesh: SurfaceMesh; readonly tags: Uint8Array };
}

/** Further paths to lay over a surface. */
export interface SurfaceOverlay {
  readonly label: string;
  /** As CSS has it. */
  readonly colour: string;
  readonly paths: readonly (readonly Point3[])[];
}

/** How a surface is drawn. */
export interface SurfaceDrawOptions extends Omit<PictureOptions, "legend"> {
  readonly camera?: Camera;
  /** Colours and isolines by `level` (default), which tells places apart everywhere, or by the thesis's `potential`. */
  readonly colours?: "level" | "potential";
  /** Number of isolines, 0 to 200; default 24. */
  readonly isolines?: number;
  /** Paths to draw on top. What lies behind the surface is drawn faintly. */
  readonly paths?: readonly (readonly Point3[])[];
  /** Shortest paths to compare with, drawn thinner. */
  readonly geodesics?: readonly (readonly Point3[])[];
  /** Paths of other planners, beneath `paths`. */
  readonly overlays?: readonly SurfaceOverlay[];
  /** Goals to mark. */
  readonly goals?: readonly Point3[];
  /** Whether to draw the edges of the mesh; default false. */
  readonly edges?: boolean;
}

const OVERSAMPLING = 2;
const PATH = "#1d3fbb";
const GEODESIC = "#111418";
const OBSTACLE: Rgb = [92, 96, 104];
const BARE: Rgb = [205, 208, 214];

/** A picture of a field on its mesh, or of a mesh alone. */
export function surfacePicture(shown: DrawnField | SurfaceMesh, options: SurfaceDrawOptions = {}): Picture {
  const {
    camera = {},
    colours = "level",
    isolines = 24,
    paths = [],
    geodesics = [],
    overlays = [],
    goals = [],
    edges,
    ...rest
  } = options;
  const field = "levels" in shown ? shown : null;
  const mesh = "levels" in shown ? shown.ground.mesh : shown;
  const size = rest.size ?? 1200;
  const raster = new Raster(mesh.positions, mesh.corners, viewOf(camera), OVERSAMPLING * size);
  const { minX, minY, cell, width, height } = raster;
  const box = { minX, minY, maxX: minX + width * cell, maxY: minY + height * cell };
  const blocked = field?.ground.tags.some((tag) => tag === TAGS.obstacle || tag === TAGS.body) ?? false;
  const theme = THEMES[rest.theme ?? "light"];
  const picture = new Picture(box, {
    ...rest,
    legend: legendOf(field, { blocked, paths, geodesics, overlays, goals }, theme.goal),
  });
  const data = shade(raster, mesh, field, { colours, isolines, edges: edges ?? false });
  const png = encode({ ...halved(data, width, height), channels: 4 });
  picture.layer("surface").image({ href: `data:image/png;base64,${base64(png)}` }, box);
  for (const path of geodesics) drawPath(picture, raster, path, GEODESIC, 1.6);
  for (const { colour, paths: others } of overlays)
    for (const path of others) drawPath(picture, raster, path, colour, 2.8);
  for (const path of paths) drawPath(picture, raster, path, PATH, 2.8);
  for (const goal of goals) mark(picture, raster, goal, picture.theme.goal, 6);
  for (const path of paths) if (path.length > 0) mark(picture, raster, path[0], PATH, 4);
  return picture;
}

function legendOf(
  field: DrawnField | null,
  shown: {
    readonly blocked: boolean;
    readonly paths: readonly unknown[];
    readonly geodesics: readonly unknown[];
    readonly overlays: readonly SurfaceOverlay[];
    readonly goals: readonly unknown[];
  },
  goal: string,
): LegendEntry[] {
  const entries: LegendEntry[] = [];
  if (field) entries.push({ sample: "ramp", ramp: paper, label: "potential", low: "goal", high: "far" });
  if (shown.blocked) entries.push({ sample: "area", colour: "#5c6068", label: "blocked" });
  if (shown.goals.length > 0) entries.push({ sample: "dot", colour: goal, label: "goal" });
  for (const { label, colour } of shown.overlays) entries.push({ sample: "line", colour, label });
  if (shown.paths.length > 0) entries.push({ sample: "line", colour: PATH, label: "path" });
  if (shown.geodesics.length > 0) entries.push({ sample: "line", colour: GEODESIC, label: "shortest" });
  return entries;
}

interface Shading {
  readonly colours: "level" | "potential";
  readonly isolines: number;
  readonly edges: boolean;
}

/** Colours all pixels: RGBA, highest row first, clear where nothing is. */
function shade(
  raster: Raster,
  mesh: SurfaceMesh,
  field: DrawnField | null,
  { colours, isolines, edges }: Shading,
): Uint8Array {
  const { width, height, face, weights } = raster;
  const { corners } = mesh;
  const values = field ? pixelValues(raster, field, colours) : null;
  const light = vertexLight(raster, mesh);
  const data = new Uint8Array(4 * width * height);
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      const at = j * width + i;
      const f = face[at];
      if (f < 0) continue;
      let colour = values ? paper(values[at]) : BARE;
      const [w0, w1] = [weights[2 * at], weights[2 * at + 1]];
      const [a, b, c] = [corners[3 * f], corners[3 * f + 1], corners[3 * f + 2]];
      let dim = w0 * light[a] + w1 * light[b] + (1 - w0 - w1) * light[c];
      if (values && isolines > 0 && onIsoline(raster, values, i, j, isolines)) dim *= 0.5;
      if (edges && nearEdge(raster, at)) dim *= 0.8;
      if (silhouette(raster, i, j)) dim *= 0.45;
      if (values && values[at] === Infinity) colour = OBSTACLE;
      const k = 4 * ((height - 1 - j) * width + i);
      for (let c = 0; c < 3; c++) data[k + c] = colour[c] * dim;
      data[k + 3] = 255;
    }
  }
  return data;
}

/** 0 at goals to 1 at the farthest place or at walls; Infinity in faces that are all wall or have no way. */
function pixelValues(raster: Raster, field: DrawnField, colours: "level" | "potential"): Float64Array {
  const { face, weights } = raster;
  const { corners } = field.ground.mesh;
  const { levels } = field;
  const finite = levels.filter((level) => level < Infinity).sort();
  // The few farthest cells, mostly beside walls, would take the colours from all others.
  const most = finite[Math.floor(0.98 * (finite.length - 1))] || 1;
  const values = new Float64Array(face.length).fill(Number.NaN);
  for (let at = 0; at < face.length; at++) {
    const f = face[at];
    if (f < 0) continue;
    const [a, b, c] = [levels[corners[3 * f]], levels[corners[3 * f + 1]], levels[corners[3 * f + 2]]];
    const least = Math.min(a, b, c);
    if (least === Infinity) {
      values[at] = Infinity;
      continue;
    }
    const [w0, w1] = [weights[2 * at], weights[2 * at + 1]];
    const u = w0 * Math.exp(least - a) + w1 * Math.exp(least - b) + (1 - w0 - w1) * Math.exp(least - c);
    const level = least - Math.log(Math.max(u, 1e-300));
    values[at] = colours === "level" ? Math.min(level / most, 1) : -Math.expm1(-level);
  }
  return values;
}

/** Brightness by vertex: brightest where the surface faces the viewer's left shoulder. */
function vertexLight({ view }: Raster, mesh: SurfaceMesh): Float32Array {
  const lamp = [0, 1, 2].map((k) => view.near[k] + 0.45 * view.above[k] - 0.35 * view.right[k]);
  const length = Math.hypot(...lamp);
  return Float32Array.from(vertexNormals(mesh), (n) => {
    const towards = (n[0] * lamp[0] + n[1] * lamp[1] + n[2] * lamp[2]) / length;
    return 0.45 + 0.55 * Math.abs(towards);
  });
}

/** Whether the next pixel to the right or above lies in another band of values, on the same sheet. */
function onIsoline(
  { width, height, depth, cell }: Raster,
  values: Float64Array,
  i: number,
  j: number,
  bands: number,
): boolean {
  const at = j * width + i;
  const band = Math.floor(values[at] * bands);
  if (!Number.isFinite(band)) return false;
  for (const other of [i + 1 < width ? at + 1 : at, j + 1 < height ? at + width : at]) {
    const next = Math.floor(values[other] * bands);
    if (Number.isFinite(next) && next !== band && Math.abs(depth[other] - depth[at]) < 12 * cell) return true;
  }
  return false;
}

function nearEdge({ weights }: Raster, at: number): boolean {
  const [a, b] = [weights[2 * at], weights[2 * at + 1]];
  return Math.min(a, b, 1 - a - b) < 0.03;
}

/** Whether the surface falls away behind this pixel's neighbour. */
function silhouette({ width, height, depth, cell }: Raster, i: number, j: number): boolean {
  const at = j * width + i;
  const neighbours = [
    i > 0 ? at - 1 : -1,
    i + 1 < width ? at + 1 : -1,
    j > 0 ? at - width : -1,
    j + 1 < height ? at + width : -1,
  ];
  return neighbours.some((other) => other >= 0 && depth[other] < depth[at] - 25 * cell);
}

/** Half the size: each pixel the mean of four. */
function halved(
  data: Uint8Array,
  width: number,
  height: number,
): { data: Uint8Array; width: number; height: number } {
  const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
  const half = new Uint8Array(4 * w * h);
  for (let j = 0; j < h; j++) {
    for (let i = 0; i < w; i++) {
      const sum = [0, 0, 0, 0];
      for (const [di, dj] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        const k = 4 * (Math.min(2 * j + dj, height - 1) * width + Math.min(2 * i + di, width - 1));
        const alpha = data[k + 3];
        for (let c = 0; c < 3; c++) sum[c] += data[k + c] * alpha;
        sum[3] += alpha;
      }
      const k = 4 * (j * w + i);
      for (let c = 0; c < 3; c++) half[k + c] = sum[3] > 0 ? sum[c] / sum[3] : 0;
      half[k + 3] = sum[3] / 4;
    }
  }
  return { data: half, width: w, height: h };
}

/** A path in pieces: those in front bold, those behind faint. */
function drawPath(
  picture: Picture,
  raster: Raster,
  path: readonly Point3[],
  stroke: string,
  width: number,
): void {
  const layer = picture.layer("paths");
  let run: Point[] = [];
  let front = true;
  const flush = (): void => {
    const points = run;
    if (points.length > 1) {
      layer.shape({ stroke, width, opacity: front ? 1 : 0.22, round: true }, (sink) => {
        points.forEach(([x, y], i) => {
          if (i === 0) sink.moveTo(x, y);
          else sink.lineTo(x, y);
        });
      });
    }
  };
  for (const p of path) {
    const [x, y] = raster.project(p);
    const visible = raster.visible(p);
    if (visible !== front && run.length > 0) {
      run.push([x, y]);
      flush();
      run = [];
    }
    front = visible;
    run.push([x, y]);
  }
  flush();
}

function mark(picture: Picture, raster: Raster, p: Point3, fill: string, radius: number): void {
  const [x, y] = raster.project(p);
  const opacity = raster.visible(p) ? 1 : 0.35;
  const layer = picture.layer("marks");
  layer.sign([x, y], { fill: "#ffffff", opacity }, (sink) => traceDisc(sink, [0, 0], radius + 2));
  layer.sign([x, y], { fill, opacity }, (sink) => traceDisc(sink, [0, 0], radius));
}
