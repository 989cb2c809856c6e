/** Path maps, figure by figure: Farias (2020), figures 3.1, 3.5 to 3.9, 3.17 and 3.18. */
import {
  type DistanceRaster,
  type PathMapColours,
  pathMapPicture,
  stackPictures,
} from "../../src/draw/index.js";
import type { Point } from "../../src/geometry/index.js";
import { PathMap, RasterMap, WeightedPathMap } from "../../src/pathmap/index.js";
import { profilingScene } from "../../src/scenes/index.js";
import { type Scene, World } from "../../src/world/index.js";
import type { Experiment } from "../experiment.js";
import {
  crossedSegments,
  FASTER,
  hiddenSegment,
  hooks,
  longBlock,
  mixedPlan,
  threePolygons,
  weightedBlocks,
} from "./plans.js";

/** Cells along the longer side of every panel. */
const CELLS = 400;

/** One map of a figure. */
export interface MapPanel {
  readonly title: string;
  readonly scene: Scene;
  readonly raster: DistanceRaster & { readonly reachable: number };
  readonly colours: PathMapColours;
  readonly quantity: "distance" | "cost";
  readonly paths: readonly (readonly Point[])[];
  /** What can be counted in it. */
  readonly facts: Readonly<Record<string, number>>;
}

function figure(
  about: Pick<Experiment, "name" | "title" | "place">,
  columns: number,
  make: () => MapPanel[],
): Experiment<readonly MapPanel[]> {
  return {
    ...about,
    paper: "Farias 2020",
    seeded: false,
    run: make,
    rows: (panels) => panels.map(({ title, facts }) => ({ map: title, ...facts })),
    lines: (panels) =>
      panels.map(({ title, facts }) => {
        const words = Object.entries(facts).map(([name, value]) => `${name} ${Number(value.toFixed(3))}`);
        return `${title}: ${words.join(", ")}`;
      }),
    picture: (panels, size) =>
      stackPictures(
        panels.map(({ title, scene, raster, colours, quantity, paths }) =>
          pathMapPicture(scene, raster, { title, subtitle: "", colours, quantity, paths, size }),
        ),
        columns,
      ),
  };
}

/** Regions, and the places that are farthest. */
function factsOf({ regions, maxDistance }: DistanceRaster): Record<string, number> {
  return { regions: new Set(regions.filter((region) => region >= 0)).size, farthest: maxDistance };
}

/** A map of a plan without weights, with paths from some places. */
function plain(title: string, scene: Scene, colours: PathMapColours, from: readonly Point[] = []): MapPanel {
  const world = new World(scene);
  const map = new PathMap(world, { goals: world.goalNames });
  const raster = new RasterMap(map, CELLS);
  const paths = from.map((p) => raster.pathFrom(p)!);
  return { title, scene, raster, colours, quantity: "distance", paths, facts: factsOf(raster) };
}

/** Places spread over a plan, each free. */
function agents(scene: Scene, count: number): Point[] {
  const world = new World(scene);
  const { minX, minY, maxX, maxY } = world.bounds;
  // Steps of the golden ratio: even, and never in rows.
  const share = (k: number, step: number): number => (0.5 + k * step) % 1;
  return Array.from({ length: count }, (_, k): Point => {
    const p: Point = [
      minX + share(k, 0.754877666) * (maxX - minX),
      minY + share(k, 0.569840296) * (maxY - minY),
    ];
    return world.nearestFree(p)!;
  });
}

const multiSource = figure(
  { name: "3.1", title: "A map of points and segments, with agents' paths", place: "figure 3.1" },
  1,
  () => [plain("distance", mixedPlan(), "distance", agents(mixedPlan(), 24))],
);

const segments = figure(
  { name: "3.5", title: "Segments as sources", place: "figures 3.4 and 3.5" },
  2,
  () => [
    plain("two that cross", crossedSegments(), "distance"),
    plain("paths to one that is partly hidden", hiddenSegment(), "distance", agents(hiddenSegment(), 12)),
  ],
);

/** Seconds of the bicycle's rider and of the walker, each with the map of their times. */
const bicycle = figure(
  { name: "3.6", title: "On foot, and with a bicycle at a corner", place: "figure 3.6" },
  1,
  () => {
    const scene = longBlock();
    const start: Point = [5, 4];
    return [[], scene.weights!].map((weights): MapPanel => {
      const drawn = { ...scene, weights };
      const map = new WeightedPathMap(new World(drawn), { goals: ["goal"], weights });
      const title = weights.length > 0 ? "with a bicycle" : "on foot";
      const paths = [map.pathFrom(start)!];
      const facts = { seconds: map.cost(start)!, metres: map.distance(start)! };
      return {
        title,
        scene: drawn,
        raster: map.raster(CELLS),
        colours: "distance",
        quantity: "cost",
        paths,
        facts,
      };
    });
  },
);

/** The map of one traveller who sets out above the block, with a weight at the faster vertex. */
function weighted(speed: number, goals: readonly Point[] = []): MapPanel {
  const weights = [{ vertex: FASTER, speed }];
  const scene = { ...weightedBlocks(), weights };
  const map = new WeightedPathMap(new World(scene), { goals: ["source"], weights, root: "start" });
  const raster = map.raster(CELLS);
  const free = raster.regions.filter((region) => region >= 0).length;
  const used = raster.weighted.reduce((sum, cell) => sum + cell, 0);
  const facts = { share: used / free, islands: islands(raster), farthest: raster.maxDistance };
  const paths = goals.map((p) => map.pathFrom(p)!);
  return { title: `weight ${speed}`, scene, raster, colours: "regions", quantity: "cost", paths, facts };
}

/** How many more pieces than regions there are, of at least 20 cells each: regions that fall apart (3.5). */
export function islands({ regions, width, height }: DistanceRaster): number {
  const seen = new Uint8Array(regions.length);
  const pieces = new Map<number, number>();
  for (let first = 0; first < regions.length; first++) {
    if (seen[first] || regions[first] < 0) continue;
    const region = regions[first];
    const open = [first];
    seen[first] = 1;
    let size = 0;
    while (open.length > 0) {
      const i = open.pop()!;
      size++;
      const column = i % width;
      const around = [column > 0 ? i - 1 : -1, column + 1 < width ? i + 1 : -1, i - width, i + width];
      for (const k of around) {
        if (k < 0 || k >= width * height || seen[k] || regions[k] !== region) continue;
        seen[k] = 1;
        open.push(k);
      }
    }
    if (size >= 20) pieces.set(region, (pieces.get(region) ?? 0) + 1);
  }
  return [...pieces.values()].reduce((sum, count) => sum + count - 1, 0);
}

const island = figure(
  { name: "3.7", title: "A weight: regions that fall apart", place: "figure 3.7" },
  1,
  () => [weighted(1.6)],
);

/** Two goals whose paths come from the upper left corner of the block; the farther one's by way of the faster vertex. */
export const SAME_PARENT: readonly [Point, Point] = [
  [6, 12.5],
  [1.5, 7.5],
];

const ambiguous = figure(
  { name: "3.8", title: "Goals of one next point, whose paths differ after it", place: "figure 3.8" },
  1,
  () => [weighted(1.6, [...SAME_PARENT])],
);

const growing = figure(
  { name: "3.9", title: "The region of a vertex whose weight grows", place: "figure 3.9" },
  2,
  () => [1, 1.15, 1.3, 1.6, 2, 3].map((speed) => weighted(speed)),
);

const single = figure({ name: "3.17", title: "Maps of one source", place: "figure 3.17" }, 2, () => [
  plain("two hooks", hooks(), "regions"),
  plain("three polygons", threePolygons(), "regions"),
  plain("profiling 2 x 2", withSource(profilingScene(2)), "regions"),
  plain("profiling 8 x 8", withSource(profilingScene(8)), "regions"),
]);

const many = figure({ name: "3.18", title: "Maps of several sources", place: "figure 3.18" }, 2, () => [
  plain("points and segments", mixedPlan(), "regions"),
  plain("three polygons, three points", withSource(threePolygons(), [5, 5], [30, 22], [55, 52]), "regions"),
]);

/** The plan with these points as its goal; by default one near the lower left corner. */
function withSource(scene: Scene, ...points: [number, number][]): Scene {
  return { ...scene, goals: { source: { points: points.length > 0 ? points : [[1.3, 1.7]] } }, spawns: [] };
}

/** The figures of chapter 3 that are maps. */
export const MAPS: readonly Experiment[] = [
  multiSource,
  segments,
  bicycle,
  island,
  ambiguous,
  growing,
  single,
  many,
] as readonly Experiment[];
