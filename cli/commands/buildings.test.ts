/** Commands on buildings: what they print, and what they refuse in one line. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { gallery } from "../../test/support/buildings.js";
import { runCli } from "../../test/support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-buildings-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string): string => join(folder, name);

function written(name: string, change: (scene: ReturnType<typeof gallery>) => void = () => {}): string {
  const scene = gallery();
  change(scene);
  writeFileSync(file(name), JSON.stringify({ format: "wayfield-scene", version: 1, ...scene }));
  return file(name);
}

const SCENE = written("gallery.json");

describe("path", () => {
  test("a way over the stair: points in space, levels beside them, metres along floors and the slope", async () => {
    const { code, out } = await runCli("path", SCENE, "--goal", "exit", "--from", "gallery:19,5", "--json");
    expect(code).toBe(0);
    const [result] = JSON.parse(out).results;
    expect(result).toEqual({
      from: [19, 5],
      level: "gallery",
      distance: 7 + 5 + 8,
      points: [
        [19, 5, 3],
        [12, 5, 3],
        [8, 5, 0],
        [0, 5, 0],
      ],
      levels: ["gallery", "gallery", "hall", "hall"],
    });
  });

  test("starts of a file name their levels", async () => {
    writeFileSync(file("starts.csv"), "level,x,y\nhall,5,5\ngallery,19,5\n");
    const { out } = await runCli("path", SCENE, "--goal", "exit", "--queries", file("starts.csv"), "--json");
    const { results } = JSON.parse(out);
    expect(results.map(({ distance }: { distance: number }) => distance)).toEqual([5, 20]);
  });

  test.each([
    [["--from", "1,1"], "in a building a start is LEVEL:X,Y; the levels are: hall, gallery"],
    [["--from", "halll:1,1"], 'there is no level "halll"; did you mean "hall"?'],
    [["--from", "hall:10,5"], "hall:10,5"],
    [["--from", "hall:1,1", "--planner", "flow"], "flow"],
    [["--from", "hall:1,1", "--time", "3"], "--time: is for plans of one floor"],
  ])("%j is refused", async (options, says) => {
    const { code, err } = await runCli("path", SCENE, "--goal", "exit", ...options);
    expect(code).toBe(2);
    expect(err).toContain(says);
    expect(err.trim().split("\n")).toHaveLength(1);
  });

  test("a level in the plan of one floor is refused", async () => {
    const { code, err } = await runCli("path", "two-rooms", "--goal", "exit", "--from", "hall:1,1");
    expect(code).toBe(2);
    expect(err).toContain("the scene has one floor; a start is X,Y");
  });
});

describe("check", () => {
  test("a sound building, and one in JSON", async () => {
    expect((await runCli("check", SCENE)).out).toContain("0 errors, 0 warnings");
    const bad = written("bad.json", (scene) => {
      scene.levels[1].name = "hall";
    });
    const { code, out } = await runCli("check", bad, "--json");
    expect(code).toBe(2);
    expect(JSON.parse(out).errors[0]).toMatchObject({ code: "level-name", where: "levels[1].name" });
  });

  test("--fix mends levels, and writes scene files alone", async () => {
    const twice = written("twice.json", (scene) => {
      scene.levels[0].boundary.push([0, 10]);
    });
    const { code } = await runCli("check", twice, "--fix", file("mended.json"));
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(file("mended.json"), "utf8")).levels[0].boundary).toHaveLength(4);
    const { code: refused, err } = await runCli("check", twice, "--fix", file("mended.wkt"));
    expect(refused).toBe(2);
    expect(err).toContain("hold one floor");
  });
});

test("convert keeps buildings in scene files, and takes one level elsewhere", async () => {
  const { out } = await runCli("convert", SCENE, file("copy.json"), "--scale", "2", "--json");
  expect(JSON.parse(out)).toMatchObject({ levels: 2, connections: 1, goals: 1 });
  expect(JSON.parse(readFileSync(file("copy.json"), "utf8")).levels[1].elevation).toBe(6);
  const { code, err } = await runCli("convert", SCENE, file("copy.wkt"));
  expect(code).toBe(2);
  expect(err).toContain("--level takes one of: hall, gallery");
  expect((await runCli("convert", SCENE, file("hall.wkt"), "--level", "hall")).code).toBe(0);
  expect(readFileSync(file("hall.wkt"), "utf8")).toContain("POLYGON");
});

test("draw: side by side, stacked, one level; a plan has no views", async () => {
  for (const options of [[], ["--view", "stacked"], ["--level", "hall"]]) {
    const { code } = await runCli("draw", SCENE, "--svg", file("gallery.svg"), ...options);
    expect(code).toBe(0);
    expect(readFileSync(file("gallery.svg"), "utf8").includes("gallery  ·  +3 m")).toBe(
      options[0] !== "--level",
    );
  }
  const { code, err } = await runCli("draw", "corridor", "--svg", file("x.svg"), "--view", "stacked");
  expect(code).toBe(2);
  expect(err).toContain("--view: the scene has one floor");
});

describe("run", () => {
  test("people leave the gallery over the stair; recorded in space, summed up by level", async () => {
    const { code, out, err } = await runCli("run", SCENE, "--out", file("out"), "--json");
    expect(err).toBe("");
    expect(code).toBe(0);
    const { agents, arrived, wallHits, storeys } = JSON.parse(out);
    expect([agents, arrived, wallHits]).toEqual([5, 5, 0]);
    expect(storeys.map(({ name }: { name: string }) => name)).toEqual(["hall", "gallery", "stairs"]);
    expect(storeys[1].most).toBe(5);
    const rows = readFileSync(join(file("out"), "trajectories.csv"), "utf8")
      .trim()
      .split("\n");
    expect(rows[0]).toBe("frame,time,id,x,y,vx,vy,radius,group,waits,z,level");
    const cells = rows.slice(1).map((row) => row.split(","));
    // Nobody changes level but over the stair, and heights fit.
    const last = new Map<string, string>();
    for (const [, , id, x, y, , , , , , z, level] of cells) {
      const name = level.slice(1, -1);
      const before = last.get(id);
      if (before !== undefined && before !== name) expect([before, name]).toContain("A");
      last.set(id, name);
      expect(Number(x) >= 0 && Number(x) <= 20 && Number(y) >= 0 && Number(y) <= 10).toBe(true);
      if (name === "A") expect(Number(z)).toBeCloseTo((3 * (Number(x) - 8)) / 4, 3);
      else expect(Number(z)).toBe(name === "hall" ? 0 : 3);
    }
    expect(cells.some((row) => row[11] === '"A"')).toBe(true);
  });

  test("down a potential everybody leaves, without a wall touched", async () => {
    const { code, out } = await runCli(
      "run",
      SCENE,
      "--planner",
      "potential",
      "--out",
      file("down"),
      "--json",
    );
    expect(code).toBe(0);
    const { agents, arrived, wallHits, overlaps } = JSON.parse(out);
    expect(agents).toBeGreaterThan(0);
    expect({ arrived, wallHits, overlaps }).toEqual({ arrived: agents, wallHits: 0, overlaps: 0 });
  });

  test.each([
    [["--planner", "flow"], "planner: flow plans no ways over stairs; pathmap, potential and roadmap do"],
    [["--record", "sqlite"], "--record: tables of JuPedSim hold one floor"],
  ])("%j is refused", async (options, says) => {
    const { code, err } = await runCli("run", SCENE, "--out", file("none"), ...options);
    expect(code).toBe(2);
    expect(err).toContain(says);
  });

  test("recordings are played back: the same people on the same levels, by levels and by heights alone", async () => {
    const whole = await runCli("run", SCENE, "--out", file("rec"), "--record", "csv,txt", "--json");
    const run = JSON.parse(whole.out);
    for (const name of ["trajectories.csv", "trajectories.txt"]) {
      const recording = join(file("rec"), name);
      const { code, out, err } = await runCli(
        "run",
        SCENE,
        "--out",
        file("again"),
        "--replay",
        recording,
        "--json",
      );
      expect([code, err]).toEqual([0, ""]);
      const again = JSON.parse(out);
      expect([again.agents, again.arrived, again.inside]).toEqual([5, 5, 0]);
      expect(Math.abs(again.time - run.time)).toBeLessThan(0.3);
      expect(again.storeys.map(({ most }: { most: number }) => most)).toEqual(
        run.storeys.map(({ most }: { most: number }) => most),
      );
      expect(again.lines.map(({ count }: { count: number }) => count)).toEqual([5]);
      // Nobody leaps where the sheet does.
      expect(again.meanTravelTime).toBeCloseTo(run.meanTravelTime, 0);
    }
  });

  test.each([
    ["one floor's", "frame,time,id,x,y\n0,0,1,1,1\n", "in a building recordings have levels or heights"],
    [
      "a level's that is not there",
      'frame,time,id,x,y,level\n0,0,1,1,1,"attic"\n',
      'person 1 at 0 s is at (1, 1) of "attic"',
    ],
    [
      "one in the air",
      "frame,time,id,x,y,z\n0,0,1,1,1,1.5\n",
      "is at (1, 1, 1.5), where the building has no floor",
    ],
  ])("a recording that is %s is refused in one line", async (_, text, says) => {
    writeFileSync(file("bad.csv"), text);
    const { code, err } = await runCli("run", SCENE, "--out", file("none"), "--replay", file("bad.csv"));
    expect(code).toBe(2);
    expect(err).toContain(says);
    expect(err.trim().split("\n")).toHaveLength(1);
  });

  test("where a lift alone leads down, ways and people take it", async () => {
    const lift = written("lift.json", (scene) => {
      const door: [[number, number], [number, number]] = [
        [20, 2],
        [20, 3],
      ];
      scene.connections = [{ kind: "lift", at: { hall: door, gallery: door } }];
    });
    const way = await runCli(
      "path",
      lift,
      "--goal",
      "exit",
      "--from",
      "gallery:19,2.5",
      "--by",
      "time",
      "--json",
    );
    const [{ distance, seconds, points }] = JSON.parse(way.out).results;
    // A metre to the door, 3 m down, and from there past the block to the near end of the exit.
    const walked = 1 + Math.hypot(20, 1.5);
    expect(points).toHaveLength(4);
    expect(distance).toBeCloseTo(walked, 9);
    // A third of 3 m until the car is there, doors three times, dwell, 3 m at 1 m/s.
    const speed = walked / (seconds - (1 + 2 + 4 + 2 + 3 + 2));
    expect(speed).toBeCloseTo(1.34, 2);
    const { code, out } = await runCli("run", lift, "--out", file("lift"), "--json");
    expect(code).toBe(0);
    const { agents, arrived } = JSON.parse(out);
    expect(arrived).toBe(agents);
  });
});

test("people of a run go along the roadmap, over the stair", async () => {
  const { code, out } = await runCli("run", SCENE, "--planner", "roadmap", "--out", file("along"), "--json");
  expect(code).toBe(0);
  const { agents, arrived, wallHits, overlaps } = JSON.parse(out);
  expect({ arrived, wallHits, overlaps }).toEqual({ arrived: agents, wallHits: 0, overlaps: 0 });
});

test("roadmap counts the diagrams of all levels and flights, and writes them with heights", async () => {
  const { code, out } = await runCli(
    "roadmap",
    SCENE,
    "--geojson",
    file("map.geojson"),
    "--svg",
    file("map.svg"),
    "--json",
  );
  expect(code).toBe(0);
  const { sites, vertices, edges } = JSON.parse(out);
  expect(sites).toBe(2);
  expect(edges).toBeGreaterThan(20);
  expect(vertices).toBeGreaterThan(20);
  const { features } = JSON.parse(readFileSync(file("map.geojson"), "utf8"));
  expect(features).toHaveLength(edges);
  const levels = new Set(features.map((f: { properties: { level: string } }) => f.properties.level));
  expect(levels).toEqual(new Set(["hall", "gallery", "A"]));
  const stair = features.find((f: { properties: { level: string } }) => f.properties.level === "A");
  const heights = stair.geometry.coordinates.map((p: number[]) => p[2]).sort();
  expect(heights).toEqual([0, 3]);
  expect(readFileSync(file("map.svg"), "utf8")).toContain("clearance along the roadmap");
  const route = await runCli("roadmap", SCENE, "--from", "1,1", "--to", "2,2");
  expect(route.code).toBe(2);
  expect(route.err).toContain("--from: routes through a building: wayfield path SCENE --planner roadmap");
});

test("path takes the roadmap, with a radius", async () => {
  const way = ["path", SCENE, "--goal", "exit", "--from", "gallery:16,5", "--planner", "roadmap", "--json"];
  const { out } = await runCli(...way, "--radius", "0.9");
  const [{ distance, levels, points }] = JSON.parse(out).results;
  expect(distance).toBeCloseTo(17, 6);
  expect(levels.at(0)).toBe("gallery");
  expect(levels.at(-1)).toBe("hall");
  expect(points.at(0)).toEqual([16, 5, 3]);
  const none = JSON.parse((await runCli(...way, "--radius", "1.1")).out).results[0];
  expect(none).toMatchObject({ distance: null, points: null });
  expect(none.reason).toContain("wide enough for a radius of 1.1 m");
});

describe("map", () => {
  test("one level, as a plan is baked: cells, and distances over the stair", async () => {
    const { code, out } = await runCli(
      "map",
      SCENE,
      "--goal",
      "exit",
      "--level",
      "gallery",
      "--size",
      "40",
      "--npy",
      file("gallery.npy"),
      "--svg",
      file("gallery.svg"),
      "--from",
      "gallery:16,5",
      "--json",
    );
    expect(code).toBe(0);
    const { backend, levels, cell, reachable } = JSON.parse(out);
    expect({ backend, cell, reachable }).toEqual({ backend: "cpu", cell: 0.5, reachable: 1 });
    expect(levels).toHaveLength(1);
    expect(levels[0]).toMatchObject({ level: "gallery", width: 40, height: 20, origin: [0, 0], cell: 0.5 });
    const bytes = readFileSync(file("gallery.npy"));
    const end = bytes.byteOffset + bytes.length;
    const values = new Float32Array(bytes.buffer.slice(end - 4 * 800, end));
    // In the middle of the stair's footprint there is nothing; at [16.25, 5.25], 4.25 m to the head, 5 m down, 8 m to the exit.
    expect(values[10 * 40 + 20]).toBeNaN();
    expect(values[10 * 40 + 32]).toBeCloseTo(17.25, 5);
    expect(Math.max(...values.filter((v) => v < Infinity))).toBeCloseTo(levels[0].maxDistance, 5);
  });

  test("all levels side by side", async () => {
    const { code, out } = await runCli(
      "map",
      SCENE,
      "--goal",
      "exit",
      "--size",
      "60",
      "--png",
      file("all.png"),
      "--from",
      "gallery:16,5",
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^hall: 60 x 30 cells; 100 % of the free ones reach exit/);
    expect(out).toContain("gallery: 60 x 30 cells");
    expect(readFileSync(file("all.png")).length).toBeGreaterThan(1000);
  });

  test.each([
    [["--npy", "x.npy"], "--npy: holds one level: --level NAME is needed"],
    [["--backend", "gpu"], "--backend: maps of buildings are baked on the processor: auto or cpu"],
    [["--colours", "regions"], "--colours: regions are those of a plan of one floor: distance or paper"],
    [["--time", "3"], "--time: is for plans of one floor; a building is planned as it is drawn"],
    [["--level", "halll"], 'there is no level "halll"; did you mean "hall"?'],
    [["--from", "1,1"], "in a building a start is LEVEL:X,Y"],
  ])("%j is refused", async (options, says) => {
    const { code, err } = await runCli("map", SCENE, "--goal", "exit", ...options);
    expect(code).toBe(2);
    expect(err).toContain(says);
    expect(err.trim().split("\n")).toHaveLength(1);
  });

  test("a level of a plan of one floor is refused", async () => {
    const { code, err } = await runCli("map", "two-rooms", "--goal", "exit", "--level", "hall");
    expect(code).toBe(2);
    expect(err).toContain("--level: the scene has one floor, and no levels");
  });
});

test("flow takes plans of one floor", async () => {
  const { code, err } = await runCli("flow", SCENE);
  expect(code).toBe(2);
  expect(err).toContain("levels: the scene is a building, and a plan of one floor is needed here");
});

describe("bad buildings are refused in one line, by run and by check", () => {
  const door: [[number, number], [number, number]] = [
    [20, 2],
    [20, 3],
  ];
  const wall: [[number, number], [number, number]] = [
    [0, 7],
    [0, 9],
  ];
  type Flight = {
    from: { level: string; segment: typeof door };
    to: { level: string; segment: typeof door };
  };
  const stairs = (scene: ReturnType<typeof gallery>) => scene.connections![0] as unknown as Flight;

  test.each<[string, (scene: ReturnType<typeof gallery>) => void, string]>([
    [
      "a flight into a wall",
      (s) => (stairs(s).from.segment = wall),
      "connections[0].from.segment: foot of the flight",
    ],
    [
      "a lift without a door",
      (s) => s.connections!.push({ kind: "lift", at: { hall: door } }),
      "connections[1].at: a lift needs doors on at least two levels; given: 1",
    ],
    [
      "two levels of one name",
      (s) => (s.levels[1].name = "hall"),
      'levels[1].name: "hall" is the name of levels[0]',
    ],
    [
      "a connection that names no level",
      (s) => (stairs(s).to.level = "galery"),
      'connections[0].to.level: "galery" is no level of this building; did you mean "gallery"?',
    ],
    ["a goal on no level", (s) => (s.goals!.exit.level = "cellar"), 'goals.exit.level: "cellar" is no level'],
    [
      "a connection whose from is not below its to",
      (s) => (s.levels[1].elevation = -3),
      'connections[0]: "hall" at 0 m is not below "gallery" at -3 m; `from` is the lower end',
    ],
  ])("%s", async (_, change, says) => {
    const bad = written("refused.json", change);
    const { code, err } = await runCli("run", bad, "--out", file("refused"));
    expect(code).toBe(2);
    expect(err).toContain(says);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect((await runCli("check", bad)).code).toBe(2);
  });
});
