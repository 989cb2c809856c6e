/** Roadmaps of buildings, against path maps, which are exact, and walls by brute force. */
import { describe, expect, test } from "vitest";
import { BuildingClearance } from "../../test/support/building-clearance.js";
import { gallery } from "../../test/support/buildings.js";
import { randomBuilding } from "../../test/support/random-buildings.js";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "../pathmap/index.js";
import { Building, World } from "../world/index.js";
import { RoadmapGuide } from "./guide.js";
import { Roadmap } from "./roadmap.js";
import { RouteFinder } from "./search.js";

/** Free places on the levels of a building. */
function places(world: World, random: Random, count: number): Point[] {
  const { levels } = world.building!;
  const found: Point[] = [];
  while (found.length < count) {
    const p = world.at(levels[random.below(levels.length)], [random.between(0, 24), random.between(0, 18)]);
    if (world.contains(p)) found.push(p);
  }
  return found;
}

test("the way through the gallery leads down the middle of its stair", () => {
  const world = new World(new Building(gallery()));
  const roadmap = new Roadmap(world);
  expect(roadmap.sewing!.loose).toBe(0);
  const guide = new RoadmapGuide(roadmap, { goals: ["exit"], radius: 0.4 });
  const p = world.at("gallery", [16, 5]);
  const way = world.way(guide.pathFrom(p)!);
  expect(way.levels[0]).toBe("gallery");
  expect(way.levels.at(-1)).toBe("hall");
  expect(guide.distance(p)).toBeCloseTo(17, 6);
  // The stair is 2 m wide.
  expect(new RoadmapGuide(roadmap, { goals: ["exit"], radius: 0.999 }).distance(p)).toBeCloseTo(17, 6);
  expect(new RoadmapGuide(roadmap, { goals: ["exit"], radius: 1.001 }).distance(p)).toBeNull();
});

test("what stands before a stair narrows it, on both sides of its portal", () => {
  const scene = gallery();
  // A post half a metre before the middle of the foot, which is 2 m wide; and a bench a little farther away.
  scene.levels[0].obstacles!.push(
    { point: [7.5, 5] },
    {
      segment: [
        [6, 3],
        [6.5, 4.4],
      ],
    },
  );
  const world = new World(new Building(scene));
  const roadmap = new Roadmap(world);
  expect(roadmap.sewing!.loose).toBe(0);
  const walls = new BuildingClearance(world);
  const [foot] = world.building!.sheet.portals;
  for (const side of [foot.a, foot.b]) {
    for (let i = 1; i < 20; i++) {
      const t = i / 20;
      const at: Point = [
        side[0][0] + t * (side[1][0] - side[0][0]),
        side[0][1] + t * (side[1][1] - side[0][1]),
      ];
      expect(roadmap.clearance(at)).toBeCloseTo(walls.at(at, 3), 2);
    }
  }
  const from = world.at("gallery", [16, 5]);
  for (const radius of [0.3, 0.5, 0.55, 0.56, 0.6, 0.7]) {
    const way = new RoadmapGuide(roadmap, { goals: ["exit"], radius }).distance(from);
    const exact = new PathMap(world, { goals: ["exit"], radius }).distance(from);
    expect(way === null, `${radius}`).toBe(exact === null);
  }
});

test.each(["up", "down"] as const)("an escalator that goes %s is no way against it", (direction) => {
  const scene = gallery();
  const [stair] = scene.connections!;
  if (stair.kind !== "stairs") throw new Error("the gallery has a stair");
  const { from, to } = stair;
  const build = (on: boolean): World =>
    new World(new Building({ ...scene, connections: [{ kind: "escalator", from, to, direction, on }] }));
  const world = build(true);
  const [hall, above] = [world.at("hall", [4, 5]), world.at("gallery", [16, 5])];
  const [start, end] = direction === "up" ? [hall, above] : [above, hall];
  const far = (w: World, goal: Point, p: Point): number | null =>
    new RoadmapGuide(new Roadmap(w), { goals: [{ point: goal }], radius: 0.3 }).distance(p);
  expect(far(world, end, start)).toBeCloseTo(13, 6);
  expect(far(world, start, end)).toBeNull();
  expect(far(build(false), start, end)).toBeCloseTo(13, 6);
  // Whoever is on it goes on, even right behind its first step.
  const [foot, head] = world.building!.sheet.portals;
  const [first] = direction === "up" ? [foot, head] : [head, foot];
  const inward = direction === "up" ? 0.02 : -0.02;
  const sign = Math.sign(head.b[0][0] - foot.b[0][0]);
  const p: Point = [first.b[0][0] + sign * inward, (first.b[0][1] + first.b[1][1]) / 2 + 0.3];
  expect(far(world, end, p)).toBeGreaterThan(8);
  expect(far(world, start, p)).toBeNull();
});

test("sites do not change, single routes are the guide's, a stair wider than it is deep is refused", () => {
  const world = new World(new Building(gallery()));
  const roadmap = new Roadmap(world);
  expect(() => roadmap.insert({ point: [1, 1] })).toThrow("sites of the roadmap of a building do not change");
  expect(() => new RouteFinder(roadmap)).toThrow("routes through a building are found by RoadmapGuide");
  const scene = gallery();
  const footprint: [number, number][] = [
    [8, 2],
    [9.2, 2],
    [9.2, 8],
    [8, 8],
  ];
  for (const level of scene.levels) level.obstacles = [{ polygon: footprint }];
  scene.connections = [
    {
      kind: "stairs",
      name: "steps",
      from: { level: "hall", segment: [footprint[0], footprint[3]] },
      to: { level: "gallery", segment: [footprint[1], footprint[2]] },
    },
  ];
  expect(() => new Roadmap(new World(new Building(scene)))).toThrow(
    "steps is 6 m wide and ground of hall lies less than half as far behind its foot",
  );
});

test("headings lead along the way, over portals too, and costs fall along it", () => {
  const world = new World(new Building(gallery()));
  const guide = new RoadmapGuide(new Roadmap(world), { goals: ["exit"], radius: 0.3 });
  const random = new Random(5);
  for (let i = 0; i < 40; i++) {
    const p = world.at("gallery", [random.between(0.5, 19.5), random.between(0.5, 9.5)]);
    if (!world.contains(p)) continue;
    const path = guide.pathFrom(p)!;
    for (let k = 1; k < path.length; k++) {
      const [a, b] = [path[k - 1], path[k]];
      if (world.building!.isJump(a, b)) continue;
      const before = guide.cost(a)!;
      const after = guide.cost(b)!;
      // Chords are a little shorter than the curves they stand for.
      expect(after).toBeLessThan(before - 0.95 * Math.hypot(b[0] - a[0], b[1] - a[1]) + 1e-6);
    }
    for (const q of [p, path[1]]) {
      const heading = guide.heading(q)!;
      expect(Math.hypot(...heading)).toBeCloseTo(1, 9);
      expect(Math.hypot(...guide.lead(q)!)).toBeCloseTo(1, 9);
    }
  }
  expect(guide.reason(world.at("gallery", [10, 5]))).toContain("obstacle");
});

describe.each(Array.from({ length: 60 }, (_, i) => i))("random building, seed %i", (seed) => {
  const random = new Random(1000 + seed);
  const world = new World(new Building(randomBuilding(random)));
  const roadmap = new Roadmap(world);
  const walls = new BuildingClearance(world);

  test("its diagrams are sewn without a loose end, and know what stands beyond portals", () => {
    expect(roadmap.defects).toBe(0);
    expect(roadmap.sewing!.loose).toBe(0);
    for (const { a, b } of world.building!.sheet.portals) {
      for (const [p, q] of [a, b]) {
        const t = random.between(0.05, 0.95);
        const at: Point = [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
        expect(Math.abs(roadmap.clearance(at) - walls.at(at, 5))).toBeLessThan(0.01);
      }
    }
  });

  test("there is a way where a path map has one, never a shorter one, with room all along", () => {
    const [goal, ...starts] = places(world, random, 5);
    for (const radius of [0, 0.15, 0.3, 0.45, 0.55, 0.7, 0.85, 0.95]) {
      const exact = new PathMap(world, { goals: [{ point: goal }], radius });
      const guide = new RoadmapGuide(roadmap, { goals: [{ point: goal }], radius });
      const wider = new RoadmapGuide(roadmap, { goals: [{ point: goal }], radius: 1.004 * radius });
      for (const p of starts) {
        // Who touches a wall is led away from it by a roadmap, and not at all by a path map.
        if ([p, goal].some((one) => roadmap.clearance(one) < 1.01 * radius)) continue;
        const shortest = exact.distance(p);
        const length = guide.distance(p);
        if (shortest === null) {
          // A path map keeps 1.002 radii.
          expect(wider.distance(p), `${radius} from ${p} to ${goal}`).toBeNull();
          continue;
        }
        expect(length, `${radius} from ${p} to ${goal}`).not.toBeNull();
        expect(length).toBeGreaterThan(shortest * (1 - 0.003) - 1e-6);
        const path = guide.pathFrom(p)!;
        expect(guide.cost(p)).toBeGreaterThan(length! * (1 - 0.01) - 1e-6);
        for (let i = 1; i < path.length; i++) {
          if (world.building!.isJump(path[i - 1], path[i])) continue;
          for (const t of [0.25, 0.75]) {
            const at: Point = [
              path[i - 1][0] + t * (path[i][0] - path[i - 1][0]),
              path[i - 1][1] + t * (path[i][1] - path[i - 1][1]),
            ];
            expect(walls.at(at, 5)).toBeGreaterThan(radius * (1 - 1e-6) - 1e-6);
          }
        }
      }
    }
  });
});
