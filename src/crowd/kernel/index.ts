/**
 * One step of a crowd, for a range of agents: neighbours, ORCA, motion clipped at walls, contacts pushed apart.
 *
 * Local avoidance is ORCA (van den Berg, Guy, Lin and Manocha 2011, "Reciprocal n-body collision avoidance"), with walls as
 * in its section 5. What RVO2 leaves open is closed here: a motion is swept against the walls, so nobody passes one however
 * long the step, and agents that touch are pushed apart.
 *
 * `createKernel` refers to nothing outside itself: its text is sent to worker threads as it is. Only + - * / and square
 * roots are used, which every engine rounds alike; an agent's result depends on the frozen generation alone, so it does not
 * depend on the number of threads.
 */
import type { Memory } from "./memory.js";

/** Phases of a step over sorted agents [from, to). */
export interface Kernel {
  /** Sorts agents into the grid; whole, on one thread. */
  sort(): void;
  /** Chooses velocities and moves, clipped at walls. */
  avoid(from: number, to: number): void;
  /**
   * Pushes agents in contact apart, round after round: reads one pair of `toX`, `toY` and writes the other. The first round
   * is over all agents, the others over those that `press` has listed.
   */
  push(from: number, to: number, round: number): void;
  /** After the first round: lists whom others or walls may push; returns how many. Whole, on one thread. */
  press(): number;
  /** Takes over where the step led, and measures overlaps. */
  settle(from: number, to: number): void;
  /** Weidmann's share of the free speed at a density per m2. */
  weidmann(density: number): number;
}

/** Sizes of the rows of lists: `CONTACTS` and `WALLS` of memory.ts, and the width of a habit. */
export interface KernelSizes {
  readonly contacts: number;
  readonly walls: number;
  readonly habit: number;
}

/** A kernel over some memory. */
export function createKernel(memory: Memory, sizes: KernelSizes): Kernel {
  const { agents, sorted, cellStart, habits, numbers, walls, wallGrid } = memory;
  const { contacts: CONTACTS, walls: WALLS, habit: HABIT } = sizes;
  const { x: X, y: Y, vx: VX, vy: VY, radius: R, top: TOP, slot: SLOT, habit: KIND } = sorted;
  const { wishX: WX, wishY: WY, contacts, contactCount, pressed, margins, leash } = sorted;
  const { walls: nearWalls, wallCount } = sorted;
  const { ax, ay, bx, by, ux, uy, length: wallLength, next, prev, convex } = walls;
  const { frame: wallFrame, start: wallStart, items: wallItems } = wallGrid;
  const { onTrack: ON } = sorted;
  const toX0 = sorted.toX[0];
  const toY0 = sorted.toY[0];
  const EPSILON = 1e-5;
  /** Seconds without headway before an agent tries other directions. */
  const PATIENCE = 1.5;
  /** Seconds that somebody stuck looks ahead. */
  const SHORT_HORIZON = 0.1;
  const MOST_NEIGHBOURS = 64;

  // Neighbours of the agent at hand, nearest first.
  const nearD = new Float64Array(MOST_NEIGHBOURS);
  const nearI = new Int32Array(MOST_NEIGHBOURS);
  let near = 0;
  // Walls of the agent at hand, nearest first: squared distances.
  const wallD = new Float64Array(WALLS);
  // Half-planes: velocities to the left of the line through (px, py) along (dx, dy) are allowed.
  const MOST_LINES = MOST_NEIGHBOURS + WALLS;
  const lineX = new Float64Array(MOST_LINES);
  const lineY = new Float64Array(MOST_LINES);
  const lineU = new Float64Array(MOST_LINES);
  const lineV = new Float64Array(MOST_LINES);
  const keepX = new Float64Array(MOST_LINES);
  const keepY = new Float64Array(MOST_LINES);
  const keepU = new Float64Array(MOST_LINES);
  const keepV = new Float64Array(MOST_LINES);
  let lines = 0;
  // Numbers that functions hand each other stand in arrays: engines box a double in a captured variable.
  /** The velocity that the linear programs find. */
  const found = new Float64Array(2);
  /** What they aim at: a velocity or a unit direction, and the greatest speed. */
  const aim = new Float64Array(3);
  /** How far to look for walls, and how near others may come in this step. */
  const looks = new Float64Array(2);
  /** Where the agent stands in its cell. */
  const cornerOff = new Float64Array(2);
  /** One over the horizon, one over the time in which to leave an overlap, and the step. */
  const pace = new Float64Array(3);
  /** A motion to sweep: from, by; where it ends is written over the start. */
  const motion = new Float64Array(4);
  /** Squared distance within which neighbours are still looked for. */
  const worst2 = new Float64Array(1);

  /* ---- the grid ---- */

  function sort(): void {
    const count = numbers[0];
    const minX = numbers[2];
    const minY = numbers[3];
    const cell = numbers[4];
    const columns = numbers[5];
    const rows = numbers[6];
    const cells = columns * rows;
    cellStart.fill(0, 0, cells + 1);
    const { x, y } = agents;
    const order = sorted.slot;
    // Counting sort; the cell of each agent is kept in `contacts`, which the step has not filled yet.
    for (let i = 0; i < count; i++) {
      const column = Math.min(columns - 1, Math.floor((x[i] - minX) / cell));
      const row = Math.min(rows - 1, Math.floor((y[i] - minY) / cell));
      const c = row * columns + column;
      contacts[i] = c;
      cellStart[c + 1]++;
    }
    for (let c = 0; c < cells; c++) cellStart[c + 1] += cellStart[c];
    for (let i = count - 1; i >= 0; i--) order[--cellStart[contacts[i] + 1]] = i;
    // Every start has moved one cell up: cellStart[c + 1] is now where c starts.
    for (let c = 0; c < cells; c++) cellStart[c] = cellStart[c + 1];
    cellStart[cells] = count;
    for (let s = 0; s < count; s++) {
      const i = order[s];
      X[s] = x[i];
      Y[s] = y[i];
      VX[s] = agents.vx[i];
      VY[s] = agents.vy[i];
      WX[s] = agents.wishX[i];
      WY[s] = agents.wishY[i];
      R[s] = agents.radius[i];
      TOP[s] = agents.top[i];
      KIND[s] = agents.habit[i];
      ON[s] = agents.onTrack[i];
    }
  }

  /** Takes agents [from, to) of the sorted order in among the `most` nearest that are nearer than the last one. */
  function scan(s: number, from: number, to: number, most: number): void {
    const x = X[s];
    const y = Y[s];
    let worst = worst2[0];
    for (let j = from; j < to; j++) {
      const dx = X[j] - x;
      const dy = Y[j] - y;
      const d2 = dx * dx + dy * dy;
      if (d2 > worst || j === s) continue;
      // Ties go to the older agent, so that the answer does not depend on the grid.
      if (d2 === worst && near === most && SLOT[j] > SLOT[nearI[most - 1]]) continue;
      let k = near < most ? near++ : most - 1;
      while (k > 0 && (nearD[k - 1] > d2 || (nearD[k - 1] === d2 && SLOT[nearI[k - 1]] > SLOT[j]))) {
        nearD[k] = nearD[k - 1];
        nearI[k] = nearI[k - 1];
        k--;
      }
      nearD[k] = d2;
      nearI[k] = j;
      if (near === most) worst = nearD[most - 1];
    }
    worst2[0] = worst;
  }

  /** The `most` nearest agents within the distance in `worst2`, by rings of cells until the next ring is too far. */
  function findNeighbours(s: number, most: number): void {
    near = 0;
    const minX = numbers[2];
    const minY = numbers[3];
    const cell = numbers[4];
    const columns = numbers[5] | 0;
    const rows = numbers[6] | 0;
    const column = Math.min(columns - 1, Math.floor((X[s] - minX) / cell));
    const row = Math.min(rows - 1, Math.floor((Y[s] - minY) / cell));
    const offX = X[s] - minX - column * cell;
    const offY = Y[s] - minY - row * cell;
    cornerOff[0] = offX;
    cornerOff[1] = offY;
    // The block of nine cells: the agent's own row first, which tends to hold the nearest.
    const left = Math.max(0, column - 1);
    const right = Math.min(columns - 1, column + 1) + 1;
    scan(s, cellStart[row * columns + left], cellStart[row * columns + right], most);
    if (row > 0 && offY * offY <= worst2[0]) {
      scan(s, cellStart[(row - 1) * columns + left], cellStart[(row - 1) * columns + right], most);
    }
    if (row < rows - 1 && (cell - offY) * (cell - offY) <= worst2[0]) {
      scan(s, cellStart[(row + 1) * columns + left], cellStart[(row + 1) * columns + right], most);
    }
    const inner = Math.min(offX, cell - offX, offY, cell - offY);
    for (let ring = 2; ; ring++) {
      const seen = inner + (ring - 1) * cell;
      if (seen * seen >= worst2[0]) return;
      if (column < ring && column + ring > columns && row < ring && row + ring > rows) return;
      scanRing(s, column, row, ring, most);
    }
  }

  /** Cells at `ring` cells from the agent's own, side by side, each side only where it is near enough. */
  function scanRing(s: number, column: number, row: number, ring: number, most: number): void {
    const offX = cornerOff[0];
    const offY = cornerOff[1];
    const cell = numbers[4];
    const columns = numbers[5] | 0;
    const rows = numbers[6] | 0;
    const left = Math.max(0, column - ring);
    const right = Math.min(columns - 1, column + ring) + 1;
    const below = offY + (ring - 1) * cell;
    if (row >= ring && below * below <= worst2[0]) {
      const base = (row - ring) * columns;
      scan(s, cellStart[base + left], cellStart[base + right], most);
    }
    const above = ring * cell - offY;
    if (row + ring < rows && above * above <= worst2[0]) {
      const base = (row + ring) * columns;
      scan(s, cellStart[base + left], cellStart[base + right], most);
    }
    const west = offX + (ring - 1) * cell;
    const east = ring * cell - offX;
    const first = Math.max(0, row - ring + 1);
    const last = Math.min(rows - 1, row + ring - 1);
    for (let r = first; r <= last; r++) {
      const base = r * columns + column;
      if (column >= ring && west * west <= worst2[0]) {
        scan(s, cellStart[base - ring], cellStart[base - ring + 1], most);
      }
      if (column + ring < columns && east * east <= worst2[0]) {
        scan(s, cellStart[base + ring], cellStart[base + ring + 1], most);
      }
    }
  }

  /* ---- walls ---- */

  /** Squared distance from (x, y) to wall w. */
  function wallDistance2(x: number, y: number, w: number): number {
    const dx = x - ax[w];
    const dy = y - ay[w];
    const along = dx * ux[w] + dy * uy[w];
    if (along <= 0) return dx * dx + dy * dy;
    if (along >= wallLength[w]) {
      const ex = x - bx[w];
      const ey = y - by[w];
      return ex * ex + ey * ey;
    }
    const across = dx * uy[w] - dy * ux[w];
    return across * across;
  }

  /** Whether (x, y) is on the free side of wall w, or on its line. */
  function isFacing(x: number, y: number, w: number): boolean {
    return (x - ax[w]) * uy[w] - (y - ay[w]) * ux[w] >= -1e-6;
  }

  /** Whether the segment pq properly crosses wall w. */
  function crosses(px: number, py: number, qx: number, qy: number, w: number): boolean {
    const a = (px - ax[w]) * uy[w] - (py - ay[w]) * ux[w];
    const b = (qx - ax[w]) * uy[w] - (qy - ay[w]) * ux[w];
    if (a * b >= 0) return false;
    const t = a / (a - b);
    const along = (px + t * (qx - px) - ax[w]) * ux[w] + (py + t * (qy - py) - ay[w]) * uy[w];
    return along >= 0 && along <= wallLength[w];
  }

  function considerWall(s: number, w: number, reach2: number, count: number): number {
    const x = X[s];
    const y = Y[s];
    const d2 = wallDistance2(x, y, w);
    if (d2 > reach2) return count;
    const base = WALLS * s;
    let n = count;
    if (n === WALLS) {
      // Too many: the farthest goes, and the agent may not go as far as that one.
      const farthest = Math.max(d2, wallD[n - 1]);
      leash[s] = Math.min(leash[s], Math.sqrt(farthest));
      if (d2 >= wallD[n - 1]) return count;
      n--;
    }
    let k = n;
    while (k > 0 && (wallD[k - 1] > d2 || (wallD[k - 1] === d2 && nearWalls[base + k - 1] > w))) {
      wallD[k] = wallD[k - 1];
      nearWalls[base + k] = nearWalls[base + k - 1];
      k--;
    }
    wallD[k] = d2;
    nearWalls[base + k] = w;
    return n + 1;
  }

  /** Walls within reach, nearest first, and how near each may come. */
  function findWalls(s: number): number {
    const reach = looks[0];
    const minX = wallFrame[0];
    const minY = wallFrame[1];
    const cell = wallFrame[2];
    const columns = wallFrame[3] | 0;
    const rows = wallFrame[4] | 0;
    // Beyond the reach there may be walls that nobody looked for.
    leash[s] = reach;
    let count = 0;
    const reach2 = reach * reach;
    if (columns > 0) {
      const column = Math.max(0, Math.min(columns - 1, Math.floor((X[s] - minX) / cell)));
      const row = Math.max(0, Math.min(rows - 1, Math.floor((Y[s] - minY) / cell)));
      const c = row * columns + column;
      for (let k = wallStart[c]; k < wallStart[c + 1]; k++)
        count = considerWall(s, wallItems[k], reach2, count);
    }
    for (let w = numbers[8]; w < numbers[7]; w++) count = considerWall(s, w, reach2, count);
    const skin = numbers[9];
    const r = R[s];
    leash[s] = Math.max(0, 0.9 * leash[s] - 2 * skin);
    for (let k = 0; k < count; k++) {
      margins[WALLS * s + k] = Math.max(skin, Math.min(r, Math.sqrt(wallD[k])));
    }
    wallCount[s] = count;
    return count;
  }

  /**
   * Carries out `motion`: a disc that slides along its walls, each kept at its margin. Motion
   * that leads away from a wall is always allowed, so nobody sticks.
   */
  function sweep(s: number): void {
    let px = motion[0];
    let py = motion[1];
    let mx = motion[2];
    let my = motion[3];
    const count = wallCount[s];
    const base = WALLS * s;
    // Stay within the distance at which walls are known. Sliding makes no way longer.
    const gone = Math.sqrt((px - X[s]) * (px - X[s]) + (py - Y[s]) * (py - Y[s]));
    const room = Math.max(0, leash[s] - gone);
    const wanted = Math.sqrt(mx * mx + my * my);
    if (wanted > room) {
      mx *= room / wanted;
      my *= room / wanted;
    }
    for (let turn = 0; turn < 4; turn++) {
      let first = 1;
      let nx = 0;
      let ny = 0;
      const m2 = mx * mx + my * my;
      if (m2 === 0) break;
      for (let k = 0; k < count; k++) {
        const w = nearWalls[base + k];
        const margin = margins[base + k];
        const rx = px - ax[w];
        const ry = py - ay[w];
        const height = rx * uy[w] - ry * ux[w];
        const sinking = -(mx * uy[w] - my * ux[w]);
        if (sinking > 0 && height >= -1e-6) {
          const t = height > margin ? (height - margin) / sinking : 0;
          if (t < first) {
            const along = (rx + t * mx) * ux[w] + (ry + t * my) * uy[w];
            if (along >= 0 && along <= wallLength[w]) {
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
      px += first * mx;
      py += first * my;
      if (first >= 1) break;
      const left = 1 - first;
      mx *= left;
      my *= left;
      const into = mx * nx + my * ny;
      if (into < 0) {
        mx -= into * nx;
        my -= into * ny;
      }
    }
    motion[0] = px;
    motion[1] = py;
  }

  /* ---- half-planes ---- */

  function addLine(x: number, y: number, u: number, v: number): void {
    lineX[lines] = x;
    lineY[lines] = y;
    lineU[lines] = u;
    lineV[lines] = v;
    lines++;
  }

  /** Half-planes of walls: as if each wall were swept towards the agent over its horizon. */
  function addWallLines(s: number, count: number, horizon: number, reach2: number): void {
    const x = X[s];
    const y = Y[s];
    const r = R[s];
    const r2 = r * r;
    const inv = 1 / horizon;
    const base = WALLS * s;
    for (let k = 0; k < count && wallD[k] <= reach2; k++) {
      const w = nearWalls[base + k];
      if (!isFacing(x, y, w) || isCovered(s, w, inv) || isHidden(s, k)) continue;
      addWallLine(s, w, x, y, r, r2, inv);
    }
  }

  /** Whether the half-planes so far already keep the agent away from all of wall w. */
  function isCovered(s: number, w: number, inv: number): boolean {
    const r = inv * R[s];
    const px = inv * (ax[w] - X[s]);
    const py = inv * (ay[w] - Y[s]);
    const qx = inv * (bx[w] - X[s]);
    const qy = inv * (by[w] - Y[s]);
    for (let k = 0; k < lines; k++) {
      const u = lineU[k];
      const v = lineV[k];
      if (
        (px - lineX[k]) * v - (py - lineY[k]) * u - r >= -EPSILON &&
        (qx - lineX[k]) * v - (qy - lineY[k]) * u - r >= -EPSILON
      )
        return true;
    }
    return false;
  }

  /** Whether the nearest point of the k-th wall lies behind a nearer wall. */
  function isHidden(s: number, k: number): boolean {
    const base = WALLS * s;
    const w = nearWalls[base + k];
    const along = Math.max(0, Math.min(wallLength[w], (X[s] - ax[w]) * ux[w] + (Y[s] - ay[w]) * uy[w]));
    // A hair off the wall, so that the walls that meet it do not count.
    const px = ax[w] + along * ux[w] + 1e-6 * (X[s] - ax[w] - along * ux[w]);
    const py = ay[w] + along * uy[w] + 1e-6 * (Y[s] - ay[w] - along * uy[w]);
    for (let j = 0; j < k; j++) if (crosses(X[s], Y[s], px, py, nearWalls[base + j])) return true;
    return false;
  }

  function addWallLine(s: number, w: number, x: number, y: number, r: number, r2: number, inv: number): void {
    let one = w;
    let two = next[w];
    const px = ax[w] - x;
    const py = ay[w] - y;
    const qx = bx[w] - x;
    const qy = by[w] - y;
    const p2 = px * px + py * py;
    const q2 = qx * qx + qy * qy;
    const along = -(px * ux[w] + py * uy[w]) / wallLength[w];
    const lineDistance = px * uy[w] - py * ux[w];
    const line2 = lineDistance * lineDistance;
    // Already in contact: only velocities that do not go deeper.
    if (along < 0 && p2 <= r2) {
      if (convex[one]) {
        const d = Math.sqrt(p2) || 1;
        addLine(0, 0, -py / d, px / d);
      }
      return;
    }
    if (along > 1 && q2 <= r2) {
      if (convex[two] && qx * uy[two] - qy * ux[two] >= 0) {
        const d = Math.sqrt(q2) || 1;
        addLine(0, 0, -qy / d, qx / d);
      }
      return;
    }
    if (along >= 0 && along <= 1 && line2 <= r2) {
      addLine(0, 0, -ux[w], -uy[w]);
      return;
    }
    // The legs of the cone that the wall shadows.
    let leftU: number;
    let leftV: number;
    let rightU: number;
    let rightV: number;
    let single = false;
    if (along < 0 && line2 <= r2) {
      // Seen from its end: the left vertex alone.
      if (!convex[one]) return;
      two = one;
      single = true;
      const leg = Math.sqrt(p2 - r2);
      leftU = (px * leg - py * r) / p2;
      leftV = (px * r + py * leg) / p2;
      rightU = (px * leg + py * r) / p2;
      rightV = (-px * r + py * leg) / p2;
    } else if (along > 1 && line2 <= r2) {
      if (!convex[two]) return;
      one = two;
      single = true;
      const leg = Math.sqrt(q2 - r2);
      leftU = (qx * leg - qy * r) / q2;
      leftV = (qx * r + qy * leg) / q2;
      rightU = (qx * leg + qy * r) / q2;
      rightV = (-qx * r + qy * leg) / q2;
    } else {
      if (convex[one]) {
        const leg = Math.sqrt(p2 - r2);
        leftU = (px * leg - py * r) / p2;
        leftV = (px * r + py * leg) / p2;
      } else {
        leftU = -ux[w];
        leftV = -uy[w];
      }
      if (convex[two]) {
        const leg = Math.sqrt(q2 - r2);
        rightU = (qx * leg + qy * r) / q2;
        rightV = (-qx * r + qy * leg) / q2;
      } else {
        rightU = ux[w];
        rightV = uy[w];
      }
    }
    // A leg that points into the neighbouring wall is that wall's business.
    let leftForeign = false;
    let rightForeign = false;
    const before = prev[one];
    if (convex[one] && leftU * -uy[before] + leftV * ux[before] >= 0) {
      leftU = -ux[before];
      leftV = -uy[before];
      leftForeign = true;
    }
    if (convex[two] && rightU * uy[two] - rightV * ux[two] <= 0) {
      rightU = ux[two];
      rightV = uy[two];
      rightForeign = true;
    }
    const cutPX = inv * (ax[one] - x);
    const cutPY = inv * (ay[one] - y);
    const cutQX = single ? cutPX : inv * (bx[w] - x);
    const cutQY = single ? cutPY : inv * (by[w] - y);
    const cutU = cutQX - cutPX;
    const cutV = cutQY - cutPY;
    const vpx = VX[s] - cutPX;
    const vpy = VY[s] - cutPY;
    const vqx = VX[s] - cutQX;
    const vqy = VY[s] - cutQY;
    const t = single ? 0.5 : (vpx * cutU + vpy * cutV) / (cutU * cutU + cutV * cutV);
    const tLeft = vpx * leftU + vpy * leftV;
    const tRight = vqx * rightU + vqy * rightV;
    if ((t < 0 && tLeft < 0) || (single && tLeft < 0 && tRight < 0)) {
      const d = Math.sqrt(vpx * vpx + vpy * vpy) || 1;
      addLine(cutPX + (r * inv * vpx) / d, cutPY + (r * inv * vpy) / d, vpy / d, -vpx / d);
      return;
    }
    if (t > 1 && tRight < 0) {
      const d = Math.sqrt(vqx * vqx + vqy * vqy) || 1;
      addLine(cutQX + (r * inv * vqx) / d, cutQY + (r * inv * vqy) / d, vqy / d, -vqx / d);
      return;
    }
    let cut2 = Infinity;
    if (!(t < 0 || t > 1 || single)) {
      const ex = vpx - t * cutU;
      const ey = vpy - t * cutV;
      cut2 = ex * ex + ey * ey;
    }
    let left2 = Infinity;
    if (tLeft >= 0) {
      const ex = vpx - tLeft * leftU;
      const ey = vpy - tLeft * leftV;
      left2 = ex * ex + ey * ey;
    }
    let right2 = Infinity;
    if (tRight >= 0) {
      const ex = vqx - tRight * rightU;
      const ey = vqy - tRight * rightV;
      right2 = ex * ex + ey * ey;
    }
    if (cut2 <= left2 && cut2 <= right2) {
      addLine(cutPX + r * inv * uy[w], cutPY - r * inv * ux[w], -ux[w], -uy[w]);
    } else if (left2 <= right2) {
      if (!leftForeign) addLine(cutPX - r * inv * leftV, cutPY + r * inv * leftU, leftU, leftV);
    } else if (!rightForeign) {
      addLine(cutQX + r * inv * rightV, cutQY - r * inv * rightU, -rightU, -rightV);
    }
  }

  /** The half-plane of a neighbour: half of what it takes not to meet within the horizon. */
  function addAgentLine(s: number, k: number): void {
    const j = nearI[k];
    const d2 = nearD[k];
    const inv = pace[0];
    const invStep = pace[1];
    const px = X[j] - X[s];
    const py = Y[j] - Y[s];
    const vx = VX[s] - VX[j];
    const vy = VY[s] - VY[j];
    const r = R[s] + R[j];
    const r2 = r * r;
    // Half of what it takes; whoever is on a track leaves all of it to others.
    const share = ON[j] ? 1 : 0.5;
    if (d2 > r2) {
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
        addLine(VX[s] + u * nx, VY[s] + u * ny, ny, -nx);
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
      addLine(VX[s] + share * (along * du - vx), VY[s] + share * (along * dv - vy), du, dv);
      return;
    }
    // They overlap: out of it, within a step or a softer while.
    const wx = vx - invStep * px;
    const wy = vy - invStep * py;
    const w = Math.sqrt(wx * wx + wy * wy);
    // Two in one place with one velocity part along x, the older one to the left.
    const nx = w > 0 ? wx / w : SLOT[s] < SLOT[j] ? -1 : 1;
    const ny = w > 0 ? wy / w : 0;
    const u = share * (r * invStep - w);
    addLine(VX[s] + u * nx, VY[s] + u * ny, ny, -nx);
  }

  /* ---- linear programs ---- */

  /** The best velocity on line k that satisfies the lines before it; false when there is none. */
  function onLine(k: number, asDirection: boolean): boolean {
    const top = aim[2];
    const px = lineX[k];
    const py = lineY[k];
    const u = lineU[k];
    const v = lineV[k];
    const dot = px * u + py * v;
    const root = dot * dot + top * top - (px * px + py * py);
    if (root < 0) return false;
    const half = Math.sqrt(root);
    let low = -dot - half;
    let high = -dot + half;
    for (let i = 0; i < k; i++) {
      const denominator = u * lineV[i] - v * lineU[i];
      const numerator = lineU[i] * (py - lineY[i]) - lineV[i] * (px - lineX[i]);
      if (denominator <= EPSILON && denominator >= -EPSILON) {
        if (numerator < 0) return false;
        continue;
      }
      const t = numerator / denominator;
      if (denominator >= 0) {
        if (t < high) high = t;
      } else if (t > low) low = t;
      if (low > high) return false;
    }
    let t: number;
    if (asDirection) t = aim[0] * u + aim[1] * v > 0 ? high : low;
    else {
      t = u * (aim[0] - px) + v * (aim[1] - py);
      if (t < low) t = low;
      else if (t > high) t = high;
    }
    found[0] = px + t * u;
    found[1] = py + t * v;
    return true;
  }

  /** The velocity nearest to the wish, or farthest along it, that satisfies the lines; the first line that cannot be. */
  function onLines(asDirection: boolean): number {
    const wishX = aim[0];
    const wishY = aim[1];
    const top = aim[2];
    const w2 = wishX * wishX + wishY * wishY;
    if (asDirection) {
      found[0] = wishX * top;
      found[1] = wishY * top;
    } else if (w2 > top * top) {
      const scale = top / Math.sqrt(w2);
      found[0] = wishX * scale;
      found[1] = wishY * scale;
    } else {
      found[0] = wishX;
      found[1] = wishY;
    }
    for (let k = 0; k < lines; k++) {
      if (lineU[k] * (lineY[k] - found[1]) - lineV[k] * (lineX[k] - found[0]) <= 0) continue;
      const beforeX = found[0];
      const beforeY = found[1];
      if (!onLine(k, asDirection)) {
        found[0] = beforeX;
        found[1] = beforeY;
        return k;
      }
    }
    return lines;
  }

  /** Too dense: gives in to all neighbours equally, but never to a wall (the lines before `hard`). */
  function giveIn(hard: number, from: number): void {
    const all = lines;
    let depth = 0;
    for (let k = 0; k < all; k++) {
      keepX[k] = lineX[k];
      keepY[k] = lineY[k];
      keepU[k] = lineU[k];
      keepV[k] = lineV[k];
    }
    for (let k = from; k < all; k++) {
      if (keepU[k] * (keepY[k] - found[1]) - keepV[k] * (keepX[k] - found[0]) <= depth) continue;
      lines = hard;
      for (let i = hard; i < k; i++) {
        const det = keepU[k] * keepV[i] - keepV[k] * keepU[i];
        let px: number;
        let py: number;
        if (det <= EPSILON && det >= -EPSILON) {
          if (keepU[k] * keepU[i] + keepV[k] * keepV[i] > 0) continue;
          px = 0.5 * (keepX[k] + keepX[i]);
          py = 0.5 * (keepY[k] + keepY[i]);
        } else {
          const t = (keepU[i] * (keepY[k] - keepY[i]) - keepV[i] * (keepX[k] - keepX[i])) / det;
          px = keepX[k] + t * keepU[k];
          py = keepY[k] + t * keepV[k];
        }
        const du = keepU[i] - keepU[k];
        const dv = keepV[i] - keepV[k];
        const d = Math.sqrt(du * du + dv * dv);
        addLine(px, py, du / d, dv / d);
      }
      const beforeX = found[0];
      const beforeY = found[1];
      aim[0] = -keepV[k];
      aim[1] = keepU[k];
      if (onLines(true) < lines) {
        found[0] = beforeX;
        found[1] = beforeY;
      }
      depth = keepU[k] * (keepY[k] - found[1]) - keepV[k] * (keepX[k] - found[0]);
    }
    lines = all;
  }

  /* ---- phases ---- */

  /** e^-x for x >= 0, by squaring a series: the same bits in every engine. */
  function decay(x: number): number {
    if (x > 700) return 0;
    const y = x / 1024;
    let e = 1 - y * (1 - (y / 2) * (1 - (y / 3) * (1 - (y / 4) * (1 - y / 5))));
    for (let k = 0; k < 10; k++) e *= e;
    return e;
  }

  /** Weidmann's share of the free speed at a density per m2: 1 - exp(-1.913 (1/rho - 1/5.4)). */
  function weidmann(density: number): number {
    if (density <= 0) return 1;
    const exponent = 1.913 * (1 / density - 1 / 5.4);
    return exponent <= 0 ? 0 : 1 - decay(exponent);
  }

  /** A number in [-1, 1) from two integers, the same everywhere. */
  function individual(a: number, b: number): number {
    let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
    h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
    return ((h ^ (h >>> 15)) >>> 0) / 2147483648 - 1;
  }

  /**
   * Jams that symmetry keeps: whoever has made no headway for a while veers to the right, 0 to about 50 degrees, each to
   * its own degree and to another one every second. One side for all makes opposing streams turn about each other;
   * sides at random keep them locked.
   */
  function breakSymmetry(s: number): void {
    const i = SLOT[s];
    const eager = Math.min(1, (agents.stuck[i] - PATIENCE) / 1.5);
    // Tangent of the half angle: cosine and sine by plain arithmetic.
    const half = -0.25 * eager * (1 + individual(agents.id[i] + numbers[12], numbers[11]));
    const scale = 1 / (1 + half * half);
    const cos = (1 - half * half) * scale;
    const sin = 2 * half * scale;
    // Arches at a door hold as long as all press: every second a quarter of them steps back.
    const pressing = individual(agents.id[i] + numbers[12] + 7919, numbers[11]) < -0.5 ? -0.3 : 1;
    const x = pressing * WX[s];
    const y = pressing * WY[s];
    WX[s] = cos * x - sin * y;
    WY[s] = sin * x + cos * y;
  }

  function avoid(from: number, to: number): void {
    pace[2] = numbers[1];
    for (let s = from; s < to; s++) {
      if (ON[s]) follow(s);
      else avoidOne(s);
    }
  }

  /** On a track: nothing to choose. Walls and neighbours are looked for only to be measured. */
  function follow(s: number): void {
    looks[0] = 2 * R[s];
    const count = findWalls(s);
    const touch = 2 * R[s] + 2 * TOP[s] * pace[2] + 0.1;
    looks[1] = touch;
    worst2[0] = touch * touch;
    findNeighbours(s, 10);
    if (count > 0) dropHidden(s, count);
    keepContacts(s);
    toX0[s] = X[s] + WX[s] * pace[2];
    toY0[s] = Y[s] + WY[s] * pace[2];
  }

  function avoidOne(s: number): void {
    const step = pace[2];
    const row = HABIT * KIND[s];
    const horizon = habits[row];
    const wallHorizon = agents.closing[SLOT[s]] ? Math.min(habits[row + 1], step) : habits[row + 1];
    const most = habits[row + 2];
    const range = habits[row + 3];
    const top = TOP[s];
    const wallReach = R[s] + top * wallHorizon;
    // A step at full speed, and as much again for pushes.
    looks[0] = Math.max(wallReach, 2 * R[s] + 2 * top * step);
    const count = findWalls(s);
    const touch = 2 * R[s] + 2 * top * step + 0.1;
    looks[1] = touch;
    const far = Math.max(range, touch);
    worst2[0] = far * far;
    findNeighbours(s, Math.max(most, 10));
    if (count > 0) dropHidden(s, count);
    keepContacts(s);
    if (agents.stuck[SLOT[s]] > PATIENCE) breakSymmetry(s);
    let vx = WX[s];
    let vy = WY[s];
    let speed = top;
    if (habits[row + 6] > 0 && near > 0) {
      const last = near - 1;
      speed = top * Math.max(0.05, weidmann(near / (Math.PI * nearD[last])));
      const w = Math.sqrt(vx * vx + vy * vy);
      if (w > speed) {
        vx *= speed / w;
        vy *= speed / w;
      }
    }
    if (habits[row + 4] > 0) {
      lines = 0;
      addWallLines(s, count, wallHorizon, wallReach * wallReach);
      const hard = lines;
      // Who is stuck accepts contact: looking far ahead keeps arches at doors standing.
      const eager = Math.min(1, Math.max(0, agents.stuck[SLOT[s]] - PATIENCE));
      pace[0] = 1 / (horizon + eager * (Math.min(horizon, SHORT_HORIZON) - horizon));
      // Contacts are pushed apart anyway: velocities need not undo an overlap within one step.
      pace[1] = 1 / Math.max(step, 0.25);
      const range2 = range * range;
      for (let k = 0; k < near && k < most && nearD[k] <= range2; k++) {
        addAgentLine(s, k);
      }
      aim[0] = vx;
      aim[1] = vy;
      aim[2] = speed;
      const failed = onLines(false);
      if (failed < lines) giveIn(hard, failed);
      vx = found[0];
      vy = found[1];
    }
    const acceleration = habits[row + 5];
    if (acceleration > 0) {
      const dx = vx - VX[s];
      const dy = vy - VY[s];
      const d = Math.sqrt(dx * dx + dy * dy);
      const allowed = acceleration * step;
      if (d > allowed) {
        vx = VX[s] + (dx * allowed) / d;
        vy = VY[s] + (dy * allowed) / d;
      }
    }
    motion[0] = X[s];
    motion[1] = Y[s];
    motion[2] = vx * step;
    motion[3] = vy * step;
    if (count > 0) sweep(s);
    else {
      motion[0] += motion[2];
      motion[1] += motion[3];
    }
    toX0[s] = motion[0];
    toY0[s] = motion[1];
  }

  /** Forgets neighbours on the other side of a wall. */
  function dropHidden(s: number, count: number): void {
    let kept = 0;
    for (let k = 0; k < near; k++) {
      const j = nearI[k];
      let hidden = false;
      for (let i = 0; i < count && !hidden; i++) {
        if (wallD[i] >= nearD[k]) break;
        hidden = crosses(X[s], Y[s], X[j], Y[j], nearWalls[WALLS * s + i]);
      }
      if (hidden) continue;
      nearD[kept] = nearD[k];
      nearI[kept] = j;
      kept++;
    }
    near = kept;
  }

  function keepContacts(s: number): void {
    const touch = looks[1];
    let kept = 0;
    for (let k = 0; k < near && kept < CONTACTS; k++) {
      const reach = touch - R[s] + R[nearI[k]];
      if (nearD[k] < reach * reach) contacts[CONTACTS * s + kept++] = nearI[k];
    }
    contactCount[s] = kept;
  }

  function push(from: number, to: number, round: number): void {
    const inX = sorted.toX[round & 1];
    const inY = sorted.toY[round & 1];
    const outX = sorted.toX[1 - (round & 1)];
    const outY = sorted.toY[1 - (round & 1)];
    for (let n = from; n < to; n++) {
      const s = round === 0 ? n : pressed[n];
      const x = inX[s];
      const y = inY[s];
      if (ON[s]) {
        outX[s] = x;
        outY[s] = y;
        continue;
      }
      let dx = 0;
      let dy = 0;
      let touching = 0;
      const base = CONTACTS * s;
      const known = contactCount[s];
      let kept = 0;
      for (let k = 0; k < known; k++) {
        const j = contacts[base + k];
        const ex = x - inX[j];
        const ey = y - inY[j];
        const r = R[s] + R[j];
        const d2 = ex * ex + ey * ey;
        // The first round knows where all have gone and drops those that are out of reach.
        if (round === 0 && d2 < 2 * r * r) contacts[base + kept++] = j;
        if (d2 >= r * r) continue;
        const d = Math.sqrt(d2);
        const depth = (ON[j] ? 1 : 0.5) * (r - d);
        // Deep enough for another round, or for more of them than usual; all threads write the same.
        if (depth > 0.002 * r) numbers[13] = 1;
        if (depth > 0.04 * r) numbers[14] = 1;
        touching++;
        if (d > 0) {
          dx += (ex / d) * depth;
          dy += (ey / d) * depth;
        } else dx += SLOT[s] < SLOT[j] ? -depth : depth;
      }
      if (round === 0) contactCount[s] = kept;
      const wallBase = WALLS * s;
      for (let k = 0; k < wallCount[s]; k++) {
        const w = nearWalls[wallBase + k];
        if (margins[wallBase + k] >= R[s] || !isFacing(x, y, w)) continue;
        const d2 = wallDistance2(x, y, w);
        if (d2 >= R[s] * R[s]) continue;
        // Nearer to a wall than its radius since before: out of it, at most a tenth of the radius per round.
        const depth = Math.min(R[s] - Math.sqrt(d2), 0.1 * R[s]);
        dx += uy[w] * depth;
        dy -= ux[w] * depth;
        numbers[13] = 1;
        touching++;
      }
      if (touching === 0) {
        outX[s] = x;
        outY[s] = y;
        continue;
      }
      // Jacobi's rounds overshoot where many push: share what several ask for.
      const share = touching > 2 ? 2 / touching : 1;
      motion[0] = x;
      motion[1] = y;
      motion[2] = dx * share;
      motion[3] = dy * share;
      sweep(s);
      outX[s] = motion[0];
      outY[s] = motion[1];
    }
  }

  function press(): number {
    const count = numbers[0];
    let found = 0;
    for (let s = 0; s < count; s++) {
      // The nearest wall comes first, and has the least margin.
      const atWall = wallCount[s] > 0 && margins[WALLS * s] < R[s];
      if (!ON[s] && (contactCount[s] > 0 || atWall)) pressed[found++] = s;
    }
    return found;
  }

  function settle(from: number, to: number): void {
    const pushing = numbers[10] & 1;
    const step = numbers[1];
    const toX = sorted.toX[pushing];
    const toY = sorted.toY[pushing];
    for (let s = from; s < to; s++) {
      const i = SLOT[s];
      let deepest = 0;
      let count = 0;
      for (let k = 0; k < contactCount[s]; k++) {
        const j = contacts[CONTACTS * s + k];
        if (SLOT[j] < i) continue;
        const ex = toX[s] - toX[j];
        const ey = toY[s] - toY[j];
        const r = R[s] + R[j];
        const d2 = ex * ex + ey * ey;
        if (d2 >= r * r) continue;
        const depth = r - Math.sqrt(d2);
        if (depth > deepest) deepest = depth;
        if (depth > 0.1 * r) count++;
      }
      let wallDepth = 0;
      for (let k = 0; k < wallCount[s]; k++) {
        const w = nearWalls[WALLS * s + k];
        const d2 = wallDistance2(toX[s], toY[s], w);
        if (!isFacing(toX[s], toY[s], w)) continue;
        if (d2 < R[s] * R[s]) wallDepth = Math.max(wallDepth, R[s] - Math.sqrt(d2));
      }
      sorted.overlap[s] = deepest;
      sorted.overlaps[s] = count;
      sorted.wallDepth[s] = wallDepth;
      let vx = (toX[s] - X[s]) / step;
      let vy = (toY[s] - Y[s]) / step;
      const v2 = vx * vx + vy * vy;
      if (v2 > TOP[s] * TOP[s]) {
        const scale = TOP[s] / Math.sqrt(v2);
        vx *= scale;
        vy *= scale;
      }
      // Headway along the wish, which is still the agent's own in its slot.
      const wx = agents.wishX[i];
      const wy = agents.wishY[i];
      const w2 = wx * wx + wy * wy;
      const headway = (toX[s] - X[s]) * wx + (toY[s] - Y[s]) * wy;
      // Capped, so that whoever gets free soon walks as before.
      const slow = w2 > 0 && headway < 0.2 * w2 * step;
      agents.stuck[i] = slow
        ? Math.min(2 * PATIENCE, agents.stuck[i] + step)
        : Math.max(0, agents.stuck[i] - 2 * step);
      agents.x[i] = toX[s];
      agents.y[i] = toY[s];
      agents.vx[i] = vx;
      agents.vy[i] = vy;
    }
  }

  return { sort, avoid, push, press, settle, weidmann };
}
