import { describe, expect, test } from "vitest";
import type { Point } from "../geometry/index.js";
import { Random } from "../numerics/index.js";
import { isClick, resample, type Stroke } from "./stroke.js";
import { RouteTree } from "./tree.js";

/** A stroke of a shaky hand: some points, at times repeated, at times one alone, at times on a grid so that much is equal. */
function randomStroke(random: Random): Stroke {
  const isOnGrid = random.below(3) === 0;
  const many = random.below(5) === 0 ? 1 : 2 + random.below(12);
  let [x, y] = [random.between(0, 40), random.between(0, 40)];
  const points: Point[] = [];
  for (let i = 0; i < many; i++) {
    const p: Point = isOnGrid ? [Math.round(x), Math.round(y)] : [x, y];
    points.push(p);
    if (random.below(6) === 0) points.push(p);
    x += random.between(-6, 6);
    y += random.between(-6, 6);
  }
  return points;
}

/** Distance from p to a segment by trying, without the formula: the interval that holds the least is cut again and again. */
function triedDistance(p: Point, a: Point, b: Point): number {
  const at = (t: number): number =>
    Math.hypot(a[0] + t * (b[0] - a[0]) - p[0], a[1] + t * (b[1] - a[1]) - p[1]);
  let [low, high] = [0, 1];
  for (let round = 0; round < 100; round++) {
    const [one, other] = [low + (high - low) / 3, high - (high - low) / 3];
    if (at(one) <= at(other)) high = other;
    else low = one;
  }
  return Math.min(at(0), at(1), at((low + high) / 2));
}

function triedDistanceToAll(p: Point, lines: readonly (readonly Point[])[]): number {
  return Math.min(
    ...lines.flatMap((points) => points.slice(1).map((b, i) => triedDistance(p, points[i], b))),
  );
}

const shape = ({ nodes, links, strokes }: RouteTree): string => JSON.stringify({ nodes, links, strokes });

/** What every tree obeys. */
function expectSound(tree: RouteTree): void {
  const { nodes, links } = tree;
  expect(nodes.length).toBe(links.length + 1);
  links.forEach(({ from, to, points }, l) => {
    expect(points.length).toBeGreaterThanOrEqual(2);
    expect(nodes[from].out).toContain(l);
    expect(nodes[to].into).toBe(l);
    expect(points[0]).toEqual(nodes[from].point);
    expect(points[points.length - 1]).toEqual(nodes[to].point);
    for (let i = 1; i < points.length; i++) {
      expect(
        Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]),
      ).toBeLessThanOrEqual(tree.spacing * (1 + 1e-12));
    }
  });
  expect(nodes.filter(({ into }) => into < 0)).toHaveLength(1);
  // Every node is on the way to an end, which begins at the start.
  const reached = new Set(
    tree.ends.flatMap((end) => [0, ...tree.linksTo(end).map((link) => links[link].to)]),
  );
  expect(reached.size).toBe(nodes.length);
}

describe("resample", () => {
  test.each([1, 2, 3, 4, 5])("keeps ends and corners, and stays by what was drawn, seed %i", (seed) => {
    const random = new Random(seed);
    for (let round = 0; round < 40; round++) {
      const stroke = randomStroke(random);
      const spacing = random.between(0.3, 4);
      const points = resample(stroke, spacing);
      expect(points[0]).toEqual(stroke[0]);
      expect(points[points.length - 1]).toEqual(stroke[stroke.length - 1]);
      if (isClick(stroke)) {
        expect(points).toHaveLength(1);
        continue;
      }
      for (const p of stroke)
        expect(triedDistanceToAll(p, [points])).toBeLessThanOrEqual(0.1 * spacing + 1e-6);
      for (const p of points)
        expect(triedDistanceToAll(p, [stroke])).toBeLessThanOrEqual(0.1 * spacing + 1e-6);
      for (let i = 1; i < points.length; i++) {
        const step = Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
        expect(step).toBeGreaterThan(0);
        expect(step).toBeLessThanOrEqual(spacing * (1 + 1e-12));
      }
    }
  });

  test("a corner between two long straight lines, drawn with a point every 5 cm, stays where it is", () => {
    const along = Array.from({ length: 101 }, (_, i): Point => [i * 0.05, 0]);
    const up = Array.from({ length: 100 }, (_, i): Point => [5, (i + 1) * 0.05]);
    const points = resample([...along, ...up]);
    expect(points).toContainEqual([5, 0]);
    expect(points).toHaveLength(11);
  });

  test("a shaky straight line becomes a straight one", () => {
    const random = new Random(9);
    const points = resample(Array.from({ length: 200 }, (_, i) => [i * 0.1, random.between(-0.04, 0.04)]));
    const turns = points.slice(2).map((p, i) => {
      const [a, b] = [points[i], points[i + 1]];
      return Math.abs(Math.atan2(p[1] - b[1], p[0] - b[0]) - Math.atan2(b[1] - a[1], b[0] - a[0]));
    });
    expect(Math.max(...turns)).toBeLessThan(0.02);
  });

  test("a stroke of a million kilometres is refused", () => {
    expect(() =>
      resample([
        [0, 0],
        [1e9, 0],
      ]),
    ).toThrow(/too long: 1000000001 points 1 m apart; at most 100000/);
  });
});

describe("RouteTree", () => {
  test("the first stroke is a link from a start to an end", () => {
    const tree = RouteTree.of([
      [
        [0, 0],
        [10, 0],
      ],
    ]);
    expect(tree.nodes).toEqual([
      { point: [0, 0], into: -1, out: [0] },
      { point: [10, 0], into: 0, out: [] },
    ]);
    expect(tree.links).toHaveLength(1);
    expect(tree.links[0].points).toHaveLength(11);
  });

  test("a later stroke cuts the nearest link where it begins", () => {
    const tree = RouteTree.of([
      [
        [0, 0],
        [10, 0],
      ],
      [
        [4.25, 0.5],
        [4.25, 6],
      ],
    ]);
    expect(tree.nodes.map(({ point }) => point)).toEqual([
      [0, 0],
      [10, 0],
      [4.25, 0],
      [4.25, 6],
    ]);
    expect(tree.links.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [2, 1],
      [2, 3],
    ]);
    expect(tree.ends).toEqual([1, 3]);
    expect(tree.wayTo(1).map(([x]) => x)).toEqual([0, 1, 2, 3, 4, 4.25, 5, 6, 7, 8, 9, 10]);
  });

  test("where a point of the link is nearest, it becomes the division", () => {
    const tree = RouteTree.of([
      [
        [0, 0],
        [10, 0],
      ],
      [
        [4, 1],
        [4, 6],
      ],
    ]);
    expect(tree.wayTo(1)).toHaveLength(11);
    expect(tree.undo().wayTo(1)).toHaveLength(11);
  });

  test("the whole tree is looked at, not the last stroke alone", () => {
    const tree = RouteTree.of([
      [
        [0, 0],
        [20, 0],
      ],
      [
        [10, 0],
        [10, 10],
      ],
      [
        [3, -1],
        [3, -8],
      ],
      [
        [10.5, 6],
        [16, 6],
      ],
    ]);
    expect(tree.links.map(({ from, to }) => [from, to])).toEqual([
      [0, 4], // start to (3, 0)
      [2, 1], // (10, 0) to the first end
      [2, 6], // (10, 0) to (10, 6)
      [4, 2], // (3, 0) to (10, 0)
      [4, 5],
      [6, 3],
      [6, 7],
    ]);
    expectSound(tree);
  });

  test("a stroke from beyond an end makes the way longer, and one from before the start begins there", () => {
    const tree = RouteTree.of([
      [
        [0, 0],
        [10, 0],
      ],
      [
        [11, 0],
        [20, 0],
      ],
    ]);
    expect(tree.ends).toEqual([2]);
    expect(tree.wayTo(2).at(-1)).toEqual([20, 0]);
    const forked = tree.add([
      [-1, 1],
      [-1, 9],
    ]);
    expect(forked.nodes[0].out).toEqual([0, 2]);
    expect(shape(forked.undo().undo())).toBe(
      shape(
        RouteTree.of([
          [
            [0, 0],
            [10, 0],
          ],
        ]),
      ),
    );
  });

  test("within half a spacing of a node along the link, the node is taken", () => {
    const tree = RouteTree.of([
      [
        [0, 0],
        [10, 0],
      ],
      [
        [9.7, 1],
        [9.7, 6],
      ],
      [
        [0.5, 1],
        [0.5, 6],
      ],
    ]);
    expect(tree.links.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 2],
      [0, 3],
    ]);
  });

  test("a click alone is a way of no length; a click later is a branch straight there", () => {
    const there = RouteTree.of([[[5, 5]]]);
    expect(there.links).toEqual([
      {
        from: 0,
        to: 1,
        points: [
          [5, 5],
          [5, 5],
        ],
      },
    ]);
    expect(
      shape(
        RouteTree.of([
          [
            [5, 5],
            [5, 5],
          ],
        ]),
      ),
    ).not.toBe(shape(there)); // the strokes differ, not the tree
    expect(
      RouteTree.of([
        [
          [5, 5],
          [5, 5],
        ],
      ]).links,
    ).toEqual(there.links);
    const tree = RouteTree.of([
      [
        [0, 0],
        [10, 0],
      ],
      [[5, 3]],
    ]);
    expect(tree.links[2].points).toEqual([
      [5, 0],
      [5, 1],
      [5, 2],
      [5, 3],
    ]);
  });

  test.each([11, 12, 13, 14])("the nearest place is that of brute force, seed %i", (seed) => {
    const random = new Random(seed);
    for (let round = 0; round < 15; round++) {
      const tree = RouteTree.of(Array.from({ length: 1 + random.below(6) }, () => randomStroke(random)));
      for (let k = 0; k < 10; k++) {
        const p: Point = [random.between(-5, 45), random.between(-5, 45)];
        const place = tree.closest(p)!;
        const tried = tree.links.map(({ points }) => triedDistanceToAll(p, [points]));
        expect(place.distance).toBeCloseTo(Math.min(...tried), 6);
        expect(tried[place.link]).toBeCloseTo(place.distance, 6);
        const { points } = tree.links[place.link];
        expect(triedDistance(place.point, points[place.piece], points[place.piece + 1])).toBeLessThan(1e-6);
      }
    }
  });

  test.each([21, 22, 23, 24, 25, 26, 27, 28])(
    "undoing and redoing any number of strokes restores the tree to the byte, seed %i",
    (seed) => {
      const random = new Random(seed);
      for (let round = 0; round < 12; round++) {
        const spacing = random.between(0.4, 3);
        const strokes = Array.from({ length: 1 + random.below(10) }, () => randomStroke(random));
        const trees = [RouteTree.of([], { spacing })];
        for (const stroke of strokes) trees.push(trees[trees.length - 1].add(stroke));
        for (const tree of trees.slice(1)) expectSound(tree);
        let at = strokes.length;
        let tree = trees[at];
        for (let k = 0; k < 30; k++) {
          const isBack = at > 0 && (at === strokes.length || random.below(2) === 0);
          tree = isBack ? tree.undo() : tree.redo();
          at += isBack ? -1 : 1;
          expect(shape(tree)).toBe(shape(trees[at]));
          expect(tree.undone).toHaveLength(strokes.length - at);
        }
        expect(shape(RouteTree.of(strokes, { spacing }))).toBe(shape(trees[strokes.length]));
      }
    },
  );

  test("a stroke that is added leaves nothing to do again", () => {
    const tree = RouteTree.of([
      [
        [0, 0],
        [10, 0],
      ],
    ])
      .undo()
      .add([
        [0, 0],
        [0, 5],
      ]);
    expect(() => tree.redo()).toThrow(/there is no stroke to do again/);
    expect(() => tree.undo().undo()).toThrow(/there is no stroke to undo/);
  });

  test("what is no stroke is refused with its place", () => {
    expect(() =>
      RouteTree.of([
        [
          [0, 0],
          [1, 1],
        ],
        [],
      ]),
    ).toThrow(/strokes\[1\].*1 to 100000 points/);
    expect(() => RouteTree.of([[[0, Number.NaN]]])).toThrow(/strokes\[0\]\[0\].*two finite numbers/);
    expect(() => RouteTree.of([]).add("abc" as never)).toThrow(/stroke.*a list of points/);
    expect(() => RouteTree.of([], { spacing: 0 })).toThrow(/spacing/);
  });
});
