/** The published movement models: against plain oracles, in closed forms, and with what every crowd guarantees. */
import { describe, expect, it } from "vitest";
import {
  type PlainPerson,
  plainAnticipation,
  plainCentrifugal,
  plainFootholdCost,
  plainSocialForce,
  plainSpeed,
} from "../../test/support/plain-models.js";
import { socialForce } from "../models/index.js";
import { modelOf } from "../models/internal.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "../pathmap/index.js";
import { builtinScene } from "../scenes/index.js";
import { Simulation } from "../simulation/index.js";
import { World } from "../world/index.js";
import { Engine } from "./engine.js";
import { Crowd, type ModelName, Threads } from "./index.js";
import { allModels } from "./published.js";

const PUBLISHED = ["speed", "anticipation", "social-force", "centrifugal", "steps"] as const;

type Place = readonly [number, number];

/** One wall: the right side of a box, with the corners that those beyond its ends see. */
const BOX: readonly Place[] = [
  [-1, 0],
  [0, 0],
  [0, 8],
  [-1, 8],
];

/** The points of the box that are nearest from x > 0: one of its side, which may be a corner. */
const wallPoints = ({ x, y }: PlainPerson, range: number): Place[] => {
  const at: Place = [0, Math.max(0, Math.min(8, y))];
  return Math.hypot(x - at[0], y - at[1]) <= range ? [at] : [];
};

/** Metres from the box, 0 inside. */
const boxDistance = ([x, y]: Place): number => Math.hypot(Math.max(-1 - x, 0, x), Math.max(-y, 0, y - 8));

/** Random people on the right of the box, at least so far from the box and from each other, measured between bodies. */
function people(random: Random, count: number, gap: number): PlainPerson[] {
  const list: PlainPerson[] = [];
  while (list.length < count) {
    const radius = random.between(0.15, 0.28);
    const [x, y] = [random.between(0.05, 3), random.between(-1, 9)];
    const fits =
      Math.hypot(Math.min(0, -x), y - Math.max(0, Math.min(8, y))) > radius + gap &&
      list.every((other) => Math.hypot(x - other.x, y - other.y) > radius + other.radius + gap);
    if (!fits) continue;
    const angle = random.between(0, 2 * Math.PI);
    const speed = random.between(0.8, 1.6);
    const turn = random.between(0, 2 * Math.PI);
    const pace = random.between(0, speed);
    list.push({
      ...{ x, y, radius, headway: random.between(0.7, 1.5) },
      ...{ wishX: speed * Math.cos(angle), wishY: speed * Math.sin(angle) },
      ...{ vx: pace * Math.cos(turn), vy: pace * Math.sin(turn) },
    });
  }
  return list;
}

/** An engine with them, and the box. */
function engineOf(model: ModelName, list: readonly PlainPerson[]): Engine {
  const engine = new Engine({ models: allModels() });
  const { habit } = modelOf(model, "model").traits;
  const next = BOX.map((_, i) => (i + 1) % 4);
  engine.setWalls(
    { a: [...BOX], b: next.map((i) => BOX[i]), next, prev: BOX.map((_, i) => (i + 3) % 4) },
    10,
  );
  list.forEach(({ x, y, radius, wishX, wishY, headway }, i) => {
    engine.add(i, { x, y, radius, top: Math.hypot(wishX, wishY), headway, habit });
  });
  const { agents } = engine;
  list.forEach(({ vx, vy, wishX, wishY }, i) => {
    agents.vx[i] = vx;
    agents.vy[i] = vy;
    agents.wishX[i] = wishX;
    agents.wishY[i] = wishY;
  });
  return engine;
}

const DT = 1e-3;

/** The velocities that a step of the engine gave. */
function velocitiesOf(engine: Engine, list: readonly PlainPerson[]): Place[] {
  engine.step(DT);
  return list.map(({ x, y }, i) => [(engine.agents.x[i] - x) / DT, (engine.agents.y[i] - y) / DT]);
}

/** Those within some metres, but for the one at `but`. */
const around = (list: readonly PlainPerson[], but: number, range: number): PlainPerson[] =>
  list.filter((other, j) => j !== but && Math.hypot(other.x - list[but].x, other.y - list[but].y) <= range);

describe.each([1, 2, 3, 4, 5, 6])("velocities are those of the papers' equations; seed %i", (seed) => {
  const check = (given: readonly Place[], expected: readonly Place[], digits = 5): void => {
    given.forEach(([vx, vy], i) => {
      expect(vx, `x of ${i}`).toBeCloseTo(expected[i][0], digits);
      expect(vy, `y of ${i}`).toBeCloseTo(expected[i][1], digits);
    });
  };

  it("speed", () => {
    const list = people(new Random(seed), 24, 0.002);
    const expected = list.map((me, i) => plainSpeed(me, around(list, i, 3), wallPoints(me, 1)));
    check(velocitiesOf(engineOf("speed", list), list), expected);
  });

  it("anticipation", () => {
    const list = people(new Random(seed), 24, 0.002);
    const engine = engineOf("anticipation", list);
    const random = new Random(seed + 100);
    const facing = list.map((): Place => {
      const angle = random.between(0, 2 * Math.PI);
      return [Math.cos(angle), Math.sin(angle)];
    });
    facing.forEach(([x, y], i) => {
      engine.agents.stateX[i] = x;
      engine.agents.stateY[i] = y;
    });
    const expected = list.map((me, i) =>
      plainAnticipation(me, around(list, i, 3), wallPoints(me, 1), facing[i], DT),
    );
    check(velocitiesOf(engine, list), expected);
  });

  it("social-force, with bodies that overlap and rub", () => {
    const list = people(new Random(seed), 30, -0.06);
    const expected = list.map((me, i) => plainSocialForce(me, around(list, i, 2), wallPoints(me, 2), DT));
    check(velocitiesOf(engineOf("social-force", list), list), expected);
  });

  it("centrifugal", () => {
    const list = people(new Random(seed), 24, 0.002);
    const expected = list.map((me, i) => plainCentrifugal(me, around(list, i, 4), wallPoints(me, 3), DT));
    check(velocitiesOf(engineOf("centrifugal", list), list), expected);
  });

  it("steps: the foothold costs least among those 15 degrees and quarters of a step apart", () => {
    const list = people(new Random(seed), 24, 0.02);
    const engine = engineOf("steps", list);
    // Everybody's step ends now.
    engine.agents.clock.fill(1e-9);
    const given = velocitiesOf(engine, list);
    list.forEach((me, i) => {
      const speed = Math.hypot(me.wishX, me.wishY);
      const stride = 0.4625 + 0.2345 * speed;
      const cost = (dx: number, dy: number): number =>
        plainFootholdCost(me, around(list, i, 2.5), boxDistance, [dx, dy]);
      const chosen = cost((given[i][0] * stride) / speed, (given[i][1] * stride) / speed);
      let least = cost(0, 0);
      for (const share of [0.25, 0.5, 0.75, 1]) {
        for (let k = 0; k < 24; k++) {
          const angle = Math.atan2(me.wishY, me.wishX) + (k * Math.PI) / 12;
          least = Math.min(least, cost(share * stride * Math.cos(angle), share * stride * Math.sin(angle)));
        }
      }
      // A motion may be clipped at the wall.
      if (wallPoints(me, me.radius + 0.1).length === 0) expect(chosen).toBeCloseTo(least, 6);
    });
  });
});

const hall = new World({
  boundary: [
    [0, 0],
    [60, 0],
    [60, 10],
    [0, 10],
  ],
});

/** Somebody alone, to the east. */
function alone(model: ModelName, step: number, steps: number): Crowd {
  const crowd = new Crowd(hall, { model: modelOf(model, "model") });
  crowd.add({ position: [2, 5], guide: () => [1, 0], speed: 1.3 });
  for (let k = 0; k < steps; k++) crowd.step(step);
  return crowd;
}

describe("closed forms", () => {
  it.each(["speed", "anticipation"] as const)("%s: somebody alone walks at the free speed", (model) => {
    expect(alone(model, 0.05, 200).columns.x[0]).toBeCloseTo(2 + 1.3 * 10, 9);
  });

  it.each([0.01, 0.05, 0.1])(
    "steps: alone at the free speed but for a first share of a step; step %d s",
    (step) => {
      const walked = alone("steps", step, Math.round(20 / step)).columns.x[0] - 2;
      const stride = 0.4625 + 0.2345 * 1.3;
      expect(walked).toBeLessThanOrEqual(1.3 * 20 + 1e-9);
      expect(walked).toBeGreaterThan(1.3 * 20 - stride - 1.3 * step);
    },
  );

  it.each([
    ["social-force", 0.01],
    ["social-force", 0.05],
    ["social-force", 0.1],
    ["centrifugal", 0.05],
  ] as const)("%s: the free speed is taken up as 1 - exp(-t / 0.5 s); step %d s", (model, step) => {
    for (const time of [0.2, 0.5, 1, 3]) {
      const speed = alone(model, step, Math.round(time / step)).columns.vx[0];
      expect(speed).toBeCloseTo(1.3 * (1 - Math.exp(-time / 0.5)), 9);
    }
  });

  // Who anticipates keeps to the right wall of the corridor behind somebody, so its gap is a little askew.
  it.each([
    ["speed", 6],
    ["anticipation", 2],
  ] as const)("%s: in single file the gap is the headway times the speed", (model, digits) => {
    const corridor = new World({
      boundary: [
        [0, 0],
        [60, 0],
        [60, 0.7],
        [0, 0.7],
      ],
    });
    const crowd = new Crowd(corridor, { model: modelOf(model, "model") });
    const east = (): Place => [1, 0];
    const front = crowd.add({ position: [6, 0.35], guide: east, speed: 0.5, radius: 0.25 });
    const back = crowd.add({ position: [2, 0.35], guide: east, speed: 1.4, radius: 0.25, headway: 0.9 });
    for (let k = 0; k < 800; k++) crowd.step(0.05);
    const [a, b] = [crowd.agent(front)!, crowd.agent(back)!];
    const apart = Math.hypot(a.position[0] - b.position[0], a.position[1] - b.position[1]);
    expect(apart - 0.5).toBeCloseTo(0.9 * 0.5, digits);
    expect(b.velocity[0]).toBeCloseTo(0.5, digits);
  });

  it.each(["speed", "anticipation", "social-force", "centrifugal"] as const)(
    "%s: two who meet move as mirror images",
    (model) => {
      const crowd = new Crowd(hall, { model: modelOf(model, "model") });
      crowd.add({ position: [27, 4.95], guide: () => [1, 0] });
      crowd.add({ position: [33, 5.05], guide: () => [-1, 0] });
      for (let k = 0; k < 160; k++) {
        crowd.step(0.05);
        const { x, y } = crowd.columns;
        expect(x[0] + x[1]).toBeCloseTo(60, 7);
        expect(y[0] + y[1]).toBeCloseTo(10, 7);
        expect(Math.hypot(x[0] - x[1], y[0] - y[1])).toBeGreaterThan(0.3);
      }
    },
  );

  it.each([0.005, 0.05, 0.5])(
    "social-force: friction at a wall slows and never pushes; step %d s",
    (step) => {
      const crowd = new Crowd(hall, { model: socialForce });
      // Deep in the wall's reach, sliding along it with no wish.
      crowd.add({ position: [5, 0.15], radius: 0.25 });
      const snapshot = crowd.snapshot();
      snapshot.columns["agent.vx"][0] = 1;
      crowd.restore(snapshot);
      crowd.step(step);
      expect(crowd.columns.vx[0]).toBeGreaterThanOrEqual(0);
      expect(crowd.columns.vx[0]).toBeLessThan(0.5);
    },
  );

  it("social-force: friction draws two who rub together, and not beyond", () => {
    for (const depth of [0.01, 0.1, 0.25]) {
      const crowd = new Crowd(hall, { model: socialForce });
      crowd.add({ position: [9, 5], radius: 0.3 });
      crowd.add({ position: [9.6 - depth, 5], radius: 0.3 });
      const snapshot = crowd.snapshot();
      snapshot.columns["agent.vy"][0] = 1;
      crowd.restore(snapshot);
      crowd.step(0.005);
      const { vy } = crowd.columns;
      expect(vy[0]).toBeLessThan(1);
      expect(vy[0]).toBeGreaterThan(0);
      expect(vy[1]).toBeGreaterThan(0);
      expect(vy[1]).toBeLessThan(1);
    }
  });
});

describe("faster is slower", () => {
  it("social-force: there is a free speed at which people leave by a door of 1 m soonest; 80 people", () => {
    const world = new World({
      boundary: [
        [0, 0],
        [10, 0],
        [10, 4.5],
        [10.3, 4.5],
        [10.3, 0],
        [14, 0],
        [14, 10],
        [10.3, 10],
        [10.3, 5.5],
        [10, 5.5],
        [10, 10],
        [0, 10],
      ],
    });
    const goal: [Place, Place] = [
      [13, 3],
      [13, 7],
    ];
    const map = new PathMap(world, { goals: [{ segment: goal }], radius: 0.25 });
    const seconds = (speed: number): number => {
      const crowd = new Crowd(world, { model: socialForce });
      for (let i = 0; i < 80; i++) {
        const position: Place = [2 + 0.8 * (i % 10), 1.5 + Math.floor(i / 10)];
        crowd.add({ position, guide: map, radius: 0.25 + 0.06 * ((i * 7) % 10) * 0.1, speed });
      }
      while (crowd.size > 0 && crowd.time < 200) crowd.step(0.05);
      expect(crowd.arrived).toBe(80);
      return crowd.time;
    };
    const [slow, best, fast] = [1.5, 2.5, 8].map(seconds);
    expect(best).toBeLessThan(0.9 * slow);
    expect(best).toBeLessThan(0.9 * fast);
  }, 120_000);
});

/** A room with a door of 1.2 m, and a map to beyond it. */
const room = new World({
  boundary: [
    [0, 0],
    [6, 0],
    [6, 2.4],
    [6.2, 2.4],
    [6.2, 0],
    [9, 0],
    [9, 6],
    [6.2, 6],
    [6.2, 3.6],
    [6, 3.6],
    [6, 6],
    [0, 6],
  ],
});
const out = new PathMap(room, {
  goals: [
    {
      segment: [
        [8.5, 2],
        [8.5, 4],
      ],
    },
  ],
  radius: 0.22,
});

function evacuation(model: ModelName, threads = 1): Crowd {
  const crowd = new Crowd(room, { model: modelOf(model, "model"), threads: new Threads(threads), seed: 3 });
  for (let i = 0; i < 40; i++) {
    crowd.add({
      position: [0.6 + 0.75 * (i % 7), 0.6 + 0.8 * Math.floor(i / 7)],
      guide: out,
      speed: 1 + 0.02 * i,
      headway: 0.7 + 0.01 * i,
    });
  }
  return crowd;
}

const bitsOf = (crowd: Crowd): unknown =>
  Object.entries(crowd.snapshot().columns).map(([name, column]) => [name, ...column]);

describe.each(PUBLISHED)("%s keeps what a crowd promises", (model) => {
  it("everybody leaves a room by its door, and nobody is ever in a wall", () => {
    const crowd = evacuation(model);
    while (crowd.size > 0 && crowd.time < 120) {
      crowd.step(0.05);
      const { x, y } = crowd.columns;
      for (let i = 0; i < crowd.size; i++) expect(room.contains([x[i], y[i]])).toBe(true);
      expect(crowd.touches.wallHits).toBe(0);
    }
    expect(crowd.arrived).toBe(40);
  });

  it("the same bits with 1 and 2 threads, and from a snapshot on", () => {
    const [one, two, again] = [evacuation(model), evacuation(model, 2), evacuation(model)];
    for (let k = 0; k < 60; k++) one.step(0.05);
    again.restore(one.snapshot());
    for (let k = 0; k < 40; k++) one.step(0.05);
    for (let k = 0; k < 100; k++) two.step(0.05);
    for (let k = 0; k < 40; k++) again.step(0.05);
    two.close();
    expect(bitsOf(two)).toEqual(bitsOf(one));
    expect(bitsOf(again)).toEqual(bitsOf(one));
  });

  it.each(["two-rooms", "bottleneck"])("nobody is in a wall of %s", (name) => {
    const simulation = new Simulation(builtinScene(name), { model, duration: 15 });
    expect(simulation.model).toBe(model);
    while (!simulation.done) {
      simulation.advance();
      const { crowd } = simulation;
      const { x, y } = crowd.columns;
      for (let i = 0; i < crowd.size; i++) expect(crowd.world.contains([x[i], y[i]])).toBe(true);
    }
  });
});
