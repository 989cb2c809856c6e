/**
 * The supermarket of Fischer et al. (2011, "Finding hidden objects in large 3D environments"), and the open air in which its
 * authors expect pointing and clicking to do better than walking by keys. The layouts are ours: aisles of 2 m between shelves
 * higher than the eyes; and a park of 70 m x 50 m with hedges that are seen over, but not walked over.
 */
import { boxOf, type Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import type { Scene } from "../world/index.js";

/** One side of a row of shelves, a shelf wide: where its products slide out. */
export interface ShelfPlan {
  /** Ends of its front on the ground, the left one first for who looks at it. */
  readonly from: Point;
  readonly to: Point;
  /** Out of the shelf, a unit vector. */
  readonly out: Point;
  /** The aisle that it faces, from 0 in the west. */
  readonly aisle: number;
}

/** A table on the ground plan. */
export interface TablePlan {
  readonly min: Point;
  readonly max: Point;
  /** Metres. */
  readonly height: number;
}

/** A scene to walk in with a camera. */
export interface WalkPlan {
  readonly scene: Scene;
  /** Of the scene's obstacles, in metres, in their order. */
  readonly heights: readonly number[];
  /** Where one begins, and where one looks: radians from the x axis. */
  readonly start: Point;
  readonly gaze: number;
  /** Waypoints in their order: each is seen from the one before, by who turns. */
  readonly stars: readonly Point[];
  readonly shelves: readonly ShelfPlan[];
  readonly table: TablePlan | null;
}

/** Measures of the supermarket in metres. */
export const MARKET = Object.freeze({
  width: 19,
  depth: 15,
  rows: 5,
  shelfWidth: 2,
  shelvesPerSide: 4,
  /** From the front of a shelf to its back; two stand back to back. */
  shelfDepth: 0.5,
  shelfHeight: 2.1,
  aisle: 2,
});

const FIRST_ROW = { x: 3, y: 4.5 };
const TABLE: TablePlan = { min: [8.2, 1.1], max: [10.8, 2], height: 0.8 };

type Corner = [number, number];

function rectangle(x: number, y: number, width: number, depth: number): Corner[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + depth],
    [x, y + depth],
  ];
}

/** A regular octagon around a point. */
function octagon(x: number, y: number, radius: number): Corner[] {
  return Array.from({ length: 8 }, (_, k): Corner => {
    const angle = ((k + 0.5) * Math.PI) / 4;
    // To the micrometre, so that all machines have the same bits.
    const rounded = (v: number): number => Math.round(v * 1e6) / 1e6;
    return [rounded(x + radius * Math.cos(angle)), rounded(y + radius * Math.sin(angle))];
  });
}

function sceneOf(name: string, boundary: Corner[], polygons: Corner[][], stars: readonly Point[]): Scene {
  return {
    format: "wayfield-scene",
    version: 1,
    name,
    boundary,
    obstacles: polygons.map((polygon) => ({ polygon })),
    goals: Object.fromEntries(stars.map(([x, y], i) => [`star ${i + 1}`, { points: [[x, y]] }])),
  };
}

/** The shelves of one row, west side and east side. */
function shelvesOf(row: number): ShelfPlan[] {
  const { shelvesPerSide, shelfWidth, shelfDepth, aisle } = MARKET;
  const west = FIRST_ROW.x + row * (2 * shelfDepth + aisle);
  const east = west + 2 * shelfDepth;
  return Array.from({ length: shelvesPerSide }, (_, k): ShelfPlan[] => {
    const [low, high] = [FIRST_ROW.y + k * shelfWidth, FIRST_ROW.y + (k + 1) * shelfWidth];
    return [
      { from: [west, high], to: [west, low], out: [-1, 0], aisle: row },
      { from: [east, low], to: [east, high], out: [1, 0], aisle: row + 1 },
    ];
  }).flat();
}

/** The supermarket: five rows of shelves, six aisles, the table at the front. */
export function supermarketPlan(): WalkPlan {
  const { width, depth, rows, shelfWidth, shelvesPerSide, shelfDepth, shelfHeight, aisle } = MARKET;
  const stars: Point[] = [
    [8, 13.7],
    [14, 13.7],
    [14, 3.4],
    [5, 3.4],
    [5, 13.7],
    [17.5, 13.7],
    [17.5, 3.4],
    [11, 3.4],
  ];
  const length = shelvesPerSide * shelfWidth;
  const polygons = Array.from({ length: rows }, (_, row) =>
    rectangle(FIRST_ROW.x + row * (2 * shelfDepth + aisle), FIRST_ROW.y, 2 * shelfDepth, length),
  );
  const [tableWidth, tableDepth] = [TABLE.max[0] - TABLE.min[0], TABLE.max[1] - TABLE.min[1]];
  polygons.push(rectangle(TABLE.min[0], TABLE.min[1], tableWidth, tableDepth));
  return {
    scene: sceneOf("Supermarket", rectangle(0, 0, width, depth), polygons, stars),
    heights: [...Array<number>(rows).fill(shelfHeight), TABLE.height],
    start: [8, 3.4],
    gaze: Math.PI / 2,
    stars,
    shelves: Array.from({ length: rows }, (_, row) => shelvesOf(row)).flat(),
    table: TABLE,
  };
}

const START: Point = [4, 4];

/** Metres that trees keep from everything else. */
const TREE_ROOM = 2.2;

/** The open air: lawns between hedges, kiosks, a fountain and trees; the seed scatters the trees. */
export function openAirPlan(seed = 1): WalkPlan {
  const stars: Point[] = [
    [62, 8],
    [60, 43],
    [34, 12],
    [10, 44],
    [8, 12],
    [44, 44],
    [36, 6],
    [64, 26],
  ];
  const hedges = [
    rectangle(14, 3, 1, 14),
    rectangle(22, 10, 1, 14),
    rectangle(44, 2, 1, 13),
    rectangle(52, 14, 14, 1),
    rectangle(50, 34, 16, 1),
    rectangle(14, 30, 12, 1),
    rectangle(38, 22, 1, 12),
    rectangle(4, 24, 9, 1),
    rectangle(28, 38, 1, 9),
  ];
  const kiosks = [rectangle(28, 2, 4, 3), rectangle(54, 24, 4, 3), rectangle(16, 40, 3, 4)];
  const fountain = octagon(30, 24, 3);
  const random = new Random(seed);
  const taken = [...hedges, ...kiosks, fountain].map((ring) => boxOf(ring));
  const trees: Corner[][] = [];
  while (trees.length < 24) {
    const [x, y] = [
      Math.round(random.between(2, 68) * 100) / 100,
      Math.round(random.between(2, 48) * 100) / 100,
    ];
    const isClear = taken.every(
      ({ minX, minY, maxX, maxY }) =>
        x < minX - TREE_ROOM || y < minY - TREE_ROOM || x > maxX + TREE_ROOM || y > maxY + TREE_ROOM,
    );
    // From star to star nothing hides the next one.
    const isOff = stars.every((star, i) => metresFromLine([x, y], stars[i - 1] ?? START, star) > 1);
    if (!isClear || !isOff) continue;
    trees.push(octagon(x, y, 0.3));
    taken.push(boxOf([[x, y]]));
  }
  return {
    scene: sceneOf("Open air", rectangle(0, 0, 70, 50), [...hedges, ...kiosks, fountain, ...trees], stars),
    heights: [...hedges.map(() => 1), ...kiosks.map(() => 2.6), 0.6, ...trees.map(() => 5)],
    start: START,
    gaze: 0,
    stars,
    shelves: [],
    table: null,
  };
}

/** Metres from a point to a segment; the geometry of plans would bring its exact predicates along, for a tree. */
function metresFromLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
