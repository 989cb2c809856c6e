import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCli as run } from "../../test/support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-field-"));
afterAll(() => rmSync(folder, { recursive: true }));

const square = (x0: number, y0: number, x1: number, y1: number): number[][] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];
const scene = join(folder, "room.json");
writeFileSync(
  scene,
  JSON.stringify({
    format: "wayfield-scene",
    version: 1,
    boundary: square(0, 0, 20, 10),
    obstacles: [{ polygon: square(8, 0, 10, 8) }, { polygon: square(15, 0, 15.5, 10) }],
    goals: { door: { points: [[14, 1]] } },
  }),
);

/** Float64 numbers of a .npy file, with its shape. */
function readNpy(file: string): { shape: number[]; data: Float64Array } {
  const bytes = readFileSync(file);
  const length = bytes.readUInt16LE(8);
  const header = bytes.toString("latin1", 10, 10 + length);
  expect(header).toContain("'descr': '<f8'");
  const shape = /\((\d+), (\d+)\)/.exec(header)!.slice(1).map(Number);
  const start = bytes.byteOffset + 10 + length;
  return { shape, data: new Float64Array(bytes.buffer.slice(start, start + 8 * shape[0] * shape[1])) };
}

describe("wayfield field", () => {
  test("prints what the contract says; the raster obeys the equation, with 0 in walls and 1 at the goal", async () => {
    const [npy, png, svg] = ["u.npy", "u.png", "u.svg"].map((name) => join(folder, name));
    const bend = ["--epsilon", "0.5", "--vector", "0.6,-0.8"];
    const files = ["--npy", npy, "--png", png, "--svg", svg, "--from", "2,2", "--size", "300"];
    const { code, out, err } = await run(
      "field",
      scene,
      "--goal",
      "door",
      "--cell",
      "0.25",
      ...bend,
      ...files,
      "--json",
    );
    expect([code, err]).toEqual([0, ""]);
    const facts = JSON.parse(out);
    expect(facts).toMatchObject({
      cells: { free: 80 * 40 - 8 * 32 - 2 * 40 - 1, occupied: 8 * 32 + 2 * 40, goal: 1 },
      solver: "elimination",
      reached: 1,
      width: 80,
      height: 40,
      origin: [0, 0],
      cell: 0.25,
    });
    expect(facts.residual).toBeLessThan(1e-9);
    const { shape, data } = readNpy(npy);
    expect(shape).toEqual([40, 80]);
    const u = (row: number, column: number): number =>
      row < 0 || column < 0 || row > 39 || column > 79 ? 0 : Math.exp(data[row * 80 + column]);
    let [goals, walls] = [0, 0];
    for (let row = 0; row < 40; row++) {
      for (let column = 0; column < 80; column++) {
        const own = u(row, column);
        if (own === 1) goals++;
        else if (own === 0) walls++;
        else {
          const [w, e, s, n] = [
            u(row, column - 1),
            u(row, column + 1),
            u(row - 1, column),
            u(row + 1, column),
          ];
          const pull = (e - w) * 0.6 + (n - s) * -0.8;
          expect(Math.abs((w + e + s + n) / 4 - (0.5 / 8) * pull - own)).toBeLessThan(1e-9 * own);
        }
      }
    }
    // Beyond the wall there is free ground without a way.
    expect([goals, walls]).toEqual([1, 8 * 32 + 2 * 40 + 18 * 40]);
    expect(readFileSync(svg, "utf8")).toContain("−log u");
    expect(existsSync(png)).toBe(true);
  });

  test("a path that cannot be drawn is no silence", async () => {
    const svg = join(folder, "no-way.svg");
    const { code, err } = await run("field", scene, "--goal", "door", "--from", "18,5", "--svg", svg);
    expect([code, err]).toEqual([0, "no way leads from 18,5 to door; no path is drawn\n"]);
    const bare = await run("field", scene, "--goal", "door", "--from", "2,2");
    expect([bare.code, bare.err]).toEqual([
      2,
      "wayfield: --from draws a path into a picture: --png or --svg is needed\n",
    ]);
  });

  test("says it in words, by a relaxation too, and with reflecting walls", async () => {
    const { out } = await run("field", scene, "--goal", "door", "--cell", "0.5");
    expect(out).toMatch(
      /^40 x 20 cells of 0.5000 m, \d+ of them free; 100 % of those with a way descend to door/,
    );
    const relaxed = await run(
      "field",
      scene,
      "--goal",
      "door",
      "--cell",
      "0.5",
      "--solver",
      "jacobi",
      "--iterations",
      "3",
      "--json",
    );
    expect(JSON.parse(relaxed.out).reached).toBeLessThan(1);
    const reflected = await run(
      "field",
      scene,
      "--goal",
      "door",
      "--cell",
      "0.5",
      "--walls",
      "reflect",
      "--json",
    );
    expect(JSON.parse(reflected.out)).toMatchObject({ reached: 1, walls: "reflect" });
  });

  test.each([
    [["--goal", "window"], /no goal "window"/],
    [["--goal", "door", "--cell", "1e-4"], /GiB/],
    [["--goal", "door", "--cell", "0"], /> 0/],
    [
      ["--goal", "door", "--cell", "1e-300"],
      /cell: too small for this plan: at least 0\.0\d+ m is needed; given: 1e-300$/m,
    ],
    [["--goal", "door", "--cell", "NaN"], /> 0 is allowed/],
    [
      ["--goal", "door", "--from", "-5,5", "--svg", "none.svg"],
      /--from -5,5: \[-5, 5\] is not on free ground/,
    ],
    [["--goal", "door", "--cell", "1.5"], /close the passage|no free cell/],
    [["--goal", "door", "--epsilon", "2", "--vector", "0,1"], /less than 2/],
    [["--goal", "door", "--epsilon", "1"], /--vector/],
    [["--goal", "door", "--vector", "0,x"], /two finite numbers/],
    [["--goal", "door", "--epsilon", "nan"], /finite number/],
    [["--goal", "door", "--solver", "sor"], /needs --iterations/],
    [[], /--goal/],
  ])("%j is bad usage: exit code 2 and one line", async (options, message) => {
    const { code, out, err } = await run("field", scene, ...options);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});

describe("wayfield path --planner potential", () => {
  test("gives smooth paths, and reasons where there is none", async () => {
    const starts = ["--from", "2,2", "--from", "18,5", "--from", "9,4"];
    const { code, out } = await run(
      "path",
      scene,
      "--goal",
      "door",
      "--planner",
      "potential",
      "--radius",
      "0.3",
      ...starts,
      "--json",
    );
    expect(code).toBe(2);
    const { planner, results } = JSON.parse(out);
    expect(planner).toBe("potential");
    expect(results[0].points[0]).toEqual([2, 2]);
    expect(results[0].points.at(-1)).toEqual([14, 1]);
    expect(results[0].distance).toBeGreaterThan(Math.hypot(12, 1));
    expect(results[1]).toMatchObject({
      points: null,
      distance: null,
      reason: expect.stringContaining("no way leads from [18, 5] to the goal"),
    });
    expect(results[2].reason).toContain("not on free ground");
    expect((await run("path", scene, "--goal", "door", "--planner", "magic", "--from", "2,2")).code).toBe(2);
  });
});
