/**
 * Pictures of local maps: zones, goal, field, the path and the chosen direction (Dapper 2007, figures 5.2 to 5.5 and 6.2; Silveira,
 * Fischer and Nedel 2010, figure 4b).
 */
import type { Point } from "../geometry/index.js";
import { checkFlag } from "../options.js";
import { cellRing, centreOf, drawZones, type MapCells, mapBox, pathCells, shadeOf } from "./map-cells.js";
import { type Path, traceDisc, traceLine, traceRing } from "./path.js";
import { Picture, type PictureOptions } from "./picture.js";

/** A local map as it is drawn: what `LocalMap` has, and who looks. */
export interface DrawnLocalMap extends MapCells {
  readonly radius: number;
  /** Direction of the global way; null where there is none. */
  readonly way: Point | null;
  /** Descent at the agent's place, of any length; [0, 0] for someone boxed in. */
  readonly gradient: Point;
  /** Where the agent goes by it: a direction times the share of the full step, 0 to 1; absent where nobody chose. */
  readonly chosen?: Point;
}

/** How a local map is drawn. */
export interface LocalMapDrawOptions extends PictureOptions {
  /** Whether the field and the directions are shown, or else only what is blocked, what is free, and the path; default true. */
  readonly field?: boolean;
}

/** A picture of one local map. */
export function localMapPicture(map: DrawnLocalMap, options: LocalMapDrawOptions = {}): Picture {
  const { field = true, ...rest } = options;
  checkFlag(field, "field");
  const picture = new Picture(mapBox(map), rest);
  if (field) drawField(picture, map);
  else drawKinds(picture, map);
  return picture;
}

/** The field with the directions that come of it. */
function drawField(picture: Picture, map: DrawnLocalMap): void {
  const { position, radius, way, gradient, chosen } = map;
  const half = (map.size * map.cell) / 2;
  const { theme } = picture;
  drawCells(picture, map);
  drawZones(picture, map);
  picture
    .layer("marks")
    .shape({ fill: theme.canvas, stroke: theme.text, width: 1.4 }, (disc) =>
      traceDisc(disc, position, radius),
    );
  const head = 0.1 * half;
  if (way) drawArrow(picture, position, way, { reach: 0.8 * half, head, colour: theme.muted });
  drawArrow(picture, position, gradient, { reach: 0.55 * half, head, colour: theme.cut });
  if (chosen) {
    const share = Math.min(1, Math.hypot(...chosen));
    drawArrow(picture, position, chosen, { reach: 0.35 * half * share, head, colour: theme.accent });
  }
  picture.legend({ label: "wall, border", sample: "area", colour: theme.solid });
  picture.legend({ label: "goal", sample: "area", colour: theme.goal });
  picture.legend({ label: "global way", sample: "line", colour: theme.muted });
  picture.legend({ label: "local gradient", sample: "line", colour: theme.cut });
  if (chosen) picture.legend({ label: "step", sample: "line", colour: theme.accent });
}

/** Free cells where only kinds are shown. */
const FREE_CELL = "#f2e3a0";

/** What is blocked, what is free, and the path (Silveira, Fischer and Nedel 2010, figure 4b). */
function drawKinds(picture: Picture, map: DrawnLocalMap): void {
  const { theme } = picture;
  const { kinds, position, radius } = map;
  const cells = picture.layer("cells");
  const path = new Set(pathCells(map));
  for (let i = 0; i < kinds.length; i++) {
    const fill = path.has(i) ? theme.goal : kinds[i] === 1 ? theme.solid : FREE_CELL;
    cells.shape({ fill, stroke: theme.canvas, width: 1 }, (ring) => traceRing(ring, cellRing(map, i)));
  }
  picture
    .layer("marks")
    .shape({ fill: theme.canvas, stroke: theme.text, width: 1.4 }, (disc) =>
      traceDisc(disc, position, radius),
    );
  picture.legend({ label: "blocked", sample: "area", colour: theme.solid });
  picture.legend({ label: "free", sample: "area", colour: FREE_CELL });
  picture.legend({ label: "path", sample: "area", colour: theme.goal });
}

/** Cells in the colour of their kind, free ones in that of log u, each with the direction of descent. */
function drawCells(picture: Picture, map: DrawnLocalMap): void {
  const { size, cell, kinds, u } = map;
  const cells = picture.layer("cells");
  const arrows = picture.layer("field");
  for (let i = 0; i < size * size; i++) {
    const fill = shadeOf(picture, map, i);
    cells.shape({ fill }, (path) => traceRing(path, cellRing(map, i)));
    if (kinds[i] !== 0) continue;
    const gx = u[i + 1] - u[i - 1];
    const gy = u[i + size] - u[i - size];
    const length = Math.hypot(gx, gy);
    if (!(length > 0)) continue;
    const [cx, cy] = centreOf(map, i);
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

/** An arrow, light around its colour: seen on every shade of the field. */
export function drawArrow(
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
