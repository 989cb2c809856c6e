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
