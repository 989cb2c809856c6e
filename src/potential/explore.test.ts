/** Exploration: what is known fills in, the unknown attracts, and a seen goal attracts alone. */
import { describe, expect, test } from "vitest";
import { distance, type Point } from "../geometry/index.js";
import { World } from "../world/index.js";
import { Explorer } from "./explore.js";

/** Two rooms with a door of 2 m between them. */
const world = new World({
  boundary: [
    [0, 0],
    [20, 0],
    [20, 10],
    [0, 10],
  ],
  obstacles: [
    {
      polygon: [
        [9.8, 0],
        [10.2, 0],
        [10.2, 4],
        [9.8, 4],
      ],
    },
    {
      polygon: [
        [9.8, 6],
        [10.2, 6],
        [10.2, 10],
        [9.8, 10],
      ],
    },
  ],
});

describe("an explorer", () => {
  test("knows more with every look, and never less; behind a wall it knows nothing", () => {
    const explorer = new Explorer(world, { range: 30 });
    expect(explorer.known).toBe(0);
    explorer.look([2, 2]);
    const first = explorer.known;
    // From the corner of one room, its free cells and a wedge behind the door are in sight.
    expect(first).toBeGreaterThan(0.4);
    expect(first).toBeLessThan(0.75);
    explorer.look([2, 2]);
    expect(explorer.known).toBe(first);
    explorer.look([18, 8]);
    expect(explorer.known).toBeGreaterThan(first);
  });

  test("leads to what nobody has seen, and on to the hidden goal: steps along its headings find it", () => {
    const goal: Point = [18, 1];
    const explorer = new Explorer(world, { goal, range: 5, cell: 0.5 });
    let p: Point = [2, 8];
    let steps = 0;
    while (distance(p, goal) > 0.5 && steps++ < 400) {
      explorer.look(p);
      const heading = explorer.heading(p);
      expect(heading).not.toBeNull();
      p = [p[0] + 0.2 * heading![0], p[1] + 0.2 * heading![1]];
      expect(world.contains(p)).toBe(true);
    }
    expect(explorer.found).toBe(true);
    expect(explorer.isDone).toBe(true);
    expect(distance(p, goal)).toBeLessThanOrEqual(0.5);
  });

  test("a goal that moves after it was seen is led to where it is; before that nobody knows", () => {
    const explorer = new Explorer(world, { goal: [18, 1], range: 5 });
    explorer.look([2, 8]);
    explorer.moveGoal([18, 3]);
    expect(explorer.found).toBe(false);
    explorer.look([17, 3]);
    expect(explorer.found).toBe(true);
    expect(distance(explorer.pathFrom([2, 8])!.at(-1)!, [18, 3])).toBeLessThan(0.5);
    explorer.moveGoal([18, 1]);
    expect(distance(explorer.pathFrom([2, 8])!.at(-1)!, [18, 1])).toBeLessThan(0.5);
  });

  test("what one sees, all know", () => {
    const explorer = new Explorer(world, { goal: [18, 1], range: 5 });
    explorer.look([2, 8]);
    expect(explorer.found).toBe(false);
    explorer.look([17, 3]);
    expect(explorer.found).toBe(true);
    const path = explorer.pathFrom([2, 8]);
    expect(distance(path!.at(-1)!, [18, 1])).toBeLessThan(0.5);
    expect(explorer.distance([2, 8])).toBeGreaterThan(distance([2, 8], [18, 1]));
  });
});
