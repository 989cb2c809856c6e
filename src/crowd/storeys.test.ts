import { describe, expect, test } from "vitest";
import { gallery } from "../../test/support/buildings.js";
import type { Point } from "../geometry/index.js";
import { orca, speed } from "../models/index.js";
import { Random } from "../numerics/index.js";
import { Building, type BuildingInput, type BuildingScene, type FlightPatch, World } from "../world/index.js";
import { type AgentOptions, Crowd, Storeys } from "./index.js";

type Ring = [number, number][];

/** A corridor of 25 m: 10 m on a level, 5 m up a flight of 4 m that rises by 3 m, 10 m on the level above. */
function corridor(kind: "stairs" | "ramp" = "stairs"): BuildingInput {
  const low: Ring = [
    [0, 0],
    [10, 0],
    [10, 2.4],
    [0, 2.4],
  ];
  const high: Ring = [
    [14, 0],
    [24, 0],
    [24, 2.4],
    [14, 2.4],
  ];
  return {
    levels: [
      { name: "low", elevation: 0, boundary: low },
      { name: "high", elevation: 3, boundary: high },
    ],
    connections: [
      {
        kind,
        from: {
          level: "low",
          segment: [
            [10, 0],
            [10, 2.4],
          ],
        },
        to: {
          level: "high",
          segment: [
            [14, 0],
            [14, 2.4],
          ],
        },
      } as NonNullable<BuildingScene["connections"]>[number],
    ],
  };
}

/** The same on one floor, with walls that end where portals are. */
const STRAIGHT = new World({
  boundary: [
    [0, 0],
    [10, 0],
    [15, 0],
    [25, 0],
    [25, 2.4],
    [15, 2.4],
    [10, 2.4],
    [0, 2.4],
  ],
});

/** A place of the sheet of the corridor, as one of the straight one. */
function unrolled(world: World, p: Point): Point {
  const { patches } = world.building!.sheet;
  const place = world.where(p)!;
  if (place.kind === "car") throw new Error("there is no lift");
  if (place.kind === "flight") return [10 + 5 * place.share, p[1] - patches[2].offset[1]];
  return place.level === "low" ? place.point : [place.point[0] + 1, place.point[1]];
}

/** The other way round. */
function rolled(world: World, [x, y]: Point): Point {
  if (x <= 10) return world.at("low", [x, y]);
  if (x >= 15) return world.at("high", [x - 1, y]);
  const { foot } = world.building!.sheet.patches[2] as { foot?: readonly [Point, Point] };
  return [foot![0][0] + x - 10, y];
}

const FLAT = { up: 1, down: 1 };

describe.each([
  ["default", undefined, 24],
  ["speed", speed, 24],
  // In a jam its answer depends on the order of neighbours, which images change.
  ["orca", orca, 6],
] as const)("model %s", (_, model, count) => {
  test.each([1, 2, 3])("in a corridor with a flight people walk as in a straight one, seed %i", (seed) => {
    const random = new Random(seed);
    const world = new World(new Building(corridor()));
    const building = new Crowd(world, { seed, storeys: new Storeys(), ...(model && { model }) });
    const plain = new Crowd(STRAIGHT, { seed, ...(model && { model }) });
    // Two streams that meet on the flight.
    const people = Array.from({ length: count }, (_, i): AgentOptions => {
      const left = i % 2 === 0;
      const column = Math.floor(i / 4);
      const x = left ? 2 + 0.9 * column : 23 - 0.9 * column;
      const y = 0.6 + 1.2 * Math.floor((i % 4) / 2) + random.between(-0.1, 0.1);
      const heading: Point = left ? [1, 0] : [-1, 0];
      return {
        position: [x, y],
        radius: 0.2,
        speed: random.between(1, 1.5),
        guide: () => heading,
        stairs: FLAT,
      };
    });
    for (const agent of people) {
      plain.add(agent);
      building.add({ ...agent, position: rolled(world, agent.position) });
    }
    let crossed = 0;
    for (let step = 0; step < 160; step++) {
      plain.step(0.05);
      building.step(0.05);
      for (let i = 0; i < people.length; i++) {
        const [a, b] = [plain.agent(i)!.position, building.agent(i)!.position];
        const there = unrolled(world, b);
        expect(
          Math.abs(there[0] - a[0]) + Math.abs(there[1] - a[1]),
          `agent ${i}, step ${step}`,
        ).toBeLessThan(1e-6);
        expect(world.contains(b)).toBe(true);
        if (world.where(b)!.kind === "flight") crossed++;
      }
    }
    expect(crossed).toBeGreaterThan(10 * count);
    expect(building.touches.overlaps).toBe(plain.touches.overlaps);
    expect(building.touches.wallHits).toBe(plain.touches.wallHits);
  });
});

test("on stairs people have their parts of the free speed, by direction", () => {
  const times = (["up", "down"] as const).map((way) => {
    const world = new World(new Building(corridor()));
    const crowd = new Crowd(world, { storeys: new Storeys() });
    const isUp = way === "up";
    const start = isUp ? world.at("low", [9, 1.2]) : world.at("high", [15, 1.2]);
    crowd.add({
      position: start,
      speed: 1,
      guide: () => (isUp ? [1, 0] : [-1, 0]),
      stairs: { up: 0.5, down: 0.8 },
    });
    let onFlight = 0;
    for (let step = 0; step < 400; step++) {
      crowd.step(0.05);
      if (world.where(crowd.agent(0)!.position)!.kind === "flight") onFlight += 0.05;
    }
    return onFlight;
  });
  // 5 m along the slope.
  expect(times[0]).toBeCloseTo(5 / 0.5, 0);
  expect(times[1]).toBeCloseTo(5 / 0.8, 0);
});

/** When eager people stepped onto the flight of the corridor, in order: 60 of them, close behind each other. */
function entries(kind: "stairs" | "ramp", isUp: boolean): number[] {
  const world = new World(new Building(corridor(kind)));
  const crowd = new Crowd(world, { storeys: new Storeys() });
  for (let i = 0; i < 60; i++) {
    const [x, y] = [0.6 * Math.floor(i / 4), 0.3 + 0.6 * (i % 4)];
    const position = isUp ? world.at("low", [9.5 - x, y]) : world.at("high", [14.5 + x, y]);
    const guide = (): Point => (isUp ? [1, 0] : [-1, 0]);
    crowd.add({ position, radius: 0.15, speed: 1.6, headway: 0.4, stairs: FLAT, guide });
  }
  const onto = new Map<number, number>();
  for (let step = 0; step < 900 && onto.size < 60; step++) {
    crowd.step(0.05);
    const { id, x, y } = crowd.columns;
    for (let i = 0; i < crowd.size; i++) {
      if (!onto.has(id[i]) && world.where([x[i], y[i]])?.kind === "flight") onto.set(id[i], crowd.time);
    }
  }
  return [...onto.values()].sort((a, b) => a - b);
}

test.each([
  ["up", 0.88],
  ["down", 1.1],
] as const)("no more step onto stairs than their greatest flow, %s, at any time", (way, flow) => {
  const most = 2.4 * flow;
  const times = entries("stairs", way === "up");
  expect(times).toHaveLength(60);
  for (let i = 0; i < 60; i++) {
    // One second of the flow may have been left over before.
    for (let k = i + 1; k < 60; k++)
      expect(k - i).toBeLessThanOrEqual(most * (times[k] - times[i] + 1) + 1e-6);
  }
  expect(59 / (times[59] - times[0])).toBeGreaterThan(0.9 * most);
  const onRamp = entries("ramp", way === "up");
  expect(59 / (onRamp[59] - onRamp[0])).toBeGreaterThan(1.1 * most);
});

test("nobody is seen from a level to the one above", () => {
  const world = new World(new Building(gallery()));
  const crowd = new Crowd(world, { storeys: new Storeys() });
  const free = new Crowd(world, { storeys: new Storeys() });
  const walker = { position: world.at("hall", [2, 2]), speed: 1.3, guide: () => [1, 0] as Point };
  crowd.add(walker);
  free.add(walker);
  // In the way, if it were on the same level.
  crowd.add({ position: world.at("gallery", [5, 2]) });
  for (let step = 0; step < 100; step++) {
    crowd.step(0.05);
    free.step(0.05);
  }
  expect(crowd.agent(0)!.position).toEqual(free.agent(0)!.position);
});

test("a building without storeys is refused, and storeys without a building", () => {
  expect(() => new Crowd(new World(new Building(gallery())))).toThrow(
    "storeys: a building needs them: new Storeys()",
  );
  expect(() => new Crowd(STRAIGHT, { storeys: new Storeys() })).toThrow("storeys: are for a building");
});

test("who walks behind a stair meets nobody who is on it, and no wall of it", () => {
  const world = new World(new Building(gallery()));
  // Along the far side of the footprint, which ends at x = 12 in the hall; on its slope the stair is a metre longer.
  const [from, to] = [world.at("hall", [12.3, 9]), world.at("hall", [12.3, 1])];
  const walk = (others: boolean): Point[] => {
    const crowd = new Crowd(world, { storeys: new Storeys() });
    crowd.add({ position: from, guide: () => [0, -1], speed: 1 });
    const { foot, climb } = world.building!.sheet.patches[2] as FlightPatch;
    for (const share of others ? [0.75, 0.85, 0.95] : [])
      crowd.add({ position: [foot[0][0] + share * climb[0], (foot[0][1] + foot[1][1]) / 2] });
    const way: Point[] = [];
    while (crowd.agent(0)!.position[1] > to[1]) {
      crowd.step(0.05);
      way.push(crowd.agent(0)!.position);
      if (way.length > 400) break;
    }
    return way;
  };
  const alone = walk(false);
  expect(walk(true)).toEqual(alone);
  // Nobody is pushed aside or held up: 8 m at 1 m/s.
  expect(alone.length).toBeLessThan(180);
  for (const [x] of alone) expect(Math.abs(x - from[0])).toBeLessThan(0.05);
});
