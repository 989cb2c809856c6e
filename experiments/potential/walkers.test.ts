import { describe, expect, test } from "vitest";
import type { Point } from "../../src/geometry/index.js";
import { PotentialField } from "../../src/potential/index.js";
import { World } from "../../src/world/index.js";
import { type Errand, Walkers } from "./walkers.js";

describe("walkers", () => {
  const world = new World({
    boundary: [
      [0, 0],
      [20, 0],
      [20, 8],
      [0, 8],
    ],
    goals: {
      east: { points: [[18, 4]] },
      west: { points: [[2, 4]] },
      // Wide enough for all: three who meet at one point can keep each other from it for good.
      "east side": {
        segments: [
          [
            [18, 1],
            [18, 7],
          ],
        ],
      },
      "west side": {
        segments: [
          [
            [2, 1],
            [2, 7],
          ],
        ],
      },
    },
  });
  const errand = (goal: string): Errand => {
    const guide = new PotentialField(world, { goals: [goal], cell: 0.25, radius: 0.25 });
    return { guide, goal: (p) => guide.nearestGoal(p) };
  };
  const [east, west] = [errand("east"), errand("west")];

  test("goal queues: one after the other, then stop or leave", () => {
    const walkers = new Walkers(world);
    const stays = walkers.add({ position: [10, 3], errands: [east, west], atEnd: "stop" });
    const leaves = walkers.add({ position: [10, 6], errands: [east] });
    walkers.run(400);
    expect([stays.state, leaves.state, stays.done]).toEqual(["stopped", "gone", 2]);
    expect(Math.max(...stays.trail.map(([x]) => x))).toBeGreaterThan(17);
    expect(stays.position[0]).toBeLessThan(3);
  });

  test("in turn and together, nobody ever overlaps anybody", () => {
    const sides = [errand("east side"), errand("west side")];
    for (const order of ["in-turn", "together"] as const) {
      const walkers = new Walkers(world, { order });
      for (let k = 0; k < 8; k++) {
        walkers.add({
          position: [k % 2 === 0 ? 3 : 17, 1.5 + 0.7 * k],
          errands: [sides[k % 2]],
        });
      }
      for (let step = 0; step < 200; step++) {
        walkers.step();
        const present = walkers.all.filter(({ state }) => state !== "gone");
        for (const a of present) {
          for (const b of present) {
            if (a === b) continue;
            const gap = Math.hypot(a.position[0] - b.position[0], a.position[1] - b.position[1]);
            expect(gap).toBeGreaterThan(0.5 - 1e-9);
          }
          expect(world.clearance(a.position)).toBeGreaterThan(0.25 - 1e-9);
        }
      }
      expect(walkers.walking.length).toBe(0);
    }
  });

  test("someone boxed in on all sides waits, and goes on when the way is free", () => {
    const walkers = new Walkers(world);
    const walker = walkers.add({ position: [5, 4], errands: [east], localMap: { size: 15, cell: 0.4 } });
    const ring = Array.from({ length: 12 }, (_, k) => ({
      position: [5 + 1.1 * Math.cos(k / 1.9), 4 + 1.1 * Math.sin(k / 1.9)] as Point,
      radius: 0.4,
    }));
    walkers.obstacles.push(...ring);
    walkers.run(20);
    expect(Math.hypot(walker.position[0] - 5, walker.position[1] - 4)).toBeLessThan(0.5);
    expect(walker.waits).toBeGreaterThan(0);
    walkers.obstacles.length = 0;
    walkers.run(200);
    expect(walker.state).toBe("gone");
  });

  test("off the ground, or with a stride of nothing, nobody starts", () => {
    const walkers = new Walkers(world);
    expect(() => walkers.add({ position: [30, 4], errands: [east] })).toThrow(/not on free ground/);
    expect(() => walkers.add({ position: [3, 4], errands: [east], stride: 0 })).toThrow(/> 0/);
  });
});
