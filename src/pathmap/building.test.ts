import { expect, test } from "vitest";
import { gallery } from "../../test/support/buildings.js";
import { World } from "../world/index.js";
import { PathMap } from "./pathmap.js";

test("a path map leads down the stair: its way is as long as floors and slope are", () => {
  const world = new World(gallery());
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
  const world = new World(gallery());
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
    "no way leads from [16, 5] on level gallery to the goal: no passage, stair, ramp or escalator wide enough for a radius of 1.1 m joins them",
  );
});
