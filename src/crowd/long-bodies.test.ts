/** Bodies that are longer than wide: out of walls, out of each other, through doors that they fit lengthwise. */
import { describe, expect, it } from "vitest";
import type { Point } from "../geometry/index.js";
import { orca } from "../models/index.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "../pathmap/index.js";
import { Simulation } from "../simulation/index.js";
import { type SceneInput, World } from "../world/index.js";
import { Crowd } from "./crowd.js";
import type { CrowdOptions } from "./crowd-options.js";
import { type BodyShape, LongBodies } from "./long-bodies.js";
import { PeriodicPlan } from "./periodic.js";
import { Threads } from "./threads.js";

const CHAIR: BodyShape = { width: 0.8, depth: 1.2 };

/** A hall of 8 by 8 m, a door of some width in its middle, and a way round a corner behind it, out of the plan. */
const hall = (door: number): World =>
  new World({
    boundary: [
      [0, 0],
      [10, 0],
      [10, -3],
      [12, -3],
      [12, 8],
      [0, 8],
    ],
    obstacles: [
      {
        polygon: [
          [8, 0],
          [8.2, 0],
          [8.2, 4 - door / 2],
          [8, 4 - door / 2],
        ],
      },
      {
        polygon: [
          [8, 4 + door / 2],
          [8.2, 4 + door / 2],
          [8.2, 8],
          [8, 8],
        ],
      },
    ],
    goals: {
      exit: {
        segments: [
          [
            [10, -2],
            [12, -2],
          ],
        ],
      },
    },
  });

/** All discs of everybody. */
function discsOf(crowd: Crowd): { id: number; at: Point; radius: number }[] {
  const { x, y, radius, id } = crowd.columns;
  return Array.from({ length: crowd.size }, (_, i) =>
    [[x[i], y[i]] as Point, ...crowd.followers(id[i])].map((at) => ({ id: id[i], at, radius: radius[i] })),
  ).flat();
}

const apart = ([ax, ay]: Point, [bx, by]: Point): number => Math.sqrt((ax - bx) ** 2 + (ay - by) ** 2);

/** Deepest overlap of two bodies, and how far the deepest disc is in a wall, in metres. */
function depths(crowd: Crowd): { people: number; walls: number } {
  const discs = discsOf(crowd);
  let [people, walls] = [0, 0];
  discs.forEach(({ id, at, radius }, k) => {
    const clearance = crowd.world.contains(at) ? crowd.world.clearance(at) : -1;
    walls = Math.max(walls, radius - clearance);
    for (const other of discs.slice(0, k)) {
      if (other.id !== id) people = Math.max(people, radius + other.radius - apart(at, other.at));
    }
  });
  return { people, walls };
}

/** Chairs and people in the hall, at random places that are free. */
function filled(world: World, seed: number, options: CrowdOptions, chairs = 6, others = 20): Crowd {
  const random = new Random(seed);
  const crowd = new Crowd(world, { ...options, longBodies: new LongBodies() });
  const guides = [0.4, 0.22].map((radius) => new PathMap(world, { goals: ["exit"], radius }));
  const places: Point[] = [];
  while (places.length < chairs + others) {
    const at: Point = [1 + 6 * random.unit(), 1 + 6 * random.unit()];
    const isChair = places.length < chairs;
    const gap = (k: number): number => (isChair && k < chairs ? 1.7 : k < chairs ? 1.1 : 0.45);
    if (!places.every((place, k) => apart(place, at) > gap(k))) continue;
    places.push(at);
    crowd.add({
      position: at,
      ...(isChair ? { shape: CHAIR, guide: guides[0] } : { radius: 0.22, guide: guides[1] }),
    });
  }
  return crowd;
}

describe("people in wheelchairs of 0.8 by 1.2 m among others", () => {
  it.each([1, 2, 3])(
    "are never in a wall and hardly in anybody, and all arrive (seed %s, hard bodies)",
    (seed) => {
      const crowd = filled(hall(1), seed, { model: orca });
      let [steps, deepest] = [0, 0];
      for (; crowd.size > 0 && steps < 4000; steps++) {
        crowd.step(0.05);
        const { people, walls } = depths(crowd);
        expect(walls).toBeLessThan(1e-6);
        // Where others came to lie beside a chair at first, they are pushed away within a second.
        if (steps > 20) deepest = Math.max(deepest, people);
      }
      expect(crowd.size).toBe(0);
      // A tenth of two bodies side by side, which is what counts as an overlap.
      expect(deepest).toBeLessThan(0.08);
    },
  );

  it("arrive with the default model too", () => {
    const crowd = filled(hall(1), 4, {});
    for (let k = 0; crowd.size > 0 && k < 4000; k++) crowd.step(0.05);
    expect(crowd.size).toBe(0);
  });

  it("go through a door that the body fits lengthwise alone: 0.9 m, where it is 1.2 m long", () => {
    const crowd = filled(hall(0.9), 5, { model: orca }, 4, 0);
    for (let k = 0; crowd.size > 0 && k < 4000; k++) {
      crowd.step(0.05);
      expect(depths(crowd).walls).toBeLessThan(1e-6);
    }
    expect(crowd.arrived).toBe(4);
  });

  it("are as long as they should be once they have walked, straight behind the front", () => {
    const world = hall(1);
    const crowd = new Crowd(world, { model: orca, longBodies: new LongBodies() });
    const id = crowd.add({ position: [1, 4], shape: CHAIR, guide: () => [1, 0] });
    for (let k = 0; k < 60; k++) crowd.step(0.05);
    const [x, y] = crowd.agent(id)!.position;
    const [[rearX, rearY]] = crowd.followers(id);
    expect(x - rearX).toBeCloseTo(0.4, 9);
    expect(rearY).toBeCloseTo(y, 9);
    // From end to end.
    expect(x - rearX + 2 * crowd.agent(id)!.radius).toBeCloseTo(1.2, 9);
  });

  it("keep those behind at the rear's distance, not at the front's", () => {
    const world = hall(1);
    const crowd = new Crowd(world, { longBodies: new LongBodies() });
    const chair = crowd.add({
      position: [5, 4],
      shape: { width: 0.6, depth: 1.8 },
      guide: () => [1, 0],
      speed: 0.01,
    });
    const behind = crowd.add({ position: [1, 4], radius: 0.22, guide: () => [1, 0] });
    for (let k = 0; k < 100; k++) crowd.step(0.05);
    const rear = crowd.followers(chair).at(-1)!;
    const { position } = crowd.agent(behind)!;
    expect(apart(rear, position)).toBeGreaterThan(0.9 * (0.3 + 0.22));
  });
});

describe("the same bits", () => {
  const places = (crowd: Crowd): number[] => discsOf(crowd).flatMap(({ id, at }) => [id, ...at]);

  it("with one thread and two", () => {
    const run = (threads: number): number[] => {
      const crowd = filled(hall(1), 6, { threads: new Threads(threads) });
      for (let k = 0; k < 200; k++) crowd.step(0.05);
      const found = places(crowd);
      crowd.close();
      return found;
    };
    expect(run(2)).toEqual(run(1));
  });

  it("from a snapshot on", () => {
    const crowd = filled(hall(1), 7, {});
    for (let k = 0; k < 100; k++) crowd.step(0.05);
    const snapshot = structuredClone(crowd.snapshot());
    for (let k = 0; k < 100; k++) crowd.step(0.05);
    const other = filled(hall(1), 7, {});
    other.restore(snapshot);
    for (let k = 0; k < 100; k++) other.step(0.05);
    expect(places(other)).toEqual(places(crowd));
  });

  it("for a body as deep as wide and a disc", () => {
    const run = (body: { radius: number } | { shape: BodyShape }): number[] => {
      const world = hall(1);
      const crowd = new Crowd(world, { longBodies: new LongBodies() });
      const guide = new PathMap(world, { goals: ["exit"], radius: 0.22 });
      for (let k = 0; k < 12; k++) crowd.add({ position: [2 + k / 3, 1 + (k % 6)], ...body, guide });
      for (let k = 0; k < 100; k++) crowd.step(0.05);
      return places(crowd);
    };
    expect(run({ shape: { width: 0.44, depth: 0.44 } })).toEqual(run({ radius: 0.22 }));
  });
});

describe("scenes", () => {
  const scene = (profile: NonNullable<SceneInput["profiles"]>[string]): SceneInput => ({
    ...hall(1).scene,
    profiles: { chair: profile },
    spawns: [
      {
        polygon: [
          [1, 1],
          [7, 1],
          [7, 7],
          [1, 7],
        ],
        count: 5,
        profile: "chair",
        goals: ["exit"],
      },
    ],
  });

  it.each<[string, NonNullable<SceneInput["profiles"]>[string], number, number]>([
    ["a shape", { shape: { width: 0.7, depth: 1.4 }, speed: 1 }, 0.35, 2],
    ["the group wheelchair", { group: "wheelchair" }, 0.4, 1],
    ["the group wheelchair-pushed", { group: "wheelchair-pushed" }, 0.4, 3],
  ])("%s gives long bodies that arrive", (_name, profile, radius, followers) => {
    const simulation = new Simulation(scene(profile), { duration: 300 });
    simulation.advance();
    const { id, radius: radii } = simulation.crowd.columns;
    expect(radii[0]).toBe(radius);
    expect(simulation.crowd.followers(id[0])).toHaveLength(followers);
    while (!simulation.done) simulation.advance();
    expect(simulation.crowd.arrived).toBe(5);
  });

  it.each<[string, object, string]>([
    ["a shape and a radius", { shape: CHAIR, radius: 0.3 }, "radius or shape"],
    ["a body wider than deep", { shape: { width: 0.5, depth: 0.3 } }, "from one to three times the width"],
    ["a very long one", { shape: { width: 0.5, depth: 1.6 } }, "from one to three times the width"],
  ])("%s is refused", (_name, profile, message) => {
    expect(() => new Simulation(scene(profile))).toThrow(message);
  });

  it("of bare crowds refuse the same, and long bodies in periodic plans", () => {
    const crowd = new Crowd(hall(1), { longBodies: new LongBodies() });
    const add = (shape: BodyShape, radius?: number) => () =>
      crowd.add({ position: [2, 2], shape, ...(radius === undefined ? {} : { radius }) });
    expect(add(CHAIR, 0.3)).toThrow("shape: radius or shape says how wide a body is, not both");
    expect(add({ width: 0.5, depth: 0.3 })).toThrow("shape.depth");
    expect(add({ width: 0, depth: 0 })).toThrow("shape.width");
    const long = new World({
      boundary: [
        [-8, 0],
        [28, 0],
        [28, 4],
        [-8, 4],
      ],
    });
    const line = (x: number): [Point, Point] => [
      [x, 0],
      [x, 4],
    ];
    const endless = new Crowd(long, {
      longBodies: new LongBodies(),
      periodic: new PeriodicPlan(long, { from: line(0), to: line(20) }),
    });
    expect(() => endless.add({ position: [2, 2], shape: CHAIR })).toThrow(
      "shape: is not seen across the lines",
    );
  });

  it("need a crowd that has the part, one of its own", () => {
    const bare = new Crowd(hall(1));
    expect(() => bare.add({ position: [2, 2], shape: CHAIR })).toThrow(
      "shape: needs a crowd with longBodies: new LongBodies() of wayfield/crowd",
    );
    expect(bare.add({ position: [2, 2] })).toBe(0);
    expect(bare.followers(0)).toEqual([]);
    const longBodies = new LongBodies();
    const crowd = new Crowd(hall(1), { longBodies });
    expect(() => new Crowd(hall(1), { longBodies })).toThrow("longBodies: these serve another crowd");
    expect(() => new Crowd(hall(1), { longBodies: {} as never })).toThrow(
      "longBodies: new LongBodies() of wayfield/crowd is needed",
    );
    crowd.add({ position: [2, 2], shape: CHAIR });
    expect(() => bare.restore(crowd.snapshot())).toThrow(
      "the snapshot has long bodies, and this crowd no longBodies",
    );
  });
});
