/** `--profile`: whose zones count. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCli as run } from "../../test/support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-profile-"));
afterAll(() => rmSync(folder, { recursive: true }));

const square = (x0: number, y0: number, x1: number, y1: number): number[][] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

function sceneWith(name: string, zones: unknown): string {
  const file = join(folder, `${name}.json`);
  const scene = {
    format: "wayfield-scene",
    version: 1,
    boundary: square(0, 0, 20, 10),
    goals: { exit: { points: [[19, 5]] } },
    profiles: { soldier: { radius: 0.2 }, tank: { radius: 0.4 } },
    zones,
    spawns: [{ places: [[1, 5]], profile: "tank", goals: ["exit"] }],
  };
  writeFileSync(file, JSON.stringify(scene));
  return file;
}

const scene = sceneWith("swamp", [
  { polygon: square(8, 2, 12, 8), speed: { soldier: 0.5 }, allow: ["soldier"] },
]);

describe("--profile", () => {
  const distance = async (...args: string[]): Promise<number> => {
    const { out } = await run("path", scene, "--goal", "exit", "--from", "1,5", "--json", ...args);
    return JSON.parse(out).results[0].distance;
  };

  test("path: a closed zone is an obstacle for every planner, an open one is not", async () => {
    const around = Math.hypot(7, 3) * 2 + 4;
    expect(await distance("--profile", "soldier")).toBeCloseTo(18, 9);
    expect(await distance("--profile", "tank")).toBeCloseTo(around, 9);
    expect(await distance()).toBeCloseTo(around, 9);
    for (const planner of ["potential", "roadmap"]) {
      expect(await distance("--profile", "tank", "--planner", planner)).toBeGreaterThan(around - 0.01);
    }
  });

  test("path: a path map says once that it ignores speeds, where there are any", async () => {
    const from = ["--goal", "exit", "--from", "1,5", "--from", "2,5"];
    const note = "note: planner pathmap plans ways as if speeds were the same in all zones\n";
    expect((await run("path", scene, ...from, "--profile", "soldier")).err).toBe(note);
    expect((await run("path", scene, ...from, "--profile", "tank")).err).toBe("");
    const roadmap = await run(
      "path",
      scene,
      ...from,
      "--profile",
      "soldier",
      "--planner",
      "roadmap",
      "--json",
    );
    expect(roadmap.err).toBe("");
    const [{ distance: metres, cost }] = JSON.parse(roadmap.out).results;
    expect(cost - metres).toBeCloseTo(4, 6);
  });

  test("map, field and roadmap know it too", async () => {
    const free = async (...args: string[]): Promise<number> => {
      const { out } = await run("field", scene, "--goal", "exit", "--cell", "0.5", "--json", ...args);
      return JSON.parse(out).cells.free;
    };
    expect((await free("--profile", "soldier")) - (await free("--profile", "tank"))).toBe(8 * 12);
    const far = async (profile: string): Promise<number> => {
      const args = ["map", scene, "--goal", "exit", "--size", "40", "--backend", "cpu", "--json"];
      return JSON.parse((await run(...args, "--profile", profile)).out).maxDistance;
    };
    expect(await far("tank")).toBeGreaterThan(await far("soldier"));
    const sites = async (profile: string): Promise<number> =>
      JSON.parse((await run("roadmap", scene, "--json", "--profile", profile)).out).sites;
    expect([await sites("soldier"), await sites("tank")]).toEqual([0, 1]);
  });

  test("a start in a closed zone, and a profile that is not there: one line, exit code 2", async () => {
    const start = await run("path", scene, "--goal", "exit", "--from", "10,5", "--profile", "tank");
    expect(start.code).toBe(2);
    expect(start.err).toBe(
      "wayfield: --from 10,5: [10, 5] is not on free ground: it lies inside zones[0].polygon: profile tank may not enter zones[0]\n",
    );
    const unknown = await run("path", scene, "--goal", "exit", "--from", "1,5", "--profile", "tonk");
    expect(unknown.code).toBe(2);
    expect(unknown.err).toBe(
      'wayfield: profile: there is no profile "tonk"; did you mean "tank"? the scene has: soldier, tank\n',
    );
  });
});

describe("bad zones: one line and exit code 2 of check, run and path", () => {
  test.each<[string, unknown, string]>([
    [
      "factors",
      [
        { polygon: square(4, 2, 8, 6), speed: 0.5 },
        { polygon: square(6, 4, 10, 8), speed: 0.2 },
      ],
      "zones[1].speed: overlaps zones[0], where the factor for profile soldier is 0.5 and not 0.2",
    ],
    ["zero", [{ polygon: square(4, 2, 8, 6), speed: 0 }], "zones[0].speed: "],
    ["outside", [{ polygon: square(34, 2, 38, 6) }], "zones[0].polygon: lies wholly outside the boundary"],
    [
      "unknown",
      [{ polygon: square(4, 2, 8, 6), allow: ["tonk"] }],
      'zones[0].allow[0]: "tonk" is no profile',
    ],
    ["spawn", [{ polygon: square(0, 2, 8, 6), allow: [] }], "spawns[0].places[0]: no part is open"],
    ["goal", [{ polygon: square(18, 2, 20, 6), allow: [] }], "spawns[0].goals[0]: exit cannot be reached"],
    ["level", [{ polygon: square(4, 2, 8, 6), level: "first" }], 'zones[0]: unknown key "level"'],
  ])("%s", async (name, zones, line) => {
    const file = sceneWith(name, zones);
    for (const args of [
      ["check", file],
      ["run", file, "--out", join(folder, `${name}-run`)],
      ["path", file, "--goal", "exit", "--from", "1,1"],
    ]) {
      const { code, err } = await run(...args);
      expect(code, args[0]).toBe(2);
      expect(err, args[0]).toContain(line);
      expect(err.trim().split("\n"), args[0]).toHaveLength(1);
    }
  });
});
