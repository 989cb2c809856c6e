/** Lists of lines as tables that go to the page without being copied. */
import type { Point } from "wayfield";
import type { Lines } from "./protocol.js";

export function linesOf(list: Iterable<readonly Point[]>): Lines {
  const coords: number[] = [];
  const starts: number[] = [];
  for (const line of list) {
    starts.push(coords.length / 2);
    for (const [x, y] of line) coords.push(x, y);
  }
  return { coords: Float32Array.from(coords), starts: Uint32Array.from(starts) };
}
