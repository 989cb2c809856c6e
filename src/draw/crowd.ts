/** Pictures of crowds: where people went, where they stood, how dense it was. */
import { encode } from "fast-png";
import type { Box, Point, Segment } from "../geometry/index.js";
import type { Scene } from "../world/index.js";
import { hex, oklch } from "./colour.js";
import { niceLength } from "./furniture.js";
import { base64 } from "./image.js";
import { traceDisc, traceLine } from "./path.js";
import type { Picture } from "./picture.js";
import { density, type Ramp } from "./ramps.js";
import { type DrawOptions, scenePicture } from "./scene.js";

/** Values on cells, row 0 lowest; NaN where there is none. */
export interface ValueGrid {
  readonly width: number;
  readonly height: number;
  readonly box: Box;
  readonly values: Float32Array;
}

/** How values are shown. */
export interface HeatOptions extends DrawOptions {
  /** What the colours mean. */
  readonly label: string;
  /** Unit after the numbers of the legend. */
  readonly units: string;
  /** Value of the strongest colour; default the greatest. */
  readonly most?: number;
  /** Value of the weakest colour; default 0. */
  readonly least?: number;
  /** Whether what is near the least value fades away, as nothing should; default true. */
  readonly fade?: boolean;
  /** Default: white to deep red. */
  readonly ramp?: Ramp;
}

/** The plan without its spawns, which would lie over what people did there. */
function planPicture(scene: Scene, options: DrawOptions): Picture {
  const { spawns: _, ...rest } = scene;
  return scenePicture(rest, options);
}

/** What the colours of a picture of values mean, for pages that tell the value under a pointer. */
export interface HeatScale {
  readonly least: number;
  readonly most: number;
  readonly units: string;
  /** Colours at equal steps from least to most. */
  readonly colours: readonly string[];
}

/** Colours that a scale is told by. */
const SCALE_STEPS = 64;

/** The scale that `heatPicture` draws with. */
export function heatScale(grid: ValueGrid, options: HeatOptions): HeatScale {
  const { units, ramp = density, least = 0, most = greatestOf(grid) } = options;
  const colours = Array.from({ length: SCALE_STEPS }, (_, k) => hex(ramp(k / (SCALE_STEPS - 1))));
  return { least, most: most > 0 ? most : 1, units, colours };
}

/** Round values inside a scale, away from its ends, whose own values are written there. */
function ticksOf(least: number, most: number): { readonly at: number; readonly label: string }[] {
  const step = niceLength((most - least) / 2.5);
  const first = Math.ceil(least / step);
  const values = Array.from({ length: Math.floor(most / step) - first + 1 }, (_, k) =>
    Number(((first + k) * step).toPrecision(6)),
  );
  return values
    .map((value) => ({ at: (value - least) / (most - least), label: String(value) }))
    .filter(({ at }) => at > 0.12 && at < 0.88);
}

/** A picture of the plan over coloured cells. */
export function heatPicture(scene: Scene, grid: ValueGrid, options: HeatOptions): Picture {
  const { label, units, ramp = density, least = 0, most = greatestOf(grid), fade = true, ...rest } = options;
  const picture = planPicture(scene, rest);
  const top = most > 0 ? most : 1;
  picture.layer("field", "spawns").image({ href: imageOf(grid, ramp, { least, most: top, fade }) }, grid.box);
  const high = `${Number(top.toPrecision(2))} ${units}`;
  const ticks = ticksOf(least, top);
  picture.legend({ sample: "ramp", ramp, label, low: `${least} ${units}`, high, ticks });
  return picture;
}

function greatestOf({ values }: ValueGrid): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

function imageOf(
  { width, height, values }: ValueGrid,
  ramp: Ramp,
  { least, most, fade }: { readonly least: number; readonly most: number; readonly fade: boolean },
): string {
  const data = new Uint8Array(4 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const value = values[row * width + column];
      if (Number.isNaN(value) || (fade && value <= least)) continue;
      const k = 4 * ((height - 1 - row) * width + column);
      const share = Math.max(0, value - least) / (most - least);
      data.set(ramp(share), k);
      data[k + 3] = fade ? Math.round(255 * Math.min(1, 12 * share)) : 255;
    }
  }
  return `data:image/png;base64,${base64(encode({ width, height, data, channels: 4 }))}`;
}

/** How ways are shown. */
export interface TracksOptions extends DrawOptions {
  /** Barriers to show as well. */
  readonly barriers?: readonly { readonly segment: Segment; readonly weight: number }[];
  /** Chains of people who queue from wall to wall, to show beneath them (Farias 2020, figure 5.2); only pictures of people show them. */
  readonly candidates?: readonly Segment[];
  /** What the groups are called in the legend; default: no entries. */
  readonly groups?: readonly string[];
}

/** Colours that stay apart on white. */
const HUES = [255, 30, 150, 305, 80, 200];

/** The colour of a group of people, by its number: six that come again. */
export function groupColour(group: number): string {
  return hex(oklch(0.56, 0.15, HUES[group % HUES.length]));
}

/** A picture of the ways that people went, one colour per group. */
export function tracksPicture(
  scene: Scene,
  tracks: readonly { readonly group: number; readonly points: readonly Point[] }[],
  options: TracksOptions = {},
): Picture {
  const { barriers = [], groups = [], candidates: _, ...rest } = options;
  const picture = planPicture(
    { ...scene, barriers: [...(scene.barriers ?? []), ...barriers] as Scene["barriers"] },
    rest,
  );
  const layer = picture.layer("paths", "walls");
  // The more ways, the fainter each: what many took stays dark.
  const opacity = Math.max(0.08, Math.min(0.7, 28 / Math.max(1, tracks.length)));
  for (const { group, points } of tracks) {
    if (points.length < 2) continue;
    layer.shape({ stroke: groupColour(group), width: 1.4, opacity, round: true }, (path) =>
      traceLine(path, points),
    );
  }
  nameGroups(picture, groups);
  return picture;
}

function nameGroups(picture: Picture, groups: readonly string[]): void {
  groups.forEach((label, group) => {
    picture.legend({ sample: "line", colour: groupColour(group), label });
  });
}

/** A picture of the people where they stand. */
export function agentsPicture(
  scene: Scene,
  people: readonly { readonly group: number; readonly position: Point; readonly radius: number }[],
  options: TracksOptions = {},
): Picture {
  const { barriers = [], groups = [], candidates = [], ...rest } = options;
  const picture = planPicture(
    { ...scene, barriers: [...(scene.barriers ?? []), ...barriers] as Scene["barriers"] },
    rest,
  );
  if (candidates.length > 0) {
    const colour = picture.theme.cut;
    const chains = picture.layer("candidates", "labels");
    for (const segment of candidates)
      chains.shape({ stroke: colour, width: 1.5, opacity: 0.7 }, (path) => traceLine(path, segment));
    picture.legend({ sample: "line", colour, label: "candidate segment" });
  }
  const layer = picture.layer("agents", "labels");
  // Shoulders overlap in a press: a rim keeps people apart.
  const rim = { stroke: picture.theme.floor, width: 0.75 };
  for (const { group, position, radius } of people) {
    const style = { fill: groupColour(group), ...rim };
    layer.shape(style, (path) => traceDisc(path, position, Math.max(radius, 0.05)));
  }
  nameGroups(picture, groups);
  return picture;
}
