/**
 * Path maps of buildings as pictures: the distance or the time to a goal on each level, and the way from a place through all of them.
 */
import { type Guide, PathMap, type Point, type World } from "wayfield";
import { cividis, paper } from "wayfield/draw";
import { rasterFrame, TimeMap } from "wayfield/pathmap";
import {
  contoursOf,
  goalsOf,
  inWords,
  type Made,
  metres,
  NO_WAY,
  percent,
  pixelsOf,
  table,
} from "./pictures.js";
import type { FieldPixels, PlanSettings, Probe, SpaceWay } from "./protocol.js";

/** Metres per second on the flat of those whose fastest ways are shown: Weidmann's mean. */
const SPEED = 1.34;

/** Cells along the longer side of each level: to find one scale for all, and where all levels are shown at once. */
const GLANCE = 40;
const STOREY_CELLS = 160;

/** What is asked of every place of the building. */
interface Measure {
  readonly guide: Guide;
  readonly value: (p: Point) => number | null;
  readonly unit: "m" | "s";
}

function measureOf(world: World, goals: string[], { radius, by }: PlanSettings): Measure {
  if (by === "time") {
    const map = new TimeMap(world, { goals, radius, pace: { speed: SPEED } });
    return { guide: map, value: (p) => map.cost(p), unit: "s" };
  }
  const map = new PathMap(world, { goals, radius });
  return { guide: map, value: (p) => map.distance(p), unit: "m" };
}

/** Values at the middles of cells over a level, in the coordinates of its plan. */
interface LevelRaster extends ReturnType<typeof rasterFrame> {
  /** NaN where nobody walks, Infinity where no way leads from. */
  readonly values: Float64Array;
  readonly most: number;
  /** The share of the floor that has a way. */
  readonly reached: number;
}

function rasterOf(world: World, level: number, { value }: Measure, cells: number): LevelRaster {
  const building = world.building!;
  const { outline, offset, name } = building.level(building.levels[level]);
  const xs = outline.map(([x]) => x - offset[0]);
  const ys = outline.map(([, y]) => y - offset[1]);
  const low = (list: number[]): number => list.reduce((a, b) => Math.min(a, b));
  const high = (list: number[]): number => list.reduce((a, b) => Math.max(a, b));
  const frame = rasterFrame({ minX: low(xs), minY: low(ys), maxX: high(xs), maxY: high(ys) }, cells);
  const values = new Float64Array(frame.width * frame.height).fill(Number.NaN);
  let [most, free, reached] = [0, 0, 0];
  for (let row = 0; row < frame.height; row++)
    for (let column = 0; column < frame.width; column++) {
      const p = building.at(name, [
        frame.origin[0] + (column + 0.5) * frame.cell,
        frame.origin[1] + (row + 0.5) * frame.cell,
      ]);
      if (!world.contains(p)) continue;
      const far = value(p);
      free++;
      if (far !== null) reached++;
      values[row * frame.width + column] = far ?? Infinity;
      if (far !== null && far > most) most = far;
    }
  return { ...frame, values, most, reached: free > 0 ? reached / free : 0 };
}

/** The path on the sheet as a way in space, each point with the number of its level; points of flights have that of the nearer end. */
function spaceWay(world: World, path: readonly Point[]): SpaceWay {
  const { points, levels } = world.way(path);
  const { levels: all } = world.building!.scene;
  const numbers = new Map(all.map(({ name }, i) => [name, i]));
  const nearest = (z: number): number =>
    all.reduce(
      (best, { elevation }, i) => (Math.abs(elevation - z) < Math.abs(all[best].elevation - z) ? i : best),
      0,
    );
  return { points, levels: levels.map((name, i) => numbers.get(name) ?? nearest(points[i][2])) };
}

const shown = (value: number, unit: string): string =>
  unit === "m" ? metres(value) : `${value.toFixed(1)} s`;

/** The picture of one level, or with `null` fields of all levels. */
export function buildingPaths(world: World, level: number | null, settings: PlanSettings): Made {
  const goals = goalsOf(world.scene, settings.goals);
  const goal = inWords(goals);
  const measure = measureOf(world, goals, settings);
  const { guide, unit } = measure;
  const count = world.building!.levels.length;
  const all = Array.from({ length: count }, (_, i) => i);
  const cells = Math.min(STOREY_CELLS, Math.max(GLANCE, Math.round((2 * settings.resolution) / count)));
  const rasters = all.map((i) => rasterOf(world, i, measure, level === null ? cells : GLANCE));
  // One scale for all levels, so that their pictures can be compared.
  const most = rasters.reduce((top, raster) => Math.max(top, raster.most), 0);
  const colours = table(settings.colours === "paper" ? paper : cividis);
  const fieldOf = ({ width, height, box, values }: LevelRaster): FieldPixels => ({
    pixels: pixelsOf(width, height, (i) =>
      values[i] < Infinity ? colours[most > 0 ? Math.min(256, (256 * values[i]) / most) | 0 : 0] : null,
    ),
    width,
    height,
    box,
  });
  const own = level === null ? null : rasterOf(world, level, measure, settings.resolution);
  const { lines, labels } = own ? contoursOf(own, own.values, most, unit) : { lines: [], labels: [] };
  const reached = own ? own.reached : rasters.reduce((sum, raster) => sum + raster.reached, 0) / count;
  return {
    picture: {
      plan: "paths",
      field: own && fieldOf(own),
      ...(own ? {} : { storeys: rasters.map(fieldOf) }),
      lines,
      labels,
      facts: [
        { label: "Goal", value: goal },
        { label: "Farthest", value: `${shown(own?.most ?? most, unit)}${own ? " on this level" : ""}` },
        { label: "Reached", value: `${percent(reached)} of the ${own ? "floor" : "floors"}` },
        ...(unit === "s" ? [{ label: "Pace", value: `${SPEED} m/s on the flat` }] : []),
      ],
      legend: {
        title: unit === "m" ? "Distance to the goal, all levels" : "Time to the goal, all levels",
        low: `0 ${unit}`,
        high: shown(most, unit),
        ramp: settings.colours === "paper" ? "paper" : "cividis",
      },
    },
    probe: (at, wish) => probeIn(world, guide, measure, goal, at, wish?.level ?? 0),
  };
}

function probeIn(
  world: World,
  guide: Guide,
  { value, unit }: Measure,
  goal: string,
  at: Point,
  level: number,
): Probe {
  const name = world.building!.levels[level];
  const p = world.at(name, at);
  const path = guide.pathFrom(p);
  if (!path) return { at, level, path: null, circle: null, text: guide.reason?.(p) ?? NO_WAY };
  const way = spaceWay(world, path);
  const others = new Set(way.levels).size - 1;
  const through = others > 0 ? `, over ${others + 1} levels` : "";
  const text = `${unit === "m" ? value(p)!.toFixed(3) : value(p)!.toFixed(1)} ${unit} to ${goal}${through}`;
  return { at, level, way, path: null, circle: null, text };
}
