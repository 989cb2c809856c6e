/** What does not move: floor and walls, boards, backs and ends of shelves, hedges, kiosks and trees, the table. */
import { MARKET, type WalkPlan } from "wayfield/scenes";
import type { Box3 } from "./boxes.js";
import type { Vector } from "./space.js";
import { BOARD_AT, BOARD_THICKNESS, inShelf } from "./stock.js";

export type Material = "wall" | "board" | "panel" | "hedge" | "kiosk" | "stone" | "trunk" | "table";

export interface Fixture extends Box3 {
  readonly material: Material;
}

/** Height of the supermarket's walls, and how thick walls and panels are drawn, in metres. */
const WALL_HEIGHT = 4;
const WALL = 0.1;
const PANEL = 0.02;
const TABLE_TOP = 0.05;

const box = (material: Material, min: Vector, max: Vector): Fixture => ({
  material,
  middle: [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2],
  half: [(max[0] - min[0]) / 2, (max[1] - min[1]) / 2, (max[2] - min[2]) / 2],
});

function wallsOf(width: number, depth: number, height: number): Fixture[] {
  return [
    box("wall", [-WALL, -WALL, 0], [width + WALL, 0, height]),
    box("wall", [-WALL, depth, 0], [width + WALL, depth + WALL, height]),
    box("wall", [-WALL, 0, 0], [0, depth, height]),
    box("wall", [width, 0, 0], [width + WALL, depth, height]),
  ];
}

/** Boards of every shelf, the back that two share, and the ends of rows. */
function shelfFixtures({ shelves }: WalkPlan): Fixture[] {
  const { shelfDepth, shelfHeight, shelfWidth } = MARKET;
  return shelves.flatMap((plan) => {
    const [a, b] = [inShelf(plan, 0, 0, 0), inShelf(plan, shelfWidth, shelfDepth, 0)];
    const low = (k: number): number => Math.min(a[k], b[k]);
    const high = (k: number): number => Math.max(a[k], b[k]);
    const boards = [...BOARD_AT, shelfHeight].map((up) =>
      box("board", [low(0), low(1), up - BOARD_THICKNESS], [high(0), high(1), up]),
    );
    const plinth = box(
      "panel",
      [low(0) + PANEL, low(1), 0],
      [high(0) - PANEL, high(1), BOARD_AT[0] - BOARD_THICKNESS],
    );
    const back = b[0];
    const behind = box("panel", [back - PANEL / 2, low(1), 0], [back + PANEL / 2, high(1), shelfHeight]);
    return [...boards, plinth, behind];
  });
}

/** The ends of the rows of shelves. */
function endsOf({ scene, heights }: WalkPlan): Fixture[] {
  return scene.obstacles!.slice(0, MARKET.rows).flatMap(({ polygon }, i) => {
    const [[x0, y0], , [x1, y1]] = polygon!;
    return [
      box("panel", [x0, y0, 0], [x1, y0 + PANEL, heights[i]]),
      box("panel", [x0, y1 - PANEL, 0], [x1, y1, heights[i]]),
    ];
  });
}

/** The obstacles of the open air, as boxes around them. */
function openAirFixtures({ scene, heights }: WalkPlan): Fixture[] {
  return scene.obstacles!.map(({ polygon }, i) => {
    const [xs, ys] = [polygon!.map(([x]) => x), polygon!.map(([, y]) => y)];
    const isTree = polygon!.length === 8 && heights[i] > 3;
    const material = isTree ? "trunk" : polygon!.length === 8 ? "stone" : heights[i] > 2 ? "kiosk" : "hedge";
    return box(
      material,
      [Math.min(...xs), Math.min(...ys), 0],
      [Math.max(...xs), Math.max(...ys), heights[i]],
    );
  });
}

/** All of a plan. */
export function fixturesOf(plan: WalkPlan): Fixture[] {
  const [, , [width, depth]] = plan.scene.boundary;
  if (plan.shelves.length === 0) return [...wallsOf(width, depth, 0.6), ...openAirFixtures(plan)];
  const { min, max, height } = plan.table!;
  const table = box("table", [min[0], min[1], height - TABLE_TOP], [max[0], max[1], height]);
  return [...wallsOf(width, depth, WALL_HEIGHT), ...shelfFixtures(plan), ...endsOf(plan), table];
}
