/** Paths of the grid planner and of triangle meshes, one over the other: Fischer (2011), figures 5.1 and 8.2 to 8.7. */
import { type Point3, SurfaceMesh, TAGS } from "../../src/surface/index.js";
import type { Experiment } from "../experiment.js";
import { gridPath, gridPotential } from "./grid-planner.js";
import { FROM_ABOVE, type Panel, type PanelPath, panelExperiment, pathsFrom } from "./panels.js";
import { PLANS, type Plan, planarField, planarTrial } from "./plans.js";

const GRID = "#111418";

/** The grid as a mesh of squares cut in two, to draw it. */
function gridMesh(n: number): SurfaceMesh {
  const positions: Point3[] = [];
  for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) positions.push([i / (n - 1), j / (n - 1), 0]);
  const faces: number[][] = [];
  for (let j = 0; j + 1 < n; j++)
    for (let a = j * n; a < j * n + n - 1; a++) faces.push([a, a + 1, a + n + 1], [a, a + n + 1, a + n]);
  return new SurfaceMesh({ positions, faces });
}

/** How far the points of one way are from another, in the mean and at most. */
export function apart(
  one: readonly (readonly number[])[],
  other: readonly (readonly number[])[],
): { mean: number; most: number } {
  const distances = one.map(([x, y]) => {
    let least = Infinity;
    for (let i = 1; i < other.length; i++) {
      const [ax, ay] = other[i - 1];
      const [dx, dy] = [other[i][0] - ax, other[i][1] - ay];
      const length2 = dx * dx + dy * dy;
      const t = length2 > 0 ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / length2, 0), 1) : 0;
      least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
    }
    return least;
  });
  return {
    mean: distances.reduce((sum, d) => sum + d, 0) / distances.length,
    most: distances.reduce((most, d) => Math.max(most, d), 0),
  };
}

/** How far paths are from those of the grid planner, in cells. */
function remarkOf(paths: readonly PanelPath[], grid: readonly (readonly Point3[])[], cells: number): string {
  const found = paths.map(({ points }, i) => apart(grid[i], points));
  const mean = found.reduce((sum, d) => sum + d.mean, 0) / found.length;
  const most = found.reduce((far, d) => Math.max(far, d.most), 0);
  return `${(cells * mean).toFixed(2)} cells from the grid planner's paths in the mean, ${(cells * most).toFixed(2)} at most`;
}

/** The four panels of figure 5.1 for one plan. */
function panelsOf({ name, cells, what, starts }: Plan): Panel[] {
  const p = gridPotential(what, cells);
  const mesh = gridMesh(cells);
  const tags = Uint8Array.from(p, (value) => (value === 1 ? TAGS.obstacle : TAGS.free));
  const levels = p.map((value) => (value >= 1 ? Infinity : -Math.log1p(-value)));
  const grid = starts.map((from) => gridPath(p, cells, what, from).map(([x, y]): Point3 => [x, y, 0]));
  const beneath = [{ label: "grid planner", colour: GRID, paths: grid }];
  const trials = (["none", "all"] as const).map((noise) => {
    const field = planarField(planarTrial(what, cells, noise), "influence");
    const paths = pathsFrom(
      field,
      starts.map(([x, y]): Point3 => [x, y, 0]),
    );
    return { field, paths, remark: remarkOf(paths, grid, cells) };
  });
  const [regular, noisy] = trials;
  const panels = [
    { title: "(a) grid planner", field: { levels, ground: { mesh, tags } }, paths: [], overlays: beneath },
    { title: "(b) regular mesh", field: regular.field, paths: regular.paths },
    { title: "(c) both", ...regular, overlays: beneath },
    { title: "(d) noisy mesh", ...noisy },
  ];
  return panels.map((panel) => ({ ...panel, title: `${name}: ${panel.title}`, camera: FROM_ABOVE }));
}

/** Test cases 4 and 8 by the thesis's weights; noise moves walls too. */
const overlay = panelExperiment(
  {
    name: "surface-overlay",
    title: "Paths of the grid planner and of triangle meshes, one over the other",
    place: "figure 5.1; SIBGRAPI article, figure 6",
  },
  2,
  () => panelsOf(PLANS[3]),
);

/** The other test cases. */
const others = panelExperiment(
  {
    name: "surface-plans",
    title: "Paths of the grid planner and of triangle meshes on three more plans",
    place: "figures 8.2 to 8.7",
  },
  4,
  () => PLANS.slice(0, 3).flatMap(panelsOf),
);

/** In the order of the thesis. */
export const OVERLAYS: readonly Experiment<Panel[]>[] = [overlay, others];
