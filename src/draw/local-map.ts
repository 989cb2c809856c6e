/** Pictures of local maps: zones, goal, field and the chosen direction (Dapper 2007, figures 5.2 to 5.5 and 6.2). */
import type { Point } from "../geometry/index.js";
import { type Path, traceDisc, traceLine, traceRing } from "./path.js";
import { Picture, type PictureOptions } from "./picture.js";
import { viridis } from "./ramps.js";

/** A local map as it is drawn: what `LocalMap` has, and who looks. */
export interface DrawnLocalMap {
  /** Cells along a side, and the side of one in metres. */
  readonly size: number;
  readonly cell: number;
  /** 0 free, 1 wall, 2 goal, and u, row by row, row 0 lowest. */
  readonly kinds: Uint8Array;
  readonly u: Float32Array;
  /** The agent, in the middle of its cell: the middle one, or the lower left of the four in the middle. */
  readonly position: Point;
  readonly radius: number;
  /** Direction of the global way; null where there is none. */
  readonly way: Point | null;
  /** Descent at the agent's place, of any length; [0, 0] for someone boxed in. */
  readonly gradient: Point;
  /** Where the agent goes by it: a direction times the share of the full step, 0 to 1; absent where nobody chose. */
  readonly chosen?: Point;
}

const [WALL, GOAL] = [1, 2];

/** Shades of the field: log u from here to 0. */
const DEEPEST = -12;

/** A picture of one local map. */
export function localMapPicture(map: DrawnLocalMap, options: PictureOptions = {}): Picture {
  const { size, cell, position, radius, way, gradient, chosen } = map;
  const half = (size * cell) / 2;
  const [left, bottom] = cornerOf(map);
  const [x, y] = [left + half, bottom + half];
  const box = { minX: left, minY: bottom, maxX: left + 2 * half, maxY: bottom + 2 * half };
  const picture = new Picture(box, options);
  drawCells(picture, map);
  const zones = picture.layer("zones");
  // The border, and the free zone within it.
  for (const inset of [0, 1, 2]) {
    const d = half - inset * cell;
    const ring: Point[] = [
      [x - d, y - d],
      [x + d, y - d],
      [x + d, y + d],
      [x - d, y + d],
    ];
    // Light around dark: seen on every shade of the field.
    const width = inset === 0 ? 1.6 : 1;
    zones.shape({ stroke: "#ffffff", width: width + 1.6 }, (path) => traceRing(path, ring));
    zones.shape({ stroke: "#000000", width }, (path) => traceRing(path, ring));
  }
  const marks = picture.layer("marks");
  marks.shape({ fill: picture.theme.canvas, stroke: picture.theme.text, width: 1.4 }, (path) =>
    traceDisc(path, position, radius),
  );
  const head = 0.1 * half;
  if (way) drawArrow(picture, position, way, { reach: 0.8 * half, head, colour: picture.theme.muted });
  drawArrow(picture, position, gradient, { reach: 0.55 * half, head, colour: picture.theme.cut });
  if (chosen) {
    const share = Math.min(1, Math.hypot(...chosen));
    drawArrow(picture, position, chosen, { reach: 0.35 * half * share, head, colour: picture.theme.accent });
  }
  picture.legend({ label: "wall, border", sample: "area", colour: picture.theme.solid });
  picture.legend({ label: "goal", sample: "area", colour: picture.theme.goal });
  picture.legend({ label: "global way", sample: "line", colour: picture.theme.muted });
  picture.legend({ label: "local gradient", sample: "line", colour: picture.theme.cut });
  if (chosen) picture.legend({ label: "step", sample: "line", colour: picture.theme.accent });
  return picture;
}

/** The lower left corner of a map. */
function cornerOf({ size, cell, position: [x, y] }: DrawnLocalMap): Point {
  const own = (((size - 1) >> 1) + 0.5) * cell;
  return [x - own, y - own];
}

/** Cells in the colour of their kind, free ones in that of log u, each with the direction of descent. */
function drawCells(picture: Picture, map: DrawnLocalMap): void {
  const { size, cell, kinds, u } = map;
  const cells = picture.layer("cells");
  const arrows = picture.layer("field");
  const [left, bottom] = cornerOf(map);
  for (let i = 0; i < size * size; i++) {
    const x = left + (i % size) * cell;
    const y = bottom + Math.floor(i / size) * cell;
    const isHeard = u[i] > 0;
    const [r, g, b] = viridis(isHeard ? 1 - Math.log(u[i]) / DEEPEST : 0);
    const shade = `rgb(${[r, g, b].map(Math.round).join(",")})`;
    const fill = kinds[i] === WALL ? picture.theme.solid : kinds[i] === GOAL ? picture.theme.goal : shade;
    cells.shape({ fill }, (path) =>
      traceRing(path, [
        [x, y],
        [x + cell, y],
        [x + cell, y + cell],
        [x, y + cell],
      ]),
    );
    if (kinds[i] === WALL || kinds[i] === GOAL) continue;
    const gx = u[i + 1] - u[i - 1];
    const gy = u[i + size] - u[i - size];
    const length = Math.hypot(gx, gy);
    if (!(length > 0)) continue;
    const [cx, cy] = [x + cell / 2, y + cell / 2];
    const [dx, dy] = [(0.36 * cell * gx) / length, (0.36 * cell * gy) / length];
    arrows.shape({ stroke: "#ffffff", width: 1.1, round: true }, (path) => {
      traceLine(path, [
        [cx - dx, cy - dy],
        [cx + dx, cy + dy],
      ]);
      path.moveTo(cx + 0.3 * dx - 0.5 * dy, cy + 0.3 * dy + 0.5 * dx);
      path.lineTo(cx + dx, cy + dy);
      path.lineTo(cx + 0.3 * dx + 0.5 * dy, cy + 0.3 * dy - 0.5 * dx);
    });
  }
}

function drawArrow(
  picture: Picture,
  [x, y]: Point,
  [dx, dy]: Point,
  { reach, head, colour }: { readonly reach: number; readonly head: number; readonly colour: string },
): void {
  const length = Math.hypot(dx, dy);
  if (!(length > 0)) return;
  const [ux, uy] = [(dx / length) * reach, (dy / length) * reach];
  // Heads are as large on long arrows as on short ones.
  const [hx, hy] = [(dx / length) * Math.min(0.3 * reach, head), (dy / length) * Math.min(0.3 * reach, head)];
  const arrow = (path: Path): void => {
    traceLine(path, [
      [x, y],
      [x + ux, y + uy],
    ]);
    path.moveTo(x + ux - hx - 0.6 * hy, y + uy - hy + 0.6 * hx);
    path.lineTo(x + ux, y + uy);
    path.lineTo(x + ux - hx + 0.6 * hy, y + uy - hy - 0.6 * hx);
  };
  const marks = picture.layer("marks");
  marks.shape({ stroke: "#ffffff", width: 6, round: true }, arrow);
  marks.shape({ stroke: colour, width: 3, round: true }, arrow);
}
