import { describe, expect, it } from "vitest";
import type { Point, Scene } from "wayfield";
import { builtinScene } from "wayfield/scenes";
import { diagnose, parseScene } from "wayfield/world";
import { aligned, boxOf, copied, EDGES, pasted, spread, stretching, turning } from "./arrange.js";
import { roomOf, withDrawn } from "./edits.js";
import { renamed, withoutProfile } from "./names.js";
import { partsOf } from "./parts.js";

const square = (x: number, y: number, side: number): [number, number][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];

/** A room with three blocks of different sizes. */
function blocks(): Scene {
  let scene = roomOf(square(0, 0, 40));
  for (const [x, y, side] of [
    [1, 2, 1],
    [9, 7, 2],
    [30, 20, 4],
  ])
    scene = withDrawn(scene, { kind: "block", points: square(x, y, side) })!.scene;
  return scene;
}

const ids = ["obstacles/0/polygon", "obstacles/1/polygon", "obstacles/2/polygon"];
const boxes = (scene: Scene) =>
  partsOf(scene)
    .filter(({ kind }) => kind === "block")
    .map(({ points }) => boxOf(points));

describe("arranging", () => {
  it.each(EDGES)("lines parts up: %s", (edge) => {
    const values = boxes(aligned(blocks(), ids, edge)).map(({ minX, minY, maxX, maxY }) =>
      edge === "left"
        ? minX
        : edge === "right"
          ? maxX
          : edge === "top"
            ? maxY
            : edge === "bottom"
              ? minY
              : edge === "centre"
                ? minX + maxX
                : minY + maxY,
    );
    expect(new Set(values).size).toBe(1);
  });

  it("leaves the same gaps, and the outermost two where they are", () => {
    const [a, b, c] = boxes(spread(blocks(), ids, 0));
    expect([a.minX, c.maxX]).toEqual([1, 34]);
    expect(b.minX - a.maxX).toBeCloseTo(c.minX - b.maxX, 9);
  });

  it("turns about the middle, and stretches to a size, to the side of no length too", () => {
    const points: Point[] = [
      [0, 0],
      [4, 0],
      [4, 2],
    ];
    const quarter = points.map(turning(points, 90)).map((p) => p.map((v) => Math.round(v * 1e9) / 1e9));
    expect(quarter).toEqual([
      [3, -1],
      [3, 3],
      [1, 3],
    ]);
    expect(boxOf(points.map(stretching(points, 8, 1)))).toEqual({ minX: -2, minY: 0.5, maxX: 6, maxY: 1.5 });
    const flat: Point[] = [
      [0, 1],
      [4, 1],
    ];
    expect(flat.map(stretching(flat, 2, 5))).toEqual([
      [1, 1],
      [3, 1],
    ]);
  });

  it.each(["office", "ticket-hall", "flow-1", "swamp"])(
    "copies everything of %s into itself and into an empty room, and both are well-formed",
    (name) => {
      const scene = builtinScene(name);
      const all = partsOf(scene)
        .filter(({ kind }) => kind !== "boundary")
        .map(({ id }) => id);
      const copies = copied(scene, all);
      expect(copies.length).toBe(all.length);
      for (const into of [scene, roomOf(square(-50, -50, 200))]) {
        const { scene: next, ids: made } = pasted(into, copies, [0.25, -0.25]);
        expect(Array.isArray(diagnose(parseScene(JSON.parse(JSON.stringify(next)))))).toBe(true);
        const known = new Map(partsOf(next).map((part) => [part.id, part]));
        expect(new Set(made).size).toBe(made.length);
        for (const id of made) expect(known.has(id)).toBe(true);
        if (into === scene) expect(known.size).toBe(partsOf(scene).length + made.length);
      }
    },
  );
});

describe("names", () => {
  it("are changed wherever they are spoken of, and never taken twice", () => {
    const scene = builtinScene("ticket-hall");
    const [queue] = Object.keys(scene.queues!);
    const [goal] = Object.keys(scene.goals!);
    expect(renamed(scene, "queues", queue, goal)).toBeNull();
    const next = renamed(scene, "queues", queue, "desk 9")!;
    expect(JSON.stringify(next)).not.toContain(`"${queue}"`);
    expect(diagnose(parseScene(JSON.parse(JSON.stringify(next)))).length).toBe(diagnose(scene).length);
  });

  it("a profile that is gone is spoken of no more", () => {
    const scene = builtinScene("swamp");
    for (const name of Object.keys(scene.profiles!)) {
      const next = withoutProfile(scene, name);
      expect(JSON.stringify(next)).not.toContain(`"${name}"`);
      expect(parseScene(JSON.parse(JSON.stringify(next)))).toEqual(next);
    }
  });
});
