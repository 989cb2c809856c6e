import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCli as run } from "../../test/support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-roadmap-"));
afterAll(() => rmSync(folder, { recursive: true }));

const scene = join(folder, "room.json");
writeFileSync(
  scene,
  JSON.stringify({
    format: "wayfield-scene",
    version: 1,
    boundary: [
      [0, 0],
      [20, 0],
      [20, 10],
      [0, 10],
    ],
    obstacles: [
      {
        polygon: [
          [9, 0],
          [11, 0],
          [11, 8],
          [9, 8],
        ],
      },
    ],
    goals: {
      door: { points: [[18, 1]] },
      exit: {
        segments: [
          [
            [20, 3],
            [20, 5],
          ],
        ],
      },
    },
  }),
);

describe("wayfield roadmap", () => {
  test("prints what the contract says", async () => {
    const { code, out, err } = await run("roadmap", scene, "--json");
    expect([code, err]).toEqual([0, ""]);
    const facts = JSON.parse(out);
    expect(Object.keys(facts)).toEqual(["sites", "vertices", "edges", "buildMs"]);
    expect(facts.sites).toBe(1);
    expect(facts.edges).toBeGreaterThan(10);
  });

  test("writes GeoJSON and SVG", async () => {
    const [geojson, svg] = [join(folder, "map.geojson"), join(folder, "map.svg")];
    const { code, out } = await run("roadmap", scene, "--geojson", geojson, "--svg", svg, "--radius", "1.2");
    expect(code).toBe(0);
    expect(out).toContain("1 sites");
    const { type, features } = JSON.parse(readFileSync(geojson, "utf8"));
    expect(type).toBe("FeatureCollection");
    for (const { geometry, properties } of features) {
      expect(geometry.type).toBe("LineString");
      expect(properties.least).toBeLessThanOrEqual(properties.greatest);
    }
    expect(readFileSync(svg, "utf8")).toContain("clearance along the roadmap");
  });

  test("prints a route with its narrowest place; from within an obstacle, its way out", async () => {
    const route = await run("roadmap", scene, "--from", "2,2", "--to", "18,2", "--radius", "0.9");
    expect([route.code, route.err]).toEqual([0, ""]);
    expect(route.out).toMatch(/^route: 2\d\.\d{3} m, narrowest 2\.000 m at \[/);
    const out = await run("roadmap", scene, "--from", "10,2", "--to", "18,2", "--json");
    expect(JSON.parse(out.out).route.points[0]).toEqual([10, 2]);
  });

  test("refuses bad input in one line", async () => {
    expect(await run("roadmap", "nowhere.json")).toMatchObject({ code: 2 });
    expect(await run("roadmap", scene, "--radius", "-1")).toMatchObject({ code: 2 });
    const cases: [to: string, radius: string, message: string][] = [
      ["18,2", "1.1", "the widest way has a gate of 2.000 m at ["],
      ["10,2", "0", "the goal is not on free ground"],
      ["50,2", "0", "the goal is not on free ground"],
      ["nan,2", "0", "two finite numbers"],
    ];
    for (const [to, radius, message] of cases) {
      const { code, err } = await run("roadmap", scene, "--from", "2,2", "--to", to, "--radius", radius);
      expect(code).toBe(2);
      expect(err).toContain(message);
      expect(err.trim().split("\n")).toHaveLength(1);
    }
  });
});

describe("wayfield path --planner roadmap", () => {
  test("keeps the middle of the passage, and names the gate that is too narrow", async () => {
    const args = ["path", scene, "--planner", "roadmap", "--goal", "door", "--from", "2,2", "--json"];
    const wide = JSON.parse((await run(...args, "--radius", "0.9")).out);
    expect(wide.planner).toBe("roadmap");
    const [{ points, distance }] = wide.results;
    expect(points[0]).toEqual([2, 2]);
    expect(points.at(-1)).toEqual([18, 1]);
    const sum = points
      .slice(1)
      .reduce(
        (s: number, [x, y]: number[], i: number) => s + Math.hypot(x - points[i][0], y - points[i][1]),
        0,
      );
    expect(distance).toBeCloseTo(sum, 9);
    const narrow = JSON.parse((await run(...args, "--radius", "1.1")).out);
    expect(narrow.results[0]).toMatchObject({ distance: null, points: null });
    expect(narrow.results[0].reason).toContain("a gate of 2.000 m");
  });

  test("leads to a segment on a wall", async () => {
    const { out } = await run(
      "path",
      scene,
      "--planner",
      "roadmap",
      "--goal",
      "exit",
      "--from",
      "2,2",
      "--json",
      "--radius",
      "0.3",
    );
    const [{ points }] = JSON.parse(out).results;
    const [x, y] = points.at(-1);
    expect(x).toBe(20);
    expect(y).toBeGreaterThanOrEqual(3);
    expect(y).toBeLessThanOrEqual(5);
  });
});
