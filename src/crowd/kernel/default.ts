/**
 * The default movement model: people who keep a headway in time to whoever is in front, anticipate whoever comes towards them,
 * walk behind those who go their way, and press past each other with their shoulders turned.
 *
 * A person tries nine directions, from straight along the way to square across it; in each, everyone ahead within the width of
 * the bodies allows a speed, and walls take off what would lead into them. It takes the direction with the most headway along
 * the way. docs/models.md has the equations in this order, with what each constant means.
 */
import type { Neighbours } from "./grid.js";
import { MOST_NEIGHBOURS, NUMBER, WALLS } from "./layout.js";
import type { AgentColumns, SortedColumns, WallColumns } from "./memory.js";
import { areOpposing } from "./opposing.js";
import { decay } from "./speed.js";
import { CHOICE, type MovementModel, type Surroundings } from "./surroundings.js";
import { isFacing, type NearWalls } from "./walls.js";

/** Times in seconds, lengths in metres, speeds in m/s. */
export const CONSTANTS = Object.freeze({
  /** Share of the speed beyond one's headway at which one follows somebody who draws away. */
  follow: 0.7,
  /** Seconds in which one foresees that somebody in front slows down, and that somebody comes nearer. */
  foresee: 0.2,
  foreseeOpposing: 1.6,
  /** Who comes towards one is taken to walk at least so fast. */
  leastApproach: 0.6,
  /** Seconds in which one gets up to a speed, or down. */
  inertia: 0.25,
  /** Metres within which those who come towards one matter. */
  sight: 4,
  /** How much company counts against headway where streams meet, and how much of it is little. */
  company: 0.3,
  few: 0.5,
  /** Width of two who meet face to face, as a share of that of two who walk together: shoulders turn. */
  turned: 0.65,
  /** Seconds for which one prefers one side. */
  side: 1.5,
  /** Least speed at all, and while somebody who comes towards one is within `close`. */
  creep: 0.06,
  shuffle: 0.25,
  close: 1.75,
  /** Metres that people leave between themselves and a wall beside them, and seconds ahead for which they see to it. */
  wallGap: 0.05,
  wallTime: 0.2,
});

/** Cosines and sines of the directions: straight on, then by eighths of a half-turn to the first side and to the other. */
const C1 = 0.9238795325112867;
const S1 = 0.3826834323650898;
const C2 = Math.SQRT1_2;
const COS = Float64Array.of(1, C1, C1, C2, C2, S1, S1, 0, 0);
const SIN = Float64Array.of(0, S1, -S1, C2, -C2, C1, -C1, 1, -1);
const DIRECTIONS = 9;
/** The sine between two neighbouring directions. */
const BETWEEN = S1;
/** Directions from one side to the other. */
const FAN = Int32Array.of(8, 6, 4, 2, 0, 1, 3, 5, 7);

/** Sine of the angle between the way and a wall's normal beyond which the wall is beside the way. */
const PARALLEL = 0.9;

/** Places in `self`: the way's direction, the preferred side (1 left, -1 right), free speed and headway. */
const SELF = Object.freeze({ ex: 0, ey: 1, side: 2, speed: 3, headway: 4, size: 5 });

/** Places in `rival`: the score of the best direction so far, the least speed, and what company adds in the direction at hand. */
const RIVAL = Object.freeze({ best: 0, least: 1, company: 2, size: 3 });

/** Scores that differ by less are equal: the direction that comes first wins. */
const EVEN = 1e-12;

/** A number in [0, 1) from two whole numbers, the same everywhere. */
function hash(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

export class Default implements MovementModel {
  private readonly agents: AgentColumns;
  private readonly sorted: SortedColumns;
  private readonly numbers: Float64Array;
  private readonly neighbours: Neighbours;
  private readonly near: NearWalls;
  private readonly walls: WallColumns;
  private readonly choice: Float64Array;
  private readonly self = new Float64Array(SELF.size);
  /** Others who may be in one's way, in the frame of the way: where they are, how they go, how wide both are, and who comes. */
  private otherCount = 0;
  private readonly ahead = new Float64Array(MOST_NEIGHBOURS);
  private readonly aside = new Float64Array(MOST_NEIGHBOURS);
  private readonly goAhead = new Float64Array(MOST_NEIGHBOURS);
  private readonly goAside = new Float64Array(MOST_NEIGHBOURS);
  private readonly width = new Float64Array(MOST_NEIGHBOURS);
  private readonly comes = new Uint8Array(MOST_NEIGHBOURS);
  /** Speed that others allow in each direction, and the company there. */
  private readonly speeds = new Float64Array(DIRECTIONS);
  private readonly company = new Float64Array(DIRECTIONS);
  private readonly seen = new Float64Array(DIRECTIONS);
  /** Walls that matter, in the frame of the way: unit vector towards each, and the speed towards it that is allowed. */
  private wallCount = 0;
  private readonly wallAhead = new Float64Array(WALLS);
  private readonly wallAside = new Float64Array(WALLS);
  private readonly wallLimit = new Float64Array(WALLS);
  /** Whether walls on both sides leave no room for two abreast. */
  private isNarrow = false;
  /** The velocity at hand in the frame of the way: ahead and aside. */
  private readonly velocity = new Float64Array(2);
  private readonly rival = new Float64Array(RIVAL.size);
  /** Whether anybody comes towards one, and close by. */
  private isOpposed = false;
  private isClose = false;

  constructor({ memory, neighbours, walls, choice }: Surroundings) {
    this.agents = memory.agents;
    this.sorted = memory.sorted;
    this.numbers = memory.numbers;
    this.walls = memory.walls;
    this.neighbours = neighbours;
    this.near = walls;
    this.choice = choice;
  }

  choose(s: number): void {
    const { choice, self, sorted, velocity, numbers } = this;
    const wishX = choice[CHOICE.vx];
    const wishY = choice[CHOICE.vy];
    const wished = Math.sqrt(wishX * wishX + wishY * wishY);
    velocity[0] = velocity[1] = 0;
    if (wished > 0) {
      self[SELF.ex] = wishX / wished;
      self[SELF.ey] = wishY / wished;
      self[SELF.speed] = wished;
      self[SELF.headway] = sorted.headway[s];
      self[SELF.side] = this.sideOf(s);
      this.lookAtOthers(s);
      if (this.isOpposed) this.lookForCompany(s);
      this.lookAtWalls(s);
      this.decide();
    }
    const side = self[SELF.side];
    const vx = velocity[0] * self[SELF.ex] - velocity[1] * side * self[SELF.ey];
    const vy = velocity[0] * self[SELF.ey] + velocity[1] * side * self[SELF.ex];
    const share = 1 - decay(numbers[NUMBER.step] / CONSTANTS.inertia);
    // What it walks with is kept apart from its velocity, which pushes are part of.
    choice[CHOICE.vx] = choice[CHOICE.stateX] += (vx - choice[CHOICE.stateX]) * share;
    choice[CHOICE.vy] = choice[CHOICE.stateY] += (vy - choice[CHOICE.stateY]) * share;
  }

  /** The side that one prefers for a while: sides at random, so that queues are even. */
  private sideOf(s: number): number {
    const { numbers, agents, sorted } = this;
    const id = agents.id[sorted.slot[s]];
    const seed = numbers[NUMBER.seed];
    const turn = Math.floor(numbers[NUMBER.time] / CONSTANTS.side + hash(id, seed + 7));
    return hash(id + 77 * seed, turn + 1000) < 0.5 ? 1 : -1;
  }

  /** Gathers others who may be in one's way, nearest first. */
  private lookAtOthers(s: number): void {
    const { self, sorted } = this;
    const { agent, distance2, count } = this.neighbours;
    const { x, y, vx, vy, radius } = sorted;
    const { turned, close, sight } = CONSTANTS;
    const ex = self[SELF.ex];
    const ey = self[SELF.ey];
    const side = self[SELF.side];
    const r = radius[s];
    const reach = 2 * r + self[SELF.speed] * self[SELF.headway];
    let found = 0;
    this.isOpposed = this.isClose = false;
    for (let n = 0; n < count; n++) {
      const j = agent[n];
      const d2 = distance2[n];
      const dx = x[j] - x[s];
      const dy = y[j] - y[s];
      const ahead = dx * ex + dy * ey;
      const touch = r + radius[j];
      if (ahead <= -touch) continue;
      const isOpposing = areOpposing(sorted, s, j);
      if (isOpposing) {
        if (d2 > sight * sight) continue;
        this.isOpposed = true;
        if (d2 < close * close) this.isClose = true;
      } else if (d2 > reach * reach) continue;
      this.ahead[found] = ahead;
      this.aside[found] = (dy * ex - dx * ey) * side;
      this.goAhead[found] = vx[j] * ex + vy[j] * ey;
      this.goAside[found] = (vy[j] * ex - vx[j] * ey) * side;
      this.width[found] = isOpposing ? turned * touch : touch;
      this.comes[found] = isOpposing ? 1 : 0;
      found++;
    }
    this.otherCount = found;
  }

  /** Sets the speed in direction k: the least that anyone allows. Whether it may still be better than `rival`. */
  private lookAlong(k: number): boolean {
    const { self, speeds, rival, otherCount, ahead, aside, goAhead, goAside, width, comes } = this;
    const { follow, foresee, foreseeOpposing, leastApproach } = CONSTANTS;
    const T = self[SELF.headway];
    const cos = COS[k];
    const sin = SIN[k];
    const least = rival[RIVAL.least];
    const company = rival[RIVAL.company];
    const best = rival[RIVAL.best] + EVEN;
    let slowest = self[SELF.speed];
    for (let n = 0; n < otherCount; n++) {
      const f = ahead[n] * cos + aside[n] * sin;
      if (f <= 0) continue;
      const g = ahead[n] * sin - aside[n] * cos;
      const beside2 = width[n] * width[n] - g * g;
      if (beside2 <= 0) continue;
      const free = f - Math.sqrt(beside2);
      let w = goAhead[n] * cos + goAside[n] * sin;
      let v: number;
      if (comes[n]) {
        if (w > -leastApproach * cos) w = -leastApproach * cos;
        v = (free + foreseeOpposing * w) / (T + foreseeOpposing);
      } else if (w * T > free) v = free / T + follow * (w - free / T);
      else v = (free + foresee * w) / (T + foresee);
      if (v >= slowest) continue;
      slowest = v;
      // The nearest come first, so that most directions are given up soon.
      if (Math.max(least, v) * cos + company <= best) return false;
    }
    speeds[k] = slowest;
    return true;
  }

  /** Sets `company`: those who go one's way count for, those who come against, less with distance. */
  private lookForCompany(s: number): void {
    const { self, company, seen } = this;
    const { agent, distance2, count } = this.neighbours;
    const { x, y, wishX, wishY } = this.sorted;
    const { sight } = CONSTANTS;
    const ex = self[SELF.ex];
    const ey = self[SELF.ey];
    const side = self[SELF.side];
    company.fill(0);
    seen.fill(CONSTANTS.few);
    for (let n = 0; n < count && distance2[n] < sight * sight; n++) {
      const j = agent[n];
      const dx = x[j] - x[s];
      const dy = y[j] - y[s];
      const ahead = dx * ex + dy * ey;
      const wished2 = wishX[j] * wishX[j] + wishY[j] * wishY[j];
      if (ahead <= 0 || wished2 === 0) continue;
      const aside = (dy * ex - dx * ey) * side;
      const d = Math.sqrt(distance2[n]);
      const along = (wishX[j] * ex + wishY[j] * ey) / Math.sqrt(wished2);
      // Shared out between the two directions that it is between, by the sines of the angles to them.
      const fade = 1 - d / sight;
      const weight = (fade * fade) / (d * BETWEEN);
      let k = 0;
      while (k < DIRECTIONS - 2 && aside * COS[FAN[k + 1]] > ahead * SIN[FAN[k + 1]]) k++;
      const a = FAN[k];
      const b = FAN[k + 1];
      const forA = weight * (ahead * SIN[b] - aside * COS[b]);
      const forB = weight * (aside * COS[a] - ahead * SIN[a]);
      company[a] += forA * along;
      company[b] += forB * along;
      seen[a] += forA;
      seen[b] += forB;
    }
    for (let k = 0; k < DIRECTIONS; k++) company[k] /= seen[k];
  }

  /** Gathers walls that one could be too near to soon. */
  private lookAtWalls(s: number): void {
    const { self, sorted, near, walls } = this;
    const { ax, ay, bx, by, ux, uy, length } = walls;
    const { wallGap, wallTime } = CONSTANTS;
    const px = sorted.x[s];
    const py = sorted.y[s];
    const core = sorted.wallBody[s];
    const gap = sorted.closing[s] ? 0 : wallGap;
    const ex = self[SELF.ex];
    const ey = self[SELF.ey];
    const reach = core + gap + self[SELF.speed] * wallTime;
    const abreast = 4 * sorted.radius[s];
    let count = 0;
    let left = Infinity;
    let right = Infinity;
    for (let k = 0; k < near.count; k++) {
      const d2 = near.distance2[k];
      if (d2 > reach * reach && d2 > abreast * abreast) break;
      const w = sorted.walls[WALLS * s + k];
      if (d2 === 0 || !isFacing(walls, px, py, w)) continue;
      const along = (px - ax[w]) * ux[w] + (py - ay[w]) * uy[w];
      const isBeside = along > 0 && along < length[w];
      const d = Math.sqrt(d2);
      let nx = -uy[w];
      let ny = ux[w];
      if (!isBeside) {
        nx = ((along <= 0 ? ax[w] : bx[w]) - px) / d;
        ny = ((along <= 0 ? ay[w] : by[w]) - py) / d;
      }
      const aside = ny * ex - nx * ey;
      if (isBeside && aside > PARALLEL) left = Math.min(left, d);
      if (isBeside && aside < -PARALLEL) right = Math.min(right, d);
      if (d > reach) continue;
      const room = d - core - (isBeside ? gap : 0);
      this.wallAhead[count] = nx * ex + ny * ey;
      this.wallAside[count] = aside * self[SELF.side];
      this.wallLimit[count] = room >= 0 ? room / wallTime : Math.max(-0.1, room) / 0.5;
      count++;
    }
    this.wallCount = count;
    this.isNarrow = left + right < abreast;
  }

  /** Sets `velocity` to the best of all directions. */
  private decide(): void {
    const { self, speeds, company, velocity, rival } = this;
    const v0 = self[SELF.speed];
    const least = this.isClose ? CONSTANTS.shuffle : CONSTANTS.creep;
    const hasWalls = this.wallCount > 0;
    rival[RIVAL.best] = -Infinity;
    rival[RIVAL.least] = least;
    // What walls leave of a velocity may be any direction's: all speeds are needed first.
    if (hasWalls) for (let k = 0; k < DIRECTIONS; k++) this.lookAlong(k);
    let best = -Infinity;
    let bestAhead = 0;
    let bestAside = 0;
    for (let k = 0; k < DIRECTIONS; k++) {
      const liked = this.isOpposed ? CONSTANTS.company * v0 * company[k] : 0;
      if (!hasWalls) {
        if (v0 * COS[k] + liked <= best + EVEN) continue;
        rival[RIVAL.company] = liked;
        if (!this.lookAlong(k)) continue;
      }
      const v = Math.min(v0, Math.max(least, speeds[k]));
      velocity[0] = v * COS[k];
      velocity[1] = v * SIN[k];
      if (hasWalls && this.slide() && this.isNarrow) this.heedOthers(least);
      const score = velocity[0] + liked;
      if (score > best + EVEN) {
        rival[RIVAL.best] = best = score;
        bestAhead = velocity[0];
        bestAside = velocity[1];
      }
    }
    velocity[0] = bestAhead;
    velocity[1] = bestAside;
  }

  /** Takes off `velocity` what walls do not allow: people slide along them. Whether they have to. */
  private slide(): boolean {
    const { velocity, wallAhead, wallAside, wallLimit } = this;
    let hasTurned = false;
    for (let pass = 0; pass < 2; pass++) {
      for (let k = 0; k < this.wallCount; k++) {
        const over = velocity[0] * wallAhead[k] + velocity[1] * wallAside[k] - wallLimit[k];
        if (over <= 0) continue;
        velocity[0] -= over * wallAhead[k];
        velocity[1] -= over * wallAside[k];
        hasTurned = true;
      }
    }
    return hasTurned;
  }

  /** Between two walls one goes no faster than others allow in the direction that it is nearest to. */
  private heedOthers(least: number): void {
    const { velocity, speeds } = this;
    const ahead = velocity[0];
    const aside = velocity[1];
    let nearest = 0;
    let most = -Infinity;
    for (let k = 0; k < DIRECTIONS; k++) {
      const along = ahead * COS[k] + aside * SIN[k];
      if (along <= most) continue;
      most = along;
      nearest = k;
    }
    const allowed = Math.max(least, speeds[nearest]);
    const v = Math.sqrt(ahead * ahead + aside * aside);
    if (v <= allowed) return;
    velocity[0] = ahead * (allowed / v);
    velocity[1] = aside * (allowed / v);
  }
}
