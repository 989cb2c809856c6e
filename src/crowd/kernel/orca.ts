/**
 * Local avoidance by ORCA (van den Berg, Guy, Lin and Manocha 2011, "Reciprocal n-body collision avoidance"): a half-plane of
 * velocities per neighbour (section 4) and per wall (orca-walls.ts), and the velocity nearest to the wish in all of them.
 */
import type { Neighbours } from "./grid.js";
import type { HalfPlanes } from "./half-planes.js";
import { Impatience } from "./impatience.js";
import { PATIENCE } from "./jam.js";
import { HABIT, NUMBER } from "./layout.js";
import { AIM, LinearProgram } from "./linear-program.js";
import type { SortedColumns } from "./memory.js";
import { WallPlanes } from "./orca-walls.js";
import { CHOICE, type MovementModel, type Surroundings } from "./surroundings.js";

/** Seconds that somebody stuck looks ahead. */
const SHORT_HORIZON = 0.1;

/** Contacts are pushed apart anyway: velocities need not undo an overlap faster than in these seconds. */
const OVERLAP_TIME = 0.25;

/** Places in `pace`: one over the horizon, and one over the time in which to leave an overlap. */
const PACE = Object.freeze({ horizon: 0, overlap: 1, size: 2 });

export class Orca implements MovementModel {
  private readonly program = new LinearProgram();
  private readonly pace = new Float64Array(PACE.size);
  private readonly planes: HalfPlanes;
  private readonly wallPlanes: WallPlanes;
  private readonly impatience: Impatience;
  private readonly sorted: SortedColumns;
  private readonly habits: Float64Array;
  private readonly numbers: Float64Array;
  private readonly neighbours: Neighbours;
  private readonly choice: Float64Array;

  constructor(around: Surroundings) {
    const { memory, neighbours, choice } = around;
    this.planes = this.program.planes;
    this.wallPlanes = new WallPlanes(around, this.planes);
    this.impatience = new Impatience(around);
    this.sorted = memory.sorted;
    this.habits = memory.habits;
    this.numbers = memory.numbers;
    this.neighbours = neighbours;
    this.choice = choice;
  }

  choose(s: number): void {
    this.impatience.choose(s);
    const { sorted, habits, planes, program, choice, neighbours, pace } = this;
    const { aim, found } = program;
    const row = HABIT.size * sorted.habit[s];
    const horizon = habits[row + HABIT.horizon];
    const most = Math.min(neighbours.count, habits[row + HABIT.neighbours]);
    const range = habits[row + HABIT.range];
    planes.count = 0;
    this.wallPlanes.add(s);
    const hard = planes.count;
    // Who is stuck accepts contact: looking far ahead keeps arches at doors standing.
    const eager = Math.min(1, Math.max(0, sorted.stuck[s] - PATIENCE));
    pace[PACE.horizon] = 1 / (horizon + eager * (Math.min(horizon, SHORT_HORIZON) - horizon));
    pace[PACE.overlap] = 1 / Math.max(this.numbers[NUMBER.step], OVERLAP_TIME);
    const range2 = range * range;
    for (let k = 0; k < most && neighbours.distance2[k] <= range2; k++) this.addNeighbour(s, k);
    aim[AIM.x] = choice[CHOICE.vx];
    aim[AIM.y] = choice[CHOICE.vy];
    aim[AIM.top] = choice[CHOICE.top];
    program.solve(hard);
    choice[CHOICE.vx] = found[0];
    choice[CHOICE.vy] = found[1];
  }

  /** The half-plane of the k-th neighbour: half of what it takes not to meet within the horizon. */
  private addNeighbour(s: number, k: number): void {
    const { planes, pace } = this;
    const { x, y, vx: VX, vy: VY, radius, onTrack, slot } = this.sorted;
    const j = this.neighbours.agent[k];
    const d2 = this.neighbours.distance2[k];
    const px = x[j] - x[s];
    const py = y[j] - y[s];
    const vx = VX[s] - VX[j];
    const vy = VY[s] - VY[j];
    const r = radius[s] + radius[j];
    const r2 = r * r;
    // Half of what it takes; whoever is on a track leaves all of it to others.
    const share = onTrack[j] ? 1 : 0.5;
    if (d2 > r2) {
      const inv = pace[PACE.horizon];
      const wx = vx - inv * px;
      const wy = vy - inv * py;
      const w2 = wx * wx + wy * wy;
      const dot = wx * px + wy * py;
      if (dot < 0 && dot * dot > r2 * w2) {
        // The round end of the cone.
        const w = Math.sqrt(w2);
        const nx = wx / w;
        const ny = wy / w;
        const u = share * (r * inv - w);
        planes.add(VX[s] + u * nx, VY[s] + u * ny, ny, -nx);
        return;
      }
      const leg = Math.sqrt(d2 - r2);
      let du: number;
      let dv: number;
      if (px * wy - py * wx > 0) {
        du = (px * leg - py * r) / d2;
        dv = (px * r + py * leg) / d2;
      } else {
        du = -(px * leg + py * r) / d2;
        dv = -(py * leg - px * r) / d2;
      }
      const along = vx * du + vy * dv;
      planes.add(VX[s] + share * (along * du - vx), VY[s] + share * (along * dv - vy), du, dv);
      return;
    }
    // They overlap: out of it, within a step or a softer while.
    const inv = pace[PACE.overlap];
    const wx = vx - inv * px;
    const wy = vy - inv * py;
    const w = Math.sqrt(wx * wx + wy * wy);
    // Two in one place with one velocity part along x, the older one to the left.
    const nx = w > 0 ? wx / w : slot[s] < slot[j] ? -1 : 1;
    const ny = w > 0 ? wy / w : 0;
    const u = share * (r * inv - w);
    planes.add(VX[s] + u * nx, VY[s] + u * ny, ny, -nx);
  }
}
