import { describe, expect, it } from "vitest";
import { figure } from "../../test/support/flow-figures.js";
import { randomFlowScene } from "../../test/support/flow-scenes.js";
import { laneFaults } from "../../test/support/flow-verifier.js";
import { worldOfScene } from "../../test/support/worlds.js";
import { Random } from "../numerics/index.js";
import { type SceneInput, World } from "../world/index.js";
import { FlowMap, type LaneSystem, optimizeLanes, verify } from "./index.js";

const totalOf = ({ lanes }: LaneSystem): number => lanes.reduce((sum, { length }) => sum + length, 0);

/** A hall of 20 m x 10 m with blocks, whole sides as source and sink. */
function hall(blocks: readonly (readonly [number, number, number, number])[]): SceneInput {
  return {
    boundary: [
      [0, 0],
      [20, 0],
      [20, 10],
      [0, 10],
    ],
    obstacles: blocks.map(([x, y, w, h]) => ({
      polygon: [
        [x, y],
        [x + w, y],
        [x + w, y + h],
        [x, y + h],
      ],
    })),
    flow: { source: [opening(0, 0, 10)], sink: [opening(20, 0, 10)] },
  };
}

describe("lanes routed jointly", () => {
  // Lanes pulled one after another came to the totals in the second column.
  it.each([
    ["flow-1", 293.3752],
    ["flow-2", 215.4411],
    ["flow-3", 189.8144],
  ])(
    "%s: shorter than one by one (%d m), within a tenth of the bound, and a second time changes nothing",
    (name, before) => {
      const scene = figure(name);
      const shorter = optimizeLanes(new FlowMap(new World(scene)).lanes(0.25));
      const { holds, length, lengthBound } = verify(shorter);
      expect(holds).toBe(true);
      expect(laneFaults(scene, shorter.lanes, 0.25)).toEqual([]);
      expect(length).toBeLessThan(before);
      expect(length).toBeLessThanOrEqual(1.1 * lengthBound);
      expect(length).toBeGreaterThanOrEqual(lengthBound);
      expect(optimizeLanes(shorter)).toBe(shorter);
    },
  );

  it("flow-2: as many lanes pass the upper wall on its left as on its right", () => {
    const { lanes } = optimizeLanes(new FlowMap(new World(figure("flow-2"))).lanes(0.25));
    const sides = lanes.map(({ points }) => {
      const i = points.findIndex(([, y]) => y < 13.5);
      return points[i][0] < 9 ? "left" : "right";
    });
    expect(sides.filter((side) => side === "left")).toHaveLength(4);
  });

  it.each([
    ["square", 1],
    ["convex", 1],
    ["notched", 1],
    ["square", 2],
    ["convex", 2],
  ] as const)(
    "%s boundary, %i pairs of openings: no longer, not below the bound, sound, and settled (seeds 0 to 9)",
    (boundary, pairs) => {
      let [gained, lanes] = [0, 0];
      for (let seed = 0; seed < 10; seed++) {
        const scene = randomFlowScene(new Random(7 * seed + 1), {
          boundary,
          grid: false,
          offset: 0,
          most: 8,
          pairs,
        });
        const world = worldOfScene(scene);
        if (!world) continue;
        const system = new FlowMap(world).lanes(0.37);
        const shorter = optimizeLanes(system, { rounds: 1 });
        expect(shorter.lanes).toHaveLength(system.lanes.length);
        expect(laneFaults(scene, shorter.lanes, 0.37), `seed ${seed}`).toEqual([]);
        const { length, lengthBound } = verify(shorter);
        expect(length, `seed ${seed}`).toBeLessThanOrEqual(totalOf(system));
        expect(length, `seed ${seed}`).toBeGreaterThanOrEqual(lengthBound * (1 - 1e-9));
        expect(optimizeLanes(shorter, { rounds: 1 }), `seed ${seed}`).toBe(shorter);
        gained += totalOf(system) - length;
        lanes += system.lanes.length;
      }
      expect(lanes).toBeGreaterThan(20);
      expect(gained).toBeGreaterThan(0);
    },
  );
});

describe("several sources and sinks", () => {
  const room = (
    source: [[number, number], [number, number]][],
    sink: [[number, number], [number, number]][],
  ): SceneInput => ({
    boundary: [
      [0, 0],
      [20, 0],
      [20, 12],
      [0, 12],
    ],
    obstacles: [
      {
        polygon: [
          [9, 5],
          [11, 5],
          [11, 7],
          [9, 7],
        ],
      },
    ],
    flow: { source, sink },
  });

  it("lanes go to the sink beside their source, though one across the hall would take them too", () => {
    const scene = room([opening(20, 7.5, 10.5)], [opening(20, 2, 5.5), opening(0, 7.5, 10.5)]);
    const shorter = optimizeLanes(new FlowMap(new World(scene)).lanes(0.3));
    expect(shorter.lanes).toHaveLength(5);
    expect(laneFaults(scene, shorter.lanes, 0.3)).toEqual([]);
    for (const { points } of shorter.lanes) expect(Math.min(...points.map(([x]) => x))).toBeGreaterThan(10);
    // Five lanes straight across would be 100 m.
    expect(totalOf(shorter)).toBeLessThan(65);
  });

  it("lanes come from the source beside their sink, though one across the hall would feed it too", () => {
    const scene = room([opening(20, 7.5, 10.5), opening(0, 7.5, 10.5)], [opening(20, 2, 5)]);
    const shorter = optimizeLanes(new FlowMap(new World(scene)).lanes(0.3));
    expect(shorter.lanes).toHaveLength(5);
    expect(laneFaults(scene, shorter.lanes, 0.3)).toEqual([]);
    for (const { points } of shorter.lanes) expect(points[0][0]).toBeCloseTo(20, 6);
  });

  it("fewer lanes than fit: what is found depends on how many alone, and a second time changes nothing", () => {
    const scene = room(
      [opening(20, 7.5, 10.5), opening(0, 1, 4)],
      [opening(20, 2, 5.5), opening(0, 7.5, 10.5)],
    );
    const map = new FlowMap(new World(scene));
    const whole = map.lanes(0.28);
    expect(whole.lanes).toHaveLength(10);
    const totals = [whole.lanes.slice(2), whole.lanes.slice(0, -2)].map((lanes) => {
      const shorter = optimizeLanes({ ...whole, lanes });
      expect(shorter.lanes).toHaveLength(8);
      expect(laneFaults(scene, shorter.lanes, 0.28)).toEqual([]);
      expect(optimizeLanes(shorter)).toBe(shorter);
      return totalOf(shorter);
    });
    expect(totals[0]).toBeCloseTo(totals[1], 9);
  });

  it("the bound counts where lanes start and end: side by side, straight lanes meet it", () => {
    const scene = room([opening(0, 1, 4), opening(0, 8, 11)], [opening(20, 1, 4), opening(20, 8, 11)]);
    const shorter = optimizeLanes(new FlowMap(new World(scene)).lanes(0.5));
    const { length, lengthBound } = verify(shorter);
    expect(shorter.lanes).toHaveLength(6);
    expect(length).toBeCloseTo(120, 6);
    expect(lengthBound).toBeLessThanOrEqual(length);
    expect(lengthBound).toBeGreaterThan(0.99 * length);
  });

  it("totals are at most twice the bound on random plans with two pairs of openings (seeds 0 to 19)", () => {
    let plans = 0;
    for (let seed = 0; seed < 20; seed++) {
      const scene = randomFlowScene(new Random(11 * seed + 3), {
        boundary: "square",
        grid: false,
        offset: 0,
        most: 5,
        pairs: 2,
      });
      const world = worldOfScene(scene);
      if (!world) continue;
      const system = new FlowMap(world).lanes(0.37);
      if (system.lanes.length === 0) continue;
      const shorter = optimizeLanes(system);
      const { length, lengthBound } = verify(shorter);
      expect(length, `seed ${seed}`).toBeGreaterThanOrEqual(lengthBound * (1 - 1e-9));
      expect(length, `seed ${seed}`).toBeLessThanOrEqual(2 * lengthBound);
      expect(optimizeLanes(shorter), `seed ${seed}`).toBe(shorter);
      plans++;
    }
    expect(plans).toBeGreaterThan(8);
  });
});

describe("the bound on the total length", () => {
  it("is what straight lanes have in an empty hall", () => {
    const system = new FlowMap(new World(hall([]))).lanes(0.5);
    expect(verify(system).lengthBound).toBeCloseTo(200, 9);
    expect(verify(optimizeLanes(system)).length).toBeCloseTo(200, 9);
  });

  it("knows that a gap holds no more lanes than fit: the third of three goes around", () => {
    // Doors of three lanes; the gap between the blocks holds two.
    const blocks = hall([
      [10, 2, 1, 2],
      [10, 6, 1, 2],
    ]);
    const scene = { ...blocks, flow: { source: [opening(0, 3.5, 6.5)], sink: [opening(20, 3.5, 6.5)] } };
    const system = new FlowMap(new World(scene)).lanes(0.5);
    expect(system.lanes).toHaveLength(3);
    const { lengthBound } = verify(system);
    // It passes 0.5 m below the lower block, or above the upper one, and comes from the nearest end of its door.
    const around = 2 * Math.hypot(10, 2);
    expect(lengthBound).toBeGreaterThan(40 + around - 3 * (0.5 / 16));
    expect(lengthBound).toBeLessThan(40 + around + 0.01);
    expect(verify(optimizeLanes(system)).length).toBeGreaterThan(lengthBound);
  });
});

function opening(x: number, from: number, to: number): [[number, number], [number, number]] {
  return [
    [x, from],
    [x, to],
  ];
}

describe("random shortcuts", () => {
  it("go on until they gain no more, and joint routes are shorter still (seed 1)", () => {
    const system = new FlowMap(new World(figure("flow-3"))).lanes(0.5);
    const few = optimizeLanes(system, { method: "random", rounds: 3 });
    const settled = optimizeLanes(system, { method: "random" });
    const further = optimizeLanes(settled, { method: "random", rounds: 10, seed: 2 });
    expect(totalOf(settled)).toBeLessThan(totalOf(few));
    expect(totalOf(further)).toBeGreaterThan(0.99 * totalOf(settled));
    expect(totalOf(optimizeLanes(system))).toBeLessThan(totalOf(settled));
  });
});
