/** Draws sketched routes: the links of their trees with arrows, divisions and ends. */
import { distance, type Point } from "../geometry/index.js";
import { type RouteLink, RouteTree } from "../routes/index.js";
import type { Scene } from "../world/index.js";
import { type LabelPlacer, pageBox } from "./labels.js";
import { traceDisc, traceLine, traceRing } from "./path.js";
import type { Picture } from "./picture.js";

/** Page units: radius of a node's mark, length of an arrow's head, and distance from one arrow to the next. */
const NODE = 4;
const HEAD = 9;
const APART = 90;

/** The routes of a scene as trees, with their names. */
export function drawRoutes(picture: Picture, scene: Scene, placer: LabelPlacer | null): void {
  for (const { name, strokes } of scene.routes ?? []) {
    const tree = RouteTree.of(strokes);
    drawTree(picture, tree);
    if (!placer) continue;
    const around = pageBox(picture, [tree.nodes[0].point], 6);
    const spot = picture.toWorld(placer.place({ text: name, around, size: 12, bold: true }));
    const { route: fill, floor: halo } = picture.theme;
    picture.layer("labels").text(spot, name, { fill, size: 12, bold: true, halo });
  }
}

/** The tree of a route: links with arrows, a ring at its start, discs at divisions, squares at ends. */
function drawTree(picture: Picture, { nodes, links }: RouteTree): void {
  const { route: stroke, floor } = picture.theme;
  const layer = picture.layer("marks");
  const unit = picture.unit / picture.scale;
  layer.shape({ stroke, width: 2 }, (path) => {
    for (const { points } of links) traceLine(path, points);
  });
  layer.shape({ fill: stroke }, (path) => {
    for (const link of links) for (const head of headsOn(link, unit)) traceRing(path, head);
  });
  const radius = NODE * unit;
  layer.shape({ fill: floor, stroke, width: 2 }, (path) => traceDisc(path, nodes[0].point, radius));
  layer.shape({ fill: stroke }, (path) => {
    for (const { point, into, out } of nodes) {
      if (into < 0) continue;
      if (out.length > 0) traceDisc(path, point, radius);
      else traceRing(path, squareAt(point, radius));
    }
  });
}

function squareAt([x, y]: Point, half: number): Point[] {
  return [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ];
}

/** Heads of arrows along a link, at even distances: at least one where it is long enough. */
function headsOn({ points }: RouteLink, unit: number): Point[][] {
  const lengths = points.slice(1).map((p, i) => distance(points[i], p));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  if (whole < 3 * HEAD * unit) return [];
  const many = Math.max(1, Math.round(whole / (APART * unit)));
  return Array.from({ length: many }, (_, k) =>
    headAt(points, lengths, ((k + 0.5) / many) * whole, HEAD * unit),
  );
}

/** A triangle around the place so many metres along some points, in their direction. */
function headAt(points: readonly Point[], lengths: readonly number[], at: number, size: number): Point[] {
  let piece = 0;
  let left = at;
  while (piece < lengths.length - 1 && left > lengths[piece]) left -= lengths[piece++];
  const [a, b] = [points[piece], points[piece + 1]];
  const [u, v] = [(b[0] - a[0]) / lengths[piece], (b[1] - a[1]) / lengths[piece]];
  const [x, y] = [a[0] + left * u, a[1] + left * v];
  const half = size / 2;
  return [
    [x + half * u, y + half * v],
    [x - half * u - 0.7 * half * v, y - half * v + 0.7 * half * u],
    [x - half * u + 0.7 * half * v, y - half * v - 0.7 * half * u],
  ];
}
