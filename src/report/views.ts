/** How the animation of a run shows a plan, or the levels of a building: pages, and where people come to lie on them. */
import { buildingPicture, type Picture, stackedView } from "../draw/index.js";
import type { Point } from "../geometry/index.js";
import type { Frame } from "../measure/index.js";
import type { Building, BuildingPlace, BuildingScene } from "../world/index.js";
import { levelPlan } from "../world/internal.js";
import { base64, type MovingShape, movingShapes, share16, stillGoals, stillObstacles } from "./animation.js";
import { storeysOf } from "./storey-counts.js";

/** Pixels of the longer side of a page. */
export const PAGE = 1100;

/** Page x = xx x + xy y + xz z + x0, and so page y, in pixels, of a place x, y of the plan at the height z. */
export type PlaceMap = readonly [
  ...[xx: number, xy: number, xz: number, x0: number],
  ...[yx: number, yy: number, yz: number, y0: number],
];

/** One page that the animation can be drawn on. */
export interface AnimationView {
  /** What the selector calls it. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Pixels per metre. */
  readonly scale: number;
  /** By the number of the level. */
  readonly maps: readonly PlaceMap[];
  /**
   * Levels that are drawn, one stage after the other; where there are several, each with its floor in pixels, which hides what was
   * drawn before.
   */
  readonly stages: readonly { readonly levels: readonly number[]; readonly floor?: readonly Point[] }[];
  /** Whether one level is shown alone. */
  readonly isLevel: boolean;
  /** The plan as an address of an SVG document. */
  readonly plan: string;
}

/** What a page has of its picture. */
function pageOf(picture: Picture): Pick<AnimationView, "width" | "height" | "scale" | "plan"> {
  const { width, height, scale } = picture;
  return { width, height, scale, plan: `data:image/svg+xml,${encodeURIComponent(picture.toSvg())}` };
}

/** The map of a picture on whose plane places lie by an affine function. */
function mapOnto(picture: Picture, on: (p: Point, elevation: number) => Point): PlaceMap {
  const at = (x: number, y: number, z: number): Point => picture.toPage(on([x, y], z));
  const origin = at(0, 0, 0);
  const axes = [at(1, 0, 0), at(0, 1, 0), at(0, 0, 1)];
  const row = (k: 0 | 1) => axes.map((end) => end[k] - origin[k]) as [number, number, number];
  return [...row(0), origin[0], ...row(1), origin[1]];
}

/** A plan of one floor as it is. */
export function planView(picture: Picture): AnimationView {
  const maps = [mapOnto(picture, (p) => p)];
  return { name: "plan", ...pageOf(picture), maps, stages: [{ levels: [0] }], isLevel: false };
}

/**
 * The levels of a building: all side by side, all stacked, and each storey alone, from the lowest up.
 *
 * @param side the picture of all levels side by side
 * @param fold where places of the sheet are on it
 */
export function buildingViews(
  building: Building,
  side: Picture,
  fold: (p: Point) => Point,
): readonly AnimationView[] {
  const scene = stillBuilding(building.scene);
  const { levels } = scene;
  const sideMaps = levels.map(({ name, boundary: [corner] }) => {
    const [x, y] = fold(building.at(name, corner));
    return mapOnto(side, (p) => [p[0] + x - corner[0], p[1] + y - corner[1]]);
  });
  const every = levels.map((_, i) => i);
  const storeys = storeysOf(levels).sort((a, b) => a.elevation - b.elevation);
  return [
    {
      name: "all levels, side by side",
      ...pageOf(side),
      ...{ maps: sideMaps, stages: [{ levels: every }], isLevel: false },
    },
    stackedPage(scene),
    ...(storeys.length > 1 ? storeys.map(({ name }) => storeyPage(scene, name)) : []),
  ];
}

/** All levels one above the other. */
function stackedPage(scene: BuildingScene): AnimationView {
  const picture = buildingPicture(scene, { size: PAGE, view: "stacked" });
  const { project, order } = stackedView(scene);
  const map = mapOnto(picture, project);
  const stages = order.map((level) => {
    const { boundary, elevation } = scene.levels[level];
    const floor = boundary.map((p): Point => {
      const [x, y] = picture.toPage(project(p, elevation));
      return [Math.round(10 * x) / 10, Math.round(10 * y) / 10];
    });
    return { levels: [level], floor };
  });
  return {
    name: "all levels, stacked",
    ...pageOf(picture),
    ...{ maps: scene.levels.map(() => map), stages, isLevel: false },
  };
}

/** One storey, with the halves of flights that begin and end on it. */
function storeyPage(scene: BuildingScene, name: string): AnimationView {
  const number = scene.levels.findIndex((level) => level.name === name);
  const level = scene.levels[number];
  const connections = scene.connections?.filter((one) =>
    one.kind === "lift" ? Object.hasOwn(one.at, name) : one.from.level === name || one.to.level === name,
  );
  const picture = buildingPicture(
    { ...scene, levels: [level], ...(connections && { connections }) },
    { size: PAGE, subtitle: "" },
  );
  const { minX, minY } = cornerOf(level.boundary);
  const map = mapOnto(picture, ([x, y]) => [x - minX, y - minY]);
  return {
    name,
    ...pageOf(picture),
    ...{ maps: scene.levels.map(() => map), stages: [{ levels: [number] }], isLevel: true },
  };
}

/** Where a level alone begins on its page. */
function cornerOf(boundary: readonly Point[]): { readonly minX: number; readonly minY: number } {
  const least = (k: 0 | 1): number => boundary.reduce((low, p) => Math.min(low, p[k]), Infinity);
  return { minX: least(0), minY: least(1) };
}

/** The building without people and without what moves: these are drawn into each frame. */
function stillBuilding({ spawns: _, ...scene }: BuildingScene): BuildingScene {
  const levels = scene.levels.map(({ obstacles = [], ...level }) => ({
    ...level,
    obstacles: stillObstacles(obstacles),
  }));
  return { ...scene, levels, goals: stillGoals(scene.goals ?? {}) };
}

/** A disc in the building. */
interface Disc {
  readonly id: number;
  readonly level: number;
  readonly point: Point;
  /** Metres; null in the car of a lift, of which frames do not know where it is. */
  readonly height: number | null;
}

/** The number of the level that a place is drawn on: of a flight, the lower half on the one below; of a car, the lowest. */
function levelOf({ scene: { levels, connections = [] } }: Building, place: BuildingPlace): number {
  const numberOf = (name: string): number => levels.findIndex((level) => level.name === name);
  if (place.kind === "level") return numberOf(place.level);
  const connection = connections[place.connection];
  if (connection.kind !== "lift")
    return numberOf(
      place.kind === "flight" && place.share >= 0.5 ? connection.to.level : connection.from.level,
    );
  const served = levels.filter(({ name }) => Object.hasOwn(connection.at, name));
  return numberOf(served.reduce((low, one) => (one.elevation < low.elevation ? one : low)).name);
}

function discsOf(building: Building, { parts, ...fronts }: Frame): Disc[] {
  return [fronts, parts].flatMap(({ ids, x, y }) =>
    Array.from(ids, (id, i): Disc => {
      const place = building.where([x[i], y[i]]);
      if (!place) return { id, level: 0, point: [x[i], y[i]], height: building.scene.levels[0].elevation };
      const height = place.kind === "car" ? null : place.elevation;
      return { id, level: levelOf(building, place), point: place.point, height };
    }),
  );
}

/**
 * Heights of everybody in frame after frame. Who rides a lift is as far between the level of the last frame before and that of the
 * first frame after as time has passed.
 */
function heightsOf(frames: readonly Frame[], discs: readonly (readonly Disc[])[]): number[][] {
  const heights = discs.map((list) => list.map(({ height }) => height ?? 0));
  const before = new Map<number, { time: number; height: number }>();
  const riding = new Map<number, { f: number; i: number }[]>();
  const settle = (id: number, time: number, height: number): void => {
    const start = before.get(id) ?? { time, height };
    for (const { f, i } of riding.get(id) ?? []) {
      const passed = time > start.time ? (frames[f].time - start.time) / (time - start.time) : 1;
      heights[f][i] = start.height + passed * (height - start.height);
    }
    riding.delete(id);
    before.set(id, { time, height });
  };
  discs.forEach((list, f) => {
    list.forEach(({ id, height }, i) => {
      if (height !== null) settle(id, frames[f].time, height);
      else riding.set(id, [...(riding.get(id) ?? []), { f, i }]);
    });
  });
  // Who is in a car at the end is where they stepped in.
  for (const id of [...riding.keys()]) {
    const start = before.get(id);
    if (start) settle(id, Infinity, start.height);
  }
  return heights;
}

/** Places of people in a building, packed. */
export interface PackedPlaces {
  readonly frames: string;
  /** The least and the greatest x, y and height. */
  readonly box: readonly [readonly number[], readonly number[]];
}

/**
 * Discs as 16-bit parts of the box around all of them, frame after frame: time, number of discs, and of each id, x and y of the plan,
 * height, and the number of its level. Those behind the front of a long body come after all fronts.
 */
export function packPlaces(building: Building, frames: readonly Frame[]): PackedPlaces {
  const discs = frames.map((frame) => discsOf(building, frame));
  const heights = heightsOf(frames, discs);
  const places = discs.map((list, f) => list.map(({ point: [x, y] }, i) => [x, y, heights[f][i]]));
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const place of places.flat()) {
    place.forEach((value, k) => {
      low[k] = Math.min(low[k], value);
      high[k] = Math.max(high[k], value);
    });
  }
  const total = discs.reduce((sum, list) => sum + list.length, 0);
  const view = new DataView(new ArrayBuffer(8 * frames.length + 12 * total));
  let at = 0;
  frames.forEach(({ time }, f) => {
    view.setFloat32(at, time, true);
    view.setUint32(at + 4, discs[f].length, true);
    at += 8;
    discs[f].forEach(({ id, level }, i) => {
      view.setUint32(at, id, true);
      places[f][i].forEach((value, k) => {
        view.setUint16(at + 4 + 2 * k, share16(value, low[k], high[k]), true);
      });
      view.setUint16(at + 10, level, true);
      at += 12;
    });
  });
  return { frames: base64(new Uint8Array(view.buffer)), box: [low, high] };
}

/** What moves on the levels of a building, in the coordinates of the plan. */
export function movingInBuilding({ scene }: Building, frames: readonly Frame[]): MovingOnLevel[] {
  return scene.levels.flatMap(({ elevation }, level) =>
    movingShapes(levelPlan(scene, level).scene, frames).map((shape) => ({ ...shape, level, z: elevation })),
  );
}

/** Something that moves, the number of its level and its height. */
export interface MovingOnLevel extends MovingShape {
  readonly level: number;
  readonly z: number;
}
