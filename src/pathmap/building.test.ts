import { expect, test } from "vitest";
import { BuildingOracle, type OracleBarrier } from "../../test/support/building-oracle.js";
import { gallery } from "../../test/support/buildings.js";
import { randomBuilding } from "../../test/support/random-buildings.js";
import type { Point, Segment } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { Building, patchAt, World } from "../world/index.js";
import { mapScene } from "../world/internal.js";
import { PathMap } from "./pathmap.js";
import { shortestPath } from "./shortest.js";
import { WeightedPathMap } from "./weighted.js";

test("a path map leads down the stair: its way is as long as floors and slope are", () => {
  const world = new World(new Building(gallery()));
  const map = new PathMap(world, { goals: ["exit"] });
  // Straight down the middle: 4 m to the head, 5 m of slope, 8 m to the exit.
  const p = world.at("gallery", [16, 5]);
  expect(map.distance(p)).toBeCloseTo(4 + 5 + 8, 12);
  expect(world.way(map.pathFrom(p)!)).toEqual({
    points: [
      [16, 5, 3],
      [12, 5, 3],
      [8, 5, 0],
      [0, 5, 0],
    ],
    levels: ["gallery", "gallery", "hall", "hall"],
    distance: 17,
  });
  // From behind the stair one walks round its head, whose corner is the nearer the straighter the way.
  const behind = world.at("gallery", [9, 7]);
  expect(map.distance(behind)).toBeCloseTo(Math.hypot(3, 1) + 13, 12);
  expect(map.reason(behind)).toBeNull();
});

test("a radius narrows the stair on both sides of its portals alike", () => {
  const world = new World(new Building(gallery()));
  for (const radius of [0.2, 0.5, 0.9]) {
    const map = new PathMap(world, { goals: ["exit"], radius });
    const p = world.at("gallery", [16, 5]);
    expect(map.distance(p)).toBeCloseTo(17, 9);
    expect(map.space.portals).toHaveLength(2);
    for (const { a } of map.space.portals) {
      // Walls on both sides of the foot take a radius away, and so do those of the head.
      expect(Math.hypot(a[1][0] - a[0][0], a[1][1] - a[0][1])).toBeCloseTo(2 - 2 * radius * 1.002, 6);
    }
    expect(map.distance(world.at("gallery", [9, 7 + radius]))).toBeGreaterThan(17 - 8);
  }
  const wide = new PathMap(world, { goals: ["exit"], radius: 1.1 });
  const p = world.at("gallery", [16, 5]);
  expect(wide.distance(p)).toBeNull();
  expect(wide.reason(p)).toBe(
    "no way leads from [16, 5] on level gallery to the goal: no passage, stair, ramp, escalator or lift wide enough for a radius of 1.1 m joins them",
  );
});

test.each([
  [9_000_000, 9_000_000],
  [-12_345_678, 400_000],
  [1e9, -1e9],
])("a gallery whose plan lies at (%d, %d) has the same ways", (x, y) => {
  // A slope whose length is no number of few digits.
  const given = gallery();
  given.levels[1].elevation = 2.4;
  const { scene } = new Building(given);
  const world = new World(new Building(scene));
  const far = new World(new Building(mapScene(scene, ([px, py]) => [px + x, py + y], 1)));
  const [near, there] = [world, far].map((one) => new PathMap(one, { goals: ["exit"] }));
  for (const [px, py] of [
    [16, 5],
    [9, 7],
    [1, 9],
  ]) {
    const expected = near.distance(world.at("gallery", [px, py]))!;
    expect(there.distance(far.at("gallery", [px + x, py + y]))).toBeCloseTo(expected, 9);
  }
});

test("where the only stair is closed to those who ask, the reason says so", () => {
  const scene = gallery();
  scene.profiles = { guard: {}, guest: {} };
  scene.connections![0].allow = ["guard"];
  const world = new World(new Building(scene));
  const p = world.at("gallery", [16, 5]);
  expect(new PathMap(world.for("guard"), { goals: ["exit"] }).distance(p)).toBeCloseTo(17, 9);
  expect(new PathMap(world.for("guest"), { goals: ["exit"] }).reason(p)).toBe(
    "no way leads from [16, 5] on level gallery to the goal: no passage, stair, ramp, escalator or lift joins them; profile guest may not enter connections[0]",
  );
});

test.each(["up", "down"] as const)("an escalator that goes %s is no way against it", (direction) => {
  const scene = gallery();
  const [stair] = scene.connections!;
  if (stair.kind !== "stairs") throw new Error("the gallery has a stair");
  const { from, to } = stair;
  const build = (on: boolean) =>
    new World(new Building({ ...scene, connections: [{ kind: "escalator", from, to, direction, on }] }));
  const [hall, above] = [build(true).at("hall", [4, 5]), build(true).at("gallery", [16, 5])];
  const far = (goal: typeof hall, p: typeof hall, on: boolean) =>
    new PathMap(build(on), { goals: [{ point: goal }] }).distance(p);
  const [start, end] = direction === "up" ? [hall, above] : [above, hall];
  expect(far(end, start, true)).toBeCloseTo(13, 12);
  expect(far(start, end, true)).toBeNull();
  // Round a corner of its ends, too, and with a radius.
  const aside = build(true).at(
    direction === "up" ? "hall" : "gallery",
    direction === "up" ? [8.5, 7] : [11.5, 7],
  );
  expect(far(end, aside, true)).toBeCloseTo(Math.hypot(0.5, 1) + Math.hypot(9, 1), 12);
  expect(new PathMap(build(true), { goals: [{ point: end }], radius: 0.3 }).distance(start)).toBeCloseTo(
    13,
    6,
  );
  expect(new PathMap(build(true), { goals: [{ point: start }], radius: 0.3 }).distance(end)).toBeNull();
  // Switched off, it is a stair.
  expect(far(start, end, false)).toBeCloseTo(13, 12);
});

/** The oracle of a world's sheet. */
function oracleOf(world: World, barriers: readonly OracleBarrier[] = []): BuildingOracle {
  const { sheet } = world.building!;
  const patches = sheet.patches.map(({ outline, obstacles: [from, to] }) => ({
    outline,
    obstacles: world.obstacles.slice(from, to).map(({ polygon }) => polygon!),
  }));
  return new BuildingOracle(patches, sheet.portals, [], barriers);
}

/** A free place on some level. */
function placeIn(world: World, random: Random): Point {
  for (;;) {
    const level = random.below(world.building!.levels.length);
    const p = world.at(`level ${level}`, [random.between(0, 24), random.between(0, 18)]);
    if (world.contains(p)) return p;
  }
}

test("maps and single paths through random buildings are those of an oracle by definition, 25 seeds", () => {
  let answers = 0;
  let through = 0;
  for (let seed = 0; seed < 25; seed++) {
    const random = new Random(seed);
    const world = new World(new Building(randomBuilding(random)));
    const { sheet } = world.building!;
    const oracle = oracleOf(world);
    const goal = placeIn(world, random);
    const map = new PathMap(world, { goals: [{ point: goal }] });
    for (let k = 0; k < 4; k++) {
      const p = placeIn(world, random);
      const ask = (at: Point) => ({ patch: patchAt(sheet, at[0]), at });
      const expected = oracle.distance(ask(p), ask(goal));
      const label = `seed ${seed}, question ${k}`;
      const found = map.distance(p) ?? Infinity;
      answers++;
      if (ask(p).patch !== ask(goal).patch && found < Infinity) through++;
      if (expected === Infinity || found === Infinity) expect([label, found]).toEqual([label, expected]);
      else expect(Math.abs(found - expected), `${label}: ${found} for ${expected}`).toBeLessThan(1e-8);
      const single = shortestPath(world, p, goal);
      expect([label, single?.distance ?? Infinity]).toEqual([label, found]);
      if (single) expect(world.way(single.points).distance).toBeCloseTo(found, 9);
    }
  }
  expect(answers).toBe(100);
  expect(through).toBeGreaterThan(25);
});

test("barriers in random buildings cost what an oracle says, legs through portals included, 25 seeds", () => {
  let dearer = 0;
  for (let seed = 0; seed < 25; seed++) {
    const random = new Random(500 + seed);
    const world = new World(new Building(randomBuilding(random)));
    const { sheet } = world.building!;
    // Some across the floors, some across flights.
    const list = sheet.patches.flatMap(({ outline }, patch): OracleBarrier[] => {
      const [p, q] = [outline[0], outline[2]];
      const share = random.between(0.2, 0.8);
      const x = p[0] + share * (q[0] - p[0]);
      const segment: Segment = [
        [x, p[1]],
        [x + random.between(-0.5, 0.5), q[1]],
      ];
      return random.below(2) === 0 ? [{ patch, segment, weight: random.between(1, 4) }] : [];
    });
    const oracle = oracleOf(world, list);
    const goal = placeIn(world, random);
    const barriers = list.map(({ segment, weight }) => ({ segment, weight }));
    const map = new PathMap(world, { goals: [{ point: goal }], barriers });
    const plain = new PathMap(world, { goals: [{ point: goal }], barriers: [] });
    for (let k = 0; k < 4; k++) {
      const p = placeIn(world, random);
      const ask = (at: Point) => ({ patch: patchAt(sheet, at[0]), at });
      const expected = oracle.distance(ask(p), ask(goal));
      const found = map.cost(p) ?? Infinity;
      const label = `seed ${seed}, question ${k}: ${found} for ${expected}`;
      if (expected === Infinity || found === Infinity) expect(found, label).toBe(expected);
      else expect(Math.abs(found - expected), label).toBeLessThan(1e-7);
      if (found < Infinity && found > plain.cost(p)! + 0.01) dearer++;
      const [way, shortest] = [map.distance(p), plain.distance(p)];
      if (way === null || shortest === null) expect([label, way]).toEqual([label, shortest]);
      else expect(way, label).toBeGreaterThan(shortest - 1e-9);
    }
  }
  expect(dearer).toBeGreaterThan(40);
});

test("a barrier that carries on does so past a stair", () => {
  const world = new World(new Building(gallery()));
  const at = (x: number): Point => world.at("hall", [x, 5]);
  const segment: Segment = [world.at("hall", [4, 0]), world.at("hall", [4, 10])];
  const goals = [{ point: at(0) }];
  const p = world.at("gallery", [9, 8]);
  // A bend ends what does not carry on: at the stair's foot, and at its head.
  const plain = new PathMap(world, { goals, barriers: [{ segment, weight: 2 }] });
  const carries = new PathMap(world, { goals, barriers: [{ segment, weight: 2, carries: true }] });
  const last = Math.hypot(3, 2);
  const leg = Math.hypot(13, 1);
  expect(plain.cost(p)).toBeCloseTo(last + 5 + Math.hypot(8, 1) * 1.5, 9);
  expect(carries.cost(p)).toBeCloseTo(2 * last + leg * (1 + 9 / 13), 9);
});

test("weights of vertices hold on every level, and for any radius", () => {
  const world = new World(new Building(gallery()));
  // Who takes the cycle at the head of the stair has 5 m of slope and 8 m of floor left, at twice the speed.
  const weights = [{ vertex: world.at("gallery", [12, 4]), speed: 2 }];
  const p = world.at("gallery", [16, 4]);
  const map = new WeightedPathMap(world, { goals: ["exit"], weights });
  expect(map.cost(p)).toBeCloseTo(4 + 13 / 2, 9);
  expect(map.distance(p)).toBeCloseTo(17, 9);
  expect(map.usesWeight(world.at("hall", [4, 5]))).toBe(false);
  const wide = new WeightedPathMap(world, { goals: ["exit"], weights, radius: 0.3 });
  expect(wide.cost(p)).toBeGreaterThan(10);
  expect(wide.cost(p)).toBeLessThan(11);
});
