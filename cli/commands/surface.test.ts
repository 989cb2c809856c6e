import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "fast-png";
import { afterAll, describe, expect, test } from "vitest";
import { planeSurface } from "../../src/scenes/index.js";
import { runCli as run } from "../../test/support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-surface-"));
afterAll(() => rmSync(folder, { recursive: true }));

const mesh = join(folder, "floor.obj");
const { positions, faces } = planeSurface(12, 12);
writeFileSync(
  mesh,
  `${positions.map((p) => `v ${p.join(" ")}`).join("\n")}\n${faces.map((f) => `f ${f.map((v) => v + 1).join(" ")}`).join("\n")}\n`,
);

describe("wayfield surface", () => {
  test.each(["cotan", "influence"])("prints paths as the contract says, with %s weights", async (weights) => {
    const places = [
      "--goal",
      "9,5,0",
      "--from",
      "v63",
      "--from",
      "2,5,0.5",
      "--from",
      "v0",
      "--block",
      "v78",
    ];
    const { code, out } = await run("surface", mesh, ...places, "--weights", weights, "--geodesic", "--json");
    expect(code).toBe(0);
    const answer = JSON.parse(out);
    expect(answer).toMatchObject({ vertices: 144, faces: 242, weights, solveMs: expect.any(Number) });
    const [a, b, c] = answer.results;
    expect(a.points[0]).toEqual([...positions[63]]);
    expect(a.points.at(-1)).toEqual([9, 5, 0]);
    expect(a.length).toBeGreaterThanOrEqual(a.geodesic.length);
    expect(b).toMatchObject({ from: [2, 5, 0], offSurface: 0.5 });
    expect(c).toMatchObject({ length: null, points: null, reason: expect.stringContaining("limit") });
  });

  test("writes pictures and paths", async () => {
    const [png, svg, glb, obj] = ["a.png", "a.svg", "a.glb", "a.obj"].map((name) => join(folder, name));
    const files = ["--png", png, "--svg", svg, "--glb", glb, "--obj", obj];
    const { code, out } = await run(
      "surface",
      "torus",
      "--goal",
      "v0",
      "--from",
      "v700",
      ...files,
      "--size",
      "300",
    );
    expect(code).toBe(0);
    expect(out).toContain("2880 faces");
    expect(out).toMatch(/m over \d+ points/);
    const picture = decode(readFileSync(png));
    expect(picture.width).toBe(300);
    // Green at the goal and red far off: both kinds of pixels are there.
    let [green, red] = [0, 0];
    for (let i = 0; i < picture.data.length; i += picture.channels) {
      const [r, g] = [picture.data[i], picture.data[i + 1]];
      if (g > 1.5 * r && g > 80) green++;
      if (r > 2 * g && r > 80) red++;
    }
    expect(green).toBeGreaterThan(100);
    expect(red).toBeGreaterThan(100);
    expect(readFileSync(svg, "utf8")).toContain('class="paths"');
    expect(readFileSync(glb).subarray(0, 4).toString()).toBe("glTF");
    expect(readFileSync(obj, "utf8")).toMatch(/^# Wayfield[\s\S]*\nl 1 2 /);
  });

  test("built-in surfaces are welded too", async () => {
    const { code, out, err } = await run("surface", "sphere", "--goal", "v0", "--weld", "0.2", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out).vertices).toBeLessThan(2562);
    expect(err).toContain("vertices joined with others");
  });

  test("notes what was done to a mesh on standard error", async () => {
    const soup = join(folder, "soup.stl");
    writeFileSync(
      soup,
      `solid\n${faces.map((f) => `outer loop ${f.map((v) => `vertex ${positions[v].join(" ")}`).join(" ")} endloop`).join("\n")}`,
    );
    const { code, err } = await run("surface", soup, "--goal", "5,5,0", "--from", "3,3,0");
    expect(code).toBe(0);
    expect(err).toContain("vertices joined with others at the same place");
  });

  test.each<[string, string[], string]>([
    ["no goal", [mesh], "required option '--goal <place>'"],
    [
      "a goal that is no place",
      [mesh, "--goal", "here"],
      "--goal: a place is a vertex such as v12 or a point X,Y,Z",
    ],
    ["a vertex that is not there", [mesh, "--goal", "v144"], "v0 to v143"],
    ["a start that is no place", [mesh, "--goal", "v60", "--from", "1,2"], "--from: a place"],
    ["a wrong radius", [mesh, "--goal", "v60/x"], "after the slash comes a radius"],
    ["a goal on an obstacle", [mesh, "--goal", "v60", "--block", "v60"], "on an obstacle"],
    ["an unknown surface", ["sphre", "--goal", "v0"], "is no built-in surface"],
    ["an unknown ending", ["a.xyz", "--goal", "v0"], "known: .obj"],
    ["a missing file", ["none.obj", "--goal", "v0"], "no such file"],
    ["a wrong camera", [mesh, "--goal", "v60", "--view", "0,100"], "elevation from -90 to 90"],
    ["a wrong weighting", [mesh, "--goal", "v60", "--weights", "x"], "Allowed choices are cotan, influence"],
  ])("%s is one line and exit code 2", async (_, args, message) => {
    const { code, out, err } = await run("surface", ...args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});
