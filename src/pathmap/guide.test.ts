import { expect, test } from "vitest";
import { type Contract, checkGuide } from "../../test/guide-contract.js";
import { randomPlan } from "../../test/support/random-plans.js";
import { worldOf } from "../../test/support/worlds.js";
import type { Point, Segment } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "./pathmap.js";
import { WeightedPathMap } from "./weighted.js";

test("plain, weighted and barred path maps keep the contract of guides (seeds 0 to 80)", () => {
  let checked = 0;
  for (let seed = 0; seed < 80; seed++) {
    const random = new Random(seed);
    const plan = randomPlan(random, 9);
    const world = worldOf(plan);
    const goal = plan.point();
    if (!world?.contains(goal)) continue;
    const goals = [{ point: goal }];
    const contract: Contract = { isGoal: (p) => p[0] === goal[0] && p[1] === goal[1], tolerance: 1e-12 };
    const corner = plan.edges.flat().find((p) => world.space.sectorsAt(p) === 1);
    const weights = corner ? [{ vertex: corner, speed: 2 }] : [];
    const [a, b] = [plan.point(), plan.point()];
    const barriers = a[0] !== b[0] || a[1] !== b[1] ? [{ segment: [a, b] as Segment, weight: 3 }] : [];
    const guides = [
      new PathMap(world, { goals }),
      new PathMap(world, { goals, barriers }),
      new WeightedPathMap(world, { goals, weights }),
    ];
    for (const guide of guides) {
      for (let i = 0; i < 15; i++) {
        const p: Point = random.below(2) ? plan.point() : [random.between(0, 9), random.between(0, 9)];
        // Whoever stands at the weighted vertex itself is about to go faster than the walkers that `cost` speaks of.
        if (corner && p[0] === corner[0] && p[1] === corner[1]) continue;
        checkGuide(guide, world, p, contract);
        checked++;
      }
    }
  }
  expect(checked).toBeGreaterThan(1000);
});
