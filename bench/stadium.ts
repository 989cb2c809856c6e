/** A stadium: an oval that is not convex at its gates, the field in the middle, stands and kiosks around it. */
import { Random } from "../src/numerics/index.js";
import type { SceneInput } from "../src/world/index.js";

type Corner = [number, number];

/** Half axes of the outline and of the field, in metres. */
const OUTLINE = Object.freeze({ a: 110, b: 80, corners: 160 });
const FIELD = Object.freeze({ a: 45, b: 28, corners: 48 });

function oval(a: number, b: number, corners: number, x = 0, y = 0): Corner[] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    return [x + a * Math.cos(angle), y + b * Math.sin(angle)];
  });
}

/** A stadium with the field and so many round obstacles, a source in the east and a sink in the west. */
export function stadium(obstacles: number, seed = 3): SceneInput {
  const random = new Random(seed);
  const boundary = oval(OUTLINE.a, OUTLINE.b, OUTLINE.corners);
  for (const gate of [20, 60, 100, 140])
    boundary[gate] = [0.97 * boundary[gate][0], 0.97 * boundary[gate][1]];
  const centres: Corner[] = [];
  const polygons = [oval(FIELD.a, FIELD.b, FIELD.corners)];
  while (polygons.length <= obstacles) {
    const angle = random.between(0, 2 * Math.PI);
    const share = random.between(0.5, 0.93);
    const [x, y] = [OUTLINE.a * share * Math.cos(angle), OUTLINE.b * share * Math.sin(angle)];
    const size = random.between(0.6, 1.6);
    const corners = 4 + random.below(9);
    const isOnField = (x / (FIELD.a + 5)) ** 2 + (y / (FIELD.b + 5)) ** 2 < 1.05;
    if (isOnField || centres.some(([cx, cy]) => Math.hypot(cx - x, cy - y) < 4.6)) continue;
    centres.push([x, y]);
    polygons.push(oval(size, size, corners, x, y));
  }
  const sides = (from: number): [Corner, Corner][] => [
    [boundary[from], boundary[from + 1]],
    [boundary[from + 1], boundary[from + 2]],
  ];
  return {
    boundary,
    obstacles: polygons.map((polygon) => ({ polygon })),
    flow: { source: sides(0), sink: sides(80) },
  };
}
