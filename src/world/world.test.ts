import { describe, expect, it } from "vitest";
import { InputError } from "../errors.js";
import { cityScene } from "../scenes/index.js";
import { diagnose, type SceneInput, World } from "./index.js";

const QUICK_START: SceneInput = {
  boundary: [
    [0, 0],
    [40, 0],
    [40, 20],
    [0, 20],
  ],
  obstacles: [
    {
      polygon: [
        [10, 5],
        [14, 5],
        [14, 12],
        [10, 12],
      ],
    },
  ],
  goals: {
    exit: {
      segments: [
        [
          [40, 9],
          [40, 11],
        ],
      ],
    },
    desk: { points: [[1, 1]] },
  },
};

/** Every object and list within a value, itself included. */
function partsOf(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(partsOf)];
}

function errorOf(input: unknown): InputError {
  try {
    new World(input as SceneInput);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error("the world was accepted");
}

describe("World", () => {
  it("answers the questions of the quick start", () => {
    const world = new World(QUICK_START);
    expect(world.area).toBe(40 * 20 - 4 * 7);
    expect(world.bounds).toEqual({ minX: 0, minY: 0, maxX: 40, maxY: 20 });
    expect(world.obstacles).toHaveLength(1);
    expect(world.contains([12, 8])).toBe(false);
    expect(world.contains([10, 8])).toBe(true);
    expect(world.clearance([20, 8])).toBe(6);
    expect(world.visible([1, 8], [20, 8])).toBe(false);
    expect(world.visible([1, 12], [20, 12])).toBe(true);
    expect(world.nearestFree([12, 11.5])).toEqual([12, 12]);
    expect(world.nearestFree([1, 8])).toEqual([1, 8]);
    expect([world.componentOf([1, 8]), world.componentOf([12, 8])]).toEqual([0, -1]);
  });

  it("freezes its scene through and through, and leaves the input as it was", () => {
    const input = structuredClone(QUICK_START);
    const { scene } = new World(input);
    expect(partsOf(scene).filter((part) => !Object.isFrozen(part))).toEqual([]);
    expect(input).toEqual(QUICK_START);
    expect(partsOf(input).filter((part) => Object.isFrozen(part))).toEqual([]);
    input.boundary[0][0] = -5;
    expect(scene.boundary[0]).toEqual([0, 0]);
    expect(scene).toMatchObject({ format: "wayfield-scene", version: 1 });
  });

  it("takes a frozen scene, and one of another world", () => {
    const { scene } = new World(QUICK_START);
    expect(new World(scene).scene).toEqual(scene);
  });

  const square = QUICK_START.boundary;
  it.each<[string, unknown, string, RegExp]>([
    ["no boundary", {}, "boundary", /is missing/],
    ["two points", { boundary: square.slice(2) }, "boundary", /given/],
    ["NaN", { boundary: [...square, [Number.NaN, 1]] }, "boundary[4][0]", /NaN/],
    ["infinity", { boundary: [...square, [1, Infinity]] }, "boundary[4][1]", /Infinity/],
    ["a huge coordinate", { boundary: [...square, [1, 1e13]] }, "boundary[4][1]", /1e-50 to 1e12/],
    ["another version", { version: 2, boundary: square }, "version", /only version 1/],
    ["an unknown key", { boundary: square, walls: [] }, "", /unknown key "walls"/],
    ["an obstacle of two kinds", { boundary: square, obstacles: [{}] }, "obstacles[0]", /exactly one/],
    ["an empty goal", { boundary: square, goals: { a: {} } }, "goals.a", /at least one point or segment/],
    [
      "a crossing boundary",
      { boundary: [square[0], square[2], square[1], square[3]] },
      "boundary[0]",
      /simple polygon/,
    ],
    ["a flat boundary", { boundary: [square[0], [1, 0], square[1]] }, "boundary", /./],
    ["no free space", { boundary: square, obstacles: [{ polygon: square }] }, "", /./],
    ["a goal in an obstacle", { ...QUICK_START, goals: { in: { points: [[12, 8]] } } }, "goals.in", /./],
    [
      "a spawn without a goal",
      { boundary: square, spawns: [{ polygon: square, count: 1, goals: ["x"] }] },
      "spawns[0].goals",
      /./,
    ],
  ])("refuses %s in one line that names the place", (_, input, where, message) => {
    const before = structuredClone(input);
    const error = errorOf(input);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain("\n");
    expect(error.where.startsWith(where)).toBe(true);
    expect(input).toEqual(before);
  });

  it("says how many errors there are", () => {
    const goals = { a: { points: [[12, 8]] }, b: { points: [[13, 8]] } };
    expect(errorOf({ ...QUICK_START, goals }).message).toMatch(/\(and 1 more\)$/);
  });

  it("gives goals by name, and names them all when there is no such goal", () => {
    const world = new World(QUICK_START);
    expect(world.goalNames).toEqual(["exit", "desk"]);
    expect(world.goal("desk")).toEqual({ points: [[1, 1]] });
    expect(() => world.goal("Exit")).toThrow(
      'goals: there is no goal "Exit"; did you mean "exit"? the scene has: exit, desk',
    );
    expect(() => world.goal("toString")).toThrow(InputError);
    expect(() => new World({ boundary: square }).goal("exit")).toThrow("the scene has: none");
  });
});

describe.each([false, true])("a city of 9,604 blocks, jittered: %s", (jittered) => {
  const n = 98;
  const scene = cityScene(n, { jittered });

  it("is read, validated and triangulated", () => {
    expect(diagnose(scene)).toEqual([]);
    const { space, area } = new World(scene);
    const { mesh } = space.triangulation;
    const side = 20 * n + 5;
    expect(area / (side * side - 225 * n * n)).toBeCloseTo(1, 12);
    // The corners of the blocks, of the boundary and of the triangulated rectangle; Euler gives the faces.
    expect(mesh.liveVertices).toBe(4 * n * n + 4 + 4);
    expect(mesh.liveFaces).toBe(2 * mesh.liveVertices - 2 - 4);
    expect(space.componentAreas).toHaveLength(1);
  });
});
