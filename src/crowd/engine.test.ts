import { describe, expect, it } from "vitest";
import {
  type PlainAgent,
  type PlainOptions,
  plainHalfPlane,
  plainNeighbours,
  plainStep,
  violation,
} from "../../test/support/plain-orca.js";
import { Random } from "../numerics/index.js";
import { Engine } from "./engine.js";
import { allModels, ORCA } from "./published.js";

/** The kernel leaves an overlap within a quarter of a second, or a longer step. */
const optionsFor = (step: number): PlainOptions => ({
  horizon: ORCA.horizon,
  neighbours: ORCA.neighbours,
  range: ORCA.range,
  overlapTime: Math.max(step, 0.25),
});

/** The same random crowd for the oracle and for the engine. */
function crowdOf(
  seed: number,
  count: number,
  side: number,
  least: number,
): { plain: PlainAgent[]; engine: Engine } {
  const random = new Random(seed);
  const plain: PlainAgent[] = [];
  const engine = new Engine({ models: allModels() });
  while (plain.length < count) {
    const position = { x: random.between(0, side), y: random.between(0, side) };
    const free = plain.every(({ position: p }) => Math.hypot(p.x - position.x, p.y - position.y) > least);
    if (!free) continue;
    const angle = random.between(0, 2 * Math.PI);
    const top = random.between(0.8, 1.6);
    const wish = { x: top * Math.cos(angle), y: top * Math.sin(angle) };
    const velocity = { x: random.between(-1, 1), y: random.between(-1, 1) };
    const radius = random.between(0.15, 0.3);
    plain.push({ position, velocity, wish, radius, top });
    engine.add(plain.length - 1, { ...position, radius, top, habit: ORCA });
  }
  plain.forEach(({ velocity, wish }, i) => {
    engine.agents.vx[i] = velocity.x;
    engine.agents.vy[i] = velocity.y;
    engine.agents.wishX[i] = wish.x;
    engine.agents.wishY[i] = wish.y;
  });
  return { plain, engine };
}

describe("avoidance in the open", () => {
  it.each([1, 2, 3, 4, 5, 6])("moves as straightforward ORCA does where nobody touches, seed %i", (seed) => {
    const step = 0.05;
    // Far enough apart that one step brings nobody into contact.
    const { plain, engine } = crowdOf(seed, 150, 16, 0.8);
    engine.step(step);
    plainStep(plain, step, optionsFor(step));
    plain.forEach(({ position }, i) => {
      expect(engine.agents.x[i]).toBeCloseTo(position.x, 9);
      expect(engine.agents.y[i]).toBeCloseTo(position.y, 9);
    });
  });

  it.each([11, 12, 13])("finds the same velocities in any grid and order, seed %i", (seed) => {
    const { engine } = crowdOf(seed, 200, 14, 0.5);
    const twin = crowdOf(seed, 200, 14, 0.5).engine;
    Object.assign(twin, { cell: 4 });
    for (let k = 0; k < 20; k++) {
      engine.step(0.1);
      twin.step(0.1);
    }
    expect([...twin.agents.x.subarray(0, 200)]).toEqual([...engine.agents.x.subarray(0, 200)]);
    expect([...twin.agents.y.subarray(0, 200)]).toEqual([...engine.agents.y.subarray(0, 200)]);
  });

  it("a velocity in a dense crowd has the least worst violation that sampling finds, seed 21", () => {
    const step = 0.05;
    const options = optionsFor(step);
    const { plain } = crowdOf(21, 260, 9, 0.42);
    const before = plain.map((agent) => ({ ...agent }));
    plainStep(plain, step, options);
    const random = new Random(5);
    let dense = 0;
    before.forEach((agent, i) => {
      const planes = plainNeighbours(before, i, options).map((j) =>
        plainHalfPlane(agent, before[j], options),
      );
      const worst = (x: number, y: number): number =>
        planes.reduce((most, plane) => Math.max(most, violation(plane, { x, y })), 0);
      const chosen = worst(plain[i].velocity.x, plain[i].velocity.y);
      if (chosen > 1e-9) dense++;
      for (let k = 0; k < 300; k++) {
        const [x, y] = [random.between(-agent.top, agent.top), random.between(-agent.top, agent.top)];
        if (x * x + y * y <= agent.top * agent.top) expect(chosen).toBeLessThanOrEqual(worst(x, y) + 1e-6);
      }
    });
    expect(dense).toBeGreaterThan(20);
  });
});

describe("contacts", () => {
  it("two in one place part, and so does a heap of 60", () => {
    for (const count of [2, 60]) {
      const engine = new Engine({ models: allModels() });
      for (let i = 0; i < count; i++) engine.add(i, { x: 0, y: 0, radius: 0.25, top: 1.3, habit: ORCA });
      for (let k = 0; k < 200; k++) engine.step(0.1);
      expect(engine.touches.deepest).toBeLessThan(0.01);
    }
  });

  it("a dense disc passes through itself: everyone arrives, nobody nearer than 0.45 m", () => {
    const engine = new Engine({ models: allModels() });
    const goals: [number, number][] = [];
    for (let x = -7; x <= 7; x++) {
      for (let y = -7; y <= 7; y++) {
        if (x * x + y * y > 49) continue;
        engine.add(goals.length, { x, y, radius: 0.25, top: 1.3, habit: ORCA });
        goals.push([-x, -y]);
      }
    }
    const { agents, count } = engine;
    let deepest = 0;
    let there = 0;
    for (let k = 0; k < 3000 && there < count; k++) {
      there = 0;
      for (let i = 0; i < count; i++) {
        const dx = goals[i][0] - agents.x[i];
        const dy = goals[i][1] - agents.y[i];
        const d = Math.sqrt(dx * dx + dy * dy);
        if (d < 0.3) there++;
        const speed = Math.min(1.3, d / 0.1) / (d || 1);
        agents.wishX[i] = dx * speed;
        agents.wishY[i] = dy * speed;
      }
      engine.step(0.1, 0.1 * k);
      deepest = Math.max(deepest, engine.touches.deepest);
    }
    expect(there).toBe(count);
    expect(0.5 - deepest).toBeGreaterThanOrEqual(0.45);
  });
});
