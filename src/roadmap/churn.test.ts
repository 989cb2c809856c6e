import { expect, test } from "vitest";
import { checkDiagram, signature } from "../../test/support/voronoi-oracle.js";
import type { Constraint, Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { Roadmap } from "./roadmap.js";

test("100,000 insertions, removals and moves hold every invariant (seed 1)", () => {
  const random = new Random(1);
  const boundary: Point[] = [
    [0, 0],
    [60, 0],
    [60, 60],
    [0, 60],
  ];
  const roadmap = new Roadmap({ boundary });
  const sites = new Map<number, Constraint>();
  const ids: number[] = [];
  // On a grid of eighths, so that points meet, line up and lie on common circles.
  const eighth = (low: number, high: number): number => Math.round(8 * random.between(low, high)) / 8;
  const shape = (): Constraint => {
    const [x, y] = [eighth(1, 57), eighth(1, 57)];
    if (random.below(4) > 0) return { point: [x, y] };
    if (random.below(2))
      return {
        segment: [
          [x, y],
          [x + eighth(0.5, 2), y + eighth(-1, 1)],
        ],
      };
    const [w, h] = [eighth(0.5, 2), eighth(0.5, 2)];
    return {
      polygon: [
        [x, y],
        [x + w, y],
        [x + w, y + h],
        [x, y + h],
      ],
    };
  };
  for (let i = 1; i <= 100_000; i++) {
    const at = random.below(ids.length || 1);
    const choice = random.below(10);
    if (ids.length < 40 || (choice < 2 && ids.length < 80)) {
      const site = shape();
      const id = roadmap.insert(site);
      ids.push(id);
      sites.set(id, site);
    } else if (choice < 4) {
      roadmap.remove(ids[at]);
      sites.delete(ids[at]);
      ids.splice(at, 1);
    } else {
      const site = shape();
      roadmap.move(ids[at], site);
      sites.set(ids[at], site);
    }
    if (i % 10_000 === 0) {
      const standing = [...sites.values()];
      checkDiagram(roadmap, boundary, standing);
      expect(signature(roadmap)).toEqual(signature(new Roadmap({ boundary, obstacles: standing })));
    }
  }
}, 600_000);
