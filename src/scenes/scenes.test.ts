import { describe, expect, it } from "vitest";
import { InputError } from "../errors.js";
import { boxOf, meet, onSegment, type Point, type Ring, sideOfRing, signedArea } from "../geometry/index.js";
import { diagnose, parseScene, type Scene, spawnCount, spawnProfiles } from "../world/index.js";
import { BUILTIN_SCENES, builtinScene, cityScene, isBuiltinName, profilingScene } from "./index.js";

const SMALL = [
  "corridor",
  "two-rooms",
  "park",
  "subway",
  "office",
  "theatre",
  "swamp",
  "evacuation",
  "flow-1",
  "flow-2",
  "flow-3",
  "crossing",
  "flow-4-8",
  "flow-4-12",
  "flow-4-13",
  "flow-implied-1",
  "flow-implied-2",
  "flow-implied-3",
  "supermarket",
  "open-air",
  "scatter-30",
  "profiling-4",
  "city-4",
  "city-6-jittered",
];

const rings = (scene: Scene): Ring[] => (scene.obstacles ?? []).map((obstacle) => obstacle.polygon ?? []);
const edges = (ring: Ring): [Point, Point][] => ring.map((p, i) => [p, ring[(i + 1) % ring.length]]);

/** Free ground is closed: on the boundary is free, on an obstacle's edge too, inside an obstacle is not. */
function isFree(p: Point, scene: Scene): boolean {
  return sideOfRing(p, scene.boundary) >= 0 && rings(scene).every((ring) => sideOfRing(p, ring) <= 0);
}

describe.each(SMALL)("built-in scene %s", (name) => {
  const scene = builtinScene(name);

  it("fits the schema and is named", () => {
    expect(isBuiltinName(name)).toBe(true);
    expect(parseScene(JSON.parse(JSON.stringify(scene)))).toEqual(scene);
    expect(scene.name).toBeTruthy();
  });

  it("has nothing wrong: inner walls may stand against the outer ones, and that is all", () => {
    const codes = new Set(diagnose(scene).map(({ code }) => code));
    codes.delete("obstacle-touches-boundary");
    expect([...codes]).toEqual([]);
  });

  it("has simple rings that do not cross each other or the boundary", () => {
    const all = [scene.boundary, ...rings(scene)];
    for (let i = 0; i < all.length; i++) {
      for (let j = i; j < all.length; j++) {
        for (const [a, b] of edges(all[i])) {
          for (const [c, d] of edges(all[j])) expect(meet(a, b, c, d)).not.toBe("cross");
        }
      }
      expect(Math.abs(signedArea(all[i]))).toBeGreaterThan(0.01);
    }
  });

  it("has obstacles inside the boundary", () => {
    for (const ring of rings(scene))
      for (const p of ring) expect(sideOfRing(p, scene.boundary)).toBeGreaterThanOrEqual(0);
  });

  it("has goals on free ground", () => {
    for (const goal of Object.values(scene.goals ?? {})) {
      const frames = goal.schedule ?? [];
      const points = [goal, ...frames].flatMap((g) => [...(g.points ?? []), ...(g.segments ?? []).flat()]);
      for (const p of points) expect(isFree(p, scene)).toBe(true);
    }
  });

  it("has flow pieces that lie on one edge of the boundary", () => {
    for (const [a, b] of [...(scene.flow?.source ?? []), ...(scene.flow?.sink ?? [])]) {
      const host = edges(scene.boundary).filter(([c, d]) => onSegment(a, c, d) && onSegment(b, c, d));
      expect(host).toHaveLength(1);
    }
  });

  it("spawns people on free ground, of profiles and to goals that exist", () => {
    for (const spawn of scene.spawns ?? []) {
      const area: Ring = spawn.polygon ?? spawn.segment ?? [];
      for (const p of area) expect(isFree(p, scene)).toBe(true);
      for (const [a, b] of edges(area)) {
        for (const ring of rings(scene))
          for (const [c, d] of edges(ring)) expect(meet(a, b, c, d)).toBe("apart");
      }
      for (const ring of rings(scene)) {
        if (spawn.polygon) expect(sideOfRing(ring[0], spawn.polygon)).toBe(-1);
      }
      for (const name of spawnProfiles(spawn)) expect(Object.keys(scene.profiles ?? {})).toContain(name);
      for (const goal of spawn.goals.flat()) expect(Object.keys(scene.goals ?? {})).toContain(goal);
    }
  });

  it("gives every agent room to stand", () => {
    for (const spawn of scene.spawns ?? []) {
      const { polygon, rate } = spawn;
      const count = spawnCount(scene, spawn);
      // At once, at most 2 people per square metre.
      if (polygon && rate === undefined) expect(count / Math.abs(signedArea(polygon))).toBeLessThanOrEqual(2);
    }
  });
});

describe("profiling", () => {
  it.each([
    [2, 4, 16],
    [4, 16, 64],
    [6, 36, 144],
    [8, 64, 256],
    [10, 100, 400],
    [14, 196, 784],
    [20, 400, 1600],
  ])("%i has the polygons and vertices of table 3.1: %i, %i", (k, polygons, vertices) => {
    const all = rings(profilingScene(k));
    expect(all).toHaveLength(polygons);
    expect(all.flat()).toHaveLength(vertices);
  });

  it("covers a quarter of its world", () => {
    const scene = profilingScene(7);
    const covered = rings(scene).reduce((sum, ring) => sum + signedArea(ring), 0);
    expect(covered / signedArea(scene.boundary)).toBeCloseTo(0.25, 12);
  });
});

describe("city", () => {
  it("is 98 x 98 blocks by default: 9,604, with a diagonal that a path of 3.93 km can cross", () => {
    const scene = builtinScene("city");
    expect(scene).toEqual(cityScene(98));
    expect(scene.obstacles).toHaveLength(9604);
    const { maxX, maxY } = boxOf(scene.boundary);
    expect([maxX, maxY]).toEqual([1965, 1965]);
    // Hartmann 2010, table 5.3: 3,927.82 m, along streets; within the two sides and over the straight line.
    expect(maxX + maxY).toBeGreaterThan(3927.82);
    expect(Math.hypot(maxX, maxY)).toBeLessThan(3927.82);
  });

  it("keeps every jittered block a 15 m square inside its own cell, seeds 1 to 3", () => {
    for (const seed of [1, 2, 3]) {
      const n = 12;
      const all = rings(cityScene(n, { jittered: true, seed }));
      all.forEach((ring, i) => {
        for (const [a, b] of edges(ring)) expect(Math.hypot(b[0] - a[0], b[1] - a[1])).toBeCloseTo(15, 9);
        expect(signedArea(ring)).toBeCloseTo(225, 9);
        const box = boxOf(ring);
        const left = 2.5 + 20 * (i % n);
        const bottom = 2.5 + 20 * Math.floor(i / n);
        expect(box.minX).toBeGreaterThan(left + 0.5);
        expect(box.maxX).toBeLessThan(left + 19.5);
        expect(box.minY).toBeGreaterThan(bottom + 0.5);
        expect(box.maxY).toBeLessThan(bottom + 19.5);
      });
    }
  });

  it("is the same for the same seed and differs between seeds", () => {
    const one = cityScene(3, { jittered: true, seed: 5 });
    expect(cityScene(3, { jittered: true, seed: 5 })).toEqual(one);
    expect(cityScene(3, { jittered: true, seed: 6 })).not.toEqual(one);
  });
});

describe("names", () => {
  it("lists scenes that open, with one-line descriptions", () => {
    for (const { example, description } of BUILTIN_SCENES) {
      expect(isBuiltinName(example)).toBe(true);
      expect(builtinScene(example).obstacles).toBeDefined();
      expect(description).not.toMatch(/\n/);
    }
  });

  it("counts the people it promises", () => {
    for (const { name, description } of BUILTIN_SCENES) {
      const promised = /(\d+) people/.exec(description);
      if (!promised) continue;
      const scene = builtinScene(name);
      const people = (scene.spawns ?? []).reduce((sum, spawn) => sum + spawnCount(scene, spawn), 0);
      expect(people).toBe(Number(promised[1]));
    }
  });

  it.each([
    "profiling-0",
    "profiling-99999",
    "profiling-",
    "profiling-2.5e1x",
    "city-0",
    "city-501",
    "city-x",
    "city-jittered",
    "city--jittered",
  ])("tells the range for %s", (name) => {
    if (!name.includes(".")) expect(isBuiltinName(name)).toBe(true);
    expect(() => builtinScene(name)).toThrow(InputError);
    if (isBuiltinName(name)) expect(() => builtinScene(name)).toThrow(/1 to 500/);
  });

  it.each(["office.json", "./city-98", "profiling-4.json", "city-98.geojson", "offices", ""])(
    "leaves %j to files",
    (name) => {
      expect(isBuiltinName(name)).toBe(false);
      expect(() => builtinScene(name)).toThrow(/is no built-in scene; there are corridor/);
    },
  );

  it("hands out copies: changing one does not change the next", () => {
    const first = builtinScene("corridor");
    first.boundary[0][0] = 99;
    expect(builtinScene("corridor").boundary[0][0]).toBe(0);
  });
});
