import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "fast-png";
import { afterAll, describe, expect, test } from "vitest";
import { runCli as run } from "../../test/support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-run-mesh-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("wayfield run MESH", () => {
  test("agents walk, are recorded and drawn, and runs repeat", async () => {
    const out = join(folder, "sphere");
    const args = ["--goal", "0,0,1", "--from", "0,0,-1", "--agents", "5", "--radius", "0.05", "--seed", "3"];
    const first = await run("run", "sphere", ...args, "--out", out, "--json");
    expect(first).toMatchObject({ code: 0, err: "" });
    const answer = JSON.parse(first.out);
    expect(answer).toMatchObject({ mesh: "sphere", faces: 5120, agents: 6, arrived: 6 });
    // Half around a sphere of radius 1 is no shorter than pi, but for the flatness of faces.
    expect(answer.people[0].walked).toBeGreaterThan(3.1);
    expect(answer.people[0].arrived).toBeCloseTo(answer.people[0].walked / 1.34, 0);
    for (const file of answer.files) expect(existsSync(file)).toBe(true);
    const rows = readFileSync(join(out, "trajectories.csv"), "utf8").trim().split("\n");
    expect(rows[0]).toBe("frame,time,id,x,y,z");
    const places = rows.slice(1).map((row) => row.split(",").map(Number));
    expect(places.filter(([frame]) => frame === 0)).toHaveLength(6);
    const last = places.filter(([, , id]) => id === 0).at(-1)!;
    expect(last.slice(3).map((x) => Math.round(1e6 * x))).toEqual([0, 0, 1e6]);
    // At the goal itself people vanish one after the other.
    const walking = places.filter(([, , , , , z]) => z < 0.99);
    let nearest = Infinity;
    for (const p of walking)
      for (const q of walking)
        if (p[0] === q[0] && p[2] < q[2])
          nearest = Math.min(nearest, Math.hypot(p[3] - q[3], p[4] - q[4], p[5] - q[5]));
    expect(nearest).toBeGreaterThanOrEqual(0.1 - 1e-9);
    const { width, data } = decode(readFileSync(join(out, "ways.png")));
    expect(width).toBeGreaterThan(100);
    expect(new Set(data).size).toBeGreaterThan(50);
    const again = await run("run", "sphere", ...args, "--out", join(folder, "again"), "--json");
    expect(JSON.parse(again.out).people).toEqual(answer.people);
  });

  test("a vector bends the way to the side that it points to", async () => {
    const way = async (...bend: string[]): Promise<number> => {
      const out = join(folder, "bent");
      const args = ["--goal", "10,6,0", "--from", "2,6,0", "--speed", "5", "--duration", "2", "--out", out];
      const { code, err } = await run("run", "slivers", ...args, ...bend);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      const rows = readFileSync(join(out, "trajectories.csv"), "utf8").trim().split("\n").slice(1);
      return rows.reduce((sum, row) => sum + Number(row.split(",")[4]) - 6, 0) / rows.length;
    };
    const [up, down, straight] = [
      await way("--epsilon", "1.5", "--vector", "0,1,0"),
      await way("--epsilon", "1.5", "--vector", "0,-1,0"),
      await way(),
    ];
    expect(up).toBeGreaterThan(straight + 0.01);
    expect(down).toBeLessThan(straight - 0.01);
  });

  test("who does not arrive in time is told", async () => {
    const png = join(folder, "late.png");
    const args = ["--goal", "0,0,1", "--from", "0,0,-1", "--duration", "1", "--png", png];
    const { code, out } = await run("run", "sphere", ...args);
    expect(code).toBe(0);
    expect(out).toContain("0 of 1 arrived, 1.0 s");
  });

  test.each([
    [["sphere", "--from", "v0"], "--goal PLACE"],
    [["sphere", "--goal", "v0"], "--from PLACE"],
    [["sphere", "--goal", "v0", "--from", "v9999999"], "--from: a vertex in use"],
    [
      ["sphere", "--goal", "v0", "--from", "v5", "--from", "v5", "--radius", "0.1"],
      "--from v5: agent 0 stands there",
    ],
    [["sphere", "--goal", "v0", "--agents", "500", "--radius", "0.3"], "there is room for"],
    [["sphere", "--goal", "v0", "--agents", "0"], "A whole number from 1 to 100000 is allowed"],
    [
      ["sphere", "--goal", "v0", "--from", "v5", "--agents", "0"],
      "A whole number from 1 to 100000 is allowed",
    ],
    [["sphere", "--goal", "v0", "--from", "v5", "--epsilon", "1"], "one needs the other"],
    [["sphere", "--goal", "v0", "--from", "v5", "--epsilon", "9", "--vector", "1,0,0"], "below 2"],
    [["sphere", "--goal", "v0", "--from", "v5", "--planner", "roadmap"], "--planner: is of scenes only"],
    [["sphere", "--goal", "v0", "--from", "v5", "--resume"], "--resume: is of scenes only"],
    [["two-rooms", "--agents", "3"], "--agents: is of meshes only"],
    [["missing.obj", "--goal", "v0", "--from", "v5"], "missing.obj"],
  ])("%j is refused in one line", async (args, message) => {
    const { code, err, out } = await run("run", ...args, "--png", join(folder, "no.png"));
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toContain(message);
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});
