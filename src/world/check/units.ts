/** Coordinates that were probably not drawn in metres. */
import { boxOf, distance } from "../../geometry/index.js";
import type { Scene } from "../scene.js";
import type { Findings } from "./finding.js";
import type { Shapes } from "./shapes.js";

/** A plan longer than this many metres, half of whose edges are longer than that many, is probably no plan in metres. */
const LONG = 5000;
const COARSE = 100;

/** Warns of plans that are kilometres long and drawn in strokes of hundreds of metres: millimetres, most likely. */
export function checkUnits(scene: Scene, shapes: Shapes, findings: Findings): void {
  const { minX, minY, maxX, maxY } = boxOf(scene.boundary);
  const [width, height] = [maxX - minX, maxY - minY];
  if (Math.max(width, height) < LONG) return;
  const median = medianEdge(shapes);
  if (median < COARSE) return;
  findings.warning(
    "units",
    "boundary",
    `${kilometres(width)} x ${kilometres(height)}, with edges of ${Math.round(median)} m in the middle: ` +
      "coordinates are metres; a plan in millimetres is to be scaled by 0.001",
    scene.boundary[0],
  );
}

function kilometres(metres: number): string {
  return `${Number((metres / 1000).toPrecision(3))} km`;
}

/** The median length of all edges of the boundary and the obstacles. */
function medianEdge({ list }: Shapes): number {
  const lengths: number[] = [];
  for (const { points, edgeCount } of list) {
    if (points.length < 2) continue;
    for (let i = 0; i < edgeCount; i++) lengths.push(distance(points[i], points[(i + 1) % points.length]));
  }
  lengths.sort((a, b) => a - b);
  return lengths[lengths.length >> 1] ?? 0;
}
