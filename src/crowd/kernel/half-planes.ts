/** Half-planes of velocities: those to the left of the line through (x, y) along the unit vector (u, v) are allowed. */
import { MOST_NEIGHBOURS, WALLS } from "./layout.js";

/** As many as one agent can have: one of each neighbour and each wall. */
const MOST = MOST_NEIGHBOURS + WALLS;

/** The half-planes of one agent, as columns. */
export class HalfPlanes {
  count = 0;
  readonly x = new Float64Array(MOST);
  readonly y = new Float64Array(MOST);
  readonly u = new Float64Array(MOST);
  readonly v = new Float64Array(MOST);

  add(x: number, y: number, u: number, v: number): void {
    const k = this.count++;
    this.x[k] = x;
    this.y[k] = y;
    this.u[k] = u;
    this.v[k] = v;
  }

  /** Becomes a copy of others. */
  copy(other: HalfPlanes): void {
    const { x, y, u, v } = this;
    const { count, x: otherX, y: otherY, u: otherU, v: otherV } = other;
    for (let k = 0; k < count; k++) {
      x[k] = otherX[k];
      y[k] = otherY[k];
      u[k] = otherU[k];
      v[k] = otherV[k];
    }
    this.count = count;
  }
}
