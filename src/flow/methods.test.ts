import { describe, expect, it } from "vitest";
import { type Contract, checkGuide } from "../../test/guide-contract.js";
import { figure } from "../../test/support/flow-figures.js";
import { laneFaults } from "../../test/support/flow-verifier.js";
import { distanceToSegment, type Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { World } from "../world/index.js";
import { FlowMap, Lane, LaneGuide, optimizeLanes, type Stretch, verify } from "./index.js";
import { distanceBetween, pointAt } from "./stretch.js";

describe("the paper's ways to lanes", () => {
  // Figures 4.8, 4.12 and 4.13: lanes found by scanning the source, by contracted gates, and the greatest number.
  it.each([
    ["flow-4-8", 1],
    ["flow-4-12", 1],
    ["flow-4-13", 2],
  ])("%s: scanning misses %i of the lanes that contracted gates and exact contours find", (name, missed) => {
    const map = new FlowMap(new World(figure(name)));
    const exact = map.lanes(0.4);
    expect(exact.lanes).toHaveLength(exact.bound);
    const scan = map.lanes(0.4, { method: "scan" });
    expect(scan.lanes).toHaveLength(exact.bound - missed);
    const contracted = map.lanes(0.4, { method: "contracted" });
    expect(contracted.lanes.length).toBe(exact.bound);
    const both = map.lanes(0.4, { method: "contracted", contract: "both" });
    expect(both.lanes.length).toBeLessThanOrEqual(exact.bound);
    for (const system of [scan, contracted, both]) {
      const { clearance, spacing, selfSpacing, connected } = verify(system);
      expect(connected).toBe(true);
      expect(clearance).toBeGreaterThanOrEqual(0.4 * (1 - 1e-6));
      expect(spacing).toBeGreaterThanOrEqual(0.8 * (1 - 1e-6));
      expect(selfSpacing).toBeGreaterThanOrEqual(0.8 * (1 - 1e-6));
      expect(laneFaults(figure(name), system.lanes, 0.4)).toEqual([]);
    }
  });
});

describe("a lane", () => {
  const bend: Stretch[] = [
    { kind: "line", a: [0, 0], b: [4, 0] },
    { kind: "arc", centre: [4, 1], radius: 1, from: -Math.PI / 2, turn: Math.PI / 2 },
    { kind: "line", a: [5, 1], b: [5, 5] },
  ];

  it("has a length, points and directions along it", () => {
    const lane = new Lane(bend, 0.5);
    expect(lane.length).toBeCloseTo(8 + Math.PI / 2, 12);
    expect(lane.at(2)).toEqual([2, 0]);
    expect(lane.at(-1)).toEqual([0, 0]);
    expect(lane.at(99)).toEqual([5, 5]);
    expect(lane.tangent(4 + Math.PI / 4)[0]).toBeCloseTo(Math.SQRT1_2, 12);
    for (const p of lane.points) expect(Math.min(...bend.map((s) => near(s, p)))).toBeLessThan(1e-9);
  });

  it("asks for more than 2 r between people where it bends", () => {
    expect(new Lane(bend.slice(0, 1), 0.5).spacing).toBeCloseTo(1, 9);
    const { spacing } = new Lane(bend, 0.5);
    expect(spacing).toBeGreaterThan(1.02);
    const lane = new Lane(bend, 0.5);
    for (let s = 0; s + spacing <= lane.length; s += 0.01) {
      const [p, q] = [lane.at(s), lane.at(s + spacing)];
      expect(Math.hypot(p[0] - q[0], p[1] - q[1])).toBeGreaterThan(0.995);
    }
  });
});

const near = (stretch: Stretch, p: Point): number => distanceBetween(stretch, { kind: "line", a: p, b: p });

describe("distances between stretches", () => {
  it("agree with points sampled along both (seeds 1 to 400)", () => {
    for (let seed = 1; seed <= 400; seed++) {
      const random = new Random(seed);
      const [s, t] = [randomStretch(random), randomStretch(random)];
      let least = Infinity;
      for (let i = 0; i <= 60; i++) {
        const p = pointAt(s, i / 60);
        for (let j = 0; j <= 60; j++) {
          const q = pointAt(t, j / 60);
          least = Math.min(least, Math.hypot(p[0] - q[0], p[1] - q[1]));
        }
      }
      const exact = distanceBetween(s, t);
      expect(exact).toBeLessThanOrEqual(least + 1e-9);
      expect(exact).toBeGreaterThanOrEqual(least - 0.25);
    }
  });
});

function randomStretch(random: Random): Stretch {
  const at = (): Point => [random.between(-3, 3), random.between(-3, 3)];
  if (random.below(2)) return { kind: "line", a: at(), b: at() };
  return {
    kind: "arc",
    centre: at(),
    radius: random.between(0.2, 2),
    from: random.between(-3, 3),
    turn: random.between(-6, 6),
  };
}

describe("lanes as a guide", () => {
  it("keep the contract of guides on flow-4-12 (seed 5)", () => {
    const world = new World(figure("flow-4-12"));
    const system = optimizeLanes(new FlowMap(world).lanes(0.4));
    const guide = new LaneGuide(system);
    const sinks = world.scene.flow!.sink;
    const contract: Contract = {
      isGoal: (p) => sinks.some(([a, b]) => distanceToSegment(p, a, b) < 1e-9),
      tolerance: 1e-9,
    };
    const random = new Random(5);
    let guided = 0;
    for (let i = 0; i < 60; i++) {
      const p: Point = [random.between(0, 20), random.between(0, 14)];
      checkGuide(guide, world, p, contract);
      if (guide.laneFrom(p) !== null) guided++;
    }
    expect(guided).toBeGreaterThan(30);
    const end = system.lanes[0].points.at(-1)!;
    expect(guide.heading(end)).toEqual([0, 0]);
  });
});
