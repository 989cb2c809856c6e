/** A run in a building, for pictures: what happened on its sheet, on a page of its levels; and people by level over time. */
import { type BuildingPage, buildingPage, hex, oklch } from "../draw/index.js";
import { boxOf, type Point, type Segment } from "../geometry/index.js";
import type { Frame, Measured, MeasureGrid, Run } from "../measure/index.js";
import { type AnyScene, Building, isBuilding, type Scene, World } from "../world/index.js";
import type { Figure } from "./figures.js";
import { flightFigures } from "./flights.js";
import { type Datum, plotSvg } from "./plot.js";
import { countsOf } from "./storey-counts.js";

/** Levels that a plot has room for. */
const MOST_LINES = 12;

/** People on each level and density on each flight over time; none for a plan of one floor. */
export function storeyFigures({ crowd }: Run, measured: Measured): Figure[] {
  const { building } = crowd.world;
  return building ? [storeyFigure(building, measured), ...flightFigures(building, measured)] : [];
}

function storeyFigure(building: Building, { frames }: Measured): Figure {
  const { times, levels } = countsOf(building, frames);
  const shown = levels.slice(-MOST_LINES);
  const series = shown.map(({ name, people }, i) => ({
    kind: name === "stairs" ? ("dashes" as const) : ("line" as const),
    colour: hex(oklch(0.58, 0.14, (255 + (360 * i) / shown.length) % 360)),
    label: name,
    points: people.map((count, f): Datum => [times[f], count]),
  }));
  const less = levels.length > shown.length ? `; of ${levels.length} the highest ${shown.length}` : "";
  return {
    name: "storeys",
    caption: `People on each level over time${less}.`,
    svg: plotSvg({ title: "People by level", x: "time in s", y: "people", series }),
  };
}

/** What is drawn of what was measured: the plan, and grids as they lie on it. */
interface MeasurePage {
  readonly scene: Scene;
  grid(given: MeasureGrid): MeasureGrid;
}

/** A plan for pictures of what was measured in it: itself, or the levels of a building side by side. */
export function pageOf(scene: AnyScene): MeasurePage {
  if (!isBuilding(scene)) return { scene, grid: (given) => given };
  const building = new Building(scene);
  const world = new World(building);
  return pageOfBuilding(world, building, world.scene);
}

function pageOfBuilding(world: World, building: Building, sheet: Scene): MeasurePage & BuildingPage {
  const page = buildingPage(building, sheet);
  const { scene, fold } = page;
  return { ...page, grid: (given) => gridOn(given, scene.boundary, fold, (p) => world.contains(p)) };
}

/** A run as its pictures have it, and where places of a building's sheet are on them. */
export interface RunOnPage {
  readonly run: Run;
  readonly measured: Measured;
  readonly fold: (p: Point) => Point;
}

/** The run as its pictures have it: everything that has a place, on the page. */
export function onPage(run: Run, measured: Measured): RunOnPage {
  const { building } = run.crowd.world;
  if (!building) return { run, measured, fold: (p) => p };
  const { scene, fold, grid } = pageOfBuilding(run.crowd.world, building, run.scene);
  const line = ([a, b]: Segment): Segment => [fold(a), fold(b)];
  return {
    fold,
    run: new Proxy(run, {
      get: (target, key) => (key === "scene" ? scene : Reflect.get(target, key, target)),
    }),
    measured: {
      ...measured,
      lines: measured.lines.map((one) => ({ ...one, segment: line(one.segment) })),
      gates: measured.gates.map((one) => ({ ...one, segment: line(one.segment) })),
      frames: measured.frames.map((frame) => frameOn(frame, fold)),
      congestion: grid(measured.congestion),
      meanDensity: grid(measured.meanDensity),
      maxDensity: grid(measured.maxDensity),
      timeToExit: grid(measured.timeToExit),
      meanSpeed: grid(measured.meanSpeed),
      distanceToExit: grid(measured.distanceToExit),
    },
  };
}

function frameOn(frame: Frame, fold: (p: Point) => Point): Frame {
  const mapped = ({ x, y }: { readonly x: Float32Array; readonly y: Float32Array }) => {
    const [px, py] = [new Float32Array(x.length), new Float32Array(x.length)];
    x.forEach((atX, i) => {
      [px[i], py[i]] = fold([atX, y[i]]);
    });
    return { x: px, y: py };
  };
  return { ...frame, ...mapped(frame), parts: { ...frame.parts, ...mapped(frame.parts) } };
}

/** A grid of the sheet on the page; where a flight is folded several cells come to lie on one, of which the greatest counts. */
function gridOn(
  given: MeasureGrid,
  outline: readonly Point[],
  fold: (p: Point) => Point,
  isPlace: (p: Point) => boolean,
): MeasureGrid {
  const { minX, minY, maxX, maxY } = boxOf(outline);
  const { cell } = given;
  const width = Math.max(1, Math.ceil((maxX - minX) / cell));
  const height = Math.max(1, Math.ceil((maxY - minY) / cell));
  const values = new Float32Array(width * height).fill(Number.NaN);
  for (let row = 0; row < given.height; row++) {
    for (let column = 0; column < given.width; column++) {
      const value = given.values[row * given.width + column];
      // Nothing was measured in most cells, which lie between patches.
      if (!(Math.abs(value) > 0)) continue;
      const p: Point = [given.origin[0] + (column + 0.5) * cell, given.origin[1] + (row + 0.5) * cell];
      if (!isPlace(p)) continue;
      const [x, y] = fold(p);
      const [c, r] = [Math.floor((x - minX) / cell), Math.floor((y - minY) / cell)];
      if (c < 0 || r < 0 || c >= width || r >= height) continue;
      const k = r * width + c;
      if (!(values[k] >= value)) values[k] = value;
    }
  }
  const box = { minX, minY, maxX: minX + width * cell, maxY: minY + height * cell };
  return { width, height, cell, origin: [minX, minY], box, values };
}
