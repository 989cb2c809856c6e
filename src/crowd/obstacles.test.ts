import { describe, expect, it } from "vitest";
import { freeSample, randomPlan } from "../../test/support/crowd-plans.js";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { type Obstacle, World } from "../world/index.js";
import { Crowd } from "./crowd.js";
import type { Manner } from "./manner.js";

const room = new World({
  boundary: [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ],
});

const east = (p: Point): Point => (p[0] > 18 ? [0, 0] : [1, 0]);

function square(x: number, y: number, side: number): Obstacle {
  return {
    polygon: [
      [x, y],
      [x + side, y],
      [x + side, y + side],
      [x, y + side],
    ],
  };
}

/** Whether p lies inside a ring by more than a hair, by a ray to the east: shares no code with the library. */
function isInside(ring: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  let nearest = Infinity;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    const t = Math.max(
      0,
      Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)),
    );
    nearest = Math.min(nearest, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
  });
  return inside && nearest > 1e-6;
}

function walk(crowd: Crowd, seconds: number): void {
  const end = crowd.time + seconds;
  while (crowd.size > 0 && crowd.time < end - 1e-9) crowd.step(0.05);
}

describe("obstacles of a crowd", () => {
  it("stop an agent, and let it go on when they are away", () => {
    const crowd = new Crowd(room);
    const id = crowd.add({ position: [2, 5], guide: east });
    const door = crowd.addObstacle({
      segment: [
        [8, 0],
        [8, 10],
      ],
    });
    walk(crowd, 12);
    expect(crowd.agent(id)!.position[0]).toBeLessThan(8 - 0.24);
    expect(crowd.agent(id)!.position[0]).toBeGreaterThan(7);
    crowd.removeObstacle(door);
    walk(crowd, 15);
    expect(crowd.arrived).toBe(1);
    expect(crowd.obstacles).toEqual([]);
  });

  it("push whoever is in their way along", () => {
    const crowd = new Crowd(room);
    const id = crowd.add({ position: [6, 5] });
    const block = crowd.addObstacle(square(2, 4, 2));
    for (let k = 0; k < 100; k++) {
      crowd.moveObstacle(block, [0.1, 0]);
      crowd.step(0.05);
    }
    expect(crowd.obstacles[0].obstacle.polygon![1][0]).toBeCloseTo(14, 9);
    expect(crowd.agent(id)!.position[0]).toBeGreaterThan(14 - 1e-6);
  });

  it("a door that swings by any angle leaves everybody on their side", () => {
    const random = new Random(5);
    for (let round = 0; round < 40; round++) {
      const crowd = new Crowd(room);
      const at = (angle: number): Obstacle => ({
        segment: [
          [10, 5],
          [10 + 3 * Math.cos(angle), 5 + 3 * Math.sin(angle)],
        ],
      });
      const door = crowd.addObstacle(at(0));
      crowd.step(0.05);
      const angle = random.between(0.2, 1.4);
      // Somebody between the door and where it swings to, at most 2.6 m from the hinge so that nobody slips round its end.
      const [r, share] = [random.between(0.6, 2.6), random.between(0.1, 0.9)];
      const id = crowd.add({
        position: [10 + r * Math.cos(share * angle), 5 + r * Math.sin(share * angle)],
        radius: 0.1,
      });
      crowd.moveObstacle(door, at(angle));
      crowd.step(0.05);
      const [x, y] = crowd.agent(id)!.position;
      const turned = Math.atan2(y - 5, x - 10);
      expect(turned).toBeGreaterThan(angle - 1e-9);
      expect(turned).toBeLessThan(angle + 1.7);
    }
  });

  it.each([1, 2, 3, 4, 5, 6])("nobody is inside one after it came or moved: random plan %i", (seed) => {
    const random = new Random(seed);
    const world = randomPlan(random);
    const crowd = new Crowd(world, { seed });
    for (let k = 0; k < 30; k++) {
      const turn = random.between(0, 6.28);
      crowd.add({
        position: freeSample(world, random),
        radius: random.between(0.1, 0.3),
        guide: () => [Math.cos(turn), Math.sin(turn)],
      });
    }
    const ids = [0, 1, 2].map(() =>
      crowd.addObstacle(square(random.between(0, 9), random.between(0, 9), random.between(0.5, 2))),
    );
    for (let step = 0; step < 60; step++) {
      for (const id of ids) {
        if (random.below(10) === 0)
          crowd.moveObstacle(id, square(random.between(0, 9), random.between(0, 9), 1.5));
        else crowd.moveObstacle(id, [random.between(-0.3, 0.3), random.between(-0.3, 0.3)]);
      }
      crowd.step(0.1);
      const { x, y } = crowd.columns;
      for (let i = 0; i < crowd.size; i++) {
        for (const { obstacle } of crowd.obstacles)
          expect(isInside(obstacle.polygon!, [x[i], y[i]])).toBe(false);
        expect(world.contains([x[i], y[i]])).toBe(true);
      }
    }
  });

  it("may leave the plan and come back", () => {
    const crowd = new Crowd(room);
    const id = crowd.add({ position: [4, 5], guide: east });
    const lorry = crowd.addObstacle(square(8, 0, 10));
    walk(crowd, 8);
    expect(crowd.agent(id)!.position[0]).toBeLessThan(8);
    crowd.moveObstacle(lorry, [8, 0]);
    crowd.step(0.05);
    crowd.moveObstacle(lorry, [1000, 0]);
    walk(crowd, 20);
    expect(crowd.arrived).toBe(1);
    crowd.moveObstacle(lorry, [-1016, 0]);
    const late = crowd.add({ position: [12, 5], guide: east });
    crowd.step(0.05);
    expect(isInside(crowd.obstacles[0].obstacle.polygon!, crowd.agent(late)!.position)).toBe(false);
  });

  it("are seen by those with manners", () => {
    const crowd = new Crowd(room);
    const seen: boolean[] = [];
    const looking: Manner = {
      interval: 0.1,
      think: (people, { world }) =>
        people.map(() => {
          seen.push(world.contains([10, 5]));
          return { facing: [1, 0], aim: [0, 0] };
        }),
    };
    crowd.add({ position: [2, 5], guide: east, manner: looking });
    walk(crowd, 0.5);
    expect(seen.every((free) => free)).toBe(true);
    crowd.addObstacle(square(9, 4, 2));
    seen.length = 0;
    walk(crowd, 0.5);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.some((free) => free)).toBe(false);
  });

  const crowd = new Crowd(room);
  const post = crowd.addObstacle({ point: [5, 5] });
  it.each<[string, () => unknown]>([
    ["one of polygon, segment and point is needed", () => crowd.addObstacle({} as Obstacle)],
    ["given: polygon, point", () => crowd.addObstacle({ ...square(1, 1, 1), point: [1, 1] } as Obstacle)],
    [
      "a schedule is followed by Simulation",
      () => crowd.addObstacle({ point: [1, 1], schedule: [] } as unknown as Obstacle),
    ],
    [
      "obstacle.polygon: three or more points",
      () =>
        crowd.addObstacle({
          polygon: [
            [1, 1],
            [2, 2],
          ],
        } as unknown as Obstacle),
    ],
    ["obstacle.point: one point", () => crowd.addObstacle({ point: [1, Number.NaN] })],
    ["there is no obstacle 7; there are: 0", () => crowd.moveObstacle(7, [1, 1])],
    ["there is no obstacle 7", () => crowd.removeObstacle(7)],
    ["offset: two finite numbers", () => crowd.moveObstacle(post, [1, Infinity])],
  ])("%s", (message, act) => {
    expect(act).toThrow(InputError);
    expect(act).toThrow(message);
    expect(crowd.obstacles).toEqual([{ id: 0, obstacle: { point: [5, 5] } }]);
  });
});
