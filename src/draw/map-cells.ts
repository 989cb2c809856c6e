/** Cells of local maps and of group maps on a picture: where they are, their shades, and the way of descent over them. */
import type { Box, Point } from "../geometry/index.js";
import { traceRing } from "./path.js";
import type { Picture } from "./picture.js";
import { viridis } from "./ramps.js";

/** A map as it is drawn. */
export interface MapCells {
  /** Cells along a side, and the side of one in metres. */
  readonly size: number;
  readonly cell: number;
  /** 0 free, 1 wall, 2 goal, and u, row by row, row 0 lowest. */
  readonly kinds: Uint8Array;
  readonly u: Float32Array;
  /** What it is centred on, in the middle of its cell: the middle one, or the lower left of the four in the middle. */
  readonly position: Point;
}

const [WALL, GOAL] = [1, 2];

/** Shades of the field: log u from here to 0. */
const DEEPEST = -12;

/** The lower left corner of a map. */
function cornerOf({ size, cell, position: [x, y] }: MapCells): Point {
  const own = (((size - 1) >> 1) + 0.5) * cell;
  return [x - own, y - own];
}

/** The box that a map covers. */
export function mapBox(map: MapCells): Box {
  const [minX, minY] = cornerOf(map);
  const side = map.size * map.cell;
  return { minX, minY, maxX: minX + side, maxY: minY + side };
}

/** The corners of a cell. */
export function cellRing(map: MapCells, i: number): Point[] {
  const { size, cell } = map;
  const [left, bottom] = cornerOf(map);
  const [x, y] = [left + (i % size) * cell, bottom + Math.floor(i / size) * cell];
  return [
    [x, y],
    [x + cell, y],
    [x + cell, y + cell],
    [x, y + cell],
  ];
}

/** The middle of a cell. */
export function centreOf(map: MapCells, i: number): Point {
  const { size, cell } = map;
  const [left, bottom] = cornerOf(map);
  return [left + ((i % size) + 0.5) * cell, bottom + (Math.floor(i / size) + 0.5) * cell];
}

/** The colour of a cell: of its kind, and for a free one of log u. */
export function shadeOf({ theme }: Picture, { kinds, u }: MapCells, i: number): string {
  if (kinds[i] === WALL) return theme.solid;
  if (kinds[i] === GOAL) return theme.goal;
  const shade = viridis(u[i] > 0 ? 1 - Math.log(u[i]) / DEEPEST : 0);
  return `rgb(${shade.map(Math.round).join(",")})`;
}

/** The border of a map, and the free zone within it. */
export function drawZones(picture: Picture, map: MapCells): void {
  const zones = picture.layer("zones");
  const { minX, minY, maxX, maxY } = mapBox(map);
  for (const inset of [0, 1, 2]) {
    const d = inset * map.cell;
    const ring: Point[] = [
      [minX + d, minY + d],
      [maxX - d, minY + d],
      [maxX - d, maxY - d],
      [minX + d, maxY - d],
    ];
    // Light around dark: seen on every shade of the field.
    const width = inset === 0 ? 1.6 : 1;
    zones.shape({ stroke: "#ffffff", width: width + 1.6 }, (path) => traceRing(path, ring));
    zones.shape({ stroke: "#000000", width }, (path) => traceRing(path, ring));
  }
}

/** The cells of a way of descent: from the middle one always to the neighbour with the greatest u, until the goal. */
export function pathCells({ size, kinds, u }: MapCells): number[] {
  const path: number[] = [];
  const isOn = new Uint8Array(u.length);
  let at = ((size - 1) >> 1) * (size + 1);
  while (!isOn[at]) {
    path.push(at);
    isOn[at] = 1;
    if (kinds[at] === GOAL) break;
    const around = [-1, 1, -size, size, -size - 1, -size + 1, size - 1, size + 1].map((step) => at + step);
    at = around.filter((i) => i >= 0 && i < u.length).reduce((best, i) => (u[i] > u[best] ? i : best), at);
  }
  return path;
}
