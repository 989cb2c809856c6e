/**
 * The last phases of a step: agents in contact are pushed apart, round after round as Jacobi's method does, and what the step
 * led to is taken over.
 */
import { stuckAfter } from "./jam.js";
import { CONTACTS, HABIT, NUMBER, WALLS } from "./layout.js";
import type { AgentColumns, SortedColumns, WallColumns } from "./memory.js";
import { areOpposing } from "./opposing.js";
import { decay } from "./speed.js";
import type { Surroundings } from "./surroundings.js";
import { isFacing, MOTION, type NearWalls, wallDistance2 } from "./walls.js";

/** Shares of the sum of two radii: depths that call for another round, and for more rounds than usual. */
const RESTLESS = 0.002;
const DEEP = 0.04;

/** Who is nearer to a wall than its radius comes out of it by at most this share of the radius per round. */
const OUT_OF_WALL = 0.1;

/** Rounds in which soft bodies give way. */
const SOFT_ROUNDS = 2;

/** Overlaps by more than this share of the sum of the radii are counted. */
const OVERLAP = 0.1;

/** Share of the headway that was wished for, below which an agent is slow. */
const HEADWAY = 0.2;

export class Contacts {
  private readonly agents: AgentColumns;
  private readonly sorted: SortedColumns;
  private readonly walls: WallColumns;
  private readonly habits: Float64Array;
  private readonly numbers: Float64Array;
  private readonly near: NearWalls;
  /** By how much the agent at hand is pushed: x and y. */
  private readonly shift = new Float64Array(2);

  constructor({ memory, walls }: Surroundings) {
    this.agents = memory.agents;
    this.sorted = memory.sorted;
    this.walls = memory.walls;
    this.habits = memory.habits;
    this.numbers = memory.numbers;
    this.near = walls;
  }

  /**
   * One round: reads one pair of `toX`, `toY` and writes the other. The first round is over all agents [from, to), the
   * others over those that `press` has listed.
   */
  push(from: number, to: number, round: number): void {
    const { sorted, shift, near } = this;
    const { onTrack, pressed, wallCount } = sorted;
    const { motion } = near;
    const inX = sorted.toX[round & 1];
    const inY = sorted.toY[round & 1];
    const outX = sorted.toX[1 - (round & 1)];
    const outY = sorted.toY[1 - (round & 1)];
    for (let n = from; n < to; n++) {
      const s = round === 0 ? n : pressed[n];
      const x = inX[s];
      const y = inY[s];
      // Whoever is on a track goes where it wishes, and keeps all contacts to be measured.
      if (onTrack[s]) {
        if (round === 0) this.keepAll(s);
        outX[s] = x;
        outY[s] = y;
        continue;
      }
      shift[0] = shift[1] = 0;
      let pushers = this.pushFromOthers(s, inX, inY, round);
      if (wallCount[s] > 0) pushers += this.pushFromWalls(s, x, y);
      if (pushers === 0) {
        outX[s] = x;
        outY[s] = y;
        continue;
      }
      const share = this.shareOf(s, pushers);
      motion[MOTION.x] = x;
      motion[MOTION.y] = y;
      motion[MOTION.dx] = shift[0] * share;
      motion[MOTION.dy] = shift[1] * share;
      near.sweep(s);
      outX[s] = motion[MOTION.x];
      outY[s] = motion[MOTION.y];
    }
  }

  /** How much of what others ask for agent s does. */
  private shareOf(s: number, pushers: number): number {
    const row = HABIT.size * this.sorted.habit[s];
    // Jacobi's rounds overshoot where many push: share what several ask for.
    if (this.habits[row + HABIT.contactTime] === 0) return pushers > 2 ? 2 / pushers : 1;
    const { shift } = this;
    const most = this.habits[row + HABIT.contactSpeed] * this.numbers[NUMBER.step];
    const asked = Math.sqrt(shift[0] * shift[0] + shift[1] * shift[1]);
    return asked > most ? most / asked : 1;
  }

  /** The share of an overlap that a round takes away: all of it from hard bodies, and of soft ones in two rounds. */
  private easeOf(s: number, round: number): number {
    const time = this.habits[HABIT.size * this.sorted.habit[s] + HABIT.contactTime];
    if (time === 0) return 1;
    return round < SOFT_ROUNDS ? 1 - decay(this.numbers[NUMBER.step] / (SOFT_ROUNDS * time)) : 0;
  }

  private keepAll(s: number): void {
    const { contacts, contactCount, touching, touchingCount } = this.sorted;
    for (let k = 0; k < contactCount[s]; k++) touching[CONTACTS * s + k] = contacts[CONTACTS * s + k];
    touchingCount[s] = contactCount[s];
  }

  /** Adds to `shift` what others ask of agent s; returns how many do. */
  private pushFromOthers(s: number, inX: Float64Array, inY: Float64Array, round: number): number {
    const { sorted, numbers, shift } = this;
    const { core, body, onTrack, slot, touching } = sorted;
    const ease = this.easeOf(s, round);
    const isHard = ease === 1;
    const turned = this.habits[HABIT.size * sorted.habit[s] + HABIT.turned];
    const from = round === 0 ? sorted.contacts : touching;
    const known = round === 0 ? sorted.contactCount[s] : sorted.touchingCount[s];
    const base = CONTACTS * s;
    const x = inX[s];
    const y = inY[s];
    let dx = 0;
    let dy = 0;
    let pushers = 0;
    let kept = 0;
    for (let k = 0; k < known; k++) {
      const j = from[base + k];
      const ex = x - inX[j];
      const ey = y - inY[j];
      let r = core[s] + core[j];
      const d2 = ex * ex + ey * ey;
      // The first round knows where all have gone and drops those that are out of reach.
      const far = Math.max(r, body[s] + body[j]);
      if (round === 0 && d2 < 2 * far * far) touching[base + kept++] = j;
      if (d2 >= r * r || ease === 0) continue;
      if (turned < 1 && areOpposing(sorted, s, j)) {
        r *= turned;
        if (d2 >= r * r) continue;
      }
      const d = Math.sqrt(d2);
      const depth = (onTrack[j] ? 1 : 0.5) * (r - d) * ease;
      // All threads write the same.
      if (isHard ? depth > RESTLESS * r : round < SOFT_ROUNDS - 1) numbers[NUMBER.restless] = 1;
      if (isHard && depth > DEEP * r) numbers[NUMBER.deep] = 1;
      pushers++;
      if (d > 0) {
        dx += (ex / d) * depth;
        dy += (ey / d) * depth;
      } else dx += slot[s] < slot[j] ? -depth : depth;
    }
    if (round === 0) sorted.touchingCount[s] = kept;
    shift[0] = dx;
    shift[1] = dy;
    return pushers;
  }

  /** Adds to `shift` what walls ask that agent s has been too near to since before the step; returns how many do. */
  private pushFromWalls(s: number, x: number, y: number): number {
    const { sorted, walls, shift } = this;
    const { walls: near, wallCount, margins } = sorted;
    const r = sorted.wallBody[s];
    const base = WALLS * s;
    let pushers = 0;
    for (let k = 0; k < wallCount[s]; k++) {
      const w = near[base + k];
      if (margins[base + k] >= r || !isFacing(walls, x, y, w)) continue;
      const d2 = wallDistance2(walls, x, y, w);
      if (d2 >= r * r) continue;
      const depth = Math.min(r - Math.sqrt(d2), OUT_OF_WALL * r);
      shift[0] += walls.uy[w] * depth;
      shift[1] -= walls.ux[w] * depth;
      this.numbers[NUMBER.restless] = 1;
      pushers++;
    }
    return pushers;
  }

  /** After the first round: lists whom others or walls may push; returns how many. Whole, on one thread. */
  press(): number {
    const { onTrack, touchingCount, wallCount, margins, wallBody, pressed } = this.sorted;
    const count = this.numbers[NUMBER.count];
    let found = 0;
    for (let s = 0; s < count; s++) {
      // The nearest wall comes first, and has the least margin.
      const atWall = wallCount[s] > 0 && margins[WALLS * s] < wallBody[s];
      if (!onTrack[s] && (touchingCount[s] > 0 || atWall)) pressed[found++] = s;
    }
    return found;
  }

  /** Takes over where the step led for sorted agents [from, to), and measures overlaps. */
  settle(from: number, to: number): void {
    const { agents, sorted, numbers } = this;
    const last = numbers[NUMBER.pushing] & 1;
    const step = numbers[NUMBER.step];
    const toX = sorted.toX[last];
    const toY = sorted.toY[last];
    for (let s = from; s < to; s++) {
      this.measureOthers(s, toX, toY);
      this.measureWalls(s, toX[s], toY[s]);
      const i = sorted.slot[s];
      const dx = toX[s] - sorted.x[s];
      const dy = toY[s] - sorted.y[s];
      // Headway along the wish.
      const wx = sorted.wishX[s];
      const wy = sorted.wishY[s];
      const w2 = wx * wx + wy * wy;
      const isSlow = w2 > 0 && dx * wx + dy * wy < HEADWAY * w2 * step;
      agents.stuck[i] = stuckAfter(sorted.stuck[s], step, isSlow);
      let vx = dx / step;
      let vy = dy / step;
      const v2 = vx * vx + vy * vy;
      const top = sorted.top[s];
      if (v2 > top * top) {
        const scale = top / Math.sqrt(v2);
        vx *= scale;
        vy *= scale;
      }
      agents.x[i] = toX[s];
      agents.y[i] = toY[s];
      agents.vx[i] = vx;
      agents.vy[i] = vy;
      agents.stateX[i] = sorted.nextX[s];
      agents.stateY[i] = sorted.nextY[s];
      agents.clock[i] = sorted.nextClock[s];
    }
  }

  /** How agent s overlaps those of greater slot. */
  private measureOthers(s: number, toX: Float64Array, toY: Float64Array): void {
    const { sorted } = this;
    const { body, slot, touching, touchingCount } = sorted;
    const x = toX[s];
    const y = toY[s];
    let deepest = 0;
    let count = 0;
    for (let k = 0; k < touchingCount[s]; k++) {
      const j = touching[CONTACTS * s + k];
      if (slot[j] < slot[s]) continue;
      const ex = x - toX[j];
      const ey = y - toY[j];
      const r = body[s] + body[j];
      const d2 = ex * ex + ey * ey;
      if (d2 >= r * r) continue;
      const depth = r - Math.sqrt(d2);
      if (depth > deepest) deepest = depth;
      if (depth > OVERLAP * r) count++;
    }
    sorted.overlap[s] = deepest;
    sorted.overlaps[s] = count;
  }

  /** How deep agent s is in walls. */
  private measureWalls(s: number, x: number, y: number): void {
    const { sorted, walls } = this;
    const r = sorted.wallBody[s];
    const count = sorted.wallCount[s];
    let deepest = 0;
    for (let k = 0; k < count; k++) {
      const w = sorted.walls[WALLS * s + k];
      const d2 = wallDistance2(walls, x, y, w);
      if (d2 < r * r && isFacing(walls, x, y, w)) deepest = Math.max(deepest, r - Math.sqrt(d2));
    }
    sorted.wallDepth[s] = deepest;
  }
}
