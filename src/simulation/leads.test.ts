import { expect, test } from "vitest";
import { Crowd } from "../crowd/index.js";
import type { Point } from "../geometry/index.js";
import type { Guide } from "../guide.js";
import { Random } from "../numerics/index.js";
import { PathMap } from "../pathmap/index.js";
import { PotentialField } from "../potential/index.js";
import { Roadmap, RoadmapGuide } from "../roadmap/index.js";
import { type GoalPlace, World } from "../world/index.js";

const RADIUS = 0.3;

const GUIDES: Readonly<Record<string, (world: World, goals: readonly GoalPlace[]) => Guide>> = {
  PathMap: (world, goals) => new PathMap(world, { goals, radius: RADIUS }),
  RoadmapGuide: (world, goals) => new RoadmapGuide(new Roadmap(world), { goals, radius: RADIUS }),
  PotentialField: (world, goals) => new PotentialField(world, { goals, radius: RADIUS }),
};

/** A hall with some blocks. */
function hall(random: Random, blocks: number): World {
  const polygon = (x: number, y: number): [number, number][] => [
    [x, y],
    [x + 4, y],
    [x + 4, y + 3],
    [x, y + 3],
  ];
  return new World({
    boundary: [
      [0, 0],
      [60, 0],
      [60, 30],
      [0, 30],
    ],
    obstacles: Array.from({ length: blocks }, () => ({
      polygon: polygon(random.between(5, 50), random.between(3, 24)),
    })),
  });
}

test.each(Object.keys(GUIDES))(
  "a bare crowd on a %s arrives, at points and exits alike (seeds 0 to 7)",
  (name) => {
    let people = 0;
    let arrived = 0;
    for (let seed = 0; seed < 8; seed++) {
      const random = new Random(seed);
      const world = hall(random, (seed % 4) * 2);
      const spot = (): Point => {
        const p: Point = [random.between(1, 59), random.between(1, 29)];
        return world.clearance(p) > 2 * RADIUS ? p : spot();
      };
      const exit: GoalPlace = {
        segment: [
          [60, 10],
          [60, 12],
        ],
      };
      const guide = GUIDES[name](world, [seed % 2 === 0 ? exit : { point: spot() }]);
      const crowd = new Crowd(world);
      for (let k = 0; k < 5; k++) crowd.add({ position: spot(), guide, radius: RADIUS });
      people += crowd.size;
      for (let i = 0; i < 2400 && crowd.size > 0; i++) crowd.step(0.05);
      arrived += crowd.arrived;
    }
    expect([arrived, people]).toEqual([people, 40]);
  },
);
