import { describe, expect, it } from "vitest";
import { freeSample, randomPlan } from "../../test/support/crowd-plans.js";
import { InputError } from "../errors.js";
import type { Point } from "../geometry/index.js";
import { orca } from "../models/index.js";
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
    const crowd = new Crowd(room, { model: orca });
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
    const crowd = new Crowd(world, { seed, model: orca });
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

  /** Two slanted walls across a room: who is on which side of each, by the sign of a cross product. */
  const walls: [Point, Point][] = [
    [
      [6, 0],
      [8, 10],
    ],
    [
      [14, 0],
      [12, 10],
    ],
  ];
  const parted = new World({
    boundary: room.scene.boundary,
    obstacles: walls.map((segment) => ({ segment: [[...segment[0]], [...segment[1]]] as never })),
  });
  const sidesOf = (x: number, y: number): number[] =>
    walls.map(([[ax, ay], [bx, by]]) => Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax)));
  const isInRoom = (x: number, y: number): boolean => x >= 0 && x <= 20 && y >= 0 && y <= 10;

  it.each([1, 2, 3, 4, 5, 6])(
    "nobody is pushed through a wall that stands, nor out of the plan: seed %i",
    (seed) => {
      const random = new Random(seed);
      const crowd = new Crowd(parted, { seed });
      const sides: number[][] = [];
      for (let k = 0; k < 40; k++) {
        const position: Point = [random.between(0.3, 19.7), random.between(0.3, 9.7)];
        if (parted.clearance(position) < 0.05) continue;
        const turn = random.between(0, 6.28);
        crowd.add({ position, guide: () => [Math.cos(turn), Math.sin(turn)] });
        sides.push(sidesOf(...position));
      }
      // Wide, fast and reckless: pushed, swung, dropped anywhere, and at times over everything.
      const size = (): number => random.between(1, 8);
      const anywhere = (): Obstacle => square(random.between(-4, 18), random.between(-4, 8), size());
      const swept = (): Obstacle => ({
        segment: [
          [random.between(-2, 22), random.between(-2, 12)],
          [random.between(-2, 22), random.between(-2, 12)],
        ],
      });
      const blocks = [0, 1].map(() => crowd.addObstacle(anywhere()));
      const bar = crowd.addObstacle(swept());
      let covered = 0;
      for (let step = 0; step < 80; step++) {
        for (const id of blocks) {
          const to = random.below(12) === 0 ? square(-1, -1, 22) : anywhere();
          crowd.moveObstacle(id, random.below(3) ? [random.between(-2, 2), random.between(-2, 2)] : to);
        }
        crowd.moveObstacle(bar, swept());
        crowd.step(0.1);
        const { id, x, y } = crowd.columns;
        let inside = 0;
        for (let i = 0; i < crowd.size; i++) {
          expect([step, id[i], isInRoom(x[i], y[i]), sidesOf(x[i], y[i])]).toEqual([
            step,
            id[i],
            true,
            sides[id[i]],
          ]);
          const at: Point = [x[i], y[i]];
          if (crowd.obstacles.some(({ obstacle: { polygon } }) => polygon && isInside(polygon, at))) inside++;
        }
        // Whoever is covered is counted.
        expect(crowd.touches.wallHits).toBeGreaterThanOrEqual(inside);
        if (inside > 0) {
          covered++;
          expect(crowd.touches.wallDepth).toBeGreaterThan(0.02);
        }
      }
      expect(crowd.size).toBe(sides.length);
      expect(covered).toBeGreaterThan(0);
    },
  );

  it("that cover everything leave people where they are, and let them go when they are away", () => {
    const crowd = new Crowd(room);
    const id = crowd.add({ position: [10, 5], guide: east });
    const lid = crowd.addObstacle(square(-1, -1, 30));
    crowd.step(0.05);
    expect(crowd.touches.wallHits).toBe(1);
    expect(crowd.agent(id)!.position[0]).toBeLessThan(10.1);
    crowd.removeObstacle(lid);
    walk(crowd, 15);
    expect(crowd.arrived).toBe(1);
  });

  it.each<[string, Obstacle]>([
    ["a post", { point: [10, 5] }],
    [
      "a thin wall",
      {
        segment: [
          [9, 4],
          [11, 6],
        ],
      },
    ],
    ["the corner of a block", square(10, 5, 2)],
    ["the side of a block", square(10, 4, 2)],
  ])("that appear exactly on somebody put them beside it: %s", (_name, obstacle) => {
    const crowd = new Crowd(room);
    const id = crowd.add({ position: [10, 5] });
    crowd.addObstacle(obstacle);
    for (let k = 0; k < 40; k++) crowd.step(0.05);
    expect(crowd.touches.wallHits).toBe(0);
    const [x, y] = crowd.agent(id)!.position;
    expect(Math.hypot(x - 10, y - 5)).toBeGreaterThan(0.1);
    if (obstacle.polygon) expect(isInside(obstacle.polygon, [x, y])).toBe(false);
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
