/** What the paper says about its figures of path maps, on plans of our own. */
import { expect, test } from "vitest";
import { nearestOnSegment, type Point, pathLength } from "../../src/geometry/index.js";
import { PathMap, WeightedPathMap } from "../../src/pathmap/index.js";
import { World } from "../../src/world/index.js";
import { islands, MAPS, type MapPanel, SAME_PARENT } from "./figures.js";
import { FASTER } from "./plans.js";

const run = (name: string): MapPanel[] =>
  MAPS.find((experiment) => experiment.name === name)!.run({ seeds: [] }) as MapPanel[];

const centreOf = ({ raster: { width, cell, origin } }: MapPanel, i: number): Point => [
  origin[0] + ((i % width) + 0.5) * cell,
  origin[1] + (Math.floor(i / width) + 0.5) * cell,
];

test("figure 3.1: every agent has the shortest path to its closest source, and all five sources have agents", () => {
  const [{ scene, paths }] = run("3.1");
  const map = new PathMap(new World(scene), { goals: ["sources"] });
  expect(paths).toHaveLength(24);
  for (const path of paths) {
    expect(pathLength(path)).toBeCloseTo(map.distance(path[0])!, 9);
    expect(map.distance(path[path.length - 1])).toBeCloseTo(0, 9);
  }
  expect(new Set(paths.map(([p]) => map.sourceOf(p)))).toEqual(new Set([0, 1, 2, 3, 4]));
});

test("figure 3.5: around segments that cross, distances are those to the nearer one (closed form)", () => {
  const [panel, hidden] = run("3.5");
  const { segments } = panel.scene.goals!.sources;
  panel.raster.distances.forEach((distance, i) => {
    if (i % 37 !== 0) return;
    const p = centreOf(panel, i);
    const feet = segments!.map(([a, b]) => nearestOnSegment(p, a, b));
    expect(distance).toBeCloseTo(Math.min(...feet.map(([x, y]) => Math.hypot(x - p[0], y - p[1]))), 5);
  });
  // Paths reach the segment at right angles, or at its ends.
  const [[a, b]] = hidden.scene.goals!.source.segments!;
  for (const path of hidden.paths) {
    const [before, end] = path.slice(-2);
    const along = (b[0] - a[0]) * (before[0] - end[0]) + (b[1] - a[1]) * (before[1] - end[1]);
    const isEnd = [a, b].some(([x, y]) => Math.hypot(x - end[0], y - end[1]) < 1e-9);
    expect(isEnd || Math.abs(along) < 1e-9).toBe(true);
  }
});

test("figure 3.6: with a bicycle the way is longer and takes less time", () => {
  const [walker, rider] = run("3.6");
  expect(rider.facts.metres).toBeGreaterThan(walker.facts.metres);
  expect(rider.facts.seconds).toBeLessThan(walker.facts.seconds);
  expect(rider.paths[0]).toContainEqual([20, 22]);
});

test("figure 3.7: regions of one generator fall apart with a weight, and without one they do not", () => {
  const [{ raster, facts }] = run("3.7");
  expect(facts.islands).toBeGreaterThan(0);
  expect(islands(raster)).toBe(facts.islands);
  expect(run("3.9")[0].facts).toMatchObject({ share: 0, islands: 0 });
});

test("figure 3.8: two goals have the same next point, and only one of their paths passes the faster vertex", () => {
  const [{ paths, scene }] = run("3.8");
  expect(paths[0][1]).toEqual(paths[1][1]);
  const passes = paths.map((path) => path.some(([x, y]) => x === FASTER[0] && y === FASTER[1]));
  expect(passes).toEqual([false, true]);
  const map = new WeightedPathMap(new World(scene), { goals: ["source"], root: "start" });
  expect(SAME_PARENT.map((p) => map.usesWeight(p))).toEqual([false, true]);
});

test("figure 3.9: what is reached by the faster vertex grows with its weight, until it reaches both sides of the map", () => {
  const panels = run("3.9");
  const shares = panels.map(({ facts }) => facts.share);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(new Set(shares).size).toBe(shares.length);
  const reached = ({ raster: { width, height, weighted } }: MapPanel, column: number): boolean =>
    Array.from({ length: height }, (_, row) => weighted![row * width + column]).includes(1);
  const last = panels[panels.length - 1];
  expect([reached(panels[1], 0), reached(last, 0), reached(last, last.raster.width - 1)]).toEqual([
    false,
    true,
    true,
  ]);
});

test("figures 3.17 and 3.18: each source has a region around it, and everything is reached", () => {
  for (const panel of [...run("3.17"), ...run("3.18")]) {
    const { scene, raster } = panel;
    expect(raster.reachable).toBe(1);
    const [{ points = [], segments = [] }] = Object.values(scene.goals!);
    const ends = [...points, ...segments.flat()] as Point[];
    const near = new Set(
      ends.map(([x, y]) => {
        const column = Math.floor((x - raster.origin[0]) / raster.cell);
        const row = Math.floor((y - raster.origin[1]) / raster.cell);
        return raster.regions[row * raster.width + column];
      }),
    );
    expect(near.size).toBeGreaterThanOrEqual(points.length + segments.length);
    expect(panel.facts.regions).toBeGreaterThan(near.size);
  }
});
