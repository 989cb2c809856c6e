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
    [["--from", "hall:1,1", "--planner", "roadmap"], "--planner: roadmap plans no ways over stairs"],
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
    [["--planner", "roadmap"], "planner: roadmap plans no ways over stairs"],
    [["--record", "sqlite"], "--record: tables of JuPedSim hold one floor"],
    [["--replay", "x.csv"], "--replay: recordings are played back on plans of one floor"],
  ])("%j is refused", async (options, says) => {
    const { code, err } = await runCli("run", SCENE, "--out", file("none"), ...options);
    expect(code).toBe(2);
    expect(err).toContain(says);
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

test("map takes plans of one floor", async () => {
  const { code, err } = await runCli("map", SCENE, "--goal", "exit", "--png", file("none.png"));
  expect(code).toBe(2);
  expect(err).toContain("levels: the scene is a building, and a plan of one floor is needed here");
});
