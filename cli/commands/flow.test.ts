import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCli as run } from "../../test/support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "wayfield-flow-"));
afterAll(() => rmSync(folder, { recursive: true }));

const scene = join(folder, "hall.json");
const hall = {
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
        [8, 4],
        [12, 4],
        [12, 6],
        [8, 6],
      ],
    },
  ],
  flow: {
    source: [
      [
        [0, 1],
        [0, 9],
      ],
    ],
    sink: [
      [
        [20, 1],
        [20, 9],
      ],
    ],
  },
};
writeFileSync(scene, JSON.stringify(hall));

describe("wayfield flow", () => {
  test("without a radius prints the value and the min cut as the contract says", async () => {
    const { code, out, err } = await run("flow", scene, "--json");
    expect([code, err]).toEqual([0, ""]);
    const document = JSON.parse(out);
    expect(document).toMatchObject({ value: 8, radius: null, maxLanes: null, lanes: [], totalLength: 0 });
    expect(document.certificate).toBeUndefined();
    const sum = document.minCut.reduce((total: number, gate: { length: number }) => total + gate.length, 0);
    expect(sum).toBeCloseTo(8, 12);
    for (const gate of document.minCut) expect(Object.keys(gate).sort()).toEqual(["a", "b", "length"]);
  });

  test("with a radius lays out lanes, shorter ones with --optimize, and proves them", async () => {
    const [plain, short] = await Promise.all([
      run("flow", scene, "--radius", "0.5", "--json"),
      run("flow", scene, "--radius", "0.5", "--optimize", "--json"),
    ]);
    const [long, taut] = [JSON.parse(plain.out), JSON.parse(short.out)];
    for (const document of [long, taut]) {
      expect(document).toMatchObject({ radius: 0.5, maxLanes: 8 });
      expect(document.lanes).toHaveLength(8);
      expect(document.certificate).toMatchObject({ bound: 8, built: 8, holds: true });
      expect(document.certificate.clearance).toBeCloseTo(0.5, 9);
      expect(document.certificate.spacing).toBeCloseTo(1, 9);
      expect(document.certificate.selfSpacing).toBeGreaterThanOrEqual(1 - 1e-6);
      for (const { points } of document.lanes) {
        expect(points[0][0]).toBeCloseTo(0, 9);
        expect(points.at(-1)[0]).toBeCloseTo(20, 9);
      }
    }
    expect(taut.totalLength).toBeLessThan(long.totalLength);
  });

  test("draws PNG and SVG, with arcs as arcs", async () => {
    const [png, svg] = [join(folder, "flow.png"), join(folder, "flow.svg")];
    const files = ["--size", "300", "--png", png, "--svg", svg];
    const { code, out } = await run("flow", scene, "--radius", "0.5", ...files);
    expect(code).toBe(0);
    expect(out).toMatch(/8 of at most 8 lanes[\s\S]*certificate holds/);
    expect(readFileSync(png).subarray(1, 4).toString()).toBe("PNG");
    const document = readFileSync(svg, "utf8");
    expect(document).toMatch(/A[\d.]+ [\d.]+ 0 0/);
    expect(document).toContain("8 lanes of 1 m");
  });

  test("names the gate that blocks where nobody fits", async () => {
    const { code, out } = await run("flow", scene, "--radius", "3");
    expect(code).toBe(0);
    expect(out).toMatch(/no lane of radius 3 m fits: the gate .* is 4\.000 m wide, 6\.000 m are needed/);
    const json = JSON.parse((await run("flow", scene, "--radius", "3", "--json")).out);
    expect(json).toMatchObject({ maxLanes: 0, lanes: [], blockedBy: { length: 4 } });
  });

  test.each([
    [["--radius", "0"], /radius/],
    [["--radius", "-1"], /radius/],
    [["--radius", "wide"], /radius/],
    [["--radius", "0.3", "--method", "guess"], /method/],
    [["--size", "80"], /100 to 20000/],
  ])("%j ends with one line and exit code 2", async (args, message) => {
    const { code, out, err } = await run("flow", scene, ...args);
    expect([code, out]).toEqual([2, ""]);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(err).toMatch(message);
  });

  test("a scene without a flow, and pieces off the boundary, are told in one line", async () => {
    const other = join(folder, "other.json");
    writeFileSync(other, JSON.stringify({ ...hall, flow: undefined }));
    const none = await run("flow", other);
    expect([none.code, none.err]).toEqual([2, expect.stringMatching(/flow: a flow needs source and sink/)]);
    writeFileSync(
      other,
      JSON.stringify({
        ...hall,
        flow: {
          ...hall.flow,
          sink: [
            [
              [19, 1],
              [19, 9],
            ],
          ],
        },
      }),
    );
    const off = await run("flow", other);
    expect([off.code, off.err]).toEqual([
      2,
      expect.stringMatching(/flow\.sink\[0\].*does not lie on the boundary/),
    ]);
  });
});
