import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCli as run } from "../../test/support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-paths-"));
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
          [8, 0],
          [10, 0],
          [10, 8],
          [8, 8],
        ],
      },
      {
        segment: [
          [15, 0],
          [15, 10],
        ],
      },
    ],
    goals: { door: { points: [[14, 1]] } },
  }),
);

describe("wayfield path --planner", () => {
  const planner = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const ask = (name: string) =>
    run("path", scene, "--goal", "door", "--from", "12,5", "--from", "2,2", "--planner", name, "--json");

  test("takes a planner from a file", async () => {
    const file = planner(
      "crow.mjs",
      `export default (world, { goals: [{ point }] }) => {
        const way = (p) => (world.visible(p, point) ? Math.hypot(point[0] - p[0], point[1] - p[1]) : null);
        return {
          heading: () => [0, 0],
          cost: (p) => way(p) && 2 * way(p),
          distance: way,
          pathFrom: (p) => (way(p) === null ? null : [p, point]),
          reason: () => "a wall is in sight",
        };
      };`,
    );
    const { code, out } = await ask(file);
    expect(code).toBe(0);
    const distance = Math.hypot(2, 4);
    expect(JSON.parse(out)).toMatchObject({
      planner: "crow",
      results: [
        {
          distance,
          cost: 2 * distance,
          points: [
            [12, 5],
            [14, 1],
          ],
        },
        { distance: null, points: null, reason: "a wall is in sight" },
      ],
    });
  });

  test.each([
    [
      "raodmap",
      '--planner: there is no planner "raodmap"; did you mean "roadmap"? there are: pathmap, potential',
    ],
    ["./nowhere.js", "--planner ./nowhere.js: there is no such file"],
    [planner("word.mjs", 'export default "word";'), "the default export has to be a function"],
    [planner("none.mjs", "export const planner = () => null;"), "it is: undefined"],
    [
      planner("nothing.mjs", "export default () => null;"),
      "nothing.mjs: a planner has to return a function of headings, or a guide",
    ],
    [
      planner("flow.mjs", "export default () => null;"),
      "planners.flow: there is a built-in planner of this name",
    ],
  ])("%s is refused in one line", async (name, message) => {
    const { code, err } = await ask(name);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err.trimEnd()).not.toContain("\n");
  });

  test("what goes wrong in a planner is said with its file's name, and is the caller's fault", async () => {
    const parts = "cost: () => 1, distance: () => 1, heading: () => [1, 0]";
    for (const [name, text, message] of [
      [
        "throws.mjs",
        "export default () => { throw new TypeError('no luck'); }",
        "the planner failed: TypeError: no luck",
      ],
      [
        "lost.mjs",
        `export default () => ({ ${parts}, pathFrom: () => { throw new Error('lost'); } })`,
        "pathFrom failed: Error: lost",
      ],
      [
        "short.mjs",
        `export default () => ({ ${parts}, pathFrom: (p) => [p] })`,
        "pathFrom([12, 5]) has to end at a goal",
      ],
      [
        "bare.mjs",
        "export default () => () => [1, 0]",
        "it makes a function of headings, which knows no paths",
      ],
    ]) {
      const file = planner(name, text);
      const { code, err } = await ask(file);
      expect(code).toBe(2);
      expect(err).toContain(`--planner ${file}: ${message}`);
      expect(err.trim().split("\n")).toHaveLength(1);
    }
  });

  test("--cell is for potentials: one that closes a passage is refused, another planner knows none", async () => {
    const narrow = join(folder, "narrow.json");
    const wall = (y0: number, y1: number) => ({
      polygon: [
        [9, y0],
        [10, y0],
        [10, y1],
        [9, y1],
      ],
    });
    const boundary = [
      [0, 0],
      [20, 0],
      [20, 10],
      [0, 10],
    ];
    const goals = { door: { points: [[18, 5]] } };
    const obstacles = [wall(0, 4.4), wall(5.1, 10)];
    writeFileSync(
      narrow,
      JSON.stringify({ format: "wayfield-scene", version: 1, boundary, obstacles, goals }),
    );
    const cells = (...more: string[]) => run("path", narrow, "--goal", "door", "--from", "2,2", ...more);
    expect(await cells("--planner", "potential", "--cell", "0.2")).toMatchObject({ code: 0 });
    const closed = await cells("--planner", "potential", "--cell", "0.8");
    expect(closed.code).toBe(2);
    expect(closed.err).toMatch(/cell: cells of 0.8 m close the passage at/);
    const other = await cells("--cell", "0.2");
    expect(other).toMatchObject({ code: 2 });
    expect(other.err).toContain("--cell: only planner potential has cells; given: pathmap");
    expect((await cells("--planner", "potential", "--cell", "NaN")).err).toContain("> 0 is allowed");
  });

  test("a planner that the scene names and nobody knows is refused, but where another is asked for", async () => {
    const odd = join(folder, "odd.json");
    const named = { ...JSON.parse(readFileSync(scene, "utf8")), simulation: { planner: "pathmpa" } };
    writeFileSync(odd, JSON.stringify(named));
    const from = ["--goal", "door", "--from", "12,5"];
    const refused = await run("path", odd, ...from);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/simulation.planner: there is no planner "pathmpa"; did you mean "pathmap"/);
    expect((await run("path", odd, ...from, "--planner", "roadmap")).code).toBe(0);
  });

  test("--raster answers from cells with the same paths, and says so; other planners have none", async () => {
    const ask = (...more: string[]) =>
      run(
        "path",
        scene,
        "--goal",
        "door",
        "--from",
        "12,5",
        "--from",
        "2,2",
        "--from",
        "19,1",
        "--json",
        ...more,
      );
    const exact = await ask();
    const baked = await ask("--raster", "200");
    expect([exact.code, baked.code]).toEqual([0, 0]);
    expect(JSON.parse(baked.out)).toEqual({ ...JSON.parse(exact.out), raster: 200 });
    expect(JSON.parse(baked.out).results[2]).toMatchObject({
      points: null,
      reason: expect.stringMatching(/./),
    });
    for (const [more, message] of [
      [
        ["--planner", "roadmap", "--raster", "50"],
        "--raster: only path maps without weights are baked into rasters; given: planner roadmap",
      ],
      [["--raster", "0"], "1 to 100000"],
    ] as const) {
      const { code, err } = await ask(...more);
      expect(code).toBe(2);
      expect(err).toContain(message);
      expect(err.trimEnd()).not.toContain("\n");
    }
    const { code, err } = await run(
      "path",
      "transport",
      "--goal",
      "station",
      "--from",
      "2,5",
      "--raster",
      "50",
    );
    expect([code, err]).toEqual([2, expect.stringContaining("given: a scene with weights")]);
  });

  test("flow needs a flow in the scene", async () => {
    const { code, err } = await ask("flow");
    expect([code, err.trimEnd().split("\n").length]).toEqual([2, 1]);
  });
});

describe("wayfield path", () => {
  test("prints paths as the contract says; no way has a reason, and a start in a wall is a mistake", async () => {
    const starts = ["--from", "8,4", "--from", "18,5", "--from", "9,4", "--from", "14,1"];
    const { code, out, err } = await run("path", scene, "--goal", "door", ...starts, "--json");
    expect(code).toBe(2);
    expect(err).toMatch(/^wayfield: --from 9,4: .*not on free ground.*\n$/);
    expect(JSON.parse(out)).toEqual({
      planner: "pathmap",
      goal: "door",
      radius: 0,
      results: [
        {
          from: [8, 4],
          distance: 6 + Math.hypot(4, 7),
          points: [
            [8, 4],
            [8, 8],
            [10, 8],
            [14, 1],
          ],
        },
        { from: [18, 5], distance: null, points: null, reason: expect.stringContaining("no way") },
        { from: [9, 4], distance: null, points: null, reason: expect.stringContaining("not on free ground") },
        { from: [14, 1], distance: 0, points: [[14, 1]] },
      ],
    });
  });

  test("reads starts from a CSV file, and a radius", async () => {
    const csv = join(folder, "starts.csv");
    writeFileSync(csv, "x,y\n2,5\n\n12,1\n");
    const { code, out } = await run(
      "path",
      scene,
      "--goal",
      "door",
      "--queries",
      csv,
      "--radius",
      "0.5",
      "--json",
    );
    const { results, radius } = JSON.parse(out);
    expect([code, radius, results.length]).toEqual([0, 0.5, 2]);
    expect(results[1].distance).toBeCloseTo(2, 9);
    expect(results[0].distance).toBeGreaterThan(17);
    const narrow = await run("path", scene, "--goal", "door", "--from", "2,5", "--radius", "1.2");
    expect(narrow.out).toContain("no passage to the goal is wide enough");
  });

  test.each([
    [["--goal", "door"], /from where/],
    [["--goal", "exit", "--from", "1,1"], /there is no goal "exit"; the scene has: door/],
    [["--goal", "door", "--from", "1"], /a point is X,Y/],
    [["--goal", "door", "--from", "NaN,1"], /two finite numbers/],
    [["--from", "1,1"], /--goal/],
    [["--goal", "door", "--from", "1,1", "--radius", "-1"], /radius/],
    [["--goal", "door", "--queries", join(folder, "none.csv")], /no such file/],
  ])("%j ends with one line and exit code 2", async (args, message) => {
    const { code, out, err } = await run("path", scene, ...args);
    expect([code, out]).toEqual([2, ""]);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(err).toMatch(message);
  });

  test("a CSV file with a wrong header or number names the line", async () => {
    const csv = join(folder, "bad.csv");
    writeFileSync(csv, "a,b\n1,2\n");
    expect((await run("path", scene, "--goal", "door", "--queries", csv)).err).toMatch(
      /line 1: the header must be x,y/,
    );
    writeFileSync(csv, "x,y\n1,2\n3,oops\n");
    expect((await run("path", scene, "--goal", "door", "--queries", csv)).err).toMatch(
      /line 3: two finite numbers/,
    );
  });
});

describe("wayfield map", () => {
  test("writes the raster as .npy and pictures, and prints the contract's JSON", async () => {
    const [npy, png, svg] = ["map.npy", "map.png", "map.svg"].map((name) => join(folder, name));
    const files = ["--npy", npy, "--png", png, "--svg", svg];
    const { code, out } = await run(
      "map",
      scene,
      "--goal",
      "door",
      "--size",
      "40",
      "--backend",
      "cpu",
      ...files,
      "--json",
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      backend: "cpu",
      width: 40,
      height: 20,
      origin: [0, 0],
      cell: 0.5,
      reachable: expect.closeTo(536 / 736, 9),
      maxDistance: expect.any(Number),
      quantity: "distance",
      buildMs: expect.any(Number),
      rasterMs: expect.any(Number),
    });
    const bytes = readFileSync(npy);
    expect(bytes.subarray(0, 6)).toEqual(Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]));
    const header = bytes.subarray(10, 10 + bytes.readUInt16LE(8)).toString();
    expect(header).toContain("'descr': '<f4', 'fortran_order': False, 'shape': (20, 40)");
    const at = (column: number, row: number): number =>
      bytes.readFloatLE(10 + bytes.readUInt16LE(8) + 4 * (row * 40 + column));
    expect(at(27, 2)).toBeCloseTo(Math.hypot(0.25, 0.25), 6);
    expect(at(17, 2)).toBeNaN();
    expect(at(35, 10)).toBe(Infinity);
    expect(readFileSync(svg, "utf8")).toContain("data:image/png;base64,");
    expect(readFileSync(png).subarray(1, 4).toString()).toBe("PNG");
  });

  test("auto says which backend it took", async () => {
    const { code, out } = await run("map", scene, "--goal", "door", "--size", "10", "--json");
    expect([code, JSON.parse(out).backend]).toEqual([0, expect.stringMatching(/^[cg]pu$/)]);
  });

  test.each([
    [["--goal", "door", "--size", "0"], /size/],
    [["--goal", "door", "--size", "100000"], /GiB/],
    [["--goal", "nowhere"], /there is no goal "nowhere"/],
    [["--goal", "door", "--backend", "tpu"], /backend/],
    [["--goal", "door", "--from", "-5,5"], /--from -5,5: \[-5, 5\] is not on free ground/],
  ])("%j ends with one line and exit code 2", async (args, message) => {
    const { code, err } = await run("map", scene, ...args);
    expect(code).toBe(2);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(err).toMatch(message);
  });
});

describe("weights, barriers and schedules of a scene", () => {
  const room = JSON.parse(readFileSync(scene, "utf8"));
  const write = (name: string, changes: object): string => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify({ ...room, ...changes }));
    return file;
  };
  const barred = write("barred.json", {
    barriers: [
      {
        segment: [
          [12, 0],
          [12, 10],
        ],
        weight: 2,
      },
    ],
  });

  test("a barrier makes the way past it dearer, not longer", async () => {
    const { out } = await run("path", barred, "--goal", "door", "--from", "11,1", "--json");
    expect(JSON.parse(out).results[0]).toMatchObject({ distance: 3, cost: 2 + 2 });
    const text = await run("path", barred, "--goal", "door", "--from", "11,1");
    expect(text.out).toBe("11,1: 3.000 m at a cost of 4.000 over 2 points: 11,1  14,1\n");
  });

  test("a weighted vertex makes travellers faster", async () => {
    const fast = write("fast.json", { weights: [{ vertex: [10, 8], speed: 2 }] });
    const { out } = await run("path", fast, "--goal", "door", "--from", "10,9", "--json");
    expect(JSON.parse(out).results[0]).toMatchObject({ cost: 1 + Math.hypot(4, 7) / 2 });
    const map = await run("map", fast, "--goal", "door", "--size", "40", "--json");
    expect(JSON.parse(map.out)).toMatchObject({ backend: "cpu", quantity: "cost" });
  });

  test("a scene is taken as it is at --time", async () => {
    const moving = write("moving.json", {
      goals: {
        door: {
          points: [[14, 1]],
          schedule: [
            { time: 0, offset: [0, 0] },
            { time: 10, offset: [0, 8] },
            { time: 20, open: false },
          ],
        },
      },
    });
    const at = (time: string) =>
      run("path", moving, "--goal", "door", "--from", "14,1", "--time", time, "--json");
    expect(JSON.parse((await at("5")).out)).toMatchObject({ time: 5, results: [{ distance: 4 }] });
    const { code, err } = await at("20");
    expect([code, err]).toEqual([2, 'wayfield: --time: goal "door" is closed at 20 s\n']);
    expect((await at("-1")).code).toBe(2);
  });
});
