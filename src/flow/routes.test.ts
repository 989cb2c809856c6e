import { describe, expect, it } from "vitest";
import { stadium } from "../../bench/stadium.js";
import { dividedHall, HALL, hallForOne, mirrored } from "../../test/support/dividing-scenes.js";
import { laneFaults } from "../../test/support/flow-verifier.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { PathFinder } from "../pathmap/index.js";
import { type SceneInput, World } from "../world/index.js";
import { FlowMap, type LaneSystem, optimizeLanes, verify } from "./index.js";

const lanesOf = (scene: SceneInput, radius: number): LaneSystem =>
  new FlowMap(new World(scene)).lanes(radius);
const totalOf = ({ lanes }: LaneSystem): number => lanes.reduce((sum, { length }) => sum + length, 0);

describe("lanes beside a dividing wall", () => {
  const doors = {
    source: [
      [0, 0.5],
      [0, 3.5],
    ],
    sink: [
      [0, 6],
      [0, 9],
    ],
  } satisfies Record<string, [number, number][]>;
  const box: [number, number][] = [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ];
  const scenes: Record<string, SceneInput> = {
    none: { boundary: box },
    "a wall on the floor": {
      boundary: box,
      obstacles: [
        {
          segment: [
            [10, 0],
            [10, 6],
          ],
        },
      ],
    },
    "a wall that stands free": {
      boundary: box,
      obstacles: [
        {
          segment: [
            [10, 2],
            [10, 8],
          ],
        },
      ],
    },
    "a block on the floor": {
      boundary: box,
      obstacles: [
        {
          polygon: [
            [9.9, 0],
            [10.1, 0],
            [10.1, 6],
            [9.9, 6],
          ],
        },
      ],
    },
    "a notch of the boundary": {
      boundary: [
        [0, 0],
        [9.9, 0],
        [9.9, 6],
        [10.1, 6],
        [10.1, 0],
        [20, 0],
        [20, 10],
        [0, 10],
      ],
    },
    "a wall with a gap": {
      boundary: box,
      obstacles: [
        {
          segment: [
            [10, 0],
            [10, 4],
          ],
        },
        {
          segment: [
            [10, 6],
            [10, 10],
          ],
        },
      ],
    },
  };

  // From the door to the one above it, lane k goes half around both jambs, k - 1 lanes between it and the wall.
  it.each(Object.entries(scenes))(
    "turn back on the shortest way, within a hundredth of the bound: %s",
    (_, plan) => {
      for (const [radius, lanes] of [
        [0.25, 6],
        [0.4, 3],
      ]) {
        for (const [source, sink] of [
          [doors.source, doors.sink],
          [doors.sink, doors.source],
        ]) {
          const scene = { ...plan, flow: { source: [source], sink: [sink] } } as SceneInput;
          const system = optimizeLanes(lanesOf(scene, radius));
          expect(system.lanes).toHaveLength(lanes);
          expect(laneFaults(scene, system.lanes, radius)).toEqual([]);
          // 1 + 3 + 5 + ... radii: as many as the square of the lanes.
          const shortest = 2.5 * lanes + Math.PI * radius * lanes ** 2;
          expect(totalOf(system)).toBeCloseTo(shortest, 5);
          const { lengthBound } = verify(system);
          expect(lengthBound).toBeLessThanOrEqual(shortest);
          expect(lengthBound).toBeGreaterThan(0.99 * shortest);
        }
      }
    },
  );

  it.each([
    ["segment", 1, 8, 1.25],
    ["notch", 1, 8, 1.25],
    ["segment", 2, 3, 1.6],
    ["notch", 2, 3, 1.6],
  ] as const)(
    "are as long in a mirror and the other way around: %s, %i pairs of doors, %i plans, at most %d times the bound (seeds from 0)",
    (divider, pairs, seeds, most) => {
      let plans = 0;
      for (let seed = 0; seed < seeds; seed++) {
        const scene = dividedHall(new Random(31 * seed + 7), pairs, divider);
        const system = lanesOf(scene, 0.35);
        const shorter = optimizeLanes(system);
        const total = totalOf(shorter);
        const { lengthBound } = verify(shorter);
        expect(total / lengthBound, `seed ${seed}`).toBeGreaterThanOrEqual(1 - 1e-9);
        expect(total / lengthBound, `seed ${seed}`).toBeLessThan(most);
        const { source, sink } = scene.flow!;
        for (const other of [mirrored(scene), { ...scene, flow: { source: sink, sink: source } }]) {
          const lanes = optimizeLanes(lanesOf(other, 0.35));
          expect(lanes.lanes.length, `seed ${seed}`).toBe(system.lanes.length);
          expect(laneFaults(other, lanes.lanes, 0.35), `seed ${seed}`).toEqual([]);
          expect(totalOf(lanes) / total, `seed ${seed}`).toBeCloseTo(1, 6);
        }
        plans++;
      }
      expect(plans).toBe(seeds);
    },
  );
});

describe("one lane", () => {
  it("is the shortest way of all for somebody of its radius (seeds 0 to 29)", () => {
    const radius = 0.3;
    let plans = 0;
    for (let seed = 0; seed < 30; seed++) {
      const scene = hallForOne(new Random(13 * seed + 1));
      let world: World;
      try {
        world = new World(scene);
        new FlowMap(world);
      } catch {
        // Both doors at one place.
        continue;
      }
      const system = lanesOf(scene, radius);
      if (system.lanes.length !== 1) continue;
      const { length } = optimizeLanes(system).lanes[0];
      const [shortest, straight] = shortestWay(world, scene, radius);
      expect(length, `seed ${seed}`).toBeLessThan(shortest + 1e-9);
      expect(length, `seed ${seed}`).toBeGreaterThan(straight);
      plans++;
    }
    expect(plans).toBeGreaterThan(20);
  });
});

/** The shortest way between places of two doors, just inside the hall and straight through the doors; and the shortest inside. */
function shortestWay(world: World, { flow }: SceneInput, radius: number): [number, number] {
  const finder = new PathFinder(world, { radius: radius * (1 - 1e-6) });
  // Ways keep a little more than the radius at corners, and so must their ends.
  const inset = 1.004 * radius;
  const inside = ([x, y]: readonly number[]): Point => [
    Math.min(HALL.width - inset, Math.max(inset, x)),
    Math.min(HALL.height - inset, Math.max(inset, y)),
  ];
  const places = ([[a, b]]: readonly (readonly (readonly number[])[])[]): Point[] =>
    Array.from({ length: 9 }, (_, i) => {
      const size = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const t = (radius + ((size - 2 * radius) * i) / 8) / size;
      return inside([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
    });
  let least = Infinity;
  for (const a of places(flow!.source))
    for (const b of places(flow!.sink)) least = Math.min(least, finder.find(a, b)?.distance ?? Infinity);
  return [least + 2 * inset, least * 0.995 - 2 * radius];
}

describe("large plans", () => {
  it("are routed jointly too: a stadium with 130 obstacles, near the straight way, and settled", () => {
    const scene = stadium(130);
    const system = lanesOf(scene, 0.8);
    const shorter = optimizeLanes(system);
    expect(shorter.lanes).toHaveLength(system.lanes.length);
    const { holds, length, lengthBound } = verify(shorter);
    expect(holds).toBe(true);
    expect(laneFaults(scene, shorter.lanes, 0.8)).toEqual([]);
    expect(length).toBeLessThan(1.15 * lengthBound);
    expect(totalOf(system)).toBeGreaterThan(1.3 * length);
    expect(optimizeLanes(shorter)).toBe(shorter);
  });
});
