/** The default movement model: its speed rule against brute force, and what it promises of people. */
import { describe, expect, it } from "vitest";
import { freeSample, randomPlan } from "../../../test/support/crowd-plans.js";
import type { Point } from "../../geometry/index.js";
import { Random } from "../../numerics/index.js";
import { PathMap } from "../../pathmap/index.js";
import { World } from "../../world/index.js";
import { Crowd } from "../crowd.js";
import { Engine } from "../engine.js";
import { DEFAULT } from "../models.js";
import { allModels } from "../published.js";
import { Threads } from "../threads.js";

interface Person {
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  /** Unit heading. */
  readonly hx: number;
  readonly hy: number;
  readonly radius: number;
}

const STEP = 0.01;
const SPEED = 1.3;
const HEADWAY = 1.1;

/** The velocity that a person at rest aims for among others, by angles and the published rule, straightforwardly. */
function aimOf(self: Person, others: readonly Person[]): Point {
  const reach = 2 * self.radius + SPEED * HEADWAY;
  const touch = 2 * self.radius + 2 * SPEED * STEP + 0.1;
  const wayAngle = Math.atan2(self.hy, self.hx);
  const around = others.map((p) => {
    const [dx, dy] = [p.x - self.x, p.y - self.y];
    const facing = p.hx * self.hx + p.hy * self.hy;
    return { ...p, d: Math.hypot(dx, dy), angle: Math.atan2(dy, dx) - wayAngle, facing };
  });
  const seen = around.filter(({ d, angle }) => d <= 4 && (d <= touch || Math.cos(angle) >= 0));
  const near = seen.filter(({ d, angle, facing, radius }) => {
    if (d * Math.cos(angle) <= -(self.radius + radius)) return false;
    return facing < -0.7 || d <= reach;
  });
  const opposing = near.filter(({ facing }) => facing < -0.7);
  const least = opposing.some(({ d }) => d < 1.75) ? 0.25 : 0.06;
  let best = -Infinity;
  let aim: Point = [0, 0];
  for (let eighth = -4; eighth <= 4; eighth++) {
    const turn = (eighth * Math.PI) / 8;
    const [ex, ey] = [Math.cos(wayAngle + turn), Math.sin(wayAngle + turn)];
    let allowed = SPEED;
    for (const { d, angle, facing, radius, vx, vy } of near) {
      const width = (self.radius + radius) * (facing < -0.7 ? 0.65 : 1);
      const f = d * Math.cos(angle - turn);
      const g = d * Math.sin(angle - turn);
      if (f <= 0 || Math.abs(g) >= width) continue;
      const s = f - Math.sqrt(width * width - g * g);
      const w = vx * ex + vy * ey;
      const approach = Math.min(w, -0.6 * Math.abs(Math.cos(turn)));
      let v = (s + 0.2 * w) / (HEADWAY + 0.2);
      if (w > s / HEADWAY) v = 0.3 * (s / HEADWAY) + 0.7 * w;
      if (facing < -0.7) v = (s + 1.6 * approach) / (HEADWAY + 1.6);
      allowed = Math.min(allowed, v);
    }
    const v = Math.max(least, allowed);
    // The mean heading of those seen near this direction, where anybody comes.
    let [sum, weight] = [0, 0.5];
    for (const { d, angle, facing } of seen) {
      const from = Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)) - turn);
      if (Math.cos(angle) <= 0 || from >= Math.PI / 8) continue;
      const share = ((1 - d / 4) ** 2 * Math.sin(Math.PI / 8 - from)) / Math.sin(Math.PI / 8);
      sum += share * facing;
      weight += share;
    }
    const score = v * Math.cos(turn) + (opposing.length > 0 ? 0.3 * SPEED * (sum / weight) : 0);
    if (score <= best) continue;
    best = score;
    aim = [v * ex, v * ey];
  }
  return aim;
}

function somebody(random: Random, x: number, y: number): Person {
  const [turn, go] = [random.between(0, 2 * Math.PI), random.between(0, 2 * Math.PI)];
  const v = random.between(0, 1.3);
  const [hx, hy] = [Math.cos(turn), Math.sin(turn)];
  return { x, y, vx: v * Math.cos(go), vy: v * Math.sin(go), hx, hy, radius: random.between(0.15, 0.28) };
}

describe("the speed rule", () => {
  it.each([1, 2, 3, 4])("is what brute force says in 100 random neighbourhoods; seed %i", (seed) => {
    const random = new Random(seed);
    for (let k = 0; k < 100; k++) {
      const self = { ...somebody(random, 3, -2), vx: 0, vy: 0 };
      const others = Array.from({ length: 1 + random.below(16) }, () => {
        const [angle, d] = [random.between(0, 2 * Math.PI), random.between(0.65, 4.5)];
        return somebody(random, 3 + d * Math.cos(angle), -2 + d * Math.sin(angle));
      });
      const engine = new Engine({ seed, models: allModels() });
      [self, ...others].forEach(({ x, y, radius }, i) => {
        engine.add(i, { x, y, radius, top: SPEED, headway: HEADWAY, habit: DEFAULT });
      });
      const { agents } = engine;
      [self, ...others].forEach(({ vx, vy, hx, hy }, i) => {
        [agents.vx[i], agents.vy[i], agents.wishX[i], agents.wishY[i]] = [vx, vy, SPEED * hx, SPEED * hy];
      });
      engine.step(STEP);
      const [vx, vy] = aimOf(self, others);
      const share = STEP * (1 - Math.exp(-STEP / 0.25));
      expect((agents.x[0] - self.x) / share).toBeCloseTo(vx, 6);
      expect((agents.y[0] - self.y) / share).toBeCloseTo(vy, 6);
    }
  });
});

/** A room of 8 x 8 m with a door of some width in its lower wall, and a yard behind it. */
function doorWorld(width: number): World {
  const h = width / 2;
  return new World({
    boundary: [
      [-4, 0],
      [-h, 0],
      [-h, -0.2],
      [-4, -0.2],
      [-4, -4],
      [4, -4],
      [4, -0.2],
      [h, -0.2],
      [h, 0],
      [4, 0],
      [4, 8],
      [-4, 8],
    ],
    goals: {
      out: {
        segments: [
          [
            [-3.9, -3.5],
            [3.9, -3.5],
          ],
        ],
      },
    },
  });
}

/** People who stand in the room, half a metre apart, and want out. */
function queue(width: number, seed: number, threads = 1): Crowd {
  const world = doorWorld(width);
  const crowd = new Crowd(world, { seed, threads: new Threads(threads) });
  const guide = new PathMap(world, { goals: ["out"], radius: 0.22 });
  const random = new Random(seed);
  for (let x = -3.5; x < 3.6; x += 0.7) {
    for (let y = 1; y < 6; y += 0.7) {
      const position: Point = [x + random.between(-0.1, 0.1), y + random.between(-0.1, 0.1)];
      crowd.add({ position, guide, speed: random.between(1, 1.7) });
    }
  }
  return crowd;
}

describe("people before a door", () => {
  it("1 m: pass 1.3 to 2 per second, stand as many left as right, and hardly ever move away", () => {
    let [left, all, away] = [0, 0, 0];
    const rates: number[] = [];
    for (const seed of [1, 2, 3]) {
      const crowd = queue(1, seed);
      const count = crowd.size;
      const times: number[] = [];
      const gone = new Set<number>();
      while (crowd.size > 0 && crowd.time < 200) {
        crowd.step(0.05);
        const { id, x, y, vx, vy } = crowd.columns;
        for (let i = 0; i < crowd.size; i++) {
          if (y[i] < -0.2 && !gone.has(id[i])) {
            gone.add(id[i]);
            times.push(crowd.time);
          }
          const d = Math.hypot(x[i], y[i]);
          if (y[i] < 0 || d > 3 || times.length < 10 || times.length > 60) continue;
          all++;
          if (x[i] < 0) left++;
          if (x[i] * vx[i] + y[i] * vy[i] > 0.05 * d) away++;
        }
      }
      expect(times.length).toBe(count);
      const [from, to] = [Math.floor(0.2 * count), Math.floor(0.8 * count)];
      rates.push((to - from) / (times[to] - times[from]));
    }
    const rate = rates.reduce((a, b) => a + b) / rates.length;
    expect(rate).toBeGreaterThan(1.3);
    expect(rate).toBeLessThan(2);
    expect(left / all).toBeGreaterThan(0.42);
    expect(left / all).toBeLessThan(0.58);
    expect(away / all).toBeLessThan(0.05);
  });

  it("steps of 0.02, 0.05 and 0.1 s: the room empties in the same time, to a tenth, over 3 seeds", () => {
    const times = [0.02, 0.05, 0.1].map((step) => {
      let sum = 0;
      for (const seed of [1, 2, 3]) {
        const crowd = queue(1.2, seed);
        while (crowd.size > 0 && crowd.time < 200) crowd.step(step);
        sum += crowd.time;
      }
      return sum;
    });
    expect(Math.max(...times) / Math.min(...times)).toBeLessThan(1.1);
  });

  it("2 threads and a snapshot: the same bits", () => {
    const [one, two] = [queue(1, 4), queue(1, 4, 2)];
    for (let k = 0; k < 100; k++) one.step(0.05);
    const snapshot = structuredClone(one.snapshot());
    for (let k = 0; k < 100; k++) two.step(0.05);
    expect(two.snapshot()).toEqual(one.snapshot());
    two.close();
    for (let k = 0; k < 100; k++) one.step(0.05);
    const after = structuredClone(one.snapshot());
    one.restore(snapshot);
    for (let k = 0; k < 100; k++) one.step(0.05);
    expect(one.snapshot()).toEqual(after);
  });
});

/** A corridor along x. */
function corridor(length: number, width: number): World {
  return new World({
    boundary: [
      [0, 0],
      [length, 0],
      [length, width],
      [0, width],
    ],
  });
}

describe("among others", () => {
  it("single file: behind a slow leader people walk as slowly, two radii and v T apart to an eighth", () => {
    const crowd = new Crowd(corridor(80, 0.5));
    const [slow, radius, headway] = [0.5, 0.2, 1.2];
    for (let k = 0; k < 6; k++) {
      crowd.add({
        position: [12 - 2 * k, 0.25],
        radius,
        headway,
        speed: k === 0 ? slow : 1.4,
        guide: () => [1, 0],
      });
    }
    while (crowd.time < 90) crowd.step(0.05);
    const { x, vx } = crowd.columns;
    for (let k = 1; k < 6; k++) {
      expect(vx[k]).toBeCloseTo(slow, 1);
      const apart = 2 * radius + slow * headway;
      expect(Math.abs(x[k - 1] - x[k] - apart)).toBeLessThan(0.125 * apart);
    }
  });

  it("two who meet in a corridor of 1.2 m pass each other", () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const crowd = new Crowd(corridor(20, 1.2), { seed });
      crowd.add({ position: [2, 0.6], guide: () => [1, 0] });
      crowd.add({ position: [18, 0.6], guide: () => [-1, 0] });
      while (crowd.time < 16) crowd.step(0.05);
      const { x } = crowd.columns;
      expect(x[0]).toBeGreaterThan(17);
      expect(x[1]).toBeLessThan(3);
    }
  });

  it("40 against 40 in a corridor of 2 m: everybody gets to the other end", () => {
    for (const seed of [1, 2]) {
      const crowd = new Crowd(corridor(40, 2), { seed });
      const random = new Random(seed);
      for (let k = 0; k < 40; k++) {
        const [along, y] = [1 + 0.4 * k, 0.4 + 0.6 * (k % 3)];
        crowd.add({
          position: [along, y],
          speed: random.between(1, 1.6),
          guide: ([x]) => [x > 38 ? 0 : 1, 0],
        });
        crowd.add({
          position: [40 - along, y],
          speed: random.between(1, 1.6),
          guide: ([x]) => [x < 2 ? 0 : -1, 0],
        });
      }
      let passed = 0;
      while (crowd.time < 150 && passed < 80) {
        crowd.step(0.05);
        passed = 0;
        // Whoever is there goes.
        for (const id of [...crowd.columns.id.subarray(0, crowd.size)]) {
          const [x] = crowd.agent(id)!.position;
          if (id % 2 === 0 ? x > 37 : x < 3) crowd.remove(id);
        }
        passed = 80 - crowd.size;
      }
      expect(passed).toBe(80);
    }
  });

  it.each([1, 2, 3, 4, 5, 6])("nobody comes nearer to a wall than 0.85 radii; random plan %i", (seed) => {
    const random = new Random(seed);
    const world = randomPlan(random);
    const crowd = new Crowd(world, { seed });
    while (crowd.size < 40) {
      const position = freeSample(world, random);
      const radius = random.between(0.1, 0.28);
      if (world.clearance(position) < radius) continue;
      const turn = random.between(0, 6.28);
      crowd.add({ position, radius, guide: () => [Math.cos(turn), Math.sin(turn)] });
    }
    for (let step = 0; step < 80; step++) {
      crowd.step(0.1);
      const { x, y, radius } = crowd.columns;
      for (let i = 0; i < crowd.size; i++) {
        expect(world.contains([x[i], y[i]])).toBe(true);
        expect(world.clearance([x[i], y[i]])).toBeGreaterThan(0.85 * radius[i] - 1e-6);
      }
    }
  });
});
