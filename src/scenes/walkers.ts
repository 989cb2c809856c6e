/** Scenes of many walkers with a goal each: the simulations of Hartmann (2010, chapter 5) and the park of Dapper (2007, 6.3.5). */
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import type { Scene } from "../world/index.js";
import { cityScene } from "./blocks.js";

/** Numbers of walkers. */
export const WALKERS_RANGE = Object.freeze({ least: 2, greatest: 1000 });

/** Blocks along a side of the thesis's city. */
const CITY = 98;

function checkCount(count: number, name: string): void {
  const { least, greatest } = WALKERS_RANGE;
  if (Number.isInteger(count) && count >= least && count <= greatest) return;
  throw new InputError(`walkers are a whole number from ${least} to ${greatest}; given: ${count}`, name);
}

/** People who each go from a place of their own to another; speeds are the thesis's steps, one a second. */
function withWalkers(scene: Scene, trips: readonly { from: Point; to: Point }[]): Scene {
  const around = ([x, y]: Point): [number, number][] => [
    [x - 0.05, y - 0.05],
    [x + 0.05, y - 0.05],
    [x + 0.05, y + 0.05],
    [x - 0.05, y + 0.05],
  ];
  return {
    ...scene,
    goals: Object.fromEntries(trips.map(({ to }, i) => [`goal ${i + 1}`, { points: [[to[0], to[1]]] }])),
    profiles: {
      walker: { radius: 0.25, speed: { min: 0.5, max: 1.5 }, behaviour: { type: "empty-circle" } },
    },
    spawns: trips.map(({ from }, i) => ({
      polygon: around(from),
      count: 1,
      profile: "walker",
      goals: [`goal ${i + 1}`],
    })),
    simulation: { planner: "roadmap", step: 0.1, duration: 6000, seed: 1 },
  };
}

/** Simulation 1 (5.2): two lines of walkers that change sides in an open field of 2 km. @param count even, 2 to 1000 */
export function fieldScene(count: number): Scene {
  checkCount(count, "field");
  const half = Math.ceil(count / 2);
  const trips = Array.from({ length: count }, (_, i) => {
    const side = i < half ? -1 : 1;
    const y = ((i % half) - (half - 1) / 2) * 8 + side * 0.7;
    return { from: [side * 380, y] as Point, to: [-side * 380, y] as Point };
  });
  const reach = Math.max(1000, 4 * half + 20);
  const scene: Scene = {
    format: "wayfield-scene",
    version: 1,
    name: `${count} walkers change sides`,
    boundary: [
      [-reach, -reach],
      [reach, -reach],
      [reach, reach],
      [-reach, reach],
    ],
    obstacles: [],
  };
  return withWalkers(scene, trips);
}

/** How citizens are spread. */
export interface CitizensOptions {
  /** Blocks along a side of the city; default 98. */
  readonly blocks?: number;
  /** Metres from the middle within which they start and end, along either axis; default 40. */
  readonly reach?: number;
}

/** Simulations 2 and 4 (5.3, 5.5): walkers between random places around the middle of a city. */
export function citizensScene(count: number, { blocks = CITY, reach = 40 }: CitizensOptions = {}): Scene {
  checkCount(count, "citizens");
  const city = cityScene(blocks);
  const random = new Random(count);
  const side = city.boundary[2][0];
  const places: Point[] = [];
  while (places.length < 2 * count) {
    const most = Math.min(reach, side / 2 - 1.5);
    const at = (): number => side / 2 + random.between(-most, most);
    const p: Point = [at(), at()];
    // Streets are the first 5 m of every 20; a metre off their walls.
    const inStreet = [p[0], p[1]].some((v) => v % 20 > 1 && v % 20 < 4);
    const apart = places.every((q) => (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 > 4);
    if (inStreet && apart) places.push(p);
  }
  const trips = places.slice(0, count).map((from, i) => ({ from, to: places[count + i] }));
  return withWalkers({ ...city, name: `${count} walkers in a city of ${blocks * blocks} blocks` }, trips);
}

/**
 * The park's last simulation: a hundred walkers anywhere, each with a random v, epsilon 0.8 and a step of 0.3 m to 1 m, to one of
 * the six goals. Two steps a second make the steps speeds.
 */
export function parkCrowd(park: Scene): Scene {
  const goals = Object.keys(park.goals ?? {});
  return {
    ...park,
    name: "A hundred walkers in the park",
    profiles: {
      anyone: {
        radius: 0.25,
        speed: { min: 0.6, max: 2 },
        behaviour: { type: "constant", epsilon: 0.8, vector: "random" },
        localMap: { size: 15, cell: 0.5 },
      },
    },
    spawns: goals.map((goal, i) => ({
      polygon: [
        [5, 5],
        [75, 5],
        [75, 75],
        [5, 75],
      ],
      count: Math.floor(100 / goals.length) + (i < 100 % goals.length ? 1 : 0),
      profile: "anyone",
      goals: [goal],
    })),
    simulation: { ...park.simulation, step: 0.1 },
  };
}
