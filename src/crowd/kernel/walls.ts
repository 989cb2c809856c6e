/** Walls near one agent: which they are, how near each may come, and motions that are clipped at them. */
import { FRAME, NUMBER, WALLS } from "./layout.js";
import type { Memory, SortedColumns, WallColumns, WallGrid } from "./memory.js";

/** Squared distance from (x, y) to wall w. */
export function wallDistance2(walls: WallColumns, x: number, y: number, w: number): number {
  const dx = x - walls.ax[w];
  const dy = y - walls.ay[w];
  const along = dx * walls.ux[w] + dy * walls.uy[w];
  if (along <= 0) return dx * dx + dy * dy;
  if (along >= walls.length[w]) {
    const ex = x - walls.bx[w];
    const ey = y - walls.by[w];
    return ex * ex + ey * ey;
  }
  const across = dx * walls.uy[w] - dy * walls.ux[w];
  return across * across;
}

/** Whether (x, y) is on the free side of wall w, or on its line. */
export function isFacing({ ax, ay, ux, uy }: WallColumns, x: number, y: number, w: number): boolean {
  return (x - ax[w]) * uy[w] - (y - ay[w]) * ux[w] >= -1e-6;
}

/** Whether the segment pq properly crosses wall w. */
export function crosses(
  { ax, ay, ux, uy, length }: WallColumns,
  px: number,
  py: number,
  qx: number,
  qy: number,
  w: number,
): boolean {
  const a = (px - ax[w]) * uy[w] - (py - ay[w]) * ux[w];
  const b = (qx - ax[w]) * uy[w] - (qy - ay[w]) * ux[w];
  if (a * b >= 0) return false;
  const t = a / (a - b);
  const along = (px + t * (qx - px) - ax[w]) * ux[w] + (py + t * (qy - py) - ay[w]) * uy[w];
  return along >= 0 && along <= length[w];
}

/** Places in `motion`: where it starts, and ends once it is swept; and by how much. */
export const MOTION = Object.freeze({ x: 0, y: 1, dx: 2, dy: 3, size: 4 });

/** Places in `hit`: the share of a motion before it meets a wall, and the wall's normal there. */
const HIT = Object.freeze({ share: 0, nx: 1, ny: 2, size: 3 });

/** How often a motion may turn along another wall. */
const TURNS = 4;

/** Walls of the agent at hand. What later phases need of them stands in the agent's rows of `sorted`. */
export class NearWalls {
  /** How many there are; their numbers are the first of the agent's row of `sorted.walls`, nearest first. */
  count = 0;
  /** Their squared distances. */
  readonly distance2 = new Float64Array(WALLS);
  /** How far to look for walls. */
  readonly reach = new Float64Array(1);
  /** A motion to sweep; where it ends is written over its start. */
  readonly motion = new Float64Array(MOTION.size);
  private readonly hit = new Float64Array(HIT.size);

  private readonly sorted: SortedColumns;
  private readonly walls: WallColumns;
  private readonly grid: WallGrid;
  private readonly numbers: Float64Array;
  private readonly passes: Uint8Array;

  constructor({ sorted, walls, wallGrid, numbers, passes }: Memory) {
    this.passes = passes;
    this.sorted = sorted;
    this.walls = walls;
    this.grid = wallGrid;
    this.numbers = numbers;
  }

  /** Finds walls within `reach` of agent s, nearest first, and how near each may come. */
  find(s: number): void {
    const { sorted, numbers, distance2 } = this;
    const { frame, start, items } = this.grid;
    const { leash, margins } = sorted;
    const columns = frame[FRAME.columns] | 0;
    // Beyond the reach there may be walls that nobody looked for.
    leash[s] = this.reach[0];
    this.count = 0;
    if (columns > 0) {
      const rows = frame[FRAME.rows] | 0;
      const cell = frame[FRAME.cell];
      const column = Math.floor((sorted.x[s] - frame[FRAME.minX]) / cell);
      const row = Math.floor((sorted.y[s] - frame[FRAME.minY]) / cell);
      const c = Math.max(0, Math.min(rows - 1, row)) * columns + Math.max(0, Math.min(columns - 1, column));
      for (let k = start[c]; k < start[c + 1]; k++) this.consider(s, items[k]);
    }
    for (let w = numbers[NUMBER.movingFrom]; w < numbers[NUMBER.wallCount]; w++) this.consider(s, w);
    const skin = numbers[NUMBER.skin];
    const r = sorted.wallBody[s];
    const { count } = this;
    leash[s] = Math.max(0, 0.9 * leash[s] - 2 * skin);
    for (let k = 0; k < count; k++) {
      margins[WALLS * s + k] = Math.max(skin, Math.min(r, Math.sqrt(distance2[k])));
    }
    sorted.wallCount[s] = count;
  }

  /** Takes wall w in among those of agent s, if it is within reach. */
  private consider(s: number, w: number): void {
    const { sorted, distance2 } = this;
    const { walls: near, leash } = sorted;
    const reach = this.reach[0];
    const d2 = wallDistance2(this.walls, sorted.x[s], sorted.y[s], w);
    if (d2 > reach * reach || this.isOpen(s, w)) return;
    if (sorted.gone[s] && this.isAcross(s, w)) return;
    const base = WALLS * s;
    let n = this.count;
    if (n === WALLS) {
      // Too many: the farthest goes, and the agent may not go as far as that one.
      const farthest = Math.max(d2, distance2[n - 1]);
      leash[s] = Math.min(leash[s], Math.sqrt(farthest));
      if (d2 >= distance2[n - 1]) return;
      n--;
    }
    let k = n;
    while (k > 0 && (distance2[k - 1] > d2 || (distance2[k - 1] === d2 && near[base + k - 1] > w))) {
      distance2[k] = distance2[k - 1];
      near[base + k] = near[base + k - 1];
      k--;
    }
    distance2[k] = d2;
    near[base + k] = w;
    this.count = n + 1;
  }

  /** Whether wall w is an opening, or a door, through which agent s may go. */
  isOpen(s: number, w: number): boolean {
    const { opening: openings, door } = this.walls;
    const opening = openings[w];
    if (opening === 0) return door[w] > 0 && door[w] === this.sorted.pass[s];
    return this.passes[this.sorted.exit[s] * this.numbers[NUMBER.openings] + opening] === 1;
  }

  /** Whether wall w faces agent s across its way: who has left walks on as if the way were free, between walls beside it. */
  private isAcross(s: number, w: number): boolean {
    const { ux, uy } = this.walls;
    const { x, y, wishX, wishY } = this.sorted;
    return wishX[s] * uy[w] - wishY[s] * ux[w] < 0 && isFacing(this.walls, x[s], y[s], w);
  }

  /**
   * Carries out `motion`: a disc that slides along the walls of agent s, each kept at its margin. Motion that leads away from
   * a wall is always allowed, so nobody sticks. Takes the walls from `sorted`: pushing sweeps whom nobody looked at anew.
   */
  sweep(s: number): void {
    const { motion, hit } = this;
    this.shorten(s);
    for (let turn = 0; turn < TURNS; turn++) {
      const mx = motion[MOTION.dx];
      const my = motion[MOTION.dy];
      if (mx * mx + my * my === 0) return;
      this.findHit(s);
      const first = hit[HIT.share];
      motion[MOTION.x] += first * mx;
      motion[MOTION.y] += first * my;
      if (first >= 1) return;
      // Along the wall with what is left.
      const left = 1 - first;
      const nx = hit[HIT.nx];
      const ny = hit[HIT.ny];
      const into = mx * left * nx + my * left * ny;
      motion[MOTION.dx] = into < 0 ? mx * left - into * nx : mx * left;
      motion[MOTION.dy] = into < 0 ? my * left - into * ny : my * left;
    }
  }

  /** Keeps `motion` within the distance at which walls are known. Sliding makes no way longer. */
  private shorten(s: number): void {
    const { motion, sorted } = this;
    const mx = motion[MOTION.dx];
    const my = motion[MOTION.dy];
    const goneX = motion[MOTION.x] - sorted.x[s];
    const goneY = motion[MOTION.y] - sorted.y[s];
    const gone = Math.sqrt(goneX * goneX + goneY * goneY);
    const room = Math.max(0, sorted.leash[s] - gone);
    const wanted = Math.sqrt(mx * mx + my * my);
    if (wanted > room) {
      motion[MOTION.dx] = mx * (room / wanted);
      motion[MOTION.dy] = my * (room / wanted);
    }
  }

  /** Where `motion` first meets a wall of agent s: into `hit`, with a share of 1 where it meets none. */
  private findHit(s: number): void {
    const { motion, hit } = this;
    const { walls: near, wallCount, margins } = this.sorted;
    const { ax, ay, bx, by, ux, uy, length } = this.walls;
    const px = motion[MOTION.x];
    const py = motion[MOTION.y];
    const mx = motion[MOTION.dx];
    const my = motion[MOTION.dy];
    const m2 = mx * mx + my * my;
    const base = WALLS * s;
    const count = wallCount[s];
    let first = 1;
    let nx = 0;
    let ny = 0;
    for (let k = 0; k < count; k++) {
      const w = near[base + k];
      const margin = margins[base + k];
      const rx = px - ax[w];
      const ry = py - ay[w];
      const height = rx * uy[w] - ry * ux[w];
      const sinking = -(mx * uy[w] - my * ux[w]);
      if (sinking > 0 && height >= -1e-6) {
        const t = height > margin ? (height - margin) / sinking : 0;
        if (t < first) {
          const along = (rx + t * mx) * ux[w] + (ry + t * my) * uy[w];
          if (along >= 0 && along <= length[w]) {
            first = t;
            nx = uy[w];
            ny = -ux[w];
            continue;
          }
        } else if (height > margin) continue;
      }
      // The ends, as discs of the margin.
      for (let end = 0; end < 2; end++) {
        const ox = end === 0 ? rx : px - bx[w];
        const oy = end === 0 ? ry : py - by[w];
        const towards = ox * mx + oy * my;
        if (towards >= 0) continue;
        const c = ox * ox + oy * oy - margin * margin;
        let t = 0;
        if (c > 0) {
          const root = towards * towards - m2 * c;
          if (root <= 0) continue;
          t = c / (-towards + Math.sqrt(root));
        }
        if (t >= first) continue;
        const hx = ox + t * mx;
        const hy = oy + t * my;
        const h = Math.sqrt(hx * hx + hy * hy);
        if (h === 0) continue;
        first = t;
        nx = hx / h;
        ny = hy / h;
      }
    }
    hit[HIT.share] = first;
    hit[HIT.nx] = nx;
    hit[HIT.ny] = ny;
  }
}
