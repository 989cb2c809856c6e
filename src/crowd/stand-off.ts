/** Where to stand beside walls. */
import type { Point } from "../geometry/index.js";
import { FRAME, NUMBER } from "./kernel/layout.js";
import type { Memory } from "./kernel/memory.js";

/** Who stands there: of which kind, see `Engine.setOpenings`, and whether doors are no walls for it; default 0 and false. */
export interface Stander {
  readonly kind?: number;
  readonly throughDoors?: boolean;
}

/**
 * The place near p where a disc of the radius, a hair wider, is clear of walls; null where it is already, or walls leave no such
 * place. Grown obstacles have chords for arcs, so a guide may know no way from where a disc just touches a wall.
 */
export function standOff(
  memory: Memory,
  [x, y]: Point,
  radius: number,
  { kind = 0, throughDoors = false }: Stander = {},
): Point | null {
  const { walls, passes, numbers } = memory;
  // The row of those of its kind who leave nowhere: open are walls of other kinds alone.
  const row = kind * numbers[NUMBER.openings];
  const wide = radius * 1.004 + 1e-6;
  let px = x;
  let py = y;
  for (let turn = 0; turn < 4; turn++) {
    let deepest = 1e-9;
    let [nx, ny] = [0, 0];
    eachWallNear(memory, px, py, (w) => {
      if (throughDoors && walls.door[w] > 0) return;
      if (walls.opening[w] > 0 && passes[row + walls.opening[w]] === 1) return;
      const rx = px - walls.ax[w];
      const ry = py - walls.ay[w];
      const along = Math.max(0, Math.min(walls.length[w], rx * walls.ux[w] + ry * walls.uy[w]));
      const dx = rx - along * walls.ux[w];
      const dy = ry - along * walls.uy[w];
      const d = Math.sqrt(dx * dx + dy * dy);
      if (wide - d <= deepest || rx * walls.uy[w] - ry * walls.ux[w] < 0) return;
      deepest = wide - d;
      nx = d > 0 ? dx / d : walls.uy[w];
      ny = d > 0 ? dy / d : -walls.ux[w];
    });
    if (nx === 0 && ny === 0) return turn === 0 ? null : [px, py];
    px += nx * deepest;
    py += ny * deepest;
  }
  return [px, py];
}

/** Walls that may be near a place: those of its cell of the grid, and all that move. */
function eachWallNear({ wallGrid, numbers }: Memory, x: number, y: number, visit: (w: number) => void): void {
  const { frame, start, items } = wallGrid;
  const cell = frame[FRAME.cell];
  const columns = frame[FRAME.columns];
  if (columns > 0) {
    const column = Math.max(0, Math.min(columns - 1, Math.floor((x - frame[FRAME.minX]) / cell)));
    const row = Math.max(0, Math.min(frame[FRAME.rows] - 1, Math.floor((y - frame[FRAME.minY]) / cell)));
    const c = row * columns + column;
    for (let k = start[c]; k < start[c + 1]; k++) visit(items[k]);
  }
  for (let w = numbers[NUMBER.movingFrom]; w < numbers[NUMBER.wallCount]; w++) visit(w);
}
