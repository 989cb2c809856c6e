/** Whether a ring is a simple polygon, by comparing all pairs of edges. */
import { meet, type Ring } from "../src/geometry/index.js";

export function isSimple(ring: Ring): boolean {
  const n = ring.length;
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const how = meet(ring[i], ring[(i + 1) % n], ring[j], ring[(j + 1) % n]);
      const neighbours = j === i + 1 || (i === 0 && j === n - 1);
      if (neighbours ? how !== "touch" : how !== "apart") return false;
    }
  }
  return n > 2;
}
