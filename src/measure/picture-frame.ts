/** Where people are at a moment, as pictures show it. */
import type { Frame } from "./measured.js";
import type { Run } from "./run.js";

/** Everybody with their widths, and the discs behind the fronts of long bodies. */
export function frameOf(crowd: Run["crowd"], time: number): Frame {
  const { size } = crowd;
  const { id, x, y, radius } = crowd.columns;
  return {
    time,
    ids: Uint32Array.from(id.subarray(0, size)),
    x: Float32Array.from(x.subarray(0, size)),
    y: Float32Array.from(y.subarray(0, size)),
    radius: Float32Array.from(radius.subarray(0, size)),
    parts: partsOf(crowd),
  };
}

/** The discs behind the fronts of long bodies; a recording has none. */
function partsOf(crowd: Run["crowd"]): Frame["parts"] {
  const [ids, x, y]: [number[], number[], number[]] = [[], [], []];
  const { id } = crowd.columns;
  for (let i = 0; i < crowd.size && crowd.followers; i++) {
    for (const [px, py] of crowd.followers(id[i])) {
      ids.push(id[i]);
      x.push(px);
      y.push(py);
    }
  }
  return { ids: Uint32Array.from(ids), x: Float32Array.from(x), y: Float32Array.from(y) };
}
